"""Every setting that a game offers decides something in it. This file names clauses, tests none."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from condotta.bots.runner import conduct
from condotta.errors import PlainError
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Entered, Event, Ruled
from condotta.kernel.position import Position
from condotta.lab.battles import Task, bots_of
from condotta.lab.matches import Field, drawn, match
from condotta.rules import systems
from condotta.rules.library import GAMES, SYSTEMS, acting, book, declarations, kind
from condotta.rules.scores import finished
from condotta.rules.triumph import names, seams
from condotta.settings import Settings

HERE = Path(__file__).parents[1]
SEATS = {"triumph": 2, "grand": 2, "ranked": 2, "skirmish": 2}
WAYS = ("__getitem__", "flag", "number", "half_points", "word", "words", "length")
SHORT = {
    "triumph": {"turnLimit": 4},
    "grand": {"turnLimit": 3},
    "treachery+triumph": {"gameTurns": 2, "mercenaries": True},
    "ranked": {"battleTurns": 2},
    "treachery": {"gameTurns": 1, "mercenaries": True},
    "skirmish": {"battleRounds": 2},
    "carnage": {"rounds": 1},
    "carnage+ranked": {"rounds": 1},
}

REPLACING = [system for system, game in GAMES.items() if game.replaced]


@pytest.fixture
def read_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The names of all settings that anybody reads."""
    found: set[str] = set()

    def watched(way: str):
        before = getattr(Settings, way)

        def reads(self: Settings, name: str):
            found.add(name)
            return before(self, name)

        return reads

    for way in WAYS:
        monkeypatch.setattr(Settings, way, watched(way))
    return found


def shown() -> str:
    """All tests of rules and bots but this one, where rare settings are shown to act."""
    files = sorted(path for path in HERE.rglob("test_*.py") if path != Path(__file__))
    return "\n".join(path.read_text() for path in files)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_setting_is_read_in_a_battle_or_shown_to_act_by_a_test(system: str, read_of: set[str]):
    """A battle of bots is fought; what it never asks for some test must choose by its name."""
    field = field_of(system)
    task = Task(1, 7, ("random",), False, field)
    rules = book(system, short(system))
    battle = match(rules, drawn(field, 1), task.dice, field)
    read_of.clear()
    conduct(battle, bots_of(task, rules))
    assert read_of, "a battle asks for some"
    tests = shown()
    idle = [name for name in declarations(system) if name not in read_of]
    assert [name for name in idle if not re.search(rf"\b{name}\b", tests)] == []


@pytest.mark.parametrize(
    ("system", "name"),
    [(system, name) for system in REPLACING for name in sorted(GAMES[system].replaced)],
)
def test_what_decides_nothing_is_not_offered(system: str, name: str):
    """It exists in the base game, and is refused here as any unknown one is."""
    assert any(name in known.declarations() for known in GAMES[system].choices)
    with pytest.raises(PlainError, match=f"no setting called {name} here"):
        book(system, {name: declared(system, name)})


@pytest.mark.parametrize("system", REPLACING)
def test_what_is_not_offered_decides_nothing(system: str):
    """The same battle goes the same way whatever a base game would be told.

    But for missions: ranked and reported battles of many have one, and know no other to be told of;
    and for power levels, of which another clause would be cited. [CM-110, CM-83, RB-32]
    """
    untold = {"mission", "powerCounts"}
    changed = {name: declared(system, name) for name in GAMES[system].replaced - untold}
    assert fought(system, {}) == fought(system, changed)


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> str:
    """A variant of TRIUMPH! that is over after two turns each, whatever the limit of turns is."""

    def falls(below: Any, book: Book, position: Position) -> tuple[Event, ...]:
        if position.phase == names.READY:
            return below(book, position)
        if position.turn < 4:
            seats = book.stack(seams.NEXT_SEAT, book, position)
            return (Entered(position.turn + 1, names.START, seats),)
        return tuple(finished(book, position, Ruled("TC-10.4", "tc.10-4.nobody"), ()))

    layer = Layer("evening", 1, hooks=((seams.NEXT_TURN, falls, "TC-10.4"),))
    plain = GAMES["triumph"]
    game = plain._replace(
        layers=(plain.layers[0], layer, *plain.layers[1:]),
        replaced=frozenset({"turnLimit"}),
        like="triumph",
    )
    monkeypatch.setitem(GAMES, "evening", game)
    monkeypatch.setitem(SYSTEMS, "evening", "An evening")
    monkeypatch.setitem(systems.SYSTEMS, "evening", systems.SYSTEMS["triumph"])
    return "evening"


def test_a_variant_may_replace_what_makes_the_battles_of_its_game_short(evening: str, read_of):
    """It is tried as the others are: what it replaces is not chosen, and decides nothing."""
    assert "turnLimit" in SHORT[kind(evening)]
    assert short(evening) == {}
    test_what_decides_nothing_is_not_offered(evening, "turnLimit")
    test_what_is_not_offered_decides_nothing(evening)
    test_a_setting_is_read_in_a_battle_or_shown_to_act_by_a_test(evening, read_of)


def fought(system: str, settings: Mapping[str, Any]) -> list[Event]:
    """A short battle between bots, with settings that nobody could choose."""
    field = field_of(system)
    rules = Book(system, GAMES[system].layers, {**short(system), **settings})
    battle = match(rules, drawn(field, 1), 7, field)
    conduct(battle, bots_of(Task(1, 7, ("random",), False, field), rules))
    return list(battle.log)


def short(system: str) -> dict[str, Any]:
    """Settings that make its battles short, as far as they decide anything in it."""
    return acting(system, SHORT[kind(system)])


def field_of(system: str) -> Field:
    """A table with the shipped armies."""
    return Field(system, SEATS.get(kind(system), 4), "", "", tuple(short(system).items()))


def declared(system: str, name: str) -> object:
    """Another value than the default."""
    one = next(
        known.declarations()[name]
        for known in GAMES[system].choices
        if name in known.declarations()
    )
    if one.type == "flag":
        return not one.default
    others = [value for value in one.allowed if value != one.default]
    return others[0]
