"""Gifts and deals: tokens and cards change hands at any moment; promises bind nobody. [TT-14.1]

An offer lies on the table as a piece until it is taken up or refused, so that it holds up nobody.
A private one is seen by the two alone. What may change hands is judged again when it does.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from condotta.kernel.asks import Action, Ask, Script
from condotta.kernel.book import Book
from condotta.kernel.events import (
    Controlled,
    Event,
    Mustered,
    Paid,
    Popped,
    Pushed,
    Removed,
    Ruled,
    Told,
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Record, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import Limit, passed_to
from condotta.rules.treachery.players import hand

LONGEST = 400  # letters of a promise
PRIVATE = "private"
"""The trait of an offer that only the two see. [TT-14.1]"""


class Give(Action, frozen=True):
    """Tokens and cards for nothing, or for a promise. [TT-10.7, TT-11.4]"""

    to: Seat
    tokens: int = 0
    cards: tuple[str, ...] = ()


class Terms(Record, frozen=True):
    """What an offer would move: both sides' tokens, cards by id, and a promise in words."""

    tokens: int = 0
    cards: tuple[str, ...] = ()
    wants: int = 0
    wanted: tuple[str, ...] = ()
    words: str = ""


class Offer(Action, frozen=True):
    """An offer to one player; `private` shows it to him alone. [TT-14.1]"""

    to: Seat
    terms: Terms
    private: bool = False


class Accept(Action, frozen=True):
    """An offer is taken up: everything changes hands at one instant. [TT-14.3]"""

    deal: str


class Refuse(Action, frozen=True):
    """An offer is refused, or taken back by whoever made it."""

    deal: str


class Gift(Script, frozen=True, kw_only=True):
    """A gift changes hands. [TT-10.7, TT-11.4]"""

    seat: Seat
    said: Give


class Offering(Script, frozen=True, kw_only=True):
    """An offer is laid on the table."""

    seat: Seat
    said: Offer


class Deal(Script, frozen=True, kw_only=True):
    """An offer is taken up. [TT-14.1]"""

    seat: Seat
    said: Accept


class NoDeal(Script, frozen=True, kw_only=True):
    """An offer is off."""

    seat: Seat
    said: Refuse


# ── handing over ─────────────────────────────────────────────────────────────
def handed(
    position: Position, giver: Seat, taker: Seat, tokens: int, cards: tuple[str, ...]
) -> Iterator[Event]:
    """Tokens and cards go from one to the other; only the taker sees the cards. [TT-10.7, 11.4]"""
    if tokens or cards:
        params: dict[str, Param] = {
            "seat": giver, "to": taker, "tokens": tokens, "cards": len(cards),
        }  # fmt: skip
        what = "given" if tokens and cards else "tokens" if tokens else "cards"
        yield Ruled("TT-10.7", f"tt.10-7.{what}", params)
    if tokens:
        yield Paid(giver, taker, names.TOKENS, tokens)
    for card in cards:
        yield Controlled(card, taker)
        yield passed_to(position, card, taker)


def why_not_handed(
    position: Position, giver: Seat, taker: Seat, tokens: int, cards: tuple[str, ...]
) -> Iterator[Refusal]:
    """Why that may not change hands: only what is there, in whole coppers. [TT-10.8]"""
    if taker == giver or taker not in position.seats():
        yield Refusal("TT-10.7", "tt.10-7.to", {"seat": taker})
    if tokens < 0 or tokens % names.COPPER:
        yield Refusal("TT-10.1", "tt.10-1.coins", {"tokens": tokens})
    coffer = position.count(giver, names.TOKENS)
    if tokens > coffer:
        yield Refusal("TT-10.8", "tt.10-8.too-much", {"tokens": tokens, "coffer": coffer})
    own = {piece.id for piece in hand(position, giver)}
    if not set(cards) <= own or len(set(cards)) < len(cards):
        yield Refusal("TT-11.4", "tt.11-4.cards", {"seat": giver})


def hands_full(position: Position) -> Iterator[Refusal]:
    """Nothing changes hands before whoever holds too much has discarded it. [TT-11.6]"""
    for seat in position.seats():
        if len(hand(position, seat)) > names.HAND:
            yield Refusal("TT-11.6", "tt.11-6.over", {"seat": seat})


def judge_give(_: Book, position: Position, seat: Seat, __: Ask | None, said: Give) -> Verdict:
    """Whether a gift may be made: at any moment, of what one has. [TT-10.7, TT-11.4]"""
    found = [*hands_full(position)]
    found += why_not_handed(position, seat, said.to, said.tokens, said.cards)
    if not said.tokens and not said.cards:
        found.append(Refusal("TT-10.7", "tt.10-7.nothing"))
    return Verdict(tuple(found))


def gift(_: Book, state: State, frame: Gift) -> Iterator[Event]:
    """Hand over; the hand limit holds at once. [TT-11.6]"""
    said = frame.said
    yield from handed(state.position, frame.seat, said.to, said.tokens, said.cards)
    yield Popped()
    if said.cards:
        yield Pushed(Limit(seat=said.to))


# ── offers ───────────────────────────────────────────────────────────────────
def judge_offer(_: Book, position: Position, seat: Seat, __: Ask | None, said: Offer) -> Verdict:
    """Whether an offer may be made: one can offer only what one has. [TT-10.8]"""
    terms = said.terms
    found = list(why_not_handed(position, seat, said.to, terms.tokens, terms.cards))
    if terms.wants < 0 or terms.wants % names.COPPER:
        found.append(Refusal("TT-10.1", "tt.10-1.coins", {"tokens": terms.wants}))
    theirs = {piece.id for piece in hand(position, said.to)}
    if not set(terms.wanted) <= theirs:
        found.append(Refusal("TT-11.4", "tt.11-4.cards", {"seat": said.to}))
    if len(terms.words) > LONGEST:
        found.append(Refusal("TT-14.1", "tt.14-1.words", {"longest": LONGEST}))
    if not (terms.tokens or terms.cards or terms.wants or terms.wanted or terms.words):
        found.append(Refusal("TT-10.7", "tt.10-7.nothing"))
    return Verdict(tuple(found))


