"""The winds of magic: the pools of dice, channelling, dispelling, spells that end.

[FB-5.2 to FB-5.4, FB-5.9, FB-5.11]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Cleared, Counted, Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.magic.wizards import able, level
from condotta.rules.ranked.reading.charts import SIX
from condotta.rules.ranked.reading.dice import rolled, thrown
from condotta.rules.ranked.reading.regiment import Field, field
from condotta.rules.steps import in_step

MOST = 12
WINDS, CHANNELLING = "winds of magic", "channelling"
SPELL = "spell "
"""A mark of a regiment, a spell and its caster: `spell steel-skin R3`. [FB-5.11]"""
DISPELS_NOT = "dispels no more"
"""A mark of a wizard that failed to dispel in this phase. [FB-5.9]"""
ARMY, PASS = "army", "pass"
MOST_DICE = 6
LOST = 2  # a natural total of this or less fails [FB-5.6, FB-5.9]


class Winds(Script, frozen=True, kw_only=True):
    """Dice for both pools, and what wizards channel. [FB-5.2, FB-5.3]"""


class PoolsEmpty(Script, frozen=True, kw_only=True):
    """Dice that are left at the end of a Magic phase are lost."""


def power_of(position: Position) -> Seat:
    """The seat that holds the power dice: the first of those whose turn it is."""
    return position.active[0]


def dispelling_seats(here: Field) -> tuple[Seat, ...]:
    """The seats that get dispel dice: the enemies, from the next in table order. [FB-5.2]"""
    position = here.position
    active = power_of(position)
    said = here.book.sole(seams.DISPEL_SEATS, position, active)
    if said is not None:
        return said
    _, *others = position.seats_from(active)
    return tuple(seat for seat in others if here.relation(active, seat) == "enemy")


def shares(total: int, seats: tuple[Seat, ...]) -> dict[Seat, int]:
    """Dispel dice shared out among several enemies, one at a time.

    RULING FB-5.17: the clause knows one opponent; of several they are no more than of one.

    >>> shares(5, ("blue", "green"))
    {'blue': 3, 'green': 2}
    """
    each, more = divmod(total, max(1, len(seats)))
    return {seat: each + (place < more) for place, seat in enumerate(seats)}


def winds(book: Book, state: State, frame: Winds) -> Iterator[Event]:
    """Roll the winds, then a die for every wizard. [FB-5.2, FB-5.3, FB-5.4]"""
    here = field(book, state.position)
    position = state.position
    if rolled(frame, WINDS) is None:
        yield from ended(position)
    blown = yield from thrown(frame, WINDS, "FB-5.2", 2, (power_of(position),))
    against = dispelling_seats(here)
    wizards = [
        (power_of(position) if seat in position.active else seat, piece.id)
        for seat in (*position.active, *against)
        for piece in able(here, seat)
    ]
    about = tuple(piece for _, piece in wizards)
    dice = (yield from thrown(frame, CHANNELLING, "FB-5.3", len(about), about)) if about else ()
    gained = [seat for (seat, _), pip in zip(wizards, dice, strict=True) if pip == SIX]
    power = sum(blown) + gained.count(power_of(position))
    yield Counted(power_of(position), names.POWER, min(MOST, power))
    for seat, number in shares(max(blown), against).items():
        yield Counted(seat, names.DISPEL, min(MOST, number + gained.count(seat)))
    told = {"power": sum(blown), "dispel": max(blown), "channelled": len(gained)}
    yield Ruled("FB-5.2", "fb.5-2.winds", told)
    yield Popped()


def ended(position: Position) -> Iterator[Event]:
    """Spells of one turn end as their caster's next Magic phase starts. [FB-5.11]"""
    for piece in position.pieces.values():
        for mark in piece.marks:
            words = mark.name.split()
            if mark.name.startswith(SPELL) and caster_seat(position, words[2]) in position.active:
                yield Cleared(piece.id, mark.name)


def caster_seat(position: Position, wizard: str) -> Seat:
    """The seat of a wizard, wherever it is now."""
    return position.pieces[wizard].controller


def pools_empty(_: Book, state: State, __: PoolsEmpty) -> Iterator[Event]:
    """All pools go back to nothing."""
    for seat in state.position.seats():
        for pool in (names.POWER, names.DISPEL):
            if state.position.count(seat, pool):
                yield Counted(seat, pool, 0)
    yield Popped()


# ── dispelling ───────────────────────────────────────────────────────────────
def dispels(here: Field, seat: Seat, pool: str = names.DISPEL) -> tuple[str, ...]:
    """How a seat may try to dispel: `R3:4` is its wizard R3 with four dice. [FB-5.9, FB-5.16]"""
    most = min(MOST_DICE, here.position.count(seat, pool))
    who = [one.id for one in able(here, seat) if not one.marked(DISPELS_NOT)]
    return (PASS, *(f"{name}:{number}" for name in (*who, ARMY) for number in range(1, most + 1)))


def roller(seat: Seat, who: str, spell: str) -> tuple[str, str]:
    """Whom a roll to dispel is about: the wizard or army that tries, then the spell. [FB-5.9]"""
    return (seat if who == ARMY else who, spell)


def attempt_of(here: Field, option: str) -> tuple[str, int, int]:
    """Who tries to dispel by an answer such as `R3:4`, with how many dice, and the bonus to them.

    A wizard adds its level, an army nothing; there are no dice where nobody tries. [FB-5.9]
    """
    who, _, dice = option.partition(":")
    return who, int(dice or 0), level(here, who)


class Attempt(NamedTuple):
    """What dice make of an attempt to cast: the total, whether two sixes, whether too low."""

    strength: int
    irresistible: bool
    lost: bool

    def reaches(self, value: int) -> bool:
        """Whether a spell of that casting value is cast. [FB-5.5, FB-5.6, FB-5.7]"""
        return self.irresistible or (self.strength >= value and not self.lost)


def cast_with(pips: tuple[int, ...], bonus: int) -> Attempt:
    """An attempt with those dice by a wizard of that level. [FB-5.5, FB-5.6, FB-5.7]

    >>> cast_with((1, 2, 6, 6), 1).reaches(18), cast_with((2,), 4).reaches(5)
    (True, False)
    """
    return Attempt(sum(pips) + bonus, pips.count(SIX) > 1, sum(pips) <= LOST)


def beats(pips: tuple[int, ...], bonus: int, strength: int) -> bool:
    """Whether dice dispel a spell: two sixes always, a total of 2 or less never. [FB-5.9]

    >>> beats((3, 3, 3, 3, 3), 1, 16), beats((6, 6), 0, 30), beats((1, 1), 9, 3)
    (True, True, False)
    """
    if pips.count(SIX) > 1:
        return True
    return sum(pips) > LOST and sum(pips) + bonus >= strength


HOOKS = ((seams.PHASE_CLOSES, in_step(names.MAGIC, PoolsEmpty()), "FB-5.4"),)
PROCEDURES: dict[type[Frame], Procedure] = {Winds: winds, PoolsEmpty: pools_empty}
