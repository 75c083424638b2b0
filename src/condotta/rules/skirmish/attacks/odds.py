"""Exact odds of volleys: unsaved wounds, wounds lost, models slain. [SK-56 to SK-67]

Every die is read by `attacks`, as live dice are. Chances are exact fractions for one attack, and
floats where many are put together.

Whoever takes the wounds does so in the order of `Victim`s, so that the state of a unit is one
number: the wounds that have been lost, each dead model counted with all of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.allocation import by_worth, hurt
from condotta.rules.skirmish.attacks.attack_lines import arm_of, guard, line, standing
from condotta.rules.skirmish.attacks.attacks import (
    Guard,
    Line,
    hit_need,
    hits,
    save_need,
    wounds,
)
from condotta.rules.skirmish.attacks.volleys import parts
from condotta.rules.skirmish.reading.cover import uncovered
from condotta.rules.skirmish.reading.dice import Expression, expression
from condotta.rules.skirmish.reading.profile import left, profile
from condotta.rules.skirmish.records import Volley
from condotta.table.once import fact

PIPS = range(1, 7)
SIXTH = Fraction(1, 6)
Spread = tuple[float, ...]
"""How likely each number is, from 0 on."""


class Victim(NamedTuple):
    """A model that takes wounds in its turn: what it has left, how it is saved."""

    left: int
    guard: Guard


class Assault(NamedTuple):
    """Identical attacks: how their dice are read, how many there are with which chance."""

    line: Line
    attacks: Spread


class Odds(NamedTuple):
    """What may come of volleys against one unit.

    `unsaved` counts wounds whose saves failed as if models never ran out, the mean of them exact.
    """

    unsaved: Spread
    lost: Spread
    slain: Spread
    mean_unsaved: float


# ── one attack ───────────────────────────────────────────────────────────────
@fact(4096)
def hit_chance(line: Line) -> Fraction:
    """How likely a hit is, re-rolls counted. [SK-3, SK-57]

    >>> hit_chance(Line(3, 4, 4)), hit_chance(Line(3, 4, 4, again=frozenset({1})))
    (Fraction(2, 3), Fraction(7, 9))
    """
    if hit_need(line) == 0:
        return Fraction(1)
    plain = Fraction(sum(hits(line, pip) for pip in PIPS), 6)
    return (
        sum(
            (plain if pip in line.again else Fraction(hits(line, pip)) for pip in PIPS), Fraction(0)
        )
        * SIXTH
    )


@fact(4096)
def wound_chances(line: Line) -> Mapping[tuple[bool, bool], Fraction]:
    """How likely a hit is to wound: whether at the sharp AP, whether with mortal wounds. [SK-58]"""
    found: dict[tuple[bool, bool], Fraction] = {}
    for pip in PIPS:
        got = wounds(line, pip)
        if got.plain or got.sharp:
            key = (bool(got.sharp), bool(got.extra))
            found[key] = found.get(key, Fraction(0)) + SIXTH
    return found


def fail_chance(guard: Guard, ap: int) -> Fraction:
    """How likely a saving throw fails. [SK-62]"""
    return Fraction(min(6, save_need(guard, ap) - 1), 6)


@fact(4096)
def damage_chances(text: str, ignores: int = 0, *, two_dice: bool = False) -> tuple[Fraction, ...]:
    """How likely a failed save costs so many wounds, from 0 on. [SK-64, SK-65]

    >>> [str(chance) for chance in damage_chances("D3")]
    ['0', '1/3', '1/3', '1/3']
    >>> [str(chance) for chance in damage_chances("D3+1")]
    ['0', '0', '1/3', '1/3', '1/3']
    """
    said = expression(text)
    rolled = sums(said, 1)
    if two_dice:
        rolled = higher(rolled)
    if not ignores:
        return rolled
    found = [Fraction(0)] * len(rolled)
    kept = Fraction(min(6, max(2, ignores) - 1), 6)
    for amount, chance in enumerate(rolled):
        for lost in range(amount + 1):
            share = comb(amount, lost) * kept**lost * (1 - kept) ** (amount - lost)
            found[lost] += chance * share
    return tuple(found)


def sums(said: Expression, times: int) -> tuple[Fraction, ...]:
    """How likely an expression, rolled so often, comes to each number."""
    found = [Fraction(1)]
    if not said.sides:
        return (*(Fraction(0),) * (said.number * times), Fraction(1))
    for _ in range(said.number * times):
        after = [Fraction(0)] * (len(found) + said.sides)
        for number, chance in enumerate(found):
            for pip in range(1, said.sides + 1):
                after[number + pip] += chance / said.sides
        found = after
    return (*(Fraction(0),) * (said.plus * times), *found)


def higher(chances: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The higher of two rolls. [SK-64]"""
    below = Fraction(0)
    found = []
    for chance in chances:
        found.append(chance * (2 * below + chance))
        below += chance
    return tuple(found)


