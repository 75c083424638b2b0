"""Remaining moves: forward, wheels, backward, sideways, marches, the inch between regiments."""

from math import cos, pi, sin

import pytest

from condotta.rules.ranked import names
from condotta.rules.ranked.movement.moves import Manoeuvre
from condotta.table import Advance, Slide, Wheel, from_degrees
from tests.rules.ranked.ranked_setting import INCH, setting

FAR = "; B1 line-infantry 20x5 60 44 180"


def go(name, *legs, march=False):
    return Manoeuvre(name, legs, march)


def ahead(inches):
    return Advance(round(inches * INCH))


@pytest.mark.parametrize(
    ("legs", "refused"),
    [
        ((ahead(4),), set()),
        ((ahead(4.1),), {"FB-4.14"}),
        ((ahead(-2),), set()),
        ((ahead(-2.1),), {"FB-4.14"}),
        ((Slide(-2 * INCH),), set()),
        ((Slide(2 * INCH + 500),), {"FB-4.14"}),
        ((ahead(1), Slide(INCH)), {"FB-4.14"}),
        ((ahead(-1), ahead(1)), {"FB-4.14"}),
    ],
)
def test_a_move_is_forward_or_at_half_rate_back_or_sideways(legs, refused):
    """[FB-4.14]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR)
    assert table.why_not("red", go("R1", *legs)) == refused


def test_a_move_is_made_once_and_marked():
    """[FB-4.14, FB-6.5]"""
    table = setting("R1 line-infantry 20x5 20 20 0; R2 archers 10x5 30 20 0" + FAR)
    table.say("red", go("R1", ahead(3)))
    assert table.at("R1") == (20, 23, 0)
    assert table.marked("R1", names.MOVED)
    assert table.why_not("red", go("R1", ahead(1))) == {"FB-4.14"}
    table.say("red", go("R2", ahead(1)))
    assert table.position.phase == names.MAGIC


def test_a_wheel_costs_the_way_of_the_outer_corner():
    """Of a front of 3.937 inches 45 degrees cost 3.09, 60 degrees 4.12. [FB-4.15]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR)
    assert not table.why_not("red", go("R1", Wheel("left", *from_degrees(-45))))
    assert table.why_not("red", go("R1", Wheel("left", *from_degrees(-60)))) == {"FB-4.14"}
    cost = table.judge("red", go("R1", Wheel("right", *from_degrees(45)))).distance
    assert cost == pytest.approx(pi / 4 * 5 * 20 / 25.4 * INCH, abs=3)


def test_after_a_wheel_it_goes_on_the_new_way():
    """[FB-4.15]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR)
    table.say("red", go("R1", Wheel("right", *from_degrees(30)), ahead(1)))
    half = 5 * 20 / 25.4 / 2
    turned = pi / 6
    x = 20 + half - half * cos(turned) + sin(turned)
    y = 20 + half * sin(turned) + cos(turned)
    assert table.at("R1") == (pytest.approx(x, abs=0.01), pytest.approx(y, abs=0.01), 30)


def test_a_march_is_twice_as_far_and_forward_only():
    """[FB-4.16]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR)
    assert table.why_not("red", go("R1", ahead(-4), march=True)) == {"FB-4.16"}
    assert table.why_not("red", go("R1", ahead(8.1), march=True)) == {"FB-4.14"}
    table.say("red", go("R1", ahead(8), march=True))
    assert table.at("R1") == (20, 28, 0)
    assert table.marked("R1", names.MARCHED)


def test_an_enemy_within_8_inches_must_be_braved_to_march():
    """A failed test leaves a normal move, and no shooting. [FB-4.16]"""
    table = setting("R1 line-infantry 20x5 20 20 0; B1 levy-spears 20x5 20 27 180")
    table.say("red", go("R1", ahead(5), march=True))
    table.roll(4, 4)
    assert table.at("R1") == (20, 20, 0)
    assert table.marked("R1", names.MARCHED)
    assert table.why_not("red", go("R1", ahead(5), march=True)) == {"FB-4.16"}
    table.say("red", go("R1", ahead(4)))
    assert table.at("R1") == (20, 24, 0)


def test_who_braves_the_enemy_marches():
    """[FB-4.16]"""
    table = setting("R1 line-infantry 20x5 20 20 0; B1 levy-spears 20x5 20 28 180")
    table.say("red", go("R1", ahead(5), march=True))
    table.roll(3, 4)
    assert table.at("R1") == (20, 25, 0)


