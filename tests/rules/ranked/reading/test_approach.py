"""The way of a charge, on tables at random: exact contact, no overlap. [FB-4.9]"""

from random import Random

import pytest

from condotta.rules.ranked.reading.approach import Ground, find_way
from condotta.rules.ranked.reading.arcs import (
    edge_touched,
    facings_struck,
    front_arc,
    stretch_touched,
)
from condotta.rules.ranked.reading.formation import shape_of
from condotta.table import Field, Rectangle, base, overlaps, pose_at, touches

BOARD = Field(0, 0, 720_000, 480_000)
BLOCKS = ((20, 5, 7874), (5, 5, 9843), (30, 10, 7874), (1, 1, 19685), (12, 6, 7874))


def block(random: Random):
    """A regiment's rectangle, its files and ranks."""
    models, files, size = random.choice(BLOCKS)
    return shape_of(models, files, size, size), files, -(-models // files)


def charges(seed: int):
    """Chargers, targets ahead of them, and something that may be in the way."""
    random = Random(seed)
    while True:
        (ours, files, _), (theirs, *broad) = block(random), block(random)
        one = base(pose_at(300_000, 200_000, random.randrange(360)), ours)
        far, aside = random.randint(20_000, 150_000), random.randint(-80_000, 80_000)
        x, y = one.x + far * one.fx + aside * one.rx, one.y + far * one.fy + aside * one.ry
        foe = base(pose_at(round(x), round(y), random.randrange(360)), theirs)
        x, y = one.x + far * one.fx / 2, one.y + far * one.fy / 2
        rock = base(pose_at(round(x), round(y), random.randrange(360)), Rectangle(20_000, 10_000))
        if overlaps(one, foe) or not front_arc(one, foe):
            continue
        clear = random.random() < 0.5 or overlaps(rock, one) or overlaps(rock, foe)
        yield one, files, foe, broad, () if clear else (rock,)


@pytest.mark.parametrize("seed", range(4))
def test_a_way_ends_flush_with_the_facing_struck(seed: int):
    """[FB-4.9] [FB-4.10]"""
    found = 0
    for number, (one, files, foe, broad, rocks) in enumerate(charges(seed)):
        side = facings_struck(one, files, foe)[0]
        front = broad[0] if side in {"front", "rear"} else broad[1]
        way = find_way(one, files, foe, front, side, Ground(rocks, board=BOARD))
        if way is None:
            assert rocks
        else:
            end = base(way.end, one.shape)
            struck = base(way.target, foe.shape) if way.target else foe
            assert touches(end, struck)
            assert not any(overlaps(each, rock) for each in (end, struck) for rock in rocks)
            assert stretch_touched(end, "front", struck) is not None
            if way.touching > 2:
                assert edge_touched(end, struck) == side
            found += 1
        if number == 60:
            break
    assert found > 30


def test_the_charger_stands_in_the_middle_of_nobody():
    """With a rock before its target's edge a charge fails or goes round it. [FB-4.9]"""
    square = Rectangle(40_000, 20_000)
    one = base(pose_at(0, 0, 0), square)
    foe = base(pose_at(0, 60_000, 180), square)
    wall = base(pose_at(0, 40_000, 0), Rectangle(400_000, 5_000))
    assert (
        find_way(
            one, 5, foe, 5, "front", Ground((wall,), board=Field(-(9**7), -(9**7), 9**7, 9**7))
        )
        is None
    )


def test_no_other_enemy_is_touched():
    """A place beside an enemy that was not charged is none. [FB-4.1]"""
    board = Field(-(9**7), -(9**7), 9**7, 9**7)
    narrow, wide = Rectangle(20_000, 20_000), Rectangle(40_000, 20_000)
    one = base(pose_at(0, 0, 0), wide)
    foe = base(pose_at(-10_000, 60_000, 180), narrow)
    other = base(pose_at(10_000, 60_000, 180), narrow)
    way = find_way(one, 5, foe, 3, "front", Ground((), (other,), board=board))
    if way is not None:
        assert not touches(base(way.end, wide), other)
    alone = find_way(one, 5, foe, 3, "front", Ground(board=board))
    assert alone is not None
    assert alone.touching >= 5
