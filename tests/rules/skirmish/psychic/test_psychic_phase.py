"""The Psychic phase: tests, perils, denials, the three powers. [SK-46 to SK-55]"""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Event, Marked, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark
from condotta.kernel.rulings import Modifier
from condotta.kernel.state import State
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.psychic.psychic_phase import DENIER, DENY_TEST, TARGET, TEST, WINDOW
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from condotta.rules.skirmish.reading.profile import invulnerable
from condotta.rules.skirmish.turn.turns import Proper
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

ALONE_WITH_FOES = "R1 psyker 1 20 20; B1 militia 10 20 34 180; B2 militia 10 40 34 180"


def phase(units: str, **keywords: Any) -> Table:
    """A table in red's Psychic phase."""
    return setting(units, phase=names.PSYCHIC, **keywords)


def options(table: Table) -> tuple[str, ...]:
    """The powers that may be tried now."""
    return next((ask.options for ask in table.asks("red") if ask.window == WINDOW), ())


def keys(table: Table) -> list[str]:
    """What was ruled in the phase, after it was told what is tried."""
    ruled = [one for one in table.rulings() if one.clause in ("SK-47", "SK-48", "SK-51", "SK-54")]
    return [one.key for one in ruled if one.key != "sk.47.tries"]


# ── what may be tried ────────────────────────────────────────────────────────
def test_a_psyker_tries_as_many_powers_as_it_may_and_all_know_smite():
    """A psyker tries as many powers as it may and all know smite. [SK-46]"""
    table = phase(ALONE_WITH_FOES)
    assert options(table) == ("R1:smite", "R1:mind_ward", "R1:hasten", "end")
    table.choose("red", "R1:smite")
    table.roll(1, 2)
    assert options(table) == ("R1:mind_ward", "R1:hasten", "end")  # not twice [SK-47]
    table.choose("red", "R1:mind_ward")
    table.roll(1, 2)
    assert options(table) == ()  # two in a phase


def test_in_combat_or_after_an_advance_powers_may_be_tried():
    """In combat or after an advance powers may be tried. [SK-53]"""
    table = phase("R1 psyker 1 20 20 advanced; B1 militia 10 20 21.2 180")
    assert "R1:smite" in options(table)
    assert "R1:hasten" not in options(table)  # it hastens nobody who is in combat


def test_nobody_aboard_a_transport_tries_any():
    """Nobody aboard a transport tries any. [SK-53]"""
    table = phase("R1 psyker 1 aboard R7; R7 carrier 1 20 20; B1 militia 10 20 30 180")
    assert options(table) == ()


def test_each_power_but_smite_once_in_a_turn_for_an_army():
    """Each power but smite once in a turn for an army. [SK-55]"""
    units = f"{ALONE_WITH_FOES}; R2 psyker 1 24 20"
    table = phase(units)
    table.choose("red", "R1:mind_ward")
    table.choose("red", "R1")
    table.roll(1, 2)
    assert [one for one in options(table) if one.startswith("R2")] == ["R2:smite", "R2:hasten"]
    free = phase(units, settings={"psychicLimit": False})
    free.choose("red", "R1:mind_ward")
    free.choose("red", "R1")
    free.roll(1, 2)
    assert "R2:mind_ward" in options(free)


# ── the test ─────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(("pips", "key"), [((2, 3), "manifested"), ((1, 3), "failed")])
def test_the_total_must_be_the_warp_charge_or_more(pips: tuple[int, int], key: str):
    """The total must be the warp charge or more. [SK-47]"""
    table = phase(ALONE_WITH_FOES)
    table.choose("red", "R1:smite")
    table.roll(*pips)
    assert keys(table)[0] == f"sk.47.{key}"


def test_what_is_tried_is_told_before_the_dice_and_at_whom_before_anybody_denies():
    """Once, with what the dice must show; the target with what they did. [SK-47, SK-48]"""
    table = phase("R1 psyker 1 20 20; R2 line_infantry 3 20 17; B1 psyker 1 20 30 180")
    table.choose("red", "R1:mind_ward")
    (told,) = [one for one in table.rulings("SK-47") if one.key == "sk.47.tries"]
    assert told.params == {"unit": "R1", "power": "mind_ward", "needs": 6}
    table.choose("red", "R2")
    table.roll(3, 4)
    (*_, ruled) = table.rulings("SK-47")
    assert ruled.params == {"unit": "R1", "power": "mind_ward", "total": 7, "target": "R2"}
    assert table.asks("blue")[0].window == "wish"
    assert sum(one.key == "sk.47.tries" for one in table.rulings()) == 1


