"""Everything that can be asked at a table, over HTTP and over the socket, by whoever may not know.

Each probe says which surface it looks at and whether it is to be answered or to be refused: two
equal refusals where an answer was wanted have compared nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.battle import Battle
from condotta.kernel.records import SPECTATORS, Piece, Seat
from condotta.kernel.views import View
from condotta.rules.systems import SYSTEMS
from condotta.rules.treachery.deals import Accept, Give, Offer, Terms
from condotta.rules.treachery.playing import PlayCard
from condotta.rules.triumph.cards.deceptive_deployment.revealing import Reveal
from condotta.rules.triumph.stands.layout import lies
from condotta.server.games.games import game
from tests.kernel.harness import answers
from tests.noninterference.towns import HOST, LANDLORD, METRICS, Mount, Page, Town
from tests.noninterference.twins import Twins, as_json, differing_pieces

ANSWERED, REFUSED, EITHER = "answered", "refused", "either"

TELLING = {
    "verdict yes": ANSWERED, "verdict no": ANSWERED, "refusal": REFUSED,
}  # fmt: skip
"""Surfaces whose replies are read for what they say, not for whether they are replies."""


class Watcher(NamedTuple):
    """Somebody who must not know: his name, the seats he holds, in which language he reads."""

    name: str
    person: str
    seats: tuple[Seat, ...]
    lang: str

    @property
    def eyes(self) -> Seat:
        """Whose view it is that his page asks from."""
        return self.seats[0] if self.seats else SPECTATORS

    @property
    def seat(self) -> Seat:
        """The seat that he names in what he says; none of a spectator."""
        return self.seats[0] if self.seats else ""


class Probe(NamedTuple):
    """One question: on which surface, to be answered or refused, and how it is put."""

    surface: str
    wanted: str
    put: Callable[[Town], Awaitable[bytes]]


def watchers_of(twins: Twins, persons: Mapping[Seat, str]) -> tuple[Watcher, ...]:
    """Every person who holds seats that must not know, and a spectator."""
    held: dict[str, tuple[Seat, ...]] = {}
    for seat in twins.watchers:
        held[persons[seat]] = (*held.get(persons[seat], ()), seat)
    found = [
        Watcher(person, person, seats, ("en", "fr")[number % 2])
        for number, (person, seats) in enumerate(held.items())
    ]
    return (*found, Watcher(SPECTATORS, "", (), "en"))


# ── over HTTP ────────────────────────────────────────────────────────────────
def over_http(twins: Twins, how: Mount, watchers: Iterable[Watcher]) -> Iterator[Probe]:
    """Every address of a battle."""
    one, secret = f"/api/battles/{how.battle}", twins.owner
    some = tuple(watchers)
    printed = some[how.number % len(some)]  # it takes its time: one each moment, in turn
    for watcher in some:
        who = watcher.person
        yield got("HTTP list", who, "/api/battles", ANSWERED if who else EITHER)
        yield got("HTTP door", who, f"/api/rooms/{how.code}")
        yield got("HTTP room", who, one)
        yield got("HTTP log", who, f"{one}/log")
        yield got("HTTP log", who, f"{one}/log?seat=spectators")
        yield got("HTTP events", who, f"{one}/events?lang={watcher.lang}&count=2000")
        yield got("HTTP events", who, f"{one}/events?from=9&count=30")
        if watcher is printed:
            size = ("a4", "letter")[how.number // 2 % 2]
            asked = f"seat={watcher.seat}&lang={watcher.lang}&paper={size}"
            yield got("HTTP paper", who, f"{one}/paper?{asked}")
            yield got("HTTP position", who, f"{one}/position")
        yield got("HTTP dice", who, f"{one}/dice")
        yield got("HTTP picture", who, f"{one}/picture")
        yield got("HTTP picture", who, f"{one}/picture?dark")
        yield got("HTTP report before the end", who, f"{one}/report", REFUSED)
        if secret not in watcher.seats:
            for page in ("log", "events", "paper", "dice", "position"):
                yield got("HTTP with another's eyes", who, f"{one}/{page}?seat={secret}", REFUSED)
            yield sent("HTTP release of another's seat", who, f"{one}/seats/{secret}",
                       {"to": "bot", "bot": "random"})  # fmt: skip
            # who holds it would be given another secret of it, drawn by lot
            yield sent("HTTP claim", who, "/api/claims", {"code": how.code, "seat": secret})
        yield sent("HTTP consent", who, f"{one}/seats/{secret}/consent", {"agrees": True})
        yield sent("HTTP again", who, f"{one}/again", {})
        yield sent("HTTP archive", who, f"{one}/archive", {"archived": True})
        yield sent("HTTP clock", who, f"{one}/clock", {"seconds": 60})
    for path in ("log", "dice"):
        yield got("HTTP with a wrong secret", "", f"{one}/{path}", bearer="no secret of a seat")
    yield got("HTTP metrics", "", "/metrics", bearer=METRICS)
    for who in (HOST, LANDLORD):
        yield got("HTTP list", who, "/api/battles")
        yield got("HTTP room", who, one)
        yield got("HTTP log", who, f"{one}/log")
        yield got("HTTP report before the end", who, f"{one}/report", REFUSED)
        yield got("HTTP with another's eyes", who, f"{one}/log?seat={secret}", REFUSED)


def got(surface: str, person: str, path: str, wanted: str = ANSWERED, *, bearer: str = "") -> Probe:
    """What an address says to somebody, or to a program that shows a secret."""
    shown = {"authorization": f"Bearer {bearer}"} if bearer else {}

    async def put(town: Town) -> bytes:
        return written(await town.browser(person).get(path, headers=shown))

    return Probe(surface, wanted, put)


def sent(surface: str, person: str, path: str, body: Any) -> Probe:
    """What comes of something that he may not do."""

    async def put(town: Town) -> bytes:
        return written(await town.browser(person).post(path, json=body))

    return Probe(surface, REFUSED, put)


def written(answer: Any) -> bytes:
    """An answer with its status and headers."""
    head = sorted(
        f"{name}: {value}"
        for name, value in answer.headers.items()
        if name not in ("date", "content-length")
    )
    return b"\n".join((str(answer.status_code).encode(), *(one.encode() for one in head),
                       answer.content))  # fmt: skip


# ── over the socket ──────────────────────────────────────────────────────────
def over_socket(
    twins: Twins, how: Mount, watchers: Iterable[Watcher], random: Random
) -> Iterator[Probe]:
    """Every message that a page may say, from what its seat sees."""
    some = tuple(watchers)
    for number, watcher in enumerate(some):
        for surface, wanted, message in messages(twins, watcher, random):
            message["id"] = f"{number}-{random.random()}"
            yield Probe(surface, wanted, asker(watcher, message))
        if number == how.number % len(some):
            yield Probe("WS story", ANSWERED, teller(watcher))
        yield from (Probe("WS error", ANSWERED, babbler(watcher, text)) for text in BABBLE)
        yield from joining(how, watcher)


def asker(watcher: Watcher, message: dict[str, Any]) -> Callable[[Town], Awaitable[bytes]]:
    """Says it on the page of that watcher."""

    async def put(town: Town) -> bytes:
        return await town.pages[watcher.name].ask(message)

    return put


def teller(watcher: Watcher) -> Callable[[Town], Awaitable[bytes]]:
    """Has everything told in the other language, and again in his own."""

    async def put(town: Town) -> bytes:
        page: Page = town.pages[watcher.name]
        other = await page.tell("fr" if watcher.lang == "en" else "en")
        return b"\n".join((other, await page.tell(watcher.lang)))

    return put


def babbler(watcher: Watcher, text: str) -> Callable[[Town], Awaitable[bytes]]:
    """Says what no page says, and hears why not."""

    async def put(town: Town) -> bytes:
        return await town.pages[watcher.name].babble(text)

    return put


BABBLE = (
    "{", '{"kind":"hello","protocol":1}', '{"kind":"menu","id":"m"}', '{"kind":"nothing"}',
)  # fmt: skip
"""Messages that are none, or come at the wrong time."""


def joining(how: Mount, watcher: Watcher) -> Iterator[Probe]:
    """Somebody comes late: he hears everything, or a picture of now, or what he missed."""
    name = "+".join(watcher.seats) or SPECTATORS
    for surface, hello in (
        ("WS late", {"lang": watcher.lang}),
        ("WS snapshot", {"snapshot": True}),
        ("WS again", {"stream": name, "after": 40, "name": "Zoé"}),
        ("WS watching", {"seats": []}),
        ("WS wrong secret", {"seat_secret": "no secret of a seat"}),
    ):

        async def put(town: Town, hello: dict[str, Any] = hello) -> bytes:
            page = Page(town.app, how.battle, watcher.person)
            await page.hello(**hello)
            await page.close()
            return b"\n".join(page.heard)

        if "secret" not in surface:
            yield Probe(surface, ANSWERED, put)
        elif watcher.person:  # a cookie opens its seats all the same
            yield Probe(f"{surface} of a player", EITHER, put)
        else:
            yield Probe(surface, REFUSED, put)


Message = tuple[str, str, dict[str, Any]]


def messages(twins: Twins, watcher: Watcher, random: Random) -> Iterator[Message]:
    """What one page asks: of its own questions, then of everything that it sees."""
    battle, view = twins.one, twins.one.view(watcher.eyes)
    hidden = sorted(differing_pieces(twins.one.state, twins.two.state))
    for seat in watcher.seats:
        own = twins.one.view(seat)
        waiting = {ask.id for ask in battle.waiting()}
        for ask in own.mine():
            if ask.id in waiting:
                yield from of_question(twins, own, ask, random)
        yield from unasked(twins, seat, own, hidden)
    yield from of_table(twins, watcher, view, hidden, random)


def of_question(twins: Twins, view: View, ask: Ask, random: Random) -> Iterator[Message]:
    """Of an open question of one's own: menus, verdicts, refusals, plans, cards, facts."""
    battle, seat = twins.one, view.seat
    hidden = sorted(differing_pieces(twins.one.state, twins.two.state))
    about: dict[str, Any] = {"seat": seat, "ask": ask.id}
    offered = list(answers(battle, seat, ask, random))[:40]
    good = [one for one in offered if battle.judge(seat, one, ask.id).ok]
    both = (battle, twins.two)
    bad = [
        one
        for one in (*foreign(twins, ask, hidden), *offered)
        if refused_in(both, seat, one, ask.id)
    ]
    if ask.says:
        yield "WS menu", ANSWERED, {"kind": "menu", "most": 12, **about}
        mine = [one.id for one in table(view) if one.controller == seat]
        for name in mine[:1]:
            yield "WS menu", EITHER, {"kind": "menu", "pieces": [name], **about}
    yield "WS hint", EITHER if game(battle.book.system).shown().reported else ANSWERED, {
        "kind": "hint", **about,
    }  # fmt: skip
    for action in random.sample(good, min(3, len(good))):
        yield "verdict yes", ANSWERED, {"kind": "judge", "action": as_json(action), **about}
    for action in against(battle, seat, ask, bad)[:4]:
        yield "verdict no", ANSWERED, {"kind": "judge", "action": as_json(action), **about}
        yield "refusal", REFUSED, {"kind": "command", "action": as_json(action), **about}
    yield "verdict, nothing offered", EITHER, {
        "kind": "judge", "action": as_json(Choose("nothing on offer")), **about,
    }  # fmt: skip
    yield "WS cards", ANSWERED, {"kind": "cards", **about}
    for piece in [one for one in table(view) if one.controller == seat][:2]:
        yield "WS facts", EITHER, {"kind": "facts", "piece": piece.id, **about}
    if game(battle.book.system).models:
        for action in [one for one in good if getattr(one, "trails", ())][:2]:
            yield "WS plan", ANSWERED, {
                "kind": "plan", "action": as_json(replace(action, trails=())),
                "toward": near(view, action), **about,
            }  # fmt: skip


