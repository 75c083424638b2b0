"""Models that must move at least so far in their own Movement phase. [SK-39]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.skirmish import names
from condotta.rules.skirmish.finding.finding_moves import shifted
from condotta.rules.skirmish.finding.plans import SPARE
from condotta.rules.skirmish.finding.trails import FALL_BACK, MOVE, Terms, judged
from condotta.rules.skirmish.movement.move_terms import own_move
from condotta.rules.skirmish.movement.walking import near_enemy
from condotta.rules.skirmish.reading.field import Unit
from condotta.rules.skirmish.records import Trail
from condotta.table import sine_cosine

BEARINGS = tuple(range(0, 360, 5))
SHARES = (0.0, 0.33, 0.67, 1.0)
"""Of what it may move farther than it must."""


def is_forced(book: Book, unit: Unit) -> bool:
    """Whether a unit must move and has not yet. [SK-39]"""
    if unit.marked(names.MADE_MOVE) or unit.marked(names.ARRIVED):
        return False
    return own_move(book, unit.position, unit, MOVE).least > 0


def must_move(book: Book, position: Position, unit: Unit) -> bool:
    """Whether a unit must move still, and can. [SK-39]"""
    if not is_forced(book, unit):
        return False
    mode = FALL_BACK if near_enemy(unit) else MOVE
    terms = own_move(book, position, unit, mode)
    return next(flights(position, unit, terms), None) is not None


def flights(position: Position, unit: Unit, terms: Terms) -> Iterator[tuple[Trail, ...]]:
    """Its legal moves: in steps of 5 degrees round it, at four lengths.

    RULING SK-156: it "cannot" move where none of these is legal.
    """
    for share in SHARES:
        length = terms.least + SPARE + share * max(0.0, terms.most - terms.least - 2 * SPARE)
        for bearing in BEARINGS:
            sine, cosine = sine_cosine(bearing)
            trails = shifted(unit, sine * length, cosine * length)
            if judged(position, unit, trails, terms).ok:
                yield trails
