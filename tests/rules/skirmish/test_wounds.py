"""Volleys at the table: who takes wounds, saves, mortal wounds, who is slain. [SK-56 to SK-68]"""

from typing import Any

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Frame
from condotta.kernel.events import Counted
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.allocation import ALLOCATE, FALLING, Allocate
from condotta.rules.skirmish.attacks.attack_lines import common, line
from condotta.rules.skirmish.attacks.attacks import Guard, Line, save_need, wound_need, wound_table
from condotta.rules.skirmish.attacks.mortal_wounds import Harming, Inflict
from condotta.rules.skirmish.attacks.saving import Saving
from condotta.rules.skirmish.attacks.volleys import Hitting, Salvo, Volleying, Wounding
from condotta.rules.skirmish.reading.datasheets import Ability, shipped_sheets, shipped_weapons
from condotta.rules.skirmish.reading.profile import damaged, invulnerable, profile, strength
from condotta.rules.skirmish.records import Mortal, Volley
from tests.rules.skirmish.skirmish_setting import Table, setting

LINE = "R1 line_infantry 5 20 20"


def begun(units: str, *frames: Frame, **keywords: Any) -> Table:
    """A table on which these frames begin, in the Shooting phase."""
    return setting(units, phase=names.SHOOTING, then=frames, **keywords)


def shots(target: str, bearers: int = 1, arm: str = "assault_rifle", way: str = "") -> Volley:
    """A volley of R1's first models."""
    models = tuple(f"R1.{number}" for number in range(1, bearers + 1))
    return Volley("R1", target, arm, models, way or names.SHOOTING)


# ── numbers ──────────────────────────────────────────────────────────────────
def test_every_model_has_its_characteristics():
    """Every model has its characteristics. [SK-20]"""
    table = begun(f"{LINE}; B1 militia 10 20 40", Inflict(mortal=Mortal("B1", 0)))
    sergeant = profile(table.position, table.piece("R1.1"))
    assert (sergeant.M, sergeant.WS, sergeant.BS, sergeant.S, sergeant.T) == ("6", 3, 3, 4, 4)
    assert (sergeant.W, sergeant.A, sergeant.Ld, sergeant.Sv) == (1, "2", 8, 3)
    assert save_need(Guard(7), 0) == 7
    assert save_need(Guard(0), 0) == 7


@pytest.mark.parametrize(
    ("lost", "row"),
    [(0, ("10", 4, "3")), (5, ("10", 4, "3")), (6, ("7", 5, "D3")), (9, ("4", 6, "1"))],
)
def test_a_tank_is_what_its_wounds_make_it(lost: int, row: tuple[str, int, str]):
    """A tank is what its wounds make it. [SK-21]"""
    hurt = damaged(shipped_sheets()["battle_tank"], "battle_tank", lost)
    assert row == (hurt.M, hurt.BS, hurt.A)
    assert hurt.WS == 6  # what is not starred stays


def test_is_looked_up_at_once():
    """A wound lost between two volleys changes the second. [SK-21]"""
    table = begun(
        "R1 battle_tank 1 20 20; B1 militia 10 20 60",
        Inflict(mortal=Mortal("R1", 6, "blue")),
        Volleying(volley=shots("B1", arm="battle_cannon")),
    )
    assert line(table.book, table.position, shots("B1", arm="battle_cannon")).skill == 5


def test_a_model_at_no_wounds_is_slain():
    """A model at no wounds is slain. [SK-22]"""
    table = begun(f"{LINE}; B1 commander 1 20 40", Inflict(mortal=Mortal("B1", 4, "red")))
    assert table.count("B1.1", names.WOUNDS) == 4
    assert table.models("B1") == 1
    table = begun(f"{LINE}; B1 commander 1 20 40", Inflict(mortal=Mortal("B1", 5, "red")))
    assert table.removed() == [("B1.1", "red"), ("B1", "red")]


def test_strength_is_multiplied_before_it_is_added_to():
    """Strength is multiplied before it is added to. [SK-6, SK-24]"""
    brute = shipped_sheets()["warlord_brute"].profile("warlord_brute")
    arms = shipped_weapons()
    found = [strength(arms[one], brute) for one in ("power_gauntlet", "power_axe", "psi_staff")]
    assert found == [12, 7, 8]
    weak = replace(arms["power_axe"], strength="-9")
    assert strength(weak, brute) == 1


PAIRS = (
    (4, 4, 4), (5, 4, 3), (8, 4, 2), (7, 4, 3), (3, 4, 5), (2, 4, 6), (3, 7, 6),
    (4, 7, 5), (4, 8, 6), (9, 8, 3), (6, 3, 2), (5, 3, 3), (1, 1, 4), (2, 1, 2),
)  # fmt: skip