def test_a_re_rolled_test_counts_for_total_and_perils():
    """A re rolled test counts for total and perils. [SK-52]"""
    table = phase(ALONE_WITH_FOES, counters={"red": {names.CP: 1}})
    table.choose("red", "R1:smite")
    table.roll(1, 1)
    table.choose("red", "die:1")
    table.roll(4)
    assert keys(table) == ["sk.47.manifested", "sk.54.smite"]


def test_a_double_six_may_be_rolled_again_because_of_its_perils():
    """Any die that its seat has just rolled. [SK-131, SK-51, SK-52]"""
    table = phase(ALONE_WITH_FOES, counters={"red": {names.CP: 1}})
    table.choose("red", "R1:smite")
    table.roll(6, 6)
    assert table.asks("red")[0].options == ("keep", "die:6")
    table.choose("red", "die:6")
    table.roll(3)
    assert "sk.51.perils" not in keys(table)


def test_a_test_that_can_only_become_worse_is_not_asked_about():
    """Nobody could deny, and a ward grows no stronger; Smite does. [SK-131, SK-48, SK-54]"""
    for power, pips, asked in (
        ("mind_ward", (3, 4), False),
        ("mind_ward", (1, 2), True),
        ("smite", (3, 4), False),  # ten are not more than ten
        ("smite", (4, 5), True),
    ):
        table = phase(ALONE_WITH_FOES, counters={"red": {names.CP: 1}})
        table.choose("red", f"R1:{power}")
        table.roll(*pips)
        assert (("red", "command re-roll") in table.windows()) is asked, (power, pips)


def test_whoever_could_deny_makes_every_pip_count():
    """A higher test is harder to deny. [SK-131, SK-48]"""
    table = phase(f"{ALONE_WITH_FOES}; B3 psyker 1 20 40 180", counters={"red": {names.CP: 1}})
    table.choose("red", "R1:smite")
    table.roll(3, 4)
    assert table.windows() == [("red", "command re-roll")]


def test_mortal_wounds_on_ones_own_may_be_wished_fewer():
    """A psyker hurt by perils rolls again what shows many, not what shows one. [SK-131, SK-51]"""
    for pip, asked in ((6, True), (3, True), (2, False)):
        table = phase(ALONE_WITH_FOES, counters={"red": {names.CP: 1}})
        table.choose("red", "R1:smite")
        table.roll(1, 1)
        table.choose("red", "keep")
        table.roll(pip)
        assert (("red", "command re-roll") in table.windows()) is asked


def test_perils_before_anything_else_and_a_double_six_goes_on():
    """Perils before anything else and a double six goes on. [SK-51]"""
    table = phase(f"{ALONE_WITH_FOES}; B3 psyker 1 20 40 180")
    table.choose("red", "R1:smite")
    table.roll(6, 6)
    assert table.windows() == [("chance", "mortal wounds")]
    faces = (1, 1, 2, 2, 3, 3)  # a D3 [SK-1]
    assert table.asks()[0].needed == Needed("sk.66.half", {"unit": "R1"}, counts=faces)
    table.roll(3)
    assert table.count("R1.1", names.WOUNDS) == 2
    assert table.windows() == [("blue", "wish")]  # B-14: perils before deny


def test_a_double_one_fails_anyway():
    """A double one fails anyway. [SK-51]"""
    table = phase(ALONE_WITH_FOES)
    table.choose("red", "R1:smite")
    table.roll(1, 1)
    table.roll(1)
    assert keys(table)[:2] == ["sk.47.failed", "sk.51.perils"]
    assert "sk.54.smite" not in keys(table)
    assert table.count("R1.1", names.WOUNDS) == 1


def test_a_psyker_that_falls_takes_its_power_with_it_and_harms_all_near():
    """A psyker that falls takes its power with it and harms all near. [SK-51]"""
    near = "R2 commander 1 20 26; B1 commander 1 14 20"
    table = phase(f"R1 psyker 1 20 20 wounds=3; {near}; B2 militia 10 20 34")
    table.choose("red", "R1:smite")
    table.roll(6, 6)
    table.roll(1)
    for pip in (3, 5):
        assert table.windows() == [("chance", "mortal wounds")]
        table.roll(pip)
    assert table.removed()[0] == ("R1.1", "")  # nobody's doing
    assert [table.count(f"{one}.1", names.WOUNDS) for one in ("R2", "B1")] == [2, 3]
    assert "sk.54.smite" not in keys(table)


