"""A disk that takes nothing, or not all, or gives back something else: nothing is half done."""

import asyncio
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from itertools import count
from pathlib import Path

import msgspec
import pytest

from condotta.errors import PlainError
from condotta.kernel.log import dump
from condotta.kernel.shared_dice import chain
from condotta.server.rooms.beside import Notice
from condotta.server.store import sqlite
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import Batch, BattleRow, Damaged, Full, SeatRow
from tests.server.live import found, live, open_table
from tests.server.test_keeping import moved
from tests.server.test_shared_dice import Player, by_seat, rolled, told

FILE = "table.sqlite"
ROOT = Path(__file__).resolve().parents[2]
TABLES = {
    "battle": "SELECT * FROM battle",
    "seat": "SELECT * FROM seat",
    "batch": "SELECT * FROM batch",
    "owner": "SELECT * FROM owner",
    "beside": "SELECT * FROM beside",
}


def unix(test):
    """A test of what Windows has not: limits of files, who may read them, killing by a signal."""
    return None if sys.platform == "win32" else test


class Disk:
    """A disk that takes every write but one, the how manyth says `at`."""

    def __init__(self, monkeypatch):
        self.at = self.count = 0
        monkeypatch.setattr(sqlite, "committed", self.committed)

    def committed(self, base, jobs):
        return [self.one(base, job) for job in jobs]

    def one(self, base, job):
        base.execute("BEGIN IMMEDIATE")
        before = base.total_changes
        try:
            result = job.work(base)
        except Exception as why:  # noqa: BLE001 - as the store does
            base.execute("ROLLBACK")
            return why
        self.count += base.total_changes > before
        if base.total_changes > before and self.count == self.at:
            base.execute("ROLLBACK")
            return sqlite3.OperationalError("database or disk is full")
        base.execute("COMMIT")
        return result


async def contents(store):
    """Everything that is kept."""
    return await store._do(
        lambda base: {name: base.execute(said).fetchall() for name, said in TABLES.items()}
    )


class Trials:
    """Does things on a table whose disk fails at each write in turn, until one goes through."""

    def __init__(self, table, disk):
        self.table, self.disk = table, disk
        self.refused = 0
        self.done = {}

    async def __call__(self, name, act):
        """Whatever is refused is not done; whatever is not refused is."""
        for at in count(1):
            before = await contents(self.table.house.store)
            self.disk.at, self.disk.count = at, 0
            said = await act()
            failed = self.disk.count >= at
            self.disk.at = 0
            after = await contents(self.table.house.store)
            if said == "server.store":
                assert failed, name
                assert after == before, name
                self.refused += 1
                continue
            assert said == "", (name, said)
            assert after != before, name
            self.done[name] = at - 1
            return


def key(answer):
    """Why a request was refused; nothing where it was not."""
    return "" if answer.status_code < 400 else answer.json()["key"]


def why(reply):
    """The same of a command."""
    return "" if reply["ok"] else reply["refusals"][0]["key"]


CHAT = "https://chat.example/hook"
SEATS = [{"held_by": "you"}, {"held_by": "open"}]
WANTED = {"seats": SEATS, "scenario": "first", "dice": "committed"}


def posting(path, said, who):
    """Somebody asks for something over HTTP."""

    async def post():
        return key(await who.post(path, json=said))

    return post


@live
async def test_whichever_write_fails_at_the_door_what_is_refused_is_not_done_and_the_rest_is(
    tmp_path, monkeypatch
):
    disk = Disk(monkeypatch)
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        trial = Trials(table, disk)
        battle = (await found(host, **WANTED))["battle"]
        code, beside = table.house.rooms[battle].room.row.code, table.house.besides.of(battle)
        one, told_of = f"/api/battles/{battle}", {"clock": 60, "notices": CHAT}
        await trial("found", posting("/api/battles", WANTED, host))
        await trial("found beside", posting("/api/battles", {**WANTED, **told_of}, host))
        await trial("claim", posting("/api/claims", {"code": code, "seat": "blue"}, guest))
        await trial("own", posting("/api/owner", {"key": table.key}, host))
        beside.notices["red"] = Notice(url=CHAT, lang="en")
        await trial("notice", posting(f"{one}/notices", {"seat": "red", "url": ""}, host))
        await trial("clock", posting(f"{one}/clock", {"seconds": 600}, host))
        beside.notices["red"] = Notice(url=CHAT, lang="en")
        await trial("give back", posting(f"{one}/seats/red", {"to": "open"}, host))
        await trial("put away", posting(f"{one}/archive", {"archived": True}, host))
        await trial("take out", posting(f"{one}/archive", {"archived": False}, host))
        listed = (await host.get("/api/battles")).json()
    assert trial.refused == len(trial.done)
    async with open_table(tmp_path) as table, table.browser(cookie=cookies(host)) as host:
        assert (await host.get("/api/battles")).json() == listed
        assert not table.house.besides.of(battle).notices


