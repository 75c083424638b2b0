"""What a server does where it cannot know: the database hangs, it alone is cut off, nobody answers.

And what one visitor may have of what the servers do for each other.
"""

import asyncio
import re
import threading
import time
from contextlib import asynccontextmanager, suppress

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.utils import accept_key

from condotta.kernel.events import Seated
from condotta.server.http import relaying
from condotta.server.limits import Crowded, Limits, Shares
from condotta.server.rooms import house
from condotta.server.store import line as lines
from condotta.server.store.postgres import PostgresStore, refused
from condotta.server.store.sql import Job
from condotta.server.store.store import Away, Unsure
from condotta.server.store.tables import LEAVE, TAKE
from tests.server.live import GENEROUS, found, live, open_table
from tests.server.test_servers import breaking, two

OPEN = [{"held_by": "you"}, {"held_by": "open"}]
BOTS = [{"held_by": "bot", "bot": "random"}] * 2


def replaced(limits: Limits, **what) -> Limits:
    return Limits(**{name: getattr(limits, name) for name in limits.__struct_fields__} | what)


def cut_off(store):
    """No line leads from a server to the database any more."""

    def nowhere(*_):
        raise psycopg.OperationalError("no route")

    if store._line is not None:
        store._line.base.close()
    store._line = None
    store._connected = store._felt = nowhere


def joined_again(store):
    """Lines lead there again."""
    del store._connected, store._felt


# ── a database that hangs ────────────────────────────────────────────────────
@live
async def test_a_database_that_hangs_is_given_up_in_time_and_found_again(postgres, monkeypatch):
    monkeypatch.setattr(lines, "ANSWER_SECONDS", 0.4)
    monkeypatch.setitem(lines.OPTIONS, "connect_timeout", 2)
    store = PostgresStore(postgres.database())
    await store.join("http://127.0.0.1:1/", "secret", b"")
    with postgres.hung():
        begun = time.monotonic()
        for asked in (store.owners(), store.beat()):
            with pytest.raises(Away):
                await asked
        assert time.monotonic() - begun < 30
    for _ in range(200):
        try:
            assert await store.owners() == ()
            await store.beat()
            break
        except Away:
            await asyncio.sleep(0.05)
    else:
        raise AssertionError("it never came back")
    await store.close()


@live
async def test_a_statement_that_takes_too_long_is_refused_and_the_line_holds(postgres, monkeypatch):
    monkeypatch.setattr(lines, "IN_TIME", "SET statement_timeout TO '100ms'")
    store = PostgresStore(postgres.database())
    with pytest.raises(Away):
        await store._do(lambda base: base.execute("SELECT pg_sleep(20)"))
    line = store._line
    assert await store.owners() == ()
    assert store._line is line
    await store.close()


@live
async def test_what_is_locked_keeps_nobody_waiting_longer_the_more_ask(postgres, monkeypatch):
    monkeypatch.setattr(lines, "ANSWER_SECONDS", 1.0)
    monkeypatch.setattr(lines, "SETTINGS", (*lines.SETTINGS, "SET lock_timeout TO '400ms'"))
    address = postgres.database()
    store = PostgresStore(address)
    begin = threading.Event()
    first = asyncio.create_task(store._do(lambda _: begin.wait(10)))
    asked = [store.own(bytes([n])) for n in range(20)]
    asked.insert(1, store.besides())
    jobs = [asyncio.create_task(one) for one in asked]
    await asyncio.sleep(0)
    with psycopg.connect(address) as admin:
        admin.execute("LOCK TABLE condotta.owner IN ACCESS EXCLUSIVE MODE")
        begun = time.monotonic()
        begin.set()
        got = await asyncio.gather(*jobs, return_exceptions=True)
        assert time.monotonic() - begun < 6
    assert await first
    assert got.pop(1) == ()
    assert {type(one) for one in got} == {Away}
    await store.own(b"then")
    assert await store.owners() == (b"then",)
    await store.close()