def near(view: View, action: Action) -> tuple[int, int]:
    """Where the first model would go."""
    trail = action.trails[0]  # type: ignore[attr-defined]  # one with ways
    pose = view.position.pieces[trail.model].pose
    return trail.points[-1] if trail.points or pose is None else (pose.x, pose.y)


def against(battle: Battle, seat: Seat, ask: Ask, tried: list[Action]) -> list[Action]:
    """What a rule speaks against, first what a rule of the game does, the kernel's own last."""

    def by_a_rule(action: Action) -> bool:
        found = battle.judge(seat, action, ask.id).refusals
        return bool(found) and found[0].clause not in ("kernel", "server")

    return [one for one in tried if by_a_rule(one)]


def refused_in(worlds: Iterable[Battle], seat: Seat, action: Action, ask: int) -> bool:
    """Whether that is refused in both worlds: only then may it be said."""
    return not any(world.judge(seat, action, ask).ok for world in worlds)


def foreign(twins: Twins, ask: Ask, hidden: list[str]) -> Iterator[Action]:
    """What others said to such a question, and what speaks of what is hidden."""
    for name in ask.says:
        yield from twins.heard.get(name, ())
    if "Reveal" in ask.says:
        yield from (Reveal(name) for name in hidden)
    if "PlayCard" in ask.says:
        yield from (PlayCard(name) for name in [*hidden, "card-1", "card-2", "card-3"])


