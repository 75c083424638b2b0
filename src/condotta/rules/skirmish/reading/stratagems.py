"""Stratagems: what they cost, and how often a seat may use them. [SK-129 to SK-133]

The counter `USED` and a stratagem keeps a seat from using it again; `order` sets it back as a
phase ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.skirmish import names

COMMAND_REROLL = "command re-roll"
COUNTER_OFFENSIVE = "counter-offensive"
INSANE_BRAVERY = "insane bravery"

COSTS = {COMMAND_REROLL: 1, COUNTER_OFFENSIVE: 2, INSANE_BRAVERY: 2}
"""Command points. [SK-131, SK-132, SK-133]"""

LIMIT = "stratagemLimit"
"""The setting that allows each stratagem once in a phase. [SK-130]"""


def may_use(book: Book, position: Position, seat: Seat, stratagem: str) -> bool:
    """Whether a seat has the points and has not used it in this phase. [SK-129, SK-130]"""
    if position.count(seat, names.CP) < COSTS[stratagem]:
        return False
    limited = bool(book.settings.get(LIMIT, True))
    return not (limited and position.count(seat, names.USED + stratagem))


def spent(position: Position, seat: Seat, stratagem: str) -> Iterator[Event]:
    """What it costs is paid for good, and the seat has used it. [SK-129, SK-130]"""
    yield Counted(seat, names.CP, position.count(seat, names.CP) - COSTS[stratagem])
    yield Counted(seat, names.USED + stratagem, 1)
