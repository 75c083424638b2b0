"""Roll-offs, rounds and who decides whose turn it is."""

import pytest

from condotta.rules.carnage import names
from condotta.rules.carnage.bribes import Bribe
from tests.rules.carnage.carnage_setting import Fray, fought, named


def test_only_those_who_tie_for_the_highest_roll_again():
    """[CM-119, CM-69] Three players roll 5, 5, 2: the two fives roll again, the 2 is out. [W-11]"""
    fray = Fray(3, dice=(5, 5, 2))
    assert fray.asks[0].dice == 2
    assert fray.asks[0].about == ("quarter", "red", "blue")
    fray.roll(3, 4)
    assert fray.asked() == [("blue", "quarter")]
    assert fray.rules("cm.119.tied")[0].params["seats"] == ("red", "blue")


def test_by_a_setting_everybody_rolls_again_after_a_tie():
    """[CM-20]"""
    fray = Fray(3, dice=(5, 5, 2), tiesRollAll=True)
    assert fray.asks[0].dice == 3


def test_a_tie_of_all_and_a_second_tie_are_rolled_again():
    """[CM-20]"""
    fray = Fray(4, dice=(6, 6, 6, 6, 2, 3, 3, 1))
    assert fray.asks[0].about == ("quarter", "blue", "amber")
    fray.roll(1, 1)
    fray.roll(1, 2)
    assert fray.asked() == [("amber", "quarter")]


@pytest.mark.parametrize("first", ["red", "blue", "amber"])
def test_the_lowest_rank_may_name_anybody_for_the_first_turn(first: str):
    """[CM-84, CM-85] Power levels 60, 50, 40: the player of 40 may name the one of 60. [W-08]"""
    fray = fought(3, powers=(60, 50, 40))
    assert fray.asked() == [("amber", "whose turn")]
    assert fray.options("amber") == ("red", "blue", "amber")
    named(fray, first)
    assert fray.position.active == (first,)


def test_the_first_round_goes_up_the_ranks_whoever_has_had_a_turn():
    """[CM-84, CM-85, CM-86] Ranks A, B, C, D: D names A, C names D, B names C, B is left."""
    fray = named(fought(4), "red")
    fray.says("red", "end")
    assert fray.asked() == [("amber", "whose turn")]
    assert fray.options("amber") == ("blue", "amber", "green")
    fray.says("amber", "green")
    fray.says("green", "end")
    assert fray.asked() == [("blue", "whose turn")]
    fray.says("blue", "amber")
    fray.says("amber", "end")
    assert fray.position.active == ("blue",)
    assert fray.rules("cm.19.last")[0].params["seat"] == "blue"


def round_two(seats: int = 3, **given: object) -> Fray:
    """Everybody has had a turn in the first round, the last seat at last."""
    fray = named(fought(seats, **given), "red")
    for seat in fray.position.seats()[1:]:
        fray.end(names_=seat)
    return fray


def test_later_rounds_are_rolled_for_and_the_winner_names_another():
    """[CM-16] The highest decides who goes, itself or anybody else. [W-09]"""
    fray = round_two()
    fray.says("amber", "end")
    assert fray.count(names.TABLE, names.ROUND) == 2
    fray.roll(1, 6, 2)
    assert fray.asked() == [("blue", "whose turn")]
    fray.says("blue", "amber")
    assert fray.position.active == ("amber",)


def test_only_those_who_wait_roll_and_are_named():
    """[CM-17, CM-22] Round 2, B has played. A 3, C 4: C names A or C, never B."""
    fray = round_two()
    fray.end(1, 6, 2, names_="blue")
    fray.says("blue", "end")
    assert fray.asks[0].about == ("turn", "red", "amber")
    fray.roll(3, 4)
    assert fray.asked() == [("amber", "whose turn")]
    assert fray.options("amber") == ("red", "amber")


def test_the_last_one_waiting_goes_without_a_roll():
    """[CM-18, CM-19] With three players there are two roll-offs a round. [W-09]"""
    fray = round_two()
    fray.end(1, 6, 2, names_="blue")
    fray.end(3, 4, names_="red")
    fray.says("red", "end")
    assert fray.position.active == ("amber",)


def test_one_may_have_two_turns_in_a_row():
    """[CM-21, W-10]"""
    fray = round_two()
    fray.says("amber", "end")
    assert fray.asks[0].dice == 3
    fray.roll(1, 2, 6)
    assert "amber" in fray.options("amber")


def test_by_a_setting_nobody_has_two_turns_in_a_row():
    """[CM-21, W-10] Whoever had the last turn takes no part in the first roll-off."""
    fray = round_two(twoTurnsInARow=False)
    fray.says("amber", "end")
    assert fray.asks[0].about == ("turn", "red", "blue")


@pytest.mark.parametrize("seats", [3, 4])
def test_everybody_has_one_turn_a_round(seats: int):
    """[CM-15]"""
    fray = round_two(seats)
    turns = []
    for _ in range(2 * seats):
        fray.says(fray.position.active[0], "end")
        while fray.asked()[0][1] != "act":
            seat, window = fray.asked()[0]
            if window == "roll-off":
                fray.roll(*range(1, fray.asks[0].dice + 1))
            else:
                fray.says(seat, fray.options(seat)[-1])
        turns.append(fray.position.active[0])
    assert sorted(turns[:seats]) == sorted(turns[seats:]) == sorted(fray.position.seats())


def test_a_command_point_rolls_a_die_of_a_roll_off_again_once():
    """[CM-24] Before the dice are compared; each die once."""
    fray = Fray(3, dice=(5, 4, 2), points=(0, 0, 2))
    assert fray.asked() == [("amber", "roll again")]
    assert fray.asks[0].about == ("red:5", "blue:4", "amber:2")
    fray.says("amber", "roll again")
    assert fray.count("amber", names.CP) == 1
    fray.roll(6)
    assert fray.asked() == [("amber", "quarter")]


def test_a_second_die_that_ties_is_compared_like_any_other():
    """[CM-20, CM-24]"""
    fray = Fray(3, dice=(5, 4, 2), points=(0, 0, 1))
    fray.says("amber", "roll again")
    fray.roll(5)
    assert fray.asks[0].about == ("quarter", "red", "amber")


def test_several_may_roll_again_and_none_knows_of_the_others():
    """[CM-24] All are asked before anybody rolls again."""
    fray = Fray(3, dice=(5, 4, 2), points=(1, 0, 1))
    assert fray.asked() == [("red", "roll again"), ("amber", "roll again")]
    fray.says("red", "keep die")
    fray.says("amber", "keep die")
    assert fray.asked() == [("red", "quarter")]


def test_by_a_setting_no_die_of_a_roll_off_is_rolled_again():
    """[CM-24]"""
    fray = Fray(3, dice=(5, 4, 2), points=(1, 1, 1), rerollRollOffs=False)
    assert fray.asked() == [("red", "quarter")]


def test_nobody_bribes_while_dice_may_be_rolled_again():
    """[CM-24, CM-126] Never in the middle of a roll; as soon as it is settled one may."""
    fray = Fray(3, dice=(5, 4, 2), points=(1, 0, 1))
    assert fray.refused("amber", Bribe("blue", 1)) == ["CM-126"]
    fray.says("amber", "keep die")
    fray.says("red", "keep die")
    fray.does("amber", Bribe("blue", 1))
    assert fray.count("blue", names.CP) == 1
