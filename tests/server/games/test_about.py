"""All there is to know of a piece, game by game: numbers, arms, what it may do, and why not."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.events import Counted
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_odds import fleeing
from condotta.rules.ranked.charges.declaring import Declarations
from condotta.rules.ranked.magic.casting import Cast, MagicPhase
from condotta.rules.ranked.magic.lore import lore
from condotta.rules.ranked.magic.storms import UNRAVEL, Tending
from condotta.rules.ranked.shooting.shooting_phase import ShootingPhase
from condotta.rules.skirmish.charge import charge_phase
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from condotta.rules.triumph.combat import odds as triumph_odds
from condotta.rules.triumph.tables import troop
from condotta.server.games import models
from condotta.server.games.about import regiments
from condotta.server.games.about.lines import percent
from condotta.server.games.games import game
from condotta.server.parts import FactsShown
from condotta.words import say
from tests.rules.ranked.fray_setting import Fray
from tests.rules.ranked.range_setting import Range, regiment
from tests.rules.ranked.test_magic import foe, pushed, raised, wizard
from tests.rules.skirmish.skirmish_setting import setting as skirmish
from tests.rules.triumph.table_setting import setting as triumph

INCH = 10_000
KNIGHTS = troop("KNT")


def asked(table: Any, seat: str) -> Ask | None:
    """The question that is open to a seat."""
    return next((one for one in table.battle.view(seat).asks if one.seat == seat), None)


def about(system: str, table: Any, piece: str, seat: str = "red") -> FactsShown:
    """What a seat is told of a piece, from what it sees."""
    seen = table.battle.view(seat).position
    return game(system).about(table.book, seen, asked(table, seat), seen.pieces[piece])


def numbers(told: FactsShown, which: int = 0) -> dict[str, Any]:
    """The values of a profile by the ends of their keys."""
    return {row.key.split(".")[-1]: row.value for row in told.profiles[which].rows}


def refusals(told: FactsShown) -> set[tuple[str, str]]:
    """Why not, as clauses and keys."""
    return {(why.clause, why.key) for one in told.may for why in one.refusals}


def spoken(told: FactsShown) -> int:
    """Say all that a card says; how many sentences those were."""
    rows = (*told.carries, *told.now)
    notes = [note for one in (*rows, *told.may) for note in one.notes]
    reasons = [why for one in told.may for why in one.refusals]
    parts = [part for one in (*rows, *told.may) for part in one.parts]
    for one in (*notes, *reasons):
        assert say(one.key, dict(one.params))
    for part in parts:
        assert say(part.key)
    named = [row for profile in told.profiles for row in profile.rows]
    for row in (*named, *(row for row in rows if row.name == "" and "mark" not in row.key)):
        assert say(row.key, dict(row.params))
    return len(notes) + len(reasons) + len(parts) + len(named)


# ── TRIUMPH! ─────────────────────────────────────────────────────────────────
def test_a_stand_tells_its_factors_its_command_and_the_price_of_its_move():
    """[TC-1.1, TC-2.1, TC-4.5, TC-4.7]"""
    told = about("triumph", triumph("R1 KNT 20 10 0; R2* HFT 44 10 0; B1 SPR 20 30 180"), "R1")
    assert numbers(told) == {
        "foot": KNIGHTS.vs_foot, "mounted": KNIGHTS.vs_mounted,
        "shot-at": KNIGHTS.shot_at, "move": KNIGHTS.move, "open": "",
    }  # fmt: skip
    assert [row.key for row in told.now] == ["about.out-of-command"]
    (move,) = (one for one in told.may if one.key == "about.may.move")
    assert move.params["cost"] == sum(part.value for part in move.parts) > 1
    assert not move.refusals
    assert spoken(told) > 5


def test_a_stand_in_combat_tells_both_why_it_does_not_move_and_each_factor():
    """[TC-2.10, TC-5.10, TC-0.11]"""
    table = triumph("R1* HFT 20 10 0; R2 HFT 40 10 0; B1* SPR 20 10 180")
    told = about("triumph", table, "R1")
    fights = next(row for row in told.now if row.key == "about.fights")
    assert fights.params == {"other": "B1"}
    assert fights.value == sum(part.value for part in fights.parts)
    assert {part.key for part in fights.parts} == {"factor.foot", "factor.general"}
    assert refusals(told) == {("TC-5.10", "tc.5-10.fighting")}


def test_the_factors_of_a_combat_are_read_without_playing_its_dice(monkeypatch):
    """[TC-2.10]"""
    table = triumph("R1* HFT 20 10 0; B1* SPR 20 10 180")
    monkeypatch.setattr(triumph_odds, "judged", None)
    (fights,) = (row for row in about("triumph", table, "R1").now if row.key == "about.fights")
    assert fights.parts


def test_a_stand_too_dear_for_the_points_left_says_so():
    """[TC-4.3]"""
    table = triumph("R1 KNT 20 10 0; R2* HFT 44 10 0; B1 SPR 20 30 180", cp=1)
    assert refusals(about("triumph", table, "R1")) == {("TC-4.3", "tc.4-3.too-dear")}


def test_a_shooter_tells_its_target_with_its_chance_and_why_not_the_others():
    """[TC-6.1, TC-6.9]"""
    pieces = "R1* ARC 20 10 0; R2 ARC 60 10 0; B1* SPR 20 12 180"
    table = triumph(pieces, phase="ranged")
    told = about("triumph", table, "R1")
    (shot,) = (one for one in told.may if one.to == "B1")
    assert shot.action == {"kind": "Choose", "option": "R1>B1"}
    assert shot.chance is not None
    assert 0 < shot.chance < 1
    assert refusals(about("triumph", table, "R2")) == {("TC-6.9", "tc.6-9.out-of-reach")}


def test_nothing_is_told_of_what_an_enemy_may_do():
    """Another seat's question is his alone. [docs/design.md, secrets 4]"""
    table = triumph("R1* ARC 20 10 0; B1* SPR 20 12 180", phase="ranged")
    assert about("triumph", table, "B1").may == ()
    assert about("triumph", table, "R1", "blue").may == ()
    assert about("triumph", table, "R1", "blue").profiles


