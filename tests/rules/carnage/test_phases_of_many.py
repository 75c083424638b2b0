"""The phases of skirmish battles with three and four armies, whoever's turn it is."""

from typing import Any

import pytest

from condotta.kernel.asks import Choose
from condotta.rules.carnage import names
from condotta.rules.carnage.bribes import Bribe
from condotta.rules.carnage.over_skirmish.host import CARNAGE_OVER_SKIRMISH
from condotta.rules.conceding import Concede
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish import seams
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge
from condotta.rules.skirmish.charge.heroic_interventions import Intervene
from condotta.rules.skirmish.fight.blows import may_attack
from condotta.rules.skirmish.finding.terms import MOVE, Terms
from condotta.rules.skirmish.finding.trails import judged
from condotta.rules.skirmish.morale.leadership import leadership
from condotta.rules.skirmish.records import Share, Trail
from condotta.rules.skirmish.shooting.shooting_phase import Shoot
from tests.rules.carnage.test_over_skirmish import many
from tests.rules.skirmish.skirmish_setting import Table

WIDE = 2 * 7874 / core.INCH  # of a commander's base


def row(units: str) -> dict[str, tuple[float, float]]:
    """Commanders in a row, each in contact with the next."""
    return {f"{unit}.1": (10 + WIDE * place, 20) for place, unit in enumerate(units.split())}


def brawl(units: str, active: str = "red", seats: int = 3, **given: Any) -> Table:
    """Commanders in a row at the Fight phase; nobody ever hits."""
    marks = given.pop("marks", {})
    text = ";".join(f"{u} commander 1 10 20 {marks.get(u, '')}" for u in units.split())
    at = {**row(units), **given.pop("at", {})}
    return many(text, seats, phase=core.FIGHT, active=active, at=at, dice=(1,) * 400, **given)


def settle(table: Table) -> None:
    """Share out attacks as usual, and stay where one is."""
    for _ in range(100):
        plain = [
            (ask.seat, option)
            for ask in table.asks()
            for option in ("usual", "stay")
            if option in ask.options
        ]
        if not plain:
            return
        table.say(plain[0][0], Choose(plain[0][1]))


def order(table: Table, active: str, *seats: str) -> None:
    """The active player's order."""
    for seat in seats[:-1]:
        if (active, "who acts next") in table.windows():
            table.choose(active, seat)


def fight_on(table: Table) -> list[str]:
    """Everybody fights with its first unit; the seats in the order in which they were asked."""
    asked = []
    while table.windows() and table.windows()[0][1] == "fight unit":
        (ask,) = table.asks()
        asked.append(ask.seat)
        table.choose(ask.seat, ask.options[0])
        settle(table)
    return asked


# ── who is an enemy ──────────────────────────────────────────────────────────
def test_one_may_shoot_at_a_unit_that_fights_a_third_players():
    """[CM-7] Only the shooter's own units near the target protect it."""
    units = "R1 line_infantry 5 20 20; B1 militia 10 20 30 180; A1 brute_mob 10 20 31.4"
    table = many(units, phase=core.SHOOTING)
    assert table.field.engaged(table.unit("B1"))
    shot = Shoot("R1", (Share("R1.2", "assault_rifle", "B1"),))
    assert table.why_not("red", shot) == set()


def test_a_third_players_nearer_unit_protects_a_character():
    """[CM-9] The closest of all enemy units counts."""
    units = "R1 line_infantry 5 20 20; B1 commander 1 20 32; A1 militia 10 20 28"
    table = many(units, phase=core.SHOOTING)
    shot = Shoot("R1", (Share("R1.2", "assault_rifle", "B1"),))
    assert table.why_not("red", shot) == {"SK-75"}


def test_the_nearest_enemy_is_sought_among_all():
    """[CM-10] Smite strikes Amber's unit, which is nearer than Blue's."""
    units = "R1 psyker 1 36 24; B1 militia 10 36 36; A1 militia 10 36 16"
    table = many(units, phase=core.PSYCHIC, dice=(4, 3, 1))
    table.choose("red", "R1:smite")
    struck = [one for one in table.rulings("SK-54") if one.key == "sk.54.smite"]
    assert [one.params["target"] for one in struck] == ["A1"]
    assert table.windows() == [("amber", "who falls")]


