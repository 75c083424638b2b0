"""Winds, casting, dispelling, the lore, miscasts."""

from random import Random
from typing import Any

import pytest

from condotta.kernel.asks import Draw, Needed, Roll
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Counted, Moved, Pushed, Withdrawn
from condotta.kernel.records import CHANCE
from condotta.report.story import RULES, story
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.magic.casting import DISPEL, DISPELLING, Cast, MagicPhase
from condotta.rules.ranked.magic.lore import KNOWS, LEARNT, Teaching, known, lore, spare
from condotta.rules.ranked.magic.miscasts import Miscast
from condotta.rules.ranked.magic.spell_effects import GUST, Gust, under_spell
from condotta.rules.ranked.magic.storms import STORM, UNRAVEL, Tending, storms
from condotta.rules.ranked.magic.winds import CHANNELLING, DISPELS_NOT, WINDS, Winds
from condotta.rules.ranked.magic.wizards import SPENT
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.ranked.records import Hit
from condotta.rules.ranked.shooting.missiles import missiles, modifiers
from condotta.table import Advance
from tests.rules.ranked.range_setting import Range, regiment

EVERY = tuple(lore())


def wizard(name: str = "R1", *, level: int = 2, spells: tuple[str, ...] = EVERY, **more: Any):
    what = {"models": 1, "files": 1, "W": 2, "traits": "character wizard", **more}
    known_ones = {KNOWS + spell: 1 for spell in spells}
    return regiment(name, **what, **{names.WIZARD_LEVEL: level, LEARNT: 1}, **known_ones)


def table(
    *regiments: Any, power: int = 8, dispel: int = 0, level: int = 2, frame: Any = None, **more: Any
) -> Range:
    """A Magic phase in which red's R1 casts, with so many dice on either side."""
    at = Range(wizard(level=level), *regiments, phase=names.MAGIC, **more)
    at.opening += [Counted("red", names.POWER, power), Counted("blue", names.DISPEL, dispel)]
    return at.begin(frame or MagicPhase())


def foe(name: str = "B1", **more: Any) -> Any:
    return regiment(name, **{"y": 20, "face": 180, **more})


def why(at: Range, *said: Any) -> str:
    """The clause that refuses a casting."""
    with pytest.raises(Illegal) as refused:
        at.say("red", Cast(*said))
    return refused.value.refusals[0].clause


# ── winds ────────────────────────────────────────────────────────────────────
def test_fb_16_5_winds_of_three_and_five_and_a_dispel_by_one_point_less_of_level():
    at = Range(
        wizard(), wizard("B1", level=1, y=20, face=180), foe("B2", x=30), phase=names.MAGIC
    ).begin(Winds())
    assert at.window() == WINDS
    at.roll(3, 5)
    assert at.window() == CHANNELLING
    at.roll(1, 1)
    assert (at.count("red", names.POWER), at.count("blue", names.DISPEL)) == (8, 5)
    at = table(wizard("B1", level=1, y=20, face=180), foe("B2", x=30), dispel=5)
    at.say("red", Cast("R1", "standing-storm", "B2", 4))
    at.roll(2, 3, 4, 5)  # 14 + 2 = 16 of 13
    assert at.window() == DISPEL
    at.choose("blue", "B1:5")
    assert at.window() == DISPELLING
    at.roll(3, 3, 3, 3, 3)  # 15 + 1
    assert at.rulings("fb.5-9.dispels")
    assert not storms(at.position)


def test_fb_5_9_who_may_dispel_reads_how_strong_the_spell_is_in_the_question():
    """[FB-5.9, FB-5.10] Of a storm that stays, its value; no other seat reads it."""
    at = table(wizard("B1", level=1, y=20, face=180), foe("B2", x=30), dispel=5)
    at.say("red", Cast("R1", "standing-storm", "B2", 4))
    at.roll(2, 3, 4, 5)
    told = {"piece": "R1", "target": "B2", "spell": "standing-storm"}
    assert at.asks[0].needed == Needed("fb.5-9.against", told, 16, together=True)
    assert [ask.needed for ask in at.battle.view("blue").asks] == [at.asks[0].needed]
    assert [ask.needed for ask in at.battle.view("red").asks] == [None]
    at = raised()
    at.battle = type(at.battle)(at.book, [*at.battle.log, *pushed(at, Tending())])
    value = lore()[STORM].value
    assert at.asks[0].needed == Needed("fb.5-10.needs", {"piece": "R1"}, value, together=True)


