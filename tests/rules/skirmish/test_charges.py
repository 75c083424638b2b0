"""The Charge phase: declarations, overwatch, rolls, moves. [SK-88 to SK-97]"""

from typing import Any

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Choose
from condotta.kernel.events import Marked, Moved, Ruled
from condotta.rules.skirmish import names
from condotta.rules.skirmish.charge.charge_moves import ChargeMove
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge
from condotta.rules.skirmish.charge.overwatch import FireOverwatch
from condotta.rules.skirmish.reading.datasheets import shipped_sheets
from condotta.rules.skirmish.records import Share, Trail
from tests.rules.skirmish.ordering import MANY, NEXT
from tests.rules.skirmish.skirmish_setting import ALONE, INCH, Table, setting


def at_charges(units: str, *, active: str = "red", **keywords: Any) -> Table:
    """A table of up to four seats in the Charge phase."""
    return setting(units, phase=names.CHARGE, active=active, seats=ALONE, **keywords)


def charged(table: Table) -> list[str]:
    """The units that have made a charge move."""
    marks = (event for event in table.battle.log if isinstance(event, Marked))
    return [event.piece for event in marks if event.mark.name == names.CHARGED]


class TestWhoMayCharge:
    @pytest.mark.parametrize(("y", "legal"), [(13.25, True), (13.27, False)])
    def test_an_enemy_within_twelve_inches(self, y: float, legal: bool):
        """[SK-88, SK-89] 12 inches from base to base, 1.26 inches being two radii."""
        table = at_charges(
            "R1 medic 1 20 10; R2 medic 1 30 10; B1 medic 1 1 1; B2 medic 1 20 16",
            at={"B1.1": (20, 10 + y)},
        )
        refused = table.why_not("red", DeclareCharge("R1", ("B1",)))
        assert refused == (set() if legal else {"SK-89"})

    @pytest.mark.parametrize("mark", ["advanced", "fell_back", "tried_to_charge"])
    def test_marks_that_bar_it(self, mark: str):
        """[SK-88] Who advanced or fell back in this turn; nobody twice."""
        table = at_charges(f"R1 medic 1 20 10 {mark}; R2 medic 1 30 10; B1 medic 1 20 15")
        assert table.why_not("red", DeclareCharge("R1", ("B1",))) == {"SK-88"}
        assert table.judge("red", DeclareCharge("R2", ("B1",))).ok

    def test_who_began_the_phase_within_an_inch_of_an_enemy(self):
        """[SK-88] Of any enemy, not only of the target."""
        table = at_charges("R1 medic 1 20 10; R2 medic 1 30 10; B1 medic 1 20 15; A1 medic 1 22 10")
        assert table.why_not("red", DeclareCharge("R1", ("B1",))) == {"SK-88"}

    def test_who_was_not_near_as_the_phase_began(self):
        """[SK-88] 12 inches are measured then."""
        table = at_charges("R1 medic 1 60 10; R2 medic 1 30 10; B1 medic 1 20 15")
        assert table.why_not("red", DeclareCharge("R1", ("B1",))) == {"SK-88"}

    def test_several_targets_of_several_seats(self):
        """[SK-89, CM-13] One or more, each once, enemies only."""
        table = at_charges(
            "R1 medic 1 20 10; R2 medic 1 30 10; B1 medic 1 20 15; A1 medic 1 24 15;"
            " A2 medic 1 60 1"
        )
        assert table.judge("red", DeclareCharge("R1", ("B1", "A1"))).ok
        for targets in ((), ("B1", "B1"), ("R2",), ("B1", "A2"), ("Z9",)):
            assert table.why_not("red", DeclareCharge("R1", targets)) == {"SK-89"}
        assert table.why_not("red", DeclareCharge("B1", ("R1",))) == {"SK-88"}

    def test_they_need_not_be_seen(self):
        """[SK-89]"""
        table = at_charges("R1 medic 1 20 10; B1 medic 1 20 18", areas="block box 20 14 20 2")
        assert table.judge("red", DeclareCharge("R1", ("B1",))).ok

    def test_aircraft_neither_charge_nor_are_charged_but_by_fliers(self):
        """[SK-88, SK-89]"""
        table = at_charges(
            "R1 medic 1 20 10; R2 jump_assault 5 30 10; R3 gunship 1 40 10; B1 gunship 1 25 16;"
            " B2 medic 1 40 15"
        )
        assert table.why_not("red", DeclareCharge("R1", ("B1",))) == {"SK-89"}
        assert table.judge("red", DeclareCharge("R2", ("B1",))).ok
        assert table.why_not("red", DeclareCharge("R3", ("B2",))) == {"SK-88"}

    def test_who_cannot_move_cannot_charge(self):
        """[SK-88]"""
        sheet = shipped_sheets()["medic"]
        fixed = replace(sheet, id="turret", models=(replace(sheet.models[0], M="-"),))
        table = at_charges("R1 turret 1 20 10; R2 medic 1 30 10; B1 medic 1 25 15", sheets=(fixed,))
        assert table.why_not("red", DeclareCharge("R1", ("B1",))) == {"SK-88"}
        assert table.judge("red", DeclareCharge("R2", ("B1",))).ok

    def test_the_menu_knows_only_legal_answers(self):
        """[SK-89]"""
        table = at_charges("R1 medic 1 20 10; B1 medic 1 20 15; A1 medic 1 24 15")
        said = table.offers("red")
        assert len(said) == 5
        assert said[0] == DeclareCharge("R1", ("B1",))

    @pytest.mark.parametrize("active", ["blue", "amber"])
    def test_only_the_active_seat_charges(self, active: str):
        """[SK-88] Whichever it is; units of the others are asked for nothing."""
        table = at_charges(
            "R1 claw_stalkers 1 1 1; B1 claw_stalkers 5 20 10; A1 claw_stalkers 5 20 15",
            active=active,
        )
        assert table.windows() == [(active, "charge unit")]
        table.choose(active, "end")
        assert table.position.active != (active,)

    def test_nobody_near_is_no_question(self):
        """[SK-29, SK-87] The phase is played all the same."""
        table = at_charges("R1 medic 1 20 10; B1 medic 1 60 40")
        assert "charge unit" not in {ask.window for ask in table.asks()}