def test_an_explosion_strikes_everybody_near_and_its_owner_too():
    """[CM-11, CM-97] A walker dies next to units of three players."""
    units = (
        "R1 light_walker 1 36 24 wounds=5; R2 commander 1 38.5 25; A1 commander 1 33.5 25.5;"
        "B1 commander 1 36 27; B2 psyker 1 36 6"
    )
    table = many(units, phase=core.PSYCHIC, active="blue", dice=(5, 3, 1, 6))
    table.choose("blue", "B2:smite")
    assert table.models("R1") == 0
    assert [table.count(f"{unit}.1", core.WOUNDS) for unit in ("R2", "A1", "B1", "B2")] == [
        1, 1, 1, 0,
    ]  # fmt: skip


def test_an_aura_never_reaches_another_players_units():
    """[CM-12] Blue's officer lends its Leadership to no unit of Amber's."""
    units = "B1 field_officer 1 20 20; A1 militia 9 20 23; B2 militia 9 20 17; R1 militia 9 60 40"
    table = many(units, phase=core.MORALE)
    led, stranger = (
        leadership(table.book, table.position, table.unit(unit)) for unit in ("B2", "A1")
    )
    assert (led, stranger) == (8, 7)


def test_nobody_moves_through_units_of_those_with_whom_he_made_a_truce():
    """[CM-14, CM-4, CM-118] Words bind nobody: the inch is kept all the same."""
    units = "R1 commander 1 20 20; B1 militia 10 20 23; A1 militia 10 60 40"
    table = many(units, phase=core.MOVEMENT, counters={"blue": {names.CP: 3}})
    table.battle.say("blue", Bribe("red", 2, "a truce"))
    way = Trail("R1.1", ((20 * core.INCH, 26 * core.INCH),))
    course = judged(table.position, table.unit("R1"), (way,), Terms(MOVE, 6 * core.INCH))
    assert "SK-32" in {one.clause for one in course.refusals} or "SK-33" in {
        one.clause for one in course.refusals
    }
    assert {unit.id for unit in table.field.enemies(table.unit("R1"))} == {"B1", "A1"}


def test_in_combat_with_two_one_falls_back_from_both():
    """[CM-8] An end near either of them is refused."""
    units = "R1 commander 1 20 20; B1 commander 1 20 20; A1 commander 1 20 20"
    at = {"R1.1": (20.0, 20.0), "B1.1": (20 - WIDE, 20.0), "A1.1": (20 + WIDE, 20.0)}
    table = many(units, phase=core.MOVEMENT, at=at)
    assert {unit.id for unit in table.field.engaged(table.unit("R1"))} == {"B1", "A1"}
    clear = (20 * core.INCH, 25 * core.INCH)
    near = (round((20 + WIDE / 2) * core.INCH), round(22.2 * core.INCH))
    terms = Terms("fall back", 6 * core.INCH, away=1)
    for end, legal in ((clear, True), (near, False)):
        course = judged(table.position, table.unit("R1"), (Trail("R1.1", (end,)),), terms)
        assert course.ok is legal


def test_the_layer_speaks_at_these_seams_and_no_others():
    """[CM-5, CM-112] Enemies, rounds, denials, interventions, fights, morale, set-up, the end."""
    spoken = {seam for seam, _, _ in CARNAGE_OVER_SKIRMISH.hooks if seam in vars(seams).values()}
    assert spoken == {
        seams.SET_UP, seams.DEPLOY_ZONE, seams.DEPLOY_REFUSE, seams.DEPLOY_ORDER, seams.MISSION,
        seams.NEXT_PHASE, seams.NEXT_TURN, seams.SETTLED, seams.VICTORY,
        seams.ORDERED, seams.ONE_OF, seams.MAY_INTERVENE, seams.CHOOSER, seams.UNBOUND,
        seams.ZONE_BY_MIDDLE, seams.IN_BLOCKS, seams.ONE_BY_ONE, seams.NEARER_TO,
    }  # fmt: skip


# ── interventions ────────────────────────────────────────────────────────────
HEROES = "R1 militia 10 20 20; B1 commander 1 20 23; A1 commander 1 20 17; A2 psyker 1 60 40"


def at_charges(units: str, active: str = "red", **given: Any) -> Table:
    """The Charge phase."""
    return many(units, phase=core.CHARGE, active=active, **given)


def none_charged(table: Table, seat: str) -> None:
    """The active player charges nobody."""
    while any(window == "charge unit" for _, window in table.windows()):
        table.choose(seat, "end")


