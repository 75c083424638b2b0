"""Battles of every system on a table that is open, and pages at them that say whatever there is.

Who plays is played by the bot that draws lots, so that every moment of a battle comes. Between two
of his acts each page says many things more, of all kinds: what is heard is looked at as it comes.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from condotta.bots.seat import Bot, make
from condotta.kernel.asks import Action, Ask
from condotta.kernel.chance import SeededCup
from condotta.kernel.records import CHANCE, SPECTATORS, Seat
from condotta.rules.conceding import Concede
from condotta.rules.systems import SYSTEMS
from condotta.server.limits import Limits
from condotta.server.protocol import PROTOCOL, Said
from condotta.server.rooms.room import Room
from condotta.server.rooms.sitting import SAID
from tests.fuzz.watching import Watch
from tests.fuzz.wild import Wild, plain, text
from tests.server.live import Live

LIMITS = Limits()
WITHOUT_REPLY = ("hello", "tell", "bind", "word", "ping")
LATER = ("menu", "plan")
"""Messages that workers answer: they take their time, so that few of them are sent."""
SECONDS = 60.0
HELD_OUT = 0.02
"""How often somebody may give up in a table's fuzz, or nothing of a battle would be seen."""

counting = itertools.count(1)


class Sent(NamedTuple):
    """One message: of what kind the attempt is, what is sent, and what it names."""

    kind: str
    data: str | bytes


class Page:
    """A socket at a battle that says anything, one thing after another."""

    def __init__(self, bout: Bout, seat: Seat, secret: str, watch: Watch) -> None:
        self.bout, self.seat, self.secret, self.watch = bout, seat, secret, watch
        self.socket: ClientConnection | None = None
        self.heard: list[bytes] = []

    async def connect(self) -> None:
        """Sit down, at one's seat or to watch."""
        for again in range(50):
            self.socket = await self.bout.live.socket(self.bout.battle)
            hello = {"kind": "hello", "protocol": PROTOCOL, "seat_secret": self.secret}
            await self.socket.send(text({**hello, "snapshot": True, "lang": "en"}))
            try:
                await self.until(lambda one: one.startswith(b'{"kind":"presence"'))
            except ConnectionClosed:
                await asyncio.sleep(0.05 * again)
            else:
                return
        raise AssertionError(f"no page can sit down: {self.heard[-2:]}")

    async def until(self, wanted: Any) -> list[bytes]:
        """Hear until such a message."""
        start = len(self.heard)
        assert self.socket is not None
        while True:
            async with asyncio.timeout(SECONDS):
                said = await self.socket.recv()
            data = said.encode() if isinstance(said, str) else said
            self.heard.append(data)
            self.watch.hear(self.bout, self.seat, data)
            if wanted(data):
                found = self.heard[start:]
                self.heard.clear()
                return found

    async def say(self, sent: Sent) -> str:
        """Say it, hear what comes of it, and count that."""
        if self.socket is None:
            await self.connect()
        assert self.socket is not None
        self.watch.saying(self, sent)
        try:
            await self.socket.send(sent.data)
            found = await self.answered(sent)
        except ConnectionClosed:
            self.socket = None
            found = self.heard[:]
            self.heard.clear()
        if any(one.startswith(b'{"kind":"bye"') for one in found):
            self.socket = None
        self.watch.said(self, sent, found)
        return self.watch.last

    async def answered(self, sent: Sent) -> list[bytes]:
        """What comes of it: its reply; where there is none, everything up to the next beat."""
        name = replied(sent.data)
        if name is not None:
            inside = b'"id":' + name + (b"," if name else b"")
            return await self.until(
                lambda one: (
                    one.startswith((b'{"kind":"reply"', b'{"kind":"bye"'))
                    and (one.startswith(b'{"kind":"bye"') or inside in one)
                )
            )
        beat = f"after {next(counting)}"
        assert self.socket is not None
        await self.socket.send(text({"kind": "ping", "id": beat}))
        ended = msgspec.json.encode(beat)
        return await self.until(
            lambda one: (
                (one.startswith(b'{"kind":"pong"') and ended in one)
                or one.startswith(b'{"kind":"bye"')
            )
        )

    async def leave(self) -> None:
        """Get up."""
        if self.socket is not None:
            await self.socket.close()


def replied(data: str | bytes) -> bytes | None:
    """The id of the reply that a message will have, as it is written; None where there is none."""
    if isinstance(data, bytes):
        return None
    try:
        raw = data.encode()
        said: Said = SAID.decode(raw)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    if type(said).__struct_config__.tag in WITHOUT_REPLY or len(raw) > LIMITS.message:
        return None
    return msgspec.json.encode(getattr(said, "id", ""))


