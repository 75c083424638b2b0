"""Who is near enough to fight, obstacles between enemies looked at. [SK-13, SK-101, SK-118]"""

from typing import Any

import pytest

from condotta.rules.skirmish import names
from condotta.rules.skirmish.charge.charge_moves import ChargeMove
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge
from condotta.rules.skirmish.fight.blows import reached
from condotta.rules.skirmish.fight.fight_phase import eligible
from condotta.rules.skirmish.records import Trail
from tests.rules.skirmish.skirmish_setting import ALONE, INCH, Table, setting

WIDE = 2 * 6299 / INCH  # of a model on a base of 32 mm
BARRICADE = "barricade box 20 20 6 0.5"


def facing(gap: float, areas: str = BARRICADE) -> Table:
    """A stalker of red and one of blue, so many inches between them, over the obstacle."""
    half = (WIDE + gap) / 2
    return setting(
        "R1 claw_stalkers 1 1 1; B1 claw_stalkers 1 1 1; R2 medic 1 60 40",
        phase=names.FIGHT,
        seats=ALONE,
        areas=areas,
        at={"R1.1": (20, 20 - half), "B1.1": (20, 20 + half)},
        then=(),
    )


@pytest.mark.parametrize(
    ("gap", "areas", "fights"),
    [
        (1.0, "", True),
        (1.0005, "", True),
        (1.01, "", False),
        (1.5, BARRICADE, True),
        (2.0, BARRICADE, True),
        (2.01, BARRICADE, False),
        (1.5, "woods box 20 20 6 0.5", False),
        (1.5, "barricade box 26 20 6 0.5", False),
    ],
)
def test_two_inches_across_a_barricade(gap: float, areas: str, fights: bool):
    """[SK-145, SK-13, SK-101, SK-106, SK-118] Only with it between the two."""
    table = facing(gap, areas)
    found = [unit.id for unit in eligible(table.position, "blue")]
    assert found == (["B1"] if fights else [])
    reach = reached(table.book, table.position, table.unit("R1"))
    assert reach == ({"R1.1": ("B1",)} if fights else {})


def test_they_are_not_within_an_inch_of_each_other_for_anything_else():
    """[SK-37, SK-118]"""
    table = facing(1.5)
    assert table.field.engaged(table.unit("R1")) == ()


def test_a_charge_may_end_across_a_barricade():
    """[SK-93, SK-118] The first model ends where it can fight its target."""
    verdicts = []
    for areas in (BARRICADE, ""):
        table = setting(
            "R1 claw_stalkers 1 20 13; B1 claw_stalkers 1 20 21",
            phase=names.CHARGE,
            seats=ALONE,
            areas=areas,
        )
        table.say("red", DeclareCharge("R1", ("B1",)))
        table.roll(6, 6)
        said: Any = ChargeMove((Trail("R1.1", ((20 * INCH, round(18.4 * INCH)),)),))
        verdicts.append(table.why_not("red", said))
    assert verdicts == [set(), {"SK-93"}]
