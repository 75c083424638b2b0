"""A battle at the live table: two pages, their commands, and what each hears of them."""

import asyncio

import msgspec
import pytest

from condotta.kernel.log import encode
from tests.server.live import found, live, open_table


@live
async def test_two_pages_play_and_each_hears_what_happened(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first", seats=[{"held_by": "you"}] * 2)
        secrets = made["secrets"]
        async with (
            table.page(made["battle"], secrets["red"]) as red,
            table.page(made["battle"], secrets["blue"]) as blue,
        ):
            for _ in range(12):
                page = red if red.mine() else blue
                ask = page.mine()[0]
                reply = await page.play(ask)
                assert reply["ok"], reply
                assert reply["number"] == page.number
                other = blue if page is red else red
                while other.number < page.number:
                    await other.hear()
            assert encode(red.view().position) == encode(blue.view().position)
            assert red.welcome["you"] == ["red"]


@live
async def test_whoever_has_no_seat_watches(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.page(made["battle"]) as watcher:
            assert watcher.welcome["you"] == []
            assert watcher.welcome["stream"] == "spectators"
            reply = await watcher.ask(
                "command", seat="red", ask=1, action={"kind": "Choose", "option": "end"}
            )
            assert reply["refusals"][0]["key"] == "server.not-your-seat"


@live
async def test_a_bot_plays_its_seat(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        seats = [{"held_by": "you"}, {"held_by": "bot", "bot": "random"}]
        made = await found(browser, scenario="first", seats=seats)
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            turns = 0
            while turns < 3:
                ask = await red.turn()
                assert (await red.play(ask))["ok"]
                turns = red.view().position.turn
            said = [one for one in red.events if one["kind"] == "Answered"]
            assert any(one["seat"] == "blue" for one in said)


@live
async def test_bots_fight_a_whole_battle_to_its_end(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        seats = [{"held_by": "bot", "bot": "random"}] * 2
        made = await found(browser, scenario="first", seats=seats)
        async with table.page(made["battle"]) as watcher:
            while watcher.view().position.ended is None:
                await watcher.until("events")
            while watcher.events[-1]["kind"] != "Opened":
                await watcher.hear()
        listed = (await browser.get("/api/battles")).json()["battles"]
        assert listed[0]["winners"] is not None


@live
async def test_the_same_command_twice_is_done_once(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with (
            table.page(made["battle"], made["secrets"]["red"]) as one,
            table.page(made["battle"], made["secrets"]["red"]) as two,
        ):
            ask = one.mine()[0]
            action = one.answer(ask)
            first = await one.ask("command", id="x", seat="red", ask=ask.id, action=action)
            again = await one.ask("command", id="x", seat="red", ask=ask.id, action=action)
            there = await two.ask("command", id="x", seat="red", ask=ask.id, action=action)
            assert first == again == there
            other = await one.ask(
                "command", id="x", seat="red", ask=ask.id, action={"kind": "Choose", "option": "?"}
            )
            assert other["refusals"][0]["key"] == "server.id-reused"
            stale = await two.ask("command", id="y", seat="red", ask=ask.id, action=action)
            assert stale["refusals"][0]["key"] == "kernel.stale"


@live
async def test_many_at_once_have_one_effect(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            action = red.answer(ask)
            for number in range(100):
                await red.send(
                    {"kind": "command", "id": f"c{number}", "seat": "red", "ask": ask.id,
                     "action": action}
                )  # fmt: skip
            replies = [await red.until("reply") for _ in range(100)]
            assert sum(one["ok"] for one in replies) == 1
            assert all(one["ok"] or one["refusals"] for one in replies)


@live
async def test_a_page_that_was_cut_off_hears_only_what_is_new(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        red_secret, blue_secret = made["secrets"]["red"], made["secrets"]["blue"]
        async with table.page(made["battle"], red_secret, seats=["red"]) as before:
            seen, events = before.number, list(before.events)
        async with table.page(made["battle"], red_secret) as red:
            assert (await red.play(red.mine()[0]))["ok"]
            whole = list(red.events)
        async with table.page(made["battle"], red_secret, stream="red", after=seen) as after:
            assert after.first == seen + 1
            assert events + after.events == whole
        async with table.page(made["battle"], blue_secret, stream="red", after=seen) as blue:
            assert blue.first == 1
        async with table.page(made["battle"], red_secret, stream="red", after=10**9) as odd:
            assert odd.first == 1


@live
async def test_a_snapshot_is_the_fold_of_the_own_events(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert (await red.play(red.mine()[0]))["ok"]
            async with table.page(made["battle"], made["secrets"]["red"], snapshot=True) as late:
                picture = next(one for one in late.heard if one["kind"] == "snapshot")
                view = red.view()
                assert msgspec.json.encode(picture["position"], order="sorted") == (
                    msgspec.json.encode(msgspec.to_builtins(view.position), order="sorted")
                )
                assert picture["number"] == red.number
                assert late.welcome["events_from"] == red.number + 1


@live
async def test_a_choice_is_taken_back_and_a_late_page_gets_a_new_picture(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line", dice="seeded", seed="three")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = await asked_to_move(red)
            before = encode(red.view().position)
            leg = {"kind": "advance", "distance": 20000}
            move = {"kind": "Move", "pieces": ["R9"], "legs": [leg]}
            assert (await red.ask("command", seat="red", ask=ask.id, action=move))["ok"]
            assert encode(red.view().position) != before
            while red.waiting["undo"] != ["red"]:
                await red.hear()
            async with table.page(made["battle"], made["secrets"]["red"], snapshot=True) as late:
                assert (await red.ask("undo", seat="red"))["ok"]
                assert encode(red.view().position) == before
                assert red.events[-1]["kind"] == "Undone"
                picture = await late.until("snapshot")
                assert picture["number"] == red.number
            again = await red.ask("undo", seat="red")
            assert again["refusals"][0]["key"] == "kernel.undo"


@live
async def test_what_could_be_taken_back_still_can_when_the_table_opens_again(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line", dice="seeded", seed="three")
        secret = made["secrets"]["red"]
        async with table.page(made["battle"], secret) as red:
            ask = await asked_to_move(red)
            before = encode(red.view().position)
            leg = {"kind": "advance", "distance": 1000}
            move = {"kind": "Move", "pieces": ["R9"], "legs": [leg]}
            assert (await red.ask("command", seat="red", ask=ask.id, action=move))["ok"]
    async with open_table(tmp_path) as table, table.page(made["battle"], secret) as red:
        assert red.waiting["undo"] == ["red"]
        assert (await red.ask("undo", seat="red"))["ok"]
        assert encode(red.view().position) == before


@live
async def test_whoever_may_not_take_back_is_told_what_sealed_it(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first", dice="seeded", seed="three")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            while not red.waiting["sealed"]:
                await red.play(await red.turn())
            assert red.waiting["sealed"] == {"red": "kernel.undo-dice"}
            refused = await red.ask("undo", seat="red")
            assert refused["refusals"][0]["key"] == "kernel.undo-dice"
            async with table.page(made["battle"]) as watching:
                assert watching.waiting["sealed"] == {}


async def asked_to_move(page):
    while (ask := await page.turn()).window != "movement":
        assert (await page.play(ask))["ok"]
    return ask


@live
async def test_questions_are_answered_from_what_is_seen(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = await asked_to_move(red)
            leg = {"kind": "advance", "distance": 30000}
            move = {"kind": "Move", "pieces": ["R9"], "legs": [leg]}
            verdict = (await red.ask("judge", seat="red", ask=ask.id, action=move))["verdict"]
            assert "refusals" not in verdict
            assert verdict["cost"] == 1
            far = {**move, "legs": [{"kind": "advance", "distance": 300000}]}
            verdict = (await red.ask("judge", seat="red", ask=ask.id, action=far))["verdict"]
            assert verdict["refusals"][0]["clause"].startswith("TC-")
            menu = await red.ask("menu", seat="red", ask=ask.id, most=5, pieces=["R9"])
            assert 0 < len(menu["menu"]) <= 5
            for action in menu["menu"]:
                found_here = await red.ask("judge", seat="red", ask=ask.id, action=action)
                assert "refusals" not in found_here["verdict"]
            odds = (await red.ask("odds", attacker="R1", defender="B1"))["odds"]
            names = ("doubled", "beaten", "tie", "beats", "doubles")
            assert sum(odds[name] for name in names) == 36
            ruler = (await red.ask("measure", **{"from": "R1", "to": "B1"}))["measure"]
            assert ruler["distance"] == 100_000
            point = (await red.ask("measure", **{"from": "R9", "to": [150000, 150000]}))["measure"]
            assert point == {
                "distance": 40000,
                "from": [150000, 110000],
                "to": [150000, 150000],
                "sight": None,
            }
            told = (await red.ask("explain", clause="tc-3.2"))["explain"]
            assert (told["clause"], told["mark"]) == ("TC-3.2", "verified")
            told = (await red.ask("explain", clause="TC-3.2", lang="fr"))["explain"]
            assert told["says"] == "À égalité des scores, rien ne se passe."
            assert told["mark"] == "vérifié"
            told = (await red.ask("explain", clause="TC-3.2", lang="xx"))["explain"]
            assert told["says"] == "When the scores are equal nothing happens."


@live
async def test_of_verdicts_asked_at_once_the_newest_is_given(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            lock = table.house.rooms[made["battle"]].room.lock
            async with lock:
                for number in range(6):
                    action = {"kind": "Choose", "option": "end"}
                    await red.send(
                        {"kind": "judge", "id": f"j{number}", "seat": "red", "ask": ask.id,
                         "action": action}
                    )  # fmt: skip
                await asyncio.sleep(0.2)
            replies = {}
            while len(replies) < 6:
                reply = await red.until("reply")
                replies[reply["id"]] = reply
            assert replies["j5"]["ok"]
            old = [replies[f"j{number}"]["refusals"][0]["key"] for number in range(5)]
            assert old == ["server.superseded"] * 5


@live
async def test_dice_rolled_at_home_are_typed_in(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first", dice="typed")
        async with (
            table.page(made["battle"], made["secrets"]["red"]) as red,
            table.page(made["battle"]) as watcher,
        ):
            ask = next(one for one in red.view().asks if one.seat == "chance")
            roll = {"kind": "Roll", "pips": [4] * ask.dice}
            odd = {"kind": "Roll", "pips": [7] * ask.dice}
            fields = {"seat": "chance", "ask": ask.id}
            refused = await red.ask("command", action=odd, **fields)
            assert refused["refusals"][0]["key"] == "kernel.dice"
            refused = await watcher.ask("command", action=roll, **fields)
            assert refused["refusals"][0]["key"] == "server.not-your-seat"
            assert (await red.ask("command", action=roll, **fields))["ok"]


@live
async def test_words_go_to_those_they_are_meant_for(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with (
            table.page(made["battle"], made["secrets"]["red"]) as red,
            table.page(made["battle"], made["secrets"]["blue"]) as blue,
            table.page(made["battle"]) as watcher,
        ):
            secret = {"kind": "Speak", "text": "left flank <b>now</b>", "to": ["blue"]}
            assert (await red.ask("command", seat="red", action=secret))["ok"]
            public = {"kind": "Speak", "text": "bonne chance, Zoé 🐎"}
            assert (await red.ask("command", seat="red", action=public))["ok"]
            await watcher.until("events")
            await blue.until("events")
            await blue.until("events")
            assert b"left flank" not in b"".join(watcher.raw)
            assert b"left flank" in b"".join(blue.raw)
            assert [one["text"] for one in watcher.events if one["kind"] == "Told"] == [
                public["text"]
            ]


@pytest.mark.parametrize("dice", ["committed", "seeded"])
@live
async def test_no_roll_is_waited_for_where_the_table_rolls(tmp_path, dice):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, dice=dice)
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert all(one["seat"] != "chance" for one in red.waiting["asks"])
            kinds = [one["kind"] for one in red.events]
            assert ("Sealed" in kinds) == (dice == "committed")


@live
async def test_an_undo_is_offered_where_it_is_taken_and_nowhere_else(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line", dice="seeded", seed="three")
        room = table.house.rooms[made["battle"]].room
        offered = []
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            for _ in range(10):
                ask = await red.turn()
                while [one.id for one in room.battle.waiting()] != [
                    one["id"] for one in red.waiting["asks"]
                ]:
                    await red.hear()
                offered.append(red.waiting["undo"] == ["red"])
                assert (await red.ask("undo", seat="red"))["ok"] == offered[-1]
                ask = await red.turn()
                assert (await red.play(ask))["ok"]
        assert set(offered) == {True, False}
