"""The spells there are, and which wizard knows which. [FB-5.1, FB-5.14, FB-5.15]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from condotta.data import toml
from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Counted, Event, Popped, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.asking import answered, drawn
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.tables import DATA

KNOWS = "knows "
LEARNT = "has learnt"
SPELLS, SPARE, KEEP = "spells", "spare spell", "keep"


class Spell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A spell of the lore; `more_` is its stronger casting, if it has one. [FB-5.15]"""

    kind: str
    value: int
    range: int
    dice: int = 0
    strength: int = 0
    inches: int = 0
    factor: int = 0
    more_value: int = 0
    more_range: int = 0
    more_dice: int = 0
    spare: bool = False

    def needs(self, *, boosted: bool) -> int:
        """The casting value."""
        return self.more_value if boosted else self.value

    def reach(self, *, boosted: bool) -> int:
        """The range in inches."""
        return self.more_range if boosted else self.range

    def told(self, *, boosted: bool) -> dict[str, Param]:
        """What is said of its plain or stronger casting, beside `about.spell.` and its key."""
        return {
            "value": self.needs(boosted=boosted),
            "range": self.reach(boosted=boosted),
            "dice": self.more_dice if boosted else self.dice,
            "strength": self.strength,
            "inches": self.inches,
        }


@cache
def lore() -> Mapping[str, Spell]:
    """Every spell by its key, in the order of the lore."""
    return {key: msgspec.convert(row, Spell) for key, row in toml(DATA, "lore.toml").items()}


def spare() -> str:
    """The spell that any wizard may take instead of one that was drawn."""
    return next(key for key, spell in lore().items() if spell.spare)


def known(position: Position, wizard: str) -> tuple[str, ...]:
    """The spells that a wizard knows, in the order of the lore."""
    return tuple(key for key in lore() if position.count(wizard, KNOWS + key))


class Learning(Script, frozen=True, kw_only=True):
    """A wizard draws spells, one for each level, and may change one for the spare one. [FB-5.1]"""

    wizard: str


def untaught(position: Position) -> tuple[Piece, ...]:
    """The wizards that have not drawn their spells yet and are not lost, in order of mustering."""
    return tuple(
        piece
        for piece in position.pieces.values()
        if piece.place != "lost"
        and position.count(piece.id, names.WIZARD_LEVEL)
        and not position.count(piece.id, LEARNT)
    )


def pile(position: Position, wizard: Piece) -> tuple[str, ...]:
    """What a wizard draws from: the spells that nobody in its army knows, as far as they last.

    RULING FB-5.18: where fewer are left than it must know, it draws from the whole lore.
    """
    lots = [key for key in lore() if key != spare()]
    taken = {
        key
        for other in position.pieces.values()
        if other.army == wizard.army
        for key in known(position, other.id)
    }
    left = [key for key in lots if key not in taken]
    enough = len(left) >= position.count(wizard.id, names.WIZARD_LEVEL)
    return tuple(sorted(left if enough else lots))


def learning(_: Book, state: State, frame: Learning) -> Iterator[Event]:
    """Draw; keep what was drawn, or change one of it. [FB-5.1, FB-5.15]"""
    position = state.position
    wizard = position.pieces[frame.wizard]
    level, about = position.count(wizard.id, names.WIZARD_LEVEL), (wizard.id,)
    lots = pile(position, wizard)
    spells = yield from drawn(
        frame, SPELLS, "FB-5.1", lots, count=min(level, len(lots)), about=about
    )
    ask = Ask(wizard.controller, SPARE, "FB-5.15", options=(KEEP, *spells), about=about)
    kept: Choose = yield from answered(frame, ask)
    yield Counted(wizard.id, LEARNT, 1)
    for key in spells:
        yield Counted(wizard.id, KNOWS + (spare() if key == kept.option else key), 1)
    yield Popped()


def opens(position: Position, phase: str) -> tuple[Frame, ...]:
    """Before the first turn every wizard learns its spells. [FB-5.1]"""
    if phase != names.START:
        return ()
    return (Teaching(),) if untaught(position) else ()


class Teaching(Script, frozen=True, kw_only=True):
    """The wizards learn one after another, each knowing what the others have drawn."""


def teaching(_: Book, state: State, __: Teaching) -> Iterator[Event]:
    """The next of them."""
    waiting = untaught(state.position)
    yield Popped()
    if len(waiting) > 1:
        yield Pushed(Teaching())
    if waiting:
        yield Pushed(Learning(wizard=waiting[0].id))


HOOKS = ((seams.PHASE_OPENS, opens, "FB-5.1"),)
PROCEDURES: dict[type[Frame], Procedure] = {Learning: learning, Teaching: teaching}
