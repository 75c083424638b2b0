"""Volleys: who may shoot at whom, what they need, whom the hits fall on."""

from typing import Any

import pytest

from condotta.kernel.events import Removed
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.reacting import may_stand_and_shoot
from condotta.rules.ranked.reading.charts import Score
from condotta.rules.ranked.reading.regiment import Field, field
from condotta.rules.ranked.records import Shot
from condotta.rules.ranked.shooting.cover import cover
from condotta.rules.ranked.shooting.missiles import missiles, modifiers, shooters, volley
from condotta.rules.ranked.shooting.random_hits import WHOM
from condotta.rules.ranked.shooting.shooting_phase import HOLD, ShootingPhase
from condotta.rules.ranked.shooting.volleys import AGAIN, Volleying
from tests.rules.ranked.range_setting import Range, ground, regiment


def phase(*regiments: Any, **more: Any) -> Range:
    return Range(*regiments, **more).begin(ShootingPhase())


def options(table: Range) -> set[str]:
    return set(table.asks[0].options) if table.asks else set()


def here(table: Range) -> Field:
    return field(table.book, table.position)


def archers(name: str = "R1", **more: Any) -> Any:
    return regiment(name, traits="bow volley-fire", **more)


def test_fb_6_13_ranges_and_strengths_are_as_printed():
    printed = {
        "short-bow": (16, 3), "bow": (24, 3), "long-bow": (30, 3), "crossbow": (30, 4),
        "handgun": (24, 4), "pistol": (12, 4), "javelin": (12, 0), "throwing-weapon": (6, 0),
        "sling": (18, 3),
    }  # fmt: skip
    assert {key: (one.range, one.strength) for key, one in missiles().items()} == printed


def test_fb_6_1_every_regiment_shoots_once_at_a_target_of_its_choice():
    table = phase(archers(), regiment("B1", y=30, face=180), regiment("B2", x=30, y=30, face=180))
    assert options(table) == {"R1>B1", "R1>B2", HOLD}
    table.choose("red", "R1>B1")
    table.roll(*[1] * 15)
    assert not table.asks


def test_fb_6_1_holding_fire_ends_the_phase():
    table = phase(archers(), regiment("B1", y=30, face=180))
    table.choose("red", HOLD)
    assert not table.asks


@pytest.mark.parametrize(
    "mark",
    ["charged", "failed_charge", "marched", "reformed", "rallied", "fleeing", "stupid", "shot"],
)
def test_fb_6_1_who_did_something_else_may_not_shoot(mark: str):
    assert not phase(archers(marks=mark), regiment("B1", y=30, face=180)).asks


def test_fb_6_1_the_engaged_may_not_shoot():
    assert not phase(archers(), regiment("B1", y=10, face=180), regiment("B2", y=30)).asks


def test_fb_6_2_in_range_in_arc_and_not_engaged():
    far = phase(archers(), regiment("B1", y=34.1, face=180))
    assert not far.asks
    assert phase(archers(), regiment("B1", y=33.9, face=180)).asks
    behind = phase(archers(y=30), regiment("B1", y=10, face=180))
    assert not behind.asks
    engaged = phase(
        archers(), regiment("B1", y=30, face=180), regiment("R2", y=30, x=24), seats=("red", "blue")
    )
    assert not engaged.asks


def test_fb_6_2_a_regiment_in_between_hides_the_target():
    wide = regiment("R2", x=24, y=20, models=40, files=40)
    assert not phase(archers(), wide, regiment("B1", y=26, face=180, files=3)).asks


def test_fb_6_13_move_or_fire():
    crossbows = {"traits": "crossbow"}
    assert phase(regiment("R1", **crossbows), regiment("B1", y=30, face=180)).asks
    moved = regiment("R1", marks="moved", **crossbows)
    assert not phase(moved, regiment("B1", y=30, face=180)).asks


def test_fb_6_3_two_ranks_and_half_of_the_rest_in_a_volley():
    """Half of 13 is 7. [FB-1.3]"""
    table = Range(
        archers("R1", models=23), archers("R2", models=23, marks="moved", y=20),
        regiment("R3", traits="crossbow", models=23, y=30), regiment("B1", y=40),
    ).begin(ShootingPhase())  # fmt: skip
    found = {one.id: one for one in here(table).regiments}
    assert shooters(found["R1"], missiles()["bow"]) == 10 + 7
    assert shooters(found["R2"], missiles()["bow"]) == 10
    assert shooters(found["R3"], missiles()["crossbow"]) == 10


