"""Challenges: issued, taken up or refused; what two fighters do to each other. [FB-11.4]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import (
    Asked,
    Cleared,
    Counted,
    Event,
    Marked,
    Popped,
    Ruled,
)
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece
from condotta.kernel.rulings import Param, Refusal
from condotta.kernel.state import State
from condotta.rules.asking import there
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.combat.fronts import CHAMPION, CHAMPION_DUEL, DUEL, SILENCED
from condotta.rules.ranked.losses.inflicting import Wounding, multiplied, next_dice, reckoned
from condotta.rules.ranked.losses.wounds import TAKEN, losses
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.special_rules import idle
from condotta.rules.steps import queued

ISSUE, ACCEPT, SHAME = "challenge", "accept challenge", "who stands back"
NONE, REFUSE = "none", "refuse"
OVERKILL = "overkill"
"""The counter of a regiment's excess wounds in a challenge. [FB-7.11]"""


class Challenge(Script, frozen=True, kw_only=True):
    """The one challenge that a combat may have. [FB-11.4]"""

    ids: tuple[str, ...]


class DuelWounds(Wounding, frozen=True, kw_only=True):
    """Hits of a fighter on his rival, rolled through; what is too much is counted. [FB-7.11]"""

    fighter: str
    rival: str


def candidates(here: Field, one: Regiment) -> tuple[str, ...]:
    """The fighters of a regiment that may fight in a challenge: characters, its champion."""
    found = [piece.id for piece in one.pieces if names.CHARACTER in piece.traits]
    champion = one.marked(names.CHAMPION) and one.models > 0
    if here.touching(one) and not idle(here, one):
        return (*found, *((one.id + CHAMPION,) if champion else ()))
    return ()


def host_of(here: Field, fighter: str) -> Regiment:
    """The regiment that a fighter stands in."""
    return here.regiment(fighter.removesuffix(CHAMPION))


def rivals(here: Field, fighter: str) -> tuple[str, ...]:
    """Who could take up a fighter's challenge: fighters of the regiments his own touches."""
    foes = here.touching(host_of(here, fighter))
    return tuple(name for foe in foes for name in candidates(here, foe))


def issuers(here: Field, ids: tuple[str, ...], *, active: bool) -> dict[str, tuple[str, ...]]:
    """By seat, the fighters of one party that could issue a challenge."""
    found: dict[str, tuple[str, ...]] = {}
    for name in ids:
        one = here.find(name)
        if one is None or one.id != name or (one.seat in here.position.active) != active:
            continue
        able = tuple(fighter for fighter in candidates(here, one) if rivals(here, fighter))
        if able:
            found[one.seat] = (*found.get(one.seat, ()), *able)
    return found


def challenge(book: Book, state: State, frame: Challenge) -> Iterator[Event]:
    """The active side may issue first, then the others; the first that is said is fought."""
    here = field(book, state.position)
    issuer = ""
    for active in (True, False):
        for seat, able in issuers(here, frame.ids, active=active).items():
            said = frame.heard(ISSUE, seat)
            if not isinstance(said, Choose):
                yield Asked(Ask(seat, ISSUE, "FB-11.4", options=(NONE, *able), about=frame.ids))
                return
            if said.option != NONE:
                issuer = said.option
                break
        if issuer:
            break
    if not issuer:
        yield Popped()
        return
    yield from answered(here, frame, issuer)


def answered(here: Field, frame: Challenge, issuer: str) -> Iterator[Event]:
    """Every enemy seat that could take it up says whether it does. [FB-11.4]"""
    able = rivals(here, issuer)
    for seat in dict.fromkeys(host_of(here, name).seat for name in able):
        own = tuple(name for name in able if host_of(here, name).seat == seat)
        said = frame.heard(ACCEPT, seat)
        if not isinstance(said, Choose):
            options = (*own, REFUSE)
            yield Asked(Ask(seat, ACCEPT, "FB-11.4", options=options, about=(issuer,)))
            return
        if said.option != REFUSE:
            yield Ruled("FB-11.4", "fb.11-4.duel", {"one": issuer, "other": said.option})
            yield duel_mark(issuer, said.option)
            yield duel_mark(said.option, issuer)
            yield Popped()
            return
    heroes = tuple(name for name in able if not name.endswith(CHAMPION))
    said = frame.heard(SHAME)
    if len(heroes) > 1 and not isinstance(said, Choose):
        seat = host_of(here, issuer).seat
        yield Asked(Ask(seat, SHAME, "FB-11.4", options=heroes, about=(issuer,)))
        return
    for name in heroes:
        if not isinstance(said, Choose) or said.option == name:
            yield Ruled("FB-11.4", "fb.11-4.refused", {"one": issuer, "other": name})
            yield Marked(name, Mark(SILENCED, names.PHASE))
    yield Popped()