def unasked(twins: Twins, seat: Seat, view: View, hidden: list[str]) -> Iterator[Message]:
    """What may be done at any time, and an undo that is not to be had."""
    others = [one for one in view.position.seats() if one != seat]
    tries: list[Action] = []
    if Offer in twins.one.book.anytime:
        tries = [
            Give(others[0], 5_000_000), Accept(f"deal-{twins.owner}-1"),
            Offer(twins.owner, Terms(wanted=("card-77",), words="that one")),
            *(Give(others[0], 0, (name,)) for name in hidden[:2]),
        ]  # fmt: skip
        peace = as_json(Offer(others[0], Terms(words="peace")))
        yield "verdict, any time", ANSWERED, {"kind": "judge", "seat": seat, "action": peace}
    worlds = (twins.one, twins.two)
    for action in tries:
        if any(world.judge(seat, action).ok for world in worlds):
            continue
        yield "verdict, any time", ANSWERED, {
            "kind": "judge", "seat": seat, "action": as_json(action),
        }  # fmt: skip
        yield "refusal, any time", REFUSED, {
            "kind": "command", "seat": seat, "action": as_json(action),
        }  # fmt: skip
    for ask in twins.one.waiting():
        if ask.seat != seat:
            yield "refusal, not asked", REFUSED, {
                "kind": "command", "seat": seat, "ask": ask.id,
                "action": as_json(Choose("end")),
            }  # fmt: skip
            break
    if not (twins.one.may_undo(seat) or twins.two.may_undo(seat)):
        yield "refusal, undo", REFUSED, {"kind": "undo", "seat": seat}
    yield "refusal, another's seat", REFUSED, {
        "kind": "command", "seat": twins.owner, "action": as_json(Choose("end")),
    }  # fmt: skip
    yield "menu of another", REFUSED, {"kind": "menu", "seat": twins.owner, "ask": 1}
    yield "hint of another", REFUSED, {"kind": "hint", "seat": twins.owner, "ask": 1}


