"""The application: every address of the live table, and the socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from condotta.report.paper import Paper
from condotta.server.door_forms import Archiving, Consent, Done, OwnerKey, SeatChange
from condotta.server.forms import BattleMade, Claim, NewBattle, Rooms
from condotta.server.games import shelves
from condotta.server.games.games import game
from condotta.server.http import packing
from condotta.server.http.answers import (
    JSON,
    Handler,
    Person,
    battle_of,
    body_of,
    handled,
    person_of,
    read,
    secret_of,
    told,
)
from condotta.server.http.armoury_http import Armoury
from condotta.server.http.besides_http import SideTable
from condotta.server.http.guards import REPORT_POLICY, Guards, let
from condotta.server.http.pages import EACH_TIME, FOLDER, Page
from condotta.server.http.pictures import Pictures
from condotta.server.http.referee_http import Referee
from condotta.server.http.relaying import Relayed
from condotta.server.http.sockets import Sockets
from condotta.server.http.watching import Watching
from condotta.server.limits import Visitors
from condotta.server.reasons import Refused
from condotta.server.rooms import logs
from condotta.server.rooms.house import House
from condotta.server.rooms.opening import Open
from condotta.server.rooms.seating import Visitor as Who
from condotta.server.store.store import Unkept


class Table:
    """The handlers of every address, over one house."""

    def __init__(self, house: House, addresses: Callable[[], tuple[str, ...]]) -> None:
        self.house = house
        self.addresses = addresses
        self.doors = Visitors(house.limits.doors)
        self.foundings = Visitors(house.limits.foundings)
        self.looks = Visitors(house.limits.rulings)

    def at_door(self, request: Request) -> None:
        """Codes and keys can be tried a few times only."""
        if not let(self.doors, request.scope):
            raise Refused("too-fast", 429)

    def founds(self, request: Request) -> None:
        """Battles are set up by people, not by the thousand."""
        if not let(self.foundings, request.scope):
            raise Refused("too-fast", 429)

    async def open(self, request: Request) -> Open:
        """The room that an address names."""
        return await self.house.room(battle_of(request))

    # ── what there is ────────────────────────────────────────────────────────
    async def about(self, request: Request) -> Response:
        """What this table is and what can be played on it."""
        owner = self.house.is_owner(person_of(request))
        # a name server that does not answer holds up this answer alone
        addresses = await asyncio.to_thread(self.addresses)
        return told(shelves.about(addresses, owner=owner))

    async def system(self, request: Request) -> Response:
        """What one game is: what a page of a battle needs to know of it."""
        return told(game(request.path_params["system"]).shown())

    async def words(self, request: Request) -> Response:
        """Every text of a language."""
        return await packing.words(request, request.path_params["lang"], EACH_TIME, JSON)

    async def lists(self, request: Request) -> Response:
        """Army lists."""
        return told(shelves.lists(request.query_params.get("q", "")))

    async def rosters(self, request: Request) -> Response:
        """Shipped rosters, with everything found about them."""
        asked = request.query_params
        return told(shelves.rosters(asked.get("q", ""), asked.get("list", "")))

    async def check(self, request: Request) -> Response:
        """A roster of one's own, checked at a table where those settings are on."""
        raw = await read(request, object, self.house.limits.body)
        return told(shelves.roster_checked(raw, request.query_params.getlist("set")))

    # ── battles ──────────────────────────────────────────────────────────────
    async def found(self, request: Request) -> Response:
        """Set up a battle."""
        self.founds(request)
        wanted = await read(request, NewBattle, self.house.limits.body)
        person = Person(request)
        made = await self.house.found(wanted, person.digest)
        row = made.row
        return person.sign(
            told(BattleMade(battle=row.battle, code=row.code, seats=made.grants), 201)
        )

    async def bring_in(self, request: Request) -> Response:
        """Set up a battle from a log."""
        self.founds(request)
        if request.headers.get("content-type", "").partition(";")[0] not in (JSON, LOG):
            raise Refused("no-json", 415)
        data = await body_of(request, self.house.limits.archive)
        person = Person(request)
        made = await self.house.bring_in(data, person.digest)
        row = made.row
        return person.sign(told(BattleMade(battle=row.battle, code=row.code), 201))

    async def listed(self, request: Request) -> Response:
        """The battles that the asker may see."""
        return told(Rooms(battles=await self.house.listed(person_of(request))))

    async def room(self, request: Request) -> Response:
        """One battle, from the door."""
        return told(self.house.at_door(await self.open(request), person_of(request)))

    async def by_code(self, request: Request) -> Response:
        """The battle with a short code."""
        self.at_door(request)
        one = await self.house.by_code(request.path_params["code"])
        return told(self.house.at_door(one, person_of(request)))

    async def claim(self, request: Request) -> Response:
        """Take an open seat."""
        self.at_door(request)
        asked = await read(request, Claim, self.house.limits.body)
        person = Person(request)
        who = Who(person.digest, secret_of(request))
        return person.sign(told(await self.house.claim(asked, who), 201))

    async def release(self, request: Request) -> Response:
        """Give a seat back."""
        change = await read(request, SeatChange, self.house.limits.body)
        who = Who(person_of(request), secret_of(request))
        battle, seat = battle_of(request), request.path_params["seat"]
        done = await self.house.release(battle, seat, change, who)
        return told(Done()) if done else told(Done(asked=True), 202)

    async def consent(self, request: Request) -> Response:
        """Agree that a seat goes to another, or not."""
        said = await read(request, Consent, self.house.limits.body)
        who = Who(person_of(request), secret_of(request))
        await self.house.consent(battle_of(request), request.path_params["seat"], said, who)
        return told(Done())

    async def archive(self, request: Request) -> Response:
        """Put a battle away, or take it out again."""
        wanted = await read(request, Archiving, self.house.limits.body)
        battle = battle_of(request)
        await self.house.archive(battle, person_of(request), archived=wanted.archived)
        return told(Done())

    async def own(self, request: Request) -> Response:
        """Show the key that the command line printed."""
        self.at_door(request)
        wanted = await read(request, OwnerKey, self.house.limits.body)
        person = Person(request)
        await self.house.own(wanted.key, person.digest)
        return person.sign(told(Done()))

    async def enter(self, request: Request) -> Response:
        """The address that the command line opens: its key makes an owner, then the page opens."""
        person = Person(request)
        home = RedirectResponse("/", 303, {"cache-control": "no-store"})
        try:
            self.at_door(request)
            await self.house.own(request.path_params["key"], person.digest)
        except Unkept:
            raise
        except Refused:
            return home
        return person.sign(home)

    # ── logs ─────────────────────────────────────────────────────────────────
    async def log(self, request: Request) -> Response:
        """The log, as the asker may have it."""
        room = (await self.open(request)).room
        seat = request.query_params.get("seat", "")
        granted = room.seating.granted(person_of(request), secret_of(request))
        over = room.battle.state.position.ended is not None
        whole = over and not seat
        data = await logs.log_of(room, () if whole else logs.sees(granted, seat), whole=whole)
        return Response(data, headers=saved(room.row.title, ".jsonl"), media_type=LOG)

    async def events(self, request: Request) -> Response:
        """Some of the events that the asker saw."""
        room = (await self.open(request)).room
        asked = request.query_params
        granted = room.seating.granted(person_of(request), secret_of(request))
        seats = logs.sees(granted, asked.get("seat", ""))
        start, count = number(asked.get("from", "1")), number(asked.get("count", "0"))
        lang = asked.get("lang", "")
        return told(await logs.page_of(room, seats, start, count, lang))

    async def report(self, request: Request) -> Response:
        """The page of a battle that is over."""
        if not let(self.looks, request.scope):
            raise Refused("too-fast", 429)
        room = (await self.open(request)).room
        text = await logs.report_of(room, self.house.thinkers, self.house.limits)
        headers = AS_FILE
        if "save" in request.query_params:
            headers = {**AS_FILE, **saved(room.row.title, ".html")}
        return HTMLResponse(text, headers=headers)

    async def paper(self, request: Request) -> Response:
        """This moment on paper: what everybody may know, or a seat of the asker with its hand."""
        if not let(self.looks, request.scope):
            raise Refused("too-fast", 429)
        room = (await self.open(request)).room
        asked = request.query_params
        granted = room.seating.granted(person_of(request), secret_of(request))
        (seat,) = logs.sees(granted, asked.get("seat") or "spectators") or ("",)
        on = size_of(asked.get("paper", "a4"))
        text = await logs.paper_of(room, seat, on, self.house.thinkers, self.house.limits)
        return HTMLResponse(text, headers=AS_FILE)

    async def dice(self, request: Request) -> Response:
        """The dice so far, each player's by kind, as the asker saw them."""
        if not let(self.looks, request.scope):
            raise Refused("too-fast", 429)
        room = (await self.open(request)).room
        granted = room.seating.granted(person_of(request), secret_of(request))
        return told(
            await logs.dice_of(room, logs.sees(granted, request.query_params.get("seat", "")))
        )

    async def position(self, request: Request) -> Response:
        """This moment as a position file: what the asker sees of it, nothing else."""
        if not let(self.looks, request.scope):
            raise Refused("too-fast", 429)
        room = (await self.open(request)).room
        granted = room.seating.granted(person_of(request), secret_of(request))
        seats = logs.sees(granted, request.query_params.get("seat", ""))
        text = await logs.position_of(room, seats)
        return Response(text, headers={"cache-control": "no-store"}, media_type=JSON)


