"""Troops are set out in turn."""

import pytest

from condotta.kernel.asks import Action, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Counted, Moved, Popped, Step
from condotta.kernel.rulings import Waiver
from condotta.rules.triumph import seams
from condotta.rules.triumph.deployment.deploying import (
    ALL,
    CENTRE,
    REST,
    Deploy,
    Finish,
    Hold,
    SetOut,
    set_up_steps,
)
from condotta.rules.triumph.layer import TRIUMPH
from condotta.table import Pose
from tests.rules.triumph.set_up_table import at_step, clauses, deploy

MU = 10_000
LINE = "R1 17 8; R2 19 8; R3 21 8; R4 23 8; R5 25 8; R6 27 8"
SIX = "R HFT*+ HFT+x5; B HFT*"


def step(window, armies="R HFT*+ HFT+x5 SKMx2; B HFT*", placed="", **more):
    return at_step(SetOut(seat="red", window=window), armies, placed, **more)


def who(frames):
    return [(type(frame).__name__, frame.seat, getattr(frame, "window", "")) for frame in frames]


def test_tc_8_1_camps_then_centre_troops_then_all_then_the_rest():
    table = step(ALL, first="blue")
    steps = set_up_steps(None, table.book, table.position)
    assert [phase for phase, _ in steps] == [
        "terrain",
        "camps",
        "camps",
        "deployment",
        "deployment",
        "deployment",
    ]
    assert who(frame for _, frame in steps[1:]) == [
        ("CampStep", "red", ""),
        ("CampStep", "blue", ""),
        ("SetOut", "red", CENTRE),
        ("SetOut", "blue", ALL),
        ("SetOut", "red", REST),
    ]


def test_tc_8_1_what_the_first_step_set_out_is_fixed_in_the_last():
    table = step(ALL, placed="R1 17 8; R0 24 2", first="blue")
    (*_, (_, last)) = set_up_steps(None, table.book, table.position)
    assert last == SetOut(seat="red", window=REST, fixed=("R1",))


def test_tc_8_1_before_the_dice_only_the_terrain_is_known_to_come():
    table = step(ALL, first="")
    assert [phase for phase, _ in set_up_steps(None, table.book, table.position)] == ["terrain"]


def test_tc_8_32_with_two_seats_a_side_each_takes_its_turn():
    table = step(ALL, "R HFT*; B HFT*; G HFT*", first="green")
    steps = [frame for _, frame in set_up_steps(None, table.book, table.position)]
    assert who(steps[4:]) == [
        ("SetOut", "blue", CENTRE),
        ("SetOut", "red", ALL),
        ("SetOut", "green", ALL),
        ("SetOut", "blue", REST),
    ]


def test_tc_8_2_troops_deploy_wholly_within_8_mu_of_their_base_edge():
    table = step(ALL)
    refused = table.refused("red", deploy("R1 20 8.01"))
    assert clauses(refused) == [("TC-8.2", "zone")]
    assert refused[0].params == {"stand": "R1", "limit": 8 * MU, "far": 80_100}
    assert refused[0].sketches[0].key == "deployment zone"
    table.say("red", deploy("R1 20 8"))
    assert table.at("R1") == (20, 8, 0)


def test_tri_17_tc_8_2_eight_mu_are_within_and_a_quantum_more_is_not():
    table = step(ALL)
    assert table.judge("red", Deploy((Step("R1", Pose(200_000, 80_000, 0, 1_000_000)),))).ok
    over = Deploy((Step("R1", Pose(200_000, 80_001, 0, 1_000_000)),))
    assert clauses(table.refused("red", over)) == [("TC-8.2", "zone")]


def test_tc_8_2_the_whole_width_of_the_board_is_the_zone_and_the_north_has_its_own():
    assert step(ALL).judge("red", deploy("R1 1 8; R2 47 0.75")).ok
    north = at_step(SetOut(seat="blue", window=ALL), SIX)
    assert north.judge("blue", deploy("B1 10 24 180")).ok
    assert clauses(north.refused("blue", deploy("B1 10 8 180"))) == [("TC-8.2", "zone")]


