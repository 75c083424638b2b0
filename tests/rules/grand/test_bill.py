"""One sum of points: an army counts what its bill says, and its commands count their parts of it.

The bill is the builder's own; what is counted here is the sum over the pieces of the log. [GT-10.8]
"""

import json
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from condotta.armies import cost, library
from condotta.armies.checking.army_commands import command_points, in_order, parts
from condotta.armies.checking.paying import paid
from condotta.armies.mustering.mustering import muster
from condotta.armies.random.random_commands import random_commands
from condotta.armies.rosters.rosters import read_roster
from condotta.armies.sizes import sizes
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.evolving import with_piece
from condotta.report.forces import mustered
from condotta.rules.grand import names
from condotta.rules.grand.muster import raised
from condotta.rules.grand.sides import command_ids, stands
from condotta.rules.grand.victory import victory
from condotta.rules.library import book as book_of
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.triumph import names as core
from condotta.rules.triumph.victory import losses
from tests.armies.conftest import option, roster, shelf_of, tiny
from tests.rules.grand.large_table import BOOK, as_listed, large, split, until

RAW = json.loads((Path(__file__).parent / "bills.json").read_text(encoding="utf-8"))
KURDS, MILAN = (read_roster(one).roster for one in RAW)


def begun(one, shelf=None):
    """A battle of an army against its like, as it is mustered."""
    system = SYSTEMS["grand"]
    opening = system.opening(BOOK, system.seated(2), (one, one), Levy(shelf, Random(1)))
    return Battle(BOOK, opening, SeededCup(1)).state.position


def at_the_split(one):
    """The same, its terrain settled."""
    red, blue = (
        raised(BOOK, one, (seat,), side=side, letter=letter, lot=Random(1))
        for seat, side, letter in (("red", "south", "R"), ("blue", "north", "B"))
    )
    return large(red, blue)


def price(position, piece):
    return position.count(piece.id, core.PRICE) or position.count(piece.id, core.WORTH)


@pytest.mark.parametrize(("one", "bill"), [(KURDS, 260), (MILAN, 276)], ids=["Kurds", "Milan"])
def test_gt_10_8_an_army_counts_what_its_bill_says(one, bill):
    """Cards that change a stand's price are in it once. [BC-9, BC-23.2]"""
    position = begun(one)
    assert cost(one).total == bill
    for side in ("south", "north"):
        assert position.count(side, names.TOTAL) == bill
        assert sum(price(position, piece) for piece in stands(position, side)) == bill


@pytest.mark.parametrize("one", [KURDS, MILAN], ids=["Kurds", "Milan"])
def test_gt_2_3_a_split_weighs_a_command_as_the_builder_does(one):
    """A cart's point is its command's. [BC-9, AL-16.7]"""
    table = at_the_split(one)
    assert table.judge("red", as_listed(table, "red")).ok
    split(table)
    source = library().source_of(one)
    (part,) = parts(one, *source, library())
    built = [command_points(part, each) for each in part.commands]
    ids = command_ids(table.position, "south")
    assert [table.count(name, names.TOTAL) for name in ids] == built
    assert sum(built) == cost(one).total


@pytest.mark.parametrize("number", range(0, 29, 4))
def test_al_16_7_random_large_armies_weigh_at_the_table_as_in_the_builder(number):
    """With cards on some of their stands, and allies."""
    shelf = library()
    one = random_commands(shelf.lists[number], number, sizes()["grand"], shelf, cards="many")
    table = at_the_split(one)
    assert table.count("south", names.TOTAL) == cost(one).total
    split(table)
    split_up = parts(one, *shelf.source_of(one), shelf)
    built = [command_points(part, each) for part in split_up for each in in_order(part)]
    assert [
        table.count(name, names.TOTAL) for name in command_ids(table.position, "south")
    ] == built


def test_gt_9_1_an_army_with_cheaper_stands_is_beaten_at_half_of_its_bill():
    """Of 130 points 63½ are not half, 65½ are; of 116 both would be."""
    position = begun(KURDS)
    swords = [one.id for one in stands(position, "south") if "SF" in one.traits][:17]
    others = [one.id for one in stands(position, "south") if one.type == "HRD"][:2]
    position = without(position, [*swords, *others[:1]])
    assert losses(position)["south"] == 123
    near = without(position, [one.id for one in stands(position, "south") if one.type == "BLV"][:1])
    assert losses(near)["south"] == 127
    assert victory(lambda *_: None, BOOK, near) is None
    beaten = victory(lambda *_: None, BOOK, without(near, others))
    assert beaten is not None
    assert beaten[1:] == ("GT-9.1", "gt.9-1.defeated")


