"""Reserves of ranked battles with several players: who is one, and when they come. [TT-13.3]"""

import pytest

from condotta.kernel.asks import Choose
from condotta.rules.ranked import names as ranked
from condotta.rules.ranked.movement.reinforcements import Arrive
from condotta.rules.ranked.setting_out.deployment import HOLD_BACK, Deploy
from condotta.rules.setting_up import Deployment
from condotta.rules.treachery import names
from condotta.rules.treachery.turns import NextCard
from condotta.table import Pose
from tests.rules.treachery.treachery_setting import Plot, over_ranked

INCH = 10_000
DEEP = round(2 * 20 / 25.4 * INCH)
FIELD = (
    "R1 line-infantry 10x5 30 20 0; R2 line-infantry 10x5 reserve{}; "
    "B1 line-infantry 10x5 60 30 180; G1 line-infantry 10x5 20 44 180"
)


def waiting(turn: int, trait: str = "", **more: int) -> Plot:
    """Red's remaining moves in that game turn; R2 waits off the table."""
    plot = over_ranked(
        FIELD.format(trait),
        counters={
            "red": {names.ANCHOR: 1}, "R2": dict(more),
            names.TABLE: {names.GAME_TURN: turn, ranked.GAME_TURN: turn},
        },
    )  # fmt: skip
    plot.proceed("remaining moves", enemy="blue")
    return plot


def entering(x: int) -> Arrive:
    """R2 with its rear on the near edge."""
    return Arrive("R2", Pose(x * INCH, DEEP, 0, 1_000_000))


@pytest.mark.parametrize(("turn", "refused"), [(1, {"TT-13.3"}), (2, set()), (3, set())])
def test_tt_13_3_reserves_enter_from_game_turn_2(turn: int, refused: set[str]):
    verdict = waiting(turn).judge("red", entering(36))
    assert {one.clause for one in verdict.refusals} == refused


@pytest.mark.parametrize(("x", "ok"), [(24, True), (48, True), (49, False)])
def test_tt_13_3_reserves_enter_within_12_inches_of_the_anchor(x: int, ok: bool):
    """[FB-4.18]"""
    assert waiting(2).judge("red", entering(x)).ok == ok


def test_fb_7_25_who_pursued_off_the_table_returns_in_game_turn_1():
    plot = waiting(1, **{ranked.PURSUED_OFF: 1, ranked.BACK_X: 36 * INCH, ranked.BACK_Y: 0})
    assert plot.judge("red", entering(36)).ok


def test_tt_13_3_nobody_is_asked_for_moves_that_come_too_early():
    """With everything else done only the reserve is left, and it may not come yet."""
    early = over_ranked(
        "R2 line-infantry 10x5 reserve; R1 line-infantry 10x5 30 20 0 fled; "
        "B1 line-infantry 10x5 60 30 180; G1 line-infantry 10x5 20 44 180",
        counters={names.TABLE: {names.GAME_TURN: 1, ranked.GAME_TURN: 1}},
    )
    early.choose("red", "blue")
    assert not any(ask.window == "remaining moves" for ask in early.asks())


def test_tt_13_3_what_a_player_does_not_place_is_in_reserve():
    """He stops placing where he likes; the base game asks only who finds no place. [FB-14.1]"""
    plot = over_ranked(
        "R1 line-infantry 10x5 undeployed; R2 line-infantry 10x5 undeployed; "
        "B1 line-infantry 10x5 60 30 180; G1 line-infantry 10x5 20 44 180",
        counters={"red": {names.ANCHOR: 1, names.PLACE: 1}},
        then=(Deployment(),),
    )
    (ask,) = plot.asks("red")
    assert ask.options == (HOLD_BACK,)
    plot.say("red", Choose(HOLD_BACK))
    assert [plot.piece(name).place for name in ("R1", "R2")] == ["reserve", "reserve"]


def test_fb_9_7_ambushers_come_in_a_battle_of_many():
    """[TT-2.3] The game turn of turn cards is the game turn of the core."""
    plot = over_ranked(
        FIELD.format(" ambushers"),
        counters={names.TABLE: {names.GAME_TURN: 2}},
        active="blue",
        draws=("turn-axe",),
        then=(NextCard(),),
    )
    assert plot.position.active == ("red",)
    (rolled,) = [ask for ask in plot.asks() if ask.window == "ambush"]
    assert rolled.about == ("R2",)


def test_tt_13_10_characters_are_set_out_last_as_one():
    """[FB-14.1] In the base game they are one placement whenever it likes."""
    plot = over_ranked(
        "R1 line-infantry 10x5 undeployed; R8 captain 1x1 undeployed; R9 captain 1x1 undeployed; "
        "B1 line-infantry 10x5 undeployed; G1 line-infantry 10x5 20 44 180",
        counters={
            "red": {names.ANCHOR: 1, names.PLACE: 1}, "blue": {names.ANCHOR: 2, names.PLACE: 2},
            "green": {names.ANCHOR: 3, names.PLACE: 3},
        },
        then=(Deployment(),),
    )  # fmt: skip
    assert plot.asks("red")[0].about == ("R1",)
    early = plot.judge("red", Deploy("R9", Pose(30 * INCH, 20_000, 0, 1_000_000)))
    assert {one.clause for one in early.refusals} == {"FB-14.1"}
    plot.say("red", Deploy("R1", Pose(36 * INCH, 40_000, 0, 1_000_000)))
    plot.say("blue", Deploy("B1", Pose(66 * INCH, 44 * INCH, 0, 1_000_000)))
    assert plot.asks("red")[0].about == ("R8", "R9")
    plot.say("red", Deploy("R8", into="R1"))
    assert plot.asks("red")[0].about == ("R9",)
