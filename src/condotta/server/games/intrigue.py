"""What a battle of treachery shows one player: his cards and why not now, what a bribe is about.

Everything is read from what a seat sees, by the functions that the rules judge with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Param, Refusal
from condotta.rules.reported.over_ranked import playing_now
from condotta.rules.treachery import bribery, designation, names
from condotta.rules.treachery.deck import Design, designs
from condotta.rules.treachery.host import HOST, Host, host_of
from condotta.rules.treachery.players import enemy_player, hand, role
from condotta.rules.treachery.playing import (
    PASS,
    PlayCard,
    not_your_role,
    target_refused,
    targets,
    too_dear,
    window_of,
)
from condotta.server.parts import CardsShown, HeldShown, SaidShown, StakeShown


def beside(
    book: Book, position: Position, seat: Seat, ask: Ask | None, shown: CardsShown
) -> CardsShown:
    """What lies beside the board with a seat's hand, and what its question puts at stake."""
    if book.sole(HOST) is None or not seat:
        return shown
    return replace(
        shown,
        held=held(book, position, seat, ask),
        stakes=stakes(book, position, ask),
        meanings={**shown.meanings, **named(book, position, ask)},
    )


def held(book: Book, position: Position, seat: Seat, ask: Ask | None) -> tuple[HeldShown, ...]:
    """The cards in a seat's hand: whether each is playable now, at what, or why not. [TT-11.8]"""
    return tuple(
        card_shown(book, position, seat, ask, piece)
        for piece in hand(position, seat)
        if piece.truth in designs()
    )


def card_shown(
    book: Book, position: Position, seat: Seat, ask: Ask | None, piece: Piece
) -> HeldShown:
    """One card: what it may be aimed at, or everything against it, its moment first."""
    design, ploy = designs()[piece.truth], host_of(book).ploys.get(piece.truth)
    against = [*why_not_yet(position, seat, design)]
    aims: tuple[str, ...] = ()
    asked = ask is not None and ploy is not None and ask.window == window_of(ploy.moment)
    unasked = not asked and playing_now.within(book, position, design.id)
    if ploy is None:
        against = [Refusal("TT-11.8", "tt.11-8.not-now", {"card": f"treachery.{design.id}"})]
    elif not asked and not unasked:
        params: dict[str, Param] = {"moment": f"when.{ploy.moment.replace(' ', '-')}"}
        against = [Refusal("TT-11.8", "held.moment", params), *against]
    elif not against:
        about = ask.about if asked and ask else ()
        legal = targets(book, position, seat, design.id, about)
        tried = {
            aim: [*target_refused(book, position, seat, about, PlayCard(piece.id, aim))]
            for aim in (("",) if legal is None else legal)
        }
        aims = tuple(aim for aim, refused in tried.items() if not refused)
        if not aims:
            wrong = [one for refused in tried.values() for one in refused]
            against = wrong[:1] or [Refusal("TT-11.9", "held.no-target")]
    return HeldShown(
        piece=piece.id,
        playable=bool(aims),
        targets=aims,
        refusals=tuple(against),
        unasked=unasked and bool(aims),
    )


def why_not_yet(position: Position, seat: Seat, design: Design) -> Iterator[Refusal]:
    """What is against a card whatever the moment: a role in this phase, a coffer. [TT-11.5]"""
    if enemy_player(position):
        yield from not_your_role(position, seat, design)
    yield from too_dear(position, seat, design)


# ── bribes ───────────────────────────────────────────────────────────────────
def stakes(book: Book, position: Position, ask: Ask | None) -> tuple[StakeShown, ...]:
    """The units that a question of bribes is about, those who stand idle anyway last. [TT-12.8]"""
    if ask is None or ask.window not in bribery.WINDOWS:
        return ()
    units = ask.about or ask.options
    pieces = [position.pieces[name] for name in units if name != PASS and name in position.pieces]
    found = [stake(book, position, ask, piece) for piece in pieces]
    idle = {piece.id: role(position, piece.controller) == names.NEUTRAL for piece in pieces}
    found.sort(key=lambda one: (idle[one.unit], -one.worth))
    return tuple(found)


def stake(book: Book, position: Position, ask: Ask, piece: Piece) -> StakeShown:
    """One unit: its worth, what it does now and would not do, from what sum nobody can outbid."""
    host, owner = host_of(book), piece.controller
    sums = [int(option) for option in ask.options if option.isdecimal()]
    return StakeShown(
        unit=piece.id,
        owner=owner,
        worth=host.worth(position, piece),
        least=min(sums, default=0),
        most=max(sums, default=0),
        # only more than the bid holds a unit: whoever bids all that its player has is not outbid
        sure=max(names.COPPER, position.count(owner, names.TOKENS)) if owner != ask.seat else 0,
        says=tuple(at_stake(host, book, position, piece)),
    )


def at_stake(host: Host, book: Book, position: Position, piece: Piece) -> Iterator[SaidShown]:
    """What the unit does in this phase, and what it would not do any more. [TT-12.10]"""
    owner = piece.controller
    foes = tuple(foe for one, foe in host.engaged(book, position, owner) if one == piece.id)
    unit: dict[str, Param] = {"unit": piece.id}
    if foes:
        yield SaidShown(key="stake.fights", clause="TT-12.10", params={**unit, "foes": foes})
    if role(position, owner) == names.NEUTRAL:
        yield SaidShown(key="stake.neutral", clause="TT-3.5", params={**unit, "seat": owner})
    else:
        yield SaidShown(key="stake.bribed", clause="TT-12.10", params=unit)


# ── who is named ─────────────────────────────────────────────────────────────
def named(book: Book, position: Position, ask: Ask | None) -> Mapping[str, SaidShown]:
    """What it means to name each of those who may be: how many units one fights. [TT-7.1, 7.2]"""
    if ask is None or ask.window != designation.WINDOW:
        return {}
    fought = Counter(
        position.pieces[foe].controller
        for _, foe in dict.fromkeys(host_of(book).engaged(book, position, ask.seat))
    )
    truce = ask.clause == "TT-7.2"
    return {
        seat: SaidShown(
            key="named.truce" if truce else "named.fought" if fought[seat] else "named.free",
            clause="TT-7.4" if truce else ask.clause,
            params={"seat": seat, "count": fought[seat]},
        )
        for seat in ask.options
    }
