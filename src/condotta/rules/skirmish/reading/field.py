"""Reading a position of skirmish battles: units, their models, who is near whom.

A field is worked out once for a position and kept while it is in use. Nothing in it is written
to; everybody reads the same one. `field(position).unit("R1")` is where rules begin.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import inf, sqrt
from typing import Any

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import Ability, Datasheet, sheet_of
from condotta.table import Base, at_most, base, gap
from condotta.table.once import Keeps, Newest, Once

KEPT = 64  # fields remembered at a time

STANDING = frozenset({"table", "aside", "reserve", "undeployed"})


def is_model(piece: Piece) -> bool:
    """Whether a piece is a model of a unit."""
    return bool(piece.command) and piece.id != piece.command


def is_unit(piece: Piece) -> bool:
    """Whether a piece stands for a whole unit."""
    return piece.type == names.UNIT


class Model:
    """A model on the table: its base, how high it stands."""

    __slots__ = ("base", "id", "level", "piece", "unit")

    def __init__(self, position: Position, piece: Piece) -> None:
        """Read where it stands."""
        assert piece.pose is not None
        assert piece.shape is not None
        self.piece = piece
        self.id = piece.id
        self.unit = piece.command
        self.base: Base = base(piece.pose, piece.shape)
        self.level = position.count(piece.id, names.LEVEL)


def apart(one: Model, two: Model) -> float:
    """How far two models are from each other, in quanta, up and down included. [SK-10, SK-12]"""
    flat = gap(one.base, two.base)
    up = one.level - two.level
    return sqrt(flat * flat + up * up) if up else flat


def near(one: Model, two: Model, limit: float) -> bool:
    """Whether two models are within a distance of each other. [SK-9, SK-13]"""
    dx, dy = one.base.cx - two.base.cx, one.base.cy - two.base.cy
    most = limit + names.TOLERANCE
    reach = one.base.reach + two.base.reach + most + 1
    return dx * dx + dy * dy <= reach * reach and at_most(apart(one, two), most)


class Unit(Keeps):
    """A unit with its models on the table, in the order they were mustered."""

    def __init__(self, position: Position, piece: Piece, models: tuple[Model, ...]) -> None:
        """Put it together; its sheet travels with the battle."""
        self.position = position
        self.piece = piece
        self.id = piece.id
        self.seat: Seat = piece.controller
        self.side = position.side(piece.controller)
        self.sheet: Datasheet = sheet_of(position, piece)
        self.models = models

    def marked(self, name: str) -> bool:
        """Whether a mark lies on the unit."""
        return self.piece.marked(name)

    def has(self, keyword: str) -> bool:
        """Whether it has a keyword. [SK-25]"""
        return keyword in self.sheet.keywords

    def ability(self, kind: str) -> Ability | None:
        """Its special rule of that kind, or None."""
        return self.sheet.ability(kind)

    @Once
    def around(self) -> tuple[float, float, float]:
        """A circle round all its bases: centre and radius."""
        count = len(self.models)
        x = sum(model.base.cx for model in self.models) / count
        y = sum(model.base.cy for model in self.models) / count
        spread = (
            sqrt((one.base.cx - x) ** 2 + (one.base.cy - y) ** 2) + one.base.reach
            for one in self.models
        )
        return x, y, max(spread)


class Field:
    """Everything on the table of one position."""

    def __init__(self, position: Position) -> None:
        """Sort the models into their units."""
        self.position = position
        ranks: dict[str, list[Model]] = {}
        for piece in position.pieces.values():
            if piece.place == "table" and piece.pose is not None and is_model(piece):
                ranks.setdefault(piece.command, []).append(Model(position, piece))
        self.units = {
            name: Unit(position, position.pieces[name], tuple(models))
            for name, models in ranks.items()
        }
        self.models = {model.id: model for models in ranks.values() for model in models}
        self._gaps: dict[tuple[str, str], float] = {}
        self.memo: dict[Any, dict[Any, Any]] = defaultdict(dict)  # what rules found out already

    def unit(self, name: str) -> Unit:
        """A unit with models on the table; another is a KeyError."""
        return self.units[name]

    def of(self, seat: Seat) -> tuple[Unit, ...]:
        """The units of a seat on the table."""
        return tuple(unit for unit in self.units.values() if unit.seat == seat)

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        """The units of everybody else on the table. [SK-19]"""
        return (other for other in self.units.values() if other.side != unit.side)

    def friends(self, unit: Unit) -> Iterator[Unit]:
        """The units of the same army on the table, itself among them. [SK-19]"""
        return (other for other in self.units.values() if other.side == unit.side)

    def hostile(self, seat: Seat) -> Iterator[Model]:
        """Every model that is an enemy of a seat."""
        side = self.position.side(seat)
        return (model for unit in self.units.values() if unit.side != side for model in unit.models)

    def apart(self, one: Unit, two: Unit) -> float:
        """How far two units are from each other: their nearest models. [SK-11]"""
        key = (one.id, two.id) if one.id < two.id else (two.id, one.id)
        if key not in self._gaps:
            self._gaps[key] = min(apart(here, there) for here in one.models for there in two.models)
        return self._gaps[key]

    def within(self, one: Unit, two: Unit, limit: float) -> bool:
        """Whether any models of two units are within a distance. [SK-9, SK-11, SK-13]"""
        (ax, ay, ar), (bx, by, br) = one.around, two.around
        most = limit + names.TOLERANCE
        reach = ar + br + most + 1
        if (ax - bx) ** 2 + (ay - by) ** 2 > reach * reach:
            return False
        return at_most(self.apart(one, two), most)

    def engaged(self, unit: Unit) -> tuple[Unit, ...]:
        """The enemy units within 1 inch of a unit, whosever they are. [SK-37, SK-101]"""
        return tuple(
            other for other in self.enemies(unit) if self.within(unit, other, names.ENGAGEMENT)
        )

    def nearest_enemy(self, model: Model) -> float:
        """How far the nearest enemy model is from a model; infinite where there is none."""
        side = self.units[model.unit].side
        others = (unit for unit in self.units.values() if unit.side != side)
        return min((apart(model, one) for unit in others for one in unit.models), default=inf)


field = Newest(Field, KEPT)
"""The field of a position: the same object for the same position while remembered."""


def in_game(position: Position, seat: Seat) -> bool:
    """Whether a seat has any model left: standing, aboard, or still to come."""
    return any(
        piece.controller == seat and piece.place in STANDING and is_model(piece)
        for piece in position.pieces.values()
    )


def left_of(position: Position, seat: Seat) -> Iterator[Piece]:
    """The units that a seat has left and their models: standing, aboard, or still to come."""
    return (
        piece
        for piece in position.pieces.values()
        if piece.controller == seat
        and piece.place in STANDING
        and (is_model(piece) or is_unit(piece))
    )


def playing(position: Position) -> tuple[Seat, ...]:
    """The seats that have models left, in table order."""
    return tuple(seat for seat in position.seats() if in_game(position, seat))


def from_active(position: Position) -> tuple[Seat, ...]:
    """The seats that have models left, the active one first, then in table order."""
    seats = position.seats_from(position.active[0] if position.active else "")
    return tuple(one for one in seats if in_game(position, one))


def in_order(position: Position, purpose: str) -> tuple[Seat, ...]:
    """The seats in the order that was chosen for a purpose; without one, from the active seat."""
    seats = from_active(position)
    return tuple(sorted(seats, key=lambda seat: (position.count(seat, names.ORDER + purpose), 0)))
