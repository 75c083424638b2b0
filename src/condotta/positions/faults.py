"""What is wrong with a position file: every fault with the place it is at, told at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from condotta.errors import PlainError, nearest

MOST_TOLD = 50
"""How many faults of a file are told."""


class Fault(NamedTuple):
    """Where something is wrong, as a JSON path, and what, as a sentence."""

    where: str
    what: str


class BadPosition(PlainError):
    """The file is no position; the sentence names each fault."""

    def __init__(self, name: str, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        some = [f"{where}: {what}" for where, what in self.faults[:MOST_TOLD]]
        if len(self.faults) > MOST_TOLD:
            some.append(f"and {len(self.faults) - MOST_TOLD:,} more")
        super().__init__(f"{name} is no position file. {'; '.join(some)}")


class Faults(list[Fault]):
    """The faults found so far."""

    def add(self, where: str, what: str) -> None:
        """Note one more."""
        self.append(Fault(where, what))

    def unknown(self, where: str, what: str, word: str, known: Iterable[str]) -> None:
        """Note a word nobody knows, with the nearest or all that are known; of many, some alone."""
        if len(self) >= MOST_TOLD:
            self.append(Fault(where, f"there is no {what} {word!r}."))
            return
        words = tuple(known)
        listed = f" It may be {', '.join(words)}." if words else ""
        hint = nearest(word, words) or listed
        self.append(Fault(where, f"there is no {what} {word!r}.{hint}"))


@contextmanager
def going_on(told: str, then: str = "", *, lacks: str = "") -> Iterator[None]:
    """Tell in a sentence that the rules find nothing to go on from: a PlainError.

    `told` says so and `then` what to do; between them stands what `lacks`, or else what was looked
    for. Rules that call themselves without end are no fault of a file and are not told so.
    """
    try:
        yield
    except RecursionError:
        raise
    except (AssertionError, LookupError, StopIteration, RuntimeError) as why:
        named = lacks or str(why).strip("'\"")
        what = f" ({named})" if named and "StopIteration" not in named else ""
        raise PlainError(f"{told}{what}.{then}") from why
