"""Which models of a unit stand in no cover against a volley. [SK-85, SK-86]"""

from __future__ import annotations

from collections.abc import Sequence

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.skirmish import names
from condotta.rules.skirmish.records import Volley
from condotta.table import base, meets

COVERING = ("area", "woods", "ruins", "crater")


def uncovered(position: Position, volley: Volley, models: Sequence[Piece]) -> tuple[str, ...]:
    """The models that keep their unit from having cover; all of them in a fight. [SK-85, SK-86]"""
    ground = [area for area in position.areas if area.kind in COVERING]
    if volley.way == names.FIGHT or not ground:
        return tuple(model.id for model in models)
    found = []
    for model in models:
        assert model.pose is not None, model
        assert model.shape is not None, model
        foot = base(model.pose, model.shape)
        if not any(meets(foot, area) for area in ground):
            found.append(model.id)
    return tuple(found)
