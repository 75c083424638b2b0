"""What a system tells position files: its words, its pieces, its questions.

A system registers one `Game`; everything else about position files is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from importlib import import_module
from typing import Any, NamedTuple

from condotta.errors import PlainError, nearest
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.records import Piece
from condotta.positions.faults import Faults
from condotta.positions.records import Document, PieceSaid
from condotta.rules.library import GAMES, book, kind


class Form:
    """A readable form: the type its JSON has, and what is made of it."""

    def __init__(self, kind: Any, read: Callable[..., Any], says: str) -> None:
        """`says` is one sentence for the documentation."""
        self.kind = kind
        self.read = read
        self.says = says


class Scale(NamedTuple):
    """How many quanta there are in one unit of length of a game."""

    quanta: int


class Game:
    """A system as position files need it. All members are plain data or functions."""

    def __init__(
        self,
        name: str,
        *,
        quanta: int,
        unit: str,
        board: tuple[float, float],
        seats: tuple[tuple[str, str], ...],
        types: tuple[str, ...],
        grounds: tuple[str, ...],
        phases: tuple[str, ...],
        traits: tuple[str, ...],
        marks: tuple[str, ...],
        book: Callable[[Mapping[str, Any]], Book],
        piece: Callable[[PieceSaid, str, str], Piece],
        before: Callable[[Document, tuple[Piece, ...]], Iterator[Event]],
        begin: Callable[[Document], Iterator[Event]],
        actions: Mapping[str, Form],
        questions: Mapping[str, Form],
        state: Callable[[Battle], dict[str, Any]],
        check: Callable[[Document, str, Faults], None],
    ) -> None:
        """`quanta` are in one unit of length; a piece is made for a seat and its army's name.

        `before` lays out counters, `begin` the phase.
        """
        self.name = name
        self.quanta = quanta
        self.unit = unit
        self.board = board
        self.seats = seats
        self.types = types
        self.grounds = grounds
        self.phases = phases
        self.traits = traits
        self.marks = marks
        self.book = book
        self.piece = piece
        self.before = before
        self.begin = begin
        self.actions = actions
        self.questions = questions
        self.state = state
        self.check = check


SYSTEMS = ("triumph", "grand")


def game(system: str) -> Game:
    """The game of that name; a variant has the words of the one that it is like."""
    known_as = kind(system) if system in GAMES else system
    if known_as not in SYSTEMS:
        known = ", ".join(SYSTEMS)
        hint = nearest(system, SYSTEMS) or f" There is {known}."
        raise PlainError(f"There is no system {system!r}.{hint}")
    made: Game = import_module(f"condotta.positions.{known_as}").GAME
    if known_as == system:
        return made
    own = copy(made)
    own.name, own.book = system, lambda settings: book(system, settings)
    return own
