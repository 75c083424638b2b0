"""Quarters, ranks, the objective, the end."""

import pytest

from condotta.kernel.position import Position
from condotta.kernel.records import Board
from condotta.rules.carnage import names, quarters
from condotta.rules.carnage.objective import PLURALITY, holder
from condotta.table import Disc, base, pose_at
from tests.rules.carnage.carnage_setting import INCH, SIDE, Fray, fought, named


def test_quarters_are_chosen_one_after_another_by_roll_offs():
    """[CM-69, CM-70, CM-72] The last of three chooses between two without a roll. [CM-71]"""
    fray = Fray(3, dice=(1, 2, 6))
    fray.says("amber", "north-east")
    assert fray.asks[0].about == ("quarter", "red", "blue")
    fray.roll(6, 1)
    assert fray.options("red") == ("south-west", "south-east", "north-west")
    fray.says("red", "north-west")
    assert fray.asked() == [("blue", "quarter")]
    assert fray.options("blue") == ("south-west", "south-east")
    fray.says("blue", "south-east")
    assert quarters.deployment_order(fray.position) == ("amber", "red", "blue")


def test_the_last_of_four_takes_what_is_left():
    """[CM-70]"""
    fray = Fray(4, dice=(6, 1, 1, 1, 6, 1, 1, 6, 1))
    for seat in ("red", "blue", "amber"):
        fray.says(seat, fray.options(seat)[0])
    assert [fray.count(seat, names.ZONE) for seat in fray.position.seats()] == [1, 2, 3, 4]


def test_a_tie_for_a_quarter_is_rolled_again():
    """[CM-20, CM-70]"""
    fray = Fray(3, dice=(1, 2, 6))
    fray.says("amber", "north-east")
    fray.roll(4, 4)
    assert fray.asks[0].about == ("quarter", "red", "blue")


