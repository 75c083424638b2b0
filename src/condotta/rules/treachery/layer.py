"""Treachery as one value over any host: a layer that asks its host through `Host`. [TT-1.3]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.book import Layer, Procedure
from condotta.rules.gathering import gathered
from condotta.rules.scores import SCORE
from condotta.rules.treachery import (
    anchors,
    bribery,
    coffers,
    deals,
    deck,
    designation,
    disputes,
    ending,
    phases,
    playing,
    ploys,
    scenarios,
    truce,
    turns,
)
from condotta.rules.treachery.host import HOST, Host
from condotta.rules.treachery.players import relation
from condotta.rules.treachery.settings import DEFAULTS

MODULES = (
    anchors,
    turns,
    deck,
    designation,
    playing,
    ploys,
    bribery,
    deals,
    truce,
    coffers,
    phases,
    disputes,
    scenarios,
)


def over(
    host: Host,
    hooks: tuple[Any, ...],
    procedures: Mapping[type[Frame], Procedure] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Layer:
    """The layer for one host; `hooks` are what it says at its own seams.

    `procedures` are those that its cards begin, `settings` the defaults of its own.
    """

    own = (
        (HOST, lambda: host, "TT-1.3"),
        (SCORE, lambda _, __: ending.score(host), "TT-13.7"),
        (host.relation, relation, "TT-3.2"),
        (host.phase_opens, lambda *given: phases.opening(host, given[-1]), "TT-3.7"),
        (host.phase_closes, lambda *given: phases.closing(host, given[-1]), "TT-10.4"),
    )
    return Layer(
        "treachery",
        1,
        procedures={**gathered(MODULES, "PROCEDURES"), **(procedures or {})},
        judges=gathered(MODULES, "JUDGES"),
        anytime=gathered(MODULES, "ANYTIME"),
        menus=gathered(MODULES, "MENUS"),
        hooks=(*own, *hooks),
        settings={**DEFAULTS, **(settings or {})},
    )