# ── a server that is cut off alone ───────────────────────────────────────────
@live
async def test_a_server_that_is_cut_off_sends_its_pages_to_where_the_battle_is(postgres, tmp_path):
    async with two(postgres, tmp_path, lease=1.5) as (one, other), one.browser() as here:
        made = await found(here, scenario="first")
        battle, secret = made["battle"], made["secrets"]["red"]
        async with one.page(battle, secret) as red, one.page(battle) as watcher:
            number, known = red.number, red.events
            cut_off(one.house.store)
            for page in (red, watcher):
                bye = await page.over()
                assert (bye["key"], bye["again"]) == ("server.moved", True)
        assert one.house.rooms == {}
        assert (await here.get("/readyz")).status_code == 503
        assert (await here.get(f"/api/battles/{battle}")).json()["key"] == "server.away"
        with pytest.raises(InvalidStatus):
            async with one.page(battle, secret):
                pass
        async with other.page(battle, secret, stream="red", after=number) as red:
            assert red.first == number + 1
            red.events[:0], red.first = known, 1
            assert (await red.play(red.mine()[0]))["ok"]
            joined_again(one.house.store)
            while (await here.get("/readyz")).status_code != 200:
                await asyncio.sleep(0.05)
            async with one.page(battle, secret) as led:  # to where it is by now
                assert led.number == red.number
        assert other.house.store.held == {battle}


@live
async def test_what_is_let_go_in_doubt_is_free_for_all_and_bots_play_on(postgres, tmp_path):
    """Its server lives and holds it in the database, though it does not know any more."""
    async with open_table(tmp_path, base=postgres.database(), lease=1.0) as one:
        async with one.browser() as here:
            made = await found(here, scenario="line", seats=BOTS)
        one.house.store.let_go(made["battle"])
        while made["battle"] not in one.house.rooms:
            await asyncio.sleep(0.05)


def holding(address, number, *battles):
    """Somebody who holds some battles in the database under a number."""
    with psycopg.connect(address, autocommit=True) as admin:
        for battle in battles:
            admin.execute("INSERT INTO condotta.hold VALUES (%s, %s)", (battle, number))


async def held_there(store):
    """The battles that it holds in the database."""
    return {row[0] for row in await store._do(lambda base: base.execute(
        "SELECT battle FROM hold WHERE server = ?", (store.number,)).fetchall())}  # fmt: skip


@live
async def test_what_is_let_go_and_locked_keeps_no_server_from_saying_that_it_lives(postgres):
    address = postgres.database()
    store = PostgresStore(address)
    await store.join("http://127.0.0.1:1/", "secret", b"")
    holding(address, store.number, "one", "two")
    for battle in ("one", "two"):
        store.let_go(battle)
    with psycopg.connect(address) as admin:
        admin.execute("SELECT 1 FROM condotta.hold WHERE battle = 'one' FOR SHARE")
        begun = time.monotonic()
        await store.beat()
        assert await held_there(store) == {"one"}
        admin.execute("LOCK TABLE condotta.hold IN SHARE MODE")
        await store.beat()
        assert time.monotonic() - begun < 2.5
    await store.beat()
    assert await held_there(store) == set()
    assert store._let_go == set()
    await store.close()


@live
async def test_what_is_taken_for_held_while_it_is_let_go_is_let_go(postgres):
    address = postgres.database()
    store, loop = PostgresStore(address), asyncio.get_running_loop()
    await store.join("http://127.0.0.1:1/", "secret", b"")
    holding(address, store.number, "one")
    store.let_go("one")
    felt = store._felt

    class Slow:
        def __init__(self, base):
            self.base = base

        def execute(self, said, values=(), /):
            if said == LEAVE:
                asyncio.run_coroutine_threadsafe(store.hold("one"), loop).result(10)
            return self.base.execute(said, values)

    store._felt = lambda work: felt(lambda base: work(Slow(base)))
    await store.beat()
    assert store.held == await held_there(store) == set()
    await store.close()


