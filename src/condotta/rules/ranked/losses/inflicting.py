"""Hits become wounds, wounds become losses: dice to wound, saves, models removed. [FB-6.8-6.12]"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import msgspec
from msgspec.structs import replace

from condotta.kernel.asks import Ask, Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Counted, Event, Popped, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Param, Tally
from condotta.kernel.state import State
from condotta.rules.asking import told_apart
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.losses.wounds import SLEW, TAKEN, losses
from condotta.rules.ranked.reading.charts import (
    ALWAYS,
    D3_FACES,
    MOST_DICE,
    NEVER,
    SIX,
    d3,
    passed,
    save_score,
    wound_score,
)
from condotta.rules.ranked.reading.dice import dice, rolled, thrown
from condotta.rules.ranked.reading.regiment import piece_has, rules_of
from condotta.rules.ranked.records import Hit
from condotta.rules.steps import queued

TO_WOUND, ARMOUR, WARD, MULTIPLE = "to wound", "armour saves", "ward saves", "multiple wounds"
SAVES = (ARMOUR, WARD)
REGENERATION = "regeneration"
SLAYABLE = (names.INFANTRY, names.CAVALRY, names.WAR_BEASTS)
"""Whom a killing blow slays. [FB-9.7]"""


class Wounding(Script, frozen=True, kw_only=True):
    """Hits of one kind on one regiment or character, rolled through to the models removed."""

    hit: Hit

    def gist(self, ask: Ask) -> Wounding:
        """Once there are saves, or wounds to multiply, their number is all that is left of it."""
        if ask.window == TO_WOUND or self.hit.killing:
            return self
        return replace(self, hit=replace(self.hit, hits=0, poison=0), answers=())


class Reckoned(msgspec.Struct, frozen=True):
    """How far some hits have come; `waits` is the window whose dice are still to be rolled.

    `reads` are the faces at which those dice are told apart, where they are only counted, `least`
    is what each must come to.
    """

    waits: str = ""
    clause: str = ""
    number: int = 0
    reads: tuple[int, ...] = ()
    least: int = 0
    wounds: int = 0
    unsaved: int = 0
    slaying: int = 0


def wounding(book: Book, state: State, frame: Wounding) -> Iterator[Event]:
    """Ask for the next dice, or remove what has not been saved."""
    hit, position = frame.hit, state.position
    target = position.pieces[hit.target]
    if target.place != "table" or hit.hits < 1:
        yield Popped()
        return
    come = reckoned(book, position, frame)
    if come.waits:
        yield next_dice(book, position, hit, come)
        return
    amounts = yield from multiplied(frame, come.unsaved)
    whole = [position.count(target.id, names.W)] * come.slaying
    yield from applied(book, position, hit, [*whole, *amounts[come.slaying :]], come)


def next_dice(book: Book, position: Position, hit: Hit, come: Reckoned) -> Asked:
    """The dice that come next. [FB-6.8, FB-6.9, FB-6.10]"""
    return dice(
        come.waits,
        come.clause,
        come.number,
        parties(hit, come.waits),
        counted_from=come.reads,
        needed=needed(book, position, hit, come),
    )


def needed(book: Book, position: Position, hit: Hit, come: Reckoned) -> Needed:
    """What the dice that come next are for and must show. [FB-6.8, FB-6.9, FB-6.10]"""
    striker, target = parties(hit, TO_WOUND)
    told: dict[str, Param] = {"striker": striker, "target": target}
    if come.waits in SAVES:
        return Needed("fb.6-9.needs" if come.waits == ARMOUR else "fb.6-10.needs", told, come.least)
    toughness = total(toughness_parts(book, position, position.pieces[target]))
    told.update(strength=hit.strength, toughness=toughness)
    return Needed("fb.6-8.needs", told, come.least)


def multiplied(frame: Wounding, unsaved: int) -> Generator[Event, None, tuple[int, ...]]:
    """What each unsaved wound counts as, by its dice. [FB-6.11]"""
    hit = frame.hit
    if not unsaved or hit.wounds <= 1:
        return (1,) * unsaved
    who, third = parties(hit, MULTIPLE), hit.wounds == 3
    told: dict[str, Param] = dict(zip(("striker", "target"), who, strict=True))
    needed = Needed("fb.6-11.needs", told, counts=D3_FACES if third else ())
    pips = yield from thrown(frame, MULTIPLE, "FB-6.11", unsaved, who, needed=needed)
    return tuple(d3(pip) if third else pip for pip in pips)


def reckoned(book: Book, position: Position, frame: Wounding) -> Reckoned:
    """The dice so far, or the dice that come next. [FB-6.8 to FB-6.10, FB-9.7]"""
    hit = frame.hit
    target = position.pieces[hit.target]
    poison = min(hit.poison, hit.hits)
    wounds = slaying = 0
    hits = min(hit.hits, MOST_DICE)
    slays = hit.killing and target.type in SLAYABLE
    need = ALWAYS if hit.sure else wound_need(book, position, hit)
    if need == ALWAYS:
        wounds = hits
    elif hits > poison and need < NEVER:
        pips = rolled(frame, TO_WOUND)
        if pips is None:
            reads = told_apart(lambda pip: (passed((pip,), need), slays and pip == SIX))
            return Reckoned(TO_WOUND, hit.clause, hits - poison, reads, need)
        wounds = poison + passed(pips, need)
        if slays:
            slaying = sum(pip == SIX for pip in pips)
    else:
        wounds = poison
    save = save_need(book, position, hit)
    left = wounds
    if wounds > slaying and save < NEVER:
        pips = rolled(frame, ARMOUR)
        if pips is None:
            reads = told_apart(lambda pip: passed((pip,), save))
            return Reckoned(ARMOUR, "FB-6.9", wounds - slaying, reads, save, wounds)
        left = slaying + wounds - slaying - passed(pips, save)
    ward = ward_need(position, hit)
    if left and ward:
        pips = rolled(frame, WARD)
        if pips is None:
            reads = () if slaying else told_apart(lambda pip: passed((pip,), ward))
            return Reckoned(WARD, "FB-6.10", left, reads, ward, wounds)
        slaying -= passed(pips[:slaying], ward)
        left -= passed(pips, ward)
    return Reckoned(wounds=wounds, unsaved=left, slaying=slaying)


def parties(hit: Hit, window: str) -> tuple[str, str]:
    """Whom dice about hits are about: who rolls them, then the other. [FB-6.8, FB-6.9, FB-6.10]

    Saves are rolled by whoever was hit, everything else by who struck.
    """
    striker = hit.source or hit.by or hit.target
    return (hit.target, striker) if window in SAVES else (striker, hit.target)


def wound_need(book: Book, position: Position, hit: Hit) -> int:
    """What these hits need to wound, layers heard. [FB-6.8]"""
    parts = toughness_parts(book, position, position.pieces[hit.target])
    return wound_score(hit.strength, total(parts))


def toughness_parts(book: Book, position: Position, piece: Piece) -> tuple[Modifier, ...]:
    """A regiment's Toughness and what changes it, 1 at least unless it has none. [FB-2.1]"""
    own = Modifier(position.count(piece.id, names.T), "fb.2-1.toughness", "FB-2.1")
    return own, *book.sum(seams.TOUGHNESS, position, piece)


