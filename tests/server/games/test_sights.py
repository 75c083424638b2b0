"""Whether one piece sees another, as a page is told it: as the rules that shots are judged by.

[TC-6.12, FB-1.10, FB-1.13, SK-77, SK-78]
"""

from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

import condotta
from condotta.bots.runner import answer_next
from condotta.bots.seat import make
from condotta.rules.ranked.reading.regiment import field as ranked_field
from condotta.rules.ranked.reading.sight import sees as regiment_sees
from condotta.rules.skirmish.reading.field import field as skirmish_field
from condotta.rules.skirmish.shooting.targeting import visible
from condotta.rules.triumph.shooting.gunnery import in_reach
from condotta.rules.triumph.shooting.gunnery import sees as stand_sees
from condotta.rules.triumph.stands.field import field as triumph_field
from condotta.server.games.games import game, measured
from condotta.server.parts import SightShown
from condotta.server.reasons import Refused
from condotta.table import base, gap
from tests.rules.ranked.ranked_setting import setting as ranked
from tests.rules.skirmish.skirmish_setting import setting as skirmish
from tests.rules.triumph.table_setting import setting as triumph
from tests.server.live import live
from tests.server.worlds import worlds


def look(system, table, one="R1", other="B1") -> SightShown:
    """What a page is told of a look."""
    return game(system).sight(table.book, table.battle.view("red").position, one, other)


def keys(told: SightShown) -> list[str]:
    """What is drawn of it, in order."""
    return [sketch.key for sketch in told.sketches]


# ── what is in the way, by name ──────────────────────────────────────────────
@pytest.mark.parametrize(
    ("between", "hides"), [("R2 HFT 24 17 0", True), ("R2 HFT 34 17 0", False)]
)
def test_tc_6_12_a_stand_between_is_named_and_drawn(between, hides):
    told = look("triumph", triumph(f"R1 ART 24 14 0; B1 HFT 24 20 180; {between}"))
    assert (told.sees, told.clause) == (not hides, "TC-6.12")
    assert told.pieces == (("R2",) if hides else ())
    assert keys(told) == ["line of sight", "in the way"][: 1 + hides]


def test_tc_6_12_whoever_is_out_of_range_may_still_be_seen():
    """A look is longer than a shot: range is another clause. [TC-6.9]"""
    table = triumph("R1 ART 24 2 0; B1 HFT 24 30 180")
    assert look("triumph", table).sees
    assert not stand_sees(table.field, table.field.stand("R1"), table.field.stand("B1"))


def test_fb_1_10_a_regiment_and_a_forest_are_named():
    pieces = "R1 line-infantry 20x5 20 10 0; B1 levy-spears 25x5 20 31 180"
    assert look("ranked", ranked(pieces)).sees
    hidden = look("ranked", ranked(f"{pieces}; R2 line-infantry 40x20 20 20 0"))
    assert (hidden.sees, hidden.pieces, hidden.clause) == (False, ("R2",), "FB-1.10")
    forest = look("ranked", ranked(pieces, areas="forest box 20 20 40 6"))
    assert (forest.sees, forest.pieces, len(forest.grounds)) == (False, (), 1)
    hill = look("ranked", ranked(pieces, areas="hill box 20 20 40 6"))
    assert (hill.sees, len(hill.grounds)) == (False, 1)


def test_sk_77_models_look_for_themselves():
    """Of two only one looks past the wall. [SK-78]"""
    pieces = "R1 line_infantry 2 20 10; B1 medic 1 20 30"
    free = look("skirmish", skirmish(pieces), "R1.1", "B1.1")
    assert (free.sees, free.seeing, free.of, free.clause) == (True, 2, 2, "SK-77")
    hidden = look("skirmish", skirmish(pieces, areas="wall box 20 20 60 1"), "R1.1", "B1")
    assert (hidden.sees, hidden.seeing, len(hidden.grounds)) == (False, 0, 1)
    assert keys(hidden) == ["line of sight", "in the way"]


def test_a_look_at_nothing_is_refused():
    for system, table in (
        ("triumph", triumph("R1 ART 24 14 0")),
        ("ranked", ranked("R1 line-infantry 20x5 20 10 0")),
        ("skirmish", skirmish("R1 medic 1 20 10")),
    ):
        with pytest.raises(Refused):
            look(system, table)


