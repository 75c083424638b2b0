"""Finding clauses by words. This file names clauses, tests none."""

from pathlib import Path

import pytest

from condotta.data import toml
from condotta.errors import PlainError
from condotta.rules.clauses import prefixes, register
from condotta.rules.library import SYSTEMS, books
from condotta.rules.lookup import index as indexed
from condotta.rules.lookup.index import index, ready
from condotta.rules.lookup.search import find
from condotta.rules.lookup.stems import ideas, meanings, stemmed

ASKED = {
    "closing the door": "TC-3.42",
    "looted camp": "TC-3.19 TC-9.34 TC-9.22",
    "push back": "TC-3.44",
    "fresh enemy": "FB-7.24",
    "look out sir": "FB-6.12",
    "feigned flight": "FB-4.3 FB-4.5",
    "fire into combat": "FB-6.2",
    "out of ammo": "FB-12.5",
    "double cross": "CM-118",
    "bribe": "CM-58 TT-12.8",
    "trample a friend": "TC-3.45",
    "move through friends": "TC-5.40",
    "redirect a charge": "FB-4.6",
    "overwatch several targets": "CM-39",
    "smite range": "SK-54",
    "when is a command demoralised": "GT-8.1",
    "mercenary leadership": "TT-12.5",
    "general killed": "TC-3.86",
    "steadfast": "FB-7.15",
    "camp pillé": "TC-3.19",
    "tirer dans la mêlée": "FB-6.2",
    "coup de poignard": "CM-118",
    "rediriger une charge": "FB-4.6",
    "fuite simulée": "FB-4.3 FB-4.5",
    "units behind a wall are harder to hit": "FB-6.5 FB-6.7 SK-85",
    "who chooses which model dies": "SK-60 SK-157",
    "how far do fleeing troops run": "FB-4.12 FB-4.5 FB-7.22",
    "do elephants pursue": "TC-3.71 TC-3.70",
    "shooting at the general": "TC-2.41",
    "artillery moves and shoots": "TC-6.7 FB-12.1",
    "uphill bonus": "TC-2.11",
    "fighting in the woods penalty": "TC-2.17 TC-2.16",
    "charge an enemy who fights somebody else": "TT-4.5",
    "how many turns does a battle last": "FB-14.5 CM-87 TC-10.4 TO-11 TT-13.6",
    "points for a killed general": "FB-14.3 TC-3.86",
    "general of an ally": "GT-2.4 TC-11.7",
    "are hands of cards secret": "TT-11.11 TT-14.4",
    "passengers of a destroyed transport": "SK-43",
    "deny the same power twice": "SK-49 CM-25 CM-28 CM-29",
    "frenzied unit must charge": "FB-9.4",
    "bonus for attacking in the rear": "FB-7.11 TC-2.14",
    "bouger et tirer": "FB-6.5 TC-6.6 TC-6.7",
    "perdre son général": "TC-3.86",
    "zone de contrôle": "TC-5.20",
    "points d'une armée": "TC-11.1 AL-9.1",
    "turn to face after being hit in the flank": "TC-3.41 TC-5.47",
    "ranks behind shoot": "FB-6.3",
    "terrain that cannot be crossed": "TC-5.12",
    "skirmishers run from heavy foot": "TC-3.32",
    "who sets up first": "TC-8.1 FB-14.1 SK-153 CM-72",
    "horse bow crossing a river": "TC-5.11 TC-1.4",
    "group slides sideways to line up with the enemy": "TC-5.23 TC-5.45",
    "how is a single stand's move measured": "TC-5.5 TC-5.2",
    "can a group move backwards": "TC-5.3",
    "does a zone of control pass through friends": "TC-5.21",
    "how far may I move inside a zone of control": "TC-5.22",
    "falling back through friends into an enemy flank": "TC-3.46 TC-3.43 TC-3.92",
    "does an impetuous stand on the flank pursue": "TC-3.76 TC-3.77",
    "tie on the invasion dice": "TC-7.1 TC-7.38",
    "corner to corner contact is it a combat": "TC-0.11",
    "hold the line price for three cards": "BC-10.1 AL-9.6",
    "mobile infantry close to the enemy": "BC-8.3 BC-8.10",
    "standard wagon rear edge bonus": "BC-19.3 TC-2.23",
    "scythed chariots before the command dice": "BC-15.1",
    "reveal fake troops when the enemy comes close": "BC-24.4",
    "when does a demoralised command run away": "GT-8.4 TC-12.54",
    "both flank marches arrive on the same edge": "GT-6.3 TC-12.43 TC-8.24 GT-6.6",
    "who wins when both armies have lost half": "GT-9.1 TC-12.60",
    "how many treachery cards can I hold": "TT-11.6",
    "coins for every full 50 points killed": "TT-10.4",
    "can a neutral player dispel": "TT-5.1 TT-3.5 TT-5.5 TT-5.8",
    "template drifts onto a neutral unit": "TT-6.3 TT-3.4 TT-5.3",
    "corrompre des mercenaires": "TT-12.8 TT-12.9",
    "combien de cartes au début du tour": "TT-11.2",
    "does an intervening hero fight first": "SK-99",
    "can I intervene in my own turn": "CM-38",
    "can I shoot through my own men": "TC-6.12 FB-1.10 SK-77",
    "attack a unit the charge was not declared against": "CM-43 SK-107 SK-105",
    "can a unit that fell back shoot": "SK-71 SK-38",
    "does a standard count when attacked in the flank": "FB-7.11 FB-7.12",
    "charging a fleeing unit catches it": "FB-4.10 FB-7.29",
    "pursuit off the table edge": "FB-7.25 TC-3.96",
    "spare wounds carry over to a hero": "FB-6.12",
    "restrain pursuit": "FB-7.20",
    "take an objective from the others with more models": "CM-89 CM-90 SK-121",
    "can a wizard die from a miscast": "FB-5.13",
    "which troops may guard the camp": "TC-9.24",
    "general too far away from his troops": "TC-4.7 TC-4.8",
    "troops in the middle of the deployment area": "TC-8.4 TC-8.5",
    "units of neutrals block movement": "TT-4.4 TT-3.3",
    "roll off for the next turn": "CM-17",
    "a vehicle explodes": "SK-69 SK-70",
    "do pikes help from the second rank": "TC-2.19 TC-2.30 TC-2.31 TC-2.32",
    "charge a unit behind the fleeing unit": "FB-4.6",
    "does the pursuer fight again this turn": "FB-7.24 TC-9.9 TC-3.78",
    "reform after running down a fleeing enemy": "FB-4.10",
    "standard bearer captured victory points": "FB-14.3",
    "Ld test to not pursue": "FB-7.20",
    "unit flees off the board": "FB-4.5 TC-3.93",
    "fear test before charging terror": "FB-9.2 FB-9.1",
    "fight in extra rank with spears": "FB-7.5",
    "characters within 3 inches of the enemy move after the charges": "SK-98 SK-99",
    "pistols in close combat": "SK-80 SK-71 SK-73",
    "fall back and charge in the same turn": "SK-38 SK-88",
    "mortal wounds spill over to other models": "SK-66",
    "unit in close combat can be shot at": "SK-73 FB-6.2 CM-7 TC-6.4",
    "embarked unit when the vehicle is destroyed": "SK-43",
    "hits only on a 6 when charged": "SK-90",
    "victory coins for the phase": "TT-10.4",
    "neutral units and truce in base contact": "TT-7.4",
    "mercenary unit changes sides": "TT-12.6 TT-12.7",
    "give a card to another player": "TT-11.4 TT-11.13",
    "qui est l'ennemi pendant la phase": "TT-3.1 TT-3.2",
    "une unité neutre peut-elle être la cible": "TT-3.4",
    "points de victoire et pièces de cuivre": "TT-10.4 TT-10.5 TT-10.1",
    "order in which players fight": "CM-45 CM-46",
    "deny the witch when several players want to": "CM-25 CM-26",
    "give command points to another player": "CM-58 CM-59",
    "lowest power level chooses the first turn": "CM-84",
    "last army standing": "CM-94 CM-96",
    "flank march which turn can it arrive": "TC-8.21 TC-8.29",
    "stands that cannot be deployed count as lost": "TC-8.9 TC-10.2 GT-5.3",
    "archers against mounted": "TC-3.12",
    "warband against heavy foot in the open": "TC-3.11",
    "knights charging through foot": "BC-12.2",
    "elephant screen is lost when": "BC-20.4",
    "dismount during the battle": "BC-2.2",
    "points for a destroyed camel stand": "BC-5.5",
    "ambush in difficult terrain": "BC-13.1",
    "how many command points each turn": "TC-4.3 GT-7.1 TO-12",
    "which terrain for the Dry topography": "TC-7.7",
    "overall commander's command": "GT-2.4",
    "line of sight through woods": "TC-6.13 TC-6.12 TC-7.20",
}
"""What people ask who do not know our words, and the clauses that answer it, each a good answer."""
MOST_FOUND = {3: 0.7, 5: 0.78, 10: 0.9}
"""How many of them are among the first three, the five that are shown, and ten."""


