"""Noninterference: whether one wishes to deny a power is nobody's business until all have said."""

import pytest

from condotta.kernel.asks import Choose
from condotta.kernel.records import SPECTATORS
from condotta.rules.skirmish import names as core
from tests.kernel.harness import everybody_but, leaks
from tests.rules.carnage.carnage_setting import SEATS, Fray, fought, named
from tests.rules.carnage.test_over_skirmish import PSYKERS, many
from tests.rules.skirmish.skirmish_setting import Table


def toy(wish: str, seat: str) -> Fray:
    """Red asks the three others at once; one of them has said what it wishes."""
    fray = named(fought(4), "red")
    fray.says("red", "wish blue amber green")
    fray.says(seat, wish)
    return fray


@pytest.mark.parametrize("seat", SEATS[1:])
def test_a_wish_changes_nothing_that_others_see(seat: str):
    """[CM-31] Every seat and the spectators, refusals, menus and numbers included."""
    one, two = (toy(wish, seat).battle for wish in ("yes", "no"))
    for watcher in everybody_but(one, seat):
        assert list(leaks(one, two, (watcher,))) == []


def test_once_all_have_said_it_is_known_who_wishes():
    """[CM-26]"""
    worlds = [toy(wish, "blue") for wish in ("yes", "no")]
    for world in worlds:
        world.says("amber", "yes")
        world.says("green", "yes")
    one, two = (world.battle for world in worlds)
    assert list(leaks(one, two, (SPECTATORS,)))


def skirmish(wish: str) -> Table:
    """Blue and Amber may deny; Blue has said whether it wishes to."""
    table = many(PSYKERS, phase=core.PSYCHIC, dice=(4, 3))
    table.choose("red", "R1:smite")
    table.battle.say("blue", Choose(wish), table.asks("blue")[0].id)
    return table


def test_over_skirmish_battles_too():
    """[CM-31] The second psyker learns nothing from the first."""
    one, two = (skirmish(wish).battle for wish in ("yes", "no"))
    for watcher in ("red", "amber", SPECTATORS):
        assert list(leaks(one, two, (watcher,))) == []