def unsaved_chance(line: Line, guard: Guard) -> Fraction:
    """How likely one attack costs a failed save. [SK-57, SK-58, SK-62]"""
    return hit_chance(line) * sum(
        (
            chance * fail_chance(guard, line.sharp_ap if sharp else line.ap)
            for (sharp, _), chance in wound_chances(line).items()
        ),
        Fraction(0),
    )


# ── many attacks ─────────────────────────────────────────────────────────────
def odds_of(assaults: Iterable[Assault], victims: Sequence[Victim]) -> Odds:
    """What comes of several lots of attacks, one after another, on models in their order."""
    bounds = [0]
    for victim in victims:
        bounds.append(bounds[-1] + victim.left)
    lost = [1.0] + [0.0] * bounds[-1]
    unsaved: Spread = (1.0,)
    mean = Fraction(0)
    for assault in assaults:
        if victims:
            chance = unsaved_chance(assault.line, victims[0].guard)
            unsaved = convolved(unsaved, mixed_binomial(assault.attacks, float(chance)))
            mean += chance * Fraction(
                sum(number * share for number, share in enumerate(assault.attacks))
            ).limit_denominator(10**6)
            lost = struck(assault, victims, bounds, lost)
    slain = [0.0] * (len(victims) + 1)
    for number, chance_of in enumerate(lost):
        dead = sum(number >= bound for bound in bounds[1:])
        slain[dead] += chance_of
    return Odds(unsaved, tuple(lost), tuple(slain), float(mean))


def struck(
    assault: Assault, victims: Sequence[Victim], bounds: Sequence[int], lost: Sequence[float]
) -> list[float]:
    """The wounds lost after some attacks, given what was lost before. [SK-61, SK-64, SK-66]"""
    steps = transitions(assault.line, victims, bounds)
    size = bounds[-1] + 1
    now = {0: list(lost)}  # by the mortal effects so far
    found: dict[int, list[float]] = {}
    for number, share in enumerate(assault.attacks):
        if number:
            now = one_more(now, steps, size)
        if share:
            for extra, row in now.items():
                into = found.setdefault(extra, [0.0] * size)
                for place, chance in enumerate(row):
                    into[place] += share * chance
    done = [0.0] * size
    for extra, row in found.items():
        for place, chance in enumerate(mortal(row, extra, assault.line, victims)):
            done[place] += chance
    return done


Step = tuple[int, int, float]


def transitions(line: Line, victims: Sequence[Victim], bounds: Sequence[int]) -> list[list[Step]]:
    """For every number of wounds lost: what it may become, with mortal effects, by one attack."""
    found: list[list[Step]] = []
    for index, victim in enumerate(victims):
        results = results_of(line, victim.guard)
        for before in range(bounds[index], bounds[index + 1]):
            steps: dict[tuple[int, int], float] = {}
            for (damage, extra), chance in results.items():
                key = (min(bounds[index + 1], before + damage), extra)
                steps[key] = steps.get(key, 0.0) + chance
            found.append([(after, extra, chance) for (after, extra), chance in steps.items()])
    found.append([(bounds[-1], 0, 1.0)])
    return found


@fact(1024)
def results_of(line: Line, guard: Guard) -> Mapping[tuple[int, int], float]:
    """What one attack may do: wounds that it costs, whether mortal wounds come with it."""
    hit = hit_chance(line)
    found: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    damage = damage_chances(line.damage, guard.ignores, two_dice=line.two_dice)
    for (sharp, extra), chance in wound_chances(line).items():
        fails = fail_chance(guard, line.sharp_ap if sharp else line.ap)
        here = hit * chance
        found[(0, 0)] -= here
        for amount, share in enumerate(damage):
            key = (amount, int(extra))
            found[key] = found.get(key, Fraction(0)) + here * fails * share
        key = (0, int(extra))
        found[key] = found.get(key, Fraction(0)) + here * (1 - fails)
    return {key: float(chance) for key, chance in found.items() if chance}


