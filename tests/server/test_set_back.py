"""An older copy of the folder put back, rules that have changed, clocks that leap."""

import shutil
import sqlite3
import time

import msgspec
import pytest

from condotta.kernel.log import Header
from condotta.report import logbook
from condotta.report.logbook import read, rules_digest, verified
from condotta.server.rooms import pinning, room
from condotta.server.rooms.beside import Notice
from condotta.server.steady import steady
from tests.server.live import found, live, open_table
from tests.server.test_keeping import fought, moved
from tests.server.test_shared_dice import Player, told

FILE = "table.sqlite"


def heard(page):
    """What a page says when it calls back."""
    marks = [one["mark"] for one in page.heard if one["kind"] == "events"]
    return {"stream": page.welcome["stream"], "after": page.number, "mark": marks[-1]}


# ── an older copy ────────────────────────────────────────────────────────────
@pytest.mark.usefixtures("either_store")
@live
async def test_a_page_that_was_cut_off_goes_on_where_it_was_though_the_table_was_opened_anew(
    tmp_path,
):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 3)
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            known, number = heard(red), red.number
    async with open_table(tmp_path) as table:
        await moved(table, made, 2)
        async with table.page(made["battle"], made["secrets"]["red"], **known) as again:
            assert not again.welcome["set_back"]
            assert again.first == number + 1
            assert again.events


@pytest.mark.parametrize("further", [0, 9], ids=["shorter", "longer"])
@live
async def test_where_an_older_copy_was_put_back_the_page_begins_afresh_and_is_told(
    tmp_path, further
):
    here, copy = tmp_path / "here", tmp_path / "copy"
    async with open_table(here) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 2)
    shutil.copytree(here, copy)
    async with open_table(here) as table:
        await moved(table, made, 4)
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            known, before = heard(red), list(red.events)
    shutil.rmtree(here)
    copy.rename(here)
    async with open_table(here) as table:
        await otherwise(table, made)
        await moved(table, made, further)
        async with table.page(made["battle"], made["secrets"]["red"], **known) as red:
            assert red.welcome["set_back"]
            assert red.first == 1
            assert (red.number < len(before)) == (not further)
            assert red.events[: len(before)] != before[: red.number]
            known = heard(red)
        async with table.page(made["battle"], made["secrets"]["red"], **known) as red:
            assert not red.welcome["set_back"]
            assert not red.events


async def otherwise(table, made):
    """Somebody says in the copy what was not said before it was put back."""
    async with table.page(made["battle"], made["secrets"]["red"]) as red:
        said = {"kind": "Speak", "text": "Once more."}
        reply = await red.ask("command", seat="red", action=said)
        assert reply["ok"], reply


@live
async def test_the_mark_of_a_stream_follows_from_nothing_but_what_its_audience_was_told(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line")
        await moved(table, made, 6)
        marks = []
        for page in (1, 7, 400):
            feed = table.house.rooms[made["battle"]].room.feed(("red",))
            feed._marks.clear()
            for number in range(0, feed.count, page):
                feed.mark(number)
            marks.append([feed.mark(number) for number in range(feed.count + 1)])
    assert marks[0] == marks[1] == marks[2]
    assert len(set(marks[0])) == len(marks[0])
    assert marks[0][0] == ""


# ── other rules ──────────────────────────────────────────────────────────────
def header_in(folder):
    """The header that is kept of the only battle."""
    base = sqlite3.connect(folder / FILE)
    (data,) = base.execute("SELECT header FROM battle").fetchone()
    base.close()
    return msgspec.json.decode(data, type=Header)


@pytest.fixture
def other_rules(monkeypatch):
    """Another version's rules, which say the same."""

    def digest():
        return "0" * 16

    def change():
        for module in (logbook, pinning):
            monkeypatch.setattr(module, "rules_digest", digest)
        monkeypatch.setattr("condotta.__version__", "0.2.0")

    return change


@live
async def test_a_battle_is_pinned_to_its_rules_and_goes_on_by_others_that_say_the_same(
    tmp_path, other_rules
):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 3)
        count = table.house.rooms[made["battle"]].room.kept
    begun = header_in(tmp_path)
    assert (begun.rules, begun.before) == (rules_digest(), ())
    other_rules()
    async with open_table(tmp_path) as table:
        await moved(table, made, 2)
    now = header_in(tmp_path)
    assert (now.engine, now.rules) == ("0.2.0", "0" * 16)
    assert [(one.until, one.engine, one.rules) for one in now.before] == [
        (count, begun.engine, begun.rules)
    ]


