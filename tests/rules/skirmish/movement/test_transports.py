"""Transports: getting in, getting out, being thrown out. [SK-41 to SK-43]"""

from typing import Any

import pytest

from condotta.kernel.events import Counted, Marked
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.mortal_wounds import Inflict
from condotta.rules.skirmish.movement.placing_models import out_of
from condotta.rules.skirmish.movement.transports import BailOut, Disembark
from condotta.rules.skirmish.movement.walking import Walk
from condotta.rules.skirmish.records import Mortal
from tests.rules.skirmish.skirmish_setting import INCH, Table, setting
from tests.rules.skirmish.ways import march, trail

FAR = "; B1 medic 1 60 40"
WAITS = "; R9 medic 1 5 5"
INSIDE = f"R7 carrier 1 20 20; R1 line_infantry 5 aboard R7{WAITS}{FAR}"


def out(table: Table, unit: str = "R1", transport: str = "R7") -> Disembark:
    """The unit as the machine would set it up."""
    piece = table.piece(unit)
    return Disembark(unit, out_of(table.position, piece, table.unit(transport)))


class TestGettingIn:
    @pytest.mark.parametrize(("along", "inside"), [(5.5, True), (3.0, False)])
    def test_who_ends_within_three_inches(self, along: float, inside: bool):
        """[SK-41] All models of the unit, at the end of their move."""
        table = setting(f"R7 carrier 1 20 30; R1 line_infantry 3 20 16.5{WAITS}{FAR}")
        said = Walk("R1", "move", march(table, "R1", 0, along), "R7")
        if not inside:
            assert table.why_not("red", said) == {"SK-41"}
            return
        table.say("red", said)
        assert table.marked("R1", names.ABOARD + "R7")
        assert {table.piece(name).place for name in ("R1", "R1.1", "R1.3")} == {"aside"}
        assert table.piece("R1.1").pose is None
        assert "R1" not in table.field.units

    def test_without_moving(self):
        """[SK-41] A unit that stands there already goes in as it is."""
        table = setting(f"R7 carrier 1 20 30; R1 line_infantry 3 20 23{WAITS}{FAR}")
        table.say("red", Walk("R1", "move", (), "R7"))
        assert table.marked("R1", names.ABOARD + "R7")

    def test_its_room_is_counted_in_models(self):
        """[SK-41] Ten and no more; elites take two places each."""
        ten = setting(f"R7 carrier 1 20 30; R1 militia 10 20 24.3 files=5{WAITS}{FAR}")
        assert ten.judge("red", Walk("R1", "move", (), "R7")).ok
        both = f"R7 carrier 1 20 30; R1 militia 10 aboard R7; R2 medic 1 20 23{WAITS}{FAR}"
        assert setting(both).why_not("red", Walk("R2", "move", (), "R7")) == {"SK-41"}
        elite = f"R7 carrier 1 20 30; R1 assault_elite 5 20 22.7 files=5 gap=0{WAITS}{FAR}"
        assert setting(elite).judge("red", Walk("R1", "move", (), "R7")).ok

    @pytest.mark.parametrize("kind", ["jump_assault 1", "heavy_walker 1"])
    def test_only_who_it_carries(self, kind: str):
        """[SK-41] Infantry without jump packs."""
        table = setting(f"R7 carrier 1 20 30; R1 {kind} 20 23{WAITS}{FAR}")
        assert table.why_not("red", Walk("R1", "move", (), "R7")) == {"SK-41"}

    def test_only_one_s_own(self):
        """[SK-41, CM-3] Nobody rides with others."""
        table = setting(f"R1 medic 1 20 20; B7 carrier 1 20 27{WAITS}{FAR}")
        assert table.why_not("red", Walk("R1", "move", (), "B7")) == {"SK-41"}


