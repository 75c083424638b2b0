"""The number examples of the rules, exactly, and odds against live dice. [SK-56 to SK-67]"""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from condotta.kernel.events import Marked
from condotta.kernel.records import Mark
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.allocation import FALLING
from condotta.rules.skirmish.attacks.attack_lines import line
from condotta.rules.skirmish.attacks.attacks import (
    Guard,
    Line,
    all_wounds,
    hit_need,
    hits,
    save_need,
)
from condotta.rules.skirmish.attacks.odds import (
    Assault,
    Victim,
    attacks_of,
    damage_chances,
    hit_chance,
    odds,
    odds_of,
    unsaved_chance,
)
from condotta.rules.skirmish.attacks.volleys import Salvo, gathered
from condotta.rules.skirmish.reading.datasheets import powers, shipped_sheets
from condotta.rules.skirmish.records import Share, Volley
from condotta.rules.skirmish.shooting.targeting import measured
from tests.rules.skirmish.skirmish_setting import Table, setting

EXACT = 1e-9


def volleys(
    table: Table, unit: str, arm: str, target: str, *, way: str = names.SHOOTING, attacks: int = 0
) -> tuple[Volley, ...]:
    """Every model of a unit that bears a weapon uses it against a target."""
    here = table.field
    shares = [
        Share(model.id, arm, target, attacks)
        for model in here.unit(unit).models
        if arm in model.piece.traits or arm.startswith("close")
    ]
    if way != names.FIGHT:
        shares = list(measured(here, here.unit(unit), shares))
    return gathered(table.position, shares, way)


def mean(table: Table, some: tuple[Volley, ...]) -> float:
    """The expected number of unsaved wounds."""
    return odds(table.book, table.position, some).mean_unsaved


RIFLES = "R1 line_infantry 5 20 20"
BEAM = "R1 line_infantry 10 20 20 line_trooper=anti_tank_beam"
WOODS = "woods box 20 30 20 6"
SHOOTING_ROWS = (
    (f"{RIFLES}; B1 line_infantry 5 20 30 180", "", "assault_rifle", (10, 3, Fraction(10, 9))),
    (f"{RIFLES}; B1 line_infantry 5 20 30 180", WOODS, "assault_rifle", (10, 3, Fraction(5, 9))),
    (
        "R1 militia 10 20 20; B1 line_infantry 5 20 38 180",
        "",
        "light_rifle",
        (9, 4, Fraction(1, 2)),
    ),
    (f"{BEAM}; B1 heavy_walker 1 20 40 180", "", "anti_tank_beam", (1, 3, Fraction(10, 27))),
    (f"{BEAM} moved; B1 heavy_walker 1 20 40 180", "", "anti_tank_beam", (1, 4, Fraction(5, 18))),
    (
        "R1 battle_tank 1 20 20 moved; B1 great_beast 1 20 40 180",
        "",
        "battle_cannon",
        (3.5, 5, Fraction(14, 27)),
    ),
    (
        "R1 line_infantry 5 20 20 line_trooper=flame_projector; B1 swarm_runners 10 20 26 180",
        "",
        "flame_projector",
        (3.5, 0, Fraction(35, 18)),
    ),
)


@pytest.mark.parametrize(("units", "areas", "arm", "row"), SHOOTING_ROWS)
def test_14_4_shooting(units: str, areas: str, arm: str, row: tuple[float, int, Fraction]):
    table = setting(units.replace(" moved", ""), areas=areas, phase=names.SHOOTING)
    if " moved" in units:
        moved = Mark(names.MOVED, names.TURN)
        marks = [Marked(model.id, moved) for model in table.unit("R1").models]
        table.battle.correct(tuple(marks), "They moved.")
    some = volleys(table, "R1", arm, "B1")
    attacks, need, expected = row
    (one,) = some
    assert hit_need(line(table.book, table.position, one)) == need
    counts = attacks_of(table.position, one)
    assert sum(number * chance for number, chance in enumerate(counts)) == pytest.approx(attacks)
    assert mean(table, some) == pytest.approx(float(expected), abs=EXACT)


