"""The table against an independent geometry library."""

from itertools import pairwise

import pytest
import shapely
import shapely.affinity
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from condotta import table as tb

MU = 10_000
PLACES = st.integers(-5 * MU, 5 * MU)
POSES = st.builds(tb.pose_at, PLACES, PLACES, st.floats(0, 360, width=32))
SQUARE = st.sampled_from([tb.Rectangle(2 * MU, depth) for depth in (7500, 10000, 15000, 20000)])
SHAPES = st.one_of(SQUARE, st.sampled_from([tb.Disc(8000), tb.Disc(15000)]))
FACINGS = st.builds(tb.from_degrees, st.floats(0, 360, width=32))
HALVES = st.integers(5000, 60000)
OVALS = st.builds(
    lambda x, y, a, b, u: tb.Ellipse(x, y, a, b, *u), PLACES, PLACES, HALVES, HALVES, FACINGS
)
BOXES = st.builds(
    lambda x, y, a, b, u: tb.Box(x, y, a, b, *u), PLACES, PLACES, HALVES, HALVES, FACINGS
)
BANDS = st.builds(
    lambda points, width: tb.Strip(tuple(points), width),
    st.lists(st.tuples(PLACES, PLACES), min_size=2, max_size=4, unique=True),
    st.integers(8000, 40000),
)
AREAS = st.builds(lambda one: tb.Area("a", "wood", one), st.one_of(OVALS, BOXES, BANDS))
ROUND = 40.0  # what the oracle's polygons cut off a curve, at most


def figure(of: tb.Base) -> shapely.Geometry:
    if of.is_disc:
        return Point(of.centre).buffer(of.radius, quad_segs=256)
    return Polygon(of.corners)


def ground(area: tb.Area) -> shapely.Geometry:
    match area.outline:
        case tb.Ellipse(x, y, a, b, ux, uy):
            circle = Point(0, 0).buffer(1, quad_segs=256)
            fx, fy = tb.unit((ux, uy))
            return shapely.affinity.affine_transform(
                circle, [a * fx, b * fy, a * fy, -b * fx, x, y]
            )
        case tb.Box(x, y, a, b, ux, uy):
            fx, fy = tb.unit((ux, uy))
            corners = [(a, b), (a, -b), (-a, -b), (-a, b)]
            return Polygon([(x + c * fx + d * fy, y + c * fy - d * fx) for c, d in corners])
        case tb.Strip(points, width):
            bands = [
                LineString(pair).buffer(width / 2, cap_style="flat") for pair in pairwise(points)
            ]
            dots = [Point(point).buffer(width / 2, quad_segs=256) for point in points[1:-1]]
            return shapely.union_all(bands + dots)


@given(one=POSES, two=POSES, first=SHAPES, second=SHAPES)
def test_gap_and_overlap(one: tb.Pose, two: tb.Pose, first: tb.Shape, second: tb.Shape) -> None:
    here, there = tb.base(one, first), tb.base(two, second)
    mine, other = figure(here), figure(there)
    slack = ROUND if here.is_disc or there.is_disc else 1e-6
    assert tb.gap(here, there) == pytest.approx(mine.distance(other), abs=slack)
    if mine.distance(other) > slack:
        assert not tb.overlaps(here, there)
    if mine.buffer(-200).intersects(other.buffer(-200)):
        assert tb.overlaps(here, there)
    if not mine.buffer(-tb.TOUCH, join_style="mitre").intersects(other):
        assert not tb.overlaps(here, there, tb.TOUCH + slack)


@given(one=POSES, two=POSES, first=SHAPES, second=SHAPES, limit=st.integers(0, 6 * MU))
def test_tc_0_6_within_and_wholly_within(
    one: tb.Pose, two: tb.Pose, first: tb.Shape, second: tb.Shape, limit: int
) -> None:
    here, there = tb.base(one, first), tb.base(two, second)
    mine, other = figure(here), figure(there)
    slack = ROUND if here.is_disc or there.is_disc else 1.0
    nearest, farthest = mine.distance(other), other.distance(mine)
    assume(abs(nearest - limit) > slack)
    assert tb.within(here, there, limit) is (farthest <= limit)
    around = other.buffer(limit, quad_segs=256)
    if mine.difference(around).area > 4 * MU:
        assert not tb.wholly_within(here, there, limit)
    if around.buffer(-2 * ROUND).contains(mine):
        assert tb.wholly_within(here, there, limit)


