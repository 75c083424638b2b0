"""Many battles of three and four armies, and a table of what happened in them.

condotta lab melees --battles 500 --seed 1 --jobs 2

Every battle is looked at while it goes on: command points given are points received, none below
zero, everybody has one turn a round, and the invariants of the base game. A table counts what the
rules for many are about: rotations in which two passive players fight each other, denials with
several volunteers, interventions of several players, bribes in the middle of a phase, ties in each
kind of roll-off, and who was eliminated at which kind of moment.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from condotta.bots.lots import Lots, lots
from condotta.bots.runner import conduct
from condotta.bots.seat import Bot, make
from condotta.kernel.asks import Action, Ask
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Asked, Counted, Entered, Event, Paid, Removed, Ruled
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.state import State
from condotta.kernel.views import View
from condotta.lab import hunting
from condotta.lab.auditing import beside
from condotta.lab.inspectors import inspector_of
from condotta.rules.carnage import names
from condotta.rules.carnage.bribes import Bribe, judge_bribe
from condotta.rules.carnage.host import playing
from condotta.rules.conceding import Concede
from condotta.rules.library import book
from condotta.rules.reported.over_skirmish.stratagems import UseStratagem, judge_stratagem
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish.reading.stratagems import COSTS
from condotta.rules.systems import SYSTEMS

SIZES = (3, 4)
PSYKERS = "delta"  # the sample army that has one
BOTS = (("random",), ("random", "steward"), ("schemer",), ("steward", "random", "random"))
TALK = 0.004  # how often a bot bribes of its own accord, for each question it is asked
SPEND = 0.05  # how often it uses a stratagem at a real table
GIVE_UP = 0.0002
GAMES = ("carnage", "carnage+ranked", "carnage+reported")
PASSIVE = "fight phases in which two passive players struck each other"
KEYS = {
    "cm.59.bribe": "bribes",
    "cm.wish.denial": "denials with several volunteers",
    "cm.picked.denial": "denials",
    "cm.wish.counter-offensive": "counter-offensives with several volunteers",
    "cm.picked.counter-offensive": "counter-offensives",
    "cm.order.interventions": "interventions of several players",
    "cm.order.fights": "orders of fights",
    "cm.order.morale": "orders of morale tests",
    "cm.order.overwatch": "orders of fire at a charge",
    "cm.24.again": "dice of roll-offs rolled again",
    "rb.5.rolled": "disputes that a die decided",
    "rb.5.yielded": "disputes that were yielded",
    "rb.30.used": "stratagems at a real table",
    "cm.109.concedes": "concessions",
    "cm.20.won.choices": "choices for a player who is out",
    "cm.101.annihilation": "won by annihilation",
    "cm.101.victory_points": "won by points",
    "cm.101.tie_lowest_rank": "won by the lowest rank",
}


class Task(hunting.Task, frozen=True):
    """One battle of a system for many."""

    system: str = GAMES[0]


Report = hunting.Report[Task]


class Open:
    """A bot that now and then bribes somebody unasked, and gives up once in a blue moon."""

    def __init__(self, bot: Bot, rules: Book, draw: Lots, *, gives_up: float) -> None:
        """Play as that bot otherwise."""
        self.bot = bot
        self.rules = rules
        self.draw = draw
        self.gives_up = gives_up

    def answer(self, view: View, ask: Ask) -> Action:
        """What the bot says."""
        return self.bot.answer(view, ask)

    def volunteer(self, view: View) -> Action | None:
        """A gift of some command points to anybody, a stratagem, or the end of it all."""
        position, seat = view.position, view.seat
        here = playing(self.rules, position)
        if position.active[:1] == (seat,) and seat in here and self.draw.random() < self.gives_up:
            return Concede() if position.count(names.TABLE, names.ROUND) else None
        if UseStratagem in self.rules.anytime and self.draw.random() < SPEND:
            used = UseStratagem(self.draw.choice(tuple(COSTS)))
            return used if judge_stratagem(self.rules, position, seat, None, used).ok else None
        has = position.count(seat, names.CP)
        if Bribe not in self.rules.anytime or not has or seat not in here:
            return None
        if self.draw.random() >= TALK:
            return None
        others = [one for one in here if one != seat]
        gift = Bribe(self.draw.choice(others), self.draw.randint(1, has)) if others else None
        allowed = gift and judge_bribe(self.rules, position, seat, None, gift).ok
        return gift if allowed else None


class Look:
    """Whoever looks on: points, rounds, eliminations, and the base game's own invariants."""

    def __init__(self, battle: Battle) -> None:
        """Begin with what is there."""
        self.battle = battle
        self.book = battle.book
        self.inspector = inspector_of(battle.book)(battle)
        self.before = battle.state.position
        self.phase = "before the battle"
        self.turns: Counter[tuple[int, Seat]] = Counter()
        self.gone: set[Seat] = set()
        self.counted: Counter[str] = Counter()

    def watch(self, state: State, events: tuple[Event, ...]) -> None:
        """After every decision."""
        position = self.before
        for event in events:
            self.points(position, event)
            position = evolve_position(position, event)
            if isinstance(event, Entered):
                self.entered(event, position)
            if isinstance(event, Removed):
                self.losses(position)
        self.before = state.position
        for seat in position.seats():
            if position.count(seat, names.CP) < 0:
                raise AssertionError(f"{seat} has less than no command points")
        self.inspector.watch(state, events)

    def points(self, position: Position, event: Event) -> None:
        """That gifts are of what one has, and go to somebody who plays."""
        if isinstance(event, Paid) and event.name == names.CP:
            if event.amount < 1 or position.count(event.giver, names.CP) < event.amount:
                raise AssertionError(f"{event} gives what is not there")
            if position.phase in core.PHASES:
                self.counted["bribes in the middle of a phase"] += 1

    def entered(self, event: Entered, position: Position) -> None:
        """That nobody has two turns in a round, and nobody one who is out."""
        self.phase = event.phase
        if event.phase != core.TURN:
            return
        seat, now = event.active[0], position.count(names.TABLE, names.ROUND)
        self.turns[now, seat] += 1
        if self.turns[now, seat] > 1:
            raise AssertionError(f"{seat} has two turns in round {now}")
        if seat not in playing(self.book, position):
            raise AssertionError(f"{seat} has a turn and is out of the game")

    def losses(self, position: Position) -> None:
        """Who is out now: its place at the table, the phase, its own turn or another's."""
        here = playing(self.book, position)
        for number, seat in enumerate(position.seats(), start=1):
            if seat not in here and seat not in self.gone:
                self.gone.add(seat)
                own = "own turn" if seat in position.active else "another's turn"
                had = position.count(seat, names.HAD_TURN)
                when = "after" if had == position.count(names.TABLE, names.ROUND) else "before"
                self.counted[f"out: seat {number} in {self.phase}, {own}, {when} its turn"] += 1
                self.counted[f"seat {number} of {len(position.seats())} eliminated"] += 1


