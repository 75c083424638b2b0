"""Intervals against numbers from elsewhere, and against what they promise."""

from itertools import product
from math import comb, factorial, prod, sqrt
from statistics import fmean, stdev

import pytest

from condotta.lab.study.intervals import (
    Fourfold,
    mcnemar,
    mean,
    of_pairs,
    quantile,
    seen_above,
    seen_apart,
    share,
    wilson,
)

Z = 1.959963984540054


def by_search(count: int, of: int, up: bool) -> float:
    """The share from which what was found is just Z standard errors away, by halving."""
    found = count / of
    inner, outer = found, (1.0 if up else 0.0)
    for _ in range(200):
        middle = (inner + outer) / 2
        far = abs(found - middle) > Z * sqrt(middle * (1 - middle) / of)
        inner, outer = (inner, middle) if far else (middle, outer)
    return inner


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (4, 4, 0.5101, 1)],
)
def test_wilson_is_what_tables_have(count, of, low, high):
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("count", "of"), [(1, 7), (8, 10), (33, 50), (199, 200)])
def test_wilson_ends_where_the_share_would_be_too_far_off(count, of):
    low, high = wilson(count, of)
    assert low == pytest.approx(by_search(count, of, up=False), abs=1e-9)
    assert high == pytest.approx(by_search(count, of, up=True), abs=1e-9)


@pytest.mark.parametrize(
    ("freedom", "wide"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (9, 2.2622), (30, 2.0423), (120, 1.9799)],
)
def test_student_is_what_tables_have(freedom, wide):
    assert quantile(freedom) == pytest.approx(wide, abs=5e-5)


def test_a_mean_is_of_set_ups_and_not_of_battles():
    """Two battles of a set-up that are alike say no more than one."""
    numbers = [3.0, 5.0, 4.0, 8.0, 6.0]
    once, twice = mean([[one] for one in numbers]), mean([[one, one] for one in numbers])
    half = 2.7764 * stdev(numbers) / sqrt(5)
    assert (once.low, once.high) == pytest.approx((5.2 - half, 5.2 + half), abs=1e-3)
    assert (twice.low, twice.high) == (once.low, once.high)
    assert (once.battles, twice.battles, twice.setups) == (5, 10, 5)


def test_a_share_of_swapped_battles_is_never_surer_than_of_as_many_set_ups():
    alone = share([[1.0], [0.0]] * 20)
    alike = share([[1.0, 1.0], [0.0, 0.0]] * 10)
    apart = share([[1.0, 0.0]] * 20)
    assert alone.low == pytest.approx(wilson(20, 40)[0])
    assert alike.value == alone.value
    assert alike.low < share([[1.0], [0.0]] * 10).low + 0.01
    assert apart.low == pytest.approx(alone.low)  # never surer than battles by themselves either


def test_too_few_or_all_alike_have_no_interval():
    assert mean([[1.0]]).low is None
    assert mean([[2.0], [2.0], [2.0]]).high is None
    assert (share([]).low, share([]).high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("first", "second", "chance"), [(1, 9, 22 / 1024), (5, 5, 1.0), (0, 6, 2 / 64), (0, 0, 1.0)]
)
def test_mcnemar_is_two_tails_of_a_coin(first, second, chance):
    assert mcnemar(Fourfold(3, first, second, 4)) == pytest.approx(chance)


def test_the_interval_of_paired_shares_covers_what_it_promises():
    """Every outcome of twelve pairs by its chance: the truth lies inside nearly always."""
    many = 12
    for chances in ((0.4, 0.1, 0.2, 0.3), (0.25, 0.25, 0.25, 0.25), (0.1, 0.05, 0.6, 0.25)):
        truth, inside = chances[2] - chances[1], 0.0
        for both, first, second in product(range(many + 1), repeat=3):
            counts = (both, first, second, many - both - first - second)
            if counts[3] < 0:
                continue
            found = of_pairs(Fourfold(*counts))
            if found.low <= truth <= found.high:
                ways = factorial(many) // prod(map(factorial, counts))
                inside += ways * prod(p**n for p, n in zip(chances, counts, strict=True))
        assert inside > 0.92


def test_a_difference_turns_with_its_table():
    one, other = of_pairs(Fourfold(20, 3, 12, 15)), of_pairs(Fourfold(20, 12, 3, 15))
    assert one.value == pytest.approx(0.18)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))
    assert one.low > 0


def test_the_power_that_is_told_is_the_power_there_is():
    """Out of 200 battles a share so high is told from a half four times in five."""
    truth, many = seen_above(0.5, 200), 200
    seen = sum(
        comb(many, count) * truth**count * (1 - truth) ** (many - count)
        for count in range(many + 1)
        if wilson(count, many)[0] > 0.5
    )
    assert seen == pytest.approx(0.8, abs=0.04)
    assert seen_above(0.5, 3) is None
    assert seen_apart(0.5, 400) == pytest.approx(seen_apart(0.5, 100) / 2)
    assert fmean((seen_apart(0.5, 200), 0.0)) == pytest.approx(0.07, abs=0.001)
