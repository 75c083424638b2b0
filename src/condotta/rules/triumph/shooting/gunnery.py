"""Who may shoot whom: range, arc, sight, and what else forbids it. [TC-6.1 to TC-6.17]

It reads what lies on the table only, so that screens and bots may ask too.
"""

from __future__ import annotations

from msgspec.structs import replace

from condotta.kernel.rulings import Param, Refusal, Sketch
from condotta.rules.sketches import ahead_of, sight
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.combat.duel import shooting_edge, shooting_edges
from condotta.rules.triumph.stands.field import Field, Stand, near
from condotta.rules.triumph.stands.sightlines import screens
from condotta.rules.triumph.stands.zones import in_zone, zones_of
from condotta.rules.triumph.tables import TABLES
from condotta.table import (
    HALF,
    Edge,
    Segment,
    at_most,
    edge,
    in_arc,
    outline,
    reach,
    segment_to_base,
)
from condotta.table import visible_distance as visible
from condotta.table.vector import Polygon

OUT_OF_REACH, UNSEEN = "tc.6-9.out-of-reach", "tc.6-12.unseen"


def shoots(here: Field, stand: Stand) -> bool:
    """Whether it is a stand that shoots at all, by its type or by what a layer says. [TC-6.2]"""
    if stand.shoots is None:
        said = here.book.sole(seams.SHOOTING, here.book, stand.piece, stand.troop)
        stand.shoots = said is not None or stand.troop.shoots
    return stand.shoots


def range_of(here: Field, stand: Stand) -> int:
    """How far it shoots, in quanta. [TC-6.3]"""
    if stand.range is None:
        said = here.book.sole(seams.RANGE, here, stand)
        stand.range = (stand.troop.range or 0) if said is None else said
    return stand.range


def may_shoot(here: Field, stand: Stand) -> bool:
    """Whether a stand may shoot now, if it has a target. [TC-6.1, TC-6.4, TC-6.6, TC-6.7]"""
    return not why_not_shoot(here, stand)


def why_not_shoot(here: Field, stand: Stand) -> tuple[Refusal, ...]:
    """Why a stand may shoot at nobody now: the first reason of the core, all of layers. [TC-6.1]"""
    unable = usually_not(here, stand)
    layers = here.book.refusals(seams.MAY_SHOOT, here, stand)
    return layers if unable is None else (unable, *layers)


def usually_not(here: Field, stand: Stand) -> Refusal | None:
    """Why not by the core rules. [TC-6.1, TC-6.2, TC-6.4, TC-6.7, TC-6.16]"""
    piece, who = stand.piece, {"stand": stand.id}
    if stand.is_camp or not shoots(here, stand):
        return Refusal("TC-6.2", "tc.6-2.no-shooter", who)
    if piece.marked(names.SHOT):
        return Refusal("TC-6.1", "tc.6-1.shot", who)
    if piece.marked(names.HELD):
        return Refusal("TC-6.16", "tc.6-16.held", who)
    if stand.id in here.fighting:
        return Refusal("TC-6.4", "tc.6-4.shooter", who)
    if not TABLES.shooting.both_sides_each_turn and stand.seat not in here.position.active:
        return Refusal("TC-6.1", "tc.6-1.turn", who)
    if piece.marked(names.MOVED) and stand.troop.code in here.settings.words("movedMayNotShoot"):
        return Refusal("TC-6.7", "tc.6-7.moved", who)
    return None


def may_be_shot(here: Field, target: Stand) -> bool:
    """Camps never; stands in close combat only where a setting says so. [TC-6.4, TC-6.5]"""
    if target.is_camp:
        return False
    return target.id not in here.fighting or here.settings.flag("shootAtFighting")


def in_reach(here: Field, shooter: Stand, target: Stand) -> bool:
    """Whether some part of the target is in arc and range, sight apart. [TC-6.9, TC-6.10]"""
    far = range_of(here, shooter)
    if not near(shooter.base, target.base, far):
        return False
    if shooter.troop.arc == "all":
        edges = (edge(shooter.base, name) for name in shooting_edges(shooter))
        return any(at_most(segment_to_base(line, target.base), far) for line in edges)
    found = reach(shooter.base, "front", target.base, TABLES.shooting.arc_side)
    return found is not None and at_most(found, far)


def in_range(here: Field, shooter: Stand) -> list[Stand]:
    """The enemies that could be in range by the circles around them: a quick refusal of most."""
    x, y, far = shooter.base.cx, shooter.base.cy, range_of(here, shooter) + shooter.base.reach
    found = []
    for enemy in here.enemies(shooter.seat):
        base = enemy.base
        dx, dy, reach = base.cx - x, base.cy - y, base.reach + far
        if dx * dx + dy * dy <= reach * reach:
            found.append(enemy)
    return found


