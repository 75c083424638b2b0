"""A log told by turns: what stood where, what moved, what was lost, and how."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import msgspec

from condotta.kernel.events import (
    Entered,
    Event,
    Moved,
    Removed,
    Ruled,
    Undone,
    Veiled,
)
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Tally
from condotta.kernel.views import fold_view
from condotta.report.fates import Fate
from condotta.report.naming import CALLED, stand_name
from condotta.report.tracks import Track
from condotta.report.turns_counted import TURN, Counted, counted
from condotta.table import Edge, Pose
from condotta.words import say

FIGHTS = "combat."
"""The message keys of results begin so; their tallies are the attacker's and the defender's."""


class Fight(msgspec.Struct, frozen=True):
    """One combat that was rolled: the position it was fought in and what came of it."""

    position: Position
    event: Ruled

    @property
    def ranged(self) -> bool:
        """Whether it was shooting."""
        return self.event.key.startswith("combat.ranged")

    @property
    def edges(self) -> tuple[Edge, Edge]:
        """The edges that both fought to, the attacker's first."""
        one, two = cast("tuple[Edge, Edge]", self.event.params.get("edges", ("front", "front")))
        return one, two

    @property
    def who(self) -> tuple[str, str]:
        """The ids of attacker and defender, or shooter and target."""
        return self.scores[0].who, self.scores[1].who

    @property
    def scores(self) -> tuple[Tally, Tally]:
        """Both scores, the attacker's first."""
        one, two = self.event.tallies
        return one, two


class Turn(msgspec.Struct, frozen=True):
    """One player's turn, or the set-up (number 0): the positions around it and what happened.

    `counted` is which turn or round its game calls it.
    """

    number: int
    active: tuple[Seat, ...]
    before: Position
    after: Position
    events: tuple[Event, ...]
    tracks: tuple[Track, ...] = ()
    fates: tuple[Fate, ...] = ()
    fights: tuple[Fight, ...] = ()
    counted: Counted = Counted(TURN, 0)


def effective(events: Iterable[Event]) -> list[Event]:
    """The events that still hold: what was taken back is left out."""
    listed = list(events)
    wanted = {event.kept for event in listed if isinstance(event, Undone)}
    lengths: dict[int, int] = {}
    kept: list[Event] = []
    for number, event in enumerate(listed):
        if number in wanted:
            lengths[number] = len(kept)
        if isinstance(event, Undone):
            del kept[lengths[event.kept] :]
        else:
            kept.append(event)
    return kept


def stood(events: Iterable[Event]) -> Position:
    """The position after the events of a stream, of which some may take others back."""
    return fold_view("", events).position


def is_fight(event: Event) -> bool:
    """Whether the event announces the result of a combat."""
    return isinstance(event, Ruled) and event.key.startswith(FIGHTS) and len(event.tallies) == 2


class Historian:
    """Gathers what happens in one turn after another."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.position = Position()
        self._begin(0, (), Counted(TURN, 0))

    def _begin(self, number: int, active: tuple[Seat, ...], counted: Counted) -> None:
        self._number, self._active, self._counted = number, active, counted
        self._before = self.position
        self._events: list[Event] = []
        self._ways: dict[str, list[Pose]] = {}
        self._fates: list[Fate] = []
        self._fights: list[Fight] = []
        self._fate = ""

    def close(self) -> None:
        """The turn is over."""
        tracks = tuple(
            Track(piece, piece.controller, (*poses, piece.pose))
            for name, poses in self._ways.items()
            if (piece := self.position.pieces[name]).pose is not None
        )
        self.turns.append(
            Turn(
                number=self._number,
                active=self._active,
                before=self._before,
                after=self.position,
                events=tuple(self._events),
                tracks=tracks if self._number else (),
                fates=tuple(self._fates),
                fights=tuple(self._fights),
                counted=self._counted,
            )
        )

    def hear(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Veiled):
            self.hear(event.inside)
            return
        if isinstance(event, Entered) and event.turn > self._number:
            self.close()
            self._begin(event.turn, event.active, counted(evolve_position(self.position, event)))
        self._note(event)
        self._events.append(event)
        self.position = evolve_position(self.position, event)

    def _note(self, event: Event) -> None:
        match event:
            case Moved(steps):
                for step in steps:
                    was = self.position.pieces[step.piece].pose
                    if was is not None and (was.x, was.y) != (step.pose.x, step.pose.y):
                        self._ways.setdefault(step.piece, []).append(was)
            case Removed(name, to):
                piece = self.position.pieces[name]
                if piece.pose is not None:
                    lost = to == "lost"
                    says = self._word(stand_name(piece), lost=lost)
                    short = piece.id if CALLED.fullmatch(piece.id) else stand_name(piece)
                    brief = self._word(short, lost=lost)
                    seat = piece.controller
                    self._fates.append(Fate(piece, seat, piece.pose, says, brief, lost))
            case Ruled():
                self._fate = event.key.rsplit(".", 1)[-1] if is_fight(event) else ""
                if is_fight(event):
                    self._fights.append(Fight(self.position, event))

    def _word(self, stand: str, *, lost: bool) -> str:
        fate = self._fate if self._fate in {"shattered", "destroyed", "sacked"} else "lost"
        return say(f"fate.{fate if lost else 'left'}", {"stand": stand})


def turns_of(events: Iterable[Event]) -> list[Turn]:
    """The set-up and every turn of a log, in order."""
    historian = Historian()
    for event in effective(events):
        historian.hear(event)
    historian.close()
    return historian.turns
