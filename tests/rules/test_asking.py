"""Questions of scripts: asked once, waited for, read where they are answered."""

from collections.abc import Generator, Iterator

import pytest

from condotta.kernel.asks import Answer, Ask, Draw, Roll, Script
from condotta.kernel.book import until_it_rests
from condotta.kernel.events import Asked, Event, Popped, Ruled
from condotta.kernel.records import CHANCE
from condotta.rules.asking import drawn, there, thrown


class Trial(Script, frozen=True, kw_only=True):
    """Dice, and then something is told."""


def heard(window: str, said: Roll | Draw) -> Trial:
    return Trial(answers=(Answer(CHANCE, window, said),))


def trial(part: Generator[Event, None, object]) -> Iterator[Event]:
    found = yield from part
    yield Ruled("SK-1", "told", {"found": str(found)})


def test_a_script_asks_for_its_dice_and_rests():
    asked = list(until_it_rests(trial(thrown(Trial(), "dice", "SK-1", 2, ("R1",)))))
    assert asked == [Asked(Ask(CHANCE, "dice", "SK-1", dice=2, about=("R1",)))]


def test_a_script_goes_on_from_its_dice():
    frame = heard("dice", Roll((3, 5)))
    assert list(until_it_rests(trial(thrown(frame, "dice", "SK-1", 2)))) == [
        Ruled("SK-1", "told", {"found": "(3, 5)"})
    ]


def test_a_pile_is_asked_for_in_order_and_drawn_from_once():
    asked = list(until_it_rests(trial(drawn(Trial(), "lots", "SK-1", ("b", "a"), count=1))))
    assert asked == [Asked(Ask(CHANCE, "lots", "SK-1", draw=("a", "b"), count=1))]
    frame = heard("lots", Draw(("b",)))
    (told,) = until_it_rests(trial(drawn(frame, "lots", "SK-1", ("b", "a"), count=1)))
    assert told == Ruled("SK-1", "told", {"found": "('b',)"})


@pytest.mark.parametrize(("found", "first"), [(None, Popped), ("R1", Ruled)])
def test_a_procedure_is_over_where_what_it_is_about_is_gone(found, first):
    (event,) = until_it_rests(trial(there(found)))
    assert isinstance(event, first)
