"""Bent ways that are found round what bars a straight one: legal, short, in coherency. [SK-136]"""

from math import hypot

import pytest

from condotta.rules.skirmish.finding.finding_moves import led, mended, onto
from condotta.rules.skirmish.finding.routing import box_round, ring
from condotta.rules.skirmish.finding.terms import AT_END, CHARGE, FALL_BACK, MOVE, Terms
from condotta.rules.skirmish.finding.trails import Course, judged
from condotta.rules.skirmish.records import Trail
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting
from tests.rules.skirmish.ways import inches, step

SIX = Terms(MOVE, inches(6))
FAR = "; B9 medic 1 60 40"


def ended(table: Table, unit: str, across: float, along: float, terms: Terms = SIX) -> Course:
    """Where a unit goes that is led by a step; it must be legal."""
    x, y, _ = table.unit(unit).around
    at = (x + across * INCH, y + along * INCH)
    trails = led(table.position, table.unit(unit), at, terms)
    assert trails
    found = judged(table.position, table.unit(unit), trails, terms)
    assert found.ok, found.refusals
    return found


def reached(found: Course, name: str) -> tuple[float, float]:
    """Where a model ends, in inches."""
    (way,) = (way for way in found.ways if way.model.id == name)
    return way.end.cx / INCH, way.end.cy / INCH


class TestOne:
    @pytest.mark.parametrize(
        ("barred", "areas"),
        [
            ("", "block box 20 22 2 1"),
            ("", "block ellipse 20 22 2 2"),
            ("; R2 militia 1 20 22", ""),
            ("; R2 bikers 1 20 22 90", ""),
            ("; R2 militia 2 20 22; R3 militia 1 18.5 23 ", ""),
        ],
    )
    def test_round_what_stands_before_it(self, barred: str, areas: str):
        """[SK-32] Solid ground, round bases, bases with corners, several of them."""
        table = setting(f"R1 medic 1 20 20{barred}{FAR}", areas=areas)
        found = ended(table, "R1", 0, 4)
        assert reached(found, "R1.1") == pytest.approx((20, 24), abs=0.01)
        (way,) = found.ways
        assert 4 * INCH < way.length <= SIX.most

    def test_an_inch_off_enemies(self):
        """[SK-33] Farther round than round a friend."""
        nine = Terms(MOVE, inches(9))
        lengths = []
        for seat in "RB":
            table = setting(f"R1 medic 1 20 20; {seat}2 medic 1 20 23{FAR}")
            found = ended(table, "R1", 0, 5.4, nine)
            assert reached(found, "R1.1") == pytest.approx((20, 25.4), abs=0.01)
            lengths.append(found.ways[0].length)
        assert lengths[0] + INCH / 4 < lengths[1]

    def test_between_two_that_leave_room(self):
        """[SK-32] The way is no longer than that round one of them."""
        table = setting(f"R1 medic 1 20 20; R2 battle_tank 1 17.2 24; R3 medic 1 21.4 22{FAR}")
        found = ended(table, "R1", -1, 5)
        assert found.ways[0].length < 5.6 * INCH

    def test_not_where_it_would_be_too_long(self):
        """[SK-12] A wall of ten inches is not gone round with six: it ends before it."""
        table = setting(f"R1 medic 1 20 20{FAR}", areas="block box 20 23 10 1")
        (way,) = ended(table, "R1", 0, 5).ways
        assert way.end.cy < 22.5 * INCH
        assert len(way.legs) == 1

    def test_a_hull_goes_round_as_well(self):
        """[SK-13, SK-32] A biker round a man, without turning."""
        table = setting(f"R1 bikers 1 20 20; R2 medic 1 20 22{FAR}")
        found = ended(table, "R1", 0, 6, Terms(MOVE, inches(12)))
        assert reached(found, "R1.1") == pytest.approx((20, 24.52), abs=0.02)

    def test_who_flies_goes_straight(self):
        """[SK-35]"""
        table = setting(f"R1 jump_assault 1 20 20{FAR}", areas="block box 20 22 2 1")
        (way,) = ended(table, "R1", 0, 4, Terms(MOVE, inches(6), flies=True)).ways
        assert way.length == pytest.approx(4 * INCH, abs=2)

    def test_back_from_enemies_past_others(self):
        """[SK-38] Who falls back may pass near enemies, but round them."""
        table = setting(f"R1 medic 1 20 20; B1 medic 1 20 22{FAR}")
        back = Terms(FALL_BACK, inches(8), away=AT_END)
        (way,) = ended(table, "R1", 0, 5, back).ways
        assert way.length < 6 * INCH


