"""Battles of many as one value over any host: a layer that asks its host through `Host`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from condotta.kernel.book import Layer
from condotta.rules.carnage import (
    bribes,
    eliminations,
    orders,
    quarters,
    ranking,
    rolling,
    turns,
    volunteers,
)
from condotta.rules.carnage.host import HOST, Host
from condotta.rules.carnage.settings import DEFAULTS
from condotta.rules.carnage.victory import score
from condotta.rules.gathering import gathered
from condotta.rules.scores import SCORE

EVERYWHERE = (quarters, ranking, rolling, turns, eliminations)
WITH_COMMAND_POINTS = (bribes, orders, volunteers)


def over(
    host: Host,
    hooks: tuple[Any, ...],
    modules: tuple[Any, ...] = EVERYWHERE,
    settings: Mapping[str, Any] = {},
) -> Layer:
    """The layer for one host; `hooks` are what it says at its own seams, `settings` its own."""
    own = ((HOST, lambda: host, "CM-5"), (SCORE, score, "CM-98"))
    return gathered("carnage", 1, modules, settings={**DEFAULTS, **settings}, hooks=(*own, *hooks))
