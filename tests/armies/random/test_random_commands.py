"""Random armies of the large game: legal, divided, the same for the same seed."""

import msgspec
import pytest

from condotta.armies import check, legal, library
from condotta.armies.checking.army_commands import command_points, parts
from condotta.armies.checking.paying import cost
from condotta.armies.random.random_commands import random_commands, size_in_commands
from condotta.armies.sizes import sizes
from condotta.errors import PlainError
from tests.armies.conftest import body, option, shelf_of, taking, tiny

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


def test_al_16_6_random_commands_buy_cards_and_an_ally_its_own():
    """Fit by every check, and each spends all that the list lets it."""
    shelf = library()
    bought = 0
    for number, army in enumerate(shelf.lists):
        roster = random_commands(army, number, GRAND, shelf, cards="many")
        assert legal(check(roster, shelf, GRAND.points)), army.name
        assert cost(roster, shelf).total <= GRAND.points
        assert roster == random_commands(army, number, GRAND, shelf, cards="many")
        bought += bool(roster.army_cards or roster.troop_cards)
    assert 2 * bought > len(shelf.lists)


def test_gt_2_2_now_and_then_a_random_army_has_an_ally_with_its_full_list_and_cards():
    entry = [{"battleCardCode": "FC", "max": 1}]
    friends = tiny(
        id="f" * 24,
        listId=998,
        name="Friends",
        troopOptions=[
            option(1, 9, "KNT", battleCardEntries=[{"battleCardCode": "HL", "max": 1}]),
            option(0, 20, "HFT"),
        ],
        battleCardEntries=[*entry, {"battleCardCode": "AM", "max": 1}],
    )
    small = body("b", option(1, 4, "HFT"))
    allies = [taking(small, names=["Friends"])]
    options = [option(1, 20, "KNT"), option(0, 20, "HFT")]
    shelf = shelf_of(tiny(allyOptions=allies, troopOptions=options), friends)
    army = next(one for one in shelf.lists if one.name == "Tiny")
    seen = [random_commands(army, seed, GRAND, shelf, cards="many") for seed in range(12)]
    allied = [ally for one in seen for ally in one.split if ally.kind == "ally"]
    assert 0 < len(allied) < 12
    assert all(legal(check(one, shelf, GRAND.points)) for one in seen)
    assert all(ally.army_list_name == "Friends" for ally in allied)
    codes = {card.code for ally in allied for card in (*ally.army_cards, *ally.troop_cards)}
    assert codes == {"FC", "HL"}, "a card for its army that no ally brings"
