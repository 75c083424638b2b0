"""Battle rounds: who decides whose turn comes next, and who is named. [CM-15 to CM-24, CM-84]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from condotta.kernel.asks import Ask, Choose, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.rules.carnage import names
from condotta.rules.carnage.host import host_of, playing
from condotta.rules.carnage.objective import scored
from condotta.rules.carnage.ranking import lowest_first
from condotta.rules.carnage.rolling import RollOff, winner
from condotta.rules.carnage.settings import settings_of
from condotta.rules.carnage.victory import ends_at_once, rounds, survivor, verdict
from condotta.rules.scores import finished
from condotta.rules.steps import queued

WINDOW = "whose turn"


class WhoseTurn(Script, frozen=True, kw_only=True):
    """Somebody decides who takes the next turn of the round. [CM-16, CM-17]"""


class RoundOver(Script, frozen=True, kw_only=True):
    """Everybody has had a turn: the round is scored, and its end effects follow. [CM-23]"""


class NewRound(Script, frozen=True, kw_only=True):
    """The next battle round begins, or the battle is over. [CM-18, CM-87]"""


def following(position: Position) -> WhoseTurn | NewRound:
    """What comes after the set-up and after every turn."""
    return WhoseTurn() if position.count(names.TABLE, names.ROUND) else NewRound()


def waiting(book: Book, position: Position) -> tuple[Seat, ...]:
    """The seats in the game that have had no turn in this round. [CM-17, CM-22, CM-104]"""
    now = position.count(names.TABLE, names.ROUND)
    return tuple(
        seat for seat in playing(book, position) if position.count(seat, names.HAD_TURN) < now
    )


def eligible(book: Book, position: Position) -> tuple[Seat, ...]:
    """Those who may be named. By a setting not the one who had the last turn, twice in a row.

    [CM-21] What the setting bars is only the first turn of a round.
    """
    left = waiting(book, position)
    if settings_of(book).flag("twoTurnsInARow") or len(left) < len(playing(book, position)):
        return left
    before = position.count(names.TABLE, names.ROUND) - 1
    barred = [seat for seat in left if before and position.count(seat, names.LAST) == before]
    return tuple(seat for seat in left if seat not in barred) or left


class Decided(NamedTuple):
    """Whose turn may come next, by which clause, and who names one of them, in order.

    Nobody names where one alone is left, and where it must be rolled for.
    """

    seats: tuple[Seat, ...]
    clause: str
    naming: tuple[Seat, ...] = ()


def decided(book: Book, position: Position) -> Decided:
    """Who says whose turn comes next in this round. [CM-16, CM-17, CM-18, CM-19, CM-84]"""
    left = eligible(book, position)
    if len(left) < 2:
        return Decided(left, "CM-19" if left else "CM-18")
    if by_rank(position):
        return Decided(left, "CM-84", rank_choosers(book, position))
    seat = winner(position)
    return Decided(left, clause(book, position), (seat,) if seat else ())


def whose_turn(book: Book, state: State, frame: WhoseTurn) -> Iterator[Event]:
    """Find who decides, ask, and begin that seat's turn. [CM-16, CM-17, CM-19, CM-84, CM-86]"""
    position = state.position
    left, by, naming = decided(book, position)
    said = frame.heard(WINDOW)
    over = None if said or ends_at_once(book, position) else survivor(book, position)
    if over is not None:
        yield from finished(book, position, over[0], over[1].winners)
    elif not left:
        yield Popped()
        yield Pushed(RoundOver())
    elif isinstance(said, Choose):
        yield from named(position, frame.answers[-1].seat)
        yield from begun(book, position, said.option)
    elif len(left) == 1:
        yield Ruled(by, "cm.19.last", {"seat": left[0]})
        yield from begun(book, position, left[0])
    elif naming:
        if by == "CM-84":
            rank = position.count(naming[0], names.RANK)
            yield Ruled(by, "cm.84.chooses", {"seat": naming[0], "rank": rank})
        yield Asked(Ask(naming[0], WINDOW, by, options=left))
    else:
        yield Pushed(RollOff(purpose=names.FOR_TURN, seats=left, clause=by))


def named(position: Position, seat: Seat) -> Iterator[Event]:
    """Who named somebody has used its rank, or the roll-off that it won. [CM-85]

    Only now: if anybody concedes while it thinks it over, it is asked anew.
    """
    if by_rank(position):
        yield Counted(seat, names.CHOSE, 1)
    else:
        yield Counted(seat, names.WON, 0)


def clause(book: Book, position: Position) -> str:
    """The first turn of a round is decided by one clause, the others by another."""
    first = len(waiting(book, position)) == len(playing(book, position))
    return "CM-16" if first else "CM-17"


def by_rank(position: Position) -> bool:
    """Whether ranks say who decides: in the first round, where armies are ranked. [CM-84]"""
    ranked = any(position.count(seat, names.RANK) for seat in position.seats())
    return ranked and position.count(names.TABLE, names.ROUND) == 1


def rank_choosers(book: Book, position: Position) -> tuple[Seat, ...]:
    """Those in the game who will name somebody, the lowest rank first. [CM-84, CM-107]

    Where none is left, the last of them again.
    """
    order = lowest_first(position, playing(book, position))
    return tuple(seat for seat in order if not position.count(seat, names.CHOSE)) or order[-1:]


def begun(book: Book, position: Position, seat: Seat) -> Iterator[Event]:
    """A seat's turn begins."""
    now = position.count(names.TABLE, names.ROUND)
    yield Ruled("CM-15", "cm.15.turn", {"seat": seat, "round": now})
    yield Popped()
    yield from host_of(book).begin(position, seat)
    yield Counted(seat, names.HAD_TURN, now)
    for one in position.seats():
        if position.count(one, names.LAST) and one != seat:
            yield Counted(one, names.LAST, 0)
    yield Counted(seat, names.LAST, now)


def round_over(book: Book, state: State, _: RoundOver) -> Iterator[Event]:
    """Score, then whatever the base game puts at the end of a round. [CM-23, CM-88]"""
    position = state.position
    yield from scored(book, position)
    yield Popped()
    yield Pushed(NewRound())
    yield from queued(host_of(book).round_over(book, position))


def new_round(book: Book, state: State, _: NewRound) -> Iterator[Event]:
    """After the last round the battle is over. [CM-18, CM-87, CM-98]"""
    position = state.position
    now = position.count(names.TABLE, names.ROUND)
    if now >= rounds(book):
        said, result = verdict(book, position)
        yield from finished(book, position, said, result.winners)
        return
    yield Counted(names.TABLE, names.ROUND, now + 1)
    yield Ruled("CM-15", "cm.15.round", {"round": now + 1, "rounds": rounds(book)})
    yield Popped()
    yield Pushed(WhoseTurn())


PROCEDURES = {WhoseTurn: whose_turn, RoundOver: round_over, NewRound: new_round}
