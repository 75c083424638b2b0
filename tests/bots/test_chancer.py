"""The random bot with an appetite for contact, on a battle that is set out."""

from __future__ import annotations

import pytest

from condotta.bots.chancer import Chancer, nearest, others
from condotta.bots.lots import lots
from condotta.bots.runner import answer_next, conduct, seated
from condotta.kernel.asks import Choose
from condotta.lab.matches import match, pairing
from condotta.rules.library import book
from condotta.rules.triumph.movement.movement_phase import WINDOW
from condotta.rules.triumph.movement.moves import Move

RULES = book("triumph")


@pytest.fixture(scope="module")
def marching():
    """A battle that waits for the first move of its first turn."""
    battle = match(RULES, pairing(3), "5/3")
    bots = seated({"red": "steward", "blue": "steward"}, RULES, "5/3")
    while battle.waiting()[0].window != WINDOW:
        answer_next(battle, bots)
    ask = battle.waiting()[0]
    return battle, battle.view(ask.seat), ask


def test_without_an_appetite_it_says_what_it_draws_first(marching):
    _, view, ask = marching
    menu = RULES.menus[WINDOW]
    for seed in range(5):
        plain = Chancer(RULES, lots(seed)).answer(view, ask)
        assert plain == menu.sample(RULES, view.position, ask, lots(seed))


def test_with_an_appetite_it_comes_nearer_to_the_enemy_than_by_what_it_draws_first(marching):
    battle, view, ask = marching
    nearer = 0.0
    for seed in range(12):
        eager = Chancer(RULES, lots(seed), 1.0)
        plain = Chancer(RULES, lots(seed)).answer(view, ask)
        said = eager.answer(view, ask)
        assert battle.judge(ask.seat, said, ask.id).ok
        gained = eager.approach(view.position, ask, said)
        drawn = eager.approach(view.position, ask, plain)
        if drawn is not None:
            assert gained is not None
            assert gained >= drawn
            nearer += gained - drawn
    assert nearer > 0


def test_the_first_of_its_draws_may_still_be_the_end(marching):
    _, view, ask = marching
    bot = Chancer(RULES, lots(1), 1.0)
    assert bot.approach(view.position, ask, Choose("end")) is None
    assert isinstance(bot.eager(view.position, ask, Choose("end")), Move)


def test_it_may_be_after_the_enemy_camp_and_nobody_else(marching):
    _, view, ask = marching
    camps = others(view.position, ask.seat, "CAMP")
    assert {view.position.pieces[name].type for name in camps} == {"CAMP"}
    assert all(view.position.pieces[name].controller != ask.seat for name in camps)
    everybody = others(view.position, ask.seat)
    assert len(everybody) > len(camps)
    assert others(view.position, ask.seat, "no such type") == everybody
    here = next(
        piece.pose
        for piece in view.position.at("table")
        if piece.controller == ask.seat and piece.pose is not None
    )
    assert nearest(here, everybody) < nearest(here, camps)


def test_in_good_order_it_looks_at_large_bodies_first(marching):
    """Ranks go together. [TC-5.9]"""
    _, view, ask = marching
    menu = RULES.menus[WINDOW]
    first = next(menu.salient(RULES, view.position, ask))
    assert next(Chancer(RULES, lots(1), 1.0, order=1.0).more(view.position, ask)) == first
    drawn = next(Chancer(RULES, lots(1), 1.0, order=0.0).more(view.position, ask))
    assert drawn != first


def test_eager_bots_bring_a_battle_to_its_end_sooner():
    turns = []
    for appetite in (0.0, 1.0):
        battle = match(RULES, pairing(4), "6/4")
        bots = {seat: Chancer(RULES, lots(f"6/{seat}"), appetite) for seat in ("red", "blue")}
        turns.append(conduct(battle, bots).turns)
    assert turns[1] < turns[0]