def save_need(book: Book, position: Position, hit: Hit) -> int:
    """What an armour save needs against these hits. [FB-6.9]"""
    if hit.no_armour:
        return NEVER
    target = position.pieces[hit.target]
    changed = total(book.sum(seams.ARMOUR, position, target, hit.way)) - hit.piercing
    return save_score(position.count(target.id, names.SAVE), hit.strength, changed)


def ward_need(position: Position, hit: Hit) -> int:
    """The best single ward against these hits, 0 for none. [FB-6.10]

    Regeneration is a ward that flaming attacks take away; magic resistance improves a ward against
    spells. [FB-9.7]
    """
    if hit.no_ward:
        return 0
    target = position.pieces[hit.target]
    own = position.count(target.id, names.WARD)
    if hit.flaming and piece_has(target, REGENERATION):
        own = 0
    if hit.way == "magic":
        resistance = max((magic_resistance(rule) for rule in rules_of(target)), default=0)
        own = max(2, (own or NEVER) - resistance) if resistance else own
    wards = [ward for ward in (own, hit.ward) if 0 < ward < NEVER]
    return min(wards, default=0)


def magic_resistance(trait: str) -> int:
    """The X of a trait `magic-resistance-X`. [FB-9.7]

    >>> magic_resistance("magic-resistance-2"), magic_resistance("shield")
    (2, 0)
    """
    number = trait.removeprefix("magic-resistance-")
    return int(number) if number != trait and number.isdigit() else 0


