"""The Shooting phase: who shoots what with what. [SK-71 to SK-75, SK-79 to SK-84, SK-87]"""

from typing import Any

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Choose
from condotta.kernel.events import Marked, Ruled
from condotta.kernel.records import Mark
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.records import Share
from condotta.rules.skirmish.shooting import targeting
from condotta.rules.skirmish.shooting.aiming import targets, usual
from condotta.rules.skirmish.shooting.shooting_phase import END, WINDOW, Shoot
from condotta.rules.skirmish.shooting.targeting import Aim, in_range, is_close, ranged
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

LINE = "R1 line_infantry 5 20 20"


def phase(units: str, **keywords: Any) -> Table:
    """A table in red's Shooting phase."""
    return setting(units, phase=names.SHOOTING, **keywords)


def shares(arm: str, target: str, *models: int, unit: str = "R1") -> tuple[Share, ...]:
    """These models fire a weapon at a target."""
    return tuple(Share(f"{unit}.{number}", arm, target) for number in models)


def shoot(*some: tuple[Share, ...]) -> Shoot:
    every = tuple(one for few in some for one in few)
    return Shoot(every[0].model.split(".")[0], every)


def able(table: Table) -> tuple[str, ...]:
    """The units that may shoot now."""
    return next((ask.about for ask in table.asks("red") if ask.window == WINDOW), ())


def moved(table: Table, *models: str) -> None:
    """Those models count as moved."""
    mark = Mark(names.MOVED, names.TURN)
    table.battle.correct(tuple(Marked(model, mark) for model in models), "They moved.")


def hits(table: Table) -> list[tuple[Any, Any]]:
    """Attacks and what they needed, volley after volley."""
    ruled = [one for one in table.rulings() if one.key in ("sk.57.hits", "sk.83.hits")]
    return [(one.params["attacks"], one.params["needs"]) for one in ruled]


def play_out(table: Table) -> None:
    """All dice show 1 until somebody must choose."""
    while table.asks("chance"):
        table.roll(*(1,) * table.asks("chance")[0].dice)


# ── who may shoot ────────────────────────────────────────────────────────────
def test_each_unit_once_and_not_after_falling_back_or_advancing():
    """Each unit once and not after falling back or advancing. [SK-71]"""
    far = "; B1 militia 10 20 30 180"
    assert able(phase(LINE + far)) == ("R1",)
    assert able(phase(f"{LINE} fell_back{far}")) == ()
    assert able(phase(f"{LINE} advanced{far}")) == ()
    assert able(phase(f"{LINE} shot{far}")) == ()


def test_who_flies_shoots_after_falling_back():
    """Who flies shoots after falling back. [SK-38]"""
    assert able(phase("R1 jump_assault 5 20 20 fell_back; B1 militia 10 20 28 180")) == ("R1",)


def test_not_with_an_enemy_within_an_inch_but_with_pistols():
    """Not with an enemy within an inch but with pistols. [SK-71]"""
    table = phase("R1 line_infantry 5 20 20; B1 militia 10 20 21.5 180; B2 militia 10 20 30 180")
    assert able(table) == ("R1",)
    assert table.why_not("red", shoot(shares("assault_rifle", "B1", 1))) == {"SK-71"}
    assert not table.why_not("red", shoot(shares("heavy_pistol", "B1", 1)))
    assert table.why_not("red", shoot(shares("heavy_pistol", "B2", 1))) == {"SK-80"}


def test_who_has_nothing_to_shoot_at_is_not_picked():
    """Who has nothing to shoot at is not picked. [SK-87]"""
    table = phase("R1 line_infantry 5 20 4; B1 militia 10 20 46 180")
    assert able(table) == ()


def test_others_shoot_until_the_seat_has_done():
    """Others shoot until the seat has done. [SK-71]"""
    table = phase("R1 line_infantry 5 20 20; R2 militia 10 40 20; B1 militia 10 30 30 180")
    assert able(table) == ("R1", "R2")
    table.say("red", shoot(shares("assault_rifle", "B1", 1)))
    play_out(table)
    assert able(table) == ("R2",)
    table.choose("red", END)
    assert able(table) == ()


