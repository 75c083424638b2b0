"""The same again: bound to its dice, seats kept for whom they are, notices of whose it is."""

import json

import pytest

from condotta.kernel.events import Sealed
from condotta.kernel.log import encode
from condotta.report.logbook import given, read, verified
from condotta.server.rooms.dice import proved
from tests.server.live import found, live, open_table
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