@live
async def test_whichever_write_fails_at_the_table_what_is_refused_is_not_done_and_the_rest_is(
    tmp_path, monkeypatch
):
    disk = Disk(monkeypatch)
    async with open_table(tmp_path) as table, table.browser() as host:
        trial = Trials(table, disk)
        made = await found(host, scenario="first")
        room = table.house.rooms[made["battle"]].room
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            action = red.answer(ask)

            def saying(kind, **said):
                async def say():
                    return why(await red.ask(kind, seat="red", **said))

                return say

            await trial("command", saying("command", ask=ask.id, action=action))
            if "red" in red.waiting["undo"]:
                await trial("undo", saying("undo"))
            log = dump(room.header, room.events(0))
            await trial("give up", saying("command", action={"kind": "Concede"}))

        async def bring_in():
            headers = {"content-type": "application/x-ndjson"}
            return key(await host.post("/api/import", content=log, headers=headers))

        await trial("bring in", bring_in)
        await trial("again", posting(f"/api/battles/{made['battle']}/again", {}, host))
        listed = (await host.get("/api/battles")).json()
        events = red.events
    assert trial.refused == len(trial.done) >= 4
    async with open_table(tmp_path) as table, table.browser(cookie=cookies(host)) as host:
        assert (await host.get("/api/battles")).json() == listed
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert red.events == events


def cookies(browser):
    return "; ".join(f"{name}={value}" for name, value in browser.cookies.items())


@live
async def test_words_and_bindings_that_the_disk_could_not_take_are_not_called_lacking(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("condotta.server.rooms.room.TIRED", 0.2)
    disk = Disk(monkeypatch)
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first", dice="shared")
        battle, both = made["battle"], made["secrets"]
        async with table.page(battle, both["red"]) as one, table.page(battle, both["blue"]) as two:
            red, blue = Player(one, "red"), Player(two, "blue")
            for player in (red, blue):
                disk.at, disk.count = 1, 0
                await player.bind()
                assert (await player.page.until("error"))["key"] == "server.store"
            while told(one)["wanted"] == 0:
                await red.listen()
            red.request = red.request or told(one)["wanted"]
            if not red.said:
                await red.say()
            while told(two)["wanted"] == 0:
                await two.hear()
            blue.request = told(two)["wanted"]
            disk.at, disk.count = 1, 0
            await blue.say()
            assert (await two.until("error"))["key"] == "server.store"
            while not rolled(one) or not by_seat(one)["red"]["said"]:
                await red.listen()
            rows = by_seat(one).values()
    assert [(row["said"], row["lacked"]) for row in rows] == [(1, 0), (1, 0)]
    assert chain("seed of red", 400)[0] in {row["digest"] for row in rows}


@live
async def test_a_refused_command_is_not_done_with_the_next_one_though_nothing_can_be_read(
    tmp_path, monkeypatch
):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        real, broken = sqlite.committed, sqlite3.OperationalError("disk I/O error")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = red.mine()[0]
            action = red.answer(ask)
            monkeypatch.setattr(sqlite, "committed", lambda _, jobs: [broken] * len(jobs))
            for _ in range(2):
                reply = await red.ask("command", seat="red", ask=ask.id, action=action)
                assert why(reply) == "server.store"
            room = table.house.rooms[made["battle"]].room
            assert len(room.battle.log) == room.kept
            monkeypatch.setattr(sqlite, "committed", real)
            assert (await red.ask("command", seat="red", ask=ask.id, action=action))["ok"]
    battle, secret = made["battle"], made["secrets"]["red"]
    async with open_table(tmp_path) as table, table.page(battle, secret) as again:
        assert again.events == red.events


# ── bytes that do not reach the disk ─────────────────────────────────────────
ROW = BattleRow(battle="b", code="CODE", title="Cannae", header=b"{}", dice=b"{}")


def batch(number, size=900):
    return Batch(
        start=number, count=1, lines=b"x" * size, seat="red", command=f"c{number}", said=b"d"
    )


FULL = """
import asyncio, os, resource, sys
from pathlib import Path
from condotta.server.store.sqlite import SqliteStore
from condotta.server.store.store import Full
from tests.server.test_disk import ROW, batch
folder = Path(sys.argv[1])
most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
async def main():
    store = SqliteStore(folder / "table.sqlite")
    await store.found(ROW, (), batch(1))
    number, refused = 2, 0
    for room in range(0, 13_000, 650):
        size = (folder / "table.sqlite-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, most))
        try:
            while True:
                await store.append("b", batch(number), None)
                number += 1
        except Full:
            refused += 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        if room % 1300:
            await store.append("b", batch(number), None)
            number += 1
    print(number - 1, refused, flush=True)
    os._exit(9)
asyncio.run(main())
"""


@unix
def test_a_write_that_is_cut_short_at_any_byte_is_refused_and_leaves_nothing(tmp_path):
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, env=env,
        check=False,
    )  # fmt: skip
    assert ran.returncode == 9, ran.stderr
    done, refused = map(int, ran.stdout.split())
    assert refused == 20
    kept = asyncio.run(loaded(tmp_path / FILE))
    assert [one.command for one in kept.batches] == [f"c{number + 1}" for number in range(done)]