# ── ranked battles ───────────────────────────────────────────────────────────
def test_a_regiment_tells_the_nine_numbers_and_its_leadership_with_its_chance():
    """[FB-2.1, FB-1.8]"""
    fray = Fray(regiment("R1", x=24, y=10), regiment("B1", x=24, y=20, face=180))
    told = about("ranked", fray.begin(Declarations()), "R1")
    assert [row.key.split(".")[-1] for row in told.profiles[0].rows][:9] == list(names.PROFILE)
    assert told.profiles[0].count == 20
    lead = next(row for row in told.now if row.key == "about.leadership")
    assert lead.value == sum(part.value for part in lead.parts) == 7
    assert lead.notes[0].params == {"percent": 58}  # 21 of 36
    assert spoken(told) > 10


def test_a_charge_has_its_distance_its_chance_and_the_odds_of_the_reactions():
    """[FB-4.2, FB-4.3, FB-4.5, FB-4.7]"""
    fray = Fray(regiment("R1", x=24, y=10), regiment("B1", x=24, y=20, face=180))
    told = about("ranked", fray.begin(Declarations()), "R1")
    (charge,) = (one for one in told.may if one.to == "B1")
    assert charge.action == {"kind": "Choose", "option": "R1>B1"}
    assert charge.chance == pytest.approx(26 / 36, abs=1e-6)  # 6 or more of two dice
    keys = [note.key for note in charge.notes]
    assert keys == ["about.charge.far", "about.react.hold", "about.react.flee"]
    assert charge.notes[0].params["far"] == 10 * INCH
    escape = fleeing(fray.field, fray.field.regiment("R1"), fray.field.regiment("B1"))
    assert charge.notes[2].params["caught"] == round(100 * escape.caught)
    assert 0 < escape.caught < charge.chance