def of_table(
    twins: Twins, watcher: Watcher, view: View, hidden: list[str], random: Random
) -> Iterator[Message]:
    """Of everything that can be seen."""
    seat = watcher.seat
    stands = SYSTEMS[twins.one.book.system].armies_of_its_own is None
    lying = [one for one in table(view) if not stands or lies(one) or not has_place(one)]
    random.shuffle(lying)
    secret = [one for one in lying if one.id in hidden]
    own = [one for one in lying if one.controller == watcher.seat]
    foes = [one for one in lying if one.controller == twins.owner and one not in secret]
    yield "WS aids", ANSWERED, {"kind": "aids", "seat": seat, "whole": True}
    for ask in view.mine()[:1]:
        yield "WS aids", ANSWERED, {"kind": "aids", "seat": seat, "window": ask.window}
    named = [one.id for one in (*secret[:2], *own[:1], *foes[:1])]
    if named:
        yield "WS aids", ANSWERED, {"kind": "aids", "seat": seat, "pieces": named}
        yield "WS aids then", ANSWERED, {"kind": "aids", "seat": seat, "whole": True, "at": 60}
    yield "WS cards", ANSWERED, {"kind": "cards", "seat": seat}
    for piece in (*secret[:2], *own[:1], *foes[:2]):
        yield "WS facts", ANSWERED, {"kind": "facts", "piece": piece.id, "seat": seat}
    for name in hidden:
        if name in view.position.pieces and name not in {one.id for one in lying}:
            yield "WS facts of a card", EITHER, {"kind": "facts", "piece": name, "seat": seat}
    pairs = list(zip((*own, *foes), (*secret, *foes[1:], *own), strict=False))
    for one, other in pairs[:3]:
        if one.id == other.id or not (has_place(one) and has_place(other)):
            continue
        yield "WS measure", ANSWERED, {
            "kind": "measure", "from": one.id, "to": other.id, "seat": seat, "sight": True,
        }  # fmt: skip
        if stands and fights(one, other):
            for way in ("close", "ranged"):
                yield f"WS odds {way}", ANSWERED, {
                    "kind": "odds", "attacker": one.id, "defender": other.id, "combat": way,
                    "seat": seat,
                }  # fmt: skip
    for name in hidden:
        if name not in view.position.pieces:
            yield "WS facts of what is not there", REFUSED, {
                "kind": "facts", "piece": name, "seat": seat,
            }  # fmt: skip
            break