class TestFoundWays:
    """Ways into a transport and out of it that are found for whoever must choose."""

    def offered(self, table: Table, kind: type[Walk] | type[Disembark]) -> list[Any]:
        """The answers of a kind that are worth thinking about."""
        (ask,) = table.asks("red")
        menu = table.book.menus[ask.window]
        return [one for one in menu.salient(table.book, table.position, ask) if type(one) is kind]

    def boards(self, table: Table) -> list[Walk]:
        """Those that end inside a transport."""
        return [one for one in self.offered(table, Walk) if one.aboard]

    def test_a_unit_goes_as_far_as_it_must_and_inside(self):
        """[SK-41] Who is near enough stays; the others come within 3 inches."""
        table = setting(f"R7 carrier 1 20 30; R1 line_infantry 5 20 19{WAITS}{FAR}")
        (said,) = (one for one in self.boards(table) if one.unit == "R1")
        assert 0 < len(said.trails) <= 5
        table.say("red", said)
        assert table.marked("R1", names.ABOARD + "R7")

    def test_round_what_is_between(self):
        """[SK-32, SK-41] A block before the transport."""
        text = f"R7 carrier 1 20 30; R1 line_infantry 3 20 18.5{WAITS}{FAR}"
        table = setting(text, areas="block box 20 20.5 2.5 1")
        (said,) = (one for one in self.boards(table) if one.unit == "R1")
        assert any(len(trail.points) > 1 for trail in said.trails)
        assert table.judge("red", said).ok

    def test_not_where_it_is_too_far_or_has_no_room(self):
        """[SK-41]"""
        far = setting(f"R7 carrier 1 20 30; R1 line_infantry 5 20 10{WAITS}{FAR}")
        assert not self.boards(far)
        full = f"R7 carrier 1 20 30; R2 militia 10 aboard R7; R1 scouts 5 20 20{WAITS}{FAR}"
        assert not [one for one in self.boards(setting(full)) if one.unit == "R1"]

    def test_with_an_advance(self):
        """[SK-36, SK-41] Who advances may end within 3 inches as well."""
        far = f"R7 carrier 1 20 30; R1 line_infantry 3 20 13{WAITS}{FAR}"
        table = setting(far, dice=(6,))
        table.choose("red", "R1:advance")
        (said,) = self.boards(table)
        table.say("red", said)
        assert table.marked("R1", names.ABOARD + "R7")

    def test_out_on_each_side(self):
        """[SK-42] Several places, all of them legal."""
        table = setting(INSIDE)
        found = self.offered(table, Disembark)
        assert len(found) > 3
        assert all(table.judge("red", one).ok for one in found)


class TestGettingOut:
    def test_before_the_transport_moves_and_then_on(self):
        """[SK-42] Within 3 inches, and it may move in the same phase; it counts as having moved."""
        table = setting(INSIDE)
        table.say("red", out(table))
        assert table.marked("R1", names.DISEMBARKED)
        assert not table.marked("R1", names.ABOARD + "R7")
        carrier, unit = table.unit("R7"), table.unit("R1")
        assert len(unit.models) == 5
        assert table.field.within(unit, carrier, 3 * INCH)
        said = Walk("R1", "move", march(table, "R1", 0, -6))
        assert "SK-30" not in table.why_not("red", said)

    def test_not_once_it_has_moved(self):
        """[SK-42] The transport goes last."""
        table = setting(INSIDE)
        said = out(table)
        table.say("red", Walk("R7", "move", march(table, "R7", 0, 2)))
        assert table.why_not("red", said) == {"SK-42"}

    def test_not_in_and_out_in_one_turn(self):
        """[SK-42] Neither the one way nor the other."""
        table = setting(INSIDE)
        table.say("red", out(table))
        assert table.why_not("red", Walk("R1", "move", (), "R7")) == {"SK-42"}
        other = setting(f"R7 carrier 1 20 30; R1 line_infantry 3 20 23{WAITS}{FAR}")
        other.say("red", Walk("R1", "move", (), "R7"))
        said = Disembark("R1", out_of(other.position, other.piece("R1"), other.unit("R7")))
        assert other.why_not("red", said) == {"SK-42"}

    def test_every_model_near_the_transport_and_away_from_enemies(self):
        """[SK-42, SK-16] Three inches from it, more than one from enemies, in coherency."""
        table = setting(f"R7 carrier 1 20 20; R1 medic 1 aboard R7; B2 medic 1 25 18{WAITS}{FAR}")
        right = 20 + 40 / 25.4 + 16 / 25.4
        assert table.why_not("red", Disembark("R1", (trail("R1.1", (right + 3.1, 15)),))) == {
            "SK-42"
        }
        assert table.why_not("red", Disembark("R1", (trail("R1.1", (right + 1, 18)),))) == {"SK-42"}
        assert table.judge("red", Disembark("R1", (trail("R1.1", (right + 1, 15)),))).ok
        assert table.why_not("red", Disembark("R1", ())) == {"SK-15"}
        within = Disembark("R1", (trail("R1.1", (20, 18)),))
        assert table.why_not("red", within) == {"SK-13"}

    def test_it_is_offered_while_it_may(self):
        """[SK-42] The window names who is inside, and the menu gets it out."""
        table = setting(INSIDE)
        (ask,) = table.asks("red")
        assert "R1" in ask.about
        assert ask.says == ("Walk", "Disembark")
        first = next(table.book.menus[ask.window].salient(table.book, table.position, ask))
        assert isinstance(first, Disembark)
        assert table.judge("red", first).ok

    def test_nobody_gets_out_of_what_is_off_the_table(self):
        """[SK-42] Without its transport on the table it stays inside."""
        table = setting(f"R7 carrier 1 reserve; R1 medic 1 aboard R7{WAITS}{FAR}")
        assert table.why_not("red", Disembark("R1", (trail("R1.1", (20, 20)),))) == {"SK-42"}


