"""Who may sit at a table, what is drawn there, what is counted beside it."""

import json

import pytest

from condotta.positions.counters import COUNTERS, is_among
from condotta.positions.faults import BadPosition
from condotta.positions.games import SYSTEMS, game
from condotta.positions.reading import parse
from condotta.positions.running import report

SQUADS = ["R1 line_infantry 5 20 10 0", "B1 militia 10 20 18 180"]
LINE = ["R1 line-infantry 20x5 20 10 0", "B1 levy-spears 25x5 20 24 180", "G1 archers 10 50 20 180"]


def ruled(**data):
    """What comes of a file with these fields."""
    return report(parse(json.dumps(data).encode(), "file.json"), "file.json")


@pytest.mark.parametrize("seats", [("red", "blue"), ("red", "blue", "amber", "green", "violet")])
def test_carnage_is_for_three_or_four_players(seats):
    """[CM-62]"""
    sitting = [{"seat": seat, "side": seat} for seat in seats]
    with pytest.raises(BadPosition) as caught:
        ruled(system="carnage", pieces=SQUADS, seats=sitting)
    assert [fault.what for fault in caught.value.faults] == [
        f"carnage is played by 3 to 4, not by {len(seats)}"
    ]


def test_what_a_pile_does_not_hold_is_not_drawn():
    run = ruled(system="treachery", pieces=LINE, phase="end", draws=["hammer"]).runs[0]
    assert (
        run.differences
        == (
            "hammer is not drawn for turn card: there is turn-hammer, turn-shield",
            "never rolled or drawn: draw hammer",
        )[: len(run.differences)]
    )
    assert run.differences


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_counter_of_a_page_may_be_given(system):
    known = game(system).counters
    assert [one.name for one in COUNTERS[system] if not is_among(one.name, known)] == []


def test_a_case_lays_its_counters_over_those_of_a_seat():
    case = {"name": "richer", "counters": {"red": {"tokens": 300}}}
    counters = {"red": {"tokens": 50, "victory points": 7}}
    run = ruled(
        system="treachery", pieces=LINE, counters=counters, enemy="blue", cases=[case]
    ).runs[0]
    assert run.state["tokens"]["red"] == 300


def test_a_case_may_seat_others():
    seats = [{"seat": seat, "side": seat} for seat in ("red", "blue", "green", "amber")]
    run = ruled(
        system="treachery", pieces=LINE, enemy="blue", cases=[{"name": "four", "seats": seats}]
    ).runs[0]
    assert set(run.state["tokens"]) == {"red", "blue", "green", "amber"}