def total(parts: tuple[Modifier, ...]) -> int:
    """What modifiers come to."""
    return sum(part.value for part in parts)


def applied(
    book: Book, position: Position, hit: Hit, amounts: list[int], come: Reckoned
) -> Iterator[Event]:
    """Wounds fall on the rank and file as one pool, whole models first. [FB-6.11, FB-6.12]"""
    target = position.pieces[hit.target]
    slain, wounded, taken = shared(
        amounts,
        each=max(1, position.count(target.id, names.W)),
        wounded=position.count(target.id, names.WOUNDS),
        models=position.count(target.id, names.MODELS),
    )
    events: list[Event] = [
        Ruled(
            hit.clause,
            came_key(book, position, hit, come),
            {"piece": target.id, "hits": hit.hits, "wounds": come.wounds, "unsaved": come.unsaved},
            tallies=(Tally(target.id, 0, toughness_parts(book, position, target)),),
        )
    ]
    if taken:
        events.append(Counted(target.id, TAKEN, position.count(target.id, TAKEN) + taken))
    if wounded != position.count(target.id, names.WOUNDS):
        events.append(Counted(target.id, names.WOUNDS, wounded))
    if slain and hit.source:
        key = f"{SLEW}{target.id}"
        events.append(Counted(hit.source, key, position.count(hit.source, key) + slain))
    yield from events
    yield Popped()
    if slain:
        then = book.union(seams.LOSSES, position, target.id)
        now = after(position, events)
        yield from queued(then if slain < position.count(target.id, names.MODELS) else ())
        yield from losses(book, now, target.id, slain, by=hit.by, clause=hit.clause)


def came_key(book: Book, position: Position, hit: Hit, come: Reckoned) -> str:
    """How what became of hits is told: no wound, wounds without a save, or what was not saved."""
    if not come.wounds:
        return "fb.6-8.none"
    bare = save_need(book, position, hit) >= NEVER and not ward_need(position, hit)
    return "fb.6-8.bare" if bare else "fb.6-8.wounds"


def shared(amounts: list[int], *, each: int, wounded: int, models: int) -> tuple[int, int, int]:
    """Models slain, wounds on the next model, and wounds that counted; the excess is lost.

    A multiple wound never spills over to the next model. [FB-6.11]

    >>> shared([1, 1, 1], each=1, wounded=0, models=2), shared([3, 2], each=2, wounded=1, models=5)
    ((2, 0, 2), (2, 0, 3))
    >>> shared([1, 1], each=3, wounded=0, models=4)
    (0, 2, 2)
    """
    slain = taken = 0
    for amount in amounts:
        if slain == models:
            break
        counts = min(amount, each - wounded)
        wounded, taken = wounded + counts, taken + counts
        if wounded == each:
            slain, wounded = slain + 1, 0
    return slain, wounded, taken


PROCEDURES: dict[type[Frame], Procedure] = {Wounding: wounding}
