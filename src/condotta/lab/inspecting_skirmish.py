"""What must hold after every event of a skirmish battle."""

from __future__ import annotations

from condotta.kernel.events import Counted, Event, Moved, Placed, Removed, Veiled
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.lab.inspecting import ArmyInspector, Broken
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.field import Model, field, is_model, is_unit
from condotta.rules.skirmish.reading.profile import left
from condotta.rules.skirmish.setting_out.places_to_set_out import in_one_place, together
from condotta.table import Field, on_board

NEVER_BELOW_NOTHING = (names.CP, names.VP, names.SLAIN, names.TRIED, names.DENIED, names.LEVEL)


class SkirmishInspector(ArmyInspector):
    """Follows a skirmish battle: models stand apart, wounds fit, units keep together."""

    def begin(self) -> None:
        """Nobody has been set out by then."""
        super().begin()
        self.placed: set[str] = set()

    def watch(self, state: State, events: tuple[Event, ...]) -> None:
        """After every decision; what was set out is looked at when all of it stands."""
        self.placed.clear()
        super().watch(state, events)

    def look(self, event: Event) -> None:
        """Nobody overlaps anybody or leaves the table; numbers stay within their limits."""
        match event:
            case Moved(steps, way):
                for step in steps:
                    self.free(step.piece, way)
                for unit in {self.position.pieces[step.piece].command for step in steps}:
                    self.in_coherency(unit, way)
            case Placed(name, "table") if is_model(self.position.pieces[name]):
                self.free(name, "placed")
                self.placed.add(self.position.pieces[name].command)
            case Removed(name) if name in self.position.pieces:
                self.placed.discard(self.position.pieces[name].command)
            case Counted(holder, name, value):
                self.counted(holder, name, value)
            case Veiled(_, inside):
                self.look(inside)
            case _:
                pass

    def counted(self, holder: str, name: str, value: int) -> None:
        """Wounds are within W, points never below nothing. [SK-22, SK-129]"""
        if name in NEVER_BELOW_NOTHING and value < 0:
            raise Broken(f"{holder} has {value} {name}")
        if name == names.WOUNDS:
            piece = self.position.pieces[holder]
            whole = sheet_of(self.position, piece).profile(piece.type).W
            if not 0 <= value <= whole:
                raise Broken(f"{holder} has lost {value} of {whole} wounds")

    def free(self, name: str, way: str) -> None:
        """A model on the table stands on it whole, and in nobody's place. [SK-13]"""
        model = field(self.position).models.get(name)
        if model is None:
            return
        board = self.position.board
        if not on_board(model.base, Field(0, 0, board.width, board.depth)):
            raise Broken(f"{name} is off the table at {model.piece.pose} ({way})")
        for other in field(self.position).models.values():
            if other.id != name and in_one_place(self.position, model, other):
                raise Broken(f"{told(model)} overlaps {told(other)} ({way})")

    def in_coherency(self, unit: str, way: str) -> None:
        """A unit that has moved or been set out is one group. [SK-16]"""
        here = field(self.position).units.get(unit)
        if here is not None and not together(here.models):
            where = ", ".join(told(model) for model in here.models)
            raise Broken(f"{unit} is out of coherency ({way}): {where}")

    def settled(self) -> None:
        """At rest units are where their models are, and nobody stands without wounds."""
        super().settled()
        for unit in self.placed:
            self.in_coherency(unit, "placed")
        for piece in self.position.pieces.values():
            if is_unit(piece):
                whole(self.position, piece.id)
            stands = is_model(piece) and piece.place == "table" and not self.dying(piece.id)
            if stands and left(self.position, piece) <= 0:
                raise Broken(f"{piece.id} stands without wounds")

    def dying(self, name: str) -> bool:
        """Whether a model lies dying: something happens before it is taken away. [SK-69]"""
        return bool(self.position.count(name, names.DYING))


def told(model: Model) -> str:
    """A model and where it stands."""
    return f"{model.id} at {model.piece.pose} level {model.level}"


def whole(position: Position, unit: str) -> None:
    """A unit is lost exactly when all its models are, and its models are all where it is."""
    places = {
        piece.place
        for piece in position.pieces.values()
        if piece.command == unit != piece.id and piece.place != "lost"
    }
    place = position.pieces[unit].place
    if places != ({place} if place != "lost" else set()):
        raise Broken(f"{unit} is in place {place} and its models are in {sorted(places)}")
