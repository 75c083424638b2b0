"""What happened is told once, here: the same lines to whoever was there, came late or came back."""

import asyncio
import re
import threading
from functools import cache
from random import Random

import msgspec
import pytest

from condotta.bots.runner import answer_next, conduct, seated
from condotta.bots.seat import make
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Ruled, Told, Undone
from condotta.kernel.records import CHANCE, SPECTATORS
from condotta.kernel.views import fold_view
from condotta.lab.matches import match, pairing
from condotta.lab.reading import faults_in
from condotta.report.story import RULES, STORY, story
from condotta.rules.library import book
from condotta.rules.systems import SYSTEMS
from condotta.server.rooms import logs, telling
from condotta.server.rooms.feed import PAGE, Feed
from condotta.server.rooms.room import IDLE_STORIES
from condotta.server.rooms.seating import Seating
from condotta.server.rooms.telling import FIGHT, Teller, tongue, unit_of
from condotta.server.store.store import SeatRow
from condotta.words import languages
from tests.kernel import toy
from tests.report.anywhere import opened
from tests.server.live import SECONDS, found, live, open_table
from tests.server.worlds import worlds

SOME = 220


def told(stream, lang="en", unit="mu", cuts=()):
    """The lines of a stream that came in those pieces."""
    teller = Teller(lang, unit)
    for cut in (*cuts, len(stream)):
        teller.hear(stream[:cut])
    return teller.lines


def undone():
    """A battle of bots in which a move was once taken back."""
    rules = book("triumph")
    fought = match(rules, pairing(3), "told")
    bots = seated({"red": "random", "blue": "random"}, rules, "told")
    before = len(fought.log)
    while not any(isinstance(event, Undone) for event in fought.log[before:]):
        ask = next(ask for ask in fought.waiting() if ask.seat != CHANCE)
        answer_next(fought, bots)
        if ask.window == "movement" and fought.may_undo(ask.seat):
            fought.undo(ask.seat)
    for _ in range(40):
        answer_next(fought, bots)
    return fought


def small():
    """A battle of the toy game that has just begun."""
    return Battle(toy.book(), toy.opening(sides=toy.TWO_SIDES), SeededCup(3))


@cache
def whole():
    """A battle of TRIUMPH! that bots fought to its end."""
    fought = opened("triumph")
    bots = {seat: make("random", fought.book, seat) for seat in fought.state.position.seats()}
    conduct(fought, bots)
    return fought


@pytest.fixture(scope="module")
def battle():
    return undone()


@pytest.mark.parametrize("seed", range(3))
def test_where_messages_were_cut_changes_no_line(battle, seed):
    stream = battle.stream("red")
    cuts = sorted(Random(seed).sample(range(len(stream)), 60))
    assert told(stream, cuts=cuts) == told(stream)
    assert told(stream, cuts=range(len(stream))) == told(stream)


def test_it_is_what_the_log_of_a_seat_tells(battle):
    stream = battle.stream("red")
    assert told(stream) == list(story(stream, RULES, "en"))[: len(told(stream))]
    assert any(line.level == STORY and line.kind == "undo" for line in told(stream))


def test_after_an_undo_it_goes_on_from_before_it(battle):
    stream = battle.stream("red")
    number = next(at for at, event in enumerate(stream) if isinstance(event, Undone))
    back = fold_view("red", stream[: stream[number].kept]).position
    for heard in (0, number):
        teller = Teller("en", "mu")
        teller.hear(stream[:heard])
        teller.hear(stream[: number + 1])
        assert teller._narrator.position == back


def test_every_line_has_the_number_of_an_event_and_they_never_go_back(battle):
    numbers = [line.event for line in told(battle.stream("red"))]
    assert numbers == sorted(numbers)
    assert numbers[0] == 1
    assert numbers[-1] <= len(battle.stream("red"))


def test_lines_belong_to_their_events(battle):
    stream = battle.stream("red")
    teller = Teller("en", "mu")
    teller.hear(stream)
    half = len(stream) // 2
    first, second = teller.between(0, half), teller.between(half, len(stream))
    assert [*first, *second] == teller.lines
    assert all(line.event <= half for line in first)
    assert first
    assert second


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_seat_and_the_spectators_are_told_names_and_no_ids(system, lang):
    fought = opened(system)
    seats = fought.state.position.seats()
    conduct(fought, {seat: make("random", fought.book, seat) for seat in seats}, limit=SOME)
    for seat in (*seats, SPECTATORS):
        stream = fought.stream(seat)
        lines = told(stream, lang, unit_of(fought))
        position = fought.view(seat).position
        read = [line.text for line in lines if line.kind not in ("say", "cite")]
        assert len(read) > 20
        assert [text for text in read if list(faults_in(text, position))] == []


