"""What menus, previews and other rules read off a table: each reading by the clause it keeps."""

from random import Random

import pytest

from condotta.armies import library
from condotta.armies import muster as listed
from condotta.kernel.records import Piece
from condotta.rules.library import book as book_of
from condotta.rules.triumph import names
from condotta.rules.triumph.deployment.arranging import any_reserve
from condotta.rules.triumph.deployment.battle_order import files_of, rough_ground
from condotta.rules.triumph.deployment.camps import not_open, possible_guards
from condotta.rules.triumph.deployment.deploying import ALL, SetOut, first_seat
from condotta.rules.triumph.deployment.places import may_stand
from condotta.rules.triumph.ground.battlefield import Home, Patch, battlefield
from condotta.rules.triumph.movement.distances import is_slowed
from condotta.rules.triumph.movement.fallback import Loss, OutcomeMove, whole
from condotta.rules.triumph.muster import army_of
from condotta.rules.triumph.shooting.gunnery import may_shoot
from condotta.rules.triumph.stands.bodies import bodies, free_stands
from condotta.rules.triumph.tables import shape_of
from condotta.table import Rectangle, base, pose_at
from tests.rules.triumph.set_up_table import at_step
from tests.rules.triumph.table_setting import setting

MU = 10_000
BOOK = book_of("triumph")


def ids(stands) -> list[str]:
    return [stand.id for stand in stands]


def test_tc_0_2_the_board_is_48_by_32():
    measures = battlefield(BOOK, setting("R1 HFT 24 10 0").position)
    assert (measures.width, measures.depth) == (48 * MU, 32 * MU)


def test_tc_0_4_a_base_is_2_mu_wide_and_as_deep_as_its_type():
    assert shape_of("KNT") == Rectangle(2 * MU, 15_000)
    assert shape_of("HFT") == Rectangle(2 * MU, 7_500)


def test_tc_0_6_wholly_within_counts_the_border():
    own, patch = Home("south", 48 * MU, 32 * MU), Patch(0, 0, 48 * MU, 8 * MU)
    stand = Rectangle(2 * MU, MU)
    assert own.holds(base(pose_at(24 * MU, 8 * MU, 0), stand), patch)
    assert not own.holds(base(pose_at(24 * MU, 8 * MU + 100, 0), stand), patch)


def test_tc_1_4_mounted_are_slowed_and_foot_are_not():
    """[TC-1.5]"""
    table = setting("R1 KNT 24 10 0; R2 HFT 30 10 0; R3 LFT 34 10 0")
    here = table.field
    assert is_slowed(here, here.stand("R1"))
    foot = here.settings.length("closeOrderFootDifficultMove")
    assert is_slowed(here, here.stand("R2")) is (foot is not None)
    assert not is_slowed(here, here.stand("R3"))


def test_tc_2_30_pikes_stand_two_deep_where_there_are_four():
    pikes = [Piece(f"R{n}", "PIK", "red", "red") for n in range(4)]
    assert [len(file) for file in files_of(pikes)] == [2, 2]
    foot = [Piece(f"R{n}", "HFT", "red", "red") for n in range(4)]
    assert [len(file) for file in files_of(foot)] == [1, 1, 1, 1]


def test_tc_3_55_nothing_follows_for_whoever_is_lost():
    assert OutcomeMove("R1", "TC-3.40", lost=(Loss("R1", "TC-3.42"),)).stopped
    assert not OutcomeMove("R1", "TC-3.40").stopped


def test_tc_3_47_nor_for_whoever_the_ground_stopped():
    assert OutcomeMove("R1", "TC-3.47").stopped
    assert (whole(7_500.0), whole(7_499.9), whole(0.0)) == (7_500, 7_499, 0)


def test_tc_4_13_only_those_that_have_not_moved_are_free():
    """Nor may those who fight. [TC-5.10]"""
    table = setting("R1 HFT 24 10 0; R2 HFT 30 10 0 moved; R3 HFT 34 10 0; B1 HFT 34 10 180", cp=3)
    assert ids(free_stands(table.field, "red")) == ["R1"]
    assert ids(free_stands(setting("R1 HFT 24 10 0", cp=0).field, "red")) == []