# ── the same as the rules ────────────────────────────────────────────────────
def battle_of(system, decisions, seed):
    """A battle between random bots, some decisions on."""
    play = condotta.begin(system, seats=2, seed=seed)
    bots = {one: make("random", play.book, f"{seed}/{one}") for one in play.seats}
    for _ in range(decisions):
        if not play.over:
            answer_next(play.engine, bots)
    return play


def of_rules(system, book, position):
    """Every pair that may look, and whether the rules say that it sees."""
    if system == "ranked":
        here = ranked_field(book, position)
        for one, other in permutations(here.regiments, 2):
            yield one.id, other.id, regiment_sees(here, one, other)
    elif system == "skirmish":
        units = skirmish_field(position)
        for unit, foe in permutations(units.units.values(), 2):
            yield unit.id, foe.id, any(visible(book, units, one, foe) for one in unit.models)


def test_tc_6_12_within_reach_a_look_says_what_a_shot_sees():
    """Engines in a crowd of foot, anyhow."""
    told = set()
    for seed in range(12):
        draw = Random(seed)
        spots = draw.sample([(x, y) for x in range(14, 32, 3) for y in range(12, 26, 3)], 12)
        kinds = ("ART", "HFT", "HFT") * 4
        crowd = "; ".join(
            f"{'RB'[number % 2]}{number} {kind} {x} {y} {draw.choice((0, 180))}"
            for number, (kind, (x, y)) in enumerate(zip(kinds, spots, strict=True), 1)
        )
        table = triumph(crowd)
        here = triumph_field(table.book, table.position)
        for one, other in permutations(here.stands, 2):
            if one.troop.code == "ART" and in_reach(here, one, other):
                found = game("triumph").sight(table.book, table.position, one.id, other.id)
                assert found.sees >= stand_sees(here, one, other)
                assert bool(found.pieces) is not found.sees
                told.add((found.sees, stand_sees(here, one, other)))
    assert {(True, True), (False, False)} <= told


@pytest.mark.parametrize(("system", "decisions"), [("ranked", 70), ("skirmish", 60)])
def test_a_look_says_what_the_rules_say(system, decisions):
    """[FB-1.10, SK-77] Of every pair on the table."""
    told = set()
    for seed in range(2):
        play = battle_of(system, decisions, seed)
        position = play.engine.state.position
        for one, other, sees in of_rules(system, play.book, position):
            found = game(system).sight(play.book, position, one, other)
            assert found.sees is sees, (seed, one, other)
            assert bool(found.pieces or found.grounds) is not found.sees
            told.add(found.sees)
    assert told == {True, False}


@live
async def test_a_page_asks_for_it_with_the_ruler():
    """Of two pieces only, and only where it asks. [SK-77]"""
    table = skirmish("R1 medic 1 20 10; B1 medic 1 20 30", areas="wall box 20 20 60 1")
    async with worlds(table.battle) as (world,):
        world.header = world.room.header = replace(world.header, system="skirmish")
        await world.sit("red")
        (page,) = world.watchers.values()
        for asked, told in (
            ({"from": "R1.1", "to": "B1.1", "sight": True}, False),
            ({"from": "R1.1", "to": "B1.1"}, None),
            ({"from": "R1.1", "to": [0, 0], "sight": True}, None),
        ):
            reply = await page.ask({"kind": "measure", "id": str(asked), "seat": "red", **asked})
            seen = reply["measure"].get("sight")
            assert (seen and seen["sees"]) is told


def test_a_ruler_says_what_the_rules_measure():
    """[TC-0.6] From base to base however they are turned, the same from either end."""
    random = Random(46)
    for _ in range(200):
        one, other = (
            f"{random.uniform(5, 43):.3f} {random.uniform(5, 27):.3f} {random.randrange(360)}"
            for _ in "ab"
        )
        table = triumph(f"R1 HFT {one}; B1 KNT {other}")
        position = table.battle.state.position
        bases = [base(piece.pose, piece.shape) for piece in position.at("table")]
        told = measured(position, "R1", "B1").distance
        assert told == measured(position, "B1", "R1").distance == round(gap(*bases))
