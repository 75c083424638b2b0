"""The layer's steps of the set-up, put among those of the base game. [CM-69, CM-79]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.position import Position
from condotta.rules.carnage.quarters import Quarters
from condotta.rules.carnage.ranking import Weighing

Steps = tuple[tuple[str, Frame], ...]
"""The phase of each step, and the frame that it is."""


def among(phase: str, first_turn: type[Frame]) -> Callable[[Any, Position], Steps]:
    """What the layer says at a base game's steps: its deployment phase, its roll for a first turn.

    Quarters before deployment, ranks after it; nobody rolls for the first turn.
    """

    def steps(below: Callable[[Position], Steps], position: Position) -> Steps:
        found = tuple(step for step in below(position) if not isinstance(step[1], first_turn))
        place = next(at for at, step in enumerate(found) if step[0] == phase)
        return (*found[:place], (phase, Quarters()), *found[place:], (phase, Weighing()))

    return steps