@given(pose=POSES, shape=SHAPES, area=AREAS)
def test_tc_0_7_in_and_wholly_in_an_area(pose: tb.Pose, shape: tb.Shape, area: tb.Area) -> None:
    stand = tb.base(pose, shape)
    mine, land = figure(stand), ground(area)
    if mine.distance(land) > ROUND:
        assert not tb.meets(stand, area)
    if mine.buffer(-ROUND).intersects(land):
        assert tb.meets(stand, area)
    assert tb.area_gap(stand, area) == pytest.approx(mine.distance(land), abs=ROUND)
    if land.buffer(-ROUND).contains(mine):
        assert tb.wholly_in(stand, area)
    if mine.difference(land.buffer(ROUND)).area > 100:
        assert not tb.wholly_in(stand, area)


@given(pose=POSES, shape=SQUARE, area=AREAS, name=st.sampled_from(tb.EDGES))
def test_edges_and_points_in_an_area(
    pose: tb.Pose, shape: tb.Rectangle, area: tb.Area, name: tb.Edge
) -> None:
    edge = tb.edge(tb.base(pose, shape), name)
    line, land = LineString(edge), ground(area)
    if line.distance(land) > ROUND:
        assert not tb.edge_meets(edge, area)
    if line.intersects(land.buffer(-ROUND)):
        assert tb.edge_meets(edge, area)
    assert tb.edge_gap(edge, area) == pytest.approx(line.distance(land), abs=ROUND)
    for end in edge:
        if abs(Point(end).distance(land.boundary)) > ROUND:
            assert tb.inside(end, area) is bool(land.contains(Point(end)))
    known = line.intersection(land).length
    assert tb.length_inside(edge, area) <= line.intersection(land.buffer(ROUND)).length + 1
    assert tb.length_inside(edge, area) >= line.intersection(land.buffer(-ROUND)).length - 1
    assert known <= line.length


@given(one=AREAS, two=AREAS)
def test_areas_overlap(one: tb.Area, two: tb.Area) -> None:
    mine, other = ground(one), ground(two)
    if mine.distance(other) > 100:
        assert not tb.areas_overlap(one, two)
    if mine.buffer(-ROUND).intersects(other.buffer(-ROUND)):
        assert tb.areas_overlap(one, two)
    low_x, low_y, high_x, high_y = mine.bounds
    assert tb.extent(one) == pytest.approx((low_x, low_y, high_x, high_y), abs=ROUND)


@given(pose=POSES, shape=SHAPES, area=AREAS, heading=FACINGS, length=st.integers(1, 8 * MU))
def test_distance_before_an_area(
    pose: tb.Pose, shape: tb.Shape, area: tb.Area, heading: tb.Facing, length: int
) -> None:
    stand, land = tb.base(pose, shape), ground(area)
    hx, hy = tb.unit(heading)
    free = tb.distance_before(stand, (hx, hy), length, area)
    mine = figure(stand)
    assert 0 <= free <= length
    track = shapely.union_all(
        [mine, shapely.affinity.translate(mine, hx * free, hy * free)]
    ).convex_hull
    if free > 0:
        assert not track.buffer(-ROUND).intersects(land.buffer(-2))
    if 0 < free < length:
        there = shapely.affinity.translate(mine, hx * free, hy * free)
        assert there.distance(land) <= ROUND
    if free == length:
        whole = shapely.affinity.translate(mine, hx * length, hy * length)
        hull = shapely.union_all([mine, whole]).convex_hull
        assert not hull.buffer(-ROUND).intersects(land.buffer(-ROUND))


@given(one=POSES, two=POSES, first=SHAPES, second=SHAPES, heading=FACINGS)
def test_tc_3_75_travel_before_contact(
    one: tb.Pose, two: tb.Pose, first: tb.Shape, second: tb.Shape, heading: tb.Facing
) -> None:
    here, there = tb.base(one, first), tb.base(two, second)
    assume(tb.gap(here, there) > ROUND)
    hx, hy = tb.unit(heading)
    length = 12.0 * MU
    free = tb.travel_before_contact(here, (hx, hy), length, there)
    mine, other = figure(here), figure(there)
    ends = shapely.affinity.translate(mine, hx * free, hy * free)
    track = shapely.union_all([mine, ends]).convex_hull
    assert not track.buffer(-tb.TOUCH - ROUND).intersects(other)
    if free < length:
        assert ends.distance(other) <= tb.TOUCH + ROUND
        onward = shapely.affinity.translate(mine, hx * (free + MU), hy * (free + MU))
        assert shapely.union_all([mine, onward]).convex_hull.intersects(other)