@pytest.mark.parametrize("first", MOST_FOUND)
def test_most_questions_are_answered_by_one_of_the_first(first: int):
    missed = [
        words
        for words, good in ASKED.items()
        if not set(good.split()) & {one.id for one in find(words, index())[:first]}
    ]
    assert len(missed) <= (1 - MOST_FOUND[first]) * len(ASKED), missed


def test_every_answer_is_a_clause():
    assert {name for good in ASKED.values() for name in good.split()} <= set(register())


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("trample a friend", "TC-3.45"),
        ("out of ammo", "FB-12.5"),
        ("steadfast", "FB-7.15"),
        ("smite", "SK-54"),
        ("feigned flight", "FB-4.5"),
        ("fuite simulée", "FB-4.5"),
        ("bribe", "TT-12.8"),
    ],
)
def test_a_rule_is_found_by_its_name_in_any_book(words: str, clause: str):
    assert clause in [one.id for one in find(words, index())[:9]]


def test_the_clauses_come_in_the_language_that_is_named():
    assert "camp" in find("looted camp", index(), lang="fr")[0].says
    assert [one.id for one in find("looted camp", index(), lang="fr")] == [
        one.id for one in find("looted camp", index())
    ]


def test_what_has_all_the_words_comes_before_what_has_some():
    found = find("sacked garrison", index())
    assert len(found) > 20
    assert "garrison" in found[0].says
    assert "sack" in found[0].says


