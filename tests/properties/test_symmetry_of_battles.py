"""Whole battles told again, answer by answer, on a mirrored table or with the seats swapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from condotta.kernel.battle import Battle
from condotta.kernel.events import Began
from condotta.kernel.state import State
from condotta.rules.triumph import names
from tests.properties.effort import seeds
from tests.properties.journeys import answers, battle, moments, taken_up
from tests.properties.scenes import BOARD, the_book
from tests.properties.symmetry import Symmetry, nothing, unnumbered

MIRROR = Symmetry(BOARD, mirrored=True)
SWAP = Symmetry(BOARD, quarters=2, renamed={"red": "blue", "blue": "red", "R": "B", "B": "R"})


def swapped(thing: Any) -> Any:
    """The table turned about and the seats renamed: who sits in the south is named first."""
    found = SWAP(thing)
    if isinstance(found, Began):
        return Began(found.board, found.chairs[::-1])
    return found


def set_up(state: State) -> bool:
    """All dice of the set-up are rolled and the ground lies there. [TC-8.1]"""
    return state.position.phase == names.CAMPS


def fighting(state: State) -> bool:
    return state.position.phase == names.MOVEMENT and state.position.turn > 3


def tell_again(
    fought: Battle, wanted: Callable[[State], bool], change: Callable[[Any], Any], most: int
) -> int:
    """Say on the changed table what was said, and compare everything after every answer."""
    start = next(moments(fought.log, wanted))
    other = taken_up(the_book(), start.state, change)
    same = nothing(BOARD)
    count = 0
    for seat, said, events in answers(fought.log, start.length):
        ask = next(one for one in other.waiting() if one.seat == change(seat))
        caused = other.say(ask.seat, change(said), ask.id)
        ours, theirs = unnumbered(change(events)), unnumbered(same(caused))
        assert ours == theirs, count
        count += 1
        if count == most:
            break
    return count


@pytest.mark.parametrize("number", seeds(2))
def test_tc_0_4_a_battle_mirrored_from_its_deployment_is_the_same_battle(number: int) -> None:
    assert tell_again(battle(number), set_up, MIRROR, 2_000) > 50


@pytest.mark.parametrize("number", seeds(2))
def test_tc_0_4_a_battle_mirrored_in_its_midst_is_the_same_battle(number: int) -> None:
    assert tell_again(battle(number), fighting, MIRROR, 2_000) > 50


@pytest.mark.parametrize("number", seeds(2))
def test_tc_4_1_a_battle_with_the_seats_swapped_is_the_same_battle(number: int) -> None:
    assert tell_again(battle(number), set_up, swapped, 2_000) > 50


def test_a_battle_taken_up_in_its_midst_goes_on_as_it_did() -> None:
    assert tell_again(battle(1), fighting, nothing(BOARD), 500) > 50
