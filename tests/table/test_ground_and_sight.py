"""Areas, sight and the board's edges, in the words of the clauses they serve."""

from itertools import product

import pytest

from condotta import table as tb

MU = 10_000
STAND = tb.Rectangle(2 * MU, 10000)
NORTH = (0.0, 1.0)


def at(x: float, y: float, theta: float = 0, shape: tb.Shape = STAND) -> tb.Base:
    return tb.base(tb.pose_at(round(x * MU), round(y * MU), theta), shape)


def box(x: float, y: float, wide: float, high: float) -> tb.Area:
    half = round(wide * MU / 2), round(high * MU / 2)
    return tb.Area("a", "woods", tb.Box(round(x * MU), round(y * MU), half[1], half[0], 0, tb.UNIT))


RIVER = tb.Area("r", "stream", tb.Strip(((0, 107500), (480000, 107500)), 15000))


def test_tri_01_a_stream_is_reached_after_exactly_five_mu() -> None:
    horse = at(20, 5, shape=tb.Rectangle(2 * MU, 15000))
    assert tb.distance_before(horse, NORTH, 6 * MU, RIVER) == 5 * MU
    there = tb.swept([horse.pose], [horse.shape], tb.Advance(5 * MU))
    beyond = tb.swept([horse.pose], [horse.shape], tb.Advance(5.01 * MU))
    assert not tb.sweep_meets_area(there, RIVER)
    assert tb.sweep_meets_area(beyond, RIVER)


def test_tc_0_7_touching_the_border_is_not_in() -> None:
    pond = tb.Area("p", "marsh", tb.Ellipse(20 * MU, 20 * MU, 4 * MU, 2 * MU, tb.UNIT, 0))
    assert not tb.meets(at(20, 18), pond)
    assert tb.meets(at(20, 18.0001), pond)
    assert not tb.edge_meets(tb.edge(at(20, 18), "front"), pond)
    assert tb.distance_before(at(20, 10), NORTH, 20 * MU, pond) == pytest.approx(8 * MU, abs=1)
    assert tb.distance_before(at(20, 21), NORTH, 20 * MU, pond) == 0
    assert tb.distance_before(at(30, 10), NORTH, 20 * MU, pond) == 20 * MU
    assert tb.wholly_in(at(20, 20.5), pond)
    assert not tb.wholly_in(at(23.5, 20.5), pond)


def test_tri_12_the_rear_may_be_in_woods_and_the_front_edge_not() -> None:
    foot, wood = at(20, 20, shape=tb.Rectangle(2 * MU, 7500)), box(20, 15, 10, 9.2)
    assert tb.meets(foot, wood)
    assert not tb.edge_meets(tb.edge(foot, "front"), wood)
    assert tb.edge_meets(tb.edge(foot, "rear"), wood)


def test_tc_7_34_a_bent_stream_holds_its_bend() -> None:
    bent = tb.Area("s", "stream", tb.Strip(((0, 0), (100000, 0), (100000, 100000)), 20000))
    assert tb.inside((106000, -6000), bent)
    assert not tb.inside((109000, -9000), bent)
    assert not tb.inside((-100, 0), bent)
    assert not tb.wholly_in(at(10.45, 0, 0, tb.Rectangle(9000, 9000)), bent)
    assert tb.wholly_in(at(10.2, 0.2, 0, tb.Rectangle(9000, 9000)), bent)
    assert tb.wholly_in(at(5, 0.45, 0, tb.Rectangle(9000, 9000)), bent)


def test_tc_7_21_the_crest_is_the_long_axis_and_higher_is_nearer() -> None:
    hill = tb.Area("h", "gentle_hills", tb.Box(0, 0, 20000, 50000, tb.UNIT, 0))
    assert tb.crest(hill) == ((0.0, 50000.0), (0.0, -50000.0))
    assert tb.height((5000, 40000), hill) > tb.height((8000, 0), hill) > 0
    assert tb.height((25000, 0), hill) == 0
    with pytest.raises(ValueError, match="strip"):
        tb.crest(RIVER)
    assert tb.height((100, 107500), RIVER) == 0


