"""Which charges are possible and which are declared. [FB-4.2]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from condotta.kernel.events import Cleared, Event, Marked
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Param, Refusal
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.approach import Way, any_way, find_way
from condotta.rules.ranked.reading.arcs import facings_struck
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.sight import sees
from condotta.rules.ranked.reading.special_rules import swift
from condotta.rules.ranked.reading.surroundings import ground
from condotta.rules.ranked.records import Charge
from condotta.table import HALF, Edge
from condotta.table.once import noted

CHARGING = "charging:"
"""The mark of a declared charge: and the target and the facing struck, parted by colons."""

Finder: TypeAlias = Callable[..., Way | None]
BARRING = (names.RALLIED, names.ARRIVED, names.CHARGED, names.FAILED_CHARGE, names.DID_MOVE)
BEST_DIE = 6


def charge_dice(here: Field, one: Regiment) -> tuple[int, int]:
    """How many dice a charge rolls and how many of the highest count. [FB-4.7]"""
    usual = 3 if swift(one) else 2
    said = here.book.sole(seams.CHARGE_DICE, here.position, one.piece, usual)
    return said or (usual, 2)


@noted
def farthest(here: Field, one: Regiment) -> int:
    """The greatest possible charge range, in quanta. [FB-4.2]"""
    return (one.inches + BEST_DIE * abs(charge_dice(here, one)[1])) * names.INCH


def may_charge(here: Field, one: Regiment) -> bool:
    """Whether a regiment may declare any charge at all. [FB-4.2]"""
    return why_not_charge(here, one) is None


def why_not_charge(here: Field, one: Regiment) -> Refusal | None:
    """Why a regiment may declare no charge at all now. [FB-4.2]

    Not the fleeing, engaged, rallied or just arrived; not machines, nor what moves at random.
    """
    barred = here.book.refusals(seams.MAY_ACT, here.position, one.piece)
    if barred:
        return barred[0]
    still = one.any_has("no-charge") or one.any_has("random-movement") or one.movement <= 0
    for holds, key in (
        (one.fleeing, "fleeing"),
        (here.engaged(one), "engaged"),
        (one.marked(names.STUPID), "stupid"),
        (any(one.marked(name) for name in BARRING), "acted"),
        (declared_by(one) is not None, "declared"),
        (still, "still"),
    ):
        if holds:
            return Refusal("FB-4.2", f"fb.4-2.{key}", {"regiment": one.id})
    return None


@noted
def way_to(
    here: Field, one: Regiment, target: Regiment, side: Edge, find: Finder = find_way
) -> Way | None:
    """How a charge reaches its target now; None where it cannot. [FB-4.9]

    A target that is fighting already does not turn.
    """
    broad = target.files if side in {"front", "rear"} else target.ranks
    found = find(one.base, one.files, target.base, broad, side, ground(here, one, target.id))
    fixed = found is not None and found.target is not None and here.engaged(target)
    return None if fixed else found


def possible(here: Field, one: Regiment, target: Regiment) -> bool:
    """Whether a charge may be declared: arc, sight, range and room. [FB-4.2]"""
    return why_not_at(here, one, target) is None


def why_not_at(here: Field, one: Regiment, target: Regiment) -> Refusal | None:
    """Why a regiment that may charge may not charge that one. [FB-4.2, FB-4.9]"""
    told: dict[str, Param] = {"regiment": one.id, "target": target.id}
    if not here.hostile(one, target):
        return Refusal("FB-4.2", "fb.4-2.no-enemy", told)
    if not here.in_front_arc(one, target):
        return Refusal("FB-4.2", "fb.4-2.arc", told)
    if here.gap(one, target) > farthest(here, one) + HALF:
        return Refusal("FB-4.2", "fb.4-2.far", {**told, "far": farthest(here, one)})
    barred = here.book.refusals(seams.MAY_CHARGE, here.position, one.piece, target.piece)
    if barred:
        return barred[0]
    if not sees(here, one, target):
        return Refusal("FB-4.2", "fb.4-2.unseen", told)
    sides = facings_struck(one.base, one.files, target.base)
    if all(way_to(here, one, target, side, any_way) is None for side in sides):
        return Refusal("FB-4.9", "fb.4-9.no-way", told)
    return None


@noted
def targets(here: Field, one: Regiment) -> tuple[Regiment, ...]:
    """The enemies that a regiment may charge now. [FB-4.2]"""
    foes = here.enemies(one.seat) if may_charge(here, one) else ()
    return tuple(foe for foe in foes if possible(here, one, foe))


def choices(here: Field, seat: Seat) -> tuple[str, ...]:
    """Every charge that a seat may declare, as options: `charger>target`. [FB-4.2]"""
    return tuple(f"{one.id}>{foe.id}" for one in here.own(seat) for foe in targets(here, one))


def declared_by(one: Regiment) -> Charge | None:
    """The charge that a regiment has declared and not yet made."""
    target, found, facing = one.piece.tail(CHARGING).partition(":")
    return Charge(one.id, target, facing=facing) if found else None


def declared(here: Field) -> Iterator[Charge]:
    """Every charge declared and not yet made. [FB-4.7]"""
    for one in here.regiments:
        charge = declared_by(one)
        if charge is not None:
            yield charge


def announced(charger: str, target: str, facing: Edge) -> Event:
    """The mark of a declared charge."""
    return Marked(charger, Mark(f"{CHARGING}{target}:{facing}", names.TURN))


def undeclared(one: Regiment) -> list[Event]:
    """The mark taken off again."""
    return [Cleared(one.id, CHARGING + said) for said in one.piece.tails(CHARGING)]
