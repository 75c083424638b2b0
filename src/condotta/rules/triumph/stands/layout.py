"""The layout: stands on their bases and who is near whom, before anybody is friend or enemy.

A layout depends on the pieces alone. A new one takes over from the one before it all that has
not changed, so that a move costs what moved and not the whole table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import is_

from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.rules.triumph import seams
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.tables import troop
from condotta.table import (
    TOUCH,
    Base,
    Beside,
    Edge,
    adjacent,
    base,
    edge,
    front_on,
    partly_in_front,
    segment_to_base,
)
from condotta.table.once import ANEW, Keeps, Once, kept, same

EDGE_OF_HOLD: dict[str, Edge] = {
    "front": "front",
    "left_flank": "left",
    "right_flank": "right",
    "rear": "rear",
}
NOBODY = (None, None)
FEW = 4  # pieces in which two layouts may differ for nobody to look for one that is more alike
HEADS = 8  # who may know the table differently: the truth, six seats, the spectators


class Stand:
    """A stand or camp on the table, with the troop type it counts as. [TC-0.4]"""

    __slots__ = (
        "base",
        "command",
        "difficult",
        "general",
        "id",
        "is_camp",
        "piece",
        "range",
        "reach",
        "seat",
        "shoots",
        "troop",
    )

    def __init__(self, book: Book, piece: Piece) -> None:
        """Settle what the piece counts as and how far it moves, layers included."""
        assert piece.pose is not None, piece.id
        assert piece.shape is not None, piece.id
        self.piece = piece
        self.id = piece.id
        self.seat = piece.controller
        self.command = piece.command
        self.general = "general" in piece.traits
        self.troop = troop_of(book, piece)
        self.is_camp = self.troop.is_camp  # a camp fights but is no stand [TC-9.20]
        self.reach = reach_of(book, piece, self.troop)
        self.base: Base = base(piece.pose, piece.shape)
        # What layers may change and nothing but the piece decides, once it has been asked for.
        self.shoots: bool | None = None
        self.range: int | None = None

    def __repr__(self) -> str:
        """The id and type, for people who debug."""
        return f"<{self.id} {self.troop.code}>"


class Couple(Keeps):
    """Two stands that could touch each other, the one mustered first named first."""

    __slots__ = ("one", "other")

    def __init__(self, one: Stand, other: Stand) -> None:
        """Who they are; how they lie to each other is worked out when asked for."""
        self.one = one
        self.other = other

    @Once
    def beside(self) -> Beside | None:
        """Where the first stands next to the second, edge to edge and corner to corner."""
        return adjacent(self.one.base, self.other.base)

    @Once
    def holds(self) -> tuple[Edge | None, Edge | None]:
        """The edge of the second that the first's front would hold, and the other way round."""
        return contact_edge(self.one, self.other), contact_edge(self.other, self.one)

    def between(self, one: Stand, other: Stand) -> Couple:
        """The same geometry between the same stands, which may bear other marks by now."""
        if one is self.one and other is self.other:
            return self
        made = Couple(one, other)
        for name, answer in kept(self).items():
            setattr(made, name, answer)
        return made


class Layout(Keeps):
    """Stands by what is on the table. Never written to."""

    def __init__(self, book: Book, pieces: Mapping[str, Piece], before: Layout | None) -> None:
        """Take over every stand whose piece is the very same."""
        self.pieces = pieces
        self.by_id = stands_of(book, pieces, before)
        self.stands: tuple[Stand, ...] = tuple(self.by_id.values())
        self._before = before.known if before else None

    @property
    def known(self) -> Layout | None:
        """The newest layout up to this one whose couples are worked out: no chain grows."""
        return self if "couples" in kept(self) else self._before

    @Once
    def couples(self) -> tuple[Couple, ...]:
        """Every two stands that could touch each other, in order of mustering."""
        before, self._before = self._before, None
        still, found = self._kept(before) if before else (set[str](), list[Couple]())
        if before and len(still) == len(self.stands) and [*before.by_id] == [*self.by_id]:
            return tuple(found)
        for number, stand in enumerate(self.stands):
            if stand.id not in still:
                found.extend(self._near(number, still))
        if not still:
            return tuple(found)
        place = {name: number for number, name in enumerate(self.by_id)}
        return tuple(sorted(found, key=lambda one: (place[one.one.id], place[one.other.id])))

    def _kept(self, before: Layout) -> tuple[set[str], list[Couple]]:
        """Who lies where it lay, and the couples of those, in the order they had."""
        old = before.by_id
        same = {name for name, stand in self.by_id.items() if old.get(name) is stand}
        still = same | {
            name
            for name, stand in self.by_id.items()
            if name not in same and unmoved(stand, old.get(name))
        }
        found = []
        for couple in before.couples:
            one, other = couple.one.id, couple.other.id
            if one in same and other in same:
                found.append(couple)
            elif one in still and other in still:
                found.append(couple.between(self.by_id[one], self.by_id[other]))
        return still, found

    @Once
    def generals(self) -> dict[str, Stand]:
        """The general of each command that has one on the table, the first mustered. [TC-4.9]"""
        return {one.command: one for one in reversed(self.stands) if one.general}

    @Once
    def contacts(self) -> tuple[Couple, ...]:
        """The couples of which one holds an edge of the other, were they enemies."""
        return tuple([couple for couple in self.couples if couple.holds != NOBODY])

    def _near(self, number: int, still: set[str]) -> Iterator[Couple]:
        """The couples of a stand that moved, those with an earlier one that moved left out."""
        stand = self.stands[number]
        x, y, reach = stand.base.cx, stand.base.cy, stand.base.reach + TOUCH
        for index, other in enumerate(self.stands):
            there = other.base
            dx, dy, both = there.cx - x, there.cy - y, reach + there.reach
            if dx * dx + dy * dy <= both * both:
                if index > number:
                    yield Couple(stand, other)
                elif index < number and other.id in still:
                    yield Couple(other, stand)