@pytest.mark.parametrize(("inches", "refused"), [(9.0, True), (9.01, False), (8.9, True)])
def test_the_base_is_more_than_nine_inches_from_the_middle(inches: float, refused: bool):
    """[CM-74, CM-75, W-15] A base edge at 9.0 inches is too near, at 9.01 it is not."""
    fray = fought()
    radius = INCH // 2
    pose = pose_at(SIDE // 2, SIDE // 2 - radius - round(inches * INCH), 0)
    lies = base(pose, Disc(radius))
    assert quarters.too_central(fray.book, fray.position, lies) is refused


def test_the_quarters_are_the_four_parts_of_the_table():
    """[CM-68, CM-129]"""
    position = Position(board=Board(40, 20))
    assert [quarters.corners(position, name)[0] for name in quarters.QUARTERS] == [
        (0, 0), (20.0, 0), (20.0, 10.0), (0, 10.0),
    ]  # fmt: skip


def ranks(fray: Fray) -> list[int]:
    return [fray.count(seat, names.RANK) for seat in fray.position.seats()]


def test_the_highest_power_level_is_rank_one():
    """[CM-79, CM-80]"""
    assert ranks(fought(3, powers=(40, 60, 50))) == [3, 1, 2]


def set_up_to_ranks(fray: Fray) -> Fray:
    while fray.asked()[0][1] == "quarter" or "quarter" in fray.asks[0].about:
        seat, _ = fray.asked()[0]
        if seat == "chance":
            fray.roll(*range(fray.asks[0].dice, 0, -1))
        else:
            fray.says(seat, fray.options(seat)[0])
    return fray


def test_the_winner_of_a_tie_has_the_higher_rank():
    """[CM-81, CM-82] And so is worse off: it chooses later."""
    fray = set_up_to_ranks(Fray(3, powers=(25, 30, 25)))
    assert fray.asks[0].about == ("rank", "red", "amber")
    fray.roll(2, 5)
    assert ranks(fray) == [3, 1, 2]
    assert fray.asked() == [("red", "whose turn")]


def test_of_three_equals_the_winner_is_first_and_the_rest_roll_again():
    """[CM-81] Equal dice between them are rolled again too."""
    fray = set_up_to_ranks(Fray(4, powers=(26, 25, 26, 26)))
    fray.roll(1, 4, 2)
    assert fray.asks[0].about == ("rank", "red", "green")
    fray.roll(3, 3)
    fray.roll(1, 6)
    assert ranks(fray) == [3, 4, 1, 2]


TABLE = [
    ((5, 0, 0, 0), "A", "A"),
    ((5, 4, 0, 0), "A", "A"),
    ((5, 3, 2, 0), "", "A"),
    ((5, 3, 3, 0), "", "A"),
    ((4, 4, 0, 0), "", ""),
    ((1, 0, 0, 0), "A", "A"),
    ((0, 0, 0, 0), "", ""),
    ((4, 3, 2), "", "A"),
    ((6, 3, 2), "A", "A"),
    ((6, 3, 3), "", "A"),
    ((6, 2, 3), "A", "A"),
]


@pytest.mark.parametrize(("numbers", "summed", "plural"), TABLE)
def test_who_controls_the_objective(numbers: tuple[int, ...], summed: str, plural: str):
    """[CM-89, CM-90, W-07] More models than all enemies together; or, by a setting, than each."""
    counted = dict(zip("ABCD", numbers, strict=False))
    assert holder(counted) == summed
    assert holder(counted, PLURALITY) == plural


def play_rounds(fray: Fray, rounds: int) -> None:
    """Everybody ends its turn until so many rounds are over, or the battle is."""
    while not fray.ended and fray.count(names.TABLE, names.ROUND) <= rounds:
        seat, window = fray.asked()[0]
        if window == "act":
            fray.says(seat, "end")
        elif seat == "chance":
            fray.roll(*range(fray.asks[0].dice, 0, -1))
        else:
            fray.says(seat, fray.options(seat)[0])


def test_the_objective_scores_when_a_round_ends_and_adds_up():
    """[CM-23, CM-88, CM-93] A 6, B 3, C 3: nobody. B loses one: A scores."""
    fray = named(fought(3, near=(6, 3, 3)), "red")
    fray.says("red", "end")
    while fray.count(names.TABLE, names.ROUND) == 1:
        seat, window = fray.asked()[0]
        fray.says(seat, "end" if window == "act" else fray.options(seat)[0])
    assert fray.count("red", names.VP) == 0
    assert fray.rules("cm.90.nobody")
    while fray.asked()[0][1] != "act":
        seat, _ = fray.asked()[0]
        if seat == "chance":
            fray.roll(*range(fray.asks[0].dice, 0, -1))
        else:
            fray.says(seat, fray.options(seat)[0])
    fray.says(fray.position.active[0], "remove blue.1")
    play_rounds(fray, 2)
    assert fray.count("red", names.VP) == 1
    play_rounds(fray, 3)
    assert fray.count("red", names.VP) == 2


def test_the_battle_lasts_five_rounds_and_most_points_win_a_major_victory():
    """[CM-87, CM-98, CM-101]"""
    fray = named(fought(3, near=(3, 1, 1)), "blue")
    play_rounds(fray, 9)
    assert fray.count(names.TABLE, names.ROUND) == 5
    assert fray.ended is not None
    assert (fray.ended.winners, fray.ended.clause) == (("red",), "CM-98")
    result = fray.rules("cm.101.victory_points")[0].params
    assert (result["grade"], result["points of red"], result["round"]) == ("cm.grade.major", 5, 5)


def test_nobody_scored_and_the_lowest_rank_wins_a_minor_victory():
    """[CM-99, CM-100, W-12] There is always a winner."""
    fray = named(fought(3, near=(2, 2, 2), powers=(25, 20, 24)), "red")
    play_rounds(fray, 9)
    assert fray.ended is not None
    assert (fray.ended.winners, fray.ended.clause) == (("blue",), "CM-99")
    assert fray.rules("cm.101.tie_lowest_rank")[0].params["grade"] == "cm.grade.minor"


def test_only_those_who_share_the_most_points_compare_ranks():
    """[CM-99] A 2, B 2, C 1 with ranks 1, 2, 3: B wins a minor victory."""
    fray = named(fought(3, near=(0, 0, 0), powers=(25, 24, 20), rounds=1), "red")
    for seat, points in (("red", 2), ("blue", 2), ("amber", 1)):
        given(fray, seat, points)
    play_rounds(fray, 9)
    assert fray.ended is not None
    assert (fray.ended.winners, fray.ended.clause) == (("blue",), "CM-99")


def given(fray: Fray, seat: str, points: int) -> None:
    """Points that a seat has scored before."""
    from condotta.kernel.events import Counted

    fray.battle.correct((Counted(seat, names.VP, points),), "for the test")


def test_cm_90_by_the_other_reading_nobody_has_more_than_each():
    """[CM-90] Who has as many as another holds nothing, and is told so."""
    fray = named(fought(3, near=(3, 3, 1), control="plurality"), "red")
    play_rounds(fray, 1)
    assert fray.rules("cm.90.level")
    assert not fray.rules("cm.90.nobody")
