"""Coherency: the models of a unit stand near each other, in one group. [SK-16, SK-17, SK-18]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from condotta.kernel.rulings import Refusal
from condotta.rules.sketches import PLACE, outline_of
from condotta.rules.skirmish import names
from condotta.table import Base, gap


class Stand(NamedTuple):
    """Where a model stands or would stand: its base, and how high, in quanta. [SK-13]"""

    base: Base
    level: int = 0


def mates(one: Stand, two: Stand) -> bool:
    """Whether two models are near enough: 2 inches sideways and 6 up or down. [SK-16]"""
    if abs(one.level - two.level) > names.COHERENCY_UP + names.TOLERANCE:
        return False
    here, there = one.base, two.base
    dx, dy = here.cx - there.cx, here.cy - there.cy
    square = dx * dx + dy * dy
    reach = here.reach + there.reach + names.COHERENCY + names.TOLERANCE
    if square > reach * reach:
        return False
    if here.radius and there.radius:
        return True
    return gap(here, there) <= names.COHERENCY + names.TOLERANCE


def groups(stands: Sequence[Stand]) -> list[list[int]]:
    """The groups that models form, as their places in the sequence; each in that order. [SK-17]"""
    left = list(range(len(stands)))
    found = []
    while left:
        group = [left.pop(0)]
        for index in group:
            joined = [other for other in left if mates(stands[index], stands[other])]
            if joined:
                group += joined
                left = [other for other in left if other not in joined]
        found.append(sorted(group))
    return found


def coherent(stands: Sequence[Stand]) -> bool:
    """Whether models are one group; two pairs apart from each other are not. [SK-16, SK-17]"""
    return len(stands) < 2 or len(groups(stands)) == 1


def not_together(unit: str, stands: Sequence[Stand]) -> Refusal:
    """The refusal of places that are no one group, with those apart from the largest. [SK-16]"""
    found = sorted(groups(stands), key=len, reverse=True)
    away = (outline_of("apart", stands[place].base) for group in found[1:] for place in group)
    return Refusal("SK-16", "sk.16.apart", {"piece": unit}, tuple(away))


def not_there(clause: str, key: str, model: str, place: Base) -> Refusal:
    """The refusal of a place for a model, with the place to look at."""
    return Refusal(clause, key, {"model": model}, (outline_of(PLACE, place),))
