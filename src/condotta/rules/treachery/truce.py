"""A truce: neutral units in combat with the active player's are moved an inch off. [TT-7.4 to 7.7]

Lengths are quanta; an inch of the ranked game is a MU of the other host.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Moved, Popped, Pushed, Ruled, Step
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.treachery.host import Host, host_of
from condotta.rules.treachery.players import enemy_player, role
from condotta.table import HALF, Base, base, gap, overlaps

INCH = 10_000
GRAIN = INCH // 8  # the search grid [TT-7.5]
FARTHEST = 3 * INCH


class Truces(Script, frozen=True, kw_only=True):
    """One neutral unit after the other is parted from the active player's. [TT-7.4]"""

    done: tuple[str, ...] = ()


def truces(book: Book, state: State, frame: Truces) -> Iterator[Event]:
    """Part the next unit: by the rules, or by hand where the host says so. [TT-7.4, TT-7.5]"""
    position, host = state.position, host_of(book)
    waiting = [name for name in parted(book, host, position) if name not in frame.done]
    yield Popped()
    if not waiting:
        return
    name = waiting[0]
    by_hand = host.parted_by_hand
    yield from by_hand(position, name) if by_hand else moved_off(book, host, position, name)
    yield Pushed(Truces(done=(*frame.done, name)))


def moved_off(book: Book, host: Host, position: Position, name: str) -> Iterator[Event]:
    """A unit goes the shortest way out; without one it stays, and fights nobody. [TT-7.5]"""
    step = way_out(book, host, position, name)
    if step is None:
        yield Ruled("TT-7.5", "tt.7-5.no-room", {"unit": name})
        met = host.engaged(book, position, position.active[0])
        yield from host.left_standing(name, tuple(own for own, foe in met if foe == name))
    else:
        yield Moved((step,), "truce")
        yield Ruled("TT-7.4", "tt.7-4.truce", {"unit": name, "seat": position.active[0]})


def parted(book: Book, host: Host, position: Position) -> tuple[str, ...]:
    """The neutral units in combat with the active player's, by seat from him, then by name."""
    active = position.active[0]
    turned = position.seats_from(active)
    found = {
        foe
        for _, foe in host.engaged(book, position, active)
        if role(position, position.pieces[foe].controller) == "neutral"
        if host.parts(position.pieces[foe])
    }
    order = {name: number for number, name in enumerate(position.pieces)}
    return tuple(
        sorted(found, key=lambda one: (turned.index(position.pieces[one].controller), order[one]))
    )


@cache
def vectors() -> tuple[tuple[int, int], ...]:
    """All moves of the search grid up to three inches, shortest first. [TT-7.5]

    # RULING TT-7.5: of moves of one length the first counter-clockwise from the board's width.
    """
    most = FARTHEST // GRAIN
    found = [
        (dx * GRAIN, dy * GRAIN)
        for dx in range(-most, most + 1)
        for dy in range(-most, most + 1)
        if dx * dx + dy * dy <= most * most
    ]
    return tuple(sorted(found, key=lambda one: (one[0] ** 2 + one[1] ** 2, -one[0], -one[1])))


def way_out(book: Book, host: Host, position: Position, name: str) -> Step | None:
    """The shortest move that leaves an inch to each of the active player's units. [TT-7.5, TT-7.7]

    One that keeps a contact with the enemy player's units goes before a shorter one that does not.
    """
    lies = host.lies(book, position)
    own, active = lies[name], position.active[0]
    friends = [where for one, where in lies.items() if position.pieces[one].controller == active]
    others = [where for one, where in lies.items() if one != name]
    enemy = enemy_player(position)
    held = [
        lies[foe]
        for mine, foe in host.engaged(book, position, position.pieces[name].controller)
        if mine == name and position.pieces[foe].controller == enemy and foe in lies
    ]
    first: Step | None = None
    apart = host.truce_gap(book)
    for dx, dy in vectors():
        there = moved(own, dx, dy)
        if not clear(there, friends, others, apart) or host.barred(book, position, there):
            continue
        step = Step(name, there.pose)
        if not held or any(gap(there, one) <= HALF for one in held):
            return step
        first = first or step
    return first


def moved(where: Base, dx: int, dy: int) -> Base:
    """A base translated, not turned."""
    pose = where.pose
    return base(type(pose)(pose.x + dx, pose.y + dy, pose.ux, pose.uy), where.shape)


def clear(there: Base, friends: list[Base], others: list[Base], apart: int) -> bool:
    """Whether a base has that gap, an inch, to each friend and lies on nobody."""
    return all(gap(there, one) >= apart - HALF for one in friends) and not any(
        overlaps(there, one) for one in others
    )


PROCEDURES = {Truces: truces}
