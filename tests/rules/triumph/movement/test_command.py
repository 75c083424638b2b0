"""Command points: rolled, spent, lost; what a move costs; who is in command."""

import pytest

from condotta.kernel.asks import Choose
from condotta.kernel.events import Asked, Counted, Entered, Moved
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.command import cost
from condotta.rules.triumph.stands.sightlines import command_sight
from tests.rules.triumph.table_setting import setting

FAR = "B1* HFT 44 30 180; B2 HFT 40 30 180"


def price(table, stands):
    """What moving these stands costs, by the clauses of the reasons."""
    parts = cost(table.field, tuple(table.field.stand(one) for one in stands.split()))
    return {part.clause: part.value for part in parts}


def test_tc_4_1_sides_alternate_and_a_side_has_its_turn_together():
    seats = {"red": "south", "green": "south", "blue": "north"}
    table = setting(
        "R1* HFT 10 5 0; R2 HFT 14 5 0; G1* HFT 30 5 0; G2 HFT 34 5 0; " + FAR,
        seats=seats,
        active=("red", "green"),
        dice=(4, 4, 4),
    )
    assert {ask.seat for ask in table.asks()} == {"red", "green"}
    relations = {other: table.field.relation("red", other) for other in seats}
    assert relations == {"red": "friend", "green": "friend", "blue": "enemy"}
    table.choose("red", "end")
    assert {ask.seat for ask in table.asks()} == {"green"}
    table.choose("green", "end")
    assert table.position.active == ("blue",)
    assert {ask.seat for ask in table.asks()} == {"blue"}
    table.choose("blue", "end")
    assert table.position.active == ("red", "green")


def test_tc_4_2_the_phases_of_a_turn_come_in_their_order():
    table = setting("R1* HFT 10 5 0; R2 HFT 14 5 0; " + FAR, phase="command", dice=(3, 3))
    made = table.choose("red", "end")
    entered = [event for event in (*table.battle.log, *made) if isinstance(event, Entered)]
    phases = list(dict.fromkeys(event.phase for event in entered))
    assert phases == ["command", "movement", "ranged", "close", "end", "start"]


def test_tc_4_3_one_die_gives_the_points_and_what_is_left_is_lost():
    table = setting("R1* HFT 10 5 0; R2 HFT 14 5 0; " + FAR, phase="command", cp=0, dice=(4,))
    assert table.count("R", names.CP) == 4
    assert table.position.phase == "movement"
    table.go("R1", {"advance": 1})
    assert table.count("R", names.CP) == 3
    table.choose("red", "end")
    assert table.count("R", names.CP) == 0


def test_tc_4_3_no_more_is_spent_than_there_is():
    table = setting("R1* ELE 10 5 0; R2 HFT 14 5 0; " + FAR, cp=1)
    assert table.why_not("R1", {"advance": 1}) == {"TC-4.3"}
    assert table.why_not("R2", {"advance": 1}) == set()


def test_tc_4_4_only_the_seat_whose_turn_it_is_moves_its_own_stands():
    table = setting("R1* HFT 10 5 0; R2 HFT 14 5 0; R0 CAMP 24 2 0; " + FAR)
    assert not table.asks("blue")
    assert table.judge("red", table.move("B1", {"advance": 1})).refusals[0].clause == "TC-4.4"
    assert table.why_not("R0", {"advance": 1}) == {"TC-4.4"}
    assert not table.judge("blue", table.move("B1", {"advance": 1})).ok


def test_tc_4_5_a_move_costs_one_point_whoever_moves():
    table = setting("R1* HFT 10 5 0; R2 HFT 12 5 0; R3 KNT 20 5 0; " + FAR)
    assert price(table, "R1 R2") == price(table, "R3") == {"TC-4.5": 1}
    assert table.would("R1 R2", {"advance": 1}).cost == 1
    table.go("R1 R2", {"advance": 1})
    assert table.count("R", names.CP) == 5


