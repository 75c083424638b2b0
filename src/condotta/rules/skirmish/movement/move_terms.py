"""How far the models of a unit may move, and on which terms. [SK-31, SK-36, SK-39, SK-92]"""

from __future__ import annotations

from typing import NamedTuple

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.finding.terms import (
    ADVANCE,
    ALWAYS,
    AT_END,
    CHARGE,
    FALL_BACK,
    NEVER,
    Terms,
)
from condotta.rules.skirmish.reading.field import Unit
from condotta.rules.skirmish.reading.profile import profile

MINIMUM = "minimum_move"
SHUFFLE = 3 * names.INCH  # pile-ins, consolidations, interventions


class Span(NamedTuple):
    """From how far a model must to how far it may move, in quanta. [SK-39]"""

    least: int
    most: int


def span(book: Book, position: Position, unit: Unit) -> Span:
    """The Move of a unit with what layers add to it: of its slowest model. [SK-20, SK-21, SK-39]

    RULING SK-156: models of a unit with unequal Moves all keep to the least of them.

    >>> read("20-50"), read("6"), read("-")
    (Span(least=200000, most=500000), Span(least=0, most=60000), Span(least=0, most=0))
    """
    found = [read(profile(position, model.piece).M) for model in unit.models]
    more = sum(part.value for part in book.sum(seams.MOVE, position, unit))
    least = max(one.least for one in found)
    rule = unit.ability(MINIMUM)
    if rule is not None:
        least = max(least, rule.min_in * names.INCH)
    return Span(least, max(0, min(one.most for one in found) + more))


def read(characteristic: str) -> Span:
    """A Move as it is printed; "-" cannot move. [SK-39]"""
    first, _, last = characteristic.partition("-")
    if not first.isdigit():
        return Span(0, 0)
    if not last.isdigit():
        return Span(0, int(first) * names.INCH)
    return Span(int(first) * names.INCH, int(last) * names.INCH)


def own_move(book: Book, position: Position, unit: Unit, way: str, extra: int = 0) -> Terms:
    """A move in the unit's own Movement phase; `extra` inches are an advance. [SK-33 to SK-39]

    RULING SK-156: a model whose damage leaves it less than it must move moves as far as it can.
    """
    least, most = span(book, position, unit)
    most += extra * names.INCH
    return Terms(
        way,
        most,
        least=min(least, most),
        away=AT_END if way == FALL_BACK else ALWAYS,
        flies=unit.has(names.FLY),
        passes_friends=bool(book.settings.get("passFriends", False)),
    )


def charge(book: Book, unit: Unit, inches: int, targets: tuple[str, ...]) -> Terms:
    """A charge of so many inches at some of the targets. [SK-92 to SK-95, SK-118]

    RULING SK-151: of those who cross models in a charge only the end must be away from others.
    """
    crosses = bool(book.settings.get("crossFlying", True))
    return Terms(
        CHARGE,
        inches * names.INCH,
        targets=targets,
        flies=crosses and unit.has(names.FLY),
        passes_friends=bool(book.settings.get("passFriends", False)),
        slowed=True,
    )


def shuffle(book: Book, way: str) -> Terms:
    """A pile-in, a consolidation or an intervention: 3 inches, nearer to the enemy. [SK-99, SK-104]

    RULING SK-162: it is made on foot: flying helps in the Movement phase and in charges only.
    """
    passes = bool(book.settings.get("passFriends", False))
    return Terms(way, SHUFFLE, away=NEVER, passes_friends=passes, nearer=True)


def advance(book: Book, position: Position, unit: Unit, inches: int) -> Terms:
    """A move with an advance of so many inches more. [SK-36]"""
    return own_move(book, position, unit, ADVANCE, inches)
