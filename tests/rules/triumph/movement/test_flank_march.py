"""Flank marches come in by a side edge."""

from random import Random

import pytest

from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Step
from condotta.kernel.rulings import Modifier, Waiver
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.ground.battlefield import SIDES
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.movement.flank_march import (
    March,
    any_march,
    is_legal_march,
    judge_march,
    layouts,
    march_cost,
    marches,
    may_march,
)
from condotta.rules.triumph.movement.movement_phase import MovementPhase
from condotta.table import Pose
from tests.rules.triumph.set_up_table import at_step, clauses, steps

HELD = ("R2", "R3")
LEFT = "R2 4 10 90; R3 4 8 90"


def table_of(
    armies="R HFT*+ LFT LFT; B HFT* HFT",
    placed="R1 24 8; B1 24 24 180",
    *,
    cp=6,
    turn=1,
    active="red",
    held=HELD,
    came_by="",
    **more,
):
    """Red's movement phase, with a reserve and an enemy that may have come by an edge."""
    counters = {"R": {names.CP: cp}, "B": {names.CP: cp}}
    if came_by:
        counters["B"][names.CAME_BY] = 1 + SIDES.index(came_by)
    return at_step(
        MovementPhase(),
        armies,
        placed,
        held=held,
        counters=counters,
        phase=(turn, names.MOVEMENT, (active,)),
        first="red",
        **more,
    )


def march(edge, text):
    return March(edge, steps(text))


def test_tc_8_22_arrival_is_a_move_of_the_whole_group_for_one_point():
    table = table_of()
    assert table.judge("red", march("left", LEFT)).cost == 1
    table.say("red", march("left", LEFT))
    assert table.at("R2") == (4, 10, 90)
    assert table.at("R3") == (4, 8, 90)
    assert table.count("R", names.CP) == 5
    assert [one.key for one in table.rulings("TC-8.23")] == ["tc.8-23.arrived"]


def test_tc_8_30_heavy_troops_pay_their_surcharge_and_nobody_the_general():
    table = table_of("R HFT*+ ELE ELE; B HFT* HFT", placed="B1 24 24 180")
    verdict = table.judge("red", march("left", LEFT))
    assert verdict.cost == 2  # the general is not even on the table
    parts = march_cost(table.field, (table_of().field.stand("R1"),))
    assert [(part.value, part.clause) for part in parts] == [(1, "TC-8.30")]


def test_tc_8_22_the_points_must_be_there():
    table = table_of("R HFT*+ ELE ELE; B HFT* HFT", cp=1)
    assert not may_march(table.battle.book, table.position, "red")
    assert "March" not in table.asks("red")[0].says
    enough = table_of("R HFT*+ ELE ELE; B HFT* HFT", cp=2)
    assert enough.judge("red", march("left", LEFT)).ok


def test_tc_8_30_too_few_points_are_refused_with_the_price():
    dear = Layer("card", 2, hooks=((seams.COST, lambda *_: Modifier(5, "c", "BC-22.2"), "X"),))
    table = table_of(book=Book("triumph", (TRIUMPH, dear), TRIUMPH.settings), cp=5)
    refused = table.refused("red", march("left", LEFT))
    assert clauses(refused) == [("TC-8.30", "points")]
    assert refused[0].params == {"cost": 6, "left": 5}


def test_tc_8_23_who_came_in_moves_no_further_this_turn():
    table = table_of()
    table.say("red", march("left", LEFT))
    assert table.piece("R2").marked(names.MOVED)
    assert "March" not in table.asks("red")[0].says


@pytest.mark.parametrize(("turn", "active"), [(1, "red"), (2, "blue"), (9, "red")])
def test_tc_8_21_tc_8_29_on_the_first_own_turn_or_any_later_one(turn, active):
    held = ("R2", "R3", "B2")
    table = table_of(turn=turn, active=active, held=held)
    assert may_march(table.battle.book, table.position, active)
    other = {"red": "blue", "blue": "red"}[active]
    assert not may_march(table.battle.book, table.position, other)


def test_tc_8_21_never_in_the_turn_of_another():
    table = table_of(turn=2, active="blue", held=("R2", "R3", "B2"))
    verdict = judge_march(table.battle.book, table.position, "red", None, march("left", LEFT))
    assert ("TC-8.21", "early") in clauses(verdict.refusals)


def test_tc_8_20_without_a_reserve_nobody_marches():
    table = table_of(held=())
    assert "March" not in table.asks("red")[0].says
    verdict = judge_march(table.battle.book, table.position, "red", None, march("left", LEFT))
    assert clauses(verdict.refusals) == [("TC-8.20", "nobody")]


@pytest.mark.parametrize(
    "text", ["R2 4 10 90", "R2 4 10 90; R3 4 8 90; R1 4 6 90", "R2 4 10 90; R2 4 8 90", ""]
)
def test_tc_8_22_the_whole_reserve_comes_and_nobody_else(text):
    refused = table_of().refused("red", march("left", text))
    assert clauses(refused) == [("TC-8.22", "whole")]


def test_tc_8_23_wholly_within_4_mu_of_the_edge_that_was_named():
    table = table_of()
    refused = table.refused("red", march("left", "R2 4.1 10 90; R3 4.1 8 90"))
    assert clauses(refused) == [("TC-8.23", "strip")]
    assert refused[0].params["stands"] == ("R2", "R3")
    assert clauses(table.refused("red", march("right", LEFT))) == [("TC-8.23", "strip")]
    assert table.judge("red", march("right", "R2 44 10 270; R3 44 12 270")).ok


