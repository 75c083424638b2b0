"""Characters in a regiment shoot with it: one after another, each with his own weapon. [FB-6.3]"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Param, Tally
from condotta.kernel.state import State
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.charts import NEVER, passed, shooting_score
from condotta.rules.ranked.reading.dice import dice, rolled, thrown
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, piece_has
from condotta.rules.ranked.records import Hit, Shot
from condotta.rules.ranked.shooting.missiles import (
    MOVE_OR_FIRE,
    PIERCING,
    Missile,
    Volley,
    hits_told,
    missiles,
    modifiers,
    to_hit,
)
from condotta.rules.ranked.shooting.random_hits import landed
from condotta.table import HALF

TO_HIT, AGAIN = "to hit", "to hit again"


class Marksmen(Script, frozen=True, kw_only=True):
    """The characters of a regiment that has shot shoot at the same target. [FB-6.3]"""

    shot: Shot
    heroes: tuple[str, ...]


def weapon_of(hero: Piece) -> Missile | None:
    """His missile weapon: of several the one that reaches farthest."""
    held = [weapon for key, weapon in missiles().items() if piece_has(hero, key)]
    return max(held, key=lambda weapon: weapon.range) if held else None


def heroes(position: Position, one: Regiment) -> tuple[str, ...]:
    """The characters in a regiment who can shoot. [FB-2.1, FB-6.3]

    RULING FB-6.14: they stand in the front rank, and shoot when their regiment does, a shot each.
    """
    return tuple(
        hero.id
        for hero in one.joined
        if position.count(hero.id, names.BS) and weapon_of(hero) is not None
    )


def his_shot(
    here: Field, hero: Piece, one: Regiment, target: Regiment, shot: Shot
) -> Volley | None:
    """What he needs, and why; None where he does not shoot. [FB-6.4, FB-6.5, FB-6.13]"""
    weapon = weapon_of(hero)
    assert weapon is not None, hero
    if here.gap(one, target) > weapon.range * names.INCH + HALF:
        return None
    if MOVE_OR_FIRE in weapon.rules and one.marked(names.MOVED):
        return None
    parts = modifiers(here, one, target, weapon, reaction=shot.reaction)
    skill = here.position.count(hero.id, names.BS)
    score = shooting_score(skill, sum(part.value for part in parts))
    strength = weapon.strength or here.position.count(hero.id, names.S)
    piercing = int(PIERCING in weapon.rules or piece_has(hero, PIERCING))
    return Volley(1, score, parts, strength, piercing) if score.possible else None


def marksmen(book: Book, state: State, frame: Marksmen) -> Iterator[Event]:
    """The next of them shoots. [FB-6.3]"""
    here = field(book, state.position)
    one, target = here.find(frame.shot.shooter), here.find(frame.shot.target)
    hero = state.position.pieces[frame.heroes[0]]
    if one is None or target is None or hero.place != "table" or one.fleeing:
        yield from next_one(frame)
        return
    fired = his_shot(here, hero, one, target, frame.shot)
    if fired is None:
        yield from next_one(frame)
        return
    pips = rolled(frame, TO_HIT)
    if pips is None:
        yield told(state.position, hero, target, fired)
        needed = to_hit(hero.id, target.id, fired.score.first)
        yield dice(TO_HIT, "FB-6.4", 1, (hero.id, target.id), needed=needed)
        return
    hits = passed(pips, fired.score.first)
    if hits and fired.score.then:
        needed = to_hit(hero.id, target.id, fired.score.then)
        second = yield from thrown(
            frame, AGAIN, "FB-6.6", hits, (hero.id, target.id), needed=needed
        )
        hits = passed(second, fired.score.then)
    yield hits_told(hero.id, target.id, 1, hits)
    yield from next_one(frame)
    if hits:
        hit = Hit(
            target.id, hits, fired.strength, by=one.seat, source=one.id, way="shooting",
            piercing=fired.piercing,
        )  # fmt: skip
        yield Pushed(landed(here, hit))


def next_one(frame: Marksmen) -> Iterator[Event]:
    """The others, if any are left."""
    yield Popped()
    if len(frame.heroes) > 1:
        yield Pushed(msgspec.structs.replace(frame, heroes=frame.heroes[1:], answers=()))


def told(position: Position, hero: Piece, target: Regiment, fired: Volley) -> Ruled:
    """The shot, what it needs and why. [FB-6.4, FB-6.5]"""
    score = Modifier(NEVER - position.count(hero.id, names.BS), "fb.6-4.score", "FB-6.4")
    harder = tuple(msgspec.structs.replace(part, value=-part.value) for part in fired.parts)
    params: dict[str, Param] = {"piece": hero.id, "target": target.id, "shots": 1}
    params |= {"needs": fired.score.first, "then": fired.score.then}
    key = "fb.6-6.volley" if fired.score.then else "fb.6-4.volley"
    return Ruled("FB-6.4", key, params, tallies=(Tally(hero.id, 0, (score, *harder)),))


PROCEDURES: dict[type[Frame], Procedure] = {Marksmen: marksmen}
