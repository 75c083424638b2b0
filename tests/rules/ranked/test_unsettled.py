"""What the clauses leave open, and we decide: runaways, corners. FB-7.29, FB-7.30"""

from typing import Any

import pytest

from condotta.rules.ranked import names
from condotta.rules.ranked.combat.pursuit import Overrun, Pursuit
from condotta.rules.ranked.reading.arcs import at_corners
from tests.rules.ranked.ranked_setting import INCH, Table, setting

RUNAWAY = (
    "R1 line-infantry 20x5 24 10 0; B1 line-infantry 9x5 24 {y} 0 fleeing; B9 captain 1x1 in B1; "
    "B2 line-infantry 10x5 60 40 180"
)
BEHIND = 2 * 20 / 25.4  # how deep ten models in files of five are, the captain among them


def pursued(far: float, **more: Any) -> Table:
    """R1 pursues somebody who is gone, eight inches; B1 flees so far before its front."""
    gone = Pursuit(regiment="R1", inches=8, after="gone", x=24 * INCH, y=40 * INCH)
    pieces = RUNAWAY.format(y=10 + far + BEHIND)
    return setting(pieces, phase=names.CLOSE, then=(gone,), **more)


def test_fb_7_29_a_pursuer_destroys_an_enemy_that_flees_already():
    """With the characters in it; it halts where it met them. [FB-4.10, FB-7.25]"""
    table = pursued(5)
    assert [table.piece(name).place for name in ("B1", "B9")] == ["lost", "lost"]
    assert table.at("R1")[1] == pytest.approx(15, abs=0.01)
    told = table.rulings("FB-7.29")[0]
    assert (told.key, told.params) == ("fb.7-29.caught", {"regiment": "R1", "target": "B1"})


def test_fb_7_29_or_stops_before_it_where_that_is_set():
    table = pursued(5, settings={"pursuitIntoFleeing": "stops"})
    assert table.piece("B1").place == "table"
    assert table.at("R1")[1] == pytest.approx(14, abs=0.01)
    assert [one.key for one in table.rulings("FB-7.29")] == ["fb.7-29.stops"]


def test_fb_7_29_what_it_does_not_reach_flees_on():
    table = pursued(9)
    assert table.piece("B1").place == "table"
    assert not table.rulings("FB-7.29")


def test_fb_7_29_an_overrun_is_as_a_pursuit():
    """[FB-7.26]"""
    table = setting(
        RUNAWAY.format(y=16 + BEHIND), phase=names.CLOSE, then=(Overrun(regiment="R1"),)
    )
    table.roll(3, 4)
    assert table.piece("B1").place == "lost"


def test_fb_7_21_whoever_got_away_is_not_caught_by_the_move():
    """The dice said that B1 escapes; turned about its middle it lies nearer than it fled."""
    chased = Pursuit(regiment="R1", inches=8, after="B1", x=24 * INCH, y=40 * INCH)
    table = setting(RUNAWAY.format(y=15 + BEHIND), phase=names.CLOSE, then=(chased,))
    assert table.piece("B1").place == "table"
    assert not table.rulings("FB-7.29")


# ── corners ──────────────────────────────────────────────────────────────────
WIDE = 5 * 20 / 25.4
CORNERS = f"R1 line-infantry 20x5 24 10 0; B1 line-infantry 20x5 {24 + WIDE} 10 180"


def test_fb_7_30_regiments_that_touch_at_corners_fight():
    """One model of each front, and who stands behind it, strike. [FB-7.3]"""
    table = setting(CORNERS, phase=names.CLOSE)
    here = table.field
    one, foe = here.regiment("R1"), here.regiment("B1")
    assert at_corners(one.base, foe.base)
    assert here.touching(one) == (foe,)
    (told,) = table.rulings("FB-7.30")
    assert sorted(told.params.values()) == ["B1", "R1"]
    assert {ask.dice for ask in table.asks()} == {2}


def test_fb_7_30_or_do_not_where_that_is_set():
    """Nobody is engaged: the phase is over."""
    table = setting(CORNERS, phase=names.CLOSE, settings={"cornersFight": False})
    here = table.field
    assert not here.engaged(here.regiment("R1"))
    assert not table.rulings("FB-7.1")


@pytest.mark.parametrize("aside", [0.0, WIDE - 0.4])
def test_fb_7_30_who_shares_a_stretch_of_an_edge_fights_all_the_same(aside: float):
    pieces = f"R1 line-infantry 20x5 24 10 0; B1 line-infantry 20x5 {24 + aside} 10 180"
    table = setting(pieces, phase=names.CLOSE, settings={"cornersFight": False})
    assert table.rulings("FB-7.1")
    assert not table.rulings("FB-7.30")
