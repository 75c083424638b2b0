"""The collected facts of set-up: dice, terrain, zones, camps, depths."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair
from condotta.rules.library import book as book_of
from condotta.rules.triumph import names
from condotta.rules.triumph.deployment.camps import CampStep, PlaceCamp
from condotta.rules.triumph.ground.battlefield import (
    centre_third,
    deployment_zone,
    home,
    march_strip,
)
from condotta.rules.triumph.ground.terrain_choice import coast_listed, counted
from condotta.rules.triumph.ground.topography import (
    Invasion,
    Manoeuvre,
    TerrainScore,
    flank_march_allowed,
    score_range,
)
from condotta.rules.triumph.tables import troop
from condotta.table import Rectangle, base
from tests.rules.triumph.set_up_table import army, at_step, pose

MU = 10_000
FILE = Path(__file__).parents[2] / "table" / "contact-cases.json"
CASES = json.loads(FILE.read_text("utf-8"))["cases"]
BOOK = book_of("triumph")
SEATS = {"S": "red", "N": "blue"}
POSITION = Position(
    board=Board(48 * MU, 32 * MU), chairs=(Chair("red", "south"), Chair("blue", "north"))
)


def terrain_count(case: dict[str, Any]) -> None:
    query, expect = case["query"], case["expect"]
    found = counted(BOOK, Position(), query["topography"], query["terrain_score"])
    assert found.pieces == expect["pieces"]
    assert found.coast == expect["coast"]
    assert found.compulsory == expect["compulsory_pieces"]
    assert found.free == expect["free_choices"]
    assert expect["coast_counts_as_piece"] is False


def coast(case: dict[str, Any]) -> None:
    assert coast_listed(case["query"]["topography"]) is case["expect"]["value"]


def flank_march(case: dict[str, Any]) -> None:
    query, wanted = case["query"], case["expect"]["value"]
    rating, first = query["manoeuvre_rating"], query["first_roll"]
    assert flank_march_allowed(first, rating) is wanted
    if "reroll_after_tie" in query:
        armies = (army("R HFT*", manoeuvre=rating), army("B HFT*"))
        again = query["reroll_after_tie"]
        dice = (first, first + rating, again, 1 if again + rating > 1 else 6)
        table = at_step(Manoeuvre(topography="dry"), armies, first="", dice=dice)
        assert bool(table.count("red", names.MAY_MARCH)) is wanted


def armies_of(query: dict[str, Any], rating: str) -> tuple[Any, Any]:
    return (
        army("R HFT*", **{rating: query["A"]["rating"]}),
        army("B HFT*", **{rating: query["B"]["rating"]}),
    )


def tactical_advantage(case: dict[str, Any]) -> None:
    query, expect = case["query"], case["expect"]
    dice = (query["A"]["roll"], query["B"]["roll"])
    armies = armies_of(query, "manoeuvre")
    table = at_step(Manoeuvre(topography="dry"), armies, first="", dice=dice)
    frame = table.battle.state.agenda[-1]
    assert isinstance(frame, TerrainScore)
    assert frame.seat == {"A": "red", "B": "blue"}[expect["advantage"]]
    assert frame.advantage == expect["score"]


def invasion(case: dict[str, Any]) -> None:
    query, expect = case["query"], case["expect"]
    dice = (query["A"]["roll"], query["B"]["roll"])
    table = at_step(Invasion(), armies_of(query, "invasion"), first="", dice=dice)
    at_home = [one for one in table.rulings("TC-7.1") if one.key == "tc.7-1.home"]
    if expect["reroll"]:
        assert at_home == []
        assert table.asks()[0].dice == 2
    else:
        seat = {"A": "red", "B": "blue"}[expect["home_topography_of"]]
        assert at_home[0].params == {"seat": seat}


def terrain_score(case: dict[str, Any]) -> None:
    query, expect = case["query"], case["expect"]
    found = score_range(tuple(query["rolls"]), query["advantage_score"])
    assert found == (expect["low"], expect["high"])


def placed(case: dict[str, Any]) -> tuple[str, Any]:
    (stand,) = case["stands"]
    shape = Rectangle(round(stand["width"] * MU), round(stand["depth"] * MU))
    return SEATS[stand["seat"]], base(pose(*stand["pose"]), shape)


def in_zone(case: dict[str, Any]) -> None:
    seat, of = placed(case)
    own, zone = home(BOOK, POSITION, seat), deployment_zone(BOOK, POSITION, seat)
    assert own.holds(of, zone) is case["expect"]["value"]


def in_third(case: dict[str, Any]) -> None:
    seat, of = placed(case)
    own, third = home(BOOK, POSITION, seat), centre_third(BOOK, POSITION, seat)
    assert own.between(of, third) is case["expect"]["value"]


def in_strip(case: dict[str, Any]) -> None:
    seat, of = placed(case)
    own = home(BOOK, POSITION, seat)
    strips = (march_strip(BOOK, POSITION, seat, edge) for edge in ("left", "right"))
    assert any(own.holds(of, strip) for strip in strips) is case["expect"]["value"]


def camp_to_base_edge(case: dict[str, Any]) -> None:
    table = at_step(CampStep(seat="red"))
    assert table.judge("red", PlaceCamp(pose(*case["expect"]["pose"]))).ok


def depth(case: dict[str, Any]) -> None:
    code = case["query"]["type"].upper()
    assert troop(code).depth == round(case["expect"]["mu"] * MU)


CHECKS: dict[str, Callable[[dict[str, Any]], None]] = {
    "terrain_count": terrain_count,
    "coast_listed": coast,
    "flank_march_allowed": flank_march,
    "tactical_advantage": tactical_advantage,
    "invasion": invasion,
    "terrain_score_range": terrain_score,
    "in_deployment_zone": in_zone,
    "in_centre_third": in_third,
    "in_flank_march_strip": in_strip,
    "camp_to_base_edge": camp_to_base_edge,
    "depth": depth,
}


def ours(case: dict[str, Any]) -> bool:
    """The large game brings its own table of pieces; its cases come with it."""
    return case["query"]["op"] in CHECKS and case["query"].get("game") != "grand"


@pytest.mark.parametrize("case", [one for one in CASES if ours(one)], ids=lambda one: one["id"])
def test_a_fact_of_set_up(case: dict[str, Any]) -> None:
    CHECKS[case["query"]["op"]](case)


def test_every_kind_of_fact_is_there() -> None:
    assert {one["query"]["op"] for one in CASES if ours(one)} == set(CHECKS)
    assert sum(ours(one) for one in CASES) == 36
