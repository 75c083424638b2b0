"""Mercenaries: bribes at the start of a phase, and whom they follow when they rally. [TT-12]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Needed, Roll, Script
from condotta.kernel.book import Book
from condotta.kernel.events import (
    Asked,
    Controlled,
    Event,
    Exchanged,
    Marked,
    Paid,
    Popped,
    Pushed,
    Ruled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Mark, Piece, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.rolloff import best, standing, untied
from condotta.rules.steps import queued
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Host, host_of
from condotta.rules.treachery.players import present, round_the_table
from condotta.rules.treachery.playing import PASS

WINDOWS = BRIBE, BID, COUNTER_BID = "bribe", "bid", "counter-bid"
"""The questions about one unit or more that may be bribed. [TT-12.8]"""
LOYAL = 5  # on this or more a mercenary stays true [TT-12.6]


class Bribery(Script, frozen=True, kw_only=True):
    """Whoever wants to bribe says whom; dice decide the order of attempts. [TT-12.8, TT-12.9]

    `tried` are the attempts so far, as pairs `seat>unit`: each may be made once.
    """

    tried: tuple[str, ...] = ()

    def gist(self, _: Ask) -> Bribery:
        """A tie of all who roll has decided nothing."""
        return untied(self)


class Bribe(Script, frozen=True, kw_only=True):
    """One attempt: one open bid and one answer. [TT-12.8, TT-12.9]"""

    seat: Seat
    unit: str


class Loyalty(Script, frozen=True, kw_only=True):
    """A mercenary unit has rallied: whom does it follow now? [TT-12.6]"""

    unit: str

    def gist(self, _: Ask) -> Loyalty:
        """A tie of all who roll has decided nothing."""
        return untied(self)


def company(piece: Piece) -> str:
    """The company that a mercenary was hired in. [TT-12.2]"""
    return next((trait for trait in piece.traits if trait.startswith(names.COMPANY)), "")


def bribable(position: Position, seat: Seat, tried: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The mercenary units of other players on the table that a seat has not tried. [TT-12.8]"""
    return tuple(
        piece.id
        for piece in position.at("table")
        if names.MERCENARY in piece.traits and piece.controller != seat
        if not piece.marked(names.BRIBED) and pair(seat, piece.id) not in tried
    )


def pair(seat: Seat, unit: str) -> str:
    """An attempt: who, and on whom."""
    return f"{seat}>{unit}"


def bribery(_: Book, state: State, frame: Bribery) -> Iterator[Event]:
    """Ask all who have tokens, in secret; roll where several want to; then ask again. [TT-12.8]

    # RULING TT-12.9: everybody names one unit at a time, before the attempts on those named; whom
    # he names is not changed afterwards. A name that lapses is an attempt.
    """
    position = state.position
    asked = [
        seat
        for seat in round_the_table(position)
        if position.count(seat, names.TOKENS) >= names.COPPER
        and bribable(position, seat, frame.tried)
    ]
    rolls = [one.said.pips for one in frame.answers if isinstance(one.said, Roll)]
    silent = [seat for seat in asked if not rolls and frame.heard(BRIBE, seat) is None]
    if silent:
        for seat in silent:
            options = (PASS, *bribable(position, seat, frame.tried))
            yield Asked(Ask(seat, BRIBE, "TT-12.8", options=options, secret=True))
        return
    wanted = {
        one.seat: one.said.option
        for one in frame.answers
        if one.window == BRIBE and isinstance(one.said, Choose) and one.said.option != PASS
    }
    seats = tuple(seat for seat in asked if seat in wanted)
    order, tied = standing(seats, rolls) if seats else ((), ())
    if tied:
        yield Asked(Ask(CHANCE, "bribe dice", "TT-12.8", dice=len(tied), about=tied))
        return
    yield Popped()
    if order:
        made = tuple(pair(seat, wanted[seat]) for seat in order)
        yield Pushed(Bribery(tried=(*frame.tried, *made)))
    yield from queued(Bribe(seat=seat, unit=wanted[seat]) for seat in order)


def amounts(least: int, most: int) -> tuple[str, ...]:
    """Every sum of whole coppers from `least` to `most`. [TT-10.3]"""
    return tuple(str(value) for value in range(least, most + 1, names.COPPER))


