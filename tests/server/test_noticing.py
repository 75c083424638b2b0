"""Notices when something goes wrong: a store that is full, a seat that is given up meanwhile."""

import asyncio

import msgspec
import pytest

from condotta.server.reasons import Refused
from condotta.server.rooms.beside import Notice
from condotta.server.store.store import Full
from condotta.server.workers.posting import Poster
from tests.server.live import found, live, open_table
from tests.server.test_beside import CHAT, SOON, Club, brisk
from tests.server.test_doors import OPEN, refusal

__all__ = ["brisk"]


@pytest.mark.parametrize("what", ["beside", "glance"])
@pytest.mark.usefixtures("brisk")
@live
async def test_a_store_that_is_full_for_a_while_delays_a_notice_and_ends_nothing(
    what, tmp_path, monkeypatch
):
    async with (
        Club() as club,
        open_table(tmp_path, SOON, poster=Poster(private=True)) as table,
        table.browser() as host,
    ):
        made = await found(host, scenario="first", seats=OPEN)
        notice = Notice(url=club.url, lang="en")
        table.house.besides.of(made["battle"]).notices["red"] = notice
        tries = []

        async def full(*_):
            tries.append(what)
            raise Full("no room on the disk")

        with monkeypatch.context() as patch:
            patch.setattr(table.house.store, what, full)
            async with asyncio.timeout(20):
                while len(tries) < 3:
                    await asyncio.sleep(0.02)
        assert len(await club.until(1)) == 1
        kept = dict(await table.house.store.besides())[made["battle"]]
        assert msgspec.json.decode(kept)["told"] == ["red"]
        await asyncio.sleep(0.3)
        assert len(club.told) == 1


@pytest.mark.usefixtures("brisk")
@live
async def test_the_house_looks_after_itself_though_something_failed_once(tmp_path, monkeypatch):
    async with open_table(tmp_path) as table:
        tries, tend = [], table.house.besides.tend

        async def broken(here):
            tries.append(here)
            if len(tries) == 1:
                raise ZeroDivisionError
            await tend(here)

        monkeypatch.setattr(table.house.besides, "tend", broken)
        async with asyncio.timeout(20):
            while len(tries) < 3:
                await asyncio.sleep(0.02)


@live
async def test_what_could_not_be_kept_beside_a_battle_is_kept_later(tmp_path, monkeypatch):
    async with open_table(tmp_path) as table, table.browser() as host:
        battle = (await found(host, scenario="first", seats=OPEN))["battle"]
        besides = table.house.besides
        besides.of(battle).notices["red"] = Notice(url=CHAT, lang="en")

        async def full(*_):
            raise Full("no room on the disk")

        with monkeypatch.context() as patch:
            patch.setattr(table.house.store, "beside", full)
            with pytest.raises(Refused) as why:
                await besides.keep(battle)
            assert why.value.key == "server.store"
        assert battle not in dict(await table.house.store.besides())
        await besides.keep_all()
        assert CHAT.encode() in dict(await table.house.store.besides())[battle]


class Slow(Poster):
    """Messages arrive when the test lets them."""

    def __init__(self):
        super().__init__()
        self.sending, self.arrives = asyncio.Event(), asyncio.Event()

    async def post(self, *_, **__):
        self.sending.set()
        await self.arrives.wait()
        return True


@live
async def test_who_gives_a_seat_up_before_the_first_message_arrives_hears_nothing_of_it(tmp_path):
    slow = Slow()
    async with (
        open_table(tmp_path, poster=slow) as table,
        table.browser() as host,
        table.browser() as guest,
    ):
        made = await found(host, scenario="first", seats=OPEN)
        one = f"/api/battles/{made['battle']}"
        asked = asyncio.ensure_future(
            host.post(f"{one}/notices", json={"url": CHAT, "seat": "red"})
        )
        await slow.sending.wait()
        assert (await host.post(f"{one}/seats/red", json={"to": "open"})).status_code == 200
        claim = {"code": made["code"], "seat": "red", "player": "Bren"}
        assert (await guest.post("/api/claims", json=claim)).status_code == 201
        slow.arrives.set()
        assert refusal(await asked, 403) == "server.not-your-seat"
        assert table.house.besides.of(made["battle"]).notices == {}
        again = await guest.post(f"{one}/notices", json={"url": CHAT, "seat": "red"})
        assert again.status_code == 200
        assert table.house.besides.of(made["battle"]).notices.keys() == {"red"}
