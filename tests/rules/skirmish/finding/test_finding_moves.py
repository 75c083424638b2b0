"""Ways that are found for whole units are legal, and go where they should. [SK-136]"""

import pytest

from condotta.rules.skirmish.finding.finding_moves import nearer, onto, shifted, toward
from condotta.rules.skirmish.finding.terms import ADVANCE, CHARGE, MOVE, NEVER, PILE_IN, Terms
from condotta.rules.skirmish.finding.trails import Course, judged, nearest
from condotta.rules.skirmish.reading.coherency import Stand, coherent
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting
from tests.rules.skirmish.ways import inches

SIX = Terms(MOVE, inches(6))
FAR = "; B9 medic 1 60 40"
COLUMN = ((20, 10), (20, 12.2), (20, 13.4), (20, 14.6))


def going(table: Table, unit: str, x: float, y: float, terms: Terms = SIX) -> Course:
    """Where a unit goes that wants to be there; it must be legal, and it must go."""
    trails = toward(table.position, table.unit(unit), (x * INCH, y * INCH), terms)
    assert trails
    found = judged(table.position, table.unit(unit), trails, terms)
    assert found.ok
    return found


def middle(found: Course) -> tuple[float, float]:
    """The middle of the models that moved, in inches."""
    places = [way.end.centre for way in found.ways]
    return (
        sum(x for x, _ in places) / len(places) / INCH,
        sum(y for _, y in places) / len(places) / INCH,
    )


class TestToward:
    def test_straight_ahead_as_it_stands(self):
        """[SK-31] Six inches, in one piece."""
        table = setting(f"R1 line_infantry 5 20 20{FAR}")
        x, y = middle(going(table, "R1", 20, 40))
        assert (x, y) == pytest.approx((20, 26), abs=0.01)

    def test_not_beyond_the_goal(self):
        """[SK-31] Three inches where the goal is three away."""
        table = setting(f"R1 line_infantry 5 20 20{FAR}")
        assert middle(going(table, "R1", 23, 20)) == pytest.approx((23, 20), abs=0.01)

    def test_one_model_alone_goes_round_too(self):
        """[SK-32] A hull before which others stand on all sides but one."""
        wall = "; ".join(f"R{2 + n} medic 1 {17 + 1.4 * n} 11.6" for n in range(5))
        table = setting(f"R1 light_walker 1 20 9; {wall}{FAR}")
        x, _ = middle(going(table, "R1", 20, 40))
        assert x > 20.5

    def test_where_not_all_can_go_as_many_go_as_can(self):
        """[SK-16] The rear one is shut in; two of the others go, and one stays to hold on to it."""
        round_it = [(20, 11.05), (20.91, 10.53), (20.91, 9.47), (20, 8.95), (19.09, 9.47)]
        others = [*round_it, (19.09, 10.53)]
        ring = "; ".join(f"R{2 + n} medic 1 {x} {y}" for n, (x, y) in enumerate(others))
        at = {f"R1.{n + 1}": place for n, place in enumerate(COLUMN)}
        table = setting(f"R1 militia 4 20 10; {ring}{FAR}", at=at)
        found = going(table, "R1", 20, 40)
        assert {way.model.id for way in found.ways} == {"R1.3", "R1.4"}
        assert middle(found)[1] == pytest.approx(15.2, abs=0.2)

    def test_round_a_block(self):
        """[SK-32] A little aside, or loosened."""
        table = setting(f"R1 line_infantry 5 20 20{FAR}", areas="block box 20 24 2 2")
        _, y = middle(going(table, "R1", 20, 40))
        assert y > 22

    def test_between_friends(self):
        """[SK-32] Models pass one by one where the unit is too wide."""
        table = setting(f"R1 line_infantry 5 20 20; R2 medic 1 18.2 23; R3 medic 1 22 23{FAR}")
        _, y = middle(going(table, "R1", 20, 40))
        assert y > 20.5

    def test_up_to_an_enemy_not_within_an_inch(self):
        """[SK-33] It stops before."""
        table = setting(f"R1 line_infantry 5 20 20; B1 militia 10 20 26 180{FAR}")
        found = going(table, "R1", 20, 40)
        ends = [way.stand for way in found.ways]
        here, unit = table.field, table.unit("R1")
        assert min(nearest(tuple(here.enemies(unit)), stand) for stand in ends) > INCH

    def test_a_broken_unit_comes_together(self):
        """[SK-18] Two groups become one."""
        at = {"R1.4": (29, 20), "R1.5": (31, 20)}
        table = setting(f"R1 line_infantry 5 20 20{FAR}", at=at)
        found = going(table, "R1", 25, 25)
        moved = {way.model.id: way.stand for way in found.ways}
        stands = [
            moved.get(model.id, Stand(model.base, model.level)) for model in table.unit("R1").models
        ]
        assert coherent(stands)

    def test_no_way_is_found_where_there_is_none(self):
        """[SK-32] Out of the corner of the table there is none farther into it."""
        table = setting(f"R1 medic 1 0.63 0.63{FAR}")
        assert toward(table.position, table.unit("R1"), (-INCH * 9.0, -INCH * 9.0), SIX) == ()

    def test_the_least_is_kept(self):
        """[SK-39] Of a gunship that wants to go near."""
        table = setting(f"R1 gunship 1 20 20{FAR}")
        flight = Terms(ADVANCE, inches(50), least=inches(20), flies=True)
        (way,) = going(table, "R1", 25, 20, flight).ways
        assert way.far >= 20 * INCH

    def test_in_front_first(self):
        """[SK-30] Ranks that are shifted never run into each other."""
        table = setting(f"R1 brute_mob 30 20 20{FAR}")
        trails = shifted(table.unit("R1"), 0.0, inches(5))
        assert trails[0].model in {f"R1.{number}" for number in range(1, 11)}
        assert trails[-1].model in {f"R1.{number}" for number in range(21, 31)}
        assert judged(table.position, table.unit("R1"), trails, SIX).ok