@live
async def test_what_was_set_up_or_taken_in_doubt_is_free_for_all_and_bots_play_on(
    postgres, tmp_path
):
    base = postgres.database()
    async with open_table(tmp_path, base=base, lease=0.6) as one, one.browser() as here:
        store = one.house.store
        await here.get("/api/battles")
        breaking(store, kept=True)
        wanted = {"scenario": "line", "seats": BOTS, "dice": "committed"}
        doubt = await here.post("/api/battles", json=wanted)
        assert doubt.json()["key"] == "server.unsure"
        while not one.house.rooms:
            await asyncio.sleep(0.05)
        (battle,) = one.house.rooms
        await store.release(battle)
        execute = store._line.execute

        def said(what, values=(), /):
            found = execute(what, values)
            if what == TAKE:
                store._line.execute = broken
            return found

        def broken(what, values=(), /):
            execute(what, values)
            store._line.base.close()
            raise psycopg.OperationalError("gone")

        store._line.execute = said
        with pytest.raises(Unsure):
            await store.hold(battle)
        assert battle not in store.held
        while battle not in one.house.rooms:
            await asyncio.sleep(0.05)
        assert await held_there(store) == {battle}


@live
async def test_a_room_that_opens_while_its_battle_is_let_go_is_none(
    postgres, tmp_path, monkeypatch
):
    base = postgres.database()
    async with open_table(tmp_path, base=base, lease=60.0) as one, one.browser() as here:
        battle = (await found(here, scenario="first"))["battle"]
        one.house.shut(battle)
        pinned = house.pin

        async def pin(*of):
            await pinned(*of)
            one.house.sharing.leave_all()

        monkeypatch.setattr(house, "pin", pin)
        late = await here.get(f"/api/battles/{battle}")
        assert (late.status_code, late.json()["key"]) == (503, "server.moved")
        assert (one.house.rooms, one.house.besides.all) == ({}, {})
        monkeypatch.undo()
        assert (await here.get(f"/api/battles/{battle}")).status_code == 200
        assert set(one.house.rooms) == {battle}


# ── a claim that nobody answered ─────────────────────────────────────────────
@pytest.mark.parametrize("through", [0, 1])
@pytest.mark.parametrize("kept", [True, False])
@live
async def test_whoever_claimed_and_had_no_answer_has_the_seat_or_may_claim_it_again(
    postgres, tmp_path, kept, through
):
    servers = two(postgres, tmp_path)
    async with servers as both, both[0].browser() as here, both[through].browser() as there:
        made = await found(here, scenario="first", seats=OPEN)
        async with both[0].page(made["battle"], made["secrets"]["red"]) as red:
            assert (await red.play(red.mine()[0]))["ok"]
        breaking(both[0].house.store, kept=kept)
        claim = {"code": made["code"], "seat": "blue", "player": "Zoé"}
        doubt = await there.post("/api/claims", json=claim)
        assert (doubt.status_code, doubt.json()["key"]) == (503, "server.unsure")
        assert "condotta" in there.cookies
        held = (await there.get(f"/api/battles/{made['battle']}")).json()
        assert ("blue" in held["you"]) is kept
        again = await there.post("/api/claims", json=claim)
        assert again.status_code == 201, again.text
        room = both[0].house.rooms[made["battle"]].room
        assert [one.why for one in room.battle.log if isinstance(one, Seated)] == ["claimed"]
        async with both[1].page(made["battle"], again.json()["secret"]) as blue:
            assert blue.welcome["you"] == ["blue"]


