"""What lies on and beside the table: pieces, seats, the board. Records only, no rules."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from condotta.table import Pose, Shape

Seat: TypeAlias = str

CHANCE: Seat = "chance"
"""The dice cup is a seat: it is asked, and what it answers is recorded."""

SPECTATORS = "spectators"
"""The audience of whoever watches without a seat."""

Place: TypeAlias = Literal["table", "reserve", "hand", "aside", "undeployed", "gone", "lost"]
"""Where a piece is. `gone` left without loss, `lost` counts for the enemy."""


class Record(
    msgspec.Struct,
    frozen=True,
    tag=True,
    tag_field="kind",
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """Immutable, compared by value, one JSON object on the wire; unknown fields are refused."""


class Mark(Record, frozen=True):
    """A token on a piece: "moved", "shot". It goes when the moment `until` expires."""

    name: str
    until: str = ""


class Piece(Record, frozen=True):
    """A stand, a regiment, a model, a camp, a card in hand, a marker: one thing with a place.

    `type` is what it looks like in its game's own words; `truth` is what it really is, to those
    who may know, and empty otherwise. `owner` brought it, `controller` says what it does.
    """

    id: str
    type: str
    owner: Seat
    controller: Seat
    army: str = ""
    command: str = ""
    unit: str = ""
    shape: Shape | None = None
    place: Place = "undeployed"
    pose: Pose | None = None
    traits: tuple[str, ...] = ()
    truth: str = ""
    marks: tuple[Mark, ...] = ()

    def marked(self, name: str) -> bool:
        """Whether a mark of that name lies on the piece."""
        for mark in self.marks:  # noqa: SIM110 - asked all the time: a loop is cheapest
            if mark.name == name:
                return True
        return False

    def tails(self, head: str) -> tuple[str, ...]:
        """What marks say behind a word that they begin with, in the order in which they lie.

        >>> marks = (Mark("tried smite"), Mark("moved"))
        >>> Piece("R1", "unit", "red", "red", marks=marks).tails("tried ")
        ('smite',)
        """
        names = (mark.name for mark in self.marks)
        return tuple(name.removeprefix(head) for name in names if name.startswith(head))

    def tail(self, head: str) -> str:
        """What the first such mark says; nothing where there is none."""
        return next(iter(self.tails(head)), "")


class Chair(Record, frozen=True):
    """A place at the table: the seat, its side, its name for people."""

    seat: Seat
    side: str
    name: str = ""


class Board(Record, frozen=True):
    """The table top, in quanta: x runs along the width, y along the depth, from (0, 0)."""

    width: int
    depth: int
