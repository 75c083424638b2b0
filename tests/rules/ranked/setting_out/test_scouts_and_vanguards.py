"""Vanguards before the first turn, ambushers after it."""

import pytest

from condotta.rules.ranked import names
from condotta.rules.ranked.movement.reinforcements import Arrive
from condotta.rules.ranked.setting_out.deployment import Deploy
from condotta.rules.ranked.setting_out.scouts_and_vanguards import Outride, Vanguard
from condotta.rules.setting_up import Deployment
from condotta.table import Advance, Slide, pose_at
from tests.rules.ranked.ranked_setting import INCH, setting

RIDERS = "R1 light-riders 5x5 20 12 0; R2 archers 5x5 40 12 0; B1 light-riders 5x5 20 40 180"
HIDDEN = "R1 archers 10x5 reserve ambushers; R2 archers 5x5 40 12 0; B1 archers 5x5 20 40 180"


def ahead(inches):
    return Outride("R1", (Advance(round(inches * INCH)),))


def test_fast_cavalry_goes_up_to_12_inches_before_the_first_turn():
    """[FB-9.7]"""
    table = setting(RIDERS, phase=names.READY, then=(Vanguard(),))
    assert table.why_not("red", ahead(12.1)) == {"FB-4.14"}
    assert table.why_not("red", Outride("R2", (Advance(INCH),))) == {"FB-9.7"}
    assert not table.why_not("red", Outride("R1", (Slide(9 * INCH),)))
    table.say("red", ahead(12))
    assert table.at("R1") == (20, 24, 0)
    assert [ask.seat for ask in table.asks()] == ["blue"]
    table.choose("blue", "end")
    assert not [ask for ask in table.asks() if ask.window == "vanguard"]


def test_a_vanguard_keeps_its_inch():
    """[FB-9.7, FB-4.1]"""
    near = "R1 light-riders 5x5 20 12 0; B1 archers 5x5 20 24 180"
    table = setting(near, phase=names.READY, then=(Vanguard(),))
    assert table.why_not("red", ahead(11.5)) == {"FB-4.1"}


def test_only_ambushers_hide():
    """[FB-9.7]"""
    pieces = (
        "R1 archers 5x5 undeployed ambushers; R2 archers 5x5 undeployed; B1 archers 5x5 20 40 180"
    )
    table = setting(pieces, phase=names.DEPLOYMENT, then=(Deployment(),))
    assert table.why_not("red", Deploy("R2", ambush=True)) == {"FB-9.7"}
    table.say("red", Deploy("R1", ambush=True))
    assert table.piece("R1").place == "reserve"


@pytest.mark.parametrize(("pip", "clauses"), [(2, {"FB-9.7"}), (3, set())])
def test_ambushers_come_on_by_any_edge_on_a_three_from_the_second_game_turn(pip, clauses):
    """[FB-9.7]"""
    counters = {names.TABLE: {names.GAME_TURN: 2}}
    table = setting(HIDDEN, phase=names.START, counters=counters, dice=())
    table.roll(pip)
    side = 7874
    assert table.why_not("red", Arrive("R1", pose_at(2 * side, 300_000, 90))) == clauses
    assert table.why_not("red", Arrive("R1", pose_at(300_000, 300_000, 90)))


def test_no_ambush_in_the_first_game_turn():
    """[FB-9.7]"""
    table = setting(HIDDEN, phase=names.START)
    assert table.asks()[0].window != "ambush"
    assert table.why_not("red", Arrive("R1", pose_at(300_000, 15_748, 0))) == {"FB-9.7"}


def test_scouts_are_set_out_last_anywhere_far_from_the_enemy():
    """[FB-9.7]"""
    pieces = "R1 archers 5x5 undeployed scouts; R2 archers 5x5 undeployed; B1 archers 5x5 20 40 180"
    pieces += "; R3 archers 5x5 undeployed scouts"
    table = setting(pieces, phase=names.DEPLOYMENT, then=(Deployment(),))
    far, near = pose_at(50 * INCH, 30 * INCH, 0), pose_at(20 * INCH, 30 * INCH, 0)
    assert table.why_not("red", Deploy("R1", far)) == {"FB-14.1"}
    assert table.why_not("red", Deploy("R2", far)) == {"FB-14.1"}
    table.say("red", Deploy("R2", pose_at(20 * INCH, 10 * INCH, 0)))
    assert table.why_not("red", Deploy("R1", near)) == {"FB-14.1"}
    table.say("red", Deploy("R1", far))
    assert table.at("R1") == (50, 30, 0)
