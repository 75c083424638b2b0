"""Templates and war machines: bolts, balls, stones, misfires."""

from typing import Any

import pytest

from condotta.kernel.asks import Roll
from condotta.kernel.records import CHANCE
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.dice import HOUR
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.ranked.records import Hit
from condotta.rules.ranked.shooting.machines import FIRST, SCATTER, SECOND
from condotta.rules.ranked.shooting.mishaps import JAMMED, MISFIRE, Clearing
from condotta.rules.ranked.shooting.shooting_phase import ShootingPhase
from condotta.rules.ranked.shooting.templates import LARGE, LOOK_OUT, SMALL, Blast, under
from condotta.table import Point
from tests.rules.ranked.range_setting import Range, ground, regiment


def machine(trait: str, **more: Any) -> Any:
    what = {"kind": "war-machine", "base": (50, 50), "models": 1, "T": 7, "W": 3, **more}
    return regiment("R1", traits=trait, **what)


def phase(*regiments: Any, **more: Any) -> Range:
    return Range(*regiments, **more).begin(ShootingPhase())


def how_many(table: Range, name: str, point: Point, radius: int) -> int:
    here = field(table.book, table.position)
    met = under(here.regiment(name), [(point[0] * 10_000, point[1] * 10_000)], radius)
    return met.models if met else 0


def test_fb_1_11_every_model_whose_base_is_at_all_under_the_template_is_hit():
    """[FB-2.6]"""
    block = phase(regiment("B1", x=24, y=30))  # 20 mm bases: 5 x 4, four inches wide, three deep
    assert how_many(block, "B1", (24, 28.43), LARGE) == 20
    assert how_many(block, "B1", (24, 28.43), SMALL) == 20
    assert how_many(block, "B1", (24, 28.8), SMALL) == 15 + 3
    assert how_many(block, "B1", (24, 31.45), SMALL) == 1
    assert how_many(block, "B1", (24, 31.51), SMALL) == 0


def test_fb_6_12_a_character_under_a_template_may_be_warned():
    table = Range(
        regiment("B1", y=30, models=9),
        regiment("B2", inside="B1", traits="character", models=1, W=2),
    )
    hit = Hit("", 1, 3, by="red", way="magic")
    table.begin(Blast(x=240_000, y=297_000, radius=SMALL, hit=hit))
    assert table.window() == LOOK_OUT
    table.roll(2)
    table.roll(6)
    assert table.count("B1", names.MODELS) == 8
    assert table.count("B2", names.WOUNDS) == 0


def test_fb_12_2_a_bolt_goes_through_ranks_weaker_by_one_each():
    table = phase(machine("bolt-thrower"), regiment("B1", y=30, save=2))
    table.choose("red", "R1>B1")
    table.roll(4)
    table.roll(2)  # S6 against T3
    table.roll(1)  # D3 wounds on one that has one
    table.roll(2)  # S5
    table.roll(1)
    table.roll(2)  # S4 needs 3+
    assert table.count("B1", names.MODELS) == 18
    assert not table.asks


def test_fb_12_2_a_bolt_stops_behind_the_last_rank():
    table = phase(machine("bolt-thrower"), regiment("B1", y=30, models=5))
    table.choose("red", "R1>B1")
    table.roll(6)
    table.roll(6)
    table.roll(1)
    assert table.count("B1", names.MODELS) == 4
    assert not table.asks


def test_fb_12_1_a_machine_that_moved_does_not_fire():
    assert not phase(machine("bolt-thrower", marks="moved"), regiment("B1", y=30)).asks


def test_fb_12_3_a_ball_lands_and_bounces_through_a_rank_each():
    """[FB-12.6]"""
    table = phase(machine("cannon"), regiment("B1", y=30, face=180))
    assert {"R1>B1", "R1>B1~4"} <= set(table.asks[0].options)
    table.choose("red", "R1>B1~4")  # the middle is 31.57 inches up
    table.roll(1)  # two inches on: 29.57
    assert table.window() == SECOND
    table.roll(2)  # four more: 33.57, through all four ranks
    table.roll(2, 2, 2, 1)
    table.roll(6, 6, 6)
    assert table.count("B1", names.MODELS) == 17


