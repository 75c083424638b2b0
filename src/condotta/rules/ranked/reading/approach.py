"""How a charging regiment reaches its target: one wheel, straight ahead, close the door. [FB-4.9]

Geometry only. Every place is on the grid; a charger ends flush with the edge that it strikes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from condotta.table import (
    TOUCH,
    Advance,
    Area,
    Base,
    Edge,
    Facing,
    Field,
    Point,
    Pose,
    Side,
    Sweep,
    Turning,
    Wheel,
    base,
    edge,
    meets,
    on_board,
    opposite,
    outward,
    overlaps,
    sweep_meets,
    sweep_meets_area,
    swept,
    touches,
    towards,
    travel_before_contact,
    wheel,
)
from condotta.table.once import Keeps, Once, fact
from condotta.table.pose import facing_degrees
from condotta.table.vector import direction, from_degrees

STEP = 5  # degrees between the wheels that are tried
SQUARE = 90
FAR = 10_000_000  # longer than any table
CLEAR = 10_000  # quanta beyond all that is reached: more than any touch


class Ground(NamedTuple):
    """What may be in the way: regiments that stand there, areas nobody enters, the board.

    `enemies`, and neutrals among them, may be brushed by nobody who does not charge them. [FB-4.1]
    """

    others: tuple[Base, ...] = ()
    enemies: tuple[Base, ...] = ()
    areas: tuple[Area, ...] = ()
    board: Field = Field(0, 0, FAR, FAR)

    @property
    def bases(self) -> tuple[Base, ...]:
        """Everything that stands."""
        return self.others + self.enemies


class Way(NamedTuple):
    """A charge move: each pose on the way, and where the target turns to if it must."""

    poses: tuple[Pose, ...]
    target: Pose | None = None
    touching: int = 0

    @property
    def end(self) -> Pose:
        """Where the charger stands at the end."""
        return self.poses[-1]


class Contact(NamedTuple):
    """A wheel and an advance that end on the struck edge, before the door is closed."""

    turned: Pose
    met: Pose
    end: Pose
    point: Point
    touching: int
    turn: float
    side: Side


def what_matters(  # noqa: PLR0917 - two bodies, an edge and the ground
    charger: Base, files: int, target: Base, foe_files: int, side: Edge, ground: Ground
) -> tuple[Base, int, Base, int, Edge, Ground]:
    """What the search for a way reads: of the ground only what the two could come to on it.

    A charger that wheels stays within three times its reach of its middle, a target that turns
    within three times its own; where they meet, the charger is within twice its reach.
    """
    most = max(3 * charger.reach, 3 * target.reach, target.reach + 2 * charger.reach) + CLEAR
    (ax, ay), (bx, by) = charger.centre, target.centre
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy or 1.0

    def close(one: Base) -> bool:
        px, py, far = one.cx - ax, one.cy - ay, one.reach + most
        share = min(1.0, max(0.0, (px * dx + py * dy) / square))
        px, py = px - share * dx, py - share * dy
        return px * px + py * py < far * far

    near = Ground(
        tuple([one for one in ground.others if close(one)]),
        tuple([one for one in ground.enemies if close(one)]),
        ground.areas,
        ground.board,
    )
    return charger, files, target, foe_files, side, near


@fact(2048, reads=what_matters)
def find_way(  # noqa: PLR0917 - two bodies, an edge and the ground
    charger: Base, files: int, target: Base, foe_files: int, side: Edge, ground: Ground
) -> Way | None:
    """The charge move that brings most models into contact; None where nothing can. [FB-4.9]

    Of equal ways the one with the least wheel is taken.
    """
    found = sorted(
        contacts(charger, files, target, foe_files, side),
        key=lambda one: (-one.touching, one.turn, one.side),
    )
    return next(ways(charger, target, side, ground, found), None)


@fact(2048, reads=what_matters)
def any_way(  # noqa: PLR0917 - two bodies, an edge and the ground
    charger: Base, files: int, target: Base, foe_files: int, side: Edge, ground: Ground
) -> Way | None:
    """Some such move, where only whether there is one matters: most wheels are not tried then."""
    found = contacts(charger, files, target, foe_files, side)
    return next(ways(charger, target, side, ground, found), None)


def ways(
    charger: Base, target: Base, side: Edge, ground: Ground, found: Iterable[Contact]
) -> Iterator[Way]:
    """The charge moves that get there, first those for which the target need not turn. [FB-4.9]"""
    tried = []
    for one in found:
        road = Road(charger, one, ground)
        tried.append((one, road))
        if arrives(charger, target, one, road):
            yield Way((one.turned, one.met, one.end), None, one.touching)
    for one, road in tried:
        turned = target_turned(charger, target, one, side, road)
        if turned is not None:
            yield Way((one.turned, one.met), turned, one.touching)


def contacts(
    charger: Base, files: int, target: Base, foe_files: int, side: Edge
) -> Iterator[Contact]:
    """Every wheel tried that leads straight onto the struck edge."""
    seen = set()
    for hand, turned, turn in wheels(charger, target, side):
        here = base(turned, charger.shape)
        travel = travel_before_contact(here, (here.fx, here.fy), FAR, target)
        if travel >= FAR:
            continue
        met = ahead(turned, here, travel)
        landed = base(met, charger.shape)
        point = touching_point(landed, target, side)
        if point is None:
            continue
        end = closed(landed, target, side, point)
        if end in seen:
            continue
        seen.add(end)
        touching = in_touch(base(end, charger.shape), files, target, foe_files, side)
        yield Contact(turned, met, end, point, touching, turn, hand)


def wheels(charger: Base, target: Base, side: Edge) -> Iterator[tuple[Side, Pose, float]]:
    """The wheels tried, of up to 90 degrees, and none at all. [FB-4.9]"""
    pose = charger.pose
    yield "left", pose, 0.0
    now = facing_degrees(pose)
    exact = [towards(charger.front_middle, target.centre), opposite_of(outward(target, side))]
    for hand, corner, sign in (("left", charger.fl, -1), ("right", charger.fr, 1)):
        facings = [from_degrees(now + sign * angle) for angle in range(STEP, SQUARE + 1, STEP)]
        for facing in [*exact, towards(corner, target.centre), *facings]:
            turn = (facing_degrees(Pose(0, 0, *facing)) - now) * sign % 360
            if 0 < turn <= SQUARE + 0.01:
                yield hand, wheel(pose, corner, facing), turn  # type: ignore[misc]  # a side


def opposite_of(vector: Point) -> Facing:
    """The facing against a unit vector."""
    return opposite(direction(*vector))


def ahead(pose: Pose, here: Base, travel: float) -> Pose:
    """So far straight ahead, on the grid, never a quantum too far."""
    length = max(0.0, travel)
    return Pose(
        pose.x + round(here.fx * length), pose.y + round(here.fy * length), pose.ux, pose.uy
    )


def touching_point(landed: Base, target: Base, side: Edge) -> Point | None:
    """Where a charger's front meets the struck edge; None where it meets something else."""
    (ax, ay), (bx, by) = edge(target, side)
    ox, oy = outward(target, side)
    if landed.fx * ox + landed.fy * oy > -0.01:
        return None
    size = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    tx, ty = (bx - ax) / size, (by - ay) / size
    best: tuple[float, Point] | None = None
    for px, py in (landed.fl, landed.fr):
        off = abs((px - ax) * ox + (py - ay) * oy)
        share = (px - ax) * tx + (py - ay) * ty
        if off <= 2 * TOUCH and -2 * TOUCH <= share <= size + 2 * TOUCH:
            best = min(best or (off, (px, py)), (off, (px, py)))
    for px, py in ((ax, ay), (bx, by)):
        before = abs((px - landed.x) * landed.fx + (py - landed.y) * landed.fy)
        aside = abs((px - landed.x) * landed.rx + (py - landed.y) * landed.ry)
        if before <= 2 * TOUCH and aside <= landed.hw + 2 * TOUCH:
            best = min(best or (before, (px, py)), (before, (px, py)))
    return best[1] if best else None


