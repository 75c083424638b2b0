"""What is the same for every system before the first die: its seats, settings, coins and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from condotta.armies import Library
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.rules import library as systems
from condotta.rules.systems import SYSTEMS, Levy, Sitting
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import in_play
from condotta.rules.treachery.host import HOST
from condotta.server.forms import (
    CoinShown,
    DesignShown,
    Place,
    SettingShown,
    SystemShown,
    TerrainShown,
)
from condotta.server.reasons import Refused


class SetUp:
    """A system as far as a battle of it is set up."""

    terrain: tuple[TerrainShown, ...] = ()
    by_hand = True

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
            settings=tuple(
                SettingShown(
                    name=name,
                    type=one.type,
                    clause=one.clause,
                    says=one.says,
                    default=one.default,
                    allowed=one.allowed,
                    none=one.none,
                )
                for name, one in sorted(systems.declarations(self.system).items())
            ),
            terrain=self.terrain,
            rosters=SYSTEMS[self.system].armies_of_its_own is None,
            by_hand=self.by_hand,
            coins=coins,
            designs=designs,
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
        self, book: Book, places: Sequence[Place], rosters: Sequence[Any], shelf: Library
    ) -> tuple[Event, ...]:
        """The board, the seats, all the troops. [TC-8.8]"""
        seats = tuple(Sitting(one.seat, one.side, one.army, one.letter) for one in places)
        return SYSTEMS[self.system].opening(book, seats, rosters, Levy(shelf))


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
