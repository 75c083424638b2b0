"""Who has a card: what lies beside the board, and what the army list gives a stand. [BC-0.2, 0.6]

A stand carries a card as a trait: its code, with a detail behind a colon where the list settles
one. A card that was bought is a piece in hand, to be seen by everybody, until it is expended.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.events import Event, Removed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph import names
from condotta.rules.triumph.stands.seeming import read, seems
from condotta.rules.triumph.tables import CAMP

SEEMING = "seems"
"""Stands that are not what they seem, among what is in play."""


def carries(piece: Piece, *codes: str) -> bool:
    """Whether a stand has one of those cards."""
    return any(trait.partition(":")[0] in codes for trait in piece.traits)


def detail(piece: Piece, code: str) -> str:
    """What the list settles of a stand's card; empty where it has none. [BC-0.6]"""
    for trait in piece.traits:
        name, _, found = trait.partition(":")
        if name == code:
            return found
    return ""


def in_play(_: Book, position: Position) -> frozenset[str]:
    """What pieces have of cards: codes, tokens, `SEEMING`; a masquerade what is behind it too.

    Nothing else comes in while armies fight: what a card leaves it leaves where its code was.
    """
    found: set[str] = set()
    for piece in position.pieces.values():
        for one in (piece, *read(piece)):
            found.update(trait.partition(":")[0] for trait in one.traits)
        found.update(mark.name for mark in piece.marks)
        found.update({piece.type} if names.CARD in piece.traits else ())
        found.update({SEEMING} if seems(piece) else ())
    return frozenset(found)


def of_army(position: Position, piece: Piece) -> Iterator[Piece]:
    """The stands of an army, whoever of its seats plays them; an ally's are its own. [BC-30.71]

    # RULING BC-30.71: what a card says of an army is counted so.
    """
    allied = names.ALLY in piece.traits
    for one in position.pieces.values():
        stand = one.type != CAMP and names.CARD not in one.traits
        if stand and one.army == piece.army and (names.ALLY in one.traits) == allied:
            yield one


def in_hand(position: Position, seat: Seat, *codes: str) -> tuple[Piece, ...]:
    """The cards of those codes that a seat's side has not expended, in order of mustering."""
    side = position.side(seat)
    return tuple(
        piece
        for piece in position.at("hand")
        if piece.type in codes and names.CARD in piece.traits
        if position.side(piece.owner) == side
    )


def bought_for(position: Position, card: Piece) -> tuple[Piece, ...]:
    """The stands on the table of the entry that a card was bought for. [BC-10.1, BC-12.1]"""
    return tuple(
        piece
        for piece in position.at("table")
        if piece.unit == card.unit and piece.army == card.army and carries(piece, card.type)
    )


def expended(card: Piece, clause: str) -> Iterator[Event]:
    """A one-use card is turned over, for everybody to see. [BC-0.3]"""
    yield Removed(card.id, "gone", "", clause)
    yield Ruled("BC-0.3", "bc.0-3.expended", {"card": f"card.{card.type}.name", "seat": card.owner})