def test_others_intervene_after_all_charges_in_the_order_the_active_player_sets():
    """[CM-33, CM-34, CM-38, CM-120, W-04] No charge is needed; the active player never does."""
    table = at_charges(HEROES)
    none_charged(table, "red")
    assert table.windows() == [("red", "who acts next")]
    table.choose("red", "amber")
    assert table.windows() == [("amber", "intervene")]
    table.choose("amber", "end")
    assert table.windows() == [("blue", "intervene")]


def test_a_character_near_a_third_players_unit_alone_does_not_intervene():
    """[CM-35, W-05] B's character is 2 inches from C's unit and 6 from A's nearest model."""
    units = "R1 militia 10 20 30; B1 commander 1 20 20; A1 militia 10 20 17"
    table = at_charges(units)
    none_charged(table, "red")
    assert not [seat for seat, window in table.windows() if window == "intervene"]


def test_in_the_turn_of_whoever_it_is_near_it_does():
    """[CM-35, CM-36] The same table in Amber's turn."""
    units = "R1 militia 10 20 30; B1 commander 1 20 20; A1 militia 10 20 17"
    table = at_charges(units, active="amber")
    none_charged(table, "amber")
    assert table.windows() == [("blue", "intervene")]


def test_an_intervention_ends_nearer_to_the_nearest_enemy_whosever_it_is():
    """[CM-37, CM-121] Blue's hero, near Red's unit, may step nearer to Amber's."""
    units = "R1 militia 10 20 30; B1 commander 1 20 27.5; A1 militia 10 20 25.5"
    table = at_charges(units)
    none_charged(table, "red")
    x, y = (round(one * core.INCH) for one in (20, 27.5))
    away = Intervene("B1", (Trail("B1.1", ((x, y + 3 * core.INCH // 10),)),))
    toward = Intervene("B1", (Trail("B1.1", ((x, y - core.INCH // 10),)),))
    assert table.why_not("blue", toward) == set()
    assert table.why_not("blue", away) == {"SK-99"}


def test_targets_of_several_players_may_be_charged():
    """[CM-13, CM-39, CM-122] The active player says who fires first."""
    units = "R1 brute_mob 10 20 20; B1 line_infantry 5 17 27 180; A1 line_infantry 5 23 27 180"
    table = at_charges(units, dice=(1,) * 200)
    table.say("red", DeclareCharge("R1", ("B1", "A1")))
    assert table.windows() == [("red", "who acts next")]


# ── fights ───────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("active", ["red", "blue", "amber"])
def test_two_passive_players_fight_each_other_in_anybodys_turn(active: str):
    """[CM-6, CM-41, CM-42] A, without a unit near, is skipped; C fights first, as A said."""
    others = [seat for seat in ("red", "blue", "amber") if seat != active]
    near = " ".join(f"{seat[0].upper()}1" for seat in others)
    far = f"{active[0].upper()}9"
    table = brawl(f"{near} {far}", active, at={f"{far}.1": (60.0, 40.0)})
    order(table, active, active, others[1], others[0])
    assert fight_on(table) == [others[1], others[0]]


def test_the_order_goes_round_and_round_one_unit_each():
    """[CM-45, CM-46, W-01] Order C, A, B with units C 1, A 2, B 2: C, A, B, A, B."""
    units = "R1 B1 R2 B2 A1"
    table = brawl(units)
    order(table, "red", "amber", "red", "blue")
    assert fight_on(table) == ["amber", "red", "blue", "red", "blue"]


def test_whoever_runs_out_is_skipped_and_nobody_fights_twice():
    """[CM-47, CM-48, CM-50, CM-123, W-02] Order A, B, C with units A 0, B 1, C 3: B, C, C, C."""
    table = brawl("A1 B1 A2 A3 R9", at={"A3.1": (10 + WIDE, 20 + WIDE), "R9.1": (60.0, 40.0)})
    order(table, "red", "red", "blue", "amber")
    assert fight_on(table) == ["blue", "amber", "amber", "amber"]
    fought = [one.params["unit"] for one in table.rulings("SK-103")]
    assert len(fought) == len(set(fought)) == 4


def test_a_hero_that_intervened_does_not_fight_with_those_who_charged():
    """[CM-44, W-03] Only what charged comes first."""
    table = brawl("R1 B1 A1", marks={"R1": "charged declared=B1"})
    settle(table)
    first = [one.params["unit"] for one in table.rulings("SK-103")]
    assert first == ["R1"]


def test_a_charger_attacks_only_what_it_charged_others_whom_they_like():
    """[CM-43, CM-42, W-17] A charger of B, touched by C too, does not attack C."""
    table = brawl("B1 R1 A1", marks={"R1": "charged declared=B1"})
    charger, declared, other = (table.unit(name) for name in ("R1", "B1", "A1"))
    assert may_attack(table.book, charger, declared)
    assert not may_attack(table.book, charger, other)
    assert may_attack(table.book, other, charger)


@pytest.mark.parametrize("any_foe", [False, True])
def test_a_charger_attacks_whom_it_did_not_charge_where_that_is_set(any_foe: bool):
    """[CM-43]"""
    table = brawl("B1 R1 A1", marks={"R1": "charged declared=B1"},
                  settings={"chargersAttackAny": any_foe})  # fmt: skip
    charger, other = table.unit("R1"), table.unit("A1")
    assert may_attack(table.book, charger, other) is any_foe


def test_an_eliminated_active_player_leaves_the_choice_to_a_roll_off():
    """[CM-103, CM-105] Red has nobody left: Blue and Amber roll for who sets the order."""
    table = many(
        "B1 commander 1 10 20; A1 commander 1 10 20; B2 militia 10 60 40; R1 militia 10 lost",
        phase=core.FIGHT, active="red", at=row("B1 A1"),
    )  # fmt: skip
    assert [(ask.window, ask.about) for ask in table.asks("chance")] == [
        ("roll-off", ("choices", "blue", "amber"))
    ]
    table.roll(2, 5)
    assert table.windows() == [("amber", "who acts next")]
    assert table.asks("amber")[0].options == ("blue", "amber")


# ── morale ───────────────────────────────────────────────────────────────────
def test_the_active_player_tests_first_and_then_says_in_which_order():
    """[CM-54, CM-55, CM-56, W-14] A's turn; B and C lost models: A sets C, B."""
    units = "R1 militia 9 10 10; B1 militia 9 30 10; A1 militia 9 50 10"
    lost = {unit: {core.SLAIN: 3} for unit in ("R1", "B1", "A1")}
    table = many(units, phase=core.MORALE, counters=lost)
    assert table.asks("chance")[0].about[:1] == ("R1",)
    table.roll(1)
    assert table.windows() == [("red", "who acts next")]
    table.choose("red", "amber")
    assert table.asks("chance")[0].about[:1] == ("A1",)
    table.roll(1)
    assert table.asks("chance")[0].about[:1] == ("B1",)


def test_what_was_slain_is_forgotten_as_a_turn_ends():
    """[CM-57] So that a unit may have to test in each turn of a round."""
    units = "R1 militia 9 10 10; B1 militia 9 30 10; A1 militia 9 50 10"
    table = many(units, phase=core.MORALE, active="blue", counters={"A1": {core.SLAIN: 3}})
    table.roll(1)
    assert table.count("A1", core.SLAIN) == 0
    assert not table.marked("A1", core.TESTED)


# ── out of the game ──────────────────────────────────────────────────────────
def test_conceding_takes_everything_reserves_and_passengers_too():
    """[CM-109, CM-102]"""
    units = (
        "R1 militia 10 10 10; R2 assault_elite 5 reserve; R3 carrier 1 20 10;"
        "R4 line_infantry 5 aboard R3; B1 militia 10 30 40; A1 militia 10 50 40"
    )
    table = many(units, phase=core.SHOOTING, counters={"red": {names.CP: 2}})
    table.battle.say("red", Concede())
    assert {piece.place for piece in table.position.pieces.values() if piece.army == "R"} <= {
        "lost", "aside",
    }  # fmt: skip
    assert table.count("red", names.OUT) == 1
    assert table.count("red", names.CP) == 0


def test_everybody_may_bribe_in_a_mission_made_for_many():
    """[CM-113, CM-111, CM-112]"""
    table = many(
        "R1 militia 10 10 10; B1 militia 10 10 25; A1 militia 10 50 40",
        phase=core.SHOOTING,
        counters={"amber": {names.CP: 2}},
        settings={"mission": "attrition"},
    )
    table.battle.say("amber", Bribe("red", 2))
    assert table.count("red", names.CP) == 2


def test_a_tie_for_who_chooses_is_rolled_again():
    """[CM-20, CM-105]"""
    table = many(
        "B1 commander 1 10 20; A1 commander 1 10 20; B2 militia 10 60 40; R1 militia 10 lost",
        phase=core.FIGHT, active="red", at=row("B1 A1"),
    )  # fmt: skip
    table.roll(4, 4)
    assert table.asks("chance")[0].about == ("choices", "blue", "amber")
    table.roll(6, 1)
    assert table.windows() == [("blue", "who acts next")]
