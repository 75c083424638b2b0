"""Whether a unit sees another, along which line, and what hides it. [SK-77, SK-78]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.rules.sketches import SIGHT, Sight, drawn
from condotta.rules.skirmish.reading.field import Field, Unit
from condotta.rules.skirmish.reading.sight import (
    figure,
    free_line,
    hidden,
    nearest_first,
    screens_for,
)
from condotta.rules.skirmish.shooting.targeting import past_models, visible
from condotta.table import Area

CLAUSE = "SK-77"


def sight(book: Book, here: Field, one: Unit, other: Unit) -> Sight:
    """How many models of a unit see any of another; the line of the nearest pair that does."""
    past = past_models(book)
    seeing = tuple(each for each in one.models if visible(book, here, each, other))
    many = len(seeing), len(one.models)
    for near, far in nearest_first(seeing, other.models):
        screens = screens_for(here, near, far, past_models=past)
        line = free_line(figure(here, near), figure(here, far), screens)
        if line is not None:
            return Sight(True, CLAUSE, (drawn(SIGHT, line),), (), (), *many)
    found = hidden(here, one.models, other.models, past_models=past)
    models = [model for unit in here.units.values() for model in unit.models]
    return Sight(
        False,
        CLAUSE,
        tuple(found.sketches()),
        tuple(dict.fromkeys(model.unit for model in models if model.base in found.by)),
        tuple(what.id for what in found.by if isinstance(what, Area)),
        *many,
    )
