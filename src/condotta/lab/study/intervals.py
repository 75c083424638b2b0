"""Intervals: how far a figure may be off, for shares, means and differences of pairs.

All are of 95 % and use nothing but the standard library. Shares have Wilson's interval, means that
of Student's t, differences of paired shares Newcombe's hybrid score interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import asin, comb, exp, lgamma, log, log1p, pi, sin, sqrt
from statistics import NormalDist, fmean, variance

import msgspec

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
POWER = 0.8
SEEN = Z + NormalDist().inv_cdf(POWER)
"""How many standard errors a difference must be to be seen so often as `POWER` says."""

STEPS, NEAR = 300, 1e-15


class Estimate(msgspec.Struct, frozen=True):
    """A figure, how low and how high it may be, and of how many battles and set-ups it is.

    Without bounds there are too few to say, fewer than two set-ups, or all of them are alike, which
    says nothing of how far others may be off.
    """

    value: float
    low: float | None
    high: float | None
    battles: int
    setups: int


# ── shares ───────────────────────────────────────────────────────────────────
def wilson(count: float, of: float) -> tuple[float, float]:
    """Between what a share lies that showed `count` times `of` so many.

    >>> [round(bound, 4) for bound in wilson(8, 10)]
    [0.4902, 0.9433]
    """
    if of <= 0:
        return 0.0, 1.0
    share, more = count / of, Z * Z / of
    middle = share + more / 2
    half = Z * sqrt(max(0.0, share * (1 - share) / of + more / (4 * of)))
    low, high = (middle - half) / (1 + more), (middle + half) / (1 + more)
    return (0.0 if count <= 0 else low), (1.0 if count >= of else high)


def share(setups: Sequence[Sequence[float]]) -> Estimate:
    """The share of battles in which something was so, each from 0 to 1, by set-ups.

    Battles of one set-up have armies and dice in common. Where they are more alike than battles of
    different set-ups, they count as fewer: Wilson's interval is of the effective number. Where a
    battle counts in part, the interval is wider than it need be.
    """
    every = [one for some in setups for one in some]
    many = len(every)
    if not many:
        return Estimate(0.0, 0.0, 1.0, 0, 0)
    value = fmean(every)
    of = many / alike(setups, value)
    low, high = wilson(value * of, of)
    return Estimate(value, low, high, many, len(setups))


def alike(setups: Sequence[Sequence[float]], value: float) -> float:
    """By how much battles of one set-up are more alike than chance: 1 where they are not."""
    spread = value * (1 - value)
    many = sum(map(len, setups))
    if many == len(setups) or len(setups) < 2 or spread <= 0:
        return 1.0
    own = sum((len(some) * (fmean(some) - value)) ** 2 for some in setups)
    found = own * len(setups) / (len(setups) - 1) / many
    return max(1.0, found / spread)


# ── means ────────────────────────────────────────────────────────────────────
def mean(setups: Sequence[Sequence[float]]) -> Estimate:
    """The mean over set-ups of what their battles show, by Student's t.

    >>> found = mean([[1.0], [2.0], [3.0], [4.0], [5.0]])
    >>> found.value, round(found.low or 0, 3), round(found.high or 0, 3)
    (3.0, 1.037, 4.963)
    """
    means = [fmean(some) for some in setups]
    many = sum(map(len, setups))
    if not means:
        return Estimate(0.0, None, None, 0, 0)
    value = fmean(means)
    if len(set(means)) < 2:
        return Estimate(value, None, None, many, len(means))
    half = quantile(len(means) - 1) * sqrt(variance(means) / len(means))
    return Estimate(value, value - half, value + half, many, len(means))


def quantile(freedom: int) -> float:
    """How many standard errors of a mean its interval reaches, by Student's t.

    >>> [round(quantile(number), 3) for number in (1, 4, 11, 199)]
    [12.706, 2.776, 2.201, 1.972]
    """
    low, high = 0.0, 1e4
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        beyond = beta(freedom / (freedom + middle * middle), freedom / 2, 0.5)
        low, high = (middle, high) if beyond > 1 - LEVEL else (low, middle)
    return high


def beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return front * fraction(x, a, b)


def fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's way."""
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    found = d
    for i in range(1, STEPS):
        even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i))
        odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1))
        for term in (even, odd):
            d = 1 / (1 + term * d)
            c = 1 + term / c
            found *= c * d
        if abs(c * d - 1) < NEAR:
            break
    return found


# ── differences of pairs ─────────────────────────────────────────────────────
class Fourfold(msgspec.Struct, frozen=True):
    """Pairs of battles: in both it was so, in the first alone, in the second alone, in neither."""

    both: int
    first: int
    second: int
    neither: int

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return self.both + self.first + self.second + self.neither


def of_pairs(table: Fourfold) -> Estimate:
    """How much more often it was so in the second of a pair, by Newcombe's tenth method."""
    many = table.pairs
    if not many:
        return Estimate(0.0, -1.0, 1.0, 0, 0)
    one, other = table.both + table.first, table.both + table.second
    p, q = one / many, other / many
    (p_low, p_high), (q_low, q_high) = wilson(one, many), wilson(other, many)
    across = one * (many - one) * other * (many - other)
    same = float(table.both * table.neither - table.first * table.second)
    if same > 0:
        same = max(0.0, same - many / 2)
    tied = same / sqrt(across) if across else 0.0
    down = hybrid(q - q_low, p_high - p, tied)
    up = hybrid(q_high - q, p - p_low, tied)
    return Estimate(q - p, q - p - down, q - p + up, 2 * many, many)


def hybrid(one: float, other: float, tied: float) -> float:
    """The distance of a bound of a difference, from those of its two shares."""
    return sqrt(max(0.0, one * one - 2 * tied * one * other + other * other))


def mcnemar(table: Fourfold) -> float:
    """How likely chance alone parts so many pairs so unevenly: the exact test of McNemar.

    >>> mcnemar(Fourfold(0, 1, 9, 0))
    0.021484375
    """
    parted, fewer = table.first + table.second, min(table.first, table.second)
    tail = sum(comb(parted, number) for number in range(fewer + 1))
    return min(1.0, float(2 * tail / 2**parted))


# ── before it begins ─────────────────────────────────────────────────────────
def seen_above(usual: float, battles: int) -> float | None:
    """From what share on a difference from the usual is seen in four of five such studies.

    None where so few battles cannot show any.

    >>> round(seen_above(0.5, 200) or 0, 3), seen_above(0.5, 3)
    (0.598, None)
    """
    angle = asin(sqrt(usual)) + SEEN / (2 * sqrt(battles))
    return None if angle >= pi / 2 else sin(angle) ** 2


def seen_apart(usual: float, pairs: int) -> float:
    """What difference of two shares near the usual is seen in four of five studies.

    It is reckoned as if pairing were of no use; it often is.
    """
    return SEEN * sqrt(2 * usual * (1 - usual) / pairs)
