"""A league of two bots over varied armies, every pairing fought twice with seats swapped.

condotta lab league --battles 100
condotta lab league --battles 20 --system grand
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from condotta.bots.seat import named
from condotta.errors import PlainError
from condotta.lab.battles import Report, Task, fight
from condotta.lab.hunting import Words, fought, tell, whole
from condotta.lab.matches import SMALL, Field, seated
from condotta.lab.study.intervals import wilson
from condotta.rules.systems import SYSTEMS

STRIDE = 67  # battles of `pairing` from one pair of armies to the next


class Standing(msgspec.Struct):
    """How the first bot has fared against the second."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    faults: int = 0
    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0

    @property
    def battles(self) -> int:
        """How many battles were fought, faults included."""
        return self.won + self.drawn + self.lost + self.faults

    def add(self, report: Report, seats: frozenset[str]) -> None:
        """Count a battle in which the first bot had those seats.

        It has won where nobody else did; where both did it is drawn.
        """
        self.decisions += report.decisions
        self.turns += report.turns
        self.seconds += report.seconds
        if report.fault:
            self.faults += 1
        elif not report.winners:
            self.drawn += 1
        elif seats.isdisjoint(report.winners):
            self.lost += 1
        elif seats.issuperset(report.winners):
            self.won += 1
        else:
            self.drawn += 1


def fixtures(
    bots: tuple[str, str], battles: int, seed: int, field: Field = SMALL
) -> tuple[Task, ...]:
    """The battles of a league: by twos, the same armies and dice with the bots swapped.

    Every pair of battles has other armies, ever farther apart in the list of rosters.
    """
    return tuple(
        Task(
            STRIDE * (number // 2),
            seed,
            bots if number % 2 == 0 else (bots[1], bots[0]),
            inspect=False,
            field=field,
        )
        for number in range(battles)
    )


def seats_of(bot: str, task: Task) -> frozenset[str]:
    """The seats that a bot has in a battle: all those of its armies, which bots take in turn."""
    bots = task.bots
    return frozenset(one.seat for one in seated(task.field) if bots[one.army % len(bots)] == bot)


def standing(bots: tuple[str, str], reports: Iterable[Report]) -> Standing:
    """How the first bot fared over all reports."""
    found = Standing()
    for report in reports:
        found.add(report, seats_of(bots[0], report.task))
    return found


def followed(bots: tuple[str, str], reports: Iterable[Report]) -> Iterator[Report]:
    """The reports, each battle that the first bot did not win being printed as it comes."""
    for report in reports:
        seats = seats_of(bots[0], report.task)
        seat = " and ".join(sorted(seats))
        if report.fault:
            tell(f"battle {report.task.number}, {bots[0]} {seat}: {report.fault.rstrip()}")
            tell(f"again        {again(report.task)}")
        elif seats.isdisjoint(report.winners):
            how = "lost" if report.winners else "drew"
            tell(
                f"battle {report.task.number}: {bots[0]} as {seat} {how} with"
                f" {' against '.join(report.armies)} in {report.turns} turns [{report.clause}]"
            )
        yield report


def pair(text: str) -> tuple[str, str]:
    """The two bots of a league; others than two different ones are a PlainError."""
    first, *others = names = named(text, 2)
    if first in others:
        raise PlainError("A league is of two different bots, with a comma between.")
    return names[0], names[1]


def again(task: Task) -> str:
    """The command that fights one battle of a league again."""
    field = task.field
    return (
        f"condotta lab battles --battles 1 --first {task.number} --seed {task.seed}"
        f" --bots {','.join(task.bots)} --system {field.system} --seats {field.seats} --no-checks"
    )


def main(words: Sequence[str] | None = None) -> int:
    """Play the league and print the standing; 1 if the first bot won less than asked for."""
    parser = Words("league", __doc__)
    parser.add_argument("--battles", type=whole(1), default=100, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of dice and bots")
    parser.add_argument("--jobs", type=whole(1), default=1, help="processes at once")
    parser.add_argument("--bots", default="steward,random", help="who is rated, against whom")
    parser.add_argument("--system", default="triumph", choices=sorted(SYSTEMS), help="the game")
    parser.add_argument("--seats", type=int, default=0, help="how many; the fewest unless said")
    parser.add_argument("--least", type=int, default=95, help="battles of 100 to be won")
    asked = parser.parse_args(words)
    first, second = bots = pair(asked.bots)
    field = Field(asked.system, asked.seats or SYSTEMS[asked.system].sizes[0])
    seated(field)
    started = time.perf_counter()
    reports = fought(fight, fixtures(bots, asked.battles, asked.seed, field), asked.jobs)
    found = standing(bots, followed(bots, reports))
    many = max(1, found.battles)
    print(f"{first} against {second}: won {found.won}, drew {found.drawn}, lost {found.lost}")
    low, high = wilson(found.won, many)
    print(f"won {100 * found.won / many:.0f} of 100, between {100 * low:.0f} and {100 * high:.0f}")
    print(f"faults {found.faults}; {found.turns / many:.1f} turns a battle")
    print(f"{found.decisions / many:.0f} decisions, {found.seconds / many:.2f} s a battle")
    print(f"wall clock {time.perf_counter() - started:.1f} s, {asked.jobs} at once")
    return 0 if 100 * found.won >= asked.least * many and not found.faults else 1


if __name__ == "__main__":
    sys.exit(main())