def sees(here: Field, shooter: Stand, target: Stand) -> bool:
    """Whether a clear line to a part of the target in arc is within range. [TC-6.11, TC-6.12]"""
    far = range_of(here, shooter)
    between = screens(here, shooter, target, here.settings.word("shotsBlockedBy"))
    for name in shooting_edges(shooter):
        part = part_in_arc(shooter, name, target)
        if part:
            found = visible(edge(shooter.base, name), part, between)
            if found is not None and found <= far + HALF:
                return True
    return False


def part_in_arc(shooter: Stand, name: Edge, target: Stand) -> Polygon:
    """What of a target is in arc of an edge; of one that shoots all round all is. [TC-6.9, 6.10]"""
    if shooter.troop.arc == "all":
        return outline(target.base)
    return in_arc(shooter.base, name, target.base, TABLES.shooting.arc_side)


def refusals(here: Field, shooter: Stand, target: Stand) -> tuple[Refusal, ...]:
    """Why one stand may not shoot another, every reason with its clause. [TC-6.4 to TC-6.16]"""
    found = tuple(to_look_at(here, shooter, target, why) for why in barred(here, shooter, target))
    if target not in here.enemies(shooter.seat):
        known: dict[str, Param] = {"stand": shooter.id, "other": target.id}
        return (*found, Refusal("TC-6.1", "tc.6-1.no-enemy", known))
    others = () if found else targets(here, shooter)
    if found or target in others:
        return found
    binding = tuple(enemy.id for enemy in others)
    params: dict[str, Param] = {"stand": shooter.id, "others": binding}
    return (Refusal("TC-6.16", "tc.6-16.zone", params),)


def barred(here: Field, shooter: Stand, target: Stand) -> tuple[Refusal, ...]:
    """What is against a shot, other targets apart. [TC-6.4 to TC-6.12]"""
    params: dict[str, Param] = {"stand": shooter.id, "other": target.id}
    found = list(why_not_shoot(here, shooter))
    if not may_be_shot(here, target):
        clause = "TC-6.5" if target.is_camp else "TC-6.4"
        found.append(
            Refusal(clause, "tc.6-5.camp" if target.is_camp else "tc.6-4.fighting", params)
        )
    if not in_reach(here, shooter, target):
        far = {**params, "limit": range_of(here, shooter)}
        found.append(Refusal("TC-6.9", OUT_OF_REACH, far))
    elif not sees(here, shooter, target):
        found.append(Refusal("TC-6.12", UNSEEN, params))
    return tuple(found)


def to_look_at(here: Field, shooter: Stand, target: Stand, why: Refusal) -> Refusal:
    """A reason against a shot with what there is of it to look at: many are never told."""
    if why.key == OUT_OF_REACH:
        return replace(why, sketches=arc_of(here, shooter))
    return replace(why, sketches=looked(here, shooter, target)) if why.key == UNSEEN else why


def arc_of(here: Field, shooter: Stand) -> tuple[Sketch, ...]:
    """The ground that a stand shoots over, to look at; none of one that shoots all round."""
    far, aside = range_of(here, shooter), TABLES.shooting.arc_side
    if shooter.troop.arc == "all" or not far:
        return ()
    return (ahead_of("arc of fire", shooter.base, far, aside=aside),)


def looked(here: Field, shooter: Stand, target: Stand) -> tuple[Sketch, ...]:
    """The nearest line to what is in arc of a target, or to all of it, and what blocks it.

    It starts at the edge that the shot would be taken from. [TC-6.10]
    """
    between = screens(here, shooter, target, here.settings.word("shotsBlockedBy"))
    return sight(*looked_along(shooter, shooting_edge(shooter, target), target), between)


def looked_along(shooter: Stand, name: Edge, target: Stand) -> tuple[Segment, Polygon]:
    """An edge, and what is in arc of it of a target, or all of it where nothing is."""
    part = part_in_arc(shooter, name, target)
    return edge(shooter.base, name), part or outline(target.base)


def targets(here: Field, shooter: Stand) -> tuple[Stand, ...]:
    """The enemies a stand may shoot at now, in order of mustering. [TC-6.16, TC-6.17]"""
    if not may_shoot(here, shooter):
        return ()
    found = tuple(
        [
            enemy
            for enemy in in_range(here, shooter)
            if in_reach(here, shooter, enemy)
            if not barred(here, shooter, enemy)
        ]
    )
    if not found or not here.settings.flag("zocTargetFirst"):
        return found
    bound = tuple(enemy for enemy in found if controls(here, enemy, shooter))
    return bound or found


def controls(here: Field, enemy: Stand, shooter: Stand) -> bool:
    """Whether a shooter stands in an enemy's zone of control. [TC-6.16]"""
    return any(in_zone(shooter.base, zone) for zone in zones_of(here, enemy))


def shots(here: Field) -> dict[str, tuple[str, ...]]:
    """Every stand that may shoot now with its targets, in order of mustering. [TC-6.1]"""
    able = [stand for stand in here.stands if shoots(here, stand)]
    found = ((stand.id, targets(here, stand)) for stand in able)
    return {name: tuple(enemy.id for enemy in enemies) for name, enemies in found if enemies}
