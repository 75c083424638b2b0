"""The Movement phase: moves, advances, retreats, least moves. [SK-30 to SK-40]"""

from random import Random

import pytest

from condotta.kernel.asks import Choose
from condotta.kernel.book import Layer
from condotta.kernel.decide import judge
from condotta.kernel.events import Moved, Removed
from condotta.kernel.rulings import Modifier, Refusal
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.movement.move_terms import Span, own_move, read, span
from condotta.rules.skirmish.movement.movement_phase import ExtraMove
from condotta.rules.skirmish.movement.walking import Walk
from condotta.rules.skirmish.records import Trail
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting
from tests.rules.skirmish.ways import march, step

FAR = "; B1 medic 1 60 40"
WAITS = "; R9 medic 1 5 5"
"""Another unit that has still to move, so that the phase goes on."""


def walk(table: Table, unit: str, across: float, along: float, mode: str = "move") -> Walk:
    """The whole unit by one step."""
    return Walk(unit, mode, march(table, unit, across, along))


def options(table: Table, seat: str = "red") -> tuple[str, ...]:
    """The options of the seat's open question."""
    return table.asks(seat)[0].options


class TestPicking:
    def test_unit_after_unit_each_once(self):
        """[SK-30] Who has moved does not move again in this phase."""
        table = setting(f"R1 line_infantry 5 20 20{WAITS}{FAR}")
        table.say("red", walk(table, "R1", 0, 6))
        assert table.marked("R1", names.MADE_MOVE)
        assert table.why_not("red", walk(table, "R1", 0, 1)) == {"SK-30"}
        assert table.judge("red", walk(table, "R9", 0, 1)).ok

    def test_nobody_must_move(self):
        """[SK-30] As long as wanted; the phase ends with the last unit that could."""
        table = setting(f"R1 line_infantry 5 20 20{WAITS}{FAR}")
        assert options(table) == ("R1:advance", "R9:advance", "end")
        table.choose("red", "end")
        assert not [event for event in table.battle.log if isinstance(event, Moved)]
        assert table.position.active == ("blue",)

    def test_only_one_s_own_units(self):
        """[SK-30] And only those on the table."""
        table = setting(f"R1 medic 1 20 20; R2 line_infantry 5 reserve{FAR}")
        assert table.why_not("red", walk(table, "B1", 0, 1)) == {"SK-30"}
        assert table.why_not("red", Walk("R2", "move", (Trail("R2.1", ((0, 0),)),))) == {"SK-30"}

    def test_a_refused_move_changes_nothing(self):
        """[SK-137] It says by which clause."""
        table = setting(f"R1 medic 1 20 20{FAR}")
        (why,) = table.refused("red", walk(table, "R1", 0, 6.1))
        assert why.clause == "SK-31"
        assert why.params["limit"] == 6 * INCH

    def test_a_move_of_nobody_is_none(self):
        """[SK-40] Leave the unit alone instead."""
        table = setting(f"R1 medic 1 20 20{FAR}")
        assert table.why_not("red", Walk("R1", "move", ())) == {"SK-40"}
        assert table.why_not("red", Walk("R1", "move", (Trail("R1.1"),))) == {"SK-40"}

    def test_a_layer_may_forbid_it(self):
        """[SK-30] The seam of larger games."""

        def stuck(_, unit):
            return Refusal("SK-30", "sk.30.again", {"unit": unit.id}) if unit.id == "R1" else None

        layer = Layer("mud", 2, hooks=((seams.MAY_MOVE, stuck, "SK-30"),))
        table = setting(f"R1 medic 1 20 20{WAITS}{FAR}", layers=(layer,))
        assert options(table) == ("R9:advance", "end")
        assert table.why_not("red", walk(table, "R1", 0, 1)) == {"SK-30"}