def without(position, lost):
    for name in lost:
        position = with_piece(position, replace(position.pieces[name], place="lost", pose=None))
    return position


def test_gt_8_1_the_third_of_a_command_counts_a_cart_as_it_cost():
    """The total was fixed with the cart's point, whatever the stand counts when it falls."""
    table = at_the_split(MILAN)
    split(table)
    second = command_ids(table.position, "south")[1]
    carts = [one for one in stands(table.position, "south") if "PL" in one.traits]
    there = [one for one in carts if one.command == second]
    assert there
    assert all(table.count(one.id, core.PRICE) == 8 for one in carts)
    assert all(table.count(one.id, core.WORTH) == 6 for one in carts)
    until(table, names.TROOPS)
    assert table.count(second, names.TOTAL) == sum(
        price(table.position, one)
        for one in stands(table.position, "south")
        if one.command == second
    )


@pytest.mark.parametrize("code", ["CC", "SF", "SS", "PL"])
def test_gt_2_1_three_of_a_kind_count_what_each_paid_for_its_stands(code):
    """Cards bought for each stand are there three times, cards of the army once."""
    cards = [{"battleCardCode": code, "max": 8}]
    options = [option(1, 8, "KNT", battleCardEntries=cards), option(0, 9, "HFT")]
    shelf = shelf_of(tiny(troopOptions=options, battleCardEntries=[{"battleCardCode": "PD"}]))
    one = roster(
        stands={"main/t1": {"KNT": 6}, "main/t2": {"HFT": 5}},
        troopCards=[{"code": code, "option": "main/t1", "stands": 6}],
        armyCards=[{"code": "PD", "count": 3}],
    )
    small = muster(one, shelf)
    bill = paid(one, shelf.source_of(one), shelf).total
    assert sum(stand.cost for stand in small.stands) == bill - 3
    position = begun(one, shelf)
    assert position.count("south", names.TOTAL) == 3 * (bill - 3) + 3


def test_bc_1_6_a_general_who_alone_may_get_off_counts_his_dearer_foot():
    """What his stand cost is what it counts, and what its command counts of it. [BC-1.2]"""
    note = "General only; as Elite Foot"
    options = [
        option(1, 8, "BAD", battleCardEntries=[{"battleCardCode": "DD", "note": note}]),
        option(0, 9, "HFT"),
    ]
    shelf = shelf_of(tiny(troopOptions=options, troopEntriesForGeneral=[
        {"troopEntries": [{"troopTypeCode": "BAD"}]}
    ]))  # fmt: skip
    one = roster(
        stands={"main/t1": {"BAD": 3}, "main/t2": {"HFT": 9}},
        armyCards=[{"code": "DD", "count": 1}],
        general={"option": "main/t1", "troopTypeCode": "BAD"},
    )
    stands_there = muster(one, shelf).stands
    led = [stand.half_points for stand in stands_there if stand.code == "BAD"]
    assert led == [8, 6, 6]
    bill = paid(one, shelf.source_of(one), shelf)
    assert sum(stand.cost for stand in stands_there) == bill.total - 2


def test_bc_9_5_in_the_small_game_too_a_story_counts_a_cart_as_it_cost():
    """What it counts when lost is another thing. [BC-0.9]"""
    cards = [{"battleCardCode": "PL", "max": 8}]
    options = [option(1, 8, "KNT"), option(0, 9, "HFT", battleCardEntries=cards)]
    shelf = shelf_of(tiny(troopOptions=options))
    one = roster(
        stands={"main/t1": {"KNT": 6}, "main/t2": {"HFT": 6}},
        troopCards=[{"code": "PL", "option": "main/t2", "stands": 6}],
    )
    assert paid(one, shelf.source_of(one), shelf).total == 96
    system = SYSTEMS["triumph"]
    book = book_of("triumph")
    opening = system.opening(book, system.seated(2), (one, one), Levy(shelf, Random(1)))
    position = Battle(book, opening, SeededCup(1)).state.position
    assert "48 points" in mustered(position, "red", "en")
    assert sum(position.count(piece, core.WORTH) for piece in position.pieces) == 2 * (84 + 16)
