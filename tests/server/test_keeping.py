"""What is kept: over restarts, in logs, in the store; and what is told when it cannot be."""

import asyncio
import re
import sqlite3
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.kernel.asks import Ask, Choose
from condotta.kernel.events import Answered, Mustered
from condotta.kernel.log import dump, encode
from condotta.kernel.records import Piece
from condotta.report.logbook import Log, in_brief, opened, verified
from condotta.server.dice.cups import cup_of, new_dice, proved
from condotta.server.rooms import opening
from condotta.server.rooms.beside import Notice
from condotta.server.store import sql
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import Full
from tests.server.live import found, live, open_table

WRITES = (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)
BOTS = [{"held_by": "bot", "bot": "random"}] * 2


async def fought(table, browser, **wanted):
    """A whole battle of bots."""
    made = await found(browser, **{"scenario": "first", "seats": BOTS, **wanted})
    async with table.page(made["battle"]) as watcher:
        while not watcher.events or watcher.view().position.ended is None:
            await watcher.until("events")
    return made


@pytest.mark.usefixtures("either_store")
@live
async def test_a_battle_goes_on_after_a_restart_with_nothing_lost(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            action = red.answer(ask)
            said = {"seat": "red", "ask": ask.id, "action": action}
            first = await red.ask("command", id="kept", **said)
            events, view = list(red.events), encode(red.view())
    async with open_table(tmp_path) as table:
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert red.events == events
            assert encode(red.view()) == view
            assert await red.ask("command", id="kept", **said) == first
            again = await red.ask("command", id="other", **said)
            assert again["refusals"][0]["key"] == "kernel.stale"
        number = len(events)
        async with table.page(
            made["battle"], made["secrets"]["red"], stream="red", after=number
        ) as red:
            assert red.first == number + 1
            assert not red.events


@pytest.mark.usefixtures("either_store")
@live
async def test_bots_go_on_after_a_restart_though_nobody_comes(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line", seats=BOTS)
    async with open_table(tmp_path) as table:
        while made["battle"] not in table.house.rooms:
            await table.house.room(made["battle"])
        async with table.page(made["battle"]) as watcher:
            before = watcher.number
            await watcher.until("events")
            assert watcher.number > before


@pytest.mark.usefixtures("either_store")
@live
async def test_dice_are_the_same_whether_or_not_the_table_was_closed(tmp_path):
    async def play(folder: Path, *, stop: bool):
        async with open_table(folder) as table, table.browser() as browser:
            made = await found(browser, scenario="first", dice="seeded", seed="7")
            first = await moved(table, made, 6 if stop else 12)
        if stop:
            async with open_table(folder) as table:
                first = await moved(table, made, 6)
        return [one for one in first if one["kind"] != "Sealed"]

    assert await play(tmp_path / "one", stop=True) == await play(tmp_path / "two", stop=False)


async def moved(table, made, times):
    battle, both = made["battle"], made["secrets"]
    async with table.page(battle, both["red"]) as red, table.page(battle, both["blue"]) as blue:
        for _ in range(times):
            page = red if red.mine() else blue
            ask = page.mine()[0]
            assert (await page.play(ask))["ok"]
            for one in (red, blue):
                while one.number < page.number:
                    await one.hear()
        return list(red.events)


@live
async def test_committed_dice_prove_themselves_and_a_changed_roll_shows(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await fought(table, browser)
        answer = await browser.get(f"/api/battles/{made['battle']}/log")
    path = tmp_path / "battle.jsonl"
    path.write_bytes(answer.content)
    log = opened(path)
    assert log.header.dice == "committed"
    proof = proved(log.events)
    assert proof.rolls > 3
    assert proof.wrong == ()
    assert verified(log) is None
    lines = answer.content.split(b"\n")
    number = next(n for n, line in enumerate(lines) if b'"Roll"' in line)
    old = msgspec.json.decode(lines[number])["said"]["pips"][0]
    lines[number] = lines[number].replace(b'"pips":[%d' % old, b'"pips":[%d' % (old % 6 + 1))
    path.write_bytes(b"\n".join(lines))
    assert proved(opened(path).events).wrong


@live
async def test_the_secret_of_the_dice_is_nowhere_before_the_end(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        room = table.house.rooms[made["battle"]].room
        secret = room.dice.secret.encode()
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            await red.play(await red.turn())
            log = await browser.get(f"/api/battles/{made['battle']}/log")
            page = await browser.get(f"/api/battles/{made['battle']}/events")
            heard = b"".join((*red.raw, log.content, page.content))
        assert len(secret) == 64
        assert secret not in heard


@live
async def test_a_running_battle_shows_only_what_one_sees(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser, table.browser() as other:
        made = await found(browser, scenario="first")
        own = await browser.get(f"/api/battles/{made['battle']}/log?seat=red")
        assert msgspec.json.decode(own.content.split(b"\n")[0])["seat"] == "red"
        assert b'"Pushed"' not in own.content
        public = await other.get(f"/api/battles/{made['battle']}/log")
        assert msgspec.json.decode(public.content.split(b"\n")[0])["seat"] == "spectators"
        report = await other.get(f"/api/battles/{made['battle']}/report")
        assert report.json()["key"] == "server.not-over"


@live
async def test_a_battle_that_is_over_shows_everything_and_has_a_report(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser, table.browser() as other:
        made = await fought(table, browser)
        whole = await other.get(f"/api/battles/{made['battle']}/log")
        assert b'"Pushed"' in whole.content
        report = await other.get(f"/api/battles/{made['battle']}/report")
        assert report.status_code == 200, report.text
        assert report.text.startswith("<!doctype html>")
        assert "sandbox" in report.headers["content-security-policy"]
        assert '<html lang="en">' in report.text
        french = (await other.get(f"/api/battles/{made['battle']}/report?lang=fr")).text
        assert '<html lang="fr">' in french
        assert "Points perdus" in french
        assert not re.search(r"\b(Turn|Lost|dice|Stands|Combats against|our decision)\b", french)


@live
async def test_a_log_is_brought_to_another_table_and_goes_on_there(tmp_path):
    async with open_table(tmp_path / "one") as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 4)
        room = table.house.rooms[made["battle"]].room
        data = dump(room.header, room.events(0))
    headers = {"content-type": "application/x-ndjson"}
    async with open_table(tmp_path / "two") as table, table.browser() as browser:
        answer = await browser.post("/api/import", content=data, headers=headers)
        assert answer.status_code == 201, answer.text
        brought = answer.json()
        secrets = {}
        for seat in ("red", "blue"):
            claim = {"code": brought["code"], "seat": seat}
            secrets[seat] = (await browser.post("/api/claims", json=claim)).json()["secret"]
        events = await moved(table, {"battle": brought["battle"], "secrets": secrets}, 4)
        seals = [one["seal"] for one in events if one["kind"] == "Sealed"]
        assert seals == ["dice", "dice 2"]


@live
async def test_a_brief_log_is_brought_in_with_all_that_follows_by_the_rules(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 4)
        room = table.house.rooms[made["battle"]].room
        whole = Log("the log", room.header, room.battle.book, tuple(room.events(0)))
        brief = in_brief(whole)
        headers = {"content-type": "application/x-ndjson"}
        answer = await browser.post("/api/import", content=brief, headers=headers)
        assert answer.status_code == 201, answer.text
        other = table.house.rooms[answer.json()["battle"]].room
        assert tuple(other.events(0))[: len(whole.events)] == whole.events
        assert other.header.brief is None
        foreign = brief.replace(b'"digest":"', b'"digest":"0', 1)
        answer = await browser.post("/api/import", content=foreign, headers=headers)
        assert answer.status_code == 400, answer.text
        assert answer.json()["key"] == "server.unverified"
        assert "this brief log was made by Condotta" in answer.json()["params"]["why"]


WRONG = {
    "cut": "import-damaged",
    "too much": "import-damaged",
    "changed": "unverified",
    "redacted": "import-redacted",
    "nothing": "import-empty",
    "endless": "unverified",
    "newer": "import-newer",
    "no log": "import-no-log",
}


def many():
    """More stands than any battle has."""
    return [Mustered(Piece(f"X{number}", "HFT", "red", "red")) for number in range(20_000)]


@pytest.mark.parametrize("wrong", WRONG)
@live
async def test_a_log_that_the_rules_do_not_give_is_refused(tmp_path, wrong):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 3)
        room = table.house.rooms[made["battle"]].room
        data = dump(room.header, room.events(0))
        lines = data.split(b"\n")
        bad = {
            "cut": data[: len(data) // 2],
            "too much": dump(room.header, (room.events(0)[0], *many())),
            "changed": b"\n".join(
                line for line in lines if b'"Told"' not in line and b"tc.4-3" not in line
            ),
            "redacted": dump(
                msgspec.structs.replace(room.header, seat="red"), room.battle.stream("red")
            ),
            "nothing": b"\n".join(lines[:1]),
            "endless": b"\n".join((*lines[:40], *lines[20:])),
            "newer": dump(msgspec.structs.replace(room.header, format=99, engine="9.0"), ()),
            "no log": b"Dear friends, " + data,
        }[wrong]
        headers = {"content-type": "application/x-ndjson"}
        answer = await browser.post("/api/import", content=bad, headers=headers)
        assert answer.status_code == 400, answer.text
        assert answer.json()["key"] == f"server.{WRONG[wrong]}"


@pytest.mark.usefixtures("either_store")
@live
async def test_a_battle_is_put_away_and_taken_out_again(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser, table.browser() as other:
        made = await found(browser, scenario="first")
        address = f"/api/battles/{made['battle']}/archive"
        refused = await other.post(address, json={"archived": True})
        assert refused.status_code == 403
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert (await browser.post(address, json={"archived": True})).status_code == 200
            assert (await red.over())["key"] == "server.archived"
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert red.welcome["archived"]
            ask = red.mine()[0]
            reply = await red.play(ask)
            assert reply["refusals"][0]["key"] == "server.archived"
        await browser.post(address, json={"archived": False})
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert (await red.play(red.mine()[0]))["ok"]


@live
async def test_what_cannot_be_kept_has_not_happened(tmp_path, monkeypatch):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with (
            table.page(made["battle"], made["secrets"]["red"]) as red,
            table.page(made["battle"]) as watcher,
        ):
            ask, view = red.mine()[0], encode(red.view())
            full = sql.insert

            def broken(*_):
                raise sqlite3.OperationalError("database or disk is full")

            monkeypatch.setattr(sql, "insert", broken)
            reply = await red.play(ask)
            assert reply["refusals"][0]["key"] == "server.store"
            assert encode(red.view()) == view
            monkeypatch.setattr(sql, "insert", full)
            assert (await red.play(ask))["ok"]
            await watcher.until("events")
            assert all(one["kind"] != "events" for one in red.heard[-1:])


@pytest.mark.usefixtures("either_store")
@live
async def test_a_rule_that_fails_costs_one_command_and_no_battle(tmp_path, monkeypatch):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        room = table.house.rooms[made["battle"]].room
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask, view = red.mine()[0], encode(red.view())

            def broken(*_):
                raise ZeroDivisionError

            monkeypatch.setattr(room.battle, "say", broken)
            reply = await red.play(ask)
            assert reply["refusals"][0]["key"] == "server.fault"
            assert encode(red.view()) == view
            assert (await red.play(ask))["ok"]


@live
async def test_a_battle_of_other_rules_can_be_looked_at_only(tmp_path, monkeypatch):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
    monkeypatch.setattr(opening, "data_digest", lambda _: "0" * 16)
    battle, secret = made["battle"], made["secrets"]["red"]
    async with open_table(tmp_path) as table, table.page(battle, secret) as red:
        reply = await red.play(red.mine()[0])
        assert reply["refusals"][0]["key"] == "server.other-rules"
        assert red.events


@live
async def test_a_folder_serves_one_table_at_a_time(tmp_path):
    async with open_table(tmp_path):
        with pytest.raises(PlainError, match="another Condotta"):
            SqliteStore(tmp_path / "table.sqlite")


def test_a_file_that_is_none_of_ours_is_a_sentence(tmp_path):
    path = tmp_path / "table.sqlite"
    path.write_bytes(b"this is no database, and long enough to be looked at" * 100)
    with pytest.raises(PlainError, match="another folder"):
        SqliteStore(path)


def test_a_newer_file_is_a_sentence(tmp_path):
    path = tmp_path / "table.sqlite"
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(PlainError, match="newer"):
        SqliteStore(path)


@live
async def test_one_failing_job_takes_no_other_with_it(tmp_path):
    store = SqliteStore(tmp_path / "table.sqlite")
    try:
        await store.own(b"one")
        with pytest.raises(Full):
            await store._do(lambda base: base.execute("INSERT INTO nowhere VALUES (1)"))
        with pytest.raises(ZeroDivisionError):
            await store._do(lambda _: 1 // 0)
        await store.own(b"two")
        assert await store.owners() == (b"one", b"two")
    finally:
        await store.close()


@live
async def test_of_many_who_come_while_it_fails_to_open_nobody_finds_another_room(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        battle = (await found(browser, scenario="first"))["battle"]
        house, load, calls = table.house, table.house.store.load, []
        house.shut(battle)

        async def loaded(name):
            calls.append(name)
            await asyncio.sleep(0.01)
            if len(calls) == 1:
                raise Full("once")
            return await load(name)

        async def comes(after):
            await asyncio.sleep(after)
            while True:
                try:
                    return (await house.room(battle)).room
                except Full:
                    continue

        house.store.load = loaded
        rooms = await asyncio.gather(*(comes(0.0005 * number) for number in range(60)))
        assert len(calls) == 2
        assert set(map(id, rooms)) == {id(house.rooms[battle].room)}


@live
async def test_a_page_that_comes_late_to_a_long_battle_hears_it_in_parts(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await fought(table, browser, scenario="line")
        async with table.page(made["battle"]) as late:
            parts = [len(one["events"]) for one in late.heard if one["kind"] == "events"]
            assert max(parts) <= 400
            page = await browser.get(f"/api/battles/{made['battle']}/events?from=2&count=7")
            assert page.json()["events"] == late.events[1:8]
            assert page.json()["from"] == 2


@live
async def test_how_far_a_battle_is_is_listed_though_it_was_kept_only_the_second_time(
    tmp_path, monkeypatch
):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        room, full = table.house.rooms[made["battle"]].room, sql.insert

        def broken(*_):
            raise sqlite3.OperationalError("database or disk is full")

        async def listed():
            one = (await browser.get("/api/battles")).json()["battles"][0]
            return one["turn"], one["phase"], tuple(one["waits"])

        battle, both = made["battle"], made["secrets"]
        seen = {await listed()}
        async with table.page(battle, both["red"]) as red, table.page(battle, both["blue"]) as blue:
            for _ in range(40):
                page = red if red.mine() else blue
                ask = page.mine()[0]
                monkeypatch.setattr(sql, "insert", broken)
                said = {"seat": ask.seat, "ask": ask.id, "action": page.answer(ask)}
                reply = await page.ask("command", **said)
                assert reply["refusals"][0]["key"] == "server.store"
                monkeypatch.setattr(sql, "insert", full)
                assert (await page.ask("command", **said))["ok"]
                for one in (red, blue):
                    while one.number < page.number:
                        await one.hear()
                position = room.battle.state.position
                assert await listed() == (position.turn, position.phase, room.waited())
                seen.add(await listed())
                if len(seen) > 2:
                    break
        assert len(seen) > 2


def nothing_written(what, *_):
    """What SQLite asks of every statement: the disk takes no row more."""
    return sqlite3.SQLITE_DENY if what in WRITES else sqlite3.SQLITE_OK


@live
async def test_whatever_a_full_disk_cannot_take_is_refused_by_one_sentence_and_not_done(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        seats = [{"held_by": "you"}, {"held_by": "open"}]
        battle = (made := await found(host, scenario="first", seats=seats))["battle"]
        code, store = table.house.rooms[battle].room.row.code, table.house.store
        table.house.besides.of(battle).notices["red"] = Notice(url="http://somewhere/", lang="en")
        before = (await host.get("/api/battles")).text
        sent = {
            "/api/battles": {"seats": seats, "scenario": "first"},
            "/api/claims": {"code": code, "seat": "blue", "player": "Zoé"},
            "/api/owner": {"key": table.key},
            f"/api/battles/{battle}/archive": {"archived": True},
            f"/api/battles/{battle}/seats/red": {"to": "open"},
            f"/api/battles/{battle}/clock": {"seconds": 600},
            f"/api/battles/{battle}/notices": {"seat": "red", "url": ""},
        }
        await store._do(lambda base: base.set_authorizer(nothing_written))
        answers = {path: await host.post(path, json=said) for path, said in sent.items()}
        answers["/open"] = await host.get(f"/open/{table.key}")
        async with table.page(battle, made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            reply = await red.ask("command", seat="red", ask=ask.id, action=red.answer(ask))
        after = (await host.get("/api/battles")).text
        await store._do(lambda base: base.set_authorizer(None))
        done = await host.post(f"/api/battles/{battle}/archive", json={"archived": True})
    assert {path: (one.status_code, one.json()["key"]) for path, one in answers.items()} == (
        dict.fromkeys(answers, (507, "server.store"))
    )
    assert reply["refusals"][0]["key"] == "server.store"
    assert after == before
    assert done.status_code == 200


def test_no_roll_of_committed_dice_is_settled_before_the_choice():
    """What is chosen openly is mixed into the dice that it leads to, and into all after them."""
    dice = new_dice("committed")
    ask = Ask("chance", "melee dice", "TC-3.1", dice=8, id=9)

    def rolled(said):
        return cup_of(dice, [Answered(8, "red", "movement", Choose(said))]).answer(ask)

    assert rolled("left") == rolled("left")
    assert rolled("left").pips != rolled("right").pips


@live
async def test_a_job_that_fails_half_way_leaves_nothing(tmp_path):
    store = SqliteStore(tmp_path / "table.sqlite")

    def half(base):
        base.execute("INSERT INTO owner VALUES (?)", (b"half",))
        raise ZeroDivisionError

    try:
        with pytest.raises(ZeroDivisionError):
            await store._do(half)
        assert await store.owners() == ()
    finally:
        await store.close()


def test_gt_4_2_where_a_seed_is_known_nothing_that_is_asked_in_secret_follows_from_it():
    dice = new_dice("seeded", "7")
    ask = Ask("chance", "seal", "GT-4.2", dice=40, id=3)
    hidden = replace(ask, secret=True)
    assert cup_of(dice, ()).answer(ask) == cup_of(dice, ()).answer(ask)
    drawn = [cup_of(dice, ()).answer(hidden).pips for _ in range(2)]
    assert len({*drawn, cup_of(dice, ()).answer(ask).pips}) == 3
