"""A volley's dice: how many attacks, which hit, which wound. [SK-56 to SK-58, SK-79]

Each stage ends where the next begins, so that the stack stays small and everything that changes
between them is looked up anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark
from condotta.kernel.rulings import Param, Tally
from condotta.kernel.state import State
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.attack_lines import arm_of, line, moved, seat_of, standing
from condotta.rules.skirmish.attacks.attacks import (
    NEVER,
    Line,
    all_wounds,
    burns,
    hit_need,
    hits,
    parties,
    to_hit,
    to_wound,
    wound_need,
    wounds,
)
from condotta.rules.skirmish.attacks.removing import slain
from condotta.rules.skirmish.attacks.saving import Saving
from condotta.rules.skirmish.reading.datasheets import Weapon
from condotta.rules.skirmish.reading.dice import (
    MOST_DICE,
    Throw,
    Thrown,
    expression,
    faces_of,
    most_of,
    thrown,
)
from condotta.rules.skirmish.reading.profile import profile
from condotta.rules.skirmish.records import Share, Volley
from condotta.rules.steps import queued

ATTACKS, TO_HIT, TO_WOUND = "number of shots", "hit rolls", "wound rolls"


class Volleying(Script, frozen=True, kw_only=True):
    """The attacks of some bearers of one weapon against one unit, through to the models lost."""

    volley: Volley


class Hitting(Script, frozen=True, kw_only=True):
    """Hit rolls; `counts` are the attacks of each bearer. [SK-57]"""

    volley: Volley
    counts: tuple[int, ...]


class Wounding(Script, frozen=True, kw_only=True):
    """Wound rolls for so many hits. [SK-58]"""

    volley: Volley
    hits: int


class Salvo(Script, frozen=True, kw_only=True):
    """A unit's volleys, one after another; then those fall whom their own weapons slew."""

    unit: str
    volleys: tuple[Volley, ...]


# ── from what models do to volleys ───────────────────────────────────────────
def gathered(position: Position, shares: Iterable[Share], way: str) -> tuple[Volley, ...]:
    """The volleys of one unit's shares: all against one target before the next. [SK-74, SK-109]

    Targets and weapons come in the order in which they were named first.
    """
    every = tuple(shares)
    targets = tuple(dict.fromkeys(share.target for share in every))
    kinds: dict[tuple[str, str, Skilled, int, bool], list[str]] = {}
    for share in sorted(every, key=lambda one: targets.index(one.target)):
        kind = skilled(position, share.model, way)
        key = (share.target, share.weapon, kind, share.attacks, share.close)
        kinds.setdefault(key, []).append(share.model)
    return tuple(
        Volley(
            position.pieces[bearers[0]].command, target, arm, tuple(bearers), way, attacks, close
        )
        for (target, arm, _, attacks, close), bearers in kinds.items()
    )


Skilled = tuple[int, int, str]


def skilled(position: Position, model: str, way: str) -> Skilled:
    """What a model's attacks depend on: its skill, its Strength, in fights its Attacks."""
    who = profile(position, position.pieces[model])
    return (who.WS, who.S, who.A) if way == names.FIGHT else (who.BS, who.S, "")


def resolving(volleys: Sequence[Volley]) -> Iterator[Event]:
    """The volleys of one unit begun, the first of them first; nothing where there is none."""
    if volleys:
        yield Pushed(Salvo(unit=volleys[0].unit, volleys=tuple(volleys)))


def salvo(book: Book, state: State, frame: Salvo) -> Iterator[Event]:
    """The next volley; after the last the models fall whose weapons slew them.

    RULING SK-157: "after all of the unit's shots with this weapon" is after all of its shots.
    """
    yield Popped()
    if frame.volleys:
        first, *rest = frame.volleys
        yield Pushed(Salvo(unit=frame.unit, volleys=tuple(rest)))
        yield Pushed(Volleying(volley=first))
        return
    models = standing(state.position, frame.unit)
    burning = tuple(model.id for model in models if model.marked(names.BURNS))
    if burning:
        yield Ruled("SK-56", "sk.56.burns", {"models": burning})
        by = seat_of(state.position, frame.unit)
        yield from slain(book, state, burning, by=by, clause="SK-56")


def volleying(book: Book, state: State, frame: Volleying) -> Iterator[Event]:
    """Bearers that are not alike part; the others' attacks are counted. [SK-56, SK-67, SK-79]

    RULING SK-157: who was slain before its weapon's turn came does not attack any more.
    """
    position, volley = state.position, frame.volley
    parted = parts(position, volley) if standing(position, volley.target) else ()
    if len(parted) != 1:
        yield Popped()
        yield from queued(Volleying(volley=part) for part in parted)
        return
    volley = parted[0]
    counts = yield from counted(book, position, frame, volley)
    yield Popped()
    yield Pushed(Hitting(volley=volley, counts=counts))


def parts(position: Position, volley: Volley) -> tuple[Volley, ...]:
    """The volley by bearers whose dice are read alike; those that are gone are left out."""
    alive = {piece.id for piece in standing(position, volley.unit)}
    heavy = arm_of(position, volley).type == "heavy"
    kinds: dict[tuple[Skilled, bool], list[str]] = {}
    for bearer in volley.bearers:
        if bearer in alive:
            kind = skilled(position, bearer, volley.way)
            kinds.setdefault((kind, heavy and moved(position, bearer)), []).append(bearer)
    return tuple(replace(volley, bearers=tuple(bearers)) for bearers in kinds.values())


