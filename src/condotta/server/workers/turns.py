"""Whose turn it is when several wait for a worker: a fair share for each table, people first."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Waiter = TypeVar("Waiter")

OTHERS = 4
"""One turn of so many goes to where nobody waits to see what comes of it."""


class Turns(Generic[Waiter]):
    """Waiters by the share that they ask from; of each share the first that came is next.

    Shares take turns, however many wait for one of them. Those for which people wait come before
    the rest, which have one turn of a few all the same.

    >>> turns = Turns()
    >>> for name in ("a1", "a2", "a3", "b1"):
    ...     turns.add(name, name[0], people=True)
    >>> [turns.next() for _ in range(5)]
    ['a1', 'b1', 'a2', 'a3', None]
    """

    def __init__(self) -> None:
        """Nobody waits."""
        self._people: OrderedDict[str, deque[Waiter]] = OrderedDict()
        self._rest: OrderedDict[str, deque[Waiter]] = OrderedDict()
        self._since = 0

    def add(self, waiter: Waiter, share: str, *, people: bool) -> None:
        """Somebody waits; `people` says whether anybody looks at what he does."""
        (self._people if people else self._rest).setdefault(share, deque()).append(waiter)

    def next(self) -> Waiter | None:
        """Who is next, who waits no longer then; None if nobody waits."""
        rest = bool(self._rest) and (not self._people or self._since + 1 >= OTHERS)
        shares = self._rest if rest else self._people
        if not shares:
            return None
        self._since = 0 if rest else self._since + 1
        share, waiters = shares.popitem(last=False)
        found = waiters.popleft()
        if waiters:
            shares[share] = waiters
        return found