def test_a_misspelt_word_and_one_without_accents_are_found_too():
    assert find("steadfst", index())[0] == find("steadfast", index())[0]
    assert find("melee mêlée", index())[:3] == find("mêlée", index())[:3]


def test_endings_do_not_matter():
    assert stemmed("wheels wheeling wheeled") == stemmed("wheel wheel wheel")
    assert stemmed("pursues, poursuivent l’ennemi") == ("pursu", "poursuiv", "ennemi")


def test_a_phrase_is_one_idea():
    assert ideas(stemmed("looted zone of control")) == (("loot",), ("zon", "control"))


def test_only_the_clauses_given_are_found():
    found = find("bribe", index(), {"TT-12.8", "CM-58"})
    assert {one.id for one in found} == {"TT-12.8", "CM-58"}
    assert find("xylophone", index()) == ()


def test_every_word_for_another_has_one_that_a_clause_says_or_a_player_does():
    for row in toml("condotta.rules.lookup", "synonyms.toml")["same"]:
        assert len(row["words"]) > 1
        assert any(find(one, index()) for one in row["words"]), row
        assert all(stemmed(one) in meanings() for one in row["words"])


def test_whoever_says_a_kind_may_mean_all_of_it_but_not_the_other_way_round():
    assert stemmed("difficult terrain") in meanings()[stemmed("marsh")]
    assert stemmed("marsh") not in meanings().get(stemmed("difficult terrain"), ())


def test_every_book_belongs_to_a_system():
    assert {book for system in SYSTEMS for book in books(system)} == set(prefixes())


def test_an_unknown_system_is_one_sentence():
    from condotta.cli.clause import among_those

    assert among_those((), "") is None
    assert among_those(("TC-3",), "ranked") == frozenset()
    with pytest.raises(PlainError, match=r"^There is no system called rankd\. Did you mean ranked"):
        among_those((), "rankd")


# ── the index ────────────────────────────────────────────────────────────────
def test_an_index_is_kept_until_a_source_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made = ready(tmp_path / "kept")
    monkeypatch.setattr(indexed, "index", lambda: pytest.fail("made again"))
    assert ready(tmp_path / "kept") == made
    monkeypatch.undo()
    monkeypatch.setattr(indexed, "stamp", lambda: "changed")
    monkeypatch.setattr(indexed, "index", lambda: "made again")
    assert ready(tmp_path / "kept") == "made again"


@pytest.mark.parametrize("spoilt", [b"", b"\x81", b"not an index"])
def test_an_index_that_cannot_be_read_or_kept_is_made_again(tmp_path: Path, spoilt: bytes):
    ready(tmp_path)
    for path in tmp_path.iterdir():
        path.write_bytes(spoilt)
    assert ready(tmp_path) == index()
    (tmp_path / "file").write_bytes(b"")
    assert ready(tmp_path / "file" / "inside") == index()
