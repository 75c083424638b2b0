"""Moments of battles to practise from: position files that come with the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.records import Chair
from condotta.positions.building import Setting, opening, set_up
from condotta.positions.reading import parse
from condotta.rules.sitting import NAMES
from condotta.server.forms import Place, ScenarioShown
from condotta.server.games.games import book_of
from condotta.server.reasons import Refused

ORDER = (
    "first", "grand", "ranks", "intrigue", "squads", "objective", "line", "flank", "shooting",
)  # fmt: skip
"""Where the guides of the games begin, then moments to practise from; the easiest first."""


class Scenario(NamedTuple):
    """A moment with its name, ready to be played."""

    name: str
    made: Setting

    @property
    def system(self) -> str:
        """The game it is a moment of."""
        return self.made.document.system

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Who sits at it."""
        return self.made.chairs

    def places(self) -> tuple[Place, ...]:
        """Its seats, in table order."""
        return places_of(self.chairs)

    def shown(self) -> ScenarioShown:
        """How a page offers it."""
        return ScenarioShown(
            scenario=self.name,
            system=self.system,
            title=f"scenario.{self.name}.title",
            note=f"scenario.{self.name}.note",
            seats=self.places(),
        )

    def book(self, settings: Mapping[str, Any]) -> Book:
        """Its book: what is asked for goes over what it brings."""
        return book_of(self.system, {**self.made.document.settings, **settings})

    def opening(self) -> tuple[Event, ...]:
        """Everything on the table, then the phase in progress."""
        return tuple(opening(self.made))


def places_of(chairs: Iterable[Chair]) -> tuple[Place, ...]:
    """The seats of a moment, in table order."""
    letters = dict(NAMES)
    return tuple(
        Place(seat=one.seat, side=one.side, letter=letters.get(one.seat, one.seat[:1].upper()))
        for one in chairs
    )


@cache
def scenarios() -> tuple[Scenario, ...]:
    """Every scenario, the easiest first."""
    folder = files("condotta.server") / "scenarios"
    found = []
    for name in ORDER:
        data = (folder / f"{name}.json").read_bytes()
        found.append(Scenario(name, set_up(parse(data, name), name)))
    return tuple(found)


def scenario(name: str) -> Scenario:
    """The scenario of that name."""
    for one in scenarios():
        if one.name == name:
            return one
    raise Refused("no-scenario", 404, scenario=name[:40])
