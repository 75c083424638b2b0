"""Characters join and leave; reinforcements come on by the table's edge. [FB-11.1, FB-4.18]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import Counted, Event, Marked, Placed, Popped
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.movement.deployment_zones import in_polygon
from condotta.rules.ranked.movement.joining import alone, joins, leaves, why_not_join
from condotta.rules.ranked.movement.remaining_moves import (
    commanded,
    not_yours,
    why_not_move,
    why_not_yet,
)
from condotta.rules.ranked.reading.places_to_stand import why_not_here
from condotta.rules.ranked.reading.regiment import Field, field, is_regiment, piece_has
from condotta.rules.sketches import PLACE, outline_of
from condotta.table import HALF, Base, Point, Polygon, Pose, base, distance, gap
from condotta.table.once import noted

JOIN, ARRIVAL = "FB-11.1", "FB-4.18"
SAME_PLACE = 6 * names.INCH


class Join(Action, frozen=True):
    """A character on his own joins a regiment within his move. [FB-11.1]"""

    piece: str
    into: str


class Leave(Action, frozen=True):
    """A character leaves his regiment for a place within his move. [FB-11.1]"""

    piece: str
    pose: Pose


class Arrive(Action, frozen=True):
    """A reinforcement comes on, its rear on the table's edge. [FB-4.18]"""

    piece: str
    pose: Pose


class Joining(Script, frozen=True, kw_only=True):
    """A character joining."""

    join: Join


class Leaving(Script, frozen=True, kw_only=True):
    """A character leaving."""

    leave: Leave


class Arriving(Script, frozen=True, kw_only=True):
    """A reinforcement coming on."""

    arrive: Arrive


def joining(_: Book, state: State, frame: Joining) -> Iterator[Event]:
    """He takes his place in the front rank. [FB-11.1]"""
    position, said = state.position, frame.join
    yield from joins(position, position.pieces[said.piece], said.into)
    yield Marked(said.piece, Mark(names.MOVED, names.TURN))
    yield Marked(said.piece, Mark(names.DID_MOVE, names.TURN))
    yield Popped()


def leaving(_: Book, state: State, frame: Leaving) -> Iterator[Event]:
    """He stands on his own; the regiment closes up. [FB-11.1]"""
    position, said = state.position, frame.leave
    yield from leaves(position, position.pieces[said.piece])
    yield Placed(said.piece, "table", said.pose)
    yield Marked(said.piece, Mark(names.MOVED, names.TURN))
    yield Marked(said.piece, Mark(names.DID_MOVE, names.TURN))
    yield Popped()


def arriving(_: Book, state: State, frame: Arriving) -> Iterator[Event]:
    """It is on the table and may still make a normal move. [FB-4.18]"""
    said = frame.arrive
    yield Placed(said.piece, "table", said.pose)
    yield Marked(said.piece, Mark(names.ARRIVED, names.TURN))
    yield Marked(said.piece, Mark(names.MOVED, names.TURN))
    for name in (names.BACK_X, names.BACK_Y, names.PURSUED_OFF):
        if state.position.count(said.piece, name):
            yield Counted(said.piece, name, 0)
    yield Popped()


# ── judging ──────────────────────────────────────────────────────────────────
def judge_join(book: Book, position: Position, seat: Seat, _: Ask | None, said: Join) -> Verdict:
    """Whether a character may join. RULING FB-11.7: he goes the straight way. [FB-11.1]"""
    here = field(book, position)
    one = commanded(here, seat, said.piece)
    if one is None or not one.is_character:
        return Verdict(not_yours(said.piece))
    refusals = why_not_move(here, one) or why_not_join(book, position, one.piece, said.into)
    if refusals:
        return Verdict(refusals)
    far, limit = here.gap(one, here.regiment(said.into)), one.movement
    if far > limit + HALF:
        why = (Refusal(JOIN, "fb.11-1.too-far", {"piece": one.id, "other": said.into}),)
        return Verdict(why, distance=round(far), limit=limit)
    return Verdict(distance=round(far), limit=limit)