# ── resisting ────────────────────────────────────────────────────────────────
def denied(units: str, *pips: int, **keywords: Any) -> Table:
    """Red manifests Smite with a 7; blue wishes to deny with these dice."""
    table = phase(units, **keywords)
    table.choose("red", "R1:smite")
    table.roll(3, 4)
    table.choose("blue", "yes")
    table.roll(*pips)
    return table


def test_a_denial_must_be_higher():
    """A denial must be higher. [SK-48]"""
    units = f"{ALONE_WITH_FOES}; B3 psyker 1 20 40 180"
    assert keys(denied(units, 4, 4)) == ["sk.47.manifested", "sk.48.denied"]
    equal = denied(units, 3, 4)
    assert keys(equal) == ["sk.47.manifested", "sk.48.failed", "sk.54.smite"]


def test_a_denial_that_is_high_enough_is_not_asked_about():
    """[SK-131] Blue has a point, and is asked only where the die might help."""
    units = f"{ALONE_WITH_FOES}; B3 psyker 1 20 40 180"
    points = {"blue": {names.CP: 1}}
    assert keys(denied(units, 4, 4, counters=points))[-1] == "sk.48.denied"
    low = denied(units, 3, 3, counters=points)
    assert low.windows() == [("blue", "command re-roll")]


def test_within_24_inches_without_seeing():
    """Within 24 inches without seeing. [SK-48]"""
    near = f"{ALONE_WITH_FOES}; B3 psyker 1 20 45.2 180"
    table = phase(near, areas="block box 20 38 60 1")
    table.choose("red", "R1:smite")
    table.roll(3, 4)
    assert table.windows() == [("blue", "wish")]
    far = phase(f"{ALONE_WITH_FOES}; B3 psyker 1 20 46 180", board=(72, 60))
    far.choose("red", "R1:smite")
    far.roll(3, 4)
    assert far.windows() != [("blue", "wish")]


def test_a_psyker_denies_as_often_as_it_may():
    """A psyker denies as often as it may. [SK-49]"""
    units = f"{ALONE_WITH_FOES}; R2 psyker 1 24 20; B3 psyker 1 20 40 180"
    table = denied(units, 6, 5)
    table.choose("red", "R2:smite")
    table.roll(3, 4)
    assert table.windows() == [("chance", "mortal wounds")]  # nobody is left to deny it


def test_one_attempt_for_a_power_whosever():
    """One attempt for a power whosever. [SK-49]"""
    units = "R1 psyker 1 20 20; B1 psyker 1 20 34 180; A1 psyker 1 30 30; G1 psyker 1 28 28"
    table = phase(units, seats=ALONE)
    table.choose("red", "R1:smite")
    table.roll(3, 4)
    table.choose("blue", "no")
    table.choose("amber", "yes")
    assert table.windows() == [("chance", DENY_TEST)]
    table.roll(1, 2)
    assert table.windows() == [("chance", "mortal wounds")]  # green is not asked any more
    assert not table.count("amber", names.PICKED + names.DENIAL)


def test_whoever_has_several_psykers_names_one():
    """Whoever has several psykers names one. [SK-48]"""
    units = f"{ALONE_WITH_FOES}; B3 psyker 1 20 40 180; B4 psyker 1 24 40 180"
    table = phase(units)
    table.choose("red", "R1:smite")
    table.roll(3, 4)
    table.choose("blue", "yes")
    assert table.windows() == [("blue", DENIER)]
    table.choose("blue", "B4")
    table.roll(6, 6)
    assert keys(table)[-1] == "sk.48.denied"
    assert [table.rulings("SK-48")[-1].params["unit"]] == ["B4"]


def test_deny_modifiers_of_layers_count():
    def helped(*_: object) -> Modifier:
        return Modifier(1, "test", "SK-48")

    layer = Layer("help", 1, hooks=((seams.DENY, helped, "SK-48"),))
    table = denied(f"{ALONE_WITH_FOES}; B3 psyker 1 20 40 180", 3, 4, layers=(layer,))
    assert keys(table)[-1] == "sk.48.denied"


# ── powers ───────────────────────────────────────────────────────────────────
def test_smite_strikes_the_nearest_visible_enemy():
    """Smite strikes the nearest visible enemy. [SK-54]"""
    table = phase("R1 psyker 1 20 20; B1 heavy_brawlers 3 20 32 180; B2 commander 1 20 27 180")
    table.choose("red", "R1:smite")
    table.roll(2, 4)
    assert table.asks("chance")[0].about == ("B2",)  # a character is no better off
    table.roll(4)
    assert table.count("B2.1", names.WOUNDS) == 2


