"""Moves of up to 3 inches that end nearer to the nearest enemy. [SK-99, SK-104, SK-110]

Heroic interventions, pile-ins and consolidations alike.

RULING SK-159: the distance to whichever enemy model is nearest must be less at the end than at the
start; which one that is may change, so of several that are equally near any will do. [SK-14]
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.rulings import Refusal, Verdict
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.finding.finding_moves import nearer
from condotta.rules.skirmish.finding.terms import Aim, Terms
from condotta.rules.skirmish.finding.trails import foes_of, judged, nearest
from condotta.rules.skirmish.movement.move_terms import shuffle
from condotta.rules.skirmish.reading.coherency import Stand
from condotta.rules.skirmish.reading.field import Unit, field
from condotta.rules.skirmish.records import Trail


def aimed(book: Book, position: Position, way: str) -> Terms:
    """The terms of such a move, and whose models it must get nearer to, if a layer says."""
    found = book.claim(seams.NEARER_TO, book, position, way)
    return shuffle(book, way)._replace(aim=None if found is None else Aim(*found))


def may_approach(unit: Unit, aim: Aim | None = None) -> bool:
    """Whether any model of a unit could get nearer to its nearest enemy. [SK-104]"""
    foes = tuple(foes_of(field(unit.position), unit, aim))
    stands = (Stand(model.base, model.level) for model in unit.models)
    return any(names.TOLERANCE < nearest(foes, stand) < inf for stand in stands)


def why_not_nearer(
    book: Book, position: Position, unit: Unit, trails: tuple[Trail, ...], way: str
) -> Verdict:
    """What is against such a move: somebody moves, and who does ends nearer.

    [SK-99, SK-104, SK-159]
    """
    found = judged(position, unit, trails, aimed(book, position, way))
    if found.ok and not any(one.moved for one in found.ways):
        return Verdict(refusals=(Refusal("SK-104", "sk.104.nobody", {"unit": unit.id}),))
    return found.verdict


def ways(book: Book, position: Position, unit: Unit, way: str) -> Iterator[tuple[Trail, ...]]:
    """Ways that are found: as many models as can go as near as they can."""
    trails = nearer(position, unit, aimed(book, position, way))
    if trails:
        yield trails
