"""What comes before and after the blows of a round: fear, impact hits, stomps. [FB-7.2, FB-9.1]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.records import Mark
from condotta.kernel.state import State
from condotta.rules.ranked import names
from condotta.rules.ranked.combat.arms import AFRAID
from condotta.rules.ranked.losses.inflicting import Wounding
from condotta.rules.ranked.reading import leadership_tests
from condotta.rules.ranked.reading.dice import thrown
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.special_rules import causes_fear, fearless, idle
from condotta.rules.ranked.records import Hit

FEAR = "fear test"
IMPACT, STOMP = "impact hits", "stomps"
WHOM = "extra hits at"
STOMPED = (names.INFANTRY, names.WAR_BEASTS, names.SWARM)
"""The types that can be stomped on. [FB-9.7]"""


class FearTest(Script, frozen=True, kw_only=True):
    """A regiment that touches what it fears tests. [FB-9.1]"""

    regiment: str


class ExtraHits(Script, frozen=True, kw_only=True):
    """Impact hits, or stomps, of one regiment on one enemy that it touches. [FB-9.7]"""

    regiment: str
    way: str


def must_fear(here: Field, one: Regiment) -> bool:
    """Whether a regiment touches a foe that it fears. [FB-9.1, FB-9.2]

    Fear-causers fear nothing but Terror; Terror-causers nothing at all.
    """
    if fearless(one) or one.any_has("terror"):
        return False
    foes = here.touching(one)
    if causes_fear(one):
        return any(foe.any_has("terror") for foe in foes)
    return any(causes_fear(foe) for foe in foes)


def fear_test(book: Book, state: State, frame: FearTest) -> Iterator[Event]:
    """Failed, all its models fight with WS 1 this round. [FB-9.1]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or not must_fear(here, one):
        yield Popped()
        return
    test = leadership_tests.plain(here, one, FEAR, "FB-9.1")
    passed = yield from leadership_tests.taken(here, frame, test)
    if not passed:
        yield Marked(one.id, Mark(AFRAID, names.PHASE))
    yield Popped()


def strikes_extra(here: Field, one: Regiment, way: str) -> bool:
    """Whether a regiment has such hits now: impact only in the round of its charge. [FB-9.7]"""
    if idle(here, one) or not here.touching(one):
        return False
    if way == IMPACT:
        return one.marked(names.CHARGED) and (one.has("impact-hits") or one.has("scythes"))
    return (one.has("stomp") or one.has("thunderstomp")) and bool(victims(here, one, way))


def victims(here: Field, one: Regiment, way: str) -> tuple[str, ...]:
    """The foes that the extra hits can fall on. [FB-9.7]"""
    foes = here.touching(one)
    if way == STOMP:
        foes = tuple(foe for foe in foes if foe.piece.type in STOMPED)
    return tuple(foe.id for foe in foes)


def hits_dice(one: Regiment, way: str) -> tuple[int, int]:
    """How many dice of hits there are, and how many hits besides. [FB-9.7]

    RULING FB-9.8: the models of the front rank have them, D6 impact hits or a thunderstomp each.
    """
    front = max(1, min(one.models, one.files))
    if way == IMPACT or one.has("thunderstomp"):
        return front, 0
    return 0, front


def extra_hits(book: Book, state: State, frame: ExtraHits) -> Iterator[Event]:
    """At whom, how many, then wounds at the model's own Strength. [FB-9.7]"""
    here = field(book, state.position)
    one = here.find(frame.regiment)
    if one is None or not strikes_extra(here, one, frame.way):
        yield Popped()
        return
    foes = victims(here, one, frame.way)
    said = frame.heard(WHOM)
    if len(foes) > 1 and not isinstance(said, Choose):
        yield Asked(Ask(one.seat, WHOM, "FB-9.7", options=foes, about=(one.id,)))
        return
    target = said.option if isinstance(said, Choose) else foes[0]
    count, sure = hits_dice(one, frame.way)
    about = (one.id, target)
    pips = (yield from thrown(frame, frame.way, "FB-9.7", count, about)) if count else ()
    hits = sure + sum(pips)
    scythed = frame.way == IMPACT and one.has("scythes")
    strength = one.value(names.S) + int(scythed)
    key = "fb.9-7.impact" if frame.way == IMPACT else "fb.9-7.stomp"
    yield Ruled("FB-9.7", key, {"regiment": one.id, "target": target, "hits": hits})
    yield Popped()
    hit = Hit(target, hits, strength, by=one.seat, source=one.id, clause="FB-9.7")
    yield Pushed(Wounding(hit=hit))


PROCEDURES: dict[type[Frame], Procedure] = {FearTest: fear_test, ExtraHits: extra_hits}