def table(view: View) -> list[Piece]:
    """The pieces on the table; at a real one they have no place that is known here."""
    return list(view.position.at("table"))


def has_place(piece: Piece) -> bool:
    """Whether it is known where a piece lies."""
    return piece.pose is not None and piece.shape is not None


def fights(one: Piece, other: Piece) -> bool:
    """Whether odds can be told between two: stands of two players."""
    return lies(one) and lies(other) and one.controller != other.controller


# ── how a reply is read ──────────────────────────────────────────────────────
def outcome(surface: str, data: bytes) -> str:
    """Whether a probe was answered or refused; by a rule of the game, where it is about that."""
    if surface.startswith("HTTP"):
        return ANSWERED if data[:1] == b"2" else REFUSED
    if surface == "WS error":
        return ANSWERED if b'"kind":"error"' in data else REFUSED
    if surface.startswith("WS wrong secret"):
        return REFUSED if b'"kind":"events"' not in data else ANSWERED
    if surface in ("WS late", "WS snapshot", "WS again", "WS watching"):
        wanted = {"WS late": b'"kind":"events"', "WS snapshot": b'"kind":"snapshot"'}
        return ANSWERED if wanted.get(surface, b'"kind":"events"') in data else REFUSED
    if surface == "WS story":
        return ANSWERED if data.count(b'"kind":"story"') > 1 else REFUSED
    reply = msgspec.json.decode(data.split(b"\n")[0])
    if surface == "verdict yes":
        return ANSWERED if reply["ok"] and not reply["verdict"].get("refusals") else REFUSED
    if surface == "verdict no":
        return ANSWERED if reply["ok"] and reply["verdict"].get("refusals") else REFUSED
    if surface in ("refusal", "refusal, any time") and not reply["ok"]:
        clauses = {one["clause"] for one in reply["refusals"]}
        return REFUSED if "server" not in clauses else "by the server"
    if surface in ("WS menu", "WS plan") and reply["ok"]:
        return ANSWERED if reply.get("menu") else "empty"
    return ANSWERED if reply["ok"] else REFUSED
