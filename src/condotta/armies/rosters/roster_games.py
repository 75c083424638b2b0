"""Which game a player's roster is of, and which of its costs are points, power, command points.

A game is known by the id or the name of its system, never by which characteristics its units have.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

SKIRMISH: Final = "skirmish"
RANKED: Final = "ranked"
OTHER: Final = "other"
UNKNOWN: Final = ""
POINTS, POWER, COMMAND = "pts", "power", "CP"


class Game(msgspec.Struct, frozen=True):
    """A game's systems, and what is fought here with its rosters."""

    names: tuple[str, ...]
    plays: str
    ids: tuple[str, ...] = ()


class CostKind(msgspec.Struct, frozen=True):
    """What a kind of cost is called in rosters."""

    kind: str
    ids: tuple[str, ...]
    names: tuple[str, ...]


class Games(msgspec.Struct, frozen=True):
    """The data file."""

    game: tuple[Game, ...]
    cost: tuple[CostKind, ...]


@cache
def games() -> Games:
    """The data file."""
    text = files("condotta.armies").joinpath("data/games.toml").read_bytes()
    return msgspec.toml.decode(text, type=Games)


def game_of(system_id: str, system: str) -> str:
    """What is fought here with rosters of a system; of one that nobody knows "" is said.

    >>> game_of("", "Warhammer 40,000 8th Edition"), game_of("", "Horus Heresy 3rd Edition")
    ('skirmish', 'other')
    >>> game_of("sys-31d1-bf57-53ea-ad55", ""), game_of("", "Our own rules")
    ('ranked', '')
    """
    words = " ".join(system.casefold().split())
    known = games().game
    named = (one for one in known if any(name in words for name in one.names))
    by_id = (one for one in known if system_id and system_id in one.ids)
    found = next(named, None) or next(by_id, None)
    return UNKNOWN if found is None else found.plays or OTHER


def cost_kind(name: str, type_id: str) -> str:
    """Points, power and command points by one name each; any other cost by its own.

    >>> [cost_kind(*one) for one in ((" PL", ""), ("Point(s)", ""), ("x", "points"), ("Bow", ""))]
    ['power', 'pts', 'pts', 'Bow']
    """
    bare = "".join(name.casefold().split())
    for one in games().cost:
        if bare in one.names or (type_id and type_id in one.ids):
            return one.kind
    return name.strip()
