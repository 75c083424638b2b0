"""A story is told in words in every system: no id of the program, nothing twice, and sums."""

import re

import pytest

from condotta.kernel.events import Ended
from condotta.kernel.position import Position
from condotta.kernel.records import Chair, Piece
from condotta.report.forces import end
from condotta.report.naming import body_name, named
from condotta.report.story import RULES, STORY, story
from condotta.rules.library import SYSTEMS
from tests.report.anywhere import fought

RAW = re.compile(r"\b[a-z]+(?:-[a-z]+)?-\d+\b|\bdeal-\w+|[A-Z]\d+:\w+|\b[a-z]+_[a-z]+\b")
"""Ids of cards, markers, offers and parts of units, and keys of data files."""


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_line_shows_an_id_that_nobody_at_a_table_would_say(system, lang):
    lines = list(story(fought(system), RULES, lang))
    assert len(lines) > 100
    # what came off a pile is told by the numbers of the pile, for whoever checks a shuffle
    told = {line.text for line in lines if line.kind != "dice"}
    assert sorted(text for text in told if RAW.search(text)) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_army_is_told_once(system):
    lines = [line.text for line in story(fought(system), STORY)]
    musters = [text for text in lines if " musters " in text]
    assert musters
    assert len(musters) == len(set(musters))
    ranked = system in ("ranked", "treachery", "carnage+ranked")
    assert all(" units " in text for text in musters) == (ranked or "stands" not in musters[0])


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_phase_has_a_name(system, lang):
    phases = [line.text for line in story(fought(system), RULES, lang) if line.kind == "phase"]
    assert phases
    assert [text for text in phases if text != text[:1].upper() + text[1:]] == []


def card(number: int, design: str) -> Piece:
    return Piece(f"card-{number}", design, "red", "red", place="hand", traits=("treachery card",))


def test_cards_are_listed_by_name_and_a_champion_by_its_unit():
    assert body_name([card(1, "T08"), card(2, "T01")]) == "Paid Informer and Bent Spell"
    brutes = Piece("R4", "infantry", "red", "red", unit="Brutes")
    position = Position(chairs=(Chair("red", "red"),), pieces={"R4": brutes})
    assert named({"who": "R4:champion"}, position) == {"who": "Brutes R4's champion"}


def test_a_unit_with_its_models_is_the_unit():
    unit = Piece("R2", "unit", "red", "red", command="R2", unit="militia")
    models = [Piece(f"R2.{n}", "trooper", "red", "red", command="R2") for n in (1, 2)]
    assert body_name([*models, unit]) == "Militia squad R2"


def at_the_end(**counters: dict[str, int]) -> Position:
    chairs = tuple(Chair(seat, seat) for seat in ("red", "blue"))
    return Position(chairs=chairs, counters=counters)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tokens", "Red wins. Red has 150 in tokens and Blue has 0 in tokens."),
        ("victory points", "Red wins. Red has 150 victory points and Blue has 0 victory points."),
        ("nothing", "Red wins. Red has lost 0 and Blue has lost 0."),
    ],
)
def test_the_end_tells_what_decided_it(name, said):
    """[TT-13.7, FB-14.4]"""
    position = at_the_end(red={name: 150}, blue={name: 0})
    assert end(position, Ended(("red",), "TT-13.7", "over"), "en") == said