def test_fb_5_3_every_wizard_channels_on_a_six():
    at = Range(wizard(), wizard("B1", y=30), wizard("B2", y=40), phase=names.MAGIC).begin(Winds())
    at.roll(2, 2)
    at.roll(6, 6, 5)
    assert (at.count("red", names.POWER), at.count("blue", names.DISPEL)) == (5, 3)


def test_fb_5_3_the_fleeing_do_not_channel():
    at = Range(wizard(marks="fleeing"), wizard("B1", y=30), phase=names.MAGIC).begin(Winds())
    at.roll(2, 2)
    assert at.asks[0].dice == 1


def test_fb_5_4_no_pool_holds_more_than_twelve():
    at = Range(wizard(), phase=names.MAGIC).begin(Winds())
    at.roll(6, 6)
    at.roll(6)
    assert at.count("red", names.POWER) == 12


def test_fb_5_2_several_enemies_share_the_dice():
    at = Range(
        wizard(), foe(), regiment("G1", x=40), phase=names.MAGIC, seats=("red", "blue", "green")
    ).begin(Winds())
    at.roll(1, 5)
    at.roll(1)
    assert (at.count("blue", names.DISPEL), at.count("green", names.DISPEL)) == (3, 2)


def test_fb_5_1_wizards_draw_different_spells_and_may_take_the_spare_one():
    at = Range(
        regiment("R1", models=1, traits="character wizard", **{names.WIZARD_LEVEL: 2}),
        regiment("R2", y=20, models=1, traits="character wizard", **{names.WIZARD_LEVEL: 2}),
    ).begin(Teaching())
    (ask,) = at.asks
    assert (ask.count, len(ask.draw), spare() in ask.draw) == (2, 6, False)
    at.battle.say(CHANCE, Draw(("falling-fire", "steel-skin")), ask.id)
    at.choose("red", "steel-skin")
    assert known(at.position, "R1") == (spare(), "falling-fire")
    (ask,) = at.asks
    assert "falling-fire" not in ask.draw
    at.battle.say(CHANCE, Draw(("sapping-mist", "steel-skin")), ask.id)
    at.choose("red", "keep")
    assert known(at.position, "R2") == ("steel-skin", "sapping-mist")
    assert not at.asks


# ── casting ──────────────────────────────────────────────────────────────────
def test_fb_16_6_two_sixes_cast_though_the_total_is_too_low_and_then_a_miscast():
    """[FB-5.7]"""
    at = table(foe(), level=1)
    at.say("red", Cast("R1", "falling-fire", "B1", 4))
    at.roll(1, 2, 6, 6)
    assert at.rulings("fb.5-7.resistless")
    assert at.window() == "scatter die"  # nobody was asked to dispel
    at.roll(5)
    at.roll(*[1] * at.asks[0].dice)
    assert at.window() == "miscast"


def told_of(at: Range, key: str) -> dict[str, object]:
    """What the only ruling of a key was told."""
    (ruling,) = at.rulings(key)
    return dict(ruling.params)


def test_fb_5_5_a_cast_names_its_target_and_its_sum_before_the_dice_and_after_them():
    """[FB-5.5, FB-5.6] The level is added to the dice: the request needs the rest."""
    at = table(foe(), level=2)
    at.say("red", Cast("R1", "bolt-of-force", "B1", 1))
    told = {"piece": "R1", "target": "B1", "spell": "bolt-of-force", "bonus": 2, "value": 5}
    assert at.asks[0].needed == Needed("fb.5-5.needs", told, 3, together=True)
    at.roll(5)
    assert told_of(at, "fb.5-5.casts") == {**told, "dice": 5, "strength": 7}
    (ruling,) = at.rulings("fb.5-5.casts")
    assert list(ruling.params)[:2] == ["piece", "target"]  # the line goes from one to the other
    at = table(foe(), level=2)
    at.say("red", Cast("R1", "weight-of-years", "B1", 1))
    at.roll(3)
    assert told_of(at, "fb.5-6.fails")["target"] == "B1"
    assert told_of(at, "fb.5-6.fails")["strength"] == 5


