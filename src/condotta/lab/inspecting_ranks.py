"""What must hold after every event of a ranked battle."""

from __future__ import annotations

from condotta.kernel.battle import Battle
from condotta.kernel.events import Counted, Event, Exchanged, Moved, Placed, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.lab.inspecting import PLACES, Broken, Inspector
from condotta.rules.ranked import names
from condotta.rules.ranked.regiment import Regiment, field, is_regiment
from condotta.rules.ranked.terrain import barred
from condotta.table import TOUCH, Base, base, meets, overlaps


class RankInspector(Inspector):
    """Follows a ranked battle: regiments never overlap, models are never made, nothing is lost."""

    def __init__(self, battle: Battle) -> None:
        """Begin where a battle is; the pieces that are mustered by then are all there ever are."""
        self.battle = battle
        self.position = battle.state.position
        self.events = self.decisions = self.tried = 0
        self.pieces = frozenset(self.position.pieces)

    def look(self, event: Event) -> None:
        """Nobody overlaps anybody or leaves the board; models only become fewer."""
        match event:
            case Moved(steps, way):
                for step in steps:
                    free(self.position, self.position.pieces[step.piece], way)
            case Placed(name) | Exchanged(Piece(id=name)):
                free(self.position, self.position.pieces[name], "placed")
            case Counted(name, names.MODELS, value) if name in self.pieces:
                if not 0 <= value <= self.position.count(name, names.MUSTERED):
                    raise Broken(f"{name} has {value} models")
            case Veiled(_, inside):
                self.look(inside)
            case _:
                pass

    def weigh(self) -> None:
        """Nothing vanishes but what is not of an army."""
        missing = self.pieces - set(self.position.pieces)
        if missing:
            raise Broken(f"{sorted(missing)} are nowhere")

    def settled(self) -> None:
        """At rest every regiment stands in ranks and files of its own models."""
        here = field(self.battle.book, self.position)
        for piece in self.position.pieces.values():
            if piece.place not in PLACES:
                raise Broken(f"{piece.id} is in place {piece.place}")
        for one in here.regiments:
            in_ranks(one)
            for area in barred(here):
                if meets(one.base, area, TOUCH):
                    raise Broken(f"{one.id} at {one.pose} stands in {area.id}")


def in_ranks(one: Regiment) -> None:
    """The rectangle of a regiment is that of its models, its characters counted."""
    shape = one.shape_with(one.total, one.files)
    if one.models < 1 or one.piece.shape != shape:
        what = f"{one.models} models and {len(one.joined)} characters in {one.files} files"
        raise Broken(f"{one.id} has {what}, and is {one.piece.shape} instead of {shape}")


def free(position: Position, piece: Piece, way: str) -> None:
    """A regiment on the table lies on the board and over no other."""
    where = base_of(piece)
    if where is None:
        return
    board = position.board
    for x, y in where.corners:
        if not (-TOUCH <= x <= board.width + TOUCH and -TOUCH <= y <= board.depth + TOUCH):
            raise Broken(f"{piece.id} is off the board at {piece.pose} ({way})")
    for other in position.pieces.values():
        there = base_of(other)
        if there is not None and other.id != piece.id and overlaps(where, there):
            raise Broken(f"{piece.id} at {piece.pose} overlaps {other.id} at {other.pose} ({way})")


def base_of(piece: Piece) -> Base | None:
    """The base of a regiment, or of a character alone, that is on the table."""
    if piece.place != "table" or piece.pose is None or piece.shape is None:
        return None
    return base(piece.pose, piece.shape) if is_regiment(piece) else None
