"""The cards that are the same over every game: about hands, coffers and designations. [TT-11.10]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from condotta.kernel.asks import Ask, Draw, Script
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
    Veiled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Mark, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import Limit, passed_to
from condotta.rules.treachery.designation import Designate, may_be_named
from condotta.rules.treachery.host import Ploy, Unit, host_of
from condotta.rules.treachery.players import enemy_player, hand, role, turn_card
from condotta.rules.treachery.playing import ANSWER, CLOSES, DESIGNATED, OPENS, Resolve, in_phase

FOG, FRIENDSHIP = "T14", "T18"
GIFT = 100  # what Feigned Friendship pays to the active player [T18]


class Inform(Script, frozen=True, kw_only=True):
    """A hand is looked at and a card taken from it at random. [T08]"""

    seat: Seat
    victim: Seat


# ── Paid Informer ────────────────────────────────────────────────────────────
def holders(_: Book, position: Position, seat: Seat, __: tuple[str, ...]) -> tuple[str, ...]:
    """The other players who have cards."""
    return tuple(one for one in position.seats() if one != seat and hand(position, one))


def informer(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """Look, then take."""
    yield Pushed(Inform(seat=frame.seat, victim=frame.target))


def inform(_: Book, state: State, frame: Inform) -> Iterator[Event]:
    """The whole hand is seen by whoever paid; one card, drawn at random, is his. [TT-11.6]

    The draw is secret, so that nobody who knows the cards picks one where dice are typed in.
    """
    position = state.position
    held = hand(position, frame.victim)
    drawn = frame.heard("informer")
    if drawn is None and held:
        for piece in held:
            yield Veiled((frame.seat,), Exchanged(piece))
        pile = tuple(sorted(piece.id for piece in held))
        yield Asked(Ask(CHANCE, "informer", "TT-11.8", draw=pile, secret=True))
        return
    yield Popped()
    if isinstance(drawn, Draw):
        card = drawn.drawn[0]
        yield Controlled(card, frame.seat)
        yield passed_to(position, card, frame.seat)
        yield Ruled("TT-11.8", "tt.11-8.taken", {"seat": frame.seat, "from": frame.victim})
        yield Pushed(Limit(seat=frame.seat))


# ── Cutpurse ─────────────────────────────────────────────────────────────────
def cutpurse(_: Book, state: State, frame: Resolve) -> Iterator[Event]:
    """A copper from the strictly largest coffer, if it is somebody else's. [T09, TT-10.8]"""
    position = state.position
    coffers = {seat: position.count(seat, names.TOKENS) for seat in position.seats()}
    most = max(coffers.values())
    rich = [seat for seat, value in coffers.items() if value == most]
    if len(rich) == 1 and rich[0] != frame.seat and most >= names.COPPER:
        yield Ruled("TT-10.8", "tt.10-8.cut", {"seat": frame.seat, "from": rich[0]})
        yield Paid(rich[0], frame.seat, names.TOKENS, names.COPPER)
    else:
        yield Ruled("TT-10.8", "tt.10-8.no-purse", {"seat": frame.seat})


# ── Foiled! ──────────────────────────────────────────────────────────────────
def the_card(_: Book, position: Position, __: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """The card that was just played, unless it is foiled already; whom it is aimed at follows."""
    return tuple(name for name in about[:1] if not position.pieces[name].marked(names.FOILED))


def foil(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """The card it answers has no effect. [T10]"""
    yield Marked(frame.target, Mark(names.FOILED))


# ── Changed Allegiance ───────────────────────────────────────────────────────
def changeable(book: Book, position: Position, _: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """The turn card of the active player, where another designation is legal. [T12, TT-7.1]"""
    card = turn_card(position, position.active[0])
    options, _clause = may_be_named(book, host_of(book), position, about[0])
    if card.marked(names.CHANGED) or set(options) <= {enemy_player(position)}:
        return ()
    return (card.id,)


def change(_: Book, state: State, frame: Resolve) -> Iterator[Event]:
    """Another enemy must be named, once a phase. [T12]"""
    position = state.position
    yield Marked(turn_card(position, position.active[0]).id, Mark(names.CHANGED, names.PHASE))
    yield Pushed(Designate(phase=frame.about[0], without=(enemy_player(position),)))


# ── what both games tell alike ───────────────────────────────────────────────
def friendship(_: Book, state: State, frame: Resolve) -> Iterator[Event]:
    """The active player receives 100, and leaves the unit alone. [T18]"""
    position = state.position
    taker, gift = position.active[0], min(GIFT, position.count(frame.seat, names.TOKENS))
    params: dict[str, Param] = {
        "seat": frame.seat,
        "to": taker,
        "tokens": gift,
        "unit": frame.target,
    }
    yield Ruled("TT-11.8", "tt.11-8.befriended", params)
    yield Paid(frame.seat, taker, names.TOKENS, gift)


def clear_still(_: Book, position: Position, __: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """The active player's turn card, in a shooting phase without fog. [T14]"""
    card = turn_card(position, position.active[0])
    return (card.id,) if in_phase(about, names.SHOOTING) and not card.marked(FOG) else ()


def of_the_two(
    position: Position, about: tuple[str, ...], phase: str, units: Iterable[Unit]
) -> tuple[str, ...]:
    """Those units whose players are not neutral, as a phase opens. [TT-3.5]"""
    if not in_phase(about, phase):
        return ()
    return tuple(one.id for one in units if role(position, one.seat) != names.NEUTRAL)


PLOYS = {
    "T08": Ploy(OPENS, holders, informer),
    "T09": Ploy(CLOSES, None, cutpurse),
    "T10": Ploy(ANSWER, the_card, foil),
    "T12": Ploy(DESIGNATED, changeable, change),
}
PROCEDURES = {Inform: inform}
