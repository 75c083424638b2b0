"""What seats say in TRIUMPH!, in readable form: lengths in MU, directions in degrees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.events import Step
from condotta.kernel.position import Position
from condotta.positions.games import Form
from condotta.positions.legs import LegSaid, PoseSaid, leg, placed
from condotta.positions.records import Part
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.rules.triumph.deployment.deploying import Deploy, Finish, Hold
from condotta.rules.triumph.movement.flank_march import Edge as MarchEdge
from condotta.rules.triumph.movement.flank_march import March
from condotta.rules.triumph.movement.moves import Move, ordered
from condotta.rules.triumph.stands.field import field
from condotta.table import Leg, Shape, after

MU = 10_000
"""The quanta in a movement unit."""


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
        return Move(names, tuple(leg(one, MU, None, position) for one in said.legs), said.forming)
    stands = ordered(here, Move(names, (), said.forming))[0]
    shapes: tuple[Shape, ...] = tuple(stand.base.shape for stand in stands)
    poses = tuple(stand.base.pose for stand in stands)
    legs: list[Leg] = []
    for one in said.legs:
        first = replace(position.pieces[stands[0].id], pose=poses[0], shape=shapes[0])
        legs.append(leg(one, MU, first, position))
        poses = after(poses, shapes, legs[-1])
    return Move(names, tuple(legs), said.forming)


# ── setting out ──────────────────────────────────────────────────────────────
Placing = dict[str, PoseSaid]
"""Stands by id, each with its pose [x, y, degrees]."""


class CampSaid(Part, frozen=True, kw_only=True):
    """Where the camp is placed, and the stand that stays in it, if any."""

    at: tuple[float, float, float]
    garrison: str = ""


class MarchSaid(Part, frozen=True, kw_only=True):
    """The reserve comes in by an edge, named as seen from its own base edge."""

    edge: MarchEdge
    stands: Placing


def steps(stands: Placing) -> tuple[Step, ...]:
    """Where each stand is placed, in the order given."""
    return tuple(Step(name, placed(at, MU)) for name, at in stands.items())


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
    return PlaceCamp(placed(said.at, MU), said.garrison)


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
OWN_KINDS = (Move, March, PlaceCamp, Deploy, Hold, Finish)
"""The actions that have forms of their own."""
