"""What must hold in a ranked battle of how it is fought: who tests, who strikes, who is spared."""

from __future__ import annotations

from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.events import (
    Asked,
    Counted,
    Event,
    Exchanged,
    Moved,
    Placed,
    Removed,
    Ruled,
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.lab.inspecting import ArmyInspector, Broken, lies_free
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.combat.fronts import CHAMPION, SILENCED, duelling
from condotta.rules.ranked.movement import panic
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, is_regiment
from condotta.rules.ranked.reading.special_rules import idle
from condotta.rules.ranked.reading.terrain import barred
from condotta.table import TOUCH, Base, base, meets


# ── ranks ────────────────────────────────────────────────────────────────────
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


BEGINS, STRUCK, ENDS = "fb.7-1.combat", "fb.7-8.hits", ("fb.7-13.result", "fb.7-13.draw")
RESERVES = {"treachery": ("round", 2)}
"""From which count beside the table on reserves come, where they do not come at once. [TT-13.3]"""


class RoundInspector(RankInspector):
    """Follows the rounds of combat, tests for Panic, losses and arrivals of a ranked battle."""

    def __init__(self, battle: Battle) -> None:
        """Begin where a battle is; no combat is being fought."""
        super().__init__(battle)
        self.last: Position = self.position
        self.fighting: dict[str, frozenset[str]] = {}
        self.struck: set[str] = set()

    @property
    def here(self) -> Field:
        """The table as it is now."""
        return field(self.battle.book, self.position)

    def look(self, event: Event) -> None:
        """Besides what lies where: who tests, who loses models, who has struck, who comes on."""
        super().look(event)
        match event:
            case Asked(Ask(window=panic.WINDOW, about=about)):
                self.tests(about[0])
            case Counted(name, names.MODELS, value) if name in self.pieces:
                if value < self.last.count(name, names.MODELS):
                    self.spared(name)
            case Removed(name, "lost") if name in self.pieces:
                self.spared(name)
            case Placed(name, "table") if self.last.pieces[name].place == "reserve":
                self.arrives(name)
            case Ruled():
                self.told(event)
            case _:
                pass
        self.last = self.position

    def tests(self, name: str) -> None:
        """Nobody tests for Panic who is engaged, flees, stands by, or is in a round. [FB-8.2]"""
        here = self.here
        one = here.find(name)
        if one is None or one.fleeing or here.engaged(one) or here.stands_by(one):
            raise Broken(f"{name} tests for Panic")
        if self.fighting.get(one.id):
            raise Broken(f"{name} tests for Panic in the middle of a round")

    def spared(self, name: str) -> None:
        """Nothing of a phase touches who is neutral in it. [TT-3.4]"""
        seat = self.last.pieces[name].controller
        for active in self.last.active:
            if self.battle.book.stack(seams.RELATION, self.last, active, seat) == "neutral":
                raise Broken(f"{name} of {seat} is neutral and loses models")

    def arrives(self, name: str) -> None:
        """Reserves come when they may; whoever pursued off the table may at once. [TT-13.3]"""
        counter, least = RESERVES.get(self.battle.book.system, ("", 0))
        pursued = self.last.count(name, names.PURSUED_OFF)
        if not pursued and self.last.count(names.TABLE, counter) < least:
            raise Broken(f"{name} comes on too early")

    def told(self, event: Ruled) -> None:
        """A round begins, somebody strikes, or all is counted."""
        if event.key == BEGINS:
            self.begins(event.params["regiments"])
        elif event.key == STRUCK:
            self.struck.add(str(event.params["fighter"]).removesuffix(CHAMPION))
        elif event.key in ENDS:
            self.counted()

    def begins(self, regiments: object) -> None:
        """Who is in the round, and with whom each piece fights."""
        here = self.here
        assert isinstance(regiments, tuple), regiments
        self.struck = set()
        self.fighting = {
            piece.id: frozenset(foe.id for foe in here.touching(one))
            for one in map(here.regiment, regiments)
            for piece in one.pieces
        }

    def counted(self) -> None:
        """Every hero who stands and fights the one enemy he began with has struck. [FB-7.7]"""
        here = self.here
        for name, foes in self.fighting.items():
            one = here.find(name)
            if one is not None and len(foes) == 1 and self.must_strike(here, one, name, foes):
                raise Broken(f"{name} lives and has not struck")
        self.fighting = {}

    def must_strike(self, here: Field, one: Regiment, name: str, foes: frozenset[str]) -> bool:
        """Whether a piece is a hero that could have struck all along and has not."""
        piece = here.position.pieces[name]
        able = names.CHARACTER in piece.traits and here.position.count(name, names.A)
        if not able or piece.marked(SILENCED) or duelling(piece) or idle(here, one):
            return False
        still = {foe.id for foe in here.touching(one)} == foes
        return still and name not in self.struck
