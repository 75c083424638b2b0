"""Battles of single models as the table tells a page: coherency, odds, ways of a whole unit."""

from __future__ import annotations

import pytest

from condotta.kernel.asks import Ask
from condotta.rules.skirmish.records import Share, Trail
from condotta.rules.skirmish.shooting import Shoot
from condotta.rules.skirmish.terms import own_move
from condotta.rules.skirmish.trails import MOVE, judged
from condotta.rules.skirmish.walking import Walk
from condotta.server.games import game
from condotta.server.models import assaults, links, toward
from tests.rules.skirmish.skirmish_setting import setting

INCH = 10_000
MOVES = Ask("red", "move unit", "SK-30", says=("Walk",), about=("R1",))


@pytest.fixture(scope="module")
def table():
    """Five of the line, four inches before them nobody, militia twelve inches away."""
    return setting("R1 line_infantry 5 20 20; B1 militia 10 20 34 180")


def test_models_that_would_stay_near_each_other_are_linked(table):
    """[SK-16]"""
    stay = Walk("R1", trails=(Trail("R1.1"),))
    told = links(table.position, stay)
    assert all(one.holds for one in told)
    assert {"R1.1", "R1.2", "R1.3", "R1.4", "R1.5"} == {
        name for one in told for name in (one.piece, one.other)
    }


def test_one_that_would_go_too_far_is_told_apart_from_the_nearest(table):
    """[SK-16, SK-17]"""
    x, y = table.pose("R1.1").point
    away = Walk("R1", trails=(Trail("R1.1", ((round(x), round(y + 5 * INCH)),)),))
    broken = [one for one in links(table.position, away) if not one.holds]
    assert len(broken) == 1
    assert "R1.1" in (broken[0].piece, broken[0].other)
    assert game("skirmish").weighed(table.book, table.position, MOVES, away, legal=False)[0]
    assert game("ranked").weighed(table.book, table.position, MOVES, away, legal=True) == (
        None,
        None,
    )


def test_a_whole_unit_is_led_towards_a_point_by_ways_that_the_judge_allows(table):
    """[SK-31, SK-136]"""
    led = toward(table.book, table.position, MOVES, Walk("R1"), (20 * INCH, 40 * INCH))
    assert isinstance(led, Walk)
    assert len(led.trails) == 5
    allowed = own_move(table.book, table.position, table.unit("R1"), MOVE)
    assert judged(table.position, table.unit("R1"), led.trails, allowed).ok
    assert toward(table.book, table.position, MOVES, Walk("R9"), (0, 0)) is None


def test_shots_have_exact_odds_with_what_each_die_needs(table):
    """[SK-56 to SK-67]"""
    shares = tuple(Share(f"R1.{number}", "assault_rifle", "B1") for number in (2, 3, 4))
    (told,) = assaults(table.book, table.position, None, Shoot("R1", shares))
    assert told.target == "B1"
    assert sum(told.slain) == pytest.approx(1)
    (lot,) = told.lots
    assert (lot.weapon, lot.bearers) == ("assault_rifle", 3)
    assert 2 <= lot.hit <= 6
    assert lot.wound <= 6
    mean = sum(number * chance for number, chance in enumerate(told.slain))
    assert told.lost == pytest.approx(mean, abs=0.001)  # one wound each


def test_shares_of_nobody_have_no_odds(table):
    """[SK-72]"""
    shares = (Share("B1.1", "light_rifle", "R1"),)
    assert assaults(table.book, table.position, None, Shoot("R1", shares)) == ()


def test_ways_of_what_is_no_model_link_nobody_and_what_is_refused_has_no_odds(table):
    """[SK-30, SK-72]"""
    strange = Walk("R1", trails=(Trail("R1", ((0, 0),)), Trail("nobody")))
    assert links(table.position, strange) == ()
    shot = Shoot("R1", (Share("R1.1", "no such weapon", "B1"),))
    kind = game("skirmish")
    assert kind.weighed(table.book, table.position, None, shot, legal=False) == ((), ())
