"""Terrain: where models stand, what climbing costs, who passes. [SK-12, SK-32, SK-117 to SK-119]"""

import pytest

from condotta.rules.skirmish.finding.terms import CHARGE, MOVE, Terms
from condotta.rules.skirmish.reading.terrain import even, kinds, levels, rises, stands_at
from condotta.table import Area, Disc, Rectangle, base, pose_at
from tests.rules.short_text import area
from tests.rules.skirmish.skirmish_setting import INCH, setting
from tests.rules.skirmish.ways import clauses, course, inches, step

SMALL, TANK = Disc(INCH // 2), Rectangle(3 * INCH, 4 * INCH)


def piece(text: str) -> Area:
    """A piece of terrain by itself."""
    return area("piece", text.split())


HILL = piece("hill box 20 20 10 10")
RUINS = piece("ruins box 20 20 8 8")
BARRICADE = piece("barricade box 20 20 6 1")
BLOCK = piece("block box 20 20 4 4")
WOODS = piece("woods ellipse 20 20 8 6")
ALL = (HILL, RUINS, BARRICADE, BLOCK, WOODS)


def foot(x: float, y: float, shape: Disc | Rectangle = SMALL):
    """A base there, in inches."""
    return base(pose_at(round(x * INCH), round(y * INCH), 0), shape)


def high(found: tuple[int, ...]) -> list[float]:
    """Levels in inches."""
    return [level / INCH for level in found]


class TestStanding:
    def test_on_the_ground_wherever_nothing_is(self):
        """[SK-117] Level 0, and no other."""
        assert high(levels(ALL, foot(50, 40), infantry=True)) == [0]

    def test_on_a_hill_by_the_middle_of_the_base(self):
        """[SK-117] Its slope is gentle: half on it is on it."""
        assert high(levels([HILL], foot(20, 20), infantry=False)) == [2]
        assert high(levels([HILL], foot(24.9, 20), infantry=False)) == [2]
        assert high(levels([HILL], foot(25.1, 20), infantry=False)) == [0]

    def test_on_floors_of_ruins_infantry_alone(self):
        """[SK-118] Vehicles, monsters and bikers stay on the ground floor."""
        assert high(levels([RUINS], foot(20, 20), infantry=True)) == [0, 3, 6]
        assert high(levels([RUINS], foot(20, 20), infantry=False)) == [0]

    def test_on_a_floor_with_room_for_the_base(self):
        """[SK-117] Its base must not hang over."""
        assert high(levels([RUINS], foot(23.6, 20), infantry=True)) == [0]

    def test_on_a_barricade_only_with_the_whole_base(self):
        """[SK-117] An inch fits on an inch; a larger base does not, nor half of a small one."""
        assert high(levels([BARRICADE], foot(20, 20), infantry=True)) == [1]
        assert levels([BARRICADE], foot(20, 20, Disc(8000)), infantry=True) == ()
        assert levels([BARRICADE], foot(20, 20.5), infantry=True) == ()

    def test_nobody_on_a_solid_block(self):
        """[SK-118] Nor with a part of the base."""
        assert levels([BLOCK], foot(20, 20), infantry=True) == ()
        assert levels([BLOCK], foot(22.4, 20), infantry=True) == ()
        assert high(levels([BLOCK], foot(22.5, 20), infantry=True)) == [0]

    def test_the_ground_unless_a_floor_is_named(self):
        """[SK-13] A level that is not there is no place."""
        assert stands_at([HILL], foot(20, 20), 0, infantry=True) == 2 * INCH
        assert stands_at([RUINS], foot(20, 20), 3 * INCH, infantry=True) == 3 * INCH
        assert stands_at([RUINS], foot(20, 20), 2 * INCH, infantry=True) is None

    def test_every_kind_of_the_table_is_there(self):
        """[SK-118, SK-119] The six of the table, plain area terrain, and a wall."""
        named = {"woods", "ruins", "crater", "barricade", "hill", "block"}
        assert set(kinds()) == {*named, "area", "wall"}


class TestClimbing:
    def test_a_way_over_a_barricade_goes_up_and_down(self):
        """[SK-12] An inch up and an inch down, where the middle meets its edges."""
        points = [(200_000.0, 170_000.0), (200_000.0, 230_000.0)]
        parts, cost = rises([BARRICADE], points, 0, 0)
        assert cost == 2 * INCH
        assert [(one[1], two[1], low, top) for one, two, low, top in parts] == [
            (170_000, 195_000, 0, 0),
            (195_000, 195_000, 0, INCH),
            (195_000, 205_000, INCH, INCH),
            (205_000, 205_000, 0, INCH),
            (205_000, 230_000, 0, 0),
        ]

    def test_a_leg_that_meets_nothing_is_one_part(self):
        """[SK-12] On the ground all the way."""
        assert even([BARRICADE], (0.0, 0.0), (5.0, 0.0)) == [((0.0, 0.0), (5.0, 0.0), 0)]

    def test_a_floor_costs_its_height(self):
        """[SK-162, SK-12] Three inches up and three along are six."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40", areas="ruins box 20 22 8 8")
        up = Terms(MOVE, inches(6))
        assert course(table, "R1", (step(table, "R1.1", (0, 3), level=3),), up).ok
        assert clauses(table, "R1", (step(table, "R1.1", (0, 3.1), level=3),), up) == {"SK-31"}

    def test_along_a_floor_nobody_climbs(self):
        """[SK-12] From one end of a floor to the other the way is flat."""
        table = setting("R1 medic 1 20 20 level=30; B1 medic 1 60 40", areas="ruins box 20 22 8 8")
        along = step(table, "R1.1", (0, 4), level=3)
        assert course(table, "R1", (along,), Terms(MOVE, inches(4))).ok
        down = step(table, "R1.1", (0, 4))
        assert clauses(table, "R1", (down,), Terms(MOVE, inches(6.9))) == {"SK-31"}
        assert course(table, "R1", (down,), Terms(MOVE, inches(7))).ok

    def test_a_hill_costs_its_height_once(self):
        """[SK-12] Onto a hill of 2 inches with 6: 4 along."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40", areas="hill box 20 25 10 6")
        six = Terms(MOVE, inches(6))
        assert course(table, "R1", (step(table, "R1.1", (0, 4)),), six).ok
        assert clauses(table, "R1", (step(table, "R1.1", (0, 4.1)),), six) == {"SK-31"}

    def test_who_flies_pays_for_no_height(self):
        """[SK-35] Sideways only."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40", areas="hill box 20 25 10 6")
        flying = Terms(MOVE, inches(6), flies=True)
        assert course(table, "R1", (step(table, "R1.1", (0, 6)),), flying).ok


class TestPassing:
    def test_solid_blocks_bar_all_but_flight(self):
        """[SK-32, SK-118] A way through, not only an end in it."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40", areas="block box 20 23 4 2")
        through = step(table, "R1.1", (0, 6))
        assert clauses(table, "R1", (through,), Terms(MOVE, inches(6))) == {"SK-32"}
        assert course(table, "R1", (through,), Terms(MOVE, inches(6), flies=True)).ok

    def test_nobody_ends_on_a_block_not_even_in_flight(self):
        """[SK-118] Over it, not on it."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40", areas="block box 20 23 4 2")
        onto = step(table, "R1.1", (0, 3))
        assert clauses(table, "R1", (onto,), Terms(MOVE, inches(6), flies=True)) == {"SK-117"}

    @pytest.mark.parametrize(("kind", "passes"), [("medic", True), ("heavy_walker", False)])
    def test_infantry_passes_walls(self, kind: str, passes: bool):
        """[SK-117] In ruins infantry goes through walls; others do not."""
        table = setting(f"R1 {kind} 1 20 20; B1 medic 1 60 40", areas="wall box 20 23 8 0.5")
        through = step(table, "R1.1", (0, 6))
        assert clauses(table, "R1", (through,), Terms(MOVE, inches(6))) == (
            set() if passes else {"SK-32"}
        )

    def test_models_on_another_floor_are_not_in_the_way(self):
        """[SK-32] A walker 3 inches high reaches the floor; infantry passes beneath it."""
        units = "R1 medic 1 20 20; B1 medic 1 20 23 level=30; B9 medic 1 60 40"
        table = setting(units, areas="ruins box 20 23 8 4")
        beneath = Terms(CHARGE, inches(6), targets=("B1",))
        assert course(table, "R1", (step(table, "R1.1", (0, 3), level=0),), beneath).refusals
        passing = Terms("fall back", inches(6), away=1)
        assert course(table, "R1", (step(table, "R1.1", (0, 6)),), passing).ok

    @pytest.mark.parametrize("kind", ["light_walker", "battle_tank"])
    def test_who_is_higher_than_the_ledge_runs_into_an_enemy_on_it(self, kind):
        """[SK-13, SK-32] Two inches up is more than an inch away, and still in its place."""
        units = f"R1 {kind} 1 20 20; B1 medic 1 20 28.2 level=20; B9 medic 1 60 40"
        table = setting(units, areas="hill box 20 33 10 10")
        below = step(table, "R1.1", (0, 7.9))
        passing = Terms("fall back", inches(9), away=1)
        assert clauses(table, "R1", (below,), passing) == {"SK-32"}

    def test_nobody_stands_on_a_hill_over_the_head_of_another(self):
        """[SK-13] Bases overlap only a floor apart: a hill is 2 inches high, a floor 3."""
        units = "R1 medic 1 20 20; B1 medic 1 20 28.2 level=20; B9 medic 1 60 40"
        table = setting(units, areas="hill box 20 33 10 10")
        below = step(table, "R1.1", (0, 7.5))
        passing = Terms("fall back", inches(9), away=1)
        assert clauses(table, "R1", (below,), passing) == {"SK-32"}
