"""Armies are set out so that they can move: in a few straight lines, wherever their ground lies."""

import pytest

import condotta
from condotta.bots.marching import clear_ahead
from condotta.kernel.records import Seat
from condotta.rules.triumph.stands.field import field

FEW = 4
WOODED = (4, 15, 16)


def bodies(battle: condotta.Battle, seat: Seat) -> int:
    """How many bodies an army is: stands in line or one behind another are one. [TC-5.1]"""
    here = field(battle.book, battle.engine.state.position)
    part = {one.id: one.id for one in here.stands if one.seat == seat and not one.is_camp}
    for couple in here.layout.couples:
        if couple.beside and couple.one.id in part and couple.other.id in part:
            old, new = part[couple.one.id], part[couple.other.id]
            part = {name: new if one == old else one for name, one in part.items()}
    return len(set(part.values()))


@pytest.mark.parametrize(
    ("system", "seats"),
    [("triumph", 2), *(("treachery+triumph", seats) for seats in (3, 4, 5))],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_an_army_begins_in_a_few_bodies(system, seats, seed):
    """[TO-2] On the round ground about an anchor too, where it was one for each stand."""
    battle = condotta.begin(system, seats=seats, seed=seed)
    while not battle.engine.state.position.active:
        battle.play("steward", decisions=1)
    assert max(bodies(battle, seat) for seat in battle.seats) <= FEW


def test_heavy_troops_are_seldom_set_out_in_or_behind_woods():
    """Open-order foot stands where difficult ground would hem others in, who were 10 of 48."""
    hemmed = 0
    for seed in WOODED:
        battle = condotta.begin("triumph", seed=seed)
        while not battle.engine.state.position.active:
            battle.play("steward", decisions=1)
        here = field(battle.book, battle.engine.state.position)
        for one in here.stands:
            if not one.is_camp and not one.troop.is_open_foot:
                hemmed += here.in_difficult(one) or not clear_ahead(here, one)
    assert hemmed <= 2
