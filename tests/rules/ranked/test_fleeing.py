"""Flight, rallying, panic, compulsory moves. [FB-4.11-4.13, FB-8]"""

import pytest

from condotta.rules.ranked import names
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.movement.compulsory import CompulsoryMoves, TurnStart
from condotta.rules.ranked.movement.flight import Flight
from condotta.rules.ranked.records import Hit
from tests.rules.ranked.fray_setting import Fray
from tests.rules.ranked.range_setting import ground, regiment


def running(**more):
    return regiment("R1", x=24, y=20, face=180, marks="fleeing fled_from:blue", **more)


def shot(name: str, hits: int, by: str = "blue", source: str = "B1") -> Wounding:
    """Hits that wound of themselves and are not saved."""
    hit = Hit(name, hits, 3, by=by, source=source, way="shooting", no_armour=True, sure=True)
    return Wounding(hit=hit)


def test_a_rally_stops_flight():
    """[FB-4.11]"""
    fray = Fray(running(), regiment("B1", x=24, y=35, face=180)).begin(CompulsoryMoves())
    assert fray.window() == "rally test"
    fray.roll(3, 4)
    fray.choose("red", "enemy")
    assert not fray.marked("R1", names.FLEEING)
    assert not fray.marked("R1", names.FLED_FROM + "blue")
    assert fray.marked("R1", names.RALLIED)
    pose = fray.piece("R1").pose
    assert pose is not None
    assert pose.uy > 0


def test_a_failed_rally_runs_on():
    """2D6 straight ahead. [FB-4.11] [FB-4.12]"""
    fray = Fray(running()).begin(CompulsoryMoves())
    fray.roll(6, 6)
    fray.roll(2, 3)
    assert fray.at("R1") == (24, 15)
    assert fray.asks == ()
    (told,) = fray.rulings("fb.4-12.flees")
    assert told.params == {"regiment": "R1", "inches": 5}


def test_a_musician_helps_to_rally():
    """[FB-4.11]"""
    fray = Fray(regiment("R1", x=24, y=20, marks="fleeing musician")).begin(CompulsoryMoves())
    fray.roll(4, 4)
    assert not fray.marked("R1", names.FLEEING)


def test_a_quarter_left_rallies_on_a_double_one():
    """[FB-4.11]"""
    fray = Fray(running(models=6, files=3)).begin(CompulsoryMoves())
    few = Fray(regiment("R1", x=24, y=20, models=5, marks="fleeing", **{names.MUSTERED: 20}))
    few.begin(CompulsoryMoves())
    few.roll(1, 2)
    assert few.window() == "flight dice"
    fray.roll(1, 2)
    assert not fray.marked("R1", names.FLEEING)


def test_off_the_table_is_gone_for_good():
    """Its destruction is the doing of whoever made it flee. [FB-4.5] [FB-14.3]"""
    fray = Fray(regiment("R1", x=24, y=4, face=180, marks="fleeing fled_from:blue"))
    fray.begin(Flight(regiment="R1"))
    fray.roll(3, 3)
    assert fray.piece("R1").place == "lost"
    assert fray.count("blue", names.VP) == 100


def test_it_runs_on_until_it_is_clear():
    """It would end on a friend: on until it is an inch from it; the friend tests. [FB-4.12]"""
    fray = Fray(running(), regiment("R2", x=24, y=14)).begin(Flight(regiment="R1"))
    fray.roll(2, 3)
    here = fray.field
    assert here.gap(here.regiment("R1"), here.regiment("R2")) >= names.INCH
    assert fray.at("R1")[1] < 10
    assert fray.window() == "panic test"
    assert fray.asks[0].about == ("R2",)


def test_enemies_run_through_are_dangerous():
    """A test each model for each enemy regiment crossed. [FB-4.12]"""
    fray = Fray(running(), regiment("B2", x=24, y=14)).begin(Flight(regiment="R1"))
    fray.roll(2, 3)
    assert fray.window() == "dangerous terrain"
    assert fray.asks[0].dice == 20
    fray.roll(1, 1, *[2] * 18)
    assert fray.count("R1", names.MODELS) == 18
    (told,) = fray.rulings("fb.13-1.fled-through")
    assert told.params["met"] == ("B2",)


@pytest.mark.parametrize("behind", [False, True])
def test_fb_4_25_whom_one_leaves_behind_is_not_run_through(behind):
    """It turns onto the enemy that it runs from; one that holds its rear lies in its way."""
    foes = [regiment("B1", x=25, y=20, face=180, models=24, files=12)]
    if behind:
        foes.append(regiment("B2", x=24, y=17.9, models=10))
    fray = Fray(regiment("R1", x=24, y=20, models=20, files=10), *foes, phase=names.CLOSE)
    fray.begin(Flight(regiment="R1", away="B1", by="blue", inches=6))
    assert [ask.window for ask in fray.asks] == (["dangerous terrain"] if behind else [])
    if behind:
        fray.roll(*[6] * 20)
        assert [one.params["met"] for one in fray.rulings("fb.13-1.fled-through")] == [("B2",)]