class TestHulls:
    def test_a_tank_drives_ahead(self):
        """[SK-13] It turns to where it goes, and its corners go no farther than it may."""
        table = setting(f"R1 battle_tank 1 20 20{FAR}")
        ten = Terms(MOVE, inches(10))
        (way,) = going(table, "R1", 40, 30, ten).ways
        assert way.end.pose.facing == pytest.approx((854_361, 519_680), abs=10)
        assert way.swing <= ten.most + 10
        assert way.far > 6 * INCH

    def test_a_tank_backs_where_turning_would_cost_it_too_much(self):
        """[SK-13] Four inches are too few to turn about."""
        table = setting(f"R1 battle_tank 1 20 20 wounds=11{FAR}")
        (way,) = going(table, "R1", 20, 2, Terms(MOVE, inches(4))).ways
        assert way.end.pose.facing == (0, 1_000_000)
        assert way.far == pytest.approx(4 * INCH, abs=5)

    @pytest.mark.parametrize("kind", ["carrier", "battle_tank"])
    def test_at_the_edge_it_drives_as_far_as_its_corners_let_it(self, kind: str):
        """[SK-13] Its middle would leave the table only if it could turn for nothing."""
        table = setting(f"R1 {kind} 1 20 37 90; B9 medic 1 60 5")
        across, _, _ = table.unit("R1").around
        (way,) = going(table, "R1", across / INCH, 80, Terms(MOVE, inches(12))).ways
        assert way.end.pose.facing == (0, 1_000_000)
        assert way.end.cx == pytest.approx(across, abs=1)
        assert way.far > 7 * INCH


class TestOnto:
    @pytest.mark.parametrize("target", ["militia 10 20 28 180", "battle_tank 1 20 28 180"])
    def test_as_many_as_can_reach_the_target(self, target: str):
        """[SK-93] The first within an inch, and others beside it."""
        table = setting(f"R1 brute_mob 10 20 20; B1 {target}{FAR}")
        terms = Terms(CHARGE, inches(9), targets=("B1",))
        trails = onto(table.position, table.unit("R1"), terms)
        found = judged(table.position, table.unit("R1"), trails, terms)
        assert found.ok
        here, unit = table.field, table.unit("R1")
        near = [way for way in found.ways if nearest(tuple(here.enemies(unit)), way.stand) <= INCH]
        assert len(near) >= 4

    def test_not_where_the_roll_is_too_low(self):
        """[SK-93] No way at all."""
        table = setting(f"R1 brute_mob 10 20 20; B1 militia 10 20 28 180{FAR}")
        terms = Terms(CHARGE, inches(4), targets=("B1",))
        assert onto(table.position, table.unit("R1"), terms) == ()

    def test_not_past_another_enemy(self):
        """[SK-93] Who was not declared is kept off."""
        table = setting(f"R1 medic 1 20 20; B1 medic 1 20 28; B2 brute_mob 10 20 25 180{FAR}")
        terms = Terms(CHARGE, inches(12), targets=("B1",))
        assert onto(table.position, table.unit("R1"), terms) == ()


class TestNearer:
    def test_models_crowd_to_their_nearest_enemies(self):
        """[SK-104] Each that moves is nearer than before, the unit whole."""
        table = setting(f"R1 brute_mob 10 20 20; B1 militia 10 20 22.6 180{FAR}")
        terms = Terms(PILE_IN, inches(3), away=NEVER, nearer=True)
        unit = table.unit("R1")
        trails = nearer(table.position, unit, terms)
        assert len(trails) >= 8
        assert judged(table.position, unit, trails, terms).ok

    def test_nobody_moves_where_nobody_can_get_nearer(self):
        """[SK-104] Base to base already."""
        radii = (16 + 16) / 25.4
        table = setting(f"R1 medic 1 20 20; B1 medic 1 20 {20 + radii}{FAR}")
        terms = Terms(PILE_IN, inches(3), away=NEVER, nearer=True)
        assert nearer(table.position, table.unit("R1"), terms) == ()
