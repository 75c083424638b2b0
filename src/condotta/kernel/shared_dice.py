"""Dice that every seat mixes its own words into: the words, what is mixed, and the cup.

A seat is bound to all its words beforehand by a chain of digests: each word is what the one before
it is the digest of, and the digest of the first is published. After a choice that leads to dice
the next word of every seat is put into the log; until then nobody can know what the dice will
show, not even who holds the secret of the table. [docs/dice.md]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from condotta.kernel.asks import Action, Ask
from condotta.kernel.chance import answer_from
from condotta.kernel.events import (
    Answered,
    Asked,
    Corrected,
    Ended,
    Event,
    Opened,
    Popped,
    Pushed,
    Sealed,
    Seated,
    Told,
    Undone,
    Withdrawn,
)
from condotta.kernel.log import encode
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.seals import (
    LOG,
    WORD_OF,
    WORDS,
    is_dice,
    is_secret,
    is_shared,
    speaker_of,
)

BEGINNING, PROOF = b"condotta dice", b"proof"
NUMBER_OF_ANSWER = re.compile(rb'"ask":\d+,')
NUMBER_OF_QUESTION = re.compile(rb',"id":\d+(,"depth":\d+)?\}\}$')
NONE = "-"
"""What stands in the place of a word that did not come."""


# ── words ────────────────────────────────────────────────────────────────────
def digest_of_word(word: str) -> str:
    """What a word is bound by: the word before it, or the digest that was published.

    >>> digest_of_word("00" * 32)[:8]
    '66687aad'
    """
    return sha256(bytes.fromhex(word)).hexdigest()


def is_word(text: str) -> bool:
    """Whether that could be a word, or the digest of one.

    >>> is_word("0f" * 32), is_word("0F" * 32), is_word("0f")
    (True, False, False)
    """
    return re.fullmatch("[0-9a-f]{64}", text) is not None


def chain(seed: str, length: int) -> tuple[str, ...]:
    """A chain of words in the order in which they are said; the first is the published digest."""
    words = [sha256(seed.encode()).hexdigest()]
    for _ in range(length):
        words.append(digest_of_word(words[-1]))
    return tuple(reversed(words))


def bound(seat: Seat, digest: str) -> Sealed:
    """That a seat is bound to a chain of words; to none where there is no digest."""
    return Sealed(f"{WORD_OF}{seat}", digest)


def spoken(words: Mapping[Seat, str]) -> Opened:
    """The words of all seats after a choice, by seat; what did not come is empty."""
    listed = "\n".join(f"{seat}:{words[seat] or NONE}" for seat in sorted(words))
    return Opened(WORDS, listed, "")


def opening() -> Opened:
    """That all are bound who will be before the first dice, and words may be said from here on."""
    return Opened(WORDS, "", "")


def words_in(content: str) -> dict[Seat, str]:
    """The words that were put into a log together; one that did not come is empty."""
    if not content:
        return {}
    told = (line.rpartition(":") for line in content.split("\n"))
    return {seat: "" if word == NONE else word for seat, _, word in told}


# ── what is mixed ────────────────────────────────────────────────────────────
class Point(NamedTuple):
    """Where a log stands after an event: what an undo goes back to."""

    mixed: bytes
    asks: tuple[Ask, ...]
    depth: int


class Transcript:
    """All that dice follow from but the secret, as far as a log has been read.

    `chains` has the last word of every seat that is bound to more of them, `digests` what each
    published last, `sealed` how often it did, `lacked` how often its word did not come. Words are
    `stale` where somebody has acted, or anything was sealed or opened, since they were mixed in;
    none are said before dice `begun`. Of the first `fallen` events none is taken back any more:
    the last of them were dice, or words for them.
    """

    def __init__(self) -> None:
        self.chains: dict[Seat, str] = {}
        self.digests: dict[Seat, str] = {}
        self.sealed: dict[Seat, int] = {}
        self.said: dict[Seat, int] = {}
        self.lacked: dict[Seat, int] = {}
        self.stale = True
        self.begun = False
        self.fallen = 0
        self._at = Point(sha256(BEGINNING).digest(), (), 0)
        self._points: list[Point] = []

    @property
    def read(self) -> int:
        """How many events it has read."""
        return len(self._points)

    @property
    def wanted(self) -> bool:
        """Whether the next dice need new words first."""
        return not self.begun or (self.stale and bool(self.chains))

    @property
    def binding(self) -> bool:
        """Whether seats may be bound now: not between a choice and its dice, as words are said."""
        return not self.begun or all(ask.seat != CHANCE for ask in self._at.asks)

    @property
    def ready(self) -> bool:
        """Whether dice fall next: they are asked for, and nobody has to say a word for them."""
        return not self.wanted and any(ask.seat == CHANCE for ask in self._at.asks)

    def catch_up(self, log: Sequence[Event]) -> None:
        """Read whatever a log has grown by."""
        for number in range(self.read, len(log)):
            self.take(log[number])

    def take(self, event: Event) -> None:
        """The next event of the log."""
        self._points.append(self._at)
        mixed, asks, depth = self._at
        match event:
            case Undone(kept):
                self._at = self._points[kept]
            case Told() | Seated():
                pass
            case Withdrawn(number):
                self._at = Point(mixed, without(asks, number), depth)
            case Asked(ask):
                line = NUMBER_OF_QUESTION.sub(b"", encode(event))
                self._at = Point(added(mixed, line), (*asks, ask), depth)
            case Answered(number, seat, stood_in=stood_in):
                self.stale = self.stale or (seat != CHANCE and not stood_in)
                if seat == CHANCE:
                    self.fallen = self.read
                line = NUMBER_OF_ANSWER.sub(b"", encode(event), count=1)
                self._at = Point(added(mixed, line), without(asks, number), depth)
            case Pushed():
                if any(ask.depth == depth - 1 for ask in asks):
                    self.stale = True  # while its procedure waited: a seat began that unasked
                self._at = Point(added(mixed, encode(event)), asks, depth + 1)
            case Popped():
                self._at = Point(added(mixed, encode(event)), asks, depth - 1)
            case _:
                self._note(event)
                kept_open = () if isinstance(event, Ended) else asks
                self._at = Point(added(mixed, encode(event)), kept_open, depth)

    def _note(self, event: Event) -> None:
        match event:
            case Opened(seal, content) if seal == WORDS:
                self._hear(content)
            case Sealed(seal, digest):
                self.stale = True
                if is_dice(seal):
                    self._bind(seal, digest)
            case Corrected() | Opened():
                self.stale = True
            case _:
                pass

    def _bind(self, seal: str, digest: str) -> None:
        if seat := speaker_of(seal):
            self.sealed[seat] = self.sealed.get(seat, 0) + 1
            self.digests[seat] = digest
            self.chains.pop(seat, None)
            if digest:
                self.chains[seat] = digest
        elif seal != LOG:
            self.chains.clear()
            self.begun = False

    def _hear(self, content: str) -> None:
        if not content:
            self.begun = True
            return
        self.stale, self.fallen = False, self.read
        for seat, word in words_in(content).items():
            if word:
                self.chains[seat] = word
                self.said[seat] = self.said.get(seat, 0) + 1
            else:
                self.chains.pop(seat, None)
                self.lacked[seat] = self.lacked.get(seat, 0) + 1

    def asked(self, number: int) -> Ask | None:
        """The open question of that number, if there is one."""
        return next((ask for ask in self._at.asks if ask.id == number), None)

    def answer(self, secret: str, ask: Ask) -> Action:
        """The answer to the request that is open.

        Its proof binds whoever holds the secret to all that was mixed in, what is hidden included.
        """
        seed = sha256(secret.encode() + self._at.mixed).digest()
        return answer_from(stream(seed), ask, sha256(seed + PROOF).hexdigest())


def stream(seed: bytes) -> Iterator[int]:
    """Bytes without end that follow from a seed."""
    for block in range(1 << 32):
        yield from sha256(seed + block.to_bytes(4, "big")).digest()


def added(mixed: bytes, line: bytes) -> bytes:
    """What is mixed with one more line."""
    return sha256(mixed + line).digest()


def without(asks: tuple[Ask, ...], number: int) -> tuple[Ask, ...]:
    """The questions that are open once one is not."""
    return tuple(ask for ask in asks if ask.id != number)


# ── the cup ──────────────────────────────────────────────────────────────────
class SharedCup:
    """The dice of a log: they wait until the words that they need are in it."""

    def __init__(self, secret: str, log: Sequence[Event]) -> None:
        self._secret = secret
        self._log = log
        self.transcript = Transcript()

    def answer(self, ask: Ask) -> Action | None:
        """The pips of this request, once every word that is to come has come."""
        self.transcript.catch_up(self._log)
        if self.transcript.wanted:
            return None
        return self.transcript.answer(self._secret, ask)


def digest_of_log(events: Iterable[Event]) -> str:
    """The digest of everything that happened, as it is sealed at the end."""
    whole = sha256()
    for event in events:
        whole.update(encode(event) + b"\n")
    return whole.hexdigest()


# ── checking ─────────────────────────────────────────────────────────────────
def faults_of(log: Sequence[Event], secrets: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """What is wrong with dice that words were mixed into: after how many events, and what.

    `secrets` are those that were opened, by their seals.
    """
    transcript = Transcript()
    secret: str | None = None
    for number, event in enumerate(log):
        if isinstance(event, Sealed) and is_secret(event.seal):
            if secret is not None:
                yield number, "the dice were sealed anew: nothing before binds what follows"
            secret = secrets.get(event.seal) if is_shared(event.seal) else None
        if isinstance(event, Sealed) and event.seal == LOG:
            if event.digest != digest_of_log(log[:number]):
                yield number, "the log is not the one that was sealed at its end"
        elif what := fault_of(transcript, event, secret):
            yield number, what
        transcript.take(event)


def fault_of(transcript: Transcript, event: Event, secret: str | None) -> str:
    """What is wrong with an event that comes next, as far as dice are concerned."""
    falls = isinstance(event, Answered) and event.seat == CHANCE
    if (
        secret is not None
        and transcript.ready
        and not falls
        and not isinstance(event, Told | Seated)
    ):
        return "something lies between the words and the dice"
    match event:
        case Undone(kept) if secret is not None and kept < transcript.fallen:
            return "dice that had fallen were taken back"
        case Sealed(seal) if speaker_of(seal) and not transcript.binding:
            return "a seat was bound between a choice and its dice"
        case Opened(seal, content) if seal == WORDS and not right(transcript, content):
            return "those are not the words that seats were bound to"
        case Answered(number, seat, _, said) if seat == CHANCE and secret is not None:
            if transcript.wanted:
                return "no words were mixed in after a choice"
            ask = transcript.asked(number)
            if ask is None or transcript.answer(secret, ask) != said:
                return "the secret and the words give another roll"
            return ""
        case _:
            return ""


def right(transcript: Transcript, content: str) -> bool:
    """Whether those are the words that seats were bound to, said at their time."""
    if not content:
        return not transcript.begun
    words, chains = words_in(content), transcript.chains
    if not transcript.begun or not transcript.stale or list(words) != sorted(chains):
        return False
    return all(not word or follows(word, chains[seat]) for seat, word in words.items())


def follows(word: str, last: str) -> bool:
    """Whether a word is the one that comes after the last one of its chain."""
    return is_word(word) and digest_of_word(word) == last
