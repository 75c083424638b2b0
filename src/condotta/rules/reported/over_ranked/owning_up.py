"""What no loss tells: standards taken from whoever broke, mercenaries who rallied. [RB-22]

Whoever it goes against is asked, and says it of his own units, so that nobody must confirm it.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Cleared, Event, Popped, Pushed, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.ranked import names as core
from condotta.rules.ranked import seams
from condotta.rules.ranked.losses.scoring import score_standard
from condotta.rules.reported import names
from condotta.rules.reported.ground import ground_of, taking_part
from condotta.rules.reported.reports import fought
from condotta.rules.steps import queued

BROKE, RALLIED = "broke", "rallied"
"""What is asked: a window each."""


class OwningUp(Script, frozen=True, kw_only=True):
    """Everybody whom it may concern names units, one after another, until nobody names one."""

    what: str
    named: tuple[str, ...] = ()


def owning_up(book: Book, state: State, frame: OwningUp) -> Iterator[Event]:
    """Ask them all at once; then what was said has its effect, and they are asked again. [RB-33]"""
    position = state.position
    of_whom = broken if frame.what == BROKE else rallied
    asked = {
        seat: units
        for seat in taking_part(book, position)
        if (units := tuple(one for one in of_whom(book, position, seat) if one not in frame.named))
    }
    silent = [seat for seat in asked if frame.heard(frame.what, seat) is None]
    if silent:
        for seat in silent:
            options = (names.NOTHING, *asked[seat])
            yield Asked(Ask(seat, frame.what, "RB-22", options=options))
        return
    heard = (one.said.option for one in frame.answers if isinstance(one.said, Choose))
    said = tuple(one for one in heard if one != names.NOTHING)
    if frame.what == BROKE:
        yield from standards_taken(book, position, said)
    yield Popped()
    if said:
        yield Pushed(OwningUp(what=frame.what, named=(*frame.named, *said)))
    if frame.what == RALLIED:
        yield from queued(one for unit in said for one in follows(book, position, unit))


# ── who broke ────────────────────────────────────────────────────────────────
def contacts(position: Position, seat: Seat) -> tuple[tuple[str, str], ...]:
    """A seat's units in combat, each with one that it fights, as was reported last. [RB-7]"""
    found = []
    for pair in fought(position):
        for one, other in (pair, pair[::-1]):
            holders = [position.pieces[unit].controller for unit in (one, other)]
            if holders[0] == seat and position.side(holders[1]) != position.side(seat):
                found.append((one, other))
    return tuple(found)


def foes(book: Book, position: Position, unit: str) -> tuple[Seat, ...]:
    """Whose units an enemy's unit or one of one's own fights in this phase. [TT-7.8]"""
    seat = position.pieces[unit].controller
    met = (position.pieces[foe].controller for one, foe in contacts(position, seat) if one == unit)
    relation = ground_of(book).relation
    return tuple(one for one in met if book.stack(relation, position, seat, one) == "enemy")


def broken(book: Book, position: Position, seat: Seat) -> tuple[str, ...]:
    """The units of a seat that fight in this phase and have a standard to lose. [FB-14.3]"""
    fighting = dict.fromkeys(one for one, _ in contacts(position, seat))
    return tuple(
        one
        for one in fighting
        if position.pieces[one].marked(core.STANDARD) and fights(book, position, one)
    )


def fights(book: Book, position: Position, unit: str) -> bool:
    """Whether a unit fights in this phase: one side of the combat is whoever's turn it is."""
    seat = position.pieces[unit].controller
    met = foes(book, position, unit)
    return bool(met) if seat in position.active else any(one in position.active for one in met)


def standards_taken(book: Book, position: Position, units: tuple[str, ...]) -> Iterator[Event]:
    """The standards of units that broke are taken, and score. [FB-14.3]"""
    for unit in units:
        by = next(iter(foes(book, position, unit)), "")
        events = (
            Ruled("FB-7.14", "fb.7-14.breaks", {"regiment": unit}, cites=("RB-22",)),
            *score_standard(book, position, position.pieces[unit], by),
            Cleared(unit, core.STANDARD),
        )
        yield from events
        position = after(position, events)


# ── who rallied ──────────────────────────────────────────────────────────────
def follows(book: Book, position: Position, unit: str) -> tuple[Frame, ...]:
    """What follows when a unit rallies. [FB-4.11]"""
    return book.union(seams.RALLIED, position, position.pieces[unit])


def rallied(book: Book, position: Position, seat: Seat) -> tuple[str, ...]:
    """The units of whoever's turn it is of which something would follow. [FB-4.11]"""
    own = ground_of(book).units(position, seat) if seat in position.active else ()
    return tuple(unit for unit in own if follows(book, position, unit))


PROCEDURES = {OwningUp: owning_up}
