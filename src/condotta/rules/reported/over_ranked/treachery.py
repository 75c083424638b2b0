"""Treachery at a real table: truces made and cards carried out by hand. [RB-20, RB-21]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Cleared, Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.ranked import names as core
from condotta.rules.reported import names
from condotta.rules.reported.layer import over
from condotta.rules.reported.over_ranked import ground, owning_up, playing_now, ploys
from condotta.rules.treachery.host import HOST
from condotta.rules.treachery.over_ranked.host import RANKED_HOST


def engaged(_: Book, position: Position, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The contacts of a seat's units, as they were reported last. [RB-7, TT-7.1]"""
    return owning_up.contacts(position, seat)


def parted(position: Position, unit: str) -> Iterator[Event]:
    """People move a neutral unit off at the table; the two are in combat no more. [TT-7.4]"""
    active = position.active[0]
    yield Ruled("RB-20", "rb.20.parted", {"unit": unit, "seat": active})
    for foe in dict.fromkeys(two for _, two in contacts_of(position, unit)):
        if position.pieces[foe].controller == active:
            for one, other in ((unit, foe), (foe, unit)):
                if position.pieces[one].marked(names.MEETS + other):
                    yield Cleared(one, names.MEETS + other)


def contacts_of(position: Position, unit: str) -> Iterator[tuple[str, str]]:
    """The contacts of one unit."""
    seat = position.pieces[unit].controller
    return (pair for pair in owning_up.contacts(position, seat) if pair[0] == unit)


REPORTED_HOST = RANKED_HOST._replace(
    engaged=engaged,
    lies=lambda _, __: {},
    ploys=ploys.AT_THE_TABLE,
    shots=ploys.aims,
    unsettled=ploys.unsettled,
    parted_by_hand=parted,
)
BEFORE = {
    core.MOVEMENT: (owning_up.OwningUp(what=owning_up.RALLIED),),
    **ground.BROKEN,
}
REPORTED_TREACHERY = over(
    ground.RANKED_GROUND,
    (*ground.HOOKS, (HOST, lambda: REPORTED_HOST, "RB-20")),
    (owning_up, playing_now),
    first=BEFORE,
)
