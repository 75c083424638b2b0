"""Battles of bots on one core: random and look-ahead decisions per second, seconds per battle.

At the end what a decision of the large game costs against one of 48 points, cards included, in the
same run.

A decision is one answer by a seat that is not chance; everything it sets off is counted in:
choosing, judging, dice, outcomes, up to the next question. Seconds are the processor's.
"""

import platform
import time
from pathlib import Path

from condotta.bots.runner import conduct, seated
from condotta.lab.battles import Task
from condotta.lab.battles import fight as fight_one
from condotta.lab.matches import Field, match, pairing
from condotta.rules.library import book

BATTLES = 12
GOAL = 5000
LARGE, RATIO = 6, 4


def processor() -> str:
    """The processor's name as the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


class Watched:
    """A bot and how long it thinks."""

    def __init__(self, bot) -> None:
        self.bot = bot
        self.seconds = 0.0
        self.answers = 0

    def answer(self, view, ask):
        """The bot's own answer."""
        started = time.process_time()
        said = self.bot.answer(view, ask)
        self.seconds += time.process_time() - started
        self.answers += 1
        return said


def fight(number: int, red: str, blue: str) -> tuple[int, float, dict[str, Watched]]:
    """Decisions and seconds of one battle, and its bots."""
    rules = book("triumph")
    battle = match(rules, pairing(number), f"bench/{number}")
    bots = seated({"red": red, "blue": blue}, rules, f"bench/{number}")
    watched = {seat: Watched(bot) for seat, bot in bots.items()}
    started = time.process_time()
    result = conduct(battle, watched)
    return result.decisions, time.process_time() - started, watched


def report(name: str, red: str, blue: str) -> None:
    """Fight the battles and print what they took."""
    fight(99, red, blue)
    fought = [fight(number, red, blue) for number in range(BATTLES)]
    decisions = sum(one[0] for one in fought)
    seconds = sum(one[1] for one in fought)
    print(f"{name}: {decisions / seconds:.0f} decisions a second, all told")
    print(f"  {decisions / BATTLES:.0f} decisions and {seconds / BATTLES:.2f} s a battle")
    bot = [one[2]["red"] for one in fought]
    answers, thought = sum(one.answers for one in bot), sum(one.seconds for one in bot)
    print(f"  {red} thinks {1000 * thought / answers:.1f} ms a decision, {answers / thought:.0f}/s")


def large_against_small() -> None:
    """Seconds per decision of large battles over those of 48 points; the goal is four or less."""
    seconds = {}
    for name in ("triumph", "grand"):
        field = Field(name, 2, "some")
        tasks = [Task(number, 5, inspect=False, field=field) for number in range(LARGE)]
        reports = [fight_one(task) for task in tasks]
        decisions = sum(one.decisions for one in reports)
        seconds[name] = sum(one.seconds for one in reports) / decisions
        print(f"{name}: {1000 * seconds[name]:.2f} ms a random decision, cards included")
    print(f"grand over triumph: {seconds['grand'] / seconds['triumph']:.2f}, goal {RATIO} or less")


def main() -> None:
    """Measure and print."""
    print(f"{processor()}, Python {platform.python_version()}; goal {GOAL} random decisions/s")
    report("random against random", "random", "random")
    report("steward against random", "steward", "random")
    large_against_small()


if __name__ == "__main__":
    main()
