"""Whole charge, fight and morale phases by chance: what must hold whatever is chosen.

Units of all datasheets stand about a small table, some of two to four seats, some terrain among
them; whoever is asked answers by a menu or by an option, and dice fall as they like.
"""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from condotta.kernel.asks import Action, Ask, Choose, Roll
from condotta.kernel.events import Answered, Counted, Event, Marked, Moved, Ruled
from condotta.kernel.records import CHANCE
from condotta.lab.inspecting_skirmish import SkirmishInspector
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from tests.rules.skirmish.ordering import MANY
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

GROUND = (
    "woods ellipse 13 13 4 4",
    "barricade box 23 13 5 0.5",
    "block box 33 31 3 3",
    "ruins box 13 31 6 6",
    "crater ellipse 33 13 3 3",
)
PLACES = tuple((x, y) for x in (8, 18, 28, 38) for y in (8, 17, 26, 35))
SEEDS = range(16)


class Turn(NamedTuple):
    """A table, what happened on it, and whose turn it was."""

    table: Table
    events: list[Event]
    active: str


MOST = 2000  # answers of one turn


def laid_out(lot: Random) -> Table:
    """Ten units of some seats as their active one begins its Charge phase."""
    sheets = list(shipped_sheets().values())
    letters: Counter[str] = Counter()
    units = []
    for x, y in lot.sample(PLACES, 10):
        letter = lot.choice("RBAG")
        letters[letter] += 1
        sheet = lot.choice(sheets)
        models = lot.randint(1, min(10, sheet.most))
        turned = lot.choice((0, 90, 180))
        units.append(f"{letter}{letters[letter]} {sheet.id} {models} {x} {y} {turned} files=4")
    active = lot.choice([seat for seat in ALONE if letters[seat[0].upper()]])
    return setting(
        "; ".join(units),
        phase=names.CHARGE,
        active=active,
        seats=ALONE,
        areas="; ".join(lot.sample(GROUND, lot.randint(0, 4))),
        counters={seat: {names.CP: lot.randint(0, 6)} for seat in ALONE},
        layers=(MANY,) if lot.random() < 0.5 else (),
        board=(48, 44),
    )


def answer(table: Table, ask: Ask, lot: Random) -> Action:
    """What a seat, or the dice, might answer; a menu's answers are legal."""
    if ask.seat == CHANCE:
        return Roll(tuple(lot.randint(1, ask.sides) for _ in range(ask.dice)))
    menu = table.book.menus.get(ask.window)
    if menu is None or (ask.options and lot.random() < 0.2):
        return Choose(lot.choice(ask.options))
    if lot.random() < 0.1:
        for said in menu.salient(table.book, table.position, ask):
            assert table.battle.judge(ask.seat, said, ask.id).ok, said
    said = menu.sample(table.book, table.position, ask, lot)
    assert said is not None
    return said


def played(seed: int) -> Turn:
    """A turn from its Charge phase to its end, looked at after every answer."""
    lot = Random(seed)
    table = laid_out(lot)
    watch = SkirmishInspector(table.battle).watch
    start = len(table.battle.log)
    active = table.position.active
    for _ in range(MOST):
        asks = table.asks()
        if not asks or table.position.active != active:
            return Turn(table, table.battle.log[start:], active[0])
        ask = lot.choice(asks)
        events = table.battle.say(ask.seat, answer(table, ask, lot), ask.id)
        watch(table.battle.state, tuple(events))
    raise AssertionError("the turn does not end")


@pytest.fixture(scope="module", params=SEEDS)
def turn(request: pytest.FixtureRequest) -> Turn:
    """A turn that was played."""
    return played(request.param)


def ruled(events: list[Event], key: str) -> list[Ruled]:
    """The rulings of a key."""
    return [event for event in events if isinstance(event, Ruled) and event.key == key]


def test_no_unit_fights_twice_and_chargers_fight_first(turn: Turn):
    """[SK-102] Whoever strikes back comes between them."""
    events = turn.events
    fought = [str(one.params["unit"]) for one in ruled(events, "sk.103.fights")]
    assert len(set(fought)) == len(fought)
    charged = {event.piece for event in events if marks(event, names.CHARGED)}
    back = {str(one.params["unit"]) for one in ruled(events, "sk.132.strikes-back")}
    first = [unit in charged for unit in fought if unit not in back]
    assert first == sorted(first, reverse=True)


def test_only_units_of_the_active_seat_charge(turn: Turn):
    """[SK-88, SK-98] And only those of others intervene."""
    table, events, active = turn
    owner = {piece.id: piece.controller for piece in table.position.pieces.values()}
    for one in ruled(events, "sk.89.declared"):
        assert owner[str(one.params["unit"])] == active
    for one in ruled(events, "sk.98.intervenes"):
        assert owner[str(one.params["unit"])] != active


def test_each_unit_tests_its_morale_once_at_most(turn: Turn):
    """[SK-112]"""
    events = turn.events
    tested = Counter(event.piece for event in events if marks(event, names.TESTED))
    assert not tested or max(tested.values()) == 1


def test_points_are_spent_and_never_below_nothing(turn: Turn):
    """[SK-129] They do not come back."""
    events = turn.events
    for seat in ALONE:
        values = [
            event.value
            for event in events
            if isinstance(event, Counted) and (event.holder, event.name) == (seat, names.CP)
        ]
        assert values == sorted(values, reverse=True)
        assert not values or values[-1] >= 0


def test_nobody_moves_but_who_was_asked_to(turn: Turn):
    """[SK-93, SK-99, SK-104] Every move follows an answer of its owner's."""
    table, events, _ = turn
    said = [event for event in events if not isinstance(event, Counted)]  # levels come between
    for before, event in pairwise(said):
        if isinstance(event, Moved) and event.way in ("pile in", "consolidate"):
            assert isinstance(before, Answered)
            assert before.seat == table.piece(event.steps[0].piece).controller


def marks(event: Event, name: str) -> bool:
    """Whether a mark of that name was laid."""
    return isinstance(event, Marked) and event.mark.name == name