def test_a_regiment_that_may_not_charge_says_why():
    """[FB-4.2]"""
    fray = Fray(
        regiment("R1", x=24, y=10),
        regiment("R2", x=40, y=10, face=180),
        regiment("R3", x=60, y=10),
        regiment("B1", x=24, y=40, face=180),
        regiment("B2", x=60, y=20, face=180),
    ).begin(Declarations())
    assert refusals(about("ranked", fray, "R1")) == {
        ("FB-4.2", "fb.4-2.far"), ("FB-4.2", "fb.4-2.arc"),
    }  # fmt: skip
    assert refusals(about("ranked", fray, "R2")) == {("FB-4.2", "fb.4-2.arc")}


def test_a_charged_regiment_is_told_what_each_reaction_may_bring():
    """[FB-4.3]"""
    fray = Fray(regiment("R1", x=24, y=10), regiment("B1", x=24, y=20, face=180))
    fray.begin(Declarations())
    fray.choose("red", "R1>B1")
    ask = asked(fray, "blue")
    assert ask is not None
    seen = fray.battle.view("blue").position
    told = game("ranked").cards(fray.book, seen, ask).meanings
    assert set(told) == set(ask.options) == {"hold", "flee"}
    assert told["hold"].params["percent"] == 72
    assert game("ranked").cards(fray.book, seen, None).meanings == {}


def test_a_shot_says_how_many_what_each_needs_and_why():
    """[FB-6.3, FB-6.4, FB-6.5]"""
    at = Range(
        regiment("R1", traits="bow", x=24, y=10),
        regiment("B1", x=24, y=30, face=180),
        regiment("R2", x=50, y=10),
        phase=names.SHOOTING,
    ).begin(ShootingPhase())
    (shot,) = (one for one in about("ranked", at, "R1").may if one.to == "B1")
    assert shot.notes[0].params["shots"] == 15  # ten in two ranks, a volley of half the rest
    assert {part.key for part in shot.parts} == {"fb.6-5.long"}
    assert shot.chance == pytest.approx(1 / 3, abs=1e-6)
    bow = next(row for row in about("ranked", at, "R1").carries if row.key == "trait.bow")
    assert bow.notes[0].params == {"range": 24, "strength": 3}
    assert refusals(about("ranked", at, "R2")) == {("FB-6.13", "fb.6-13.unarmed")}


def casting(*regiments: Any, dispel: int = 0, power: int = 6) -> Range:
    """A Magic phase of R1, a wizard of level 2 who knows two spells."""
    own = wizard(spells=("bolt-of-force", "steel-skin"))
    at = Range(own, *regiments, phase=names.MAGIC)
    at.opening += [Counted("red", names.POWER, power), Counted("blue", names.DISPEL, dispel)]
    return at.begin(MagicPhase())


def test_a_spell_has_its_effect_its_value_and_its_chance_with_each_number_of_dice():
    """[FB-5.5, FB-5.6, FB-5.9, FB-5.15]"""
    told = about("ranked", casting(foe(), dispel=3), "R1")
    bolt = next(one for one in told.may if (one.by, one.to) == ("spell.bolt-of-force", "B1"))
    assert [way.dice for way in bolt.ways] == [1, 2, 3, 4, 5, 6]
    # one die and level 2 reach 5 with 3 or more
    assert bolt.ways[0].chance == pytest.approx(4 / 6, abs=1e-6)
    assert bolt.ways[0].mishap == 0
    assert bolt.ways[1].mishap == pytest.approx(1 / 36, abs=1e-6)
    chances = [way.chance for way in bolt.ways]
    assert chances == sorted(chances)
    assert all(0 < way.against < way.chance for way in bolt.ways)
    assert bolt.action in [way.action for way in bolt.ways]
    assert bolt.notes[0].params["value"] == 5
    stronger = {one.by for one in told.may if one.by.endswith(":stronger")}
    assert stronger == {"spell.bolt-of-force:stronger"}
    assert spoken(told) > 10


def test_nothing_is_reckoned_of_a_spell_that_finds_no_target(monkeypatch):
    """[FB-5.8]"""
    reckoned = []
    hope = regiments.hope
    monkeypatch.setattr(
        regiments, "hope", lambda *of, **how: (reckoned.append(of[2]), hope(*of, **how))[1]
    )
    far = about("ranked", casting(foe(y=48)), "R1")
    assert ("FB-5.8", "fb.5-8.nobody") in refusals(far)
    assert set(reckoned) == {"steel-skin"}