LEGS = st.one_of(
    st.builds(tb.Advance, st.floats(-4 * MU, 4 * MU)),
    st.builds(tb.Slide, st.floats(-4 * MU, 4 * MU)),
    st.builds(tb.Oblique, st.floats(-4 * MU, 4 * MU), st.floats(-4 * MU, 4 * MU)),
    st.builds(lambda side, u: tb.Wheel(side, *u), st.sampled_from(["left", "right"]), FACINGS),
    st.builds(tb.Shift, POSES),
)


@given(pose=POSES, shape=SHAPES, leg=LEGS, two=POSES, second=SHAPES)
def test_tc_5_13_a_sweep_holds_where_a_leg_starts_and_ends_and_what_it_meets(
    pose: tb.Pose, shape: tb.Shape, leg: tb.Leg, two: tb.Pose, second: tb.Shape
) -> None:
    sweep = tb.swept([pose], [shape], leg)
    (end,) = tb.after([pose], [shape], leg)
    pieces = [
        Polygon(piece.corners)
        if isinstance(piece, tb.Base)
        else shapely.MultiPoint(piece.points).convex_hull.buffer(piece.thick, quad_segs=256)
        for piece in sweep.pieces
    ]
    covered = shapely.union_all(pieces)
    for ends in (pose, end):
        assert covered.buffer(ROUND).contains(figure(tb.base(ends, shape)))
    other = tb.base(two, second)
    if covered.distance(figure(other)) > ROUND:
        assert not tb.sweep_meets(sweep, other)
    if any(piece.buffer(-200).intersects(figure(other).buffer(-200)) for piece in pieces):
        assert tb.sweep_meets(sweep, other)


@given(pose=POSES, shape=SQUARE, facing=FACINGS, share=st.floats(0, 1))
def test_a_wheel_sweeps_every_place_on_its_way(
    pose: tb.Pose, shape: tb.Rectangle, facing: tb.Facing, share: float
) -> None:
    ux, uy = tb.unit(pose.facing)
    vx, vy = tb.unit(facing)
    between = (ux + (vx - ux) * share, uy + (vy - uy) * share)
    assume(abs(between[0]) + abs(between[1]) > 0.1)
    sweep = tb.swept([pose], [shape], tb.Wheel("left", *facing))
    midway = tb.wheel(pose, tb.base(pose, shape).fl, tb.direction(*between))
    covered = shapely.union_all(
        [Polygon(piece.points) for piece in sweep.pieces if isinstance(piece, tb.Hull)]
    )
    assert covered.buffer(tb.TOUCH / 2 + 2).contains(figure(tb.base(midway, shape)))


@given(one=POSES, two=POSES, first=SQUARE, second=SHAPES, margin=st.integers(0, 3 * MU))
def test_tc_6_9_reach_of_an_arc(
    one: tb.Pose, two: tb.Pose, first: tb.Rectangle, second: tb.Shape, margin: int
) -> None:
    here, there = tb.base(one, first), tb.base(two, second)
    far = 100 * MU
    strip = Polygon(
        [
            (
                here.x + side * (here.hw + margin) * here.rx + ahead * here.fx,
                here.y + side * (here.hw + margin) * here.ry + ahead * here.fy,
            )
            for side, ahead in ((-1, 0), (1, 0), (1, far), (-1, far))
        ]
    )
    part = figure(there).intersection(strip)
    found = tb.reach(here, "front", there, margin)
    if part.area > 100 * ROUND * MU / 1000 and not there.is_disc:
        assert found == pytest.approx(LineString(tb.edge(here, "front")).distance(part), abs=ROUND)
    if figure(there).distance(strip) > ROUND:
        assert found is None


@given(one=POSES, two=POSES, first=SQUARE, second=SHAPES, depth=st.integers(1000, 2 * MU))
def test_tc_5_20_in_a_zone_and_tc_5_21_cut(
    one: tb.Pose, two: tb.Pose, first: tb.Rectangle, second: tb.Shape, depth: int
) -> None:
    here, there = tb.base(one, first), tb.base(two, second)
    zone = tb.zone(here, "front", depth)
    land, other = Polygon(zone.corners), figure(there)
    if land.distance(other) > ROUND:
        assert not tb.in_zone(there, zone)
    if land.buffer(-ROUND).intersects(other.buffer(-ROUND)):
        assert tb.in_zone(there, zone)
    left = tb.cut_depth(here, "front", depth, [there])
    assert 0 <= left <= depth
    if land.buffer(-200).intersects(other.buffer(-200)):
        nearest = min(
            (x - here.x) * here.fx + (y - here.y) * here.fy
            for x, y in land.intersection(other).exterior.coords
        )
        assert left == pytest.approx(max(0.0, nearest), abs=ROUND)
