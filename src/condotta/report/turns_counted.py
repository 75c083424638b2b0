"""Which turn it is, as each game counts: said alike in the log, above the table and in reports.

The kernel counts the turns of seats. A game in which every seat has a turn in each round keeps the
number of the round beside the table, and calls it by a name of its own; so nothing but the position
is asked.
"""

from __future__ import annotations

from typing import NamedTuple

from condotta.kernel.position import Position
from condotta.rules.carnage import names as carnage
from condotta.rules.ranked import names as ranked
from condotta.rules.treachery import names as treachery

TURN, GAME_TURN, ROUND = "length.turn", "length.game-turn", "length.round"
"""What is counted, by the key of what it is called: the turn of one side, or a round of all."""

COUNTERS = {carnage.ROUND: ROUND, treachery.GAME_TURN: GAME_TURN, ranked.GAME_TURN: GAME_TURN}
"""The counters beside the table of games that count rounds, a larger game before its base."""


class Counted(NamedTuple):
    """What is counted, and the number that it has now; 0 before the first."""

    key: str
    turn: int


def counted(position: Position) -> Counted:
    """Which turn, game turn or battle round it is. [FB-14.5, SK-27, CM-15, TT-2.1]"""
    found = (
        Counted(key, position.count(ranked.TABLE, counter)) for counter, key in COUNTERS.items()
    )
    return next((one for one in found if one.turn), Counted(TURN, position.turn))
