"""Where a unit may be set up in the middle of a battle, as shapes for the eye. [SK-42, SK-44]

What a place is good for the judge says, model by model; the shapes have the same measures.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Param
from condotta.rules.skirmish import names
from condotta.rules.skirmish.movement.placing_models import DROP, OUT
from condotta.rules.skirmish.movement.transports import carrier_of
from condotta.rules.skirmish.reading.field import Model, field
from condotta.server.parts import AidShown
from condotta.table import Base, Point, sine_cosine, whole

SIDES = 48
"""Points of a whole ring."""


def landings(position: Position, pieces: tuple[str, ...]) -> Iterator[AidShown]:
    """The shapes of the units whose models are looked at."""
    models = (position.pieces[name] for name in pieces if name in position.pieces)
    for name in dict.fromkeys(model.command for model in models):
        unit = position.pieces.get(name)
        if unit is not None and unit.place == "aside":
            yield from beside(position, unit)
        elif unit is not None and unit.place == "reserve":
            yield from kept_off(position, unit)


def beside(position: Position, unit: Piece) -> Iterator[AidShown]:
    """So near to its transport any part of each base must be. [SK-42, SK-43]"""
    carrier = field(position).units.get(carrier_of(unit))
    for model in carrier.models if carrier is not None else ():
        params: dict[str, Param] = {"unit": model.unit, "far": OUT.within}
        yield around("landing", unit.controller, model, OUT.within, clause="SK-42", params=params)


def kept_off(position: Position, unit: Piece) -> Iterator[AidShown]:
    """No part of any base may be so near to an enemy model. [SK-44]"""
    for other in field(position).hostile(unit.controller):
        far = DROP.away + names.TOLERANCE
        yield around(
            "barred", other.piece.controller, other, far, clause="SK-44", params={"far": DROP.away}
        )


def around(
    name: str, seat: Seat, model: Model, far: float, *, clause: str, params: dict[str, Param]
) -> AidShown:
    """All that is so far from a model, as one shape."""
    return AidShown(
        name=name,
        seat=seat,
        piece=model.id,
        key=f"aid.{name}",
        params=params,
        clause=clause,
        points=tuple(whole(point) for point in grown(model.base, far)),
    )


def grown(base: Base, far: float) -> Iterator[Point]:
    """The outline of all that is so far from a base: round corners, straight between them."""
    corners = base.corners or (base.centre,)
    reach = base.radius + far
    share = SIDES // len(corners)
    for index, (x, y) in enumerate(corners):
        for step in range(share + (len(corners) > 1)):
            # from the left of the front corner clockwise, a quarter at each corner
            angle = 360 * (step / share + index) / len(corners) - 90
            sine, cosine = sine_cosine(angle)
            across, ahead = sine * reach, cosine * reach
            yield x + across * base.rx + ahead * base.fx, y + across * base.ry + ahead * base.fy
