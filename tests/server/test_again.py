"""The same again: bound to its dice, seats kept for whom they are, notices of whose it is."""

import json

import pytest

from condotta.kernel.events import Sealed
from condotta.kernel.log import encode
from condotta.report.deciding import given
from condotta.report.logbook import SEED, read, verified
from condotta.server.dice.cups import proved
from condotta.server.rooms.beside import Notice
from condotta.server.rooms.founding import imported, refounded
from tests.browser.rooms import fought
from tests.server.live import found, live, open_table
from tests.server.test_beside import CHAT, over, seats_of
from tests.server.test_doors import refusal
from tests.server.test_positions import SMALL
from tests.server.test_positions import over as ended

BOTS = [{"held_by": "bot", "bot": "random"}] * 2


async def sat_down(browser, made, seat):
    """Take a seat of a bot, by whoever set the battle up."""
    one = f"/api/battles/{made['battle']}/seats/{seat}"
    assert (await browser.post(one, json={"to": "open"})).status_code == 200
    claim = {"code": made["code"], "seat": seat, "player": "Aude"}
    assert (await browser.post("/api/claims", json=claim)).status_code == 201


async def whole_log(browser, battle):
    await ended(browser, battle)
    return read((await browser.get(f"/api/battles/{battle}/log")).content, "the log")


@pytest.mark.parametrize("start", [{"scenario": "first"}, {"position": json.dumps(SMALL)}])
@live
async def test_the_same_again_is_bound_to_dice_of_its_own_before_the_first_roll(start, tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, seats=BOTS, dice="committed", **start)
        first = await whole_log(host, made["battle"])
        await sat_down(host, made, "red")
        opened = await host.post(f"/api/battles/{made['battle']}/again", json={})
        assert opened.status_code == 201, opened.text
        next_one = f"/api/battles/{opened.json()['battle']}"
        await host.post(f"{next_one}/seats/red", json={"to": "bot", "bot": "random"})
        again = await whole_log(host, opened.json()["battle"])
    assert again.header.dice == "committed"
    assert again.header.given == first.header.given
    count = first.header.given or given(first.events)
    sealed, before = [
        [one for one in log.events if isinstance(one, Sealed)] for log in (again, first)
    ]
    assert len(sealed) == len(before) == 1
    assert sealed[0] in again.events[:count]
    assert sealed != before
    assert [encode(one) for one in again.events[:count] if one not in sealed] == [
        encode(one) for one in first.events[:count] if one not in before
    ]
    assert verified(again) is None
    proof = proved(again.events)
    assert proof is not None
    assert (proof.wrong, proof.rolls > 0) == ((), True)


@live
async def test_the_next_battle_is_not_told_the_seed_nor_the_bots_of_the_one_before(tmp_path):
    """What a log from the command line says of its dice and players is not true of the next."""
    header, story = fought("17").split(b"\n", 1)
    said = {**json.loads(header)["title"], SEED: "17", "red": "random", "scenario": "first"}
    titled = encode({**json.loads(header), "title": said}) + b"\n" + story
    async with open_table(tmp_path) as table, table.browser() as host:
        row = (await table.house.keep(refounded(imported(titled), b""))).row
        claim = {"code": row.code, "seat": "red", "player": "Aude"}
        assert (await host.post("/api/claims", json=claim)).status_code == 201
        made = (await host.post(f"/api/battles/{row.battle}/again", json={})).json()
        first, again = [
            (await table.house.room(one)).room.header for one in (row.battle, made["battle"])
        ]
    assert first.title == said
    assert again.title == {"name": f"{said['name']} (2)", "scenario": "first"}