def closed(landed: Base, target: Base, side: Edge, point: Point) -> Pose:
    """The charger flush with the struck edge, the point of contact kept: the door is closed."""
    along_front = (point[0] - landed.x) * landed.rx + (point[1] - landed.y) * landed.ry
    return flush(target, side, point, along_front)


def flush(target: Base, side: Edge, point: Point, along_front: float) -> Pose:
    """A pose whose front lies on an edge, with the point so far right of its front's middle."""
    ox, oy = outward(target, side)
    (ax, ay), _ = edge(target, side)
    off = (point[0] - ax) * ox + (point[1] - ay) * oy
    px, py = point[0] - off * ox, point[1] - off * oy
    rx, ry = -oy, ox  # right of a charger that faces against the outward vector
    ux, uy = opposite_of((ox, oy))
    return Pose(round(px - along_front * rx), round(py - along_front * ry), ux, uy)


def in_touch(end: Base, files: int, target: Base, foe_files: int, side: Edge) -> int:
    """How many models of both touch, the ones on the struck edge and the charger's front."""
    (ax, ay), (bx, by) = edge(target, side)
    size = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    tx, ty = (bx - ax) / size, (by - ay) / size
    ends = [(x - ax) * tx + (y - ay) * ty for x, y in (end.fl, end.fr)]
    shared: float = min(size, max(ends)) - max(0.0, min(ends))
    if shared < -TOUCH:
        return 0
    ours = shared / (2 * end.hw) * files
    theirs = shared / size * foe_files
    return int(max(1, round(ours)) + max(1, round(theirs)))


