"""Books by name: a base game and the layers over it, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from condotta.errors import PlainError, nearest
from condotta.kernel.book import Book, Layer
from condotta.kernel.log import Header, read_header
from condotta.rules.carnage.over_ranked.host import CARNAGE_OVER_RANKED
from condotta.rules.carnage.over_ranked.settings import CHOICES as OF_CARNAGE_OVER_RANKED
from condotta.rules.carnage.over_skirmish.host import CARNAGE_OVER_SKIRMISH
from condotta.rules.carnage.settings import CHOICES as OF_CARNAGE
from condotta.rules.clauses import register
from condotta.rules.grand.layer import GRAND
from condotta.rules.grand.settings import CHOICES as OF_GRAND
from condotta.rules.ranked.layer import RANKED
from condotta.rules.ranked.settings import CHOICES as OF_RANKED
from condotta.rules.reported.over_grand.ground import REPORTED_GRAND
from condotta.rules.reported.over_ranked.ground import REPORTED_RANKED
from condotta.rules.reported.over_ranked.treachery import REPORTED_TREACHERY
from condotta.rules.reported.over_skirmish.carnage import REPORTED_CARNAGE
from condotta.rules.reported.over_triumph.ground import REPORTED_TRIUMPH
from condotta.rules.skirmish.layer import SKIRMISH
from condotta.rules.skirmish.settings import CHOICES as OF_SKIRMISH
from condotta.rules.treachery.over_ranked.host import TREACHERY_OVER_RANKED
from condotta.rules.treachery.over_ranked.settings import CHOICES as OF_TREACHERY_OVER_RANKED
from condotta.rules.treachery.over_triumph.host import TREACHERY_OVER_TRIUMPH
from condotta.rules.treachery.over_triumph.settings import CHOICES as OF_TREACHERY_OVER_TRIUMPH
from condotta.rules.treachery.settings import CHOICES as OF_TREACHERY
from condotta.rules.triumph.cards import LAYERS as CARDS
from condotta.rules.triumph.cards.settings import CHOICES as OF_CARDS
from condotta.rules.triumph.layer import TRIUMPH
from condotta.rules.triumph.settings import CHOICES as OF_TRIUMPH
from condotta.settings import Choices, Setting, chosen


class Game(NamedTuple):
    """One system, told once: what it is, its layers, its choices, where its numbers lie.

    `layers` are the base game and what lies over it; `choices` declare its settings. `replaced`
    are those that decide nothing here, since the rules that asked for them are replaced. Where a
    system is a variant that is set up, drawn and looked after as another is, `like` names that one.
    """

    what: str
    layers: tuple[Layer, ...]
    choices: tuple[Choices, ...]
    numbers: tuple[str, ...]
    replaced: frozenset[str] = frozenset()
    like: str = ""


OF_PLACES = frozenset({"cornersFight", "pursuitIntoFleeing"})
"""What ranked battles are asked that only a place decides: replaced by RB-1 at a real table."""

GAMES: Mapping[str, Game] = {
    "triumph": Game(
        "TRIUMPH!, 48 points, two armies",
        (TRIUMPH, *CARDS),
        (OF_TRIUMPH, OF_CARDS),
        ("condotta.rules.triumph.data",),
    ),
    "grand": Game(
        "GRAND TRIUMPH!, 144 points in three commands a side, two to six seats",
        (TRIUMPH, GRAND, *CARDS),
        (OF_TRIUMPH, OF_GRAND, OF_CARDS),
        ("condotta.rules.triumph.data", "condotta.rules.grand.data"),
        # replaced by GT-5.1, GT-7.1 and GT-9.1
        frozenset({"centreMinPoints", "generalMayMarch", "lossThreshold"}),
    ),
    "treachery+triumph": Game(
        "Triumph and Treachery over TRIUMPH!, three to five armies of 48 points",
        (TRIUMPH, TREACHERY_OVER_TRIUMPH, *CARDS),
        (OF_TRIUMPH, OF_TREACHERY, OF_TREACHERY_OVER_TRIUMPH, OF_CARDS),
        ("condotta.rules.triumph.data", "condotta.rules.treachery.data"),
        # replaced by TO-2, TO-11 and TT-13.6
        frozenset(
            {
                "campNearestCentre",
                "centreMinPoints",
                "generalMayMarch",
                "lossThreshold",
                "turnLimit",
            }
        ),
    ),
    "ranked": Game(
        "Ranked battles in ranks and files, two to five armies",
        (RANKED,),
        (OF_RANKED,),
        ("condotta.rules.ranked.data",),
    ),
    "treachery": Game(
        "Triumph and Treachery over ranked battles, three to five armies",
        (RANKED, TREACHERY_OVER_RANKED),
        (OF_RANKED, OF_TREACHERY, OF_TREACHERY_OVER_RANKED),
        ("condotta.rules.ranked.data", "condotta.rules.treachery.data"),
        frozenset({"battleTurns"}),  # replaced by TT-13.6
    ),
    "skirmish": Game(
        "Skirmish battles of single models, two to four armies",
        (SKIRMISH,),
        (OF_SKIRMISH,),
        ("condotta.rules.skirmish.data",),
    ),
    "carnage": Game(
        "Carnage over skirmish battles, three or four armies",
        (SKIRMISH, CARNAGE_OVER_SKIRMISH),
        (OF_SKIRMISH, OF_CARNAGE),
        ("condotta.rules.skirmish.data", "condotta.rules.carnage.data"),
        frozenset({"battleMission", "battleRounds"}),  # replaced by CM-63
    ),
    "carnage+ranked": Game(
        "Carnage over ranked battles, three or four armies",
        (RANKED, CARNAGE_OVER_RANKED),
        (OF_RANKED, OF_CARNAGE, OF_CARNAGE_OVER_RANKED),
        ("condotta.rules.ranked.data", "condotta.rules.carnage.data"),
        # replaced by CR-2, CR-6 and CR-7
        frozenset(
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
    ),
    "triumph+reported": Game(
        "TRIUMPH! at a real table, 48 points, two armies",
        (TRIUMPH, REPORTED_TRIUMPH, *CARDS),
        (OF_TRIUMPH, OF_CARDS),
        ("condotta.rules.triumph.data",),
        like="triumph",
    ),
    "grand+reported": Game(
        "GRAND TRIUMPH! at a real table, three commands a side, two to six seats",
        (TRIUMPH, GRAND, REPORTED_GRAND, *CARDS),
        (OF_TRIUMPH, OF_GRAND, OF_CARDS),
        ("condotta.rules.triumph.data", "condotta.rules.grand.data"),
        frozenset({"centreMinPoints", "generalMayMarch", "lossThreshold"}),
        like="grand",
    ),
    "carnage+reported": Game(
        "Carnage at a real table, skirmish armies, three or four of them",
        (SKIRMISH, CARNAGE_OVER_SKIRMISH, REPORTED_CARNAGE),
        (OF_SKIRMISH, OF_CARNAGE),
        ("condotta.rules.skirmish.data", "condotta.rules.carnage.data"),
        # replaced by CM-63 and RB-32, or decided at the table [RB-1]
        frozenset(
            {
                "battleMission",
                "battleRounds",
                "characterClosestIgnoresVisibility",
                "chargersAttackAny",
                "counterOffensiveBy",
                "crossFlying",
                "fightsInBlocks",
                "interventionsAlternate",
                "interventionsToward",
                "mission",
                "modelsBlockSight",
                "objectiveMeasuredTo",
                "passFriends",
                "powerCounts",
                "psychicLimit",
                "quarterMeasuredTo",
                "reserveLimit",
                "secretWishes",
            }
        ),
        like="carnage",
    ),
    "ranked+reported": Game(
        "Ranked battles at a real table, two to five armies",
        (RANKED, REPORTED_RANKED),
        (OF_RANKED,),
        ("condotta.rules.ranked.data",),
        OF_PLACES,
        like="ranked",
    ),
    "treachery+reported": Game(
        "Triumph and Treachery at a real table over ranked battles, three to five armies",
        (RANKED, TREACHERY_OVER_RANKED, REPORTED_TREACHERY),
        (OF_RANKED, OF_TREACHERY, OF_TREACHERY_OVER_RANKED),
        ("condotta.rules.ranked.data", "condotta.rules.treachery.data"),
        # replaced by RB-1, RB-20 and TT-13.6
        OF_PLACES | {"battleTurns", "inchFromNeutrals", "scenario"},
        like="treachery",
    ),
}
"""Every system that can be played, by the name that people call it."""

SYSTEMS: Mapping[str, str] = {name: game.what for name, game in GAMES.items()}
"""Every system that can be played, and what it is."""


def kind(system: str) -> str:
    """The system that one is set up, drawn and looked after as: itself unless it is a variant.

    >>> kind("treachery")
    'treachery'
    """
    return GAMES[system].like or system


def books(system: str) -> frozenset[str]:
    """The books of clauses that a system is played by, by the letters before their numbers.

    They are what its layers cite; armies of TRIUMPH! are taken from lists, which have a book too.

    >>> sorted(books("treachery")), sorted(books("grand"))
    (['FB', 'TT'], ['AL', 'BC', 'GT', 'TC'])
    """
    layers = GAMES[system].layers
    cited = {hook[2].split("-")[0] for layer in layers for hook in layer.hooks}
    return frozenset(cited | ({"AL"} if TRIUMPH in layers else set()))


def declarations(system: str) -> dict[str, Setting]:
    """Every setting that decides something in a system, those of its base game first."""
    game = GAMES[system]
    return {
        name: one
        for known in game.choices
        for name, one in known.declarations().items()
        if name not in game.replaced
    }


def header_in(data: bytes, where: str) -> Header:
    """The header of a log. Settings that decide nothing in its system are passed over.

    A log may have been written when they were still named there; no rule ever asked for them.
    """
    header = read_header(data, where)
    return msgspec.structs.replace(header, settings=acting(header.system, header.settings))


def acting(system: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Those settings without the ones that decide nothing in a system."""
    replaced = GAMES[system].replaced if system in GAMES else frozenset[str]()
    return {name: value for name, value in settings.items() if name not in replaced}


def book(system: str, profile: Mapping[str, Any] = {}) -> Book:
    """The book of a system, with the settings a battle is played by.

    An unknown system or setting is a PlainError that names the nearest one. Every clause that a
    layer cites must be in the register.
    """
    if system not in SYSTEMS:
        raise PlainError(f"There is no system called {system}.{nearest(system, SYSTEMS)}")
    values = dict(chosen(declarations(system), profile))
    return Book(system, GAMES[system].layers, values, known=register().__contains__)
