"""A log says everything: it folds to the state, to every view, and is decided again alike."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from condotta.bots.runner import answer_next, seated
from condotta.kernel.asks import Choose, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Answered, Event
from condotta.kernel.folding import evolve
from condotta.kernel.log import dump, encode, load
from condotta.kernel.records import SPECTATORS
from condotta.kernel.state import State
from condotta.kernel.views import View, see, seen_by
from condotta.report.logbook import Log, header_of, verified
from tests.kernel import laws
from tests.properties.effort import looking, seeds
from tests.properties.journeys import SEATS, battle, opened
from tests.properties.scenes import Scene, scenes, the_book

FOLD = """
import sys
from pathlib import Path
import msgspec
from condotta.kernel.events import Event, Pushed
from condotta.kernel.log import encode
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
decoder = msgspec.json.Decoder(Event)
position = Position()
for line in Path(sys.argv[1]).read_bytes().splitlines()[1:]:
    position = evolve_position(position, decoder.decode(line))
assert not [name for name in sys.modules if name.startswith("condotta.rules")]
sys.stdout.buffer.write(encode(position))
"""


class Follower:
    """Folds what is written, event by event: the truth, and what every audience may see of it."""

    def __init__(self, followed: Battle) -> None:
        self.battle = followed
        self.length = 0
        self.state = State()
        self.views = {seat: View(seat) for seat in (*SEATS, SPECTATORS)}

    def catch_up(self) -> None:
        """What the log has grown by goes through JSON and is folded; all must be as it is live."""
        header = header_of(self.battle.book, {})
        new = load(self.battle.book, dump(header, self.battle.log[self.length :]), "log")
        assert new == self.battle.log[self.length :]
        for event in new:
            self.state = evolve(self.state, event)
            for seat, view in self.views.items():
                seen = seen_by(self.battle.audience(seat), event)
                if seen is not None:
                    self.views[seat] = see(view, seen)
        self.length = len(self.battle.log)
        assert self.state == self.battle.state
        for seat, view in self.views.items():
            assert view == self.battle.view(seat)


def logged(fought: Battle, events: list[Event] | None = None) -> Log:
    """The log of a battle as it is read from a file."""
    listed = fought.log if events is None else events
    return Log("battle.log", header_of(fought.book, {}), fought.book, tuple(listed))


@pytest.mark.parametrize("number", seeds(1))
def test_the_log_and_every_stream_fold_to_what_is_live_at_every_step(number: int) -> None:
    fought = opened(number, the_book())
    follower = Follower(fought)
    bots = seated(dict.fromkeys(SEATS, "random"), the_book(), number)
    while fought.state.position.ended is None:
        follower.catch_up()
        answer_next(fought, bots)
    follower.catch_up()
    assert follower.length > 500


@pytest.mark.parametrize("number", seeds(2))
def test_every_law_holds_at_some_steps_of_every_battle(number: int) -> None:
    fought = opened(number, the_book())
    bots = seated(dict.fromkeys(SEATS, "random"), the_book(), number)
    for step in range(60):
        if step % 20 == 0:
            laws.keeps_every_law(fought)
        answer_next(fought, bots)
    laws.damage_is_refused_with_its_line(fought)


def test_a_log_folds_to_its_position_where_no_rules_are_loaded(tmp_path: Path) -> None:
    fought = battle(0)
    path = tmp_path / "battle.jsonl"
    path.write_bytes(dump(header_of(fought.book, {}), fought.log))
    done = subprocess.run([sys.executable, "-c", FOLD, str(path)], capture_output=True, check=True)
    assert done.stdout == encode(fought.state.position)


@pytest.mark.parametrize("number", seeds(3))
def test_recorded_answers_decided_again_give_the_same_bytes(number: int) -> None:
    assert verified(logged(battle(number))) is None


@pytest.mark.parametrize("what", ["dice", "an answer"])
def test_a_log_whose_answers_were_tampered_with_is_found_out(what: str) -> None:
    fought = battle(0)
    events = list(fought.log)
    for number, event in enumerate(events):
        match event:
            case Answered(said=Roll(pips), window="melee dice") if what == "dice":
                turned = Roll(tuple(7 - pip for pip in pips))
                if turned == event.said:
                    continue
            case Answered(said=Choose("end")) if what == "an answer":
                turned = Choose("no end")  # type: ignore[assignment]  # another kind of answer
            case _:
                continue
        events[number] = replace(event, said=turned)
        break
    assert events != fought.log
    assert verified(logged(fought, events)) is not None


@looking(15)
@given(scenes(), st.integers(0, 999))
def test_small_battles_fold_and_are_decided_again_alike(scene: Scene, seed: int) -> None:
    fought = scene.battle(cup=SeededCup(seed))
    follower = Follower(fought)
    laws.play(fought, Random(seed), 8, lambda _: follower.catch_up())
    assert verified(logged(fought)) is None
