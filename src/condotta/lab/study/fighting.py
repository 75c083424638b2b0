"""One battle of a study, fought and recorded; and one of a record, fought again."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

import condotta
from condotta.bots.runner import Result, conduct
from condotta.bots.seat import Bot, make
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Answered, Event
from condotta.kernel.log import encode
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.lab.study import entrants
from condotta.lab.study.course import Turns, fallen, had, slots, told
from condotta.lab.study.plan import Cell, Plan
from condotta.lab.study.records import DIGEST, Placed, Record, program
from condotta.report.logbook import data_digest
from condotta.report.reckoning import lost_by
from condotta.rules.library import book
from condotta.rules.scores import ranks, score_of, sides
from condotta.rules.systems import SYSTEMS
from condotta.rules.treachery.names import TOKENS


class Fixture(msgspec.Struct, frozen=True):
    """A battle to be fought: its number, its set-up, and who sits how many places farther on."""

    number: int
    seed: int
    setup: int
    swap: int
    cell: Cell

    @property
    def dice(self) -> str:
        """The seed of its dice; cells have the same for the same set-up."""
        return f"{self.seed}/{self.setup}"


class Fought(msgspec.Struct, frozen=True):
    """A record, and how many seconds of the processor it took."""

    record: Record
    seconds: float


def fixtures(plan: Plan) -> Iterator[Fixture]:
    """Every battle of a study: set-up by set-up, so that one broken off is even so far."""
    number = 0
    for setup in range(plan.setups):
        for cell in plan.cells:
            for swap in range(cell.turns):
                yield Fixture(number, plan.study.seed, setup, swap, cell)
                number += 1


def prepared(fixture: Fixture) -> tuple[Record, tuple[Any, ...]]:
    """The record of a battle before it is fought, and the armies at their places."""
    cell, how = fixture.cell, SYSTEMS[fixture.cell.system]
    chairs, many = how.seated(cell.seats), len(cell.bots)
    found = entrants.armies_of(cell, fixture.seed, fixture.setup)
    sits = [(place - fixture.swap) % many for place in range(many)]
    at = [found[sits[place] if cell.moves else place] for place in range(many)]
    seats = tuple(
        Placed(
            one.seat, one.side, one.army, sits[one.army], cell.bots[sits[one.army]],
            won=False, rank=0.0, score=0.0, coffers=None, losses=0.0, decisions=0,
        )
        for one in chairs
    )  # fmt: skip
    record = Record(
        fixture.number,
        cell.number,
        dict(cell.levels),
        fixture.setup,
        fixture.swap,
        cell.system,
        fixture.dice,
        cell.settings,
        tuple(told for told, _ in at),
        seats,
        condotta.__version__,
        program(),
        data_digest(cell.system),
    )
    return record, tuple(army for _, army in at)


def ready(record: Record, armies: Sequence[Any]) -> tuple[Battle, dict[Seat, Bot]]:
    """The battle of a record before its first decision, and its bots."""
    rules, how = book(record.system, record.settings), SYSTEMS[record.system]
    levy = entrants.levy_of(record.system, record.armies, record.seed)
    opening = how.opening(rules, how.seated(len(record.seats)), armies, levy)
    battle = Battle(rules, opening, SeededCup(record.seed))
    bots = {
        one.seat: make(one.bot, battle.book, f"{record.seed}/{one.seat}") for one in record.seats
    }
    return battle, bots


def fight(fixture: Fixture) -> Fought:
    """Fight one battle of a study to its end; one that breaks is recorded with its fault."""
    started = time.process_time()
    record, _ = played(*prepared(fixture))
    return Fought(record, time.process_time() - started)


def played(record: Record, armies: Sequence[Any]) -> tuple[Record, Battle | None]:
    """The record of a battle when it has been fought, and the battle unless it never began."""
    battle = None
    try:
        battle, bots = ready(record, armies)
        turns = Turns(battle.book)
        return ended(record, battle, conduct(battle, bots, watch=turns), turns), battle
    except Exception as why:  # noqa: BLE001  whatever it is, the study goes on and names the battle
        where = traceback.extract_tb(why.__traceback__)[-1]
        told = f"{type(why).__name__}: {why} ({where.name}, line {where.lineno})"
        return msgspec.structs.replace(record, fault=told), battle


def again(record: Record) -> tuple[Record, Battle | None]:
    """The battle of a record fought again: its record now, and the battle unless it never began."""
    armies = tuple(entrants.again(record.system, one) for one in record.armies)
    now = msgspec.structs.replace(
        record,
        engine=condotta.__version__,
        program=program(),
        rules=data_digest(record.system),
        fault="",
    )
    return played(now, armies)


def same(was: Record, now: Record) -> bool:
    """Whether a battle that was fought again went as it did: the same log, or the same fault."""
    return (now.log, now.fault) == (was.log, was.fault)


def compared(was: Record, now: Record) -> str:
    """Whether a battle that was fought again is the same, in a sentence; why not if it is not."""
    told = f"Battle {was.number} ({was.system}, seed {was.seed}): "
    if was.fault or now.fault:
        return f"{told}then {broke(was)}, now {broke(now)}."
    if same(was, now):
        return f"{told}the same log, {now.log}, in {now.decisions} decisions."
    other = (was.engine, was.program, was.rules) != (now.engine, now.program, now.rules)
    why = (
        f"it was fought by another version of the program ({was.engine}, {was.program}; "
        f"this is {now.engine}, {now.program})"
        if other
        else "though the program is the same: a bot of your own may have changed"
    )
    return f"{told}another log, {now.log} where it was {was.log}, {why}."


def broke(record: Record) -> str:
    """Whether a battle broke, and how."""
    return f"it broke ({record.fault})" if record.fault else "it did not break"


# ── how it ended ─────────────────────────────────────────────────────────────
def ended(record: Record, battle: Battle, result: Result, turns: Turns) -> Record:
    """The record of a battle that has been fought."""
    if result.ended is None:
        raise RuntimeError(f"not over after {result.decisions} decisions")
    position = battle.state.position
    answers = answered(battle.log)
    coins = score_of(battle.book).name == TOKENS
    army = {one.seat: one.army for one in record.seats}
    first, last = slots(battle.log, army)
    placed = places_of(battle, position)
    score, board = had(battle.book, position), position.board
    return msgspec.structs.replace(
        record,
        seats=tuple(
            msgspec.structs.replace(
                one,
                won=one.seat in result.winners,
                rank=placed[one.seat],
                score=score[one.seat],
                coffers=position.count(one.seat, TOKENS) if coins else None,
                losses=float(lost_by(record.system, position, one.seat)),
                decisions=answers[one.seat],
                course=turns.of(one.seat),
                first=first.index(one.army) + 1 if one.army in first else 0,
                last=last.index(one.army) + 1 if one.army in last else 0,
            )
            for one in record.seats
        ),
        winners=tuple(result.winners),
        clause=result.ended.clause,
        turns=result.turns,
        decisions=result.decisions,
        log=digest_of(battle.log),
        fallen=tuple(fallen(battle.log, (board.width, board.depth), army)),
    )


def places_of(battle: Battle, position: Position) -> Mapping[Seat, float]:
    """The place of each seat by the score, 1 the first; those who are level share their places."""
    rank = ranks(battle.book, position)
    every = [rank[seats[0]] for seats in sides(position).values()]
    return {
        seat: sum(one > own for one in every) + (sum(one == own for one in every) + 1) / 2
        for seat, own in rank.items()
    }


def answered(log: Iterable[Event]) -> Counter[Seat]:
    """How many questions each seat answered."""
    found: Counter[Seat] = Counter()
    for event in told(log):
        if isinstance(event, Answered) and event.seat != CHANCE:
            found[event.seat] += 1
    return found


def digest_of(log: Iterable[Event]) -> str:
    """The digest of all events of a battle."""
    found = hashlib.blake2b(digest_size=DIGEST)
    for event in log:
        found.update(encode(event) + b"\n")
    return found.hexdigest()