def offering(_: Book, state: State, frame: Offering) -> Iterator[Event]:
    """The offer lies there; a promise in words is told to whom it is made. [TT-14.1, TT-14.4]"""
    position, said = state.position, frame.said
    written = msgspec.json.encode(said.terms).decode()
    private = (PRIVATE,) if said.private else ()
    piece = Piece(
        name_of(position, frame.seat, said), "deal", frame.seat, said.to, place="hand",
        traits=(names.DEAL, written, *private),
    )  # fmt: skip
    to = (frame.seat, said.to)
    yield from known(piece, Mustered(piece))
    params: dict[str, Param] = {"seat": frame.seat, "to": said.to}
    yield from known(piece, Ruled("TT-14.1", "tt.14-1.offered", params))
    if said.terms.words:
        yield Told(frame.seat, said.terms.words, to if said.private else ())
    yield Popped()


def name_of(position: Position, seat: Seat, said: Offer) -> str:
    """The id of a new offer, numbered among those that whoever sees it sees as well. [TT-14.4]

    So the number of an open one counts no private ones, and that of a private one none to others.
    """
    own = [
        one
        for one in position.pieces.values()
        if names.DEAL in one.traits
        and one.owner == seat
        and (PRIVATE in one.traits) == said.private
    ]
    if not said.private:
        return f"deal-{seat}-{1 + len(own)}"
    return f"deal-{seat}-{said.to}-{1 + sum(one.controller == said.to for one in own)}"


def terms_of(piece: Piece) -> Terms:
    """The terms of an offer that lies there."""
    return msgspec.json.decode(piece.traits[1], type=Terms)


def open_deal(position: Position, name: str) -> Piece | None:
    """An offer that still lies there, as far as whoever asks can see."""
    piece = position.pieces.get(name)
    if piece is None or names.DEAL not in piece.traits or piece.place != "hand":
        return None
    return piece


def judge_accept(_: Book, position: Position, seat: Seat, __: Ask | None, said: Accept) -> Verdict:
    """Whether an offer to this seat may be taken up now: both must still have it. [TT-14.3]

    # RULING TT-14.3: whether the other still has what he offered is open to see: coffers and
    # hands can be counted.
    """
    piece = open_deal(position, said.deal)
    if piece is None or piece.controller != seat:
        return Verdict((Refusal("TT-14.1", "tt.14-1.no-offer"),))
    terms, giver = terms_of(piece), piece.owner
    return Verdict(
        (
            *hands_full(position),
            *why_not_handed(position, giver, seat, terms.tokens, terms.cards),
            *why_not_handed(position, seat, giver, terms.wants, terms.wanted),
        )
    )


def deal(_: Book, state: State, frame: Deal) -> Iterator[Event]:
    """Everything at one instant, unconditionally. [TT-14.3]"""
    position = state.position
    piece = position.pieces[frame.said.deal]
    terms, giver = terms_of(piece), piece.owner
    yield from off(piece, "taken", frame.seat)
    yield from handed(position, giver, frame.seat, terms.tokens, terms.cards)
    yield from handed(position, frame.seat, giver, terms.wants, terms.wanted)
    yield Popped()
    for seat, cards in ((giver, terms.wanted), (frame.seat, terms.cards)):
        if cards:
            yield Pushed(Limit(seat=seat))


def known(piece: Piece, event: Event) -> Iterator[Event]:
    """Something about an offer: of a private one nobody but the two hears."""
    private = PRIVATE in piece.traits
    yield Veiled((piece.owner, piece.controller), event) if private else event


def off(piece: Piece, how: str, seat: Seat) -> Iterator[Event]:
    """An offer is no more: who took it up, refused it or took it back, and whose it was."""
    yield from known(piece, Removed(piece.id, "gone"))
    params: dict[str, Param] = {"seat": seat, "from": piece.owner, "to": piece.controller}
    yield from known(piece, Ruled("TT-14.1", f"tt.14-1.{how}", params))


def judge_refuse(_: Book, position: Position, seat: Seat, __: Ask | None, said: Refuse) -> Verdict:
    """Whether an offer of or to this seat lies there."""
    piece = open_deal(position, said.deal)
    if piece is None or seat not in (piece.owner, piece.controller):
        return Verdict((Refusal("TT-14.1", "tt.14-1.no-offer"),))
    return Verdict()


def no_deal(_: Book, state: State, frame: NoDeal) -> Iterator[Event]:
    """The offer is taken off the table."""
    piece = state.position.pieces[frame.said.deal]
    yield from off(piece, "withdrawn" if frame.seat == piece.owner else "refused", frame.seat)
    yield Popped()


PROCEDURES = {Gift: gift, Offering: offering, Deal: deal, NoDeal: no_deal}
JUDGES = {Give: judge_give, Offer: judge_offer, Accept: judge_accept, Refuse: judge_refuse}
ANYTIME = {
    Give: lambda seat, said: Gift(seat=seat, said=said),
    Offer: lambda seat, said: Offering(seat=seat, said=said),
    Accept: lambda seat, said: Deal(seat=seat, said=said),
    Refuse: lambda seat, said: NoDeal(seat=seat, said=said),
}
