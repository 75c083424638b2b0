"""The dice before the battle."""

import pytest

from condotta.kernel.asks import Roll
from condotta.kernel.errors import Illegal
from condotta.kernel.records import CHANCE
from condotta.rules.triumph import names
from condotta.rules.triumph.ground.topography import (
    Invasion,
    Manoeuvre,
    TerrainScore,
    flank_march_allowed,
    score_range,
)
from tests.rules.triumph.set_up_table import army, at_step

RED = army("R HFT*", invasion=1, manoeuvre=2, topographies=("arable", "marsh"))
BLUE = army("B HFT*", invasion=3, manoeuvre=0, topographies=("steppe",))
GREEN = army("G HFT*", invasion=0, manoeuvre=0, topographies=("dry",))


def frame(table):
    return table.battle.state.agenda[-1]


def window(table):
    return table.asks()[0].seat, table.asks()[0].window


def test_tc_7_1_the_lower_score_with_its_rating_is_at_home():
    table = at_step(Invasion(), (RED, BLUE), first="", dice=(6, 3))
    assert frame(table) == Manoeuvre(topography="steppe")  # red 7, blue 6
    (ruled,) = [one for one in table.rulings("TC-7.1") if one.key == "tc.7-1.home"]
    assert ruled.params == {"seat": "blue"}
    assert [tally.total for tally in ruled.tallies] == [7, 6]


def test_tc_7_1_the_defender_picks_among_several_homes():
    table = at_step(Invasion(), (RED, BLUE), first="", dice=(2, 3))
    assert window(table) == ("red", "topography")
    assert table.asks("red")[0].options == ("arable", "marsh")
    with pytest.raises(Illegal):
        table.choose("red", "steppe")
    table.choose("red", "marsh")
    assert frame(table) == Manoeuvre(topography="marsh")


def test_tri_15_a_tie_voids_both_dice_and_a_single_new_die_does_not_do():
    table = at_step(Invasion(), (RED, BLUE), first="", dice=(5, 3))  # 6 and 6
    assert [one.key for one in table.rulings("TC-7.1")] == ["tc.7-1.tie"]
    assert table.asks(CHANCE)[0].dice == 2
    refused = table.refused(CHANCE, Roll((1,)))
    assert refused[0].key == "kernel.dice"
    assert frame(table) == Invasion()
    table.roll(6, 1)
    assert frame(table) == Manoeuvre(topography="steppe")


def test_tc_7_38_of_three_only_a_tie_for_the_lowest_is_rolled_again():
    highest = at_step(Invasion(), (RED, BLUE, GREEN), first="", dice=(5, 3, 1))  # 6, 6, 1
    assert frame(highest) == Manoeuvre(topography="dry")
    lowest = at_step(Invasion(), (RED, BLUE, GREEN), first="", dice=(1, 3, 2))  # 2, 6, 2
    assert frame(lowest) == Invasion()


def test_tc_7_1_a_list_without_a_home_may_fight_anywhere():
    homeless = army("B HFT*")
    table = at_step(Invasion(), (RED, homeless), first="", dice=(6, 1))
    assert len(table.asks("blue")[0].options) == 7


def test_tc_7_10_the_higher_score_has_the_advantage_by_the_difference():
    table = at_step(Manoeuvre(topography="dry"), (RED, BLUE), first="", dice=(4, 3))
    assert table.count("red", names.ADVANTAGE) == 1
    assert table.count("blue", names.ADVANTAGE) == 0
    assert frame(table) == TerrainScore(topography="dry", seat="red", advantage=3)


def test_tc_7_10_a_tie_is_rolled_again_for_an_advantage_of_nothing():
    table = at_step(Manoeuvre(topography="dry"), (RED, BLUE), first="", dice=(4, 6, 1, 6))
    assert frame(table) == TerrainScore(topography="dry", seat="blue", advantage=0)
    assert table.count("blue", names.ADVANTAGE) == 1
    assert [one.key for one in table.rulings("TC-7.10")] == [
        "tc.7-10.tie",
        "tc.7-10.advantage",
    ]


def test_tc_7_39_seats_of_one_side_do_not_tie_with_each_other():
    ally = army("G HFT*", manoeuvre=2)
    table = at_step(Manoeuvre(topography="dry"), (RED, BLUE, ally), first="", dice=(4, 3, 4))
    assert frame(table) == TerrainScore(topography="dry", seat="red", advantage=3)


def test_t_19_and_t_20_tc_7_11_less_than_the_rating_or_a_one():
    assert flank_march_allowed(2, 3)
    assert flank_march_allowed(1, 0)
    assert not flank_march_allowed(3, 3)


def test_tc_7_11_the_first_unmodified_roll_alone_decides_who_may_march():
    table = at_step(Manoeuvre(topography="dry"), (RED, BLUE), first="", dice=(1, 3, 6, 1))
    assert table.count("red", names.MAY_MARCH) == 1  # 1 is a one; 3 is no less than 0
    assert table.count("blue", names.MAY_MARCH) == 0  # its 1 came after the tie
    assert [one.params["seat"] for one in table.rulings("TC-7.11")] == ["red"]


def test_tc_7_12_the_score_is_kept_between_2_and_12():
    assert score_range((1, 1), 3) == (2, 5)
    assert score_range((6, 6), 2) == (10, 12)
    assert score_range((1, 2), 0) == (3, 3)


def test_tc_7_12_tc_7_40_the_advantaged_player_raises_or_lowers_the_sum_of_two_dice():
    table = at_step(TerrainScore(topography="dry", seat="red", advantage=2), dice=(3, 4))
    ask = table.asks("red")[0]
    assert (ask.window, ask.options) == ("terrain score", ("5", "6", "7", "8", "9"))
    table.choose("red", "9")
    assert frame(table).score == 9


def test_tc_7_12_without_an_advantage_score_nobody_is_asked():
    table = at_step(TerrainScore(topography="dry", seat="red", advantage=0), dice=(3, 4))
    assert frame(table).score == 7
