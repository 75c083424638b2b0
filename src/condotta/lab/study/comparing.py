"""What a level of a factor changes: cells compared set-up by set-up, with the same dice.

Two levels are compared over all cells that are alike but for them. A figure of a set-up is the mean
over its battles, so that swapped places count once; the interval is of the mean difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import inf
from statistics import fmean

import msgspec

from condotta.lab.study.along import Own
from condotta.lab.study.intervals import Estimate, Fourfold, mcnemar, mean, of_pairs, share
from condotta.lab.study.plan import ARM, BOT, RIVAL, Cell, Plan
from condotta.lab.study.records import Record
from condotta.lab.study.tally import (
    alone,
    armies,
    at,
    each,
    fewest_is_best,
    parties,
    seats_at,
    sitting,
    victory,
)

FEW = 5
"""Up to so many levels each is compared with each; beyond, and readings, all with the first."""
TWO = 2
"""Of more armies it is told how far they end apart, and whether the last halfway still wins."""


class Difference(msgspec.Struct, frozen=True, rename="camel"):
    """One figure under two levels: the first's, the second's, and how much more the second has.

    For shares of single battles `table` has the pairs, and `chance` says how likely chance alone
    parts them so.
    """

    figure: str
    first: float
    second: float
    difference: Estimate
    table: Fourfold | None = None
    chance: float | None = None

    @property
    def seen(self) -> bool:
        """Whether there is an interval and it leaves out that there is no difference."""
        low, high = self.difference.low, self.difference.high
        return low is not None and high is not None and (low > 0 or high < 0)


class Comparison(msgspec.Struct, frozen=True, rename="camel"):
    """Two levels of a factor, compared in whatever both have.

    `otherwise` is the share of set-ups of which any battle went another way at all.
    """

    factor: str
    first: str
    second: str
    setups: int
    otherwise: Estimate
    figures: tuple[Difference, ...]


Pairs = Sequence[tuple[Sequence[Record], Sequence[Record]]]


def comparisons(plan: Plan, records: Sequence[Record]) -> tuple[Comparison, ...]:
    """Every comparison that a study makes. Who meets whom in a league is none, nor arms apart."""
    found: dict[tuple[int, int], list[Record]] = {}
    for one in records:
        found.setdefault((one.cell, one.setup), []).append(one)
    return tuple(
        compared(plan, found, factor, first, second)
        for factor, levels in plan.factors().items()
        if not (plan.study.league and factor in (BOT, RIVAL))
        and not (plan.study.apart and factor == ARM)
        for first, second in pairs_of(levels, few=0 if plan.study.readings else FEW)
    )


def pairs_of(levels: Sequence[str], few: int) -> Iterator[tuple[str, str]]:
    """Which levels are compared: up to a few each with each, more of them with the first."""
    if len(levels) <= few:
        yield from combinations(levels, 2)
    else:
        yield from ((levels[0], other) for other in levels[1:])


def compared(
    plan: Plan,
    found: Mapping[tuple[int, int], Sequence[Record]],
    factor: str,
    first: str,
    second: str,
) -> Comparison:
    """Two levels of a factor, over all cells that are alike but for them."""
    at_level = {
        level: {cell.without(factor): cell for cell in plan.cells if (factor, level) in cell.levels}
        for level in (first, second)
    }
    couples = [
        (one, at_level[second][rest])
        for rest, one in at_level[first].items()
        if rest in at_level[second]
    ]
    pairs = [
        both for setup in range(plan.setups) if (both := paired(found, couples, setup)) is not None
    ]
    differ = share([[float(went(one) != went(other))] for one, other in pairs])
    return Comparison(factor, first, second, len(pairs), differ, tuple(figures(couples, pairs)))


def went(records: Sequence[Record]) -> list[str]:
    """How battles went, by the digests of their logs."""
    return [one.log for one in records]


def paired(
    found: Mapping[tuple[int, int], Sequence[Record]],
    couples: Sequence[tuple[Cell, Cell]],
    setup: int,
) -> tuple[tuple[Record, ...], tuple[Record, ...]] | None:
    """The battles of a set-up under both levels; none where one is missing or broke.

    They have their dice in common, whatever else differs, and so count as one pair.
    """
    some = tuple(one for cell, _ in couples for one in found.get((cell.number, setup), ()))
    others = tuple(one for _, cell in couples for one in found.get((cell.number, setup), ()))
    whole = len(some) == len(others) == sum(cell.turns for cell, _ in couples) > 0
    return (some, others) if whole and not any(one.fault for one in (*some, *others)) else None


def figures(couples: Sequence[tuple[Cell, Cell]], pairs: Pairs) -> Iterator[Difference]:
    """What is compared: each party's, or each place's, victory, wins, score and losses."""
    if not pairs:
        return
    for name, own in groups(couples, pairs[0][0][0]):
        yield from of_group(name, own, pairs)
    if len(armies(pairs[0][0][0])) > TWO:
        coins = any(one.coffers is not None for one in pairs[0][0][0].seats)
        yield plainly(
            f"{'coffers' if coins else 'score'}, from the first to the last", pairs, spread
        )
        yield plainly("last halfway: share of victory", pairs, recovered, 1.0)
    yield plainly("player turns", pairs, lambda record: float(record.turns))
    yield shared("battles without a winner", pairs, lambda record: not record.winners)


def spread(record: Record) -> float:
    """How far the scores of the armies are apart as a battle ends."""
    scores = [one.score for one in record.seats]
    return max(scores) - min(scores)


def recovered(record: Record) -> float:
    """What share of victory whoever was last halfway has; of several who were, each in the mean."""
    halfway = {one.army: one.course[(len(one.course) - 1) // 2] for one in record.seats}
    worst = (max if fewest_is_best(record.system) else min)(halfway.values())
    last = frozenset(army for army, score in halfway.items() if score == worst)
    return victory(record, last) / len(last)


def groups(couples: Sequence[tuple[Cell, Cell]], record: Record) -> Iterator[tuple[str, Own]]:
    """Who is looked at in both: parties of the same entrants, else the places."""
    told = {(parties(one), parties(other)) for one, other in couples}
    sat = {tuple(party.entrants for party in some) for both in told for some in both}
    if len(sat) == 1 and sat != {()}:
        one, other = next(iter(told))
        for a, b in zip(one, other, strict=True):
            name = a.name if a.name == b.name else f"{a.name} → {b.name}"
            yield (name if len(told) == 1 else f"entrant {a.entrants[0] + 1}"), sitting(a.entrants)
    else:
        yield from ((name, at(place)) for place, name in sorted(seats_at(record).items()))


def of_group(name: str, own: Own, pairs: Pairs) -> Iterator[Difference]:
    """The figures of one party or place."""
    yield shared(f"{name}: wins", pairs, lambda record: alone(record, own(record)))
    yield plainly(
        f"{name}: share of victory", pairs, lambda record: victory(record, own(record)), 1.0
    )
    coins = any(one.coffers is not None for one in pairs[0][0][0].seats)
    yield plainly(
        f"{name}: {'coffers' if coins else 'score'}",
        pairs,
        lambda record: fmean(one.score for one in each(record, own(record))),
    )
    yield plainly(
        f"{name}: losses",
        pairs,
        lambda record: fmean(one.losses for one in each(record, own(record))),
    )


def plainly(
    figure: str, pairs: Pairs, of: Callable[[Record], float], most: float = inf
) -> Difference:
    """A mean under both, by Student's t of the differences, which are no greater than `most`."""
    one = [fmean(map(of, some)) for some, _ in pairs]
    other = [fmean(map(of, others)) for _, others in pairs]
    apart = mean([[b - a] for a, b in zip(one, other, strict=True)])
    many = sum(len(some) + len(others) for some, others in pairs)
    low, high = apart.low, apart.high
    bounded = msgspec.structs.replace(
        apart,
        low=None if low is None else max(-most, low),
        high=None if high is None else min(most, high),
        battles=many,
    )
    return Difference(figure, fmean(one), fmean(other), bounded)


def shared(figure: str, pairs: Pairs, so: Callable[[Record], bool]) -> Difference:
    """A share under both: where each set-up is one battle, as pairs of yes and no."""
    if any(len(some) > 1 for some, _ in pairs):
        return plainly(figure, pairs, lambda record: float(so(record)), 1.0)
    said = [(so(some[0]), so(others[0])) for some, others in pairs]
    table = Fourfold(
        said.count((True, True)),
        said.count((True, False)),
        said.count((False, True)),
        said.count((False, False)),
    )
    return Difference(
        figure,
        (table.both + table.first) / table.pairs,
        (table.both + table.second) / table.pairs,
        of_pairs(table),
        table,
        mcnemar(table),
    )
