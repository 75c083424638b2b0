"""Shared dice over the wire: pages that bind their seats, say their words, come and go."""

import asyncio
import time

import pytest

from condotta.cli import dice_check
from condotta.kernel.log import dump
from condotta.kernel.shared_dice import Transcript, chain
from condotta.server.dice import mixing
from condotta.server.reasons import Refused
from condotta.server.rooms.sitting import ERRORS
from tests.server.live import found, live, open_table


class Player:
    """A page that keeps words for its seat and says them when they are wanted."""

    def __init__(self, page, seat, seed=""):
        self.page = page
        self.seat = seat
        self.chain = chain(seed or f"seed of {seat}", 400)
        self.said = 0
        self.request = 0

    async def bind(self):
        await self.page.send({"kind": "bind", "seat": self.seat, "digest": self.chain[0]})

    async def listen(self):
        """Hear one thing, and say a word if it is wanted."""
        message = await self.page.hear()
        if message["kind"] == "words" and message["wanted"] > self.request:
            self.request = message["wanted"]
            await self.say()
        return message

    async def say(self):
        self.said += 1
        word = self.chain[self.said]
        await self.page.send({"kind": "word", "seat": self.seat, "word": word})


def told(page):
    """What a page was told last of the dice."""
    return next(one for one in reversed(page.heard) if one["kind"] == "words")


def by_seat(page):
    """The same, seat by seat."""
    return {row["seat"]: row for row in told(page)["seats"]}


def rolled(page):
    """How many rolls a page has seen."""
    return sum(one["kind"] == "Answered" and one["seat"] == "chance" for one in page.events)


async def shared(browser, **wanted):
    """A new battle with shared dice."""
    return await found(browser, scenario="first", dice="shared", **wanted)


def whole(table, made):
    """The truth, as it will be when the battle is over."""
    room = table.house.rooms[made["battle"]].room
    return dump(room.header, room.events(0))


def sound(data):
    """That nothing is wrong with a log but that its secret is not opened yet."""
    wrong = dice_check.check(data).wrong
    assert not [one for one in wrong if "bound" in one or "word" in one or "somebody" in one]
    return True


@live
async def test_two_pages_play_with_words_of_both(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await shared(browser)
        battle, both = made["battle"], made["secrets"]
        async with table.page(battle, both["red"]) as one, table.page(battle, both["blue"]) as two:
            players = {"red": Player(one, "red"), "blue": Player(two, "blue")}
            assert one.welcome["dice"] == "shared"
            assert told(one)["waits"] == ["red", "blue"]
            for player in players.values():
                await player.bind()
            tasks = [asyncio.create_task(keep_listening(player)) for player in players.values()]
            while rolled(one) < 3:
                await asyncio.sleep(0.01)
                for page in (one, two):
                    for ask in page.mine():
                        action = page.answer(ask)
                        number = f"c{ask.id}"
                        await page.send(
                            {"kind": "command", "id": number, "seat": ask.seat, "ask": ask.id,
                             "action": action}
                        )  # fmt: skip
                        await until(lambda a=ask, p=page: a.id not in [m.id for m in p.mine()])
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert sound(whole(table, made))
            seats = by_seat(one)
            assert seats["red"]["digest"] == players["red"].chain[0]
            assert seats["blue"]["said"] == players["blue"].said > 1
            assert all(row["bound"] and not row["lacked"] for row in seats.values())


async def keep_listening(player):
    while True:
        await player.listen()


async def until(true, seconds=20.0):
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)


