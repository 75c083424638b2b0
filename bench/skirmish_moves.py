"""Judging and finding a move of 30 models with 200 on the table; goals 10 ms and 100 ms.

The ratio says how the time of one judgement grows from an empty table to a full one.
"""

import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from bench.collisions import processor  # noqa: E402 - as above
from condotta.rules.skirmish.finding.finding_moves import led, nearer, onto, shifted, toward  # noqa: E402 - as above
from condotta.rules.skirmish.finding.terms import CHARGE, MOVE, NEVER, PILE_IN, Terms  # noqa: E402 - as above
from condotta.rules.skirmish.finding.trails import judged  # noqa: E402 - as above
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting  # noqa: E402 - as above

ROUNDS = 60
GOAL = 10.0
GOAL_ROUND = 100.0
MOVE_OF = Terms(MOVE, 5 * INCH)
GROUND = (
    "hill ellipse 6 20 8 6; ruins box 38 22 7 5; block box 60 20 5 4;"
    "crater ellipse 20 40 5 5; barricade box 34 34 6 1; woods ellipse 50 40 7 6; hill box 60 8 8 6"
)


def full() -> Table:
    """A mob of 30, and 170 others of both armies round it."""
    friends = [
        f"R{number} militia 10 {8 + 12 * (number % 5)} {6 + 5 * (number // 5)}"
        for number in range(2, 9)
    ]
    foes = [
        f"B{number} militia 10 {8 + 12 * (number % 5)} {30 + 5 * (number // 5)} 180"
        for number in range(1, 11)
    ]
    return setting("; ".join(["R1 brute_mob 30 24 20", *friends, *foes]), areas=GROUND)


def alone() -> Table:
    """The same mob, and one enemy far away."""
    return setting("R1 brute_mob 30 24 20; B1 medic 1 60 40")


def milliseconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median time of some work."""
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return sorted(spent)[len(spent) // 2] * 1e3


def judging(table: Table) -> float:
    """One judgement of 30 ways, each of two legs; all of them legal."""
    unit = table.unit("R1")
    models = shifted(unit, 0.0, 5.0 * INCH - 200)
    bent = tuple(
        type(trail)(
            trail.model, ((trail.points[0][0], trail.points[0][1] - 2 * INCH), *trail.points)
        )
        for trail in models
    )
    assert judged(table.position, unit, bent, MOVE_OF).ok
    return milliseconds(lambda: judged(table.position, unit, bent, MOVE_OF))


def finding(table: Table) -> dict[str, float]:
    """Ways found for the mob: a move, a charge, a pile-in."""
    position, unit = table.position, table.unit("R1")
    charge = Terms(CHARGE, 11 * INCH, targets=("B1",))
    pile_in = Terms(PILE_IN, 3 * INCH, away=NEVER, nearer=True)
    works: dict[str, Callable[[], object]] = {
        "move": lambda: toward(position, unit, (24.0 * INCH, 40.0 * INCH), MOVE_OF),
        "charge": lambda: onto(position, unit, charge),
        "pile-in": lambda: nearer(position, unit, pile_in),
    }
    assert all(work() for work in works.values())
    return {name: milliseconds(work, ROUNDS // 6) for name, work in works.items()}


def going_round() -> tuple[float, float]:
    """Ten models led to the same row: over open ground, and round a block and four friends."""
    open_ground = setting("R1 line_infantry 10 24 20; B1 medic 1 60 40")
    barred = setting(
        "R1 line_infantry 10 24 20; R2 militia 2 19 23; R3 militia 2 29 23; B1 medic 1 60 40",
        areas="block box 24 23 3 1",
    )
    terms = Terms(MOVE, 8 * INCH)
    straight, bent = (leading(table, terms) for table in (open_ground, barred))
    return straight, bent


def leading(table: Table, terms: Terms) -> float:
    """The ten led five inches up the table."""
    position, unit = table.position, table.unit("R1")
    x, y, _ = unit.around
    at = (x, y + 5.0 * INCH)
    assert len(led(position, unit, at, terms)) == len(unit.models)
    return milliseconds(lambda: led(position, unit, at, terms), ROUNDS // 6)


def main() -> None:
    """Measure and print."""
    table = full()
    print(f"{processor()}, Python {platform.python_version()}")
    much, little = judging(table), judging(alone())
    count = len(table.field.models)
    print(f"30 ways judged among {count} models: {much:.2f} ms (goal {GOAL:g} ms); ", end="")
    print(f"alone {little:.2f} ms, ratio {much / little:.2f}")
    for name, spent in finding(table).items():
        print(f"ways found for a {name}: {spent:.1f} ms")
    straight, bent = going_round()
    print(f"ten led five inches: {straight:.1f} ms, ", end="")
    ratio = bent / straight
    print(f"round what is in the way {bent:.1f} ms (goal {GOAL_ROUND:g} ms), ratio {ratio:.0f}")


if __name__ == "__main__":
    main()