def test_a_fleeing_enemy_does_not_stop_a_march():
    """[FB-4.16]"""
    table = setting("R1 line-infantry 20x5 20 20 0; B1 levy-spears 20x5 20 30 0 fleeing")
    table.say("red", go("R1", ahead(5), march=True))
    assert table.at("R1") == (20, 25, 0)


@pytest.mark.parametrize("mark", ["fleeing", "charged", "rallied", "fled"])
def test_who_charged_fled_or_rallied_does_not_move(mark):
    """[FB-4.14, FB-4.11]"""
    table = setting(f"R1 line-infantry 20x5 20 20 0 {mark}; R2 archers 10x5 30 20 0" + FAR)
    assert table.why_not("red", go("R1", ahead(1)))


def test_who_is_in_close_combat_stays():
    """[FB-4.14]"""
    pieces = "R1 line-infantry 20x5 20 20 0; B1 levy-spears 20x5 20 20 180; R2 archers 10x5 40 20 0"
    table = setting(pieces)
    assert table.why_not("red", go("R1", ahead(-1))) == {"FB-4.14"}


def test_nobody_comes_within_an_inch_of_anybody():
    """Friends too, on the way too. [FB-4.21, FB-4.1]"""
    friend = "R1 line-infantry 20x5 20 20 0; R2 archers 10x5 20 25 0" + FAR
    table = setting(friend)
    assert table.why_not("red", go("R1", ahead(3))) == {"FB-4.1"}
    assert not table.why_not("red", go("R1", ahead(2)))
    foe = "R1 line-infantry 20x5 20 20 0; B1 levy-spears 20x5 20 23 180"
    assert setting(foe).why_not("red", go("R1", ahead(2.1))) == {"FB-4.1"}


def test_nobody_enters_impassable_ground_or_a_building():
    """[FB-4.1, FB-13.1]"""
    for kind in ("impassable", "building"):
        table = setting("R1 line-infantry 20x5 20 20 0" + FAR, areas=f"{kind} box 20 24 4 2")
        assert table.why_not("red", go("R1", ahead(4))) == {"FB-4.1"}


def test_nobody_leaves_the_table():
    """[FB-4.19]"""
    table = setting("R1 line-infantry 20x5 20 46 0; B1 line-infantry 20x5 60 4 0")
    assert table.why_not("red", go("R1", ahead(3))) == {"FB-4.19"}


def test_terrain_does_not_slow():
    """[FB-13.2]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR, areas="forest ellipse 20 24 12 10")
    assert not table.why_not("red", go("R1", ahead(4)))


def test_nobody_marches_through_a_river():
    """[FB-13.1]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR, areas="river box 20 25 12 2")
    assert table.why_not("red", go("R1", ahead(8), march=True)) == {"FB-13.1"}
    assert not table.why_not("red", go("R1", ahead(4)))


def test_cavalry_that_marches_through_a_forest_tests_for_dangerous_ground():
    """A one is a wound without armour save. [FB-13.1]"""
    table = setting("R1 lancers 5x5 20 20 0" + FAR, areas="forest ellipse 20 26 6 4")
    table.say("red", go("R1", ahead(16), march=True))
    table.roll(1, 2, 3, 4, 1)
    assert table.models("R1") == 3


def test_who_walks_through_a_forest_does_not_test():
    """[FB-13.1]"""
    table = setting("R1 lancers 5x5 20 20 0" + FAR, areas="forest ellipse 20 26 6 4")
    table.say("red", go("R1", ahead(8)))
    assert not table.rulings("FB-13.1")
    assert table.models("R1") == 5


def test_an_engine_does_not_march_and_neither_moves():
    """[FB-12.1]"""
    table = setting("R1 ballista 1 20 20 0" + FAR)
    assert table.why_not("red", go("R1", ahead(1), march=True)) == {"FB-4.16"}
    assert table.why_not("red", go("R1", ahead(1))) == {"FB-4.14"}


def test_the_regiments_of_others_obey_others():
    """[FB-3.1]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR)
    assert table.why_not("red", go("B1", ahead(1))) == {"FB-4.14"}


@pytest.mark.parametrize(("inches", "clauses"), [(2, set()), (2.5, {"FB-4.1"})])
def test_nobody_stops_within_an_inch_of_barred_ground(inches, clauses):
    """[FB-4.1]"""
    table = setting("R1 line-infantry 20x5 20 20 0" + FAR, areas="impassable box 20 24 4 2")
    assert table.why_not("red", go("R1", ahead(inches))) == clauses
