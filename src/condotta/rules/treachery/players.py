"""Who is who in a phase: active, enemy, neutral; who sits next; who is still there. [TT-3]"""

from __future__ import annotations

from collections.abc import Callable

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Host


def enemy_player(position: Position) -> Seat:
    """The designated enemy of this phase; nobody between phases. [TT-3.1]"""
    number = position.count(names.TABLE, names.ENEMY)
    return position.chairs[number - 1].seat if number else ""


def number_of(position: Position, seat: Seat) -> int:
    """The number of a seat at the table, from 1."""
    return 1 + position.seats().index(seat)


def role(position: Position, seat: Seat) -> str:
    """Whether a seat is active, the enemy or neutral in this phase. [TT-3.2]"""
    if seat in position.active:
        return names.ACTIVE
    return names.ENEMY_PLAYER if seat == enemy_player(position) else names.NEUTRAL


def round_the_table(position: Position) -> tuple[Seat, ...]:
    """All seats: the active one, the enemy, then neutrals by seat from the active. [TT-11.8]"""
    seats = position.seats()
    first = seats.index(position.active[0]) if position.active else 0
    turned = seats[first:] + seats[:first]
    order = {names.ACTIVE: 0, names.ENEMY_PLAYER: 1, names.NEUTRAL: 2}
    return tuple(sorted(turned, key=lambda seat: order[role(position, seat)]))


def neutrals(position: Position) -> tuple[Seat, ...]:
    """The neutral players, by seat from the active one. [TT-3.2]"""
    return tuple(seat for seat in round_the_table(position) if role(position, seat) == "neutral")


def present(host: Host, position: Position, seat: Seat) -> bool:
    """Whether a player has units on the table or in reserve. [TT-13.8]"""
    return bool(host.units(position, seat))


def on_the_table(host: Host, position: Position, seat: Seat) -> bool:
    """Whether a player has units on the table; who waits in reserve is not there. [TT-3.6]"""
    return any(position.pieces[name].place == "table" for name in host.units(position, seat))


def relation(
    below: Callable[[Position, Seat, Seat], str], position: Position, one: Seat, other: Seat
) -> str:
    """Friend, enemy or neutral in this phase; without a designation as the host says.

    [TT-3.2, TT-3.3, TT-3.4, TT-3.9, TT-3.10, TT-7.9]
    """
    enemy = enemy_player(position)
    if not enemy or position.side(one) == position.side(other):
        return below(position, one, other)
    both = {*position.active, enemy}
    return "enemy" if one in both and other in both else "neutral"


def turn_card(position: Position, seat: Seat) -> Piece:
    """The turn card of a seat. [TT-1.4]"""
    return next(
        piece
        for piece in position.pieces.values()
        if names.TURN_CARD in piece.traits and piece.owner == seat
    )


def hand(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """The treachery cards in a seat's hand, oldest first: everybody may count them. [TT-14.4]"""
    return tuple(
        piece
        for piece in position.at("hand")
        if piece.controller == seat and names.TREACHERY in piece.traits
    )
