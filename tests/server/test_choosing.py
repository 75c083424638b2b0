"""What there is to choose from, and the battles that are set up from it."""

import pytest

from condotta.bots.runner import conduct, seated
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.server.games.scenarios import scenarios
from condotta.words import has
from tests.server.live import found, live, open_table


@live
async def test_lists_and_rosters_are_found_by_what_people_type(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        lists = (await browser.get("/api/lists?q=roman")).json()
        assert lists
        assert all(one["start"] <= one["end"] for one in lists)
        rosters = (await browser.get("/api/rosters?q=roman")).json()
        assert rosters
        assert all(one["legal"] and 0 < one["half_points"] <= 96 for one in rosters)
        one = rosters[0]
        assert sum(line["stands"] for line in one["stands"]) == one["stand_count"]
        of_list = (await browser.get(f"/api/rosters?list={one['list_key']}")).json()
        assert {other["list_key"] for other in of_list} == {one["list_key"]}


@live
async def test_a_roster_of_ones_own_is_told_everything_that_is_wrong_with_it(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        one = (await browser.get("/api/rosters")).json()[0]
        roster = {"listKey": one["list_key"], "year": 1, "stands": {"main/t1": {"KNT": 30}}}
        checked = (await browser.post("/api/rosters/check", json=roster)).json()
        assert not checked["legal"]
        assert all(finding["clause"] and finding["text"] for finding in checked["findings"])
        assert any(finding["severity"] == "error" for finding in checked["findings"])
        for odd in ([], 5, "x", {"stands": 5}, {"stands": {"a": {"b": -1}}}):
            assert not (await browser.post("/api/rosters/check", json=odd)).json()["legal"]


@live
async def test_a_battle_has_the_armies_and_the_settings_that_were_asked_for(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        rosters = (await browser.get("/api/rosters")).json()
        seats = [
            {"held_by": "you", "roster": rosters[0]["id"]},
            {"held_by": "open", "roster": rosters[7]["id"]},
        ]
        made = await found(browser, seats=seats, settings={"lossThreshold": 5}, title="  Ours ")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert red.welcome["title"] == "Ours"
            assert red.welcome["settings"]["lossThreshold"] == 5
            names = [one["name"] for one in red.welcome["seats"]]
            assert names == [rosters[0]["label"], rosters[7]["label"]]
            stands = [
                piece
                for piece in red.view().position.pieces.values()
                if piece.type != "CAMP" and piece.owner == "red"
            ]
            assert len(stands) == rosters[0]["stand_count"]


@live
async def test_a_battle_with_nothing_said_has_armies_and_open_seats(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, seats=[])
        room = (await browser.get(f"/api/battles/{made['battle']}")).json()
        assert [one["held_by"] for one in room["seats"]] == ["open", "open"]
        assert room["host"]


@live
async def test_gt_10_1_a_large_battle_seats_four_and_asks_the_overall_commanders(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        about = (await browser.get("/api/about")).json()
        large = next(one for one in about["systems"] if one["system"] == "grand")
        assert [len(places) for places in large["seats"]] == [2, 3, 4, 5, 6]
        four = large["seats"][2]
        assert [one["army"] for one in four] == [0, 1, 0, 1]
        made = await found(
            browser,
            system="grand",
            seats=[{"held_by": "you"} for _ in four],
            dice="seeded",
            seed="7",
        )
        async with table.page(made["battle"], made["secrets"]["amber"]) as amber:
            pieces = amber.view().position.pieces.values()
            own = [piece for piece in pieces if piece.owner == "red" and piece.type != "CAMP"]
            theirs = [piece for piece in pieces if piece.owner == "blue" and piece.type != "CAMP"]
            assert {piece.command for piece in own} >= {"R.1", "R.2", "R.3"}
            assert {piece.command for piece in theirs} == {""}


@pytest.mark.parametrize("one", scenarios(), ids=lambda one: one.name)
def test_a_scenario_is_a_whole_battle_that_ends(one):
    assert has(one.shown().title)
    assert has(one.shown().note)
    battle = Battle(one.book({}), one.opening(), SeededCup(1))
    seats = {place.seat: "random" for place in one.places()}
    result = conduct(battle, seated(seats, battle.book, 1), limit=5000)
    assert result.ended is not None
