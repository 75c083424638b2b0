"""Phases in which nothing happens: what the story remembers of them until it tells them."""

from __future__ import annotations

from typing import NamedTuple

from condotta.kernel.events import Entered, Event, Moved, Removed
from condotta.kernel.position import Position
from condotta.words import has, say

BESIDE = frozenset({"say", "undo"})
"""The kinds of lines that tell of nothing on the table."""


class Passing(NamedTuple):
    """The phases of a turn that are over without anything told of them, and whether this one is."""

    phases: tuple[str, ...] = ()
    quiet: bool = False

    def heard(self, event: Event, position: Position) -> Passing:
        """What is remembered once an event has happened; the position is the one before it."""
        match event:
            case Entered():
                return self.over(position)
            case Moved() | Removed():
                return self._replace(quiet=False)
            case _:
                return self

    def over(self, position: Position) -> Passing:
        """When the phase of a position is over, as far as the story tells of quiet ones.

        Before the battle there are none, nor where nothing stands on a board: hands play those.
        """
        told = self.quiet and position.turn > 0 and has(passes(position.phase))
        quiet = told and any(piece.pose is not None for piece in position.at("table"))
        return Passing((*self.phases, position.phase) if quiet else self.phases, quiet=True)

    def said(self, lang: str) -> str:
        """The line that tells them."""
        return say("story.passed", {"phases": tuple(map(passes, self.phases))}, lang)


def passes(phase: str) -> str:
    """The key of a phase in which nothing happens; bookkeeping has none."""
    return f"story.passes.{phase.replace(' ', '-')}"
