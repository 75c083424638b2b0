"""Heroic interventions, pile-ins and consolidations. [SK-98 to SK-100, SK-104, SK-105, SK-110]"""

from typing import Any

import pytest

from condotta.kernel.asks import Choose
from condotta.kernel.events import Marked
from condotta.rules.skirmish import names
from condotta.rules.skirmish.charge.heroic_interventions import INTERVENED, Intervene, Interventions
from condotta.rules.skirmish.fight import fight_phase
from condotta.rules.skirmish.fight.melee import Fight
from condotta.rules.skirmish.fight.piling import Close, PileIn
from condotta.rules.skirmish.records import Trail
from tests.rules.skirmish.ordering import MANY, NEXT
from tests.rules.skirmish.skirmish_setting import ALONE, INCH, Table, setting

WIDE = 2 * 6299 / INCH  # of a model on a base of 32 mm


def way(model: str, *points: tuple[float, float]) -> Trail:
    """A model's way through places in inches."""
    return Trail(model, tuple((round(x * INCH), round(y * INCH)) for x, y in points))


def after_charges(units: str, *, active: str = "red", **keywords: Any) -> Table:
    """A table of up to four seats whose active one charges no more."""
    then = (Interventions(),)
    return setting(units, phase=names.CHARGE, active=active, seats=ALONE, then=then, **keywords)


def offered(table: Table) -> bool:
    """Whether anybody is asked to intervene."""
    return "intervene" in {ask.window for ask in table.asks()}


def declined(table: Table) -> list[str]:
    """Nobody intervenes: who was asked, one after another."""
    asked = []
    while offered(table):
        (ask,) = table.asks()
        asked.append(ask.seat)
        table.choose(ask.seat, "end")
    return asked


class TestWhoMayIntervene:
    @pytest.mark.parametrize(("gap", "may"), [(3.0, True), (3.02, False)])
    def test_a_character_within_three_inches_of_an_enemy(self, gap: float, may: bool):
        """[SK-98, W-04] Though nobody charged; measured from base to base before it moves."""
        table = after_charges(
            "R1 claw_stalkers 1 20 20; B1 medic 1 1 1", at={"B1.1": (20, 20 + WIDE + gap)}
        )
        assert offered(table) is may

    def test_no_other_unit(self):
        """[SK-98]"""
        table = after_charges(
            "R1 claw_stalkers 1 20 20; B1 medic 1 20 23; B2 claw_stalkers 1 23 20"
        )
        said = Intervene("B2", (way("B2.1", (22, 20)),))
        assert table.why_not("blue", said) == {"SK-98"}
        assert table.judge("blue", Intervene("B1", (way("B1.1", (20, 22)),))).ok

    @pytest.mark.parametrize("layers", [(), (MANY,)])
    def test_never_in_ones_own_turn(self, layers: tuple[Any, ...]):
        """[SK-98, W-04, CM-38]"""
        table = after_charges("R1 medic 1 20 20; B1 claw_stalkers 1 20 23", layers=layers)
        assert not offered(table)

    def test_whose_models_open_it_in_a_larger_game(self):
        """[CM-35, W-05] 2 inches from amber's, 5 from red's, in red's turn: not offered."""
        units = "R1 claw_stalkers 1 20 20; B1 medic 1 1 1; A1 claw_stalkers 1 1 1"
        at = {"B1.1": (20.0, 20 + WIDE + 5), "A1.1": (20.0, 20 + 2 * WIDE + 7)}
        assert not offered(after_charges(units, at=at, layers=(MANY,)))
        assert offered(after_charges(units, at=at))  # the core alone knows only enemies
        assert offered(after_charges(units, at=at, layers=(MANY,), active="amber"))

    def test_the_whole_phase_comes_to_it(self):
        """[SK-29, SK-98] After the charges that the active seat does not make."""
        table = setting(
            "R1 claw_stalkers 1 20 20 advanced; B1 medic 1 20 23", phase=names.CHARGE, seats=ALONE
        )
        assert table.windows() == [("blue", "intervene")]