async def loaded(path):
    """The battle of a file."""
    store = SqliteStore(path)
    try:
        return await store.load("b")
    finally:
        await store.close()


@live
async def test_a_journal_torn_at_any_byte_holds_all_that_had_reached_the_disk(tmp_path):
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    store = SqliteStore(here / FILE)
    journal, sizes = here / f"{FILE}-wal", []
    try:
        await store.found(ROW, (), batch(1))
        for number in range(2, 9):
            sizes.append(journal.stat().st_size)
            await store.append("b", batch(number), None)
        data, whole = (here / FILE).read_bytes(), journal.read_bytes()
    finally:
        await store.close()
    for cut in range(sizes[2], len(whole), 1009):
        for tail in (b"", b"\xa5" * (len(whole) - cut), whole[:500]):
            shutil.rmtree(there, ignore_errors=True)
            there.mkdir()
            (there / FILE).write_bytes(data)
            (there / f"{FILE}-wal").write_bytes(whole[:cut] + tail)
            kept = await loaded(there / FILE)
            durable = sum(size <= cut for size in sizes)
            assert [one.start for one in kept.batches] == list(range(1, len(kept.batches) + 1))
            assert len(kept.batches) >= durable


@live
async def test_a_file_that_is_cut_off_or_spoilt_says_so(tmp_path):
    path = tmp_path / FILE
    store = SqliteStore(path)
    await store.found(msgspec.structs.replace(ROW, header=b"x" * 20_000), (), batch(1))
    await store.close()
    whole = path.read_bytes()
    for spoilt in (whole[: len(whole) - 9000], whole[:4096] + b"\xa5" * 4096 + whole[8192:]):
        path.write_bytes(spoilt)
        with pytest.raises(PlainError, match=r"is damaged .*put a copy of the folder back"):
            SqliteStore(path)
    path.write_bytes(whole)
    assert (await loaded(path)).batches


# ── records that are damaged ─────────────────────────────────────────────────
SPOILT = {
    "header": "UPDATE battle SET header = x'7b22' WHERE id = ?",
    "dice": "UPDATE battle SET dice = x'00' WHERE id = ?",
    "waits": "UPDATE battle SET waits = '[1' WHERE id = ?",
    "winners": "UPDATE battle SET winners = '{}' WHERE id = ?",
    "title": "UPDATE battle SET title = CAST(x'ff41' AS TEXT), header = x'' WHERE id = ?",
    "line": "UPDATE batch SET lines = substr(lines, 1, length(lines) - 9) WHERE battle = ?",
    "event": "UPDATE batch SET lines = CAST(replace(lines, 'Mustered', 'Musterea') AS BLOB) "
    "WHERE battle = ?",
    "piece": "UPDATE batch SET lines = CAST(replace(lines, 'Mustered', 'Placed') AS BLOB) "
    "WHERE battle = ?",
    "words": "DELETE FROM batch WHERE battle = ? AND CAST(lines AS TEXT) LIKE '%Told%'",
    "gap": "DELETE FROM batch WHERE battle = ? AND start = 1",
    "beside": "INSERT OR REPLACE INTO beside VALUES (?, x'7b')",
}