def counted(book: Book, position: Position, frame: Script, volley: Volley) -> Thrown:
    """The attacks of each bearer; a random number is rolled for each weapon. [SK-79, SK-108]"""
    bearers = volley.bearers
    if volley.attacks:
        return (volley.attacks,) * len(bearers)
    arm = arm_of(position, volley)
    fight = volley.way == names.FIGHT
    said = expression(profile(position, position.pieces[bearers[0]]).A if fight else arm.attacks)
    throw = Throw(
        ATTACKS,
        "SK-79",
        seat_of(position, volley.unit),
        said.dice * len(bearers),
        (volley.unit, volley.target),
        worth=most_of(said.sides),
        needed=Needed("sk.79.roll", parties(volley, arm), counts=faces_of(said)),
    )
    pips = yield from thrown(book, position, frame, throw)
    each = (
        said.read(pips[said.dice * index : said.dice * (index + 1)])
        for index in range(len(bearers))
    )
    extra = arm.ability("extra_attacks") if fight else None
    more = int(extra.value) if extra is not None else 0
    double = 2 if arm.type == "rapid_fire" and volley.close and not fight else 1
    return tuple(double * number + more for number in each)


# ── hit rolls ────────────────────────────────────────────────────────────────
def hitting(book: Book, state: State, frame: Hitting) -> Iterator[Event]:
    """Roll to hit, mark whom its weapon will slay, go on to wounds. [SK-57]"""
    position, volley = state.position, frame.volley
    if sum(frame.counts) > MOST_DICE and len(frame.counts) > 1:
        yield Popped()
        yield from halved(frame)
        return
    how, attacks = line(book, position, volley), min(MOST_DICE, sum(frame.counts))
    throw = Throw(
        TO_HIT,
        "SK-57",
        seat_of(position, volley.unit),
        attacks if rolls_to_hit(how) else 0,
        (volley.unit, volley.target),
        how.again,
        frozenset(pip for pip in range(1, 7) if not hits(how, pip)),
        reads=None if how.burns else lambda pip: hits(how, pip),
        needed=to_hit(volley, arm_of(position, volley), how),
    )
    pips = yield from thrown(book, position, frame, throw)
    landed = sum(hits(how, pip) for pip in pips) if how.skill else attacks
    yield told_hits(volley, arm_of(position, volley), how, attacks, landed)
    yield from burnt(frame, how, pips)
    yield Popped()
    if landed:
        yield Pushed(Wounding(volley=volley, hits=landed))


def rolls_to_hit(how: Line) -> bool:
    """Whether dice are rolled: not where all hit, nor where none can and none does harm."""
    return how.skill != 0 and (hit_need(how) < NEVER or bool(how.burns))


def halved(frame: Hitting) -> Iterator[Event]:
    """More dice than one roll may have: half of the bearers, then the others."""
    half = len(frame.counts) // 2
    bearers = frame.volley.bearers
    for few, counts in (
        (bearers[half:], frame.counts[half:]),
        (bearers[:half], frame.counts[:half]),
    ):
        yield Pushed(Hitting(volley=replace(frame.volley, bearers=few), counts=counts))


def burnt(frame: Hitting, how: Line, pips: Sequence[int]) -> Iterator[Event]:
    """The bearers whose own weapon slays them after the shots."""
    start = 0
    for bearer, count in zip(frame.volley.bearers, frame.counts, strict=True):
        if any(burns(how, pip) for pip in pips[start : start + count]):
            yield Marked(bearer, Mark(names.BURNS, names.PHASE))
        start += count


def told_hits(volley: Volley, arm: Weapon, how: Line, attacks: int, landed: int) -> Ruled:
    """The attacks, what they needed and why."""
    params: dict[str, Param] = {
        "unit": volley.unit,
        "target": volley.target,
        "weapon": arm.word,
        "attacks": attacks,
        "needs": hit_need(how),
        "hits": landed,
    }
    key = "sk.83.hits" if how.skill == 0 else "sk.57.hits"
    if hit_need(how) == NEVER:
        key = "sk.57.none"
    clause = "SK-83" if how.skill == 0 else "SK-90" if how.sixes else "SK-57"
    return Ruled(clause, key, params, tallies=(Tally(volley.unit, 0, how.to_hit),))


# ── wound rolls ──────────────────────────────────────────────────────────────
def wounding(book: Book, state: State, frame: Wounding) -> Iterator[Event]:
    """Roll to wound and hand the wounds to whoever defends. [SK-58]"""
    position, volley = state.position, frame.volley
    if not standing(position, volley.target):
        yield Popped()
        return
    how = line(book, position, volley)
    need = wound_need(how)
    throw = Throw(
        TO_WOUND,
        "SK-58",
        seat_of(position, volley.unit),
        frame.hits if need < NEVER else 0,
        (volley.unit, volley.target),
        worth=frozenset(range(1, max(need, how.sharp, how.extra))),
        reads=lambda pip: wounds(how, pip),
        needed=to_wound(volley, arm_of(position, volley), how),
    )
    pips = yield from thrown(book, position, frame, throw)
    found = all_wounds(how, pips)
    params: dict[str, Param] = {
        "unit": volley.unit,
        "target": volley.target,
        "hits": frame.hits,
        "needs": need,
        "wounds": found.plain + found.sharp,
    }
    yield Ruled("SK-58", "sk.58.wounds", params, (Tally(volley.unit, 0, how.to_wound),))
    yield Popped()
    if found.plain or found.sharp:
        yield Pushed(Saving(volley=volley, plain=found.plain, sharp=found.sharp, extra=found.extra))


PROCEDURES: dict[type[Frame], Procedure] = {
    Salvo: salvo,
    Volleying: volleying,
    Hitting: hitting,
    Wounding: wounding,
}
