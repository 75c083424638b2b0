"""French: complete, set as French is set, and never English by oversight."""

import re
from collections.abc import Iterator

import pytest

from condotta import words
from condotta.data import toml
from condotta.rules.clauses import clause, clauses, describe, in_language, places
from condotta.rules.library import SYSTEMS, declarations
from condotta.words.catalogue import SLOT, catalogue
from condotta.words.speech import say

ALIKE = {
    "unit.psyker",
    "aid.zone.centre",
    "act.take-form",
    "army.print.points",
    "army.print.type",
    "army.sheet.invasion",
    "card.PL.name",
    "chart.lostBy",
    "clause.title",
    "coverage.line",
    "factor.camp",
    "number.inch",
    "number.mu",
    "page.clause",
    "page.fought",
    "seat.rose",
    "server.plain",
    "story.camp",
    "story.legs",
    "story.phase.camps",
    "story.phase.terrain",
    "story.several",
    "story.whose",
    "terrain.dunes",
    "terrain.oasis",
    "terrain.village",
    "topography.delta",
    "topography.steppe",
    "troop.ARC",
    "troop.CAMP",
    "troop.HRD",
    "web.army.points",
    "web.clause",
    "web.clause.title",
    "web.code",
    "web.combats",
    "web.guide.carnage",
    "web.guide.grand",
    "web.guide.triumph",
    "web.hall.again",
    "web.held.act",
    "web.held.move",
    "web.hire.of",
    "web.menu",
    "web.pages",
    "web.roster.points",
    "web.unit.counted",
    "window.camp",
    "window.combat",
    "web.pace.pause",
    "web.referee.phase",
    "web.referee.question",
    "web.referee.field.arc",
    "web.referee.field.chance",
    "web.referee.field.clause",
    "web.referee.field.contacts",
    "web.referee.field.distance",
    "web.referee.field.points",
    "web.referee.field.scores",
    "web.referee.field.types",
    "figure.length",
    "rule.number.files",
    "rule.number.points",
    "rule.stat.A",
    "rule.stat.I",
    "rule.stat.M",
    "web.referee.field.clauses",
    "web.referee.field.combats",
    "web.referee.field.round",
    "unit.Archers",
    "unit.Brutes",
    "about.ability.psyker",
    "about.ability.transport",
    "about.mark.champion",
    "about.ranked-short.A",
    "about.ranked-short.I",
    "about.ranked-short.M",
    "about.ranked.I",
    "about.skirmish-short.A",
    "about.skirmish-short.M",
    "about.skirmish-short.Sv",
    "about.skirmish-short.invulnerable",
    "trait.poison",
    "weapontype.grenade",
    "room.address.start",
    "room.clock.minutes",
}
"""The keys whose text is the same word in both languages, the letters on stands apart."""

BARE = re.compile(
    r"(?<!\s)[;?]|(?<![\sH])!|(?<!\u00a0):(?=\s|$)"  # the ! of TRIUMPH! is free
    r"|(?<!\u00a0)»|«(?!\u00a0)| [:;!?»]"
)
"""A mark that stands without the space that French sets before or after it."""


def texts() -> Iterator[tuple[str, str]]:
    """Every French text, without its parameters and without what is typed as it stands."""
    yield from catalogue("fr").items()
    homes = sorted({each.home for each in clauses()})
    for place in (one for home in homes for one in places(home)):
        book = toml(place, "clauses.fr.toml")
        for part in ("says", "idle", "sources"):
            yield from book.get(part, {}).items()


def plain(text: str) -> str:
    """What a person reads of a text: no address, no code, words for parameters."""
    return SLOT.sub("x", re.sub(r"`[^`]*`|https?:\S+", "x", text))


def test_only_settings_and_elisions_are_said_in_french_beyond_english():
    extra = set(words.keys("fr")) - set(words.keys())
    known = {name for system in SYSTEMS for name in declarations(system)}
    assert extra == {f"setting.{name}" for name in known} | {"number.elided"}


def test_no_french_text_is_its_english_text_unless_it_is_listed():
    same = {key for key, text in catalogue("en").items() if catalogue("fr")[key] == text}
    assert sorted(key for key in same - ALIKE if not key.startswith(("token.", "face."))) == []
    assert sorted(ALIKE - same) == []