class Bout:
    """One battle, a page at each of its seats and one that watches."""

    def __init__(
        self, live: Live, browser: httpx.AsyncClient, watch: Watch, wanted: dict[str, Any],
        random: Random,
    ) -> None:  # fmt: skip
        self.live, self.browser, self.watch = live, browser, watch
        self.wanted, self.random = wanted, random
        self.cup = SeededCup(random.randrange(10**6))
        self.battle = ""
        self.bots: dict[Seat, Bot] = {}
        self.pages: dict[Seat, Page] = {}
        self.secrets: dict[Seat, str] = {}
        self.tokens: dict[Seat, tuple[bytes, ...]] = {}
        self._hidden: tuple[int, dict[Seat, frozenset[str]]] = (-1, {})

    @property
    def name(self) -> str:
        """What is played, in one word."""
        return str(self.wanted.get("system") or self.wanted.get("scenario"))

    @property
    def over(self) -> bool:
        """Whether it is over, so that everybody may know everything."""
        return self.room.battle.state.position.ended is not None

    @property
    def room(self) -> Room:
        """The room, as the server has it."""
        return self.live.house.rooms[self.battle].room

    async def begin(self) -> None:
        """Set the battle up and take every seat."""
        answer = await self.browser.post("/api/battles", json=self.wanted)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.battle = made["battle"]
        await self.live.house.room(self.battle)
        self.secrets = {one["seat"]: one["secret"] for one in made["seats"]}
        self.bots = {
            seat: make("random", self.room.book, f"{self.random.random()}") for seat in self.secrets
        }
        self.pages = {
            seat: Page(self, seat, secret, self.watch) for seat, secret in self.secrets.items()
        }
        self.pages[SPECTATORS] = Page(self, SPECTATORS, "", self.watch)
        self.watch.plant(self)
        await self.whisper()

    async def whisper(self) -> None:
        """Each seat says to itself alone what nobody else may ever hear."""
        for seat in self.secrets:
            words = f"known to {seat} alone: {self.random.getrandbits(60):x}"
            self.watch.plant_words(self, words, seat)
            said = {"kind": "command", "id": fresh(), "seat": seat}
            told = {"kind": "Speak", "text": words, "to": [seat]}
            await self.pages[seat].say(Sent("played", text({**said, "action": told})))

    async def end(self) -> None:
        """Everybody gets up."""
        for page in self.pages.values():
            with contextlib.suppress(ConnectionClosed):
                await page.leave()
        self.watch.forget(self)

    # ── what there is to say ─────────────────────────────────────────────────
    def open(self) -> list[Ask]:
        """The questions that somebody can answer now."""
        typed = (CHANCE,) if self.wanted.get("dice") == "typed" else ()
        seats = {*self.bots, *typed}
        return [ask for ask in self.room.battle.waiting() if ask.seat in seats and not (
            ask.seat == CHANCE and ask.secret
        )]  # fmt: skip

    def answer(self, ask: Ask) -> dict[str, Any]:
        """Something legal to say to it; dice that people roll are rolled here."""
        if ask.seat == CHANCE:
            rolled: dict[str, Any] = plain(self.cup.answer(ask))
            return rolled
        view = self.room.battle.view(ask.seat)
        mine = next(one for one in view.asks if one.id == ask.id)
        found: dict[str, Any] = plain(self.bots[ask.seat].answer(view, mine))
        return found

    def names(self, seat: Seat) -> list[str]:
        """Words that mean something to a page: what it sees on and beside the table."""
        position = self.room.battle.view(seat).position
        pieces = list(position.pieces)
        some = self.random.sample(pieces, min(len(pieces), 24))
        kinds = {position.pieces[one].type for one in some}
        return [*some, *sorted(kinds), *position.seats(), position.phase, CHANCE]

    def hidden(self, seat: Seat) -> frozenset[str]:
        """The ids of pieces that are there and of which that seat knows nothing."""
        length = len(self.room.battle.log)
        if self._hidden[0] != length:
            self._hidden = (length, {})
        known = self._hidden[1]
        if seat not in known:
            there = self.room.battle.state.position.pieces.keys()
            known[seat] = frozenset(there - self.room.battle.view(seat).position.pieces.keys())
        return known[seat]

    # ── the battle goes on ───────────────────────────────────────────────────
    async def act(self) -> bool:
        """Somebody says something good; whether the battle goes on."""
        asks = self.open()
        if self.over or not asks:
            return False
        ask = self.random.choice(asks)
        good = {"kind": "command", "id": fresh(), "seat": ask.seat, "ask": ask.id}
        page = self.pages[next(iter(self.secrets)) if ask.seat == CHANCE else ask.seat]
        await page.say(Sent("played", text({**good, "action": self.answer(ask)})))
        return True

    async def fuzz(self, many: int) -> None:
        """Every page says things, all at once, each one thing after another."""
        asks = self.open()
        if not asks:
            return
        ask = self.random.choice(asks)
        good = self.answer(ask)
        each = max(1, many // len(self.pages))
        await asyncio.gather(*(self.one(page, ask, good, each) for page in self.pages.values()))

    async def one(self, page: Page, ask: Ask, good: dict[str, Any], many: int) -> None:
        """One page says so many things about a question."""
        wild = Wild(Random(self.random.random()), self.names(page.seat))
        talk = Talk(self, page, ask, good, wild)
        for _ in range(many):
            for sent in talk.next():
                await page.say(sent)


def fresh() -> str:
    """An id that nobody has used."""
    return f"f{next(counting)}"


class Talk:
    """What a page says about one question: messages right, nearly right and wrong."""

    def __init__(self, bout: Bout, page: Page, ask: Ask, good: dict[str, Any], wild: Wild) -> None:
        self.bout, self.page, self.ask, self.good, self.wild = bout, page, ask, good, wild
        self.random = wild.random
        self.seat = page.seat if page.seat != SPECTATORS else ""
        self.mine = ask.seat == page.seat
        if ask.seat == CHANCE and self.seat:
            self.seat, self.mine = CHANCE, True

    def next(self) -> Iterator[Sent]:
        """The next thing to say; two where they are to be compared."""
        lot = self.random.random()
        if not self.seat and 0.36 <= lot < 0.76:
            lot += 0.4  # who only watches can do nothing: he asks
        if lot < 0.05:
            yield Sent("noise", self.noise())
        elif lot < 0.15:
            yield Sent("torn", clean(self.wild.torn(text(self.message()))))
        elif lot < 0.28:
            yield Sent(
                "bent", clean(text(self.wild.bent(self.message(), self.random.randint(1, 3))))
            )
        elif lot < 0.36:
            yield Sent("shaped", self.shaped())
        elif lot < 0.60:
            yield self.act("bent action", self.wild.bent(self.good, self.random.randint(1, 2)))
        elif lot < 0.76:
            yield self.act("shaped action", self.any_action())
        elif lot < 0.95:
            yield self.question()
        else:
            yield from self.of_nobody()

    def noise(self) -> str | bytes:
        """A frame of bytes, or a text without sense."""
        found = self.wild.noise()
        return found if self.random.random() < 0.4 else found.decode("latin-1")

    def message(self) -> dict[str, Any]:
        """A message that is right here and now."""
        head = {"id": fresh(), "seat": self.seat}
        act = {**head, "ask": self.ask.id, "action": self.good}
        word = self.wild.names[0] if self.wild.names else "R1"
        return self.random.choice((
            {"kind": "command", **act}, {"kind": "judge", **act}, {"kind": "judge", **act},
            {"kind": "odds", **head, "attacker": word, "defender": self.wild.names[-1]},
            {"kind": "measure", **head, "from": word, "to": [0, 0]},
            {"kind": "aids", **head, "pieces": [word]},
            {"kind": "cards", **head, "ask": self.ask.id},
            {"kind": "facts", **head, "piece": word, "ask": self.ask.id},
            {"kind": "explain", "id": head["id"], "clause": self.ask.clause},
            {"kind": "undo", **head}, {"kind": "tell", "lang": "fr"}, {"kind": "ping", "id": "p"},
            {"kind": "bind", "seat": self.seat, "digest": "0" * 64},
            {"kind": "word", "seat": self.seat, "word": "0" * 64},
        ))  # fmt: skip

    def shaped(self) -> str:
        """A message by its type alone; few of those that workers answer."""
        while True:
            found = self.wild.shaped(Said)
            if found["kind"] not in LATER or self.random.random() < 0.02:
                return clean(text(found))

    def act(self, kind: str, action: Any) -> Sent:
        """An action, to be judged, or now and then to be done."""
        done = self.mine and self.random.random() < 0.3
        if done and gives_up(action) and self.random.random() > HELD_OUT:
            done = False
        head = {"kind": "command" if done else "judge", "id": fresh(), "seat": self.seat}
        asked = None if self.random.random() < 0.1 else self.ask.id
        return Sent(kind, clean(text({**head, "ask": asked, "action": action})))

    def any_action(self) -> Any:
        """An action of the game by its type; mostly one that answers the question."""
        book = self.bout.room.book
        kinds = [one for one in book.types.values() if issubclass(one, Action)]
        fits = [one for one in kinds if one.__name__ in self.ask.says]
        kind = self.random.choice(fits if fits and self.random.random() < 0.7 else kinds)
        found = self.wild.shaped(kind)
        if self.ask.options and self.random.random() < 0.3:
            return {"kind": "Choose", "option": self.random.choice(self.ask.options)}
        return found

    def question(self) -> Sent:
        """A question about the table with words that mean something."""
        word, point = self.wild.word, [self.wild.number(), self.wild.number()]
        seat = self.seat if self.random.random() < 0.8 else ""
        head = {"id": fresh(), "seat": seat}
        at = self.random.choice((None, None, 0, 1, -1, 40, 10**9))
        asked: list[dict[str, Any]] = [
            {"kind": "odds", **head, "attacker": word(), "defender": word(),
             "combat": self.random.choice(("close", "ranged")), "poses": self.poses()},
            {"kind": "odds", **head, "attacker": word(), "defender": word()},
            {"kind": "measure", **head, "from": word(), "to": self.random.choice((word(), point)),
             "sight": True, "at": at},
            {"kind": "aids", **head, "pieces": [word(), word()], "window": self.ask.window,
             "whole": self.random.random() < 0.2, "at": at},
            {"kind": "cards", **head, "ask": self.ask.id},
            {"kind": "facts", **head, "piece": word(), "ask": self.ask.id},
            {"kind": "explain", "id": head["id"], "clause": self.random.choice(
                (self.ask.clause, word())), "lang": self.random.choice(("en", "fr", "xx"))},
            {"kind": "undo", "id": head["id"], "seat": seat},
            {"kind": "bind", "seat": seat,
             "digest": self.random.choice(("", "00", "é" * 64, "0" * 64))},
            {"kind": "word", "seat": seat, "word": self.random.choice(("", "00", "f" * 64))},
        ]  # fmt: skip
        if self.random.random() < 0.03 and self.mine:
            asked = [
                {"kind": "menu", **head, "ask": self.ask.id, "pieces": [word()],
                 "most": self.wild.random.randint(-2, 9)},
                {"kind": "plan", **head, "ask": self.ask.id, "toward": point,
                 "action": self.wild.bent(self.good)},
                {"kind": "plan", **head, "ask": self.ask.id, "toward": [1, 1],
                 "action": self.any_action()},
            ]  # fmt: skip
        elif self.random.random() < 0.01:
            asked = [{"kind": "tell", "lang": self.random.choice(("en", "fr", "\x1b[31m"))}]
        chosen = self.random.choice(asked)
        return Sent(chosen["kind"], clean(text(chosen)))

    def poses(self) -> dict[str, list[Any]]:
        """Where a stand would be, wild or not."""
        facing = self.random.choice(([0, 1_000_000], [0, 0], [10**15, 1], [600_000, 800_000]))
        return {str(self.wild.word()): [self.wild.number(), self.wild.number(), *facing]}

    def of_nobody(self) -> Iterator[Sent]:
        """What is said of a piece that one cannot know of, and of one that is not there at all."""
        hidden = self.bout.hidden(self.page.seat)
        if not hidden:
            yield self.act("shaped action", self.any_action()) if self.seat else self.question()
            return
        one = self.random.choice(sorted(hidden))
        other = "q" * len(one)
        made = self.random.choice((
            {"kind": "facts", "piece": one, "ask": self.ask.id},
            {"kind": "measure", "from": one, "to": [0, 0]},
            {"kind": "odds", "attacker": one, "defender": self.wild.names[0]},
            {"kind": "aids", "pieces": [one]},
            {"kind": "judge", "ask": self.ask.id, "action": renamed(self.good, self.random, one)},
        ))  # fmt: skip
        for name in (one, other):
            message = text({**made, "id": fresh(), "seat": self.seat}).replace(
                text(one), text(name)
            )
            yield Sent("of nobody", message)


def renamed(good: Any, random: Random, name: str) -> Any:
    """The action with one of its words another."""
    match good:
        case dict():
            keys = [key for key in good if key != "kind"]
            if not keys:
                return {**good, "piece": name}
            key = random.choice(keys)
            return {**good, key: renamed(good[key], random, name)}
        case [*_] if good:
            at = random.randrange(len(good))
            return [*good[:at], renamed(good[at], random, name), *good[at + 1 :]]
        case _:
            return name


def gives_up(action: Any) -> bool:
    """Whether that would end the battle for somebody."""
    return isinstance(action, dict) and action.get("kind") == Concede.__name__


def clean(said: str) -> str:
    """The text without halves of letters, which no socket sends."""
    return said.encode("utf-8", "replace").decode()


# ── every system ─────────────────────────────────────────────────────────────
def wanted_of(system: str, number: int, dice: str = "committed") -> dict[str, Any]:
    """A battle of a system in which all seats are one's own."""
    sizes = SYSTEMS[system].sizes
    count = sizes[number % len(sizes)]
    return {"system": system, "seats": [{"held_by": "you"}] * count, "dice": dice}