# ── what may be fired at whom ────────────────────────────────────────────────
def test_range_is_of_each_model_and_to_an_enemy():
    """Range is of each model and to an enemy. [SK-73]"""
    table = phase("R1 line_infantry 5 20 20 gap=60; B1 militia 10 4 37 180")
    assert table.why_not("red", shoot(shares("assault_rifle", "B1", 5))) == {"SK-73"}
    assert not table.why_not("red", shoot(shares("assault_rifle", "B1", 1)))
    assert table.why_not("red", shoot(shares("assault_rifle", "R1", 1))) == {"SK-73"}


def test_not_into_a_fight_of_ones_own():
    """Not into a fight of ones own. [SK-73]"""
    units = f"{LINE}; R2 militia 10 40 29; B1 militia 10 40 30.5 180; B2 militia 10 20 30 180"
    table = phase(units)
    assert table.why_not("red", shoot(shares("assault_rifle", "B1", 5))) == {"SK-73"}
    assert not table.why_not("red", shoot(shares("assault_rifle", "B2", 1)))


def test_into_the_fights_of_others():
    """Into the fights of others. [CM-7]"""
    units = f"{LINE}; B1 militia 10 20 30 180; A1 militia 10 20 31.5"
    table = phase(units, seats=ALONE)
    assert not table.why_not("red", shoot(shares("assault_rifle", "B1", 1)))


def test_who_is_not_seen_is_not_shot_but_indirectly():
    """Who is not seen is not shot but indirectly. [SK-73]"""
    units = "R1 weapons_team 3 20 20 files=1 weapons_crew=mortar; B1 militia 10 20 40 180"
    table = phase(units, areas="block box 20 30 40 2")
    crew = next(m.id for m in table.unit("R1").models if "mortar" in m.piece.traits)
    number = int(crew.split(".")[1])
    assert not table.why_not("red", shoot(shares("mortar", "B1", number)))
    rifles = next(m.id for m in table.unit("R1").models if "light_rifle" in m.piece.traits)
    rifle = shares("light_rifle", "B1", int(rifles.split(".")[1]))
    assert table.why_not("red", shoot(rifle)) == {"SK-73"}


def test_the_line_to_who_is_not_seen_is_drawn_where_it_is_told_alone(monkeypatch):
    """The line to who is not seen is drawn where it is told alone. [SK-73]"""
    units = "R1 line_infantry 5 20 20; B1 militia 10 20 30 180; B2 militia 5 40 20"
    table = phase(units, areas="block box 20 25 30 2")
    (refused,) = table.judge("red", shoot(shares("assault_rifle", "B1", 1))).refusals
    assert [one.key for one in refused.sketches] == ["line of sight", "in the way"]
    monkeypatch.setattr(targeting, "hidden", lambda *_, **__: pytest.fail("drawn for nobody"))
    assert targets(table.book, field(table.position), table.unit("R1")) == ("B2",)


def test_indirect_weapons_need_range():
    """Indirect weapons need range. [SK-84]"""
    units = "R1 weapons_team 3 20 2 weapons_crew=mortar; B1 militia 10 60 46 180"
    table = phase(units + "; B2 militia 10 20 22 180")
    crew = next(m.id for m in table.unit("R1").models if "mortar" in m.piece.traits)
    assert table.why_not("red", shoot(shares("mortar", "B1", int(crew.split(".")[1])))) == {"SK-73"}


def test_weapons_may_have_targets_of_their_own_and_one_target_comes_after_another():
    """Weapons may have targets of their own and one target comes after another. [SK-74]"""
    units = "R1 heavy_walker 1 30 20; B1 militia 10 20 30 180; B2 militia 10 40 30 180"
    table = phase(units)
    both = (shares("rotary_cannon", "B2", 1), shares("twin_assault_rifle", "B1", 1))
    table.say("red", shoot(*both))
    assert table.rulings("SK-74")[0].params["targets"] == ("B2", "B1")
    assert table.asks("chance")[0].about == ("R1", "B2")
    play_out(table)
    assert hits(table) == [(6, 3), (4, 3)]


