"""The dice cup. Four ways to answer one request: seeded, scripted, typed in, committed.

A result exists only once it is asked for; nobody, the host included, can know it before the
choice it decides has been made and recorded. [laws 5]
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from condotta.kernel.asks import Action, Ask, Draw, Roll
from condotta.kernel.errors import Illegal
from condotta.kernel.rulings import Refusal


class Cup(Protocol):
    """Whatever answers the questions that are put to chance."""

    def answer(self, ask: Ask) -> Action | None:
        """A roll or a draw for this request, or None when people must be asked."""
        ...


def numbers(key: bytes, request: str) -> Iterator[int]:
    """Bytes that depend on the key and the request alone; the same on every platform."""
    for block in range(1 << 16):
        yield from hashlib.blake2b(f"{request}/{block}".encode(), key=key).digest()


def pick(source: Iterator[int], size: int) -> int:
    """An even choice below `size` (at most 256): bytes that would favour some are thrown away."""
    limit = 256 - 256 % size
    return next(byte for byte in source if byte < limit) % size


def answer_from(source: Iterator[int], ask: Ask, proof: str = "") -> Action:
    """The roll or draw that a source of bytes gives for a request."""
    if ask.dice:
        return Roll(tuple(1 + pick(source, ask.sides) for _ in range(ask.dice)), proof)
    pile = list(ask.draw)
    return Draw(tuple(pile.pop(pick(source, len(pile))) for _ in range(ask.count)), proof)


class SeededCup:
    """Dice from a seed: request *n* gives the same pips whatever else has happened.

    >>> from condotta.kernel.asks import Ask
    >>> cup = SeededCup(7)
    >>> cup.answer(Ask("chance", "dice", "X-1", dice=2, id=3)) == SeededCup(7).answer(
    ...     Ask("chance", "other", "X-2", dice=2, id=3))
    True
    """

    def __init__(self, seed: int | str) -> None:
        self._key = hashlib.blake2b(str(seed).encode()).digest()

    def answer(self, ask: Ask) -> Action:
        """The pips of this request."""
        return answer_from(numbers(self._key, str(ask.id)), ask)


class CommittedCup:
    """Dice that nobody could foresee and everybody can check.

    The digest of a secret is published before the first roll and the secret after the last.
    Contributions of the seats are mixed in through the request's salt.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @property
    def digest(self) -> str:
        """What is published at the start."""
        return hashlib.blake2b(self._secret).hexdigest()

    def answer(self, ask: Ask) -> Action:
        """The pips of this request, with the request they belong to as proof."""
        request = "/".join((str(ask.id), ask.window, *ask.salt))
        return answer_from(numbers(self._secret, request), ask, proof=request)


class ScriptedCup:
    """Dice laid out beforehand: each request takes the next ones, in order.

    When they run out, `then` answers if there is one; else the battle waits for a person.
    """

    def __init__(self, pips: Iterable[int], then: Cup | None = None) -> None:
        self._pips = list(pips)
        self._then = then

    def answer(self, ask: Ask) -> Action | None:
        """The next scripted pips."""
        if len(self._pips) < ask.dice or not ask.dice:
            return self._then.answer(ask) if self._then else None
        taken, self._pips = self._pips[: ask.dice], self._pips[ask.dice :]
        return Roll(tuple(taken))


class TypedCup:
    """Real dice: people roll and type in what they see; a question goes to `read`."""

    def __init__(self, read: Callable[[Ask], tuple[int, ...]]) -> None:
        self._read = read

    def answer(self, ask: Ask) -> Action:
        """What the people typed, refused if no such dice exist."""
        pips = self._read(ask)
        if len(pips) != ask.dice or not all(1 <= pip <= ask.sides for pip in pips):
            params = {"dice": str(ask.dice), "sides": str(ask.sides)}
            raise Illegal(Refusal("kernel", "kernel.dice", params))
        return Roll(pips)