@pytest.mark.parametrize(("power", "tough", "need"), PAIRS)
def test_the_wound_table(power: int, tough: int, need: int):
    """The wound table. [SK-58]"""
    assert wound_table(power, tough) == need
    assert wound_need(Line(3, power, tough)) == need


def test_the_majoritys_toughness_else_the_highest():
    """The majoritys toughness else the highest. [SK-59]"""
    assert common([4, 4, 5]) == 4
    assert common([5, 4]) == 5
    assert common([3, 3, 4, 4]) == 4


def test_ap_and_cover_change_the_armour_save_only():
    """Ap and cover change the armour save only. [SK-149, SK-62]"""
    assert save_need(Guard(3), -1) == 4
    assert save_need(Guard(3), -4) == 7
    assert save_need(Guard(2, 5), -3) == 5
    assert save_need(Guard(3, 4), 0) == 3  # the better of the two [SK-63]


def test_a_ward_gives_an_invulnerable_save():
    """A ward gives an invulnerable save. [SK-63]"""
    table = begun(f"{LINE}; B1 militia 10 20 40", Inflict(mortal=Mortal("B1", 0)))
    assert invulnerable(table.position, table.piece("B1.1")) == 0
    commander = begun(f"{LINE}; B1 commander 1 20 40", Inflict(mortal=Mortal("B1", 0)))
    assert invulnerable(commander.position, commander.piece("B1.1")) == 4


# ── a volley from beginning to end ───────────────────────────────────────────
def test_hit_wound_save_in_that_order():
    """Hit wound save in that order. [SK-56]"""
    table = begun(f"{LINE}; B1 militia 10 20 40", Salvo(unit="R1", volleys=(shots("B1", 5),)))
    assert table.windows() == [("chance", "hit rolls")]
    table.roll(1, 2, 3, 4, 6)
    assert table.windows() == [("chance", "wound rolls")]
    table.roll(2, 3, 6)  # S 4 against T 3: 3+
    assert table.windows() == [("chance", "saving throws")]
    table.roll(4, 5)
    assert table.windows()[0] == ("blue", FALLING)
    table.say("blue", Allocate(("B1.7",)))
    assert table.removed() == [("B1.7", "red")]
    assert Counted("B1", names.SLAIN, 1) in table.battle.log


def test_a_skill_of_none_cannot_shoot_and_no_dice_are_rolled():
    """RULING SK-57: what cannot be is not rolled for. [SK-57]"""
    table = begun("R1 claw_stalkers 5 20 20; B1 militia 10 20 40",
                  Salvo(unit="R1", volleys=(shots("B1", 5),)))  # fmt: skip
    assert not [ask for ask in table.asks("chance") if ask.window == "hit rolls"]
    assert table.models("B1") == 10


def test_models_that_are_alike_fall_as_their_owner_says():
    """Models that are alike fall as their owner says. [SK-157, SK-60]"""
    table = begun(f"{LINE}; B1 line_infantry 5 20 40", Saving(volley=shots("B1"), plain=3))
    table.roll(1, 2, 6)
    (ask,) = table.asks("blue")
    assert (ask.window, ask.about) == (FALLING, ("B1", "2"))
    assert table.why_not("blue", Allocate(("B1.1",))) == {"SK-60"}
    assert table.why_not("blue", Allocate(("B1.1", "B1.1"))) == {"SK-60"}
    assert table.why_not("blue", Allocate(("B1.1", "R1.1"))) == {"SK-60"}
    table.say("blue", Allocate(("B1.3", "B1.5")))
    assert {piece for piece, _ in table.removed()} == {"B1.3", "B1.5"}


def test_nobody_is_asked_when_all_fall():
    """Nobody is asked when all fall. [SK-60]"""
    table = begun(f"{LINE}; B1 line_infantry 5 20 40; B2 militia 10 50 40",
                  Saving(volley=shots("B1"), plain=6))  # fmt: skip
    table.roll(1, 1, 1, 2, 2, 2)
    assert table.models("B1") == 0
    assert not [ask for ask in table.asks("blue") if ask.window == FALLING]


def test_a_wounded_model_takes_the_next_wound():
    """A wounded model takes the next wound. [SK-61]"""
    table = begun(f"{LINE}; B1 assault_elite 5 20 40 wounds=1", Saving(volley=shots("B1"), plain=1))
    table.roll(1)
    assert table.removed() == [("B1.5", "red")]  # the last had lost a wound


