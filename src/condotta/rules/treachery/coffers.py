"""Victory tokens: what a phase earns, what a coffer holds, who is rich. [TT-10, TT-11.2]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Paid, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.host import host_of
from condotta.rules.treachery.players import enemy_player
from condotta.rules.treachery.settings import settings_of

START = 2 * names.COPPER  # two coppers for everybody, without mercenaries [TT-1.2]
HALVES = 2
USUAL_CARDS = 2  # who is neither the richest nor the poorest [TT-11.2]


class Score(Script, frozen=True, kw_only=True):
    """The end of a phase: every player's points become tokens. [TT-10.4, TT-10.5]"""


def gains(points: Mapping[Seat, int], *, nothing: bool = False) -> dict[Seat, int]:
    """The tokens that points of one phase, in halves, are worth to each player.

    Full slices of 50; a copper more for the most points, to each of those who share them, and to
    nobody where nobody scored. [TT-10.4, TT-10.5, TT-10.6]

    # RULING TT-10.6: unless it is chosen otherwise.

    >>> gains({"a": 330, "b": 0, "c": 0})
    {'a': 200, 'b': 0, 'c': 0}
    >>> gains({"a": 240, "b": 240, "c": 80})
    {'a': 150, 'b': 150, 'c': 0}
    """
    most = max(points.values(), default=0)
    slices = {seat: earned // (HALVES * names.COPPER) for seat, earned in points.items()}
    return {
        seat: names.COPPER * (slices[seat] + (earned == most and (most > 0 or nothing)))
        for seat, earned in points.items()
    }


def score(book: Book, state: State, _: Score) -> Iterator[Event]:
    """Pay everybody what the phase was worth, line by line. [TT-10.4]"""
    position = state.position
    points = {seat: host_of(book).earned(position, seat) for seat in position.seats()}
    for seat, gain in gains(points, nothing=settings_of(book).flag("copperForNothing")).items():
        earned = points[seat]
        if earned:
            yield Counted(seat, names.EARNED, position.count(seat, names.EARNED) + earned)
        if position.count(seat, names.VP):
            yield Counted(seat, names.VP, 0)
        if earned or gain:
            bonus = gain - names.COPPER * (earned // (HALVES * names.COPPER))
            params: dict[str, Param] = {
                "seat": seat,
                "halves": earned,
                "tokens": gain,
                "bonus": bonus,
            }
            key = "tt.10-4.bonus" if bonus else "tt.10-4.scored"
            yield Ruled("TT-10.4", key, params, cites=("TT-10.5",) if bonus else ())
        if gain:
            yield Paid("", seat, names.TOKENS, gain)
    yield Popped()


def credited(position: Position, piece: Piece, by: Seat, worth: int) -> Iterator[Event]:
    """Who earns the points of a unit that is lost. [TT-9.3]

    Nobody scores for what he controls: a mishap of the active player counts for the enemy player,
    one of the enemy's for the active player.
    """
    seat = by if by and position.side(by) != position.side(piece.controller) else ""
    if not seat and piece.controller in position.active:
        seat = enemy_player(position)
    elif not seat and piece.controller == enemy_player(position):
        seat = position.active[0]
    if seat and worth:
        yield Paid("", seat, names.VP, worth)
        params: dict[str, Param] = {"seat": seat, "unit": piece.id, "halves": worth}
        yield Ruled("TT-9.3", "tt.9-3.credited", params)


def coins(value: int) -> tuple[tuple[str, int], ...]:
    """A coffer as coins, dearest first: only its value counts. [TT-10.1, TT-10.10]

    >>> coins(1750)
    (('ingot', 1), ('gold', 1))
    >>> coins(0)
    ()
    """
    found = []
    for name, each in names.COINS:
        many, value = divmod(value, each)
        if many:
            found.append((name, many))
    return tuple(found)


def cards_due(
    coffers: Mapping[Seat, int], *, richest: int = 1, poorest: int = 3
) -> dict[Seat, int]:
    """The start-of-turn cards of each player: the strictly richest 1, the strictly poorest 3.

    All others have 2. A house may deal either another number. [TT-11.2]

    >>> list(cards_due({"a": 300, "b": 200, "c": 100, "d": 50, "e": 50}).values())
    [1, 2, 2, 2, 2]
    >>> list(cards_due({"a": 0, "b": 50, "c": 50}).values())
    [3, 2, 2]
    """
    due = {}
    for seat, value in coffers.items():
        others = [other for one, other in coffers.items() if one != seat]
        if value > max(others):
            due[seat] = richest
        else:
            due[seat] = poorest if value < min(others) else USUAL_CARDS
    return due


PROCEDURES = {Score: score}
