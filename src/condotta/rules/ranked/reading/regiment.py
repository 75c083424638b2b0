"""Reading a position of ranked battles: regiments, who is in them, who touches whom.

A field is worked out once for a position and kept while it is in use. Nothing in it is written
to; everybody reads the same one. `field(book, position).regiment("R1")` is where rules begin.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.arcs import at_corners, front_arc, side_of
from condotta.rules.ranked.reading.formation import counting_ranks, quanta_of, ranks_of, shape_of
from condotta.rules.ranked.settings import settings_of
from condotta.rules.ranked.tables import TroopType, troop_types
from condotta.table import TOUCH, Area, Base, Edge, Pose, Rectangle, base, gap
from condotta.table.once import Keeps, Once

WHOLE = frozenset({"swiftstride", "skirmishers", "fast-cavalry", "fly"})


def is_regiment(piece: Piece) -> bool:
    """Whether a piece is a regiment or a character, not a template or a token."""
    return piece.type in troop_types()


def piece_has(piece: Piece, key: str) -> bool:
    """Whether a piece has a special rule: bought, of its troop type, or laid on it as a mark."""
    kind = troop_types().get(piece.type)
    had = key in piece.traits or piece.marked(key) or (kind is not None and key in kind.traits)
    return had and not piece.marked(names.LOST + key)


def rules_of(piece: Piece) -> tuple[str, ...]:
    """All special rules of a piece: bought, of its troop type, or laid on it; none it has lost."""
    kind = troop_types().get(piece.type)
    every = (*piece.traits, *(kind.traits if kind else ()), *(mark.name for mark in piece.marks))
    return tuple(rule for rule in dict.fromkeys(every) if not piece.marked(names.LOST + rule))


class Regiment(Keeps):
    """A regiment on the table with the characters in it; or a character alone. [FB-2.2]

    `models` are its rank and file, `total` counts characters too, `ranks` the incomplete rank.
    """

    def __init__(self, position: Position, piece: Piece, joined: tuple[Piece, ...] = ()) -> None:
        """Read its numbers off the counters beside it."""
        self.position = position
        self.piece = piece
        self.joined = joined
        self.id = piece.id
        self.seat: Seat = piece.controller
        self.kind: TroopType = troop_types()[piece.type]
        self.models = position.count(piece.id, names.MODELS)
        self.total = self.models + len(joined)
        self.files = max(1, min(position.count(piece.id, names.FILES) or 1, self.total))
        self.ranks = ranks_of(self.total, self.files)
        self.fleeing = piece.marked(names.FLEEING)

    def __repr__(self) -> str:
        """The id, for people who debug."""
        return f"<{self.id} {self.piece.unit} {self.models}>"

    @Once
    def base(self) -> Base:
        """The rectangle it stands on; it must be on the table."""
        assert self.piece.pose is not None, self.id
        assert self.piece.shape is not None, self.id
        return base(self.piece.pose, self.piece.shape)

    @property
    def pose(self) -> Pose:
        """Where its front's middle is; it must be on the table."""
        assert self.piece.pose is not None, self.id
        return self.piece.pose

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The regiment's own piece and those of the characters in it."""
        return (self.piece, *self.joined)

    def value(self, name: str) -> int:
        """A number of its rank and file: `value("WS")`; what layers add is not in it."""
        return self.position.count(self.id, name)

    def best(self, name: str) -> int:
        """The best of that number in it, characters included. [FB-1.7, FB-1.8]"""
        return max(self.position.count(piece.id, name) for piece in self.pieces)

    def least(self, name: str) -> int:
        """The least of that number in it: a regiment moves as fast as its slowest model."""
        return min(self.position.count(piece.id, name) for piece in self.pieces)

    def has(self, key: str) -> bool:
        """Whether its rank and file have a special rule or a piece of equipment.

        Rules that hold for the whole of a regiment must be had by the characters in it too.
        """
        if key in WHOLE:
            return all(piece_has(piece, key) for piece in self.pieces)
        return piece_has(self.piece, key)

    def any_has(self, key: str) -> bool:
        """Whether anybody in it has a special rule."""
        return any(piece_has(piece, key) for piece in self.pieces)

    def marked(self, name: str) -> bool:
        """Whether a mark of that name lies on it."""
        return self.piece.marked(name)

    @property
    def is_character(self) -> bool:
        """Whether it is a character alone. [FB-11.1]"""
        return names.CHARACTER in self.piece.traits

    @property
    def is_machine(self) -> bool:
        """Whether it is a war machine with its crew. [FB-12.1]"""
        return self.piece.type == names.WAR_MACHINE

    @property
    def counting_ranks(self) -> int:
        """Ranks with enough models, the front rank among them. [FB-7.11, FB-7.15]"""
        return counting_ranks(self.total, self.files, self.kind.rank)

    @property
    def movement(self) -> int:
        """Its Movement in quanta. [FB-2.1]"""
        return self.inches * names.INCH

    @Once
    def inches(self) -> int:
        """Its Movement in inches, the slowest model's; fliers have 10. [FB-9.7]"""
        return 10 if self.has("fly") else self.least(names.M)

    @property
    def base_size(self) -> tuple[int, int]:
        """One model's base, in quanta."""
        return quanta_of(self.value(names.BASE_WIDTH)), quanta_of(self.value(names.BASE_DEPTH))

    def shape_with(self, total: int, files: int) -> Rectangle:
        """The rectangle that so many of its models in so many files make. [FB-2.2]"""
        return shape_of(total, files, *self.base_size)


