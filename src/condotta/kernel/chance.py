"""The dice cup. Four ways to answer one request: seeded, scripted, typed in, committed.

A result exists only once it is asked for; nobody, the host included, can know it before the
choice it decides has been made and recorded.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb, factorial, prod
from typing import Protocol

from condotta.kernel.asks import Action, Ask, Draw, Roll
from condotta.kernel.records import Seat


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
    """An even choice below `size`: numbers that would favour some are thrown away."""
    span = 256
    while span < size:
        span *= 256
    limit = span - span % size
    while True:
        number, room = next(source), 256
        while room < span:
            number, room = 256 * number + next(source), 256 * room
        if number < limit:
            return number % size


def answer_from(source: Iterator[int], ask: Ask, proof: str = "") -> Action:
    """The roll or draw that a source of bytes gives for a request."""
    if ask.dice:
        return Roll(tuple(1 + pick(source, ask.sides) for _ in range(ask.dice)), proof)
    pile = list(ask.draw)
    return Draw(tuple(pile.pop(pick(source, len(pile))) for _ in range(ask.count)), proof)


def possible(ask: Ask, said: Action) -> bool:
    """Whether there are such dice, or such names in the pile."""
    match said:
        case Roll(pips):
            return len(pips) == ask.dice and all(1 <= pip <= ask.sides for pip in pips)
        case Draw(drawn):
            return len(drawn) == ask.count and not Counter(drawn) - Counter(ask.draw)
        case _:
            return False


def number_of_results(ask: Ask) -> int:
    """How many results `results` has for a request.

    >>> number_of_results(Ask("chance", "dice", "X-1", dice=10)), number_of_results(
    ...     Ask("chance", "dice", "X-1", dice=10, counted_from=(4,)))
    (60466176, 11)
    """
    if not ask.dice:
        return sum(1 for _ in drawings(Counter(ask.draw), ask.count))
    if ask.sums_from:
        return 1 + sum(ask.dice < number <= ask.dice * ask.sides for number in ask.sums_from)
    if not ask.counted_from:
        return int(ask.sides**ask.dice)
    return comb(ask.dice + len(faces_of(ask)) - 1, ask.dice)


def results(ask: Ask) -> Iterator[tuple[Action, Fraction]]:
    """Every result of a request with its chance; of those that are read alike, one for all.

    >>> [(said.pips, str(chance)) for said, chance in results(
    ...     Ask("chance", "dice", "X-1", dice=2, counted_from=(5,)))]
    [((1, 1), '4/9'), ((1, 5), '4/9'), ((5, 5), '1/9')]
    """
    if not ask.dice:
        whole = len(ask.draw)
        of = Fraction(1, prod(range(whole - ask.count + 1, whole + 1)))
        for drawn, ways in drawings(Counter(ask.draw), ask.count):
            yield Draw(drawn), ways * of
    elif ask.sums_from:
        yield from sums(ask)
    elif not ask.counted_from:
        of = Fraction(1, ask.sides**ask.dice)
        for pips in product(range(1, ask.sides + 1), repeat=ask.dice):
            yield Roll(pips), of
    else:
        faces = faces_of(ask)
        for pips in combinations_with_replacement(faces, ask.dice):
            counts = Counter(pips)
            ways = factorial(ask.dice) // prod(map(factorial, counts.values()))
            same = prod(faces[face] ** number for face, number in counts.items())
            yield Roll(pips), Fraction(ways * same, ask.sides**ask.dice)


def sums(ask: Ask) -> Iterator[tuple[Roll, Fraction]]:
    """A roll for each of the sums that are told apart, with its chance.

    >>> [(said.pips, str(chance)) for said, chance in sums(
    ...     Ask("chance", "dice", "X-1", dice=2, sums_from=(8,)))]
    [((1, 1), '7/12'), ((2, 6), '5/12')]
    """
    ways = {0: 1}
    for _ in range(ask.dice):
        more: Counter[int] = Counter()
        for total, number in ways.items():
            more.update({total + pip: number for pip in range(1, ask.sides + 1)})
        ways = more
    starts = sorted({ask.dice, *(one for one in ask.sums_from if one in ways)})
    for start, end in pairwise((*starts, ask.dice * ask.sides + 1)):
        number = sum(ways[total] for total in range(start, end))
        yield Roll(adding_up(start, ask)), Fraction(number, ask.sides**ask.dice)


def adding_up(total: int, ask: Ask) -> tuple[int, ...]:
    """Some dice of a request that show so many together, the low ones first."""
    pips: list[int] = []
    for left in range(ask.dice - 1, -1, -1):
        pips.append(max(1, total - sum(pips) - left * ask.sides))
    return tuple(pips)


def faces_of(ask: Ask) -> dict[int, int]:
    """The lowest of the faces that are read alike, with how many there are of them."""
    starts = sorted({1, *(face for face in ask.counted_from if 1 < face <= ask.sides)})
    return {
        face: end - face for face, end in zip(starts, (*starts[1:], ask.sides + 1), strict=True)
    }


def drawings(pile: Counter[str], count: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every order of so many names off a pile, with how many ways come to it."""
    if not count:
        yield (), 1
        return
    for name in sorted(pile):
        left = pile - Counter((name,))
        for rest, ways in drawings(left, count - 1):
            yield (name, *rest), ways * pile[name]


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

    The digest of a secret is published before the first roll and the secret after the last. Words
    that seats contribute with their choices, and the request's own salt, are mixed in: so not even
    who holds the secret knows a result before the choice it decides.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._words: list[str] = []

    @property
    def digest(self) -> str:
        """What is published at the start."""
        return hashlib.blake2b(self._secret).hexdigest()

    def contribute(self, seat: Seat, word: str) -> None:
        """Mix a seat's word into everything asked from now on."""
        both = f"{seat}:{word}".encode()
        self._words.append(hashlib.blake2b(both, digest_size=8).hexdigest())

    def answer(self, ask: Ask) -> Action:
        """The pips of this request, with the request they belong to as proof."""
        mixed = hashlib.blake2b("/".join((*self._words, *ask.salt)).encode(), digest_size=8)
        request = f"{ask.id}/{ask.window}/{mixed.hexdigest()}"
        return answer_from(numbers(_key(self._secret), request), ask, proof=request)


