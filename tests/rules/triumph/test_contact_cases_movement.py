"""The collected facts of command, zones and distances, judged by the rules that play them."""

import json
from pathlib import Path
from typing import Any

import pytest

from condotta import table as tb
from condotta.kernel.asks import Ask
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece
from condotta.rules.library import book
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.command import in_command
from condotta.rules.triumph.movement.legal_moves import judge_move
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import Field, field
from condotta.rules.triumph.stands.zones import in_zone, zones_of
from condotta.rules.triumph.tables import TABLES, troop
from condotta.words import mu

MU = 10_000
TABLE = Path(__file__).parents[2] / "table" / "contact-cases.json"
CASES = json.loads(TABLE.read_text("utf-8"))["cases"]
HILLS = tb.Area("ridge", "woods", tb.Box(290_000, 160_000, 10_000, 120_000, 1_000_000, 0))


def cases(op: str) -> list[Any]:
    found = [case for case in CASES if case["query"]["op"] == op]
    assert found
    return [pytest.param(case, id=case["id"]) for case in found]


def pose_of(pose: list[float]) -> tb.Pose:
    return tb.pose_at(round(pose[0] * MU), round(pose[1] * MU), pose[2])


def piece_of(one: dict[str, Any]) -> Piece:
    kinds = {"camp": "CAMP", "elephant_screen_marker": "KNT", "prepared_defenses": "KNT"}
    marker = ("marker",) if one["type"] in kinds and one["type"] != "camp" else ()
    general = (names.GENERAL,) if one.get("general") else ()
    return Piece(
        one["id"],
        kinds.get(one["type"], one["type"]),
        one["seat"],
        one["seat"],
        command=one["seat"],
        shape=tb.Rectangle(round(one["width"] * MU), round(one["depth"] * MU)),
        place="table",
        pose=pose_of(one["pose"]),
        traits=(*general, *marker),
    )


def position_of(stands: list[dict[str, Any]], areas: tuple[tb.Area, ...] = ()) -> Position:
    return Position(
        board=Board(TABLES.board.width, TABLES.board.depth),
        chairs=(Chair("S", "south"), Chair("N", "north")),
        areas=areas,
        pieces={one["id"]: piece_of(one) for one in stands},
        counters={"S": {names.CP: 6}, "N": {names.CP: 6}},
        active=("S",),
    )


def field_of(case: dict[str, Any], areas: tuple[tb.Area, ...] = ()) -> Field:
    return field(book("triumph", {}), position_of(case["stands"], areas))


@pytest.mark.parametrize("case", cases("zoc_depths"))
def test_tc_5_20_tc_5_21_a_zone_is_as_deep_as_nothing_cuts_it(case):
    here = field_of(case)
    name = case["query"]["of"]
    stand = here.find(name)
    zones = zones_of(here, stand) if stand else ()
    found = {zone.edge: 2 * zone.area.hd / MU for zone in zones}
    for edge, depth in case["expect"].items():
        assert found.get(edge, 0) == pytest.approx(depth, abs=case["tol"]), edge


@pytest.mark.parametrize("case", cases("in_zoc"))
def test_tc_5_22_a_stand_is_in_a_zone_if_any_part_is(case):
    here = field_of(case)
    asked = here.stand(case["query"]["stand"])
    zones = zones_of(here, here.stand(case["query"]["of"]))
    assert any(in_zone(asked.base, zone) for zone in zones) is case["expect"]["value"]


@pytest.mark.parametrize("case", cases("in_command"))
def test_tc_4_8_command_distance_is_16_with_sight_and_8_without(case):
    query = case["query"]
    here = field_of(case, () if query["line_of_sight"] else (HILLS,))
    found = in_command(here, here.stand(query["stand"]), here.stand(query["general"]))
    assert found is case["expect"]["value"]


@pytest.mark.parametrize("measure", ["front", "all"])
@pytest.mark.parametrize("case", cases("move_distance"))
def test_tc_5_5_a_move_is_as_long_as_its_farthest_corner_goes(case, measure):
    stand = {**case["stands"][0], "pose": case["query"]["from"], "id": "A", "seat": "S"}
    rules = book("triumph", {"moveMeasure": measure})
    move = Move(("A",), (tb.Shift(pose_of(case["query"]["to"])),))
    ask = Ask("S", "movement", "TC-4.4", says=("Move",))
    found = judge_move(rules, position_of([stand]), "S", ask, move)
    assert found.distance / MU == pytest.approx(case["expect"][measure], abs=case["tol"])
    too_far = any(one.clause in ("TC-1.6", "TC-5.4") for one in found.refusals)
    assert too_far is (found.distance > troop(stand["type"]).move)


@pytest.mark.parametrize("case", cases("convert"))
def test_tc_0_1_a_base_width_is_two_movement_units(case):
    assert case["query"]["unit"] == "base width"
    assert case["query"]["value"] * TABLES.board.base_width / MU == case["expect"]["mu"]


@pytest.mark.parametrize("case", cases("display_mu"))
def test_a_length_is_shown_with_one_decimal(case):
    assert mu(round(case["query"]["mu"] * MU)) == case["expect"]["text"]
