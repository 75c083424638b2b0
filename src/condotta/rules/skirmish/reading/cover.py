"""Which models of a unit stand in no cover against a volley. [SK-85, SK-86, SK-118 to SK-120]"""

from __future__ import annotations

from collections.abc import Sequence

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.field import Field, Model, apart, field
from condotta.rules.skirmish.reading.sight import half_hidden
from condotta.rules.skirmish.reading.terrain import ALL, NONE, kind_of
from condotta.rules.skirmish.records import Volley
from condotta.table import Area, area_gap, intervals_inside, meets


def uncovered(position: Position, volley: Volley, models: Sequence[Piece]) -> tuple[str, ...]:
    """The models that keep their unit from having cover; all of them in a fight. [SK-85, SK-86]"""
    ground = [area for area in position.areas if kind_of(area).cover != NONE]
    if volley.way == names.FIGHT or not ground:
        return tuple(model.id for model in models)
    here = field(position)
    return tuple(
        model.id for model in models if not covered(here, volley, here.models[model.id], ground)
    )


def covered(here: Field, volley: Volley, model: Model, ground: Sequence[Area]) -> bool:
    """Whether a model has cover of its own. [SK-85, SK-118]"""
    infantry = here.units[model.unit].has(names.INFANTRY)
    firer = nearest_firer(here, volley, model)
    return any(covers(here, area, model, firer, infantry=infantry) for area in ground)


def covers(here: Field, area: Area, model: Model, firer: Model | None, *, infantry: bool) -> bool:
    """Whether a piece of terrain covers a model: partly in it, or close behind it. [SK-118]"""
    kind = kind_of(area)
    if kind.behind_in:
        reach = kind.behind_in * names.INCH + names.TOLERANCE
        if firer is None or area_gap(model.base, area) > reach:
            return False
        if not intervals_inside((firer.base.centre, model.base.centre), area):
            return False
    elif not meets(model.base, area):
        return False
    if infantry or kind.cover == ALL:
        return True
    return kind.others and firer is not None and half_hidden(here, firer, model)


def nearest_firer(here: Field, volley: Volley, model: Model) -> Model | None:
    """The nearest of the models that fire together; None where none is left.

    RULING SK-145: what is between a model and several that fire at once is judged from the nearest.
    """
    firing = [here.models[name] for name in dict.fromkeys(volley.bearers) if name in here.models]
    return min(firing, key=lambda one: (apart(one, model), one.id), default=None)
