"""The runner on a toy book: a seat is asked for a number until it says the last one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest

from condotta.bots.chancer import Chancer, Speechless
from condotta.bots.lots import lots
from condotta.bots.runner import (
    REPEATS,
    Misplayed,
    Repeated,
    Unanswered,
    answer_next,
    conduct,
)
from condotta.bots.seat import make
from condotta.errors import PlainError
from condotta.kernel.asks import Action, Ask, Choose, Loop
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer, Menu
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Asked, Began, Ended, Event, Pushed
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE, Board, Chair
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.kernel.views import View
from tests.kernel import toy


class Guess(Action, frozen=True):
    """A number from 1 to 6."""

    number: int


class Game(Loop, frozen=True, kw_only=True):
    """Guess until somebody says six; a die is thrown before each guess of red."""


class Turn(Loop, frozen=True, kw_only=True):
    """Nothing: it makes a loop forget its answer."""


def play(_: Book, state: State, frame: Game) -> Iterator[Event]:
    if frame.answers and frame.answers[-1].seat != CHANCE:
        said = frame.answers[-1].said
        if said == Guess(6) or said == Choose("stop"):
            yield Ended((frame.answers[-1].seat,), "X-1", "x.won")
            return
    asked = len(frame.answers)
    match asked % 3:
        case 0:
            yield Asked(Ask(CHANCE, "dice", "X-2", dice=1))
        case 1:
            yield Asked(Ask("red", "guess", "X-3", says=("Guess",)))
        case _:
            yield Asked(Ask("blue", "choice", "X-4", options=("go", "stop")))


def judge(_: Book, __: object, ___: str, ____: object, said: Guess) -> Verdict:
    return Verdict() if 1 <= said.number <= 6 else Verdict((Refusal("X-5", "x.number"),))


def book(*guesses: int) -> Book:
    menu = Menu(
        lambda _, __, ___, random: Guess(random.choice(guesses)) if guesses else None,
        lambda *_: iter(()),
    )
    layer = Layer("toy", 0, procedures={Game: play}, judges={Guess: judge}, menus={"guess": menu})
    return Book("toy", (layer,))


def battle(rules: Book) -> Battle:
    chairs = (Chair("red", "red"), Chair("blue", "blue"))
    return Battle(rules, (Began(Board(1, 1), chairs), Pushed(Game())), SeededCup(1))


def test_bots_answer_until_the_battle_is_over_and_dice_are_no_decisions():
    rules = book(6)
    seen: list[int] = []
    result = conduct(
        battle(rules),
        {seat: Chancer(rules, lots(seat)) for seat in ("red", "blue")},
        watch=lambda _, events: seen.append(len(events)),
    )
    assert result.decisions == 1
    assert result.winners == ("red",)
    assert result.ended == Ended(("red",), "X-1", "x.won")
    assert len(seen) == 1


def test_an_illegal_answer_of_a_bot_is_raised_with_its_refusal():
    rules = book(7)
    bots = {seat: Chancer(rules, lots(seat)) for seat in ("red", "blue")}
    with pytest.raises(Misplayed) as caught:
        conduct(battle(rules), bots)
    assert caught.value.refusals == (Refusal("X-5", "x.number"),)


def test_a_menu_without_an_answer_leaves_the_bot_speechless():
    rules = book()
    bots = {seat: Chancer(rules, lots(seat)) for seat in ("red", "blue")}
    with pytest.raises(Speechless, match="guess for red"):
        conduct(battle(rules), bots)


def test_a_battle_stops_at_its_limit_and_is_not_over():
    class Stubborn:
        def answer(self, _: View, ask: Ask) -> Action:
            return Guess(1) if ask.says else Choose("go")

    rules = book(1)
    result = conduct(battle(rules), {"red": Stubborn(), "blue": Stubborn()}, limit=5)
    assert result.decisions == 5
    assert result.ended is None
    assert result.winners == ()


def test_a_seat_that_says_the_same_over_and_over_is_a_fault():
    """The battle would go on for ever, though every answer is legal."""

    class Loner(Game, frozen=True, kw_only=True):
        """Only red is asked, and nothing it says ends the battle but a six."""

    class Stubborn:
        def __init__(self, *numbers: int) -> None:
            self.numbers = cycle(numbers)

        def answer(self, _: View, __: Ask) -> Action:
            return Guess(next(self.numbers))

    def alone(_: Book, __: State, frame: Loner) -> Iterator[Event]:
        yield Asked(Ask("red", "guess", "X-3", says=("Guess",)))

    layer = Layer("lone", 0, procedures={Loner: alone}, judges={Guess: judge})
    rules = Book("lone", (layer,))

    def begun() -> Battle:
        return Battle(rules, (Began(Board(1, 1), (Chair("red", "red"),)), Pushed(Loner())), None)

    with pytest.raises(Repeated, match="red said Guess"):
        conduct(begun(), {"red": Stubborn(3)})
    assert conduct(begun(), {"red": Stubborn(3, 4)}, limit=3 * REPEATS).decisions == 3 * REPEATS


def test_a_battle_that_asks_nobody_is_a_fault():
    rules = book(6)
    quiet = Battle(rules, (Began(Board(1, 1), ()), Pushed(Game())), None)
    with pytest.raises(Unanswered):
        conduct(quiet, {})


def test_a_bot_is_shown_a_view_and_no_more():
    shown: list[object] = []

    class Looker:
        def answer(self, view: View, _: Ask) -> Action:
            shown.append(view)
            return Guess(6)

    rules = book(6)
    conduct(battle(rules), {"red": Looker()})
    assert [type(one) for one in shown] == [View]


def test_an_unknown_bot_is_told_with_the_nearest_name():
    with pytest.raises(PlainError, match="Did you mean steward"):
        make("stewart", book(6), 1)


@pytest.mark.parametrize(
    "name", ["no_such_module:Bot", "condotta.bots.chancer:Nobody", ":Bot", "..x:Bot"]
)
def test_a_bot_that_python_does_not_find_is_a_sentence(name):
    with pytest.raises(PlainError, match="MODULE:NAME"):
        make(name, book(), 1)


def test_what_is_hidden_from_a_seat_is_hidden_from_its_bot():
    fought = toy.battle(truths={"blue": "false"})
    shown: list[View] = []

    class Looker:
        def answer(self, view: View, _: Ask) -> Action:
            shown.append(view)
            return Choose("rest")

    ask = next(ask for ask in fought.waiting() if ask.seat != CHANCE)
    seen = encode(fought.view(ask.seat))
    answer_next(fought, {ask.seat: Looker()})
    assert ask.seat != "blue"
    assert fought.state.position.pieces["B1"].truth == "false"
    assert [encode(view) for view in shown] == [seen]
    assert not shown[0].position.pieces["B1"].truth
