"""Armies become pieces beside an empty board."""

import pytest

from condotta.armies import library
from condotta.armies import muster as listed
from condotta.kernel.battle import Battle
from condotta.kernel.chance import ScriptedCup
from condotta.kernel.events import Began, Counted, Mustered, Pushed
from condotta.kernel.records import Board
from condotta.rules.library import book as book_of
from condotta.rules.steps import Conduct
from condotta.rules.triumph import names
from condotta.rules.triumph.muster import army_of, enlisted, muster, opening
from condotta.table import Rectangle
from tests.armies.conftest import option, roster, shelf_of, tiny
from tests.rules.triumph.set_up_table import army

MU = 10_000
BOOK = book_of("triumph")
RED = army("R KNT* HFT+ LFT~", invasion=3, manoeuvre=2, topographies=("arable", "hilly"))
BLUE = army("B SPR*+ SKM")


def pieces(of):
    return {
        event.piece.id: event.piece for event in muster(BOOK, of) if isinstance(event, Mustered)
    }


def counts(of):
    said = (event for event in muster(BOOK, of) if isinstance(event, Counted))
    return {(event.holder, event.name): event.value for event in said}


def test_stands_are_numbered_after_their_army_and_carry_what_the_list_says():
    found = pieces(RED)
    assert list(found) == ["R1", "R2", "R3", "R0"]
    assert [found[name].type for name in found] == ["KNT", "HFT", "LFT", "CAMP"]
    assert found["R1"].traits == (names.GENERAL,)
    assert found["R2"].traits == (names.BATTLE_LINE,)
    assert found["R3"].traits == (names.ALLY,)
    assert {piece.place for piece in found.values()} == {"undeployed"}
    assert {piece.controller for piece in found.values()} == {"red"}


def test_tc_4_14_allies_belong_to_the_command_of_the_army():
    assert {piece.command for piece in pieces(RED).values()} == {"R"}


def test_tc_1_1_bases_have_the_depth_of_their_type():
    found = pieces(RED)
    assert found["R1"].shape == Rectangle(2 * MU, 15_000)
    assert found["R2"].shape == Rectangle(2 * MU, 7_500)


def test_tc_9_30_every_army_has_one_camp_4_wide_and_2_deep():
    camps = [piece for piece in pieces(RED).values() if piece.type == "CAMP"]
    assert [piece.shape for piece in camps] == [Rectangle(4 * MU, 2 * MU)]


def test_what_everything_counts_when_lost_is_known_from_the_start():
    found = counts(RED)
    assert found["R1", names.WORTH] == 8
    assert found["R2", names.WORTH] == 6
    assert found["R0", names.WORTH] == 16


def test_tc_11_8_ratings_and_homes_lie_beside_the_seat():
    found = counts(RED)
    assert (found["red", names.INVASION], found["red", names.MANOEUVRE]) == (3, 2)
    assert found["red", names.HOME + "hilly"] == 1


def test_the_opening_seats_everybody_at_the_board_and_begins_the_battle():
    events = opening(BOOK, (RED, BLUE))
    assert isinstance(events[0], Began)
    assert events[0].board == Board(48 * MU, 32 * MU)
    assert [(chair.seat, chair.side) for chair in events[0].chairs] == [
        ("red", "south"),
        ("blue", "north"),
    ]
    assert events[-1] == Pushed(Conduct())


def test_tc_8_8_all_troops_and_the_general_are_open_to_the_enemy():
    battle = Battle(BOOK, opening(BOOK, (RED, BLUE)), ScriptedCup(()))
    assert battle.view("blue").position == battle.state.position
    seen = battle.view("blue").position.pieces["R1"]
    assert (seen.type, seen.traits, seen.truth) == ("KNT", (names.GENERAL,), "")


@pytest.mark.parametrize(("rounding", "line"), [("up", 3), ("down", 2)])
def test_tc_8_25_half_of_an_odd_number_is_rounded_as_it_is_set(rounding, line):
    shelf = shelf_of(tiny(troopOptions=[option(1, 20, "KNT", core="half")]))
    book = book_of("triumph", {"halfCoreRounding": rounding})
    five = roster(stands={"main/t1": {"KNT": 5}})
    made = enlisted(book, five, "red", "south", "R", shelf=shelf)
    assert sum(spec.battle_line for spec in made.stands) == line


def test_an_army_of_the_lists_takes_a_seat():
    found = listed(library().rosters[0], house_rules=True)
    made = army_of(found, "red", "south", "R")
    assert len(made.stands) == len(found.stands)
    assert sum(spec.general for spec in made.stands) == 1
    assert made.invasion == found.invasion.value
    assert made.topographies == tuple(name.lower() for name in found.topographies)
    assert [spec.half_points for spec in made.stands] == [s.half_points for s in found.stands]
