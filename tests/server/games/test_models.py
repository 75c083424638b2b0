"""Battles of single models as the table tells a page: coherency, odds, ways of a whole unit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from condotta.kernel.asks import Ask, Needed
from condotta.rules.skirmish import names
from condotta.rules.skirmish.finding.terms import MOVE
from condotta.rules.skirmish.finding.trails import judged
from condotta.rules.skirmish.movement.move_terms import own_move
from condotta.rules.skirmish.movement.reserves import Arrive
from condotta.rules.skirmish.movement.transports import BailOut, Disembark
from condotta.rules.skirmish.movement.walking import Walk
from condotta.rules.skirmish.psychic import psychic_phase
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL
from condotta.rules.skirmish.records import Share, Trail
from condotta.rules.skirmish.setting_out.deployment import Deploy
from condotta.rules.skirmish.shooting.shooting_phase import Shoot
from condotta.server.games.games import game
from condotta.server.games.models import assaults, links, meanings, toward
from tests.rules.skirmish.skirmish_setting import setting

INCH = 10_000
MOVES = Ask("red", "move unit", "SK-30", says=("Walk", "Disembark"), about=("R1",))


@pytest.fixture(scope="module")
def table():
    """Five of the line, four inches before them nobody, militia twelve inches away."""
    return setting("R1 line_infantry 5 20 20; B1 militia 10 20 34 180")


def test_models_that_would_stay_near_each_other_are_linked(table):
    """[SK-16]"""
    stay = Walk("R1", trails=(Trail("R1.1"),))
    told = links(table.position, stay)
    assert all(one.holds for one in told)
    assert {"R1.1", "R1.2", "R1.3", "R1.4", "R1.5"} == {
        name for one in told for name in (one.piece, one.other)
    }


def test_one_that_would_go_too_far_is_told_apart_from_the_nearest(table):
    """[SK-16, SK-17]"""
    x, y = table.pose("R1.1").point
    away = Walk("R1", trails=(Trail("R1.1", ((round(x), round(y + 5 * INCH)),)),))
    broken = [one for one in links(table.position, away) if not one.holds]
    assert len(broken) == 1
    assert "R1.1" in (broken[0].piece, broken[0].other)
    assert game("skirmish").weighed(table.book, table.position, MOVES, away, legal=False)[0]
    assert game("ranked").weighed(table.book, table.position, MOVES, away, legal=True) == (
        None,
        None,
    )


def test_a_whole_unit_is_led_towards_a_point_by_ways_that_the_judge_allows(table):
    """[SK-31, SK-136]"""
    led = toward(table.book, table.position, MOVES, Walk("R1"), (20 * INCH, 40 * INCH))
    assert isinstance(led, Walk)
    assert len(led.trails) == 5
    allowed = own_move(table.book, table.position, table.unit("R1"), MOVE)
    assert judged(table.position, table.unit("R1"), led.trails, allowed).ok
    assert toward(table.book, table.position, MOVES, Walk("R9"), (0, 0)) is None


@pytest.mark.parametrize("reserve", [True, False])
def test_nothing_is_made_for_who_is_no_unit_or_for_what_nobody_asks(table, reserve):
    """A model is no unit, and what answers another question has no way here."""
    ask = Ask("red", "deployment", "SK-29", says=("Deploy",))
    here = (table.book, table.position, ask)
    assert toward(*here, Deploy("R1.1", reserve=reserve), (1, 1)) is None
    assert toward(*here, BailOut(()), (1, 1)) is None
    assert toward(*here, Arrive("R1", ()), (1, 1)) is None
    assert toward(*here, Deploy("R1"), (20 * INCH, 6 * INCH)) is not None


def test_a_model_alone_is_led_round_what_is_in_its_way():
    """[SK-32, SK-136] The ways that the hand has laid before it stay as they are."""
    table = setting(
        "R1 line_infantry 3 20 20 gap=20; B1 medic 1 60 40", areas="block box 20 22 2 1"
    )
    x, y = table.pose("R1.1").point
    ways = (Trail("R1.1", ((x, y + 4 * INCH),)), Trail("R1.2", ((20 * INCH, 24 * INCH),)))
    told = toward(
        table.book, table.position, MOVES, Walk("R1", trails=ways), (20 * INCH, 24 * INCH)
    )
    assert isinstance(told, Walk)
    assert told.trails[0] == ways[0]
    assert told.trails[1].points[-1] == (20 * INCH, 24 * INCH)
    assert len(told.trails[1].points) > 1


def test_who_gets_into_a_transport_is_led_to_it():
    """[SK-41] Wherever the point is; with nowhere to go there is nothing to make."""
    table = setting("R7 carrier 1 20 30; R1 line_infantry 3 20 19; B1 medic 1 60 40")
    said = Walk("R1", aboard="R7")
    told = toward(table.book, table.position, MOVES, said, (0, 0))
    assert told is not None
    assert table.judge("red", told).ok
    near = setting("R7 carrier 1 20 30; R1 line_infantry 3 20 23; B1 medic 1 60 40")
    assert toward(near.book, near.position, MOVES, said, (0, 0)) is None


def test_who_is_set_up_is_put_near_to_a_point_where_it_may_stand():
    """[SK-42, SK-44] From reserve more than 9 inches from enemies; out of a transport beside it."""
    table = setting("R1 assault_elite 5 reserve; R2 medic 1 5 5; B1 medic 1 20 20")
    ask = Ask("red", "reinforcements", "SK-44", says=("Arrive",), about=("R1",))
    told = toward(table.book, table.position, ask, Arrive("R1", ()), (20 * INCH, 31 * INCH))
    assert isinstance(told, Arrive)
    assert all(one.points[-1][1] > 29 * INCH for one in told.trails)
    inside = setting("R7 carrier 1 20 20; R1 line_infantry 5 aboard R7; B1 medic 1 60 40")
    out = toward(inside.book, inside.position, MOVES, Disembark("R1", ()), (20 * INCH, 30 * INCH))
    assert isinstance(out, Disembark)
    assert inside.judge("red", out).ok
    assert all(one.points[-1][1] > 19 * INCH for one in out.trails)


def test_shots_have_exact_odds_with_what_each_die_needs(table):
    """[SK-56 to SK-67]"""
    shares = tuple(Share(f"R1.{number}", "assault_rifle", "B1") for number in (2, 3, 4))
    (told,) = assaults(table.book, table.position, None, Shoot("R1", shares))
    assert told.target == "B1"
    assert sum(told.slain) == pytest.approx(1)
    (lot,) = told.lots
    assert (lot.weapon, lot.bearers) == ("assault_rifle", 3)
    assert 2 <= lot.hit <= 6
    assert lot.wound <= 6
    hit, wound, save = lot.needs
    assert (hit.least, wound.least, save.least) == (lot.hit, lot.wound, lot.save)
    assert (hit.key, hit.params["skill"]) == ("sk.57.shot", 3)
    assert (wound.params["strength"], wound.params["toughness"]) == (4, 3)
    assert (save.key, save.params["save"], save.params["ap"]) == ("sk.62.armour", 5, 0)
    mean = sum(number * chance for number, chance in enumerate(told.slain))
    assert told.lost == pytest.approx(mean, abs=0.001)  # one wound each


def test_a_die_again_is_told_with_its_cost_and_its_chance():
    """[SK-131] Of each die how many faces would do; of a sum, with what the others show."""
    table = setting("R1 medic 1 20 20; B1 medic 1 60 40", counters={"red": {names.CP: 3}})
    about = ("R1", "roll:hit rolls", "shows:2 5 1")
    ask = Ask("red", COMMAND_REROLL, "SK-131", ("keep", "die:1", "die:2"), about=about)
    told = meanings(table.position, replace(ask, needed=Needed("sk.57.shot", {}, 3)))
    assert told["keep"].params == {"cost": 1, "have": 3, "left": 2}
    assert [told[f"die:{pip}"].params["faces"] for pip in (1, 2)] == [4, 4]
    charge = replace(ask, options=("keep", "die:1"), about=("R1", "roll:charge roll", "shows:1 5"))
    both = replace(charge, needed=Needed("sk.92.needs", {}, 8, together=True))
    assert meanings(table.position, both)["die:1"].params["faces"] == 4  # 3 to 6
    morale = replace(charge, options=("keep", "die:5"), needed=Needed("sk.112.needs", {}, most=2))
    assert meanings(table.position, morale)["die:5"].params["faces"] == 2
    assert set(meanings(table.position, charge)) == {"keep"}
    test = replace(both, needed=Needed(psychic_phase.NEEDED, {}, 5, together=True))
    assert set(meanings(table.position, test)) == {"keep"}  # its perils hang on the dice too


def test_shares_of_nobody_have_no_odds(table):
    """[SK-72]"""
    shares = (Share("B1.1", "light_rifle", "R1"),)
    assert assaults(table.book, table.position, None, Shoot("R1", shares)) == ()


def test_ways_of_what_is_no_model_link_nobody_and_what_is_refused_has_no_odds(table):
    """[SK-30, SK-72]"""
    strange = Walk("R1", trails=(Trail("R1", ((0, 0),)), Trail("nobody")))
    assert links(table.position, strange) == ()
    shot = Shoot("R1", (Share("R1.1", "no such weapon", "B1"),))
    kind = game("skirmish")
    assert kind.weighed(table.book, table.position, None, shot, legal=False) == ((), ())