def test_tc_6_13_woods_are_seen_into_for_one_mu_and_never_through() -> None:
    wood = box(20, 20, 10, 10)
    screens = tb.Screens(covers=[tb.Cover(wood, MU)])

    def clear(*ends: tuple[float, float]) -> bool:
        (ax, ay), (bx, by) = ends
        return tb.line_clear(((ax * MU, ay * MU), (bx * MU, by * MU)), screens)

    assert clear((20, 10), (20, 16))
    assert not clear((20, 10), (20, 16.001))
    assert clear((20, 16), (20, 10))
    assert not clear((14, 10), (15.5, 30)), "a short way through a corner is still through"
    assert clear((20, 20), (21, 20))
    assert not clear((20, 20), (21.001, 20))
    assert clear((15, 10), (15, 30)), "along the border is not through"


def test_tc_7_22_a_crest_blocks_unless_one_stands_on_it() -> None:
    screens = tb.Screens(crests=[((10 * MU, 20 * MU), (30 * MU, 20 * MU))])
    assert not tb.line_clear(((20 * MU, 10 * MU), (20 * MU, 30 * MU)), screens)
    assert tb.line_clear(((20 * MU, 10 * MU), (20 * MU, 20 * MU)), screens)
    assert tb.line_clear(((20 * MU, 10 * MU), (25 * MU, 19 * MU)), screens)
    assert tb.line_clear(((20 * MU, 10 * MU), (45 * MU, 30 * MU)), screens)


def test_tc_6_12_stands_block_and_the_nearest_visible_part_counts() -> None:
    shooter, foe = at(20, 10), at(20, 13, 180)
    edge = tb.edge(shooter, "front")
    assert tb.visible_distance(edge, foe.corners, tb.Screens()) == 3 * MU
    wide = at(20, 12, shape=tb.Rectangle(6 * MU, 5000))
    assert not tb.sees(edge, foe.corners, tb.Screens([wide]))
    half = at(19, 12, shape=tb.Rectangle(2 * MU, 5000))
    assert tb.visible_distance(edge, foe.corners, tb.Screens([half])) == pytest.approx(3 * MU)
    post = at(20, 12, shape=tb.Rectangle(19000, 5000))
    found = tb.visible_distance(edge, foe.corners, tb.Screens([post]))
    assert found == pytest.approx(3 * MU)
    disc = at(20, 11.5, shape=tb.Disc(25000))
    assert not tb.sees(edge, foe.corners, tb.Screens([disc]))
    aside = at(22, 12, shape=STAND)
    assert tb.visible_distance(edge, foe.corners, tb.Screens([aside])) == 3 * MU


@pytest.mark.parametrize("theta", [0, 45, 137])
def test_sight_is_the_same_both_ways(theta: float) -> None:
    one, clear = (10 * MU, 10 * MU), set()
    for x, y in product(range(8, 20), (12, 14, 15)):
        two = (18 * MU, y * MU)
        for screens in (
            tb.Screens([at(x, 12, theta)], [tb.Cover(box(x, 14, 2, 2), MU)]),
            tb.Screens([], [tb.Cover(box(18, 14, 2, 2), MU * (x - 8) / 6)]),
        ):
            clear.add(tb.line_clear((one, two), screens))
            assert tb.line_clear((one, two), screens) is tb.line_clear((two, one), screens)
    assert clear == {True, False}


def test_tri_06_a_friend_ends_a_zone_and_borders_are_not_in() -> None:
    first, friend = at(10, 20, 180), at(10, 18.5, 180, tb.Rectangle(2 * MU, 7500))
    other = at(10, 18.2)
    own = tb.zone(friend, "front", 2 * MU)
    assert tb.in_zone(other, own)
    depth = tb.cut_depth(first, "front", 2 * MU, [friend])
    assert depth == 7500
    assert not tb.in_zone(other, tb.zone(first, "front", depth))
    assert not tb.in_zone(at(10, 16.5), own), "only touching the far border"
    assert tb.in_zone(at(10, 16.5001), own)
    assert not tb.in_zone(other, tb.zone(first, "front", 0))


def test_tc_5_20_zones_ahead_of_all_four_edges() -> None:
    wagon = at(20, 20, 30, tb.Rectangle(2 * MU, 2 * MU))
    for name in tb.EDGES:
        zone = tb.zone(wagon, name, 2 * MU)
        (rx, ry), (lx, ly) = zone.rr, zone.rl
        edge = tb.edge(wagon, name)
        assert tb.segment_contained(((rx, ry), (lx, ly)), edge, touch=1e-3)
        assert tb.overlaps(zone, tb.base(tb.offset(wagon.pose, 10000), STAND), 2.0) is (
            name == "front"
        )