class TestWhoMoved:
    def test_it_is_a_matter_of_each_model(self):
        """[SK-34, SK-40] Two of five went; the unit is not stationary, three models are."""
        table = setting(f"R1 line_infantry 5 20 20{WAITS}{FAR}")
        two = (step(table, "R1.1", (0, 1)), step(table, "R1.2", (0, 1)), Trail("R1.3"))
        table.say("red", Walk("R1", "move", two))
        moved = [name for name in table.position.pieces if table.marked(name, names.MOVED)]
        assert moved == ["R1.1", "R1.2"]

    def test_it_lasts_for_the_turn(self):
        """[SK-34] It matters to Heavy weapons later in the turn."""
        table = setting(f"R1 medic 1 20 20{WAITS}{FAR}")
        table.say("red", walk(table, "R1", 0, 1))
        (mark,) = [mark for mark in table.piece("R1.1").marks if mark.name == names.MOVED]
        assert mark.until == names.TURN


class TestHowFar:
    def test_characteristics(self):
        """[SK-20, SK-39] A number, a span, or none."""
        assert read("6") == Span(0, 6 * INCH)
        assert read("20-30") == Span(20 * INCH, 30 * INCH)
        assert read("-") == Span(0, 0)

    @pytest.mark.parametrize(("wounds", "most"), [(0, 10), (6, 7), (11, 4)])
    def test_damage_slows_a_tank(self, wounds: int, most: int):
        """[SK-21] 7 to 12 wounds left: 10 inches; 4 to 6: 7; 1 to 3: 4."""
        table = setting(f"R1 battle_tank 1 20 20 wounds={wounds}{FAR}")
        assert span(table.book, table.position, table.unit("R1")) == Span(0, most * INCH)

    def test_a_layer_adds_to_it(self):
        """[SK-6] In quanta, for the unit it names."""

        def swift(_, __):
            return Modifier(2 * INCH, "swift", "SK-6")

        layer = Layer("wind", 2, hooks=((seams.MOVE, swift, "SK-6"),))
        table = setting(f"R1 medic 1 20 20{FAR}", layers=(layer,))
        assert table.judge("red", walk(table, "R1", 0, 8)).ok


class TestAdvance:
    def test_a_die_is_added_for_all_its_models(self):
        """[SK-36] Rolled when it is picked; it marks the unit."""
        table = setting(f"R1 line_infantry 5 20 20{WAITS}{FAR}")
        table.choose("red", "R1:advance")
        table.roll(3)
        assert table.asks("red")[0].about == ("R1", "3")
        assert table.why_not("red", walk(table, "R1", 0, 9.1, "advance")) == {"SK-36"}
        table.say("red", walk(table, "R1", 0, 9, "advance"))
        assert table.marked("R1", names.ADVANCED)
        assert table.marked("R1", names.MADE_MOVE)
        assert table.at("R1.3") == (20.0, 29.0)

    def test_it_may_stay_none_the_less(self):
        """[SK-36] It has advanced all the same."""
        table = setting(f"R1 medic 1 20 20{WAITS}{FAR}")
        table.choose("red", "R1:advance")
        table.roll(1)
        table.choose("red", "stay")
        assert table.marked("R1", names.ADVANCED)
        assert not table.marked("R1.1", names.MOVED)

    def test_only_the_unit_that_was_picked(self):
        """[SK-36] And only as an advance."""
        table = setting(f"R1 medic 1 20 20{WAITS}{FAR}")
        table.choose("red", "R1:advance")
        table.roll(1)
        assert table.why_not("red", walk(table, "R9", 0, 1, "advance")) == {"SK-30"}
        assert table.why_not("red", walk(table, "R1", 0, 1)) == {"SK-30"}

    def test_not_within_an_inch_on_the_way_either(self):
        """[SK-33] An advance keeps off enemies like a normal move."""
        table = setting(f"R1 medic 1 20 20; B2 medic 1 22 23{FAR}")
        table.choose("red", "R1:advance")
        table.roll(6)
        assert table.why_not("red", walk(table, "R1", 0, 6, "advance")) == {"SK-33"}

    def test_the_die_may_be_rolled_again_for_a_point(self):
        """[SK-131] A command re-roll of the advance."""
        table = setting(f"R1 medic 1 20 20{FAR}", counters={"red": {names.CP: 1}})
        table.choose("red", "R1:advance")
        table.roll(1)
        table.choose("red", "die:1")
        table.roll(5)
        assert table.asks("red")[0].about == ("R1", "5")
        assert table.count("red", names.CP) == 0


