"""What a system tells position files: its words, its pieces, its questions.

A system registers one `Game`; everything else about position files is the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from importlib import import_module
from typing import Any

from condotta.errors import PlainError, nearest
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.positions.counters import COUNTERS
from condotta.positions.faults import Faults
from condotta.positions.records import Document, PieceSaid
from condotta.rules.library import GAMES, book, declarations, kind


class Form:
    """A readable form: the type its JSON has, and what is made of it."""

    def __init__(self, kind: Any, read: Callable[..., Any], says: str) -> None:
        """`says` is one sentence for the documentation."""
        self.kind = kind
        self.read = read
        self.says = says


def settings_known(system: str, given: Iterable[str], where: str, faults: Faults) -> None:
    """Note each setting that nobody knows."""
    known = declarations(system)
    for name in given:
        if name not in known:
            faults.unknown(where, "setting", name, known)


def six_sided(document: Document, where: str, faults: Faults, sides: int = 6) -> None:
    """Note each setting that nobody knows, and each die that shows what none can."""
    settings_known(document.system, document.settings, f"{where}settings", faults)
    for number, throw in enumerate(document.dice):
        rows = (throw,) if isinstance(throw, int) else throw.values()
        for row in rows:
            for pip in (row,) if isinstance(row, int) else row:
                if not 1 <= pip <= sides:
                    faults.add(f"{where}dice[{number}]", f"no die shows {pip}: write 1 to {sides}")


def seated(document: Document, game: Game) -> tuple[tuple[str, str], ...]:
    """Each seat and its side: as a file says, or as the game has them."""
    return tuple((one.seat, one.side) for one in document.seats) or game.seats


def counters_of(document: Document) -> Iterator[Event]:
    """The counters that a file gives."""
    for holder, row in sorted(document.counters.items()):
        for name, value in sorted(row.items()):
            yield Counted(holder, name, value)


ANY_PIECE, ANY_SEAT, TURN_AND_PHASE = ("a piece",), ("a seat",), ("a turn and a phase",)
"""What goes on an open word, where it is whatever lies, sits or went before there."""


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
        muster: Callable[[PieceSaid, str, str], Iterable[Event]],
        before: Callable[[Document, tuple[Piece, ...]], Iterator[Event]],
        begin: Callable[[Document], Iterator[Event]],
        actions: Mapping[str, Form],
        questions: Mapping[str, Form],
        state: Callable[[Battle], dict[str, Any]],
        check: Callable[[Document, str, Faults], None],
        fields: tuple[str, ...] = (),
        moment: Callable[[Position], dict[str, Any]] = lambda _: {},
        counters: tuple[str, ...] = (),
        counted: bool = False,
        set_up: tuple[tuple[str, str], ...] = (),
        open_words: Mapping[str, tuple[str, ...]] = {},
        worth_step: float = 0.5,
        lengths: tuple[str, ...] = (),
        beside: tuple[str, ...] = (),
        arms: Mapping[str, Mapping[str, tuple[str, ...]]] = {},
        laid: Callable[[Document, Event], Event] = lambda _, event: event,
        look: Callable[[Document, tuple[Piece, ...], str, Faults], None] = lambda *_: None,
        joined: Callable[[PieceSaid, Piece, int], Piece] | None = None,
        set_out: Callable[[Book, Position, str, tuple[str, ...]], Iterable[Event]],
    ) -> None:
        """`quanta` are in one unit of length; `muster` makes a piece for a seat and its army.

        `before` lays out counters, `begin` the phase. `fields` are those of a document that not
        every game has, `moment` what such fields are in a position, `counters` the names of
        what is counted; with `counted` a line of a piece says how many models it has. `set_up`
        are the steps of its set-up, each with its phase; `open_words` what goes on a mark or a
        counter that ends in a blank or a colon; `lengths` are counters in quanta; `beside`
        are types and traits of what lies beside the table and is not told; `worth_step` is
        the least that points differ by; `look` notes what no table of this game looks like;
        `arms` are the weapons of types by kinds of models; `laid` is a piece as it lies at the
        moment of a file; `joined` is a piece that so many others stand in, where they may;
        `set_out` lays units of a seat that wait out in rows before its edge.
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
        self.muster = muster
        self.before = before
        self.begin = begin
        self.actions = actions
        self.questions = questions
        self.state = state
        self.check = check
        self.fields = fields
        self.moment = moment
        self.counters = counters
        self.counted = counted
        self.set_up = set_up
        self.open_words = open_words
        self.worth_step = worth_step
        self.lengths = lengths
        self.beside = beside
        self.arms = arms
        self.laid = laid
        self.look = look
        self.joined = joined
        self.set_out = set_out
        self.told = COUNTERS[name]  # the counters that its page tells, a variant's too

    def book(self, settings: Mapping[str, Any]) -> Book:
        """The book of the system with those settings."""
        return book(self.name, settings)


SYSTEMS: Mapping[str, tuple[str, str]] = {
    "triumph": ("triumph", "GAME"),
    "grand": ("grand", "GAME"),
    "treachery+triumph": ("treachery", "OVER_TRIUMPH"),
    "ranked": ("ranked", "GAME"),
    "treachery": ("treachery", "OVER_RANKED"),
    "skirmish": ("skirmish", "GAME"),
    "carnage": ("carnage", "OVER_SKIRMISH"),
    "carnage+ranked": ("carnage", "OVER_RANKED"),
}
"""Where the words of each system stand."""


def game(system: str) -> Game:
    """The game of that name; a variant has the words of the one that it is like."""
    known_as = kind(system) if system in GAMES else system
    if known_as not in SYSTEMS:
        known = ", ".join(SYSTEMS)
        hint = nearest(system, SYSTEMS) or f" There is {known}."
        raise PlainError(f"There is no system {system!r}.{hint}")
    module, name = SYSTEMS[known_as]
    made: Game = getattr(import_module(f"condotta.positions.{module}"), name)
    if known_as == system:
        return made
    own = copy(made)
    own.name = system
    return own