def duel_mark(fighter: str, rival: str) -> Event:
    """The mark of a fighter in a challenge."""
    head = CHAMPION_DUEL if fighter.endswith(CHAMPION) else DUEL
    return Marked(fighter.removesuffix(CHAMPION), Mark(head + rival, names.PHASE))


def rival_of(here: Field, rival: str) -> str | None:
    """The piece whose numbers a rival has, if he still fights."""
    piece = here.position.pieces[rival.removesuffix(CHAMPION)]
    if piece.place != "table" or here.find(piece.id) is None:
        return None
    if rival.endswith(CHAMPION) and not piece.marked(names.CHAMPION):
        return None
    return piece.id


def duel_wounds(book: Book, state: State, frame: DuelWounds) -> Iterator[Event]:
    """Wounds fall on the rival alone; excess counts for the combat result. [FB-7.11, FB-11.4]

    RULING FB-11.8: a champion has the wounds of one of his regiment, none of them lost before.
    """
    position, hit = state.position, frame.hit
    here = field(book, position)
    target = position.pieces[hit.target]
    yield from there(rival_of(here, frame.rival))
    come = reckoned(book, position, frame)
    if come.waits:
        yield next_dice(book, position, hit, come)
        return
    amounts = yield from multiplied(frame, come.unsaved)
    dealt = sum(amounts)
    full = position.count(target.id, names.W)
    champion = frame.rival.endswith(CHAMPION)
    left = full if champion else full - position.count(target.id, names.WOUNDS)
    if come.slaying:
        dealt = max(dealt, left)
    yield from fallen(book, here, frame, min(dealt, left), max(0, dealt - left))


def fallen(book: Book, here: Field, frame: DuelWounds, taken: int, over: int) -> Iterator[Event]:
    """The rival's wounds and, if they were the last, his end."""
    position = here.position
    target = position.pieces[frame.hit.target]
    champion = frame.rival.endswith(CHAMPION)
    before = 0 if champion else position.count(target.id, names.WOUNDS)
    full = position.count(target.id, names.W)
    what: dict[str, Param] = {"fighter": frame.fighter, "rival": frame.rival, "wounds": taken}
    events: list[Event] = [Ruled("FB-11.4", "fb.11-4.wounds", what)]
    if taken:
        events.append(Counted(target.id, TAKEN, position.count(target.id, TAKEN) + taken))
    if over:
        host = host_of(here, frame.fighter).id if stands(here, frame) else frame.hit.source
        events.append(Counted(host, OVERKILL, position.count(host, OVERKILL) + over))
    dead = before + taken >= full
    if not dead and not champion and taken:
        events.append(Counted(target.id, names.WOUNDS, before + taken))
    if dead and champion:
        events.append(Cleared(target.id, names.CHAMPION))
    yield from events
    yield Popped()
    if dead:
        now = after(position, events)
        then = book.union(seams.LOSSES, position, target.id)
        yield from queued(then if champion else ())
        yield from losses(book, now, target.id, 1, by=frame.hit.by, clause="FB-11.4")


def stands(here: Field, frame: DuelWounds) -> bool:
    """Whether the regiment of whoever struck is still there."""
    return here.find(frame.fighter.removesuffix(CHAMPION)) is not None


def shamed(_: Position, lender: Piece, __: Piece) -> Refusal | None:
    """Who refused a challenge lends neither Leadership nor aura this round. [FB-11.4]"""
    return Refusal("FB-11.4", "fb.11-4.silenced") if lender.marked(SILENCED) else None


HOOKS = ((seams.LEADS, shamed, "FB-11.4"), (seams.STEADIES, shamed, "FB-11.4"))

PROCEDURES: dict[type[Frame], Procedure] = {Challenge: challenge, DuelWounds: duel_wounds}
