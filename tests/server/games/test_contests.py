"""How a battle of rounds and points stands, as the table tells a page."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from condotta.kernel.events import Counted
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.rules.library import book
from condotta.rules.skirmish import names as core
from condotta.rules.systems import SYSTEMS
from condotta.server.games.contests import contest, grounds
from condotta.server.games.games import game
from condotta.server.protocol import Aids
from tests.rules.skirmish.skirmish_setting import setting
from tests.server.live import live
from tests.server.worlds import worlds

SEATS = ("red", "blue", "amber")


@pytest.fixture(scope="module")
def carnage():
    """A battle before its first die, with its book."""
    rules = book("carnage+ranked")
    kind = game("carnage+ranked")
    from condotta.rules.ranked.rosters.shelf import chosen

    begun = kind.opening(rules, kind.places(3), chosen("", 3, 1), None)
    position = Position()
    for event in begun:
        position = evolve_position(position, event)
    return rules, position


@pytest.fixture(scope="module")
def skirmish():
    """Five of the line against ten of the militia."""
    return setting("R1 line_infantry 5 20 20; B1 militia 10 20 34 180")


def counted(position, **numbers):
    for name, value in numbers.items():
        holder, _, counter = name.partition("_")
        event = Counted(holder, counter.replace("_", " "), value)
        position = evolve_position(position, event)
    return position


def test_rounds_points_and_ranks_are_told(carnage):
    """[CM-17, CM-80, CM-88]"""
    rules, position = carnage
    there = counted(
        position,
        table_battle_round=2,
        red_had_a_turn=2,
        blue_had_a_turn=1,
        blue_points_for_the_objective=1,
        blue_rank=1,
    )
    told = contest(rules, there)
    assert (told.round, told.rounds, told.played, told.out) == (2, 5, ("red",), ())
    columns = {one.key: one for one in told.columns}
    assert columns["score.column.victory-points"].values == {"red": 0, "blue": 1, "amber": 0}
    assert columns["contest.rank"].role == "rank"
    assert "contest.command" not in columns  # nobody has any [CR-2]


RANKED = {"red_rank": 1, "blue_rank": 2, "amber_rank": 3}


@pytest.mark.parametrize(
    ("counters", "seats", "says", "naming"),
    [
        # round 1: from the lowest rank upwards, whoever of them has named nobody yet [CM-84, CM-85]
        ({"table_battle_round": 1, **RANKED}, SEATS, "named", ("amber", "blue", "red")),
        (
            {"table_battle_round": 1, **RANKED, "amber_chose_a_turn": 1, "blue_had_a_turn": 1},
            ("red", "amber"),
            "named",
            ("blue", "red"),
        ),
        # from round 2 on dice say so, and who had a turn takes no part [CM-16, CM-17, CM-22]
        ({"table_battle_round": 2, **RANKED}, SEATS, "rolled", ()),
        (
            {"table_battle_round": 2, **RANKED, "red_had_a_turn": 2},
            ("blue", "amber"),
            "rolled",
            (),
        ),
        # one is left, and needs no roll [CM-19]; nobody is [CM-18]
        (
            {"table_battle_round": 2, **RANKED, "red_had_a_turn": 2, "amber_had_a_turn": 2},
            ("blue",),
            "last",
            (),
        ),
        ({"table_battle_round": 3, **{f"{one}_had_a_turn": 3 for one in SEATS}}, (), "over", ()),
    ],
)
def test_who_may_have_the_next_turn_and_who_says_so(carnage, counters, seats, says, naming):
    """[CM-16 to CM-19, CM-84]"""
    rules, position = carnage
    assert contest(rules, position).following is None  # no round has begun
    told = contest(rules, counted(position, **counters)).following
    assert (told.seats, told.says, told.naming) == (seats, f"contest.then.{says}", naming)


def test_an_order_that_was_chosen_is_told_with_who_has_finished(carnage):
    """[CM-45, CM-49]"""
    rules, position = carnage
    assert contest(rules, position).orders == ()
    chosen = {"red_order_fights": 3, "blue_order_fights": 1, "amber_order_fights": 2}
    (told,) = contest(rules, counted(position, **chosen, blue_done=1)).orders
    assert (told.key, told.clause) == ("contest.order.fights", "CM-45")
    assert (told.seats, told.done) == (("blue", "amber", "red"), ("blue",))


def test_of_two_the_other_has_the_next_turn(skirmish):
    """[SK-27]"""
    told = contest(skirmish.book, skirmish.position).following
    assert (told.seats, told.clause) == (("blue",), "SK-27")


def test_the_marker_lies_in_the_middle_and_nobody_is_near_it(carnage):
    """[CM-65, CM-89, CM-91]"""
    rules, position = carnage
    (marker,) = contest(rules, position).markers
    assert marker.at == (position.board.width // 2, position.board.depth // 2)
    assert marker.reach == 30_000
    assert marker.values == dict.fromkeys(SEATS, 0)
    assert marker.holder == ""


def test_quarters_are_drawn_once_they_are_taken_and_the_own_one_is_set_out_in(carnage):
    """[CM-69, CM-74, CR-3]"""
    rules, position = carnage
    assert not list(grounds(rules, position, Aids(id="1")))
    there = counted(position, red_quarter=1, blue_quarter=3)
    drawn = list(grounds(rules, there, Aids(id="1")))
    assert [(one.name, one.seat) for one in drawn] == [("quarter", "red"), ("quarter", "blue")]
    asked = Aids(id="1", seat="red", window="deployment")
    deploy = [one for one in grounds(rules, there, asked) if one.name == "deploy"]
    assert len(deploy) == 2
    middle = position.board.width // 2 - 90_001
    assert max(x for x, _ in deploy[0].points) == middle


def test_objectives_of_a_skirmish_are_counted_each(skirmish):
    """[SK-27, SK-121, SK-129]"""
    told = contest(skirmish.book, skirmish.position)
    assert told.rounds == 5
    assert [one.role for one in told.columns] == ["score"]
    markers = [one for one in told.markers if one.holder]
    assert [one.clause for one in told.markers] == ["SK-121"] * len(told.markers)
    assert not markers


def test_a_battle_without_points_tells_of_none():
    """[TC-10.1]"""
    assert contest(book("treachery"), Position()) is None  # coffers are shown [TT-10.2]
    assert game("triumph").contest(book("triumph"), Position()) is None


def test_every_game_lets_a_seat_give_up_unasked():
    """[TC-10.6, FB-14.9, SK-165, TT-13.13, CM-109]"""
    assert [name for name in SYSTEMS if "Concede" not in game(name).shown().anytime] == []


@live
async def test_a_moment_that_is_looked_back_at_is_told_as_it_was():
    """The points of then, and those of now without a moment. [SK-121]"""
    table = setting("R1 medic 1 20 20; B1 medic 1 60 40", counters={"red": {core.VP: 2}})
    then = len(table.battle.stream("red"))
    table.battle.announce(Counted("red", core.VP, 6))
    async with worlds(table.battle) as (world,):
        world.header = world.room.header = replace(world.header, system="skirmish")
        await world.sit("red")
        (page,) = world.watchers.values()
        for at, points in ((then, 2), (None, 6), (then + 1, 6), (-5, 0)):
            reply = await page.ask({"kind": "aids", "id": f"at {at}", "seat": "red", "at": at})
            columns = (reply["contest"] or {"columns": ()})["columns"]
            told = {one["key"]: one["values"].get("red") for one in columns}
            assert (told.get("score.column.victory-points") or 0) == points
