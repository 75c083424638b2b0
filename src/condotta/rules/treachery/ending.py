"""How long the battle lasts and who has won: tokens, not points. [TT-13.6, TT-13.7]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position, evolve_position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.scores import First, Score, Tie, counted, finished, first
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
    yield why_now(here, last=last)
    now = reduce(evolve_position, given, position)
    found = first(book, now)
    yield from finished(book, now, decided(found), found.seats)


def why_now(here: Sequence[Seat], *, last: bool) -> Ruled:
    """Why the battle ends now. [TT-13.6]"""
    if last:
        return Ruled("TT-13.6", "tt.13-6.over", {})
    return Ruled("TT-13.6", "tt.13-6.alone" if here else "tt.13-6.nobody", {"seats": tuple(here)})


def decided(found: First) -> Ruled:
    """Who wins: the richest, or whoever a tie-break puts before others as rich. [TT-13.12]"""
    if not found.tied:
        return Ruled("TT-13.7", "tt.13-7.tokens", {"winners": found.seats})
    params: dict[str, Param] = {"winners": found.seats, "tied": found.tied}
    return Ruled("TT-13.12", f"tt.13-12.{found.by}" if found.by else "tt.13-12.shared", params)


def score(host: Host) -> Score:
    """Tokens; of equals who earned more points in the battle, then who has more left. [TT-13.12]"""

    def left(position: Position, seat: Seat) -> int:
        own = (position.pieces[name] for name in host.units(position, seat))
        return sum(host.worth(position, piece) for piece in own if piece.owner == seat)

    ties = (Tie("earned", counted(names.EARNED)), Tie("left", left))
    return Score("tokens", "TT-13.7", counted(names.TOKENS), ties=ties)


PROCEDURES = {GameTurnEnd: game_turn_end}
