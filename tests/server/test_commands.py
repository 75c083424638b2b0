"""What is sent to pages of a large battle: nobody of the enemy learns what the rules do not show.

Two tables differ in one secret of red's. Every byte that the pages of the enemy and the onlookers
get is compared through the ten steps, the digests of seals apart: those tell nothing without their
salt. [GT-4.2, GT-4.3, GT-5.5]
"""

import re
from typing import Any

import msgspec
import pytest

from condotta.kernel.asks import Choose, Roll, Speak
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE, SPECTATORS
from condotta.rules.grand import names
from condotta.rules.grand.markers import PlaceMarkers
from condotta.rules.grand.seals import DICE
from condotta.rules.triumph.deployment.camps import PlaceCamp
from condotta.server.dice.cups import PeoplesCup, new_dice
from condotta.server.rooms import logs
from condotta.server.workers import thinker
from tests.rules.grand.large_table import BOOK, MU, SEATS, as_listed, large
from tests.rules.grand.test_secrets import MARCHERS, RED, traded
from tests.rules.grand.test_ten_steps import OTHER, PLAIN
from tests.rules.triumph.set_up_table import pose
from tests.rules.triumph.table_setting import Table
from tests.server.live import live
from tests.server.worlds import Watcher, World, differences, worlds

DIGEST = re.compile(rb'[0-9a-f]{64}|"mark":"[0-9a-f]{16}"')
"""What seals publish, and what all that a page was told comes to, seals among it."""


def plain(action: Any) -> Any:
    return msgspec.json.decode(encode(action))


@pytest.fixture(autouse=True)
def large_book(monkeypatch):
    monkeypatch.setattr(thinker, "book_of", lambda *_: BOOK)


def tries(seat: str, ask: int) -> list[dict[str, Any]]:
    """What a page may ask of its own accord, its own business or not."""
    said = (PlaceMarkers((MU, 2 * MU, 3 * MU)), PlaceMarkers(()), PlaceCamp(pose(45, 2), "R11"))
    own = seat if seat != SPECTATORS else ""
    return [
        *(
            {"kind": "judge", "id": f"j{number}", "seat": seat, "ask": ask, "action": plain(one)}
            for number, one in enumerate(said)
        ),
        {"kind": "command", "id": "not mine", "seat": "red", "ask": ask, "action": plain(said[0])},
        {"kind": "menu", "id": "m", "seat": seat, "ask": ask},
        {"kind": "cards", "id": "c", "seat": own, "ask": ask},
        {"kind": "aids", "id": "a", "seat": own, "pieces": ["R1", "R-marker-1"], "whole": True},
        *(
            {"kind": "aids", "id": f"b{at}", "seat": own, "whole": True, "at": at}
            for at in (0, 120, 10_000)
        ),
        {"kind": "odds", "id": "o", "attacker": "R1", "defender": "B1", "seat": own},
        {"kind": "measure", "id": "r", "from": "R-marker-1", "to": "R-marker-2", "seat": own},
        {"kind": "undo", "id": "u", "seat": "red"},
    ]


SECRETS = {
    "who is in which command": (RED, (False, True), ({}, {}), (PLAIN, PLAIN), names.FIRST),
    "whose marker is whose": (RED, (False, False), ({}, {}), (PLAIN, OTHER), names.FIRST),
    "that a command marches": (
        MARCHERS, (False, False), ({}, {"c3": "left"}), (PLAIN, PLAIN), names.LAST_TROOPS,
    ),
    "by which edge": (
        MARCHERS, (False, False), ({"c3": "left"}, {"c3": "right base"}), (PLAIN, PLAIN),
        "movement",
    ),
}  # fmt: skip
"""Red's army, splits and marches and markers in both worlds, and what window ends the secret.

Red is without the advantage: its markers are shown in step 7, that a command marches in step 9.
"""


def answer_of(world: World, number: int, kept: str) -> tuple[str, int, Any]:
    """What is said next: the same in both worlds but for the secret."""
    _, splits, entries, markers, _ = SECRETS[kept]
    battle = world.room.battle
    ask = battle.waiting()[0]
    if ask.window == names.SPLIT:
        one = as_listed(Table(battle), ask.seat, **(entries[number] if ask.seat == "red" else {}))
        return ask.seat, ask.id, traded(one) if ask.seat == "red" and splits[number] else one
    if ask.window == names.MARKERS and ask.seat == "red":
        return ask.seat, ask.id, PlaceMarkers(markers[number])
    mine = battle.view(ask.seat).mine()[0]
    if mine.options:
        return ask.seat, ask.id, Choose(mine.options[0])
    menu = BOOK.menus[ask.window]
    return ask.seat, ask.id, next(menu.salient(BOOK, battle.view(ask.seat).position, mine))


def masked(world: World) -> World:
    """What was sent, without digests."""
    for watcher in world.watchers.values():
        watcher.socket.sent = [DIGEST.sub(b"", data) for data in watcher.socket.sent]
    return world


