"""How long the battle lasts and who has won: tokens, not points. [TT-13.6, TT-13.7]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.events import Ended, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position, evolve_position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Host, host_of
from condotta.rules.treachery.players import present
from condotta.rules.treachery.scenarios import prize, round_over
from condotta.rules.treachery.settings import settings_of


class GameTurnEnd(Script, frozen=True, kw_only=True):
    """All turn cards have been turned over. [TT-2.3, TT-13.6]"""


def game_turn_end(book: Book, state: State, _: GameTurnEnd) -> Iterator[Event]:
    """Begin the next game turn, or end the battle. [TT-13.6]"""
    from condotta.rules.treachery.turns import GameTurn  # noqa: PLC0415 - each begins the other

    position, host = state.position, host_of(book)
    here = [seat for seat in position.seats() if present(host, position, seat)]
    length = settings_of(book).number("gameTurns") or host.game_turns
    last = position.count(names.TABLE, names.GAME_TURN) >= length
    given = tuple(round_over(book, position))
    yield from given
    yield Popped()
    if not last and len(here) > 1:
        yield Pushed(GameTurn())
        return
    given = (*given, *(prizes := tuple(prize(book, position))))
    yield from prizes
    won = winners(host, reduce(evolve_position, given, position))
    key = "tt.13-7.tokens" if last else "tt.13-6.alone"
    yield Ruled("TT-13.7", key, {"winners": won})
    yield Ended(won, "TT-13.7", key)


def winners(host: Host, position: Position) -> tuple[Seat, ...]:
    """The richest; of equals who earned more points, then who has more left; else they share.

    [TT-13.7]
    """

    def rank(seat: Seat) -> tuple[int, int, int]:
        left = (position.pieces[name] for name in host.units(position, seat))
        return (
            position.count(seat, names.TOKENS),
            position.count(seat, names.EARNED),
            sum(host.worth(position, piece) for piece in left if piece.owner == seat),
        )

    ranks = {seat: rank(seat) for seat in position.seats()}
    return tuple(seat for seat, own in ranks.items() if own == max(ranks.values()))


PROCEDURES = {GameTurnEnd: game_turn_end}
