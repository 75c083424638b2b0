"""Where camps stand, and who guards them."""

from random import Random

import pytest

from condotta.kernel.book import Book, Layer
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.deployment import camps
from condotta.rules.triumph.deployment.camps import (
    CampGround,
    CampStep,
    PlaceCamp,
)
from condotta.rules.triumph.deployment.deploying import ALL, SetOut
from condotta.rules.triumph.layer import TRIUMPH
from condotta.table import Pose
from tests.rules.triumph.set_up_table import at_step, clauses, pose

MU = 10_000
RED = CampStep(seat="red")


def camp(x, y=2.0, degrees=0, garrison=""):
    return PlaceCamp(pose(x, y, degrees), garrison)


def test_tc_9_31_a_camp_touches_its_base_edge_in_the_centre_third():
    table = at_step(RED)
    assert table.judge("red", camp(24)).ok
    assert clauses(table.refused("red", camp(24, 2.02))) == [("TC-9.31", "touching")]
    assert clauses(table.refused("red", camp(17.9))) == [("TC-9.31", "centre")]
    table.say("red", camp(18))
    assert table.at("R0") == (18, 2, 0)
    assert table.piece("R0").place == "table"


def test_tc_9_31_the_centre_third_includes_its_border():
    assert at_step(RED).judge("red", camp(30)).ok
    assert clauses(at_step(RED).refused("red", camp(30.1))) == [("TC-9.31", "centre")]


def test_tc_9_31_the_base_edge_of_the_north_is_at_the_top():
    table = at_step(CampStep(seat="blue"))
    assert clauses(table.refused("blue", camp(24, 2))) == [("TC-9.31", "touching")]
    table.say("blue", camp(24, 30, 180))
    assert table.at("B0") == (24, 30, 180)


def test_tc_9_31_a_camp_stands_in_open_terrain():
    table = at_step(RED, laid="woods 16 0 22 4; gentle-hills 26 0 32 4")
    assert clauses(table.refused("red", camp(23))) == [("TC-9.31", "open")]
    assert table.judge("red", camp(24)).ok
    assert table.judge("red", camp(28)).ok


def test_every_reason_against_a_camp_is_told_at_once_with_what_to_look_at():
    table = at_step(RED, laid="woods 4 0 12 8")
    refused = table.refused("red", camp(10, 3))
    assert clauses(refused) == [
        ("TC-9.31", "open"),
        ("TC-9.31", "centre"),
        ("TC-9.31", "touching"),
    ]
    assert refused[1].sketches[0].key == "centre third"


def test_tc_8_7_a_camp_overlaps_nothing_and_stays_on_the_board():
    table = at_step(RED, placed="R2 24 2")
    assert clauses(table.refused("red", camp(24))) == [("TC-8.7", "overlap")]
    assert clauses(table.refused("red", camp(24, 1.5))) == [
        ("TC-8.7", "off-board"),
        ("TC-8.7", "overlap"),
    ]
    assert table.judge("red", camp(27)).ok


def test_a_camp_needs_a_facing():
    table = at_step(RED)
    assert clauses(table.refused("red", PlaceCamp(Pose(240_000, 20_000, 0, 0)))) == [
        ("TC-8.7", "facing")
    ]
    assert clauses(table.refused("red", PlaceCamp(Pose(240_000, 20_000, 0, 7)))) == [
        ("TC-8.7", "facing")
    ]


def test_tc_9_32_without_room_in_the_centre_it_goes_as_near_as_it_can():
    table = at_step(RED, laid="woods 13 0 40 4")
    refused = clauses(table.refused("red", camp(24)))
    assert ("TC-9.31", "open") in refused
    assert clauses(table.refused("red", camp(9))) == [("TC-9.32", "nearer")]
    table.say("red", camp(11))
    assert table.at("R0") == (11, 2, 0)


def test_tc_9_32_the_centre_third_holds_while_it_has_room():
    table = at_step(RED, laid="woods 16 0 27.5 4")
    assert clauses(table.refused("red", camp(14))) == [("TC-9.31", "centre")]
    assert table.judge("red", camp(30)).ok


