"""Scores: a die, the factor, and everything that is added, each with its reason. [TC-3.1]"""

from __future__ import annotations

from condotta.kernel.rulings import Modifier, Tally
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat import factors
from condotta.rules.triumph.combat.duel import Fighter


def close_tally(us: Fighter, foe: Fighter, die: int) -> Tally:
    """A fighter's score in close combat. [TC-9.7]"""
    lines = factors.CAMP_FACTORS if us.is_camp else factors.CLOSE_FACTORS
    more: tuple[Modifier, ...] = us.book.sum(seams.CLOSE_COMBAT, us, foe)
    parts = (factors.basic_factor(us, foe), *added(lines, us, foe), *more)
    return Tally(us.stand.id, die, parts)


def shooter_tally(us: Fighter, target: Fighter, die: int) -> Tally:
    """A shooter's score. [TC-6.21]"""
    more: tuple[Modifier, ...] = us.book.sum(seams.SHOOTER, us, target)
    parts = (factors.shooting_factor(us), *added(factors.SHOOTER_FACTORS, us, target), *more)
    return Tally(us.stand.id, die, parts)


def target_tally(us: Fighter, shooter: Fighter, die: int) -> Tally:
    """The score of a stand that is shot at. [TC-6.21]"""
    more: tuple[Modifier, ...] = us.book.sum(seams.TARGET, us, shooter)
    parts = (factors.target_factor(us), *added(factors.TARGET_FACTORS, us, shooter), *more)
    return Tally(us.stand.id, die, parts)


def added(lines: tuple[factors.Line, ...], us: Fighter, foe: Fighter) -> tuple[Modifier, ...]:
    """The lines that apply, in the order of the table; all of them count. [TC-2.10]"""
    return tuple(part for line in lines if (part := line(us, foe)) is not None)


def tallies(one: Fighter, two: Fighter, dice: tuple[int, ...]) -> tuple[Tally, Tally]:
    """Both scores of a combat of either kind; attacker or shooter first. [TC-3.1]"""
    mine, yours = dice
    if one.kind == "ranged":
        return shooter_tally(one, two, mine), target_tally(two, one, yours)
    return close_tally(one, two, mine), close_tally(two, one, yours)
