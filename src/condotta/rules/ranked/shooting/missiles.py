"""Missile weapons, and what a regiment's shots at another need to hit. [FB-6.3 to 6.7, FB-6.13]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from condotta.data import toml
from condotta.kernel.asks import Needed
from condotta.kernel.events import Ruled
from condotta.kernel.rulings import Modifier, Param
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.charts import Score, shooting_score
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.shooting.cover import TAKEN, cover
from condotta.rules.ranked.tables import DATA
from condotta.table import HALF

VOLLEY_FIRE = "volley-fire"
MOVE_OR_FIRE = "move-or-fire"
QUICK = "quick-to-fire"
PIERCING = "armour-piercing"
TWICE_NEAR = "two-shots-near"
SKIRMISHERS = "skirmishers"


class Missile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A missile weapon: its range in inches, its Strength (0: the user's), its rules. [FB-6.13]"""

    range: int
    strength: int
    rules: tuple[str, ...] = ()

    def told(self) -> tuple[str, dict[str, Param]]:
        """What it does: a key beside `about.arm.`, and its numbers."""
        params: dict[str, Param] = {"range": self.range, "strength": self.strength}
        return "missile" if self.strength else "thrown", params


@cache
def missiles() -> Mapping[str, Missile]:
    """Every missile weapon by the trait of whoever has it."""
    return {key: msgspec.convert(row, Missile) for key, row in toml(DATA, "missiles.toml").items()}


def missile(one: Regiment) -> Missile | None:
    """The missile weapon of a regiment: of several the one that reaches farthest."""
    held = [weapon for key, weapon in missiles().items() if one.has(key)]
    return max(held, key=lambda weapon: weapon.range) if held else None


def shooters(one: Regiment, weapon: Missile) -> int:
    """How many models shoot: two ranks, and half of the rest in a volley. [FB-1.3, FB-6.3]

    Characters in it have their places in front; what they shoot is their own.
    """
    front = max(0, min(one.models, 2 * one.files - len(one.joined)))
    behind = one.models - front
    volley = (one.has(VOLLEY_FIRE) or VOLLEY_FIRE in weapon.rules) and not one.marked(names.MOVED)
    return front + (-(-behind // 2) if volley else 0)


class Volley(msgspec.Struct, frozen=True):
    """A regiment's shots: how many, what each needs, the reasons, and the Strength."""

    shots: int
    score: Score
    parts: tuple[Modifier, ...]
    strength: int
    piercing: int


def to_hit(shooter: str, target: str, least: int) -> Needed:
    """What dice to hit must show. [FB-6.4, FB-6.6]"""
    return Needed("fb.6-4.needs", {"piece": shooter, "target": target}, least)


def hits_told(shooter: str, target: str, shots: int, hits: int) -> Ruled:
    """How many of the shots hit, none of them too. [FB-6.4]"""
    what: dict[str, Param] = {"piece": shooter, "target": target, "shots": shots, "hits": hits}
    return Ruled("FB-6.4", "fb.6-4.hits", what)


def volley(here: Field, one: Regiment, target: Regiment, *, reaction: bool = False) -> Volley:
    """The shots of a regiment at another, which must be possible. [FB-6.3 to 6.6]

    RULING FB-6.14: two shots are fired where they hit more often than one.
    """
    weapon = missile(one)
    assert weapon is not None, one
    parts = modifiers(here, one, target, weapon, reaction=reaction)
    models = shooters(one, weapon)
    single = _score(one, parts)
    strength = weapon.strength or one.value(names.S)
    strength += sum(
        part.value for part in here.book.sum(seams.STRENGTH, here.position, one.piece, "shooting")
    )
    piercing = int(PIERCING in weapon.rules or one.has(PIERCING))
    near = here.gap(one, target) <= weapon.range * names.INCH / 2 + HALF
    if TWICE_NEAR in weapon.rules and near:
        more = (*parts, Modifier(-1, "fb.6-5.multiple", "FB-6.5"))
        double = _score(one, more)
        if 2 * chance(double) > chance(single):
            return Volley(2 * models, double, more, strength, piercing)
    return Volley(models, single, parts, strength, piercing)


def _score(one: Regiment, parts: tuple[Modifier, ...]) -> Score:
    return shooting_score(one.value(names.BS), sum(part.value for part in parts))


def chance(score: Score) -> float:
    """How likely a shot hits.

    >>> chance(Score(4)), chance(Score(7))
    (0.5, 0.0)
    """
    if not score.possible:
        return 0.0
    return (7 - score.first) / 6 * ((7 - score.then) / 6 if score.then else 1)


def modifiers(
    here: Field, one: Regiment, target: Regiment, weapon: Missile, *, reaction: bool
) -> tuple[Modifier, ...]:
    """Every modifier of a regiment's shots at another. [FB-6.5, FB-6.7]"""
    hidden = cover(here, one, target)
    long = here.gap(one, target) > weapon.range * names.INCH / 2 + HALF
    situations = (
        (one.marked(names.MOVED), -1, "moved"),
        (long, -1, "long"),
        (reaction, -1, "stand-and-shoot"),
        *((hidden == much, by, f"{much}-cover") for much, by in TAKEN.items()),
        (target.has(SKIRMISHERS), -1, "skirmishing"),
    )
    own = tuple(Modifier(by, f"fb.6-5.{key}", "FB-6.5") for holds, by, key in situations if holds)
    return (*own, *here.book.sum(seams.TO_HIT, here.position, one.piece, target.piece, "shooting"))
