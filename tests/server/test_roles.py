"""Every door is tried as owner, host, seat, other seat and watcher; docs/roles.md says who may."""

import re
from contextlib import AsyncExitStack
from typing import get_args

import msgspec
import pytest
from starlette.routing import Route

from condotta.server.http.app import application
from condotta.server.limits import Limits
from condotta.server.protocol import Said
from condotta.server.rooms.house import house_in
from condotta.words import keys
from tests.project.tree import ROOT
from tests.server.live import counting, found, live, open_table

ROLES = ("owner", "host", "seat", "other seat", "watcher")
ROW = re.compile(r"^\| (?!door|message|---)(.+?) \|$", re.MULTILINE)
OF_A_PAGE = {"hello", "ping", "tell"}
"""Messages that belong to a page and to no seat."""
CLAIM = {"player": "Eve"}
BOT = {"to": "bot", "bot": "idle"}
DOORS = {
    "see the battle at its door": ("GET", "", None),
    "find it among one's battles": ("GET", None, None),
    "what everybody may know: log": ("GET", "/log?seat=spectators", None),
    "what everybody may know: events": ("GET", "/events?seat=spectators", None),
    "what everybody may know: position": ("GET", "/position?seat=spectators", None),
    "what everybody may know: paper": ("GET", "/paper", None),
    "what everybody may know: dice": ("GET", "/dice?seat=spectators", None),
    "what everybody may know: picture": ("GET", "/picture", None),
    "what the seat sees: log": ("GET", "/log?seat={seat}", None),
    "what the seat sees: events": ("GET", "/events?seat={seat}", None),
    "what the seat sees: position": ("GET", "/position?seat={seat}", None),
    "what the seat sees: paper": ("GET", "/paper?seat={seat}", None),
    "what the seat sees: dice": ("GET", "/dice?seat={seat}", None),
    "the report before the end": ("GET", "/report", None),
    "claim the seat, which is held": ("POST", None, {}),
    "put it away and take it out": ("POST", "/archive", {"archived": False}),
    "give the seat to a bot": ("POST", "/seats/{seat}", BOT),
    "agree that the seat goes, unasked": ("POST", "/seats/{seat}/consent", {"agrees": True}),
    "choose a clock": ("POST", "/clock", {"seconds": 600}),
    "stop the clock": ("POST", "/clock", {"paused": True}),
    "say where the seat's turns are told": ("POST", "/notices", {"url": "", "seat": "{seat}"}),
    "say where all turns are told": ("POST", "/notices", {"url": ""}),
    "open it again before the end": ("POST", "/again", {"turned": False}),
}
"""How each door is tried: the method, what is added to the battle's address, what is sent."""


def rows():
    """The tables of the page: each door with who may, and as what the others are refused."""
    text = (ROOT / "docs/roles.md").read_text(encoding="utf-8")
    split = [[cell.strip() for cell in row.split("|")] for row in ROW.findall(text)]
    return {name: (dict(zip(ROLES, cells, strict=True)), why) for name, *cells, why in split}


TABLE = rows()
MESSAGES = [name for name in TABLE if name not in DOORS]


class Company:
    """A battle in which everybody has his role, and something was chosen."""

    def __init__(self, folder):
        self.folder = folder

    async def __aenter__(self):
        self.stack = AsyncExitStack()
        self.table = await self.stack.enter_async_context(open_table(self.folder))
        self.people = {
            role: await self.stack.enter_async_context(self.table.browser()) for role in ROLES
        }
        assert (await self.people["owner"].post("/api/owner", json={"key": self.table.key})).json()
        made = await found(self.people["host"], scenario="first", seats=[{"held_by": "open"}] * 2)
        self.battle, self.code = made["battle"], made["code"]
        claims = {"red": "seat", "blue": "other seat"}
        for seat, role in claims.items():
            wanted = {"code": self.code, "seat": seat, "player": role}
            answer = await self.people[role].post("/api/claims", json=wanted)
            assert answer.status_code == 201
        async with self.page("seat") as first, self.page("other seat") as second:
            asked = first if first.mine() else second
            await asked.play(asked.mine()[0])
        self.seat = "red"
        return self

    async def __aexit__(self, *why):
        await self.stack.aclose()

    def page(self, role):
        cookie = self.people[role].cookies.get("condotta", "")
        return self.table.page(self.battle, cookie=f"condotta={cookie}" if cookie else "")

    async def tried(self, role, door):
        """What comes of a door: the status and the answer."""
        method, path, body = DOORS[door]
        address = f"/api/battles/{self.battle}{(path or '').format(seat=self.seat)}"
        if door == "find it among one's battles":
            listed = (await self.people[role].get("/api/battles")).json()["battles"]
            return (200 if any(one["battle"] == self.battle for one in listed) else 404), {}
        if door == "claim the seat, which is held":
            address, body = "/api/claims", {**CLAIM, "code": self.code, "seat": self.seat}
        if body and "seat" in body:
            body = {**body, "seat": self.seat}
        answer = await self.people[role].request(method, address, json=body)
        return answer.status_code, answer.json() if answer.status_code >= 400 else {}


