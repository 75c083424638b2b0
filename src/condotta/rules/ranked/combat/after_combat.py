"""What follows a combat result: spoils, pursuit, overrun, reforms. [FB-7.18-7.27]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Cleared, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.records import Mark
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.charges.charge_moves import DOWNHILL
from condotta.rules.ranked.combat.arms import LOCKED
from condotta.rules.ranked.combat.breaking import BROKEN
from condotta.rules.ranked.combat.combat_reform import CombatReform
from condotta.rules.ranked.combat.pursuit import BEARER, PURSUES, Chase, Overrun
from condotta.rules.ranked.losses.scoring import score_standard
from condotta.rules.ranked.losses.wounds import destroyed
from condotta.rules.ranked.movement.panic import Panics
from condotta.rules.ranked.movement.regrouping import Regroup
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.special_rules import idle
from condotta.rules.ranked.reading.surroundings import near
from condotta.rules.ranked.records import Struck
from condotta.rules.steps import next_stage, queued

STAGES = ("spoils", "decide", "chase", "overrun", "regroup", "reform", "end")
PURSUIT, OVERRUN = "pursuit", "overrun"
RESTRAIN, STAY = "restrain", "stay"
RESTRAINED, OVERRUNS = "restrained", "overruns"
PANIC_REACH = 6  # inches [FB-7.18]
FRENZY = "frenzy"


class Wake(Script, frozen=True, kw_only=True):
    """Stage by stage, what follows a result. `losers` lost, each by so much. [FB-7.20]"""

    ids: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]
    losers: tuple[tuple[str, int], ...]
    stage: str = STAGES[0]


class Spoils(Script, frozen=True, kw_only=True):
    """A regiment has broken: its standard is lost, its friends look on. [FB-7.18, FB-7.19]"""

    broken: str


class Decide(Script, frozen=True, kw_only=True):
    """A winner says whether it pursues, and whom; or whether it overruns. [FB-7.20, FB-7.26]"""

    regiment: str
    broken: tuple[str, ...]


def wake(book: Book, state: State, frame: Wake) -> Iterator[Event]:
    """The next stage, the later ones below it. [FB-7.2]"""
    here = field(book, state.position)
    yield from next_stage(frame, STAGES, frame.stage)
    standing = here.standing(frame.ids)
    broken = tuple(one for one in standing if one.marked(BROKEN) and not one.fleeing)
    frames: list[Frame] = []
    match frame.stage:
        case "spoils":
            frames = [Spoils(broken=one.id) for one in broken]
            yield from calmed(frame, standing)
        case "decide":
            frames = list(decisions(here, frame, standing))
        case "chase":
            for one in standing:
                for name in (names.CHARGED, DOWNHILL):
                    if one.marked(name):
                        yield Cleared(one.id, name)
            frames = [Chase(broken=one.id) for one in broken]
        case "overrun":
            frames = [Overrun(regiment=one.id) for one in standing if one.marked(OVERRUNS)]
        case "regroup":
            frames = [
                Regroup(regiment=one.id, clause="FB-7.20")
                for one in standing
                if one.marked(RESTRAINED)
            ]
        case "reform":
            lost = dict(frame.losers)
            frames = [
                CombatReform(regiment=one.id, lost_by=lost.get(one.id, 0))
                for one in standing
                if here.engaged(one)
            ]
        case _:
            yield from locked(here, frame, standing)
    yield from queued(frames)


def calmed(frame: Wake, standing: tuple[Regiment, ...]) -> Iterator[Event]:
    """The frenzied lose their frenzy when they are beaten. [FB-9.4]"""
    lost = dict(frame.losers)
    for one in standing:
        if one.id in lost and one.has(FRENZY):
            yield Ruled("FB-9.4", "fb.9-4.calmed", {"regiment": one.id})
            yield Marked(one.id, Mark(names.LOST + FRENZY))


def locked(here: Field, frame: Wake, standing: tuple[Regiment, ...]) -> Iterator[Event]:
    """Whoever still fights one of this combat is no more in its first round. [FB-7.10]

    Who has pursued into a new enemy begins a new combat with it. [FB-7.24]
    """
    for one in standing:
        fights_on = any(foe.id in frame.ids for foe in here.holding(one))
        if fights_on and not one.marked(LOCKED):
            yield Marked(one.id, Mark(LOCKED))
        elif not fights_on and one.marked(LOCKED):
            yield Cleared(one.id, LOCKED)


def spoils(book: Book, state: State, frame: Spoils) -> Iterator[Event]:
    """The standard is taken, a battle standard's bearer dies, friends within 6 inches test."""
    here = field(book, state.position)
    one = yield from there(here.find(frame.broken))
    winners = here.touching(one)
    by = winners[0].seat if winners else ""
    events: list[Event] = [Ruled("FB-7.14", "fb.7-14.breaks", {"regiment": one.id})]
    if one.marked(names.STANDARD):
        events += score_standard(book, here.position, one.piece, by)
        events.append(Cleared(one.id, names.STANDARD))
        events.append(Marked(one.id, Mark(BEARER, names.PHASE)))
    yield from events
    yield Popped()
    struck = Struck(one.id, tuple(foe.id for foe in winners), by)
    yield from queued(book.union(seams.BROKEN, state.position, struck))
    witnesses = tuple(other.id for other in near(here, one, PANIC_REACH))
    if witnesses:
        yield Pushed(Panics(regiments=witnesses, cause="broken", seat=one.seat, by=by))
    for piece in one.pieces:
        if names.BATTLE_STANDARD in piece.traits:
            now = after(here.position, events)
            yield from destroyed(book, now, piece.id, by=by, clause="FB-7.19")


