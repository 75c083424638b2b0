"""Nothing is lost but what is counted, and nothing overlaps, after every single event."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from condotta.bots.runner import conduct, seated
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Counted, Event, Exchanged, Moved, Placed, Removed, Step
from condotta.kernel.evolving import evolve_position
from condotta.kernel.folding import fold
from condotta.lab.inspecting import Broken, Inspector, places
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.fallback import plan_fall_back
from condotta.rules.triumph.stands.field import field
from condotta.table import Pose, Rectangle
from tests.kernel import laws
from tests.properties.effort import looking, seeds
from tests.properties.journeys import SEATS, battle, moments, opened
from tests.properties.scenes import BOARD, Scene, made, scenes, the_book


@pytest.mark.parametrize("number", seeds(3))
def test_tc_10_2_half_points_of_a_seat_are_somewhere_after_every_event(number: int) -> None:
    fought = opened(number, the_book())
    inspector = Inspector(fought)
    bots = seated(dict.fromkeys(SEATS, "random"), the_book(), number)
    conduct(fought, bots, watch=inspector.watch)
    assert inspector.events > 500
    lost = {seat: places(fought.state.position, seat)["lost"] for seat in SEATS}
    assert all(worth <= inspector.mustered[seat] for seat, worth in lost.items())


@pytest.mark.parametrize("number", seeds(1))
def test_tc_10_2_a_sensible_battle_keeps_its_half_points_too(number: int) -> None:
    fought = opened(number + 7, the_book())
    inspector = Inspector(fought)
    bots = seated(dict.fromkeys(SEATS, "steward"), the_book(), number)
    conduct(fought, bots, watch=inspector.watch, limit=60)
    assert inspector.events > 100


@looking(40)
@given(scenes(), st.integers(0, 999))
def test_tc_5_13_no_two_stands_overlap_after_any_event(scene: Scene, seed: int) -> None:
    fought = scene.battle(cup=SeededCup(seed))
    inspector = Inspector(fought)
    random = Random(seed)
    for _ in range(10):
        length = len(fought.log)
        if not laws.say_something(fought, random):
            break
        inspector.watch(fought.state, tuple(fought.log[length:]))


def test_whatever_breaks_a_battle_is_noticed() -> None:
    """The inspector is itself tested: a stand doubled, lost uncounted, moved onto another."""
    whole = battle(0)
    found = next(moments(whole.log, lambda state: state.position.turn > 2))
    fought = Battle(the_book(), whole.log[: found.length])
    position = found.state.position
    one, two = [p for p in position.at("table") if p.controller == "red" and p.type != "CAMP"][:2]
    assert two.pose is not None
    planted: list[Event] = [
        Moved((Step(one.id, two.pose),)),
        Placed(one.id, "table", two.pose),
        Placed(one.id, "table"),
        Exchanged(replace(one, owner="blue")),
        Counted(one.id, names.WORTH, 99),
    ]
    for event in planted:
        inspector = Inspector(fought)
        with pytest.raises(Broken):
            inspector.watch(fold(found.state, (event,)), (event,))
    inspector = Inspector(fought)
    gone = Removed(one.id, "lost")
    inspector.watch(fold(found.state, (gone,)), (gone,))
    with pytest.raises(Broken):
        inspector.watch(found.state, ())


def test_tc_3_47_a_stand_that_falls_back_to_the_very_edge_does_not_hang_over_it() -> None:
    """A corner that would end 0.002 MU over the edge: not short of room, and not off the board."""
    stand = made(
        "blue", "BTX", Rectangle(20_000, 20_000), Pose(439_090, 291_085, -933_580, 358_368), (), ()
    )
    scene = Scene(BOARD, (), (stand,), names.CLOSE, "red", 6)
    here = field(the_book(), scene.position())
    plan = plan_fall_back(here, here.stand("B1"))
    assert plan.survives
    assert plan.moved < (20_000,)
    inspector = Inspector(scene.battle())
    for event in plan.moves:
        inspector.position = evolve_position(inspector.position, event)
        inspector.look(event)
