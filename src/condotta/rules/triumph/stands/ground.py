"""The ground of a battle: what depends on the areas alone, worked out once for all positions."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from condotta.kernel.book import Book
from condotta.rules.triumph.tables import terrain
from condotta.table import Area
from condotta.table.once import Once

KEPT = 16  # grounds remembered at a time; a battle has one, once it has begun


class Ground:
    """The areas on the board, and what rules found out about them. Never written to."""

    def __init__(self, _: Book, areas: tuple[Area, ...]) -> None:
        """Take the areas; everything else is worked out when asked for."""
        self.areas = areas
        self.memo: dict[str, dict[Any, Any]] = defaultdict(dict)  # what no stand can change

    @Once
    def impassable(self) -> tuple[Area, ...]:
        """The areas nobody may enter. [TC-7.20]"""
        return tuple(area for area in self.areas if terrain(area.kind).going == "impassable")

    @Once
    def difficult(self) -> tuple[Area, ...]:
        """The areas that are difficult going. [TC-7.20]"""
        return tuple(area for area in self.areas if terrain(area.kind).going == "difficult")


def ground(book: Book, areas: tuple[Area, ...]) -> Ground:
    """The ground of some areas: the same object for the same areas while remembered."""
    return book.newest(Ground, areas, KEPT)