def test_tc_5_9_bodies_are_lines_columns_and_single_stands():
    table = setting("R1 HFT 24 10 0; R2 HFT 26 10 0; R3 HFT 24 9.25 0", cp=3)
    found = {tuple(ids(body)) for body in bodies(table.field, "red")}
    assert {("R1", "R2"), ("R1", "R3"), ("R1",), ("R2",), ("R3",)} <= found


@pytest.mark.parametrize(("marks", "clause"), [("shot", "TC-6.1"), ("", "")])
def test_tc_6_1_who_has_shot_may_not_shoot_again(marks, clause):
    """Nor who fights, nor who cannot shoot at all. [TC-6.2, TC-6.4, TC-6.6, TC-6.7]"""
    table = setting(f"R1 ARC 24 10 0 {marks}; R2 HFT 30 10 0; B1 HFT 24 12 180")
    here = table.field
    assert may_shoot(here, here.stand("R1")) is not bool(clause)
    assert not may_shoot(here, here.stand("R2"))


def test_tc_6_4_who_fights_may_not_shoot():
    """[TC-6.6, TC-6.7]"""
    table = setting("R1 ARC 24 10 0; B1 HFT 24 10 180", phase="ranged")
    assert not may_shoot(table.field, table.field.stand("R1"))


def test_tc_7_10_whoever_has_the_advantage_leads():
    table = setting("R1 HFT 24 10 0; B1 HFT 24 20 180", counters={"blue": {names.ADVANTAGE: 1}})
    assert first_seat(table.position) == "blue"
    assert first_seat(setting("R1 HFT 24 10 0").position) is None


def test_tc_7_20_ground_that_is_not_open_is_told():
    table = setting("R1 HFT 24 4 0", areas="woods box 24 10 4 4; ploughed-fields box 34 10 4 4")
    here = table.field
    camp = Rectangle(4 * MU, 2 * MU)
    assert not_open(here, base(pose_at(24 * MU, 10 * MU, 0), camp)) == ("Woods",)
    assert not_open(here, base(pose_at(10 * MU, 10 * MU, 0), camp)) == ()
    patch = Patch(0, 0, 48 * MU, 16 * MU)
    own = Home("south", 48 * MU, 32 * MU)
    assert "woods" in {area.kind for area in rough_ground(here, own, patch)}


def test_tc_8_7_a_stand_may_stand_where_nobody_does():
    table = at_step(SetOut(seat="red", window=ALL), placed="R1 24 8 0")
    here, piece = table.field, table.piece("R2")
    assert may_stand(here, piece, pose_at(30 * MU, 8 * MU, 0))
    assert not may_stand(here, piece, pose_at(24 * MU, 8 * MU, 0))


def test_tc_8_20_a_reserve_is_held_back_at_random_if_it_may_be():
    table = at_step(SetOut(seat="red", window=ALL), "R HFT*+x9 LFTx4; B HFT*+x4", marching=("red",))
    ask = table.asks("red")[0]
    found = [any_reserve(BOOK, table.position, ask, Random(seed)) for seed in range(20)]
    held = [one for one in found if one is not None]
    assert held
    assert all(table.judge("red", one).ok for one in held)


def test_tc_9_24_anybody_but_the_general_and_allies_may_guard_the_camp():
    table = at_step(SetOut(seat="red", window=ALL), "R HFT* HFTx2 LFT~; B HFT*x4")
    assert ids(possible_guards(table.battle.book, table.position, "red")) == ["R2", "R3"]


def test_tc_11_8_an_army_of_the_lists_brings_its_ratings_and_homes():
    roster = library().rosters[0]
    army = listed(roster)
    made = army_of(army, "red", "south", "R")
    assert (made.invasion, made.manoeuvre) == (army.invasion.value, army.manoeuvre.value)
    assert made.topographies == tuple(name.lower() for name in army.topographies)
    assert len(made.stands) == len(army.stands)