def test_barred_ground_does_not_stop_flight():
    """[FB-4.12] [FB-13.1]"""
    fray = Fray(running(), areas=[ground("impassable", 24, 14, 2, 1)]).begin(Flight(regiment="R1"))
    fray.roll(2, 3)
    assert fray.at("R1")[1] < 9.9
    (told,) = fray.rulings("fb.4-12.farther")  # on until it is clear
    assert told.params["far"] == round((20 - fray.at("R1")[1]) * names.INCH)
    assert fray.asks[0].dice == 20


def test_a_quarter_lost_in_a_phase_is_panic():
    """20 models, 5 lost. [FB-8.6] [FB-8.1]"""
    fray = Fray(regiment("R1", x=24, y=20), regiment("B1", x=24, y=40, face=180))
    fray.begin(shot("R1", 5))
    assert fray.window() == "panic test"
    fray.roll(6, 6)
    fray.roll(1, 2)
    assert fray.marked("R1", names.FLEEING)
    assert fray.marked("R1", names.FLED_FROM + "blue")
    pose = fray.piece("R1").pose
    assert pose is not None
    assert pose.uy < 0


@pytest.mark.parametrize(("models", "lost"), [(21, 4), (20, 4)])
def test_less_is_none(models, lost):
    """21 models, 4 lost: no test. [FB-8.6]"""
    fray = Fray(regiment("R1", x=24, y=20, models=models), regiment("B1", x=24, y=40, face=180))
    fray.begin(shot("R1", lost))
    assert fray.asks == ()


def test_one_test_a_phase():
    """[FB-8.2]"""
    fray = Fray(
        regiment("R1", x=24, y=20, marks="tested_panic"), regiment("B1", x=24, y=40, face=180)
    )
    assert fray.begin(shot("R1", 10)).asks == ()


def test_the_fearless_do_not_panic():
    """[FB-9.3]"""
    fray = Fray(
        regiment("R1", x=24, y=20, traits="immune-to-psychology"),
        regiment("B1", x=24, y=40, face=180),
    )
    assert fray.begin(shot("R1", 10)).asks == ()
    assert fray.rulings("fb.9-3.no-panic")


def test_friends_near_a_destroyed_regiment_test():
    """Within 6 inches; others do not, nor enemies. [FB-8.1]"""
    fray = Fray(
        regiment("R1", x=24, y=20, models=3, files=3),
        regiment("R2", x=30, y=20),
        regiment("R3", x=40, y=20),
        regiment("B1", x=24, y=24, face=180),
    ).begin(shot("R1", 3))
    assert fray.piece("R1").place == "lost"
    assert fray.asks[0].about == ("R2",)
    fray.roll(3, 3)
    assert fray.asks == ()


def test_several_friends_test_one_after_another():
    """In the order of mustering. [FB-1.14, FB-1.6]"""
    fray = Fray(
        regiment("R1", x=24, y=20, models=3, files=3),
        regiment("R2", x=30, y=20),
        regiment("R3", x=18, y=20),
        regiment("B1", x=24, y=24, face=180),
    ).begin(shot("R1", 3))
    assert fray.asks[0].about == ("R2",)
    fray.roll(3, 3)
    assert fray.asks[0].about == ("R3",)
    fray.roll(3, 3)
    assert fray.asks == ()


def test_a_second_test_that_fails_is_flight():
    """Nothing is rolled a third time. [FB-1.4]"""
    fray = Fray(
        regiment("R1", x=24, y=20),
        regiment("R8", x=30, y=20, models=1, files=1, traits="character battle-standard"),
        regiment("B1", x=24, y=40, face=180),
    ).begin(shot("R1", 5))
    fray.roll(6, 6)
    fray.roll(6, 5)
    assert fray.window() == "flight dice"


def test_characters_left_over_test():
    """They form a new unit. [FB-8.7, FB-8.5]"""
    fray = Fray(
        regiment("R1", x=24, y=20, models=3, files=3),
        regiment("R9", models=1, files=1, inside="R1", traits="character"),
        regiment("B1", x=24, y=40, face=180),
    ).begin(shot("R1", 3))
    assert fray.asks[0].about == ("R9",)
    fray.roll(3, 3)
    assert fray.piece("R9").command == "R9"
    assert fray.piece("R9").pose is not None


def test_a_battle_standard_gives_a_second_test():
    """Once: what is rolled again stands. [FB-11.3, FB-1.4]"""
    fray = Fray(
        regiment("R1", x=24, y=20),
        regiment("R8", x=30, y=20, models=1, files=1, traits="character battle-standard"),
        regiment("B1", x=24, y=40, face=180),
    ).begin(shot("R1", 5))
    fray.roll(6, 6)
    assert fray.window() == "panic test again"
    fray.roll(2, 2)
    assert not fray.marked("R1", names.FLEEING)


def test_the_stupid_stagger():
    """D6 ahead and nothing else; immune to psychology. [FB-9.6] [FB-4.13]"""
    fray = Fray(regiment("R1", x=24, y=20, traits="stupidity")).begin(TurnStart())
    fray.roll(6, 6)
    assert fray.marked("R1", names.STUPID)
    fray = Fray(regiment("R1", x=24, y=20, marks="stupid")).begin(CompulsoryMoves())
    fray.roll(3)
    assert fray.at("R1") == (24, 23)
    assert fray.asks == ()
