"""Players who are out of the game, at every kind of moment; concessions; bribes; orders."""

import pytest

from condotta.kernel.events import Answered
from condotta.rules.carnage import names
from condotta.rules.carnage.bribes import Bribe
from condotta.rules.conceding import Concede
from tests.rules.carnage.carnage_setting import Fray, fought, named
from tests.rules.carnage.test_quarters_and_ranks import play_rounds
from tests.rules.carnage.test_turn_order import round_two


def out(fray: Fray, seat: str) -> None:
    """The active seat removes all models of a seat."""
    gone = " ".join(p.id for p in fray.position.at("table") if p.controller == seat)
    fray.says(fray.position.active[0], f"remove {gone}")


def test_whoever_is_out_before_its_turn_is_skipped():
    """[CM-102, CM-104, W-13] B dies in A's turn: C is next, B is asked nothing."""
    fray = named(fought(3), "red")
    out(fray, "blue")
    assert fray.rules("cm.102.out")[0].params["seat"] == "blue"
    fray.says("red", "end")
    assert fray.position.active == ("amber",)
    fray.says("amber", "end")
    assert fray.count(names.TABLE, names.ROUND) == 2
    assert fray.asks[0].about == ("turn", "red", "amber")


def test_out_before_it_played_leaves_one_waiting_who_needs_no_roll():
    """[CM-19, CM-104] Round 2: C is wiped out in A's turn, B is the only one waiting."""
    fray = round_two()
    fray.end(6, 1, 2, names_="red")
    out(fray, "amber")
    fray.says("red", "end")
    assert fray.position.active == ("blue",)


def test_the_next_lowest_rank_chooses_in_place_of_one_who_is_out():
    """[CM-107] As many choices as turns are left."""
    fray = named(fought(4), "red")  # green chose, amber would be next
    out(fray, "amber")
    fray.says("red", "end")
    assert fray.asked() == [("blue", "whose turn")]
    assert fray.options("blue") == ("blue", "green")


@pytest.mark.parametrize("last", ["red", "blue", "amber"])
def test_the_last_army_wins_at_once_whoever_slew_the_others(last: str):
    """[CM-94, CM-95, CM-96] No more points are scored."""
    fray = named(fought(3, near=(5, 0, 0)), "blue")
    gone = " ".join(p.id for p in fray.position.at("table") if p.controller != last)
    fray.says("blue", f"remove {gone}")
    assert fray.ended is not None
    assert (fray.ended.winners, fray.ended.clause) == ((last,), "CM-94")
    assert fray.count("red", names.VP) == 0


def test_armies_that_vanish_together_are_decided_by_points():
    """[CM-97] Nobody is left: points, then ranks."""
    fray = named(fought(3, near=(1, 0, 0)), "blue")
    play_rounds(fray, 1)
    fray.roll(1, 6, 2)
    fray.says("blue", "blue")
    gone = " ".join(p.id for p in fray.position.at("table"))
    fray.says("blue", f"remove {gone}")
    assert fray.ended is not None
    assert (fray.ended.winners, fray.ended.clause) == (("red",), "CM-98")


@pytest.mark.parametrize(("setting", "winner"), [(True, "red"), (False, "amber")])
def test_points_of_one_who_is_out_still_count(setting: bool, winner: str):
    """[CM-106] Or not, by a setting: then the lowest rank of those who are left."""
    fray = named(fought(3, near=(3, 0, 0), eliminatedCanWin=setting, rounds=2), "red")
    play_rounds(fray, 1)
    fray.roll(1, 6, 2)
    fray.says("blue", "blue")
    out(fray, "red")
    play_rounds(fray, 9)
    assert fray.ended is not None
    assert fray.ended.winners == (winner,)


def test_a_player_concedes_in_its_own_turn_only():
    """[CM-109]"""
    fray = named(fought(3), "blue")
    assert fray.refused("red", Concede()) == ["CM-109"]
    fray.does("blue", Concede())
    assert "blue" not in [piece.controller for piece in fray.position.at("table")]
    assert fray.count("blue", names.OUT) == 1
    assert fray.position.active != ("blue",) or fray.asked()[0][0] != "blue"


def test_command_points_of_one_who_is_out_are_lost():
    """[CM-108] It neither gives nor takes."""
    fray = named(fought(3, points=(2, 3, 0)), "red")
    out(fray, "blue")
    assert fray.count("blue", names.CP) == 0
    assert "CM-108" in fray.refused("blue", Bribe("red", 1))
    assert "CM-60" in fray.refused("red", Bribe("blue", 1))