def test_without_dispel_dice_nothing_is_dispelled_and_nobody_in_reach_is_said():
    """[FB-5.8, FB-5.9]"""
    told = about("ranked", casting(foe()), "R1")
    bolt = next(one for one in told.may if (one.by, one.to) == ("spell.bolt-of-force", "B1"))
    assert {way.against for way in bolt.ways} == {0.0}
    far = about("ranked", casting(foe(y=48)), "R1")
    assert ("FB-5.8", "fb.5-8.nobody") in refusals(far)


def enumerated(dice: int, bonus: int, strength: int) -> float:
    """How many of all rolls dispel, counted one by one. [FB-5.9]"""
    every = list(product(range(1, 7), repeat=dice))
    good = [
        one for one in every
        if one.count(6) > 1 or (sum(one) > 2 and sum(one) + bonus >= strength)
    ]  # fmt: skip
    return len(good) / len(every)


@pytest.mark.parametrize(("level", "mine", "theirs"), [(1, 3, 2), (2, 2, 3), (2, 4, 1)])
def test_a_spells_chances_are_those_of_every_roll_counted_one_by_one(level, mine, theirs):
    """[FB-5.5, FB-5.6, FB-5.7, FB-5.9] Cast; by two sixes; cast, and then dispelled."""
    at = casting(foe(), wizard("B2", level=level, x=40, y=30, face=180), dispel=theirs)
    told = about("ranked", at, "R1")
    bolt = next(one for one in told.may if (one.by, one.to) == ("spell.bolt-of-force", "B1"))
    cast, double, undone = 0, 0, 0.0
    every = list(product(range(1, 7), repeat=mine))
    for roll in every:
        two = roll.count(6) > 1
        if two or (sum(roll) > 2 and sum(roll) + 2 >= 5):
            cast += 1
            double += two
            undone += 0 if two else enumerated(theirs, level, sum(roll) + 2)
    way = bolt.ways[mine - 1]
    assert way.chance == pytest.approx(cast / len(every), abs=1e-6)
    assert way.mishap == pytest.approx(double / len(every), abs=1e-6)
    assert way.against == pytest.approx(undone / len(every), abs=1e-6)


def test_whoever_may_dispel_is_told_the_chance_of_each_number_of_dice():
    """[FB-5.9] A spell of 12: by the wizard of level 1, and by the army without any."""
    at = casting(foe(), wizard("B2", level=1, x=40, y=30, face=180), dispel=4)
    at.say("red", Cast("R1", "bolt-of-force", "B1", 3))
    at.roll(3, 3, 4)
    ask = asked(at, "blue")
    assert ask is not None
    kind, seen = game("ranked"), at.battle.view("blue").position
    told = kind.cards(at.book, seen, ask).meanings
    assert set(told) == set(ask.options) - {"pass"}
    assert len(told) == 8
    for option, means in told.items():
        who, _, dice = option.partition(":")
        chance = enumerated(int(dice), 1 if who == "B2" else 0, 12)
        assert means.params == {"strength": 12, "percent": percent(chance)}
        assert (means.key, means.clause) == ("about.dispel", "FB-5.9")
        assert say(means.key, dict(means.params))
    # nobody else is told anything, nor whoever was asked before the question said the strength
    assert kind.cards(at.book, at.battle.view("red").position, asked(at, "red")).meanings == {}
    assert kind.cards(at.book, seen, replace(ask, needed=None)).meanings == {}


def test_a_storm_that_stays_is_dispelled_against_its_value():
    """[FB-5.10]"""
    at = raised()
    at.battle = type(at.battle)(at.book, [*at.battle.log, *pushed(at, Tending())])
    ask = asked(at, "red")
    assert ask is not None
    assert ask.window == UNRAVEL
    told = game("ranked").cards(at.book, at.battle.view("red").position, ask).meanings
    value = lore()["standing-storm"].value
    bonus = {"army": 0, "R1": 2}
    tries = [option.partition(":") for option in ask.options if ":" in option]
    assert {who for who, _, _ in tries} == set(bonus)
    assert {option: one.params["percent"] for option, one in told.items()} == {
        f"{who}:{dice}": percent(enumerated(int(dice), bonus[who], value)) for who, _, dice in tries
    }


