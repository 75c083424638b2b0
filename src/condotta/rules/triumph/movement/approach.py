"""Moving into contact: where a front edge may go, and who lines up with whom. [TC-5.30]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.rulings import Contact, Refusal, Sketch
from condotta.rules.triumph.movement.fallback import has_room, room_to_fall_back
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.stands.field import EDGE_OF_HOLD, Field, Stand, near
from condotta.rules.triumph.stands.layout import front_lies_on
from condotta.rules.triumph.tables import shattered
from condotta.table import (
    EDGES,
    TOUCH,
    Base,
    Edge,
    Pose,
    adjacent,
    base,
    beyond_edge,
    corner_contact,
    edge,
    front_on,
    line_up,
    point_to_segment,
    touches,
    wholly_beyond,
)


def edge_held(by: Base, on: Stand) -> Edge | None:
    """The edge of an enemy that a front edge at that place would be in contact with. [TC-0.11]"""
    if not near(by, on.base, TOUCH):
        return None
    if on.is_camp:
        return "front" if front_lies_on(by, on.base) else None
    hold = front_on(by, on.base)
    return None if hold is None else EDGE_OF_HOLD[hold]


def contacts_at(here: Field, path: Path) -> tuple[Contact, ...]:
    """The contacts that the body would be in where it ends. [TC-5.38]"""
    found = []
    enemies = enemies_near(here, path)
    for stand, where in zip(path.stands, path.end_bases, strict=True):
        for enemy in enemies:
            held = edge_held(where, enemy)
            if held is not None:
                found.append(Contact(stand.id, enemy.id, held))
    return tuple(found)


def enemies_near(here: Field, path: Path) -> list[Stand]:
    """The enemies that the body could touch on its way, in order of mustering."""
    seat = path.stands[0].seat
    return [one for one in path.others_near(here) if here.relation(seat, one.seat) == "enemy"]


def contact_refusals(here: Field, path: Path, contacts: tuple[Contact, ...]) -> Iterator[Refusal]:
    """Flank and rear only from beyond their lines; contact is made by the front. [TC-5.30, 5.32]"""
    yield from contacts_refused(here, path, contacts)
    for contact in contacts:
        mover, enemy = here.stand(contact.piece), here.stand(contact.other)
        free = contact.edge == "front" or enemy.is_camp
        if not free and not started_beyond(here, mover, enemy, contact.edge):
            yield refuse_start(mover, enemy, contact.edge)
    enemies = enemies_near(here, path)
    for stand, where in zip(path.stands, path.end_bases, strict=True):
        for enemy in enemies:
            if enemy.is_camp or not near(where, enemy.base, TOUCH):
                continue
            if front_on(enemy.base, where) not in (None, "front"):
                params = {"stand": stand.id, "other": enemy.id}
                yield Refusal("TC-5.30", "tc.5-30.offered", params)


def contacts_refused(here: Field, path: Path, contacts: tuple[Contact, ...]) -> Iterator[Refusal]:
    """What settings forbid: a camp touched askew, two enemies at once. [TC-5.37, TC-5.38]"""
    strict = here.settings.flag("campContactLinedUp")
    two = here.settings.flag("contactTwoEnemies")
    for stand, where in zip(path.stands, path.end_bases, strict=True):
        met = [here.stand(one.other) for one in contacts if one.piece == stand.id]
        for camp in met:
            if strict and camp.is_camp and not flush(where, camp.base):
                yield Refusal("TC-5.37", "tc.5-37.askew", {"stand": stand.id, "other": camp.id})
        if len(met) > 1 and not two:
            others = tuple(one.id for one in met)
            yield Refusal("TC-5.38", "tc.5-38.two", {"stand": stand.id, "others": others})


def flush(where: Base, camp: Base) -> bool:
    """Whether a whole front edge lies along one edge of a camp. [TC-5.37]"""
    return any(
        all(point_to_segment(corner, edge(camp, side)) <= TOUCH for corner in (where.fl, where.fr))
        for side in EDGES
    )


def started_beyond(here: Field, mover: Stand, enemy: Stand, side: str) -> bool:
    """Whether the mover started on the outer side of that edge's line, wholly. [TC-5.32, TC-5.46]

    The enemy's facing at the start of the move decides. [TC-5.33]
    """
    name: Edge = "rear" if side == "rear" else "left" if side == "left" else "right"
    if here.settings.word("flankStart") == "wholly":
        return wholly_beyond(mover.base, enemy.base, name)
    return beyond_edge((mover.base.fl, mover.base.fr), enemy.base, name)


def refuse_start(mover: Stand, enemy: Stand, side: str) -> Refusal:
    """Why this flank or rear is out of reach, with the line to look at."""
    name: Edge = "rear" if side == "rear" else "left" if side == "left" else "right"
    points = tuple((round(x), round(y)) for x, y in edge(enemy.base, name))
    params = {"stand": mover.id, "other": enemy.id, "edge": side}
    return Refusal("TC-5.32", "tc.5-32.start", params, (Sketch("line of the edge", points),))


# ── the target lines up ──────────────────────────────────────────────────────
def conforming(here: Field, stands: tuple[Stand, ...]) -> tuple[tuple[Stand, Pose, str], ...]:
    """Single enemies that line up at once with a group that touched them askew. [TC-5.35]

    Each with the pose it takes and the condition, a, b or c, that makes it.
    """
    if len(stands) < 2:
        return ()
    found: list[tuple[Stand, Pose, str]] = []
    taken: set[str] = set()
    for stand in stands:
        for enemy in here.enemies(stand.seat):
            if enemy.id in taken or not touched_askew(here, stand, enemy):
                continue
            taken.add(enemy.id)
            lined = lined_up(here, stand, enemy)
            why = None if lined is None else reason_to_line_up(here, stand, enemy, lined)
            if lined is not None and why is not None:
                found.append((enemy, lined, why))
    return tuple(found)


def touched_askew(here: Field, stand: Stand, enemy: Stand) -> bool:
    """A single stand, free, touched by the front of this one without being lined up. [TC-5.35]

    # RULING TC-5.49: corner on corner and flank on flank are an overlap's places and touch nobody
    # askew [TC-5.30, TC-9.4]; a group that stops at the touch is taken to be one that could not
    # line up.
    """
    if enemy.is_camp or enemy.id in here.fighting or not near(stand.base, enemy.base, TOUCH):
        return False
    if corner_contact(stand.base, enemy.base):
        return False
    if not front_lies_on(stand.base, enemy.base):
        return False
    return not any(
        friend is not enemy and in_group_with(friend, enemy) for friend in here.friends(enemy.seat)
    )


def in_group_with(friend: Stand, stand: Stand) -> bool:
    """Whether two friends are in one group. [TC-0.12]"""
    return near(friend.base, stand.base, TOUCH) and adjacent(friend.base, stand.base) is not None


def lined_up(here: Field, stand: Stand, enemy: Stand) -> Pose | None:
    """Where the enemy would stand front to front with this one, if there is room for it."""
    pose = line_up(enemy.base.shape, stand.base, "front_contact")
    where = base(pose, enemy.base.shape)
    others = (other for other in here.stands if other is not enemy)
    return pose if has_room(here, where, others) else None


def reason_to_line_up(here: Field, stand: Stand, enemy: Stand, lined: Pose) -> str | None:
    """Which of the three conditions makes the enemy line up, the first that holds. [TC-5.35]"""
    if not room_to_fall_back(here, enemy, enemy.base.pose):
        return "a"
    difficult = here.edge_in_difficult(edge(enemy.base, "front"))
    codes = (enemy.troop.code, stand.troop.code)
    if shattered(*codes, "close", here.settings, difficult=difficult) is not None:
        return "b"
    return "c" if room_to_fall_back(here, enemy, lined) else None


__all__ = ["conforming", "contact_refusals", "contacts_at", "edge_held", "touches"]