def judge_leave(book: Book, position: Position, seat: Seat, _: Ask | None, said: Leave) -> Verdict:
    """Whether a character may leave for there. [FB-11.1]"""
    here = field(book, position)
    host = here.find(said.piece)
    piece = position.pieces.get(said.piece)
    if host is None or piece is None or host.id == said.piece or piece.controller != seat:
        return Verdict(not_yours(said.piece))
    what = {"piece": piece.id}
    refusals = why_not_move(here, host)
    if not refusals and piece.marked(names.DID_MOVE):
        refusals = (Refusal("FB-4.14", "fb.4-14.moved", what),)
    if refusals:
        return Verdict(refusals)
    where = base(said.pose, alone(position, piece))
    limit = position.count(piece.id, names.M) * names.INCH
    far = gap(host.base, where) + 2 * where.hd
    if far > limit + HALF:
        why = (Refusal(JOIN, "fb.11-1.too-far", what, (outline_of(PLACE, where),)),)
        return Verdict(why, distance=round(far), limit=limit, poses=((piece.id, said.pose),))
    refusals = why_not_here(here, piece.id, where)
    return Verdict(refusals, distance=round(far), limit=limit, poses=((piece.id, said.pose),))


def judge_arrive(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: Arrive
) -> Verdict:
    """Whether a reinforcement may come on there. [FB-4.18, FB-7.25]"""
    piece = position.pieces.get(said.piece)
    waits = piece is not None and piece.place == "reserve" and is_regiment(piece)
    if piece is None or not waits or piece.controller != seat or piece.shape is None:
        return Verdict(not_yours(said.piece))
    where = base(said.pose, piece.shape)
    refusals = why_not_yet(book, position, piece) or why_not_by(book, position, piece, where)
    return Verdict(refusals, poses=((piece.id, said.pose),))


def why_not_by(book: Book, position: Position, piece: Piece, where: Base) -> tuple[Refusal, ...]:
    """Why a reinforcement that may come on now may not do so there. [FB-4.18, FB-7.25]"""
    what = {"piece": piece.id}
    if not on_edge(position, where):
        return (Refusal(ARRIVAL, "fb.4-18.edge", what),)
    if not may_enter(book, position, piece, where):
        return (Refusal(ARRIVAL, "fb.4-18.elsewhere", what),)
    return why_not_here(field(book, position), piece.id, where)


def on_edge(position: Position, where: Base) -> bool:
    """Whether a base's rear lies on an edge of the table. [FB-4.18]"""
    board = position.board
    one, two = where.rr, where.rl
    for axis, value in ((0, 0), (0, board.width), (1, 0), (1, board.depth)):
        if abs(one[axis] - value) <= HALF and abs(two[axis] - value) <= HALF:
            return True
    return False


def back_point(position: Position, piece: Piece) -> Point | None:
    """Where a pursuer left the table. [FB-7.25]"""
    if not position.count(piece.id, names.PURSUED_OFF):
        return None
    return (
        float(position.count(piece.id, names.BACK_X)),
        float(position.count(piece.id, names.BACK_Y)),
    )


def may_enter(book: Book, position: Position, piece: Piece, where: Base) -> bool:
    """A pursuer returns where it left, ambushers anywhere, others by their own zone. [FB-4.18]

    RULING FB-7.35: the same place is within 6 inches of it.
    """
    back = back_point(position, piece)
    middle = ((where.rl[0] + where.rr[0]) / 2, (where.rl[1] + where.rr[1]) / 2)
    if back is not None:
        return distance(middle, back) <= SAME_PLACE
    if piece_has(piece, names.HIDDEN):
        return True
    zones = own_zones(field(book, position), piece.controller)
    return any(in_polygon(middle, zone) for zone in zones)


@noted
def own_zones(here: Field, seat: Seat) -> tuple[Polygon, ...]:
    """Where a seat sets up. [FB-4.18]"""
    zones: tuple[Polygon, ...] = here.book.stack(seams.DEPLOY_ZONE, here.position, seat)
    return zones


def begins(_: Seat, said: Action) -> Frame | None:
    """What these acts begin."""
    match said:
        case Join():
            return Joining(join=said)
        case Leave():
            return Leaving(leave=said)
        case Arrive():
            return Arriving(arrive=said)
    return None


HOOKS = ((seams.ACT, begins, "FB-11.1"),)
PROCEDURES: dict[type[Frame], Procedure] = {
    Joining: joining,
    Leaving: leaving,
    Arriving: arriving,
}
JUDGES: dict[type[Action], Judge] = {
    Join: judge_join,
    Leave: judge_leave,
    Arrive: judge_arrive,
}
