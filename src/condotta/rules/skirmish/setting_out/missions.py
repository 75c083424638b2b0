"""Missions of the base game: zones, objectives, what scores. [SK-27, SK-121]

RULING SK-141: the core rules ship no mission. Two of our own make them playable alone: ground is
held round by round, or what is destroyed counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from math import dist, sqrt
from typing import Any

import msgspec

from condotta.data import toml
from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Mustered, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.state import State
from condotta.rules.setting_up import box
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.settings import DATA, settings_of
from condotta.table import UNIT, Point, Polygon, Pose, at_most, point_gap

OBJECTIVES, UNITS = "objectives", "units"
STRIPS_APART = 12.0 * names.INCH  # from the line through the table's centre
CORNERS_APART = 6.0 * names.INCH
REACH = 3 * names.INCH  # of an objective marker [SK-121]
TWO = 2


class Mission(msgspec.Struct, frozen=True):
    """A mission: what scores, and where the objective markers lie."""

    scores: str
    objectives: tuple[tuple[Decimal, Decimal], ...] = ()


@cache
def missions() -> Mapping[str, Mission]:
    """Every mission by its id."""
    return msgspec.convert(toml(DATA, "missions.toml"), dict[str, Mission])


def mission_of(book: Book) -> Mission:
    """The mission that is played."""
    return book.stack(seams.MISSION, book)


def chosen(_: Any, book: Book) -> Mission:
    """The base game: the one that the settings name."""
    return missions()[settings_of(book).word("battleMission")]


def places(book: Book, position: Position) -> tuple[tuple[int, int], ...]:
    """Where the objective markers of the mission lie."""
    width, depth = position.board.width, position.board.depth
    return tuple((round(x * width), round(y * depth)) for x, y in mission_of(book).objectives)


# ── zones ────────────────────────────────────────────────────────────────────
def deploy_zone(_: Any, position: Position, seat: Seat) -> tuple[Polygon, ...]:
    """Two seats have the long edges, more have a corner of the table each.

    RULING SK-141: a strip along each long edge for two, whose zones are 24 inches apart; a corner
    each for three or four, 12 inches apart. On a small table they keep a quarter of it free.
    """
    seats = position.seats()
    number = seats.index(seat)
    width, depth = float(position.board.width), float(position.board.depth)
    if len(seats) <= TWO:
        apart = min(STRIPS_APART, depth / 4)
        return (box((0.0, width), half(depth, apart, near=number == 0)),)
    across = half(width, min(CORNERS_APART, width / 8), near=number in (0, 3))
    along = half(depth, min(CORNERS_APART, depth / 8), near=number in (0, 2))
    return (box(across, along),)


def half(length: float, apart: float, *, near: bool) -> tuple[float, float]:
    """One half of an edge without what lies so near its middle."""
    return (0.0, length / 2 - apart) if near else (length / 2 + apart, length)


# ── objectives ───────────────────────────────────────────────────────────────
def near(
    position: Position, point: Point, reach: float, *, middle: bool = False
) -> dict[Seat, int]:
    """How many models of each seat are within reach of a point, heights too. [SK-13, SK-121]

    By the nearest part of their bases, or by the middles.
    """
    found: dict[Seat, int] = {}
    for unit in field(position).units.values():
        for model in unit.models:
            flat = dist(model.base.centre, point) if middle else point_gap(model.base, point)
            if at_most(sqrt(flat * flat + model.level * model.level), reach + names.TOLERANCE):
                found[unit.seat] = found.get(unit.seat, 0) + 1
    return found


class Objectives(Script, frozen=True, kw_only=True):
    """The mission's objective markers are laid."""


def lay_markers(book: Book, state: State, _: Objectives) -> Iterator[Event]:
    """A marker in each of its places; it is no obstacle. [SK-121]"""
    for number, (x, y) in enumerate(places(book, state.position), start=1):
        name = f"{names.OBJECTIVE}-{number}"
        marker = Piece(name, names.OBJECTIVE, "", "", place="table", pose=Pose(x, y, 0, UNIT))
        yield Mustered(marker)
    yield Popped()


def controller(position: Position, point: Point) -> Seat:
    """Who has more models within 3 inches than all enemies together; or nobody. [SK-121]"""
    counted = near(position, point, REACH)
    sides: dict[str, int] = {}
    for seat, number in counted.items():
        sides[position.side(seat)] = sides.get(position.side(seat), 0) + number
    total = sum(counted.values())
    for seat in counted:
        mine = sides[position.side(seat)]
        if mine > total - mine:
            return seat
    return ""


def markers(position: Position) -> Iterator[Piece]:
    """The objective markers on the table."""
    return (piece for piece in position.at("table") if piece.type == names.OBJECTIVE)


def scored(book: Book, position: Position) -> Iterator[Event]:
    """A victory point for each objective that a seat controls as a round ends. [SK-121]"""
    if mission_of(book).scores != OBJECTIVES:
        return
    gained: dict[Seat, int] = {}
    for marker in markers(position):
        assert marker.pose is not None
        seat = controller(position, marker.pose.point)
        if seat:
            gained[seat] = gained.get(seat, 0) + 1
            yield Ruled("SK-121", "sk.121.held", {"seat": seat, "marker": marker.id})
    for seat, points in gained.items():
        yield Counted(seat, names.VP, position.count(seat, names.VP) + points)


class Destroyed(Script, frozen=True, kw_only=True):
    """A unit is gone; by somebody's doing it may score."""

    unit: str


def gone(_: Position, unit: str) -> Iterator[Frame]:
    """What follows when a unit has lost its last model. [SK-27]"""
    yield Destroyed(unit=unit)


def destroyed(book: Book, state: State, frame: Destroyed) -> Iterator[Event]:
    """A victory point for the enemy whose doing the unit's last loss was. [SK-27]

    RULING SK-141: who flees or dies by its own doing scores for nobody.
    """
    position = state.position
    yield Popped()
    unit = position.pieces[frame.unit]
    by = unit.tail(names.SLAIN_BY)
    if mission_of(book).scores != UNITS or not by:
        return
    if position.side(by) != position.side(unit.controller):
        yield Counted(by, names.VP, position.count(by, names.VP) + 1)
        yield Ruled("SK-27", "sk.27.destroyed", {"seat": by, "unit": unit.id})


PROCEDURES: dict[type[Frame], Procedure] = {
    Objectives: lay_markers,
    Destroyed: destroyed,
}
HOOKS: tuple[tuple[Any, Any, str], ...] = (
    (seams.MISSION, chosen, "SK-27"),
    (seams.DEPLOY_ZONE, deploy_zone, "SK-27"),
    (seams.REMOVED, gone, "SK-27"),
)
