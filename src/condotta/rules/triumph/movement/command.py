"""Command: the roll, what a move costs and what follows it, who is within distance. [TC-4]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from condotta.kernel.asks import Ask, Roll, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Modifier, Tally
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.movement.outcome_moves import following
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.sightlines import command_sight
from condotta.rules.triumph.tables import TABLES
from condotta.table import at_most, gap
from condotta.table.once import noted

How = Literal["move", "march", "on the spot"]
"""A tactical move; a flank march that comes in; an act that counts as a stand's own move."""


class CommandRoll(Script, frozen=True, kw_only=True):
    """Each command of the side whose turn it is rolls for its command points. [TC-4.3]"""


def commands(position: Position, seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """The commands that those seats control, in the order they were mustered.

    One die serves the whole army, allied contingents included. [TC-4.14]
    """
    found = (piece.command for piece in position.pieces.values() if piece.controller in seats)
    return tuple(dict.fromkeys(command for command in found if command))


def command_roll(book: Book, state: State, frame: CommandRoll) -> Iterator[Event]:
    """A die for each command, kept until the end of the movement phase. [TC-4.3]"""
    waiting = commands(state.position, state.position.active)
    rolled = len(frame.answers)
    if rolled < len(waiting):
        about = (waiting[rolled],)
        yield Asked(Ask(CHANCE, "command dice", "TC-4.3", about=about, dice=TABLES.command.dice))
        return
    for command, answer in zip(waiting, frame.answers, strict=True):
        assert isinstance(answer.said, Roll)
        yield from points_rolled(book, state.position, command, answer.said)
    yield Popped()


def points_rolled(book: Book, position: Position, command: str, roll: Roll) -> Iterator[Event]:
    """The points of one command: its die and what layers add, kept within the die's faces."""
    parts = book.sum(seams.COMMAND_ROLL, book, position, command)
    tally = Tally(command, sum(roll.pips), parts)
    points = max(1, min(6 * len(roll.pips), tally.total))
    yield Counted(command, names.CP, points)
    yield Ruled("TC-4.3", "tc.4-3.points", {"command": command, "points": points}, (tally,))


@noted
def cost(field: Field, stands: tuple[Stand, ...]) -> tuple[Modifier, ...]:
    """What moving these stands as one body costs, reason by reason. [TC-4.5, TC-4.15]"""
    parts = [Modifier(TABLES.command.move_cost, "cost.move", "TC-4.5")]
    surcharge = max(stand.troop.surcharge for stand in stands)
    if surcharge:
        parts.append(Modifier(surcharge, "cost.heavy", "TC-4.6"))
    beyond = out_of_command(field, stands)
    if beyond is not None:
        parts.append(beyond)
    parts.extend(field.book.sum(seams.COST, field, stands))
    return tuple(parts)


@noted
def price(field: Field, stands: tuple[Stand, ...]) -> int:
    """What moving these stands as one body costs in all. [TC-4.5]"""
    return sum(part.value for part in cost(field, stands))


def out_of_command(field: Field, stands: tuple[Stand, ...]) -> Modifier | None:
    """The surcharge of a body of which no stand is within command distance.

    [TC-4.7, TC-4.9, TC-4.17]
    """
    general = field.general(stands[0].command)
    if general is None:
        return Modifier(TABLES.command.no_general_cost, "cost.no-general", "TC-4.9")
    if any(in_command(field, stand, general) for stand in stands):
        return None
    return Modifier(TABLES.command.out_of_command_cost, "cost.out-of-command", "TC-4.7")


@noted
def in_command(field: Field, stand: Stand, general: Stand) -> bool:
    """Within 8 MU of the general, or within 16 MU in clear sight of him. [TC-4.8, TC-4.11]

    Terrain blocks the sight, stands never do. [TC-4.10]
    """
    return stand is general or reached(field, stand, general)


def reached(field: Field, stand: Stand, general: Stand) -> bool:
    """Whether a general's command gets as far as a stand. [TC-4.8]"""
    away = gap(stand.base, general.base)
    if at_most(away, TABLES.command.without_sight):
        return True
    if not at_most(away, TABLES.command.with_sight):
        return False
    return command_sight(field, general, stand)


def made(
    book: Book, position: Position, how: How, stands: tuple[str, ...], events: Iterable[Event] = ()
) -> Iterator[Event]:
    """The last events of a move, the end of its frame, and what layers let follow."""
    last = tuple(events)
    yield from last
    yield Popped()
    after = following(Field(book, position), last).position
    for then in book.union(seams.MOVE_MADE, book, after, stands, how):
        yield Pushed(then)


PROCEDURES = {CommandRoll: command_roll}
