"""Reported battles as one value over any game: a layer that asks its game through `Ground`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book, Layer
from condotta.kernel.position import Position
from condotta.rules.gathering import gathered, modules_of
from condotta.rules.reported.ground import GROUND, Ground
from condotta.rules.reported.hands import Hands
from condotta.rules.reported.reports import Reporting
from condotta.rules.steps import PLAYED


def over(
    ground: Ground,
    hooks: tuple[Any, ...],
    modules: tuple[Any, ...] = (),
    *,
    first: Mapping[str, tuple[Frame, ...]] = {},
) -> Layer:
    """The layer for one game; `hooks` are what it says at its own seams, above every variant.

    `first` are procedures of a phase that come before its report.
    """

    def by_hand(_: Book, __: Position, phase: str) -> tuple[Frame, ...] | None:
        """Hands play the phase, and it is reported. [RB-3]"""
        asks = ground.asks.get(phase)
        if asks is None:
            return None
        report = (Reporting(phase=phase, asks=asks),) if asks else ()
        played = (*first.get(phase, ()), *report)
        return (Hands(play=True), *played, Hands(play=False)) if played else ()

    own = ((GROUND, lambda: ground, "RB-1"), (PLAYED, by_hand, "RB-3"))
    every = (*modules_of("condotta.rules.reported"), *modules)
    return gathered("reported", 3, every, settings={}, hooks=(*own, *hooks))
