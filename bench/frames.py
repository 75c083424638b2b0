"""What a step costs late in a long loop, against early: the ratio should be about one."""

import platform
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from bench.collisions import processor  # noqa: E402 - as above
from condotta.kernel.chance import SeededCup  # noqa: E402 - the toy game lies in the tests
from condotta.kernel.log import encode  # noqa: E402 - as above
from tests.kernel import toy  # noqa: E402 - as above

STEPS = 1_000


def walk() -> tuple[list[float], list[int]]:
    """Seconds for every step of a loop of a thousand marches, and the agenda's size after it."""
    battle = toy.battle(cup=SeededCup(1), steps=STEPS + 1, cards={"green": ("fog",)})
    for seat in (*toy.SEATS, "spectators"):
        battle.view(seat)
    seconds, sizes = [], []
    for number in range(STEPS):
        start = time.perf_counter()
        toy.choose(battle, toy.SEATS[number % 3], "march")
        if battle.waiting()[0].window == "ambush":
            toy.choose(battle, "green", "pass")
        seconds.append(time.perf_counter() - start)
        sizes.append(len(encode(battle.state.agenda)))
    return seconds, sizes


def median(some: list[float]) -> float:
    """The middle one."""
    return sorted(some)[len(some) // 2]


def main() -> None:
    """Measure and print."""
    seconds, sizes = walk()
    early, late = median(seconds[10:110]), median(seconds[-100:])
    print(f"{processor()}, Python {platform.python_version()}")
    print(f"a step near the 10th: {early * 1e6:.0f} µs; near the {STEPS}th: {late * 1e6:.0f} µs")
    print(f"ratio: {late / early:.2f}; agenda: {sizes[10]} and {sizes[-1]} bytes")


if __name__ == "__main__":
    main()
