"""The units of a battle at a real table, as each seat may know them."""

from __future__ import annotations

from random import Random

import pytest

from condotta.bots.runner import answer_next
from condotta.bots.seat import make
from condotta.kernel.asks import Choose
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.records import SPECTATORS
from condotta.rules.fielding import armies_for, seats_for
from condotta.rules.library import book
from condotta.rules.reported import names
from condotta.rules.reported.amending import Amend
from condotta.rules.reported.reports import Loss, Report
from condotta.rules.systems import SYSTEMS, Levy
from condotta.server.games.games import game
from condotta.server.games.musters import muster, unasked

DECISIONS = 300


def until(system: str, window: str, seats: int = 2, seed: int = 5) -> Battle:
    """A battle of bots, up to the first question of a window."""
    sat, rules = seats_for(system, seats), book(system)
    armies = armies_for(system, "", SYSTEMS[system].armies(sat), seed)
    opening = SYSTEMS[system].opening(rules, sat, armies, Levy(lot=Random(seed)))
    battle = Battle(rules, opening, SeededCup(str(seed)))
    bots = {seat: make("steward", rules, seat) for seat in battle.state.position.seats()}
    for _ in range(DECISIONS):
        if any(ask.window == window for ask in battle.waiting()):
            return battle
        answer_next(battle, bots)
    raise LookupError(window)


def shown(battle, seat=SPECTATORS):
    """What a seat is told of the units, by their ids."""
    found = muster(battle.book, battle.view(seat).position)
    assert found is not None
    return {one.unit: one for one in found}


def said(battle, window, answer):
    """The first question of a window is answered."""
    ask = next(one for one in battle.waiting() if one.window == window)
    battle.say(ask.seat, answer, ask.id)
    return ask.seat


@pytest.mark.parametrize("system", SYSTEMS)
def test_only_a_real_table_has_a_muster(system):
    """[RB-1]"""
    armies = armies_for(system, "", SYSTEMS[system].armies(seats_for(system, None)), 1)
    opening = SYSTEMS[system].opening(
        book(system), seats_for(system, None), armies, Levy(lot=Random(1))
    )
    battle = Battle(book(system), opening, SeededCup("1"))
    reported = system.endswith("+reported")
    assert game(system).shown().reported == reported
    assert (muster(battle.book, battle.state.position) is not None) == reported


def test_who_waits_stands_and_is_lost_is_told():
    """[RB-2, RB-3, RB-6]"""
    battle = until("triumph+reported", names.SET_OUT)
    before = shown(battle)
    assert before
    assert {one.state for one in before.values()} == {"waits"}
    battle = until("triumph+reported", names.REPORT)
    there = shown(battle)
    assert {one.state for one in there.values()} == {"table"}
    position = battle.state.position
    assert set(there) == {piece.id for piece in position.at("table")}
    assert all(one.worth == position.count(one.unit, "worth") for one in there.values())
    (active,) = position.active
    foe = next(one for one in there.values() if one.seat != active)
    said(battle, names.REPORT, Report((Loss(foe.unit, 0, active),)))
    said(battle, names.CONFIRM, Choose(names.AGREE))
    assert (shown(battle)[foe.unit].state, shown(battle)[foe.unit].models) == ("lost", 0)
    battle.say(active, Amend(foe.unit, 1))
    said(battle, "amendment", Choose(names.AGREE))
    assert shown(battle)[foe.unit] == foe


def test_nobody_is_told_of_what_is_sealed():
    """How an army is dealt out to its commands is seen by its own side alone. [GT-4.6]"""
    battle = until("grand+reported", names.SET_OUT)
    sealed = {piece.id for piece in battle.state.position.at("hand")}
    assert sealed
    for seat in (*battle.state.position.seats(), SPECTATORS):
        told = shown(battle, seat)
        assert told
        assert not sealed & set(told)
        assert set(told) <= set(battle.view(seat).position.pieces)


@pytest.mark.parametrize("seat", ["red", "blue", "amber"])
def test_stratagems_of_the_phase_are_listed_with_what_is_against_them(seat):
    """[RB-30] While hands play it, and to a seat alone."""
    battle = until("carnage+reported", names.PLAYING, 3)
    position = battle.view(seat).position
    (act,) = unasked(battle.book, position, seat)
    assert act.action == {"kind": "UseStratagem", "stratagem": "command re-roll"}
    has = position.count(seat, "command points")
    assert [one.key for one in act.refusals] == ([] if has else ["rb.30.points"])
    assert unasked(battle.book, position, "") == ()
    asked = said(battle, names.PLAYING, Choose(names.OVER))
    assert asked in position.active
    before = until("carnage+reported", names.SET_OUT, 3)
    assert unasked(before.book, before.view(seat).position, seat) == ()
    other = until("treachery+reported", names.REPORT, 3)
    assert unasked(other.book, other.view(seat).position, seat) == ()
