"""Leadership for Morale tests, and how many models a failed test costs. [SK-112, SK-116]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Modifier
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.field import Unit, field
from condotta.rules.skirmish.reading.profile import profile

AURA = "aura_leadership"
LOSS_CAP = "morale_loss_cap"
LEAST = 1  # Leadership never drops below it [SK-6]
SIX = 6


def own_leadership(position: Position, unit: Unit) -> int:
    """The best Leadership among a unit's models. [SK-116]"""
    return max(profile(position, model.piece).Ld for model in unit.models)


def leadership_parts(book: Book, position: Position, unit: Unit) -> tuple[Modifier, ...]:
    """A unit's Leadership with its reasons: its own, a friend's aura, what layers add. [SK-116]"""
    own = own_leadership(position, unit)
    parts = [Modifier(own, "sk.116.own", "SK-116")]
    lent = max((own_leadership(position, one) for one in inspiring(position, unit)), default=own)
    if lent > own:
        parts.append(Modifier(lent - own, "sk.116.aura", "SK-116"))
    return (*parts, *book.sum(seams.LEADERSHIP, position, unit))


def inspiring(position: Position, unit: Unit) -> Iterator[Unit]:
    """The friends whose Leadership a unit may use: it stands in their aura. [SK-26, SK-116]"""
    here = field(position)
    for friend in here.friends(unit):
        aura = friend.ability(AURA)
        if aura is not None and here.within(unit, friend, aura.radius_in * names.INCH):
            yield friend


def leadership(book: Book, position: Position, unit: Unit) -> int:
    """What a Morale test of a unit must not exceed. [SK-6, SK-112]"""
    return max(LEAST, sum(part.value for part in leadership_parts(book, position, unit)))


def fleeing(book: Book, position: Position, unit: Unit, pip: int) -> int:
    """How many models flee when a Morale test shows a pip; 0 where it is passed. [SK-112]"""
    over = pip + position.count(unit.id, names.SLAIN) - leadership(book, position, unit)
    cap = unit.ability(LOSS_CAP)
    most = len(unit.models) if cap is None else min(len(unit.models), int(cap.value))
    return max(0, min(over, most))


def may_fail(book: Book, position: Position, unit: Unit) -> bool:
    """Whether any die could make a unit's Morale test fail. [SK-112]"""
    return fleeing(book, position, unit, SIX) > 0


def must_test(position: Position, seat: Seat) -> tuple[Unit, ...]:
    """The units of a seat that had models slain in this turn and have not tested. [SK-112, 114]"""
    return tuple(
        unit
        for unit in field(position).of(seat)
        if position.count(unit.id, names.SLAIN) and not unit.marked(names.TESTED)
    )
