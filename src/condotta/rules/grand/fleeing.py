"""The rout move: turned to the own base edge, then straight ahead. [GT-8.6, TC-12.56]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.events import Event, Moved, Ruled, Step
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.aftermath import removed
from condotta.rules.triumph.ground.battlefield import INWARD, home
from condotta.rules.triumph.movement.fallback import has_room, lands
from condotta.rules.triumph.movement.outcome_moves import hindered, run, to_rim, to_rough
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import TABLES
from condotta.table import Pose, about_turn, base, facing_to, offset, opposite

ROUT = "rout"


def starts(here: Field, stand: Stand) -> float:
    """How far a stand is from its own base edge. [TC-12.59]"""
    return home(here.book, here.position, stand.seat).bounds(stand.base)[1]


def fled(here: Field, stand: Stand) -> Iterator[Event]:
    """Its full move towards the base edge; off the board it is lost. [GT-8.6]"""
    start = turned(here, stand)
    if start is None:
        yield Ruled("GT-8.11", "gt.8-11.hemmed", {"stand": stand.id})
        return
    gone = run(here, stand, start, farthest(here, stand, start))
    if gone.leaves and here.settings.word("offBoard") == "destroyed":
        yield Ruled("GT-8.6", "gt.8-6.lost", {"stand": stand.id})
        yield from removed(here, stand, "GT-8.6", "")
        return
    length = to_rim(here, base(start, stand.base.shape), 1, gone.length)
    yield Ruled("GT-8.6", "gt.8-6.moves", {"stand": stand.id, "far": length, "met": gone.met})
    step: Step = lands(here, stand, offset(start, length))
    yield Moved((step,), ROUT)


def farthest(here: Field, stand: Stand, start: Pose) -> float:
    """How far it runs: its full move, less where difficult terrain slows it. [GT-8.6]

    Layers may say how far it goes where it is slowed, and how far at the most in any move.
    """
    slow = here.book.sole(seams.SLOW, here.book, stand.piece, stand.troop)
    most = here.book.sole(seams.FARTHEST, here.book, stand.piece, stand.troop)
    far = stand.reach if most is None else min(stand.reach, most)
    if slow is not None:
        return to_rough(here, stand, start, (far, min(far, slow)), back=False)
    limits = (far, min(far, TABLES.movement.mounted_difficult))
    return hindered(here, stand, start, limits, back=False)


def turned(here: Field, stand: Stand) -> Pose | None:
    """Facing the nearest point of the own base edge, turned about its centre. [GT-8.6, GT-8.11]

    # RULING GT-8.11: where it has no room to turn so far it turns to its rear, and where that does
    # not take it towards the edge it stays.
    """
    edge = home(here.book, here.position, stand.seat).edge
    back = opposite(INWARD[edge])
    others = [one for one in here.stands if one is not stand]
    ahead = about_centre(stand, back)
    if has_room(here, base(ahead, stand.base.shape), others):
        return ahead
    rear = about_turn(stand.base.pose, stand.base.shape)
    towards = rear.ux * back[0] + rear.uy * back[1] > 0
    return rear if towards else None


def about_centre(stand: Stand, facing: tuple[int, int]) -> Pose:
    """A stand turned to a facing about the middle of its base."""
    pose, shape = stand.base.pose, stand.base.shape
    middle = offset(pose, -depth(shape) / 2)
    return offset(facing_to(middle, facing), depth(shape) / 2)


def depth(shape: object) -> int:
    """The depth of a base."""
    return getattr(shape, "depth", 0)
