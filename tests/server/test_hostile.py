"""Malformed and hostile messages of every kind: each is refused with a reason, the room goes on."""

import contextlib
import json
from typing import get_args

import pytest
from websockets.exceptions import ConnectionClosed

from condotta.server.games.actions import check
from condotta.server.limits import Limits, Rate
from condotta.server.protocol import PROTOCOL, Hello, Said
from condotta.server.reasons import Refused
from condotta.words import has
from tests.server.live import Page, found, live, open_table

ACTION = {"kind": "Choose", "option": "nothing on offer"}
MOVE = {"kind": "Move", "pieces": ["R1"], "legs": [{"kind": "advance", "distance": 1}]}
DEEP = "[" * 5_000 + "]" * 5_000
TRUE = {
    "hello": {"kind": "hello", "protocol": PROTOCOL},
    "command": {"kind": "command", "id": "i", "seat": "red", "ask": 1, "action": ACTION},
    "judge": {"kind": "judge", "id": "i", "seat": "red", "ask": 1, "action": ACTION},
    "menu": {"kind": "menu", "id": "i", "seat": "red", "ask": 99},
    "hint": {"kind": "hint", "id": "i", "seat": "red", "ask": 99},
    "plan": {"kind": "plan", "id": "i", "seat": "red", "ask": 99, "action": {}, "toward": [0, 0]},
    "odds": {"kind": "odds", "id": "i", "attacker": "R1", "defender": "nobody"},
    "measure": {"kind": "measure", "id": "i", "from": "R1", "to": "nobody"},
    "aids": {"kind": "aids", "id": "i", "seat": "blue"},
    "cards": {"kind": "cards", "id": "i", "seat": "blue"},
    "facts": {"kind": "facts", "id": "i", "piece": "nobody", "seat": "blue"},
    "explain": {"kind": "explain", "id": "i", "clause": "no clause"},
    "tell": {"kind": "tell", "lang": 7},
    "undo": {"kind": "undo", "id": "i", "seat": "blue"},
    "bind": {"kind": "bind", "seat": "blue", "digest": "00"},
    "word": {"kind": "word", "seat": "blue", "word": "00"},
    "ping": {"kind": "ping", "id": 7},
}
KINDS = tuple(TRUE)


def without(message, name):
    return {key: value for key, value in message.items() if key != name}


def bad(kind):
    """Ten ways to be wrong, whatever the message; each as the text of a frame."""
    true = TRUE[kind]
    field = list(true)[1]
    whole = json.dumps(true)
    yield "cut short", whole[:-1]
    yield "a list", f"[{whole}]"
    yield "no kind", json.dumps(without(true, "kind"))
    yield "unknown kind", json.dumps({**true, "kind": "become_host"})
    yield "unknown field", json.dumps({**true, "admin": True})
    yield "null field", json.dumps({**true, field: None})
    yield "wrong type", json.dumps({**true, field: {"$ne": ""}})
    yield "no number", whole[:-1] + ', "after": NaN}'
    yield "too deep", whole[:-1] + f', "action": {DEEP}}}'
    yield "too long", json.dumps({**true, field: "x" * 40_000})
    yield "half a letter", whole[:-1] + ', "seat": "\\ud800"}'
    yield "empty", ""


HOSTILE_ACTIONS = {
    "a frame": {"kind": "Conduct", "answers": []},
    "an event": {"kind": "Ended", "winners": ["red"], "clause": "", "key": ""},
    "no kind": {"option": "end"},
    "a list as kind": {"kind": ["Choose"], "option": "end"},
    "another's dice": {"kind": "Roll", "pips": [6, 6], "proof": "mine"},
    "many dice": {"kind": "Roll", "pips": [6] * 90},
    "too far": {**MOVE, "legs": [{"kind": "advance", "distance": 10**15}]},
    "no facing": {**MOVE, "legs": [{"kind": "shift", "pose": [0, 0, 0, 0]}]},
    "no facing, and more": {**MOVE, "legs": [{"kind": "shift", "pose": [0, 0, 0, 0, "x"]}]},
    "no turn": {**MOVE, "legs": [{"kind": "wheel", "side": "left", "ux": 0, "uy": 0}]},
    "a float": {**MOVE, "legs": [{"kind": "advance", "distance": 1e308}]},
    "off the board": {**MOVE, "legs": [{"kind": "shift", "pose": [-999999, 5, 0, 1000000]}]},
    "another's stand": {**MOVE, "pieces": ["B1"]},
    "no such stand": {**MOVE, "pieces": ["'; DROP TABLE battle; --"]},
    "nobody": {**MOVE, "pieces": []},
    "one stand twice": {**MOVE, "pieces": ["R1", "R1"]},
    "no legs": {**MOVE, "legs": []},
    "many legs": {**MOVE, "legs": MOVE["legs"] * 97},
    "many stands": {**MOVE, "pieces": [f"R{number}" for number in range(500)]},
    "another's army": {"kind": "Concede", "seat": "blue"},
    "words to nobody": {"kind": "Speak", "text": "hello", "to": ["chance"]},
    "empty words": {"kind": "Speak", "text": "  "},
    "many words": {"kind": "Speak", "text": "x" * 501},
}