def test_allocation_stays_on_a_model_until_it_is_slain():
    """Allocation stays on a model until it is slain. [SK-61]"""
    table = begun(f"{LINE}; B1 assault_elite 5 20 40", Saving(volley=shots("B1"), plain=3))
    table.roll(1, 1, 1)
    (ask,) = table.asks("blue")
    assert ask.about == ("B1", "2")  # one is slain, another is left with one wound
    table.say("blue", Allocate(("B1.2", "B1.4")))
    assert table.removed() == [("B1.2", "red")]
    assert table.count("B1.4", names.WOUNDS) == 1


def test_models_that_differ_are_named_before_the_save():
    """A brute boss has two wounds, brutes have one. [SK-60]"""
    table = begun(f"{LINE}; B1 brute_mob 10 20 40", Saving(volley=shots("B1"), plain=2))
    assert table.windows() == [("blue", ALLOCATE)]
    table.choose("blue", "B1.1")
    table.roll(1)
    assert table.count("B1.1", names.WOUNDS) == 1
    assert table.windows() == [("chance", "saving throws")]  # the boss must take the next
    table.roll(2)
    assert table.removed() == [("B1.1", "red")]


def test_several_wounds_may_be_allocated_at_once():
    """Several wounds may be allocated at once. [SK-60]"""
    table = begun(f"{LINE}; B1 brute_mob 10 20 40", Saving(volley=shots("B1"), plain=4))
    assert table.why_not("blue", Allocate(tuple(f"B1.{n}" for n in range(2, 7)))) == {"SK-60"}
    table.say("blue", Allocate(("B1.2", "B1.3", "B1.4", "B1.1")))
    assert [ask.dice for ask in table.asks("chance")] == [3]  # the three brutes together
    table.roll(1, 6, 1)
    assert {piece for piece, _ in table.removed()} == {"B1.2", "B1.4"}
    assert [ask.dice for ask in table.asks("chance")] == [1]
    table.roll(1)
    assert table.count("B1.1", names.WOUNDS) == 1


def test_sampled_and_salient_allocations_are_legal():
    """Sampled and salient allocations are legal. [SK-60]"""
    for units, plain in (("B1 brute_mob 10 20 40", 4), ("B1 line_infantry 5 20 40", 3)):
        table = begun(f"{LINE}; {units}", Saving(volley=shots("B1"), plain=plain))
        if table.asks("chance"):
            table.roll(1, 1, 6)
        assert len(table.offers("blue", draws=20)) > 20


def test_random_damage_is_rolled_for_each_failed_save_and_excess_is_lost():
    """Random damage is rolled for each failed save and excess is lost. [SK-64]"""
    beam = shots("B1", arm="anti_tank_beam")
    table = begun(
        "R1 line_infantry 10 20 20 line_trooper=anti_tank_beam; B1 heavy_brawlers 3 20 40",
        Saving(volley=replace(beam, bearers=("R1.2",)), plain=2),
    )
    assert table.windows() == [("chance", "damage")]  # 5+ at AP -3: no save is rolled
    table.roll(5, 2)
    (ask,) = table.asks("blue")
    assert ask.about == ("B1", "2")
    table.say("blue", Allocate(("B1.1", "B1.2")))
    assert table.removed() == [("B1.1", "red")]
    assert table.count("B1.2", names.WOUNDS) == 2


def test_wounds_may_be_ignored():
    """Wounds may be ignored. [SK-65]"""
    sheet = shipped_sheets()["line_infantry"]
    tough = replace(sheet, id="tough", abilities=(Ability("ignore_wound", value=5),))
    table = begun(f"{LINE}; B1 tough 5 20 40", Saving(volley=shots("B1"), plain=3), sheets=(tough,))
    table.roll(1, 1, 1)
    assert table.windows() == [("chance", "wounds ignored")]
    table.roll(5, 6, 4)
    (ask,) = table.asks("blue")
    assert ask.about == ("B1", "1")
    mortal = begun(f"{LINE}; B1 tough 5 20 40", Inflict(mortal=Mortal("B1", 2)), sheets=(tough,))
    mortal.roll(5, 5)
    assert mortal.models("B1") == 5


def test_mortal_wounds_go_on_to_the_next_model():
    """Mortal wounds go on to the next model. [SK-66]"""
    table = begun(f"{LINE}; B1 heavy_brawlers 3 20 40", Inflict(mortal=Mortal("B1", 4, "red")))
    table.say("blue", Allocate(("B1.3", "B1.2")))
    assert table.removed() == [("B1.3", "red")]
    assert table.count("B1.2", names.WOUNDS) == 1


