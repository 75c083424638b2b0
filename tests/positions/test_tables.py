"""Who may sit at a table, what is drawn there, what is counted beside it."""

import json

import pytest

from condotta.positions import building
from condotta.positions.counters import is_among
from condotta.positions.faults import BadPosition, Faults
from condotta.positions.games import SYSTEMS, game
from condotta.positions.reading import parse
from condotta.positions.running import report
from condotta.rules.library import GAMES
from condotta.rules.systems import SYSTEMS as LEVIES

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
    known = game(system)
    assert known.told
    assert [one.name for one in known.told if not is_among(one.name, known.counters)] == []


def test_a_variant_counts_as_the_game_that_it_is_like(monkeypatch):
    """[GT-7.2] A command die may have less, and a page of the variant tells of it."""
    monkeypatch.setitem(GAMES, "grander", GAMES["grand"]._replace(like="grand"))
    monkeypatch.setitem(LEVIES, "grander", LEVIES["grand"])
    file = {
        "system": "grander", "pieces": ["R1* HFT 40 4 0", "B1* SPR 40 30 180"],
        "counters": {"R.1": {"command dice": -1}},
    }  # fmt: skip
    assert not noted(file)
    file["counters"]["R.1"]["entry"] = -1
    assert noted(file) == ["'entry' is never -1: write 0 or more"]


def noted(file):
    """What is wrong with a file."""
    faults = Faults()
    building.read(parse(json.dumps(file).encode(), "file.json"), faults)
    return [one.what for one in faults]


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
