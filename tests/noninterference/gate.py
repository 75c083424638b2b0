"""The gate: two worlds that differ in one secret, every byte that others can get, and a count.

What is found is a list of faults in words: leaks, and blindness. It is blind where nothing
differed, where too few moments were compared, or where a surface mostly refused what it was to
answer: equal refusals prove nothing.
"""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

from condotta.bots.seat import usual
from condotta.kernel.records import Seat
from condotta.rules.systems import SYSTEMS
from condotta.server.dice.cups import DiceKept
from condotta.server.games.games import game
from tests.noninterference import twins as secrets
from tests.noninterference.probes import (
    ANSWERED,
    EITHER,
    REFUSED,
    Probe,
    Watcher,
    outcome,
    over_http,
    over_socket,
    watchers_of,
)
from tests.noninterference.towns import Mount, Town, town
from tests.noninterference.twins import Case, Said, Twins, as_json

SOON, UNASKED, UNDONE = 0.5, 0.3, 0.3
"""How often a secret that lasts for a moment is looked at, something said unasked, or undone."""

PATIENCE = 12
"""How many decisions every other moment waits for one at which a watcher is asked something."""

LEAST = 0.6
"""The share of the probes of a surface that must be answered; less is blindness."""

SURFACES = frozenset(
    {
        "HTTP list", "HTTP door", "HTTP room", "HTTP log", "HTTP events", "HTTP paper",
        "HTTP dice", "HTTP position", "HTTP picture", "HTTP report before the end",
        "HTTP with another's eyes", "HTTP release of another's seat", "HTTP consent",
        "HTTP claim", "HTTP metrics", "HTTP again", "HTTP archive", "HTTP clock", "WS late",
        "WS snapshot",
        "WS again", "WS story", "verdict yes", "refusal, another's seat", "menu of another",
        "hint of another", "WS aids", "WS cards", "live", "bot's job", "notices",
        "a seat that changed hands",
    }
)  # fmt: skip
"""What is compared in every system."""

ON_A_MAP = frozenset({"WS facts", "WS measure", "WS aids then"})
"""What is compared besides where pieces lie at places, not at a real table."""

BY_FACTORS = frozenset({"WS odds close", "WS odds ranged"})
"""What is compared where odds are told before a combat."""


class Leak(NamedTuple):
    """Where the two worlds are told apart: by whom, on which surface, the first unlike bytes."""

    moment: int
    watcher: str
    surface: str
    one: str
    two: str


class Effort(NamedTuple):
    """How much is compared: moments of each case, decisions before each, decisions said live.

    At most so many battles are tried for it, each at most so long. Where a surface is named, it
    goes on `until` a leak is found there, whatever else leaks.
    """

    moments: int = 3
    between: int = 20
    live: int = 3
    tries: int = 12
    longest: int = 400
    until: str = ""


