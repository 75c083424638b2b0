"""Systems that are no TRIUMPH! open at the table, and tell a page of coins and secret cards."""

from __future__ import annotations

import msgspec
import pytest

from condotta.rules.library import SYSTEMS
from condotta.server.forms import NewBattle, SeatAsked
from condotta.server.games.games import game
from condotta.server.games.shelves import about
from condotta.server.reasons import Refused
from condotta.server.rooms.founding import found


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


def test_games_are_told_base_game_first_each_with_the_bot_that_plays_it_best():
    told = [(one.system, one.bot) for one in about((), owner=False).systems]
    assert told == [
        ("triumph", "steward"), ("grand", "steward"), ("treachery+triumph", "schemer"),
        ("ranked", "steward"), ("treachery", "schemer"),
        ("skirmish", "steward"), ("carnage", "schemer"), ("carnage+ranked", "steward"),
        ("triumph+reported", "steward"), ("grand+reported", "steward"),
        ("carnage+reported", "schemer"), ("ranked+reported", "steward"),
        ("treachery+reported", "schemer"),
    ]  # fmt: skip


def test_an_army_of_ranked_battles_is_taken_by_its_name_alone():
    """[FB-2.1]"""
    made = found(wanted("ranked", 2, "free-lances"), b"")
    assert {row.name for row in made.seats} == {"The free lances"}
    with pytest.raises(Refused):
        found(wanted("ranked", 2, "../elsewhere.json"), b"")


def test_the_armies_of_a_game_are_told_to_choose_from():
    """[FB-15, SK-124]"""
    shown = {one.id: one for one in game("ranked").shown().armies}
    assert (shown["river-guard"].by, shown["river-guard"].worth) == ("points", 1190)
    assert [(one.name, one.count) for one in shown["river-guard"].units][:2] == [
        ("Captain", 1), ("Line infantry", 35),
    ]  # fmt: skip
    assert not game("triumph").shown().armies
    army = game("skirmish").shown().armies[0]
    made = found(wanted("skirmish", 2, army.id), b"")
    assert {row.name for row in made.seats} == {army.label}
    with pytest.raises(Refused):
        found(wanted("ranked", 2, army.id), b"")


def test_a_page_is_told_what_ground_of_ranked_battles_is():
    """[FB-13.1]"""
    told = {one.key: (one.going, one.sight, one.cover) for one in game("treachery").shown().terrain}
    assert told["forest"] == ("dangerous", "area", "soft")
    assert told["building"] == ("impassable", "area", "hard")
    assert told["hill"] == ("open", "", "")
    assert all(one.clause == "FB-13.1" for one in game("ranked").shown().terrain)


@pytest.mark.parametrize("system", ["treachery", "treachery+triumph"])
def test_each_player_may_choose_a_company(system):
    """Only those that are offered; whoever chooses none has one drawn. [TT-12.1, TT-12.2]"""
    shown = game(system).shown()
    assert shown.hires in {one.name for one in shown.settings}
    first = max(shown.companies, key=lambda one: one.half_points)
    plain = wanted(system, 3)
    seats = (msgspec.structs.replace(plain.seats[0], company=first.text), *plain.seats[1:])
    made = found(msgspec.structs.replace(plain, seats=seats), b"")
    lines = [msgspec.json.decode(line) for line in made.batch.lines.split(b"\n")]
    bodies = [one["piece"] for one in lines if one["kind"] == "Mustered"]
    hired = [one for one in bodies if "mercenary" in one.get("traits", ())]
    assert {one["owner"] for one in hired} == {row.seat for row in made.seats}
    own = [one for one in hired if one["owner"] == made.seats[0].seat]
    kinds = {one.get("unit") for one in own} | {one["type"] for one in own}
    assert {one.name for one in first.units} <= kinds
    assert not game("ranked").shown().companies
    seats = (msgspec.structs.replace(plain.seats[0], company="captain*90"), *plain.seats[1:])
    with pytest.raises(Refused, match="company"):
        found(msgspec.structs.replace(plain, seats=seats), b"")


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