def test_french_has_its_spaces_and_apostrophes():
    wrong = [key for key, text in texts() if BARE.search(plain(text)) or "'" in plain(text)]
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    ["Non: rien", "Oui ; non", "Quoi?", "Halte !", "«Ici\u00a0»", "« Ici\u00a0»", "«\u00a0Ici »"],
)
def test_a_space_that_is_missing_or_may_break_is_found(text: str):
    assert BARE.search(text)


def test_every_clause_speaks_french():
    for each in clauses():
        said = in_language(each, "fr")
        assert said.says != each.says, each.id
        assert said.says.endswith((".", "½.", ".)")), each.id
        assert said.idle is None or said.idle != each.idle, each.id
        assert said.mark != each.mark or ":" not in each.mark, each.id
        assert all(one != other for one, other in zip(said.source, each.source, strict=True)), (
            each.id
        )


def test_french_clauses_name_the_numbers_and_the_clauses_that_english_ones_name():
    for each in clauses():
        said = in_language(each, "fr")
        for pattern in (r"TC-\d+\.\d+", r"[+−]\d", r"\b\d+(?:[.,]\d+)?½?"):
            assert sorted(re.findall(pattern, said.says.replace(",", "."))) == sorted(
                re.findall(pattern, each.says.replace(",", "."))
            ), each.id


def test_french_marks_have_the_letters_of_the_english_ones():
    for each in clauses():
        letters = re.findall(r"\b[VIMD]\b(?=[:;]|$)", each.mark)
        assert re.findall(r"\b[VIMD]\b(?=[:;]|$)", in_language(each, "fr").mark) == letters, each.id


def test_the_french_book_speaks_of_no_clause_that_is_not_there():
    book = toml("condotta.rules.triumph", "clauses.fr.toml")
    named = {name for part in ("says", "mark", "idle") for name in book[part]}
    assert sorted(name for name in named if clause(name).id != name) == []


def test_a_described_clause_is_french_from_the_title_to_the_numbers():
    told = describe(clause("TC-2.19"), "fr")
    for part in (
        "Les Piquiers avec le soutien arrière de Piquiers (TC-2.30) ont +3.",
        "Certitude\u00a0: déduit.",
        "Source\u00a0: Pratique de DBA",
        "Réglage pikeRearSupport (par défaut 3)\u00a0: Ce qu’ajoute un second rang",
        "Chiffres\u00a0: condotta/rules/triumph/data/factors.toml",
    ):
        assert part in told
    assert "vérifié\u00a0; déduit\u00a0: " in describe(clause("TC-3.35"), "fr").replace(
        "\u202f;", "\u00a0;"
    )


@pytest.mark.parametrize(
    ("key", "params", "text"),
    [
        ("tc.1-6.too-far", {"far": 35_000, "limit": 30_000}, "Cela fait 3,5 MU"),
        ("tc.4-3.points", {"command": "Rouge", "points": 1}, "1 point de commandement"),
        ("tc.4-3.points", {"command": "Rouge", "points": 0}, "0 point de commandement"),
        ("tc.4-3.points", {"command": "Rouge", "points": 2}, "2 points de commandement"),
        ("army.minimumsOverCap", {"list": "A", "points": 1}, "½ point si"),
        ("army.minimumsOverCap", {"list": "A", "points": 3}, "1½ point si"),
        ("army.minimumsOverCap", {"list": "A", "points": 7}, "3½ points si"),
        ("tc.4-1.begins", {"seats": ("Rouge",)}, "Rouge joue"),
        ("tc.4-1.begins", {"seats": ("Rouge", "Bleu")}, "Rouge et Bleu jouent"),
        ("tc.7-15.pieces", {"seat": "Rouge", "pieces": ("Woods", "Marsh")}, "Bois et Marais"),
        ("tc.8-23.arrived", {"seat": "Rouge", "edge": "left"}, "par le bord gauche"),
        ("tc.7-1.topography", {"topography": "topography.dry"}, "Aride"),
    ],
)
def test_numbers_and_names_are_french(key: str, params: dict[str, object], text: str):
    assert text in say(key, params, "fr")


def test_every_french_text_can_be_said_with_numbers():
    for key in words.keys("fr"):
        given = dict.fromkeys(words.placeholders(key, "fr"), 2)
        keyed = {
            slot["name"] for slot in SLOT.finditer(catalogue("fr")[key]) if slot["form"] == "say"
        }
        said = say(key, {**given, **dict.fromkeys(keyed, "number.and")}, "fr")
        assert "{" not in said, key
