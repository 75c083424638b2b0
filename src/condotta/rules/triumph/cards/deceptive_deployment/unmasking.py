"""What happens as a masquerade is revealed: who was there comes into its place. [BC-24.6]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.events import (
    Counted,
    Event,
    Exchanged,
    Moved,
    Mustered,
    Placed,
    Removed,
    Ruled,
    Step,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Place
from condotta.kernel.rulings import Param
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.deceptive_deployment.pairs_set_out import (
    directly_behind,
    room_for,
)
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.stands.seeming import first_of, read, second_of, seems, veiled


def revealed(here: Field, piece: Piece, clause: str) -> Iterator[Event]:
    """The masquerade is over: nothing, another stand, two for one, or one for two. [BC-24.6]

    Everybody learns it by the same words, and nothing said before it is taken back.
    """
    position = here.position
    first = first_of(position, piece)
    second, real = second_of(position, first), read(first)
    yield from here.book.union(seams.UNMASKED, here.book, position, first)
    yield from declared(position, first, second, real, clause)
    gone = frozenset(one.id for one in (first, second) if one is not None)
    if second is not None:
        yield Exchanged(replace(second, truth=""))
        yield Removed(second.id, "gone", "", "BC-24.6")
    assert first.pose is not None, first.id
    found = room_for(here, first.pose, real, gone) if real else None
    if found is None:
        yield Exchanged(replace(first, truth=""))
        yield Removed(first.id, "gone", "", "BC-24.6")
        return
    pose, steps = found
    # From the rear on, so that nobody is pushed into whoever has yet to go.
    yield from (Moved((step,), "push") for step in reversed(steps))
    if pose != first.pose:
        yield Moved((Step(first.id, pose),), "make room")
    yield Exchanged(replace(real[0], pose=pose))
    for extra, name in zip(real[1:], new_names(position, first), strict=False):
        yield Mustered(replace(extra, id=name, place="undeployed", pose=None))
        yield Counted(name, names.WORTH, worth_each(position, first, real))
        yield Placed(name, "table", directly_behind(pose, real[0]))


def declared(
    position: Position, first: Piece, second: Piece | None, real: tuple[Piece, ...], clause: str
) -> Iterator[Event]:
    """What it was, for everybody, and what it counts from now on. [BC-24.6, BC-24.7]"""
    key = ("nothing", "one", "two")[len(real)]
    params: dict[str, Param] = {"stand": first.id}
    if real:
        params["type"] = f"troop.{real[0].type}"
    said = Ruled("BC-24.6", f"bc.24-6.{key}", params, cites=(clause,))
    side = position.side(first.owner)
    yield veiled(side, said, said)
    yield Counted(first.id, names.WORTH, worth_each(position, first, real))
    if second is not None:
        yield Counted(second.id, names.WORTH, 0)
    if position.count(first.id, names.REAL):
        yield veiled(side, Counted(first.id, names.REAL, 0))


def worth_each(position: Position, first: Piece, real: tuple[Piece, ...]) -> int:
    """What each real stand counts when it is lost: an equal part of what was paid for them."""
    return position.count(first.id, names.REAL) // len(real) if real else 0


def new_names(position: Position, first: Piece) -> Iterator[str]:
    """Ids for stands that were not seen before: the numbers after the army's last."""
    taken = [name.removeprefix(first.army) for name in position.pieces]
    number = max(int(one) for one in taken if one.isdecimal())
    while True:
        number += 1
        yield f"{first.army}{number}"


def destroyed(_: Book, position: Position, piece: Piece) -> Iterator[Event]:
    """One that is destroyed before is revealed at that moment; the real stands are lost.

    # RULING BC-24.7: with either of two that are one, the real stand is lost; the other one goes.
    [BC-24.7]
    """
    if not seems(piece):
        return
    first = first_of(position, piece)
    second, real = second_of(position, first), read(first)
    yield from declared(position, first, second, real, "BC-24.7")
    for one in (first, second):
        if one is not None:
            kind = real[0].type if real and one is first else one.type
            yield Exchanged(replace(one, type=kind, truth=""))
    if second is not None:
        other = second if piece.id == first.id else first
        place: Place = "gone" if other is second else "lost"
        yield Removed(other.id, place, "", "BC-24.7")
    for extra, name in zip(real[1:], new_names(position, first), strict=False):
        yield Mustered(replace(extra, id=name, place="lost", pose=None))
        yield Counted(name, names.WORTH, worth_each(position, first, real))
