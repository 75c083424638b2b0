"""Deployment, the first turn, turns and phases, the end of a battle."""

import pytest

from condotta.bots.runner import conduct, seated
from condotta.kernel.battle import Battle
from condotta.kernel.chance import ScriptedCup, SeededCup
from condotta.kernel.events import Entered
from condotta.lab.inspecting_rounds import RankInspector
from condotta.rules.library import book
from condotta.rules.ranked import names
from condotta.rules.ranked.movement.deployment_zones import deploy_zone
from condotta.rules.ranked.muster import opening
from condotta.rules.ranked.reading.regiment import game_turn
from condotta.rules.ranked.rosters.shelf import hosts
from condotta.rules.ranked.rosters.shelf import seated as army_of
from condotta.rules.ranked.rosters.units import Army, Entry, armour_save, kinds, price
from condotta.rules.ranked.setting_out.deployment import Deploy
from condotta.rules.systems import SYSTEMS
from condotta.table import pose_at
from tests.rules.ranked.ranked_setting import INCH, Table, setting

SEATS = (("red", "R"), ("blue", "B"), ("amber", "A"), ("green", "G"), ("rose", "E"))
LINE = Entry(kinds()["line-infantry"], 20, 5)
CAPTAIN = Entry(kinds()["captain"])
WINDS = (3, 4)
LAST = {"battleTurns": 1}


def begun(*armies, dice=(), seats=2):
    """A battle without terrain, before the first unit is set out."""
    rules = book("ranked", {"terrainPieces": 0})
    fielded = tuple(
        Army(seat, seat, seat, letter, entries)
        for (seat, letter), entries in zip(SEATS[:seats], armies, strict=True)
    )
    return Table(Battle(rules, opening(rules, fielded), ScriptedCup(dice) if dice else None))


def test_units_are_set_out_one_at_a_time_in_turn():
    """[FB-14.1]"""
    table = begun((LINE, LINE), (LINE, LINE))
    assert [ask.seat for ask in table.asks()] == ["red"]
    table.say("red", Deploy("R1", pose_at(200_000, 110_000, 0)))
    assert [ask.seat for ask in table.asks()] == ["blue"]
    assert table.at("R1") == (20, 11, 0)
    table.say("blue", Deploy("B2", pose_at(200_000, 370_000, 180), files=10))
    assert table.count("B2", names.FILES) == 10
    assert [ask.seat for ask in table.asks()] == ["red"]


def test_all_characters_are_one_drop():
    """[FB-14.1]"""
    table = begun((CAPTAIN, CAPTAIN, LINE), (LINE, LINE))
    table.say("red", Deploy("R1", pose_at(200_000, 110_000, 0)))
    assert [ask.seat for ask in table.asks()] == ["red"]
    assert table.why_not("red", Deploy("R3", pose_at(300_000, 110_000, 0))) == {"FB-14.1"}
    table.say("red", Deploy("R2", pose_at(250_000, 110_000, 0)))
    assert [ask.seat for ask in table.asks()] == ["blue"]


@pytest.mark.parametrize(("y", "clauses"), [(12, set()), (12.5, {"FB-14.1"}), (3, {"FB-14.1"})])
def test_units_stand_more_than_12_inches_from_the_centre_line(y, clauses):
    """[FB-14.1]"""
    table = begun((LINE,), (LINE,))
    assert table.why_not("red", Deploy("R1", pose_at(200_000, round(y * INCH), 0))) == clauses


def test_units_are_set_out_an_inch_apart():
    """[FB-4.1]"""
    table = begun((LINE, LINE), (LINE,))
    table.say("red", Deploy("R1", pose_at(200_000, 110_000, 0)))
    table.say("blue", Deploy("B1", pose_at(200_000, 370_000, 180)))
    assert table.why_not("red", Deploy("R2", pose_at(248_000, 110_000, 0))) == {"FB-4.1"}
    assert not table.why_not("red", Deploy("R2", pose_at(250_000, 110_000, 0)))


def test_a_character_is_set_out_in_a_regiment():
    """[FB-11.1, FB-14.1]"""
    table = begun((LINE, CAPTAIN), (LINE, LINE))
    table.say("red", Deploy("R1", pose_at(200_000, 110_000, 0)))
    table.say("blue", Deploy("B1", pose_at(200_000, 370_000, 180)))
    table.say("red", Deploy("R2", into="R1"))
    assert table.regiment("R1").total == 21
    assert table.piece("R2").pose is None


