"""Beside a battle: the same again, clocks, who watches, pictures, notices of whose turn it is."""

import asyncio
import sqlite3
from contextlib import suppress
from types import SimpleNamespace

import msgspec
import pytest

from condotta.bots.seat import make
from condotta.kernel.asks import Ask
from condotta.kernel.events import Asked
from condotta.kernel.records import CHANCE
from condotta.rules.triumph.movement.moves import Move
from condotta.server.dice.cups import new_dice
from condotta.server.door_forms import ClockSet
from condotta.server.http.besides_http import set_clock
from condotta.server.limits import Rate
from condotta.server.protocol import Next
from condotta.server.reasons import Refused
from condotta.server.rooms import besides, opening
from condotta.server.rooms import room as room_module
from condotta.server.rooms.beside import Beside, ClockKept, Kept, Notice
from condotta.server.rooms.founding import imported, refounded, waited
from condotta.server.rooms.handing import Change
from condotta.server.rooms.seating import Visitor
from condotta.server.steady import steady
from condotta.server.store.file import SCHEMA
from condotta.server.workers import posting, tidying
from condotta.server.workers.posting import Failed, Poster, checked, public, reachable
from tests.browser.rooms import fought
from tests.kernel import toy
from tests.server.live import BOOK, GENEROUS, found, live, open_table
from tests.server.test_doors import OPEN, cookie_of, refusal
from tests.server.worlds import worlds

SOON = msgspec.structs.replace(GENEROUS, notice_seconds=0.2, notices=Rate(1000, 1000))
CHAT = "https://chat.example/hook/secret-part"


# ── the same again ───────────────────────────────────────────────────────────
async def over(table, host, guest):
    """A battle that is over, at which two people sat."""
    made = (await table.house.keep(refounded(imported(fought("17")), b""))).row
    for browser, seat, player in ((host, "red", "Aude"), (guest, "blue", "Bren")):
        claim = {"code": made.code, "seat": seat, "player": player}
        assert (await browser.post("/api/claims", json=claim)).status_code == 201
    return made.battle


async def seats_of(browser, battle):
    room = (await browser.get(f"/api/battles/{battle}")).json()
    return room, {one["seat"]: (one["held_by"], one["player"]) for one in room["seats"]}