# ── bribes ───────────────────────────────────────────────────────────────────
def test_a_bribe_moves_points_and_nothing_is_lost():
    """[CM-58, CM-59, CM-60] A has 3 and gives 3 to C: A 0, C 3 more; A cannot give again."""
    fray = named(fought(3, points=(3, 0, 1)), "blue")
    fray.does("red", Bribe("amber", 3))
    assert [fray.count(seat, names.CP) for seat in fray.position.seats()] == [0, 0, 4]
    assert fray.refused("red", Bribe("amber", 1)) == ["CM-60"]


def test_a_bribe_is_given_in_anybodys_turn_while_another_is_asked():
    """[CM-61] What was open stays open."""
    fray = named(fought(3, points=(3, 0, 0)), "blue")
    before = fray.asks
    fray.does("red", Bribe("blue", 1, "for peace"))
    assert fray.asks == before


@pytest.mark.parametrize("points", [0, -1, 4])
def test_a_bribe_is_of_at_least_one_point_and_at_most_what_one_has(points: int):
    """[CM-60]"""
    fray = named(fought(3, points=(3, 0, 0)), "blue")
    assert fray.refused("red", Bribe("blue", points)) == ["CM-60"]
    assert fray.count("red", names.CP) == 3


def test_nobody_bribes_himself_or_the_unknown():
    """[CM-59]"""
    fray = named(fought(3, points=(3, 0, 0)), "blue")
    assert fray.refused("red", Bribe("red", 1)) == ["CM-60"]
    assert fray.refused("red", Bribe("violet", 1)) == ["CM-60"]


def test_by_a_setting_a_bribe_costs_more_than_it_gives():
    """[CM-60]"""
    fray = named(fought(3, points=(3, 0, 0), bribeFee=1), "blue")
    assert fray.refused("red", Bribe("blue", 3)) == ["CM-60"]
    fray.does("red", Bribe("blue", 2))
    assert (fray.count("red", names.CP), fray.count("blue", names.CP)) == (0, 2)


def test_a_bribe_waits_for_dice_that_are_asked_for():
    """[CM-126] Never in the middle of a roll."""
    fray = Fray(3, points=(3, 0, 0))
    assert fray.asked() == [("chance", "roll-off")]
    assert fray.refused("red", Bribe("blue", 1)) != []


# ── orders and volunteers ────────────────────────────────────────────────────
@pytest.mark.parametrize("active", ["red", "blue", "amber"])
def test_the_active_player_sets_an_order_of_all(active: str):
    """[CM-45, CM-52] Any permutation, itself included."""
    fray = named(fought(3), active)
    fray.says(active, "order fights red blue amber")
    fray.says(active, "amber")
    assert fray.options(active) == ("red", "blue")
    fray.says(active, "red")
    order = [fray.count(seat, "order fights") for seat in fray.position.seats()]
    assert order == [2, 3, 1]
    assert fray.rules("cm.order.fights")[0].params["seats"] == ("amber", "red", "blue")


def test_wishes_are_secret_until_all_are_known_and_the_active_player_picks():
    """[CM-26, CM-31, W-06]"""
    fray = named(fought(4), "red")
    fray.says("red", "wish blue amber green")
    assert fray.asked() == [("blue", "wish"), ("amber", "wish"), ("green", "wish")]
    fray.says("blue", "yes")
    heard = [one for one in fray.battle.stream("amber") if isinstance(one, Answered)]
    assert (heard[-1].seat, heard[-1].said) == ("blue", None)
    fray.says("green", "yes")
    fray.says("amber", "no")
    assert fray.asked() == [("red", "who may act")]
    assert fray.options("red") == ("blue", "green")
    fray.says("red", "green")
    assert [fray.count(seat, "picked") for seat in fray.position.seats()] == [0, 0, 0, 1]


@pytest.mark.parametrize(("answers", "picked"), [("yn", 1), ("ny", 2), ("nn", 0)])
def test_one_volunteer_is_never_refused(answers: str, picked: int):
    """[CM-31] And nobody acts where nobody wishes to."""
    fray = named(fought(3), "red")
    fray.says("red", "wish blue amber")
    for seat, answer in zip(("blue", "amber"), answers, strict=True):
        fray.says(seat, "yes" if answer == "y" else "no")
    assert [fray.count(seat, "picked") for seat in ("blue", "amber")] == [
        int(picked == 1), int(picked == 2),
    ]  # fmt: skip


def test_by_a_setting_wishes_are_asked_for_one_after_another():
    """[CM-31]"""
    fray = named(fought(3, secretWishes=False), "red")
    fray.says("red", "wish blue amber")
    assert fray.asked() == [("blue", "wish")]
