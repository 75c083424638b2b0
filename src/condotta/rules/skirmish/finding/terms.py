"""On which terms the models of a unit move: what kind of move it is. [SK-31, SK-93, SK-104]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from condotta.kernel.records import Seat

MOVE, ADVANCE, FALL_BACK = "move", "advance", "fall back"
CHARGE, PILE_IN, CONSOLIDATE, INTERVENE = "charge", "pile in", "consolidate", "intervene"
CLAUSES: Mapping[str, str] = {
    MOVE: "SK-31",
    ADVANCE: "SK-36",
    FALL_BACK: "SK-38",
    CHARGE: "SK-92",
    PILE_IN: "SK-104",
    CONSOLIDATE: "SK-110",
    INTERVENE: "SK-99",
}
NEVER, AT_END, ALWAYS = 0, 1, 2  # when enemies must be more than an inch away


class Aim(NamedTuple):
    """Whose models alone count as enemies to get nearer to, and the clause that says so."""

    seats: tuple[Seat, ...]
    clause: str


class Terms(NamedTuple):
    """What kind of move it is. Lengths are in quanta.

    `most` and `least` are those of each model, `targets` the enemies that may be come near to, one
    of which the first model must reach [SK-93]; `away` says when the others must be more than an
    inch away; `nearer` that each model must end nearer to its nearest enemy [SK-99, SK-104], and
    `aim` of which seats.
    """

    way: str
    most: float
    least: float = 0.0
    away: int = ALWAYS
    targets: tuple[str, ...] = ()
    flies: bool = False
    passes_friends: bool = False
    slowed: bool = False
    nearer: bool = False
    aim: Aim | None = None

    @property
    def clause(self) -> str:
        """The clause that allows the move and limits its length."""
        return CLAUSES[self.way]
