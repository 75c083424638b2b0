"""The count of doors: what is found by brute force, and who offers it."""

import pytest

from condotta.lab import doors
from condotta.lab.doors import Task, fight, look
from condotta.rules.triumph.movement import anchors, legal_moves
from tests.rules.triumph.table_setting import setting

LINES = (
    "R1 HFT 20 12 0; R2 HFT 22 12 0; B1 HFT 20 12 180; B2 HFT 22 12 180; "
    "R3 JCV 24 11.5 0; R4 JCV 26 11.5 0; R9* KNT 24 4 0; B9* KNT 45 30 180"
)
FLANK = ("R3", "B2", "left")


@pytest.fixture
def table():
    """The end of a line of two that fight: R3, alone or with R4, may close the door."""
    return setting(LINES)


def told(table):
    """What is counted at the question for a move, and what is missed."""
    (ask,) = table.asks()
    return look(table.battle, ask, "here")


def test_tc_5_32_a_stand_and_a_wing_find_the_door_and_menu_place_and_hand_offer_it(table):
    counted, missed = told(table)
    assert missed == []
    assert counted["doors of lone stands"] >= 1
    assert counted["doors of wings"] >= 1
    (ask,) = table.asks()
    found = {(door.names, door.contact) for door in doors.doors(table.field, ask)}
    assert {(("R3",), FLANK), (("R3", "R4"), FLANK)} <= found


def test_a_menu_without_edges_misses_the_wing(table, monkeypatch):
    monkeypatch.setattr(anchors, "onto_edges", lambda *_: ())
    _, missed = told(table)
    assert [one for one in missed if "the menu misses" in one and "R4" in one]


def test_a_judge_that_goes_straight_alone_misses_the_stand(table, monkeypatch):
    monkeypatch.setattr(legal_moves, "ways", lambda _: ())
    _, missed = told(table)
    assert {one.partition("the ")[2].partition(" ")[0] for one in missed} == {
        "menu", "place", "hand",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 3])
def test_tc_5_2_in_battles_of_stewards_every_door_is_offered(number):
    report = fight(Task(number, 1))
    assert report.fault == ""
    assert report.counted["moments with a door"] >= 1
