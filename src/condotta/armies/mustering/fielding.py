"""One stand of an army that takes the field."""

from __future__ import annotations

import msgspec

from condotta.armies.halves import HalfPoints


class StandSpec(msgspec.Struct, frozen=True):
    """One stand of an army, as it is seen.

    Where it is not what it seems, `real` are the stands behind it, none for nothing; a second stand
    for the same has the number of the first in `behind`, counted from 1. `half_points` is what it
    counts when lost before what its cards say in play, `cost` what it cost with the cards bought
    for it.
    """

    code: str
    option: str
    description: str
    battle_line: bool
    allied: bool
    contingent: str
    general: bool
    half_points: HalfPoints
    cards: tuple[str, ...] = ()
    real: tuple[StandSpec, ...] | None = None
    behind: int = 0
    cost: HalfPoints = HalfPoints(0)