def test_fb_5_9_it_is_told_what_became_of_the_dispel():
    """[FB-5.9] Tried and failed with its sum, or not tried."""
    untried = {"piece": "R1", "target": "B1", "spell": "weight-of-years"}
    rival = wizard("B2", level=1, y=30, face=180)
    at = table(foe(), rival, dispel=6)
    at.say("red", Cast("R1", "weight-of-years", "B1", 3))
    at.roll(3, 3, 3)
    at.choose("blue", "pass")
    assert told_of(at, "fb.5-9.nobody") == untried
    assert told_of(at, "fb.5-11.lies")["caster"] == "R1"
    at = table(foe(), rival, dispel=6)
    at.say("red", Cast("R1", "weight-of-years", "B1", 3))
    at.roll(3, 3, 3)
    at.choose("blue", "B2:2")
    needed = at.asks[0].needed
    assert needed is not None
    strength, bonus = 11, needed.params["bonus"]
    assert isinstance(bonus, int)
    assert (needed.key, needed.least) == ("fb.5-9.roll", strength - bonus)
    at.roll(1, 2)
    told = told_of(at, "fb.5-9.fails")
    assert (told["one"], told["other"], told["target"]) == ("B2", "R1", "B1")
    assert (told["dice"], told["result"]) == (3, 3 + bonus)
    assert not at.rulings("fb.5-9.nobody")


def test_fb_16_6_a_level_four_with_a_single_two_fails():
    """[FB-5.6]"""
    at = table(foe(), level=4)
    at.say("red", Cast("R1", "bolt-of-force", "B1", 1))
    at.roll(2)
    assert at.rulings("fb.5-6.fails")
    assert at.piece("R1").marked(SPENT)
    assert not at.asks


def test_fb_5_5_the_dice_are_taken_and_a_spell_is_tried_once():
    at = table(foe())
    at.say("red", Cast("R1", "weight-of-years", "B1", 3))
    assert at.count("red", names.POWER) == 5
    at.roll(3, 3, 3)
    assert under_spell(at.position, at.piece("B1"), "weight-of-years")
    assert why(at, "R1", "weight-of-years", "B1", 1) == "FB-5.5"


def test_fb_5_5_one_to_six_dice_of_those_that_are_left():
    at = table(foe(), power=8)
    assert why(at, "R1", "steel-skin", "R1", 7) == "FB-5.5"
    assert why(at, "R1", "steel-skin", "R1", 0) == "FB-5.5"
    few = table(foe(), power=2)
    assert why(few, "R1", "steel-skin", "R1", 3) == "FB-5.5"


def test_fb_5_8_targets():
    at = table(
        foe(y=30), foe("B2", x=24, y=2), foe("B3", x=44, y=50), regiment("R2", x=10, y=5),
        regiment("R3", x=50, y=30), foe("B4", x=50, y=30),
    )  # fmt: skip
    assert why(at, "R1", "bolt-of-force", "B2", 1) == "FB-5.8"  # behind
    assert why(at, "R1", "bolt-of-force", "B3", 1) == "FB-5.8"  # out of range
    assert why(at, "R1", "falling-fire", "B4", 1) == "FB-5.8"  # engaged
    assert why(at, "R1", "steel-skin", "B1", 1) == "FB-5.8"  # no friend
    at.say("red", Cast("R1", "steel-skin", "R2", 3))  # behind, but an augment
    at.roll(3, 3, 3)
    assert under_spell(at.position, at.piece("R2"), "steel-skin")


def test_fb_5_8_a_missile_needs_to_see():
    at = table(regiment("R2", y=15, models=40, files=40), foe(y=22, files=3))
    assert why(at, "R1", "bolt-of-force", "B1", 1) == "FB-5.8"
    at.say("red", Cast("R1", "sapping-mist", "B1", 4))  # hexes need no line of sight
    at.roll(3, 3, 3, 3)
    assert under_spell(at.position, at.piece("B1"), "sapping-mist")


