"""Systems that are no TRIUMPH! open at the table, and tell a page of coins and secret cards."""

from __future__ import annotations

import pytest

from condotta.rules.library import SYSTEMS
from condotta.server.forms import NewBattle, SeatAsked
from condotta.server.founding import found
from condotta.server.games import game
from condotta.server.reasons import Refused


def wanted(system: str, seats: int, roster: str | None = None) -> NewBattle:
    bots = [SeatAsked(held_by="bot", bot="miser", roster=roster) for _ in range(seats)]
    return NewBattle(system=system, seats=tuple(bots), dice="seeded", seed="1")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_opens_with_armies_that_nobody_chose(system):
    shown = game(system).shown()
    assert [len(places) for places in shown.seats]
    least = len(shown.seats[0])
    made = found(wanted(system, least), b"")
    assert len(made.seats) == least
    assert all(row.name for row in made.seats)
    assert made.batch.count > least


def test_an_army_of_ranked_battles_is_taken_by_its_name_alone():
    """[FB-2.1]"""
    made = found(wanted("ranked", 2, "free-lances"), b"")
    assert {row.name for row in made.seats} == {"The free lances"}
    with pytest.raises(Refused):
        found(wanted("ranked", 2, "../elsewhere.json"), b"")


def test_coins_and_cards_are_told_of_games_that_have_them():
    """[TT-10.1, TT-11.10]"""
    shown = game("treachery+triumph").shown()
    assert [one.value for one in shown.coins] == [1500, 250, 150, 50]
    assert {one.type for one in shown.designs} >= {"T08", "T10"}
    assert not game("triumph").shown().coins
    assert shown.rosters
    assert shown.by_hand
    assert not game("treachery").shown().rosters
    assert len(game("treachery").shown().designs) == 18
