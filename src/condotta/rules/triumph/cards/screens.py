"""Where markers of a screen may stand, and whether a stand has one. [BC-20.2]"""

from __future__ import annotations

from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph.field import Field, Stand
from condotta.table import adjacent

SCREENED = "screened"
"""The mark of a stand with a marker before it; its size never matters. [BC-20.7]"""


def has_screen(piece: Piece) -> bool:
    """Whether a marker stands before a stand now."""
    return piece.marked(SCREENED)


def one_front_rank(here: Field, stand: Stand) -> Refusal | None:
    """All markers of an army stand in the front rank of one single group. [BC-20.2, BC-30.71]"""
    if not stand.piece.marked(SCREENED):
        return None
    army = stand.piece.army
    own = [one for one in here.stands if one.piece.army == army and not one.is_camp]
    line = linked(stand, own)
    apart = any(one.piece.marked(SCREENED) and one not in line for one in own)
    if apart or any(adjacent(one.base, stand.base) == "in_front" for one in own):
        return Refusal("BC-20.2", "bc.20-2.one-group", {"stand": stand.id})
    return None


def none_elsewhere(here: Field, stands: tuple[Stand, ...], _: str) -> Refusal | None:
    """Nor do any that come in by a flank march stand anywhere else. [BC-20.2, BC-30.70]"""
    return next((no for one in stands if (no := one_front_rank(here, one))), None)


def linked(stand: Stand, own: list[Stand]) -> list[Stand]:
    """The group of a stand: all that it reaches from neighbour to neighbour. [TC-0.12]"""
    found = [stand]
    for one in found:
        found.extend(o for o in own if o not in found and adjacent(o.base, one.base))
    return found
