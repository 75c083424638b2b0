"""What the program says of a battle against the account of its log, at every decision.

condotta lab auditing battle.log

Hunts hold an `Auditor` beside their own look. A log on file is gone through event by event.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from condotta.bots.runner import Watch
from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.lab.hunting import Words
from condotta.lab.oracle import ACCOUNTS, account
from condotta.report.history import effective
from condotta.report.logbook import opened
from condotta.report.reckoning import lost_half_points, lost_models
from condotta.rules.library import kind
from condotta.rules.scores import scores
from condotta.rules.systems import SYSTEMS


class Auditor:
    """Keeps the account of a battle, and compares it with what the program answers."""

    def __init__(self, book: Book, events: Iterable[Event] = (), *, whole: bool = True) -> None:
        """Begin with what has happened already; `whole` unless units were left out of armies."""
        self.book = book
        known = book.system if book.system in ACCOUNTS else kind(book.system)
        self.account = account(known, dict(book.settings))
        self.account.whole = whole
        for event in events:
            self.account.hear(event)

    def watch(self, state: State, events: tuple[Event, ...]) -> None:
        """After every decision: what it brought, then how everybody stands."""
        for event in events:
            self.account.hear(event)
        self.compare(state.position)

    def compare(self, position: Position) -> None:
        """Scores and losses of every seat, as every place of the program asks for them."""
        kept = self.account
        kept.same("scores", kept.scores(), scores(self.book, position))
        count = lost_models if SYSTEMS[self.book.system].loses == "models" else lost_half_points
        lost = {seat: count(position, seat) for seat in position.seats()}
        kept.same("losses", kept.losses(), lost)

    def compared(self) -> int:
        """How many numbers were compared; none at all is a fault of its own."""
        found = self.account.checked.total()
        if not found:
            raise AssertionError("nothing was compared with the account of the log")
        return found


def beside(battle: Battle, look: Watch, *, whole: bool = True) -> tuple[Auditor, Watch]:
    """An auditor of a battle about to be fought, and one who looks on for both."""
    auditor = Auditor(battle.book, battle.log, whole=whole)

    def watch(state: State, events: tuple[Event, ...]) -> None:
        look(state, events)
        auditor.watch(state, events)

    return auditor, watch


def audit(book: Book, events: Iterable[Event]) -> int:
    """Go through a whole log and compare what it says, then how everybody stands at its end."""
    auditor, position = Auditor(book), Position()
    for event in effective(events):
        auditor.account.hear(event)
        position = evolve_position(position, event)
    auditor.compare(position)
    return auditor.compared()


def main(words: Sequence[str] | None = None) -> int:
    """Audit logs by their names; 1 if one does not add up."""
    parser = Words("auditing", __doc__)
    parser.add_argument("names", nargs="+", metavar="LOG", help="a log on file")
    wrong = 0
    for name in parser.parse_args(words).names:
        try:
            log = opened(Path(name))
            found = audit(log.book, log.events)
        except (AssertionError, PlainError) as why:
            wrong += 1
            print(f"{name}: {why}")
        else:
            print(f"{name}: {found} comparisons, all equal")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
