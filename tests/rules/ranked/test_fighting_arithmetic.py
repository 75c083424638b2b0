"""Combat results, ranks, steadfastness, striking order, charge ranges, panic: the bare sums."""

import pytest

from condotta.rules.ranked.charges.charge_moves import charge_range
from condotta.rules.ranked.combat.arms import step, support_ranks, supporters, touching_files
from condotta.rules.ranked.movement.compulsory import hard_to_rally, rally_leadership
from condotta.rules.ranked.movement.panic import heavy_losses
from condotta.rules.ranked.reading.combat_results import (
    Party,
    break_leadership,
    margin,
    side_total,
    stands,
    steadfast,
)
from condotta.rules.ranked.reading.formation import counting_ranks


def total(side, foes):
    return sum(part.value for part in side_total(side, foes))


LINE = Party("line", ranks=counting_ranks(19, 5, 5), wounds=3, charged=True, standard=True)
LEVY = Party("levy", ranks=counting_ranks(22, 5, 5), wounds=1)


def test_worked_combat():
    """Attackers 7, levy 4; the levy are steadfast and test on 5, not 2. [FB-16.1]"""
    assert total((LINE,), (LEVY,)) == 7
    assert total((LEVY,), (LINE,)) == 4
    assert margin(4, 7, False, False) == -3
    assert steadfast(LEVY, (LINE,))
    assert break_leadership(5, 3, ignores=True) == 5
    assert break_leadership(5, 3, ignores=False) == 2


def test_worked_combat_with_lancers_in_the_flank():
    """One rank of lancers gives 1 for the flank, no disruption; still steadfast. [FB-16.2]"""
    lancers = Party("lancers", ranks=1, charged=True)
    held = Party("levy", ranks=LEVY.ranks, wounds=1, struck=("front", "left"))
    assert total((LINE, lancers), (held,)) == 8
    assert total((held,), (LINE, lancers)) == 4
    assert steadfast(held, (LINE, lancers))


def test_disruption_takes_the_rank_bonus_not_steadfastness():
    """[FB-7.12] [FB-7.15]"""
    held = Party("levy", ranks=5, struck=("right",), disrupted=True)
    assert total((held,), (LINE,)) == 0
    assert steadfast(held, (LINE,))


@pytest.mark.parametrize(
    ("party", "points"),
    [
        (Party("a", ranks=6), 3),
        (Party("a", ranks=0), 0),
        (Party("a", ranks=2, standard=True, battle_standard=True), 3),
        (Party("a", downhill=True, charged=True), 2),
        (Party("a", overkill=9), 5),
    ],
)
def test_items_of_a_result(party, points):
    """Ranks at most 3, overkill at most 5. [FB-7.11]"""
    assert total((party,), ()) == points


def test_a_side_counts_once():
    """Charge, standard and ranks once; wounds all; flank and rear per enemy. [FB-7.34, FB-7.28]"""
    one = Party("one", ranks=3, wounds=2, charged=True, standard=True)
    two = Party("two", ranks=2, wounds=1, charged=True, standard=True)
    foe = Party("foe", struck=("left", "right", "rear"))
    assert total((one, two), (foe,)) == 3 + 1 + 2 + 1 + 2 + 2


def test_a_draw_and_the_musicians():
    """[FB-7.13]"""
    assert margin(4, 4, True, False) == 1
    assert margin(4, 4, False, True) == -1
    assert margin(4, 4, True, True) == 0


def test_double_one_always_stands():
    """[FB-7.16] [FB-1.12]"""
    assert stands((1, 1), break_leadership(4, 9, ignores=False))
    assert not stands((1, 2), break_leadership(4, 9, ignores=False))


@pytest.mark.parametrize(
    ("move", "pips", "inches"), [(4, (4, 2), 10), (4, (2, 5), 11), (8, (1, 5, 6), 19)]
)
def test_charge_ranges(move, pips, inches):
    """[FB-4.20] [FB-4.7]"""
    assert charge_range(move, pips, 2) == inches


@pytest.mark.parametrize(
    ("start", "left", "tests"), [(21, 17, False), (21, 15, True), (20, 15, True)]
)
def test_heavy_losses(start, left, tests):
    """[FB-8.6] [FB-8.1]"""
    assert heavy_losses(start, left) is tests


def test_rallying_of_few():
    """A quarter or less rallies on a double 1 only; a musician adds 1. [FB-4.11]"""
    assert hard_to_rally(20, 5)
    assert not hard_to_rally(20, 6)
    assert rally_leadership(7, musician=True, few=False) == 8
    assert rally_leadership(7, musician=True, few=True) == 2


def test_striking_order():
    """Descending Initiative; first and last cancel. [FB-7.7]"""
    keys = [step(3, False, False), step(5, True, False), step(9, False, True), step(2, True, True)]
    assert sorted(keys, reverse=True) == [11, 3, 2, 0]


def test_supporting_ranks():
    """One rank, a second for hordes, one more for spears on foot that stand. [FB-7.4] [FB-7.5]"""
    assert support_ranks(5, 10, spears=False, charging=False, on_foot=True) == 1
    assert support_ranks(10, 10, spears=False, charging=False, on_foot=True) == 2
    assert support_ranks(10, 10, spears=True, charging=False, on_foot=True) == 3
    assert support_ranks(10, 10, spears=True, charging=True, on_foot=True) == 2
    assert support_ranks(6, 6, spears=True, charging=False, on_foot=False) == 2


def test_supporters_stand_behind_those_who_touch():
    """[FB-7.31, FB-7.4]"""
    assert supporters(20, 5, 3, 1) == 3
    assert supporters(7, 5, 5, 2) == 2
    assert supporters(5, 5, 5, 2) == 0


def test_corners_count_as_touching():
    """[FB-7.3]"""
    assert len(touching_files(100.0, 0.0, 100.0, 5, 0.5)) == 5
    assert len(touching_files(100.0, 40.0, 60.0, 5, 0.5)) == 3
    assert len(touching_files(100.0, 100.0, 140.0, 5, 0.5)) == 1
    assert len(touching_files(100.0, 130.0, 140.0, 5, 0.5)) == 0