def test_tc_8_23_left_is_left_as_seen_from_the_own_base_edge():
    table = table_of(
        "R HFT*+; B HFT* HFT", "R1 24 8; B1 24 24 180", active="blue", turn=2, held=("B2",)
    )
    assert clauses(table.refused("blue", march("left", "B2 4 10 90"))) == [("TC-8.23", "strip")]
    table.say("blue", march("left", "B2 44 10 270"))
    assert table.count("B", names.CAME_BY) == 1 + SIDES.index("east")


def test_tc_8_31_all_face_one_way_whichever_it_is():
    table = table_of()
    assert table.judge("red", march("left", "R2 1 10 0; R3 3 10 0")).ok
    refused = table.refused("red", march("left", "R2 1 10 0; R3 3 10 180"))
    assert ("TC-8.31", "one-way") in clauses(refused)


def test_tc_8_27_they_come_in_as_one_group():
    refused = table_of().refused("red", march("left", "R2 4 10 90; R3 4 7 90"))
    assert clauses(refused) == [("TC-8.27", "one-group")]
    assert table_of().judge("red", march("left", "R2 4 10 90; R3 3 10 90")).ok


def test_tc_8_31_not_overlapping_nor_in_the_water_nor_off_the_board():
    table = table_of(laid="coast 0 20 4 32", placed="R1 3.5 11 0; B1 24 24 180")
    assert clauses(table.refused("red", march("left", LEFT))) == [("TC-8.31", "overlap")]
    assert (
        clauses(table.refused("red", march("left", "R2 4 23 90; R3 4 25 90")))
        == [("TC-8.31", "impassable")] * 2
    )
    assert ("TC-8.31", "off-board") in clauses(
        table.refused("red", march("left", "R2 4 0.5 90; R3 4 2.5 90"))
    )


def test_tc_8_31_not_in_an_enemy_zone_of_control():
    table = table_of(placed="R1 24 8; B1 3 15 180")
    refused = table.refused("red", march("left", "R2 4 13.5 90; R3 4 11.5 90"))
    assert clauses(refused) == [("TC-8.31", "zone")]
    assert refused[0].params["others"] == ("B1",)
    assert table.judge("red", march("left", "R2 4 12 90; R3 4 10 90")).ok


def test_tc_8_31_not_in_contact_with_an_enemy():
    table = table_of(placed="R1 24 8; B1 3 11 0")
    refused = table.refused("red", march("left", "R2 4 9.25 90; R3 4 7.25 90"))
    assert clauses(refused) == [("TC-8.31", "contact")]


def test_tc_8_31_a_facing_that_is_none_is_refused():
    bent = March("left", tuple(Step(name, Pose(40_000, 90_000, 0, 0)) for name in HELD))
    assert clauses(table_of().refused("red", bent)) == [("TC-8.31", "facing")] * 2


BASE = "R2 1 3; R3 3 3"


def test_tc_8_24_after_an_enemy_march_by_that_edge_the_own_base_edge_is_open():
    assert clauses(table_of().refused("red", march("left base", BASE))) == [("TC-8.24", "base")]
    table = table_of(came_by="west")
    table.say("red", march("left base", BASE))
    assert table.at("R2") == (1, 3, 0)


def test_tc_8_24_only_at_the_corner_of_that_edge_and_within_16_mu():
    table = table_of(came_by="west")
    assert clauses(table.refused("red", march("right base", "R2 47 3; R3 45 3"))) == [
        ("TC-8.24", "base")
    ]
    assert table.judge("red", march("left base", "R2 13 3; R3 15 3")).ok
    refused = table.refused("red", march("left base", "R2 13.1 3; R3 15.1 3"))
    assert clauses(refused) == [("TC-8.23", "strip")]
    assert table.judge("red", march("left", LEFT)).ok


def test_tc_8_24_a_reserve_that_never_came_is_not_lost():
    table = table_of()
    assert table.piece("R2").place == "reserve"
    assert table.lost() == []


@pytest.mark.parametrize("came_by", ["", "east"])
def test_every_march_that_is_offered_is_accepted(came_by):
    table = table_of(came_by=came_by, placed="R1 24 8; B1 3 15 180")
    book, position = table.battle.book, table.position
    offered = list(marches(book, position, "red"))
    assert all(table.judge("red", one).ok for one in offered)
    edges = {one.edge for one in offered}
    assert edges == {"left", "right"} | ({"right base"} if came_by else set())
    assert any_march(book, position, "red", Random(1)) in offered


def test_a_large_reserve_comes_in_ranks():
    armies = "R HFT*+ HRDx20; B HFT* HFT"
    held = tuple(f"R{number}" for number in range(2, 22))
    table = table_of(armies, "R1 24 8; B1 24 24 180", held=held)
    assert next(iter(marches(table.battle.book, table.position, "red")), None) is not None


def test_a_card_may_refuse_and_a_larger_game_may_waive():
    waiver = Layer(
        "grand",
        1,
        hooks=((seams.MAY_MARCH, lambda *_: Waiver("TC-8.27", "GT-6.5"), "GT-6.5"),),
    )
    book = Book("triumph", (TRIUMPH, waiver), TRIUMPH.settings)
    table = table_of(book=book)
    assert table.judge("red", march("left", "R2 4 10 90; R3 4 7 90")).ok


@pytest.mark.parametrize("foe", ["5 20 180", "4 30 90", "44 12 200"])
def test_what_is_told_at_once_to_be_legal_is_what_the_judge_allows(foe):
    """[TC-8.20 to TC-8.24] Of every layout, by whichever edge."""
    table = table_of("R HFT*+ LFT LFT; B HFT* HFT+ HFT", f"R1 24 8; B1 24 24 180; B2 {foe}")
    said = set()
    for action in layouts(table.book, table.position, "red"):
        found = judge_march(table.book, table.position, "red", None, action).ok
        assert is_legal_march(table.book, table.position, "red", action) == found
        said.add(found)
    assert said == {True, False}
