"""Shapes that help an eye: zones, command, reach, arcs, deployment.

Everything is worked out from what a seat sees, by the numbers that the rules use themselves, so
that no page needs any of them. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Record, Seat
from condotta.kernel.rulings import Param
from condotta.rules.triumph import seams
from condotta.rules.triumph.deployment.camps import camp_due, camp_ground, middle
from condotta.rules.triumph.deployment.setting_out import ALL, CENTRE, REST
from condotta.rules.triumph.ground.battlefield import (
    INWARD,
    Home,
    Patch,
    centre_third,
    centre_zone,
    deployment_zone,
    home,
    march_strip,
)
from condotta.rules.triumph.movement.flank_march import EDGES
from condotta.rules.triumph.movement.movement_phase import WINDOW as MOVEMENT
from condotta.rules.triumph.shooting.gunnery import range_of, shoots
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.stands.reserves import reserve
from condotta.rules.triumph.stands.zones import zones_of
from condotta.rules.triumph.tables import TABLES
from condotta.table import UNIT, Area, Base, Rectangle, parts
from condotta.table.ground import Part
from condotta.table.polygon import clip

Points = tuple[tuple[int, int], ...]
ROUND = 12
"""Sides that a quarter circle is drawn with."""


class Aid(Record, frozen=True):
    """A closed shape: of what kind, whose, what it means and by which clause."""

    name: str
    seat: Seat
    piece: str
    key: str
    params: dict[str, Param]
    clause: str
    points: Points


def aids(
    book: Book, position: Position, seat: Seat, pieces: tuple[str, ...], window: str = "",
    *, whole: bool = False,
) -> tuple[Aid, ...]:  # fmt: skip
    """The shapes for those pieces, for all with `whole`, and for the question of a window."""
    here = field(book, position)
    chosen = tuple(stand for name in pieces if (stand := here.find(name)) is not None)
    found = [*grounds(here, seat, window)]
    for stand in here.stands if whole else chosen:
        found.extend(of_stand(here, stand))
    for stand in chosen:
        if stand.seat != seat and not stand.is_camp:
            far: dict[str, Param] = {"far": stand.reach}
            found.append(shape("threat", stand, far, "TC-1.6", around(stand.base, stand.reach)))
    if chosen and not whole:
        for enemy in here.enemies(chosen[0].seat):
            found.extend(zone_shapes(here, enemy))
    found.extend(commands(here, chosen, seat, whole=whole))
    return tuple(found)


def of_stand(here: Field, stand: Stand) -> Iterator[Aid]:
    """Its zones of control, and how far it shoots, unless a layer keeps it from shooting."""
    yield from zone_shapes(here, stand)
    kept = here.book.refusals(seams.MAY_SHOOT, here, stand)
    if not stand.is_camp and shoots(here, stand) and not kept:
        far = range_of(here, stand)
        yield shape("shooting", stand, {"far": far}, "TC-6.9", arc(stand, far))


def zone_shapes(here: Field, stand: Stand) -> Iterator[Aid]:
    """The zones of control of a stand as they are cut now. [TC-5.20, TC-5.21]"""
    for zone in zones_of(here, stand):
        params: dict[str, Param] = {"far": TABLES.zones.depth}
        yield shape("zone", stand, params, "TC-5.20", whole_points(zone.area.corners))


def commands(here: Field, chosen: tuple[Stand, ...], seat: Seat, *, whole: bool) -> Iterator[Aid]:
    """How far the generals of the bodies' commands are heard and seen. [TC-4.8]"""
    if chosen:
        names = dict.fromkeys(stand.command for stand in chosen)
    else:
        names = dict.fromkeys(stand.command for stand in here.stands if stand.seat == seat)
    for name in names if chosen or whole else ():
        general = here.general(name)
        if general is not None:
            for kind, far in (
                ("command", TABLES.command.with_sight),
                ("unseen", TABLES.command.without_sight),
            ):
                yield shape(kind, general, {"far": far}, "TC-4.8", around(general.base, far))


def grounds(here: Field, seat: Seat, window: str) -> Iterator[Aid]:
    """Where the troops of a step may stand. [TC-8.1, TC-8.2, TC-8.23, TC-9.31]

    Nowhere for whoever sits at no place of that moment.
    """
    book, position = here.book, here.position
    if seat not in position.seats():
        return
    patches: list[tuple[Patch, str]] = []
    if window == CENTRE:
        patches = [(centre_zone(book, position, seat), "TC-8.1")]
    elif window in {ALL, REST}:
        patches = [(deployment_zone(book, position, seat), "TC-8.2")]
    elif window == MOVEMENT and reserve(position, seat):
        sides = EDGES[:2]
        patches = [(march_strip(book, position, seat, edge), "TC-8.23") for edge in sides]
    for patch, clause in patches:
        yield ground(here, seat, patch, clause)
    yield from camp_grounds(here, seat, window)
    yield from book.union(seams.GROUNDS, here, seat, window)