def test_fb_16_3_a_bow_at_twenty_inches_that_moved_against_soft_cover():
    table = phase(
        archers(marks="moved"),
        regiment("B1", y=30, face=180),
        areas=[ground("hedge", 24, 29.5, 6, 0.2)],
    )
    (one, target) = here(table).regiments
    assert cover(here(table), one, target) == "soft"
    fired = volley(here(table), one, target)
    assert {part.key for part in fired.parts} == {
        "fb.6-5.moved", "fb.6-5.long", "fb.6-5.soft-cover",
    }  # fmt: skip
    assert (fired.shots, fired.score) == (10, Score(6, 4))
    table.choose("red", "R1>B1")
    table.roll(6, 6, 6, 1, 2, 3, 4, 5, 5, 5)
    assert table.window() == AGAIN
    table.roll(4, 3, 6)
    table.roll(4, 1)
    assert table.count("B1", names.MODELS) == 19


def keys(table: Range, **more: Any) -> dict[str, int]:
    one, target = here(table).regiments[:2]
    found = modifiers(here(table), one, target, missiles()["bow"], **{"reaction": False, **more})
    return {part.key.removeprefix("fb.6-5."): part.value for part in found}


def test_fb_6_5_every_modifier():
    assert keys(phase(archers(), regiment("B1", y=22, face=180))) == {}
    assert keys(phase(archers(), regiment("B1", y=22.1, face=180))) == {"long": -1}
    moved = phase(archers(marks="moved"), regiment("B1", y=20, face=180))
    assert keys(moved) == {"moved": -1}
    assert keys(phase(archers(), regiment("B1", y=20)), reaction=True) == {"stand-and-shoot": -1}
    loose = regiment("B1", y=20, traits="skirmishers")
    assert keys(phase(archers(), loose)) == {"skirmishing": -1}


@pytest.mark.parametrize(("kind", "value"), [("wall", -2), ("hedge", -1), ("fence", -1)])
def test_fb_6_7_obstacles_hide_who_is_behind_them(kind: str, value: int):
    before = ground(kind, 24, 19.5, 6, 0.2)
    hidden = keys(phase(archers(), regiment("B1", y=20, face=180), areas=[before]))
    assert list(hidden.values()) == [value]
    close = ground(kind, 24, 10.5, 6, 0.2)
    assert keys(phase(archers(), regiment("B1", y=20, face=180), areas=[close])) == {}


def test_fb_6_7_less_than_half_hidden_is_no_cover():
    """[FB-6.15]"""
    narrow = ground("wall", 25.5, 19.5, 0.5, 0.2)
    assert keys(phase(archers(), regiment("B1", y=20, face=180), areas=[narrow])) == {}


def test_fb_6_7_who_stands_in_a_forest_is_in_soft_cover():
    wood = ground("forest", 24, 22, 4, 3)
    found = keys(phase(archers(), regiment("B1", y=21, face=180), areas=[wood]))
    assert found == {"soft-cover": -1}


def test_fb_6_13_a_sling_shoots_twice_when_near_and_once_when_not():
    near = phase(regiment("R1", traits="sling", models=10), regiment("B1", y=18, face=180))
    fired = volley(here(near), *here(near).regiments)
    assert (fired.shots, fired.score) == (20, Score(5))
    far = phase(regiment("R1", traits="sling", models=10), regiment("B1", y=22, face=180))
    fired = volley(here(far), *here(far).regiments)
    assert (fired.shots, fired.score) == (10, Score(5))


def test_fb_6_13_a_javelin_has_the_strength_of_who_throws_it():
    table = phase(regiment("R1", traits="javelin", S=5), regiment("B1", y=18, face=180))
    assert volley(here(table), *here(table).regiments).strength == 5


def test_fb_6_13_handguns_pierce_armour():
    table = phase(regiment("R1", traits="handgun", models=2), regiment("B1", y=18, save=4))
    table.choose("red", "R1>B1")
    table.roll(6, 1)
    table.roll(6)
    table.roll(5)  # 4+ against S4 and piercing is 6+
    assert table.count("B1", names.MODELS) == 19


def test_fb_4_4_stand_and_shoot_farther_off_than_the_charger_moves():
    def may(y: float, **more: Any) -> bool:
        table = phase(archers(**more), regiment("B1", y=y, face=180))
        return may_stand_and_shoot(here(table), *reversed(here(table).regiments))

    assert may(14.1)
    assert not may(13.9)
    assert not may(20, marks="stood_and_shot")
    assert not may(20, BS=0)  # [FB-2.1] who has no skill cannot shoot
    quick = phase(regiment("R1", traits="javelin"), regiment("B1", y=12, face=180))
    assert may_stand_and_shoot(here(quick), *reversed(here(quick).regiments))