@live
async def test_a_battle_that_other_rules_lead_another_way_says_so_and_can_be_looked_at(
    tmp_path, other_rules
):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 3)
    base = sqlite3.connect(tmp_path / FILE)
    ruled = 'lines = CAST(replace(lines, \'"clause":"TC\', \'"clause":"TX\') AS BLOB)'
    base.execute(f"UPDATE batch SET {ruled}")  # noqa: S608 - nothing of it comes from outside
    base.commit()
    base.close()
    battle, secret = made["battle"], made["secrets"]["red"]
    async with open_table(tmp_path) as table, table.page(battle, secret) as red:
        assert table.house.rooms[battle].room.closed is None
    other_rules()
    async with open_table(tmp_path) as table, table.page(battle, secret) as red:
        assert red.events
        closed = table.house.rooms[battle].room.closed
        assert closed is not None
        assert closed.key == "server.other-rules"
    assert header_in(tmp_path).rules != "0" * 16


@live
async def test_a_battle_that_is_over_is_never_decided_again(tmp_path, other_rules, monkeypatch):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await fought(table, browser)
        before = (await browser.get(f"/api/battles/{made['battle']}/log")).content
    other_rules()

    def decide(*_):
        raise AssertionError("a battle that is over needs no rules")

    monkeypatch.setattr(pinning, "worked_out", decide)
    async with open_table(tmp_path) as table, table.browser() as browser:
        after = (await browser.get(f"/api/battles/{made['battle']}/log")).content
    assert after == before
    log = read(after, "the log")
    assert log.header.rules
    assert verified(log) is None


@live
async def test_a_log_that_is_brought_in_goes_on_by_the_rules_of_here_decided_again_once(
    tmp_path, other_rules, monkeypatch
):
    async with open_table(tmp_path / "one") as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 3)
        one = table.house.rooms[made["battle"]].room
        log = logbook.dump(one.header, one.events(0))
    other_rules()

    def decide(*_):
        raise AssertionError("it was decided again as it was brought in")

    monkeypatch.setattr(pinning, "worked_out", decide)
    headers = {"content-type": "application/x-ndjson"}
    async with open_table(tmp_path / "two") as table, table.browser() as browser:
        answer = await browser.post("/api/import", content=log, headers=headers)
        assert answer.status_code == 201, answer.text
        header = table.house.rooms[answer.json()["battle"]].room.header
    assert (header.rules, header.before[0].rules) == ("0" * 16, one.header.rules)


# ── clocks ───────────────────────────────────────────────────────────────────
@live
async def test_a_clock_that_is_set_back_leaves_the_list_true(tmp_path, monkeypatch):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        await moved(table, made, 1)
        await otherwise(table, made)
        back = time.time() - 7200
        monkeypatch.setattr(room.time, "time", lambda: back)
        await otherwise(table, made)
        listed = (await browser.get("/api/battles")).json()["battles"][0]
        assert listed["updated"] == int(back)


def leaps(monkeypatch, seconds):
    """The machine's clock leaps, as where it slept, or somebody set it."""
    real = steady._clock
    monkeypatch.setattr(steady, "_clock", lambda: real() + seconds)


@pytest.mark.parametrize("seconds", [8 * 3600, -8 * 3600])
@live
async def test_a_machine_that_slept_takes_nobodys_time(tmp_path, monkeypatch, seconds):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first", clock=600)
        beside = table.house.besides.of(made["battle"])
        beside.notices["red"] = Notice(url="https://chat.example/hook", lang="en")
        limits = table.house.limits.notice_seconds
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            await red.until("clock") if not any(m["kind"] == "clock" for m in red.heard) else None
            leaps(monkeypatch, seconds)
            assert (await red.play(red.mine()[0]))["ok"]
            clock = beside.clock(steady())
        assert 0 <= sum(clock.used.values()) < 30
        assert beside.due((), steady(), limits) == ()


@live
async def test_after_a_sleep_pages_have_their_time_to_come_back_with_their_words(
    tmp_path, monkeypatch
):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first", dice="shared")
        battle, both = made["battle"], made["secrets"]
        one = table.house.rooms[battle].room
        async with table.page(battle, both["red"]) as first:
            red = Player(first, "red")
            await red.bind()
            async with table.page(battle, both["blue"]) as second:
                await Player(second, "blue").bind()
                while not told(first)["wanted"]:
                    await first.hear()
        leaps(monkeypatch, 8 * 3600)
        async with one.lock:
            await one.go_on()
        assert one.mixing.told(one.battle).waits == ("red", "blue")