def wreck(units: str, **keywords: Any) -> Table:
    """A table on which blue slays R7; it does not explode."""
    struck = Inflict(mortal=Mortal("R7", 10, "blue"))
    table = setting(units + FAR, phase=names.SHOOTING, then=(struck,), **keywords)
    table.roll(1)
    return table


def bail(table: Table) -> BailOut:
    """As the machine would set them up."""
    (ask,) = table.asks("red")
    (found,) = table.book.menus[ask.window].salient(table.book, table.position, ask)
    assert isinstance(found, BailOut)
    return found


class TestWrecks:
    RIDERS = "R7 carrier 1 20 20; R1 line_infantry 5 aboard R7"

    def test_it_explodes_first_then_they_get_out_then_it_goes(self):
        """[SK-43, SK-69] Who is inside is not hurt by the explosion."""
        struck = Inflict(mortal=Mortal("R7", 10, "blue"))
        units = f"{self.RIDERS}; R2 commander 1 24 24{FAR}"
        table = setting(units, phase=names.SHOOTING, then=(struck,))
        table.roll(6)
        table.roll(5)
        assert table.count("R2.1", names.WOUNDS) == 3
        (ask,) = table.asks("red")
        assert ask.window == "get out"
        assert table.models("R7") == 1
        table.say("red", bail(table))
        table.roll(2, 3, 4, 5, 6)
        assert table.removed() == [("R7.1", "blue"), ("R7", "blue")]
        assert table.models("R1") == 5
        marks = [event for event in table.battle.log if isinstance(event, Marked)]
        assert ("R1", names.DISEMBARKED) in [(one.piece, one.mark.name) for one in marks]

    def test_each_one_slays_a_passenger_whom_its_owner_names(self):
        """[SK-43] A die for each passenger model; two ones, two models."""
        table = wreck(self.RIDERS)
        table.say("red", bail(table))
        (ask,) = table.asks("chance")
        assert ask.dice == 5
        table.roll(1, 3, 1, 5, 6)
        (ask,) = table.asks("red")
        assert ask.options == tuple(f"R1.{number}" for number in range(1, 6))
        table.choose("red", "R1.2")
        (ask,) = table.asks("red")
        assert "R1.2" not in ask.options
        table.choose("red", "R1.4")
        assert table.removed()[:2] == [("R1.2", ""), ("R1.4", "")]
        counts = [event for event in table.battle.log if isinstance(event, Counted)]
        assert Counted("R1", names.SLAIN, 2) in counts

    def test_where_all_fall_nobody_is_asked(self):
        """[SK-43] And the unit is gone."""
        table = wreck("R7 carrier 1 20 20; R1 medic 1 aboard R7; R9 medic 1 5 5")
        table.say("red", bail(table))
        table.roll(1)
        assert table.removed()[:2] == [("R1.1", ""), ("R1", "")]

    def test_every_unit_inside_gets_out(self):
        """[SK-41, SK-43] One after the other."""
        table = wreck("R7 carrier 1 20 20; R1 medic 1 aboard R7; R2 medic 1 aboard R7")
        for name in ("R1", "R2"):
            (ask,) = table.asks("red")
            assert ask.about[0] == name
            table.say("red", bail(table))
            table.roll(6)
        assert {table.models("R1"), table.models("R2")} == {1}
        assert not table.field.engaged(table.unit("R1"))

    def test_who_finds_room_may_not_be_left_inside(self):
        """[SK-163, SK-43] As many as the machine finds room for."""
        table = wreck(self.RIDERS)
        some = BailOut(bail(table).trails[:4])
        assert table.why_not("red", some) == {"SK-43"}

    def test_who_finds_no_room_is_slain(self):
        """[SK-43] In a corner of the table, hemmed in by enemies all round."""
        wall = "; ".join(
            f"B{number} heavy_walker 1 {x} {y}"
            for number, (x, y) in enumerate([(2, 7.2), (4.9, 6.2), (6.2, 3.9), (6.2, 1.4)], start=2)
        )
        units = f"R7 carrier 1 1.6 4.6; R1 line_infantry 5 aboard R7; R9 medic 1 30 5; {wall}"
        table = wreck(units)
        assert [name for name, _ in table.removed()][:6] == [
            *(f"R1.{number}" for number in range(1, 6)),
            "R1",
        ]

    def test_away_from_enemies(self):
        """[SK-43] More than an inch, as ever."""
        table = wreck(f"{self.RIDERS}; B2 medic 1 23 18; B3 medic 1 17 18; R9 medic 1 5 5")
        table.say("red", bail(table))
        assert not table.field.engaged(table.unit("R1"))
