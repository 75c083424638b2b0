"""Losses and who has won. [TC-10]"""

import pytest

from condotta.rules.triumph import seams
from condotta.rules.triumph.victory import losses, swept_away
from tests.rules.triumph.table_setting import Table, setting

BOTH = "R1 HFT 24 10 0; B1 HFT 24 22 180"
THREE = {"red": "south", "blue": "north", "green": "west"}


def table(red: float = 0, blue: float = 0, pieces: str = BOTH, **more: object) -> Table:
    """A table in the middle of a turn, with what each side has lost."""
    lost = {"red": red, "blue": blue}
    return setting(pieces, phase="command", losses=lost, **more)  # type: ignore[arg-type]  # keywords


def winners(table: Table):
    """Who would have won now, and by which clause."""
    found = table.battle.book.stack(seams.VICTORY, table.battle.book, table.position)
    return None if found is None else found[:2]


@pytest.mark.parametrize(
    ("red", "blue", "won"),
    [
        (0, 16, ("red",)),
        (0, 15.5, None),
        (16, 17, ("red",)),
        (17, 16, ("blue",)),
        (20, 20.5, ("red",)),
    ],
)
def test_tc_10_1_t_22_sixteen_lost_and_more_than_the_winner(red: float, blue: float, won):
    found = winners(table(red, blue))
    assert found == (None if won is None else (won, "TC-10.1"))


def test_tc_10_3_t_21_equal_losses_play_on():
    assert winners(table(16, 16)) is None


def test_tc_10_1_the_deciding_points_are_a_setting():
    assert winners(table(0, 12, settings={"lossThreshold": 12})) == (("red",), "TC-10.1")


def test_tc_10_1_judged_at_the_end_of_each_turn_whoever_has_it():
    for active in ("red", "blue"):
        end = setting(BOTH, phase="close", active=active, losses={"blue": 16})
        assert end.position.ended is not None
        assert (end.position.ended.winners, end.position.ended.clause) == (("red",), "TC-10.1")


def test_tc_10_1_of_three_sides_one_wins_when_both_others_have_lost_enough_and_more():
    pieces = f"{BOTH}; G1 HFT 40 16 270"
    lost = {"red": 5, "blue": 16, "green": 10}
    three = setting(pieces, phase="command", seats=THREE, losses=lost)
    assert winners(three) is None
    lost = {"red": 5, "blue": 16, "green": 18}
    three = setting(pieces, phase="command", seats=THREE, losses=lost)
    assert winners(three) == (("red",), "TC-10.1")


def test_tc_10_1_a_side_of_two_seats_wins_and_loses_together():
    pieces = f"{BOTH}; G1 HFT 40 10 0"
    seats = {"red": "south", "green": "south", "blue": "north"}
    lost = {"red": 8, "green": 7, "blue": 16}
    allied = setting(pieces, phase="command", seats=seats, losses=lost)
    assert losses(allied.position) == {"south": 30, "north": 32}
    assert winners(allied) == (("red", "green"), "TC-10.1")


# ── what counts ──────────────────────────────────────────────────────────────
def test_tc_10_2_only_what_was_destroyed_counts():
    pieces = (
        f"{BOTH}; B2 KNT lost; B3 WWG lost; B4 CAMP lost; B5 LFT garrison lost; "
        "B6 KNT reserve; B7 KNT aside; B8 KNT undeployed; B9 KNT gone"
    )
    found = setting(pieces, phase="command")
    assert losses(found.position) == {"south": 0, "north": 2 * (4 + 3 + 8 + 3)}


# ── nobody left ──────────────────────────────────────────────────────────────
def test_tc_10_4_a_side_without_a_stand_has_lost_whatever_the_losses():
    camp = setting("R1 HFT 24 10 0; B9 CAMP 24 31 180; B1 KNT reserve", phase="command",
                   losses={"red": 40})  # fmt: skip
    assert winners(camp) == (("red",), "TC-10.4")


def test_tc_10_4_of_three_sides_the_last_one_standing_wins():
    three = setting("R1 HFT 24 10 0", phase="command", seats=THREE)
    assert winners(three) == (("red",), "TC-10.4")
    two = setting(BOTH, phase="command", seats=THREE)
    assert winners(two) is None
    assert swept_away(two.battle.book, two.position) == ()


def test_tc_10_4_with_no_stand_on_any_side_losses_decide_or_it_is_a_draw():
    assert winners(table(10, 17, "R1 HFT lost; B1 HFT lost")) == (("red",), "TC-10.1")
    assert winners(table(10, 10, "R1 HFT lost; B1 HFT lost")) == ((), "TC-10.4")