def one_more(
    now: Mapping[int, Sequence[float]], steps: Sequence[Sequence[Step]], size: int
) -> dict[int, list[float]]:
    """The chances after one attack more."""
    found: dict[int, list[float]] = {}
    for extra, row in now.items():
        for place, chance in enumerate(row):
            if chance:
                for after, more, share in steps[place]:
                    into = found.get(extra + more)
                    if into is None:
                        into = found[extra + more] = [0.0] * size
                    into[after] += chance * share
    return found


def mortal(
    row: Sequence[float], extra: int, line: Line, victims: Sequence[Victim]
) -> Sequence[float]:
    """The wounds lost once mortal wounds have been, which go on from model to model. [SK-66]"""
    if not extra:
        return row
    ignores = victims[0].guard.ignores
    each = damage_chances(line.mortal, ignores)
    total: Spread = (1.0,)
    for _ in range(extra):
        total = convolved(total, tuple(map(float, each)))
    found = [0.0] * len(row)
    for place, chance in enumerate(row):
        for more, share in enumerate(total if chance else ()):
            found[min(len(row) - 1, place + more)] += chance * share
    return found


def convolved(one: Spread, other: Spread) -> Spread:
    """How likely the sum of two numbers is."""
    found = [0.0] * (len(one) + len(other) - 1)
    for here, chance in enumerate(one):
        if chance:
            for there, share in enumerate(other):
                found[here + there] += chance * share
    return tuple(found)


def mixed_binomial(attacks: Spread, chance: float) -> Spread:
    """How many of a random number of attacks come off."""
    found = [0.0] * len(attacks)
    row: Spread = (1.0,)
    for number, share in enumerate(attacks):
        if number:
            row = convolved(row, (1 - chance, chance))
        if share:
            for place, part in enumerate(row):
                found[place] += share * part
    return tuple(found)


# ── as things stand on the table ─────────────────────────────────────────────
def odds(book: Book, position: Position, volleys: Sequence[Volley]) -> Odds:
    """The odds of volleys against one unit, as it stands now.

    RULING SK-143: cover that the fall of the first models would give to the rest is not foreseen.
    """
    target = volleys[0].target
    assaults = [
        Assault(line(book, position, part), attacks_of(position, part))
        for volley in volleys
        for part in parts(position, volley)
    ]
    return odds_of(assaults, victims_of(book, position, volleys[0], target))


def victims_of(book: Book, position: Position, volley: Volley, target: str) -> tuple[Victim, ...]:
    """The models of a unit in the order in which they are likely to take wounds. [SK-60]"""
    models = standing(position, target)
    wounded = hurt(position, models)
    order = [one for one in by_worth(position, models) if one is not wounded]
    cover = not uncovered(position, volley, models)
    return tuple(
        Victim(left(position, one), guard(book, position, volley, one, cover=cover))
        for one in ([wounded] if wounded is not None else []) + order
    )


def attacks_of(position: Position, volley: Volley) -> Spread:
    """How likely a volley is of so many attacks. [SK-79, SK-80]"""
    bearers = len(volley.bearers)
    if volley.attacks:
        return (*(0.0,) * (volley.attacks * bearers), 1.0)
    arm, fight = arm_of(position, volley), volley.way == names.FIGHT
    bearer = position.pieces[volley.bearers[0]]
    rolled = sums(expression(profile(position, bearer).A if fight else arm.attacks), bearers)
    double = 2 if arm.type == "rapid_fire" and volley.close and not fight else 1
    rule = arm.ability("extra_attacks") if fight else None
    more = int(rule.value) * bearers if rule is not None else 0
    found = [0.0] * (double * (len(rolled) - 1) + more + 1)
    for number, chance in enumerate(rolled):
        found[double * number + more] += float(chance)
    return tuple(found)


def worth(book: Book, position: Position, volley: Volley) -> float:
    """The wounds that a volley is expected to cost its target, to compare weapons by.

    A quick mean: it does not see that models run out.
    """
    models = standing(position, volley.target)
    if not models:
        return 0.0
    how = line(book, position, volley)
    cover = not uncovered(position, volley, models)
    saves = guard(book, position, volley, models[0], cover=cover)
    most = left(position, models[0])
    damage = damage_chances(how.damage, saves.ignores, two_dice=how.two_dice)
    each = sum(float(chance) * min(most, number) for number, chance in enumerate(damage))
    number = sum(count * share for count, share in enumerate(attacks_of(position, volley)))
    mortals = sum(
        (chance for (_, extra), chance in wound_chances(how).items() if extra), Fraction(0)
    )
    return number * float(unsaved_chance(how, saves) * Fraction(each) + hit_chance(how) * mortals)
