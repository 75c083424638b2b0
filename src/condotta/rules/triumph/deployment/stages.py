"""The stages of setting out that people count, and which of them is the present one. [TC-8.1]

A stage takes one or more steps of the set-up. Everything follows from what a seat sees.
"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Record, Seat
from condotta.rules import setting_up
from condotta.rules.triumph import names, seams

DONE, NOW, AHEAD = "done", "now", "ahead"


class Stage(Record, frozen=True):
    """A stage by name, whose it is, if it is one side's, and how many steps it takes.

    Which seat has it is not known before the sides know who has the advantage. [TC-7.10]
    """

    key: str
    clause: str
    seat: Seat = ""
    steps: int = 1


class Counted(Record, frozen=True):
    """A stage, and whether it is done, the present one, or still to come."""

    key: str
    clause: str
    seat: Seat
    state: str


def stages(book: Book, position: Position) -> tuple[Counted, ...]:
    """All stages in order, where a game names them, until the first turn begins."""
    named = book.sole(seams.STAGES, book, position) or ()
    if position.turn:
        return ()
    left = max(0, position.count(names.TABLE, setting_up.SET_UP) - 1)
    if position.phase == names.READY:
        left = sum(stage.steps for stage in named[:-1])
    found = []
    for stage in named:
        state = DONE if left >= stage.steps else NOW if left >= 0 else AHEAD
        left = left - stage.steps if state == DONE else -1
        found.append(Counted(stage.key, stage.clause, stage.seat, state))
    return tuple(found)