class TestTheMove:
    def one(self) -> Table:
        """Blue's medic 2.74 inches from red's beast."""
        return after_charges(
            "R1 great_beast 1 20 20; R2 claw_stalkers 1 26 26; B1 medic 1 20 25.14"
        )

    def test_up_to_three_inches_and_nearer(self):
        """[SK-99] It may end within an inch of enemies."""
        table = self.one()
        assert table.why_not("blue", Intervene("B1", (way("B1.1", (18, 24.5), (20, 22.5)),))) == {
            "SK-99"
        }
        assert table.why_not("blue", Intervene("B1", (way("B1.1", (20, 26)),))) == {"SK-99"}
        table.say("blue", Intervene("B1", (way("B1.1", (20, 22.5)),)))
        assert table.at("B1.1") == (20, 22.5)

    def test_it_is_no_charge(self):
        """[SK-99, W-03] No overwatch, no mark, no fighting first."""
        table = self.one()
        events = table.say("blue", Intervene("B1", (way("B1.1", (20, 22.5)),)))
        marks = {event.mark.name for event in events if isinstance(event, Marked)}
        assert INTERVENED in marks
        assert names.CHARGED not in marks
        assert not table.rulings("SK-90")
        assert fight_phase.chargers(table.position) == ()

    def test_not_through_models(self):
        """[SK-32, SK-99]"""
        table = after_charges(
            "R1 great_beast 1 20 20; B1 medic 1 20 25; B2 claw_stalkers 1 20 23.3"
        )
        said = Intervene("B1", (way("B1.1", (20, 22.3)),))
        assert table.why_not("blue", said) == {"SK-32"}

    def test_somebody_must_move(self):
        """[SK-99] Or it is no intervention."""
        table = self.one()
        assert table.why_not("blue", Intervene("B1", ())) == {"SK-104"}

    def test_who_is_within_an_inch_already_may_move_too(self):
        """[SK-100] If it can end nearer; in contact it cannot."""
        units = "R1 claw_stalkers 1 20 20; B1 medic 1 1 1"
        for gap, may in ((0.5, True), (0.0, False)):
            at = {"B1.1": (20, 20 + WIDE + gap)}
            assert offered(after_charges(units, at=at)) is may

    def test_each_character_once(self):
        """[SK-98]"""
        table = after_charges("R1 great_beast 1 20 20; B1 medic 1 20 25; B2 medic 1 24.9 20")
        table.say("blue", Intervene("B1", (way("B1.1", (20, 24)),)))
        assert table.windows() == [("blue", "intervene")]
        assert table.why_not("blue", Intervene("B1", (way("B1.1", (20, 23.5)),))) == {"SK-98"}
        table.say("blue", Intervene("B2", (way("B2.1", (24, 20)),)))
        assert not offered(table)

    def test_the_menu_knows_only_legal_answers(self):
        """[SK-99]"""
        said = self.one().offers("blue")
        assert isinstance(said[0], Intervene)
        assert said[1] == Choose("end")


class TestTheOrder:
    UNITS = (
        "R1 medic 1 15.1 20; R2 claw_stalkers 1 15.1 22; B1 medic 1 24.9 20; A1 medic 1 20 15.1;"
        " G1 great_beast 1 20 20"
    )

    def test_in_table_order_from_the_active_seat(self):
        """[SK-98] Green's turn."""
        table = after_charges(self.UNITS, active="green")
        assert declined(table) == ["red", "blue", "amber"]

    def test_in_the_order_that_the_active_seat_decides(self):
        """[CM-34] Each seat resolves all of its own at its place."""
        table = after_charges(self.UNITS, active="green", layers=(MANY,))
        for seat in ("amber", "red"):
            (ask,) = table.asks()
            assert (ask.seat, ask.window) == ("green", NEXT)
            table.choose("green", seat)
        assert declined(table) == ["amber", "red", "blue"]

    def test_only_seats_that_have_a_character_there_are_ordered(self):
        """[CM-34] Amber is too far off: red and blue."""
        table = after_charges(self.UNITS, active="green", layers=(MANY,), at={"A1.1": (60, 40)})
        (ask,) = table.asks()
        assert ask.options == ("red", "blue")