def test_fb_5_15_a_bolt_hits_d6_times_and_the_stronger_one_twice_as_much():
    """Its hits fall like those of shooting. [FB-5.12]"""
    at = table(foe())
    at.say("red", Cast("R1", "bolt-of-force", "B1", 2))
    at.roll(2, 3)
    at.roll(4)
    assert at.asks[0].dice == 4
    at.roll(3, 3, 2, 2)
    assert at.count("B1", names.MODELS) == 18
    far = table(foe(y=44))
    assert why(far, "R1", "bolt-of-force", "B1", 2) == "FB-5.8"
    far.say("red", Cast("R1", "bolt-of-force", "B1", 3, True))
    far.roll(3, 3, 2)
    far.roll(4, 5)
    assert far.asks[0].dice == 9


def test_fb_5_15_steel_skin_betters_the_armour_save():
    at = Range(regiment("R1"), foe(save=5, marks="spell_steel-skin_B9"))
    at.begin(Wounding(hit=Hit("B1", 1, 3, by="red", source="R1")))
    at.roll(6)
    at.roll(4)
    assert at.count("B1", names.MODELS) == 20


def test_fb_5_15_sapping_mist_makes_shots_harder():
    at = Range(regiment("R1", traits="bow", marks="spell_sapping-mist_B9"), foe())
    at.begin(MagicPhase())
    here = field(at.book, at.position)
    found = modifiers(here, *here.regiments, missiles()["bow"], reaction=False)
    assert [part.key for part in found] == ["fb.5-15.sapping-mist"]


def test_fb_5_15_weight_of_years_takes_toughness():
    at = Range(regiment("R1"), foe(marks="spell_weight-of-years_R9"))
    at.begin(Wounding(hit=Hit("B1", 1, 3, by="red", source="R1")))
    at.roll(3)
    assert at.count("B1", names.MODELS) == 19


def test_fb_5_11_spells_of_a_turn_end_as_the_casters_next_magic_phase_starts():
    at = Range(
        wizard(), wizard("B9", y=40), foe(marks="spell_weight-of-years_R1 spell_steel-skin_B9"),
        phase=names.MAGIC,
    ).begin(Winds())  # fmt: skip
    assert not under_spell(at.position, at.piece("B1"), "weight-of-years")
    assert under_spell(at.position, at.piece("B1"), "steel-skin")


def test_fb_5_15_second_wind_moves_a_regiment_four_inches():
    at = table(foe(y=40), regiment("R2", x=10, y=10))
    at.say("red", Cast("R1", "second-wind", "R2", 3))
    at.roll(3, 3, 3)
    assert at.window() == GUST
    with pytest.raises(Illegal):
        at.say("red", Gust("R2", (Advance(40_001),)))
    at.say("red", Gust("R2", (Advance(40_000),)))
    pose = at.piece("R2").pose
    assert pose
    assert pose.y == 140_000
    assert at.piece("R2").marked(names.MOVED)
    assert told_of(at, "fb.5-15.blown") == {"piece": "R2", "spell": "second-wind"}


def test_fb_5_15_it_is_told_that_second_wind_moves_nobody():
    at = table(foe(y=40), regiment("R2", x=10, y=10))
    at.say("red", Cast("R1", "second-wind", "R2", 3))
    at.roll(3, 3, 3)
    at.choose("red", "stay")
    assert told_of(at, "fb.5-15.stays") == {"piece": "R2", "spell": "second-wind"}
    assert not at.rulings("fb.5-15.blown")


def test_fb_5_15_falling_fire_scatters_a_dies_inches():
    at = table(foe())
    at.say("red", Cast("R1", "falling-fire", "B1", 4))
    at.roll(3, 3, 3, 3)
    at.roll(1)
    (ask,) = at.asks
    at.battle.say(CHANCE, Roll((12,)), ask.id)
    at.roll(6)  # six inches up the table: off the regiment
    assert at.count("B1", names.MODELS) == 20
    assert at.window() == "casting"