@pytest.mark.parametrize("code", ["ELE", "ART", "WWG"])
def test_tc_4_6_heavy_troops_cost_one_more_once_a_move(code):
    table = setting(f"R1* HFT 10 5 0; R2 {code} 12 5 0; R3 {code} 14 5 0; " + FAR)
    assert price(table, "R1 R2 R3") == {"TC-4.5": 1, "TC-4.6": 1}
    assert price(table, "R1") == {"TC-4.5": 1}


def test_tc_4_7_a_group_needs_one_stand_in_command_a_single_stand_itself():
    table = setting("R1* HFT 2 5 0; R2 HFT 19.4 5 0; R3 HFT 21.4 5 0; " + FAR)
    assert price(table, "R2") == {"TC-4.5": 1}
    assert price(table, "R3") == {"TC-4.5": 1, "TC-4.7": 1}
    assert price(table, "R2 R3") == {"TC-4.5": 1}


def test_tc_4_7_tc_4_8_case_t_15_one_stand_at_15_mu_in_sight_is_enough():
    table = setting("R1* HFT 2 5 0; R2 HFT 19 5 0; R3 HFT 21 5 0; " + FAR)
    assert table.would("R2 R3", {"advance": 1}).cost == 1


@pytest.mark.parametrize(("x", "blocked", "costs"), [(20, False, 1), (20.1, False, 2)])
def test_tc_4_8_sixteen_in_clear_sight_measured_between_nearest_points(x, blocked, costs):
    table = setting(f"R1* HFT 2 5 0; R2 HFT {x} 5 0; " + FAR)
    assert table.would("R2", {"advance": 1}).cost == costs


@pytest.mark.parametrize(("x", "costs"), [(12, 1), (12.1, 2)])
def test_tc_4_8_eight_where_terrain_blocks_the_sight(x, costs):
    woods = "woods box 7 5 3 10"
    table = setting(f"R1* HFT 2 5 0; R2 HFT {x} 5 0; " + FAR, areas=woods)
    assert not command_sight(table.field, table.field.stand("R1"), table.field.stand("R2"))
    assert table.would("R2", {"advance": 1}).cost == costs


def test_tc_4_9_without_a_general_every_move_pays():
    table = setting("R1 HFT 10 5 0; R2 HFT 12 5 0; R3* HFT lost; " + FAR)
    assert price(table, "R1 R2") == {"TC-4.5": 1, "TC-4.9": 1}
    led = setting("R1 HFT 10 5 0; R2 HFT 12 5 0; R3* HFT 14 5 0; " + FAR)
    assert price(led, "R1 R2") == {"TC-4.5": 1}


def test_tc_4_9_a_general_off_the_board_commands_nobody():
    table = setting("R1 HFT 10 5 0; R3* HFT reserve; " + FAR)
    assert price(table, "R1") == {"TC-4.5": 1, "TC-4.9": 1}


@pytest.mark.parametrize(
    ("ground", "costs"),
    [
        ("woods box 10 5 4 10", 2),
        ("village box 10 5 4 10", 2),
        ("steep-hills ellipse 10 5 10 6 90", 2),
        ("rough box 10 5 4 10", 1),
        ("marsh box 10 5 4 10", 1),
    ],
)
def test_tc_4_10_the_terrain_that_blocks_shooting_blocks_the_sight_of_command(ground, costs):
    table = setting("R1* HFT 2 5 0; R2 HFT 18 5 0; " + FAR, areas=ground)
    assert table.would("R2", {"advance": 1}).cost == costs


def test_tc_4_10_stands_never_block_the_sight_of_command():
    wall = "; ".join(f"B{number} HFT 10 {y} 90" for number, y in enumerate((3, 5, 7), start=3))
    table = setting(f"R1* HFT 2 5 0; R2 HFT 18 5 0; {wall}; {FAR}")
    assert table.would("R2", {"advance": 1}).cost == 1


def test_tc_4_11_tc_4_17_the_general_commands_himself_and_distance_is_judged_at_each_start():
    table = setting("R1* KNT 2 5 90; R2 HFT 20.5 5 0; R3 HFT 30 5 0; " + FAR)
    assert price(table, "R1") == {"TC-4.5": 1}
    assert table.would("R2", {"advance": 1}).cost == 2
    table.go("R1", {"advance": 5})
    assert table.would("R2", {"advance": 1}).cost == 1
    assert table.would("R3", {"advance": 1}).cost == 2