def test_fb_12_3_a_ball_that_lands_behind_hits_nobody():
    table = phase(machine("cannon"), regiment("B1", y=30, face=180))
    table.choose("red", "R1>B1")
    table.roll(5)
    table.roll(6)  # no bounce
    assert not table.asks
    assert table.count("B1", names.MODELS) == 20


def test_fb_12_3_a_ball_stops_at_a_large_model_that_it_fails_to_kill():
    def shot(wounds: int) -> Range:
        beast = regiment("B1", y=20, face=180, kind="monster", base=(50, 50), models=1, W=5)
        table = phase(machine("cannon"), beast, regiment("B2", y=24, face=180))
        table.choose("red", "R1>B1~2")
        table.roll(1)
        table.roll(5)
        table.roll(6)
        table.roll(wounds)
        return table

    assert not shot(4).asks
    assert shot(5).window() == "to wound"


def test_fb_12_3_a_ball_stops_at_solid_ground():
    table = phase(
        machine("cannon"),
        regiment("B1", y=20, face=180, models=5),
        regiment("B2", y=26, face=180),
        areas=[ground("building", 24, 24, 3, 1)],
    )
    table.choose("red", "R1>B1")
    table.roll(1)
    table.roll(5)
    assert not table.asks


def test_fb_12_4_a_stone_on_target():
    table = phase(machine("stone-thrower"), regiment("B1", y=30, face=180))
    table.choose("red", "R1>B1")
    table.roll(1)
    assert table.window() == SCATTER
    table.roll(5)
    table.roll(2)  # S9 under the hole
    table.roll(6)
    table.roll(*[1] * 19)
    assert table.count("B1", names.MODELS) == 19


def test_fb_12_4_a_stone_scatters_by_the_artillery_die():
    table = phase(machine("stone-thrower"), regiment("B1", y=30, face=180))
    table.choose("red", "R1>B1")
    table.roll(5)
    table.roll(1)
    ask = table.asks[0]
    assert (ask.window, ask.sides) == (HOUR, 12)
    table.battle.say(CHANCE, Roll((3,)), ask.id)
    assert table.count("B1", names.MODELS) == 20
    assert not table.asks


def test_fb_12_4_not_nearer_than_twelve_inches():
    assert not phase(machine("stone-thrower"), regiment("B1", y=21.9, face=180)).asks
    assert phase(machine("stone-thrower"), regiment("B1", y=22.1, face=180)).asks


@pytest.mark.parametrize(
    ("trait", "pip", "place", "wounds", "turns"),
    [
        ("cannon", 1, "lost", 0, 0),
        ("cannon", 4, "table", 0, 2),
        ("cannon", 5, "table", 0, 0),
        ("stone-thrower", 1, "lost", 0, 0),
        ("stone-thrower", 3, "table", 1, 2),
        ("stone-thrower", 4, "table", 0, 0),
    ],
)
def test_fb_12_5_misfires(trait: str, pip: int, place: str, wounds: int, turns: int):
    table = phase(machine(trait), regiment("B1", y=30, face=180))
    table.choose("red", "R1>B1")
    assert table.window() == FIRST
    table.roll(6)
    assert table.window() == MISFIRE
    table.roll(pip)
    assert table.piece("R1").place == place
    assert table.count("R1", names.WOUNDS) == wounds
    assert table.count("R1", JAMMED) == turns
    assert not table.asks


def test_fb_12_5_this_and_the_next_turn_are_lost():
    jammed = machine("cannon", **{JAMMED: 2})
    table = Range(jammed, regiment("B1", y=30, face=180)).begin(Clearing())
    assert table.count("R1", JAMMED) == 1
    assert not phase(machine("cannon", **{JAMMED: 1}), regiment("B1", y=30, face=180)).asks
    again = Range(machine("cannon", **{JAMMED: 1}), regiment("B1", y=30)).begin(Clearing())
    assert again.count("R1", JAMMED) == 0