# ── dispelling ───────────────────────────────────────────────────────────────
def test_fb_5_9_the_army_adds_nothing_and_a_wizard_that_fails_tries_no_more():
    at = table(foe(), wizard("B2", x=35, y=20, level=2), dispel=8)
    at.say("red", Cast("R1", "weight-of-years", "B1", 3))
    at.roll(3, 3, 3)  # 11
    options = set(at.asks[0].options)
    assert {"pass", "army:6", "B2:6"} <= options
    assert "army:7" not in options
    at.choose("blue", "B2:2")
    at.roll(1, 2)
    assert at.piece("B2").marked(DISPELS_NOT)
    assert under_spell(at.position, at.piece("B1"), "weight-of-years")
    at.say("red", Cast("R1", "steel-skin", "R1", 2))
    at.roll(2, 3)
    assert "B2:1" not in at.asks[0].options
    at.choose("blue", "army:6")
    at.roll(1, 1, 1, 1, 1, 2)
    assert at.rulings("fb.5-9.dispels")[0].params["result"] == 7


def test_fb_5_9_two_sixes_dispel_whatever_the_total():
    at = table(foe(), dispel=2)
    at.say("red", Cast("R1", "standing-storm", "B1", 6))
    at.roll(5, 5, 5, 5, 5, 5)
    at.choose("blue", "army:2")
    at.roll(6, 6)
    assert at.rulings("fb.5-9.dispels")


def test_fb_5_9_one_attempt_by_the_first_enemy_that_makes_it():
    at = table(
        foe(), regiment("G1", x=40, y=30), seats=("red", "blue", "green"), dispel=2
    )  # fmt: skip
    at.opening.append(Counted("green", names.DISPEL, 2))
    at.begin(MagicPhase())
    at.say("red", Cast("R1", "weight-of-years", "B1", 3))
    at.roll(3, 3, 3)
    assert at.asks[0].seat == "blue"
    at.choose("blue", "pass")
    assert at.asks[0].seat == "green"
    at.choose("green", "army:1")
    at.roll(4)
    assert under_spell(at.position, at.piece("B1"), "weight-of-years")


def test_fb_5_16_a_dispel_is_tried_with_one_to_six_dice():
    at = table(foe(), dispel=8)
    at.say("red", Cast("R1", "weight-of-years", "B1", 3))
    at.roll(3, 3, 3)
    army = {one.partition(":")[2] for one in at.asks[0].options if one.startswith("army:")}
    assert army == {"1", "2", "3", "4", "5", "6"}


# ── the storm ────────────────────────────────────────────────────────────────
def raised(**more: Any) -> Range:
    """A storm that has moved four inches towards a regiment 20 inches ahead."""
    at = table(foe(y=30), **more)
    at.say("red", Cast("R1", "standing-storm", "B1", 4))
    at.roll(3, 3, 3, 3)
    at.roll(2)  # eight inches
    return at


def test_fb_5_8_a_vortex_moves_twice_the_artillery_die_and_remains():
    at = raised()
    (one,) = storms(at.position)
    assert one.pose
    assert 190_000 < one.pose.y < 210_000
    assert (one.controller, one.command, one.type) == ("red", "R1", STORM)
    assert at.rulings("fb.5-8.rises")[0].params == {"piece": "R1", "target": "B1", "inches": 8}


def test_fb_5_15_the_storm_hits_everything_it_touches_on_its_way():
    at = table(foe(y=16, models=5))
    at.say("red", Cast("R1", "standing-storm", "B1", 4))
    at.roll(3, 3, 3, 3)
    at.roll(5)
    assert at.asks[0].dice == 5
    assert at.asks[0].window == "to wound"


def test_fb_5_8_a_misfire_leaves_it_on_its_caster():
    at = table(foe(y=30))
    at.say("red", Cast("R1", "standing-storm", "B1", 4))
    at.roll(3, 3, 3, 3)
    at.roll(6)
    (ask,) = at.asks
    at.battle.say(CHANCE, Roll((12,)), ask.id)
    at.roll(3)
    assert at.asks[0].about == ("R1", "R1")  # the caster is hit
    assert [one.params for one in at.rulings("fb.5-8.misfires")] == [{"piece": "R1", "inches": 3}]


def test_fb_5_10_it_may_be_dispelled_later_against_its_basic_value():
    at = raised()
    at.battle = type(at.battle)(at.book, [*at.battle.log, *pushed(at, Tending())])
    assert at.window() == UNRAVEL
    at.choose("red", "army:3")
    at.roll(5, 5, 3)
    assert not storms(at.position)