@live
async def test_whoever_only_looks_is_never_told_that_nobody_knows(postgres):
    store = PostgresStore(postgres.database())
    execute = store._line.execute
    loop, waits = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()

    def said(what, values=(), /):
        if what == "COMMIT":
            store._line.base.close()
        return execute(what, values)

    store._line.execute = said
    words = ("SELECT 1 FROM owner", "DELETE FROM owner", "SELECT 1 FROM battle")
    jobs = [Job(lambda base, one=one: base.execute(one), waits, loop) for one in words]
    got = store._committed(jobs)
    assert [type(refused(one)) if isinstance(one, psycopg.Error) else type(one) for one in got] == [
        Away, Unsure, Away
    ]  # fmt: skip
    await store.close()


# ── how many battles there are ───────────────────────────────────────────────
@live
async def test_battles_are_counted_that_other_servers_set_up(postgres, tmp_path):
    few = replaced(GENEROUS, battles=2)
    async with (
        two(postgres, tmp_path, limits=few) as (one, other),
        one.browser() as here,
        other.browser() as there,
    ):
        made = [await found(each, scenario="first") for each in (here, there)]
        for each in (here, there):
            full = await each.post("/api/battles", json={"scenario": "first"})
            assert (full.status_code, full.json()["key"]) == (507, "server.too-many-battles")
        away = f"/api/battles/{made[0]['battle']}/archive"
        assert (await here.post(away, json={"archived": True})).status_code == 200
        await found(there, scenario="first")


# ── the same again, elsewhere ────────────────────────────────────────────────
@live
async def test_the_same_again_at_another_server_moves_neither_battle(postgres, tmp_path):
    async with (
        two(postgres, tmp_path) as (one, other),
        one.browser() as here,
        other.browser() as there,
    ):
        made = await found(here, scenario="first", seats=OPEN)
        claim = {"code": made["code"], "seat": "blue", "player": "Zoé"}
        assert (await there.post("/api/claims", json=claim)).status_code == 201
        async with one.page(made["battle"], made["secrets"]["red"]) as red:
            done = await red.ask("command", seat="red", action={"kind": "Concede"})
            assert done["ok"], done
            path = f"/api/battles/{made['battle']}/again"
            then = (await here.post(path, json={})).json()["battle"]
            await one.house.store.release(then)  # the next one is at the other server
            assert (await there.get(f"/api/battles/{then}")).status_code == 200
            assert (one.house.store.held, other.house.store.held) == ({made["battle"]}, {then})
            for browser, seats in ((there, ["blue"]), (here, [])):
                taken = await browser.post(path, json={})
                assert taken.status_code == 201, taken.text
                assert [each["seat"] for each in taken.json()["seats"]] == seats
            async with one.browser() as stranger:
                assert (await stranger.post(path, json={})).status_code == 403
            assert red.bye is None
        assert (one.house.store.held, other.house.store.held) == ({made["battle"]}, {then})


# ── shares ───────────────────────────────────────────────────────────────────
@live
async def test_one_visitor_keeps_no_other_from_what_servers_do_for_each_other(
    postgres, tmp_path, monkeypatch
):
    shares, slow = Shares(at_once=2, waiting=1), asyncio.Event()
    monkeypatch.setattr(relaying, "SHARES", shares)
    real, loop, busy = relaying.fetched, asyncio.get_running_loop(), []

    def fetched(call, method, target, *more):
        if "slow" in target:
            busy.append(target)
            asyncio.run_coroutine_threadsafe(slow.wait(), loop).result()
        return real(call, method, target, *more)

    monkeypatch.setattr(relaying, "fetched", fetched)
    async with two(postgres, tmp_path) as (one, other), one.browser() as here:
        made = await found(here, scenario="first")
        path = f"/api/battles/{made['battle']}"
        proxied = {"x-forwarded-for": "192.0.2.7"}
        async with other.browser() as there:
            waiting = [asyncio.create_task(there.get(f"{path}?slow={n}")) for n in range(3)]
            while len(busy) < 2:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            assert len(busy) == 2
            assert (await there.get(path)).json()["key"] == "server.too-fast"
            assert (await there.get(path, headers=proxied)).status_code == 200
            slow.set()
            assert [(await each).status_code for each in waiting] == [200] * 3
    assert shares._asked == {}


