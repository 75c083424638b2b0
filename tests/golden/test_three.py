"""Three battles on file are decided again, byte for byte, and every seat sees what it saw.

If a rule was changed on purpose: `python -m tests.golden.make --reason …`, and read the difference.
"""

from __future__ import annotations

import json
from functools import cache

import pytest

from condotta.kernel.battle import Battle
from condotta.kernel.events import Answered, Asked, Moved
from condotta.kernel.log import dump, encode, replay
from condotta.report.logbook import Log, opened, verified
from tests.golden.three import BATTLES, DIGESTS, HERE, digests, watchers

NAMES = [golden.name for golden in BATTLES]


@cache
def recorded(name: str) -> Log:
    return opened(HERE / f"{name}.jsonl")


@pytest.mark.parametrize("name", NAMES)
def test_a_battle_on_file_is_decided_again_byte_for_byte(name: str) -> None:
    log = recorded(name)
    difference = verified(log)
    assert difference is None, f"{difference} (see this file's first lines)"
    assert dump(log.header, log.events) == (HERE / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_every_seat_sees_what_it_saw(name: str) -> None:
    log = recorded(name)
    battle = Battle(log.book, log.events)
    assert encode(battle.state) == encode(replay(log.events))
    assert digests(battle) == json.loads(DIGESTS.read_bytes())[name]
    assert len(watchers(battle)) == 3


def test_the_battles_on_file_show_much_of_the_game() -> None:
    """A file that shows nothing tests nothing."""
    events = [event for name in NAMES for event in recorded(name).events]
    ways = {event.way for event in events if isinstance(event, Moved)}
    asked = {event.ask.window for event in events if isinstance(event, Asked)}
    assert {"deploy", "move", "march", "fall back", "pursue"} <= ways
    assert {"melee dice", "shot dice", "camp", "movement", "command dice"} <= asked
    assert sum(isinstance(event, Answered) for event in events) > 150