class Gate:
    """Compares the two worlds of a case at some moments."""

    def __init__(self, case: Case, effort: Effort, seed: int = 1) -> None:
        self.case = case
        self.effort = effort
        self.seed = seed
        self.random = Random(f"{case.name}/{seed}")
        self.leaks: list[Leak] = []
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.wanted: dict[str, str] = {}
        self.moments = 0
        self.steps = 0
        self.number = 0

    # ── what was found ───────────────────────────────────────────────────────
    def faults(self) -> list[str]:
        """Everything that is wrong: leaks first, then where nothing was compared."""
        return [*self.told(), *self.blind()]

    def told(self) -> Iterator[str]:
        """The leaks in words, each surface once."""
        seen = set()
        for leak in self.leaks:
            if (leak.watcher, leak.surface) not in seen:
                seen.add((leak.watcher, leak.surface))
                yield (
                    f"{self.case.name}, moment {leak.moment}: {leak.surface} tells {leak.watcher}"
                    f"\n   {leak.one}\n   {leak.two}"
                )

    def caught(self) -> bool:
        """Whether there is a leak on the surface that is named."""
        until = self.effort.until
        return bool(until) and any(leak.surface == until for leak in self.leaks)

    def done(self) -> bool:
        """Whether nothing more is to be compared."""
        leaked = self.caught() if self.effort.until else bool(self.leaks)
        return leaked or self.moments >= self.effort.moments

    def blind(self) -> Iterator[str]:
        """Where the gate saw nothing."""
        if self.moments < self.effort.moments:
            yield f"{self.case.name}: only {self.moments} moments were compared"
        for surface in sorted(self.required() - self.counts.keys()):
            yield f"{self.case.name}: {surface} was never compared"
        for surface, found in sorted(self.counts.items()):
            wanted = self.wanted.get(surface, EITHER)
            if wanted == EITHER:
                continue
            least = 1.0 if wanted == REFUSED else LEAST
            if found[wanted] < least * found.total():
                yield f"{self.case.name}: {surface} was {wanted} {found[wanted]} of {found.total()}"

    def required(self) -> frozenset[str]:
        """The surfaces that must have been compared in this system."""
        system = self.case.system
        kind = game(system).shown()
        ancient = SYSTEMS[system].armies_of_its_own is None
        found = SURFACES
        if kind.models and not kind.reported and self.case.secret != secrets.WISH:
            found |= {"WS plan"}
        if self.case.secret != secrets.WISH:
            found |= {"WS hint"}
        if kind.reported:
            found |= {"WS facts"}
        if not kind.reported and self.case.secret != secrets.SPLIT:
            found |= ON_A_MAP
            found |= BY_FACTORS if ancient else frozenset()
        return found

    # ── the way through a battle ─────────────────────────────────────────────
    async def run(self) -> Gate:
        """Compare until there are moments enough."""
        with tempfile.TemporaryDirectory() as folder:
            async with AsyncExitStack() as open_:
                towns = [
                    await open_.enter_async_context(town(Path(folder) / name)) for name in "ab"
                ]
                for trial in range(self.effort.tries):
                    if self.done():
                        break
                    await self.battle(towns, self.seed + 101 * trial)
        return self

    async def battle(self, towns: list[Town], seed: int) -> None:
        """Play one battle on, and look from time to time, until its secret is out."""
        twins = self.case.begin(seed)
        gap = self.case.after + self.random.randint(1, self.effort.between)
        for _ in range(self.effort.longest):
            if twins.one.state.position.ended is not None:
                return
            soon = self.case.passing and self.random.random() < SOON
            ready = gap <= 0 and (gap < -PATIENCE or self.favourable(twins))
            if (ready or soon) and (looked := self.twins_now(twins)) is not None:
                if not await self.look(towns, looked):
                    return
                if self.done():
                    return
                gap = self.random.randint(1, self.effort.between)
            said = twins.next()
            if said is None:
                return
            twins.take(said)
            gap -= 1

    def favourable(self, twins: Twins) -> bool:
        """Whether something may be compared now that is not always there to be compared.

        Somebody who must not know is asked something, or could take his choice back, in turn.
        """
        match self.moments % 3:
            case 0:
                return any(ask.seat in twins.watchers for ask in twins.one.waiting())
            case 1:
                return any(twins.one.may_undo(seat) for seat in twins.watchers)
        return True

    def twins_now(self, twins: Twins) -> Twins | None:
        """The twins to be compared at this moment, if they differ in something."""
        match self.case.secret:
            case secrets.SEALED | secrets.WISH:
                made = secrets.sealed_now(twins)
                return made if made is not None and made.differing() else None
            case secrets.DICE:
                return secrets.unrolled(twins)
            case secrets.DEAL | secrets.WORDS:
                secrets.private_act(twins, self.case, self.number)
        return twins if twins.differing() else None

    # ── one moment ───────────────────────────────────────────────────────────
    async def look(self, towns: list[Town], twins: Twins) -> bool:
        """Compare everything now, and while some more is said; whether it can go on."""
        self.number += 1
        self.moments += 1
        how = self.mounted(twins, {})
        watchers = watchers_of(twins, how.persons)
        await self.put_on(towns, twins, how)
        for place in towns:
            for name, person, lang in self.sitting(twins, how, watchers):
                await place.sit(name, how.battle, person, lang=lang)
        some = self.some(twins, watchers)
        probes = [
            *over_socket(twins, how, some, self.random),
            *over_http(twins, how, some),
        ]
        for probe in probes:
            if not self.caught():
                await self.compare(towns, probe)
        if not self.caught():
            await self.bots(towns, twins)
        going = not self.caught() and await self.play(towns, twins, how, watchers)
        if not self.caught():
            await self.letters(towns, how, watchers)
        if not self.caught():
            await self.handed(towns, twins, how, watchers)
        for place in towns:
            await place.rise()
            place.shut(how.battle)
        return going

    def some(self, twins: Twins, watchers: tuple[Watcher, ...]) -> tuple[Watcher, ...]:
        """Two of the watchers: one who is asked something, if there is one, and another in turn."""
        first = self.number % len(watchers)
        turned = (*watchers[first:], *watchers[:first])
        asked = {ask.seat for ask in twins.one.waiting()}
        own = [one for one in turned if not asked.isdisjoint(one.seats)][:1]
        return (*own, *(one for one in turned if one not in own))[:2]

    def sitting(
        self, twins: Twins, how: Mount, watchers: tuple[Watcher, ...]
    ) -> Iterator[tuple[str, str, str]]:
        """Who sits down: each watcher, and those who know, to say what is theirs."""
        for watcher in watchers:
            yield watcher.name, watcher.person, watcher.lang
        for seat in sorted(twins.knowing):
            yield f"knows {seat}", how.persons[seat], ""

    def mounted(self, twins: Twins, bots: dict[Seat, str]) -> Mount:
        """How the battle is put on the tables of both worlds."""
        seats = twins.one.state.position.seats()
        persons = {seat: seat for seat in seats}
        if len(twins.watchers) > 2:  # one person holds two seats
            persons[twins.watchers[-1]] = persons[twins.watchers[-2]]
        return Mount(self.number, "Two worlds", persons, bots)

    async def put_on(self, towns: list[Town], twins: Twins, how: Mount) -> None:
        """The one world on the one server, the other on the other."""
        for number, (place, battle) in enumerate(zip(towns, (twins.one, twins.two), strict=True)):
            seed = f"{number}" if self.case.secret == secrets.DICE else "0"
            kept = DiceKept(mode="seeded", seed=seed, lots="ab" * 32)
            await place.mount(battle, how._replace(dice=kept, cup=twins.cups[number]))

    async def compare(self, towns: list[Town], probe: Probe, watcher: str = "") -> None:
        """Put one question in both worlds."""
        one, two = [place.plain(await probe.put(place)) for place in towns]
        self.count(probe.surface, probe.wanted, one, two)
        self.differ(probe.surface, watcher, one, two)

    def count(self, surface: str, wanted: str, *replies: bytes) -> None:
        """Note whether a surface answered."""
        self.wanted.setdefault(surface, wanted)
        if wanted != EITHER:
            self.wanted[surface] = wanted
        for data in replies:
            if wanted != EITHER or self.wanted[surface] == EITHER:
                self.counts[surface][outcome(surface, data)] += 1

    def differ(self, surface: str, watcher: str, one: bytes, two: bytes) -> None:
        """Note a leak, if there is one."""
        if one == two:
            return
        place = next(
            (n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b),
            min(len(one), len(two)),
        )
        start = max(0, place - 60)
        shown = [str(side[start : place + 60], "utf-8", "replace") for side in (one, two)]
        self.leaks.append(Leak(self.number, watcher or "somebody", surface, *shown))

    # ── while it is played on ────────────────────────────────────────────────
    async def play(
        self, towns: list[Town], twins: Twins, how: Mount, watchers: tuple[Watcher, ...]
    ) -> bool:
        """A few answers are said over the sockets; what everybody hears is compared."""
        going = True
        for _ in range(0 if self.case.passing else self.effort.live):
            act = twins.spontaneous() if self.random.random() < UNASKED else None
            said = act or twins.next()
            if said is None or twins.one.state.position.ended is not None:
                going = False
                break
            twins.take(said)
            await self.say(towns, twins, how, said)
            await self.undo(towns, twins, how)
        for watcher in watchers:
            one, two = [place.plain(b"\n".join(place.pages[watcher.name].heard)) for place in towns]
            self.wanted["live"] = ANSWERED
            self.counts["live"][ANSWERED if b'"kind":"events"' in one else REFUSED] += 1
            self.differ("live", watcher.name, one, two)
        return going

    async def say(self, towns: list[Town], twins: Twins, how: Mount, said: Said) -> None:
        """One answer, over the page of whoever holds the seat."""
        name = f"knows {said.seat}" if said.seat in twins.knowing else how.persons[said.seat]
        self.steps += 1
        twice = []
        for place, action in zip(towns, (said.one, said.two), strict=True):
            command = {"kind": "command", "id": f"s{self.steps}", "seat": said.seat,
                       "ask": said.ask, "action": as_json(action)}  # fmt: skip
            replies = [await place.pages[name].ask(command) for _ in range(2)]
            assert all(b'"ok":true' in reply for reply in replies), replies
            twice.append(b"\n".join(replies))
            await place.settle()
        if said.seat not in twins.knowing:
            self.count("said twice", ANSWERED, *twice)
            self.differ("said twice", name, *twice)

    async def undo(self, towns: list[Town], twins: Twins, how: Mount) -> None:
        """Now and then whoever may takes his choice back."""
        worlds = (twins.one, twins.two)
        able = [seat for seat in how.persons if all(world.may_undo(seat) for world in worlds)]
        if not able or self.random.random() > UNDONE:
            return
        twins.take_back(able[0])
        self.steps += 1
        name = f"knows {able[0]}" if able[0] in twins.knowing else how.persons[able[0]]
        for place in towns:
            message = {"kind": "undo", "id": f"s{self.steps}", "seat": able[0]}
            reply = await place.pages[name].ask(message)
            assert b'"ok":true' in reply, reply
            await place.settle()

    # ── bots, and letters to those who are away ──────────────────────────────
    async def bots(self, towns: list[Town], twins: Twins) -> None:
        """What the bot of a seat that must not know is given, and what it would say."""
        asked = [ask.seat for ask in twins.one.waiting() if ask.seat in twins.watchers]
        if not asked or twins.one.state.position.ended is not None:
            return
        self.number += 1
        bot = usual(twins.one.book) if self.number % 3 == 0 else "random"
        how = self.mounted(twins, {asked[0]: bot})
        await self.put_on(towns, twins, how)
        for place in towns:
            await place.settle()
            await place.settle()
        given = [place.heads.given[-1:] for place in towns]
        self.wanted["bot's job"] = ANSWERED
        self.counts["bot's job"][ANSWERED if all(given) else REFUSED] += 1
        if self.case.secret != secrets.DICE:
            said = [place.heads.said[-1:] for place in towns]
            jobs = [place.plain(b"".join(one)) for place, one in zip(towns, given, strict=True)]
            self.differ("bot's job", asked[0], *jobs)
            self.differ("bot's answer", asked[0], *(b"".join(one) for one in said))
        else:
            views = [b"".join(one).partition(b'"seed"')[0] for one in given]
            self.differ("bot's job", asked[0], *views)
        for place in towns:
            place.heads.given.clear()
            place.heads.said.clear()
            place.shut(how.battle)

    async def letters(self, towns: list[Town], how: Mount, watchers: tuple[Watcher, ...]) -> None:
        """Who is away is told that it is his turn, where he asked for it."""
        seated = next((one for one in watchers if one.seats), None)
        if seated is None:
            return
        told = []
        for place in towns:
            path = f"/api/battles/{how.battle}/notices"
            asked = {"url": "https://chat.example/hook", "seat": seated.seat}
            answer = await place.browser(seated.person).post(path, json=asked)
            assert answer.status_code == 200, answer.text
            await place.pages[seated.name].close()
            told.append((await place.post()).encode())
        self.wanted["notices"] = ANSWERED
        self.counts["notices"][ANSWERED if told[0] != b"[]" else REFUSED] += 1
        self.differ("notices", seated.name, *told)

    # ── seats that change hands ──────────────────────────────────────────────
    async def handed(
        self, towns: list[Town], twins: Twins, how: Mount, watchers: tuple[Watcher, ...]
    ) -> None:
        """Whoever has the secret leaves his seat and somebody else claims it, in sight of all.

        Before anything hides in a seat nothing is told of it.
        """
        heard: dict[str, list[bytes]] = defaultdict(list)
        told = [not place.house.rooms[how.battle].room.unbound for place in towns]
        for place in towns:
            seat, holder = twins.owner, how.persons[twins.owner]
            for name, page in place.pages.items():
                if name == holder or name.startswith("knows "):
                    await page.close()
            await place.settle()
            others = [one.name for one in watchers if one.name != holder]
            before = {name: len(place.pages[name].heard) for name in others}
            path = f"/api/battles/{how.battle}/seats/{seat}"
            answer = await place.browser(holder).post(path, json={"to": "open"})
            assert answer.status_code == 200, answer.text
            await place.settle()
            claim = {"code": how.code, "seat": seat, "player": "Zoé"}
            answer = await place.browser("newcomer").post("/api/claims", json=claim)
            assert answer.status_code == 201, answer.text
            await place.settle()
            for name, start in before.items():
                heard[name].append(place.plain(b"\n".join(place.pages[name].heard[start:])))
        surface = "a seat that changed hands"
        self.wanted[surface] = ANSWERED
        if any(told):
            everybody = [b"".join(one) for one in zip(*heard.values(), strict=True)]
            for said in everybody:
                self.counts[surface][ANSWERED if b'"kind":"Seated"' in said else REFUSED] += 1
        for name, (one, two) in heard.items():
            self.differ(surface, name, one, two)
