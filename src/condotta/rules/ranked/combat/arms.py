"""What models strike with: their Strength, Attacks, and when they strike. [FB-7.7, FB-7.10]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from condotta.data import toml
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.regiment import Field, piece_has
from condotta.rules.ranked.reading.striking import step
from condotta.rules.ranked.tables import DATA, troop_types

AFRAID = "afraid"
"""The mark of a regiment that fights with WS 1 this round. [FB-9.1]"""

LOCKED = "fought before"
"""The mark of a regiment whose combat is not in its first round. [FB-7.10, FB-9.5]"""

FIRST, LAST = "always-strikes-first", "always-strikes-last"
SPEAR = "spear"
SHIELD = "shield"


class Arm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One close combat weapon. [FB-7.10]"""

    strength: int = 0
    charging: int = 0
    first: int = 0
    attacks: int = 0
    mounted_only: bool = False
    two_handed: bool = False
    last: bool = False


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