class TestOverwatch:
    def charged(self, units: str, *targets: str, **keywords: Any) -> Table:
        """A table where red's first unit has declared a charge."""
        table = at_charges(units, **keywords)
        table.say("red", DeclareCharge("R1", targets))
        return table

    def test_a_target_may_fire_before_the_roll(self):
        """[SK-89, SK-90]"""
        table = self.charged("R1 brute_mob 10 20 10; B1 line_infantry 5 20 20", "B1")
        assert table.windows() == [("blue", "overwatch")]
        table.choose("blue", "fire")
        (ask,) = table.asks("chance")
        assert (ask.window, ask.dice, ask.about) == ("hit rolls", 10, ("B1", "R1"))
        table.roll(6, 5, 5, 5, 5, 5, 5, 5, 5, 5)
        assert table.rulings("SK-90")[-1].params["hits"] == 1

    def test_it_needs_not(self):
        """[SK-90]"""
        table = self.charged("R1 brute_mob 10 20 10; B1 line_infantry 5 20 20", "B1")
        table.choose("blue", "hold")
        assert table.windows() == [("chance", "charge roll")]

    def test_the_weapons_are_its_owners_to_choose(self):
        """[SK-90, SK-91] Pistols and grenades too; at the charger alone."""
        table = self.charged(
            "R1 brute_mob 10 20 15; R2 medic 1 30 20; B1 line_infantry 5 20 20", "B1"
        )
        pistols = tuple(Share(f"B1.{one}", "heavy_pistol", "R1") for one in range(1, 6))
        assert table.judge("blue", FireOverwatch(pistols)).ok
        wrong = (*pistols[:4], Share("B1.5", "heavy_pistol", "R2"))
        assert table.why_not("blue", FireOverwatch(wrong)) == {"SK-90"}
        mixed = (*pistols, Share("B1.1", "assault_rifle", "R1"))
        assert table.why_not("blue", FireOverwatch(mixed)) == {"SK-80"}
        table.say("blue", FireOverwatch(pistols))
        assert table.asks("chance")[0].dice == 5

    def test_not_with_an_enemy_of_any_seat_within_an_inch(self):
        """[SK-148, SK-90] As B-9 has it."""
        units = "R1 brute_mob 10 20 10; B1 line_infantry 5 20 20; A1 medic 1 20 21.7"
        table = self.charged(units, "B1")
        assert table.windows() == [("chance", "charge roll")]

    def test_not_out_of_range_nor_without_guns(self):
        """[SK-90] Range and sight as in the Shooting phase."""
        table = self.charged("R1 brute_mob 10 20 10; B1 claw_stalkers 5 20 20", "B1")
        assert table.windows() == [("chance", "charge roll")]
        units = "R1 brute_mob 10 20 10; B1 heavy_brawlers 3 20 20"
        table = self.charged(units, "B1")
        assert table.windows() == [("blue", "overwatch")]

    def test_a_third_seat_that_was_not_declared_does_not_fire(self):
        """[SK-90, CM-40]"""
        units = "R1 brute_mob 10 20 10; B1 claw_stalkers 5 20 20; A1 line_infantry 5 30 20"
        table = self.charged(units, "B1")
        assert table.windows() == [("chance", "charge roll")]

    def test_each_target_of_every_seat_may_fire(self):
        """[SK-90, CM-13] In table order from the active seat without a larger game."""
        units = (
            "R1 brute_mob 10 20 10; B1 line_infantry 5 20 20; A1 line_infantry 5 27 17;"
            " B2 line_infantry 5 13 17"
        )
        table = self.charged(units, "A1", "B1", "B2")
        heard = []
        while table.asks()[0].window == "overwatch":
            (ask,) = table.asks()
            heard.append((ask.seat, ask.about[0]))
            table.choose(ask.seat, "hold")
        assert heard == [("blue", "B1"), ("blue", "B2"), ("amber", "A1")]

    def test_the_active_seat_orders_the_owners(self):
        """[CM-39] Of the targets that can fire, for each charge anew."""
        units = (
            "G1 brute_mob 10 20 10; R1 line_infantry 5 13 17; B1 line_infantry 5 20 20;"
            " A1 claw_stalkers 5 27 17; G2 brute_mob 10 32 10"
        )
        table = at_charges(units, active="green", layers=(MANY,))
        table.say("green", DeclareCharge("G1", ("R1", "B1", "A1")))
        (ask,) = table.asks()
        assert (ask.seat, ask.window, ask.options) == ("green", NEXT, ("red", "blue"))
        table.choose("green", "blue")
        assert table.windows() == [("blue", "overwatch")]
        table.choose("blue", "hold")
        assert table.windows() == [("red", "overwatch")]
        table.choose("red", "hold")
        assert table.windows() == [("chance", "charge roll")]
        assert table.count("blue", names.ORDER + names.OVERWATCH) == 0

    def test_a_charger_that_is_slain_charges_no_more(self):
        """[SK-97]"""
        table = at_charges("R1 swarm_runners 1 20 14; R2 medic 1 60 40; B1 line_infantry 5 20 20")
        table.say("red", DeclareCharge("R1", ("B1",)))
        table.choose("blue", "fire")
        while table.asks("chance"):
            (ask,) = table.asks("chance")
            table.roll(*[1 if ask.window == "saving throws" else 6] * ask.dice)
        assert table.models("R1") == 0
        assert not table.rulings("SK-92")

    def test_again_at_each_charge(self):
        """[SK-90] Any number of times in a turn."""
        table = at_charges("R1 brute_mob 10 20 10; R2 brute_mob 10 36 12; B1 line_infantry 5 27 20")
        table.say("red", DeclareCharge("R1", ("B1",)))
        table.choose("blue", "hold")
        table.roll(1, 1)
        assert table.windows() == [("red", "charge unit")]
        table.say("red", DeclareCharge("R2", ("B1",)))
        assert table.windows() == [("blue", "overwatch")]


