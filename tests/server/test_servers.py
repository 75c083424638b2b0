"""Several servers over one database: each battle is one's, reached through all, never forked."""

import asyncio
import signal
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from condotta.server.http.guards import let
from condotta.server.http.helping import helped
from condotta.server.http.relaying import MARK, Relayed
from condotta.server.limits import Rate, Visitors
from condotta.server.store.store import Lost
from condotta.server.workers.hands import Errand, Gone, Hand, Helped
from condotta.server.workers.thinker import Lengthen
from condotta.server.workers.thinkers import Thinkers
from tests.server.live import found, live, open_table

KEY = "the key of the house"
BOTS = [{"held_by": "bot", "bot": "random"}] * 2


@asynccontextmanager
async def two(postgres, tmp_path, **how):
    """Two servers over a new database."""
    base = how.pop("base", None) or postgres.database()
    async with (
        open_table(tmp_path, base=base, **how) as one,
        open_table(tmp_path, base=base, **how) as other,
    ):
        yield one, other


async def heard(pages, number):
    """Let all pages hear up to that number."""
    for page in pages:
        while page.number < number:
            await page.hear()


@live
async def test_a_battle_is_held_by_one_server_and_reached_through_each(postgres, tmp_path):
    async with (
        two(postgres, tmp_path) as (one, other),
        one.browser() as here,
        other.browser() as there,
    ):
        made = await found(here, scenario="first")
        battle, secrets = made["battle"], made["secrets"]
        assert one.house.store.held == {battle}
        there.cookies = here.cookies
        for path in (f"/api/battles/{battle}", f"/api/rooms/{made['code']}",
                     f"/api/battles/{battle}/events?count=5", "/api/battles"):  # fmt: skip
            first, second = await here.get(path), await there.get(path)
            assert (first.status_code, first.content) == (second.status_code, second.content)
            assert first.headers.keys() == second.headers.keys()
        async with (
            one.page(battle, secrets["red"]) as red,
            other.page(battle, secrets["blue"]) as blue,
        ):
            for _ in range(8):
                page = red if red.mine() else blue
                assert (await page.play(page.mine()[0]))["ok"]
                await heard((red, blue), page.number)
        clock = await there.post(f"/api/battles/{battle}/clock", json={"seconds": 600})
        assert clock.status_code == 200
        for browser in (here, there):
            (row,) = (await browser.get("/api/battles")).json()["battles"]
            assert row["clock"] in (600, 0)
        assert one.house.besides.of(battle).seconds == 600
        assert (await there.get("/api/battles")).json()["battles"][0]["clock"] == 600
        assert set(other.house.rooms) == other.house.store.held == set()
        over = await there.get(f"/api/battles/{battle}/report")
        assert over.json()["key"] == "server.not-over"
        for browser in (here, there):
            assert (await browser.get("/api/battles/nothing")).json()["key"] == "server.no-battle"


@live
async def test_seats_are_claimed_and_given_back_through_any_server(postgres, tmp_path):
    async with (
        two(postgres, tmp_path) as (one, other),
        one.browser() as here,
        other.browser() as there,
    ):
        made = await found(here, scenario="first", seats=[{"held_by": "you"}, {"held_by": "open"}])
        claim = {"code": made["code"], "seat": "blue", "player": "Zoé"}
        claimed = await there.post("/api/claims", json=claim)
        assert claimed.status_code == 201
        assert "condotta" in there.cookies
        seat = f"/api/battles/{made['battle']}/seats/blue"
        assert (await there.post(seat, json={"to": "open"})).status_code == 200
        assert (await there.post("/api/claims", json=claim)).status_code == 201
        assert (await here.post("/api/claims", json=claim)).json()["key"] == "server.seat-taken"


@live
async def test_a_server_that_was_taken_for_dead_can_keep_nothing_any_more(postgres, tmp_path):
    """It sleeps, another takes its battle, and it wakes up in the middle of a command."""
    async with (
        two(postgres, tmp_path, lease=60.0) as (one, other),
        one.browser() as here,
    ):
        made = await found(here, scenario="first")
        battle, secret = made["battle"], made["secrets"]["red"]
        async with one.page(battle, secret) as red:
            said = {"seat": "red", "ask": red.mine()[0].id, "action": red.answer(red.mine()[0])}
            await one.house.store._do(lambda base: base.execute(
                "UPDATE server SET until = now() WHERE number = ?", (one.house.store.number,)
            ))  # fmt: skip
            async with other.page(battle, secret) as taken:
                assert other.house.store.held == {battle}
                await red.send({"kind": "command", "id": "asleep", **said})
                bye = await red.over()
                assert (bye["key"], bye["again"]) == ("server.moved", True)
                assert not [one for one in red.heard if one["kind"] == "reply"]
                assert battle not in one.house.rooms
                async with one.page(battle, secret) as again:  # led to where it is
                    assert again.number == taken.number
                    assert (await again.ask("command", id="asleep", **said))["ok"]
                    await heard((taken,), again.number)
        with pytest.raises(Lost):
            await one.house.store.archive(battle, archived=True)