@live
async def test_a_page_that_is_gone_and_one_that_says_nothing_hold_nobody_up_for_long(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(mixing, "AWAY", 0.6)
    monkeypatch.setattr(mixing, "SILENT", 0.3)
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await shared(browser)
        battle, both = made["battle"], made["secrets"]
        async with table.page(battle, both["red"]) as one:
            red = Player(one, "red")
            await red.bind()
            async with table.page(battle, both["blue"]) as two:
                await Player(two, "blue").bind()
                while told(one)["waits"] != ["blue"]:
                    await red.listen()
                begun = time.monotonic()
                while not rolled(one):
                    await red.listen()
                assert time.monotonic() - begun < 5
                while (row := by_seat(one)["blue"])["bound"]:
                    await red.listen()
                assert row["lacked"] == 1
                blue = Player(two, "blue", "anew")
                await blue.bind()
                await until(lambda: len(whole(table, made).split(b"word of blue")) == 3)
            assert sound(whole(table, made))


@live
async def test_words_are_asked_for_again_after_a_restart(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await shared(browser)
        battle, both = made["battle"], made["secrets"]
        async with table.page(battle, both["red"]) as one, table.page(battle, both["blue"]) as two:
            await Player(one, "red").bind()
            await Player(two, "blue").bind()
            while not told(one)["wanted"]:
                await one.hear()
            wanted = told(one)["wanted"]
    async with (
        open_table(tmp_path) as table,
        table.page(battle, both["red"]) as one,
        table.page(battle, both["blue"]) as two,
    ):
        red, blue = Player(one, "red"), Player(two, "blue")
        while told(one)["wanted"] != wanted:
            await one.hear()
        assert not rolled(one)
        await red.say()
        await blue.say()
        while not rolled(one):
            await one.hear()
        assert sound(whole(table, made))


@live
async def test_nobody_speaks_for_another_and_what_is_no_word_is_refused(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await shared(browser)
        battle, both = made["battle"], made["secrets"]
        async with table.page(battle, both["red"]) as one:
            for wrong, key in (
                ({"kind": "bind", "seat": "blue", "digest": "00" * 32}, "server.not-your-seat"),
                ({"kind": "bind", "seat": "red", "digest": "no digest"}, "server.no-word"),
                ({"kind": "word", "seat": "blue", "word": "00" * 32}, "server.not-your-seat"),
                ({"kind": "word", "seat": "red", "word": ""}, "server.no-word"),
            ):
                await one.send(wrong)
                error = await one.until("error")
                assert error["key"] == key
        async with table.page(battle) as watcher:
            await watcher.send({"kind": "bind", "seat": "red", "digest": "00" * 32})
            assert (await watcher.until("error"))["key"] == "server.not-your-seat"


@live
async def test_the_first_dice_wait_until_an_open_seat_is_taken(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser, table.browser() as other:
        made = await shared(browser, seats=[{"held_by": "you"}, {"held_by": "open"}])
        battle = made["battle"]
        async with table.page(battle, made["secrets"]["red"]) as one:
            red = Player(one, "red")
            await red.bind()
            while told(one)["waits"] != ["blue"]:
                await one.hear()
            claim = {"code": made["code"], "seat": "blue"}
            secret = (await other.post("/api/claims", json=claim)).json()["secret"]
            async with table.page(battle, secret) as two:
                blue = Player(two, "blue")
                await blue.bind()
                while not rolled(one):
                    for player in (red, blue):
                        await player.listen()
                kinds = [one_["kind"] for one_ in one.events]
                assert kinds.index("Sealed") < kinds.index("Opened") < kinds.index("Answered")


@live
async def test_a_program_that_knows_nothing_of_words_can_play(tmp_path, monkeypatch):
    monkeypatch.setattr(mixing, "SILENT", 0.2)
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await shared(browser, seats=[{"held_by": "you"}, {"held_by": "bot"}])
        async with table.page(made["battle"], made["secrets"]["red"]) as one:
            assert (await one.play(await one.turn()))["ok"]
            assert rolled(one)


@pytest.mark.parametrize("bots", [1, 2])
@live
async def test_how_long_a_roll_takes_where_all_are_awake(tmp_path, bots):
    async with open_table(tmp_path) as table, table.browser() as browser:
        seats = [{"held_by": "you"}] * (2 - bots) + [{"held_by": "bot", "bot": "random"}] * bots
        made = await shared(browser, seats=seats)
        secret = made["secrets"].get("red", "")
        async with table.page(made["battle"], secret) as one:
            if bots == 2:
                while rolled(one) < 3:
                    await one.hear()
                return
            red = Player(one, "red")
            await red.bind()
            while not told(one)["wanted"]:
                await one.hear()
            begun = time.monotonic()
            await red.say()
            while not rolled(one):
                await one.hear()
            assert time.monotonic() - begun < 0.5


@live
async def test_a_word_is_kept_and_told_of_though_its_page_is_cut_off_meanwhile(
    tmp_path, monkeypatch
):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await shared(browser)
        battle, both = made["battle"], made["secrets"]
        async with table.page(battle, both["red"]) as one:
            red, room = Player(one, "red"), table.house.rooms[battle].room
            async with table.page(battle, both["blue"]) as two:
                blue = Player(two, "blue")
                await red.bind()
                await blue.bind()
                while not told(two)["wanted"]:
                    await two.hear()
                while not told(one)["wanted"]:
                    await one.hear()
                await red.say()
                while told(two)["waits"] != ["blue"]:
                    await two.hear()
                written, append = asyncio.Event(), room.store.append

                async def slow(*args):
                    await append(*args)
                    written.set()
                    await asyncio.sleep(0.3)

                monkeypatch.setattr(room.store, "append", slow)
                await blue.say()
                await written.wait()
                (page,) = (sitter for sitter in room.sitters() if sitter.seats == ("blue",))
                page.hang_up("too-slow", again=True)
                assert (await two.over())["key"] == "server.too-slow"
            async with room.lock:
                kept = await room.store.load(battle)
            last = kept.batches[-1]
            assert last.start - 1 + last.count == room.kept == len(room.battle.log)
            async with asyncio.timeout(10):
                while not rolled(one):
                    await one.hear()


@pytest.mark.parametrize("dice", ["committed", "seeded", "typed"])
@live
async def test_words_for_dice_that_take_none_are_refused_unread(tmp_path, monkeypatch, dice):
    read = []
    monkeypatch.setattr(Transcript, "take", lambda _, event: read.append(event))
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first", dice=dice)
        async with table.page(made["battle"], made["secrets"]["red"]) as one:
            for said in (
                {"kind": "bind", "digest": "00" * 32},
                {"kind": "word", "word": "00" * 32},
            ):
                await one.send({**said, "seat": "red"})
                assert (await one.until("error"))["key"] == "server.no-word"
            assert not read
            for _ in range(ERRORS):
                await one.send({"kind": "word", "seat": "red", "word": "00" * 32})
            assert (await one.over())["key"] == "server.too-many-errors"


@live
async def test_a_battle_that_is_put_away_tells_of_no_words_and_takes_none(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await shared(browser)
        room = (await table.house.room(made["battle"])).room
        room.closed, room.battle.cup = Refused("archived", 409), None
        async with table.page(made["battle"], made["secrets"]["red"]) as one:
            await Player(one, "red").bind()
            assert (await one.until("error"))["key"] == "server.no-word"
            assert "words" not in [message["kind"] for message in one.heard]
