"""What is offered is accepted; what is accepted is what the judge allows; no more, no less."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.bots.runner import answer_next, seated
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.decide import Command, decide
from condotta.kernel.errors import Illegal
from condotta.kernel.log import canonical
from condotta.kernel.records import CHANCE
from condotta.rules.triumph.movement.legal_moves import judge_move
from condotta.rules.triumph.movement.moves import Move
from condotta.table import Advance, Leg, Pose, Rectangle, Shift, Wheel, pose_at
from tests.kernel import laws
from tests.properties.effort import looking, seeds
from tests.properties.journeys import SEATS, moments, opened
from tests.properties.scenes import BOARD, Scene, made, scenes, the_book
from tests.properties.wild import wild_answer

SALIENT = 25


def offered(fought: Battle, ask: Ask, random: Random) -> Iterator[Action]:
    """The options of a question, the first of its salient answers, a few samples."""
    for option in ask.options:
        yield Choose(option)
    menu = fought.book.menus.get(ask.window)
    if menu is None:
        return
    seen = fought.view(ask.seat).position
    yield from islice(menu.salient(fought.book, seen, ask), SALIENT)
    for _ in range(3):
        said = menu.sample(fought.book, seen, ask, random)
        if said is not None:
            yield said


def open_questions(fought: Battle) -> tuple[Ask, ...]:
    """The questions that seats can answer now."""
    return tuple(ask for ask in fought.waiting() if ask.seat != CHANCE)


def accepts(fought: Battle, ask: Ask, said: Action) -> bool:
    """Whether it is accepted, found out without the battle going on."""
    true = next(one for one in fought.state.asks if one.id == ask.id)
    seen = fought.view(ask.seat).position
    try:
        decide(fought.book, fought.state, seen, Command(ask.seat, canonical(said), true))
    except Illegal:
        return False
    return True


def all_that_is_offered_is_accepted(fought: Battle, random: Random) -> int:
    """How many answers were offered; each is legal, and each is accepted."""
    count = 0
    for ask in open_questions(fought):
        for said in offered(fought, ask, random):
            assert fought.judge(ask.seat, said, ask.id).ok, said
            assert accepts(fought, ask, said), said
            count += 1
    return count


def judge_and_acceptance_agree(fought: Battle, random: Random, tries: int) -> int:
    """Say wild things: accepted if and only if the judge allows them. How many it refused."""
    refused = 0
    for ask in open_questions(fought):
        seen = fought.view(ask.seat).position
        for _ in range(tries):
            said = wild_answer(random, seen, ask)
            verdict = fought.judge(ask.seat, said, ask.id)
            assert accepts(fought, ask, said) is verdict.ok, said
            if not verdict.ok:
                laws.is_refused(fought, ask.seat, said, ask.id, "")
                refused += 1
    return refused


@looking(25)
@given(scenes(), st.integers(0, 999))
def test_every_answer_offered_in_a_small_battle_is_accepted(scene: Scene, seed: int) -> None:
    fought = scene.battle(cup=SeededCup(seed))
    random = Random(seed)
    for _ in range(4):
        all_that_is_offered_is_accepted(fought, random)
        if not laws.say_something(fought, random):
            return


@looking(25)
@given(scenes(), st.integers(0, 999))
def test_a_wild_answer_is_accepted_just_when_the_judge_allows_it(scene: Scene, seed: int) -> None:
    fought = scene.battle(cup=SeededCup(seed))
    random = Random(seed)
    for _ in range(2):
        judge_and_acceptance_agree(fought, random, 12)
        if not laws.say_something(fought, random):
            return


@pytest.mark.parametrize("number", seeds(4))
def test_set_up_offers_what_is_accepted_and_refuses_the_rest(number: int) -> None:
    fought = opened(number, the_book())
    bots = seated(dict.fromkeys(SEATS, "random"), the_book(), number)
    random, windows = Random(number), set()
    while fought.state.position.turn == 0:
        windows |= {ask.window for ask in open_questions(fought)}
        all_that_is_offered_is_accepted(fought, random)
        judge_and_acceptance_agree(fought, random, 10)
        answer_next(fought, bots)
    assert {"camp", "centre troops", "all troops", "rest of the troops"} <= windows


@pytest.mark.parametrize("number", seeds(2))
def test_a_whole_battle_offers_what_is_accepted_and_refuses_the_rest(number: int) -> None:
    fought = opened(number, the_book())
    bots = seated(dict.fromkeys(SEATS, "random"), the_book(), number)
    random, step = Random(number), 0
    while fought.state.position.ended is None:
        if fought.state.position.turn and step % 11 == 0:
            all_that_is_offered_is_accepted(fought, random)
            judge_and_acceptance_agree(fought, random, 6)
        answer_next(fought, bots)
        step += 1


def test_tc_8_22_a_flank_march_is_offered_and_what_is_offered_is_accepted() -> None:
    marching = flank_marches()
    for fought in marching:
        assert all_that_is_offered_is_accepted(fought, Random(3)) > 3
        assert judge_and_acceptance_agree(fought, Random(4), 40) > 5


def flank_marches() -> list[Battle]:
    """Two battles, each where a seat may bring its reserve in."""
    found: list[Battle] = []
    for number in range(200):
        fought = opened(number, the_book(), f"march/{number}")
        bots = seated(dict.fromkeys(SEATS, "random"), the_book(), number)
        while fought.state.position.turn < 4 and not fought.state.position.ended:
            answer_next(fought, bots)
        wanted = moments(fought.log, lambda state: any("March" in ask.says for ask in state.asks))
        moment = next(wanted, None)
        if moment is not None:
            found.append(Battle(the_book(), fought.log[: moment.length], SeededCup(1)))
        if len(found) == 2:
            return found
    raise AssertionError("no battle of two hundred came to a flank march")


@pytest.mark.parametrize("leg", [Wheel("left", 0, 0), Shift(Pose(0, 0, 1, 1)), Advance(1e300)])
def test_tc_5_1_a_leg_without_a_facing_or_off_every_table_is_refused(leg: Leg) -> None:
    stand = made("red", "SPR", Rectangle(20_000, 10_000), pose_at(100_000, 90_000, 0), (), ())
    position = Scene(BOARD, (), (stand,), "movement", "red", 6).position()
    verdict = judge_move(the_book(), position, "red", None, Move(("R1",), (leg,)))
    assert [refusal.key for refusal in verdict.refusals] == ["tc.5-1.leg"]
