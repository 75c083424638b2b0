"""Where the pieces of terrain lie."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from condotta.kernel.asks import Draw, Roll
from condotta.kernel.errors import Illegal
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Board
from condotta.rules.library import book as book_of
from condotta.rules.triumph.ground.battlefield import battlefield
from condotta.rules.triumph.ground.terrain_layout import (
    Lay,
    TerrainBoxes,
    edge_piece,
    ordinary_piece,
)
from condotta.rules.triumph.ground.waters import FACES, clear_of, coast, stream
from condotta.rules.triumph.tables import sizes
from condotta.table import Box, Ellipse, Field, area_on, areas_overlap, extent
from tests.rules.triumph.set_up_table import at_step

MU = 10_000
BOARD = Field(0, 0, 48 * MU, 32 * MU)
MEASURES = battlefield(book_of("triumph"), Position(board=Board(48 * MU, 32 * MU)))
LENGTHWAYS = ("south", "north")
DICE = st.lists(st.integers(1, FACES), min_size=8, max_size=8).map(tuple)
LOW, HIGH = 1, FACES


def size_of(area):
    low_x, low_y, high_x, high_y = extent(area)
    return round(high_x - low_x), round(high_y - low_y)


def laid(table):
    return {area.id: area for area in table.position.areas}


def lay(*kinds, boxes=(0, 1, 2, 3, 4, 5), edges=None, dice=(), seed=None):
    flags = edges or (False,) * len(kinds)
    return at_step(Lay(kinds=kinds, boxes=boxes, edges=flags), dice=dice, seed=seed)


def test_tc_7_33_boxes_come_in_the_order_they_are_drawn_and_a_2_is_an_edge_piece():
    table = at_step(TerrainBoxes(kinds=("rough", "dunes", "oasis")))
    ask = table.asks(CHANCE)[0]
    assert (ask.draw, ask.count) == (("1", "2", "3", "4", "5", "6"), 6)
    table.say(CHANCE, Draw(("3", "1", "6", "2", "5", "4")))
    assert table.asks(CHANCE)[0].dice == 3
    table.roll(1, 2, 3)
    frame = table.battle.state.agenda[-1]
    assert frame.boxes == (2, 0, 5, 1, 4, 3)
    assert frame.edges == (True, True, False)


def test_tc_7_33_a_box_is_drawn_once():
    table = at_step(TerrainBoxes(kinds=("rough",)))
    with pytest.raises(Illegal):
        table.say(CHANCE, Draw(("3", "3", "6", "2", "5", "4")))


def test_tc_7_33_water_takes_no_box_and_is_laid_first():
    table = at_step(TerrainBoxes(kinds=("marsh", "stream", "woods")))
    table.say(CHANCE, Draw(("1", "2", "3", "4", "5", "6")))
    assert table.asks(CHANCE)[0].dice == 2
    table.roll(6, 6)
    assert table.battle.state.agenda[-1].kinds == ("stream", "marsh", "woods")


def test_tc_7_33_each_piece_lies_in_its_box_and_after_six_boxes_come_again():
    boxes = (5, 4, 3, 2, 1, 0)
    table = lay(*("rough",) * 7, boxes=boxes, seed=3)
    areas = laid(table)
    for number in range(7):
        low_x, low_y, high_x, high_y = MEASURES.boxes[boxes[number % 6]]
        if f"T{number + 1}" in areas:
            assert area_on(areas[f"T{number + 1}"], Field(low_x, low_y, high_x, high_y))
    assert len(areas) >= 6


def test_tc_7_33_odd_pieces_are_large_and_even_ones_small():
    table = lay("rough", "rough", dice=(LOW, LOW, LOW, LOW) * 2)
    assert [size_of(area) for area in table.position.areas] == [
        (8 * MU, 8 * MU),
        (4 * MU, 4 * MU),
    ]


def test_tc_7_33_a_piece_is_turned_by_quarters():
    flat = ordinary_piece("T1", "rough", MEASURES.boxes[0], (31, LOW, LOW, LOW), large=True)
    upright = ordinary_piece("T1", "rough", MEASURES.boxes[0], (31, HIGH, LOW, LOW), large=True)
    assert size_of(flat) == (10 * MU, 6 * MU)
    assert size_of(upright) == (6 * MU, 10 * MU)


def test_tc_7_33_pieces_that_would_overlap_are_drawn_again():
    here = (LOW, LOW, LOW, LOW)
    there = (LOW, LOW, HIGH, HIGH)
    table = lay("rough", "rough", boxes=(0,), dice=(*here, *here, *there))
    first, second = table.position.areas
    assert not areas_overlap(first, second)
    assert size_of(second) == (4 * MU, 4 * MU)
    assert not table.rulings("TC-7.33")


def test_tc_7_33_after_fifty_draws_the_piece_is_dropped_and_the_next_follows():
    blocked = (1, LOW, 60, 60)
    table = lay(
        "rough", "dunes", "woods", boxes=(0, 0, 1), dice=(*blocked * 51, LOW, LOW, LOW, LOW)
    )
    assert list(laid(table)) == ["T1", "T3"]
    assert table.rulings("TC-7.33")[0].params == {"terrain": "Dunes"}


@given(DICE, st.integers(0, 5), st.booleans())
def test_tc_7_31_ordinary_pieces_have_a_listed_size_and_lie_wholly_in_their_box(
    dice, number, large
):
    box = MEASURES.boxes[number]
    area = ordinary_piece("T1", "woods", box, dice, large=large)
    listed = sizes("ordinary-large" if large else "ordinary-small")
    assert size_of(area) in {*listed, *((depth, length) for length, depth in listed)}
    assert area_on(area, Field(*box))


@given(DICE, st.integers(0, 5), st.booleans())
def test_tc_7_31_edge_pieces_have_their_long_side_on_an_edge_of_the_board(dice, number, large):
    box = MEASURES.boxes[number]
    sides = ("south" if box[1] == 0 else "north",)
    area = edge_piece("T1", "woods", box, sides, dice, large=large)
    assert size_of(area) in sizes("edge-large" if large else "edge-small")
    low_y, high_y = extent(area)[1], extent(area)[3]
    assert round(low_y) == 0 if sides == ("south",) else round(high_y) == 32 * MU
    assert area_on(area, Field(*box))


def test_tc_7_33_an_edge_piece_lies_on_an_edge_of_its_box_and_a_corner_box_has_two():
    on_south = lay("rough", edges=(True,), dice=(LOW, LOW, LOW, LOW))
    on_west = lay("rough", edges=(True,), dice=(LOW, HIGH, LOW, LOW))
    assert extent(on_south.position.areas[0])[:2] == (0, 0)
    assert size_of(on_south.position.areas[0]) == (9 * MU, 6 * MU)
    assert size_of(on_west.position.areas[0]) == (6 * MU, 9 * MU)
    middle = lay("rough", boxes=(1,), edges=(True,), dice=(LOW, HIGH, LOW, LOW))
    assert size_of(middle.position.areas[0]) == (9 * MU, 6 * MU)


@pytest.mark.parametrize(
    ("kind", "outline"),
    [("village", Box), ("ploughed-fields", Box), ("woods", Ellipse), ("gentle-hills", Ellipse)],
)
def test_tc_7_35_villages_and_fields_are_rectangles_the_rest_ellipses(kind, outline):
    table = lay(kind, dice=(LOW, LOW, LOW, LOW))
    assert isinstance(table.position.areas[0].outline, outline)


@given(DICE)
def test_tc_7_34_a_stream_joins_two_edges_1_mu_wide_with_two_bends_at_most(dice):
    points = stream("T1", dice, MEASURES, LENGTHWAYS).outline.points
    assert stream("T1", dice, MEASURES, LENGTHWAYS).outline.width == MU
    assert 2 <= len(points) <= 4
    assert all(one != two for one, two in pairwise(points))
    assert len(edges_of(points[0]) & edges_of(points[-1])) == 0
    assert edges_of(points[0])
    assert edges_of(points[-1])


@given(DICE)
def test_tc_7_34_a_stream_keeps_8_mu_from_a_base_edge_it_runs_along(dice):
    points = stream("T1", dice, MEASURES, LENGTHWAYS).outline.points
    assert clear_of(points, MEASURES, LENGTHWAYS)
    for (ax, ay), (bx, by) in pairwise(points):
        if abs(bx - ax) > abs(by - ay):
            assert all(8.5 * MU <= y <= 23.5 * MU for y in (ay, by))


def test_tc_7_34_a_stream_too_near_a_base_edge_is_known():
    assert not clear_of(((0, 8 * MU), (48 * MU, 8 * MU)), MEASURES, LENGTHWAYS)
    assert clear_of(((0, 85_000), (48 * MU, 85_000)), MEASURES, LENGTHWAYS)
    assert clear_of(((8 * MU, 0), (8 * MU, 32 * MU)), MEASURES, LENGTHWAYS)
    assert not clear_of(((8 * MU, 0), (8 * MU, 33 * MU)), MEASURES, LENGTHWAYS)


def edges_of(point):
    x, y = point
    on = {"west": x == 0, "east": x == 48 * MU, "south": y == 0, "north": y == 32 * MU}
    return {edge for edge, lies in on.items() if lies}


@given(DICE)
def test_tc_7_34_a_coast_is_2_to_4_mu_deep_along_a_side_edge(dice):
    area = coast("T1", dice, MEASURES, LENGTHWAYS)
    wide, high = size_of(area)
    assert high == 32 * MU
    assert 2 * MU - 2 <= wide <= 4 * MU
    low_x, _, high_x, _ = extent(area)
    assert round(low_x) == 0 or round(high_x) >= 48 * MU - 1


def test_tc_7_34_a_coast_lies_on_a_base_edge_only_where_no_other_is_free():
    four = ("south", "north", "west", "east")
    found = {size_of(coast("T1", (die, LOW), MEASURES, four)) for die in (1, 40, 70, 110)}
    assert found == {(48 * MU, 2 * MU), (2 * MU, 32 * MU)}


def test_tc_7_34_water_is_laid_by_chance_and_other_pieces_keep_clear_of_it():
    table = lay("coast", "stream", "rough", "rough", "rough", edges=(False,) * 3, seed=8)
    for one, two in combinations(table.position.areas, 2):
        assert not areas_overlap(one, two)
    assert {"T1", "T3"} <= set(laid(table))
    assert laid(table)["T1"].kind == "coast"


def test_every_die_of_the_layout_is_in_the_record():
    table = lay("rough", "woods", seed=1)
    said = [one for one in table.battle.log if getattr(one, "window", "") == "terrain place"]
    assert len(said) >= 2
    assert all(isinstance(one.said, Roll) and len(one.said.pips) == 4 for one in said)