def fight(task: Task) -> Report:
    """One battle, its seats and its bots by its number."""
    report = Report(task)
    with hunting.faults_of(report):
        battle, bots = ready(task)
        look = Look(battle)
        auditor, watch = beside(battle, look.watch)
        report.went(conduct(battle, bots, limit=60_000, watch=watch))
        report.compared = 0 if report.fault else auditor.compared()
        report.counted = dict(look.counted + tally(battle))
    return report


def ready(task: Task) -> tuple[Battle, dict[str, Bot]]:
    """A battle about to be fought; every third is a long one, every fourth one of psykers."""
    number, system, dice = task.number, task.system, task.dice
    how = SYSTEMS[system]
    seats = how.seated(SIZES[number % len(SIZES)])
    lot = Random(dice)
    rules = book(system, {"rounds": 10} if number % 3 == 0 else {})
    assert how.armies_of_its_own is not None
    minds = number % 4 == 1 and system == "carnage"  # psykers in every army: denials
    text = ",".join([PSYKERS] * len(seats)) if minds else ""
    armies = how.armies_of_its_own(text, len(seats), lot.randrange(10_000))
    crew = BOTS[number // len(SIZES) % len(BOTS)]
    gives_up = GIVE_UP if number % 5 == 0 else 0.0
    bots: dict[str, Bot] = {}
    for place, one in enumerate(seats):
        bot = make(crew[place % len(crew)], rules, f"{dice}/{one.seat}")
        bots[one.seat] = Open(bot, rules, lots(f"{dice}/{one.seat}/talk"), gives_up=gives_up)
    return Battle(rules, how.opening(rules, seats, armies), SeededCup(dice)), bots


def tally(battle: Battle) -> Counter[str]:
    """What a log tells: who fought whom, ties by what they were for, orders, bribes."""
    found: Counter[str] = Counter()
    position, purpose = Position(), ""
    quarrels: set[int] = set()  # the turns in whose fights two passive players struck
    for event in battle.log:
        if isinstance(event, Asked) and event.ask.window == "roll-off":
            purpose = event.ask.about[0]
        elif isinstance(event, Ruled):
            if event.key == "cm.119.tied":
                found[f"ties of a roll-off for {purpose}"] += 1
            elif event.key in KEYS:
                found[KEYS[event.key]] += 1
            elif event.key == "sk.57.hits" and passive(position, event):
                quarrels.add(position.turn)
        if isinstance(event, Entered | Counted) or not isinstance(event, Ruled | Asked):
            position = evolve_position(position, event)
    found[PASSIVE] = len(quarrels)
    return found


def passive(position: Position, event: Ruled) -> bool:
    """Whether neither of two units that fight is the active player's."""
    if position.phase != core.FIGHT:
        return False
    units = [str(event.params[name]) for name in ("unit", "target") if name in event.params]
    sides = {position.pieces[unit].controller for unit in units if unit in position.pieces}
    return len(sides) > 1 and not sides & set(position.active)


class Figures(hunting.Figures[Report]):
    """What many battles of three and four armies add up to."""

    def table(self) -> Iterator[str]:
        """What the rules for many are about, none left out; and whatever else was counted."""
        return self.rows(sorted({*KEYS.values(), PASSIVE, *self.counted}))


def main(words: Sequence[str] | None = None) -> int:
    """Fight so many battles; 1 if anything broke, else 0."""
    hunt = hunting.Hunt("melees", __doc__, every=50)
    hunt.option("--system", choices=GAMES, default=GAMES[0], help="which")
    asked = hunt.read(words)
    tasks = [Task(number, asked.seed, asked.system) for number in asked.numbers]
    return hunt.run(asked, fight, tasks, Figures())


if __name__ == "__main__":
    sys.exit(main())
