"""Random armies of the large game: legal, divided, the same for the same seed."""

import msgspec
import pytest

from condotta.armies import check, legal, library
from condotta.armies.commands import command_points, parts
from condotta.armies.paying import cost
from condotta.armies.random_commands import random_commands, size_in_commands
from condotta.armies.sizes import sizes
from condotta.errors import PlainError

GRAND = sizes()["grand"]


def test_gt_1_1_only_the_points_of_a_divided_size_mean_one():
    assert size_in_commands(GRAND.points) == GRAND
    assert size_in_commands(sizes()["standard"].points) is None


def test_al_15_2_every_list_has_a_random_legal_army_in_commands():
    shelf = library()
    for number, army in enumerate(shelf.lists):
        roster = random_commands(army, number, GRAND, shelf)
        assert legal(check(roster, shelf, GRAND.points)), army.name
        assert cost(roster, shelf).total <= GRAND.points
        assert roster == random_commands(army, number, GRAND, shelf)


def test_gt_2_3_each_command_has_its_points_and_the_first_is_the_largest():
    shelf = library()
    for seed in range(8):
        roster = random_commands(shelf.lists[seed], seed, GRAND, shelf)
        (part,) = parts(roster, *shelf.source_of(roster), shelf)
        held = [command_points(part, one) for one in part.commands]
        assert min(held) >= GRAND.least
        assert held[0] == max(held)
        assert [one.general.overall_commander for one in part.commands] == [True, False, False]


def test_a_list_that_cannot_fill_so_many_points_says_so():
    shelf = library()
    army = shelf.lists[0]
    few = tuple(one for one in army.troop_options if one.min)[:1]
    poor = msgspec.structs.replace(army, troop_options=few, ally_options=())
    with pytest.raises(PlainError):
        random_commands(poor, 1, GRAND, shelf)