@pytest.mark.parametrize("what", SPOILT)
@live
async def test_a_damaged_battle_says_so_and_harms_no_other(tmp_path, what):
    async with open_table(tmp_path) as table, table.browser() as host:
        good, bad = await found(host, scenario="first"), await found(host, scenario="line")
        async with table.page(bad["battle"], bad["secrets"]["red"]) as red:
            words = {"kind": "Speak", "text": "Nothing follows from it."}
            assert (await red.ask("command", seat="red", action=words))["ok"]
        await moved(table, bad, 2)
    base = sqlite3.connect(tmp_path / FILE)
    base.execute(SPOILT[what], (bad["battle"],))
    base.commit()
    base.close()
    async with open_table(tmp_path) as table, table.browser(cookie=cookies(host)) as host:
        rows = {one["battle"]: one for one in (await host.get("/api/battles")).json()["battles"]}
        assert set(rows) == {good["battle"], bad["battle"]}
        assert not rows[good["battle"]]["damaged"]
        assert rows[bad["battle"]]["damaged"] == (what in ("header", "title", "waits", "winners"))
        answer = await host.get(f"/api/battles/{bad['battle']}/log")
        if what == "beside":
            assert answer.status_code == 200
        else:
            assert (answer.status_code, answer.json()["key"]) == (500, "server.damaged")
            assert "copy of the folder" in answer.json()["text"]
        async with table.page(good["battle"], good["secrets"]["red"]) as red:
            assert (await red.play(red.mine()[0]))["ok"]


@live
async def test_a_battle_that_a_newer_version_wrote_says_so(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first")
    base = sqlite3.connect(tmp_path / FILE)
    newer = (
        """UPDATE battle SET header = CAST(replace(header, '"format":1', '"format":99') AS BLOB)"""
    )
    base.execute(newer)
    base.commit()
    base.close()
    async with open_table(tmp_path) as table, table.browser() as host:
        answer = await host.get(f"/api/battles/{made['battle']}/log")
        assert (answer.status_code, answer.json()["key"]) == (409, "server.newer")


@live
async def test_a_page_of_the_file_that_cannot_be_read_is_damage_and_not_a_full_disk(tmp_path):
    path = tmp_path / FILE
    store = SqliteStore(path)
    await store.found(ROW, (SeatRow(seat="red", side="red"),), batch(1, 30_000))
    await store.close()
    whole = path.read_bytes()
    at = whole.index(b"x" * 4000) + 4096
    path.write_bytes(
        whole[: at // 4096 * 4096] + b"\xff" * 4096 + whole[at // 4096 * 4096 + 4096 :]
    )
    store = SqliteStore(path)
    try:
        with pytest.raises(Damaged):
            await store.load("b")
        await store.own(b"somebody")
    finally:
        await store.close()


# ── who may use the file ─────────────────────────────────────────────────────
@unix
@live
async def test_nobody_else_reads_the_secrets_of_dice_though_the_folder_lies_open(tmp_path):
    tmp_path.chmod(0o755)
    old = os.umask(0o022)
    try:
        for _ in range(2):
            store = SqliteStore(tmp_path / FILE)
            await store.own(b"one")
            modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
            assert set(modes.values()) == {0o600}, modes
            await store.close()
            (tmp_path / FILE).chmod(0o644)
    finally:
        os.umask(old)


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("condotta.server.store.file.os.open", refuse)
    with pytest.raises(PlainError, match=r"Read-only file system.*let it be read and written"):
        SqliteStore(tmp_path / FILE)


@live
async def test_a_disk_that_becomes_read_only_refuses_and_goes_on_when_it_is_not_any_more(tmp_path):
    store = SqliteStore(tmp_path / FILE)
    try:
        await store.found(ROW, (), batch(1))
        await store._do(lambda base: base.execute("PRAGMA query_only = ON").fetchall())
        with pytest.raises(Full):
            await store.append("b", batch(2), None)
        store._base.execute("PRAGMA query_only = OFF")
        await store.append("b", batch(2), None)
        kept = await store.load("b")
        assert [one.start for one in kept.batches] == [1, 2]
    finally:
        await store.close()


HOLD = """
import sys, time
from pathlib import Path
from condotta.errors import PlainError
from condotta.server.store.sqlite import SqliteStore
try:
    store = SqliteStore(Path(sys.argv[1]))
except PlainError as why:
    print(why, flush=True)
else:
    print("open", flush=True)
    time.sleep(60)
"""


@unix
@live
async def test_a_second_table_is_refused_and_a_dead_one_bars_nobody(tmp_path):
    path = str(tmp_path / FILE)
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    def start():
        words = [sys.executable, "-c", HOLD, path]
        return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=env)

    with start() as first:
        assert first.stdout.readline() == "open\n"
        with start() as second:
            assert "if another Condotta uses this folder, stop it" in second.stdout.readline()
        with pytest.raises(PlainError, match="another Condotta"):
            SqliteStore(tmp_path / FILE)
        first.send_signal(signal.SIGKILL)
    store = SqliteStore(tmp_path / FILE)
    await store.own(b"one")
    await store.close()