@live
async def test_a_server_that_stops_leaves_its_battles_to_the_others_at_once(postgres, tmp_path):
    base = postgres.database()
    async with open_table(tmp_path, base=base, lease=60.0) as other, other.browser() as there:
        async with open_table(tmp_path, base=base, lease=60.0) as one, one.browser() as here:
            made = await found(here, scenario="first")
            async with one.page(made["battle"], made["secrets"]["red"]) as red:
                assert (await red.play(red.mine()[0]))["ok"]
                number, mark = red.number, red.heard[-1]
        assert mark
        assert (await there.get(f"/api/battles/{made['battle']}")).status_code == 200
        async with other.page(made["battle"], made["secrets"]["red"], stream="red",
                              after=number) as red:  # fmt: skip
            assert red.first == number + 1
        assert other.house.store.held == {made["battle"]}


@live
async def test_bots_of_a_server_that_is_gone_play_on_though_nobody_comes(postgres, tmp_path):
    async with two(postgres, tmp_path, lease=1.0) as (one, other), one.browser() as here:
        made = await found(here, scenario="line", seats=BOTS)
        for task in one.house._tasks:
            task.cancel()  # it says nothing any more
        while made["battle"] not in other.house.rooms:
            await asyncio.sleep(0.05)
        async with other.page(made["battle"]) as watcher:
            before = watcher.number
            await watcher.until("events")
            assert watcher.number > before


@live
async def test_while_the_database_is_away_acts_are_refused_by_one_sentence_then_it_goes_on(
    postgres, tmp_path
):
    async with two(postgres, tmp_path, lease=60.0) as (one, other), one.browser() as here:
        made = await found(here, scenario="first")
        battle, secret = made["battle"], made["secrets"]["red"]
        async with other.page(battle, secret) as red, one.page(battle) as watcher:
            ask, number = red.mine()[0], red.number
            postgres.stop(signal.SIGQUIT)
            try:
                for _ in range(3):
                    reply = await red.play(ask)
                    assert [why["key"] for why in reply["refusals"]] == ["server.away"]
                listed = await here.get("/api/battles")
                assert (listed.status_code, listed.json()["key"]) == (503, "server.away")
            finally:
                postgres.start()
            while not (reply := await red.play(ask))["ok"]:
                assert [why["key"] for why in reply["refusals"]] == ["server.away"]
                await asyncio.sleep(0.1)
            assert red.number > number
            await heard((watcher,), reply["number"])
            assert (red.bye, watcher.bye) == (None, None)


@live
async def test_while_the_database_is_away_for_long_no_server_is_ready_then_pages_come_back(
    postgres, tmp_path
):
    """None knows whether another conducts its battles by now: each lets them go."""
    async with two(postgres, tmp_path, lease=1.5) as (one, other), one.browser() as here:
        made = await found(here, scenario="first")
        battle, secret = made["battle"], made["secrets"]["red"]
        async with other.page(battle, secret) as red:
            number = red.number
            postgres.stop(signal.SIGQUIT)
            try:
                bye = await red.over()
                assert (bye["key"], bye["again"]) == ("server.moved", True)
                assert (await here.get("/readyz")).status_code == 503
                assert (await here.get("/healthz")).status_code == 200
            finally:
                postgres.start()
        while (await here.get("/readyz")).status_code != 200:
            await asyncio.sleep(0.1)
        async with one.page(battle, secret) as red:
            assert red.number == number
            assert (await red.play(red.mine()[0]))["ok"]


@pytest.mark.parametrize("kept", [True, False])
@live
async def test_a_line_that_breaks_while_something_is_kept_leaves_nobody_in_doubt(
    postgres, tmp_path, kept
):
    """Nobody knows whether it was kept: no refusal says it was not, and said again it is once."""
    async with two(postgres, tmp_path) as (one, _), one.browser() as here:
        made = await found(here, scenario="first")
        battle, secret = made["battle"], made["secrets"]["red"]
        async with one.page(battle, secret) as red:
            said = {"seat": "red", "ask": red.mine()[0].id, "action": red.answer(red.mine()[0])}
            length = red.number
            broken = breaking(one.house.store, kept=kept)
            await red.send({"kind": "command", "id": "once", **said})
            bye = await red.over()
            assert (bye["key"], bye["again"]) == ("server.moved", True)
            assert not [one for one in red.heard if one["kind"] == "reply"]
            assert broken == ["COMMIT"]
        async with one.page(battle, secret) as red:
            assert (red.number > length) is kept
            reply = await red.ask("command", id="once", **said)
            assert reply["ok"]
            assert red.number == reply["number"]


def breaking(store, *, kept):
    """The line breaks at the next commit of a command, before or after it is done."""
    execute, broken, wrote = store._line.execute, [], []

    def said(what, values=(), /):
        wrote.append(what.startswith("INSERT INTO batch"))
        if what == "COMMIT" and any(wrote):
            broken.append(what)
            if kept:
                execute(what)
            store._line.base.close()
        return execute(what, values)

    store._line.execute = said
    return broken


