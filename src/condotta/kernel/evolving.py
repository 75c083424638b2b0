"""What one event does to a position, and to the questions that are open on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.events import (
    Answered,
    Asked,
    Began,
    Cleared,
    Controlled,
    Corrected,
    Counted,
    Ended,
    Entered,
    Event,
    Exchanged,
    Expired,
    Laid,
    Lifted,
    Marked,
    Moved,
    Mustered,
    Opened,
    Paid,
    Placed,
    Popped,
    Pushed,
    Removed,
    Ruled,
    Sealed,
    Seated,
    Told,
    Undone,
    Veiled,
    Withdrawn,
)
from condotta.kernel.position import NOTHING, Position
from condotta.kernel.records import Mark, Piece

SILENT = frozenset[type](
    (Asked, Answered, Popped, Pushed, Ruled, Withdrawn, Told, Opened, Undone, Seated)
)
"""The events that change nothing on or beside the table."""


def with_piece(position: Position, piece: Piece) -> Position:
    """The position with that piece as given; order of mustering is kept."""
    pieces = position.pieces.copy()
    pieces[piece.id] = piece
    return replace(position, pieces=pieces)


def with_count(position: Position, holder: str, name: str, value: int) -> Position:
    """The position with one counter set; a counter at zero is not kept."""
    row = dict(position.counters.get(holder, NOTHING))
    if value:
        row[name] = value
    else:
        row.pop(name, None)
    counters = position.counters.copy()
    if row:
        counters[holder] = row
    else:
        counters.pop(holder, None)
    return replace(position, counters=counters)


def _moved(position: Position, event: Moved) -> Position:
    pieces = position.pieces.copy()
    for step in event.steps:
        piece = pieces[step.piece]
        pieces[step.piece] = replace(piece, place="table", pose=step.pose)
    return replace(position, pieces=pieces)


def _marked(position: Position, piece: Piece, mark: Mark) -> Position:
    """A token that lies there already is not laid again: making a secret mark public is safe."""
    if mark in piece.marks:
        return position
    return with_piece(position, replace(piece, marks=(*piece.marks, mark)))


def _expired(position: Position, event: Expired) -> Position:
    changed = {}
    for piece in position.pieces.values():
        if piece.marks:
            kept = tuple(mark for mark in piece.marks if mark.until != event.moment)
            if len(kept) < len(piece.marks):
                changed[piece.id] = replace(piece, marks=kept)
    return replace(position, pieces={**position.pieces, **changed}) if changed else position


def _paid(position: Position, event: Paid) -> Position:
    for holder, change in ((event.giver, -event.amount), (event.taker, event.amount)):
        if holder:
            now = position.count(holder, event.name) + change
            position = with_count(position, holder, event.name, now)
    return position


def evolve_position(  # noqa: C901, PLR0912 - one case for every event there is
    position: Position, event: Event
) -> Position:
    """Apply one fact. Total, rule-free, dice-free: replays and views need only this.

    The commonest events come first: most of all those that change nothing.
    """
    if type(event) in SILENT:
        return position
    match event:
        case Counted(holder, name, value):
            return with_count(position, holder, name, value)
        case Moved():
            return _moved(position, event)
        case Marked(name, mark):
            return _marked(position, position.pieces[name], mark)
        case Placed(name, place, pose):
            piece = position.pieces[name]
            return with_piece(position, replace(piece, place=place, pose=pose))
        case Removed(name, to):
            piece = position.pieces[name]
            return with_piece(position, replace(piece, place=to, pose=None))
        case Mustered(piece) | Exchanged(piece):
            old = position.pieces.get(piece.id)
            marks = old.marks if old and isinstance(event, Exchanged) else piece.marks
            return with_piece(position, replace(piece, marks=marks))
        case Entered(turn, phase, active):
            return replace(position, turn=turn, phase=phase, active=active)
        case Expired():
            return _expired(position, event)
        case Cleared(name, mark):
            piece = position.pieces[name]
            kept = tuple(one for one in piece.marks if one.name != mark)
            return with_piece(position, replace(piece, marks=kept))
        case Controlled(name, controller):
            return with_piece(position, replace(position.pieces[name], controller=controller))
        case Paid():
            return _paid(position, event)
        case Began(board, chairs):
            return replace(position, board=board, chairs=chairs)
        case Laid(area):
            return replace(position, areas=(*position.areas, area))
        case Lifted(name):
            return replace(
                position, areas=tuple(area for area in position.areas if area.id != name)
            )
        case Sealed(seal, digest):
            return replace(position, seals={**position.seals, seal: digest})
        case Ended():
            return replace(position, ended=event)
        case Corrected(changes):
            for change in changes:
                position = evolve_position(position, change)
            return position
        case Veiled(_, inside):
            return evolve_position(position, inside)
        case Asked() | Answered() | Popped() | Pushed() | Ruled() | Withdrawn():
            return position
        case Told() | Opened() | Undone() | Seated():
            return position
        case _:
            assert_never(event)


def evolve_asks(asks: tuple[Ask, ...], event: Event) -> tuple[Ask, ...]:
    """The questions that are open after an event."""
    match event:
        case Asked(ask):
            return (*asks, ask)
        case Answered(ask=closed) | Withdrawn(closed):
            return tuple(ask for ask in asks if ask.id != closed)
        case Veiled(_, inside):
            return evolve_asks(asks, inside)
        case _:
            return asks


def after(position: Position, events: Iterable[Event]) -> Position:
    """The position as it will be once those events have happened, one after another."""
    for event in events:
        position = evolve_position(position, event)
    return position