def decisions(here: Field, frame: Wake, standing: tuple[Regiment, ...]) -> Iterator[Frame]:
    """Whoever must say whether it pursues or overruns. [FB-7.20, FB-7.26]

    War machines stay where they are, and so does who may do nothing.
    """
    for one in standing:
        if one.marked(BROKEN) or one.is_machine or one.fleeing or idle(here, one):
            continue
        foes = here.touching(one)
        if foes and all(foe.marked(BROKEN) for foe in foes):
            yield Decide(regiment=one.id, broken=tuple(foe.id for foe in foes))
        elif not foes and one.marked(names.CHARGED) and had_foes(here, frame, one):
            yield Decide(regiment=one.id, broken=())


def had_foes(here: Field, frame: Wake, one: Regiment) -> bool:
    """Whether a regiment fought somebody in this combat and all of them are destroyed."""
    met = [name for pair in frame.pairs if one.id in pair for name in pair if name != one.id]
    return bool(met) and all(here.position.pieces[name].place == "lost" for name in met)


def decide(book: Book, state: State, frame: Decide) -> Iterator[Event]:
    """Pursue or restrain, overrun or stay; the frenzied have no choice. [FB-7.20, 7.26, 9.4]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or one.fleeing:
        yield Popped()
        return
    kept = book.refusals(seams.MAY_PURSUE, state.position, one.piece)
    if kept:
        yield Ruled(kept[0].clause, kept[0].key, kept[0].params)
        yield Popped()
        return
    window = PURSUIT if frame.broken else OVERRUN
    clause = "FB-7.20" if frame.broken else "FB-7.26"
    go = frame.broken or (OVERRUN,)
    stay = RESTRAIN if frame.broken else STAY
    options = go if one.has(FRENZY) else (*go, stay)
    said = frame.heard(window)
    if len(options) > 1 and not isinstance(said, Choose):
        yield Asked(Ask(one.seat, window, clause, options=options, about=(one.id,)))
        return
    option = said.option if isinstance(said, Choose) else options[0]
    if option == RESTRAIN:
        test = leadership_tests.plain(here, one, "restraint test", clause)
        passed = yield from leadership_tests.taken(here, frame, test)
        if passed:
            yield Marked(one.id, Mark(RESTRAINED, names.PHASE))
        option = option if passed else go[0]
    if option in frame.broken:
        yield Marked(one.id, Mark(PURSUES + option, names.PHASE))
    elif option == OVERRUN:
        yield Marked(one.id, Mark(OVERRUNS, names.PHASE))
    yield Popped()


PROCEDURES: dict[type[Frame], Procedure] = {Wake: wake, Spoils: spoils, Decide: decide}
