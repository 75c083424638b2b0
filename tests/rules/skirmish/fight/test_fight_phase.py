"""The Fight phase: chargers, strikes back, the rotation of seats. [SK-101, SK-102, SK-132]"""

from typing import Any

import pytest

from condotta.kernel.asks import Choose
from condotta.rules.skirmish import names
from condotta.rules.skirmish.fight import fight_phase, piling
from condotta.rules.skirmish.fight.fight_phase import ChargersFight, FightOrder, Rotation
from tests.rules.skirmish.ordering import MANY, NEXT, VOLUNTEER, WHICH
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

PHASE = (ChargersFight(), FightOrder(), Rotation())


def at_fights(units: str, *, active: str = "red", **keywords: Any) -> Table:
    """A table of up to four seats in the Fight phase."""
    return setting(units, phase=names.FIGHT, active=active, seats=ALONE, then=PHASE, **keywords)


def fought(table: Table) -> list[str]:
    """The units that fought, in order."""
    return [str(one.params["unit"]) for one in table.rulings("SK-103")]


def row(units: str) -> dict[str, tuple[float, float]]:
    """Single models of one datasheet in a row, each in contact with the next."""
    wide = 2 * 7874 / names.INCH
    return {f"{unit}.1": (10 + wide * place, 20) for place, unit in enumerate(units.split())}


def duel(units: str, **keywords: Any) -> Table:
    """Commanders in a row, each in contact with its neighbours; nobody ever hits."""
    text = ";".join(f"{unit} commander 1 10 20" for unit in units.split())
    marks = keywords.pop("marks", {})
    for unit, mark in marks.items():
        text = text.replace(f"{unit} commander 1 10 20", f"{unit} commander 1 10 20 {mark}")
    at = {**row(units), **keywords.pop("at", {})}
    return at_fights(text, at=at, dice=(1,) * 300, **keywords)


def settle(table: Table) -> None:
    """Share out attacks as usual, and stay where one is."""
    while True:
        plain = [
            (ask, option)
            for ask in table.asks()
            for option in ("usual", "stay")
            if option in ask.options
        ]
        if not plain:
            return
        ask, option = plain[0]
        table.say(ask.seat, Choose(option))


def choose(table: Table, seat: str, option: str) -> None:
    table.choose(seat, option)
    settle(table)


class TestWhoMayFight:
    def test_whoever_is_within_an_inch_of_an_enemy(self):
        """[SK-101, CM-41] Two seats whose turn it is not fight each other."""
        table = at_fights(
            "R1 medic 1 60 40; B1 medic 1 10 20; A1 medic 1 12.2 20; B2 medic 1 30 20"
        )
        eligible = {seat: fight_phase.eligible(table.position, seat) for seat in ALONE}
        assert {seat: [unit.id for unit in units] for seat, units in eligible.items()} == {
            "red": [],
            "blue": ["B1"],
            "amber": ["A1"],
            "green": [],
        }

    @pytest.mark.parametrize(("gap", "found"), [(1.0, ["B1"]), (1.01, [])])
    def test_an_inch_is_within(self, gap: float, found: list[str]):
        """[SK-9, SK-101]"""
        x = 10 + 2 * 6299 / names.INCH + gap
        table = at_fights(
            "R1 medic 1 60 40; B1 medic 1 10 20; A1 medic 1 20 20", at={"A1.1": (x, 20)}
        )
        assert [unit.id for unit in fight_phase.eligible(table.position, "blue")] == found


