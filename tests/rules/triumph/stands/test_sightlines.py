"""What is remembered of lines of sight for command, and what is not held for it."""

import gc
from random import Random
from typing import Any

import pytest

from condotta.rules.triumph.stands import sightlines
from condotta.rules.triumph.stands.sightlines import (
    command_sight,
    ground_screens,
    screens,
    solid,
)
from condotta.table import Base, Screens, clear_line, edge, outline
from tests.rules.triumph.table_setting import setting

APART = "R1* HFT 2 5 0; R2 HFT 18 5 0; R3 HFT 30 5 0; B1* HFT 44 30 180; B2 HFT 10 5 180"
WOODS = "woods box 7 12 3 4"


def numbers(key: Any) -> bool:
    """Whether a key is made of values alone."""
    if isinstance(key, tuple):
        return all(map(numbers, key))
    return not isinstance(key, (Base, Screens))


def test_where_the_ground_alone_blocks_sight_it_is_asked_once_between_two_places(
    monkeypatch: pytest.MonkeyPatch,
):
    """[TC-4.10] Whoever else moves, and whatever field it is asked of."""
    asked = []
    real = sightlines.clear_between

    def counted(*given: Any) -> bool:
        asked.append(given)
        return real(*given)

    monkeypatch.setattr(sightlines, "clear_between", counted)
    table = setting(APART, areas=WOODS)
    before = table.field
    assert command_sight(before, before.stand("R1"), before.stand("R2"))
    once = len(asked)
    table.go("R3", {"advance": 1})
    after = table.field
    assert after is not before
    assert command_sight(after, after.stand("R1"), after.stand("R2"))
    assert len(asked) == once == 1
    assert all(numbers(key) for keys in after.ground.memo.values() for key in keys)


@pytest.mark.parametrize("who", ["enemies", "stands"])
def test_what_stands_block_is_not_held_beyond_its_field(who: str):
    """[TC-4.10]"""
    table = setting(APART, areas=WOODS, settings={"commandSightBlockedBy": who})
    before = solid_screens()
    command_sight(table.field, table.field.stand("R1"), table.field.stand("R2"))
    assert solid_screens() == before


def solid_screens() -> int:
    """How many screens with bases are held somewhere."""
    gc.collect()
    return sum(isinstance(one, Screens) and bool(one.bases) for one in gc.get_objects())


def reaching(of: Screens, between: Any) -> list[tuple[Any, Any]]:
    """The bases that reach between some points, by where they lie."""
    return [(one.pose, one.shape) for one in of.between(between).bases]


def test_who_could_not_reach_between_two_stands_changes_no_line():
    """[TC-6.11, TC-6.12] Lines past all stands are those past the few that are looked at."""
    draw, compared, blocked = Random(6), 0, 0
    for _ in range(60):
        pieces = [
            f"{'RB'[number % 2]}{number}{'*' if number < 2 else ''} ARC "
            f"{draw.randint(80, 280) / 10} {draw.randint(80, 280) / 10} {draw.randrange(360)}"
            for number in range(14)
        ]
        here = setting("; ".join(pieces)).field
        eyes, seen = here.stand("R0"), here.stand("B1")
        every = Screens(
            [solid(one.base) for one in here.stands if one not in (eyes, seen)],
            ground_screens(here).covers,
            ground_screens(here).crests,
        )
        few = screens(here, eyes, seen, "all")
        line = edge(eyes.base, "front"), outline(seen.base)
        between = (*line[0], *line[1])
        assert reaching(few, between) == reaching(every, between)
        assert clear_line(*line, few) == clear_line(*line, every)
        compared += len(few.bases) < len(every.bases)
        blocked += clear_line(*line, few) is None
    assert compared > 50
    assert 3 < blocked < 57
