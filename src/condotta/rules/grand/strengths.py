"""How commands and armies stand, as far as a seat may know. [GT-4.2, GT-8.1, GT-9.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.grand import names
from condotta.rules.grand.scale import SCALE
from condotta.rules.grand.sides import (
    command_ids,
    demoralised,
    is_troop,
    leader,
    loss_of,
    lost,
    points,
    seen_points,
    sides,
    stands,
    stands_of,
)
from condotta.rules.triumph import seams
from condotta.rules.triumph.looking.standings import Strength
from condotta.rules.triumph.stands.seeming import first_of, second_of, seems, veiled


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
