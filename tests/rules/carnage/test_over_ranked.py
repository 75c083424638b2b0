"""Carnage over ranked armies: the clauses of the adaptation."""

from typing import Any

import pytest

from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.rules.carnage import names
from condotta.rules.carnage.objective import counts
from condotta.rules.carnage.over_ranked.host import CARNAGE_OVER_RANKED, in_game, zone
from condotta.rules.carnage.ranking import Weighing
from condotta.rules.carnage.turns import RoundOver
from condotta.rules.library import book
from condotta.rules.ranked import names as core
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.systems import SYSTEMS
from tests.rules.ranked.ranked_setting import Table, setting

SEATS = {seat: seat for seat in ("red", "blue", "amber")}


def many(pieces: str, **given: Any) -> Table:
    return setting(pieces, seats=SEATS, layers=(CARNAGE_OVER_RANKED,), **given)


FAR = "B1 line-infantry 10x5 60 8 0; A1 line-infantry 10x5 60 40 180"


def test_all_other_armies_are_enemies():
    """[CR-1]"""
    table = many("R1 line-infantry 10x5 12 8 0; " + FAR)
    here = field(table.battle.book, table.position)
    assert {one.id for one in here.enemies("red")} == {"B1", "A1"}


MIDDLE = (
    "R1 line-infantry 20x5 36 22 0; R2 line-infantry 10x5 12 8 0;"
    "B1 line-infantry 10x5 36 26 180 fleeing; A1 line-infantry 10x5 36 28 0"
)


@pytest.mark.parametrize(
    ("counted", "measured", "red", "amber"),
    [
        ("models", "base", 8, 5),
        ("models", "centre", 5, 3),
        ("whole", "base", 20, 10),
        ("whole", "centre", 0, 0),
    ],
)
def test_models_of_steady_regiments_near_the_middle_count(counted, measured, red, amber):
    """[CR-5, CM-131] Or whole regiments; one that flees counts nothing, nor one far off."""
    chosen = {"regimentsCount": counted, "objectiveMeasuredTo": measured}
    table = many(MIDDLE, settings=chosen)
    found = counts(table.battle.book, table.position)
    assert found == {"red": red, "blue": 0, "amber": amber}


def test_the_power_level_is_the_points_of_what_was_set_up():
    """[CR-4] What is lost counts nothing, reserves do."""
    table = many(
        "R1 line-infantry 10x5 12 8 0; R2 line-infantry 10x5 lost; R3 line-infantry 10x5 reserve;"
        + FAR,
        then=(Weighing(),),
    )
    points = {name: table.count(name, core.POINTS) for name in ("R1", "R2", "R3")}
    assert table.count("red", names.POWER) == points["R1"] + points["R3"]


def test_a_round_scores_for_the_objective_alone():
    """[CR-6] Regiments destroyed are no points of the mission."""
    table = many(
        "R1 line-infantry 10x5 36 22 0; " + FAR,
        counters={"blue": {core.VP: 500}, names.TABLE: {names.ROUND: 5}},
        then=(RoundOver(),),
    )
    assert table.count("red", names.VP) == 1
    assert table.count("blue", names.VP) == 0
    assert table.position.ended is not None
    assert table.position.ended.winners == ("red",)  # [CR-7]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_turn_is_a_round_in_which_everybody_has_a_turn(seed: int):
    """[CR-2, CR-3, CR-7] A whole battle: units start in their quarter, clear of the middle."""
    from condotta.bots import runner

    system, rules = SYSTEMS["carnage+ranked"], book("carnage+ranked")
    seats = system.seated(3)
    assert system.armies_of_its_own is not None
    opening = system.opening(rules, seats, system.armies_of_its_own("", 3, seed))
    battle = Battle(rules, opening, SeededCup(seed))
    bots = runner.seated({one.seat: "random" for one in seats}, rules, seed)
    while battle.state.position.phase not in core.PHASES:
        runner.answer_next(battle, bots)
    position = battle.state.position
    for one in field(rules, position).regiments:
        if {"scouts", "vanguard"} & set(one.piece.traits):
            continue
        places = zone(lambda *_: (), position, one.seat)
        assert any(
            all(
                polygon[0][0] <= x <= polygon[2][0] and polygon[0][1] <= y <= polygon[2][1]
                for x, y in one.base.corners
            )
            for polygon in places
        ), one.id
    runner.conduct(battle, bots)
    ended = battle.state.position.ended
    assert ended is not None
    assert ended.clause in {"CM-94", "CM-98", "CM-99"}


def test_out_of_the_game_without_regiment_or_character():
    """[CR-8] Reserves keep one in the game."""
    table = many(
        "R1 line-infantry 10x5 lost; B1 line-infantry 10x5 reserve; A1 line-infantry 10x5 60 40 180"
    )
    assert [in_game(table.position, seat) for seat in SEATS] == [False, True, True]
