"""Nobody keeps the others out: seats before watchers, shares of the workers, room that frees."""

import asyncio
import contextlib
import time

import pytest
from uvicorn.server import ServerState
from websockets.exceptions import ConnectionClosed, InvalidStatus

from condotta.server.http.lines import patient
from condotta.server.http.serving import config
from condotta.server.limits import Limits
from condotta.server.protocol import PROTOCOL
from condotta.server.workers import thinkers as workers
from condotta.server.workers.thinker import Lengthen, Result
from condotta.server.workers.thinkers import Thinkers
from condotta.server.workers.turns import Turns
from tests.server.live import Page, found, live, open_table

LONG_AGO = time.time() - 7_200


@live
async def test_those_who_watch_take_no_place_from_those_who_play(tmp_path):
    limits = Limits(watchers_of_room=2, sockets_of_seat=1)
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        battle = made["battle"]
        async with table.page(battle), table.page(battle):
            async with table.socket(battle) as third:
                page = Page(third)
                await page.send({"kind": "hello", "protocol": PROTOCOL})
                assert (await page.over())["key"] == "server.full"
            async with table.page(battle, made["secrets"]["red"]) as red:
                assert red.welcome["you"] == ["red"]
            async with table.page(battle, made["secrets"]["blue"]) as blue:
                assert blue.welcome["you"] == ["blue"]


@live
async def test_a_visitor_watches_so_often_and_plays_all_the_same(tmp_path):
    limits = Limits(watchers_of_visitor=3)
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        battle, red = made["battle"], made["secrets"]["red"]
        async with table.page(battle, red), table.page(battle, red), table.page(battle, red):
            async with table.page(battle), table.page(battle):
                async with table.page(battle, red) as page:
                    assert page.welcome["you"] == ["red"]
                async with table.page(battle):
                    with pytest.raises((InvalidStatus, ConnectionClosed)):
                        await table.socket(battle)
            async with table.page(battle):
                pass


async def cut(reader):
    """Whether a line ends without a word."""
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), 20) == b""
    return True


@live
async def test_a_line_that_says_nothing_is_cut_and_one_that_asks_is_answered(tmp_path):
    limits = Limits(head_seconds=0.4)
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        silent = [await asyncio.open_connection("127.0.0.1", table.port) for _ in range(20)]
        slow_reader, slow = await asyncio.open_connection("127.0.0.1", table.port)
        slow.write(b"GET /api/about HTTP/1.1\r\nHost: localhost\r\nX-")
        made = await found(browser, scenario="first")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert [await cut(reader) for reader, _ in silent] == [True] * 20
            assert await cut(slow_reader)
            await asyncio.sleep(0.6)
            assert (await red.ask("cards", seat="red"))["ok"], "a page is no silent line"
        for _, writer in (*silent, (slow_reader, slow)):
            writer.close()
        assert (await browser.get("/api/about")).status_code == 200


@live
async def test_what_comes_too_slowly_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("condotta.server.http.answers.BODY_SECONDS", 0.3)
    async with open_table(tmp_path) as table:
        reader, writer = await asyncio.open_connection("127.0.0.1", table.port)
        writer.write(
            b"POST /api/claims HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 50\r\n\r\n{"
        )
        answer = await asyncio.wait_for(reader.read(2_000), 20)
        writer.close()
        assert b" 408 " in answer
        assert b"server.slow-body" in answer


@live
async def test_a_battle_that_is_put_away_makes_room_for_another(tmp_path):
    limits = Limits(battles=2)
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        first = await found(browser, scenario="first")
        await found(browser, scenario="first")
        wanted = {"scenario": "first", "seats": [{"held_by": "you"}] * 2, "dice": "committed"}
        full = await browser.post("/api/battles", json=wanted)
        assert (full.status_code, full.json()["key"]) == (507, "server.too-many-battles")
        address = f"/api/battles/{first['battle']}/archive"
        for _ in range(2):  # once more changes nothing
            assert (await browser.post(address, json={"archived": True})).status_code == 200
        await found(browser, scenario="first")
        back = await browser.post(address, json={"archived": False})
        assert (back.status_code, back.json()["key"]) == (507, "server.too-many-battles")
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        full = await browser.post("/api/battles", json=wanted)
        assert full.json()["key"] == "server.too-many-battles"


@live
async def test_where_it_is_full_what_was_let_lie_for_long_is_put_away(tmp_path, monkeypatch):
    limits = Limits(battles=2, stale_seconds=3_600.0)
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        with monkeypatch.context() as earlier:
            earlier.setattr("condotta.server.rooms.founding.time.time", lambda: LONG_AGO)
            old = await found(browser, scenario="first")
        new = await found(browser, scenario="first")
        await found(browser, scenario="first")
        listed = {
            one["battle"]: one for one in (await browser.get("/api/battles")).json()["battles"]
        }
        assert listed[old["battle"]]["archived"]
        assert not listed[new["battle"]]["archived"]