def test_one_weapon_is_not_split():
    """One weapon is not split. [SK-74]"""
    table = phase(f"{LINE}; B1 militia 10 20 30 180; B2 militia 10 40 30 180")
    split = (*shares("assault_rifle", "B1", 1), *shares("assault_rifle", "B2", 1))
    assert table.why_not("red", Shoot("R1", split)) == {"SK-72"}


def test_a_model_fires_what_it_bears():
    """A model fires what it bears. [SK-72]"""
    table = phase(f"{LINE}; B1 militia 10 20 30 180")
    assert table.why_not("red", shoot(shares("plasma_gun_standard", "B1", 1))) == {"SK-72"}
    assert table.why_not("red", Shoot("R1", (Share("B1.1", "light_rifle", "B1"),))) == {"SK-72"}


def test_an_enemys_unit_is_not_ones_own_to_shoot_with():
    """An enemys unit is not ones own to shoot with. [SK-71]"""
    table = phase(f"{LINE}; B1 militia 10 20 30 180")
    assert table.why_not("red", Shoot("B1", (Share("B1.2", "light_rifle", "R1"),))) == {"SK-71"}
    assert table.why_not("red", Shoot("R1", ())) == {"SK-71"}


# ── characters ───────────────────────────────────────────────────────────────
def test_a_character_only_when_it_is_the_nearest():
    """A character only when it is the nearest. [SK-75]"""
    table = phase(f"{LINE}; B1 commander 1 20 35 180; B2 militia 10 20 30 180")
    assert table.why_not("red", shoot(shares("assault_rifle", "B1", 1))) == {"SK-75"}
    nearest = phase(f"{LINE}; B1 commander 1 20 30 180; B2 militia 10 20 35 180")
    assert not nearest.why_not("red", shoot(shares("assault_rifle", "B1", 1)))


def test_is_of_each_model_and_third_parties_shield():
    """Is of each model and third parties shield. [SK-75]"""
    table = phase(f"{LINE}; B1 commander 1 20 35 180; A1 militia 10 20 30 180", seats=ALONE)
    assert table.why_not("red", shoot(shares("assault_rifle", "B1", 1))) == {"SK-75"}


def test_of_two_that_are_equally_near_either_may_be_picked():
    """Of two that are equally near either may be picked. [SK-14]"""
    table = phase(
        "R1 field_officer 1 20 20; B1 commander 1 14 28 180; B2 commander 1 26 28 180",
    )
    for target in ("B1", "B2"):
        assert not table.why_not("red", shoot(shares("light_pistol", target, 1)))


def test_wounds_at_first_count_and_marksmen_need_not_care():
    """Wounds at first count and marksmen need not care. [SK-75]"""
    big = replace(
        shipped_sheets()["commander"],
        id="giant",
        models=(replace(shipped_sheets()["commander"].models[0], id="giant", W=10),),
    )
    screen = "; B2 militia 10 20 30 180"
    table = phase(f"{LINE}; B1 giant 1 20 35 180 wounds=9{screen}", sheets=(big,))
    assert not table.why_not("red", shoot(shares("assault_rifle", "B1", 1)))
    marksmen = phase(f"R1 scouts 5 20 20; B1 commander 1 20 35 180{screen}")
    assert not marksmen.why_not("red", shoot(shares("marksman_rifle", "B1", 2)))


def test_unseen_units_do_not_shield_unless_it_is_set():
    """Unseen units do not shield unless it is set. [SK-76]"""
    units = f"{LINE}; B1 commander 1 20 35 180; B2 medic 1 30 22 180; B3 militia 10 8 38 180"
    wall = "block box 26 22 2 14"
    table = phase(units, areas=wall)
    assert not table.why_not("red", shoot(shares("assault_rifle", "B1", 3)))
    later = phase(units, areas=wall, settings={"characterClosestIgnoresVisibility": True})
    assert later.why_not("red", shoot(shares("assault_rifle", "B1", 3))) == {"SK-75"}
    gone = phase(units)
    assert gone.why_not("red", shoot(shares("assault_rifle", "B1", 3))) == {"SK-75"}


