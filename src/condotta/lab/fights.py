"""Fights by the thousand: the odds are asked, the dice are rolled, and the two are compared.

condotta lab fights --fights 20000 --seed 1

Each fight is one combat or shot of a random moment. Its odds are taken before it is begun, from
what a seat sees; then it is rolled and settled as in any battle. Read off the log, it must have had
the same reasons on both sides, and the row of the odds for those dice must be what happened: the
result, by that clause, who was lost, whether the winner pursued and why. Whatever is to be met in
so many fights and never was is a fault as well.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from condotta.data import toml
from condotta.kernel.asks import Ask, Choose, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.events import Event
from condotta.kernel.records import CHANCE
from condotta.lab import hunting
from condotta.lab.foretold import Told, compare, until_the_next
from condotta.lab.scenes import Scene
from condotta.lab.subjects import ABOUT
from condotta.rules.library import book
from condotta.rules.triumph.combat.duel import Kind
from condotta.rules.triumph.combat.odds import odds

DICE = ("melee dice", "shot dice")
MEANWHILE = ("hold the line",)
TRIES = 60  # how many moments are laid out until one has a fight
SIZE = 1_000  # fights a task


class Task(hunting.Task, frozen=True):
    """So many fights, one after another."""

    fights: int = SIZE


Report = hunting.Report[Task]


def fight(task: Task) -> Report:
    """The fights of one task; the first that breaks ends it and is named."""
    report = Report(task)
    found: Counter[str] = Counter()
    for number in range(task.fights):
        about = ABOUT[number % len(ABOUT)]
        with hunting.faults_of(report):
            found.update(one_fight(about, Random(f"{task.dice}/{number}")))
            found["fights"] += 1
        if report.fault:
            report.fault = f"fight {number}, about {about}:\n{report.fault}"
            break
    report.counted, report.decisions = dict(found), found["fights"]
    return report


def one_fight(about: str, lot: Random) -> set[str]:
    """One moment with a fight, foretold and fought; what acted in it, by name."""
    for _ in range(TRIES):
        scene = Scene(about, lot)
        before = tuple(scene.before())
        rules = book(scene.system, scene.settings)
        still = Battle(rules, before)
        battle = Battle(rules, (*before, *scene.begun()))
        ask = to_the_dice(battle, lot)
        if ask is None:
            continue
        one, other = ask.about
        seat = lot.choice(still.state.position.seats())
        said = odds(rules, still.view(seat).position, one, other, kind_of(ask))
        told = Told(rolled(battle, ask, lot))
        compare(said, told)
        flags = (f"otherwise {name}" for name in scene.settings)
        return {f"about {about}", f"system {scene.system}", *flags, *told.kinds()}
    raise AssertionError(f"no moment about {about} had a fight")


def kind_of(ask: Ask) -> Kind:
    """Whether hands or bows fight."""
    return "ranged" if ask.window == "shot dice" else "close"


def to_the_dice(battle: Battle, lot: Random) -> Ask | None:
    """Answer anything until dice are asked for; None where nobody fights."""
    for _ in range(9):
        ask = next(iter(battle.waiting()), None)
        if ask is None or battle.state.position.ended is not None:
            return None
        if ask.seat == CHANCE:
            return ask if ask.window in DICE else None
        options = [one for one in ask.options if one != "hold"]
        if not options or ask.window == "movement":
            return None
        battle.say(ask.seat, Choose(lot.choice(options)), ask.id)
    return None


def rolled(battle: Battle, ask: Ask, lot: Random) -> list[Event]:
    """Roll two dice; what the log says of it until something else is begun."""
    made = list(battle.say(CHANCE, Roll((lot.randint(1, 6), lot.randint(1, 6))), ask.id))
    for _ in range(9):
        waiting = next((one for one in battle.waiting() if one.window in MEANWHILE), None)
        if waiting is None:
            break
        made += battle.say(waiting.seat, Choose(lot.choice(waiting.options)), waiting.id)
    return list(until_the_next(made))


class Figures(hunting.Figures[Report]):
    """What many fights add up to."""

    def lines(self) -> Iterator[str]:
        """How many fights, then how many of them had what."""
        yield f"fights       {self.counted['fights']}, faults {self.faults}"
        yield from self.rows(sorted(set(self.counted) - {"fights"}))
        yield from (f"never met    {name}" for name in self.missing())

    def missing(self) -> list[str]:
        """What must be met in so many fights and was not."""
        fought = self.counted["fights"]
        listed = toml("condotta.lab", "fights.toml")["met"]
        due = [name for some in listed if fought >= some["fights"] for name in some["names"]]
        subjects = [f"about {about}" for about in ABOUT[:fought]]
        return [name for name in (*due, *subjects) if not self.counted[name]]


def main(words: Sequence[str] | None = None) -> int:
    """Fight so many fights; 1 if the odds were wrong once, or something was never met."""
    hunt = hunting.Hunt("fights", __doc__, battles=20, every=5)
    many = hunting.whole(1)
    hunt.option("--fights", type=many, default=0, help="how many, instead of so many thousand")
    asked = hunt.read(words)
    tasks = [Task(number, asked.seed) for number in asked.numbers]
    if asked.fights:
        full, rest = divmod(asked.fights, SIZE)
        sizes = (*(SIZE,) * full, *((rest,) if rest else ()))
        tasks = [Task(number, asked.seed, size) for number, size in enumerate(sizes, asked.first)]
    figures = Figures()
    status = hunt.run(asked, fight, tasks, figures)
    return 1 if status or figures.missing() else 0


if __name__ == "__main__":
    sys.exit(main())
