"""A steward does not watch the enemy for ever."""

import pytest

from condotta.bots.marching import HASTE, MOST_HASTE, PATIENT, WORTHWHILE, haste
from condotta.bots.seat import make
from condotta.rules.triumph.movement.moves import Move
from condotta.table import Advance
from tests.rules.triumph.table_setting import setting

LINES = "; ".join(
    f"R{file} ECV {14 + 2 * file} 16 0; B{file} ECV {14 + 2 * file} 22 180" for file in range(1, 14)
)
STREAM = "stream box 24 18 40 1"


def test_a_charge_is_worth_more_the_longer_the_battle_lasts():
    assert haste(1) == haste(PATIENT) == 0
    assert haste(PATIENT + 10) == 10 * HASTE > WORTHWHILE


def test_no_haste_makes_a_hopeless_charge_worth_its_while():
    assert haste(PATIENT + 20) == haste(PATIENT + 90) == MOST_HASTE


@pytest.mark.parametrize("bot", ["steward", "planner"])
def test_lines_that_a_stream_holds_up_wade_through_it_stand_by_stand(bot: str):
    """[TC-4.12, TC-5.11] No line may enter, and no stand that does goes farther than 3 MU."""
    generals = "R0* ECV 14 16 0; B0* ECV 14 22 180"
    table = setting(f"{generals}; {LINES}", areas=STREAM, turn=60, cp=3)
    (ask,) = table.asks("red")
    said = make(bot, table.battle.book, 1).answer(table.battle.view("red"), ask)
    assert isinstance(said, Move)
    assert (len(said.pieces), said.legs) == (1, (Advance(30_000),))
    assert table.judge("red", said).ok
