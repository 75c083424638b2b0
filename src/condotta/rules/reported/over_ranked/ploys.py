"""What treachery cards do at a real table: aimed at a unit by whose it is, done by hand. [RB-21]

Cards of hands, coffers and designations are as ever. Every other one is played as its phase opens;
those of `INSIDE`, whose moment comes later, while hands play it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.state import State
from condotta.rules.ranked import names as core
from condotta.rules.ranked.combat.arms import mounted
from condotta.rules.ranked.losses.wounds import joined
from condotta.rules.ranked.reading.regiment import Regiment, is_regiment
from condotta.rules.ranked.shooting.missiles import MOVE_OR_FIRE, Missile, missile
from condotta.rules.reported.over_ranked.owning_up import contacts
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Aim, Ploy, Targets
from condotta.rules.treachery.players import role
from condotta.rules.treachery.playing import OPENS, Resolve
from condotta.rules.treachery.ploys import FOG, FRIENDSHIP, PLOYS, clear_still, friendship

MOVEMENT, MAGIC, SHOOTING, CLOSE = core.MOVEMENT, core.MAGIC, core.SHOOTING, core.CLOSE
EVERY = (MOVEMENT, MAGIC, SHOOTING, CLOSE)
INSIDE = ("T01", "T02", "T03", "T04", "T05", "T11", "T15", "T16")
"""The cards whose moment lies inside a phase: a spell, a charge, a shot, a combat, a test."""

Counts = Callable[[Position, Seat, Piece], bool]
"""Whether a card of a seat may be aimed at a unit."""


# ── at whom ──────────────────────────────────────────────────────────────────
def regiments(position: Position) -> Iterator[Piece]:
    """The regiments on the table, and characters that are in none."""
    return (one for one in position.at("table") if is_regiment(one) and one.command == one.id)


def aimed(phases: tuple[str, ...], *counts: Counts) -> Targets:
    """What a card may be aimed at in those phases: units of which all of that is true."""

    def legal(_: Book, position: Position, seat: Seat, __: tuple[str, ...]) -> tuple[str, ...]:
        if position.phase not in phases:
            return ()
        found = (
            one for one in regiments(position) if all(of(position, seat, one) for of in counts)
        )
        return tuple(one.id for one in found)

    return legal


def of_the_active(position: Position, _: Seat, piece: Piece) -> bool:
    """A unit of whoever's turn it is."""
    return role(position, piece.controller) == names.ACTIVE


def of_the_two(position: Position, _: Seat, piece: Piece) -> bool:
    """A unit that is not neutral. [TT-11.9]"""
    return role(position, piece.controller) != names.NEUTRAL


def own(_: Position, seat: Seat, piece: Piece) -> bool:
    """A unit of whoever plays the card."""
    return piece.controller == seat


def of_another(_: Position, seat: Seat, piece: Piece) -> bool:
    """A unit of somebody else."""
    return piece.controller != seat


def rides(_: Position, __: Seat, piece: Piece) -> bool:
    """A unit that rides or drives. [T02]"""
    return mounted(piece)


def led(position: Position, _: Seat, piece: Piece) -> bool:
    """A unit without the General in it. [T07]"""
    return not any(core.GENERAL in one.traits for one in (piece, *joined(position, piece.id)))


def shoots(position: Position, _: Seat, piece: Piece) -> bool:
    """A war machine, or a unit with missiles. [T11]"""
    return piece.type == core.WAR_MACHINE or weapon(position, piece) is not None


def fights(position: Position, _: Seat, piece: Piece) -> bool:
    """A unit of the two in combat with the other's, as was reported last. [RB-7, TT-7.8]"""
    pieces = position.pieces
    return of_the_two(position, "", piece) and any(
        unit == piece.id and of_the_two(position, "", pieces[foe])
        for unit, foe in contacts(position, piece.controller)
    )


def tests(position: Position, seat: Seat, piece: Piece) -> bool:
    """A unit that may have to rally, or break. [T15]"""
    rally = position.phase == MOVEMENT
    return (of_the_active if rally else fights)(position, seat, piece)


def weapon(position: Position, piece: Piece) -> Missile | None:
    """What a unit shoots with, if anything."""
    return missile(Regiment(position, piece, joined(position, piece.id)))


def thickets(_: Book, position: Position, seat: Seat, __: tuple[str, ...]) -> tuple[str, ...]:
    """The shots of a player's missile units that fight nobody at either of the two. [T03]"""
    if position.phase != SHOOTING:
        return ()
    busy = {unit for unit, _ in contacts(position, seat)}
    every = tuple(regiments(position))
    return tuple(
        f"{one.id}>{other.id}"
        for one in every
        if one.controller == seat and one.id not in busy and one.type != core.WAR_MACHINE
        if (arm := weapon(position, one)) is not None and MOVE_OR_FIRE not in arm.rules
        for other in every
        if of_the_two(position, seat, other)
    )


# ── for whoever must choose ──────────────────────────────────────────────────
def aims(_: Book, position: Position) -> Iterator[Aim]:
    """The shots that may be made for all that is known: nobody knows who is in reach. [T11, T14]"""
    every = tuple(one for one in regiments(position) if of_the_two(position, "", one))
    for one in every:
        busy = any(unit == one.id for unit, _ in contacts(position, one.controller))
        if of_the_active(position, "", one) and shoots(position, "", one) and not busy:
            for other in every:
                if other.controller != one.controller:
                    yield Aim(one.id, other.id, far=True)


def unsettled(_: Book, position: Position, unit: str, phase: str) -> tuple[str, ...]:
    """A unit that may have to test whether it breaks. [T06, RB-7]"""
    return (unit,) if phase == names.COMBAT and fights(position, "", position.pieces[unit]) else ()


# ── what happens ─────────────────────────────────────────────────────────────
def carried_out(_: Book, state: State, frame: Resolve) -> Iterator[Event]:
    """The table does what the card says: its words are told. [RB-21]"""
    design = state.position.pieces[frame.card].type
    words = {"card": f"treachery.{design}", "how": f"treachery.how.{design}"}
    yield Ruled("RB-21", "rb.21.by-hand", words)


AT_THE_TABLE = {
    **PLOYS,
    "T01": Ploy(OPENS, aimed((MAGIC,), of_the_two), carried_out),
    "T02": Ploy(OPENS, aimed((MOVEMENT,), of_the_active, rides), carried_out),
    "T03": Ploy(OPENS, thickets, carried_out),
    "T04": Ploy(OPENS, aimed((MOVEMENT,), of_the_active), carried_out),
    "T05": Ploy(OPENS, aimed((CLOSE,), fights), carried_out),
    "T06": Ploy(OPENS, aimed(EVERY, of_the_two, of_another), carried_out),
    "T07": Ploy(OPENS, aimed((MOVEMENT,), of_the_active, led), carried_out),
    "T11": Ploy(OPENS, aimed((SHOOTING,), of_the_active, shoots), carried_out),
    "T13": Ploy(OPENS, aimed((CLOSE,), fights), carried_out),
    FOG: Ploy(OPENS, clear_still, carried_out),
    "T15": Ploy(OPENS, aimed((MOVEMENT, CLOSE), own, tests), carried_out),
    "T16": Ploy(OPENS, aimed((CLOSE,), fights), carried_out),
    "T17": Ploy(OPENS, aimed((CLOSE,), fights), carried_out),
    FRIENDSHIP: Ploy(OPENS, aimed((MOVEMENT,), own), friendship),
}
"""Every card of the deck, as it is played at a real table. [RB-21, TT-11.10]"""
