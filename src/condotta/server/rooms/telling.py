"""What happened in sentences: for one audience, in one language, from nothing but its own events.

Where the messages were cut makes no difference: whoever was there from the beginning, joins late
or comes back hears the same lines under the same numbers.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.report.fortune import foreseen
from condotta.report.naming import called
from condotta.report.story import RAW, Line, Narrator, with_undo
from condotta.rules.systems import SYSTEMS
from condotta.words import MU, languages, measured_in

FIRST = "en"
FIGHT = "combat"
"""The kind of the line that tells a combat."""

log = logging.getLogger("condotta.room")


def unit_of(battle: Battle) -> str:
    """The unit in which lengths of a battle are told."""
    system = SYSTEMS.get(battle.book.system)
    return MU if system is None else system.unit


def tongue(lang: str) -> str:
    """A language that there is: the one that was asked for, or the first."""
    return lang if lang in languages() else FIRST


class Teller:
    """Tells the events of one audience, and keeps what it has told.

    With a book, combats of games that announce them come with their odds before the dice: rolls
    out of 36 by the number of the event, in `odds`, which all who tell one audience may share.
    `players` says how those are called who hold seats as it tells, `whose` that each unit is told
    with who leads it.
    """

    def __init__(
        self,
        lang: str,
        unit: str,
        book: Book | None = None,
        odds: dict[int, tuple[int, ...]] | None = None,
        players: Callable[[], Mapping[Seat, str]] = dict,
        *,
        whose: bool = False,
    ) -> None:
        self.lang = lang
        self.players = players
        self.whose = whose
        self.unit = unit
        self.book = book
        self.odds = {} if odds is None else odds
        self.lines: list[Line] = []
        self._narrator = Narrator(lang)

    @property
    def number(self) -> int:
        """How many events it has heard."""
        return self._narrator.number

    def hear(self, stream: Sequence[Event]) -> None:
        """Tell what is new in a stream that it has heard the beginning of."""
        with measured_in(self.unit), called(self.players(), whose=self.whose):
            for event in with_undo(stream, self._narrator):
                self._tell(event)

    def _tell(self, event: Event) -> None:
        before, number = self._narrator.position, self._narrator.number
        try:
            told = [one for one in self._narrator.hear(event) if one.level < RAW]
            if any(one.kind == FIGHT for one in told):
                odds = self._foreseen(event, before, number)
                told = [replace(one, odds=odds) if one.kind == FIGHT else one for one in told]
            self.lines += told
        except Exception:  # the line is lost, the event is not
            log.exception("nothing is told of %s", event)
            self._narrator.number = number + 1
            self._narrator.position = evolve_position(before, event)

    def _foreseen(self, event: Event, position: Position, number: int) -> tuple[int, ...]:
        """The odds of a combat, reckoned once; nothing where too little of it is seen."""
        if self.book is not None and number not in self.odds:
            try:
                self.odds[number] = foreseen(self.book, event, position)
            except Exception:  # what cannot be weighed from what is known is told all the same
                log.debug("nothing is reckoned of %s", event, exc_info=True)
                self.odds[number] = ()
        return self.odds.get(number, ())

    def between(self, since: int, until: int) -> tuple[Line, ...]:
        """The lines that came with the events after one number, up to another."""
        first, last = (
            bisect_right(self.lines, number, key=lambda line: line.event)
            for number in (since, until)
        )
        return tuple(self.lines[first:last])
