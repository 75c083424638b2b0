"""The field: what can be read off a position before any rule is asked to change it.

A field is worked out once for a position and kept while it is in use: who touches whom, who
fights, whose zones reach where. What depends on the pieces alone is the `layout`, which fields
share. Everybody reads the same one.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.triumph import seams
from condotta.rules.triumph.settings import settings_of
from condotta.rules.triumph.stands.layout import (
    EDGE_OF_HOLD,
    Stand,
    contact_edge,
    is_stand,
    layout,
    near,
    reach_of,
    troop_of,
)
from condotta.rules.triumph.tables import CAMP, TABLES, terrain
from condotta.table import (
    HALF,
    Area,
    Base,
    Edge,
    Segment,
    edge_meets,
    meets,
)
from condotta.table.once import Keeps, Once, noted


class Touch:
    """A front edge in legal contact with an enemy: `by`'s front lies on that edge of `on`.

    `edge` is front, left, right or rear; of a camp it is always front. [TC-0.8, TC-0.9, TC-0.10]
    """

    __slots__ = ("by", "edge", "on")

    def __init__(self, by: Stand, on: Stand, edge: Edge) -> None:
        """Who touches whom, and where."""
        self.by = by
        self.on = on
        self.edge = edge


class Field(Keeps):
    """A position of TRIUMPH! as geometry and relations. Never written to."""

    def __init__(self, book: Book, position: Position) -> None:
        """Read the stands off the table; everything else is worked out when asked for."""
        self.book = book
        self.position = position
        self.settings = settings_of(book)
        self.tables = TABLES
        self.layout = layout(book, position.pieces)
        self.stands = self.layout.stands
        self._by_id = self.layout.by_id
        self.areas: tuple[Area, ...] = position.areas
        self.ground = ground(book, position.areas)
        self._relations: dict[tuple[Seat, Seat], str] = {}
        self._enemies: dict[Seat, tuple[Stand, ...]] = {}
        self._friends: dict[Seat, tuple[Stand, ...]] = {}
        self.memo: dict[str, dict[Any, Any]] = defaultdict(dict)  # what rules found out already

    def stand(self, name: str) -> Stand:
        """The stand with this id; it must be on the table."""
        return self._by_id[name]

    def find(self, name: str) -> Stand | None:
        """The stand with this id, if it is on the table."""
        return self._by_id.get(name)

    def relation(self, one: Seat, other: Seat) -> str:
        """Friend, enemy or neutral, right now."""
        known = self._relations.get((one, other))
        if known is None:
            known = self.book.stack(seams.RELATION, self.position, one, other)
            self._relations[one, other] = known
        return known

    def enemies(self, seat: Seat) -> tuple[Stand, ...]:
        """The stands and camps of a seat's enemies, in order of mustering."""
        known = self._enemies.get(seat)
        if known is None:
            known = self._enemies[seat] = self._related(seat, "enemy")
        return known

    def friends(self, seat: Seat) -> tuple[Stand, ...]:
        """The stands and camps of a seat's side, in order of mustering."""
        known = self._friends.get(seat)
        if known is None:
            known = self._friends[seat] = self._related(seat, "friend")
        return known

    def neutrals(self, seat: Seat) -> tuple[Stand, ...]:
        """The stands and camps of those who are neutral to a seat now, in order of mustering."""
        return self._related(seat, "neutral")

    def _related(self, seat: Seat, relation: str) -> tuple[Stand, ...]:
        seats = {stand.seat for stand in self.stands}
        those = {other for other in seats if self.relation(seat, other) == relation}
        return tuple([stand for stand in self.stands if stand.seat in those])

    @Once
    def touches(self) -> tuple[Touch, ...]:
        """Every legal contact of a front edge with an enemy, sorted by who touches. [TC-0.11]"""
        found = [
            Touch(by, on, edge)
            for couple in self.layout.contacts
            if self.relation(couple.one.seat, couple.other.seat) == "enemy"
            for by, on, edge in (
                (couple.one, couple.other, couple.holds[0]),
                (couple.other, couple.one, couple.holds[1]),
            )
            if edge is not None
        ]
        if not found:
            return ()
        place = {stand.id: number for number, stand in enumerate(self.stands)}
        return tuple(sorted(found, key=lambda touch: (place[touch.by.id], place[touch.on.id])))

    @Once
    def fighting(self) -> frozenset[str]:
        """The stands in close combat, whichever of the two made the contact. [TC-0.11]

        Who is neutral now is not fought, yet contact with him holds as any does.
        """
        held = [
            name
            for couple in self.layout.contacts
            if self.relation(couple.one.seat, couple.other.seat) == "neutral"
            for name in (couple.one.id, couple.other.id)
        ]
        mine = (name for touch in self.touches for name in (touch.by.id, touch.on.id))
        return frozenset((*mine, *held))

    def fights_to_front(self, stand: Stand) -> Stand | None:
        """The enemy on whose any edge this stand's front lies, stands before camps. [TC-5.38]"""
        found = [touch for touch in self.touches if touch.by is stand]
        found.sort(key=lambda touch: (touch.edge != "front", touch.on.is_camp))
        return found[0].on if found else None

    def enemy_on(self, stand: Stand, edge: Edge) -> Stand | None:
        """The enemy whose front edge lies on that edge of the stand. [TC-5.34]"""
        for touch in self.touches:
            if touch.on is stand and touch.edge == edge:
                return touch.by
        return None

    def attackers(self, stand: Stand) -> tuple[Touch, ...]:
        """Every enemy whose front edge lies on the stand."""
        return tuple(touch for touch in self.touches if touch.on is stand)

    def rough_to(self, body: tuple[Stand, ...], area: Area) -> bool:
        """Whether a difficult area is so in a tactical move of that body. [TC-5.11]"""
        return difficult_to(self, body, area.kind)

    def in_difficult(self, stand: Stand, where: Base | None = None) -> bool:
        """Whether any part of the base is in difficult terrain; its border is not. [TC-0.7]"""
        at = where or stand.base
        areas = self.ground.difficult
        return bool(areas) and any(meets(at, area) for area in areas)

    def edge_in_difficult(self, line: Segment) -> bool:
        """Whether any part of an edge is in difficult terrain. [TC-2.26]"""
        return any(edge_meets(line, area) for area in self.ground.difficult)

    @property
    def impassable(self) -> tuple[Area, ...]:
        """The areas nobody may enter. [TC-7.20]"""
        return self.ground.impassable

    def on_board(self, where: Base) -> bool:
        """Whether every corner is on the board; its edge counts as on it. [TC-5.12]"""
        board = self.position.board
        width, depth = board.width + HALF, board.depth + HALF
        for x, y in where.corners:  # noqa: SIM110 - asked all the time: a loop is cheapest
            if not (-HALF <= x <= width and -HALF <= y <= depth):
                return False
        return True

    def general(self, command: str) -> Stand | None:
        """The general of a command, if he is on the table. [TC-4.9]"""
        return self.layout.generals.get(command)

    def closed(self, friend: Stand) -> bool:
        """Whether nobody at all may pass: a camp, or a stand in close combat. [TC-5.42]"""
        fights = friend.id in self.fighting and not self.settings.flag("passFighting")
        return friend.is_camp or fights

    def tied(self, *, alone: bool) -> frozenset[str]:
        """The stands that close combat keeps where they are. Nobody breaks off. [TC-5.10]

        By a setting a stand that moves alone does: any, or one with no enemy on its front.
        """
        free = self.settings.word("breakingOff")
        if free == "never" or not alone:
            return self.fighting
        if free != "flank":
            return frozenset()
        fighting = map(self.stand, self.fighting)
        ahead = (
            one for one in fighting if self.fights_to_front(one) or self.enemy_on(one, "front")
        )
        return frozenset(one.id for one in ahead)

    def may_pass(self, mover: Stand, friend: Stand) -> bool:
        """Whether a friend may be passed through: open order foot that is free. [TC-5.41, 5.42]"""
        if self.closed(friend):
            return False
        said = self.book.sole(seams.PASSABLE, self.book, mover.piece, friend.piece)
        if said is not None:
            return said
        by = self.settings.word("openFootPassedBy")
        allowed = by == "any" or (by == "mounted") == mover.troop.is_mounted
        return allowed and friend.troop.is_open_foot


