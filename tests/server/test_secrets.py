"""Everything sent to a page is the same, byte for byte, in two worlds that differ only in what it
may not see."""

from random import Random

import msgspec
import pytest

from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Moved, Step, Veiled
from condotta.kernel.log import encode
from condotta.kernel.records import SPECTATORS
from condotta.kernel.rulings import Refusal, Verdict
from condotta.report.miniature import miniature
from condotta.server.rooms import logs
from condotta.server.rooms.feed import Feed
from condotta.server.rooms.room import Room
from condotta.server.workers import thinker
from condotta.table import offset
from tests.kernel import toy
from tests.kernel.harness import common_answers
from tests.kernel.toy import Advance, Give, Hand
from tests.properties.journeys import told
from tests.report.fought import position, stand
from tests.server.live import BOOK, live
from tests.server.worlds import differences, worlds

SEATS = ("red", "blue", "green", SPECTATORS)
LANGS = ("en", "fr")
SHOWS = ("B1", "ambush", "end")


@pytest.fixture(autouse=True)
def toy_book(monkeypatch):
    made = toy.book()
    monkeypatch.setattr(thinker, "book_of", lambda *_: made)


def battles(one, two):
    return tuple(
        Battle(toy.book(), toy.opening({"blue": truth}, sides=toy.TWO_SIDES), SeededCup(3))
        for truth in (one, two)
    )


def plain(action):
    return msgspec.json.decode(encode(action))


def tries(seat):
    """What a page may try at any time: legal or not, its own business or not."""
    for number, action in enumerate(
        (Give("blue", 1), Give("red", 99), Hand("green", "card-1"), Advance("B1", 5, 5))
    ):
        yield {"kind": "judge", "id": f"j{number}", "seat": seat, "action": plain(action)}
    for number, ask in enumerate((0, 1, 5, 20)):
        action = {"kind": "Choose", "option": "B1"}
        yield {"kind": "judge", "id": f"a{number}", "seat": seat, "ask": ask, "action": action}
        yield {"kind": "menu", "id": f"m{number}", "seat": seat, "ask": ask}
        yield {"kind": "hint", "id": f"h{number}", "seat": seat, "ask": ask}
    yield {"kind": "command", "id": "not mine", "seat": "blue", "action": plain(Give("red", 1))}
    yield {"kind": "measure", "id": "r", "from": "R1", "to": "B1"}
    yield {"kind": "odds", "id": "o", "attacker": "R1", "defender": "B1"}
    yield {"kind": "undo", "id": f"u {seat}", "seat": "blue"}
    yield {"kind": "explain", "id": "e", "clause": "TC-3.2"}


async def exports(world):
    """What can be had over HTTP, by whose eyes."""
    found = {}
    for seats in (("red",), ("green",), ("green", "red"), ()):
        found[seats, "log"] = await logs.log_of(world.room, seats, whole=False)
        found[seats, "page"] = encode(await logs.page_of(world.room, seats, 3, 20, "fr"))
        found[seats, "dice"] = encode(await logs.dice_of(world.room, seats))
    return found


@pytest.mark.parametrize("seed", range(3))
@live
async def test_a_false_banner_changes_no_byte_for_anybody_else(seed):
    made = battles("false", "true")
    random = Random(seed)
    async with worlds(*made) as both:
        for world in both:
            for number, name in enumerate(SEATS):
                await world.sit(name, lang=LANGS[number % 2])
        for step in range(25):
            said = next((one for one in common_answers(*made, random) if not shown(one[1])), None)
            if said is None:
                break
            seat, action, ask = said
            for world in both:
                message = {
                    "kind": "command", "id": f"c{step}", "seat": seat, "ask": ask,
                    "action": plain(action),
                }  # fmt: skip
                assert (await world.watchers[f"{seat}{SEATS.index(seat)}"].ask(message))["ok"]
                await probe(world, step)
                await world.settle()
            assert not differences(*both, but=("blue",))
        for world in both:
            await world.sit("red", snapshot=True)
            await world.sit("green", stream="green", after=5, lang="fr")
            nobody = await world.sit("nobody", snapshot=True)
            nobody.say({"kind": "tell", "lang": "fr"})
            await world.settle()
            assert any(b'"kind":"story"' in one for one in nobody.socket.sent)
        assert not differences(*both, but=("blue",))
        assert await exports(both[0]) == await exports(both[1])
        assert differences(*both, but=("red", "green", "spectators", "nobody"))


def shown(action):
    return getattr(action, "option", "") in SHOWS


async def probe(world, step):
    """Each watcher but blue's tries everything; the last step only, as it takes its time."""
    if step % 8:
        return
    for name, watcher in list(world.watchers.items()):
        if not name.startswith("blue"):
            seat = name.rstrip("0123456789")
            for message in tries(seat):
                await watcher.ask({**message, "id": f"{message['id']} {step}"})