def test_tc_4_12_case_t_13_three_stands_one_in_rough_move_one_by_one():
    line = "R1 HFT 20 10 0; R2* HFT 22 10 0; R3 HFT 24 10 0; R4 HFT 10 5 0; "
    table = setting(line + FAR, areas="rough box 26 9.6 3 3")
    assert table.why_not("R1 R2 R3", {"advance": 1}) == {"TC-4.12"}
    assert table.why_not("R1 R2", {"advance": 1}) == set()
    for name in ("R1", "R2", "R3"):
        table.go(name, {"advance": 1})
    assert table.count("R", names.CP) == 3


@pytest.mark.parametrize("areas", ["rough box 22 12 9 1", "rough box 22 8.5 9 1"])
def test_tc_4_12_starting_in_and_passing_through_count_like_ending_in(areas):
    table = setting("R1* HFT 21 9 0; R2 HFT 23 9 0; " + FAR, areas=areas)
    assert table.why_not("R1 R2", {"advance": 3}) == ({"TC-4.12"})


def test_tc_4_12_tc_4_18_a_column_moves_through_for_one_price_unless_set():
    column = "R1* HFT 20 10 0; R2 HFT 20 9.25 0; R3 HFT 20 8.5 0; " + FAR
    table = setting(column, areas="rough box 20 12 6 2")
    assert table.why_not("R1 R2 R3", {"advance": 2}) == set()
    strict = setting(column, areas="rough box 20 12 6 2", settings={"columnInDifficult": False})
    assert strict.why_not("R1 R2 R3", {"advance": 2}) == {"TC-4.12"}
    assert strict.why_not("R1", {"advance": 2}) == set()


def test_tc_4_13_a_stand_moves_once_a_turn():
    table = setting("R1* HFT 10 5 0; R2 HFT 12 5 0; R3 HFT 20 5 0; " + FAR)
    table.go("R1", {"advance": 1})
    assert table.why_not("R1", {"advance": 1}) == {"TC-4.13"}
    assert "TC-4.13" in table.why_not("R1 R2", {"advance": 1})
    assert table.why_not("R2", {"advance": 1}) == set()


def test_tc_4_14_allies_move_with_the_points_and_the_general_of_the_army():
    table = setting("R1* HFT 10 5 0; R2 HFT 12 5 0 ally; R3 KNT 40 5 0 ally; " + FAR)
    assert price(table, "R1 R2") == {"TC-4.5": 1}
    assert price(table, "R3") == {"TC-4.5": 1, "TC-4.7": 1}
    table.go("R2", {"advance": 1})
    assert table.count("R", names.CP) == 5
    rolled = setting(
        "R1* HFT 10 5 0; R2 HFT 12 5 0 ally; " + FAR, phase="command", cp=0, dice=(5, 2)
    )
    assert rolled.count("R", names.CP) == 5
    assert rolled.position.phase == "movement"


def test_tc_4_15_case_t_14_artillery_alone_and_out_of_command_costs_three():
    table = setting("R1* HFT 2 5 0; R2 ART 40 5 0; " + FAR, cp=3)
    assert price(table, "R2") == {"TC-4.5": 1, "TC-4.6": 1, "TC-4.7": 1}
    assert table.would("R2", {"advance": 1}).cost == 3
    table.go("R2", {"advance": 1})
    assert table.count("R", names.CP) == 0


def test_a_turn_without_points_is_over_before_anybody_is_asked():
    table = setting("R1* HFT 10 5 0; " + FAR, cp=0)
    assert not table.asks("red")
    assert table.position.active == ("blue",)


def test_tc_4_3_a_move_is_paid_for_and_made_at_once():
    table = setting("R1* HFT 10 5 0; R2 HFT 14 5 0; " + FAR)
    made = table.go("R1", {"advance": 2})
    kinds = [type(event) for event in made]
    assert kinds.index(Counted) < kinds.index(Moved) < kinds.index(Asked)
    assert table.at("R1") == (10, 7, 0)
    assert table.judge("red", Choose("end")).ok