class TestRotation:
    def test_one_unit_each_round_and_round(self):
        """[SK-102, W-01] Order amber, red, blue; units 1, 2, 2: A, R, B, R, B."""
        table = duel("R1 B1 R2 B2 A1", layers=(MANY,))
        table.choose("red", "amber")
        table.choose("red", "red")
        for seat, unit in (("amber", "A1"), ("red", "R1"), ("blue", "B1"), ("red", "R2")):
            choose(table, seat, unit)
        choose(table, "blue", "B2")
        assert fought(table) == ["A1", "R1", "B1", "R2", "B2"]
        assert "fight unit" not in {window for _, window in table.windows()}

    def test_who_runs_out_is_passed_over_and_no_unit_fights_twice(self):
        """[SK-102, W-02] Order red, blue, amber; units 0, 1, 3: B, A, A, A."""
        table = duel(
            "A1 B1 A2 R1 A3", layers=(MANY,), at={"R1.1": (60, 40), "A3.1": (10.787, 21.364)}
        )
        table.choose("red", "red")
        table.choose("red", "blue")
        assert table.windows() == [("blue", "fight unit")]
        choose(table, "blue", "B1")
        (ask,) = table.asks()
        assert ask.options == ("A1", "A2", "A3", "finish")
        choose(table, "amber", "A2")
        (ask,) = table.asks()
        assert ask.options == ("A1", "A3", "finish")
        choose(table, "amber", "A1")
        choose(table, "amber", "A3")
        assert fought(table) == ["B1", "A2", "A1", "A3"]

    def test_two_seats_take_turns_from_the_active_one(self):
        """[SK-102] Blue's turn; where red runs out, blue goes on."""
        table = duel("B1 R1 B2 A1", active="blue", at={"A1.1": (60, 40)})
        assert table.windows() == [("blue", "fight unit")]
        choose(table, "blue", "B1")
        choose(table, "red", "R1")
        choose(table, "blue", "B2")
        assert fought(table) == ["B1", "R1", "B2"]

    @pytest.mark.parametrize(
        ("active", "order"),
        [
            ("red", ["R1", "B1", "A1", "G1"]),
            ("amber", ["A1", "G1", "R1", "B1"]),
            ("green", ["G1", "R1", "B1", "A1"]),
        ],
    )
    def test_without_an_order_in_table_order_from_the_active_seat(
        self, active: str, order: list[str]
    ):
        """[SK-164, SK-102] Four seats, any of them active."""
        table = duel("R1 B1 A1 G1", active=active)
        for unit in order:
            seat = table.piece(unit).controller
            assert table.windows() == [(seat, "fight unit")]
            choose(table, seat, unit)
        assert fought(table) == order

    @pytest.mark.parametrize("active", ["blue", "amber"])
    def test_the_active_seat_orders_all_seats_itself_among_them(self, active: str):
        """[SK-102, CM-45] Also those that have nobody who could fight now."""
        table = duel("R1 B1 A1 G1", active=active, at={"G1.1": (60, 40)}, layers=(MANY,))
        for seat in ("green", "amber", "red"):
            (ask,) = table.asks()
            assert (ask.seat, ask.window) == (active, NEXT)
            assert seat in ask.options
            table.choose(active, seat)
        assert table.windows() == [("amber", "fight unit")]
        for seat, unit in (("amber", "A1"), ("red", "R1"), ("blue", "B1")):
            choose(table, seat, unit)
        assert fought(table) == ["A1", "R1", "B1"]

    def test_skipped_seats_go_first_where_they_were_put(self):
        """[CM-48] Active red has nobody to fight with: order red, amber, blue; amber fights."""
        table = at_fights(
            "R1 medic 1 60 40; B1 medic 1 10 20; A1 medic 1 12 20; G1 medic 1 60 10",
            layers=(MANY,),
            dice=(1,) * 50,
        )
        for seat in ("red", "amber", "blue"):
            table.choose("red", seat)
        assert table.windows() == [("amber", "fight unit")]

    def test_nobody_is_asked_for_an_order_where_nobody_can_fight(self):
        """[SK-102]"""
        table = at_fights("R1 medic 1 60 40; B1 medic 1 10 20; A1 medic 1 30 20", layers=(MANY,))
        assert NEXT not in {ask.window for ask in table.asks()}
        assert not fought(table)

    def test_who_finishes_fights_no_more_in_this_phase(self):
        """[SK-155, SK-102, CM-49] The others go on."""
        table = duel("R1 B1 R2 B2 R3")
        choose(table, "red", "finish")
        choose(table, "blue", "B1")
        assert table.windows() == [("blue", "fight unit")]
        choose(table, "blue", "B2")
        assert fought(table) == ["B1", "B2"]
        assert table.rulings("SK-102")[0].params == {"seat": "red"}


class TestChargersFirst:
    def test_in_the_order_that_their_owner_likes(self):
        """[SK-102, CM-44] Before anybody else, and all of them; nobody may finish first."""
        table = duel("R1 B1 R2 A1 R3", marks={"R1": "charged", "R2": "charged"}, layers=(MANY,))
        (ask,) = table.asks()
        assert (ask.seat, ask.window, ask.options) == ("red", "charger fights", ("R1", "R2"))
        choose(table, "red", "R2")
        assert fought(table) == ["R2", "R1"]
        assert table.windows() == [("red", NEXT)]

    def test_an_intervening_hero_is_not_among_them(self):
        """[SK-99, W-03]"""
        table = duel("R1 B1", marks={"R1": "charged"})
        assert [unit.id for unit in fight_phase.chargers(table.position)] == []
        assert fought(table) == ["R1"]
        assert table.windows() == [("blue", "fight unit")]

    def test_a_charger_fights_though_nobody_is_near_any_more(self):
        """[SK-101, CM-44] It may still pile in; it has nobody to attack."""
        table = at_fights("R1 medic 1 10 20 charged; B1 medic 1 14 20; A1 medic 1 30 20")
        assert table.windows() == [("red", piling.PILE_IN)]
        settle(table)
        assert fought(table) == ["R1"]
        assert table.position.phase != names.FIGHT

    def test_with_any_active_seat(self):
        """[SK-102] The third seat's charger fights before the first seat's unit."""
        table = duel("R1 A1 B1", active="amber", marks={"A1": "charged"})
        assert fought(table) == ["A1"]
        assert table.windows() == [("red", "fight unit")]


