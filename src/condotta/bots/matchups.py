"""Who likes to fight whom: the prospect of two troop types front to front in the open."""

from __future__ import annotations

from msgspec.structs import replace

from condotta.bots.prospects import Prospect, close_prospect, shot_prospect
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece
from condotta.rules.triumph import names
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import TABLES, troop
from condotta.table import Edge, Rectangle, Relation, base, line_up, pose_at

MIDDLE = 200_000
CONTACTS: dict[Edge, Relation] = {
    "left": "left_flank_contact",
    "right": "right_flank_contact",
    "rear": "rear_contact",
}
BOARD = Board(2 * MIDDLE, 2 * MIDDLE)


class Matchups:
    """Prospects by troop types, worked out when first asked for and kept."""

    def __init__(self, book: Book) -> None:
        """By this book."""
        self.book = book
        self._known: dict[tuple[str, str], Prospect] = {}
        self._edges: dict[tuple[Edge, str, str], float] = {}
        self._shots: dict[tuple[str, str], float] = {}

    def of(self, mine: str, yours: str) -> Prospect:
        """What a type may expect of another, both alone, no general, on open ground."""
        known = self._known.get((mine, yours))
        if known is None:
            known = self._known[mine, yours] = self._fight(mine, yours)
        return known

    def on(self, edge: Edge, mine: str, yours: str) -> float:
        """What a type gains on an average by striking an edge of another that fights nobody."""
        if edge == "front":
            return self.of(mine, yours).gain
        known = self._edges.get((edge, mine, yours))
        if known is None:
            there = self._field(mine, yours, CONTACTS[edge])
            known = self._edges[edge, mine, yours] = close_prospect(there, "A", "B").gain
        return known

    def shot(self, shooter: str, target: str) -> float:
        """Half points that a type may expect to cost another by one shot from its front."""
        known = self._shots.get((shooter, target))
        if known is None:
            field = self._field(shooter, target)
            known = self._shots[shooter, target] = shot_prospect(field, "A", "B").theirs
        return known

    def _fight(self, mine: str, yours: str) -> Prospect:
        return close_prospect(self._field(mine, yours), "A", "B")

    def _field(self, mine: str, yours: str, how: Relation | None = None) -> Field:
        """The two front to front, or in contact so; that they touch does not matter to a shot."""
        pieces = {"A": self._piece("A", mine, 0), "B": self._piece("B", yours, 180)}
        foe, own = pieces["B"].shape, pieces["A"].shape
        if how is not None and foe is not None and own is not None:
            place = line_up(own, base(pose_at(MIDDLE, MIDDLE, 180), foe), how)
            pieces["A"] = replace(pieces["A"], pose=place)
        worths = {name: {names.WORTH: value_of(piece.type)} for name, piece in pieces.items()}
        chairs = (Chair("A", "A"), Chair("B", "B"))
        position = Position(board=BOARD, chairs=chairs, pieces=pieces, counters=worths)
        return Field(self.book, position)

    @staticmethod
    def _piece(seat: str, code: str, degrees: int) -> Piece:
        kind = troop(code)
        pose = pose_at(MIDDLE, MIDDLE, degrees)
        shape = Rectangle(kind.width, kind.depth)
        return Piece(seat, code, seat, seat, seat, seat, shape=shape, place="table", pose=pose)


def value_of(code: str) -> int:
    """Half points of a type, or of a camp."""
    kind = troop(code)
    return TABLES.camp.sacked if kind.is_camp else kind.half_points


def matchups(book: Book) -> Matchups:
    """The one table of a book."""
    known = book.memo.get("matchups")
    if known is None:
        known = book.memo["matchups"] = Matchups(book)
    assert isinstance(known, Matchups)
    return known
