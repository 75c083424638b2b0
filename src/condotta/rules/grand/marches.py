"""Flank marches of the large game: a whole command, by the edge fixed in secret. [GT-6]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.rulings import Param, Refusal, Waiver
from condotta.kernel.state import State
from condotta.rules.grand import names
from condotta.rules.grand.seals import march_seal, march_sealed, opened
from condotta.rules.grand.settings import settings_of
from condotta.rules.grand.sides import leader_of
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.ground.battlefield import home
from condotta.rules.triumph.movement.command import commands
from condotta.rules.triumph.movement.flank_march import EDGES, Edge, edges_open, entry
from condotta.rules.triumph.stands.field import Field, Stand

NEAR_BASE: dict[str, Edge] = {"left": "left base", "right": "right base"}


def marked_edge(field: Field, command: str) -> tuple[Edge, ...] | None:
    """The edge that was fixed, or the base zones near it where the enemy came in there.

    [GT-6.2, GT-6.3, GT-6.6]
    """
    position = field.position
    edge = fixed_edge(position, command)
    if edge is None:
        return None
    seat = leader_of(position, command)
    own = home(field.book, position, seat)
    if edge in NEAR_BASE and entry(own, edge) in used_by_enemies(position, seat):
        return (NEAR_BASE[edge],)
    return (edge,)


def fixed_edge(position: Position, command: str) -> Edge | None:
    """The edge that was fixed, as far as that is known; None where none was. [GT-6.2]"""
    number = position.count(command, names.ENTRY)
    return EDGES[number - 1] if number else None


def used_by_enemies(position: Position, seat: str) -> set[int]:
    """The side edges by which marches of the other side have come in. [GT-6.3]

    An entry by the base edge uses no side edge, be it that edge that was fixed or not.
    """
    side = position.side(seat)
    enemies = tuple(other for other in position.seats() if position.side(other) != side)
    return {
        position.count(one, core.CAME_BY)
        for one in commands(position, enemies)
        if fixed_edge(position, one) in NEAR_BASE
    } - {0}


def by_the_marked_edge(here: Field, stands: tuple[Stand, ...], edge: str) -> Refusal | None:
    """A march comes in by no other edge than the one that was fixed. [GT-6.2, GT-6.3]

    Where none was, the core alone says which it may name. [TC-8.24]
    """
    command = stands[0].command
    fixed = fixed_edge(here.position, command)
    if fixed is None:
        return None
    open_edges = edges_open(here, stands[0].seat, command)
    if edge in open_edges:
        return None
    params: dict[str, Param] = {"edge": edge, "fixed": fixed, "open": open_edges}
    if fixed not in open_edges:
        return Refusal("GT-6.3", "gt.6-3.taken", params)
    return Refusal("GT-6.2", "gt.6-2.edge", params)


def by_a_die(book: Book) -> bool:
    """Whether a march must be allowed by a die: it need not, it is decided in step 2.

    # RULING GT-5.8: nothing but the split decides who marches, unless it is chosen otherwise.
    # [TC-12.44]
    """
    return settings_of(book).flag("gtFlankMarchNeedsRoll")


def in_several_groups(_: Field, __: tuple[Stand, ...], ___: str) -> Waiver:
    """A command need not come in as one group. [GT-6.5]"""
    return Waiver("TC-8.27", "GT-6.5")


class ShowEntry(Script, frozen=True, kw_only=True):
    """A march has come in: what was sealed about it is shown. [GT-4.6]"""

    command: str


def show_entry(book: Book, state: State, frame: ShowEntry) -> Iterator[Event]:
    """Everybody may check the seal, and knows by which edge it came in. [GT-4.6, GT-5.5, GT-6.3]"""
    position, command = state.position, frame.command
    if march_sealed(position, command):
        yield from opened(position, march_seal(command))
    for edge in marked_edge(Field(book, position), command) or ():
        yield Counted(command, names.ENTRY, 1 + EDGES.index(edge))
    yield Popped()


def arrived(_: Book, position: Position, moved: tuple[str, ...], how: str) -> tuple[Frame, ...]:
    """What follows a march that came in. [GT-4.6]"""
    command = position.pieces[moved[0]].command
    marked = how == "march" and fixed_edge(position, command) is not None
    return (ShowEntry(command=command),) if marked else ()


PROCEDURES = {ShowEntry: show_entry}
HOOKS = (
    (seams.MOVE_MADE, arrived, "GT-4.6"),
    (seams.MARCH_ROLL, by_a_die, "GT-5.8"),
    (seams.MARCH_EDGES, marked_edge, "GT-6.2"),
    (seams.MAY_MARCH, by_the_marked_edge, "GT-6.2"),
    (seams.MAY_MARCH, in_several_groups, "GT-6.5"),
)
