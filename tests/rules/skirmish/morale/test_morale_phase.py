"""The Morale phase: who tests when, what it costs, who flees. [SK-112 to SK-116, SK-133]"""

from typing import Any

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Choose
from condotta.kernel.events import Event, Removed
from condotta.rules.skirmish import names
from condotta.rules.skirmish.morale.leadership import fleeing, leadership
from condotta.rules.skirmish.morale.morale_phase import Flee, MoraleOrder, MoraleTests
from condotta.rules.skirmish.reading.datasheets import Ability, shipped_sheets
from tests.rules.skirmish.ordering import MANY, NEXT
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

PHASE = (MoraleTests(first=True), MoraleOrder(), MoraleTests())
BLUE = "; B1 militia 10 60 40"


def at_morale(units: str, *, active: str = "red", **keywords: Any) -> Table:
    """A table of up to four seats in the Morale phase."""
    return setting(units, phase=names.MORALE, active=active, seats=ALONE, then=PHASE, **keywords)


def slain(**units: int) -> dict[str, dict[str, int]]:
    """So many models of each unit were slain in this turn."""
    return {unit: {names.SLAIN: number} for unit, number in units.items()}


def fled(events: list[Event]) -> list[str]:
    """What was removed."""
    return [event.piece for event in events if isinstance(event, Removed)]


def lost(table: Table, unit: str) -> list[int]:
    """How many of a unit flee with each pip."""
    one = table.unit(unit)
    return [fleeing(table.book, table.position, one, pip) for pip in range(1, 7)]


def in_order(table: Table) -> list[str]:
    """A one for every test that is due: the units that have tested, in their order."""
    while table.asks("chance"):
        table.roll(1)
    return [str(one.params["unit"]) for one in table.rulings("SK-112")]


class TestTheTest:
    def test_leadership_of_seven_and_three_slain(self):
        """[SK-112] Fails on 5 and 6; one or two flee."""
        table = at_morale("R1 heavy_brawlers 3 10 10" + BLUE, counters=slain(R1=3))
        assert lost(table, "R1") == [0, 0, 0, 0, 1, 2]

    def test_leadership_of_six_and_six_slain(self):
        """[SK-112] Always fails; one to six flee."""
        table = at_morale("R1 weapons_team 9 10 10" + BLUE, counters=slain(R1=6))
        assert lost(table, "R1") == [1, 2, 3, 4, 5, 6]

    def test_the_best_leadership_left_in_the_unit(self):
        """[SK-116] With its sergeant 8, without him 7."""
        table = at_morale("R1 line_infantry 4 10 10" + BLUE, counters=slain(R1=3))
        assert lost(table, "R1") == [0, 0, 0, 0, 0, 1]
        table.roll(6)
        table.say("red", Flee(("R1.1",)))
        assert leadership(table.book, table.position, table.unit("R1")) == 7

    def test_an_aura_lends_leadership_to_friends_alone(self):
        """[SK-26, SK-116] Within 6 inches of an officer; another player's has no effect."""
        table = at_morale(
            "R1 swarm_runners 5 10 10; R2 field_officer 1 10 15; R3 swarm_runners 5 40 10;"
            " B1 swarm_runners 5 10 20",
            counters=slain(R1=4),
        )
        got = [
            leadership(table.book, table.position, table.unit(name)) for name in ("R1", "R3", "B1")
        ]
        assert got == [8, 5, 5]
        assert lost(table, "R1") == [0, 0, 0, 0, 1, 2]

    def test_a_unit_loses_no_more_than_its_cap(self):
        """[SK-112] A cap of an ability counts for one test."""
        sheet = shipped_sheets()["swarm_runners"]
        steady = replace(sheet, id="steady", abilities=(Ability("morale_loss_cap", value=1),))
        table = at_morale("R1 steady 9 10 10" + BLUE, counters=slain(R1=9), sheets=(steady,))
        assert lost(table, "R1") == [1] * 6

    def test_no_die_where_none_could_fail(self):
        """[SK-112]"""
        table = at_morale("R1 line_infantry 4 10 10" + BLUE, counters=slain(R1=1))
        assert [one.key for one in table.rulings("SK-112")] == ["sk.112.sure"]
        assert not [ask for ask in table.asks() if ask.window == "morale test"]

    def test_a_unit_tests_once_in_a_turn_and_only_after_losses(self):
        """[SK-112]"""
        table = at_morale(
            "R1 militia 5 10 10 tested; R2 militia 5 20 10; R3 militia 5 30 10" + BLUE,
            counters=slain(R1=4, R3=4),
        )
        table.roll(1)
        assert {one.params["unit"] for one in table.rulings("SK-112")} == {"R3"}

    def test_fled_models_do_not_count_as_slain(self):
        """[SK-115] They cause no further test, and nobody's doing it is."""
        table = at_morale("R1 militia 5 10 10" + BLUE, counters=slain(R1=5))
        table.roll(4)
        events = table.say("red", Flee(("R1.2", "R1.3")))
        assert fled(events) == ["R1.2", "R1.3"]
        gone = [event for event in events if isinstance(event, Removed)]
        assert {(event.by, event.clause) for event in gone} == {("", "SK-112")}
        assert len(table.rulings("SK-112")) == 1

    def test_the_last_who_flee_lose_the_battle(self):
        """[SK-114, SK-115] They count like slain ones; nobody chooses where all flee."""
        table = at_morale("R1 weapons_team 2 10 10" + BLUE, counters=slain(R1=6))
        assert fled(table.roll(6)) == ["R1.1", "R1.2", "R1"]
        assert table.position.ended is not None
        assert table.position.ended.winners == ("blue",)


