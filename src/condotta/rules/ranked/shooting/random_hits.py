"""Hits on a small regiment with characters in it fall at random. [FB-6.12]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Pushed
from condotta.kernel.state import State
from condotta.rules import asking
from condotta.rules.asking import there
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.reading.charts import MOST_DICE
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.records import Hit

WHOM = "who is hit"
SAFE = 5
"""Rank and file that keep a character from being hit by shots. [FB-6.12]"""


class Allotting(Script, frozen=True, kw_only=True):
    """Hits on a small regiment with characters in it fall at random. [FB-6.12]"""

    hit: Hit


def landed(here: Field, hit: Hit) -> Frame:
    """The frame that carries hits on, at random where characters are not safe. [FB-6.12]"""
    target = here.regiment(hit.target)
    if target.joined and target.models < SAFE:
        return Allotting(hit=hit)
    return Wounding(hit=hit)


def allotting(book: Book, state: State, frame: Allotting) -> Iterator[Event]:
    """A die of as many sides as there are models for every hit. [FB-6.12]"""
    here = field(book, state.position)
    target = yield from there(here.find(frame.hit.target))
    count, about = min(MOST_DICE, frame.hit.hits), (frame.hit.source, target.id)
    pips = yield from asking.thrown(frame, WHOM, "FB-6.12", count, about, sides=target.total)
    yield Popped()
    for name, hits in Counter(whose(target, pip) for pip in pips).items():
        poison = min(frame.hit.poison, hits) if name == target.id else 0
        yield Pushed(Wounding(hit=replace(frame.hit, target=name, hits=hits, poison=poison)))


def whose(target: Regiment, pip: int) -> str:
    """Whom a random hit strikes: the rank and file first, then the characters."""
    return target.id if pip <= target.models else target.joined[pip - target.models - 1].id


PROCEDURES: dict[type[Frame], Procedure] = {Allotting: allotting}
