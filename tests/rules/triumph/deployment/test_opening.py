"""The opening as a whole, and what bots say in it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from condotta.armies import library
from condotta.armies import muster as listed
from condotta.kernel.asks import Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.decide import settle
from condotta.kernel.events import Entered, Moved, Placed
from condotta.kernel.folding import fold
from condotta.kernel.state import State
from condotta.rules.library import book as book_of
from condotta.rules.setting_up import Opening
from condotta.rules.triumph import names
from condotta.rules.triumph.deployment.centre import lacks
from condotta.rules.triumph.deployment.deploying import (
    ALL,
    CENTRE,
    REST,
    Deploy,
    Finish,
    Hold,
    SetOut,
)
from condotta.rules.triumph.muster import army_of, opening
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.turns import who_begins
from condotta.table import overlaps
from tests.rules.triumph.set_up_table import army, at_step

BOOK = book_of("triumph")
ROSTERS = library().rosters


def answer(battle, ask, random, kind):
    menu = BOOK.menus.get(ask.window)
    position = battle.view(ask.seat).position
    if kind == "random" or menu is None:
        if ask.options:
            return Choose(random.choice(ask.options))
        return menu.sample(BOOK, position, ask, random)
    return next(iter(menu.salient(BOOK, position, ask)))


def played(battle, seed, kind):
    """Answer every question until the first turn begins; how many were asked in each window."""
    random, asked = Random(seed), {}
    while battle.state.position.phase in {"", names.TERRAIN, names.CAMPS, names.DEPLOYMENT}:
        (ask,) = battle.waiting()
        asked[ask.window] = asked.get(ask.window, 0) + 1
        assert sum(asked.values()) < 60
        assert len(battle.state.agenda) <= 12
        assert all(len(frame.answers) <= 16 for frame in battle.state.agenda)
        battle.say(ask.seat, answer(battle, ask, random, kind), ask.id)
        nothing_overlaps(battle.state.position)
    return asked


def nothing_overlaps(position):
    stands = Field(BOOK, position).stands
    for number, one in enumerate(stands):
        assert not any(overlaps(one.base, other.base) for other in stands[:number])


def between(one, two, seed):
    armies = (
        army_of(listed(one, house_rules=True), "red", "south", "R"),
        army_of(listed(two, house_rules=True), "blue", "north", "B"),
    )
    return Battle(BOOK, opening(BOOK, armies), SeededCup(seed))


@settings(max_examples=20)
@given(st.sampled_from(ROSTERS), st.sampled_from(ROSTERS), st.integers(0, 99))
@pytest.mark.parametrize("kind", ["random", "sensible"])
def test_any_two_armies_are_set_up_without_a_hitch(kind, one, two, seed):
    battle = between(one, two, seed)
    played(battle, seed, kind)
    position = battle.state.position
    assert {piece.place for piece in position.pieces.values()} <= {"table", "reserve", "aside"}
    for seat in ("red", "blue"):
        assert lacks(BOOK, position, seat) is None


def begun(dice=(), seed=1, **ratings):
    """An opening with few questions, from its first die."""
    armies = (army("R HFT*+ HFT+x5 SKM", **ratings), army("B SPR*+ SPR+x3 KNT"))
    return at_step(Opening(), armies, first="", dice=dice, seed=seed)


def test_tc_8_1_and_4_1_the_set_up_goes_step_by_step_to_the_first_turn():
    table = begun()
    played(table.battle, 1, "sensible")
    entered = [event for event in table.battle.log if isinstance(event, Entered)]
    assert [event.phase for event in entered] == ["terrain", "camps", "deployment", "ready"]
    leader = next(seat for seat in ("red", "blue") if table.count(seat, names.ADVANTAGE))
    assert entered[-1].active == ()
    assert who_begins(table.position) == (leader,)
    assert entered[-1].turn == 0


def test_tc_8_1_the_disadvantaged_player_places_his_camp_first():
    table = begun()
    played(table.battle, 1, "sensible")
    leader = next(seat for seat in ("red", "blue") if table.count(seat, names.ADVANTAGE))
    placed = [one for one in table.battle.log if isinstance(one, Placed) and one.piece[1] == "0"]
    owners = [table.piece(event.piece).owner for event in placed]
    assert owners[1] == leader != owners[0]


def test_tc_8_1_centre_then_all_then_the_rest():
    table = begun()
    asked = played(table.battle, 1, "sensible")
    order = [one.window for one in table.battle.log if hasattr(one, "window")]
    seen = list(dict.fromkeys(name for name in order if name in (CENTRE, ALL, REST)))
    assert seen == [CENTRE, ALL, REST]
    assert asked[ALL] == 2  # one answer for the whole army, one to finish


def test_tc_8_1_the_advantaged_side_takes_the_first_turn_with_all_its_seats():
    armies = (army("R HFT*+"), army("B HFT*+"), army("G HFT*+", manoeuvre=4))
    table = at_step(Opening(), armies, first="", seed=5, dice=(1, 2, 3, 1, 1, 6))
    played(table.battle, 5, "sensible")
    assert who_begins(table.position) == ("red", "green")


def test_an_opening_entered_again_yields_the_same_events():
    table = begun()
    battle = table.battle
    states = [State()]
    for event in battle.log:
        states.append(fold(states[-1], (event,)))
    for state in states:
        if state.agenda and not state.resting():
            once, twice = settle(BOOK, state, []), settle(BOOK, state, [])
            assert once == twice


@pytest.mark.parametrize("window", [CENTRE, ALL])
def test_the_sensible_order_puts_foot_in_the_middle_and_horse_outside(window):
    armies = "R HFT*+ HFT+x7 KNTx4 SKMx2; B HFT*"
    table = at_step(SetOut(seat="red", window=window), armies)
    menu, ask = BOOK.menus[window], table.asks("red")[0]
    said = next(iter(menu.salient(BOOK, table.position, ask)))
    assert isinstance(said, Deploy)
    table.say("red", said)
    spots = {name: table.at(name) for name in (step.piece for step in said.steps)}
    foot = [spots[name][0] for name in spots if table.piece(name).type == "HFT"]
    horse = [spots[name][0] for name in spots if table.piece(name).type == "KNT"]
    assert all(16 <= x <= 32 for x in foot)
    if window == ALL:
        assert len(said.steps) == 14
        assert {x < min(foot) for x in horse} == {True, False}
        assert all(not min(foot) < x < max(foot) for x in horse)
    assert isinstance(next(iter(menu.salient(BOOK, table.position, table.asks("red")[0]))), Finish)


def test_the_sensible_line_keeps_out_of_the_marsh():
    armies = "R HFT*+ HFT+x3; B HFT*"
    table = at_step(SetOut(seat="red", window=ALL), armies, laid="marsh 18 0 23.5 8")
    ask = table.asks("red")[0]
    said = next(iter(BOOK.menus[ALL].salient(BOOK, table.position, ask)))
    table.say("red", said)
    here = table.field
    assert not any(here.in_difficult(stand) for stand in here.stands)


def test_pikes_stand_two_deep():
    table = at_step(SetOut(seat="red", window=ALL), "R KNT* PIK+x6; B HFT*")
    ask = table.asks("red")[0]
    table.say("red", next(iter(BOOK.menus[ALL].salient(BOOK, table.position, ask))))
    fronts = {table.at(f"R{number}")[1] for number in range(2, 8)}
    assert fronts == {8.0, 7.25}


def test_a_muddled_centre_is_set_out_anew():
    muddle = "; ".join(
        f"R{2 + number} {17 + 2 * (number % 8)} {8 - number // 8}" for number in range(24)
    )
    water = "coast 0 0 48 5"
    table = at_step(SetOut(seat="red", window=ALL), "R HFT*+ SKMx24; B HFT*", muddle, laid=water)
    menu, ask = BOOK.menus[ALL], table.asks("red")[0]
    for said in (
        menu.sample(BOOK, table.position, ask, Random(2)),
        next(iter(menu.salient(BOOK, table.position, ask))),
    ):
        assert table.judge("red", said).ok


def test_whom_the_centre_needs_is_called_back_from_the_reserve():
    """Others were set aside since they were held back, so that they are needed. [TC-8.4, 8.20]"""
    placed = "R2 20 8; R3 22 8; R4 24 8"
    held = ("R5", "R6")
    table = at_step(
        SetOut(seat="red", window=CENTRE), "R HFT* HFT+x5; B HFT*", placed,
        marching=("red",), held=held,
    )  # fmt: skip
    menu, ask = BOOK.menus[CENTRE], table.asks("red")[0]
    assert not table.judge("red", Finish()).ok
    for said in (
        menu.sample(BOOK, table.position, ask, Random(2)),
        next(iter(menu.salient(BOOK, table.position, ask))),
    ):
        assert said == Hold(())
    table.say("red", said)
    assert all(table.piece(name).place == "undeployed" for name in held)


def test_all_moves_of_an_opening_are_deployments():
    table = begun()
    played(table.battle, 3, "random")
    ways = {event.way for event in table.battle.log if isinstance(event, Moved)}
    assert ways == {"deploy"}
