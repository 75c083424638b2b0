"""Who acts when, which of several may, what a phase's end forgets. [SK-8, SK-129, SK-130]"""

from typing import Any

import pytest

from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.order import AskInTurn, ordered, picked, turns_of
from condotta.rules.skirmish.reading.stratagems import (
    COMMAND_REROLL,
    COSTS,
    COUNTER_OFFENSIVE,
    INSANE_BRAVERY,
    may_use,
    spent,
)
from condotta.rules.steps import Closing
from tests.rules.skirmish.ordering import MANY
from tests.rules.skirmish.skirmish_setting import ALONE, Table, setting

UNITS = "R1 medic 1 10 10; B1 medic 1 60 10; A1 medic 1 10 40; G1 medic 1 60 40"


def wishing(units: str = UNITS, *, active: str = "red", **keywords: Any) -> Table:
    """A table where blue, amber and green may wish to deny."""
    then = (AskInTurn(purpose=names.DENIAL, seats=("blue", "amber", "green"), about="R1"),)
    return setting(units, phase=names.PSYCHIC, active=active, seats=ALONE, then=then, **keywords)


def asked(table: Table) -> list[tuple[str, str]]:
    """The wishes that are asked for now."""
    return [(ask.seat, ask.window) for ask in table.asks() if ask.window == "wish"]


class TestOneOfSeveral:
    def test_one_after_another_until_one_wishes(self):
        """[SK-8] In the base game the first that says yes may act."""
        table = wishing()
        assert asked(table) == [("blue", "wish")]
        table.choose("blue", "no")
        assert asked(table) == [("amber", "wish")]
        table.choose("amber", "yes")
        assert asked(table) == []
        assert [event.params["seat"] for event in table.rulings("SK-8")] == ["amber"]

    def test_nobody_may_wish(self):
        """[SK-8]"""
        table = wishing()
        for seat in ("blue", "amber", "green"):
            table.choose(seat, "no")
        assert picked(table.position, names.DENIAL) == ""
        assert not table.rulings("SK-8")

    def test_who_has_no_models_is_not_asked(self):
        """[SK-8, CM-103]"""
        table = wishing(UNITS.replace("B1 medic 1 60 10", "B1 medic 1 lost"))
        assert asked(table) == [("amber", "wish")]

    def test_each_is_told_what_it_is_about(self):
        """[SK-8]"""
        (ask,) = wishing().asks()
        assert (ask.about, ask.options) == ((names.DENIAL, "R1"), ("no", "yes"))


class TestOrders:
    @pytest.mark.parametrize(
        ("active", "order"),
        [
            ("red", ("red", "blue", "amber", "green")),
            ("amber", ("amber", "green", "red", "blue")),
        ],
    )
    def test_from_the_active_seat_in_table_order(self, active: str, order: tuple[str, ...]):
        """[SK-8] Where nobody chooses."""
        table = wishing(active=active)
        assert turns_of(table.position, names.FIGHTS, ALONE) == order
        assert turns_of(table.position, names.FIGHTS, ("green", "blue")) == tuple(
            seat for seat in order if seat in ("green", "blue")
        )

    def test_as_it_was_chosen(self):
        """[SK-8] A place for each seat."""
        places = {"green": 1, "red": 2, "blue": 3, "amber": 4}
        counters = {seat: {names.ORDER + names.FIGHTS: place} for seat, place in places.items()}
        table = wishing(counters=counters)
        assert turns_of(table.position, names.FIGHTS, ALONE) == tuple(places)

    def test_one_seat_needs_no_order(self):
        """[SK-8] And without a larger game nobody chooses any."""
        table = wishing(layers=(MANY,))
        assert ordered(table.book, table.position, names.FIGHTS, ("red",)) == ()
        assert len(ordered(table.book, table.position, names.FIGHTS, ("red", "blue"))) == 1
        table = wishing()
        assert ordered(table.book, table.position, names.FIGHTS, ("red", "blue")) == ()

    def test_the_active_seat_chooses(self):
        """[SK-8]"""
        table = wishing(active="amber")
        assert table.book.stack(seams.CHOOSER, table.position) == "amber"


class TestStratagems:
    def test_costs(self):
        """[SK-131, SK-132, SK-133]"""
        assert COSTS == {COMMAND_REROLL: 1, COUNTER_OFFENSIVE: 2, INSANE_BRAVERY: 2}

    @pytest.mark.parametrize("stratagem", sorted(COSTS))
    def test_only_with_the_points_and_once_in_a_phase(self, stratagem: str):
        """[SK-129, SK-130] Points never go below nothing; the limit may be set off."""
        cost = COSTS[stratagem]
        for points, used, limit, may in (
            (cost, 0, True, True),
            (cost - 1, 0, True, False),
            (cost, 1, True, False),
            (cost, 1, False, True),
        ):
            counters = {"red": {names.CP: points, names.USED + stratagem: used}}
            table = wishing(counters=counters, settings={"stratagemLimit": limit})
            assert may_use(table.book, table.position, "red", stratagem) is may

    def test_what_is_spent_is_gone(self):
        """[SK-129]"""
        table = wishing(counters={"red": {names.CP: 5}})
        events = [*spent(table.position, "red", INSANE_BRAVERY)]
        told = {event.name: event.value for event in events if hasattr(event, "value")}
        assert told == {names.CP: 3, names.USED + INSANE_BRAVERY: 1}

    def test_a_phase_end_forgets_it_all_but_the_points(self):
        """[SK-130] Orders, picks, used stratagems, who has finished."""
        row = {
            names.CP: 4,
            names.USED + COMMAND_REROLL: 1,
            names.PICKED + names.DENIAL: 1,
            names.ORDER + names.FIGHTS: 2,
            names.DONE: 1,
        }
        table = setting(
            UNITS,
            phase=names.FIGHT,
            seats=ALONE,
            then=(Closing(phase=names.FIGHT),),
            counters={"blue": row},
        )
        assert {name: table.count("blue", name) for name in row} == {
            name: 4 if name == names.CP else 0 for name in row
        }