def test_tc_9_32_an_edge_without_any_open_ground_leaves_the_camp_out():
    table = at_step(RED, laid="woods 0 0 48 4")
    assert table.asks() == ()
    assert table.piece("R0").place == "undeployed"
    assert [one.key for one in table.rulings("TC-9.32")] == ["tc.9-32.no-room"]


def test_tc_9_24_a_garrison_goes_into_the_camp_and_stays():
    table = at_step(RED)
    table.say("red", camp(24, garrison="R3"))
    guard = table.piece("R3")
    assert (guard.place, guard.unit) == ("aside", "R0")
    assert guard.traits == (names.BATTLE_LINE, names.GARRISON)
    assert table.piece("R2").place == "undeployed"


def test_tc_9_24_no_garrison_is_the_default():
    table = at_step(RED)
    table.say("red", camp(24))
    assert not list(table.position.at("aside"))


@pytest.mark.parametrize(
    ("name", "why"),
    [("R2", "ally"), ("B1", "not-yours"), ("R0", "not-yours"), ("X9", "not-yours")],
)
def test_tc_9_24_a_garrison_is_one_stand_of_the_army_and_never_an_ally(name, why):
    table = at_step(RED, "R HFT* LFT~; B HFT*")
    assert clauses(table.refused("red", camp(24, garrison=name))) == [("TC-9.24", why)]


def test_tc_9_24_a_stand_on_the_table_is_no_garrison():
    table = at_step(RED, placed="R2 30 8")
    assert clauses(table.refused("red", camp(24, garrison="R2"))) == [("TC-9.24", "deployed")]


def test_tc_9_30_an_army_without_a_camp_is_not_asked():
    table = at_step(RED)
    table.say("red", camp(24))
    assert table.asks() == ()
    pushed = at_step(RED, placed="R0 24 2")
    assert pushed.asks() == ()


def with_ground(ground):
    card = Layer("card", 2, hooks=((seams.CAMP_GROUND, lambda *_: ground, "BC-18.1"),))
    return Book("triumph", (TRIUMPH, card), TRIUMPH.settings)


def test_a_card_may_open_the_whole_edge_and_another_moment():
    book = with_ground(CampGround(when=ALL, centre=False))
    assert at_step(RED, book=book).asks() == ()
    table = at_step(SetOut(seat="red", window=ALL), book=book)
    assert "PlaceCamp" in table.asks("red")[0].says
    table.say("red", camp(2))
    assert table.at("R0") == (2, 2, 0)
    assert "PlaceCamp" not in table.asks("red")[0].says


def test_a_card_may_set_a_wagon_into_the_zone_parallel_to_the_edge():
    book = with_ground(CampGround(touching=False, within=8 * MU, parallel=True))
    table = at_step(RED, book=book)
    assert table.judge("red", camp(24, 8)).ok
    assert clauses(table.refused("red", camp(24, 8.1))) == [("TC-8.2", "zone")]
    assert clauses(table.refused("red", camp(24, 6, 45))) == [("TC-9.31", "parallel")]


@pytest.mark.parametrize("laid", ["", "woods 13 0 40 4", "rough 20 0 28 6; woods 30 0 34 4"])
def test_both_menus_offer_legal_camps_only(laid):
    table = at_step(RED, laid=laid)
    menu, ask = camps.MENUS["camp"], table.asks("red")[0]
    offered = list(menu.salient(table.battle.book, table.position, ask))
    random = Random(4)
    offered += [menu.sample(table.battle.book, table.position, ask, random) for _ in range(30)]
    assert all(table.judge("red", one).ok for one in offered)
    assert {one.garrison for one in offered} > {""}
    assert "R1" not in {one.garrison for one in offered}


def test_the_sensible_camp_stands_in_the_middle():
    table = at_step(RED)
    menu, ask = camps.MENUS["camp"], table.asks("red")[0]
    first = next(iter(menu.salient(table.battle.book, table.position, ask)))
    assert first == camp(24)