def test_an_unseen_character_is_not_the_nearest_that_is_seen():
    """Only the closest visible unit, were it a character: not by indirect fire. [SK-75, SK-76]"""
    units = "R1 weapons_team 3 20 20 files=1 weapons_crew=mortar; B1 commander 1 20 40 180"
    wall = "block box 20 30 40 2"
    assert not phase(units, areas=wall).asks("red")
    table = phase(f"{units}; B2 militia 10 50 20", areas=wall)
    crew = next(one.id for one in table.unit("R1").models if "mortar" in one.piece.traits)
    shot = shoot(shares("mortar", "B1", int(crew.split(".")[1])))
    assert table.why_not("red", shot) == {"SK-75"}
    errata = {"characterClosestIgnoresVisibility": True}
    assert not phase(units, areas=wall, settings=errata).why_not("red", shot)


# ── weapon types ─────────────────────────────────────────────────────────────
def test_random_attacks_are_rolled_for_each_weapon():
    """Random attacks are rolled for each weapon. [SK-79]"""
    table = phase("R1 battle_tank 1 20 10; B1 militia 10 20 40 180")
    table.say("red", shoot(shares("battle_cannon", "B1", 1)))
    assert [(ask.window, ask.dice) for ask in table.asks("chance")] == [("number of shots", 1)]
    table.roll(5)
    assert [ask.dice for ask in table.asks("chance")] == [5]


def test_assault_weapons_fire_after_an_advance_at_a_cost():
    """Assault weapons fire after an advance at a cost. [SK-80]"""
    units = "R1 heavy_brawlers 3 20 20 advanced; B1 militia 10 20 30 180"
    table = phase(units)
    table.say("red", shoot(shares("spine_volley", "B1", 1, 2, 3)))
    play_out(table)
    assert hits(table) == [(9, 5)]  # BS 4+ at -1


def test_who_advanced_fires_assault_weapons_only():
    """Who advanced fires assault weapons only. [SK-81]"""
    line = "R1 line_infantry 5 20 20 advanced line_trooper=flame_projector"
    table = phase(f"{line}; B1 militia 10 20 26 180")
    assert table.why_not("red", shoot(shares("assault_rifle", "B1", 1))) == {"SK-81"}
    assert not table.why_not("red", shoot(shares("flame_projector", "B1", 2)))


def test_heavy_weapons_suffer_if_their_bearer_moved():
    """Heavy weapons suffer if their bearer moved. [SK-80]"""
    table = phase("R1 scouts 5 20 20; B1 militia 10 20 40 180")
    moved(table, "R1.2", "R1.3")
    table.say("red", shoot(shares("marksman_rifle", "B1", 2, 3, 4, 5)))
    play_out(table)
    assert sorted(hits(table)) == [(2, 3), (2, 4)]


@pytest.mark.parametrize(("inches", "near"), [(0.0005, True), (0.002, False)])
def test_a_thousandth_of_an_inch_is_in_favour_of_within(inches: float, near: bool):
    """Range and half range alike. [SK-13, SK-82]"""
    wide = 1.2598  # of a base
    for range_in, reaches in ((12, is_close), (24, in_range)):
        at = {"R1.1": (20, 5), "B1.1": (20, 5 + wide + range_in + inches)}
        units = "R1 line_infantry 1 0 0; B1 line_infantry 1 0 0"
        here = setting(units, phase=names.SHOOTING, at=at).field
        model = here.models["R1.1"]
        arm = next(one for one in ranged(here.unit("R1"), model) if one.range_in == 24)
        assert reaches(here, Aim(model, arm, here.unit("B1"))) is near


def test_rapid_fire_doubles_within_half_range():
    """SK-82: measured from each model to the nearest of the target. [SK-80]"""
    table = phase("R1 line_infantry 5 20 20 gap=60; B1 commander 1 5 29 180")
    table.say("red", shoot(shares("assault_rifle", "B1", 1, 2, 3)))
    play_out(table)
    twice = [count for count, _ in hits(table)]
    assert sum(twice) == 5
    assert sorted(twice) == [1, 4]