@live
async def test_a_table_with_many_open_battles_closes_those_that_nobody_looks_at(
    tmp_path, monkeypatch
):
    """Else whoever opens one after another fills the memory of the table."""
    async with open_table(tmp_path, Limits(rooms=2)) as table, table.browser() as browser:
        made = [await found(browser, scenario="first") for _ in range(3)]
        async with table.page(made[0]["battle"]):
            await table.house.tend()
            assert len(table.house.rooms) == 3
            monkeypatch.setattr("condotta.server.rooms.house.REST_SECONDS", -1.0)
            await table.house.tend()
            assert set(table.house.rooms) == {made[0]["battle"]}
            await table.house.tend()
        listed = await browser.get(f"/api/battles/{made[1]['battle']}")
        assert listed.status_code == 200


@live
async def test_no_page_may_use_the_ids_of_bots(tmp_path):
    """Whoever leaves could silence the bot that comes after him."""
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            said = {"kind": "command", "seat": "red", "ask": ask.id, "action": red.answer(ask)}
            for number in (f"bot {ask.id} 0", f"bot {ask.id} unasked"):
                await red.send({**said, "id": number})
                reply = await red.until("reply", id=number)
                assert reply["refusals"][0]["key"] == "server.id-reused"
            await red.play(ask)


def test_shares_take_turns_and_the_rest_have_one_of_a_few():
    turns: Turns[str] = Turns()
    for number in range(20):
        turns.add(f"stranger {number}", "stranger", people=False)
    for number in range(6):
        turns.add(f"crowd {number}", "crowd", people=True)
    turns.add("guest", "guest", people=True)
    order = [turns.next() for _ in range(28)]
    assert order.index("guest") == 1
    assert order[3] == "stranger 0", "nobody waits for ever"
    assert order.index("crowd 5") < 10
    assert order[-1] is None
    assert len(set(order)) == 28


@live
async def test_twenty_battles_of_a_stranger_hold_up_nobody_elses_bot(monkeypatch):
    done: list[str] = []

    async def answered(_, job):
        await asyncio.sleep(0)
        done.append(job.decode())
        return Result(text="")

    class Worker:
        returncode = None

    async def begun(_):
        return Worker()

    monkeypatch.setattr(workers, "asked", answered)
    monkeypatch.setattr(Thinkers, "_start", begun)
    thinkers = Thinkers(1)
    crowd = [
        asyncio.ensure_future(thinkers.do(Lengthen(log=f"crowd {n}"), 5, share="crowd"))
        for n in range(20)
    ]
    await asyncio.sleep(0)
    mine = asyncio.ensure_future(thinkers.do(Lengthen(log="mine"), 5, share="mine"))
    given_up = asyncio.ensure_future(thinkers.do(Lengthen(log="given up"), 5, share="mine"))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(mine, *crowd)
    assert next(place for place, job in enumerate(done) if "mine" in job) <= 4
    assert len(done) == 21
    assert not any("given up" in job for job in done)


@live
async def test_a_battle_that_is_taken_out_by_many_at_once_counts_once(tmp_path):
    limits = Limits(battles=2)
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        address = f"/api/battles/{made['battle']}/archive"
        for archived in (True, False, True, False):
            answers = await asyncio.gather(
                *(browser.post(address, json={"archived": archived}) for _ in range(12))
            )
            assert {one.status_code for one in answers} <= {200, 503}
            assert table.house.going == int(not archived)
        await found(browser, scenario="first")


@live
@pytest.mark.parametrize("number", ["", "x" * 101, "a\0b", "tab\there"])
async def test_an_id_is_short_and_can_be_read(tmp_path, number):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            said = {"kind": "command", "seat": "red", "ask": ask.id, "action": red.answer(ask)}
            await red.send({**said, "id": number})
            reply = await red.until("reply")
            keys = [one["key"] for one in reply.get("refusals") or ()]
            assert keys == ([] if not number else ["server.unreadable"])


class Calling(asyncio.Transport):
    """The end of a line that somebody opened."""

    def __init__(self, caller):
        super().__init__({"peername": (caller, 5), "sockname": ("192.0.2.1", 80), "socket": None})
        self.cut = False

    def abort(self):
        self.cut = True


@live
async def test_one_address_has_so_many_lines_and_a_proxy_as_many_as_it_likes():
    limits = Limits(lines_of_visitor=2)
    kind, set_up = patient(limits, ("10.0.0.0/8",)), config(None, limits)
    set_up.load()

    def opened(caller):
        line = kind(config=set_up, server_state=ServerState(), app_state={})
        line.connection_made(Calling(caller))
        return line

    lines = [opened("192.0.2.7") for _ in range(3)]
    assert [line.transport.cut for line in lines] == [False, False, True]
    assert not any(opened(one).transport.cut for one in ("192.0.2.8", *["10.1.2.3"] * 5))
    lines[0]._ended()
    assert not opened("192.0.2.7").transport.cut
    assert opened("192.0.2.7").transport.cut
