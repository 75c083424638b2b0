"""What may be chosen of treachery over TRIUMPH!; what hooks must know lies beside the table. [TO]

A hook that is given a position alone cannot ask a book. So the numbers that such hooks need are
put beside the table as a battle begins, where they are not what they are by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event
from condotta.kernel.position import Position
from condotta.rules.treachery import names
from condotta.settings import Choices

TOLD = ("tableWidth", "tableDepth", "anchorZone", "morePieces", "fourPointsWorth", "generalWorth")
"""The settings that hooks read off the position."""


CHOICES = Choices("condotta.rules.treachery.over_triumph.data")
DEFAULTS = CHOICES.defaults
settings_of = CHOICES.of


def told(book: Book) -> Iterator[Event]:
    """What is chosen otherwise than by default, beside the table: one more than the number."""
    made = settings_of(book)
    for name in TOLD:
        value = made[name]
        if value != DEFAULTS[name]:
            assert isinstance(value, int), name
            yield Counted(names.TABLE, name, int(value) + 1)


def number(position: Position, name: str) -> int:
    """A setting as the position tells it; a length in MU, a flag as 1 or 0, nothing as 0."""
    said = position.count(names.TABLE, name)
    if said:
        return said - 1
    value = DEFAULTS[name]
    assert value is None or isinstance(value, int), name
    return int(value or 0)