def test_one_grenade_instead_of_everything_else():
    """One grenade instead of everything else. [SK-80]"""
    table = phase(f"{LINE}; B1 militia 10 20 24 180")
    one = shoot(shares("grenade_blast", "B1", 1), shares("assault_rifle", "B1", 2, 3))
    assert not table.why_not("red", one)
    two = shoot(shares("grenade_blast", "B1", 1), shares("grenade_blast", "B1", 2))
    assert table.why_not("red", two) == {"SK-80"}
    more = shoot(shares("grenade_blast", "B1", 1), shares("assault_rifle", "B1", 1))
    assert table.why_not("red", more) == {"SK-80"}


def test_pistols_or_everything_else():
    """Pistols or everything else. [SK-80]"""
    table = phase(f"{LINE}; B1 militia 10 20 30 180")
    both = shoot(shares("heavy_pistol", "B1", 1), shares("assault_rifle", "B1", 1))
    assert table.why_not("red", both) == {"SK-80"}
    assert not table.why_not("red", shoot(shares("heavy_pistol", "B1", 1)))


def test_a_pistol_in_combat_may_be_fired_where_friends_fight():
    """The target is within an inch of another friendly unit too. [SK-80]"""
    units = f"{LINE}; R2 militia 10 20 23; B1 militia 10 20 21.5 180"
    assert not phase(units).why_not("red", shoot(shares("heavy_pistol", "B1", 1)))


def test_weapons_that_hit_of_themselves_need_no_roll():
    """Weapons that hit of themselves need no roll. [SK-83]"""
    line = "R1 line_infantry 5 20 20 line_trooper=flame_projector"
    table = phase(f"{line}; B1 militia 10 20 26 180")
    table.say("red", shoot(shares("flame_projector", "B1", 2)))
    table.roll(4)
    assert hits(table) == [(4, 0)]
    assert table.asks("chance")[0].window == "wound rolls"


def test_launchers_have_several_profiles_of_which_one_is_fired():
    units = "R1 line_infantry 10 20 20 line_trooper=missile_launcher; B1 militia 10 20 40 180"
    table = phase(units)
    one = shares("missile_piercing", "B1", 2)
    assert not table.why_not("red", shoot(one))
    assert table.why_not("red", shoot(one, shares("missile_blast", "B1", 2))) == {"SK-72"}


def test_scatter_guns_and_fusion_guns_are_better_within_half_range():
    near = phase("R1 line_infantry 5 20 20 line_trooper=fusion_gun; B1 heavy_walker 1 20 26 180")
    near.say("red", shoot(shares("fusion_gun", "B1", 2)))
    near.roll(6)
    near.roll(6)
    assert [(ask.window, ask.dice) for ask in near.asks("chance")] == [("damage", 2)]
    near.roll(2, 4)
    assert near.count("B1.1", names.WOUNDS) == 4


# ── auras, smoke, flyers ─────────────────────────────────────────────────────
def test_an_aura_has_ones_rolled_again_within_its_radius():
    """An aura has ones rolled again within its radius, and it is told so. [SK-26, SK-3]"""
    table = phase(f"{LINE}; R2 commander 1 20 14; B1 militia 10 20 30 180")
    table.say("red", shoot(shares("assault_rifle", "B1", 1, 2, 3, 4, 5)))
    table.roll(*(1,) * 10)
    assert [(ask.window, ask.dice) for ask in table.asks("chance")] == [("hit rolls again", 10)]
    (told,) = table.rulings("SK-3")
    assert (told.key, told.params) == ("sk.3.again", {"unit": "R1", "dice": 10})
    away = phase(f"{LINE}; R2 commander 1 20 8; B1 militia 10 20 30 180")
    away.say("red", shoot(shares("assault_rifle", "B1", 1, 2, 3, 4, 5)))
    away.roll(*(1,) * 10)
    assert not away.asks("chance")
    assert not away.rulings("SK-3")


def test_an_aura_never_reaches_another_players_unit():
    """An aura is for friends: the models of one's own army and nobody else. [SK-19, CM-12]"""
    units = f"{LINE}; A2 commander 1 30 20; B1 militia 10 20 30 180"
    table = phase(units, seats=ALONE)
    table.say("red", shoot(shares("assault_rifle", "B1", 1, 2, 3, 4, 5)))
    table.roll(*(1,) * 10)
    assert not [ask for ask in table.asks("chance") if ask.window == "hit rolls again"]


