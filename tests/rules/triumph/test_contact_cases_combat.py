"""The collected facts of outcome moves, factors, arcs and points, each case played by the rules.

Cases that belong to battle cards follow with the cards.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from condotta import table as tb
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece
from condotta.rules.library import book
from condotta.rules.triumph.combat.combat_scores import basic_factor, led_by_general
from condotta.rules.triumph.combat.duel import close_fighter
from condotta.rules.triumph.movement.fallback import OutcomeMove, plan_fall_back
from condotta.rules.triumph.movement.outcome_moves import plan_evade, plan_panic, plan_pursuit
from condotta.rules.triumph.shooting.gunnery import in_reach, sees, shoots
from condotta.rules.triumph.stands.field import Field, field
from condotta.rules.triumph.tables import TABLES, troop
from condotta.rules.triumph.victory import losses
from tests.rules.triumph.table_setting import setting

MU = 10_000
TABLE = Path(__file__).parents[2] / "table" / "contact-cases.json"
CASES = json.loads(TABLE.read_text("utf-8"))["cases"]
BOOK = book("triumph", {})


def cases(*ops: str) -> list[Any]:
    """The cases of those kinds in which no battle card is played."""
    found = [case for case in CASES if case["query"]["op"] in ops and not carded(case["query"])]
    return [pytest.param(case, id=case["id"]) for case in found]


def carded(query: dict[str, Any]) -> bool:
    return bool(query.get("card")) or any(one.get("card") for one in query.get("items", ()))


def field_of(case: dict[str, Any]) -> Field:
    pieces = {
        one["id"]: Piece(
            one["id"],
            one["type"],
            one["seat"],
            one["seat"],
            shape=tb.Rectangle(round(one["width"] * MU), round(one["depth"] * MU)),
            place="table",
            pose=pose_of(one["pose"]),
        )
        for one in case["stands"]
    }
    chairs = (Chair("S", "south"), Chair("N", "north"))
    board = Board(TABLES.board.width, TABLES.board.depth)
    return field(BOOK, Position(board=board, chairs=chairs, pieces=pieces))


def pose_of(pose: list[float]) -> tb.Pose:
    return tb.pose_at(round(pose[0] * MU), round(pose[1] * MU), pose[2])


def same(found: tb.Pose | None, expected: list[float], tol: float) -> None:
    want = pose_of(expected)
    assert found is not None
    assert tb.distance(found.point, want.point) <= tol * MU, (found, want)
    assert tb.vectors_within(tb.unit(found.facing), tb.unit(want.facing), 0.1), (found, want)


PLANS = {
    "fall_back": plan_fall_back,
    "evade": plan_evade,
    "panic": plan_panic,
    "pursue": plan_pursuit,
}


@pytest.mark.parametrize("case", cases(*PLANS))
def test_tc_3_40_tc_3_55_tc_3_60_tc_3_74_outcome_moves(case: dict[str, Any]) -> None:
    here, query, expect, tol = field_of(case), case["query"], case["expect"], case["tol"]
    plan: OutcomeMove = PLANS[query["op"]](here, here.stand(query["of"]))
    same(plan.pose, expect["pose"], tol)
    assert plan.survives is not expect.get("destroyed", False)
    assert plan.met == expect.get("stopped_by", "")
    if "moved" in expect:
        assert abs(sum(plan.moved) - expect["moved"] * MU) <= tol * MU
    if "moved_after_turn" in expect:
        assert abs(plan.moved[-1] - expect["moved_after_turn"] * MU) <= tol * MU
    if "turned_at" in expect:
        shape = here.stand(query["of"]).base.shape
        fallen = plan.moves[0].steps[0].pose
        same(tb.about_turn(fallen, shape), expect["turned_at"], tol)
    if "others_moved" in expect:
        movers = {step.piece for move in plan.moves for step in move.steps}
        assert (len(movers) > 1) is expect["others_moved"]


@pytest.mark.parametrize("case", cases("turn_and_fall_back"))
def test_tc_3_41_it_turns_to_its_enemy_and_falls_back(case: dict[str, Any]) -> None:
    here, query = field_of(case), case["query"]
    plan = plan_fall_back(here, here.stand(query["of"]), query["side"])
    same(plan.pose, case["expect"]["pose"], case["tol"])


@pytest.mark.parametrize("case", cases("push_column"))
def test_tc_3_44_a_column_is_pushed_back_as_one(case: dict[str, Any]) -> None:
    here, order = field_of(case), case["query"]["order"]
    plan = plan_fall_back(here, here.stand(order[0]))
    assert len(plan.moves) == 1
    steps = {step.piece: step.pose for step in plan.moves[0].steps}
    assert list(steps) == order
    for name, pose in case["expect"]["poses"].items():
        same(steps[name], pose, case["tol"])


@pytest.mark.parametrize("case", cases("in_arc_and_range"))
def test_tc_6_3_tc_6_9_tc_6_10_tc_6_11_arc_and_range(case: dict[str, Any]) -> None:
    here, query = field_of(case), case["query"]
    shooter, target = here.stand(query["shooter"]), here.stand(query["target"])
    assert in_reach(here, shooter, target) is case["expect"]["value"]
    assert sees(here, shooter, target) is case["expect"]["value"]


@pytest.mark.parametrize("case", cases("has_archer_arc"))
def test_tc_6_2_who_shoots_to_the_front(case: dict[str, Any]) -> None:
    table = setting(f"R1 {case['query']['type']} 24 16 0")
    stand = table.field.stand("R1")
    assert (shoots(table.field, stand) and stand.troop.arc == "front") is case["expect"]["value"]


@pytest.mark.parametrize("case", cases("factor"))
def test_tc_2_1_tc_2_10_tc_9_20_basic_factors(case: dict[str, Any]) -> None:
    query, expect = case["query"], case["expect"]
    star = "*" if query.get("general") else ""
    foe = {"foot": "HFT", "mounted": "BAD"}[query["vs"]]
    table = setting(f"R1{star} {query['type'].upper()} 24 16 0; B1 {foe} 24 16 180", phase="ranged")
    here = table.field
    us = close_fighter(here, here.stand("R1"), here.stand("B1"))
    them = close_fighter(here, here.stand("B1"), here.stand("R1"))
    assert basic_factor(us, them).value == expect["base"]
    line = led_by_general(us, them)
    assert [part.value for part in (line,) if part] == expect["modifiers"]


@pytest.mark.parametrize("case", cases("points"))
def test_tc_1_1_tc_10_2_tc_11_9_points(case: dict[str, Any]) -> None:
    (item,) = case["query"]["items"]
    code = item["type"].upper()
    table = setting(f"R1 {code} lost; R2 HFT 10 10 0; B1 HFT 10 20 180")
    assert losses(table.position)["south"] == 2 * case["expect"]["lost"]
    if code != "CAMP":
        assert troop(code).half_points == 2 * case["expect"]["army"] * item["n"]
