"""Reinforcements: when, where, and what becomes of those who never come. [SK-44, SK-45]"""

from random import Random

import pytest

from condotta.kernel.asks import Choose
from condotta.kernel.decide import judge
from condotta.kernel.events import Removed
from condotta.rules.skirmish import names
from condotta.rules.skirmish.movement.placing_models import dropped
from condotta.rules.skirmish.movement.reserves import Arrive, TooLate
from condotta.rules.skirmish.movement.walking import Walk
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting
from tests.rules.skirmish.ways import march, trail

UNITS = "R1 assault_elite 1 reserve; R9 medic 1 5 5; R8 medic 1 8 5; B1 medic 1 40 20"
RADII = (20 + 16) / 25.4


def ending(units: str = UNITS, **keywords: object) -> Table:
    """A table on which red has moved and its reinforcements may come."""
    table = setting(units, **keywords)  # type: ignore[arg-type]  # handed through
    table.choose("red", "end")
    return table


def lone(x: float, y: float) -> Arrive:
    """The single model of R1 there."""
    return Arrive("R1", (trail("R1.1", (x, y)),))


class TestWhere:
    @pytest.mark.parametrize(("gap", "legal"), [(9.0, False), (9.0009, False), (9.01, True)])
    def test_more_than_nine_inches_from_every_enemy(self, gap: float, legal: bool):
        """[SK-44, SK-9] At nine inches it is within nine."""
        table = ending()
        there = lone(40 - RADII - gap, 20)
        assert table.why_not("red", there) == (set() if legal else {"SK-44"})

    def test_anywhere_else_on_the_table(self):
        """[SK-44, SK-13] Whole on it, on nobody, all models in coherency."""
        table = ending("R1 assault_elite 5 reserve; R9 medic 1 5 5; B1 medic 1 40 20")
        five = [trail(f"R1.{number}", (10 + 2 * number, 40)) for number in range(1, 6)]
        assert table.judge("red", Arrive("R1", tuple(five))).ok
        apart = [*five[:4], trail("R1.5", (30, 40))]
        assert table.why_not("red", Arrive("R1", tuple(apart))) == {"SK-16"}
        twice = [*five[:4], trail("R1.5", (18.2, 40))]
        assert table.why_not("red", Arrive("R1", tuple(twice))) == {"SK-13"}
        off = [trail(f"R1.{number}", (2 * number - 1.5, 40)) for number in range(1, 6)]
        assert table.why_not("red", Arrive("R1", tuple(off))) == {"SK-32"}
        assert table.why_not("red", Arrive("R1", tuple(five[:4]))) == {"SK-15"}
        assert table.why_not("red", Arrive("R9", ())) == {"SK-44"}

    def test_on_the_floor_of_a_ruin(self):
        """[SK-117] Where there is room for it."""
        table = ending(areas="ruins box 12 40 8 8; block box 24 40 4 4")
        up = Arrive("R1", (trail("R1.1", (12, 40), level=3),))
        table.say("red", up)
        assert table.count("R1.1", names.LEVEL) == 3 * INCH
        other = ending(areas="ruins box 12 40 8 8; block box 24 40 4 4")
        assert other.why_not("red", lone(24, 40)) == {"SK-117"}


class TestWhen:
    def test_at_the_end_of_the_movement_phase(self):
        """[SK-44] After the last move, unit by unit."""
        table = setting(UNITS)
        assert [ask.window for ask in table.asks("red")] == ["move unit"]
        table.say("red", Walk("R9", "move", march(table, "R9", 0, 1)))
        table.choose("red", "end")
        (ask,) = table.asks("red")
        assert (ask.window, ask.about, ask.options) == ("reinforcements", ("R1",), ("end",))

    def test_it_counts_as_having_moved_and_moves_no_further(self):
        """[SK-44] Marked for the turn; a further move by a power is refused too."""
        units = UNITS.replace("R1 assault", "R2 jump_assault 5 reserve; R1 assault")
        table = ending(units)
        table.say("red", lone(10, 40))
        assert table.marked("R1", names.ARRIVED)
        assert table.unit("R1").models[0].id == "R1.1"
        assert table.asks("red")[0].about == ("R2",)

    def test_who_waits_comes_in_a_later_turn_or_never(self):
        """[SK-44] Any of its owner's Movement phases."""
        table = ending()
        table.choose("red", "end")
        assert table.piece("R1").place == "reserve"


class TestTooLate:
    def test_slain_at_the_end_of_the_third_round(self):
        """[SK-45] With whoever is inside; by nobody's doing."""
        units = f"{UNITS}; R7 carrier 1 reserve; R6 medic 1 aboard R7"
        table = setting(units, then=[TooLate()])
        removed = [event for event in table.battle.log if isinstance(event, Removed)]
        assert {event.piece for event in removed} == {"R1", "R1.1", "R7", "R7.1", "R6", "R6.1"}
        assert {event.by for event in removed} == {""}
        assert {event.clause for event in removed} == {"SK-45"}

    @pytest.mark.parametrize(("now", "late"), [(2, False), (3, True), (4, True)])
    def test_not_before(self, now: int, late: bool):
        """[SK-45] Two whole rounds they may wait."""
        from condotta.rules.skirmish.movement.reserves import round_over

        table = setting(UNITS, counters={names.TABLE: {names.ROUND: now}})
        assert bool(round_over(table.position)) is late

    def test_without_the_limit_they_wait_on(self):
        """[SK-45] The setting turns it off."""
        table = setting(UNITS, then=[TooLate()], settings={"reserveLimit": False})
        assert table.piece("R1").place == "reserve"


class TestMenu:
    def test_as_near_to_the_enemy_as_it_may(self):
        """[SK-44] The first idea is no farther than a step beyond nine inches."""
        table = ending("R1 assault_elite 5 reserve; R9 medic 1 5 5; B1 medic 1 40 20")
        (ask,) = table.asks("red")
        found = list(table.book.menus[ask.window].salient(table.book, table.position, ask))
        assert all(judge(table.book, table.position, "red", ask, one).ok for one in found)
        table.say("red", found[0])
        gap = table.field.apart(table.unit("R1"), table.unit("B1"))
        assert 9 * INCH < gap < 14 * INCH

    @pytest.mark.parametrize("seed", range(8))
    def test_at_random(self, seed: int):
        """[SK-44] Whatever is said is legal."""
        table = ending("R1 assault_elite 5 reserve; R9 medic 1 5 5; B1 medic 1 40 20")
        (ask,) = table.asks("red")
        said = table.book.menus[ask.window].sample(table.book, table.position, ask, Random(seed))
        assert said is not None
        assert isinstance(said, Choose) or judge(table.book, table.position, "red", ask, said).ok

    def test_no_room_is_no_idea(self):
        """[SK-44] A place in the middle of enemies is none."""
        table = ending()
        assert dropped(table.position, table.piece("R1"), (40.0 * INCH, 20.0 * INCH)) == ()
