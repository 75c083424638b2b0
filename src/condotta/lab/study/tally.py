"""What records add up to: who won how often, with which coffers, from which seat.

A victory is counted as a whole one: whoever wins alone has all of it, those who share it have a
part each, and where nobody wins all have the same. So a *share of victory* means the same for two
armies and for five, and what is fair is known beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from statistics import fmean
from typing import TypeAlias

import msgspec

from condotta.lab.study.along import Course, Fell, Own, Setups, course, fell
from condotta.lab.study.intervals import Estimate, mean, share
from condotta.lab.study.plan import Cell, Plan
from condotta.lab.study.records import Placed, Record
from condotta.rules.library import book
from condotta.rules.scores import score_of


class Party(msgspec.Struct, frozen=True):
    """Entrants who are counted together: those with the same bot and the same part."""

    name: str
    entrants: tuple[int, ...]


ORDER = ("", "second ", "third ", "fourth ", "fifth ", "sixth ")
FIRST = ("first", *(word.strip() for word in ORDER[1:]))
LAST = tuple(f"{word}last" for word in ORDER)


class Standing(msgspec.Struct, frozen=True, rename="camel"):
    """How a party, or whoever sat at a place, came through.

    `won` are battles that it won and nobody else, `shared` those that others won with it,
    `nobody` those without a winner; the rest it `lost`. `fair` is its share of victory if all were
    alike. `ahead` is by how much its score is better than that of all others.
    """

    name: str
    armies: int
    battles: int
    won: int
    shared: int
    nobody: int
    lost: int
    win_share: Estimate
    victory: Estimate
    fair: float
    rank: Estimate
    score: Estimate
    coffers: Estimate | None
    losses: Estimate
    ahead: Estimate


Standings: TypeAlias = tuple[Standing, ...]


class CellTally(msgspec.Struct, frozen=True, rename="camel"):
    """The figures of one cell.

    They are by party, by place, by whose turn came first, and by whose came last where all battles
    lasted as long.

    `course` and `fell` are of parties, or of places without any.
    """

    levels: dict[str, str]
    battles: int
    setups: int
    broken: int
    parties: tuple[Standing, ...]
    seats: tuple[Standing, ...]
    first: tuple[Standing, ...]
    last: tuple[Standing, ...]
    turns: Estimate
    undecided: Estimate
    shared: Estimate
    clauses: dict[str, int]
    course: tuple[Course, ...]
    fell: tuple[Fell, ...]


# ── who is counted together ──────────────────────────────────────────────────
def parties(cell: Cell) -> tuple[Party, ...]:
    """The parties of a cell: by bot, and whose army is its own; else each entrant alone."""
    apart = cell.moves
    found: dict[tuple[str, bool], list[int]] = {}
    for entrant, bot in enumerate(cell.bots):
        found.setdefault((bot, apart and entrant == 0), []).append(entrant)
    if len(found) == 1:
        return ()
    same_bot = len({bot for bot, _ in found}) == 1
    return tuple(
        Party(called(cell, bot, first, apart, same_bot), tuple(entrants))
        for (bot, first), entrants in found.items()
    )


def called(cell: Cell, bot: str, first: bool, apart: bool, same_bot: bool) -> str:
    """What a party is called: by its bot, by its army, or by both."""
    if not apart:
        return bot
    army = cell.armies[0 if first else -1] if cell.armies else ""
    changed = ", ".join((*cell.stands, *cell.card)) if first else ""
    part = army or ("the first army" if first else "the others")
    if army and changed:
        part = f"{army} with {changed}"
    elif army and cell.armies[0] == cell.armies[-1]:
        part = f"{army}, the first" if first else f"{army}, the others"
    return part if same_bot else f"{bot} with {part}"


def by_setup(records: Iterable[Record]) -> Setups:
    """The battles that did not break, those of each set-up together."""
    found: dict[int, list[Record]] = {}
    for one in records:
        if not one.fault:
            found.setdefault(one.setup, []).append(one)
    return [found[setup] for setup in sorted(found)]


# ── one battle ───────────────────────────────────────────────────────────────
def winning(record: Record) -> frozenset[int]:
    """The places of the armies that won."""
    return frozenset(one.army for one in record.seats if one.won)


def armies(record: Record) -> frozenset[int]:
    """The places of all armies."""
    return frozenset(one.army for one in record.seats)


def victory(record: Record, own: frozenset[int]) -> float:
    """What share of victory some armies have, by their places.

    Where nobody won, all armies have the same.
    """
    among = winning(record) or armies(record)
    return len(own & among) / len(among)


def sitting(entrants: Iterable[int]) -> Own:
    """The places at which some entrants sat in a battle."""
    wanted = frozenset(entrants)
    return lambda record: frozenset(one.army for one in record.seats if one.entrant in wanted)


def at(place: int) -> Own:
    """One place, whoever sat there."""
    return lambda _: frozenset((place,))


def each(record: Record, own: frozenset[int]) -> tuple[Placed, ...]:
    """The seats of some armies."""
    return tuple(one for one in record.seats if one.army in own)


# ── many ─────────────────────────────────────────────────────────────────────
def measured(setups: Setups, of: Callable[[Record], float]) -> list[list[float]]:
    """A number of each battle, by set-ups."""
    return [[of(record) for record in some] for some in setups]


def alone(record: Record, own: frozenset[int]) -> bool:
    """Whether some armies won and no other did."""
    return bool(winning(record)) and winning(record) <= own


def standing(name: str, setups: Setups, own: Own) -> Standing:
    """How those came through who sat at some places."""
    every = [record for some in setups for record in some]
    won = sum(alone(record, own(record)) for record in every)
    nobody = sum(not winning(record) for record in every)
    shared = sum(
        bool(winning(record) & own(record)) and not alone(record, own(record)) for record in every
    )
    many = round(fmean(len(own(record)) for record in every)) if every else 0

    def averaged(of: Callable[[Placed], float]) -> Estimate:
        return mean(measured(setups, lambda record: fmean(map(of, each(record, own(record))))))

    coins = any(one.coffers is not None for record in every for one in record.seats)
    return Standing(
        name,
        many,
        len(every),
        won,
        shared,
        nobody,
        len(every) - won - shared - nobody,
        share(measured(setups, lambda record: float(alone(record, own(record))))),
        share(measured(setups, lambda record: victory(record, own(record)))),
        fmean(len(own(record)) / len(armies(record)) for record in every) if every else 0.0,
        averaged(lambda one: one.rank),
        averaged(lambda one: one.score),
        averaged(lambda one: float(one.coffers or 0)) if coins else None,
        averaged(lambda one: one.losses),
        mean(measured(setups, lambda record: ahead(record, own(record)))),
    )


def ahead(record: Record, own: frozenset[int]) -> float:
    """By how much the mean score of some armies is better than that of all others."""
    others = each(record, armies(record) - own)
    more = fmean(one.score for one in each(record, own)) - fmean(one.score for one in others)
    return -more if fewest_is_best(record.system) else more


@cache
def fewest_is_best(system: str) -> bool:
    """Whether a score is the better the less it is, as where it is what was lost."""
    return score_of(book(system)).best == "fewest"


def seats_at(record: Record) -> Mapping[int, str]:
    """What each place is called: by whoever sits there."""
    found: dict[int, list[str]] = {}
    for one in record.seats:
        found.setdefault(one.army, []).append(one.seat)
    return {place: " and ".join(seats) for place, seats in found.items()}


def by_turn(setups: Setups, names: Sequence[str], of: Callable[[Placed], int]) -> Standings:
    """How those came through whose turn came first, second and so on.

    Battles in which somebody had no turn at all are left out.
    """
    whole = [[record for record in some if all(of(one) for one in record.seats)] for some in setups]
    told = [some for some in whole if some]
    many = max((of(one) for some in told for record in some for one in record.seats), default=0)
    if many < 2:
        return ()
    return tuple(standing(names[place - 1], told, when(of, place)) for place in range(1, many + 1))


def as_long(setups: Setups) -> Setups:
    """The battles, if all of them lasted as long; none otherwise.

    Where one may end a battle by winning it, whoever had the last turn is whoever won.
    """
    turns = {record.turns for some in setups for record in some}
    return setups if len(turns) == 1 else ()


def when(of: Callable[[Placed], int], place: int) -> Own:
    """The place of the army whose turn came as that one."""
    return lambda record: frozenset(one.army for one in record.seats if of(one) == place)


def league(plan: Plan, records: Sequence[Record]) -> tuple[Standing, ...]:
    """How each bot of a league came through its battles, the best first; nobody elsewhere."""
    if not plan.study.league:
        return ()
    found = []
    for bot in plan.study.bots:
        own = [one for one in records if any(seat.bot == bot for seat in one.seats)]
        found.append(standing(bot, by_setup(own), playing(bot)))
    return tuple(sorted(found, key=lambda one: one.fair - one.victory.value))


def playing(bot: str) -> Own:
    """The places at which a bot sat in a battle."""
    return lambda record: frozenset(one.army for one in record.seats if one.bot == bot)


def tallied(cell: Cell, records: Iterable[Record]) -> CellTally:
    """The figures of a cell."""
    own = [one for one in records if one.cell == cell.number]
    setups = by_setup(own)
    fought = [record for some in setups for record in some]
    names = seats_at(fought[0]) if fought else {}
    clauses = Counter(record.clause for record in fought)
    bots = [(party.name, sitting(party.entrants)) for party in parties(cell)]
    places = [(name, at(place)) for place, name in sorted(names.items())]
    told = bots or places
    return CellTally(
        dict(cell.levels),
        len(fought),
        len(setups),
        len(own) - len(fought),
        tuple(standing(name, setups, who) for name, who in bots),
        tuple(standing(name, setups, who) for name, who in places),
        by_turn(setups, FIRST, lambda one: one.first),
        by_turn(as_long(setups), LAST, lambda one: one.last),
        mean(measured(setups, lambda record: float(record.turns))),
        share(measured(setups, lambda record: float(not record.winners))),
        share(measured(setups, lambda record: float(len(winning(record)) > 1))),
        dict(sorted(clauses.items())),
        tuple(course(name, setups, who) for name, who in told),
        tuple(fell(name, setups, who) for name, who in told if any(one.fallen for one in fought)),
    )
