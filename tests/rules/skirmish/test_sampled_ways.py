"""Ways of models at random, walked in small steps: the judge and the steps must agree. [SK-136]"""

from itertools import pairwise
from random import Random

import pytest

from condotta.rules.skirmish.finding.finding_moves import shifted
from condotta.rules.skirmish.finding.plans import Plan, through
from condotta.rules.skirmish.finding.terms import ALWAYS, AT_END, FALL_BACK, MOVE, Terms
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


@pytest.mark.parametrize("way", [MOVE, FALL_BACK])
@pytest.mark.parametrize("seed", range(3))
def test_what_looks_plainly_barred_is_refused(way: str, seed: int):
    """[SK-32, SK-33] A quick look finds no place barred to which the judge lets a model go."""
    random = Random(f"barred/{way}/{seed}")
    barred = 0
    for _ in range(40):
        table = setting(
            CROWD.format(random.randrange(360)), areas=HILL if random.random() < 0.5 else ""
        )
        unit = table.unit("R1")
        terms = Terms(way, 6.0 * INCH, away=AT_END if way == FALL_BACK else ALWAYS)
        plan = Plan(table.position, unit, terms)
        step = random.uniform(-4, 4) * INCH, random.uniform(-4, 4) * INCH
        trails = shifted(unit, *step)
        assert legal(table.position, unit, trails, terms) == course(table, "R1", trails, terms).ok
        if plan.stuck(step):
            barred += 1
            assert not legal(table.position, unit, trails, terms)
        for model in unit.models:
            spot = model.base.cx + step[0], model.base.cy + step[1]
            if plan.barred(model, spot):
                assert not plan.legal(plan.tried(model, through(model, [spot])).way)
    assert 0 < barred < 40
