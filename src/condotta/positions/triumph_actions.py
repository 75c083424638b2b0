"""What seats say in TRIUMPH!, in readable form: lengths in MU, directions in degrees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from condotta.errors import PlainError
from condotta.kernel.book import Book
from condotta.kernel.events import Step
from condotta.kernel.position import Position
from condotta.positions.games import Form
from condotta.positions.records import Part
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.deployment.deploying import Deploy, Finish, Hold
from condotta.rules.triumph.movement.flank_march import Edge as MarchEdge
from condotta.rules.triumph.movement.flank_march import March
from condotta.rules.triumph.movement.moves import Move, ordered
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.table import (
    Advance,
    Edge,
    Leg,
    Oblique,
    Pose,
    Relation,
    Shape,
    Shift,
    Side,
    Slide,
    Wheel,
    after,
    facing_degrees,
    from_degrees,
    line_up,
    offset,
    pose_at,
)

MU = 10_000
HOLDS: Mapping[Edge, Relation] = {
    "front": "front_contact",
    "left": "left_flank_contact",
    "right": "right_flank_contact",
    "rear": "rear_contact",
}


class WheelSaid(Part, frozen=True, kw_only=True):
    """A wheel about the left or right end, by so many degrees towards that side."""

    side: Side
    by: float


class MeetSaid(Part, frozen=True, kw_only=True):
    """Where a stand, or the first of a body, has its front on an edge of another, lined up."""

    stand: str
    edge: Edge = "front"


class LegSaid(Part, frozen=True, kw_only=True):
    """One leg of a move; exactly one of these. A bare text or number is no leg.

    `advance` and `back` go straight, `slide` to the right (below zero to the left), `oblique` is
    [ahead, right], `turn` is clockwise on the spot about the centre, `to` is a pose.
    """

    advance: float | None = None
    back: float | None = None
    slide: float | None = None
    oblique: tuple[float, float] | None = None
    wheel: WheelSaid | None = None
    turn: float | None = None
    to: tuple[float, float, float] | None = None
    meet: MeetSaid | None = None


class MoveSaid(Part, frozen=True, kw_only=True):
    """A tactical move of a stand, a group or a column, by legs one after another.

    With `forming` the stands become a column behind the first.
    """

    stands: str | tuple[str, ...]
    legs: tuple[LegSaid, ...]
    forming: bool = False


def read_move(book: Book, position: Position, said: MoveSaid) -> Move:
    """The tactical move that is meant, its legs worked out from where the stands are now."""
    here = field(book, position)
    names = (said.stands,) if isinstance(said.stands, str) else said.stands
    if not names or any(here.find(name) is None for name in names):
        return Move(names, tuple(plain_leg(leg) for leg in said.legs), said.forming)
    stands = ordered(here, Move(names, (), said.forming))[0]
    shapes: tuple[Shape, ...] = tuple(stand.base.shape for stand in stands)
    poses = tuple(stand.base.pose for stand in stands)
    legs: list[Leg] = []
    for one in said.legs:
        leg = read_leg(here, one, stands[0], poses[0])
        legs.append(leg)
        poses = after(poses, shapes, leg)
    return Move(names, tuple(legs), said.forming)


def plain_leg(said: LegSaid) -> Leg:
    """A leg of stands that are not on the table: it will be refused whatever it is."""
    return Advance((said.advance or 0) * MU)


def read_leg(here: Field, said: LegSaid, first: Stand, now: Pose) -> Leg:
    """One leg from where the first stand is at its beginning."""
    match said:
        case LegSaid(advance=float() | int() as ahead):
            return Advance(round(ahead * MU))
        case LegSaid(back=float() | int() as back):
            return Advance(-round(back * MU))
        case LegSaid(slide=float() | int() as right):
            return Slide(round(right * MU))
        case LegSaid(oblique=(ahead, right)):
            return Oblique(round(ahead * MU), round(right * MU))
        case LegSaid(wheel=WheelSaid(side=side, by=by)):
            turn = by if side == "right" else -by
            return Wheel(side, *from_degrees(facing_degrees(now) + turn))
        case LegSaid(turn=float() | int() as degrees):
            return Shift(turned(now, first, degrees))
        case LegSaid(to=(x, y, theta)):
            return Shift(placed((x, y, theta)))
        case LegSaid(meet=MeetSaid(stand=name, edge=edge)):
            return Shift(met(here, first, name, edge))
    raise PlainError("A leg says one of advance, back, slide, oblique, wheel, turn, to and meet.")


def turned(now: Pose, stand: Stand, degrees: float) -> Pose:
    """The pose turned clockwise on the spot about the centre of the base."""
    half = stand.base.hd
    centre = offset(now, -half)
    facing = from_degrees(facing_degrees(now) + degrees)
    return offset(Pose(centre.x, centre.y, *facing), half)


def met(here: Field, stand: Stand, name: str, edge: Edge) -> Pose:
    """The pose in which a stand's front lies on an edge of another."""
    other = here.find(name)
    if other is None:
        raise PlainError(f"{name} is not on the table, so nobody can move to meet it.")
    return line_up(stand.base.shape, other.base, HOLDS[edge])


# ── setting out ──────────────────────────────────────────────────────────────
Placing = dict[str, tuple[float, float, float]]
"""Stands by id, each with its pose [x, y, degrees]."""


class CampSaid(Part, frozen=True, kw_only=True):
    """Where the camp is placed, and the stand that stays in it, if any."""

    at: tuple[float, float, float]
    garrison: str = ""


class MarchSaid(Part, frozen=True, kw_only=True):
    """The reserve comes in by an edge, named as seen from its own base edge."""

    edge: MarchEdge
    stands: Placing


def placed(at: tuple[float, float, float]) -> Pose:
    """A pose from x, y and degrees."""
    x, y, theta = at
    return pose_at(round(x * MU), round(y * MU), theta)


def steps(stands: Placing) -> tuple[Step, ...]:
    """Where each stand is placed, in the order given."""
    return tuple(Step(name, placed(at)) for name, at in stands.items())


def read_deploy(_: Book, __: Position, stands: Placing) -> Deploy:
    """The stands are set out, or put elsewhere."""
    return Deploy(steps(stands))


def read_hold(_: Book, __: Position, stands: tuple[str, ...]) -> Hold:
    """The stands are held back for a flank march."""
    return Hold(stands)


def read_finish(_: Book, __: Position, ___: bool) -> Finish:
    """The seat has set out all it will in this step."""
    return Finish()


def read_camp(_: Book, __: Position, said: CampSaid) -> PlaceCamp:
    """The camp is placed."""
    return PlaceCamp(placed(said.at), said.garrison)


def read_march(_: Book, __: Position, said: MarchSaid) -> March:
    """The flank march comes in."""
    return March(said.edge, steps(said.stands))


ACTIONS: Mapping[str, Form] = {
    "move": Form(MoveSaid, read_move, "A tactical move of a stand, a group or a column."),
    "march": Form(MarchSaid, read_march, "The flank march comes in by an edge."),
    "camp": Form(CampSaid, read_camp, "The camp is placed."),
    "deploy": Form(Placing, read_deploy, "Stands are set out: an object of ids and poses."),
    "hold": Form(tuple[str, ...], read_hold, "Stands are held back for a flank march."),
    "finish": Form(Literal[True], read_finish, "No more is set out in this step: `true`."),
}
