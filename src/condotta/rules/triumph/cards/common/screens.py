"""Where markers of a screen may stand, and whether a stand has one. [BC-20.2]"""

from __future__ import annotations

from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tokens import Token
from condotta.table import adjacent

SCREENED = Token("screened", "BC-20.3")
"""The mark of a stand with a marker before it; its size never matters. [BC-20.7]"""


def has_screen(piece: Piece) -> bool:
    """Whether a marker stands before a stand now."""
    return SCREENED.on(piece)


def one_front_rank(here: Field, stand: Stand) -> Refusal | None:
    """All markers of an army stand in the front rank of one single group. [BC-20.2, BC-30.71]

    # RULING BC-20.9: whoever stands alone is a front rank; a neighbour may come later.
    """
    if not SCREENED.on(stand.piece):
        return None
    army = stand.piece.army
    own = [one for one in here.stands if one.piece.army == army and not one.is_camp]
    ranks = linked(stand, own)
    apart = any(SCREENED.on(one.piece) and one not in ranks for one in own)
    if apart or ranks[stand] > min(ranks.values()):
        return Refusal("BC-20.2", "bc.20-2.one-group", {"stand": stand.id})
    return None


def none_elsewhere(here: Field, stands: tuple[Stand, ...], _: str) -> Refusal | None:
    """Nor do any that come in by a flank march stand anywhere else. [BC-20.2, BC-30.70]"""
    return next((no for one in stands if (no := one_front_rank(here, one))), None)


STEPS = {"in_front": -1, "behind": 1}


def linked(stand: Stand, own: list[Stand]) -> dict[Stand, int]:
    """The group of a stand, all that it reaches from neighbour to neighbour, by rank. [TC-0.12]

    Those beside each other are in one rank, the one behind in the next.
    """
    found = {stand: 0}
    waiting = [stand]
    for one in waiting:
        for other in own:
            how = None if other in found else adjacent(other.base, one.base)
            if how is not None:
                found[other] = found[one] + STEPS.get(how, 0)
                waiting.append(other)
    return found