def test_fb_5_10_a_storm_that_is_not_dispelled_is_said_to_stay():
    at = raised()
    at.battle = type(at.battle)(at.book, [*at.battle.log, *pushed(at, Tending())])
    at.choose("red", "army:3")
    at.roll(1, 1, 1)
    assert storms(at.position)
    told = {"seat": "red", "piece": "R1"}
    assert [one.params for one in at.rulings("fb.5-10.stays")] == [told]


def pushed(at: Range, frame: Any) -> list[Any]:
    return [*(Withdrawn(ask.id) for ask in at.asks), Pushed(frame)]


def test_fb_5_10_its_caster_may_end_it_and_a_drift_ends_with_a_misfire():
    """[FB-5.19]"""
    at = raised()
    at.battle = type(at.battle)(at.book, [*at.battle.log, *pushed(at, Tending())])
    at.choose("red", "end it")
    assert not storms(at.position)
    at = raised()
    at.battle = type(at.battle)(at.book, [*at.battle.log, *pushed(at, Tending())])
    at.choose("red", "pass")
    at.roll(6)
    assert not storms(at.position)


def test_fb_5_10_it_drifts_at_random():
    at = raised()
    before = storms(at.position)[0].pose
    at.battle = type(at.battle)(at.book, [*at.battle.log, *pushed(at, Tending())])
    at.choose("red", "pass")
    at.roll(1)
    (ask,) = at.asks
    at.battle.say(CHANCE, Roll((3,)), ask.id)
    after = storms(at.position)[0].pose
    assert before
    assert after
    assert (after.x - before.x, after.y - before.y) == (40_000, 0)
    assert [one.params for one in at.rulings("fb.5-8.drifted")] == [{"piece": "R1", "inches": 4}]
    assert ask.needed == Needed("fb.5-8.drifts", {"piece": "R1"})
    # one sentence tells of it, and the storm moves with that
    log = at.battle.log
    moved = next(i for i, one in enumerate(log) if isinstance(one, Moved) and one.way == "drift")
    lines = {one.event: one.text for one in story(log, RULES)}
    assert "drifts 4" in lines[moved]
    assert moved + 1 not in lines


def test_fb_5_10_it_ends_with_its_caster():
    at = raised()
    hit = Hit("R1", 2, 10, by="blue", way="magic", sure=True)
    at.battle = type(at.battle)(at.book, [*at.battle.log, *pushed(at, Wounding(hit=hit))])
    assert at.piece("R1").place == "lost"
    assert not storms(at.position)


# ── miscasts ─────────────────────────────────────────────────────────────────
def miscast(*regiments: Any, **more: Any) -> Range:
    frame = Miscast(wizard="R1", spell="steel-skin")
    return table(*regiments, frame=frame, **more)


def test_fb_5_13_a_rift_hits_everybody_and_may_swallow_the_wizard():
    at = miscast(foe(y=40), regiment("R2", x=24, y=12, models=5))
    at.roll(1, 1)
    at.roll(3)
    assert at.count("red", names.POWER) == 5
    assert at.asks[0].about == ("R1", "R1")
    at.roll(1)
    at.roll(*[1] * at.asks[0].dice)
    assert at.window() == "swallowed"
    at.roll(3)
    assert at.piece("R1").place == "lost"
    assert at.count("blue", names.VP) == 100  # one's own mishap


def test_fb_5_13_a_great_blast_reaches_less_far():
    at = miscast(foe(y=40), regiment("R2", x=24, y=12.5, models=5))
    at.roll(2, 3)
    at.roll(1)
    at.roll(1)
    assert not at.asks


def test_fb_5_13_a_blast_hits_those_in_contact_but_not_the_wizard():
    """[FB-5.18]"""
    at = Range(
        regiment("R2", models=14),
        wizard("R1", inside="R2"),
        foe(y=40),
        phase=names.MAGIC,
    ).begin(Miscast(wizard="R1", spell="steel-skin"))
    at.roll(3, 4)
    at.roll(1)
    assert (at.asks[0].about, at.asks[0].dice) == (("R2", "R2"), 5)
    at.roll(2, 2, 2, 2, 1)
    assert at.count("R2", names.MODELS) == 10
    assert at.count("R1", names.WOUNDS) == 0


