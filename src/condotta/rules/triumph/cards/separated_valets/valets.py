"""Whom a list gives the card of valets, and who is a pair with whom. [BC-3.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.common.carrying import carries, detail
from condotta.rules.triumph.cards.common.dismounting import WAS as DISMOUNTED

CODE, WAS, WITH = "SV", "came", "with"


def entry_of(position: Position, piece: Piece) -> Iterator[Piece]:
    """The stands of its entry that have the card, in order of mustering. [BC-3.1]"""
    for one in position.pieces.values():
        alike = (one.controller, one.unit, one.command)
        if alike == (piece.controller, piece.unit, piece.command) and carries(one, CODE):
            yield one


def partner_of(position: Position, piece: Piece) -> Piece | None:
    """The other half of a pair that is split; nobody for any other stand."""
    if not detail(piece, WAS):
        return None
    known = detail(piece, WITH)
    if known:
        return position.pieces[known]
    rest = (one for one in entry_of(position, piece) if detail(one, WAS) and not detail(one, WITH))
    return next((one for one in rest if one.id != piece.id), None)


def mates(position: Position, piece: Piece) -> list[Piece]:
    """With whom a stand may go down split: any of its entry, the general last. [BC-3.1]

    First comes whom the lists have beside it, two by two.
    """
    entry = list(entry_of(position, piece))
    beside = entry.index(piece) ^ 1
    free = [
        (names.GENERAL in one.traits, number != beside, number, one)
        for number, one in enumerate(entry)
        if one.id != piece.id and one.place == piece.place and plain(one)
    ]
    return [one for *_, one in sorted(free, key=lambda row: row[:3])]


def plain(piece: Piece) -> bool:
    """Neither split already nor dismounted, nor only what it seems. [BC-30.22, BC-30.67]"""
    return not (detail(piece, WAS) or detail(piece, DISMOUNTED) or piece.truth)


def in_order(position: Position, piece: Piece, other: Piece) -> tuple[Piece, Piece]:
    """A pair as it was mustered."""
    first = next(one for one in position.pieces if one in (piece.id, other.id))
    return (piece, other) if first == piece.id else (other, piece)
