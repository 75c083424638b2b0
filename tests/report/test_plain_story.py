"""A story is told in words in every system: no id of the program, nothing twice, and sums."""

import re

import pytest

from condotta.kernel.events import Began, Ended, Entered, Mustered, Placed
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece
from condotta.report.forces import end
from condotta.report.naming import body_name, named
from condotta.report.story import RULES, STORY, story
from condotta.rules import scores
from condotta.rules.library import SYSTEMS, book, kind
from condotta.words import say
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
    ranked = kind(system) in ("ranked", "treachery", "carnage+ranked")
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
    stand = Piece("B4", "8HFT", "blue", "blue")
    assert body_name([stand, card(1, "T08")]).endswith(" B4 and Paid Informer")
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
    ("system", "said"),
    [
        ("treachery", "Red has 150 in tokens. Blue has 0 in tokens."),
        ("ranked", "Blue has 1 victory point. Red has 0 victory points."),
        ("carnage", "Blue has 7 victory points. Red has 2 victory points."),
        ("triumph", "Red has lost 0 points. Blue has lost 0 points."),
    ],
)
def test_the_end_tells_the_score_of_its_game_and_nothing_else(system, said):
    """[TT-13.7, FB-14.4, CM-98, TC-10.1]"""
    position = at_the_end(
        red={"tokens": 150, "points for the objective": 2},
        blue={"victory points": 1, "points for the objective": 7},
    )
    told = scores.told(book(system), position)
    assert " ".join(say(one.key, named(one.params, position)) for one in told) == said
    assert end(Ended(("red",), "TT-13.7", "over"), "en") == "Red wins."


REGIMENT = Piece("R5", "infantry", "red", "red", place="table", unit="Archers")
SPEARS = Piece("R4", "SPR", "red", "red", place="table")
SQUAD = Piece("R3", "unit", "red", "red", place="table", unit="militia")


@pytest.mark.parametrize(("piece", "place", "turn", "said"), [
    (REGIMENT, "reserve", 0, "Red keeps Archers R5 in reserve."),
    (REGIMENT, "reserve", 3, "Archers R5 of Red is off the table and may come back."),
    (REGIMENT, "table", 3, "Archers R5 of Red stands on the table now."),
    (REGIMENT, "table", 0, "Red sets out Archers R5."),
    (SPEARS, "reserve", 0, "Red holds back Spear R4 for a flank march."),
    (SQUAD, "aside", 2, "Red puts Militia squad R3 inside a transport."),
])  # fmt: skip
def test_where_something_is_put_is_told_as_what_it_is(piece, place, turn, said):
    """[FB-4.18, TC-8.23, SK-41, FB-7.25]"""
    events = (
        Began(Board(1, 1), (Chair("red", "red"),)),
        Mustered(piece),
        Entered(turn, "start", ("red",)),
        Placed(piece.id, place),
    )
    assert [line.text for line in story(events) if line.kind == "setup"][-1] == said


def test_a_relic_that_goes_with_its_carrier_is_set_out_by_nobody():
    """[TT-13.4]"""
    events = (Mustered(Piece("relic", "relic", "", "", place="table")), Placed("relic", "table"))
    assert not [line for line in story(events) if "relic" in line.text.lower()]