@pytest.mark.parametrize("degrees", [0, 45, 90, 137, 180, 270])
def test_tc_8_7_a_stand_may_face_any_way(degrees):
    assert step(ALL).judge("red", deploy(f"R1 20 5 {degrees}")).ok


def test_tc_8_7_stands_touch_but_never_overlap():
    table = step(ALL, placed="B1 24 5 180; R0 10 2")
    assert table.judge("red", deploy("R1 20 8; R2 22 8; R3 20 7.25")).ok
    refused = table.refused("red", deploy("R1 20 8; R2 21.9 8; R3 24 5.5; R4 11 1.5"))
    assert clauses(refused) == [("TC-8.7", "overlap")] * 4
    assert [one.params["others"] for one in refused] == [("R2",), ("R1",), ("B1",), ("R0",)]


def test_tc_8_7_difficult_ground_will_do_and_impassable_will_not():
    table = step(ALL, laid="marsh 0 0 10 8; coast 44 0 48 32")
    assert table.judge("red", deploy("R1 5 5")).ok
    refused = table.refused("red", deploy("R1 44 5"))
    assert clauses(refused) == [("TC-8.7", "impassable")]
    assert table.judge("red", deploy("R1 43 5")).ok


def test_tc_8_7_nobody_hangs_over_the_edge_of_the_board():
    table = step(ALL)
    assert clauses(table.refused("red", deploy("R1 0.5 5"))) == [("TC-8.7", "off-board")]
    assert clauses(table.refused("red", deploy("R1 20 0.5"))) == [("TC-8.7", "off-board")]


def test_a_facing_that_is_none_is_refused():
    table = step(ALL)
    for pose in (Pose(200_000, 50_000, 0, 0), Pose(200_000, 50_000, 3, 4)):
        assert clauses(table.refused("red", Deploy((Step("R1", pose),)))) == [("TC-8.7", "facing")]


def test_every_reason_is_told_at_once():
    table = step(ALL, placed="R5 30 6")
    refused = table.refused("red", deploy("R1 20 12; R2 30 6; R3 0 4"))
    assert clauses(refused) == [
        ("TC-8.2", "zone"),
        ("TC-8.7", "overlap"),
        ("TC-8.7", "off-board"),
    ]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("B1 20 8", "not-yours"),
        ("R0 20 8", "not-yours"),
        ("X1 20 8", "not-yours"),
        ("R1 20 8; R1 22 8", "twice"),
        ("", "nobody"),
    ],
)
def test_tc_8_1_a_seat_sets_out_its_own_stands_each_once(said, why):
    assert clauses(step(ALL).refused("red", deploy(said))) == [("TC-8.1", why)]


def test_several_stands_come_down_in_one_event():
    table = step(ALL)
    events = table.say("red", deploy("R1 20 8; R2 22 8; R3 24 8"))
    moved = [event for event in events if isinstance(event, Moved)]
    assert [len(event.steps) for event in moved] == [3]
    assert moved[0].way == "deploy"


def test_tc_8_1_a_stand_may_be_placed_again_until_the_step_is_done():
    table = step(ALL)
    table.say("red", deploy("R1 20 8; R2 22 8"))
    table.say("red", deploy("R1 22 8; R2 20 8"))  # they change places at once
    assert table.at("R1") == (22, 8, 0)
    assert len(table.asks()) == 1


def test_tc_8_1_centre_troops_stand_wholly_in_the_centre_third():
    table = step(CENTRE)
    refused = table.refused("red", deploy("R1 16.9 8"))
    assert clauses(refused) == [("TC-8.1", "centre")]
    assert refused[0].sketches[0].key == "centre third"
    assert table.judge("red", deploy("R1 17 8")).ok
    assert step(ALL).judge("red", deploy("R1 16.9 8")).ok


def test_tc_8_1_what_stood_before_the_rest_stays_where_it_is():
    frame = SetOut(seat="red", window=REST, fixed=("R1", "R2"))
    table = at_step(frame, SIX, "R1 17 8; R2 19 8")
    assert table.asks("red")[0].about == ("R3", "R4", "R5", "R6")
    assert clauses(table.refused("red", deploy("R1 25 8"))) == [("TC-8.1", "not-now")]
    assert table.judge("red", deploy("R3 40 8")).ok


