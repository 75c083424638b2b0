"""Game turns: cards are dealt, then turn cards are turned over one after another. [TT-2]

Nothing fixes the next turn card before it is asked of chance. [TT-2.4] How long the battle lasts
and who has won: tokens, not points. [TT-13.6, TT-13.7]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from condotta.kernel.asks import Ask, Draw, Script
from condotta.kernel.book import Book
from condotta.kernel.events import (
    Asked,
    Counted,
    Event,
    Expired,
    Marked,
    Mustered,
    Paid,
    Popped,
    Pushed,
    Ruled,
)
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Mark, Piece, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.scores import First, Score, Tie, counted, finished, first
from condotta.rules.treachery import names
from condotta.rules.treachery.coffers import START, cards_due
from condotta.rules.treachery.deck import DealCard
from condotta.rules.treachery.host import Host, host_of
from condotta.rules.treachery.players import present
from condotta.rules.treachery.scenarios import prize, round_over, set_up
from condotta.rules.treachery.settings import settings_of


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


class Begin(Script, frozen=True, kw_only=True):
    """Icons are dealt, coffers are filled. [TT-1.2, TT-1.4, TT-1.5]"""


class GameTurn(Script, frozen=True, kw_only=True):
    """A game turn begins: turn cards are shuffled, treachery cards dealt. [TT-2.1, TT-2.2]"""


class NextCard(Script, frozen=True, kw_only=True):
    """The next turn card is turned over. [TT-2.3]"""


class GameTurnEnd(Script, frozen=True, kw_only=True):
    """All turn cards have been turned over. [TT-2.3, TT-13.6]"""


def begin(book: Book, state: State, frame: Begin) -> Iterator[Event]:
    """Every player is dealt an icon and keeps it; everybody may see it. [TT-1.4, TT-1.6]"""
    seats = state.position.seats()
    drawn = frame.heard("icons")
    if drawn is None:
        yield Asked(Ask(CHANCE, "icons", "TT-1.4", draw=names.ICONS, count=len(seats)))
        return
    assert isinstance(drawn, Draw)
    yield Counted(names.TABLE, names.PLAYERS, len(seats))
    for seat, icon in zip(seats, drawn.drawn, strict=True):
        traits = (names.TURN_CARD,)
        yield Mustered(Piece(f"turn-{icon}", icon, seat, seat, place="hand", traits=traits))
        yield Ruled("TT-1.4", "tt.1-4.icon", {"seat": seat, "icon": f"icon.{icon}"})
    if not settings_of(book).flag("mercenaries"):
        yield Ruled("TT-1.2", "tt.1-2.start", {"tokens": START})
        for seat in seats:
            yield Paid("", seat, names.TOKENS, START)
    yield from set_up(book, state.position)
    yield Popped()
    yield Pushed(GameTurn())


def game_turn(book: Book, state: State, _: GameTurn) -> Iterator[Event]:
    """Shuffle, deal by coffers, then turn over. [TT-2.1, TT-2.2, TT-11.2]"""
    position = state.position
    yield Expired(names.GAME_TURN)
    number = position.count(names.TABLE, names.GAME_TURN) + 1
    yield Counted(names.TABLE, names.GAME_TURN, number)
    yield Ruled("TT-2.1", "tt.2-1.shuffled", {"number": number})
    yield Popped()
    yield Pushed(NextCard())
    coffers = {seat: position.count(seat, names.TOKENS) for seat in position.seats()}
    house = settings_of(book)
    richest, poorest = house.number("richestCards"), house.number("poorestCards")
    due = cards_due(coffers, richest=richest, poorest=poorest)
    for seat, cards in reversed(due.items()):
        yield Pushed(DealCard(seat=seat, number=cards, clause="TT-11.2"))


def next_card(book: Book, state: State, frame: NextCard) -> Iterator[Event]:
    """Turn over; its player takes a whole turn, unless he has nobody left.

    [TT-2.3, TT-2.4, TT-13.8]
    """
    position = state.position
    waiting = [
        piece
        for piece in position.at("hand")
        if names.TURN_CARD in piece.traits and not piece.marked(names.TURNED)
    ]
    drawn = frame.heard("turn card")
    if not waiting:
        yield Popped()
        yield Pushed(GameTurnEnd())
    elif not isinstance(drawn, Draw):
        pile = tuple(sorted(piece.id for piece in waiting))
        yield Asked(Ask(CHANCE, "turn card", "TT-2.3", draw=pile))
    else:
        card = position.pieces[drawn.drawn[0]]
        yield Marked(card.id, Mark(names.TURNED, names.GAME_TURN))
        yield Popped()
        host = host_of(book)
        if present(host, position, card.owner):
            yield Ruled(
                "TT-2.3", "tt.2-3.turned", {"seat": card.owner, "icon": f"icon.{card.type}"}
            )
            yield from host.enter(position, card.owner)
        else:
            yield Ruled("TT-13.8", "tt.13-8.skipped", {"seat": card.owner})
            yield Pushed(NextCard())


def game_turn_end(book: Book, state: State, _: GameTurnEnd) -> Iterator[Event]:
    """Begin the next game turn, or end the battle. [TT-13.6]"""
    position, host = state.position, host_of(book)
    here = [seat for seat in position.seats() if present(host, position, seat)]
    last = position.count(names.TABLE, names.GAME_TURN) >= last_turn(book)
    given = tuple(round_over(book, position))
    yield from given
    yield Popped()
    if not last and len(here) > 1:
        yield Pushed(GameTurn())
        return
    given = (*given, *(prizes := tuple(prize(book, position))))
    yield from prizes
    yield why_now(here, last=last)
    now = after(position, given)
    found = first(book, now)
    yield from finished(book, now, decided(found), found.seats)


def last_turn(book: Book) -> int:
    """The number of the last game turn. [TT-13.6]"""
    return settings_of(book).number("gameTurns") or host_of(book).game_turns


def following(position: Position) -> Begin | NextCard:
    """Before the first turn icons are dealt; after each the next card is turned over. [TT-2.3]"""
    return NextCard() if position.count(names.TABLE, names.GAME_TURN) else Begin()


PROCEDURES = {Begin: begin, GameTurn: game_turn, NextCard: next_card, GameTurnEnd: game_turn_end}
