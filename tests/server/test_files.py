"""Logs that the table gives, read by the command line."""

import msgspec

from condotta.cli.app import main
from condotta.kernel.events import Opened, Sealed
from condotta.kernel.log import encode
from condotta.report.logbook import opened
from condotta.server.dice.cups import new_dice, proved
from tests.server.live import found, live, open_table
from tests.server.test_beside import over as over_between_two
from tests.server.test_keeping import fought


@live
async def fetch(folder, *, over):
    async with open_table(folder / "data") as table, table.browser() as browser:
        if over:
            made = await fought(table, browser)
        else:
            made = await found(browser, scenario="first")
        seat = "" if over else "?seat=red"
        log = await browser.get(f"/api/battles/{made['battle']}/log{seat}")
        (folder / "battle.jsonl").write_bytes(log.content)


def test_a_whole_log_verifies_with_its_dice(tmp_path, capsys):
    fetch(tmp_path, over=True)
    path = str(tmp_path / "battle.jsonl")
    assert main(["replay", path, "--verify"]) == 0
    assert "follow from the secret" in capsys.readouterr().out
    assert main(["report", path, "--out", str(tmp_path / "page.html")]) == 0


def test_the_log_of_one_seat_can_be_told_but_not_verified(tmp_path, capsys):
    fetch(tmp_path, over=False)
    path = str(tmp_path / "battle.jsonl")
    assert main(["replay", path]) == 0
    assert main(["replay", path, "--verify"]) == 2
    assert "only a whole log" in capsys.readouterr().err


@live
async def test_once_a_battle_is_over_the_log_of_a_seat_is_still_what_it_saw(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        battle = await over_between_two(table, host, guest)
        room = (await table.house.room(battle)).room
        saved = {
            seat: (await host.get(f"/api/battles/{battle}/log?seat={seat}")).content
            for seat in ("red", "spectators")
        }
        whole = (await host.get(f"/api/battles/{battle}/log")).content
        for seat, data in saved.items():
            header, *lines = data.rstrip().split(b"\n")
            assert msgspec.json.decode(header)["seat"] == seat
            assert lines == [encode(event) for event in room.battle.stream(seat)]
            assert len(data) < len(whole)


def test_a_secret_that_was_not_sealed_proves_nothing(tmp_path):
    fetch(tmp_path, over=True)
    events = opened(tmp_path / "battle.jsonl").events
    other = new_dice("committed")
    changed = [
        Opened(one.seal, other.secret, one.salt) if isinstance(one, Opened) else one
        for one in events
    ]
    assert proved(events).wrong == ()
    assert any("not the one that was sealed" in why for why in proved(changed).wrong)
    assert any(isinstance(one, Sealed) for one in events)