def test_14_4_a_marksman_at_a_commander():
    table = setting("R1 scouts 5 20 20; B1 commander 1 20 38 180", phase=names.SHOOTING)
    (all_four,) = volleys(table, "R1", "marksman_rifle", "B1")
    one = replace(all_four, bearers=all_four.bearers[:1])
    assert mean(table, (one,)) == pytest.approx(1 / 9, abs=EXACT)


def test_14_4_a_commander_fights_armoured_elite():
    """The example leaves his own aura out, in which he always is: with it it is 35/27. [SK-26]"""
    units = "R1 commander 1 20 20; B1 assault_elite 5 20 21.5 180"
    sheet = shipped_sheets()["commander"]
    plain = replace(sheet, abilities=sheet.abilities[:1])
    for sheets, expected in (((plain,), Fraction(10, 9)), ((), Fraction(35, 27))):
        table = setting(units, phase=names.FIGHT, sheets=sheets)
        some = volleys(table, "R1", "power_blade", "B1", way=names.FIGHT)
        assert mean(table, some) == pytest.approx(float(expected), abs=EXACT)


def test_14_4_nine_brutes_fight_militia():
    table = setting("R1 brute_mob 10 20 20; B1 militia 10 20 21.2 180", phase=names.FIGHT)
    some = volleys(table, "R1", "crude_blade", "B1", way=names.FIGHT)
    assert sum(len(one.bearers) for one in some) == 9
    assert mean(table, some) == pytest.approx(8, abs=EXACT)


def test_14_4_overwatch_at_brutes():
    table = setting(f"{RIFLES}; B1 brute_mob 10 20 30 180", phase=names.CHARGE, active="blue")
    some = volleys(table, "R1", "assault_rifle", "B1", way=names.OVERWATCH)
    assert mean(table, some) == pytest.approx(25 / 36, abs=EXACT)


# ── the other probabilities ──────────────────────────────────────────────────
TWO_DICE = Counter(one + two for one, two in product(range(1, 7), repeat=2))


def at_least(total: int) -> int:
    """Of 36, how often 2D6 come to that much or more."""
    return sum(count for number, count in TWO_DICE.items() if number >= total)


def test_14_4_psychic_tests_perils_charges_and_denials():
    assert [at_least(powers()[one].warp_charge) for one in ("smite", "mind_ward", "hasten")] == [
        30, 26, 21,
    ]  # fmt: skip
    assert sum(one == two and one in (1, 6) for one, two in product(range(1, 7), repeat=2)) == 2
    assert (at_least(7), at_least(9)) == (21, 10)
    assert at_least(7 + 1) == 15  # a deny roll must be higher than 7 [SK-48]


# ── one attack ───────────────────────────────────────────────────────────────
def test_re_rolled_ones():
    """Re rolled ones. [SK-3]"""
    assert hit_chance(Line(3, 4, 4, again=frozenset({1}))) == Fraction(7, 9)
    assert hit_chance(Line(4, 4, 4)) == Fraction(1, 2)


def test_damage_of_two_dice_keeps_the_higher():
    """Damage of two dice keeps the higher. [SK-64]"""
    chances = damage_chances("D6", two_dice=True)
    assert sum(number * chance for number, chance in enumerate(chances)) == Fraction(161, 36)


def test_ignored_wounds_thin_the_damage():
    """Ignored wounds thin the damage. [SK-65]"""
    assert damage_chances("2", 5) == (Fraction(1, 9), Fraction(4, 9), Fraction(4, 9))