class TestFallingBack:
    CLOSE = f"R1 medic 1 20 20; B2 medic 1 20 22{WAITS}{FAR}"

    def test_near_an_enemy_one_stays_or_falls_back(self):
        """[SK-37] No normal move, no advance."""
        table = setting(self.CLOSE)
        assert options(table) == ("R9:advance", "end")
        assert table.why_not("red", walk(table, "R1", 0, -6)) == {"SK-37"}
        table.say("red", walk(table, "R1", 0, -6, "fall back"))
        assert table.marked("R1", names.FELL_BACK)

    def test_without_an_enemy_near_nobody_falls_back(self):
        """[SK-37] Only a unit that starts within an inch."""
        table = setting(self.CLOSE)
        assert table.why_not("red", walk(table, "R9", 1, 0, "fall back")) == {"SK-37"}

    def test_it_ends_away_from_all_enemies_whosever(self):
        """[SK-38, CM-8] More than an inch from the units of everybody else."""
        seats = {"red": "red", "blue": "blue", "amber": "amber"}
        table = setting(f"{self.CLOSE}; A1 medic 1 20 14.5", seats=seats)
        assert table.why_not("red", walk(table, "R1", 0, -4, "fall back")) == {"SK-38"}
        assert table.judge("red", walk(table, "R1", 0, -2, "fall back")).ok

    def test_a_unit_that_is_hemmed_in_stays(self):
        """[SK-38] Without a legal end it is not moved; the phase can end."""
        ring = "; ".join(
            f"B{number} medic 1 {x} {y}"
            for number, (x, y) in enumerate(
                [
                    (20, 21.8),
                    (21.5, 21),
                    (21.9, 19.6),
                    (20.9, 18.4),
                    (19.1, 18.4),
                    (18.1, 19.6),
                    (18.5, 21),
                ],
                start=2,
            )
        )
        table = setting(f"R1 medic 1 20 20; {ring}{FAR}")
        menu = table.book.menus["move unit"]
        (ask,) = table.asks("red")
        assert list(menu.salient(table.book, table.position, ask)) == [Choose("end")]


class TestLeastMove:
    def test_it_must_move_so_far(self):
        """[SK-39] A gunship goes 20 to 50 inches; the phase does not end before."""
        table = setting(f"R1 gunship 1 20 20{FAR}")
        assert options(table) == ("R1:advance",)
        assert table.why_not("red", walk(table, "R1", 10, 0)) == {"SK-39"}
        assert table.why_not("red", walk(table, "R1", 50.1, 0)) == {"SK-31"}
        assert table.judge("red", walk(table, "R1", 30, 0)).ok

    def test_who_cannot_is_slain(self):
        """[SK-156, SK-39] On a table on which every such move would leave it; by nobody's doing."""
        table = setting("R1 gunship 1 10 10; R2 medic 1 3 3; B1 medic 1 18 18", board=(20, 20))
        assert options(table) == ("R2:advance", "end")
        table.choose("red", "end")
        table.roll(1)
        removed = [event for event in table.battle.log if isinstance(event, Removed)]
        assert [(event.piece, event.by) for event in removed] == [("R1.1", ""), ("R1", "")]

    def test_an_advance_keeps_it(self):
        """[SK-39] Advancing does not lift the minimum."""
        table = setting(f"R1 gunship 1 20 20{FAR}")
        table.choose("red", "R1:advance")
        table.roll(6)
        assert table.why_not("red", walk(table, "R1", 10, 0, "advance")) == {"SK-39"}
        (ask,) = table.asks("red")
        assert ask.options == ()
        menu = table.book.menus[ask.window]
        said = menu.sample(table.book, table.position, ask, Random(1))
        assert said is not None
        assert table.judge("red", said).ok

    def test_hurt_so_that_it_moves_no_more_than_it_must(self):
        """[SK-21, SK-39] With 2 wounds left: 20 inches, neither more nor less."""
        table = setting(f"R1 gunship 1 20 20 wounds=8{FAR}")
        terms = own_move(table.book, table.position, table.unit("R1"), "move")
        assert (terms.least, terms.most) == (20 * INCH, 20 * INCH)