@noted
def difficult_to(here: Field, body: tuple[Stand, ...], kind: str) -> bool:
    """Whether difficult ground of a kind is so in a tactical move of that body. [TC-5.11]"""
    return here.book.sole(seams.MOVE_GOING, here.book, body, kind) in (None, "difficult")


def field(book: Book, position: Position) -> Field:
    """The field of a position: the same object for the same position while remembered."""
    return book.newest(Field, position)


__all__ = [
    "CAMP",
    "EDGE_OF_HOLD",
    "Field",
    "Stand",
    "Touch",
    "contact_edge",
    "field",
    "is_stand",
    "near",
    "reach_of",
    "troop_of",
]


# ── the ground ───────────────────────────────────────────────────────────────
KEPT = 16  # grounds remembered at a time; a battle has one, once it has begun


class Ground(Keeps):
    """The areas on the board, and what rules found out about them. Never written to."""

    def __init__(self, _: Book, areas: tuple[Area, ...]) -> None:
        """Take the areas; everything else is worked out when asked for."""
        self.areas = areas
        self.memo: dict[str, dict[Any, Any]] = defaultdict(dict)  # what no stand can change

    @Once
    def impassable(self) -> tuple[Area, ...]:
        """The areas nobody may enter. [TC-7.20]"""
        return tuple(area for area in self.areas if terrain(area.kind).going == "impassable")

    @Once
    def difficult(self) -> tuple[Area, ...]:
        """The areas that are difficult going. [TC-7.20]"""
        return tuple(area for area in self.areas if terrain(area.kind).going == "difficult")


def ground(book: Book, areas: tuple[Area, ...]) -> Ground:
    """The ground of some areas: the same object for the same areas while remembered."""
    return book.newest(Ground, areas, KEPT)