def test_tc_8_1_with_nobody_left_there_is_no_last_step():
    frame = SetOut(seat="red", window=REST, fixed=("R1",))
    assert at_step(frame, "R HFT*; B HFT*", "R1 24 8").asks() == ()


def test_tc_8_4_the_first_step_ends_when_the_centre_has_its_minimum():
    table = step(CENTRE)
    refused = table.refused("red", Finish())
    assert clauses(refused) == [("TC-8.4", "centre")]
    assert refused[0].params == {
        "missing": 32,
        "class": "centre.battle-line",
        "stands": ("R1", "R2", "R3", "R4", "R5", "R6"),
    }
    table.say("red", deploy(LINE))
    table.say("red", Finish())
    assert table.asks() == ()


def test_tc_8_4_the_advantaged_player_has_the_same_minimum():
    table = step(ALL, SIX, "R1 3 8; R2 5 8; R3 7 8; R4 9 8; R5 11 8; R6 13 8")
    assert clauses(table.refused("red", Finish())) == [("TC-8.4", "centre")]


def test_tc_8_5_battle_line_beyond_the_minimum_may_stand_anywhere():
    table = step(ALL, "R HFT*+ HFT+x7; B HFT*", LINE + "; R7 3 8; R8 45 8")
    table.say("red", Finish())
    assert table.asks() == ()


def test_tc_8_1_all_troops_are_set_out_if_they_have_room():
    table = step(ALL, placed=LINE)
    refused = table.refused("red", Finish())
    assert clauses(refused) == [("TC-8.1", "left")]
    assert refused[0].params == {"stands": ("R7", "R8")}
    table.say("red", deploy("R7 3 8; R8 5 8"))
    table.say("red", Finish())
    assert table.asks() == ()


FLOOD = "coast 0 0 48 32"


def test_tc_8_9_stands_without_a_legal_place_take_no_part_and_are_not_lost():
    table = step(ALL, laid=FLOOD)
    table.say("red", Finish())
    assert table.asks() == ()
    assert table.lost() == []
    assert table.piece("R1").place == "undeployed"
    (ruled,) = table.rulings("TC-8.9")
    assert ruled.params["stands"] == tuple(f"R{number}" for number in range(1, 9))


def test_tc_8_9_the_minimum_lets_go_where_the_centre_has_no_room():
    table = step(CENTRE, laid="coast 15 0 33 32")
    table.say("red", Finish())
    assert table.asks() == ()
    assert table.rulings("TC-8.9") == []


def test_tc_8_26_one_free_place_is_room_enough():
    table = step(ALL, "R HFT*+; B HFT*", laid="coast 0 0 30 32; coast 32 0 48 32")
    assert clauses(table.refused("red", Finish())) == [("TC-8.4", "centre"), ("TC-8.1", "left")]
    table.say("red", deploy("R1 31 8"))
    table.say("red", Finish())


def test_tc_8_4_others_make_room_for_those_the_centre_needs():
    water = "coast 0 0 22 32; coast 26 0 48 32; coast 22 0 26 7"
    table = step(ALL, "R HFT*+ SKMx2; B HFT*", "R2 23 8; R3 25 8", laid=water)
    assert clauses(table.refused("red", Finish())) == [("TC-8.4", "centre")]


def test_tc_8_20_only_who_is_allowed_a_flank_march_may_hold_stands_back():
    assert "Hold" not in step(ALL).asks("red")[0].says
    table = step(ALL, marching=("red",))
    table.say("red", Hold(("R7", "R8")))
    assert table.piece("R7").place == "reserve"
    assert [one.params["stands"] for one in table.rulings("TC-8.20")] == [("R7", "R8")]


def test_tc_8_1_the_reserve_is_declared_before_the_rest_comes():
    assert "Hold" in step(CENTRE, marching=("red",)).asks("red")[0].says
    assert "Hold" not in step(REST, marching=("red",)).asks("red")[0].says


def test_tc_8_20_those_held_back_are_named_openly():
    table = step(ALL, marching=("red",))
    table.say("red", Hold(("R7",)))
    assert table.battle.view("blue").position.pieces["R7"].place == "reserve"