LOG = "application/x-ndjson"
AS_FILE = {"content-security-policy": REPORT_POLICY, "cache-control": "no-store"}
"""Headers of a page that does nothing and asks for nothing."""


def number(text: str) -> int:
    """A number in an address."""
    if not text.isdecimal() or len(text) > 9:
        raise Refused("no-number", 400, text=text[:20])
    return int(text)


def size_of(text: str) -> Paper:
    """A size of paper in an address; one that there is not is refused."""
    match text.lower():
        case "a4":
            return "a4"
        case "letter":
            return "letter"
        case _:
            raise Refused("no-paper", 400, paper=text[:20], sizes=tuple(get_args(Paper)))


def saved(title: str, end: str) -> dict[str, str]:
    """Headers that make a browser save a file."""
    name = logs.file_name(title, end)
    return {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}


def routes(table: Table, page: Page, metrics: str = "") -> list[Route | WebSocketRoute]:
    """Every address."""
    one = "/api/battles/{battle}"
    armoury = Armoury(table.house.limits)
    referee = Referee(table.house.thinkers, table.house.limits)
    sockets = Sockets(table.house)
    watching = Watching(table.house, metrics)
    besides = SideTable(table.house, table.founds)
    everybodys: dict[str, Handler] = {
        "/api/about": table.about,
        "/api/systems/{system}": table.system,
        "/api/lists": table.lists,
        "/api/rosters": table.rosters,
    }
    asked: dict[str, Handler] = {
        "/api/words/{lang}": table.words,
        "/api/battles": table.listed,
        "/api/rooms/{code}": table.by_code,
        one: table.room,
        f"{one}/log": table.log,
        f"{one}/events": table.events,
        f"{one}/report": table.report,
        f"{one}/paper": table.paper,
        f"{one}/dice": table.dice,
        f"{one}/position": table.position,
        f"{one}/picture": Pictures(table.house),
        **watching.asked(),
        **armoury.asked(),
        **referee.asked(),
    }
    sent: dict[str, Handler] = {
        "/api/rosters/check": table.check,
        "/api/battles": table.found,
        "/api/import": table.bring_in,
        "/api/claims": table.claim,
        "/api/owner": table.own,
        f"{one}/archive": table.archive,
        one + "/seats/{seat}": table.release,
        one + "/seats/{seat}/consent": table.consent,
        **besides.sent(),
        **armoury.sent(),
        **referee.sent(),
    }
    return [
        *(
            Route(path, handled(does), methods=["GET"], middleware=packing.PACKED)
            for path, does in everybodys.items()
        ),
        *(Route(path, handled(does), methods=["GET"]) for path, does in asked.items()),
        *(Route(path, handled(does), methods=["POST"]) for path, does in sent.items()),
        WebSocketRoute(f"{one}/socket", sockets.sit),
        WebSocketRoute("/hands", sockets.hand),
        Route("/open/{key}", handled(table.enter), methods=["GET"]),
        Route("/", handled(page), methods=["GET"]),
        Route("/{path:path}", handled(page), methods=["GET"]),
    ]


def application(
    house: House,
    *,
    addresses: Callable[[], tuple[str, ...]] = tuple,
    hosts: Iterable[str] = (),
    folder: Path = FOLDER,
    metrics: str = "",
) -> Starlette:
    """The application over a house; starting it starts the house, stopping it closes it.

    Whoever knows the key `metrics` is shown figures; without one nobody is.
    """

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.close()

    guards: Any = Middleware(Guards, limits=house.limits, hosts=tuple(hosts), times=house.requests)
    before: Any = (
        () if house.sharing is None else (Middleware(Relayed, secret=house.sharing.secret),)
    )
    return Starlette(
        routes=routes(Table(house, addresses), Page(folder), metrics),
        middleware=[*before, guards],
        lifespan=lifespan,
    )
