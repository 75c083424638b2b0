"""From wherever a battle has come, somebody has a legal answer, and every way out works."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.bots.runner import answer_next, seated
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.records import CHANCE
from condotta.rules.library import book
from condotta.rules.triumph.shooting.ranged_combat import HOLD
from tests.kernel import laws
from tests.properties.effort import looking, seeds
from tests.properties.journeys import SEATS, battle, moments, opened
from tests.properties.scenes import Scene, scenes, the_book

WAYS_OUT = ("end", HOLD)
PATIENCE = 400


def rests_or_has_ended(fought: Battle) -> None:
    """Somebody is asked and nothing else is in progress, or it is over and nobody is."""
    state = fought.state
    if state.position.ended is not None:
        assert fought.waiting() == ()
        assert state.asks == ()
        return
    assert state.resting()
    assert fought.waiting()


def everybody_asked_has_a_legal_answer(fought: Battle, random: Random) -> None:
    """For every open question there is one, by its options or by its menu, and it is legal."""
    rests_or_has_ended(fought)
    for ask in fought.waiting():
        if ask.seat == CHANCE:
            continue
        found = [Choose(option) for option in ask.options] or menu_answers(fought, ask, random)
        assert found, ask
        assert all(fought.judge(ask.seat, said, ask.id).ok for said in found)
        if ask.says:
            assert menu_answers(fought, ask, random), ask


def menu_answers(fought: Battle, ask: Ask, random: Random) -> list[Action]:
    """One answer by sample and the first by salience."""
    menu, seen = fought.book.menus[ask.window], fought.view(ask.seat).position
    first = list(islice(menu.salient(fought.book, seen, ask), 1))
    said = menu.sample(fought.book, seen, ask, random)
    assert first, ask
    assert said is not None, ask
    return [said, *first]


def hasty(fought: Battle, ask: Ask) -> Action:
    """Out of every phase at once; where there is no way out, the first answer there is."""
    for option in WAYS_OUT:
        if option in ask.options:
            return Choose(option)
    menu = fought.book.menus.get(ask.window)
    if menu is not None and ask.says:
        return next(menu.salient(fought.book, fought.view(ask.seat).position, ask))
    return Choose(ask.options[0])


def hurry(fought: Battle, until: Callable[[Battle], bool]) -> int:
    """Leave every phase at once until then; how many answers that took."""
    for count in range(PATIENCE * 10):
        if fought.state.position.ended or until(fought):
            return count
        ask = next(ask for ask in fought.waiting() if ask.seat != CHANCE)
        fought.say(ask.seat, hasty(fought, ask), ask.id)
        rests_or_has_ended(fought)
    raise AssertionError("the way out led nowhere")


@looking(30)
@given(scenes(), st.integers(0, 999))
def test_in_a_small_battle_everybody_asked_has_a_legal_answer(scene: Scene, seed: int) -> None:
    fought = scene.battle(cup=SeededCup(seed))
    random = Random(seed)
    for _ in range(6):
        everybody_asked_has_a_legal_answer(fought, random)
        if not laws.say_something(fought, random):
            return
    turn = fought.state.position.turn
    hurry(fought, lambda now: now.state.position.turn > turn + 2)


@pytest.mark.parametrize("number", seeds(2))
def test_in_a_whole_battle_everybody_asked_has_a_legal_answer(number: int) -> None:
    fought = opened(number, the_book())
    bots = seated(dict.fromkeys(SEATS, "random"), the_book(), number)
    random, step = Random(number), 0
    while fought.state.position.ended is None:
        rests_or_has_ended(fought)
        if step % 5 == 0 or fought.state.position.turn == 0:
            everybody_asked_has_a_legal_answer(fought, random)
        answer_next(fought, bots)
        step += 1
    rests_or_has_ended(fought)


@pytest.mark.parametrize("number", seeds(3))
def test_whoever_leaves_every_phase_at_once_comes_to_the_end(number: int) -> None:
    rules = book("triumph", {"turnLimit": 6})
    fought = opened(number, rules)
    hurry(fought, lambda _: False)
    ended = fought.state.position.ended
    assert ended is not None
    assert ended.clause in {"TC-10.1", "TC-10.4"}


@pytest.mark.parametrize("number", seeds(1))
def test_from_the_midst_of_any_battle_the_way_out_is_open(number: int) -> None:
    fought = battle(number)
    found = list(moments(fought.log, lambda state: state.position.turn > 0))
    rng = Random(number)
    for moment in rng.sample(found, 8):
        other = Battle(the_book(), fought.log[: moment.length], SeededCup(number))
        turn = other.state.position.turn
        hurry(other, lambda now, turn=turn: now.state.position.turn > turn + 1)  # type: ignore[misc]  # the turn of now