def test_tc_8_20_the_reserve_may_be_named_anew_until_the_step_is_done():
    table = step(ALL, placed="R7 3 8", marching=("red",))
    table.say("red", Hold(("R7",)))
    assert table.piece("R7").pose is None
    table.say("red", Hold(("R8",)))
    assert [table.piece(name).place for name in ("R7", "R8")] == ["undeployed", "reserve"]
    table.say("red", deploy("R8 3 8"))
    assert table.piece("R8").place == "table"


def test_tc_8_28_the_general_is_never_among_them():
    table = step(ALL, "R SKM* HFT+x6; B HFT*", marching=("red",))
    assert clauses(table.refused("red", Hold(("R1",)))) == [("TC-8.28", "general")]


def test_tc_8_27_they_must_be_able_to_form_one_group():
    table = step(ALL, "R HFT*+ HFT+x5 ARTx33; B HFT*", marching=("red",))
    many = tuple(f"R{number}" for number in range(7, 40))
    assert clauses(table.refused("red", Hold(many))) == [("TC-8.27", "group")]
    assert table.judge("red", Hold(many[:32])).ok


def test_tc_8_4_stands_that_the_centre_needs_are_not_held_back():
    table = step(ALL, marching=("red",))
    refused = table.refused("red", Hold(("R2",)))
    assert clauses(refused) == [("TC-8.4", "reserve")]
    assert refused[0].params == {"missing": 2}


def test_stands_of_others_are_not_held_back():
    table = step(ALL, marching=("red",))
    assert clauses(table.refused("red", Hold(("B1",)))) == [("TC-8.1", "not-yours")]


def test_tc_8_20_stands_in_reserve_are_not_asked_for_when_all_is_set_out():
    table = step(ALL, placed=LINE, marching=("red",))
    table.say("red", Hold(("R7", "R8")))
    table.say("red", Finish())
    assert table.asks() == ()
    assert table.rulings("TC-8.9") == []


# What cards will say here.


def ambush(_, stand):
    return Waiver("TC-8.2", "BC-13.1") if stand.troop.is_open_foot else None


def carded(**more):
    card = Layer("card", 2, **more)
    return Book("triumph", (TRIUMPH, card), TRIUMPH.settings)


def test_a_card_may_lift_the_limit_of_the_zone_for_some():
    book = carded(hooks=((seams.MAY_DEPLOY, ambush, "BC-13.1"),))
    table = step(ALL, book=book)
    assert table.judge("red", deploy("R7 20 12")).ok
    assert clauses(table.refused("red", deploy("R1 20 12"))) == [("TC-8.2", "zone")]


class Dress(Action, frozen=True):
    """A toy card's action while troops are set out."""

    piece: str


class Dressing(Script, frozen=True, kw_only=True):
    piece: str


def dressing(book, state, frame):
    yield Counted(frame.piece, "dressed", 1)
    yield Popped()


def test_a_card_may_add_what_is_said_while_setting_out():
    book = carded(
        procedures={Dressing: dressing},
        judges={Dress: lambda *_: step(ALL).judge("red", deploy("R1 20 8"))},
        hooks=(
            (seams.ACTING, lambda *given: ("Dress",) if given[-1] == ALL else (), "X-1"),
            (seams.ACT, lambda _, __, said: Dressing(piece=said.piece), "X-1"),
        ),
    )
    table = step(ALL, book=book)
    table.say("red", Dress("R3"))
    assert table.count("R3", "dressed") == 1
    assert "Dress" in table.asks("red")[0].says
    assert "Dress" not in step(REST, book=book).asks("red")[0].says


def test_a_larger_game_may_ask_for_no_centre():
    book = carded(hooks=((seams.CENTRE, lambda *_: 0, "GT-5.1"),))
    table = step(CENTRE, book=book)
    table.say("red", Finish())
    assert table.asks() == ()


def test_a_larger_game_may_put_in_its_own_steps():
    book = carded(hooks=((seams.SET_UP, lambda below, *now: below(*now)[:1], "GT-4.1"),))
    table = step(ALL, book=book)
    assert len(book.stack(seams.SET_UP, book, table.position)) == 1