class TestPilingIn:
    def ready(self, units: str, *, after: bool = False, **keywords: Any) -> Table:
        """A table where red's first unit piles in, or consolidates."""
        then = (PileIn(unit="R1", after=after),)
        return setting(units, phase=names.FIGHT, seats=ALONE, then=then, **keywords)

    @pytest.mark.parametrize("after", [False, True])
    def test_three_inches_nearer_to_the_nearest_enemy(self, after: bool):
        """[SK-104, SK-110] Along any way; it need not go as far as it can."""
        table = self.ready("R1 claw_stalkers 1 20 10; B1 medic 1 20 14.5", after=after)
        (ask,) = table.asks()
        assert ask.window == ("consolidate" if after else "pile in")
        clause = "SK-110" if after else "SK-104"
        assert table.judge("red", Close((way("R1.1", (20.5, 11), (20, 11.5)),))).ok
        assert table.judge("red", Close((way("R1.1", (20, 10.1)),))).ok
        assert table.why_not("red", Close((way("R1.1", (20, 13.1)),))) == {clause}
        assert table.why_not("red", Close((way("R1.1", (20, 9.5)),))) == {clause}
        assert table.why_not("red", Close((way("R1.1", (20, 11.6), (22, 10)),))) == {clause}

    def test_nobody_in_contact_moves(self):
        """[SK-104] It cannot get nearer: nobody is asked."""
        table = self.ready("R1 claw_stalkers 1 20 10; B1 medic 1 1 1", at={"B1.1": (20, 10 + WIDE)})
        assert "pile in" not in {ask.window for ask in table.asks()}

    def test_coherency_is_kept(self):
        """[SK-16, SK-104]"""
        table = self.ready("R1 claw_stalkers 2 20 10; B1 medic 1 20 16")
        assert table.why_not("red", Close((way("R1.1", (19.3, 12.9)),))) == {"SK-16"}

    def test_near_units_that_were_not_charged(self):
        """[SK-105] It may come within an inch of them, and not attack them."""
        table = self.ready(
            "R1 claw_stalkers 1 20 10 charged declared=B1; B1 medic 1 20 12; A1 medic 1 22.5 11"
        )
        table.say("red", Close((way("R1.1", (20.4, 10.5)),)))
        assert {unit.id for unit in table.field.engaged(table.unit("R1"))} == {"B1", "A1"}

    def test_it_may_stay(self):
        """[SK-104]"""
        table = self.ready("R1 claw_stalkers 1 20 10; B1 medic 1 20 12")
        table.choose("red", "stay")
        assert table.at("R1.1") == (20, 10)

    def test_the_menu_knows_only_legal_answers(self):
        """[SK-104]"""
        table = self.ready("R1 claw_stalkers 10 20 10; B1 brute_mob 10 20 14")
        (ask,) = table.asks("red")
        menu = table.book.menus[ask.window]
        said = [*menu.salient(table.book, table.position, ask)]
        assert isinstance(said[0], Close)
        assert len(said[0].trails) > 5
        assert all(table.judge("red", one).ok for one in said)


class TestAFight:
    def test_pile_in_attacks_consolidate(self):
        """[SK-103] In that order; it may consolidate after it has slain whom it fought."""
        table = setting(
            "R1 claw_stalkers 1 20 10; B1 swarm_runners 1 20 11.5; B2 medic 1 20 15",
            phase=names.FIGHT,
            seats=ALONE,
            then=(Fight(unit="R1"),),
        )
        assert table.windows() == [("red", "pile in")]
        table.say("red", Close((way("R1.1", (20, 10.2)),)))
        while table.asks("chance"):
            (ask,) = table.asks("chance")
            table.roll(*[1 if ask.window == "saving throws" else 6] * ask.dice)
        assert table.models("B1") == 0
        assert table.windows() == [("red", "consolidate")]
        table.say("red", Close((way("R1.1", (20, 13)),)))
        assert table.at("R1.1") == (20, 13)

    def test_a_unit_that_is_come_near_to_may_fight_afterwards(self):
        """[SK-111, CM-51, CM-125] A seat that was passed over comes back into the rotation."""
        table = setting(
            "R1 swarm_runners 1 20 10; R2 medic 1 60 40; B1 claw_stalkers 1 20 12;"
            " A1 claw_stalkers 1 20 16.2",
            phase=names.FIGHT,
            seats=ALONE,
            then=(fight_phase.ChargersFight(), fight_phase.FightOrder(), fight_phase.Rotation()),
        )
        table.choose("red", "finish")
        assert not fight_phase.eligible(table.position, "amber")
        table.choose("blue", "B1")
        table.choose("blue", "stay")
        while table.asks("chance"):
            (ask,) = table.asks("chance")
            table.roll(*[1 if ask.window == "saving throws" else 6] * ask.dice)
        assert table.models("R1") == 0
        table.say("blue", Close((way("B1.1", (20, 14.5)),)))
        assert table.windows() == [("amber", "fight unit")]


def test_of_two_that_are_equally_near_any_will_do():
    """[SK-159, SK-14, SK-104, W-18] Nearer to either of them, whoever they belong to."""
    units = "R1 claw_stalkers 1 20 10; B1 medic 1 18 12.5; A1 medic 1 22 12.5"
    table = setting(units, phase=names.FIGHT, seats=ALONE, then=(PileIn(unit="R1"),))
    for x in (19.5, 20.5):
        assert table.judge("red", Close((way("R1.1", (x, 10.7)),))).ok
    assert table.why_not("red", Close((way("R1.1", (20, 9.5)),))) == {"SK-104"}
