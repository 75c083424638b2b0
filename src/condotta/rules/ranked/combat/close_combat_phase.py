"""The Close Combat phase: combat after combat, each a round from fear to reforms. [FB-7.1, 7.2]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Frame, Loop, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import (
    Cleared,
    Counted,
    Event,
    Marked,
    Popped,
    Pushed,
    Ruled,
)
from condotta.kernel.records import Mark
from condotta.kernel.rulings import Param, Tally
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, option_of
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.combat.after_combat import Wake
from condotta.rules.ranked.combat.arms import AFRAID, FIRST_STEP, LOCKED
from condotta.rules.ranked.combat.blows import StrikeStep
from condotta.rules.ranked.combat.breaking import BreakTests
from condotta.rules.ranked.combat.challenges import OVERKILL, Challenge
from condotta.rules.ranked.combat.fear_impact_stomps import (
    IMPACT,
    STOMP,
    ExtraHits,
    FearTest,
    must_fear,
    strikes_extra,
)
from condotta.rules.ranked.combat.pursuit import PURSUED_IN
from condotta.rules.ranked.combat.tallying import results, seat_of
from condotta.rules.ranked.losses.wounds import TAKEN
from condotta.rules.ranked.reading.arcs import at_corners
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.steps import in_step, next_stage, queued

WINDOW = "next combat"
STAGES = ("fear", "impact", "challenge", "blows", "stomps", "result")


class ClosePhase(Loop, frozen=True, kw_only=True):
    """Every combat is fought once; the active side says in which order. [FB-7.1]"""


class BeginCombat(Script, frozen=True, kw_only=True):
    """A combat is chosen: what it counts is set to nothing. [FB-7.2]"""

    ids: tuple[str, ...]


class Combat(Script, frozen=True, kw_only=True):
    """One round of a combat, stage by stage. [FB-7.2]

    `ids` are all pieces in it, characters too; `pairs` who fought whom when it began, piece by
    piece: what a regiment began its characters may have to end. [FB-8.5]
    """

    ids: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    stage: str = STAGES[0]


def combats(here: Field) -> tuple[tuple[str, ...], ...]:
    """The combats not yet fought: regiments joined by contact, one of them not fought yet."""
    seen: set[str] = set()
    found = []
    for one in here.regiments:
        if one.id in seen or not here.touching(one):
            continue
        group: list[Regiment] = []
        fringe = [one]
        while fringe:
            now = fringe.pop()
            if now.id not in seen:
                seen.add(now.id)
                group.append(now)
                fringe += here.touching(now)
        if any(not each.marked(names.FOUGHT) for each in group):
            known = {each.id for each in group}
            found.append(tuple(each.id for each in here.regiments if each.id in known))
    return tuple(found)


def close_phase(book: Book, state: State, frame: ClosePhase) -> Iterator[Event]:
    """The next combat; whoever is engaged no more fights a first round again. [FB-7.1, FB-7.10]"""
    here = field(book, state.position)
    for one in here.regiments:
        if one.marked(LOCKED) and not here.engaged(one):
            yield Cleared(one.id, LOCKED)
    waiting = {"+".join(ids): ids for ids in combats(here)}
    if frame.answers:
        yield Pushed(BeginCombat(ids=tuple(option_of(frame).split("+"))))
    elif not waiting:
        yield Popped()
    elif len(waiting) == 1:
        yield Pushed(BeginCombat(ids=next(iter(waiting.values()))))
    else:
        seat = here.position.active[0]
        ask = Ask(seat, WINDOW, "FB-7.1", options=tuple(waiting))
        yield from asked_once(state.asks, ask)


def begin_combat(book: Book, state: State, frame: BeginCombat) -> Iterator[Event]:
    """Counters at nothing, all marked as having fought; then the round. [FB-7.2]"""
    here = field(book, state.position)
    regiments = [here.regiment(name) for name in frame.ids]
    pieces = tuple(piece.id for one in regiments for piece in one.pieces)
    for name in pieces:
        for counter in (TAKEN, OVERKILL):
            if here.position.count(name, counter):
                yield Counted(name, counter, 0)
    for one in regiments:
        yield Marked(one.id, Mark(names.FOUGHT, names.PHASE))
        yield Marked(one.id, Mark(names.FIGHTING, names.PHASE))
        if one.marked(AFRAID):
            yield Cleared(one.id, AFRAID)
        if one.marked(PURSUED_IN):
            yield Cleared(one.id, PURSUED_IN)
            yield Marked(one.id, Mark(names.CHARGED, names.TURN))
    pairs = tuple(
        (mine.id, theirs.id)
        for one in regiments
        for foe in here.touching(one)
        if one.id < foe.id
        for mine in one.pieces
        for theirs in foe.pieces
    )
    yield Ruled("FB-7.1", "fb.7-1.combat", {"regiments": frame.ids})
    yield from at_corners_only(here, regiments)
    yield Popped()
    yield Pushed(Combat(ids=pieces, pairs=pairs))
    yield from queued(book.union(seams.COMBAT_CHOSEN, state.position, frame.ids))


def at_corners_only(here: Field, regiments: list[Regiment]) -> Iterator[Event]:
    """Who fights though nothing but corners meet. [FB-7.30]"""
    for one in regiments:
        for foe in here.touching(one):
            if one.id < foe.id and at_corners(one.base, foe.base):
                yield Ruled("FB-7.30", "fb.7-30.corners", {"one": one.id, "other": foe.id})


def combat(book: Book, state: State, frame: Combat) -> Iterator[Event]:
    """The next stage of the round, the later ones below it. [FB-7.2]"""
    here = field(book, state.position)
    yield from next_stage(frame, STAGES, frame.stage)
    standing = here.standing(frame.ids)
    match frame.stage:
        case "fear":
            yield from queued(FearTest(regiment=one.id) for one in standing if must_fear(here, one))
        case "impact":
            yield from queued(extra(here, standing, IMPACT))
        case "challenge":
            yield Pushed(Challenge(ids=tuple(one.id for one in standing)))
        case "blows":
            yield Pushed(StrikeStep(ids=frame.ids, step=FIRST_STEP))
        case "stomps":
            yield from queued(extra(here, standing, STOMP))
        case _:
            yield from result(here, frame)


def extra(here: Field, standing: tuple[Regiment, ...], way: str) -> Iterator[Frame]:
    """The extra hits of the regiments that have such."""
    for one in standing:
        if strikes_extra(here, one, way):
            yield ExtraHits(regiment=one.id, way=way)


def result(here: Field, frame: Combat) -> Iterator[Event]:
    """Totals, then Break tests of the losers, then flight and pursuit. [FB-7.11-7.14]"""
    for name in frame.ids:
        if here.position.pieces[name].marked(names.FIGHTING):
            yield Cleared(name, names.FIGHTING)
    found = results(here, frame.ids)
    tallies = tuple(Tally(whose(here, side.regiments), 0, side.parts) for side in found)
    losers = {name: -side.margin for side in found if side.margin < 0 for name in side.regiments}
    if losers:
        others = tuple(name for name in frame.ids if name not in losers)
        told: dict[str, Param] = {"losers": tuple(losers), "others": others}
        yield Ruled("FB-7.13", "fb.7-13.result", told, tallies)
    else:
        yield Ruled("FB-7.13", "fb.7-13.draw", {"regiments": frame.ids}, tallies)
    yield Pushed(Wake(ids=frame.ids, pairs=frame.pairs, losers=tuple(losers.items())))
    tests = tuple(
        (name, by)
        for name, by in losers.items()
        if (one := here.find(name)) is not None and one.id == name and not one.fleeing
    )
    if tests:
        yield Pushed(BreakTests(tests=tests))


def whose(here: Field, regiments: tuple[str, ...]) -> str:
    """Whose a side's total is: its regiment's, of several their seat's. [FB-7.28]"""
    return regiments[0] if len(regiments) == 1 else seat_of(here, regiments[0])


HOOKS = ((seams.STEP, in_step(names.CLOSE, ClosePhase()), "FB-7.1"),)

PROCEDURES: dict[type[Frame], Procedure] = {
    ClosePhase: close_phase,
    BeginCombat: begin_combat,
    Combat: combat,
}