@live
async def test_a_secret_answer_is_seen_by_nobody_until_all_have_answered():
    made = tuple(toy.battle() for _ in range(2))
    async with worlds(*made) as both:
        for world in both:
            for name in SEATS:
                await world.sit(name)
        for world, said in zip(both, ("peace", "war"), strict=True):
            battle = world.room.battle
            await say(world, "red", toy.ask_of(battle, "red"), "parley")
            await say(world, "blue", toy.ask_of(battle, "blue"), said)
            await world.settle()
        assert not differences(*both, but=("blue",))
        for world in both:
            battle = world.room.battle
            await say(world, "green", toy.ask_of(battle, "green"), "war")
            await say(world, "red", toy.ask_of(battle, "red"), "war")
            await world.settle()
        assert differences(*both, but=("blue",))


async def say(world, seat, ask, option):
    watcher = world.watchers[f"{seat}{SEATS.index(seat)}"]
    action = {"kind": "Choose", "option": option}
    message = {"kind": "command", "id": f"x{ask.id}", "seat": seat, "ask": ask.id, "action": action}
    assert (await watcher.ask(message))["ok"]


@live
async def test_holding_a_seat_and_watching_shows_what_everybody_sees():
    made = battles("false", "false")[:1]
    async with worlds(*made) as (world,):
        own = await world.sit("blue")
        public = await world.sit("blue", seats=[])
        nobody = await world.sit("nobody")
        await world.settle()
        assert b"false" in b"".join(own.socket.sent)
        mine = [one for one in public.socket.sent if b'"events"' in one[:40]]
        theirs = [one for one in nobody.socket.sent if b'"events"' in one[:40]]
        assert mine == theirs
        assert mine


def through_snapshots(monkeypatch):
    monkeypatch.setattr(Feed, "view", lambda self: self.battle.view("blue"))


def through_events(monkeypatch):
    monkeypatch.setattr(Feed, "audience", property(lambda _: ("blue",)))


def through_whom_it_waits_for(monkeypatch):
    said = Feed.waiting
    monkeypatch.setattr(Feed, "waiting", lambda self, _: said(self, (truth_of(self.battle),)))


def through_verdicts(monkeypatch):
    monkeypatch.setattr(
        Room, "judged", lambda self, *_: Verdict((Refusal("TOY-1", truth_of(self.battle)),))
    )
    monkeypatch.setattr(Room, "weighed", lambda *_, **__: (None, None))


def truth_of(battle):
    return battle.state.position.pieces["B1"].truth


@pytest.mark.parametrize(
    "planted",
    [through_snapshots, through_events, through_whom_it_waits_for, through_verdicts],
)
@live
async def test_a_leak_that_is_planted_is_found(planted, monkeypatch):
    planted(monkeypatch)
    async with worlds(*battles("false", "true")) as both:
        for world in both:
            red = await world.sit("red", snapshot=planted is through_snapshots)
            action = plain(Advance("B1", 5, 5))
            await red.ask({"kind": "judge", "id": "j", "seat": "red", "action": action})
            await world.settle()
        assert differences(*both, but=("blue",))


@live
async def test_nobody_asks_with_the_eyes_of_a_seat_that_is_not_his():
    async with worlds(*battles("false", "false")[:1]) as (world,):
        red = await world.sit("red")
        tried = (
            {"kind": "measure", "from": "R1", "to": "B1"},
            {"kind": "odds", "attacker": "R1", "defender": "B1"},
            {"kind": "aids"},
            {"kind": "cards", "ask": 0},
            {"kind": "facts", "ask": 0, "piece": "B1"},
            {"kind": "judge", "action": {"kind": "Choose", "option": "end"}},
            {"kind": "menu", "ask": 1},
            {"kind": "hint", "ask": 1},
            {"kind": "command", "ask": 1, "action": {"kind": "Choose", "option": "end"}},
            {"kind": "undo"},
        )
        for number, message in enumerate(tried):
            reply = await red.ask({"id": f"t{number}", "seat": "blue", **message})
            assert reply["refusals"][0]["key"] == "server.not-your-seat", message


@live
async def test_a_log_of_the_spectators_is_theirs_whoever_asks():
    async with worlds(*battles("false", "false")[:1]) as (world,):
        shown = logs.sees(("blue",), "spectators")
        assert shown == logs.sees((), "spectators")
        told = await logs.log_of(world.room, shown, whole=False)
        assert b"false" not in told
        assert b"false" in await logs.log_of(world.room, logs.sees(("blue",), ""), whole=False)


@live
async def test_the_small_picture_shows_whoever_asks_what_he_may_see():
    one, two = stand("R1", "SPR", 20, 10), stand("B2", "KNT", 30, 20, 180)
    table = position(one, two)
    unseen = Veiled(("red",), Moved((Step("R1", offset(one.pose, 50_000)),)))
    async with worlds(Battle(BOOK, [*told(table), unseen])) as (world,):
        shown = {
            seats: (await logs.picture_of(world.room, seats, dark=False))[1]
            for seats in (("red",), ("blue",), ())
        }
    assert shown["blue",] == shown[()] == miniature(table)
    assert shown["red",] != shown["blue",]