def fair(secret: bytes, digest: str, ask: Ask, said: Roll | Draw) -> bool:
    """Whether a committed answer is what the opened secret gives for its request."""
    if hashlib.blake2b(secret).hexdigest() != digest:
        return False
    if not said.proof.startswith(f"{ask.id}/{ask.window}/"):
        return False
    return answer_from(numbers(_key(secret), said.proof), ask, said.proof) == said


def _key(secret: bytes) -> bytes:
    return hashlib.blake2b(secret, person=b"condotta dice").digest()


class ScriptedCup:
    """Dice and draws laid out beforehand: each request takes the next ones, in order.

    When they run out, `then` answers if there is one; else the battle waits for a person.
    """

    def __init__(
        self, pips: Iterable[int], then: Cup | None = None, draws: Iterable[str] = ()
    ) -> None:
        self._pips = list(pips)
        self._draws = list(draws)
        self._then = then

    def answer(self, ask: Ask) -> Action | None:
        """The next scripted pips or names."""
        if ask.dice and len(self._pips) >= ask.dice:
            taken, self._pips = self._pips[: ask.dice], self._pips[ask.dice :]
            return Roll(tuple(taken))
        if not ask.dice and len(self._draws) >= ask.count:
            drawn, self._draws = self._draws[: ask.count], self._draws[ask.count :]
            return Draw(tuple(drawn))
        return self._then.answer(ask) if self._then else None


class TypedCup:
    """Real dice and cards: people roll or draw, and type in what they see.

    A battle keeps waiting where they typed what there cannot be.
    """

    def __init__(
        self,
        read: Callable[[Ask], tuple[int, ...]],
        drawn: Callable[[Ask], tuple[str, ...]] | None = None,
    ) -> None:
        self._read = read
        self._drawn = drawn

    def answer(self, ask: Ask) -> Action | None:
        """What the people typed, or None if no such dice or cards exist."""
        said: Action
        if ask.dice:
            said = Roll(self._read(ask))
        elif self._drawn is not None:
            said = Draw(self._drawn(ask))
        else:
            return None
        return said if possible(ask, said) else None
