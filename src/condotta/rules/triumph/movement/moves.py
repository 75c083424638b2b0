"""What a tactical move is: who moves, by which legs, and where that leads. [TC-5.1]"""

from __future__ import annotations

from typing import Literal

from condotta.kernel.asks import Action
from condotta.rules.triumph.stands import grid
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import (
    TOUCH,
    Advance,
    Base,
    Formation,
    Leg,
    Oblique,
    Pose,
    Shape,
    Shift,
    Slide,
    Sweep,
    Track,
    Wheel,
    after,
    base,
    body_displacement,
    column_behind,
    formation,
    swept,
    swept_between,
)
from condotta.table.once import Keeps, Once, noted

Kind = Literal["single", "group", "column", "forming"]


class Move(Action, frozen=True):
    """One tactical move: a stand, a group or a column, by legs one after another.

    With `forming` the stands of a group become a column behind the first named. [TC-5.8]
    """

    pieces: tuple[str, ...]
    legs: tuple[Leg, ...]
    forming: bool = False


class Path(Keeps):
    """A move worked out: where the body is after each leg, and what it passes over.

    A move that names a pose may go there by other legs than were said.
    """

    def __init__(
        self, move: Move, stands: tuple[Stand, ...], kind: Kind, legs: tuple[Leg, ...] = ()
    ) -> None:
        """Lay the path from where the stands are now, by the legs of the move or by others."""
        self.move = move
        self.said = self
        self.barred: bool | None = None  # whether anything stands in the straight way to its end
        self.legs = legs or move.legs
        self.stands = stands
        self.kind: Kind = kind
        self.formation: Formation | None = None
        self._near: tuple[Stand, ...] | None = None
        self.shapes: tuple[Shape, ...] = tuple(stand.base.shape for stand in stands)
        self.heads: list[tuple[Pose, ...]] = [tuple(stand.base.pose for stand in stands)]
        if self.follows:
            self.heads = [self.heads[0][:1]]
        for leg in self.legs:
            self.heads.append(after(self.heads[-1], self.shapes[: len(self.heads[0])], leg))

    @property
    def place_of_pose(self) -> int | None:
        """Which leg of the move names a pose, the last that does; None if none does."""
        legs = self.move.legs
        return max((at for at, leg in enumerate(legs) if isinstance(leg, Shift)), default=None)

    def by(self, legs: tuple[Leg, ...], number: int) -> Path:
        """The same move by other legs: after so many the body is exactly at the pose named."""
        made = Path(self.move, self.stands, self.kind, legs)
        made.formation, made.said = self.formation, self
        later = len(legs) - number
        made.heads[number:] = self.heads[len(self.heads) - 1 - later :]
        return made

    @property
    def follows(self) -> bool:
        """Whether the head alone takes the legs and the others follow it. [TC-5.7, TC-5.8]"""
        return self.kind in ("column", "forming")

    @Once
    def stations(self) -> tuple[tuple[Pose, ...], ...]:
        """Where every stand is at the start and after each leg.

        A body moves as one, so that its inner geometry cannot drift; the stands of a column end
        edge to edge behind its head. [TC-5.3, TC-5.7]
        """
        if not self.follows:
            return tuple(self.heads)
        starts = tuple(stand.base.pose for stand in self.stands)
        return (starts, *(column_behind(head[0], self.shapes) for head in self.heads[1:]))

    @property
    def ends(self) -> tuple[Pose, ...]:
        """Where every stand is at the end."""
        return self.stations[-1]

    @Once
    def end_bases(self) -> tuple[Base, ...]:
        """The bases of all stands where they end."""
        return tuple(base(end, shape) for end, shape in zip(self.ends, self.shapes, strict=True))

    @Once
    def sweep(self) -> Sweep:
        """All that the body passes over, where it starts and ends included. [TC-5.13]

        The stands of a column follow the path of its head; those that form one go straight to
        their places.
        """
        shapes = self.shapes[: len(self.heads[0])]
        tracks: list[Track] = [stand.base for stand in self.stands]
        for number, leg in enumerate(self.legs):
            tracks.extend(swept(self.heads[number], shapes, leg, self.heads[number + 1]).tracks)
        if self.kind == "forming":
            for stand, end in zip(self.stands, self.end_bases, strict=True):
                tracks.extend(swept_between(stand.base, end).tracks)
        elif self.kind == "column":
            tracks.extend(self.end_bases)
        return Sweep(tracks)

    def others_near(self, field: Field) -> tuple[Stand, ...]:
        """The stands, those of the body apart, that the box around the way could touch."""
        if self._near is None:
            body, sweep = self.move.pieces, self.sweep
            left, right = sweep.low_x - TOUCH, sweep.high_x + TOUCH
            low, high = sweep.low_y - TOUCH, sweep.high_y + TOUCH
            found = []
            for stand in field.stands:
                base = stand.base
                reach = base.reach
                if left - reach <= base.cx <= right + reach and (
                    low - reach <= base.cy <= high + reach and stand.id not in body
                ):
                    found.append(stand)
            self._near = tuple(found)
        return self._near

    def leg_lengths(self, measure: Literal["front", "all"]) -> tuple[float, ...]:
        """The displacement of the farthest corner in each leg. [TC-5.5]"""
        return tuple(
            body_displacement(self.shapes, start, end, measure)
            for start, end in zip(self.stations, self.stations[1:], strict=False)
        )

    def direct(self, measure: Literal["front", "all"]) -> float:
        """The displacement of the farthest corner from start to end. [TC-5.5]"""
        return body_displacement(self.shapes, self.stations[0], self.ends, measure)


def proper(leg: Leg) -> bool:
    """Whether a leg faces along a canonical vector and stays on some table. [TC-5.1]

    >>> proper(Wheel("left", 0, 1_000_000)), proper(Wheel("left", 0, 0)), proper(Advance(1e300))
    (True, False, False)
    """
    match leg:
        case Wheel(_, ux, uy):
            return grid.canonical(ux, uy)
        case Shift(pose):
            return grid.proper(pose)
        case Advance(length) | Slide(length):
            return abs(length) <= grid.FAR
        case Oblique(forward, right):
            return max(abs(forward), abs(right)) <= grid.FAR


def ordered(field: Field, move: Move) -> tuple[tuple[Stand, ...], Kind, Formation | None]:
    """The stands of a move, head first for a column, what kind of body they are. [TC-5.1]

    Formation None with several stands means that they are no group.
    """
    if len(move.pieces) == 1:
        return (field.stand(move.pieces[0]),), "single", None
    return formed(field, move.pieces, move.forming)


@noted
def formed(
    field: Field, pieces: tuple[str, ...], forming: bool
) -> tuple[tuple[Stand, ...], Kind, Formation | None]:
    """What several stands are together, and in which order they move. [TC-0.12, TC-5.7, TC-5.8]"""
    stands = tuple(field.stand(name) for name in pieces)
    made = formation(tuple(stand.base for stand in stands))
    if made is None:
        return stands, "group", None
    if forming:
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


__all__ = ["Advance", "Kind", "Move", "Path", "Shift", "Wheel", "ordered", "path_of", "proper"]
