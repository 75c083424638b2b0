"""Steps 5 to 7: a marker for each command on the own base edge, its command hidden. [GT-5.4]"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import msgspec
from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Roll, Script
from condotta.kernel.book import Book, Menu
from condotta.kernel.events import (
    Asked,
    Controlled,
    Counted,
    Event,
    Exchanged,
    Mustered,
    Popped,
    Ruled,
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.seals import digest_of
from condotta.kernel.state import State
from condotta.rules.grand import names
from condotta.rules.grand.scale import SCALE, middle_zones
from condotta.rules.grand.seals import SEAL, opened, salt_of, salting, sealed, split_seal
from condotta.rules.grand.sides import chief, command_ids, leader, letter_of, seen_points, stands
from condotta.rules.triumph.ground.battlefield import home
from condotta.rules.triumph.stands.seeming import seems
from condotta.table import Rectangle

SHAPE = Rectangle(20_000, 10_000)
"""How a marker is drawn: 2 MU by 1; its size never matters. [GT-5.4]"""


class PlaceMarkers(Action, frozen=True):
    """A point for each command, in their order, in quanta along the own base edge. [GT-5.7]

    They are counted from its left end, as seen from there.
    """

    points: tuple[int, ...]


class Markers(Script, frozen=True, kw_only=True):
    """A side places the markers of all its commands. [GT-4.1, GT-4.3]"""

    side: str


def markers(book: Book, state: State, frame: Markers) -> Iterator[Event]:
    """Ask, draw the salt of the seal, and lay the markers down from left to right. [GT-4.1]"""
    position, side = state.position, frame.side
    seat = chief(position, side)
    said, salt = frame.heard(names.MARKERS), frame.heard(SEAL)
    if not isinstance(said, PlaceMarkers):
        yield Asked(Ask(seat, names.MARKERS, "GT-4.1", says=("PlaceMarkers",), secret=True))
        return
    if not isinstance(salt, Roll):
        yield salting("GT-4.3")
        return
    own = home(book, position, seat)
    ids = command_ids(position, side)
    letter = letter_of(position, side)
    content = msgspec.json.encode(dict(zip(ids, said.points, strict=True))).decode()
    yield from sealed(side, seat, f"{side} markers", content, salt)
    placed = sorted(zip(said.points, ids, strict=True))
    for number, (along, command) in enumerate(placed, start=1):
        piece = Piece(
            id=f"{letter}-marker-{number}", type=names.MARKER, owner=seat, controller=seat,
            army=letter, shape=SHAPE, place="table", pose=own.pose(along, 0),
            traits=("marker",),
        )  # fmt: skip
        known = Mustered(replace(piece, command=command))
        yield Veiled((f"side:{side}",), known, Mustered(piece))
    yield Popped()


def judge_markers(
    book: Book, position: Position, seat: Seat, ask: Ask | None, said: PlaceMarkers
) -> Verdict:
    """A point on the edge for each command, no two at one place. [GT-5.4, GT-5.7]"""
    del ask
    own = home(book, position, seat)
    found = []
    if len(said.points) != SCALE.commands:
        found.append(Refusal("GT-4.3", "gt.4-3.each", {"number": SCALE.commands}))
    if any(not 0 <= point <= own.length for point in said.points):
        found.append(Refusal("GT-5.7", "gt.5-7.edge", {"limit": own.length}))
    if len(set(said.points)) < len(said.points):
        found.append(Refusal("GT-5.4", "gt.5-4.apart"))
    return Verdict(tuple(found))


def marker_of(position: Position, command: str) -> Piece | None:
    """The marker of a command, for those who may know it. [GT-5.2]"""
    for piece in position.pieces.values():
        if piece.type == names.MARKER and piece.command == command:
            return piece
    return None


def shown(position: Position, side: str) -> Iterator[Event]:
    """Everybody learns which marker is whose, and who is in which command. [GT-4.1, GT-4.2]"""
    yield from opened(position, split_seal(side))
    yield from opened(position, f"{side} markers")
    seat = chief(position, side)
    ids = command_ids(position, side)
    for number, command in enumerate(ids, start=1):
        marker = marker_of(position, command)
        assert marker is not None, command
        yield Exchanged(marker)
        total = Counted(command, names.TOTAL, position.count(command, names.TOTAL))
        own = tuple(piece for piece in stands(position, side) if piece.command == command)
        seen = Counted(command, names.TOTAL, seen_points(position, own))
        yield Veiled((f"side:{side}",), total, seen) if any(map(seems, own)) else total
        yield Counted(command, names.MODIFIER, position.count(command, names.MODIFIER))
        holder = leader(position, side, number)
        for piece in own:
            told = Exchanged(replace(piece, truth=""))
            yield Veiled((f"side:{side}",), Exchanged(piece), told) if seems(piece) else told
            if holder != seat:
                yield Controlled(piece.id, holder)
    yield Counted(side, names.SHOWN, 1)
    yield Ruled("GT-4.1", "gt.4-1.shown", {"seat": seat})


def any_markers(book: Book, position: Position, ask: Ask, random: Random) -> PlaceMarkers:
    """Anywhere in the three middle zones, a board's quarter apart as a rule."""
    own = home(book, position, ask.seat)
    zone = middle_zones(own)
    third = (zone.right - zone.left) // SCALE.commands
    points = [zone.left + third * n + random.randrange(third) for n in range(SCALE.commands)]
    random.shuffle(points)
    return PlaceMarkers(tuple(points))


def sensible_markers(book: Book, position: Position, ask: Ask) -> Iterator[PlaceMarkers]:
    """A command in the middle, one on either side of it; which one where, by lot.

    Whoever knows how bots think may not know whose marker is whose: the salt of the own seals,
    which nobody else sees, is the lot. [GT-4.3]
    """
    own = home(book, position, ask.seat)
    middle = own.length // 2
    lot = salt_of(position, position.side(ask.seat))
    orders = permutations((middle, middle - SCALE.zone, middle + SCALE.zone))
    yield from sorted(map(PlaceMarkers, orders), key=lambda one: drawn(one, lot))


def drawn(said: PlaceMarkers, lot: str) -> str:
    """A number for an order of markers; all have the same where there is no lot."""
    return digest_of(str(said.points), lot) if lot else ""


PROCEDURES = {Markers: markers}
JUDGES = {PlaceMarkers: judge_markers}
MENUS = {names.MARKERS: Menu(any_markers, sensible_markers)}