def test_tc_3_47_the_board_ends_where_its_edge_is() -> None:
    board = tb.Field(0, 0, 480000, 320000)
    assert tb.on_board(at(1, 1), board)
    assert tb.on_board(at(1, 0.995), board), "over the edge by less than touching"
    assert not tb.wholly_on(at(1, 0.995), board)
    assert not tb.on_board(at(1, 0.98), board)
    assert tb.partly_on(at(1, 0.5), board)
    assert not tb.partly_on(at(1, 0), board)
    assert tb.travel_to_border(at(10, 5), (0.0, -1.0), 9 * MU, board) == 4 * MU
    assert tb.travel_to_border(at(10, 5), NORTH, 9 * MU, board) == 9 * MU
    assert tb.area_on(box(5, 5, 10, 10), board)
    assert not tb.area_on(box(4.9, 5, 10, 10), board)
    assert not tb.areas_overlap(box(5, 5, 10, 10), box(15, 5, 10, 10))


def test_tc_5_11_a_sweep_past_a_corner_of_difficult_ground() -> None:
    horse = at(20, 10)
    near = box(24, 15, 6, 2)
    straight = tb.swept([horse.pose], [STAND], tb.Advance(5 * MU))
    assert not tb.sweep_meets_area(straight, near)
    slanting = tb.swept([horse.pose], [STAND], tb.Oblique(5 * MU, 100))
    assert tb.sweep_meets_area(slanting, near)
    wheel = tb.swept([horse.pose], [STAND], tb.Wheel("right", *tb.from_degrees(60)))
    assert not tb.sweep_meets_area(wheel, near)
    both = straight + wheel
    assert len(both.pieces) == 1 + len(wheel.pieces)


def test_tc_5_13_side_by_side_is_free_and_a_wheel_into_a_neighbour_is_not() -> None:
    stand, friend = at(20, 10, 30), tb.base(tb.offset(at(20, 10, 30).pose, 0, 20000), STAND)
    ahead = tb.swept([stand.pose], [STAND], tb.Advance(4 * MU))
    assert not tb.sweep_meets(ahead, friend)
    off = tb.swept([stand.pose], [STAND], tb.Wheel("right", *tb.from_degrees(75)))
    assert not tb.sweep_meets(off, friend)
    into = tb.swept([stand.pose], [STAND], tb.Wheel("left", *tb.from_degrees(330)))
    assert tb.sweep_meets(into, friend)


def test_round_bases_in_and_before_areas() -> None:
    disc = tb.Disc(5000)
    pond = tb.Area("p", "marsh", tb.Ellipse(0, 0, 40000, 20000, tb.UNIT, 0))
    assert tb.distance_before(at(0, -5, shape=disc), NORTH, 9 * MU, pond) == pytest.approx(
        25000, abs=1
    )
    assert tb.distance_before(at(9, -5, shape=disc), NORTH, 9 * MU, pond) == 9 * MU
    assert not tb.meets(at(0, -2.5, shape=disc), pond)
    assert tb.meets(at(0, -2.49, shape=disc), pond)
    assert tb.wholly_in(at(0, 1.5, shape=disc), pond)
    assert not tb.wholly_in(at(0, 1.51, shape=disc), pond)
    assert tb.wholly_in(at(20, 20, shape=disc), box(20, 20, 1, 1))
    assert not tb.wholly_in(at(20.001, 20, shape=disc), box(20, 20, 1, 1))
    path = tb.swept([tb.pose_at(-90000, 24000, 0)], [disc], tb.Slide(180000))
    assert tb.sweep_meets_area(path, pond)
    assert tb.sweep_meets_area(path, box(0, 3.3, 2, 1))
    assert not tb.sweep_meets_area(path, box(0, 3.41, 2, 1))


@pytest.mark.parametrize("theta", [0, 30, 137])
def test_a_thin_pond_stops_only_what_reaches_it(theta: float) -> None:
    ux, uy = tb.from_degrees(theta)
    line = tb.Area("d", "ditch", tb.Ellipse(0, 0, 30000, 1, ux, uy))
    assert not tb.meets(tb.base(tb.pose_at(0, -50000, theta), STAND), line)
    assert tb.area_gap(tb.base(tb.Pose(0, 0, ux, uy), STAND), line) == 0
    assert not tb.inside((0, 40000), line)


def test_a_sight_line_from_a_border_along_a_stream_is_measured() -> None:
    assert tb.intervals_inside(((0, 0), (0, 50000)), RIVER) == ()
    assert tb.length_inside(((50000, 100000), (50000, 120000)), RIVER) == 15000
