"""What models strike with: their Strength, Attacks, and when they strike. [FB-7.7, FB-7.10]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from condotta.data import toml
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Param
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.regiment import Field, piece_has
from condotta.rules.ranked.tables import DATA, troop_types

AFRAID = "afraid"
"""The mark of a regiment that fights with WS 1 this round. [FB-9.1]"""

LOCKED = "fought before"
"""The mark of a regiment whose combat is not in its first round. [FB-7.10, FB-9.5]"""

FIRST, LAST = "always-strikes-first", "always-strikes-last"
SPEAR = "spear"
SHIELD = "shield"
FIRST_STEP, LAST_STEP = 11, 0
"""The steps of what always strikes first and last; the others are Initiatives from 10 to 1."""


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One close combat weapon. [FB-7.10]"""

    strength: int = 0
    charging: int = 0
    first: int = 0
    attacks: int = 0
    mounted_only: bool = False
    two_handed: bool = False
    last: bool = False

    def told(self) -> Iterator[tuple[str, dict[str, Param]]]:
        """What it does, a key beside `about.arm.` each with its number."""
        for name in ("strength", "charging", "first", "attacks"):
            if number := getattr(self, name):
                yield name, {"number": number}
        for name in ("two_handed", "last", "mounted_only"):
            if getattr(self, name):
                yield name.replace("_", "-"), {}


@cache
def arms() -> Mapping[str, Arm]:
    """Every close combat weapon by the trait of whoever has it."""
    return {key: msgspec.convert(row, Arm) for key, row in toml(DATA, "arms.toml").items()}


def held(piece: Piece) -> Iterator[tuple[str, Arm]]:
    """The close combat weapons of a piece that are more than a hand weapon."""
    for key, arm in arms().items():
        if piece_has(piece, key):
            yield key, arm


def mounted(piece: Piece) -> bool:
    """Whether its models ride or drive. [FB-10.1]"""
    return troop_types()[piece.type].mounted


def in_hand(piece: Piece) -> tuple[str, Arm] | None:
    """The weapon it fights with: of several the one that adds most. [FB-7.10]

    RULING FB-7.33: a regiment that has a better weapon than its hand weapons uses it.
    """
    found = sorted(held(piece), key=lambda one: (-worth(piece, one[1]), one[0]))
    return found[0] if found else None


def worth(piece: Piece, arm: Arm) -> int:
    """How much a weapon adds now, in Strength and Attacks."""
    return sum(part for _, part in gains(piece, arm)) + arm.attacks


def gains(piece: Piece, arm: Arm) -> Iterator[tuple[str, int]]:
    """The Strength that a weapon adds now, with its reasons. [FB-7.10]"""
    if arm.mounted_only and not mounted(piece):
        return
    yield "weapon", arm.strength
    if piece.marked(names.CHARGED):
        yield "charging", arm.charging
    if not piece.marked(LOCKED):
        yield "first-round", arm.first


def strength_parts(here: Field, piece: Piece, host: Piece) -> tuple[Modifier, ...]:
    """The Strength of blows, with its reasons; `host` is the regiment it fights in. [FB-7.8]"""
    own = Modifier(here.position.count(piece.id, names.S), "fb.7-8.strength", "FB-7.8")
    weapon = in_hand(as_of(piece, host))
    more = gains(as_of(piece, host), weapon[1]) if weapon else ()
    parts = [Modifier(value, f"fb.7-10.{key}", "FB-7.10") for key, value in more if value]
    return (own, *parts, *here.book.sum(seams.STRENGTH, here.position, piece, "combat"))


def as_of(piece: Piece, host: Piece) -> Piece:
    """A character with the marks of the regiment that it charges and fights in."""
    return piece if piece.id == host.id else msgspec.structs.replace(piece, marks=host.marks)


def attacks_of(here: Field, piece: Piece, host: Piece) -> int:
    """The Attacks of one model that touches the enemy. [FB-7.3, FB-7.10, FB-9.4]"""
    weapon = in_hand(as_of(piece, host))
    more = (weapon[1].attacks if weapon else 0) + int(piece_has(piece, "frenzy"))
    own = here.position.count(piece.id, names.A)
    return max(0, own + more) if own else 0


def step_of(here: Field, piece: Piece) -> int:
    """The step at which a piece strikes. [FB-7.7]"""
    weapon = in_hand(piece)
    last = piece_has(piece, LAST) or (weapon is not None and weapon[1].last)
    return step(here.position.count(piece.id, names.INI), piece_has(piece, FIRST), last)


def skill_of(here: Field, piece: Piece, host: Piece) -> int:
    """The Weapon Skill it fights with; 1 for the afraid. [FB-9.1]"""
    if host.marked(AFRAID):
        return 1
    return here.position.count(piece.id, names.WS)


def parries(piece: Piece) -> bool:
    """Whether its models parry attacks from the front: hand weapon and shield, on foot. [FB-7.9]"""
    return piece_has(piece, SHIELD) and not mounted(piece) and in_hand(piece) is None


def shield_idle(piece: Piece) -> int:
    """1 where a two-handed weapon keeps a shield from adding to the save. [FB-7.10]"""
    weapon = in_hand(piece)
    return int(weapon is not None and weapon[1].two_handed and piece_has(piece, SHIELD))


# ── as arithmetic ────────────────────────────────────────────────────────────
def step(initiative: int, first: bool, last: bool) -> int:
    """The step at which a model strikes; first and last cancel. Initiative 0 strikes last. [FB-7.7]

    >>> step(4, False, False), step(4, True, False), step(4, False, True), step(4, True, True)
    (4, 11, 0, 4)
    """
    if first != last:
        return FIRST_STEP if first else LAST_STEP
    return max(0, min(10, initiative))


def support_ranks(files: int, horde: int, spears: bool, charging: bool, on_foot: bool) -> int:
    """How many ranks behind the first support: one, one more for a horde, one for spears.

    `horde` is the frontage of a horde, 0 where there is none. [FB-7.4, FB-7.5]

    >>> support_ranks(5, 10, False, False, True), support_ranks(10, 10, True, False, True)
    (1, 3)
    >>> support_ranks(5, 10, True, True, True), support_ranks(5, 10, True, False, False)
    (1, 1)
    """
    return 1 + int(0 < horde <= files) + int(spears and on_foot and not charging)


def supporters(models: int, files: int, touching: int, ranks: int) -> int:
    """How many models stand right behind those that touch, in so many ranks. [FB-7.4]

    RULING FB-7.31: the models of an incomplete last rank stand behind those that touch.

    >>> supporters(20, 5, 5, 1), supporters(7, 5, 5, 1), supporters(25, 10, 8, 2)
    (5, 2, 13)
    """
    behind = max(0, models - files)
    total = 0
    for _ in range(ranks):
        total += min(touching, files, behind)
        behind -= min(files, behind)
    return total


def touching_files(width: float, low: float, high: float, files: int, slack: float) -> range:
    """The files whose front meets a stretch of the front line; corners count. [FB-7.3]

    The line runs from 0 to `width`; the stretch from `low` to `high`, in the same unit.

    >>> touching_files(50, 20, 80, 5, 0.1), touching_files(50, 50, 80, 5, 0.1)
    (range(1, 5), range(4, 5))
    """
    each = width / files
    first = next((file for file in range(files) if (file + 1) * each >= low - slack), files)
    last = next((file for file in range(files - 1, -1, -1) if file * each <= high + slack), -1)
    return range(first, max(first, last + 1))
