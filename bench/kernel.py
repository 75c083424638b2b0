"""State copies and decisions a second in the kernel alone, with the toy game of its tests."""

import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from bench.collisions import processor  # noqa: E402 - as above
from condotta.kernel.asks import Choose  # noqa: E402 - the toy game lies in the tests
from condotta.kernel.chance import SeededCup  # noqa: E402 - as above
from condotta.kernel.events import Counted, Marked, Moved, Mustered, Step  # noqa: E402 - as above
from condotta.kernel.folding import evolve, fold  # noqa: E402 - as above
from condotta.kernel.log import Header, dump, load, replay  # noqa: E402 - as above
from condotta.kernel.records import Mark, Piece  # noqa: E402 - as above
from condotta.kernel.state import State  # noqa: E402 - as above
from condotta.table import Pose  # noqa: E402 - as above
from tests.kernel import toy  # noqa: E402 - as above

STANDS = 48
DEEDS = ("march", "parley", "rest", "hire")
COPIES_GOAL = 20_000


def army(stands: int) -> State:
    """A table of so many stands."""
    pieces = (
        Piece(f"R{number}", "KNT", "red", "red", place="table", pose=Pose(number, 0, 1, 0))
        for number in range(stands)
    )
    return fold(State(), (Mustered(piece) for piece in pieces))


def rate(times: int, work: Callable[[], object]) -> float:
    """How often a second."""
    start = time.perf_counter()
    for _ in range(times):
        work()
    return times / (time.perf_counter() - start)


def copies() -> dict[str, float]:
    """Fresh states a second, by the event that makes them."""
    state = army(STANDS)
    steps = tuple(Step(f"R{number}", Pose(number, 9, 1, 0)) for number in range(8))
    events = {
        "one stand moved": Moved(steps[:1]),
        "eight stands moved": Moved(steps),
        "a mark": Marked("R5", Mark("moved", "turn")),
        "a counter": Counted("red", "points", 4),
    }
    return {
        name: rate(20_000, lambda event=event: evolve(state, event))
        for name, event in events.items()
    }


def decisions() -> tuple[float, float]:
    """Toy decisions and events a second, every seat's view and the spectators' kept up to date."""
    battle = toy.battle(cup=SeededCup(1), truths={"red": "false"}, steps=10_000)
    for seat in (*toy.SEATS, "spectators"):
        battle.view(seat)
    random, said = Random(1), 0
    start = time.perf_counter()
    while time.perf_counter() - start < 1.5:
        ask = random.choice([ask for ask in battle.waiting() if ask.options])
        options = DEEDS if ask.window == "season" else ask.options
        battle.say(ask.seat, Choose(random.choice(options)), ask.id)
        said += 1
    spent = time.perf_counter() - start
    return said / spent, len(battle.log) / spent


def replays() -> tuple[float, float]:
    """Events a second decoded, and folded."""
    battle = toy.battle(cup=SeededCup(1), steps=600)
    for number in range(600):
        seat = toy.SEATS[number % 3]
        toy.choose(battle, seat, ("march", "rest")[number % 2])
    data = dump(Header(1, "0", "toy"), battle.log)
    size = len(battle.log)
    decoded = rate(5, lambda: load(battle.book, data, "log")) * size
    return decoded, rate(5, lambda: replay(battle.log)) * size


def main() -> None:
    """Measure and print."""
    print(f"{processor()}, Python {platform.python_version()}")
    for name, speed in copies().items():
        print(f"state copies, {STANDS} stands, {name}: {speed:,.0f}/s (goal {COPIES_GOAL:,})")
    said, events = decisions()
    print(f"toy decisions, four different views kept: {said:,.0f}/s, {events:,.0f} events/s")
    decoded, folded = replays()
    print(f"log: {decoded:,.0f} events/s decoded, {folded:,.0f} events/s replayed")


if __name__ == "__main__":
    main()
