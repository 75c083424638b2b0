"""A seat gives up while it is asked: its question can be answered and the others go on. [CM-105]"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Event, Popped, Removed
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Verdict
from condotta.kernel.state import State
from condotta.rules.skirmish import names
from condotta.rules.skirmish.charge.charge_moves import Charging
from condotta.rules.skirmish.charge.heroic_interventions import Heroes
from condotta.rules.skirmish.fight.fight_phase import Rotation
from condotta.rules.skirmish.fight.melee import Fight, Striking
from condotta.rules.skirmish.fight.piling import PileIn
from condotta.rules.skirmish.morale.morale_phase import Fleeing, MoraleTest, MoraleTests
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

UNITS = (
    "R1 claw_stalkers 3 20 10; B1 medic 1 20 12; A1 medic 1 18 12; R2 medic 1 24 11;"
    " B2 militia 10 60 40"
)


class GiveUp(Action, frozen=True):
    """A seat takes all its models off the table."""


class GivingUp(Script, frozen=True, kw_only=True):
    """They go."""

    seat: Seat


def giving_up(_: Book, state: State, frame: GivingUp) -> Iterator[Event]:
    """Everything of that seat is lost."""
    for piece in state.position.pieces.values():
        if piece.controller == frame.seat and piece.place == "table":
            yield Removed(piece.id, "lost")
    yield Popped()


def judge_give_up(_: Book, __: Position, ___: Seat, ____: Ask | None, _____: GiveUp) -> Verdict:
    """At any time."""
    return Verdict()


LEAVING = Layer(
    "leaving",
    1,
    procedures={GivingUp: giving_up},
    judges={GiveUp: judge_give_up},
    anytime={GiveUp: lambda seat, _: GivingUp(seat=seat)},
)


def asked(frame: Frame, phase: str = names.FIGHT, **keywords: Any) -> Table:
    """A table whose red seat is asked by a frame, and gives up."""
    table = setting(UNITS, phase=phase, seats=ALONE, then=(frame,), layers=(LEAVING,), **keywords)
    assert [ask.seat for ask in table.asks()] == ["red"]
    table.battle.say("red", GiveUp(), None)
    return table


@pytest.mark.parametrize(
    "frame",
    [
        PileIn(unit="R1"),
        PileIn(unit="R1", after=True),
        Striking(unit="R1"),
        Fight(unit="R1"),
        Charging(unit="R1", targets=("B1",), inches=6),
        Fleeing(unit="R1", number=1),
        MoraleTest(unit="R1"),
    ],
    ids=lambda frame: type(frame).__name__,
)
def test_its_question_has_answers_that_change_nothing(frame: Frame):
    """[SK-104, SK-108, SK-93, SK-112] Whatever is asked of a unit that is gone."""
    counters = {"R1": {names.SLAIN: 9}, "red": {names.CP: 3}}
    table = asked(frame, counters=counters)
    (ask,) = table.asks("red")
    menu = table.book.menus.get(ask.window)
    if menu is not None:
        assert menu.sample(table.book, table.position, ask, Random(1)) is not None
        said = next(menu.salient(table.book, table.position, ask))
        table.say("red", said)
    else:
        table.choose("red", ask.options[0])
    assert "red" not in {one.seat for one in table.asks()}


@pytest.mark.parametrize(
    ("frame", "window"),
    [(Rotation(), "fight unit"), (MoraleTests(), "test morale"), (Heroes(seats=("red",)), "")],
    ids=lambda frame: type(frame).__name__,
)
def test_a_loop_asks_the_next_seat_alone(frame: Frame, window: str):
    """[SK-102, SK-113, CM-103] What it asked of who is gone is taken back."""
    if not window:
        table = setting(
            UNITS, phase=names.CHARGE, active="blue", seats=ALONE, then=(frame,), layers=(LEAVING,)
        )
        assert [ask.seat for ask in table.asks()] == ["red"]
        table.battle.say("red", GiveUp(), None)
        assert "red" not in {ask.seat for ask in table.asks()}
        return
    counters = {unit: {names.SLAIN: 9} for unit in ("R1", "R2", "B1", "B2")}
    table = asked(frame, counters=counters)
    assert [(ask.seat, ask.window) for ask in table.asks()] == [("blue", window)]