@pytest.mark.parametrize("seats", [1, 3], ids=["two seats", "six seats"])
@pytest.mark.parametrize("kept", SECRETS)
@live
async def test_gt_4_1_no_page_of_the_enemy_is_sent_a_secret_of_the_ten_steps(kept, seats):
    made = tuple(large(SECRETS[kept][0], seats=seats, first="blue").battle for _ in range(2))
    last = SECRETS[kept][4]
    watching = (*SEATS["B"][:seats], SPECTATORS)
    windows = set()
    async with worlds(*made) as both:
        for world in both:
            for name in (*SEATS["R"][:seats], *watching):
                await world.sit(name)
        while made[0].waiting()[0].window != last:
            ask = made[0].waiting()[0]
            if ask.window not in windows:
                windows.add(ask.window)
                for world in both:
                    await looked_into(world, watching, ask.id)
                    await world.sit("nobody", snapshot=True)
                    await world.sit(watching[0], snapshot=True)
                    await world.settle()
                for eyes in (*((seat,) for seat in SEATS["B"][:seats]), ()):
                    one, two = [await logs.log_of(world.room, eyes, whole=False) for world in both]
                    assert DIGEST.sub(b"", one) == DIGEST.sub(b"", two)
                    drawn = [await logs.picture_of(w.room, eyes, dark=True) for w in both]
                    assert drawn[0][1] == drawn[1][1]
                assert both[0].room.waited() == both[1].room.waited()
            assert differences(masked(both[0]), masked(both[1]), but=SEATS["R"]) == []
            for number, world in enumerate(both):
                await told(world, number, kept)
        assert {names.SPLIT, "camp", names.MARKERS} <= windows
        assert (names.FIRST in windows) is (last != names.FIRST)
        assert differences(masked(both[0]), masked(both[1]), but=watching) != []


def page_of(world: World, seat: str) -> Watcher:
    """The page that sat down there first."""
    return next(page for name, page in world.watchers.items() if name.startswith(seat))


async def looked_into(world: World, watching: tuple[str, ...], ask: int) -> None:
    """Everybody who watches asks whatever a page can ask."""
    for seat in watching:
        for message in tries(seat, ask):
            reply = await page_of(world, seat).ask({**message, "id": f"{message['id']} {ask}"})
            assert reply["ok"] or message["kind"] not in ("aids", "cards"), reply


async def told(world: World, number: int, kept: str) -> None:
    """Whoever is asked answers."""
    seat, ask, action = answer_of(world, number, kept)
    command = {"kind": "command", "id": f"s{ask}", "seat": seat, "ask": ask}
    reply = await page_of(world, seat).ask({**command, "action": plain(action)})
    assert reply["ok"], reply
    await world.settle()


@live
async def test_gt_10_1_words_to_a_side_are_sent_to_no_page_of_the_enemy():
    async with worlds(large(seats=3).battle) as (world,):
        for name in (*SEATS["R"], *SEATS["B"], SPECTATORS):
            await world.sit(name)
        said = plain(Speak("They come by the left.", to=("side:south",)))
        command = {"kind": "command", "id": "s", "seat": "amber", "action": said}
        assert (await page_of(world, "amber").ask(command))["ok"]
        await world.settle()
        heard = {
            name.rstrip("0123456789")
            for name, sent in world.sent().items()
            if b"They come" in b"".join(sent)
        }
        assert heard == set(SEATS["R"])


# ── dice that people type in ─────────────────────────────────────────────────
@live
async def test_gt_4_2_the_salt_of_a_seal_is_typed_in_by_nobody():
    """Whoever typed it in could try out what every seal holds: the table draws it."""
    battle = large().battle
    battle.cup = PeoplesCup()
    async with worlds(battle) as (world,):
        world.room.dice = new_dice("typed")
        pages = {name: await world.sit(name) for name in ("red", "blue")}
        for name, page in pages.items():
            ask = next(one for one in battle.view(name).mine())
            said = {"kind": "command", "id": "s", "seat": name, "ask": ask.id}
            reply = await page.ask({**said, "action": plain(as_listed(Table(battle), name))})
            assert reply["ok"], reply
        assert [ask.window for ask in battle.waiting()] == ["camp"]
        assert {"south commands", "north commands"} <= battle.state.position.seals.keys()


@live
async def test_gt_4_2_no_page_answers_what_chance_is_asked_in_secret():
    table = large()
    battle = table.battle
    battle.cup = None
    for name in ("red", "blue"):
        table.say(name, as_listed(table, name))
    async with worlds(battle) as (world,):
        world.room.dice = new_dice("typed")
        page = await world.sit("red")
        ask = battle.waiting()[0]
        assert (ask.seat, ask.secret) == (CHANCE, True)
        said = {"kind": "command", "id": "s", "seat": CHANCE, "ask": ask.id}
        reply = await page.ask({**said, "action": plain(Roll((1,) * DICE))})
        assert reply["refusals"][0]["key"] == "server.not-your-seat"
