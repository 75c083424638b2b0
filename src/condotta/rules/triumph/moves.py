"""What a tactical move is: who moves, by which legs, and where that leads. [TC-5.1]"""

from __future__ import annotations

from typing import Literal

from condotta.kernel.asks import Action
from condotta.rules.triumph.field import Field, Stand
from condotta.table import (
    Advance,
    Formation,
    Leg,
    Pose,
    Shape,
    Shift,
    Sweep,
    Wheel,
    after,
    base,
    body_displacement,
    column_behind,
    formation,
    swept,
    swept_between,
)

Kind = Literal["single", "group", "column", "forming"]


class Move(Action, frozen=True):
    """One tactical move: a stand, a group or a column, by legs one after another.

    With `forming` the stands of a group become a column behind the first named. [TC-5.8]
    """

    pieces: tuple[str, ...]
    legs: tuple[Leg, ...]
    forming: bool = False


class Path:
    """A move worked out: where the body is after each leg, and what it passes over."""

    __slots__ = ("ends", "formation", "kind", "move", "shapes", "stands", "stations", "sweep")

    def __init__(self, move: Move, stands: tuple[Stand, ...], kind: Kind) -> None:
        """Lay the path from where the stands are now."""
        self.move = move
        self.stands = stands
        self.kind: Kind = kind
        self.formation: Formation | None = None
        self.shapes: tuple[Shape, ...] = tuple(stand.base.shape for stand in stands)
        starts = tuple(stand.base.pose for stand in stands)
        self.stations: list[tuple[Pose, ...]] = [starts]
        self.sweep = Sweep(tuple(stand.base for stand in stands))
        if kind in ("column", "forming"):
            self._follow(starts)
        else:
            self._carry(starts)
        self.ends: tuple[Pose, ...] = self.stations[-1]

    def _carry(self, poses: tuple[Pose, ...]) -> None:
        """The body moves as one, so that its inner geometry cannot drift. [TC-5.3]"""
        for leg in self.move.legs:
            self.sweep = self.sweep + swept(poses, self.shapes, leg)
            poses = after(poses, self.shapes, leg)
            self.stations.append(poses)

    def _follow(self, starts: tuple[Pose, ...]) -> None:
        """The head moves, the others follow its path and end edge to edge behind. [TC-5.7, 5.8]"""
        head = starts[:1]
        for leg in self.move.legs:
            self.sweep = self.sweep + swept(head, self.shapes[:1], leg)
            head = after(head, self.shapes[:1], leg)
            self.stations.append(column_behind(head[0], self.shapes))
        ends = self.stations[-1]
        if self.kind == "forming":
            for start, end, shape in zip(starts, ends, self.shapes, strict=True):
                self.sweep = self.sweep + swept_between(base(start, shape), base(end, shape))
        else:
            bases = (base(end, shape) for end, shape in zip(ends, self.shapes, strict=True))
            self.sweep = self.sweep + Sweep(tuple(bases))

    def leg_lengths(self, measure: Literal["front", "all"]) -> tuple[float, ...]:
        """The displacement of the farthest corner in each leg. [TC-5.5]"""
        return tuple(
            body_displacement(self.shapes, start, end, measure)
            for start, end in zip(self.stations, self.stations[1:], strict=False)
        )

    def direct(self, measure: Literal["front", "all"]) -> float:
        """The displacement of the farthest corner from start to end. [TC-5.5]"""
        return body_displacement(self.shapes, self.stations[0], self.ends, measure)


def ordered(field: Field, move: Move) -> tuple[tuple[Stand, ...], Kind, Formation | None]:
    """The stands of a move, head first for a column, what kind of body they are. [TC-5.1]

    Formation None with several stands means that they are no group.
    """
    stands = tuple(field.stand(name) for name in move.pieces)
    if len(stands) == 1:
        return stands, "single", None
    made = formation(tuple(stand.base for stand in stands))
    if made is None:
        return stands, "group", None
    if move.forming:
        return stands, "forming", made
    if made.shape == "column":
        return tuple(stands[index] for index in made.order), "column", made
    return stands, "group", made


def path_of(field: Field, move: Move) -> Path:
    """The path of a move, from where its stands are."""
    stands, kind, made = ordered(field, move)
    path = Path(move, stands, kind)
    path.formation = made
    return path


__all__ = ["Advance", "Kind", "Move", "Path", "Shift", "Wheel", "ordered", "path_of"]