def bribe(_: Book, state: State, frame: Bribe) -> Iterator[Event]:
    """Bid, answer, and all tokens are gone either way. [TT-12.8]

    # RULING TT-10.8: tokens that were given away since the question cannot be placed: a bid is
    # asked for again, an answer counts what is left.
    """
    position = state.position
    piece = position.pieces[frame.unit]
    owner, purse = piece.controller, position.count(frame.seat, names.TOKENS)
    bid, answer = frame.heard(BID), frame.heard(COUNTER_BID)
    placed = answer is not None
    if not placed and (piece.marked(names.BRIBED) or piece.place != "table" or owner == frame.seat):
        yield Ruled("TT-12.9", "tt.12-9.lapsed", {"seat": frame.seat, "unit": frame.unit})
        yield Popped()
    elif not isinstance(bid, Choose):
        options = (PASS, *amounts(names.COPPER, purse))
        yield Asked(Ask(frame.seat, BID, "TT-12.8", options=options, about=(frame.unit,)))
    elif bid.option == PASS:
        yield Popped()
    elif not placed and int(bid.option) > purse:
        yield Popped()
        yield Pushed(Bribe(seat=frame.seat, unit=frame.unit))
    else:
        yield from answered(position, frame, owner, int(bid.option))


def answered(position: Position, frame: Bribe, owner: Seat, bid: int) -> Iterator[Event]:
    """A bid lies by the unit from now on; its player may place more. [TT-12.8]"""
    answer, coffer = frame.heard(COUNTER_BID), position.count(owner, names.TOKENS)
    if answer is None:
        told: dict[str, Param] = {"seat": frame.seat, "unit": frame.unit, "bid": bid}
        yield Ruled("TT-12.8", "tt.12-8.bid", told)
        yield Paid(frame.seat, "", names.TOKENS, bid)
        better = amounts(bid + names.COPPER, coffer)
        if better:
            options = (PASS, *better)
            yield Asked(Ask(owner, COUNTER_BID, "TT-12.8", options=options, about=(frame.unit,)))
            return
    given = isinstance(answer, Choose) and answer.option != PASS
    yield from settled(frame, owner, bid, min(int(answer.option), coffer) if given else 0)
    yield Popped()


def settled(frame: Bribe, owner: Seat, bid: int, answer: int) -> Iterator[Event]:
    """All tokens placed are gone; without a higher answer the unit does nothing. [TT-12.8]"""
    params: dict[str, Param] = {
        "seat": frame.seat,
        "unit": frame.unit,
        "bid": bid,
        "answer": answer,
        "owner": owner,
    }
    yield Ruled("TT-12.8", "tt.12-8.outbid" if answer > bid else "tt.12-8.bribed", params)
    if answer:
        yield Paid(owner, "", names.TOKENS, answer)
    if answer <= bid:
        yield Marked(frame.unit, Mark(names.BRIBED, names.PHASE))


def loyalty(book: Book, state: State, frame: Loyalty) -> Iterator[Event]:
    """On 5 or 6 nothing; else everybody still there rolls, and the highest has it.

    [TT-12.6, TT-12.13]
    """
    position, host = state.position, host_of(book)
    piece = position.pieces[frame.unit]
    if piece.place != "table":
        yield Popped()
        return
    die = frame.heard("loyalty die")
    if die is None:
        seats = tuple(seat for seat in position.seats() if present(host, position, seat))
        told: dict[str, Param] = {"unit": frame.unit, "seats": seats}
        needed = Needed("tt.12-6.needs", told, least=LOYAL)
        about = (frame.unit,)
        yield Asked(Ask(CHANCE, "loyalty die", "TT-12.6", dice=1, about=about, needed=needed))
        return
    if die.pips[0] >= LOYAL:
        yield Ruled("TT-12.6", "tt.12-6.loyal", {"unit": frame.unit, "die": die.pips[0]})
        yield Popped()
        return
    seats = tuple(seat for seat in position.seats() if present(host, position, seat))
    thrown = (one.said for one in frame.answers if one.window == "loyalty dice")
    rolls = [said.pips for said in thrown if isinstance(said, Roll)]
    winner, tied = best(seats, rolls)
    if tied:
        yield Asked(Ask(CHANCE, "loyalty dice", "TT-12.6", dice=len(tied), about=tied))
        return
    yield from changed(host, position, piece, winner)
    yield Popped()


def changed(host: Host, position: Position, piece: Piece, winner: Seat) -> Iterator[Event]:
    """The unit, with all who are in it, now does what the winner says. [TT-12.6, TT-12.7]"""
    params = {"unit": piece.id, "seat": winner}
    if piece.controller == winner:
        yield Ruled("TT-12.6", "tt.12-6.kept", params)
        return
    for one in host.together(position, piece):
        yield Controlled(one.id, winner)
        yield Exchanged(host.joined(position, one, winner))
    yield Ruled("TT-12.6", "tt.12-6.taken", params)


PROCEDURES = {Bribery: bribery, Bribe: bribe, Loyalty: loyalty}