def stands_of(book: Book, pieces: Mapping[str, Piece], before: Layout | None) -> dict[str, Stand]:
    """The stands on the table, in order of mustering; whoever has not changed is taken over."""
    old = before.by_id if before else {}
    if before and [*pieces] == [*before.pieces]:
        both = zip(pieces.values(), before.pieces.values(), strict=True)
        changed = [piece for piece, was in both if piece is not was]
        stayed = [piece for piece in changed if piece.id in old and lies(piece)]
        if len(stayed) == len(changed):
            return {**old, **{piece.id: Stand(book, piece) for piece in changed}}
    found = {}
    for name, piece in pieces.items():
        if name in old and old[name].piece is piece:
            found[name] = old[name]
        elif lies(piece):
            found[name] = Stand(book, piece)
    return found


def lies(piece: Piece) -> bool:
    """Whether a piece lies on the table as a stand or a camp: a reported one has no place there."""
    placed = piece.place == "table" and piece.pose is not None and piece.shape is not None
    return placed and is_stand(piece)


def unmoved(stand: Stand, before: Stand | None) -> bool:
    """Whether a stand lies where it lay, as what it was."""
    return before is not None and stand.base is before.base and stand.troop is before.troop


def layout(book: Book, pieces: Mapping[str, Piece]) -> Layout:
    """The layout of some pieces: the same object for the same pieces while remembered."""
    return book.newest(laid_anew, pieces)


def laid_anew(book: Book, pieces: Mapping[str, Piece]) -> Layout:
    """The layout of pieces that are not remembered: most is taken over from one like it."""
    heads: list[Layout] = book.memo.setdefault("newest layouts", [])
    before = likest(heads, pieces)
    made = Layout(book, pieces, before)
    if before is not None and 2 * shared(before.pieces, pieces) > len(pieces):
        heads.remove(before)
    heads.append(made)
    del heads[:-HEADS]
    if ANEW:
        same("layout", told(made), told(Layout(book, pieces, None)))
    return made


def told(layout: Layout) -> tuple[object, ...]:
    """All that there is in a layout, by the names of its stands."""
    couples = [(one.one.id, one.other.id, one.beside, one.holds) for one in layout.couples]
    return [(one.id, one.base, one.troop) for one in layout.stands], couples


def shared(some: Mapping[str, Piece], others: Mapping[str, Piece]) -> int:
    """How many pieces are the very same in both; they are mustered in one order."""
    return sum(map(is_, some.values(), others.values()))


def likest(heads: list[Layout], pieces: Mapping[str, Piece]) -> Layout | None:
    """Of the newest layouts the one to take most over from.

    The truth and what each seat knows of it go on side by side, each in pieces of its own.
    """
    best, most = None, -1
    for one in reversed(heads):
        same = shared(one.pieces, pieces)
        if same > most:
            best, most = one, same
        if same + FEW >= len(pieces):
            break
    return best


def troop_of(book: Book, piece: Piece) -> TroopType:
    """The troop type a piece counts as: its own unless a layer recasts it. [TC-1.1]"""
    kind = troop(book.sole(seams.COUNTS_AS, book, piece) or piece.type)
    return book.sole(seams.CHANGED, book, piece, kind) or kind


def reach_of(book: Book, piece: Piece, kind: TroopType) -> int:
    """How far a stand may move in open terrain, in quanta. [TC-1.6]"""
    said = book.sole(seams.REACH, book, piece, kind)
    return kind.move if said is None else said


def is_stand(piece: Piece) -> bool:
    """Whether the piece takes part as a stand or a camp; markers do not."""
    return "marker" not in piece.traits


def near(one: Base, other: Base, margin: float) -> bool:
    """Whether two bases could be within a margin of each other: a quick refusal of most pairs."""
    dx, dy = one.cx - other.cx, one.cy - other.cy
    reach = one.reach + other.reach + margin
    return dx * dx + dy * dy <= reach * reach


def contact_edge(by: Stand, on: Stand) -> Edge | None:
    """The edge of `on` that `by`'s front is in legal contact with. [TC-0.8 to 0.10, TC-5.37]

    A camp's front holds nothing.
    """
    if by.is_camp:
        return None
    if on.is_camp:
        return "front" if front_lies_on(by.base, on.base) else None
    hold = front_on(by.base, on.base)
    return None if hold is None else EDGE_OF_HOLD[hold]


def front_lies_on(by: Base, on: Base) -> bool:
    """Whether a front edge lies against a base, lined up or not; a side or a corner does not.

    [TC-0.11, TC-5.35, TC-5.37]
    """
    return segment_to_base(edge(by, "front"), on) <= TOUCH and partly_in_front(on, by)
