"""Who looks at the battles of which game."""

from __future__ import annotations

from collections.abc import Mapping

from condotta.kernel.book import Book
from condotta.lab.inspecting import ArmyInspector, Inspector
from condotta.lab.inspecting_bills import BillInspector
from condotta.lab.inspecting_fights import FightInspector
from condotta.lab.inspecting_rounds import RoundInspector
from condotta.lab.inspecting_skirmish import SkirmishInspector
from condotta.rules.library import kind
from condotta.rules.reported.ground import GROUND

INSPECTORS: Mapping[str, type[Inspector]] = {
    "triumph": FightInspector,
    "grand": BillInspector,
    "treachery+triumph": FightInspector,
    "ranked": RoundInspector,
    "treachery": RoundInspector,
    "carnage+ranked": RoundInspector,
    "skirmish": SkirmishInspector,
    "carnage": SkirmishInspector,
}
"""An inspector for every system, by the base game under it; a variant has that of its kind."""


def inspector_of(book: Book) -> type[Inspector]:
    """Who looks at battles of a book: of one fought at a real table only whether all is there."""
    return ArmyInspector if book.speaks(GROUND) else INSPECTORS[kind(book.system)]