class Field(Keeps):
    """A position of ranked battles as geometry and relations. Never written to."""

    def __init__(self, book: Book, position: Position) -> None:
        """Read the regiments off the table; everything else is worked out when asked for."""
        self.book = book
        self.position = position
        self.areas: tuple[Area, ...] = position.areas
        self.inside: dict[str, str] = {}  # a joined character's id, and the regiment's
        joined: dict[str, list[Piece]] = defaultdict(list)
        pieces = [one for one in position.at("table") if is_regiment(one)]
        for piece in pieces:
            if piece.pose is None and piece.command and piece.command != piece.id:
                joined[piece.command].append(piece)
                self.inside[piece.id] = piece.command
        self.regiments = tuple(
            Regiment(position, piece, tuple(joined[piece.id]))
            for piece in pieces
            if piece.pose is not None and piece.shape is not None
        )
        self._by_id = {one.id: one for one in self.regiments}
        self._relations: dict[tuple[Seat, Seat], str] = {}
        self.memo: dict[str, dict[Any, Any]] = defaultdict(dict)  # what rules found out already

    def regiment(self, name: str) -> Regiment:
        """The regiment with this id, or the one that this character is in; it must be there."""
        return self._by_id[self.inside.get(name, name)]

    def find(self, name: str) -> Regiment | None:
        """The regiment with this id, or the one that this character is in, if on the table."""
        return self._by_id.get(self.inside.get(name, name))

    def standing(self, names: Iterable[str]) -> tuple[Regiment, ...]:
        """Those of some pieces that are regiments on the table now, in the order given."""
        found = ((name, self.find(name)) for name in names)
        return tuple(one for name, one in found if one is not None and one.id == name)

    def relation(self, one: Seat, other: Seat) -> str:
        """Friend, enemy or neutral, right now."""
        known = self._relations.get((one, other))
        if known is None:
            known = self.book.stack(seams.RELATION, self.position, one, other)
            self._relations[one, other] = known
        return known

    def related(self, seat: Seat, relation: str) -> tuple[Regiment, ...]:
        """The regiments on the table whose seats stand so to a seat, in order of mustering."""
        known = self.memo["related"]
        if (seat, relation) not in known:
            those = (one for one in self.regiments if self.relation(seat, one.seat) == relation)
            known[seat, relation] = tuple(those)
        found: tuple[Regiment, ...] = known[seat, relation]
        return found

    def enemies(self, seat: Seat) -> tuple[Regiment, ...]:
        """The regiments of a seat's enemies."""
        return self.related(seat, "enemy")

    def neutrals(self, seat: Seat) -> tuple[Regiment, ...]:
        """The regiments of those who are neutral to a seat now."""
        return self.related(seat, "neutral")

    def friends(self, seat: Seat) -> tuple[Regiment, ...]:
        """The regiments of a seat and its friends."""
        return self.related(seat, "friend")

    def own(self, seat: Seat) -> tuple[Regiment, ...]:
        """The regiments that a seat commands."""
        return tuple(one for one in self.regiments if one.seat == seat)

    def stands_by(self, one: Regiment) -> bool:
        """Whether it is neutral to whoever's turn it is, so that nothing of the phase touches it.

        Whose doing an effect is does not matter: he may be neutral himself by now.
        """
        return any(self.relation(seat, one.seat) == "neutral" for seat in self.position.active)

    def hostile(self, one: Regiment, other: Regiment) -> bool:
        """Whether two regiments are enemies."""
        return self.relation(one.seat, other.seat) == "enemy"

    @Once
    def _contacts(self) -> dict[str, tuple[Regiment, ...]]:
        found: dict[str, list[Regiment]] = defaultdict(list)
        for one, other in self.held:
            if self.hostile(one, other):
                found[one.id].append(other)
                found[other.id].append(one)
        return {name: tuple(those) for name, those in found.items()}

    def touching(self, one: Regiment) -> tuple[Regiment, ...]:
        """The enemies in base contact with it, none of them fleeing. [FB-7.3]"""
        return self._contacts.get(one.id, ())

    def holding(self, one: Regiment) -> tuple[Regiment, ...]:
        """All in contact with it that are no friends, whether they may be fought now or not."""
        return tuple(couple[one is couple[0]] for couple in self.held if one in couple)

    @Once
    def held(self) -> tuple[tuple[Regiment, Regiment], ...]:
        """Every two regiments in contact that are no friends, whether they may fight now or not.

        Who is neutral now is not fought, yet contact with him holds as any does.
        """
        corners = settings_of(self.book).flag("cornersFight")
        steady = [one for one in self.regiments if not one.fleeing]
        return tuple(
            (one, other)
            for number, one in enumerate(steady)
            for other in steady[number + 1 :]
            if in_contact(one.base, other.base)
            and self.relation(one.seat, other.seat) != "friend"
            and (corners or not at_corners(one.base, other.base))
            and not self.book.refusals(seams.PARTED, self.position, one.piece, other.piece)
        )

    @Once
    def _locked(self) -> frozenset[str]:
        return frozenset(one.id for couple in self.held for one in couple)

    def engaged(self, one: Regiment) -> bool:
        """Whether it is in close combat."""
        return one.id in self._locked

    def facing_of(self, target: Regiment, other: Regiment) -> Edge:
        """On which facing of a target another regiment lies: front, left, right or rear.

        In contact it is the edge that is touched; otherwise the arc its middle is in. [FB-1.9]
        """
        struck = f"struck:{other.id}:"
        for mark in target.piece.marks:
            if mark.name.startswith(struck):
                found: Edge = mark.name.removeprefix(struck)  # type: ignore[assignment]  # an edge
                return found
        return side_of(target.base, other.base)

    def in_front_arc(self, of: Regiment, other: Regiment) -> bool:
        """Whether any part of another lies in its front arc. [FB-1.9, FB-4.2]"""
        return bool(front_arc(of.base, other.base))

    def gap(self, one: Regiment, other: Regiment) -> float:
        """The distance between the closest points of two regiments, in quanta. [FB-1.2]"""
        return gap(one.base, other.base)

    def nearest_enemy(self, one: Regiment) -> Regiment | None:
        """The enemy that is closest, the first mustered of equals."""
        foes = self.enemies(one.seat)
        return min(foes, key=lambda foe: gap(one.base, foe.base)) if foes else None

    def on_board(self, where: Base) -> bool:
        """Whether every corner is on the board; its edge counts as on it. [FB-4.19]"""
        board = self.position.board
        width, depth = board.width + TOUCH, board.depth + TOUCH
        return all(-TOUCH <= x <= width and -TOUCH <= y <= depth for x, y in where.corners)


def in_contact(one: Base, two: Base) -> bool:
    """Whether two bases touch; corners count. [FB-7.3]"""
    reach = one.reach + two.reach + TOUCH
    if abs(one.cx - two.cx) > reach or abs(one.cy - two.cy) > reach:
        return False
    return gap(one, two) <= TOUCH


def field(book: Book, position: Position) -> Field:
    """The field of a position: the same object for the same position while remembered."""
    return book.newest(Field, position)


def game_turn(position: Position) -> int:
    """The round of all seats that is being played, from 1. [FB-14.5]"""
    return position.count(names.TABLE, names.GAME_TURN)
