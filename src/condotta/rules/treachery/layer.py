"""Treachery as one value over any host: a layer that asks its host through `Host`. [TT-1.3]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.book import Layer, Procedure
from condotta.rules.gathering import gathered, modules_of
from condotta.rules.scores import SCORE
from condotta.rules.treachery import ending, phases
from condotta.rules.treachery.host import HOST, Host
from condotta.rules.treachery.players import relation
from condotta.rules.treachery.settings import DEFAULTS


def over(
    host: Host,
    hooks: tuple[Any, ...],
    procedures: Mapping[type[Frame], Procedure] = {},
    settings: Mapping[str, Any] = {},
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
    return gathered(
        "treachery",
        1,
        modules_of("condotta.rules.treachery"),
        settings={**DEFAULTS, **settings},
        hooks=(*own, *hooks),
        procedures=procedures,
    )
