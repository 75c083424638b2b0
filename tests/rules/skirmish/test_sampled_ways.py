"""Ways of models at random, walked in small steps: the judge and the steps must agree. [SK-136]"""

from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from condotta.rules.skirmish.finding.finding_moves import shifted, toward
from condotta.rules.skirmish.finding.plans import Plan, through
from condotta.rules.skirmish.finding.terms import AT_END, CHARGE, FALL_BACK, MOVE, Terms
from condotta.rules.skirmish.finding.trails import judged, legal
from condotta.rules.skirmish.reading.crowd import AWAY
from condotta.rules.skirmish.reading.field import Model
from condotta.rules.skirmish.records import Trail
from condotta.table import Base, Pose, base, gap, overlaps
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting
from tests.rules.skirmish.ways import course

STEPS = 60
LOOSE = 60.0
"""Quanta by which steps may miss what lies between them."""
TABLE = (
    "R1 {} 1 30 24 {}; R2 medic 1 26 29; R3 heavy_walker 1 36 21; R4 battle_tank 1 23 22 40;"
    "B1 militia 6 33 33 180 files=3 gap=25; B2 carrier 1 40 28 70; B3 great_beast 1 28 15;"
    "B4 bikers 3 22 33 200 gap=20"
)
HILL = "hill ellipse 33 30 6 6"
CROWD = (
    "R1 line_infantry 5 30 24 {}; R2 medic 1 26 29; R3 heavy_walker 1 36 21; R4 carrier 1 23 22;"
    "B1 militia 6 33 33 180 files=3 gap=25; B2 carrier 1 40 28 70; B4 medic 1 30 31 200"
)


def places(model: Model, trail: Trail) -> list[Base]:
    """The base of a model that turns at once and goes its way, in small steps."""
    pose = model.base.pose
    points = [(pose.x, pose.y), *trail.points]
    found = []
    for (ax, ay), (bx, by) in pairwise(points):
        for number in range(STEPS + 1):
            share = number / STEPS
            x, y = round(ax + (bx - ax) * share), round(ay + (by - ay) * share)
            found.append(base(Pose(x, y, pose.ux, pose.uy), model.base.shape))
    return found


def near(table: Table, model: Model, where: list[Base]) -> tuple[float, float]:
    """How near it comes to an enemy, and by how much it is clear of everybody else."""
    here = table.field
    own = here.unit(model.unit)
    foes = [one for unit in here.enemies(own) for one in unit.models]
    friends = [one for unit in here.friends(own) if unit is not own for one in unit.models]
    closest = min(gap(place, foe.base) for place in where for foe in foes)
    clear = min(
        -1.0 if overlaps(place, one.base) else gap(place, one.base)
        for place in where
        for one in friends
    )
    return closest, clear


@pytest.mark.parametrize("kind", ["medic", "great_beast", "battle_tank", "bikers"])
@pytest.mark.parametrize("seed", range(3))
def test_judge_and_steps_agree(kind: str, seed: int):
    """[SK-32, SK-33] No legal way is too near to anybody, and no clear one is refused."""
    random = Random(f"{kind}/{seed}")
    found_legal = 0
    for _ in range(12):
        table = setting(TABLE.format(kind, random.randrange(360)))
        (model,) = table.unit("R1").models
        pose = model.base.pose
        spread = 7 * INCH
        trail = Trail(
            "R1.1",
            tuple(
                (pose.x + random.randint(-spread, spread), pose.y + random.randint(-spread, spread))
                for _ in range(random.randint(1, 3))
            ),
        )
        found = judged(table.position, table.unit("R1"), (trail,), Terms(MOVE, 90.0 * INCH))
        closest, clear = near(table, model, places(model, trail))
        if found.ok:
            found_legal += 1
            assert closest > AWAY - LOOSE
            assert clear >= 0
        else:
            assert {one.clause for one in found.refusals} <= {"SK-32", "SK-33"}
            assert closest < AWAY + LOOSE * 20 or clear < LOOSE * 20
    assert found_legal


class Scene(NamedTuple):
    """Who goes, among whom, on which terms; `sometimes` is terrain of every other table."""

    units: str
    terms: Terms
    sometimes: str = HILL
    always: str = ""
    spread: float = 4.0


FOES = "B1 militia 6 33 33 180 files=3 gap=25; B2 carrier 1 40 28 70; B4 medic 1 30 31 200"
FLOORS = (
    "R1 line_infantry 3 30 4 {{}} {}; R2 medic 1 32 6 level=30; R3 medic 1 27 3 level=30;"
    "B1 medic 1 33.4 4 level=30; B2 militia 3 30 9 180; B3 medic 1 26 8"
)
RUINS = "ruins box 30 5 9 8; ruins box 40 5 8 8; "
SIX = Terms(MOVE, 6.0 * INCH)
SCENES = {
    "on foot": Scene(CROWD, SIX),
    "falling back": Scene(CROWD, Terms(FALL_BACK, 6.0 * INCH, away=AT_END)),
    "in the air": Scene(CROWD.replace("30 24", "30 4"), SIX._replace(flies=True), spread=6),
    "through friends": Scene(CROWD, SIX._replace(passes_friends=True), spread=6),
    "charging": Scene(CROWD, Terms(CHARGE, 8.0 * INCH, targets=("B1", "B4")), spread=9),
    "a hull": Scene(f"R1 carrier 1 26 3 {{}}; R2 medic 1 30 5; R3 medic 1 24 7; {FOES}", SIX),
    "upstairs": Scene(FLOORS.format("level=30"), Terms(MOVE, 20.0 * INCH), always=RUINS, spread=12),
    "downstairs": Scene(FLOORS.format(""), SIX, always=RUINS),
}


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("seed", range(3))
def test_what_looks_plainly_barred_is_refused(
    scene: str, seed: int, monkeypatch: pytest.MonkeyPatch
):
    """[SK-32, SK-33] A quick look finds no place barred to which the judge lets a model go.

    Nor does a unit go anywhere else for it.
    """
    random = Random(f"barred/{scene}/{seed}")
    units, terms, sometimes, always, spread = SCENES[scene]
    barred = 0
    for number in range(40):
        areas = always + (sometimes if random.random() < 0.5 else "")
        table = setting(units.format(random.randrange(360)), areas=areas)
        unit = table.unit("R1")
        plan = Plan(table.position, unit, terms)
        step = random.uniform(-spread, spread) * INCH, random.uniform(-spread, spread) * INCH
        trails = shifted(unit, *step)
        assert legal(table.position, unit, trails, terms) == course(table, "R1", trails, terms).ok
        if plan.stuck(step):
            barred += 1
            assert not legal(table.position, unit, trails, terms)
        for model in unit.models:
            spot = model.base.cx + step[0], model.base.cy + step[1]
            if plan.barred(model, spot):
                assert not plan.legal(plan.tried(model, through(model, [spot])).way)
        if number % 8 == 0:
            x, y, _ = unit.around
            goal = x + 2 * step[0], y + 2 * step[1]
            found = toward(table.position, unit, goal, terms, whole=True)
            with monkeypatch.context() as patch:
                patch.setattr(Plan, "stuck", lambda *_: False)
                assert toward(table.position, unit, goal, terms, whole=True) == found
    assert 0 < barred < 40