# ── single models ────────────────────────────────────────────────────────────
def test_a_unit_tells_its_models_its_weapons_and_its_shots():
    """[SK-20, SK-23, SK-56, SK-71]"""
    table = skirmish(
        "R1 line_infantry 5 20 20; B1 militia 10 20 34 180; B2 militia 10 50 60 180",
        phase="shooting",
    )
    told = about("skirmish", table, "R1.1")
    assert sum(one.count for one in told.profiles) == 5
    assert numbers(told)["T"] == shipped_sheets()["line_infantry"].models[0].T
    assert any(row.key.startswith("weapon.") and row.notes for row in told.carries)
    (shot,) = (one for one in told.may if one.to == "B1")
    assert shot.action is not None
    assert shot.action["kind"] == "Shoot"
    assert shot.chance is not None
    assert 0 < shot.chance <= 1
    assert refusals(told) == {("SK-73", "sk.73.range")}
    assert spoken(told) > 10


def test_every_unit_that_is_shipped_tells_what_its_models_carry():
    """[SK-20, SK-23] Weapons with rules of their own too."""
    for kind, sheet in shipped_sheets().items():
        table = skirmish(f"R1 {kind} {sheet.least} 20 20; B1 militia 10 20 44 180")
        told = about("skirmish", table, "R1")
        worn = {trait for model in table.unit("R1").models for trait in model.piece.traits}
        assert len([row for row in told.carries if row.key.startswith("weapon.")]) >= len(worn) > 0


def test_a_unit_that_may_charge_has_its_distance_and_chance():
    """[SK-88, SK-89, SK-92]"""
    table = skirmish("R1 line_infantry 5 20 20; B1 militia 10 20 28 180", phase="charge")
    (charge,) = (one for one in about("skirmish", table, "R1").may if one.to == "B1")
    assert charge.action == {"kind": "DeclareCharge", "unit": "R1", "targets": ["B1"]}
    assert charge.chance is not None
    assert 0 < charge.chance < 1
    two = "R1 line_infantry 5 20 20; R2 line_infantry 5 50 20; B1 militia 10 50 28 180"
    away = skirmish(two, phase="charge")
    ask = asked(away, "red")
    assert ask is not None
    assert ask.window == charge_phase.WINDOW
    assert [one.to for one in about("skirmish", away, "R2").may] == ["B1"]
    assert refusals(about("skirmish", away, "R1")) == {("SK-88", "sk.88.far")}


def test_a_unit_that_does_not_move_says_why_by_its_own_clause():
    """[SK-30, SK-44]"""
    table = skirmish(
        "R1 line_infantry 5 20 20; R2 line_infantry 5 40 20 made_its_move; "
        "R3 line_infantry 5 60 20 arrived; B1 militia 10 20 40 180"
    )
    found = {name: about("skirmish", table, name) for name in ("R1", "R2", "R3")}
    for told in found.values():
        (move,) = (one for one in told.may if one.key == "about.may.move")
        assert say(move.key, dict(move.params))
    assert refusals(found["R1"]) == set()
    assert refusals(found["R2"]) == {("SK-30", "sk.30.again")}
    assert refusals(found["R3"]) == {("SK-44", "sk.44.arrived")}


def test_the_odds_of_a_shot_are_reckoned_once_for_each_target(monkeypatch):
    """What cannot reach it is fired at another, whose odds are on that target's own line."""
    table = skirmish(
        "R1 line_infantry 5 40 20; B1 militia 1 15.5 20 90; B2 militia 1 64.5 20 270",
        phase="shooting",
    )
    plain = about("skirmish", table, "R1")
    reckoned = []
    against = models.against
    monkeypatch.setattr(
        models, "against", lambda *of: (reckoned.append(of[2][0].target), against(*of))[1]
    )
    told = about("skirmish", table, "R1")
    assert told == plain
    shots = {one.to: one for one in told.may if one.chance}
    aims = {share["target"] for share in shots["B1"].action["shares"]}
    assert aims == {"B1", "B2"}
    assert sorted(reckoned) == ["B1", "B2"]