def test_it_is_whole_in_french(battle):
    for line in told(battle.stream("red"), "fr"):
        assert not re.search(r"[{}]", line.text)
        assert not re.search(r"\b(story|tc|web|factor|outcome)\.[a-z0-9-]+", line.text)
        assert not re.search(r"Heavy Foot|Warband|Knights|Skirmishers", line.text)


def test_a_language_that_nobody_has_is_the_first():
    assert tongue("fr") == "fr"
    assert tongue("tlh") == "en"


def test_what_nobody_has_words_for_costs_its_line_and_no_other(battle, caplog):
    stream = (*battle.stream("red"), Ruled("TC-1.1", "no.such.words"), Told("red", "Well fought."))
    with pytest.raises(KeyError):
        list(story(stream, RULES, "en"))
    last = told(stream)[-1]
    assert "Well fought." in last.text
    assert last.event == len(stream)
    assert "no.such.words" in caplog.text


# ── over the socket ──────────────────────────────────────────────────────────
def lines_of(page):
    """The lines that a page holds: those of events, and of a story that took their place."""
    held = []
    for message in page.heard:
        if message["kind"] == "events":
            held += message["lines"]
        elif message["kind"] == "story":
            held = [*([] if message["from"] == 1 else held), *message["lines"]]
    return held


