"""The deck: its designs as data, what is left of it, who is dealt a card. [TT-11]

There is no order of cards before they are dealt: what is left is a multiset. [TT-14.4]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from condotta.data import toml
from condotta.kernel.asks import Ask, Choose, Draw, Script
from condotta.kernel.book import Book
from condotta.kernel.events import (
    Asked,
    Event,
    Exchanged,
    Mustered,
    Placed,
    Popped,
    Pushed,
    Removed,
    Ruled,
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Piece, Seat
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.host import host_of
from condotta.rules.treachery.players import hand

BACK = "treachery"
"""What every card looks like from behind."""


class Design(msgspec.Struct, frozen=True):
    """One card of the deck: copies, cost in tokens, who may play it, what it is aimed at.

    [TT-11.5]
    """

    id: str
    copies: int
    cost: int
    roles: tuple[str, ...]
    aim: str
    clauses: tuple[str, ...]


class DealCard(Script, frozen=True, kw_only=True):
    """A player is dealt so many cards, one after another. [TT-11.2, TT-11.3]"""

    seat: Seat
    number: int
    clause: str


class Limit(Script, frozen=True, kw_only=True):
    """A player discards what is over the hand limit, at once. [TT-11.6]"""

    seat: Seat


@cache
def designs() -> Mapping[str, Design]:
    """All designs by id, in the order of the deck. [TT-11.1, TT-11.10]"""
    rows = toml("condotta.rules.treachery.data", "cards.toml")["card"]
    return {row["id"]: msgspec.convert(row, Design) for row in rows}


def in_play(book: Book) -> tuple[Design, ...]:
    """The designs that a host can carry out; the others are set aside. [TO-4]"""
    host = host_of(book)
    aside = host.set_aside(book)
    return tuple(
        design
        for design in designs().values()
        if design.id in host.ploys and design.id not in aside
    )


def left(book: Book, position: Position) -> tuple[str, ...]:
    """What is in the deck: all copies but those in hands and on the discard pile, sorted."""
    whole = Counter({design.id: design.copies for design in in_play(book)})
    whole.subtract(
        piece.truth or piece.type
        for piece in position.pieces.values()
        if names.TREACHERY in piece.traits and piece.place in ("hand", "gone")
    )
    return tuple(sorted(whole.elements()))


def deal_card(book: Book, state: State, frame: DealCard) -> Iterator[Event]:
    """Draw a card that only its holder sees; an empty deck takes the discards back. [TT-11.7]"""
    position = state.position
    drawn = frame.heard("treachery cards")
    if drawn is None:
        pile = left(book, position)
        if not frame.number:
            yield Popped()
            yield Pushed(Limit(seat=frame.seat))
        elif pile:
            yield Asked(
                Ask(CHANCE, "treachery cards", frame.clause, about=(frame.seat,), draw=pile,
                    secret=True)
            )  # fmt: skip
        else:
            yield from reshuffled(position, frame)
        return
    assert isinstance(drawn, Draw)
    yield from dealt(position, frame.seat, drawn.drawn[0])
    yield Ruled(frame.clause, "tt.11-2.dealt", {"seat": frame.seat})
    yield Popped()
    yield Pushed(replace(frame, number=frame.number - 1, answers=()))


def reshuffled(position: Position, frame: DealCard) -> Iterator[Event]:
    """The discards become the deck again; with none there is nothing to draw. [TT-11.7]"""
    discards = [one for one in position.at("gone") if names.TREACHERY in one.traits]
    for piece in discards:
        yield Placed(piece.id, "aside")
    yield Ruled("TT-11.7", "tt.11-7.reshuffled" if discards else "tt.11-7.none")
    yield Popped()
    yield Pushed(frame if discards else Limit(seat=frame.seat))


def dealt(position: Position, seat: Seat, design: str) -> Iterator[Event]:
    """A new card in a hand: everybody sees its back. [TT-11.11]"""
    number = 1 + sum(names.TREACHERY in piece.traits for piece in position.pieces.values())
    known = Piece(
        f"card-{number}", BACK, seat, seat, place="hand", traits=(names.TREACHERY,), truth=design
    )
    yield Veiled((seat,), Mustered(known), Mustered(replace(known, truth="")))


def limit(_: Book, state: State, frame: Limit) -> Iterator[Event]:
    """The holder picks what goes, card by card, before anything else happens. [TT-11.15]"""
    held = hand(state.position, frame.seat)
    said = frame.heard("discard")
    if len(held) <= names.HAND:
        yield Popped()
    elif not isinstance(said, Choose):
        options = tuple(piece.id for piece in held)
        yield Asked(Ask(frame.seat, "discard", "TT-11.6", options=options, about=options))
    else:
        yield from discarded(state.position, said.option)
        yield Ruled("TT-11.6", "tt.11-6.discarded", {"seat": frame.seat})
        yield Popped()
        yield Pushed(Limit(seat=frame.seat))


def discarded(position: Position, card: str) -> Iterator[Event]:
    """A card goes to the discard pile, where everybody can look at it. [TT-11.7]"""
    yield shown(position.pieces[card])
    yield Removed(card, "gone")


def shown(piece: Piece) -> Event:
    """A card turned face up."""
    return Exchanged(replace(piece, type=piece.truth or piece.type, truth=""))


def passed_to(position: Position, card: str, seat: Seat) -> Event:
    """What the new holder of a card learns: its face."""
    piece = position.pieces[card]
    return Veiled((seat,), Exchanged(replace(piece, controller=seat)))


PROCEDURES = {DealCard: deal_card, Limit: limit}