class TestFlying:
    def test_across_models_and_blocks(self):
        """[SK-35] Jump troops go over enemies and a block, 12 inches sideways."""
        table = setting(
            f"R1 jump_assault 5 20 20; B2 medic 1 20 24{FAR}", areas="block box 20 27 10 2"
        )
        assert table.judge("red", walk(table, "R1", 0, 12)).ok
        assert table.why_not("red", walk(table, "R1", 0, 7)) == {"SK-117"}
        assert table.why_not("red", walk(table, "R1", 0, 4)) == {"SK-33"}


class TestExtraMove:
    def test_a_power_may_move_a_unit_once_more(self):
        """[SK-50] As in the Movement phase, without an advance; it is asked once."""
        table = setting(f"R1 medic 1 20 20{FAR}", then=[ExtraMove(unit="R1")])
        (ask,) = table.asks("red")
        assert (ask.window, ask.options) == ("extra move", ("stay",))
        assert table.why_not("red", walk(table, "R1", 0, 6.1)) == {"SK-31"}
        assert table.why_not("red", walk(table, "R1", 0, 6, "advance")) == {"SK-30"}
        table.say("red", walk(table, "R1", 0, 6))
        assert table.at("R1.1") == (20.0, 26.0)

    def test_not_who_has_arrived_in_this_turn(self):
        """[SK-44] It moves no further, by no power."""
        table = setting(f"R1 medic 1 20 20 arrived{FAR}", then=[ExtraMove(unit="R1")])
        assert "extra move" not in [ask.window for ask in table.asks()]

    def test_not_into_a_transport(self):
        """[SK-41] That is for the Movement phase."""
        table = setting(f"R1 medic 1 20 20; R7 carrier 1 20 26{FAR}", then=[ExtraMove(unit="R1")])
        said = Walk("R1", "move", march(table, "R1", 0, 0.5), "R7")
        assert table.why_not("red", said) == {"SK-41"}


class TestMenus:
    @pytest.mark.parametrize("seed", range(12))
    def test_what_the_menu_says_is_legal(self, seed: int):
        """[SK-136] A random bot never says what is refused."""
        table = setting(
            "R1 line_infantry 5 20 20; R2 militia 10 30 18; R3 medic 1 40 20;"
            "B1 brute_mob 10 20 24 180; B2 medic 1 40 21.9; B3 militia 10 30 30 180",
            areas="woods ellipse 30 24 6 5; ruins box 24 20 5 5; hill box 36 18 8 6",
        )
        random = Random(seed)
        for _ in range(30):
            asks = table.asks("red")
            if not asks or table.position.phase != names.MOVEMENT:
                break
            (ask,) = asks
            if ask.says:
                said = table.book.menus[ask.window].sample(table.book, table.position, ask, random)
            else:
                said = Choose(random.choice(ask.options))
            assert said is not None
            assert judge(table.book, table.position, "red", ask, said).ok
            table.say("red", said)
            if any(one.dice for one in table.asks("chance")):
                table.roll(random.randint(1, 6))

    def test_salient_moves_are_legal_and_go_to_the_enemy_first(self):
        """[SK-136] The first idea brings the unit nearer to the nearest enemy."""
        table = setting("R1 line_infantry 5 20 20; B1 brute_mob 10 20 34 180")
        (ask,) = table.asks("red")
        found = list(table.book.menus["move unit"].salient(table.book, table.position, ask))
        assert all(judge(table.book, table.position, "red", ask, one).ok for one in found)
        before = table.field.apart(table.unit("R1"), table.unit("B1"))
        table.say("red", found[0])
        assert table.field.apart(table.unit("R1"), table.unit("B1")) < before - 5 * INCH