@live
async def test_whoever_shows_the_key_of_one_server_is_an_owner_at_each(postgres, tmp_path):
    async with two(postgres, tmp_path) as (one, other), other.browser() as there:
        await other.house.sharing.look()
        one.house.key, key = one.house.key, one.key
        assert (await there.get(f"/open/{key}")).status_code == 303
        async with one.browser() as here:
            here.cookies = there.cookies
            assert (await here.get("/api/about")).json()["owner"]


@live
async def test_bots_think_on_other_machines_and_play_on_when_these_go_away(
    postgres, tmp_path, monkeypatch
):
    here, plainly, far = [], Thinkers.do, Hand.asked
    there = []

    async def at_home(workers, job, seconds, **_):
        if isinstance(workers, Helped):
            here.append(job)
        return await plainly(workers, job, seconds)

    async def elsewhere(hand, errand):
        result = await far(hand, errand)
        there.append(errand.job)
        return result

    monkeypatch.setattr(Thinkers, "do", at_home)
    monkeypatch.setattr(Hand, "asked", elsewhere)
    base = postgres.database()
    async with open_table(tmp_path, base=base) as one, one.browser() as browser:
        helping = asyncio.create_task(helped(base, 2))
        while len(one.house.thinkers._hands) < 2:
            await asyncio.sleep(0.05)
        made = await found(browser, scenario="line", seats=BOTS)
        async with one.page(made["battle"]) as watcher:
            while len(there) < 3:
                await watcher.until("events")
            assert here == []
            helping.cancel()
            await asyncio.gather(helping, return_exceptions=True)
            while len(here) < 3:
                await watcher.until("events")
            assert one.house.rooms[made["battle"]].bots.given_up == set()


@live
async def test_no_stranger_lends_a_hand(postgres, tmp_path):
    base = postgres.database()
    async with open_table(tmp_path, base=base) as one:
        address = f"ws://127.0.0.1:{one.port}/hands"
        for shown in ({}, {MARK: "another secret"}, {MARK: "secret 1 http worker"}):
            with pytest.raises(InvalidStatus):
                await connect(address, additional_headers=shown, proxy=None)
        assert one.house.thinkers._hands == []


@live
async def test_what_is_passed_on_for_a_visitor_is_never_a_hand(postgres, tmp_path):
    """Whoever has the servers speak to each other for him gets nothing of what bots see."""
    base = postgres.database()
    async with open_table(tmp_path, base=base) as one:
        address, secret = f"ws://127.0.0.1:{one.port}/hands", one.house.sharing.secret
        with pytest.raises(InvalidStatus):
            await connect(
                address, additional_headers={MARK: f"{secret} 1 http 192.0.2.7"}, proxy=None
            )
        async with connect(
            address, additional_headers={MARK: f"{secret} 0 http worker"}, proxy=None
        ):
            while not one.house.thinkers._hands:
                await asyncio.sleep(0.02)


@live
async def test_what_was_meant_for_another_server_is_not_taken_for_a_visitors(postgres, tmp_path):
    """It would be passed on in a circle, to the same address."""
    async with open_table(tmp_path, base=postgres.database()) as one, one.browser() as browser:
        answer = await browser.get("/api/about", headers={MARK: "another 1 http 192.0.2.7"})
        assert answer.status_code == 503


@live
async def test_a_hand_that_says_nothing_is_let_go(monkeypatch):
    monkeypatch.setattr("condotta.server.workers.hands.FARTHER_SECONDS", 0.05)
    closed = []

    class Silent:
        async def send_text(self, _):
            pass

        async def close(self):
            closed.append(True)

    hand = Hand(Silent())
    with pytest.raises(Gone):
        await hand.asked(Errand(job=Lengthen(log=""), seconds=0.05))
    assert hand.gone
    assert closed


def test_nobody_passes_for_another_without_the_secret():
    relayed = Relayed(None, "secret")
    assert relayed.read("secret 1 https 192.0.2.7").visitor == "192.0.2.7"
    assert relayed.read("another 1 https 192.0.2.7") is None
    assert relayed.read("") is None
    assert relayed.read("é 1") is None


@live
async def test_a_battle_that_cannot_be_opened_is_left_to_others(postgres, tmp_path, monkeypatch):
    """Held and not open, nobody would look for it."""
    base = postgres.database()
    async with open_table(tmp_path, base=base) as one, one.browser() as browser:
        made = await found(browser, scenario="first")
        one.house.lose(made["battle"])
        one.house.store.held.discard(made["battle"])

        async def broken(_):
            raise OSError("busy")

        monkeypatch.setattr(one.house.store, "load", broken)
        await one.house.resume([made["battle"]])
        assert made["battle"] not in one.house.store.held


def test_whoever_is_let_in_is_counted_once_however_often_it_is_tried():
    doors, scope = Visitors(Rate(0, 1)), {"client": ("192.0.2.7", 1)}
    assert [let(doors, scope) for _ in range(3)] == [True] * 3
    assert not let(doors, {"client": ("192.0.2.7", 1)})
    assert let(doors, {"client": ("192.0.2.8", 1)})