def state(room):
    """Everything that a refusal leaves as it was."""
    row = msgspec.structs.replace(room.row, touched=0)
    return (room.battle.log, dict(room.seating.rows), room.beside.clock(0.0), row)


@pytest.mark.parametrize("door", DOORS)
@live
async def test_a_door_opens_to_whom_it_is_said_to(tmp_path, door):
    may, why = TABLE[door]
    async with Company(tmp_path) as here:
        for role in sorted(ROLES, key=lambda role: may[role] == "yes"):
            room = (await here.table.house.room(here.battle)).room
            before = state(room)
            status, answer = await here.tried(role, door)
            match may[role]:
                case "yes":
                    assert status in (200, 201, 202), (role, answer)
                case "rule":
                    assert answer["key"].startswith("server.seat-"), (role, answer)
                case "no" if why:
                    assert (status >= 400, answer.get("key")) == (True, f"server.{why}"), role
                case "no":
                    assert status == 404, role
                case other:
                    assert answer["key"] == f"server.{other}", role
            if may[role] != "yes":
                assert state((await here.table.house.room(here.battle)).room) == before, role


@live
async def test_what_is_said_at_the_table_is_heard_from_whom_it_is_said_to(tmp_path):
    tried = set()
    async with Company(tmp_path) as here, AsyncExitStack() as stack:
        pages = {role: await stack.enter_async_context(here.page(role)) for role in ROLES}
        red, blue = pages["seat"], pages["other seat"]
        while not red.mine():
            if blue.mine():
                await blue.play(blue.mine()[0])
            else:
                await red.hear()
        ask = red.mine()[0]
        action = red.answer(ask)
        for name in sorted(MESSAGES, key=lambda name: name.startswith(("undo", "command"))):
            kind, _, whose = name.partition(" for ")
            may, why = TABLE[name]
            seat = here.seat if whose == "the seat" else ""
            for role in sorted(ROLES, key=lambda role: may[role] == "yes"):
                page = pages[role]
                key = await asked(page, kind, seat, ask, action)
                tried.add(kind)
                if may[role] == "yes":
                    assert key not in ("server.not-your-seat", "server.fault"), (name, role)
                else:
                    assert key == f"server.{why}", (name, role)
    assert tried == {one.__struct_config__.tag for one in get_args(Said)} - OF_A_PAGE


async def asked(page, kind, seat, ask, action):
    """Say that; the key of what came of it, empty where it was answered."""
    number = f"role {next(counting)}"
    said = {
        "command": {"ask": ask.id, "action": action},
        "judge": {"ask": ask.id, "action": action},
        "plan": {"ask": ask.id, "action": action, "toward": [1, 1]},
        "menu": {"ask": ask.id},
        "hint": {"ask": ask.id},
        "facts": {"piece": "R1", "ask": ask.id},
        "odds": {"attacker": "R1", "defender": "B1"},
        "measure": {"from": "R1", "to": "B1"},
        "explain": {"clause": ask.clause},
        "bind": {"digest": "0" * 64},
        "word": {"word": "0" * 64},
    }.get(kind, {})
    message = {"kind": kind, "seat": seat, **said}
    if kind == "explain":
        del message["seat"]
    if kind not in ("bind", "word"):
        message["id"] = number
    await page.send(message)
    if kind not in ("bind", "word"):
        reply = await page.until("reply", id=number)
        verdict = reply.get("verdict") or {}
        refusals = reply.get("refusals") or verdict.get("refusals") or [{"key": ""}]
        return refusals[0]["key"]
    await page.send({"kind": "ping", "id": number})
    start = len(page.heard)
    await page.until("pong", id=number)
    errors = [one["key"] for one in page.heard[start:] if one["kind"] == "error"]
    return errors[0] if errors else ""


def test_every_address_of_a_battle_and_every_message_has_its_row(tmp_path):
    house = house_in(tmp_path, Limits(), "", 0)
    paths = {
        route.path.removeprefix("/api/battles/{battle}").replace("{seat}", "SEAT")
        for route in application(house).routes
        if isinstance(route, Route) and route.path.startswith("/api/battles/{battle}")
    }
    tried = {
        (path or "").partition("?")[0].replace("{seat}", "SEAT") for _, path, _ in DOORS.values()
    }
    assert paths == tried
    assert set(DOORS) < set(TABLE)
    said = {one for may, why in TABLE.values() for one in (*may.values(), why)}
    known = {key.removeprefix("server.") for key in keys() if key.startswith("server.")}
    assert said <= known | {"yes", "no", "rule", ""}
