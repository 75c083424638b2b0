"""A position that is played on from: the battle that begins at the moment of a file.

Nothing is added to what the file says. What it says and asks, and the dice it lays out, are for
rulings: here people and bots speak, and dice are rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from condotta.errors import PlainError
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Pushed, Sealed
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Chair
from condotta.kernel.seals import is_dice
from condotta.positions import building
from condotta.positions.faults import BadPosition, Faults, going_on
from condotta.positions.records import Document


class Beginning(NamedTuple):
    """A battle before anybody has spoken: its rules, who sits there, everything that is so.

    `battle` stands there without a cup: it is forked with one, or given one.
    """

    book: Book
    chairs: tuple[Chair, ...]
    opening: tuple[Event, ...]
    battle: Battle


def beginning(
    document: Document,
    name: str,
    settings: Mapping[str, Any] = {},
    seals: tuple[Sealed, ...] = (),
) -> Beginning:
    """The battle of a file; `settings` go over its own. One that cannot be played is a PlainError.

    What no table looks like is refused as when it is ruled on. `seals` bind it to its dice.
    """
    if document.cases or len(document.under) > 1:
        raise PlainError(f"{name} describes several positions: keep one of them to play on from.")
    faults = Faults()
    made = building.read(document, faults)
    if faults:
        raise BadPosition(name, faults)
    chosen = {**document.settings, **(document.under[0] if document.under else {}), **settings}
    book = made.game.book(chosen)
    told = (event for event in building.opening(made) if not binds_dice(event))
    opening = sealed(told, seals)
    if hidden(after(Position(), opening)):
        raise PlainError(
            f"{name} does not say what was sealed: play on from a moment at which it is shown."
        )
    lacking = f"{name} cannot be played on from: the rules find nothing to go on from in this phase"
    with going_on(lacking, " Add what it needs, or name another phase."):
        battle = Battle(book, opening)
    if battle.state.position.ended is not None:
        raise PlainError(f"{name}: the battle is over there; take an earlier moment.")
    if not battle.waiting():
        raise PlainError(f"{name}: nobody is asked anything there; name the phase that goes on.")
    return Beginning(book, made.chairs, opening, battle)


def sealed(opening: Iterable[Event], seals: tuple[Sealed, ...]) -> tuple[Event, ...]:
    """An opening that is bound to dice before anything begins that rolls them."""
    events = tuple(opening)
    at = next((n for n, one in enumerate(events) if isinstance(one, Pushed)), 0)
    return (*events[:at], *seals, *events[at:])


def binds_dice(event: Event) -> bool:
    """Whether an event binds another table to its dice."""
    return isinstance(event, Sealed) and is_dice(event.seal)


def hidden(position: Position) -> bool:
    """Whether what a side sealed in the set-up is still to be shown, and is not said."""
    letters = (f"seal {seal}" for seal in position.seals if not is_dice(seal))
    return position.turn == 0 and any(letter not in position.pieces for letter in letters)