class TestWhoFlees:
    def test_the_owner_chooses(self):
        """[SK-112] As many as must, of that unit, each once."""
        table = at_morale("R1 militia 5 10 10; R2 militia 5 20 10" + BLUE, counters=slain(R1=4))
        table.roll(5)
        for models in (("R1.2",), ("R1.2", "R1.2"), ("R1.2", "R2.2"), ("R1.2", "R1.3", "R1.4")):
            assert table.why_not("red", Flee(models)) == {"SK-112"}
        table.refused("red", Flee(("R1.2",)))
        assert fled(table.say("red", Flee(("R1.5", "R1.2")))) == ["R1.5", "R1.2"]
        assert table.models("R1") == 3

    def test_the_menu_knows_only_legal_answers(self):
        """[SK-112]"""
        table = at_morale("R1 militia 5 10 10" + BLUE, counters=slain(R1=4))
        table.roll(5)
        said = table.offers("red")[0]
        assert isinstance(said, Flee)
        assert "R1.1" not in said.models  # the sergeant stays


class TestTheOrder:
    def test_the_active_seat_first_in_the_order_it_likes(self):
        """[SK-113] Blue's turn; then the others from it on, as nobody says otherwise."""
        table = at_morale(
            "R1 militia 5 10 10; B1 militia 5 20 10; B2 militia 5 30 10; A1 militia 5 40 10",
            active="blue",
            counters=slain(R1=4, B1=4, B2=4, A1=4),
        )
        assert table.windows() == [("blue", "test morale")]
        table.choose("blue", "B2")
        assert in_order(table) == ["B2", "B1", "A1", "R1"]

    def test_others_in_the_order_that_the_active_seat_chooses(self):
        """[SK-113, W-14] Red's turn; blue and amber lost models: red sets amber, blue."""
        table = at_morale(
            "R1 militia 5 10 10; B1 militia 5 20 10; A1 militia 5 40 10; G1 militia 5 50 40",
            counters=slain(B1=4, A1=4),
            layers=(MANY,),
        )
        (ask,) = table.asks()
        assert (ask.seat, ask.window, ask.options) == ("red", NEXT, ("blue", "amber"))
        table.choose("red", "amber")
        assert in_order(table) == ["A1", "B1"]

    def test_four_seats_and_the_last_one_active(self):
        """[SK-113] Green tests first, then red, amber, blue as green says."""
        table = at_morale(
            "R1 militia 5 10 10; B1 militia 5 20 10; A1 militia 5 40 10; G1 militia 5 50 40",
            active="green",
            counters=slain(R1=4, B1=4, A1=4, G1=4),
            layers=(MANY,),
        )
        table.roll(1)
        table.choose("green", "red")
        table.choose("green", "amber")
        assert in_order(table) == ["G1", "R1", "A1", "B1"]

    def test_an_active_seat_without_models_leaves_the_choice_to_another(self):
        """[SK-113, CM-105] The tests of the others go on."""
        table = at_morale(
            "R1 militia 5 10 10 lost; B1 militia 5 20 10; A1 militia 5 40 10; G1 militia 5 50 40",
            counters=slain(B1=4, A1=4),
            layers=(MANY,),
        )
        assert table.windows() == [("green", NEXT)]
        table.choose("green", "amber")
        assert in_order(table) == ["A1", "B1"]

    def test_an_order_is_forgotten_as_the_phase_ends(self):
        """[SK-113] The next turn begins without it."""
        table = setting(
            "R1 militia 5 10 10; B1 militia 5 20 10; A1 militia 5 40 10",
            phase=names.MORALE,
            seats=ALONE,
            counters=slain(B1=4, A1=4),
            layers=(MANY,),
        )
        table.choose("red", "amber")
        table.roll(1)
        assert table.count("amber", names.ORDER + names.MORALE_TESTS) == 1
        table.roll(1)
        assert table.position.active == ("blue",)
        assert table.count("amber", names.ORDER + names.MORALE_TESTS) == 0