class Road(Keeps):
    """The way of a charger to where it meets its target, looked at once for both ways to align."""

    def __init__(self, charger: Base, one: Contact, ground: Ground) -> None:
        """Remember what to look at."""
        self.charger, self.one, self.ground = charger, one, ground

    @Once
    def open(self) -> bool:
        """Whether it stays on the table and nothing is in the way, the straight part first."""
        charger, one, ground = self.charger, self.one, self.ground
        return (
            stays_on_board(charger, one, ground)
            and free(onward(charger, one), ground)
            and free(wheel_sweep(charger, one), ground)
        )


def arrives(charger: Base, target: Base, one: Contact, road: Road) -> bool:
    """Whether a way is free and ends beside nobody who was not charged. [FB-4.1]"""
    end = base(one.end, charger.shape)
    if not may_stand(end, target, road.ground) or not touches(end, target):
        return False
    return road.open and free(closing(charger, one), road.ground)


def may_stand(end: Base, target: Base, ground: Ground) -> bool:
    """Whether a charger may stand there: on the board, on nothing, touching no other enemy."""
    return (
        on_board(end, ground.board)
        and not overlaps(end, target)
        and not any(overlaps(end, one) for one in ground.others)
        and not any(overlaps(end, one) or touches(end, one) for one in ground.enemies)
        and not any(meets(end, area) for area in ground.areas)
    )


def stays_on_board(charger: Base, one: Contact, ground: Ground) -> bool:
    """Whether no pose on the way hangs over the table's edge. [FB-4.19]"""
    return all(on_board(base(pose, charger.shape), ground.board) for pose in (one.turned, one.met))


def wheel_sweep(charger: Base, one: Contact) -> Sweep:
    """What the wheel passes over."""
    if one.turned == charger.pose:
        return Sweep(())
    return swept([charger.pose], [charger.shape], Wheel(one.side, one.turned.ux, one.turned.uy))


def onward(charger: Base, one: Contact) -> Sweep:
    """What the way straight ahead passes over."""
    length = max(abs(one.met.x - one.turned.x), abs(one.met.y - one.turned.y))
    if not length:
        return Sweep(())
    return swept([one.turned], [charger.shape], Advance(length), [one.met])


def closing(charger: Base, one: Contact) -> Sweep:
    """What closing the door passes over: a turn about the point of contact."""
    landed, end = base(one.met, charger.shape), base(one.end, charger.shape)
    return Sweep([Turning(landed, one.point, one.point, (end.fx, end.fy))])


def free(sweep: Sweep, ground: Ground) -> bool:
    """Whether a swept area meets nothing that stands in the way."""
    if not sweep.tracks:
        return True
    return not any(sweep_meets(sweep, one) for one in ground.bases) and not any(
        sweep_meets_area(sweep, area) for area in ground.areas
    )


def target_turned(charger: Base, target: Base, one: Contact, side: Edge, road: Road) -> Pose | None:
    """Where the target turns to align instead, if there is room for it. [FB-4.9]

    Its struck edge comes to lie on the charger's front, the point of contact kept.
    """
    landed, ground = base(one.met, charger.shape), road.ground
    if not may_stand(landed, target, ground) or not road.open:
        return None
    (ax, ay), (bx, by) = edge(target, side)
    size = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    share = ((one.point[0] - ax) * (bx - ax) + (one.point[1] - ay) * (by - ay)) / size
    turned = turned_onto(target, landed, side, one.point, share)
    stands = base(turned, target.shape)
    clear = not any(overlaps(stands, other) for other in (*ground.bases, landed))
    inside = on_board(stands, ground.board) and not any(meets(stands, a) for a in ground.areas)
    return turned if clear and inside and touches(stands, landed) else None


def turned_onto(target: Base, landed: Base, side: Edge, point: Point, share: float) -> Pose:
    """The pose of a target whose edge, from `share` along it, lies on a charger's front."""
    before = (point[0] - landed.x) * landed.fx + (point[1] - landed.y) * landed.fy
    px, py = point[0] - before * landed.fx, point[1] - before * landed.fy
    # the edges run clockwise, the outside on their left: along an edge is right of its outside
    ox, oy = -landed.fx, -landed.fy
    tx, ty = oy, -ox
    start = (px - share * tx, py - share * ty)
    facing = side_turned((ox, oy), side)
    placed = Base.box((0.0, 0.0), facing, (target.hw, target.hd))
    cx, cy = edge(placed, side)[0]
    ux, uy = direction(*facing)
    return Pose(round(start[0] - cx), round(start[1] - cy), ux, uy)


def side_turned(out: Point, side: Edge) -> Point:
    """The facing of a base whose edge `side` looks along a unit vector."""
    ox, oy = out
    match side:
        case "front":
            return ox, oy
        case "right":
            return -oy, ox
        case "rear":
            return -ox, -oy
        case "left":
            return oy, -ox
