"""Ways of a unit into a transport of its own army. [SK-41]

Each model goes as little as it can to end within 3 inches of it; who is as near already may stay.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.position import Position
from condotta.rules.skirmish.finding.plans import FEW, LOOKS, SPARE, Plan, fan, settled
from condotta.rules.skirmish.finding.trails import Terms, apart
from condotta.rules.skirmish.movement.walking import BOARDING, Walk
from condotta.rules.skirmish.reading.coherency import Stand
from condotta.rules.skirmish.reading.field import Model, Unit, field
from condotta.rules.skirmish.reading.transport_holds import why_not_board
from condotta.rules.skirmish.records import Trail
from condotta.table import Point, distance, point_gap
from condotta.table.measuring import nearest

FAR = 1_000.0  # a way that does not end near enough is worse than any that does


def boarding(
    position: Position, unit: Unit, carrier: Unit, terms: Terms, looks: int = LOOKS
) -> tuple[Trail, ...] | None:
    """Ways that end near enough to a transport; none for who is there already; None if not found.

    The nearest models go first, or the farthest where the nearest bar their way; where those who
    follow find no room, all go as near as they can.
    """
    hull = carrier.models[0]
    if all(within(Stand(one.base, one.level), carrier) for one in unit.models):
        return ()
    order = sorted(
        unit.models, key=lambda one: (distance(one.base.centre, hull.base.centre), one.id)
    )

    def spots(model: Model) -> Iterator[Point]:
        one, two = nearest(model.base, hull.base)
        x, y = model.base.centre
        yield from fan(model, (x + two[0] - one[0], y + two[1] - one[1]), terms.most)
        far = distance(one, two)
        short = max(0.0, far - BOARDING + SPARE) / far if far else 0.0
        yield x + (two[0] - one[0]) * short, y + (two[1] - one[1]) * short

    def least(model: Model, spot: Point) -> float:
        out = point_gap(hull.base, spot) - model.base.reach
        return max(0.0, out - BOARDING + SPARE) * FAR + distance(spot, model.base.centre)

    def closest(_: Model, spot: Point) -> float:
        return point_gap(hull.base, spot)

    tries = ((order, least), (order[::-1], least), (order, closest))
    for ordered, score in tries:
        plan = Plan(position, unit, terms, looks)
        trails = settled(position, plan, ordered, spots, score)
        if all(within(stand, carrier) for stand in plan.stands.values()) and trails:
            return trails
    return None


def within(stand: Stand, carrier: Unit) -> bool:
    """Whether who stands there may go inside. [SK-41]"""
    return min(apart(stand, one) for one in carrier.models) <= BOARDING


def boardings(position: Position, unit: Unit, terms: Terms) -> Iterator[Walk]:
    """A way of a unit into each transport of its own army that it can come near enough to."""
    here = field(position)
    for carrier in here.friends(unit):
        room = carrier is not unit and carrier.ability("transport") is not None
        if not room or not here.within(unit, carrier, round(terms.most) + BOARDING):
            continue
        if why_not_board(position, carrier.piece, unit.piece) is not None:
            continue
        trails = boarding(position, unit, carrier, terms, FEW)
        if trails is not None:
            yield Walk(unit.id, terms.way, trails, carrier.id)
