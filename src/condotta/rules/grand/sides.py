"""Sides and their commands: who leads, what a command has and has lost, as a seat may know it.

[GT-2, GT-4.2, GT-8.1, GT-9.1]
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.grand import names
from condotta.rules.grand.muster import command_id
from condotta.rules.grand.scale import SCALE
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.looking.standings import Strength
from condotta.rules.triumph.stands.seeming import first_of, second_of, seems, veiled
from condotta.rules.triumph.tables import CAMP


def sides(position: Position) -> tuple[str, ...]:
    """The sides in table order."""
    return tuple(dict.fromkeys(chair.side for chair in position.chairs))


def seats_of(position: Position, side: str) -> tuple[Seat, ...]:
    """The seats of a side, the overall commander's first. [GT-10.1]"""
    return tuple(chair.seat for chair in position.chairs if chair.side == side)


def chief(position: Position, side: str) -> Seat:
    """The overall commander's seat, which takes the side's joint choices. [GT-10.1]"""
    return seats_of(position, side)[0]


def chiefs(_: Book, position: Position) -> tuple[Seat, ...]:
    """The overall commanders' seats: an army has one die and one home. [GT-10.1]"""
    return tuple(chief(position, side) for side in sides(position))


def leader(position: Position, side: str, number: int) -> Seat:
    """The seat of a command: seats take the commands in turn. [GT-10.1]"""
    seats = seats_of(position, side)
    return seats[(number - 1) % len(seats)]


def leader_of(position: Position, command: str) -> Seat:
    """The seat that says what a command does. [GT-10.1]"""
    return stands_of(position, command)[0].controller


def letter_of(position: Position, side: str) -> str:
    """The letter of a side's army."""
    return next(
        piece.army for piece in position.pieces.values() if position.side(piece.owner) == side
    )


def command_ids(position: Position, side: str) -> tuple[str, ...]:
    """The ids of a side's commands, the overall commander's first. [GT-1.1]"""
    letter = letter_of(position, side)
    return tuple(command_id(letter, number) for number in range(1, SCALE.commands + 1))


def stands(position: Position, side: str) -> tuple[Piece, ...]:
    """Every stand that a side brought, in the order it was mustered, wherever it is."""
    return tuple(
        piece
        for piece in position.pieces.values()
        if position.side(piece.owner) == side and is_troop(piece)
    )


def is_troop(piece: Piece) -> bool:
    """Whether a piece is a stand that belongs to a command: no camp, card or marker."""
    return piece.type not in (CAMP, names.MARKER) and core.CARD not in piece.traits


def stands_of(position: Position, command: str) -> tuple[Piece, ...]:
    """The stands of a command, in the order they were mustered."""
    return tuple(
        piece for piece in position.pieces.values() if piece.command == command and is_troop(piece)
    )


def points(position: Position, pieces: tuple[Piece, ...]) -> int:
    """Half points that those stands cost, by what is behind them for who knows. [GT-10.8]

    With the cards bought for each, whatever they count when they are lost.
    """
    return sum(
        position.count(piece.id, names.REAL_PRICE) or position.count(piece.id, core.REAL)
        if seems(piece)
        else seen_points(position, (piece,))
        for piece in pieces
    )


def seen_points(position: Position, pieces: tuple[Piece, ...]) -> int:
    """Half points that those stands seem to cost."""
    return sum(
        position.count(piece.id, core.PRICE) or position.count(piece.id, core.WORTH)
        for piece in pieces
    )


def loss_of(position: Position, piece: Piece) -> int:
    """Half points that a stand counts when it is lost, by what is behind it for who knows."""
    return position.count(piece.id, core.REAL if seems(piece) else core.WORTH)


def lost(position: Position, command: str) -> int:
    """Half points that a command has lost; its camp does not count. [GT-8.1, TC-12.51]"""
    return sum(
        position.count(piece.id, core.WORTH)
        for piece in position.pieces.values()
        if piece.place == "lost" and piece.command == command and is_troop(piece)
    )


def demoralised(position: Position, command: str) -> bool:
    """Whether a command has lost at least a third of its points, not rounded. [GT-8.1, GT-10.3]

    Losses never grow less, so it is for good.
    """
    total = position.count(command, names.TOTAL)
    return total > 0 and SCALE.demoralised_share * lost(position, command) >= total


def strengths(_: Book, position: Position) -> Iterator[Strength]:
    """Every command whose points are known; the enemy's are when they are shown. [GT-4.2]"""
    for side in sides(position):
        if not stands(position, side):
            continue
        for number, name in enumerate(command_ids(position, side), start=1):
            total = position.count(name, names.TOTAL)
            if total:
                yield Strength(
                    name,
                    leader(position, side, number),
                    side,
                    number,
                    lost(position, name),
                    total,
                    share(total, SCALE.demoralised_share),
                    demoralised(position, name),
                    position.count(name, names.MODIFIER),
                    "GT-8.1",
                    "standing.demoralised",
                )


def share(total: int, parts: int) -> int:
    """The first loss, in half points, that is at least one of so many parts.

    >>> share(62, 3), share(288, 2)
    (21, 144)
    """
    return -(-total // parts)


def half(_: Book, position: Position, side: str) -> int | None:
    """The loss at which an army is beaten, if it has lost more than the enemy. [GT-9.1]"""
    total = position.count(side, names.TOTAL)
    return share(total, SCALE.defeat_share) if total else None


def breaking(_: Book, position: Position, piece: Piece) -> tuple[Event, ...]:
    """That this loss is the one which demoralises its command. [GT-8.1]

    Where it is not what it seems, what is behind it is lost.
    """
    total = position.count(piece.command, names.TOTAL)
    if not total or not is_troop(piece) or demoralised(position, piece.command):
        return ()
    after = lost(position, piece.command) + loss_of(position, first_of(position, piece))
    if SCALE.demoralised_share * after < total:
        return ()
    return (Ruled("GT-8.1", "gt.8-1.demoralised", {"command": piece.command}),)


def counted_anew(_: Book, position: Position, piece: Piece) -> Iterator[Event]:
    """What others may count of a command and an army, as a stand is seen for what it is. [GT-10.8]

    What is still behind other stands they do not count.
    """
    if not seems(piece):
        return
    first, side = first_of(position, piece), position.side(piece.owner)
    over = (first, second_of(position, first))
    for holder, brought in (
        (piece.command, stands_of(position, piece.command)),
        (side, stands(position, side)),
    ):
        masked = tuple(one for one in brought if seems(one) and one not in over)
        unseen = points(position, masked) - seen_points(position, masked)
        total = position.count(holder, names.TOTAL)
        known = Counted(holder, names.TOTAL, total)
        yield veiled(side, known, Counted(holder, names.TOTAL, total - unseen))


HOOKS = (
    (seams.STRENGTHS, strengths, "GT-8.1"),
    (seams.DECIDES, half, "GT-9.1"),
    (seams.DESTROYED, breaking, "GT-8.1"),
    (seams.DESTROYED, counted_anew, "GT-10.8"),
    (seams.UNMASKED, counted_anew, "GT-10.8"),
)