class TestTheRoll:
    def rolled(self, *pips: int, **keywords: Any) -> Table:
        """Red's charge at a unit 7 inches off, rolled."""
        units = "R1 claw_stalkers 5 20 10; B1 claw_stalkers 5 20 18.25"
        table = at_charges(units, **keywords)
        table.say("red", DeclareCharge("R1", ("B1",)))
        table.roll(*pips)
        return table

    def test_two_dice_are_the_distance(self):
        """[SK-92] Within an inch of 7 inches, so 6 are enough."""
        table = self.rolled(3, 3)
        assert table.rulings("SK-92")[0].params == {"unit": "R1", "inches": 6}
        assert table.windows() == [("red", "charge move")]

    def test_a_charge_out_of_reach_fails(self):
        """[SK-151, SK-93, SK-96] Nobody moves, and it did not charge; it may not try again."""
        table = self.rolled(3, 2)
        (told,) = table.rulings("SK-93")
        needed = {"unit": "R1", "targets": ("B1",), "inches": 5, "needs": 6}
        assert (told.key, told.params) == ("sk.93.short", needed)
        assert not charged(table)
        assert table.at("R1.3") == (20.0, 10.0)
        tried = [event for event in table.battle.log if isinstance(event, Marked)]
        assert names.TRIED_CHARGE in {event.mark.name for event in tried}

    def test_one_die_may_be_rolled_again(self):
        """[SK-131] For a command point."""
        table = self.rolled(1, 2, counters={"red": {names.CP: 1}})
        assert table.windows() == [("red", "command re-roll")]
        table.choose("red", "die:1")
        table.roll(6)
        assert table.rulings("SK-92")[0].params["inches"] == 8
        assert table.count("red", names.CP) == 0
        again = {"seat": "red", "window": "charge roll", "pip": 1}
        assert table.rulings("SK-131")[0].params == again

    def test_a_die_that_could_not_make_it_is_not_asked_about(self):
        """[SK-131, SK-93] Eight inches are needed: a six for the two makes seven."""
        units = "R1 claw_stalkers 1 20 10; B1 claw_stalkers 1 20 20"
        for pips, asked in (((1, 1), False), ((2, 1), True), ((6, 1), True)):
            table = at_charges(units, counters={"red": {names.CP: 1}})
            table.say("red", DeclareCharge("R1", ("B1",)))
            (roll,) = table.asks("chance")
            assert roll.needed is not None
            assert (roll.needed.least, roll.needed.together) == (8, True)
            table.roll(*pips)
            assert (table.windows() == [("red", "command re-roll")]) is asked, pips
            if asked:
                assert "die:6" not in table.asks("red")[0].options

    def test_who_has_plenty_is_not_asked(self):
        """[SK-150, SK-131] Every model could reach its target with 3 inches to spare."""
        units = "R1 claw_stalkers 1 20 10; B1 claw_stalkers 1 20 14"
        for pips, asked in ((5, 1), "charge move"), ((3, 2), "command re-roll"):
            table = at_charges(units, counters={"red": {names.CP: 1}})
            table.say("red", DeclareCharge("R1", ("B1",)))
            table.roll(*pips)
            assert table.windows() == [("red", asked)]

    def test_an_answer_that_stays_fails(self):
        """[SK-93]"""
        table = self.rolled(6, 6)
        table.choose("red", "stay")
        assert not charged(table)
        (told,) = table.rulings("SK-93")
        assert (told.key, told.params["inches"]) == ("sk.93.no-way", 12)

    def test_only_its_owner_answers(self):
        """[SK-93]"""
        table = self.rolled(6, 6)
        table.refused("blue", Choose("stay"))


