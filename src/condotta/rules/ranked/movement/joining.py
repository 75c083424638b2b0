"""Characters join regiments and leave them. [FB-11.1]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Exchanged
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.formation import quanta_of, shape_of
from condotta.rules.ranked.reading.places_to_stand import clear_of
from condotta.rules.ranked.reading.regiment import field, is_regiment
from condotta.table import Rectangle, base

CLAUSE = "FB-11.1"
ALONE = (names.WAR_MACHINE, names.MONSTER, names.CHARIOT)


def members(position: Position, regiment: str) -> tuple[Piece, ...]:
    """The characters that are in a regiment."""
    return tuple(
        piece
        for piece in position.at("table")
        if piece.command == regiment and piece.id != regiment and is_regiment(piece)
    )


def block(position: Position, regiment: str, total: int, files: int) -> Rectangle:
    """The rectangle of so many of a regiment's models. [FB-2.2]"""
    sides = (position.count(regiment, side) for side in (names.BASE_WIDTH, names.BASE_DEPTH))
    wide, deep = (quanta_of(side) for side in sides)
    return shape_of(total, files, wide, deep)


def why_not_join(book: Book, position: Position, piece: Piece, into: str) -> tuple[Refusal, ...]:
    """What is against a character being in a regiment. [FB-11.1]

    RULING FB-11.7: his base must be of the size of its bases; nobody joins engines and monsters.
    """
    here = field(book, position)
    host = here.find(into)
    if host is None or host.id != into or host.id == piece.id or host.seat != piece.controller:
        return (Refusal(CLAUSE, "fb.11-1.no-regiment", {"piece": piece.id, "other": into}),)
    if names.CHARACTER not in piece.traits:
        return (Refusal(CLAUSE, "fb.11-1.no-character", {"piece": piece.id}),)
    sizes = (names.BASE_WIDTH, names.BASE_DEPTH)
    fits = all(position.count(piece.id, one) == position.count(into, one) for one in sizes)
    if host.is_character or host.piece.type in ALONE or not fits:
        return (Refusal(CLAUSE, "fb.11-1.unfit", {"piece": piece.id, "other": into}),)
    if host.fleeing or here.engaged(host):
        return (Refusal(CLAUSE, "fb.11-1.busy", {"piece": piece.id, "other": into}),)
    if len(host.joined) >= host.files:
        return (Refusal(CLAUSE, "fb.11-1.full", {"piece": piece.id, "other": into}),)
    grown = base(host.pose, block(position, into, host.total + 1, host.files))
    others = (one.base for one in here.regiments if one.id not in (into, piece.id))
    if not (here.on_board(grown) and clear_of(grown, others)):
        return (Refusal(CLAUSE, "fb.11-1.no-room", {"piece": piece.id, "other": into}),)
    return book.refusals(seams.MAY_JOIN, position, piece, host.piece)


def joins(position: Position, piece: Piece, into: str) -> Iterator[Event]:
    """A character takes a place in the front rank; the regiment's shape makes room. [FB-11.1]"""
    yield Exchanged(replace(piece, command=into, place="table", pose=None))
    yield from reshaped(position, into, len(members(position, into)) + 1)


def reshaped(position: Position, regiment: str, characters: int) -> Iterator[Event]:
    """The regiment's shape with so many characters in it; its front's middle stays."""
    host = position.pieces[regiment]
    total = position.count(regiment, names.MODELS) + characters
    files = min(max(1, position.count(regiment, names.FILES)), total)
    shape = block(position, regiment, total, files)
    if shape != host.shape:
        yield Exchanged(replace(host, shape=shape))


def alone(position: Position, piece: Piece) -> Rectangle:
    """The rectangle of a character by himself."""
    return block(position, piece.id, 1, 1)


def leaves(position: Position, piece: Piece) -> Iterator[Event]:
    """A character steps out of his regiment; where to is for his move to say. [FB-11.1]"""
    host = piece.command
    shape = alone(position, piece)
    yield Exchanged(replace(piece, command=piece.id, shape=shape))
    yield Counted(piece.id, names.FILES, 1)
    yield from reshaped(position, host, len(members(position, host)) - 1)
