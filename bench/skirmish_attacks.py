"""Skirmish attacks on one core: a shooting phase of 60 attacks, exact odds of 20 with re-rolls.

The goals are 50 ms for the phase and 5 ms for the odds; the ratios say how both grow. Seconds are
the processor's.
"""

import sys
import time
from pathlib import Path

from condotta.kernel.asks import Choose
from condotta.kernel.chance import SeededCup
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.attacks import Guard, Line
from condotta.rules.skirmish.attacks.odds import Assault, Victim, hit_chance, odds_of, results_of
from condotta.rules.skirmish.shooting.aiming import usual
from condotta.rules.skirmish.shooting.shooting_phase import WINDOW, Shoot

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.rules.skirmish.skirmish_setting import Table, setting

PHASE_GOAL_MS, ODDS_GOAL_MS = 50, 5
RUNS = 20
FOES = "; ".join(f"B{n} line_infantry 10 {8 + 9 * n} 31 180" for n in range(1, 7))
GROUND = "; ".join(
    f"{kind} box {x} {y} 6 4 {30 * x}"
    for kind, x, y in (
        ("ruins", 14, 26), ("woods", 26, 27), ("block", 36, 26), ("ruins", 48, 30),
        ("woods", 58, 24), ("wall", 30, 34), ("ruins", 64, 33), ("crater", 20, 33),
    )
)  # fmt: skip
GUNS = {
    6: "R1 line_infantry 5 20 22 line_trooper=plasma_gun",
    60: "; ".join(f"R{n} line_infantry 10 {8 + 18 * n} 22" for n in range(1, 4)),
}


def phase(guns: str, seed: int) -> tuple[int, float]:
    """The attacks of a shooting phase and its seconds, all that is asked included."""
    table = setting(f"{guns}; {FOES}", phase=names.SHOOTING, areas=GROUND)
    table.battle.cup = SeededCup(seed)
    started = time.process_time()
    while table.position.phase == names.SHOOTING:
        if table.asks()[0].window == WINDOW:
            step(table)
        else:
            other(table)
    spent = time.process_time() - started
    shots = (one for one in table.rulings() if one.key in ("sk.57.hits", "sk.83.hits"))
    return sum(int(str(one.params["attacks"])) for one in shots), spent


def step(table: Table) -> None:
    """Red's next unit shoots at the first of its targets; without one, red has done."""
    (ask,) = table.asks("red")
    here = table.field
    unit = here.unit(ask.about[0])
    foe = min(here.of("blue"), key=lambda one: here.apart(unit, one))
    table.say("red", Shoot(unit.id, usual(table.book, here, unit, foe.id)))


def other(table: Table) -> None:
    """Whoever else is asked answers what is best known, or the first that is offered."""
    ask = table.asks()[0]
    menu = table.book.menus.get(ask.window)
    said = next(menu.salient(table.book, table.position, ask)) if menu else Choose(ask.options[0])
    table.say(ask.seat, said)


def exact(attacks: int) -> float:
    """Seconds of the odds of so many attacks with re-rolls on ten models of two wounds."""
    hit_chance.cache_clear()
    results_of.cache_clear()
    line = Line(3, 5, 4, ap=-1, damage="D3", again=frozenset({1}))
    started = time.process_time()
    odds_of([Assault(line, (*(0.0,) * attacks, 1.0))], [Victim(2, Guard(3, 5))] * 10)
    return time.process_time() - started


def met(spent: float, goal: float) -> str:
    """Whether a goal is met, in milliseconds."""
    return "met" if spent < goal else "missed"


def main() -> None:
    """Print what both take."""
    phase(GUNS[60], 0)
    per_attack = {}
    for name, guns in GUNS.items():
        runs = [phase(guns, seed) for seed in range(RUNS)]
        attacks = sum(one[0] for one in runs) / RUNS
        spent = 1000 * sum(one[1] for one in runs) / RUNS
        per_attack[name] = spent / attacks
        print(f"a shooting phase of {attacks:.0f} attacks: {spent:.1f} ms")
        if name == 60:
            print(f"  the goal of {PHASE_GOAL_MS} ms is {met(spent, PHASE_GOAL_MS)}")
    print(f"an attack of many against one of few: {per_attack[60] / per_attack[6]:.2f}")
    exact(20)
    few, many = (min(exact(number) for _ in range(RUNS)) for number in (5, 20))
    print(f"exact odds of 20 attacks with re-rolls: {1000 * many:.2f} ms")
    print(f"  the goal of {ODDS_GOAL_MS} ms is {met(1000 * many, ODDS_GOAL_MS)}")
    print(f"20 attacks against 5: {many / few:.2f}")


if __name__ == "__main__":
    main()