def way(model: str, *points: tuple[float, float]) -> Trail:
    """A model's way through places in inches."""
    return Trail(model, tuple((round(x * INCH), round(y * INCH)) for x, y in points))


def to(*trails: Trail) -> ChargeMove:
    """A charge move."""
    return ChargeMove(trails)


class TestTheMove:
    def rolled(self, units: str, targets: tuple[str, ...], *pips: int, **more: Any) -> Table:
        """Red's first unit has declared a charge and rolled."""
        table = at_charges(units, **more)
        table.say("red", DeclareCharge("R1", targets))
        while table.asks()[0].window == "overwatch":
            table.choose(table.asks()[0].seat, "hold")
        table.roll(*pips)
        return table

    def alone(self, *pips: int) -> Table:
        """A great beast 5 inches from claw stalkers."""
        units = "R1 great_beast 1 20 10; B1 claw_stalkers 1 20 17.4015"
        return self.rolled(units, ("B1",), *pips)

    def test_within_an_inch_of_a_target(self):
        """[SK-92, SK-93] 5 inches off: 4 are enough; it has charged then."""
        table = self.alone(2, 2)
        table.say("red", to(way("R1.1", (20, 14))))
        assert table.at("R1.1") == (20, 14)
        assert charged(table) == ["R1"]
        assert table.rulings("SK-96")[0].params == {"unit": "R1", "targets": ("B1",)}
        seen = [event for event in table.battle.log if isinstance(event, Moved | Ruled)]
        told = seen.index(table.rulings("SK-96")[0])
        assert isinstance(seen[told - 1], Moved)  # what is told has been seen

    @pytest.mark.parametrize(
        ("y", "clauses"), [(13.98, {"SK-93"}), (14.02, {"SK-92"}), (10, {"SK-93"})]
    )
    def test_neither_short_nor_long(self, y: float, clauses: set[str]):
        """[SK-92, SK-93] 4 inches at most, and the first model must get there."""
        assert self.alone(2, 2).why_not("red", to(way("R1.1", (20, y)))) == clauses

    def test_somebody_must_move(self):
        """[SK-93]"""
        table = self.alone(6, 6)
        assert table.why_not("red", to()) == {"SK-93"}
        assert table.why_not("red", to(way("R1.1"))) == {"SK-93"}

    def test_it_may_go_round(self):
        """[SK-94] The length of the whole way counts."""
        table = self.alone(3, 3)
        assert table.judge("red", to(way("R1.1", (21.5, 12), (20, 14)))).ok
        assert table.why_not("red", to(way("R1.1", (24, 12), (20, 14)))) == {"SK-92"}

    def test_not_within_an_inch_of_whom_it_did_not_declare(self):
        """[SK-93, CM-40] At any time of the move."""
        units = "R1 medic 1 20 10; B1 medic 1 20 16; A1 medic 1 22.2 13"
        table = self.rolled(units, ("B1",), 3, 2)
        assert table.why_not("red", to(way("R1.1", (20, 14.5)))) == {"SK-93"}
        assert table.judge("red", to(way("R1.1", (19, 13), (19.4, 14.4)))).ok
        table = self.rolled(units, ("B1", "A1"), 3, 2)
        assert table.judge("red", to(way("R1.1", (20, 14.5)))).ok

    def test_one_of_several_targets_is_enough(self):
        """[SK-93] As B-8 has it; all of them may be attacked. [SK-107]"""
        units = "R1 medic 1 20 10; B1 medic 1 20 14; A1 medic 1 26 14"
        table = self.rolled(units, ("B1", "A1"), 1, 2)
        table.say("red", to(way("R1.1", (20, 12))))
        assert charged(table) == ["R1"]
        marks = {mark.name for mark in table.piece("R1").marks}
        assert {names.DECLARED + "B1", names.DECLARED + "A1"} <= marks

    def test_the_first_that_moves_gets_there_and_the_others_go_where_they_like(self):
        """[SK-93, SK-94] Even away, as B-7 has it."""
        units = "R1 claw_stalkers 3 20 10; B1 medic 1 20 14"
        table = self.rolled(units, ("B1",), 2, 2)
        near, back = way("R1.2", (20, 12.2)), way("R1.1", (18.4, 9.5))
        assert table.judge("red", to(near, way("R1.1", (18.6, 11)), way("R1.3", (21.4, 11)))).ok
        assert table.why_not("red", to(back, near)) >= {"SK-93"}

    def test_the_unit_ends_in_coherency(self):
        """[SK-16, SK-93]"""
        units = "R1 claw_stalkers 2 20 10; B1 medic 1 20 16"
        table = self.rolled(units, ("B1",), 6, 6)
        assert table.why_not("red", to(way("R1.1", (19.5, 14.5)))) == {"SK-16"}

    def test_models_are_in_the_way(self):
        """[SK-95] Nobody passes through models, friends neither."""
        units = "R1 medic 1 20 10; R2 medic 1 20 12.5; B1 medic 1 20 16"
        table = self.rolled(units, ("B1",), 6, 6)
        assert table.why_not("red", to(way("R1.1", (20, 14.5)))) == {"SK-32"}

    def test_friends_are_no_obstacle_where_that_is_set(self):
        """[SK-142] Whoever passes them ends clear of them."""
        units = "R1 medic 1 20 10; R2 medic 1 20 12.5; B1 medic 1 20 16"
        table = self.rolled(units, ("B1",), 6, 6, settings={"passFriends": True})
        assert table.judge("red", to(way("R1.1", (20, 14.5)))).ok

    @pytest.mark.parametrize(("crossing", "clauses"), [(True, set()), (False, {"SK-32"})])
    def test_who_flies_crosses_models(self, crossing: bool, clauses: set[str]):
        """[SK-95] Unless that is set off."""
        units = "R1 jump_assault 1 20 10; R2 medic 1 20 12.5; B1 claw_stalkers 1 20 16"
        table = self.rolled(units, ("B1",), 6, 6, settings={"crossFlying": crossing})
        assert table.why_not("red", to(way("R1.1", (20, 14.5)))) == clauses

    def test_after_it_the_next_unit(self):
        """[SK-88] No unit twice."""
        units = "R1 medic 1 20 10; R2 medic 1 24 10; B1 medic 1 20 16"
        table = self.rolled(units, ("B1",), 6, 6)
        table.say("red", to(way("R1.1", (20, 14))))
        assert table.windows() == [("red", "charge unit")]
        assert table.why_not("red", DeclareCharge("R1", ("B1",))) == {"SK-88"}
        assert table.judge("red", DeclareCharge("R2", ("B1",))).ok

    @pytest.mark.parametrize(("y", "clauses"), [(14.0, set()), (14.5, {"SK-92"})])
    def test_woods_slow_it_by_two_inches(self, y: float, clauses: set[str]):
        """[SK-118] Whoever goes through them has 2 inches less of the 6."""
        units = "R1 medic 1 20 10; B1 medic 1 20 16"
        areas = "woods ellipse 20 12.5 3 1"
        table = self.rolled(units, ("B1",), 3, 3, areas=areas)
        assert table.why_not("red", to(way("R1.1", (20, y)))) == clauses
        table = self.rolled(units, ("B1",), 3, 3)
        assert table.why_not("red", to(way("R1.1", (20, 14.5)))) == set()

    def test_a_unit_that_losses_broke_up_comes_together_or_stays(self):
        """[SK-18, SK-93]"""
        units = "R1 claw_stalkers 2 20 10; B1 medic 1 20 16"
        table = self.rolled(units, ("B1",), 6, 6, at={"R1.2": (27, 10)})
        lead = way("R1.1", (20, 14.3))
        assert table.why_not("red", to(lead)) == {"SK-16"}
        assert table.judge("red", to(lead, way("R1.2", (22, 14)))).ok
