"""What each game counts, and what the end of a battle says of it."""

import pytest

from condotta.kernel.position import Position
from condotta.kernel.records import Chair
from condotta.rules.carnage import victory
from condotta.rules.library import SYSTEMS, book, kind
from condotta.rules.scores import first, leading, order, score_of, scores
from condotta.rules.treachery.turns import decided

SEATS = ("red", "blue", "amber", "green")
NAMES = {
    "triumph": ("points-lost", "TC-10.1"),
    "grand": ("points-lost", "GT-9.1"),
    "treachery+triumph": ("tokens", "TT-13.7"),
    "treachery": ("tokens", "TT-13.7"),
    "ranked": ("victory-points", "FB-14.3"),
    "skirmish": ("victory-points", "SK-27"),
    "carnage": ("victory-points", "CM-98"),
    "carnage+ranked": ("victory-points", "CM-98"),
}


def seated(*sides: str, **counters: dict[str, int]) -> Position:
    """So many seats on those sides, with counters beside them."""
    chairs = tuple(Chair(seat, side) for seat, side in zip(SEATS, sides, strict=False))
    return Position(chairs=chairs, counters=counters)


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_game_has_one_score(system):
    """[TC-10.1, GT-9.1, TT-13.7, FB-14.3, SK-27, CM-98]"""
    score = score_of(book(system))
    assert (score.name, score.clause) == NAMES[kind(system)]


def test_tt_13_7_an_empty_coffer_is_nothing_whatever_was_scored():
    position = seated("red", "blue", red={"tokens": 50}, blue={"victory points": 90})
    assert scores(book("treachery"), position) == {"red": 50, "blue": 0}


def test_cr_6_what_is_destroyed_is_no_score_over_ranked_armies():
    position = seated(
        "red", "blue", red={"victory points": 900}, blue={"points for the objective": 1}
    )
    assert scores(book("carnage+ranked"), position) == {"red": 0, "blue": 1}


def test_fb_14_4_the_score_of_a_side_is_that_of_its_seats():
    one, two = {"victory points": 40}, {"victory points": 70}
    position = seated("south", "north", "south", red=one, blue=two, amber=one)
    rules = book("ranked")
    assert [place.seats for place in order(rules, position)] == [("red", "amber"), ("blue",)]
    assert leading(rules, position) == ("red", "amber")


def test_fb_14_4_equal_points_are_a_draw_of_three():
    position = seated("red", "blue", "amber", "green", green={})
    assert leading(book("ranked"), position) == ()


@pytest.mark.parametrize(("earned", "key", "winners"), [
    ({"red": 3, "blue": 2}, "tt.13-12.earned", ("red",)),
    ({"red": 2, "blue": 2}, "tt.13-12.shared", ("red", "blue")),
])  # fmt: skip
def test_tt_13_7_the_tie_break_that_decided_is_told(earned, key, winners):
    counters = {seat: {"tokens": 200, "points earned": many} for seat, many in earned.items()}
    position = seated("red", "blue", "amber", **counters)
    said = decided(first(book("treachery"), position))
    assert (said.key, said.params["winners"]) == (key, winners)
    assert said.params["tied"] == ("red", "blue")


def test_tt_13_7_the_one_who_is_richer_than_all_is_the_richest():
    position = seated("red", "blue", "amber", blue={"tokens": 50})
    assert decided(first(book("treachery"), position)).key == "tt.13-7.tokens"


def test_cm_106_who_is_out_may_have_as_many_points_and_that_is_said():
    """By the setting that bars it: nobody is said to have most points who has not."""
    rules = book("carnage+ranked", {"eliminatedCanWin": False})
    points = {"points for the objective": 2}
    position = seated("red", "blue", red=points, blue=points)
    said, _ = victory.told(rules, position, "red", victory.POINTS, ("red",))
    assert said.key == "cm.106.victory_points"
    said, _ = victory.told(rules, position, "red", victory.POINTS, ("red", "blue"))
    assert said.key == "cm.101.victory_points"
