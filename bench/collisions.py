"""Base-to-base collision queries, amortised over 90 bases on one table; goal 2 µs each."""

import platform
import random
import time
from pathlib import Path

from condotta.table import Pose, Rectangle, base, from_degrees, overlaps

STANDS = 90
ROUNDS = 40
GOAL = 2.0


def processor() -> str:
    """The processor's name as the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def table(dice: random.Random) -> list[Pose]:
    """Ninety poses in two armies of rough lines, so that many neighbours touch."""
    poses = []
    for index in range(STANDS):
        row, place = divmod(index, 22)
        x = 20000 + 20000 * place + dice.randrange(-4000, 4000)
        y = 80000 + 30000 * row + dice.randrange(-4000, 4000)
        poses.append(Pose(x, y, *from_degrees(dice.choice((0, 90, 180, dice.uniform(0, 360))))))
    return poses


def microseconds(fresh: bool) -> float:
    """The mean time of one query, every stand against every other."""
    dice = random.Random(7)
    shapes = [Rectangle(20000, depth) for depth in (7500, 10000, 15000, 20000)]
    spent, asked = 0.0, 0
    for _ in range(ROUNDS):
        poses = table(dice)
        if not fresh:
            for index, pose in enumerate(poses):
                base(pose, shapes[index % 4])
        start = time.perf_counter()
        bases = [base(pose, shapes[index % 4]) for index, pose in enumerate(poses)]
        for one in bases:
            for two in bases:
                overlaps(one, two)
        spent += time.perf_counter() - start
        asked += STANDS * STANDS
    return spent / asked * 1e6


def crowded() -> float:
    """The mean time of a query between bases so close that the circles always meet."""
    dice = random.Random(8)
    shape = Rectangle(20000, 10000)
    bases = [
        base(Pose(dice.randrange(12000), dice.randrange(12000), *from_degrees(angle)), shape)
        for angle in range(0, 360, 4)
    ]
    start = time.perf_counter()
    for _ in range(ROUNDS):
        for one in bases:
            for two in bases:
                overlaps(one, two)
    return (time.perf_counter() - start) / (ROUNDS * len(bases) ** 2) * 1e6


def main() -> None:
    """Measure and print."""
    print(f"{processor()}, Python {platform.python_version()}")
    print(f"collision query, {STANDS} stands, each against each: {microseconds(False):.2f} µs")
    print(f"the same with every base worked out anew:      {microseconds(True):.2f} µs")
    print(f"between bases that all crowd one spot:         {crowded():.2f} µs (goal {GOAL:g} µs)")


if __name__ == "__main__":
    main()
