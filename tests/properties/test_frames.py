"""Design laws of procedures in progress, held by the real book: re-entry, size, numbers, undo."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.bots.runner import answer_next, seated
from condotta.kernel.asks import Action, Ask, Script, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Counted, Event, Popped
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Verdict
from condotta.kernel.state import State
from condotta.rules.triumph.layer import TRIUMPH
from tests.kernel import laws
from tests.properties.effort import looking, seeds
from tests.properties.journeys import SEATS, opened
from tests.properties.scenes import Scene, scenes, the_book


class Bribe(Action, frozen=True):
    """So many florins to another seat, at any time."""

    to: Seat
    florins: int


class Handing(Script, frozen=True, kw_only=True):
    """Florins on their way."""

    to: Seat
    florins: int


def hand_over(_: Book, state: State, frame: Handing) -> Iterator[Event]:
    yield Counted(frame.to, "florins", state.position.count(frame.to, "florins") + frame.florins)
    yield Popped()


def may_bribe(_: Book, position: Position, seat: Seat, __: Ask | None, said: Bribe) -> Verdict:
    del position, seat, said
    return Verdict()


BRIBES = Layer(
    "bribes",
    2,
    procedures={Handing: hand_over},
    judges={Bribe: may_bribe},
    anytime={Bribe: lambda _, said: Handing(to=said.to, florins=said.florins)},
)


def with_bribes() -> Book:
    return Book("triumph", (TRIUMPH, BRIBES))


def watched_book() -> Book:
    """The real book, each of whose procedures is entered twice and must say the same."""
    return laws.watched(Book("triumph", (TRIUMPH,)))


@pytest.mark.parametrize("number", seeds(2))
def test_every_procedure_entered_again_says_the_same_and_the_agenda_is_small(number: int) -> None:
    rules = watched_book()
    fought = opened(number, rules)
    bots = seated(dict.fromkeys(SEATS, "random"), rules, number)
    entered: set[str] = set()
    while fought.state.position.ended is None:
        laws.the_agenda_is_small(fought)
        entered |= {type(frame).__name__ for frame in fought.state.agenda}
        answer_next(fought, bots)
    laws.questions_are_numbered_once(fought)
    assert {"Conduct", "Opening", "SetOut", "MovementPhase"} <= entered


@looking(25)
@given(scenes(), st.integers(0, 999))
def test_procedures_of_small_battles_say_the_same_again(scene: Scene, seed: int) -> None:
    fought = scene.battle(watched_book(), SeededCup(seed))
    laws.play(fought, Random(seed), 6, laws.the_agenda_is_small)
    laws.questions_are_numbered_once(fought)
    laws.wrong_commands_change_nothing(fought)


@looking(20)
@given(scenes(), st.integers(0, 999))
def test_words_and_bribes_leave_every_frame_below_as_it_was(scene: Scene, seed: int) -> None:
    fought = scene.battle(with_bribes())
    random = Random(seed)
    for _ in range(5):
        laws.an_act_at_any_time_leaves_the_frames_below(fought, "blue", Speak("mind the marsh"))
        if all(ask.seat != CHANCE for ask in fought.state.asks) and not fought.state.position.ended:
            for seat in SEATS:
                laws.an_act_at_any_time_leaves_the_frames_below(fought, seat, Bribe("red", 2))
        else:
            laws.is_refused(fought, "blue", Bribe("red", 1), None, "kernel.")
        fought.cup = SeededCup(seed)
        if not laws.say_something(rolled(fought), random):
            return
        fought.cup = None


def rolled(fought: Battle) -> Battle:
    """The battle once the dice that it waits for have been rolled."""
    while dice := [ask for ask in fought.waiting() if ask.seat == CHANCE]:
        assert fought.cup is not None
        said = fought.cup.answer(dice[0])
        assert said is not None
        fought.say(CHANCE, said, dice[0].id)
    return fought


@pytest.mark.parametrize("number", seeds(1))
def test_an_undo_gives_back_everything_but_the_numbers(number: int) -> None:
    fought = opened(number, the_book())
    bots = seated(dict.fromkeys(SEATS, "random"), the_book(), number)
    undone = refused = 0
    for _ in range(150):
        if fought.state.position.ended:
            break
        before, asked = fought.state, fought.state.asked
        seat = next(ask.seat for ask in fought.waiting())
        views = [encode(fought.view(one)) for one in SEATS]
        answer_next(fought, bots)
        if fought.may_undo(seat):
            fought.undo(seat)
            undone += 1
            assert encode(fought.state.position) == encode(before.position)
            assert fought.state.agenda == before.agenda
            assert fought.state.asks == before.asks
            assert fought.state.asked >= asked
            assert [encode(fought.view(one)) for one in SEATS] == views
            answer_next(fought, bots)
        else:
            refused += 1
    laws.the_log_replays_without_rules(fought)
    laws.questions_are_numbered_once(fought)
    assert undone > 20
    assert refused > 5
