"""The set-up: everything from terrain to the first turn, one step after another. [SK-117]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Entered, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.deployment import Deployment
from condotta.rules.skirmish.first import FirstTurn
from condotta.rules.skirmish.layout import Layout
from condotta.rules.skirmish.missions import Objectives


class Opening(Script, frozen=True, kw_only=True):
    """The set-up of a battle. [SK-117]"""


def opening(book: Book, state: State, _: Opening) -> Iterator[Event]:
    """Begin the next step; after the last one the battle is ready.

    How many steps are done is counted beside the table, so that layers may put in their own.
    """
    position = state.position
    steps = book.stack(seams.SET_UP, position)
    done = position.count(names.TABLE, names.SET_UP)
    if done == len(steps):
        yield Ruled("SK-27", "sk.27.begins")
        yield Entered(0, names.READY, ())
        yield Popped()
        return
    phase, step = steps[done]
    if phase != position.phase:
        yield Entered(0, phase, ())
    yield Counted(names.TABLE, names.SET_UP, done + 1)
    yield Pushed(step)


def steps(_: Any, __: Position) -> tuple[tuple[str, Frame], ...]:
    """The base game: terrain, objectives, deployment by turns, the roll for the first turn."""
    return (
        (names.TERRAIN, Layout()),
        (names.TERRAIN, Objectives()),
        (names.DEPLOYMENT, Deployment()),
        (names.DEPLOYMENT, FirstTurn()),
    )


PROCEDURES = {Opening: opening}
HOOKS = ((seams.SET_UP, steps, "SK-117"),)
