"""Whoever looks on at rounds of combat sees what must not be. FB-7.7, FB-8.2, TT-3.4, TT-13.3"""

import pytest

from condotta.kernel.events import Counted, Placed, Removed, Ruled
from condotta.kernel.evolving import evolve_position
from condotta.lab.inspecting import Broken
from condotta.lab.inspecting_rounds import BEGINS, ENDS, STRUCK, RoundInspector
from condotta.rules.ranked import names
from condotta.rules.ranked.combat.close_combat_phase import BeginCombat
from condotta.rules.treachery import names as treachery
from condotta.table import Pose
from tests.rules.ranked.ranked_setting import setting
from tests.rules.treachery.treachery_setting import over_ranked

MET = (
    "R1 line-infantry 20x5 24 10 0; B1 line-infantry 19x5 24 10 180; B9 captain 1x1 in B1; "
    "R2 line-infantry 20x5 50 10 0"
)


def looking(pieces: str = MET) -> RoundInspector:
    return RoundInspector(setting(pieces, phase=names.CLOSE, then=()).battle)


def happens(look: RoundInspector, event) -> None:
    """An event, and a look at it."""
    look.position = evolve_position(look.position, event)
    look.look(event)


def test_the_engaged_test_for_no_panic():
    look = looking()
    look.tests("R2")
    with pytest.raises(Broken, match="B1 tests for Panic"):
        look.tests("B1")


def test_nobody_tests_for_panic_in_the_middle_of_a_round():
    """Though losses have parted it from the enemy."""
    look = looking()
    look.fighting = {"R2": frozenset({"B1"})}
    with pytest.raises(Broken, match="in the middle of a round"):
        look.tests("R2")


@pytest.mark.parametrize("struck", [True, False])
def test_a_hero_who_stands_has_struck(struck: bool):
    look = looking()
    happens(look, Ruled("FB-7.1", BEGINS, {"regiments": ("R1", "B1")}))
    if struck:
        told = {"fighter": "B9", "target": "R1", "attacks": 3, "hits": 0}
        happens(look, Ruled("FB-7.8", STRUCK, told))
        happens(look, Ruled("FB-7.13", ENDS[0], {}))
    else:
        with pytest.raises(Broken, match="B9 lives and has not struck"):
            happens(look, Ruled("FB-7.13", ENDS[0], {}))


@pytest.mark.parametrize(
    "event", [Counted("G1", names.MODELS, 3), Removed("G1", "lost", "red", "")]
)
def test_the_neutral_lose_nothing(event):
    plot = over_ranked(counters={treachery.TABLE: {treachery.ENEMY: 2}})
    look = RoundInspector(plot.battle)
    happens(look, Counted("B1", names.MODELS, 3))
    with pytest.raises(Broken, match="G1 of green is neutral"):
        happens(look, event)


@pytest.mark.parametrize(
    ("number", "pursued", "early"), [(1, 0, True), (2, 0, False), (1, 1, False)]
)
def test_reserves_come_when_they_may(number: int, pursued: int, early: bool):
    plot = over_ranked(
        "R1 line-infantry 10x5 reserve; B1 line-infantry 10x5 40 8 0; G1 archers 10x5 20 38 180",
        counters={
            treachery.TABLE: {treachery.GAME_TURN: number}, "R1": {names.PURSUED_OFF: pursued},
        },
    )  # fmt: skip
    look = RoundInspector(plot.battle)
    event = Placed("R1", "table", Pose(300_000, 20_000, 0, 1_000_000))
    if early:
        with pytest.raises(Broken, match="R1 comes on too early"):
            happens(look, event)
    else:
        happens(look, event)


def test_a_combat_is_watched_from_its_begin_to_its_result():
    """[FB-7.1, FB-7.13] As the rules rule it: no look breaks a real round."""
    table = setting(MET, phase=names.CLOSE, then=(BeginCombat(ids=("R1", "B1")),))
    look = RoundInspector(table.battle)
    look.begins(("R1", "B1"))
    while (ask := table.asks()[0]).window != "break test":
        if ask.seat != "chance":
            events = table.choose(ask.seat, ask.options[0])
        else:
            events = table.roll(*[4] * ask.dice)
        look.watch(table.battle.state, tuple(events))
    assert look.fighting == {}
    assert "B9" in look.struck
