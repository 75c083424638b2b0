"""A change of the table that no rule may notice: mirrored, turned, shifted, seats renamed.

    mirror = Symmetry(board, mirrored=True)
    assert mirror(verdict) == battle_of_the_mirrored_position.judge(seat, mirror(move))

It maps any record: places, facings, ground, legs, edges, seats and the ids of pieces in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from condotta.kernel.events import Answered, Asked, Event, Withdrawn
from condotta.kernel.log import encode
from condotta.kernel.records import Board
from condotta.kernel.rulings import Sketch, Verdict
from condotta.rules.triumph import names
from condotta.rules.triumph.ground.battlefield import SIDES
from condotta.table import Box, Ellipse, Pose, Slide, Strip, Wheel

HANDS = {
    "left": "right",
    "right": "left",
    "left base": "right base",
    "right base": "left base",
}
WORD = re.compile(r"[A-Za-z]+\d*")


class Symmetry:
    """Mirrored left to right first, then turned right by quarters, then shifted.

    `renamed` says what seats, sides and the letters of their pieces are called afterwards.
    """

    def __init__(
        self,
        board: Board,
        *,
        mirrored: bool = False,
        quarters: int = 0,
        shift: tuple[int, int] = (0, 0),
        renamed: Mapping[str, str] = {},
    ) -> None:
        self.board = board
        self.mirrored = mirrored
        self.quarters = quarters
        self.shift = shift
        self.renamed = dict(renamed)

    def point(self, x: float, y: float) -> tuple[Any, Any]:
        """A place of the board on the changed board."""
        width, depth = self.board.width, self.board.depth
        if self.mirrored:
            x = width - x
        for _ in range(self.quarters):
            x, y, width, depth = y, width - x, depth, width
        return x + self.shift[0], y + self.shift[1]

    def facing(self, ux: int, uy: int) -> tuple[int, int]:
        """A facing, turned as the board is."""
        if self.mirrored:
            ux = -ux
        for _ in range(self.quarters):
            ux, uy = uy, -ux
        return ux, uy

    def side(self, number: int) -> int:
        """The number of a board's side, 1 to 4 as a flank march leaves it; 0 is none."""
        if not number:
            return 0
        outward = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}
        found = self.facing(*outward[SIDES[number - 1]])
        return 1 + next(SIDES.index(side) for side in SIDES if outward[side] == found)

    def word(self, text: str) -> str:
        """A word of a record: a hand, a seat, the id of a piece, an option made of ids."""
        if self.mirrored and text in HANDS:
            return HANDS[text]
        if not self.renamed:
            return text
        return WORD.sub(lambda found: self._name(found.group()), text)

    def _name(self, name: str) -> str:
        if name in self.renamed:
            return self.renamed[name]
        letter, number = name[:1], name[1:]
        if number.isdigit() and letter in self.renamed:
            return self.renamed[letter] + number
        return name

    def __call__(self, thing: Any) -> Any:  # noqa: C901, PLR0912 - one case a kind of thing
        """The same thing on the changed table."""
        match thing:
            case Pose(x, y, ux, uy):
                return Pose(*self.point(x, y), *self.facing(ux, uy))
            case Ellipse(x, y, long, wide, ux, uy) | Box(x, y, long, wide, ux, uy):
                return type(thing)(*self.point(x, y), long, wide, *self.facing(ux, uy))
            case Strip(points, width):
                return Strip(tuple(self.point(*point) for point in points), width)
            case Wheel(side, ux, uy):
                return Wheel(self.word(side), *self.facing(ux, uy))  # type: ignore[arg-type]  # a hand
            case Slide(length):
                return Slide(-length) if self.mirrored else thing
            case Board(width, depth):
                return Board(depth, width) if self.quarters % 2 else thing
            case Sketch(key, points):
                return Sketch(key, tuple(sorted(self.point(*point) for point in points)))
            case Verdict():
                made = self._record(thing)
                listed = tuple(sorted(made.refusals, key=encode))  # zones of one owner, say
                return msgspec.structs.replace(made, refusals=listed)
            case str():
                return self.word(thing)
            case tuple():
                return tuple(self(one) for one in thing)
            case list():
                return [self(one) for one in thing]
            case frozenset() | set():
                return {self(one) for one in thing}
            case dict():
                return self._row(thing)
            case msgspec.Struct():
                return self._record(thing)
            case _:
                return thing

    def _row(self, row: dict[str, Any]) -> dict[str, Any]:
        return {
            self(key): self.side(value) if key == names.CAME_BY else self(value)
            for key, value in row.items()
        }

    def _record(self, record: msgspec.Struct) -> Any:
        fields = {name: getattr(record, name) for name in record.__struct_fields__}
        if fields.get("name") == names.CAME_BY and "value" in fields:
            fields["value"] = self.side(fields["value"])
            del fields["name"]
            return msgspec.structs.replace(record, **{k: self(v) for k, v in fields.items()})
        return type(record)(**{name: self(value) for name, value in fields.items()})


def nothing(board: Board) -> Symmetry:
    """No change: what it gives has its sketches in order, as all others do."""
    return Symmetry(board)


def unnumbered(events: list[Event] | tuple[Event, ...]) -> list[Event]:
    """Events without the numbers of questions, which count from where a battle was taken up."""
    return [_unnumbered(event) for event in events]


def _unnumbered(event: Event) -> Event:
    match event:
        case Asked(ask):
            return Asked(msgspec.structs.replace(ask, id=0))
        case Answered():
            return msgspec.structs.replace(event, ask=0)
        case Withdrawn():
            return Withdrawn(0)
        case _:
            return event