def test_every_kind_of_message_is_tried():
    kinds = {one.__struct_config__.tag for one in get_args(Said)}
    assert kinds == set(TRUE)
    assert all(len(list(bad(kind))) >= 10 for kind in KINDS)


async def refused(page):
    """The refusal that comes, whatever form it has; its key is one that can be said."""
    while True:
        message = await page.hear()
        match message:
            case {"kind": "error" | "bye", "key": key}:
                break
            case {"kind": "reply", "ok": False, "refusals": [{"key": key}, *_]}:
                break
            case {"kind": "reply", "verdict": {"refusals": [{"key": key}, *_]}}:
                break
            case {"kind": "reply" | "pong"}:
                raise AssertionError(f"taken: {message}")
    assert has(key), key
    return key


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "hello"])
@live
async def test_what_is_malformed_is_refused_and_the_room_goes_on(tmp_path, kind):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        red = made["secrets"]["red"]
        for name, text in bad(kind):
            async with table.page(made["battle"], red) as page:
                await page.send(text)
                key = await refused(page)
                assert key.startswith(("server.", "kernel.")), name
                await page.send({"kind": "ping", "id": "still here"})
                await page.until("pong")
        async with table.page(made["battle"], red) as page:
            await page.send(TRUE[kind])
            await refused(page)
            assert (await page.play(page.mine()[0]))["ok"]


@pytest.mark.parametrize("kind", ["command", "judge"])
@live
async def test_what_no_rule_knows_is_refused_and_nothing_changes(tmp_path, kind):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line")
        async with table.page(made["battle"], made["secrets"]["red"]) as page:
            while (ask := await page.turn()).window != "movement":
                await page.play(ask)
            for name, action in HOSTILE_ACTIONS.items():
                before = page.number
                question = None if action.get("kind") == "Speak" else ask.id
                fields = {"seat": "red", "ask": question, "action": action}
                await page.send({"kind": kind, "id": name, **fields})
                await refused(page)
                assert page.number == before, name
            assert not any("fault" in str(one) for one in page.heard)
            assert (await page.play(page.mine()[0]))["ok"]


@pytest.mark.parametrize("number", range(12))
@live
async def test_a_malformed_hello_lets_nobody_in(tmp_path, number):
    name, text = list(bad("hello"))[number]
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.socket(made["battle"]) as socket:
            page = Page(socket)
            await page.send(text)
            await refused(page)
            assert not page.welcome, name
            await page.send({"kind": "hello", "protocol": PROTOCOL})
            assert (await page.until("welcome"))["you"] == []


@pytest.mark.parametrize(
    ("hello", "key"),
    [
        ({"protocol": PROTOCOL + 1}, "server.other-protocol"),
        ({"protocol": PROTOCOL, "seat_secret": "guess"}, "server.no-grant"),
        ({"protocol": PROTOCOL, "seat_secret": "é" * 5_000}, "server.no-grant"),
    ],
)
@live
async def test_a_hello_that_is_wrong_is_told_why(tmp_path, hello, key):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.socket(made["battle"]) as socket:
            page = Page(socket)
            await page.send({"kind": "hello", **hello})
            bye = await page.over()
            assert bye == {"kind": "bye", "key": key, "again": False}
            assert not page.events


