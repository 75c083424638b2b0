"""The judge of ways: length, collisions, the inch around enemies, the end. [SK-136]"""

import pytest

from condotta.kernel.events import Counted, Moved
from condotta.rules.skirmish import names
from condotta.rules.skirmish.finding.terms import (
    AT_END,
    CHARGE,
    FALL_BACK,
    MOVE,
    NEVER,
    PILE_IN,
    Terms,
)
from condotta.rules.skirmish.finding.trails import walked
from condotta.rules.skirmish.records import Trail
from tests.rules.skirmish.skirmish_setting import INCH, setting
from tests.rules.skirmish.ways import clauses, course, inches, march, step, trail

SIX = Terms(MOVE, inches(6))
RADIUS = 16 / 25.4
"""Of the medic's base, in inches."""


class TestLength:
    @pytest.mark.parametrize(("far", "legal"), [(6, True), (6.0009, True), (6.002, False)])
    def test_a_straight_way(self, far: float, legal: bool):
        """[SK-31, SK-13] Up to its Move, a thousandth of an inch more counting as within."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40")
        refused = clauses(table, "R1", (step(table, "R1.1", (0, far)),), SIX)
        assert refused == (set() if legal else {"SK-31"})

    def test_the_legs_of_a_way_add_up(self):
        """[SK-12] There and back is as long as it is."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40")
        short = (step(table, "R1.1", (3, 0), (0, 2), (-1, 0)),)
        long = (step(table, "R1.1", (3, 0), (0, 2), (-2, 0)),)
        assert course(table, "R1", short, SIX).ok
        assert clauses(table, "R1", long, SIX) == {"SK-31"}

    def test_the_verdict_tells_how_far_and_how_far_at_most(self):
        """[SK-31] For the page: the longest way and the limit."""
        table = setting("R1 line_infantry 5 20 20; B1 medic 1 60 40")
        trails = (step(table, "R1.1", (0, 1)), step(table, "R1.2", (0, 2)))
        verdict = course(table, "R1", trails, SIX).verdict
        assert (verdict.distance, verdict.limit) == (2 * INCH, 6 * INCH)
        assert [name for name, _ in verdict.poses] == ["R1.1", "R1.2"]

    def test_no_more_bends_than_a_way_may_have(self):
        """[SK-136] A way of very many points is no way."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40")
        assert course(table, "R1", (step(table, "R1.1", *[(0.1, 0.0)] * 12),), SIX).ok
        assert clauses(table, "R1", (step(table, "R1.1", *[(0.1, 0.0)] * 13),), SIX) == {"SK-136"}

    def test_ways_of_strangers_and_two_of_one_model(self):
        """[SK-30] Each model of the unit moves at most once."""
        table = setting("R1 medic 1 20 20; B1 medic 1 60 40")
        once = step(table, "R1.1", (0, 1))
        assert clauses(table, "R1", (once, once), SIX) == {"SK-30"}
        assert clauses(table, "R1", (step(table, "B1.1", (0, 1)),), SIX) == {"SK-30"}


class TestTurning:
    def test_turning_is_free(self):
        """[SK-13] A tank that turns a little goes as far as it may none the less."""
        table = setting("R1 battle_tank 1 20 20; B1 medic 1 60 40")
        pose = table.pose("R1.1")
        turned = Trail("R1.1", ((pose.x, pose.y + 6 * INCH),), 173_648, 984_808)
        assert course(table, "R1", (turned,), Terms(MOVE, inches(6.6))).ok

    def test_no_corner_goes_farther_than_the_model_may(self):
        """[SK-13] A tank of 110 mm cannot turn about with an inch of movement."""
        table = setting("R1 battle_tank 1 20 20; B1 medic 1 60 40")
        about = Trail("R1.1", (), 0, -1_000_000)
        assert clauses(table, "R1", (about,), Terms(MOVE, inches(1))) == {"SK-13"}
        assert course(table, "R1", (about,), Terms(MOVE, inches(6))).ok

    def test_who_only_turns_has_not_moved(self):
        """[SK-34] Its middle is where it was."""
        table = setting("R1 battle_tank 1 20 20; B1 medic 1 60 40")
        found = course(table, "R1", (Trail("R1.1", (), 1_000_000, 0),), Terms(MOVE, inches(9)))
        assert found.ok
        assert not found.ways[0].moved

    def test_the_hull_turns_about_its_middle(self):
        """[SK-13] The middle stays, the pose is that of the new front edge."""
        table = setting("R1 battle_tank 1 20 20; B1 medic 1 60 40")
        (way,) = course(
            table, "R1", (Trail("R1.1", (), 1_000_000, 0),), Terms(MOVE, inches(9))
        ).ways
        before = table.unit("R1").models[0].base
        assert way.end.centre == pytest.approx(before.centre, abs=1)
        assert way.end.pose.facing == (1_000_000, 0)


class TestOthers:
    @pytest.mark.parametrize("owner", ["R2", "B1"])
    def test_nobody_moves_through_friend_or_foe(self, owner: str):
        """[SK-32] Not even through a friend."""
        table = setting(f"R1 medic 1 20 20; {owner} medic 1 20 23; B9 medic 1 60 40")
        ahead = (step(table, "R1.1", (0, 6)),)
        terms = Terms(MOVE, inches(6), away=AT_END)
        assert clauses(table, "R1", ahead, terms) == {"SK-32"}
        assert course(table, "R1", (step(table, "R1.1", (3, 2), (0, 1)),), terms).ok

    def test_through_friends_where_that_is_chosen(self):
        """[SK-32] The option lets models pass through friends; they still end beside them."""
        table = setting("R1 medic 1 20 20; R2 medic 1 20 23; B1 medic 1 60 40")
        passing = SIX._replace(passes_friends=True)
        assert course(table, "R1", (step(table, "R1.1", (0, 6)),), passing).ok
        assert clauses(table, "R1", (step(table, "R1.1", (0, 3)),), passing) == {"SK-32"}

    def test_bases_may_touch(self):
        """[SK-13] Touching is not overlapping."""
        table = setting("R1 medic 1 20 20; R2 medic 1 20 25; B1 medic 1 60 40")
        touching = step(table, "R1.1", (0, 5 - 2 * RADIUS))
        assert course(table, "R1", (touching,), SIX).ok
        deeper = step(table, "R1.1", (0, 5 - 2 * RADIUS + 0.02))
        assert clauses(table, "R1", (deeper,), SIX) == {"SK-32"}

    def test_mates_move_in_the_order_given(self):
        """[SK-30] One goes where another has just left, and not before."""
        table = setting("R1 line_infantry 2 20 20 files=1; B1 medic 1 60 40")
        front, rear = table.at("R1.1"), table.at("R1.2")
        first = step(table, "R1.1", (0, 2))
        second = trail("R1.2", front)
        assert rear[1] < front[1]
        assert course(table, "R1", (first, second), SIX).ok
        assert clauses(table, "R1", (second, first), SIX) == {"SK-32"}

    def test_the_table_ends_at_its_edge(self):
        """[SK-13, SK-32] The whole base stays on it."""
        table = setting("R1 medic 1 20 2; B1 medic 1 60 40")
        assert course(table, "R1", (step(table, "R1.1", (0, RADIUS - 2)),), SIX).ok
        assert clauses(table, "R1", (step(table, "R1.1", (0, RADIUS - 2.1)),), SIX) == {"SK-32"}

    def test_a_way_may_not_leave_the_table_and_come_back(self):
        """[SK-32] Every point of it counts."""
        table = setting("R1 medic 1 20 2; B1 medic 1 60 40")
        out = step(table, "R1.1", (0, -2), (1, 2))
        assert clauses(table, "R1", (out,), SIX) == {"SK-32"}


class TestTheInch:
    @pytest.mark.parametrize(("gap", "legal"), [(1.0, False), (1.0009, False), (1.01, True)])
    def test_not_within_an_inch_at_the_end(self, gap: float, legal: bool):
        """[SK-33, SK-9] At exactly an inch it is within."""
        table = setting("R1 medic 1 20 20; B1 medic 1 20 26")
        there = step(table, "R1.1", (0, 6 - 2 * RADIUS - gap))
        assert clauses(table, "R1", (there,), SIX) == (set() if legal else {"SK-33"})

    def test_not_within_an_inch_on_the_way(self):
        """[SK-33] Along the whole way, not only at its end (B-1)."""
        table = setting("R1 medic 1 20 20; B1 medic 1 22 23")
        past = step(table, "R1.1", (0, 6))
        assert clauses(table, "R1", (past,), SIX) == {"SK-33"}
        wide = step(table, "R1.1", (-1, 3), (0, 2.8))
        assert course(table, "R1", (wide,), SIX).ok

    def test_who_falls_back_may_pass_near_but_not_through(self):
        """[SK-38] Only the end must be more than an inch away."""
        back = Terms(FALL_BACK, inches(6), away=AT_END)
        table = setting("R1 medic 1 20 20; B1 medic 1 22 22; B2 medic 1 20 17")
        assert course(table, "R1", (step(table, "R1.1", (0, 6)),), back).ok
        assert clauses(table, "R1", (step(table, "R1.1", (0, -6)),), back) == {"SK-32"}
        assert clauses(table, "R1", (step(table, "R1.1", (0, 3)),), back) == {"SK-38"}

    def test_of_those_who_fly_only_the_end_counts(self):
        """[SK-33, SK-35] Across models, not onto them."""
        table = setting("R1 medic 1 20 20; B1 medic 1 20 23; R2 medic 1 24 20")
        flying = SIX._replace(flies=True)
        assert course(table, "R1", (step(table, "R1.1", (0, 6)),), flying).ok
        assert clauses(table, "R1", (step(table, "R1.1", (0, 5)),), flying) == {"SK-33"}
        assert clauses(table, "R1", (step(table, "R1.1", (4, 0)),), flying) == {"SK-35"}

    def test_height_counts(self):
        """[SK-12] Two inches above an enemy is more than an inch from it."""
        ruins = "ruins box 20 24 8 6"
        table = setting("R1 medic 1 20 22 level=30; B1 medic 1 21.5 25", areas=ruins)
        beside = step(table, "R1.1", (0, 2), level=3)
        assert course(table, "R1", (beside,), SIX).ok


class TestCharging:
    def test_the_first_model_must_reach_a_target(self):
        """[SK-93] Within an inch of one of its models; the others need not."""
        table = setting("R1 line_infantry 2 20 20; B1 medic 1 20 27")
        charge = Terms(CHARGE, inches(7), targets=("B1",))
        near = step(table, "R1.1", (0.8, 5))
        far = step(table, "R1.2", (0, 2.8))
        assert course(table, "R1", (near, far), charge).ok
        assert clauses(table, "R1", (far, near), charge) == {"SK-93"}

    def test_keep_away_from_whom_was_not_declared(self):
        """[SK-93, CM-40] Another enemy stays more than an inch off all the way."""
        table = setting("R1 medic 1 20 20; B1 medic 1 20 27; B2 medic 1 22 24")
        straight = (step(table, "R1.1", (0, 5)),)
        charge = Terms(CHARGE, inches(7), targets=("B1",))
        assert clauses(table, "R1", straight, charge) == {"SK-93"}
        assert course(table, "R1", straight, charge._replace(targets=("B1", "B2"))).ok

    @pytest.mark.parametrize("kind", ["woods", "crater"])
    def test_some_terrain_slows_a_charge_by_two_inches(self, kind: str):
        """[SK-118] Through it, 7 inches are 5."""
        table = setting("R1 medic 1 20 20; B1 medic 1 20 27", areas=f"{kind} ellipse 20 23 4 2")
        charge = Terms(CHARGE, inches(7), targets=("B1",), slowed=True)
        through = (step(table, "R1.1", (0, 5.2)),)
        assert clauses(table, "R1", through, charge) == {"SK-92"}
        assert course(table, "R1", through, charge._replace(slowed=False)).ok

    def test_a_pile_in_ends_nearer(self):
        """[SK-104] Sideways is no nearer; towards the enemy is."""
        table = setting("R1 line_infantry 2 20 20; B1 medic 1 20 24")
        pile_in = Terms(PILE_IN, inches(3), away=NEVER, nearer=True)
        assert course(table, "R1", (step(table, "R1.1", (0, 2)),), pile_in).ok
        assert clauses(table, "R1", (step(table, "R1.1", (-1, 0)),), pile_in) == {"SK-104"}


class TestTheUnit:
    def test_it_ends_in_coherency(self):
        """[SK-16] One model left behind by more than 2 inches."""
        table = setting("R1 line_infantry 5 20 20; B1 medic 1 60 40")
        assert course(table, "R1", march(table, "R1", 0, 6), SIX).ok
        alone = (step(table, "R1.1", (0, 6)),)
        assert clauses(table, "R1", alone, SIX) == {"SK-16"}

    def test_a_least_move_is_measured_as_the_crow_flies(self):
        """[SK-39] There and back is no displacement."""
        table = setting("R1 gunship 1 20 20; B1 medic 1 60 40")
        flight = Terms(MOVE, inches(50), least=inches(20), flies=True)
        assert course(table, "R1", (step(table, "R1.1", (20, 0)),), flight).ok
        assert clauses(table, "R1", (step(table, "R1.1", (20, 0), (-5, 0)),), flight) == {"SK-39"}

    def test_what_happens_is_one_move_of_all(self):
        """[SK-30] One event with every step; heights follow."""
        table = setting("R1 line_infantry 5 20 20; B1 medic 1 60 40", areas="hill box 20 25 14 6")
        trails = march(table, "R1", 0, 3)
        events = list(walked(table.position, table.unit("R1"), trails, "move"))
        (moved,) = [event for event in events if isinstance(event, Moved)]
        assert len(moved.steps) == 5
        climbed = {event.holder: event.value for event in events if isinstance(event, Counted)}
        assert climbed == {f"R1.{number}": 2 * names.INCH for number in range(1, 6)}