def test_smoke_is_laid_once_instead_of_shooting():
    table = phase("R1 battle_tank 1 20 10; B1 line_infantry 5 20 30 180; R2 militia 10 50 10")
    table.choose("red", "R1:smoke")
    assert table.marked("R1", names.SMOKE)
    assert "R1" not in able(table)
    table = setting(
        "R1 battle_tank 1 20 10 smoke smoke_used; B1 line_infantry 5 20 28 180",
        phase=names.SHOOTING, active="blue",
    )  # fmt: skip
    some = shares("assault_rifle", "R1", 1, 2, 3, 4, 5, unit="B1")
    table.say("blue", shoot(some))
    play_out(table)
    assert hits(table) == [(5, 4)]
    again = phase("R1 battle_tank 1 20 10 smoke smoke_used; B1 line_infantry 5 20 28 180")
    assert not again.marked("R1", names.SMOKE)  # its owner's next Shooting phase
    assert again.asks("red")[0].options == (END,)


def test_who_is_hard_to_hit_is_so_for_shooting():
    table = phase(f"{LINE}; B1 gunship 1 20 30 180")
    table.say("red", shoot(shares("assault_rifle", "B1", 1)))
    play_out(table)
    assert [need for _, need in hits(table)] == [4]


# ── cover ────────────────────────────────────────────────────────────────────
def saves(table: Table) -> list[tuple[Any, Any]]:
    """Wounds and what they were saved on, batch after batch."""
    return [
        (one.params["wounds"], one.params["needs"])
        for one in table.rulings()
        if isinstance(one, Ruled) and one.key in ("sk.62.saves", "sk.63.saves")
    ]


def test_a_unit_wholly_in_cover_saves_better():
    """A unit wholly in cover saves better. [SK-85]"""
    table = phase(f"{LINE}; B1 line_infantry 5 20 30 180", areas="woods box 20 30 30 8")
    table.say("red", shoot(shares("assault_rifle", "B1", 1)))
    table.roll(6, 6)
    table.roll(6, 6)
    table.roll(2, 2)
    assert saves(table) == [(2, 2)]


def test_cover_is_gained_once_the_others_are_slain():
    """One of five stands outside: the first wound is saved without cover. [SK-143, SK-86]"""
    table = phase(
        f"{LINE}; B1 line_infantry 5 20 30 180",
        areas="woods box 20 30 30 8",
        at={"B1.1": (37, 30, 180)},
    )
    table.say("red", shoot(shares("assault_rifle", "B1", 1, 2)))
    table.roll(6, 6, 6, 6)
    table.roll(6, 6, 6, 6)
    assert table.asks("chance")[0].dice == 1
    table.roll(1)
    table.choose("blue", "B1.1")
    assert table.asks("chance")[0].dice == 3
    table.roll(2, 2, 2)
    assert saves(table) == [(1, 3), (3, 2)]


# ── menus ────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("units", [
    f"{LINE}; R2 battle_tank 1 40 12; B1 militia 10 20 30 180; B2 commander 1 24 34 180",
    "R1 line_infantry 5 20 20; B1 militia 10 20 21.5 180; B2 militia 10 20 30 180",
    ("R1 scouts 5 20 20; R2 heavy_brawlers 3 30 20 advanced; "
     "B1 commander 1 24 34 180; B2 militia 10 24 28"),
])  # fmt: skip
def test_everything_on_the_menu_is_legal(units: str):
    known = phase(units).offers("red", draws=30)[:-30]
    assert any(isinstance(one, Shoot) for one in known)
    assert Choose(END) in known


def test_the_usual_shots_throw_a_grenade_where_it_does_most():
    table = phase(f"{LINE}; B1 militia 10 20 24 180")
    here = table.field
    assert targets(table.book, here, here.unit("R1")) == ("B1",)
    some = usual(table.book, here, here.unit("R1"), "B1")
    assert [one.weapon for one in some].count("grenade_blast") == 1
    assert len({one.model for one in some}) == 5