@live
async def test_numbers_after_which_nothing_was_seen_do_no_harm(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        for after in (-1, -(10**12), 10**12):
            hello = {"stream": "spectators", "after": after}
            async with table.page(made["battle"], **hello) as page:
                assert page.first == 1
                assert page.events


@live
async def test_a_command_before_the_hello_ends_it(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.socket(made["battle"]) as socket:
            page = Page(socket)
            await page.send(TRUE["command"])
            assert (await page.over())["key"] == "server.no-hello"


@live
async def test_bytes_that_are_no_text_are_refused(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.page(made["battle"]) as page:
            await page.socket.send(b"\x00\xff")
            assert await refused(page) == "server.no-text"


@live
async def test_a_message_without_measure_ends_that_page_and_no_other(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with (
            table.page(made["battle"]) as loud,
            table.page(made["battle"], made["secrets"]["red"]) as red,
        ):
            with contextlib.suppress(ConnectionClosed):
                await loud.send("x" * 1_000_000)
            assert await loud.over() is None
            assert (await red.play(red.mine()[0]))["ok"]


@live
async def test_a_flood_ends_that_page_and_no_other(tmp_path):
    limits = Limits(messages=Rate(10, 30), requests=Rate(1000, 1000))
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with (
            table.page(made["battle"]) as loud,
            table.page(made["battle"], made["secrets"]["red"]) as red,
        ):
            for _ in range(60):
                await loud.send({"kind": "ping"})
            assert (await loud.over())["key"] == "server.flood"
            assert (await red.play(red.mine()[0]))["ok"]


@live
async def test_commands_faster_than_hands_are_refused(tmp_path):
    limits = Limits(commands=Rate(0.001, 3))
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            speech = {"kind": "Speak", "text": "quick"}
            said = [await red.ask("command", seat="red", action=speech) for _ in range(4)]
            assert [one["ok"] for one in said] == [True, True, True, False]
            assert said[3]["refusals"][0]["key"] == "server.too-fast"


@live
async def test_a_seat_has_so_many_places(tmp_path):
    limits = Limits(sockets_of_seat=2)
    async with open_table(tmp_path, limits) as table, table.browser() as browser:
        made = await found(browser, scenario="first")
        red = made["secrets"]["red"]
        async with (
            table.page(made["battle"], red),
            table.page(made["battle"], red),
            table.socket(made["battle"]) as third,
        ):
            page = Page(third)
            await page.send({"kind": "hello", "protocol": PROTOCOL, "seat_secret": red})
            assert (await page.over())["key"] == "server.full"


def test_a_hello_has_its_defaults():
    assert Hello(protocol=1).seats is None


STEPS = ("deployment", "centre troops", "all troops", "rest of the troops", "camp", "movement")


@pytest.mark.parametrize("system", ["triumph", "grand", "ranked", "skirmish"])
@live
async def test_ground_to_set_out_on_is_nobodys_who_does_not_sit_there(tmp_path, system):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, system=system)
        async with table.page(made["battle"]) as watcher, table.page(
            made["battle"], made["secrets"]["red"]
        ) as red:  # fmt: skip
            for page, seat in ((watcher, ""), (red, ""), (red, "red")):
                for window in STEPS:
                    for at in (None, 0, 1, -1):
                        asked = {"seat": seat, "window": window, "at": at, "whole": True}
                        assert (await page.ask("aids", **asked))["ok"], (seat, window, at)


@live
async def test_ways_for_an_action_that_is_none_are_refused_and_no_worker_is_asked(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line")
        async with table.page(made["battle"], made["secrets"]["red"]) as red:
            ask = await red.turn()
            for action, toward, key in (
                ({}, [0, 0], "server.no-action"),
                ({"kind": "Deploy", "trails": 3}, [0, 0], "server.no-action"),
                (red.answer(ask), [10**12, 0], "server.too-far"),
            ):
                asked = {"seat": "red", "ask": ask.id, "action": action, "toward": toward}
                said = await red.ask("plan", **asked)
                assert said["refusals"][0]["key"] == key


@live
async def test_odds_and_lengths_off_every_table_are_refused(tmp_path):
    async with open_table(tmp_path) as table, table.browser() as browser:
        made = await found(browser, scenario="line")
        async with table.page(made["battle"]) as page:
            both = {"attacker": "R1", "defender": "B1"}
            for pose, key in (
                ([0, 0, 0, 0], "server.no-facing"),
                ([10**30, 0, 0, 1_000_000], "server.too-far"),
            ):
                said = await page.ask("odds", **both, poses={"R1": pose})
                assert said["refusals"][0]["key"] == key
            said = await page.ask("measure", **{"from": [10**30, 0], "to": "R1"})
            assert said["refusals"][0]["key"] == "server.too-far"


@pytest.mark.parametrize("value", [1e308, -1e308, 10**15, -(10**15), float("inf"), float("nan")])
def test_a_number_without_measure_reaches_no_rule(value):
    check({"a": [1e7, -(10**7), 0.5, True, None]}, 0)
    with pytest.raises(Refused, match="too-far"):
        check({"kind": "Move", "legs": [{"kind": "advance", "distance": value}]}, 0)