def test_fb_4_4_a_charger_beyond_range_is_shot_at_as_at_long_range():
    table = Range(archers(), regiment("B1", y=40, face=180))
    table.begin(Volleying(shot=Shot(shooter="R1", target="B1", reaction=True)))
    table.roll(*[6] * 15)  # 4+ with -1 and -1 is 6+
    assert table.piece("R1").marked(names.STOOD_AND_SHOT)
    assert table.asks[0].dice == 15


def test_fb_6_12_characters_in_five_or_more_are_safe():
    table = phase(
        archers(models=5),
        regiment("B1", y=20, face=180, models=5),
        regiment("B2", inside="B1", traits="character", models=1, W=2),
    )
    table.choose("red", "R1>B1")
    table.roll(*[6] * 5)
    assert table.window() == "to wound"


def test_fb_6_12_in_smaller_regiments_hits_fall_at_random():
    table = phase(
        archers(models=5),
        regiment("B1", y=20, face=180, models=4),
        regiment("B2", inside="B1", traits="character", models=1, W=2),
    )
    table.choose("red", "R1>B1")
    table.roll(*[6] * 5)
    assert (table.window(), table.asks[0].sides) == (WHOM, 5)
    table.roll(1, 2, 5, 5, 4)
    table.roll(*[6] * table.asks[0].dice)
    table.roll(*[6] * table.asks[0].dice)
    assert table.piece("B2").place == "lost"
    assert table.count("B1", names.MODELS) == 1
    assert table.count("B1", names.FILES) == 1


def test_fb_6_2_a_target_that_is_gone_is_not_shot_at_any_more():
    table = Range(archers(), regiment("B1", y=20), counters=[Removed("B1", "lost")])
    table.begin(Volleying(shot=Shot(shooter="R1", target="B1")))
    assert not table.asks


# ── characters that shoot ────────────────────────────────────────────────────
def hero(name: str, weapon: str, *, skill: int = 5) -> Any:
    """A character in R1."""
    return regiment(
        name, kind="infantry", models=1, files=1, traits=f"character {weapon}", inside="R1",
        BS=skill, M=4,
    )  # fmt: skip


def shot_with(*heroes: Any, y: float = 20, marks: str = "") -> Range:
    """R1 and whoever is in it shoot at B1, so many inches up the table."""
    table = phase(archers(models=10, marks=marks), *heroes, regiment("B1", y=y, face=180))
    table.choose("red", "R1>B1")
    return table


def test_fb_6_3_a_character_shoots_with_his_regiment():
    """[FB-6.14, FB-6.3, FB-6.4] His own skill and weapon, one shot, after the others."""
    table = shot_with(hero("R2", "long-bow"), hero("R3", ""))
    table.roll(*[1] * table.asks[0].dice)
    (ask,) = table.asks
    assert (ask.window, ask.dice, ask.about) == ("to hit", 1, ("R2", "B1"))
    told = table.rulings("fb.6-4.volley")[-1]
    assert (told.params["piece"], told.params["needs"]) == ("R2", 2)
    table.roll(2)
    assert table.window() == "to wound"
    table.roll(6)
    assert table.count("B1", names.MODELS) == 19
    assert not table.asks


def test_fb_6_5_what_holds_for_his_regiment_holds_for_him():
    """[FB-6.5, FB-6.13] Long range by his own bow; a moved crossbow does not shoot."""
    table = shot_with(hero("R2", "short-bow"), y=21, marks="moved")
    table.roll(*[1] * table.asks[0].dice)
    parts = table.rulings("fb.6-4.volley")[-1].tallies[0].parts
    assert {one.key for one in parts} >= {"fb.6-5.moved", "fb.6-5.long"}
    table.roll(1)
    assert not table.asks
    moved = shot_with(hero("R2", "crossbow"), marks="moved")
    moved.roll(*[1] * moved.asks[0].dice)
    assert not moved.asks


def test_fb_6_2_he_does_not_shoot_beyond_his_range():
    """[FB-6.2, FB-6.13]"""
    table = shot_with(hero("R2", "javelin"), y=30)
    table.roll(*[1] * table.asks[0].dice)
    assert not table.asks


def test_fb_4_4_he_stands_and_shoots_too():
    """[FB-4.4, FB-6.5] With the others, at one less."""
    table = Range(archers(models=10), hero("R2", "bow"), regiment("B1", y=30, face=180))
    table.begin(Volleying(shot=Shot("R1", "B1", reaction=True)))
    table.roll(*[1] * table.asks[0].dice)
    parts = table.rulings("fb.6-4.volley")[-1].tallies[0].parts
    assert "fb.6-5.stand-and-shoot" in {one.key for one in parts}
