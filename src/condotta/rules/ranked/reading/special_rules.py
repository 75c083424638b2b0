"""Which special rules a regiment has, and what they make of it. [FB-9, FB-10]"""

from __future__ import annotations

from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.regiment import Field, Regiment


def swift(one: Regiment) -> bool:
    """Whether the whole regiment has Swiftstride, as fliers do. [FB-10.3, FB-9.7]"""
    return (one.has("swiftstride") or one.has("fly")) and not one.any_has("random-movement")


def causes_fear(one: Regiment) -> bool:
    """Whether it causes Fear; Terror includes it. [FB-9.1, FB-9.2]"""
    return one.any_has("fear") or one.any_has("terror")


def fearless(one: Regiment) -> bool:
    """Whether it is Immune to Psychology: so are the frenzied and the stupefied. [FB-9.3, 9.4]

    RULING FB-9.9: a regiment is immune if its rank and file are.
    """
    return one.has("immune-to-psychology") or one.has("frenzy") or one.marked(names.STUPID)


def idle(here: Field, one: Regiment) -> bool:
    """Whether something keeps a regiment from doing anything at all in this phase."""
    return bool(here.book.refusals(seams.MAY_ACT, here.position, one.piece))
