"""Whether a unit sees another, along which line, and what hides it. [SK-77, SK-78]"""

from __future__ import annotations

from itertools import product

from condotta.kernel.book import Book
from condotta.rules.sketches import SIGHT, Sight, drawn
from condotta.rules.skirmish.reading.field import Field, Unit, apart
from condotta.rules.skirmish.reading.sight import (
    blockers,
    figure,
    free_line,
    hidden_by,
    screens_for,
)
from condotta.rules.skirmish.settings import settings_of
from condotta.rules.skirmish.shooting.targeting import visible
from condotta.table import Area

CLAUSE = "SK-77"


def sight(book: Book, here: Field, one: Unit, other: Unit) -> Sight:
    """How many models of a unit see any of another; the line of the nearest pair that does."""
    past = not settings_of(book).flag("modelsBlockSight")
    seeing = [each for each in one.models if visible(book, here, each, other)]
    pairs = sorted(
        product(seeing or one.models, other.models),
        key=lambda pair: (apart(*pair), pair[0].id, pair[1].id),
    )
    many = len(seeing), len(one.models)
    for near, far in pairs if seeing else ():
        screens = screens_for(here, near, far, past_models=past)
        line = free_line(figure(here, near), figure(here, far), screens)
        if line is not None:
            return Sight(True, CLAUSE, (drawn(SIGHT, line),), (), (), *many)
    near, far = pairs[0]
    hidden = blockers(here, near, far, past_models=past)
    models = [model for unit in here.units.values() for model in unit.models]
    return Sight(
        False,
        CLAUSE,
        hidden_by(here, near, far, past_models=past),
        tuple(dict.fromkeys(model.unit for model in models if model.base in hidden)),
        tuple(what.id for what in hidden if isinstance(what, Area)),
        *many,
    )