class TestInsaneBravery:
    CP = {"red": {names.CP: 3}, "blue": {names.CP: 3}}

    def brave(self, **more: Any) -> Table:
        """Two units of red that must test, and points to pay with."""
        return at_morale(
            "R1 militia 5 10 10; R2 militia 5 20 10" + BLUE,
            counters={**slain(R1=4, R2=4), **self.CP},
            **more,
        )

    def test_a_test_is_passed_before_it_is_rolled(self):
        """[SK-133] For two points, and once in a phase. [SK-130]"""
        table = self.brave()
        table.choose("red", "R1")
        assert table.windows() == [("red", "insane bravery")]
        table.choose("red", "pass")
        assert table.count("red", names.CP) == 1
        assert table.unit("R1").marked(names.TESTED)
        assert table.models("R1") == 5
        assert [ask.window for ask in table.asks()] == ["morale test"]  # R2: no points, no ask

    def test_once_in_a_phase_unless_that_is_set_off(self):
        """[SK-130]"""
        for limit, asked in ((True, "morale test"), (False, "insane bravery")):
            table = at_morale(
                "R1 militia 5 10 10; R2 militia 5 20 10" + BLUE,
                counters={**slain(R1=4, R2=4), "red": {names.CP: 4}},
                settings={"stratagemLimit": limit},
            )
            table.choose("red", "R1")
            table.choose("red", "pass")
            assert [ask.window for ask in table.asks()] == [asked]

    def test_who_rolls_keeps_the_points(self):
        """[SK-133]"""
        table = self.brave()
        table.choose("red", "R2")
        table.choose("red", "roll")
        table.roll(1)
        assert table.count("red", names.CP) == 3

    @pytest.mark.parametrize("points", [0, 1])
    def test_not_without_two_points(self, points: int):
        """[SK-133]"""
        table = at_morale(
            "R1 militia 5 10 10" + BLUE, counters={**slain(R1=4), "red": {names.CP: points}}
        )
        assert [ask.window for ask in table.asks()] == ["morale test"]

    def test_not_where_the_test_cannot_fail(self):
        """[SK-112, SK-133]"""
        table = at_morale(
            "R1 line_infantry 4 10 10" + BLUE, counters={**slain(R1=1), "red": {names.CP: 3}}
        )
        assert not table.rulings("SK-133")
        assert "insane bravery" not in [ask.window for ask in table.asks()]

    def test_a_failed_die_may_be_rolled_again(self):
        """[SK-131] The die of a Morale test, for one point."""
        table = self.brave()
        table.choose("red", "R1")
        table.choose("red", "roll")
        table.roll(6)
        assert table.windows() == [("red", "command re-roll")]
        table.choose("red", "die:6")
        events = table.roll(1)
        assert not fled(events)
        assert table.count("red", names.CP) == 2
        assert table.rulings("SK-112")[0].key == "sk.112.stands"

    def test_the_choice_is_the_owners(self):
        """[SK-133] Another seat cannot pay for it."""
        table = self.brave()
        table.choose("red", "R1")
        (ask,) = table.asks()
        assert ask.seat == "red"
        table.refused("blue", Choose("pass"))
