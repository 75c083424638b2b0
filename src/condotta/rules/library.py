"""Books by name: a base game and the layers over it, put together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from condotta.errors import PlainError, nearest
from condotta.kernel.book import Book, Layer
from condotta.kernel.log import Header, read_header
from condotta.rules.carnage.over_ranked.host import CARNAGE_OVER_RANKED
from condotta.rules.carnage.over_ranked.settings import declarations as of_carnage_over_ranked
from condotta.rules.carnage.over_skirmish.host import CARNAGE_OVER_SKIRMISH
from condotta.rules.carnage.settings import declarations as of_carnage
from condotta.rules.clauses import register
from condotta.rules.grand.layer import GRAND
from condotta.rules.grand.settings import declarations as of_grand
from condotta.rules.ranked.layer import RANKED
from condotta.rules.ranked.settings import declarations as of_ranked
from condotta.rules.settings import Setting, chosen
from condotta.rules.skirmish.layer import SKIRMISH
from condotta.rules.skirmish.settings import declarations as of_skirmish
from condotta.rules.treachery.over_ranked.host import TREACHERY_OVER_RANKED
from condotta.rules.treachery.over_ranked.settings import (
    declarations as of_treachery_over_ranked,
)
from condotta.rules.treachery.over_triumph.host import TREACHERY_OVER_TRIUMPH
from condotta.rules.treachery.over_triumph.settings import (
    declarations as of_treachery_over_triumph,
)
from condotta.rules.treachery.settings import declarations as of_treachery
from condotta.rules.triumph.cards import LAYERS as CARDS
from condotta.rules.triumph.cards.settings import declarations as of_cards
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.settings import declarations as of_triumph

SYSTEMS: Mapping[str, str] = {
    "triumph": "TRIUMPH!, 48 points, two armies",
    "grand": "GRAND TRIUMPH!, 144 points in three commands a side, two to six seats",
    "treachery+triumph": "Triumph and Treachery over TRIUMPH!, three to five armies of 48 points",
    "ranked": "Ranked battles in ranks and files, two to five armies",
    "treachery": "Triumph and Treachery over ranked battles, three to five armies",
    "skirmish": "Skirmish battles of single models, two to four armies",
    "carnage": "Carnage over skirmish battles, three or four armies",
    "carnage+ranked": "Carnage over ranked battles, three or four armies",
}
"""Every system that can be played, and what it is."""

LAYERS: Mapping[str, tuple[Layer, ...]] = {
    "triumph": (TRIUMPH, *CARDS),
    "grand": (TRIUMPH, GRAND, *CARDS),
    "treachery+triumph": (TRIUMPH, TREACHERY_OVER_TRIUMPH, *CARDS),
    "skirmish": (SKIRMISH,),
    "carnage": (SKIRMISH, CARNAGE_OVER_SKIRMISH),
    "carnage+ranked": (RANKED, CARNAGE_OVER_RANKED),
    "ranked": (RANKED,),
    "treachery": (RANKED, TREACHERY_OVER_RANKED),
}
"""The base game of each system and the layers over it."""

DECLARED: Mapping[str, tuple[Callable[[], Mapping[str, Setting]], ...]] = {
    "triumph": (of_triumph, of_cards),
    "grand": (of_triumph, of_grand, of_cards),
    "treachery+triumph": (of_triumph, of_treachery, of_treachery_over_triumph, of_cards),
    "skirmish": (of_skirmish,),
    "carnage": (of_skirmish, of_carnage),
    "carnage+ranked": (of_ranked, of_carnage, of_carnage_over_ranked),
    "ranked": (of_ranked,),
    "treachery": (of_ranked, of_treachery, of_treachery_over_ranked),
}
"""Where the settings of each system are declared."""


REPLACED: Mapping[str, frozenset[str]] = {
    "grand": frozenset({"centreMinPoints", "generalMayMarch", "lossThreshold"}),
    "treachery+triumph": frozenset(
        {"campNearestCentre", "centreMinPoints", "generalMayMarch", "lossThreshold", "turnLimit"}
    ),
    "treachery": frozenset({"battleTurns"}),
    "carnage": frozenset({"battleMission", "battleRounds"}),
    "carnage+ranked": frozenset(
        {
            "battleTurns",
            "bribeFee",
            "chargersAttackAny",
            "counterOffensiveBy",
            "fightsInBlocks",
            "interventionsAlternate",
            "interventionsToward",
            "mission",
            "quarterMeasuredTo",
            "rerollRollOffs",
            "secretWishes",
        }
    ),
}
"""The settings that decide nothing in a system, since the rules that asked for them are replaced.

[GT-5.1, GT-7.1, GT-9.1, TO-2, TO-11, TT-13.6, CM-63, CR-2, CR-6, CR-7]
"""


def declarations(system: str) -> dict[str, Setting]:
    """Every setting that decides something in a system, those of its base game first."""
    replaced = REPLACED.get(system, frozenset())
    return {
        name: one
        for known in DECLARED[system]
        for name, one in known().items()
        if name not in replaced
    }


def header_in(data: bytes, where: str) -> Header:
    """The header of a log. Settings that decide nothing in its system are passed over.

    A log may have been written when they were still named there; no rule ever asked for them.
    """
    header = read_header(data, where)
    return msgspec.structs.replace(header, settings=acting(header.system, header.settings))


def acting(system: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Those settings without the ones that decide nothing in a system."""
    replaced = REPLACED.get(system, frozenset())
    return {name: value for name, value in settings.items() if name not in replaced}


def book(system: str, profile: Mapping[str, Any] = {}) -> Book:
    """The book of a system, with the settings a battle is played by.

    An unknown system or setting is a PlainError that names the nearest one. Every clause that a
    layer cites must be in the register.
    """
    if system not in SYSTEMS:
        raise PlainError(f"There is no system called {system}.{nearest(system, SYSTEMS)}")
    values = dict(chosen(declarations(system), profile))
    return Book(system, LAYERS[system], values, known=register().__contains__)
