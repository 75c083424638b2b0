"""Whose Leadership a regiment tests on, and who may roll again. [FB-1.8, FB-11.2, FB-11.3]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.kernel.seams import Refuse
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.regiment import Field, Regiment, piece_has
from condotta.table import HALF

AURA = 12 * names.INCH
WIDE_AURA = 18 * names.INCH
SILENCED = "silenced"
"""The mark of a character that refused a challenge: it lends nothing this round. [FB-11.4]"""


def leadership(here: Field, one: Regiment) -> int:
    """What a Leadership test of a regiment is taken on. [FB-1.8]"""
    return max(0, sum(part.value for part in leadership_parts(here, one)))


def leadership_parts(here: Field, one: Regiment) -> tuple[Modifier, ...]:
    """The highest Leadership in the regiment or its General's, and what changes it. [FB-11.2]"""
    best = max(_own(here, piece) for piece in one.pieces)
    key, clause = "fb.1-8.own", "FB-1.8"
    for lender, at in _bearers(here, one, names.GENERAL):
        if here.book.refusals(seams.LEADS, here.position, lender, one.piece):
            continue
        value = here.position.count(lender.id, names.LD)
        if value > best and here.gap(one, at) <= _aura(lender) + HALF:
            best, key, clause = value, "fb.11-2.general", "FB-11.2"
    own = Modifier(best, key, clause)
    return own, *here.book.sum(seams.LEADERSHIP, here.position, one.piece)


def rerolls(here: Field, one: Regiment) -> bool:
    """Whether a battle standard lets it roll a failed Leadership test again. [FB-11.3]"""
    return any(
        here.gap(one, at) <= _aura(bearer) + HALF
        for bearer, at in _bearers(here, one, names.BATTLE_STANDARD, seams.STEADIES)
    )


def _own(here: Field, piece: Piece) -> int:
    return 0 if piece.marked(SILENCED) else here.position.count(piece.id, names.LD)


def _aura(piece: Piece) -> int:
    return WIDE_AURA if piece_has(piece, "large-target") else AURA


def _bearers(
    here: Field, one: Regiment, role: str, seam: Refuse[...] | None = None
) -> Iterator[tuple[Piece, Regiment]]:
    """The friends with a role who do not flee and may lend it, and where they stand."""
    for at in here.friends(one.seat):
        for piece in () if at.fleeing else at.pieces:
            if role not in piece.traits or piece.marked(SILENCED):
                continue
            if seam is None or not here.book.refusals(seam, here.position, piece, one.piece):
                yield piece, at
