"""A battle decided again from what was said in it: where it parts from its log, and logs in brief.

Whatever follows by the rules from how a battle began and from what was said since, in words, dice
and draws, need not be written down. A brief log leaves it out, and keeps digests of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from condotta.kernel.asks import Action, Frame, Speak
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.errors import Clash, Corrupt, Illegal, Misruled
from condotta.kernel.events import (
    Answered,
    Corrected,
    Event,
    Opened,
    Popped,
    Pushed,
    Sealed,
    Seated,
    Told,
    Undone,
    Veiled,
)
from condotta.kernel.log import Brief, encode
from condotta.kernel.seals import is_dice

EVERY = 8
"""After so many things said a brief log has a mark of everything that happened until then."""

MARK = 2
"""How many bytes of the digest a mark has."""

PLAYED = (Answered, Undone, Told, Opened, Popped, Corrected, Seated)
"""What somebody did: no moment is described by it."""


class Difference(msgspec.Struct, frozen=True):
    """Where a log and the rules part: the line of the file, and what each has there."""

    line: int
    has: str
    gives: str


class Decided(NamedTuple):
    """A log decided again: its first difference, if any; which of its events somebody said."""

    difference: Difference | None
    opening: int
    said: tuple[int, ...]


def decided(book: Book, events: Sequence[Event], beginning: int = 0) -> Decided:
    """Decide a battle again with the answers and dice of its log, as far as both are the same.

    It begins with so many events, which are taken as given; without a number with those before
    the first question.
    """
    opening = beginning or given(events)
    for number, event in enumerate(events[:opening]):
        if isinstance(event.inside if isinstance(event, Veiled) else event, PLAYED):
            has = encode(event).decode()
            return Decided(Difference(number + 2, has, "no answer in what was given"), opening, ())
    battle = Battle(book, events[:opening])
    said: list[int] = []
    checked = 0
    while True:
        found = compared(events, battle.log, checked)
        if found is None and (checked := len(battle.log)) < len(events):
            said.append(checked)
            found = said_again(battle, events[checked])
        elif found is None:
            return Decided(None, opening, tuple(said))
        if found is not None:
            return Decided(found, opening, tuple(said))


def said_again(battle: Battle, event: Event) -> Difference | None:
    """Say what comes next in a log; the difference, if that is refused or nothing comes of it."""
    before = len(battle.log)
    try:
        again(battle, event)
    except (Illegal, LookupError) as why:
        return Difference(before + 2, encode(event).decode(), f"refused: {why}")
    if len(battle.log) > before:
        return None
    waits = "nothing: the rules wait for an answer here"
    return Difference(before + 2, encode(event).decode(), waits)


def given(events: Sequence[Event]) -> int:
    """How many events lay before the first question: up to the procedures that were begun then."""
    begun = next((n for n, event in enumerate(events) if isinstance(event, Pushed)), 0) + 1
    while begun < len(events) and isinstance(events[begun], Pushed):
        begun += 1
    return begun


def compared(events: Sequence[Event], again: Sequence[Event], start: int) -> Difference | None:
    """The first event from `start` on that differs; a log may stop short of what follows."""
    for number in range(start, len(again)):
        gives = encode(again[number]).decode()
        if number >= len(events):
            return Difference(number + 2, "nothing more", gives)
        has = encode(events[number]).decode()
        if has != gives:
            return Difference(number + 2, has, gives)
    return None


def again(battle: Battle, event: Event) -> None:
    """Say what was said, as the log has it."""
    match event:
        case Answered(ask, seat, _, said) if said is not None:
            battle.say(seat, said, ask)
        case Told(seat, text, to):
            battle.say(seat, Speak(text, to))
        case Pushed(frame):
            unasked(battle, frame)
        case Undone(_, seat):
            battle.undo(seat, told=True)
        case Corrected(changes, reason):
            battle.correct(changes, reason)
        case Sealed(seal) | Opened(seal) if is_dice(seal):
            battle.announce(event)  # what a game seals follows by its rules
        case Seated():
            battle.announce(event)
        case _:
            pass


def unasked(battle: Battle, frame: Frame) -> None:
    """Do again what no question asked for: of such an act the log has the procedure it began."""
    seat, said = getattr(frame, "seat", ""), getattr(frame, "said", None)
    if not isinstance(said, Action):
        return
    begins = battle.book.anytime.get(type(said))
    if begins is not None and begins(seat, said) == frame:
        battle.say(seat, said)


# ── in brief ─────────────────────────────────────────────────────────────────
class Parting(NamedTuple):
    """Where the rules part from a brief log: among which events, after how many things said.

    The events up to number `same` are as they were, something up to number `until` is not.
    `refused` is why the last thing said cannot be said any more, where that is so.
    """

    same: int
    until: int
    said: int
    refused: str = ""

    def told(self) -> str:
        """The same in words."""
        if self.refused:
            return f"what was said as number {self.said} is no longer possible ({self.refused})"
        return f"something differs among events {self.same + 1} to {self.until}"


class Lengthened(NamedTuple):
    """A brief log worked out: the battle, as far as it was, and where it parts from the log."""

    battle: Battle
    parting: Parting | None


class Marks:
    """The digest of what has happened so far in a battle, and the marks taken of it on the way."""

    def __init__(self) -> None:
        """Nothing has happened."""
        self.heard = 0
        self.text = ""
        self._digest = hashlib.blake2b(digest_size=16)

    def hear(self, events: Sequence[Event]) -> None:
        """What has happened since."""
        for event in events[self.heard :]:
            self._digest.update(encode(event) + b"\n")
        self.heard = len(events)

    def mark(self) -> None:
        """Take a mark of what was heard."""
        self.text += self._digest.digest()[:MARK].hex()

    @property
    def digest(self) -> str:
        """Thirty-two hex digits of everything."""
        return self._digest.hexdigest()


def shortened(
    book: Book, events: Sequence[Event], beginning: int, where: str
) -> tuple[tuple[Event, ...], Brief]:
    """How a battle began and what was said in it, with digests of what the rules make of that.

    A log that the rules do not give is `Corrupt`: nothing may be left out of it.
    """
    found = decided(book, events, beginning)
    if found.difference is not None:
        line = found.difference.line
        raise Corrupt(where, f"line {line} is not what the rules give: keep the whole log")
    marks = Marks()
    for start in range(EVERY, len(found.said), EVERY):
        marks.hear(events[: found.said[start]])
        marks.mark()
    marks.hear(events)
    lines = (*events[: found.opening], *(events[number] for number in found.said))
    return lines, Brief(found.opening, len(events), marks.digest, marks.text)


def lengthened(book: Book, lines: Iterable[Event], brief: Brief) -> Lengthened:
    """Work a brief log out again, as far as its marks are those of what happens."""
    listed = list(lines)
    battle, marks = Battle(book, listed[: brief.opening]), Marks()
    same = 0
    for number, event in enumerate(listed[brief.opening :]):
        if number and number % EVERY == 0:
            marks.hear(battle.log)
            marks.mark()
            if not brief.marks.startswith(marks.text):
                return Lengthened(battle, Parting(same, len(battle.log), number))
            same = len(battle.log)
        try:
            wrong = said_again(battle, event)
        except (Misruled, Clash, Corrupt) as why:
            wrong = Difference(0, "", str(why))
        if wrong is not None:
            return Lengthened(battle, Parting(same, len(battle.log), number + 1, wrong.gives))
    marks.hear(battle.log)
    if (marks.heard, marks.digest) == (brief.events, brief.digest):
        return Lengthened(battle, None)
    return Lengthened(battle, Parting(same, len(battle.log), len(listed) - brief.opening))