def camp_grounds(here: Field, seat: Seat, window: str) -> Iterator[Aid]:
    """Where the camp may stand that is placed in a window, if there is one. [TC-9.31]"""
    camp = camp_due(here.book, here.position, seat, window)
    if camp is None or not isinstance(camp.shape, Rectangle):
        return
    said = camp_ground(here.book, here.position, camp)
    third = centre_third(here.book, here.position, seat)
    if said.centre:
        wide = middle(home(here.book, here.position, seat), third, said)
    else:
        wide = deployment_zone(here.book, here.position, seat)
    far = said.within or camp.shape.depth
    yield ground(here, seat, Patch(wide.left, 0, wide.right, far), "TC-9.31", "aid.camp")


def ground(here: Field, seat: Seat, patch: Patch, clause: str, key: str = "aid.deploy") -> Aid:
    """A rectangle of a seat's own frame in which something may be set out."""
    points = home(here.book, here.position, seat).sketch("", patch).points
    return Aid("deploy", seat, "", key, {}, clause, points)


def shared(area: Area, own: Home, patch: Patch) -> tuple[Points, ...]:
    """What of a piece of ground lies in such a rectangle, for each part of its outline."""
    fx, fy = (part // UNIT for part in INWARD[own.edge])
    (x, y), planes = own.origin, []
    for nx, ny, least, most in (
        (fx, fy, patch.near, patch.far),
        (fy, -fx, patch.left, patch.right),
    ):
        start = nx * x + ny * y
        planes += [(nx, ny, start + most), (-nx, -ny, -(start + least))]
    drawn = (whole_points(clip(border(part), planes)) for part in parts(area.outline))
    return tuple(points for points in drawn if points)


# ── shapes ───────────────────────────────────────────────────────────────────
def shape(name: str, stand: Stand, params: dict[str, Param], clause: str, points: Points) -> Aid:
    """A shape of a stand."""
    told = {"stand": stand.id, **params}
    return Aid(name, stand.seat, stand.id, f"aid.{name}", told, clause, points)


def whole_points(points: tuple[tuple[float, float], ...]) -> Points:
    """Points in whole quanta."""
    return tuple((round(x), round(y)) for x, y in points)


def border(part: Part) -> tuple[tuple[float, float], ...]:
    """The outline of a part of a piece of ground; an ellipse by points on it."""
    if isinstance(part, Base):
        return part.corners
    turns = (step * pi / (2 * ROUND) for step in range(4 * ROUND))
    return tuple(
        (
            part.cx + cos(turn) * part.long * part.ux - sin(turn) * part.short * part.uy,
            part.cy + cos(turn) * part.long * part.uy + sin(turn) * part.short * part.ux,
        )
        for turn in turns
    )


def around(of: Base, far: int) -> Points:
    """Everything within a distance of a base: its outline, grown and rounded."""
    found = []
    for corner, (x, y) in enumerate(of.corners):
        for step in range(ROUND + 1):
            angle = pi - (corner + step / ROUND) * pi / 2
            right, ahead = cos(angle) * far, sin(angle) * far
            found.append((x + right * of.rx + ahead * of.fx, y + right * of.ry + ahead * of.fy))
    return whole_points(tuple(found))


def arc(stand: Stand, far: int) -> Points:
    """Where a stand can shoot, sight apart: ahead and a little aside, or all round. [TC-6.9]"""
    of = stand.base
    if stand.troop.arc == "all" or of.radius:
        return around(of, far)
    aside = min(TABLES.shooting.arc_side, far)
    bound = sqrt(far * far - aside * aside)
    steps = [index / ROUND for index in range(ROUND + 1)]
    left = [(-aside * (1 - step), sqrt(far * far - (aside * (1 - step)) ** 2)) for step in steps]
    outline = [(-of.hw - aside, 0.0), *((-of.hw + right, ahead) for right, ahead in left)]
    outline += [(of.hw - right, ahead) for right, ahead in reversed(left)]
    outline += [(of.hw + aside, bound), (of.hw + aside, 0.0)]
    return whole_points(
        tuple(
            (of.x + right * of.rx + ahead * of.fx, of.y + right * of.ry + ahead * of.fy)
            for right, ahead in outline
        )
    )