class TestStrikingBack:
    CP = {seat: {names.CP: 2} for seat in ALONE}

    def struck(self, units: str = "R1 B1 R2 A1", **keywords: Any) -> Table:
        """A table where red's first unit has charged and fought."""
        counters = keywords.pop("counters", self.CP)
        marks = {"R1": "charged", **keywords.pop("marks", {})}
        return duel(units, marks=marks, counters=counters, **keywords)

    def test_after_a_charger_an_enemy_fights_next_for_two_points(self):
        """[SK-132] In the base game the seats are asked one after another."""
        table = self.struck()
        assert table.windows() == [("blue", "wish")]
        table.choose("blue", "no")
        assert table.windows() == [("amber", "wish")]
        choose(table, "amber", "yes")
        assert fought(table) == ["R1", "A1"]
        assert [table.count(seat, names.CP) for seat in ("blue", "amber")] == [2, 0]
        assert table.windows() == [("red", "fight unit")]

    def test_it_comes_between_two_chargers(self):
        """[SK-132]"""
        table = self.struck(marks={"R2": "charged"})
        choose(table, "red", "R1")
        choose(table, "blue", "yes")
        assert fought(table) == ["R1", "B1", "R2"]

    def test_each_seat_once_in_a_phase(self):
        """[SK-130, SK-132] After the next charger only the other is asked."""
        counters = {seat: {names.CP: 4} for seat in ALONE}
        table = self.struck("B1 R1 B2 R2 A1", marks={"R2": "charged"}, counters=counters)
        choose(table, "red", "R1")
        table.choose("blue", "yes")
        assert table.windows() == [("blue", "strike back with")]
        choose(table, "blue", "B2")
        assert fought(table) == ["R1", "B2", "R2"]
        assert table.windows() == [("amber", "wish")]

    def test_only_enemies_who_can_pay_and_can_fight(self):
        """[SK-132] Not the charger's own seat."""
        counters = {"red": {names.CP: 9}, "blue": {names.CP: 1}, "amber": {names.CP: 2}}
        table = self.struck("R1 B1 R2 A1 B2", counters=counters, at={"A1.1": (60, 40)})
        assert table.windows() == [("red", "fight unit")]

    def test_of_several_who_wish_the_active_seat_picks_one(self):
        """[CM-53] The others may try again after the next charger."""
        table = self.struck("B1 R1 G1 R2 A1", marks={"R2": "charged"}, layers=(MANY,))
        choose(table, "red", "R1")
        assert {(ask.seat, ask.window) for ask in table.asks()} == {
            ("blue", VOLUNTEER),
            ("amber", VOLUNTEER),
            ("green", VOLUNTEER),
        }
        for seat, wish in (("blue", "yes"), ("amber", "no"), ("green", "yes")):
            table.choose(seat, wish)
        (ask,) = table.asks()
        assert (ask.seat, ask.window, ask.options) == ("red", WHICH, ("blue", "green"))
        choose(table, "red", "green")
        assert fought(table) == ["R1", "G1", "R2"]
        assert {ask.seat for ask in table.asks()} == {"blue", "amber"}
        assert table.count("green", names.PICKED + names.COUNTER) == 0
        assert table.count("blue", names.CP) == 2

    def test_not_in_the_rotation(self):
        """[SK-132] Only a unit that charged is struck back at."""
        table = duel("R1 B1", counters=self.CP)
        choose(table, "red", "R1")
        assert table.windows() == [("blue", "fight unit")]


class TestLosses:
    def test_a_seat_without_models_is_dropped_from_the_order(self):
        """[SK-102, CM-103, CM-105] Red, whose turn it is, is slain; the others go on."""
        table = at_fights(
            "R1 swarm_runners 1 10 20; B1 commander 1 11.28 20; A1 commander 1 12.8 20",
            layers=(MANY,),
        )
        for seat in ("blue", "red"):
            table.choose("red", seat)
        choose(table, "blue", "B1")
        table.roll(6, 6, 6, 6)
        table.roll(6, 6, 6, 6)
        settle(table)
        assert table.models("R1") == 0
        assert table.windows() == [("amber", "fight unit")]

    def test_another_orders_where_the_active_seat_is_gone(self):
        """[CM-105] Remaining fights are fought."""
        table = duel("R1 B1 A1", marks={"R1": "lost"}, layers=(MANY,), at={"R1.1": (60, 40)})
        assert table.windows() == [("amber", NEXT)]


def test_the_phases_are_played_by_themselves():
    """[SK-28, SK-29] Charges and interventions, fights, Morale tests, each in its own phase."""
    units = "R1 claw_stalkers 1 10 20; B1 claw_stalkers 1 12 20; A1 medic 1 10 24"
    windows = {}
    for phase in (names.CHARGE, names.FIGHT, names.MORALE):
        table = setting(
            units, phase=phase, seats=ALONE, counters={"B1": {names.SLAIN: 9}}, active="red"
        )
        windows[phase] = {ask.window for ask in table.asks()}
    assert windows == {
        names.CHARGE: {"intervene"},
        names.FIGHT: {"fight unit"},
        names.MORALE: {"morale test"},
    }