def test_who_finishes_first_adds_one_to_the_roll_for_the_first_turn():
    """Red has 3 + 1, blue 4: they tie and roll again. [FB-14.1, FB-1.5]"""
    table = begun((LINE,), (LINE,))
    table.say("red", Deploy("R1", pose_at(200_000, 110_000, 0)))
    table.say("blue", Deploy("B1", pose_at(200_000, 370_000, 180)))
    assert table.count("red", names.FIRST_DONE) == 1
    table.roll(3, 4)
    table.roll(2, 4)
    assert table.position.active == ("blue",)
    assert table.position.turn == 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_zones_of_any_number_of_seats_are_apart_and_on_the_table(seats):
    """[FB-14.6, FB-14.1]"""
    table = begun(*[(LINE,)] * seats, seats=seats)
    position = table.position
    boxes = []
    for seat in position.seats():
        (zone,) = deploy_zone(None, position, seat)
        xs, ys = [x for x, _ in zone], [y for _, y in zone]
        assert min(xs) >= 0
        assert max(xs) <= position.board.width
        assert max(ys) <= 12 * INCH or min(ys) >= 36 * INCH
        boxes.append((min(xs), max(xs), min(ys)))
    for number, (low, high, row) in enumerate(boxes):
        for left, right, other in boxes[number + 1 :]:
            assert row != other or high + 6 * INCH <= left or right + 6 * INCH <= low


def test_a_turn_has_its_phases_in_order():
    """[FB-3.1, FB-3.2]"""
    table = setting("R1 line-infantry 20x5 20 20 0; B1 line-infantry 20x5 60 44 180", dice=WINDS)
    table.choose("red", "end")
    entered = [one.phase for one in table.battle.log if isinstance(one, Entered)]
    assert entered[:6] == ["movement", "magic", "shooting", "close combat", "end", "turn"]
    assert table.position.active == ("blue",)


def test_a_game_turn_is_a_round_of_all_seats():
    """[FB-14.5]"""
    seats = {"red": "red", "blue": "blue", "green": "green"}
    pieces = "R1 archers 5x5 10 10 0; B1 archers 5x5 60 44 180; G1 archers 5x5 60 10 0"
    table = setting(pieces, seats=seats, dice=WINDS * 3)
    turns = []
    while game_turn(table.position) == 1:
        turns += table.position.active
        (ask,) = table.asks()
        table.choose(ask.seat, "end")
    assert list(dict.fromkeys(turns)) == ["red", "blue", "green"]
    assert table.position.active == ("red",)


def test_the_last_turn_ends_the_battle_for_the_side_with_most_points():
    """[FB-14.4, FB-14.5]"""
    pieces = "R1 archers 5x5 10 10 0; B1 archers 5x5 60 44 180"
    counters = {"blue": {names.VP: 50}, "red": {names.VP: 40}}
    table = setting(pieces, active="blue", settings=LAST, counters=counters, dice=WINDS)
    table.choose("blue", "end")
    assert table.position.ended.winners == ("blue",)
    assert table.position.ended.clause == "FB-14.5"


def test_equal_points_are_a_draw():
    """[FB-14.8, FB-14.4]"""
    pieces = "R1 archers 5x5 10 10 0; B1 archers 5x5 60 44 180"
    table = setting(pieces, active="blue", settings=LAST, dice=WINDS)
    table.choose("blue", "end")
    assert table.position.ended.winners == ()


def test_the_last_side_on_the_table_wins_at_once():
    """[FB-14.4]"""
    table = setting("R1 archers 5x5 10 10 0; B1 archers 5x5 lost", dice=WINDS)
    table.choose("red", "end")
    assert table.position.ended.winners == ("red",)
    assert table.position.ended.clause == "FB-14.4"


@pytest.mark.parametrize(
    ("unit", "save"),
    [("line-infantry", 5), ("heavy-infantry", 5), ("levy-spears", 6), ("lancers", 2),
     ("light-riders", 6), ("great-beast", 4), ("archers", 7)],
)  # fmt: skip
def test_saves_follow_from_the_equipment(unit, save):
    """[FB-6.9, FB-15]"""
    kind = kinds()[unit]
    assert armour_save(kind, kind.traits) == save


def test_prices_are_of_models_command_and_battle_standard():
    """[FB-15, FB-14.2]"""
    assert price(Entry(kinds()["line-infantry"], 20, 5, standard=True, musician=True)) == 140
    assert price(Entry(kinds()["captain"], battle_standard=True)) == 85


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_battles_of_any_number_of_seats_come_to_their_end(seats):
    """Nobody overlaps, models are never made, all pieces are somewhere. [FB-14.5]"""
    rules = book("ranked")
    shelf = list(hosts().values())
    known = SYSTEMS["ranked"]
    armies = tuple(
        army_of(shelf[one.army % len(shelf)], one.seat, one.side, one.letter)
        for one in known.seated(seats)
    )
    battle = Battle(rules, opening(rules, armies), SeededCup(seats))
    bots = seated({army.seat: "random" for army in armies}, rules, seats)
    result = conduct(battle, bots, watch=RankInspector(battle).watch, limit=4000)
    assert result.ended is not None
    assert result.ended.clause in {"FB-14.4", "FB-14.5"}
