"""What goes wrong with war machines. [FB-12.5]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.losses.wounds import destroyed
from condotta.rules.ranked.reading.charts import misfire_row
from condotta.rules.ranked.reading.dice import thrown
from condotta.rules.ranked.records import Hit, Shot
from condotta.rules.ranked.shooting.volleys import ShotsOver

MISFIRE = "misfire"
JAMMED = "cannot fire"
"""A counter of a machine: 2 until its owner's next turn, 1 in it. [FB-12.5]"""


class Misfire(Script, frozen=True, kw_only=True):
    """Something went wrong with a machine. [FB-12.5]"""

    machine: str
    powder: bool


def gone_wrong(shot: Shot, *, powder: bool) -> Iterator[Event]:
    """A misfire on the first die. [FB-12.5]"""
    yield Popped()
    yield Pushed(ShotsOver(shot=shot))
    yield Pushed(Misfire(machine=shot.shooter, powder=powder))


def misfire(book: Book, state: State, frame: Misfire) -> Iterator[Event]:
    """The table of mishaps. [FB-12.5]"""
    pips = yield from thrown(frame, MISFIRE, "FB-12.5", 1, (frame.machine,))
    row = misfire_row(pips[0], powder=frame.powder)
    yield Ruled("FB-12.5", f"fb.12-5.{row}", {"piece": frame.machine})
    yield Popped()
    if row in ("damaged", "jammed"):
        yield Counted(frame.machine, JAMMED, 2)
    if row == "damaged":
        hit = Hit(
            frame.machine, 1, 0, way="mishap", no_armour=True, no_ward=True, sure=True,
            clause="FB-12.5",
        )  # fmt: skip
        yield Pushed(Wounding(hit=hit))
    if row == "destroyed":
        yield from destroyed(book, state.position, frame.machine, by="", clause="FB-12.5")


class Clearing(Script, frozen=True, kw_only=True):
    """As a seat's turn starts its machines are a turn nearer to firing again. [FB-12.5]"""


def clearing(_: Book, state: State, __: Clearing) -> Iterator[Event]:
    """One turn less for each."""
    for piece, turns in jammed(state.position):
        yield Counted(piece, JAMMED, turns - 1)
    yield Popped()


def jammed(position: Position) -> list[tuple[str, int]]:
    """The machines of the active seats that cannot fire, and for how many of their turns."""
    return [
        (piece.id, position.count(piece.id, JAMMED))
        for piece in position.at("table")
        if piece.controller in position.active and position.count(piece.id, JAMMED)
    ]


def opens(position: Position, phase: str) -> tuple[Frame, ...]:
    """At the start of a turn. [FB-12.5]"""
    return (Clearing(),) if phase == names.START and jammed(position) else ()


HOOKS = ((seams.PHASE_OPENS, opens, "FB-12.5"),)


PROCEDURES: dict[type[Frame], Procedure] = {Misfire: misfire, Clearing: clearing}