@live
async def test_one_press_opens_the_same_battle_again_and_invites_everybody(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        battle = await over(table, host, guest)
        async with table.page(battle, cookie=cookie_of(guest)) as blue:
            made = (await host.post(f"/api/battles/{battle}/again", json={})).json()
            told = (await blue.until("presence"))["next"]
            seats = {"red": "red", "blue": "blue"}
            assert told == {"battle": made["battle"], "by": "Aude", "seats": seats}
        room, seats = await seats_of(guest, made["battle"])
        assert seats == {"red": ("person", "Aude"), "blue": ("kept", "Bren")}
        assert room["invited"] == ["blue"]
        assert room["title"].endswith("(2)")
        assert (room["turn"], room["winners"]) == (1, None)
        listed = (await guest.get("/api/battles")).json()["battles"]
        assert made["battle"] in [one["battle"] for one in listed]
        joined = await guest.post(f"/api/battles/{battle}/again", json={"turned": True})
        assert [one["seat"] for one in joined.json()["seats"]] == ["blue"]
        assert joined.json()["battle"] == made["battle"]
        _, seats = await seats_of(guest, made["battle"])
        assert seats["blue"] == ("you", "Bren")


@live
async def test_the_same_again_begins_with_what_the_first_began_with(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        battle = await over(table, host, guest)
        made = (await host.post(f"/api/battles/{battle}/again", json={})).json()
        one, two = [(await table.house.room(name)).room for name in (battle, made["battle"])]
        assert one.header.settings == two.header.settings
        first, again = (begun_with(room.battle.log) for room in (one, two))
        assert len(first) > 10
        assert again == first
        assert (two.header.dice, two.dice.mode) == ("seeded", "seeded")


def begun_with(log):
    """What there was before anything was asked."""
    return log[: next(number for number, event in enumerate(log) if isinstance(event, Asked))]


@live
async def test_seats_may_turn_by_one_and_the_invitation_survives_a_restart(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        battle = await over(table, host, guest)
        made = (await host.post(f"/api/battles/{battle}/again", json={"turned": True})).json()
        assert [one["seat"] for one in made["seats"]] == ["blue"]
        cookie = cookie_of(guest)
    async with open_table(tmp_path) as table, table.browser(cookie=cookie) as guest:
        async with table.page(battle, cookie=cookie) as blue:
            told = next(one for one in blue.heard if one["kind"] == "presence")["next"]
            assert told["battle"] == made["battle"]
            assert told["seats"] == {"red": "blue", "blue": "red"}
        room, seats = await seats_of(guest, made["battle"])
        assert seats == {"red": ("kept", "Bren"), "blue": ("person", "Aude")}
        claim = {"code": room["code"], "seat": "red", "player": "Bren"}
        async with table.browser() as stranger:
            answer = await stranger.post("/api/claims", json=claim)
            assert refusal(answer, 409) == "server.seat-kept"
        assert (await guest.post("/api/claims", json=claim)).status_code == 201


@live
async def test_a_seat_that_is_kept_is_freed_by_the_host_and_bots_come_along(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        battle = await over(table, host, guest)
        bot = {"to": "bot", "bot": "random"}
        await guest.post(f"/api/battles/{battle}/seats/blue", json=bot)
        made = (await host.post(f"/api/battles/{battle}/again", json={})).json()
        room, seats = await seats_of(host, made["battle"])
        assert seats["blue"] == ("bot", "")
        assert [one["bot"] for one in room["seats"]] == ["", "random"]
        refused = await guest.post(f"/api/battles/{battle}/again", json={})
        assert refusal(refused, 403) == "server.not-seated"


@live
async def test_nothing_is_opened_again_before_it_is_over(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first", seats=OPEN)
        answer = await host.post(f"/api/battles/{made['battle']}/again", json={})
        assert refusal(answer, 409) == "server.not-over"


# ── clocks ───────────────────────────────────────────────────────────────────
def test_a_clock_counts_only_while_a_question_is_open():
    beside = Beside(Kept(clock=ClockKept(seconds=60)))
    assert beside.wait(("red",), 100.0)
    assert not beside.wait(("red",), 110.0)
    assert beside.wait(("blue",), 130.0)
    assert beside.clock(135.0).used == {"red": 30, "blue": 5}
    assert beside.wait((), 140.0)
    shown = beside.clock(500.0)
    assert (shown.used, shown.running) == ({"red": 30, "blue": 10}, ())


def test_a_clock_that_is_stopped_counts_for_nobody_and_one_that_is_over_goes_on():
    beside = Beside(Kept(clock=ClockKept(seconds=10)))
    beside.wait(("red",), 0.0)
    beside.set_clock(10, 4.0, paused=True)
    assert beside.clock(50.0).used == {"red": 4}
    assert beside.clock(50.0).running == ()
    beside.set_clock(10, 50.0, paused=False)
    assert beside.clock(70.0).used == {"red": 24}
    beside.set_clock(0, 80.0, paused=False)
    assert beside.clock(90.0).used == {}


def test_time_in_which_the_table_was_closed_counts_for_nobody():
    before = Beside(Kept(clock=ClockKept(seconds=60)))
    before.wait(("red",), 1000.0)
    after = Beside(msgspec.json.decode(msgspec.json.encode(before.kept(1007.0)), type=Kept))
    after.wait(("red",), 3.0)
    assert after.clock(5.0).used == {"red": 9}


@live
async def test_the_clock_is_seen_by_all_and_kept_over_a_restart(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=OPEN, clock=600)
        battle = made["battle"]
        async with table.page(battle) as watcher:
            clock = next(one for one in watcher.heard if one["kind"] == "clock")
            assert clock["seconds"] == 600
            assert clock["running"] == ["red"]
            answer = await guest.post(f"/api/battles/{battle}/clock", json={"paused": True})
            assert refusal(answer, 403) == "server.not-host"
            await host.post(f"/api/battles/{battle}/clock", json={"paused": True})
            assert (await watcher.until("clock"))["paused"]
            await host.post(f"/api/battles/{battle}/clock", json={"seconds": 900, "paused": False})
            assert (await watcher.until("clock"))["seconds"] == 900
        assert (await host.get(f"/api/battles/{battle}")).json()["clock"] == 900
        table.house.besides.of(battle).used["red"] = 77.0
        odd = await host.post(f"/api/battles/{battle}/clock", json={"seconds": 10**9})
        assert refusal(odd, 400) == "server.clock"
    async with open_table(tmp_path) as table, table.page(battle) as watcher:
        clock = next(one for one in watcher.heard if one["kind"] == "clock")
        assert clock["used"]["red"] in (77, 78)
        assert clock["seconds"] == 900


@live
async def test_two_who_set_a_clock_at_once_are_both_heard(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first", seats=OPEN, clock=600)
        room = (await table.house.room(made["battle"])).room
        who = Visitor(room.seating.row("red").person)
        async with room.lock:
            both = [
                asyncio.ensure_future(set_clock(table.house, made["battle"], asked, who))
                for asked in (ClockSet(seconds=900), ClockSet(paused=True))
            ]
            await asyncio.sleep(0.05)
        await asyncio.gather(*both)
        assert (room.beside.seconds, room.beside.paused) == (900, True)


@live
async def test_who_gave_his_seat_up_while_he_waited_stops_no_clock(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host, table.browser() as guest:
        made = await found(host, scenario="first", seats=OPEN, clock=600)
        claim = {"code": made["code"], "seat": "blue", "player": "Bren"}
        assert (await guest.post("/api/claims", json=claim)).status_code == 201
        room = (await table.house.room(made["battle"])).room
        row = room.seating.row("blue")
        async with room.lock:
            asked = asyncio.ensure_future(
                set_clock(table.house, made["battle"], ClockSet(paused=True), Visitor(row.person))
            )
            await asyncio.sleep(0.05)
            left = {"held": "open", "player": "", "secret": b"", "person": b""}
            await room.reseat(msgspec.structs.replace(row, **left), Change("left"))
        with pytest.raises(Refused) as why:
            await asked
        assert why.value.key == "server.not-host"
        assert not room.beside.paused


@live
async def test_without_a_clock_nobody_hears_of_one(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first", seats=OPEN)
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            await red.play(red.mine()[0])
            assert all(one["kind"] != "clock" for one in red.heard)


# ── who watches, whom the table waits for ────────────────────────────────────
@live
async def test_whoever_watches_is_named_if_he_says_how_he_is_called(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first", seats=OPEN)
        async with table.page(made["battle"], made["secrets"]["red"], name="Aude") as red:
            async with (
                table.page(made["battle"], name=" Zoé\u202e ") as _,
                table.page(made["battle"]) as nameless,
            ):
                told = next(one for one in nameless.heard if one["kind"] == "presence")
                assert (told["watching"], told["watchers"]) == (2, ["Zoé"])
            told = await red.until("presence", watching=0)
            assert told["watchers"] == []


def test_a_question_that_onlookers_may_not_know_of_waits_for_nobody():
    open_, hidden, dice = (
        Ask(seat=seat, window="w", clause="X", id=number)
        for number, seat in enumerate(("red", "blue", CHANCE), start=1)
    )
    battle = SimpleNamespace(
        state=SimpleNamespace(position=SimpleNamespace(ended=None)),
        waiting=lambda: (open_, hidden, dice),
        view=lambda _: SimpleNamespace(asks=(open_, dice)),
    )
    assert waited(battle, ("blue", "red"), new_dice("seeded")) == ("red",)
    assert waited(battle, ("blue", "red"), new_dice("typed")) == ("red", CHANCE)


@live
async def test_the_list_says_whose_turn_it_is_and_shows_a_picture_without_opening_it(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first", seats=OPEN)
        address = f"/api/battles/{made['battle']}/picture"
        first = await host.get(address)
        assert first.headers["content-type"].startswith("image/svg+xml")
        assert first.text.count("<rect") > 5
        assert (await host.get(f"{address}?dark")).text != first.text
        table.house.shut(made["battle"])
        assert (await host.get(address)).text == first.text
        assert (await host.get("/api/battles")).json()["battles"][0]["waits"] == ["red"]
        assert made["battle"] not in table.house.rooms
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            while "Move" not in (ask := await red.turn()).says:
                await red.play(ask)
            tries = (make("random", BOOK, f"{n}").answer(red.view(), ask) for n in range(100))
            move = msgspec.to_builtins(next(one for one in tries if isinstance(one, Move)))
            reply = await red.ask("command", seat="red", ask=ask.id, action=move)
            assert reply["ok"]
        moved = (await host.get(address)).text
        assert moved.count("<rect") > 5
        assert moved != first.text
        assert refusal(await host.get("/api/battles/nowhere/picture"), 404) == "server.no-battle"


@live
async def test_a_file_of_the_version_before_is_read(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first", seats=OPEN)
        cookie = cookie_of(host)
    base = sqlite3.connect(tmp_path / "table.sqlite")
    base.executescript(
        "ALTER TABLE battle DROP COLUMN waits; DROP TABLE beside; PRAGMA user_version = 1;"
    )
    base.close()
    async with open_table(tmp_path) as table, table.browser(cookie=cookie) as host:
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            assert (await red.play(red.mine()[0]))["ok"]
        assert (await host.get("/api/battles")).json()["battles"][0]["waits"] in (["red"], ["blue"])
    assert SCHEMA == 2


# ── notices ──────────────────────────────────────────────────────────────────
@pytest.fixture
def brisk(monkeypatch):
    """The house looks about more often."""
    monkeypatch.setattr(tidying, "SECONDS", 0.05)


class Club:
    """A chat of a club: it keeps what it is told."""

    def __init__(self, answer=b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n"):
        self.answer = answer
        self.told = []
        self.heads = []

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.heard, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}/hook/secret"
        return self

    async def __aexit__(self, *_):
        self.server.close()

    async def heard(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(int(line.split(":")[1]) for line in head.split("\r\n") if "ength" in line)
        self.heads.append(head.split("\r\n")[0])
        self.told.append(msgspec.json.decode(await reader.readexactly(length)))
        writer.write(self.answer)
        await writer.drain()
        writer.close()

    async def until(self, count):
        async with asyncio.timeout(20):
            while len(self.told) < count:
                await asyncio.sleep(0.02)
        return [one["text"] for one in self.told]


@pytest.mark.usefixtures("brisk")
@live
async def test_a_chat_is_told_once_whose_turn_it_is_and_nothing_else(tmp_path):
    async with (
        Club() as club,
        open_table(tmp_path, SOON, poster=Poster(private=True)) as table,
        table.browser() as host,
        table.browser() as guest,
    ):
        made = await found(host, scenario="first", seats=OPEN, title="Ours")
        battle, where = made["battle"], f"/api/battles/{made['battle']}/notices"
        denied = await guest.post(where, json={"url": club.url})
        assert refusal(denied, 403) == "server.not-host"
        assert (await host.post(where, json={"url": club.url})).status_code == 200
        said = await club.until(2)
        assert said == [
            "Condotta: turns of “Ours” will be told here.",
            "Condotta: it is Zoé’s turn in “Ours”.",
        ]
        assert club.told[1].keys() == {"text", "content", "allowed_mentions"}
        room = (await host.get(f"/api/battles/{battle}")).json()
        assert room["notices"] == [""]
        assert club.url not in str(room)
        assert (await guest.get(f"/api/battles/{battle}")).json()["notices"] == []
        await asyncio.sleep(0.6)
        assert len(club.told) == 2
    async with (
        Club() as other,
        open_table(tmp_path, SOON, poster=Poster(private=True)) as table,
        table.browser(cookie=cookie_of(host)) as host,
    ):
        assert table.house.besides.of(battle).told == {"red"}
        await host.post(where, json={"url": other.url})
        await asyncio.sleep(0.6)
        assert len(other.told) == 1


@pytest.mark.usefixtures("brisk")
@live
async def test_whoever_looks_at_the_table_needs_no_notice(tmp_path):
    async with (
        Club() as club,
        open_table(tmp_path, SOON, poster=Poster(private=True)) as table,
        table.browser() as host,
    ):
        made = await found(host, scenario="first", seats=OPEN)
        where = f"/api/battles/{made['battle']}/notices"
        async with table.page(made["battle"], made["secrets"]["red"]):
            await host.post(where, json={"url": club.url, "seat": "red"}, headers=FRENCH)
            await asyncio.sleep(0.6)
            assert len(club.told) == 1
        assert (await club.until(2))[1].startswith("Condotta\u00a0: c’est à Zoé")
        await host.post(where, json={"url": "", "seat": "red"})
        assert (await host.get(f"/api/battles/{made['battle']}")).json()["notices"] == []


FRENCH = {"accept-language": "fr"}


def test_a_turn_is_told_anew_only_after_it_was_somebody_elses():
    beside = Beside(Kept(notices={"": Notice(url=CHAT, lang="en")}))
    beside.wait(("red",), 0.0)
    assert beside.due((), 5.0, 10.0) == ()
    assert beside.due((), 10.0, 10.0) == ("red",)
    beside.told.add("red")
    beside.wait(("red", "blue"), 20.0)
    assert beside.due((), 40.0, 10.0) == ("blue",)
    beside.wait(("blue",), 50.0)
    beside.wait(("red",), 60.0)
    assert beside.due(("red",), 90.0, 10.0) == ()
    assert beside.due((), 99.0, 10.0) == ()
    assert beside.due((), 100.0, 10.0) == ("red",)


def test_a_seat_is_told_at_its_own_place_and_at_everybodys():
    all_, own = Notice(url=CHAT, lang="en"), Notice(url=f"{CHAT}/red", lang="fr")
    beside = Beside(Kept(notices={"": all_, "red": own}, next=Next(battle="b", by="", seats={})))
    assert beside.addresses("red") == (all_, own)
    assert beside.addresses("blue") == (all_,)
    assert Beside(beside.kept(0.0)).next == beside.next


# ── where nobody may say anything ────────────────────────────────────────────
def stands(beside):
    """Whom the clock is running for in a while, how far it is then, and who is to be told."""
    later = steady() + 500
    clock = beside.clock(later)
    return clock.running, sum(clock.used.values()), beside.due((), later, 10.0)


@live
async def test_nobody_is_waited_for_in_a_battle_that_was_put_away(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as host:
        battle = (await found(host, scenario="first", seats=OPEN, clock=600))["battle"]
        beside = table.house.besides.of(battle)
        beside.notices[""] = Notice(url=CHAT, lang="en")
        archive = f"/api/battles/{battle}/archive"
        assert (await host.post(archive, json={"archived": True})).status_code == 200
        running, used, due = stands(beside)
        assert (running, due) == ((), ())
        assert used < 60
        assert (await host.post(archive, json={"archived": False})).status_code == 200
        assert tuple(beside.waits) == ("red",)
        running, used, due = stands(beside)
        assert (running, due) == (("red",), ("red",))
        assert used >= 400


@live
async def test_nobody_is_waited_for_where_the_rules_are_others_or_nothing_can_be_read(
    tmp_path, monkeypatch
):
    async with open_table(tmp_path) as table, table.browser() as host:
        battle = (await found(host, scenario="first", seats=OPEN, clock=600))["battle"]
    async with open_table(tmp_path) as table:
        assert tuple(table.house.besides.of(battle).waits) == ("red",)
    for module, name, other in (
        (opening, "data_digest", lambda _: "0" * 16),
        (besides, "header_of", lambda _: 1 // 0),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, other)
            async with open_table(tmp_path) as table:
                assert table.house.besides.of(battle).seconds == 600
                assert stands(table.house.besides.of(battle)) == ((), 0, ())


# ── where nothing is sent ────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "url",
    [
        "", "chat.example", "ftp://chat.example/x", "file:///etc/passwd", "https://",
        "https://user:secret@chat.example/", "https://chat.example/a b", "https://chat.example:0/",
        "https://chat.example:99999/", "https://chat.example/\r\nhost: other",
        "javascript:alert(1)", f"https://chat.example/{'x' * 600}", "http://[::1",
    ],
)  # fmt: skip
def test_only_plain_addresses_of_the_web_are_taken(url):
    with pytest.raises(Refused) as why:
        checked(url)
    assert why.value.key == "server.notice-address"


@pytest.mark.parametrize(
    "name",
    [
        "127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "169.254.169.254", "0.0.0.0",  # noqa: S104 - looked at, never bound to
        "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1%eth0", "fd00::1", "::",
        "::ffff:127.0.0.1", "ff02::1", "2002:7f00:1::", "64:ff9b::10.0.0.1",
        "64:ff9b:1::8.8.8.8", "64:ff9b:1:2::1", "fec0::1", "::10.0.0.1", "::8.8.8.8",
    ],
)  # fmt: skip
def test_no_address_of_this_machine_or_its_network_is_public(name):
    assert not public(name)


def test_a_host_whose_name_means_a_private_address_is_not_called(monkeypatch):
    monkeypatch.setattr(
        posting.socket, "getaddrinfo",
        lambda *_, **__: [(2, 1, 6, "", ("8.8.8.8", 443)), (2, 1, 6, "", ("10.0.0.1", 443))],
    )  # fmt: skip
    address = checked(CHAT)
    with pytest.raises(Failed):
        reachable(address, private=False)
    assert reachable(address, private=True) == "8.8.8.8"


@live
async def test_an_address_in_the_network_is_refused_unless_the_operator_allows_it(tmp_path):
    async with Club() as club, open_table(tmp_path) as table, table.browser() as host:
        made = await found(host, scenario="first", seats=OPEN)
        where = f"/api/battles/{made['battle']}/notices"
        answer = await host.post(where, json={"url": club.url})
        assert refusal(answer, 400) == "server.notice-failed"
        assert club.told == []
        odd = await host.post(where, json={"url": "gopher://club/"})
        assert refusal(odd, 400) == "server.notice-address"
        assert (await host.get(f"/api/battles/{made['battle']}")).json()["notices"] == []


@live
async def test_nothing_is_followed_and_what_is_refused_is_tried_no_more():
    async with Club() as inner:
        moved = f"HTTP/1.1 307 Moved\r\nlocation: {inner.url}\r\nconnection: close\r\n\r\n"
        async with Club(moved.encode()) as club:
            poster = Poster(private=True, pauses=(0, 0, 0))
            assert not await poster.post(club.url, "x")
            assert (len(club.told), inner.told) == (1, [])
        async with Club(b"HTTP/1.1 503 Busy\r\nconnection: close\r\n\r\n") as club:
            assert not await poster.post(club.url, "x")
            assert len(club.told) == 3


async def never(reader, writer):
    """Nothing comes back until the other end hangs up."""
    await reader.read()
    writer.close()


async def slowly(reader, writer):
    """Something comes back now and then, and never all of it."""
    with suppress(ConnectionError):
        while not reader.at_eof():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)
    writer.close()


@pytest.mark.parametrize("answer", [never, slowly])
@live
async def test_a_chat_that_does_not_answer_in_time_holds_nobody_up(monkeypatch, answer):
    monkeypatch.setattr(posting, "SECONDS", 0.3)
    monkeypatch.setattr(posting, "WHOLE_SECONDS", 0.6)
    silent = await asyncio.start_server(answer, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}/"
    posted = asyncio.ensure_future(Poster(private=True, pauses=(0,)).post(url, "x"))
    turns = 0
    while not posted.done():
        await asyncio.sleep(0.005)
        turns += 1
    assert not await posted
    assert turns > 20
    silent.close()
    await asyncio.sleep(0.2)


@live
async def test_whoever_leaves_a_seat_hears_no_more_of_its_turns(tmp_path):
    async with (
        Club() as club,
        open_table(tmp_path, poster=Poster(private=True)) as table,
        table.browser() as host,
    ):
        made = await found(host, scenario="first", seats=OPEN)
        one = f"/api/battles/{made['battle']}"
        await host.post(f"{one}/notices", json={"url": club.url, "seat": "red"})
        assert set(table.house.besides.of(made["battle"]).notices) == {"red"}
        await host.post(f"{one}/seats/red", json={"to": "open"})
        assert not table.house.besides.of(made["battle"]).notices


@live
async def test_a_clock_does_not_go_by_the_hour_of_the_day(monkeypatch):
    """Two days are two days, though the hour is set back meanwhile."""
    day = SimpleNamespace(time=lambda: day.hour, since=5.0, hour=2e9)
    async with worlds(toy.battle()) as (world,):
        monkeypatch.setattr(room_module, "time", day)
        monkeypatch.setattr(room_module, "steady", lambda: day.since)
        beside = world.room.beside
        beside.set_clock(2 * 24 * 3600, day.since, paused=False)
        world.room.wait()
        assert "red" in beside.waits
        day.since, day.hour = day.since + 2 * 24 * 3600, day.hour + 2 * 24 * 3600 - 3600
        rows = world.room.seating.rows
        rows["red"] = msgspec.structs.replace(rows["red"], held="bot")
        world.room.wait()
        assert "red" not in beside.waits
        assert beside.clock(day.since).used["red"] == 2 * 24 * 3600
