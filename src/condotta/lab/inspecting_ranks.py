"""What must hold after every event of a ranked battle."""

from __future__ import annotations

from condotta.kernel.events import Counted, Event, Exchanged, Moved, Placed, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.lab.inspecting import ArmyInspector, Broken, lies_free
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.regiment import Regiment, field, is_regiment
from condotta.rules.ranked.reading.terrain import barred
from condotta.table import TOUCH, Base, base, meets


class RankInspector(ArmyInspector):
    """Follows a ranked battle: regiments never overlap, models are never made, nothing is lost."""

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

    def settled(self) -> None:
        """At rest every regiment stands in ranks and files of its own models."""
        super().settled()
        here = field(self.battle.book, self.position)
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
    lies_free(position, piece, base_of, TOUCH, way)


def base_of(piece: Piece) -> Base | None:
    """The base of a regiment, or of a character alone, that is on the table."""
    if piece.place != "table" or piece.pose is None or piece.shape is None:
        return None
    return base(piece.pose, piece.shape) if is_regiment(piece) else None
