"""What is the same for every system before the first die: its seats, settings, coins and cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from condotta.bots.seat import usual
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.rules import library as systems
from condotta.rules.ranked.rosters.units import Host
from condotta.rules.reported.ground import GROUND
from condotta.rules.sitting import Sitting
from condotta.rules.skirmish.rosters.armies import Host as Skirmishers
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import in_play
from condotta.rules.treachery.host import HOST
from condotta.server.forms import (
    CoinShown,
    CompanyShown,
    DesignShown,
    HostShown,
    Place,
    SystemShown,
    TerrainShown,
    TroopsShown,
)
from condotta.server.reasons import Refused
from condotta.settings import settings_shown

HIRES = "mercenaries"
"""The setting by which each player hires a company. [TT-12.1]"""


class SetUp:
    """A system as far as a battle of it is set up."""

    terrain: tuple[TerrainShown, ...] = ()
    by_hand = True
    models = False

    def __init__(self, system: str) -> None:
        self.system = system

    def shown(self) -> SystemShown:
        """The seats it is played by, every setting that the rules declare, coins and cards."""
        coins, designs = hidden(self.system)
        return SystemShown(
            system=self.system,
            name=systems.SYSTEMS[self.system],
            quanta=10_000,
            unit=SYSTEMS[self.system].unit,
            seats=tuple(self.places(size) for size in SYSTEMS[self.system].sizes),
            settings=settings_shown(systems.declarations(self.system)),
            terrain=self.terrain,
            rosters=SYSTEMS[self.system].armies_of_its_own is None,
            by_hand=self.by_hand,
            models=self.models,
            reported=systems.book(self.system).sole(GROUND) is not None,
            coins=coins,
            designs=designs,
            armies=own_armies(self.system),
            hires=HIRES if SYSTEMS[self.system].samples is not None else "",
            companies=for_hire(self.system),
            bot=usual(systems.book(self.system)),
            anytime=tuple(sorted(one.__name__ for one in systems.book(self.system).anytime)),
        )

    def places(self, count: int) -> tuple[Place, ...]:
        """Who sits where; the smallest number of seats where none is named. [TC-4.1, GT-10.1]"""
        sizes = SYSTEMS[self.system].sizes
        if count and count not in sizes:
            raise Refused("seats", seats=max(sizes))
        return tuple(
            Place(seat=one.seat, side=one.side, letter=one.letter, army=one.army)
            for one in SYSTEMS[self.system].seated(count or sizes[0])
        )

    def opening(
        self, book: Book, places: Sequence[Place], rosters: Sequence[Any], levy: Levy
    ) -> tuple[Event, ...]:
        """The board, the seats, all the troops. [TC-8.8]"""
        seats = tuple(Sitting(one.seat, one.side, one.army, one.letter) for one in places)
        return SYSTEMS[self.system].opening(book, seats, rosters, levy)


def own_armies(system: str) -> tuple[HostShown, ...]:
    """The armies of a game that has its own. [FB-15, SK-124]"""
    hosts = SYSTEMS[system].hosts
    return tuple(
        HostShown(id=one.id, label=one.label, **worth(one), units=troops(one))
        for one in (hosts().values() if hosts is not None else ())
    )


def worth(host: Host | Skirmishers) -> dict[str, Any]:
    """What an army is worth in its own game: points, or its Power Level. [FB-15, SK-122]"""
    if isinstance(host, Host):
        return {"by": "points", "worth": host.points}
    return {"by": "power", "worth": host.power}


def troops(host: Host | Skirmishers) -> tuple[TroopsShown, ...]:
    """The units of an army, in its order."""
    if isinstance(host, Host):
        return tuple(TroopsShown(name=one.unit.name, count=one.models) for one in host.entries)
    return tuple(TroopsShown(name=one.sheet.id, count=one.models) for one in host.squads)


@cache
def for_hire(system: str) -> tuple[CompanyShown, ...]:
    """The companies of mercenaries that a system offers. [TT-12.2]"""
    samples = SYSTEMS[system].samples
    return tuple(
        CompanyShown(
            text=one.text,
            source=one.source,
            half_points=one.half_points,
            units=tuple(TroopsShown(name=each.name, count=each.count) for each in one.units),
        )
        for one in (samples(systems.book(system)) if samples is not None else ())
    )


def hidden(system: str) -> tuple[tuple[CoinShown, ...], tuple[DesignShown, ...]]:
    """The coins and the secret cards of a system that has them. [TT-10.1, TT-11.10]"""
    book = systems.book(system)
    host = book.sole(HOST)
    if host is None:
        return (), ()
    coins = tuple(CoinShown(name=name, value=value) for name, value in names.COINS)
    designs = tuple(
        DesignShown(type=one.id, cost=one.cost, roles=one.roles, moment=host.ploys[one.id].moment)
        for one in in_play(book)
    )
    return coins, designs
