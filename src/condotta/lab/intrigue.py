"""Many battles with treachery on both hosts, and a table of what happened in them.

condotta lab intrigue --battles 500 --seed 1 --jobs 2

Every battle is looked at while it goes on: no coffer below zero, tokens paid are tokens received
or discarded, hands within the limit, no two units on one another; over ranked battles nobody who is
neutral loses models, nobody engaged tests for Panic, every hero who can has struck. Every other
battle is a bloody one: a few units a player, thirty game turns, bots that charge whom they can, so
that seats are eliminated at every kind of moment.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

import msgspec

from condotta.bots.lots import lots
from condotta.bots.reckoning import Reckoning
from condotta.bots.runner import conduct
from condotta.bots.schemer import Schemer
from condotta.bots.seat import Bot, make
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import (
    Asked,
    Controlled,
    Counted,
    Entered,
    Event,
    Mustered,
    Paid,
    Removed,
    Ruled,
    Veiled,
)
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.state import State
from condotta.kernel.views import View
from condotta.lab import hunting
from condotta.lab.auditing import beside
from condotta.lab.hunting import Report, Task
from condotta.lab.inspectors import inspector_of
from condotta.lab.matches import rosters
from condotta.rules.library import book
from condotta.rules.ranked.magic.casting import Cast
from condotta.rules.ranked.magic.winds import MOST_DICE
from condotta.rules.ranked.names import WAR_MACHINE, WIZARD
from condotta.rules.ranked.reading.regiment import is_regiment
from condotta.rules.ranked.shooting.missiles import missiles
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery import names
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.host import host_of
from condotta.rules.treachery.players import hand, present, role
from condotta.rules.treachery.playing import PlayCard
from condotta.rules.triumph.names import GENERAL
from condotta.rules.triumph.stands.field import is_stand
from condotta.rules.triumph.tables import CAMP, troop
from condotta.table import overlaps

HOSTS = ("treachery+triumph", "treachery")
BOTS = (
    ("random",), ("schemer", "random", "miser"), ("brawler",), ("random", "miser"),
)  # fmt: skip
BLOODY = (("brawler",), ("brawler", "schemer"), ("brawler", "random"), ("random", "miser"))
"""The bots by turns, in battles as they are and in bloody ones."""

BUSY = 1000.0  # how much more whoever fights already appeals, in tokens: before all others
OUT, NOWHERE = "out: ", "nowhere at all"
SCENARIOS = ("free-for-all", "hill", "relic")
MOST, LONG = 3, 30  # units a player and game turns of a bloody battle
TOLD = ("tokens ", "offers ")  # what is counted besides
OFTEN = 20  # decisions between two looks at where units lie
KEYS = {
    "tt.7-4.truce": "truces",
    "tt.7-5.no-room": "truces without room",
    "tt.3-1.forced": "enemies forced",
    "tt.12-8.bribed": "bribes won",
    "tt.12-8.outbid": "bribes outbid",
    "tt.12-9.lapsed": "bribes lapsed",
    "tt.12-6.loyal": "loyalty held",
    "tt.12-6.kept": "loyalty kept by the roll-off",
    "tt.12-6.taken": "loyalty lost",
    "tt.10-7.given": "gifts and deals",
    "tt.10-7.tokens": "gifts and deals",
    "tt.10-7.cards": "gifts and deals",
    "tt.13-8.skipped": "turn cards skipped",
    "tt.11-7.reshuffled": "decks reshuffled",
}


class Brawler(Schemer):
    """A schemer that charges whom it can, first those who fight, and casts with all its dice."""

    def appeal(self, known: Reckoning, seat: Seat) -> float:
        """Whoever fights already appeals to it: so more than two meet in a combat."""
        busy = bool(known.host.engaged(self.book, known.position, seat))
        return super().appeal(known, seat) + BUSY * busy

    def answer(self, view: View, ask: Ask) -> Action:
        """A charge by lot where one may be declared; else as the schemer."""
        charges = [one for one in ask.options if ">" in one]
        if ask.window == "declare charges" and charges:
            return Choose(self.draw.choice(self.at_the_busy(view.position, charges) or charges))
        said = super().answer(view, ask)
        if isinstance(said, Cast):
            reckless = msgspec.structs.replace(said, dice=MOST_DICE)
            judge = self.book.judges[Cast]
            if judge(self.book, view.position, ask.seat, ask, reckless).ok:
                return reckless
        return said

    def at_the_busy(self, position: Position, charges: Sequence[str]) -> list[str]:
        """The charges at those who fight already."""
        host = host_of(self.book)
        busy = {
            own for seat in position.seats() for own, _ in host.engaged(self.book, position, seat)
        }
        return [one for one in charges if one.partition(">")[2] in busy]


class Look:
    """Whoever looks on: the invariants of coffers, hands and places; who is eliminated when."""

    def __init__(self, battle: Battle) -> None:
        """Begin with what is there."""
        self.battle = battle
        self.host = host_of(battle.book)
        self.seen = self.asked = 0
        self.before = battle.state.position
        self.kind = "before a phase"
        self.gone: set[Seat] = set()
        self.counted: Counter[str] = Counter()

    def watch(self, state: State, events: tuple[Event, ...]) -> None:
        """After every decision."""
        position = state.position
        for seat in position.seats():
            if position.count(seat, names.TOKENS) < 0:
                raise AssertionError(f"the coffer of {seat} is below zero")
        for event in events:
            if isinstance(event, Paid) and event.name == names.TOKENS and event.amount < 0:
                raise AssertionError(f"{event} is no payment")
            if isinstance(event, Entered):
                self.entered(position)
            if isinstance(event, Asked) and event.ask.window.startswith("treachery "):
                self.refusals(event.ask)
        self.purses(position, events)
        self.losses(events)
        self.before = position
        self.seen += 1
        if self.seen % OFTEN == 0:
            apart(self.battle, position)

    def refusals(self, ask: Ask) -> None:
        """Now and then: no card is played that is not for the moment, nor at what it is not for."""
        self.asked += 1
        if self.asked % OFTEN:
            return
        open_ = next((one for one in self.battle.state.asks if one.id == ask.id), None)
        for piece in hand(self.battle.state.position, ask.seat) if open_ is not None else ():
            verdict = self.battle.judge(ask.seat, PlayCard(piece.id, NOWHERE), ask.id)
            if verdict.ok:
                raise AssertionError(f"{piece.truth} was played at nothing")
            self.counted[f"{piece.truth} refused"] += 1

    def purses(self, position: Position, events: tuple[Event, ...]) -> None:
        """That every token is where a payment brought it: none comes or goes unsaid."""
        due = {seat: self.before.count(seat, names.TOKENS) for seat in position.seats()}
        for event in events:
            if isinstance(event, Paid) and event.name == names.TOKENS:
                way = "from the bank" if not event.giver else "between players"
                way = "discarded" if not event.taker else way
                self.counted[f"tokens {way}"] += event.amount
                for seat, sign in ((event.giver, -1), (event.taker, 1)):
                    if seat:
                        due[seat] += sign * event.amount
        for seat, value in due.items():
            if position.count(seat, names.TOKENS) != value:
                raise AssertionError(f"the coffer of {seat} is not what was paid into it")

    def entered(self, position: Position) -> None:
        """That hands are within the limit as a phase begins."""
        for seat in position.seats():
            if len(hand(position, seat)) > names.HAND and not self.battle.state.asks:
                raise AssertionError(f"the hand of {seat} is over the limit")

    def losses(self, events: tuple[Event, ...]) -> None:
        """Who is eliminated, at the very event: the phase, the seat, its part in the phase."""
        if not any(isinstance(event, Entered | Removed | Controlled) for event in events):
            return
        position = self.before
        for event in events:
            position = evolve_position(position, event)
            if isinstance(event, Entered):
                self.kind = self.host.opens.get(event.phase, self.kind)
            if isinstance(event, Removed | Controlled):
                self.gone |= set(self.eliminated(position))

    def eliminated(self, position: Position) -> Iterator[Seat]:
        """The seats that have nobody left now and had somebody before."""
        seats = position.seats()
        for number, seat in enumerate(seats, start=1):
            if seat in self.gone or present(self.host, position, seat):
                continue
            part = role(position, seat)
            self.counted[f"{OUT}{self.host.name:8} {self.kind:8} as {part:8}>{number}"] += 1
            self.counted[f"{OUT}{self.host.name:8} of {len(seats)} seats         >{number}"] += 1
            yield seat


def apart(battle: Battle, position: Position) -> None:
    """That no two units lie on one another."""
    lies = list(host_of(battle.book).lies(battle.book, position).items())
    for number, (one, where) in enumerate(lies):
        for other, there in lies[number + 1 :]:
            if overlaps(where, there):
                raise AssertionError(f"{one} lies on {other}")


def fight(task: Task) -> Report[Task]:
    """One battle, its host, its seats and its bots by its number."""
    report = Report(task)
    with hunting.faults_of(report):
        battle, bots = ready(task)
        look = Look(battle)
        ranks = inspector_of(battle.book)(battle) if battle.book.system == HOSTS[1] else None

        def both(state: State, events: tuple[Event, ...]) -> None:
            look.watch(state, events)
            if ranks is not None:
                ranks.watch(state, events)

        auditor, watch = beside(battle, both, whole=not bloody(task.number))
        report.went(conduct(battle, bots, limit=40_000, watch=watch))
        report.compared = 0 if report.fault else auditor.compared()
        report.counted = dict(look.counted + tally(battle.log))
    return report


def bloody(number: int) -> bool:
    """Whether a battle is one of a few units a player."""
    return number // 6 % 2 == 1


def ready(task: Task) -> tuple[Battle, dict[str, Bot]]:
    """A battle about to be fought."""
    number, dice = task.number, task.dice
    system = HOSTS[number % len(HOSTS)]
    how = SYSTEMS[system]
    seats = how.seated(how.sizes[number // len(HOSTS) % len(how.sizes)])
    lot, few = Random(dice), bloody(number)
    profile = {
        "mercenaries": lot.random() < 2 / 3,
        "scenario": lot.choice(SCENARIOS),
        "gameTurns": LONG if few else 12 if system == HOSTS[0] else 0,
    }
    rules = book(system, profile)
    armies: Sequence[object]
    if how.armies_of_its_own is not None:
        armies = how.armies_of_its_own("", len(seats), number)
    else:
        armies = lot.sample([one for one in rosters() if how.takes(one)], len(seats))
    opening = how.opening(rules, seats, armies, Levy(lot=Random(f"{dice}/muster")))
    if few:
        opening = tuple(thinned(opening, lot))
    crews = BLOODY if few else BOTS
    crew = crews[number // 12 % len(crews)]
    bots = {
        one.seat: bot_of(crew[place % len(crew)], rules, f"{dice}/{one.seat}")
        for place, one in enumerate(seats)
    }
    return Battle(rules, opening, SeededCup(dice)), bots


def bot_of(name: str, rules: Book, seed: str) -> Bot:
    """A bot that people know, or the brawler of this run."""
    return Brawler(rules, lots(seed), greed=0.0) if name == "brawler" else make(name, rules, seed)


def thinned(opening: Iterable[Event], lot: Random) -> Iterator[Event]:
    """An opening with a few units a player, generals over TRIUMPH! among them.

    Wizards or shooters come first in some battles: they kill in phases of their own.
    """
    events = tuple(opening)
    taste = lot.choice((None, None, conjures, shoots))
    ranks: dict[str, list[Piece]] = {}
    for event in events:
        if isinstance(event, Mustered) and soldiers(event.piece):
            ranks.setdefault(event.piece.owner, []).append(event.piece)
    lost: set[str] = set()
    for pieces in ranks.values():
        many, order = lot.randint(1, MOST), lot.sample(pieces, len(pieces))
        kept = sorted(order, key=lambda one: taste is not None and not taste(one))[:many]
        kept += [one for one in pieces if GENERAL in one.traits and not is_regiment(one)]
        lost |= {one.id for one in pieces} - {one.id for one in kept}
    for event in events:
        gone = isinstance(event, Mustered) and event.piece.id in lost
        if not gone and not (isinstance(event, Counted) and event.holder in lost):
            yield event


def soldiers(piece: Piece) -> bool:
    """Whether a piece is a unit of either host: no camp, no card, no token."""
    return is_regiment(piece) or (is_stand(piece) and piece.type != CAMP)


def conjures(piece: Piece) -> bool:
    """Whether a unit can cast spells."""
    return WIZARD in piece.traits


def shoots(piece: Piece) -> bool:
    """Whether a unit is there to shoot, in either host."""
    if is_regiment(piece):
        return piece.type == WAR_MACHINE or any(one in missiles() for one in piece.traits)
    return troop(piece.type).shooting is not None


def tally(log: Iterable[Event]) -> Counter[str]:
    """What a log tells of treachery: cards by design, bribes, truces, gifts."""
    found: Counter[str] = Counter()
    for event in log:
        laid = event.inside if isinstance(event, Veiled) else event
        if isinstance(laid, Mustered) and names.DEAL in laid.piece.traits:
            found["offers laid on the table"] += 1
        if not isinstance(event, Ruled):
            continue
        card = str(event.params.get("card", "")).removeprefix("treachery.")
        if event.key in ("tt.11-8.played", "tt.11-8.aimed"):
            found[f"{card} played"] += 1
        elif event.key == "tt.11-8.foiled":
            found[f"{card} foiled"] += 1
        elif event.key in KEYS:
            found[KEYS[event.key]] += 1
    return found


class Figures(hunting.Figures[Report[Task]]):
    """What many battles with treachery add up to."""

    def table(self) -> Iterator[str]:
        """What became of each card, what else is counted, and who was eliminated when."""
        total = self.counted
        for name in designs():
            ways = (f"{way} {total[f'{name} {way}']}" for way in ("played", "foiled", "refused"))
            yield f"{name}          {', '.join(ways)}"
        told = (one for one in total if one.startswith(TOLD))
        yield from self.rows(sorted({*KEYS.values(), *told}))
        yield from eliminations(total)


def eliminations(total: Mapping[str, int]) -> Iterator[str]:
    """Who was eliminated when: a row for every kind of moment, a column for every seat."""
    found = [name.removeprefix(OUT).split(">") for name in total if name.startswith(OUT)]
    yield f"{'eliminated':38}" + "".join(f"{f'seat {seat}':>8}" for seat in range(1, 6))
    for row in sorted({row for row, _ in found}):
        cells = (total.get(f"{OUT}{row}>{seat}", 0) for seat in range(1, 6))
        yield f"{row:38}" + "".join(f"{cell:8}" for cell in cells)


def main(words: Sequence[str] | None = None) -> int:
    """Fight so many battles; 1 if anything broke, else 0."""
    hunt = hunting.Hunt("intrigue", __doc__, every=50)
    asked = hunt.read(words)
    tasks = [Task(number, asked.seed) for number in asked.numbers]
    return hunt.run(asked, fight, tasks, Figures())


if __name__ == "__main__":
    sys.exit(main())