def test_fb_5_13_backlash_strikes_every_friendly_wizard():
    at = miscast(wizard("R2", x=40), foe(y=40))
    at.roll(4, 4)
    at.roll(1)
    at.roll(6)
    at.roll(6)
    assert (at.count("R1", names.WOUNDS), at.count("R2", names.WOUNDS)) == (1, 1)


def test_fb_5_13_and_5_14_drain_takes_levels_and_the_spell_just_cast_first():
    """[FB-5.14]"""
    at = miscast(foe(y=40), level=3)
    at.roll(6, 6)
    at.roll(2)
    at.roll(3)  # two levels
    (ask,) = at.asks
    assert (ask.count, "steel-skin" in ask.draw) == (1, False)
    at.battle.say(CHANCE, Draw(("falling-fire",)), ask.id)
    assert at.count("R1", names.WIZARD_LEVEL) == 1
    assert not {"steel-skin", "falling-fire"} & set(known(at.position, "R1"))
    assert at.piece("R1").marked(SPENT)


def test_fb_5_5_menus_offer_only_what_the_judge_accepts():
    at = table(foe(), foe("B2", x=34, y=30), regiment("R2", x=10, y=8))
    (ask,) = at.asks
    menu = at.book.menus["casting"]
    said = [one for one in menu.salient(at.book, at.position, ask) if isinstance(one, Cast)]
    assert {one.spell for one in said} == set(EVERY)
    assert all(at.battle.judge("red", one, ask.id).ok for one in said)
    draw = Random(1)
    for _ in range(20):
        picked = menu.sample(at.book, at.position, ask, draw)
        assert picked is not None
        assert at.battle.judge("red", picked, ask.id).ok


# ── what a larger game may say ───────────────────────────────────────────────
def test_fb_5_2_a_layer_says_who_gets_dispel_dice():
    """[FB-5.17]"""
    at = Range(
        wizard(), foe(), regiment("G1", x=40), phase=names.MAGIC, seats=("red", "blue", "green"),
        hooks=((seams.DISPEL_SEATS, lambda *_: ("green",), "FB-5.2"),),
    ).begin(Winds())  # fmt: skip
    at.roll(2, 5)
    at.roll(1)
    assert (at.count("blue", names.DISPEL), at.count("green", names.DISPEL)) == (0, 5)


def neutral_green(below: Any, position: Any, one: str, other: str) -> str:
    """A relation in which green is nobody's friend or enemy."""
    return "neutral" if "green" in (one, other) and one != other else below(position, one, other)


def test_fb_1_11_a_template_touches_nobody_who_is_neutral():
    at = Range(
        wizard(), foe(y=20, models=5), regiment("G1", x=24, y=22.4, face=180, models=5),
        phase=names.MAGIC, seats=("red", "blue", "green"),
        hooks=((seams.RELATION, neutral_green, "FB-1.2"),),
        counters=[Counted("red", names.POWER, 8)],
    ).begin(MagicPhase())  # fmt: skip
    assert why(at, "R1", "bolt-of-force", "G1", 1) == "FB-5.8"
    at.say("red", Cast("R1", "standing-storm", "B1", 4))
    at.roll(3, 3, 3, 3)
    at.roll(5)
    at.roll(*[6] * 5)
    assert at.piece("B1").place == "lost"
    assert at.count("G1", names.MODELS) == 5


def test_fb_5_5_a_layer_may_come_between_a_casting_and_its_effect():
    def marks(position: Any, spell: Any) -> tuple[Any, ...]:
        return (Miscast(wizard=spell.wizard, spell=spell.spell),)

    at = table(foe(), hooks=((seams.SPELL_CAST, marks, "FB-5.5"),))
    at.say("red", Cast("R1", "weight-of-years", "B1", 3))
    at.roll(3, 3, 3)
    assert at.window() == "miscast"
    assert not under_spell(at.position, at.piece("B1"), "weight-of-years")


def test_fb_14_3_a_layer_says_who_is_credited():
    """[FB-14.7]"""
    at = Range(
        foe(models=1), regiment("G1", x=40), seats=("red", "blue", "green"),
        hooks=((seams.CREDIT, lambda *_: "green", "FB-14.3"),),
    ).begin(Wounding(hit=Hit("B1", 1, 10, sure=True, way="mishap")))  # fmt: skip
    assert at.count("green", names.VP) == 100
