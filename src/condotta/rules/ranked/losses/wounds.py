"""Losses: models removed from a regiment, regiments destroyed, characters left over.

`losses` and `destroyed` give the events; they score and say what follows (`seams.DESTROYED`).
Whoever pushes them must be at its end, as the frames that follow come above it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.events import (
    Counted,
    Event,
    Exchanged,
    Marked,
    Placed,
    Removed,
    Ruled,
)
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.scoring import score_loss
from condotta.rules.ranked.reading.formation import files_after, quanta_of, shape_of
from condotta.rules.steps import queued
from condotta.table import Rectangle, offset

COMMAND = (names.CHAMPION, names.STANDARD, names.MUSICIAN)

TAKEN = "wounds taken"
"""Unsaved wounds of a piece; whoever counts them sets it to 0 first. [FB-7.11]"""

SLEW = "slew "
"""And a regiment: how many of its models this piece has slain in this phase. [FB-8.4]"""


def joined(position: Position, regiment: str) -> tuple[Piece, ...]:
    """The characters that are in a regiment. [FB-11.1]"""
    return tuple(
        piece
        for piece in position.pieces.values()
        if piece.command == regiment != piece.id and piece.place == "table" and not piece.pose
    )


def base_size(position: Position, piece: str) -> tuple[int, int]:
    """Width and depth of one model's base, in quanta. [FB-2.2]"""
    width, depth = (position.count(piece, side) for side in (names.BASE_WIDTH, names.BASE_DEPTH))
    return quanta_of(width), quanta_of(depth)


def closed_up(position: Position, regiment: str, models: int) -> list[Event]:
    """The regiment with so many rank and file and its characters, ranks closed up. [FB-2.3]

    The front edge stays where it is; one rank loses from both ends evenly.
    """
    piece = position.pieces[regiment]
    total = models + len(joined(position, regiment))
    if total < 1:
        return []
    files = files_after(total, position.count(regiment, names.FILES))
    shape = shape_of(total, files, *base_size(position, regiment))
    events: list[Event] = []
    if files != position.count(regiment, names.FILES):
        events.append(Counted(regiment, names.FILES, files))
    if shape != piece.shape:
        events.append(Exchanged(replace(piece, shape=shape)))
    return events


def losses(
    book: Book, position: Position, regiment: str, slain: int, *, by: Seat, clause: str
) -> Iterator[Event]:
    """So many rank and file are removed; with the last of them the regiment. [FB-2.3]

    RULING FB-2.6: the champion is the last of a regiment to fall to ordinary wounds, so that
    standard and musician are always taken up by whoever is left.
    """
    left = position.count(regiment, names.MODELS) - slain
    if left < 1:
        yield from destroyed(book, position, regiment, by=by, clause=clause)
        return
    yield Counted(regiment, names.MODELS, left)
    yield from closed_up(position, regiment, left)


def destroyed(
    book: Book,
    position: Position,
    regiment: str,
    *,
    by: Seat,
    clause: str,
    with_characters: bool = False,
) -> Iterator[Event]:
    """A regiment or a character is removed for good, scored, and its friends hear of it.

    Characters in it are left over, a new unit each, unless they share its fate. [FB-8.5]
    """
    piece = position.pieces[regiment]
    then = book.union(seams.DESTROYED, position, piece, by) if piece.pose is not None else ()
    if piece.command != regiment and position.pieces[piece.command].pose is not None:
        then = (*then, *book.union(seams.LOSSES, position, piece.command))
    inside = joined(position, regiment)
    events: list[Event] = []
    for each in inside if with_characters else ():
        events += _gone(book, after(position, events), each, by, clause)
    events += _gone(book, after(position, events), piece, by, clause)
    if inside and not with_characters:
        events += left_over(position, piece, inside)
    if piece.command != regiment and position.pieces[piece.command].place == "table":
        host = piece.command
        models = position.count(host, names.MODELS)
        events += closed_up(after(position, events), host, models)
    yield from events
    yield from queued(then)


def _gone(book: Book, position: Position, piece: Piece, by: Seat, clause: str) -> list[Event]:
    events: list[Event] = [Ruled(clause, "fb.2-3.destroyed", {"piece": piece.id})]
    if position.count(piece.id, names.MODELS):
        events.append(Counted(piece.id, names.MODELS, 0))
    events.append(Removed(piece.id, "lost", by, clause))
    return [*events, *score_loss(book, position, piece, by)]


def left_over(position: Position, regiment: Piece, inside: Iterable[Piece]) -> list[Event]:
    """Characters whose regiment is gone stand side by side where its front was. [FB-8.5]

    RULING FB-8.7: each is a regiment of its own; they flee if the regiment did. Of a regiment that
    has no place they have none either.
    """
    events: list[Event] = []
    sizes = [(each, *base_size(position, each.id)) for each in inside]
    right = -sum(width for _, width, _ in sizes) / 2
    for each, width, depth in sizes:
        shape = Rectangle(width, depth)
        events.append(Exchanged(replace(each, command=each.id, shape=shape)))
        if regiment.pose is not None:
            pose = offset(regiment.pose, 0, right + width / 2)
            events.append(Placed(each.id, "table", pose))
        events += [Marked(each.id, mark) for mark in regiment.marks if mark.name not in COMMAND]
        right += width
    return events
