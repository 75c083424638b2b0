"""Who fights whom in a close combat phase, and who has the choice. [TC-9.1 to TC-9.3, TC-9.8]"""

from __future__ import annotations

import msgspec

from condotta.kernel.events import Step
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.fallback import has_room
from condotta.rules.triumph.stands.field import Field, Stand, Touch, near
from condotta.table import (
    TOUCH,
    Edge,
    Relation,
    base,
    displacement,
    edge,
    line_up,
    segment_to_base,
    wholly_beyond,
)

WAYS_IN: tuple[tuple[Edge, Relation], ...] = (
    ("front", "front_contact"),
    ("left", "left_flank_contact"),
    ("right", "right_flank_contact"),
    ("rear", "rear_contact"),
)


class Pair(msgspec.Struct, frozen=True):
    """Two that would roll against each other; the attacker's front lies on the defender."""

    attacker: str
    defender: str

    @property
    def option(self) -> str:
        """How it is written in a question."""
        return f"{self.attacker}>{self.defender}"


def fronts(here: Field) -> dict[str, tuple[Touch, ...]]:
    """The contacts of each front edge that may be fought now. [TC-5.38]

    Of several it is the enemy in front contact, then any stand, then a camp. Contact made by
    pursuit in this phase does not count before the next. [TC-3.78]
    """
    found: dict[str, list[Touch]] = {}
    for touch in here.touches:
        if not any(one.piece.marked(names.FRESH) for one in (touch.by, touch.on)):
            found.setdefault(touch.by.id, []).append(touch)
    return {name: foremost(touches) for name, touches in found.items()}


def foremost(touches: list[Touch]) -> tuple[Touch, ...]:
    """The contacts of one front edge that come first. [TC-5.38]"""
    stands = [touch for touch in touches if not touch.on.is_camp]
    front = [touch for touch in stands if touch.edge == "front"]
    return tuple(front or stands or touches)


def pairs(here: Field) -> tuple[Pair, ...]:
    """Every combat that can still be rolled in this phase, in order of mustering.

    A stand rolls once a phase. [TC-9.9] One on a flank or rear rolls only if the other has no
    enemy on its front. [TC-9.3]
    """
    own = fronts(here)
    found: dict[frozenset[str], Pair] = {}
    for touches in own.values():
        for touch in touches:
            both = frozenset((touch.by.id, touch.on.id))
            if both in found or fought(touch.by) or fought(touch.on) or waits(own, touch):
                continue
            found[both] = pair_of(here.position, touch)
    return tuple(found.values())


def waits(own: dict[str, tuple[Touch, ...]], touch: Touch) -> bool:
    """Whether one on a flank or rear does not roll: the other has an enemy on its front. [TC-9.3]

    # RULING TC-9.35: in a ring, each with its front on a flank of the next, nobody waits, for all
    # must fight.
    """
    if touch.edge == "front" or touch.on.id not in own:
        return False
    seen, name = {touch.by.id}, touch.on.id
    while name in own and name not in seen and own[name][0].edge != "front":
        seen.add(name)
        name = own[name][0].on.id
    return name != touch.by.id


def pair_of(position: Position, touch: Touch) -> Pair:
    """The pair of a contact; of two fronts the active side's stand comes first."""
    active = {position.side(seat) for seat in position.active}
    swapped = (
        touch.edge == "front"
        and not touch.on.is_camp
        and position.side(touch.by.seat) not in active
        and position.side(touch.on.seat) in active
    )
    one, two = (touch.on, touch.by) if swapped else (touch.by, touch.on)
    return Pair(one.id, two.id)


def fought(stand: Stand) -> bool:
    """Whether it has rolled in this phase. [TC-9.9]"""
    return stand.piece.marked(names.FOUGHT)


def contests(found: tuple[Pair, ...]) -> tuple[tuple[Pair, ...], ...]:
    """The pairs sorted into combats: those that share a stand are alternatives. [TC-9.8]"""
    groups: list[list[Pair]] = []
    for pair in found:
        own = {pair.attacker, pair.defender}
        linked = [
            group
            for group in groups
            if any(own & {other.attacker, other.defender} for other in group)
        ]
        merged = [other for group in linked for other in group] + [pair]
        groups = [group for group in groups if group not in linked] + [merged]
    return tuple(tuple(group) for group in groups)


def chooser(here: Field, group: tuple[Pair, ...], phasing: Seat) -> Seat:
    """Who picks among alternatives: an attacker's owner. [TC-9.8, TC-9.21]

    # RULING TC-9.8: with attackers of several seats it is the seat whose turn it is, if it is one
    # of them, and otherwise the first of them in table order.
    """
    struck = {pair.defender for pair in group}
    target = here.stand(group[0].defender)
    defender = here.settings.word("opponentChosenBy") == "defender"
    if defender and len(struck) == 1 and not target.is_camp:
        return target.seat
    seats = {here.stand(pair.attacker).seat for pair in group}
    if phasing in seats:
        return phasing
    return next(seat for seat in here.position.seats() if seat in seats)


def phasing_seat(position: Position) -> Seat:
    """Who picks the order of combats and shots. [TC-6.14, TC-9.2]

    # RULING TC-9.36: where several seats have the turn together, it is the first in table order.
    """
    for seat in position.seats():
        if seat in position.active:
            return seat
    return position.seats()[0]


# ── contact made by pursuit ──────────────────────────────────────────────────
def lined_up(here: Field, stand: Stand) -> Step | None:
    """Where a pursuer that struck an enemy askew lines up with it, if it can. [TC-3.78, TC-9.1]

    It takes the nearest place in front, flank or rear contact that it stands before.

    # RULING TC-3.78: of places equally near it takes the one at the enemy that was mustered first.
    """
    if stand.piece.marked(names.MOVED) or any(touch.by is stand for touch in here.touches):
        return None
    others = [other for other in here.stands if other is not stand]
    places = []
    for enemy in here.enemies(stand.seat):
        if enemy.is_camp or not near(stand.base, enemy.base, TOUCH):
            continue
        if segment_to_base(edge(stand.base, "front"), enemy.base) > TOUCH:
            continue
        for name, relation in WAYS_IN:
            pose = line_up(stand.base.shape, enemy.base, relation)
            fits = wholly_beyond(stand.base, enemy.base, name)
            if fits and has_room(here, base(pose, stand.base.shape), others):
                far = displacement(stand.base.shape, stand.base.pose, pose, "all")
                places.append((round(far), pose))
    return Step(stand.id, min(places, key=lambda place: place[0])[1]) if places else None