@live
async def test_a_page_is_told_in_its_language_and_others_in_theirs(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line", dice="seeded", seed="three")
        one, secret = made["battle"], made["secrets"]["red"]
        async with (
            table.page(one, secret, lang="fr") as red,
            table.page(one, secret, lang="en") as same,
            table.page(one, secret) as program,
        ):
            for _ in range(4):
                assert (await red.play(await red.turn()))["ok"]
                if not red.mine():
                    break
            await same.send({"kind": "ping"})
            await same.until("pong")
            await program.send({"kind": "ping"})
            await program.until("pong")
            assert lines_of(program) == []
            assert len(lines_of(red)) == len(lines_of(same)) > 4
            assert [line["text"] for line in lines_of(red)] != [
                line["text"] for line in lines_of(same)
            ]
            await same.send({"kind": "tell", "lang": "fr"})
            story = await same.until("story")
            assert story["lang"] == "fr"
            assert story["count"] == len(story["lines"])
            assert lines_of(same) == lines_of(red)
            async with table.page(one, secret, lang="fr") as late:
                assert lines_of(late) == lines_of(red)
            seen = len(red.events) // 2
            async with table.page(one, secret, stream="red", after=seen, lang="fr") as back:
                assert lines_of(back) == [line for line in lines_of(red) if line["event"] > seen]
            address = f"/api/battles/{one}/events?from=1&lang=fr"
            bearer = {"Authorization": f"Bearer {secret}"}
            answer = await browser.get(address, headers=bearer)
            assert answer.json()["lines"] == lines_of(red)


@live
async def test_a_long_battle_is_told_aside_and_is_the_same(battle):
    """Whoever makes the table tell all of a long battle keeps nobody waiting."""
    feed = Feed(battle, ("red",))
    assert feed.count > PAGE
    await feed.prepare("fr")
    assert feed.tellers["fr"].number == feed.count
    assert feed.teller("fr").lines == told(battle.stream("red"), "fr")
    story = [msgspec.json.decode(page) for page in feed.story("fr")]
    assert [one["from"] for one in story] == list(range(1, story[0]["count"] + 1, PAGE))
    assert sum(len(one["lines"]) for one in story) == story[0]["count"]


def test_the_odds_of_a_combat_are_reckoned_once_for_all_languages(monkeypatch):
    """[TC-3.2]"""
    reckoned, foreseen = [], telling.foreseen
    monkeypatch.setattr(telling, "foreseen", lambda *of: (reckoned.append(of[1]), foreseen(*of))[1])
    feed = Feed(whole(), ("red",))
    odds = [
        [line.odds for line in feed.teller(lang).lines if line.kind == FIGHT]
        for lang in languages()
    ]
    assert len(odds) > 1
    assert odds[0]
    assert {sum(one) for one in odds[0]} == {36}
    assert all(one == odds[0] for one in odds)
    assert len(reckoned) == len(odds[0])


def test_a_combat_that_cannot_be_weighed_is_told_without_odds(monkeypatch, caplog):
    """An audience may see too little of it; nothing went wrong."""

    def unknown(*_):
        raise LookupError("a stand that is not seen")

    monkeypatch.setattr(telling, "foreseen", unknown)
    lines = [line for line in Feed(whole(), ("red",)).teller("en").lines if line.kind == FIGHT]
    assert lines
    assert {line.odds for line in lines} == {()}
    assert not caplog.records


@live
async def test_a_page_cut_off_while_it_is_told_leaves_the_story_whole(battle, monkeypatch):
    begun, may_go_on, hear = threading.Event(), threading.Event(), Teller.hear

    def slowly(teller, stream):
        begun.set()
        may_go_on.wait(SECONDS)
        hear(teller, stream)

    feed = Feed(battle, ("red",))
    monkeypatch.setattr(Teller, "hear", slowly)
    cut = asyncio.ensure_future(feed.prepare("en"))
    await asyncio.to_thread(begun.wait, SECONDS)
    cut.cancel()
    await asyncio.sleep(0)
    may_go_on.set()
    assert feed.teller("en").lines == told(battle.stream("red"))


@live
async def test_whoever_does_not_read_is_told_one_story_and_no_more():
    async with worlds(small()) as (world,):
        watcher = await world.sit("red", lang="en")
        await world.settle()
        may_read = asyncio.Event()
        send = watcher.socket.send_text

        async def slowly(text):
            await may_read.wait()
            await send(text)

        watcher.socket.send_text = slowly
        for lang in ("fr", "en", "fr", "en"):
            watcher.say({"kind": "tell", "lang": lang})
        await world.settle()
        sitting = watcher.sitting
        assert len(sitting._unsent) <= 1
        assert sitting.lang == "fr"
        may_read.set()
        await world.settle()
        stories = [one for one in watcher.socket.sent if b'"kind":"story"' in one]
        assert [one.count(b'"lang":"fr"') for one in stories] == [1, 0, 1, 0]


@live
async def test_a_room_keeps_few_stories_that_nobody_listens_to():
    async with worlds(small()) as (world,):
        listening = await world.sit("red", lang="fr")
        for seats in (("red",), ("blue",), ("green",), ("blue", "green"), (), ("red", "blue")):
            for lang in languages():
                await logs.page_of(world.room, seats, 1, 5, lang)
        assert stories(world.room) == IDLE_STORIES + 1
        assert "fr" in world.room.feed(("red",)).tellers
        await listening.close()
        assert stories(world.room) == IDLE_STORIES


def stories(room):
    """How many stories a room holds."""
    return sum(len(feed.tellers) for feed in room.feeds.values())


def test_who_holds_a_seat_is_called_by_name_where_the_name_says_who_is_meant():
    """One name at one seat; two alike, a seat's own name and nobody's are told by the seat."""
    rows = [
        SeatRow(seat="red", side="red", held="person", player="Aude"),
        SeatRow(seat="blue", side="blue", held="person", player="Zoé"),
        SeatRow(seat="amber", side="amber", held="person", player="zoé"),
        SeatRow(seat="green", side="green", held="person", player="Rouge"),
        SeatRow(seat="rose", side="rose", held="bot", player="Bot"),
    ]
    assert Seating(rows, b"").called() == {"red": "Aude"}


def test_lines_call_players_by_their_names_as_they_are_when_it_is_told():
    names = {"red": "Aude"}
    feed = Feed(whole(), ("red",), lambda: names)
    told = [line.text for line in feed.teller("en").lines if line.kind == "turn"]
    assert any(text.endswith(": Aude") for text in told)
    assert any(text.endswith(": Blue") for text in told)
    assert not any("Red" in text for text in told)
    names["blue"] = "Bren"
    assert [line.text for line in feed.teller("en").lines if line.kind == "turn"] == told
    assert any(": Bren" in line.text for line in feed.teller("fr").lines)
