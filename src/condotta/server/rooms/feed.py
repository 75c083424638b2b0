"""What one audience is told: its own events under its own numbers, each written out once.

With them goes what they are in sentences, for the pages that asked for a language.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from typing import Protocol

import msgspec

from condotta.kernel.battle import Battle
from condotta.kernel.events import Event, Undone
from condotta.kernel.log import encode
from condotta.kernel.records import SPECTATORS, Seat
from condotta.kernel.views import View, fold_view
from condotta.report.story import Line
from condotta.server.messages import Message
from condotta.server.protocol import Events, Snapshot, Story, Waited, Waiting
from condotta.server.rooms.telling import Teller, tongue, unit_of

PAGE = 400
"""Events, or lines of the story, in one message at most."""


MARK = 8
"""Bytes of a mark."""


class Sitter(Protocol):
    """Whoever listens at a table: a socket, with the seats that its page sits at."""

    seats: tuple[Seat, ...]
    grants: tuple[Seat, ...]
    """The seats that are his, where he sits at them and where he does not: for the dice he speaks
    for all of them."""
    person: bytes
    """The digest of the cookie of whoever it is."""
    base: int
    """Up to which number it was given a snapshot instead of events."""
    lang: str
    """In which language it is told what happens; empty for none."""
    name: str
    """What whoever watches is called, if he has said it."""

    def tell(self, data: bytes) -> None:
        """Send a message; it never waits and never fails."""

    def hang_up(self, key: str, *, again: bool) -> None:
        """Say goodbye and close."""


def wire(message: Message) -> bytes:
    """A message as it goes over the socket: equal messages give equal bytes."""
    return encode(message)


class Feed:
    """An audience of a battle: the holders of the same seats, or those who hold none."""

    def __init__(
        self,
        battle: Battle,
        seats: tuple[Seat, ...],
        players: Callable[[], Mapping[Seat, str]] = dict,
    ) -> None:
        self.battle = battle
        self.players = players
        self.seats = seats
        self.sitters: dict[Sitter, None] = {}
        self.count = len(self.events())
        self.tellers: dict[str, Teller] = {}
        self.odds: dict[int, tuple[int, ...]] = {}
        self._told = b""
        self._marks = bytearray()

    @property
    def name(self) -> str:
        """What its numbering is called: the seats, or the spectators."""
        return "+".join(self.seats) or SPECTATORS

    @property
    def audience(self) -> tuple[Seat, ...]:
        """Whose eyes it sees with."""
        return self.seats or (SPECTATORS,)

    def events(self, since: int = 0) -> tuple[Event, ...]:
        """What it may know, after so many."""
        return self.battle.stream(*self.audience, since=since)

    def number(self, length: int) -> int:
        """The number it has for the truth's event of that number."""
        return self.battle.number(*self.audience, length=length)

    def mark(self, number: int) -> str:
        """What its first `number` events come to: after other events it is another."""
        known = len(self._marks) // MARK
        for event in self.events(known)[: max(0, number - known)]:
            before = bytes(self._marks[-MARK:])
            self._marks += blake2b(before + encode(event), digest_size=MARK).digest()
        return self._marks[MARK * (number - 1) : MARK * number].hex() if number > 0 else ""

    def knows(self, number: int, mark: str) -> bool:
        """Whether a page with that mark after so many events has seen what happened here."""
        seen = 0 <= number <= self.count
        return seen and (not mark or mark == self.mark(number))

    def view(self) -> View:
        """What it knows now: the fold of its own events."""
        if len(self.audience) == 1:
            return self.battle.view(self.audience[0])
        return fold_view(self.seats[0], self.events())

    def snapshot(self) -> bytes:
        """What it knows now, as one message."""
        view = self.view()
        return wire(
            Snapshot(
                number=self.count,
                mark=self.mark(self.count),
                position=view.position,
                asks=view.asks,
            )
        )

    def pages(self, since: int, lang: str = "") -> Iterator[bytes]:
        """Its events after so many, in messages of no great size, told in a language."""
        events = self.events(since)[: self.count - since]
        for start in range(0, len(events), PAGE):
            part = events[start : start + PAGE]
            before = since + start
            lines = self.lines(lang, before, before + len(part)) if lang else ()
            mark = self.mark(before + len(part))
            yield wire(Events(start=before + 1, events=part, lines=lines, mark=mark))

    def teller(self, lang: str) -> Teller:
        """Who tells it in a language, up to now: from its own events, so no secret is heard."""
        known = tongue(lang)
        if known not in self.tellers:
            self.tellers[known] = self._teller(known)
        teller = self.tellers[known]
        if teller.number < self.count:
            teller.hear(self.events()[: self.count])
        return teller

    def _teller(self, lang: str) -> Teller:
        """Somebody who has told nothing yet, and reckons no combat that another has reckoned.

        Those who sit at no seat are told whose each unit is.
        """
        battle, whose = self.battle, not self.seats
        return Teller(lang, unit_of(battle), battle.book, self.odds, self.players, whose=whose)

    async def prepare(self, lang: str) -> None:
        """Have a long battle told aside, so that nobody waits; the room's lock must be held.

        Who tells is not known to others before it has told: a page may be cut off meanwhile, and
        then the lock is free while the telling goes on.
        """
        known = tongue(lang)
        heard = self.tellers[known].number if known in self.tellers else 0
        if self.count - heard > PAGE:
            teller = self._teller(known)
            await asyncio.to_thread(teller.hear, self.events()[: self.count])
            self.tellers[known] = teller

    def idle(self) -> tuple[str, ...]:
        """The languages in which it was told, and in which nobody listens now."""
        heard = {tongue(sitter.lang) for sitter in self.sitters if sitter.lang}
        return tuple(lang for lang in self.tellers if lang not in heard)

    def lines(self, lang: str, since: int, until: int) -> tuple[Line, ...]:
        """What its events after one number, up to another, are in sentences."""
        return self.teller(lang).between(since, until)

    def story(self, lang: str) -> Iterator[bytes]:
        """Everything up to now in sentences, in messages of no great size."""
        teller = self.teller(lang)
        count = len(teller.lines)
        for start in range(0, max(1, count), PAGE):
            part = tuple(teller.lines[start : start + PAGE])
            yield wire(Story(lang=teller.lang, count=count, start=start + 1, lines=part))

    def publish(self) -> None:
        """Tell everybody what has happened since."""
        events = self.events(self.count)
        if not events:
            return
        before = self.count
        self.count += len(events)
        if not self.sitters:
            return
        told = {sitter.lang for sitter in self.sitters}
        pages = {lang: list(self.pages(before, lang)) for lang in sorted(told)}
        gone = min((one.kept for one in events if isinstance(one, Undone)), default=None)
        for sitter in self.sitters:
            for page in pages[sitter.lang]:
                sitter.tell(page)
            if gone is not None and gone < sitter.base:
                sitter.base = self.count
                sitter.tell(self.snapshot())

    def waiting(self, thinking: tuple[Seat, ...]) -> bytes:
        """Whom the table waits for, and which of its seats may take something back, or why not."""
        asks = tuple(
            Waited(id=ask.id, seat=ask.seat, window=ask.window) for ask in self.battle.waiting()
        )
        undo = tuple(seat for seat in self.seats if self.battle.may_undo(seat))
        reasons = {seat: self.battle.why_no_undo(seat) for seat in self.seats}
        sealed = {seat: why for seat, why in reasons.items() if why}
        return wire(Waiting(asks=asks, undo=undo, sealed=sealed, thinking=thinking))

    def tell_waiting(self, thinking: tuple[Seat, ...]) -> None:
        """Tell everybody whom the table waits for, if that is news."""
        data = self.waiting(thinking)
        if data != self._told:
            self._told = data
            for sitter in self.sitters:
                sitter.tell(data)

    def moved(self, battle: Battle) -> None:
        """The same battle was put together again, of what is durable."""
        self.battle = battle


def settings_shown(settings: dict[str, object]) -> dict[str, object]:
    """Settings as plain JSON data."""
    plain: dict[str, object] = msgspec.to_builtins(settings)
    return plain