@live
async def test_a_seat_of_the_next_battle_is_kept_for_whom_it_was_though_another_took_the_old(
    tmp_path,
):
    async with (
        open_table(tmp_path) as table,
        table.browser() as host,
        table.browser() as guest,
        table.browser() as stranger,
    ):
        battle = await over(table, host, guest)
        made = (await host.post(f"/api/battles/{battle}/again", json={})).json()
        await guest.post(f"/api/battles/{battle}/seats/blue", json={"to": "open"})
        code = (await stranger.get(f"/api/battles/{battle}")).json()["code"]
        claim = {"code": code, "seat": "blue", "player": "Cole"}
        assert (await stranger.post("/api/claims", json=claim)).status_code == 201
        refused = await stranger.post(f"/api/battles/{battle}/again", json={})
        assert refusal(refused, 409) == "server.seat-kept"
        _, seats = await seats_of(host, made["battle"])
        assert seats["blue"] == ("kept", "Bren")
        claim = {"code": made["code"], "seat": "blue", "player": "Bren"}
        assert (await guest.post("/api/claims", json=claim)).status_code == 201


@live
async def test_who_is_invited_may_come_with_the_secret_of_his_seat(tmp_path):
    async with (
        open_table(tmp_path) as table,
        table.browser() as host,
        table.browser() as guest,
        table.browser() as elsewhere,
    ):
        made = await found(host, scenario="first", seats=BOTS)
        await ended(host, made["battle"])
        await sat_down(host, made, "red")
        one = f"/api/battles/{made['battle']}"
        await host.post(f"{one}/seats/blue", json={"to": "open"})
        claim = {"code": made["code"], "seat": "blue", "player": "Bren"}
        secret = (await guest.post("/api/claims", json=claim)).json()["secret"]
        opened = (await host.post(f"{one}/again", json={})).json()
        held = {"Authorization": f"Bearer {secret}"}
        joined = await elsewhere.post(f"{one}/again", json={}, headers=held)
        assert [each["seat"] for each in joined.json()["seats"]] == ["blue"]
        _, seats = await seats_of(elsewhere, opened["battle"])
        assert seats["blue"] == ("you", "Bren")


@pytest.mark.parametrize(("opener", "told"), [("host", {"", "blue"}), ("guest", {"blue"})])
@live
async def test_where_all_turns_are_told_goes_along_only_if_its_host_opens_the_next(
    opener, told, tmp_path
):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=BOTS)
        await ended(host, made["battle"])
        await sat_down(host, made, "red")
        one = f"/api/battles/{made['battle']}"
        await host.post(f"{one}/seats/blue", json={"to": "open"})
        claim = {"code": made["code"], "seat": "blue", "player": "Bren"}
        assert (await guest.post("/api/claims", json=claim)).status_code == 201
        besides = table.house.besides
        ours, own = Notice(url=CHAT, lang="en"), Notice(url=f"{CHAT}/blue", lang="fr")
        besides.of(made["battle"]).notices = {"": ours, "blue": own}
        browser = {"host": host, "guest": guest}[opener]
        opened = (await browser.post(f"{one}/again", json={})).json()["battle"]
        notices = besides.of(opened).notices
        assert notices.keys() == told
        assert notices["blue"] == own
        assert besides.of(made["battle"]).notices == {"": ours, "blue": own}


@live
async def test_the_next_battle_is_found_though_another_server_conducts_it(postgres, tmp_path):
    """Who comes to the old battle is led to where the next one is, and neither of them moves."""
    base = postgres.database()
    async with (
        open_table(tmp_path, base=base) as one,
        open_table(tmp_path, base=base) as other,
        one.browser() as red,
        other.browser() as blue,
    ):
        row = (await one.house.keep(refounded(imported(fought("17")), b""))).row
        for browser, seat in ((red, "red"), (blue, "blue")):
            claim = {"code": row.code, "seat": seat, "player": seat}
            assert (await browser.post("/api/claims", json=claim)).status_code == 201
        again = f"/api/battles/{row.battle}/again"
        made = (await blue.post(again, json={})).json()
        assert one.house.store.held == {row.battle, made["battle"]}
        await one.house.store.release(made["battle"])
        assert (await blue.get(f"/api/battles/{made['battle']}")).status_code == 200
        assert other.house.store.held == {made["battle"]}
        taken = await red.post(again, json={})
        assert (taken.status_code, taken.json()["battle"]) == (201, made["battle"])
        assert [one["seat"] for one in taken.json()["seats"]] == ["red"]
        assert one.house.store.held == {row.battle}
        assert other.house.store.held == {made["battle"]}
