"""Hunts of skirmish battles: whole battles without a fault, and faults that are seen."""

from random import Random

import pytest

from condotta.kernel.events import Counted, Moved, Placed, Removed, Step
from condotta.kernel.evolving import evolve_position
from condotta.lab import skirmishes
from condotta.lab.hunting import Task
from condotta.lab.inspecting import Broken
from condotta.lab.inspecting_skirmish import SkirmishInspector
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from condotta.table import Pose
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting

UNITS = "R1 line_infantry 5 20 20; R2 commander 1 30 20; B1 militia 10 20 31 180"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_battles_of_two_and_three_armies_end_without_a_fault(number: int) -> None:
    """Shipped armies, then drawn ones; the inspector looks at every event. [SK-13, SK-16, SK-22]"""
    report = skirmishes.fight(Task(number, 11))
    assert report.fault == ""
    assert report.decisions > 20
    assert report.counted["ruling: sk.27.begins"] == 1


def test_armies_are_drawn_within_the_limits_of_their_sheets():
    """Sizes and replacements that a sheet allows. [SK-23, SK-123]"""
    for seed in range(20):
        for squad in skirmishes.drawn(Random(seed), "R").squads:
            assert squad.sheet.least <= squad.models <= squad.sheet.most
            offered = {name for option in squad.sheet.options for name in option.with_one_of}
            usual = {name for model in squad.sheet.models for name in model.weapons}
            assert {name for one in squad.figures for name in one.weapons} <= offered | usual
    assert shipped_sheets()


# ── faults that it must see ──────────────────────────────────────────────────
def watched(*events: object) -> Table:
    """A table at which these events happen while somebody looks on."""
    table = setting(UNITS)
    inspector = SkirmishInspector(table.battle)
    state = table.battle.state
    position = state.position
    for event in events:
        position = evolve_position(position, event)
    inspector.watch(type(state)(position=position), tuple(events))
    return table


def to(model: str, x: float, y: float) -> Step:
    """Where a model went."""
    return Step(model, Pose(round(x * INCH), round(y * INCH), 0, 1_000_000))


@pytest.mark.parametrize(
    ("events", "what"),
    [
        ((Moved((to("R2.1", 20, 20),), "move"),), "overlaps"),
        ((Moved((to("R2.1", 0.2, 20),), "move"),), "off the table"),
        ((Moved((to("R1.1", 60, 10),), "move"),), "out of coherency"),
        ((Counted("R2.1", names.WOUNDS, 6),), "lost 6 of 5 wounds"),
        ((Counted("R2.1", names.WOUNDS, 5),), "stands without wounds"),
        ((Counted("red", names.CP, -1),), "-1 command points"),
        ((Removed("R2.1"),), "R2 is in place table"),
        ((Placed("R2", "reserve"),), "R2 is in place reserve"),
    ],
)
def test_what_must_not_happen_is_seen(events: tuple[object, ...], what: str) -> None:
    """One fault of each kind that is watched for. [SK-13, SK-16, SK-22, SK-129]"""
    with pytest.raises(Broken, match=what):
        watched(*events)


def test_what_may_happen_is_not_taken_for_a_fault():
    """A move in coherency, a wound, a unit that is gone whole. [SK-16, SK-22]"""
    steps = tuple(to(f"R1.{number}", 17 + 1.8 * number, 25) for number in range(1, 6))
    watched(
        Moved(steps, "move"),
        Counted("R2.1", names.WOUNDS, 4),
        Removed("R2.1"),
        Removed("R2"),
        Counted("red", names.CP, 0),
    )
