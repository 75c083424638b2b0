"""The Leadership a regiment tests on, and who steadies it. [FB-1.8, FB-11.2, FB-11.3]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.asking import chance_that
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.combat_results import stands
from condotta.rules.ranked.reading.regiment import Field, Regiment, piece_has
from condotta.table import HALF

AURA = 12 * names.INCH
LARGE_AURA = 18 * names.INCH  # of a large target [FB-9.7]


def leadership_parts(here: Field, one: Regiment) -> tuple[Modifier, ...]:
    """The Leadership with its reasons: its own best, what a General lends, what layers add.

    RULING FB-11.6: distances to a leader are measured to the regiment he is in.
    """
    own = max(0, *(here.position.count(piece.id, names.LD) for piece in one.pieces))
    parts = [Modifier(own, "fb.1-8.own", "FB-1.8")]
    lent = max((here.position.count(one_.id, names.LD) for one_ in lenders(here, one)), default=0)
    if lent > own:
        parts.append(Modifier(lent - own, "fb.11-2.general", "FB-11.2"))
    return (*parts, *here.book.sum(seams.LEADERSHIP, here.position, one.piece))


def leadership(here: Field, one: Regiment) -> int:
    """What 2D6 must not exceed in a Leadership test of a regiment; 0 at least. [FB-1.8]"""
    return max(0, sum(part.value for part in leadership_parts(here, one)))


def lenders(here: Field, one: Regiment) -> Iterator[Piece]:
    """The friendly Generals near enough to lend their Leadership. [FB-11.2]"""
    for piece in leaders(here, one, names.GENERAL):
        if not here.book.refusals(seams.LEADS, here.position, piece, one.piece):
            yield piece


def rerolls(here: Field, one: Regiment) -> bool:
    """Whether a battle standard near by lets a failed Leadership test be rolled again. [FB-11.3]"""
    return any(
        not here.book.refusals(seams.STEADIES, here.position, piece, one.piece)
        for piece in leaders(here, one, names.BATTLE_STANDARD)
    )


def passing(here: Field, one: Regiment, needed: int) -> float:
    """How likely a regiment passes a test, rolled again where a standard is near. [FB-11.3]

    `needed` is what 2D6 must not exceed. [FB-1.8]
    """
    passes = chance_that(2, lambda pips: stands(pips, needed))
    return 1 - (1 - passes) ** 2 if rerolls(here, one) else passes


def leaders(here: Field, one: Regiment, trait: str) -> Iterator[Piece]:
    """The friends with such a trait who do not flee and are near enough to one. [FB-11.2]"""
    for other in here.friends(one.seat):
        if other.fleeing:
            continue
        for piece in other.pieces:
            if trait not in piece.traits:
                continue
            aura = LARGE_AURA if piece_has(piece, "large-target") else AURA
            if other is one or here.gap(one, other) <= aura + HALF:
                yield piece
