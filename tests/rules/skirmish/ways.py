"""Short ways to write the trails of models, in inches."""

from condotta.rules.skirmish import names
from condotta.rules.skirmish.finding.terms import Terms
from condotta.rules.skirmish.finding.trails import Course, judged
from condotta.rules.skirmish.records import Trail
from tests.rules.skirmish.skirmish_setting import INCH, Table


def trail(name: str, *points: tuple[float, float], level: float = 0.0) -> Trail:
    """A model's way through places of the table."""
    places = tuple((round(x * INCH), round(y * INCH)) for x, y in points)
    return Trail(name, places, level=round(level * INCH))


def step(table: Table, name: str, *steps: tuple[float, float], level: float = 0.0) -> Trail:
    """A model's way by steps across and up the table, each from where the last one ended."""
    pose = table.pose(name)
    x, y, points = pose.x, pose.y, []
    for across, along in steps:
        x, y = x + round(across * INCH), y + round(along * INCH)
        points.append((x, y))
    return Trail(name, tuple(points), level=round(level * INCH))


def march(table: Table, unit: str, across: float, along: float) -> tuple[Trail, ...]:
    """All models of a unit by one step, those in front first."""
    models = sorted(
        table.unit(unit).models,
        key=lambda model: -(model.base.cx * across + model.base.cy * along),
    )
    return tuple(step(table, model.id, (across, along)) for model in models)


def course(table: Table, unit: str, trails: tuple[Trail, ...], terms: Terms) -> Course:
    """What the judge of ways says."""
    return judged(table.position, table.unit(unit), trails, terms)


def clauses(table: Table, unit: str, trails: tuple[Trail, ...], terms: Terms) -> set[str]:
    """The clauses that are against those ways."""
    return {one.clause for one in course(table, unit, trails, terms).refusals}


def inches(number: float) -> float:
    """So many inches, in quanta."""
    return number * names.INCH