@pytest.mark.parametrize(("test", "wounds"), [((5, 6), 4), ((4, 6), 2)])
def test_more_than_ten_is_worse(test: tuple[int, int], wounds: int):
    """More than ten is worse. [SK-54]"""
    table = phase("R1 psyker 1 20 20; B1 commander 1 20 27 180; B2 militia 10 50 40 180")
    table.choose("red", "R1:smite")
    table.roll(*test)
    table.roll(4)
    assert table.count("B1.1", names.WOUNDS) == wounds


def test_of_two_that_are_equally_near_the_psykers_player_chooses():
    """Of two that are equally near the psykers player chooses. [SK-14]"""
    table = phase("R1 psyker 1 20 20; B1 commander 1 14 20 180; B2 commander 1 26 20 180")
    table.choose("red", "R1:smite")
    table.roll(2, 4)
    assert table.windows() == [("red", "whom a power strikes")]
    table.choose("red", "B2")
    table.roll(1)
    assert table.count("B2.1", names.WOUNDS) == 1


def test_without_anybody_in_reach_or_sight_smite_is_not_tried():
    """Without anybody in reach or sight smite is not tried. [SK-54]"""
    assert "R1:smite" not in options(phase("R1 psyker 1 20 4; B1 militia 10 20 24 180"))
    hidden = phase("R1 psyker 1 20 20; B1 militia 10 20 30 180", areas="block box 20 25 40 2")
    assert "R1:smite" not in options(hidden)


def test_mind_ward_gives_an_invulnerable_save_until_the_owners_next_psychic_phase():
    units = (
        "R1 psyker 1 20 20; R2 militia 10 20 14; R3 battle_tank 1 34 20; B1 militia 10 20 44 180"
    )
    table = phase(units)
    table.choose("red", "R1:mind_ward")
    assert table.asks("red")[0].options == ("R1", "R2")  # no vehicle
    table.choose("red", "R2")
    table.roll(3, 3)
    assert invulnerable(table.position, table.piece("R2.1")) == 5
    assert invulnerable(table.position, table.piece("R1.1")) == 0


class Warding(Script, frozen=True, kw_only=True):
    """Units of both seats are warded already."""


def warding(_: Book, __: State, ___: Warding) -> Iterator[Event]:
    yield Marked("R1", Mark(f"{names.WARDED}5"))
    yield Marked("B1", Mark(f"{names.WARDED}5"))
    yield Popped()


def test_wards_fade_as_the_owners_psychic_phase_begins():
    layer = Layer("warding", 1, procedures={Warding: warding})
    table = phase(ALONE_WITH_FOES, layers=(layer,), then=(Warding(), Proper(phase=names.PSYCHIC)))
    assert options(table)
    assert not table.marked("R1", f"{names.WARDED}5")
    assert table.marked("B1", f"{names.WARDED}5")


class Hastened(Script, frozen=True, kw_only=True):
    """What moving once more looks like to a test."""

    unit: str


def hastened(_: Book, __: State, frame: Hastened) -> Iterator[Event]:
    yield Ruled("SK-50", "moves", {"unit": frame.unit})
    yield Popped()


def more(_: Any, __: Position, unit: str) -> Frame:
    return Hastened(unit=unit)


def test_hasten_lets_a_unit_move_that_is_not_in_combat():
    layer = Layer(
        "haste", 1, procedures={Hastened: hastened}, hooks=((seams.EXTRA_MOVE, more, "SK-50"),)
    )
    units = "R1 psyker 1 20 20; R2 militia 10 20 14; R3 militia 10 40 20; B1 militia 10 40 21.5 180"
    table = phase(units, layers=(layer,))
    table.choose("red", "R1:hasten")
    (ask,) = table.asks("red")
    assert (ask.window, ask.options) == (TARGET, ("R1", "R2"))
    table.choose("red", "R2")
    table.roll(3, 4)
    assert [one.params["unit"] for one in table.rulings("SK-50") if one.key == "moves"] == ["R2"]


def test_a_psyker_that_knows_smite_only_is_offered_nothing_else():
    sheet = shipped_sheets()["psyker"]
    plain = replace(
        sheet, id="novice", abilities=(replace(sheet.abilities[0], powers=(), manifest=1),)
    )
    table = phase("R1 novice 1 20 20; B1 militia 10 20 30 180", sheets=(plain,))
    assert options(table) == ("R1:smite", "end")
    table.choose("red", "R1:smite")
    assert table.windows() == [("chance", TEST)]