class TestUnits:
    def test_each_model_takes_its_place_behind_a_wall(self):
        """[SK-16, SK-32] Five in a row with a block before two of them stand in the same row."""
        table = setting(f"R1 line_infantry 5 20 20{FAR}", areas="block box 20 22.5 2.5 1")
        found = ended(table, "R1", 0, 5, Terms(MOVE, inches(8)))
        for model in table.unit("R1").models:
            spot = (model.base.cx / INCH, model.base.cy / INCH + 5)
            assert reached(found, model.id) == pytest.approx(spot, abs=0.01)

    def test_a_charge_goes_round_who_was_not_declared(self):
        """[SK-93, SK-94] Onto the one behind."""
        table = setting("R1 medic 1 20 20; B1 medic 1 20 23; B2 medic 1 20 26.5")
        charge = Terms(CHARGE, inches(9), targets=("B2",))
        trails = onto(table.position, table.unit("R1"), charge)
        assert judged(table.position, table.unit("R1"), trails, charge).ok
        assert len(trails[0].points) > 1

    def test_the_same_question_has_the_same_answer(self):
        """[SK-136]"""
        text = f"R1 brute_mob 12 20 20 files=6; R2 militia 6 20 23{FAR}"
        ways = [
            led(
                (table := setting(text, areas="block box 26 24 3 1")).position,
                table.unit("R1"),
                (20.0 * INCH, 24.0 * INCH),
                SIX,
            )
            for _ in range(2)
        ]
        assert ways[0] == ways[1]


class TestMended:
    def test_the_last_way_alone_is_made_anew(self):
        """[SK-136] What was laid by hand before it stays."""
        table = setting(f"R1 line_infantry 3 20 20 gap=20{FAR}", areas="block box 20 22 2 1")
        first = step(table, "R1.1", (0, 4))
        trails = (first, step(table, "R1.2", (0, 4)))
        found = mended(table.position, table.unit("R1"), trails, (20.0 * INCH, 24.0 * INCH), SIX)
        assert found[0] is first
        assert found[1].points[-1] == (20 * INCH, 24 * INCH)
        assert len(found[1].points) > 1

    def test_nothing_where_there_is_no_way(self):
        """[SK-32] Into the block; of models of nobody; of a hull that turns."""
        table = setting(f"R1 bikers 3 20 20{FAR}", areas="block box 20 22 2 1")
        unit, at = table.unit("R1"), (20.0 * INCH, 22.0 * INCH)
        assert mended(table.position, unit, (step(table, "R1.2", (0, 2)),), at, SIX) == ()
        assert mended(table.position, unit, (Trail("B9.1", ((0, 0),)),), at, SIX) == ()
        turned = Trail("R1.2", ((200_000, 240_000),), 1_000_000, 0)
        assert mended(table.position, unit, (turned,), (20.0 * INCH, 24.0 * INCH), SIX) == ()


class TestPolygons:
    def test_a_ring_is_never_nearer_than_its_circle(self):
        """Every side of it touches the circle at most."""
        spots = list(ring((0.0, 0.0), (10.0, 10.0), (0.0, 1.0)))
        for one, two in zip(spots, [*spots[1:], spots[0]], strict=True):
            middle = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
            assert hypot(*middle) == pytest.approx(10.0)

    def test_corners_of_a_box_are_cut_as_its_circle_would(self):
        """Between the two at each corner the way is as far off as along a side."""
        spots = set(box_round((0.0, 0.0), (5.0, 3.0), (1.0, 0.0), 2.0))
        assert len(spots) == 8
        one, two = (7.0, 3.0 + 0.4143 * 2), (5.0 + 0.4143 * 2, 5.0)
        assert {one, two} <= spots
        middle = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
        assert hypot(middle[0] - 5, middle[1] - 3) >= 2
