"""Who must stand in the centre third."""

import pytest

from condotta.rules.triumph.deployment.centre import (
    in_centre,
    lacks,
    priority,
    reserve_leaves,
)
from condotta.rules.triumph.deployment.deploying import ALL, SetOut
from tests.rules.triumph.set_up_table import at_step, deploy

FRAME = SetOut(seat="red", window=ALL)
BLUE = "; B HFT*"


def table_of(red, placed="", **more):
    return at_step(FRAME, red + BLUE, placed, **more)


def lack(table):
    return lacks(table.battle.book, table.position, "red")


def test_tc_8_5_the_order_of_priority():
    table = table_of("R HFT*+ KNT+ HFT ART ARC RBL ELE JCV SKM+ SKM")
    ranks = [priority(table.battle.book, table.piece(f"R{number}")) for number in range(1, 11)]
    assert ranks == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_tc_8_4_skirmishers_of_a_battle_line_entry_drop_to_the_end():
    table = table_of("R SKM*+")
    assert priority(table.battle.book, table.piece("R1")) == 4


def test_tc_8_4_and_8_5_sixteen_points_must_stand_in_the_centre():
    table = table_of("R HFT*+ HFT+x6", "R1 20 8; R2 22 8; R3 24 8; R4 26 8; R5 28 8")
    found = lack(table)
    assert (found.missing, found.priority) == (2, 0)  # 15 of 16 points
    assert found.stands == ("R6", "R7")
    table.say("red", deploy("R6 30 8"))
    assert lack(table) is None


def test_tc_8_5_battle_line_comes_before_any_other():
    table = table_of("R HFT*+ HFT+x5 SPRx5", "R7 17 8; R8 19 8; R9 21 8; R10 23 8")
    found = lack(table)
    assert (found.missing, found.priority) == (32, 0)
    assert found.stands == ("R1", "R2", "R3", "R4", "R5", "R6")


def test_tc_8_5_where_battle_line_ends_close_order_foot_follows():
    table = table_of("R HFT*+ SPRx5 LFTx5", "R1 17 8; R7 19 8; R8 21 8; R9 23 8; R10 25 8")
    found = lack(table)
    assert (found.missing, found.priority) == (26, 1)  # 3 of 16 points of these two classes
    assert found.stands == ("R2", "R3", "R4", "R5", "R6")


@pytest.mark.parametrize(
    ("placed", "missing", "rank"),
    [
        ("R2 17 8; R3 19 8; R4 21 8; R5 23 8", 6, 2),  # the one foot stand comes first
        ("R1 17 8; R2 19 8; R3 21 8; R4 23 8", 2, 3),
        ("R1 17 8; R2 19 8; R3 21 8; R4 23 8; R5 25 8", 0, 0),
    ],
)
def test_tc_8_5_foot_then_mounted_then_skirmishers(placed, missing, rank):
    table = table_of("R LFT* KNTx5 SKMx4", placed)
    found = lack(table)
    assert (found.missing, found.priority) == (missing, rank) if missing else found is None


def test_tc_8_5_a_small_army_needs_no_more_than_it_has():
    assert lack(table_of("R HFT*+ SKM", "R1 17 8; R2 19 8")) is None
    assert lack(table_of("R HFT*+ SKM", "R1 17 8")).stands == ("R2",)


def test_tc_8_5_the_minimum_is_a_setting():
    table = table_of("R HFT*+ HFT+x6", "R1 20 8", settings={"centreMinPoints": 3})
    assert lack(table) is None


def test_tc_8_3_only_stands_wholly_in_the_centre_count():
    table = table_of("R HFT*+ HFT+", "R1 17 8; R2 32 8")
    assert in_centre(table.battle.book, table.position, table.piece("R1"))
    assert not in_centre(table.battle.book, table.position, table.piece("R2"))


def test_tc_8_27_a_reserve_leaves_the_centre_its_minimum():
    table = table_of("R HFT*+ HFT+x6")
    book, position = table.battle.book, table.position

    def short(*held):
        return reserve_leaves(book, position, "red", tuple(table.piece(name) for name in held))

    assert short("R2") == 0  # 18 of 21 points are left
    assert short("R2", "R3") == 2  # 15 are