async def mute(reader, writer):
    """Takes a line and whatever is said on it; pages it lets in, and says nothing more."""
    asked = (await reader.readuntil(b"\r\n\r\n")).decode()
    named = re.search("sec-websocket-key: *(.+)\r\n", asked, re.IGNORECASE)
    if named:
        said = "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        writer.write(f"{said}Sec-WebSocket-Accept: {accept_key(named[1])}\r\n\r\n".encode())
    with suppress(asyncio.CancelledError, ConnectionError):
        await asyncio.sleep(60)
    writer.close()


@asynccontextmanager
async def hanging(base, battle, *, seconds):
    """A server that holds a battle and hangs; for some seconds yet others take it for alive."""
    serving = await asyncio.start_server(mute, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{serving.sockets[0].getsockname()[1]}/"
    with psycopg.connect(base, autocommit=True) as admin:
        admin.execute(
            "INSERT INTO condotta.server (number, address, secret, key, until)"
            "VALUES (7, %s, 's', '', now() + make_interval(secs => %s))",
            (address, seconds),
        )
        admin.execute("UPDATE condotta.hold SET server = 7 WHERE battle = %s", (battle,))
    try:
        yield
    finally:
        serving.close()


@live
async def test_a_server_that_hangs_keeps_nobody_from_the_others_and_is_not_waited_for(
    postgres, tmp_path, monkeypatch
):
    monkeypatch.setattr(relaying, "SHARES", Shares(at_once=2, waiting=9))
    base = postgres.database()
    async with (
        two(postgres, tmp_path, base=base, lease=1.0) as (one, other),
        one.browser() as here,
        other.browser() as there,
    ):
        battle = (await found(here, scenario="first"))["battle"]
        healthy = (await found(there, scenario="first"))["battle"]
        one.house.store.let_go(battle)
        one.house.store._let_go.clear()
        async with hanging(base, battle, seconds=3.0):
            begun = time.monotonic()
            stuck = [asyncio.create_task(here.get(f"/api/battles/{battle}")) for _ in range(3)]
            clock = f"/api/battles/{battle}/clock"
            doubt = asyncio.create_task(there.post(clock, json={"seconds": 600}))
            await asyncio.sleep(0.2)
            assert (await here.get(f"/api/battles/{healthy}")).status_code == 200
            assert time.monotonic() - begun < 2.5
            assert [(await each).status_code for each in stuck] == [200] * 3
            assert (await doubt).json()["key"] == "server.unsure"
            assert time.monotonic() - begun < 30


@live
async def test_pages_of_a_machine_that_goes_without_a_word_are_asked_to_call_again(
    postgres, tmp_path
):
    base = postgres.database()
    async with open_table(tmp_path, base=base, lease=0.6) as one, one.browser() as here:
        battle = (await found(here, scenario="first"))["battle"]
        one.house.store.let_go(battle)
        one.house.store._let_go.clear()
        async with hanging(base, battle, seconds=600.0), one.socket(battle) as socket:
            with pytest.raises(ConnectionClosed) as why:
                async with asyncio.timeout(30):
                    await socket.recv()
            assert why.value.rcvd.code == relaying.AGAIN


@live
async def test_whoever_gives_up_waiting_gives_up_his_share():
    shares = Shares(at_once=1, waiting=1)

    async def held():
        async with shares.of("a"):
            await asyncio.sleep(60)

    doing = [asyncio.create_task(held()) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Crowded):
        async with shares.of("a"):
            pass
    for each in doing:
        each.cancel()
    await asyncio.gather(*doing, return_exceptions=True)
    async with shares.of("a"):
        pass
    assert shares._asked == {}