def test_rending_claws_go_through_on_a_six():
    """ap_on_wound_roll: a third of the wounds on 4+ are at AP -4."""
    line_ = Line(3, 4, 4, ap=-1, sharp=6, sharp_ap=-4)
    save_3, save_none = Fraction(3, 6), Fraction(1)
    expected = Fraction(2, 3) * (Fraction(2, 6) * save_3 + Fraction(1, 6) * save_none)
    assert unsaved_chance(line_, Guard(3)) == expected


# ── many attacks ─────────────────────────────────────────────────────────────
def exactly(number: int) -> tuple[float, ...]:
    return (*(0.0,) * number, 1.0)


def test_damage_beyond_a_model_is_lost():
    """Two sure wounds of D 3 slay two models of two wounds, no more. [SK-64]"""
    sure = Line(0, 8, 4, ap=-6, damage="3")
    found = odds_of([Assault(sure, exactly(2))], [Victim(2, Guard(3))] * 3)
    both = (Fraction(5, 6)) ** 2
    assert found.slain[2] == pytest.approx(float(both))
    assert found.slain[3] == 0


def test_mortal_wounds_go_on_to_the_next_model():
    """A wound roll of 6 causes 3 mortal wounds beside its damage. [SK-66]"""
    line_ = Line(0, 4, 4, extra=6, mortal="3")
    found = odds_of([Assault(line_, exactly(1))], [Victim(1, Guard(2))] * 5)
    assert found.lost[3] == pytest.approx(1 / 6 * 5 / 6)
    assert found.lost[4] == pytest.approx(1 / 6 * 1 / 6)
    assert found.lost[1] == pytest.approx(2 / 6 * 1 / 6)


def test_odds_are_what_all_dice_there_are_give():
    """Two attacks enumerated die by die against models of two wounds, by the live resolver."""
    line_ = Line(4, 5, 4, ap=-1, damage="D3", again=frozenset({1}))
    guard = Guard(3)
    need = save_need(guard, -1)
    weight: dict[int, Fraction] = {}
    one: dict[int, Fraction] = {}
    sides = range(1, 7)
    for hit, anew, wound, save, damage in product(sides, repeat=5):
        landed = hits(line_, anew if hit in line_.again else hit)
        counts = landed and all_wounds(line_, [wound]).plain and save < need
        amount = -(-damage // 2) if counts else 0
        one[amount] = one.get(amount, Fraction(0)) + Fraction(1, 6**5)
    for first, second in product(one, repeat=2):
        got = 2 + min(2, second) if first >= 2 else min(2, first + second)
        weight[got] = weight.get(got, Fraction(0)) + one[first] * one[second]
    found = odds_of([Assault(line_, exactly(2))], [Victim(2, guard)] * 2)
    for number, chance in weight.items():
        assert found.lost[number] == pytest.approx(float(chance), abs=1e-12)
    assert sum(found.lost) == pytest.approx(1)


def test_odds_agree_with_volleys_that_are_played():
    """Rifles at close range, 300 times: the mean is within four of its deviations."""
    random = Random(7)
    slain = []
    units = f"{RIFLES}; B1 militia 10 20 30 180"
    start = setting(units, phase=names.SHOOTING)
    some = volleys(start, "R1", "assault_rifle", "B1")
    expected = odds(start.book, start.position, some)
    for _ in range(300):
        table = setting(units, phase=names.SHOOTING, then=(Salvo(unit="R1", volleys=some),))
        while not any(ask.window == "shoot unit" for ask in table.asks()):
            (ask,) = table.asks()
            if ask.seat != "chance":
                break
            table.roll(*(random.randint(1, 6) for _ in range(ask.dice)))
        falling = [ask for ask in table.asks() if ask.window == FALLING]
        slain.append(int(falling[0].about[1]) if falling else 0)
    share = sum(number * chance for number, chance in enumerate(expected.slain))
    square = sum(number**2 * chance for number, chance in enumerate(expected.slain))
    deviation = ((square - share**2) / 300) ** 0.5
    assert abs(sum(slain) / 300 - share) < 4 * deviation