def test_mortal_wounds_on_models_that_differ_are_allocated_one_at_a_time():
    """Mortal wounds on models that differ are allocated one at a time. [SK-66]"""
    table = begun(f"{LINE}; B1 brute_mob 10 20 40", Inflict(mortal=Mortal("B1", 3, "red")))
    table.choose("blue", "B1.5")
    table.choose("blue", "B1.1")
    assert table.removed() == [("B1.5", "red"), ("B1.1", "red")]


def test_an_attack_that_does_both_does_its_damage_first_saved_or_not():
    """An attack that does both does its damage first saved or not. [SK-66]"""
    table = begun(
        "R1 scouts 5 20 20; B1 commander 1 20 40",
        Wounding(volley=replace(shots("B1", arm="marksman_rifle"), bearers=("R1.2",)), hits=1),
    )
    table.roll(6)
    table.roll(6)  # saved
    assert table.count("B1.1", names.WOUNDS) == 1


def test_random_mortal_wounds_are_rolled():
    """Random mortal wounds are rolled. [SK-66]"""
    table = begun(f"{LINE}; B1 commander 1 20 40",
                  Harming(unit="B1", amount="D3", by="red", times=2))  # fmt: skip
    assert [(ask.window, ask.dice) for ask in table.asks("chance")] == [("mortal wounds", 2)]
    table.roll(1, 3)
    assert table.count("B1.1", names.WOUNDS) == 3


def test_attacks_on_a_unit_that_is_gone_are_lost():
    """Attacks on a unit that is gone are lost. [SK-67]"""
    table = begun(
        f"{LINE}; B1 commander 1 20 40; B2 militia 10 50 40",
        Inflict(mortal=Mortal("B1", 5, "red")),
        Hitting(volley=shots("B1", 5), counts=(1,) * 5),
        Wounding(volley=shots("B1", 5), hits=3),
        Saving(volley=shots("B1", 5), plain=3),
        Salvo(unit="R1", volleys=(shots("B1", 5),)),
    )
    while table.asks("chance"):
        (ask,) = table.asks("chance")
        assert ask.window == "hit rolls"  # dice already on their way; nothing comes of them
        table.roll(*(6,) * ask.dice)
    assert table.models("B1") == 0


def test_the_slain_are_gone_before_the_next_attack():
    """The slain are gone before the next attack. [SK-68]"""
    two = (shots("B1", 1, "squad_machine_gun"), shots("B1", 1, "light_rifle"))
    table = begun("R1 weapons_team 3 20 20; B1 militia 10 20 40", Salvo(unit="R1", volleys=two))
    table.roll(6, 6, 6)
    table.roll(6, 6, 6)
    table.roll(1, 1, 1)
    table.say("blue", Allocate(("B1.1", "B1.2", "B1.3")))
    assert table.models("B1") == 7
    assert table.windows() == [("chance", "hit rolls")]


def test_burning_weapons_slay_their_bearers_after_the_shots():
    """bearer_slain_on_hit_roll: an unmodified or modified 1."""
    gun = replace(shots("B1", arm="plasma_gun_overcharge"), bearers=("R1.2",))
    table = begun(
        "R1 line_infantry 5 20 20 line_trooper=plasma_gun; B1 militia 10 20 40",
        Salvo(unit="R1", volleys=(gun, shots("B1", 1))),
    )
    table.roll(1)
    assert table.models("R1") == 5
    table.roll(1)  # the rifle of another misses
    assert table.removed() == [("R1.2", "red")]
    assert Counted("R1", names.SLAIN, 1) in table.battle.log


def test_more_dice_than_a_roll_may_have_are_rolled_in_parts():
    table = begun(
        "R1 brute_mob 30 20 20; B1 militia 10 20 40",
        Salvo(unit="R1", volleys=(Volley("R1", "B1", "crude_blade",
              tuple(f"R1.{n}" for n in range(2, 31)), names.FIGHT, 10),)),
    )  # fmt: skip
    asked = []
    while table.asks("chance") and table.asks("chance")[0].window == "hit rolls":
        (ask,) = table.asks("chance")
        asked.append(ask.dice)
        table.roll(*(1,) * ask.dice)
    assert sum(asked) == 290
    assert max(asked) <= 200


def test_what_cannot_hit_is_said_and_not_rolled():
    """A tank shot to pieces that moved. [SK-4, SK-57]"""
    table = begun(
        "R1 battle_tank 1 20 20 wounds=10 arrived; B1 gunship 1 20 40",
        Hitting(volley=shots("B1", arm="battle_cannon"), counts=(4,)),
    )
    assert [one.key for one in table.rulings("SK-57")] == ["sk.57.none"]
    assert not [ask for ask in table.asks("chance") if ask.window == "hit rolls"]
