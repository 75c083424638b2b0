"""What is worked out when it is first asked for, and kept: by an object, by what it reads.

With CONDOTTA_ANEW in the environment facts are worked out anew whenever they are asked for, from
all that was given, and compared with what is kept.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast, overload

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")

ANEW = bool(os.environ.get("CONDOTTA_ANEW"))
"""Whether facts are worked out anew, to see that nothing kept is out of date."""


class OutOfDate(AssertionError):
    """What is kept of a fact is not what is worked out now: it reads more than it names."""

    def __init__(self, name: str, kept: object, now: object) -> None:
        super().__init__(f"{name} was {kept!r:.300} and is {now!r:.300}")


KEPT: list[Callable[[], None]] = []
"""What empties each of the facts that are kept by values."""


def forget() -> None:
    """Keep no fact by values any more, for who measures what it costs to work them out."""
    for empty in KEPT:
        empty()


def fact(
    most: int, reads: Callable[..., tuple[Any, ...]] | None = None
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep what a function makes of what it reads, of so many of the newest things.

    It reads what it is given, or of that only what `reads` leaves, in the same order. So
    positions that share what a fact reads share the fact, and what else changes costs nothing.

    >>> @fact(8, reads=lambda most, ages: (most, tuple(age for age in ages if age < most)))
    ... def children(most, ages):
    ...     return [age for age in ages if age < most]
    >>> children(18, (3, 40, 7)), children(18, (3, 40, 7)) is children(18, (3, 7, 50))
    ([3, 7], True)
    """

    def of(work: Callable[P, T]) -> Callable[P, T]:
        kept = lru_cache(maxsize=most)(work)
        KEPT.append(kept.cache_clear)

        @wraps(work)
        def read(*given: P.args, **named: P.kwargs) -> T:
            return kept(*(given if reads is None else reads(*given)), **cast("Any", named))

        @wraps(work)
        def anew(*given: P.args, **named: P.kwargs) -> T:
            found = read(*given, **named)
            same(work.__qualname__, found, work(*given, **named))
            return found

        if ANEW:
            return anew
        return cast("Callable[P, T]", kept) if reads is None else read

    return of


def follows(most: int, reads: Callable[P, Hashable]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep what a function makes of what it is given, by all of that which it reads.

    `reads` says what that is, in full. Unlike a `fact` the function is given everything, so that it
    stays as it is written; of so many things that were read the facts are kept.

    >>> @follows(8, reads=lambda most, ages: tuple(age for age in ages if age < most))
    ... def children(most, ages):
    ...     return [age for age in ages if age < most]
    >>> children(18, (3, 40, 7)), children(18, (3, 40, 7)) is children(18, (3, 7, 50))
    ([3, 7], True)
    """

    def of(work: Callable[P, T]) -> Callable[P, T]:
        kept: dict[Hashable, T] = {}
        KEPT.append(kept.clear)

        @wraps(work)
        def read(*given: P.args, **named: P.kwargs) -> T:
            key = reads(*given, **named)
            found: Any = kept.get(key, UNSET)
            if found is UNSET:
                found = work(*given, **named)
                if len(kept) >= most:
                    kept.clear()
                kept[key] = found
            elif ANEW:
                same(work.__qualname__, found, work(*given, **named))
            return cast("T", found)

        return read

    return of


class Notes(Protocol):
    """What has facts worked out of it and never changes: a field, or its ground."""

    memo: dict[Any, dict[Any, Any]]


N = TypeVar("N", bound=Notes)

NAMED = object()
"""What stands in a key before whatever was given by name."""


def noted(work: Callable[Concatenate[N, P], T]) -> Callable[Concatenate[N, P], T]:
    """Keep what a function works out of a field, with the field, by what else it is given.

    >>> from collections import defaultdict
    >>> class Letters:
    ...     def __init__(self, text):
    ...         self.text, self.memo = text, defaultdict(dict)
    >>> @noted
    ... def places(here, letter):
    ...     return [place for place, one in enumerate(here.text) if one == letter]
    >>> word = Letters("level")
    >>> places(word, "l"), places(word, "l") is places(word, "l")
    ([0, 4], True)
    """

    @wraps(work)
    def asked(here: N, /, *about: P.args, **named: P.kwargs) -> T:
        known = here.memo[work]
        key = (*about, NAMED, *named.items()) if named else about
        found: Any = known.get(key, known)
        if found is known:
            found = known[key] = work(here, *about, **named)
        elif ANEW:
            same(work.__qualname__, found, work(here, *about, **named))
        return cast("T", found)

    return asked


def same(name: str, kept: object, now: object) -> None:
    """What is kept of a fact must be what is worked out now."""
    if not alike(kept, now):
        raise OutOfDate(name, kept, now)


UNSET = object()
"""What a slot says that has not been set."""


def alike(one: Any, two: Any) -> bool:
    """Whether two things say the same: as they compare, or else in all that they hold."""
    if one == two:
        return True
    if type(one) is not type(two):
        return False
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(alike(one[key], two[key]) for key in one)
    if isinstance(one, (tuple, list)):
        return len(one) == len(two) and all(map(alike, one, two))
    held = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
    return bool(held) and all(
        alike(getattr(one, name, UNSET), getattr(two, name, UNSET)) for name in held
    )


class Keeps:
    """What keeps answers in a `__dict__`: it has one also where its module is compiled."""


class Once(Generic[T]):
    """A method read like an attribute; its answer is kept in the object's `__dict__`.

    There is no lock, unlike in `functools.cached_property` before Python 3.12: what is worked
    out here depends on nothing that changes, so that two threads find the same.

    >>> class Circle(Keeps):
    ...     def __init__(self, radius):
    ...         self.radius = radius
    ...     @Once
    ...     def square(self):
    ...         return self.radius**2
    >>> round_one = Circle(3)
    >>> round_one.square, kept(round_one)
    (9, {'radius': 3, 'square': 9})
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        """Take the method over, its docstring included."""
        self.work = work
        self.name = getattr(work, "__name__", "")
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, thing: None, kind: type) -> Once[T]: ...
    @overload
    def __get__(self, thing: object, kind: type) -> T: ...
    def __get__(self, thing: object | None, kind: type) -> Once[T] | T:
        """The answer, worked out now: once it is kept, Python finds it without asking here."""
        if thing is None:
            return self
        found = self.work(thing)
        setattr(thing, self.name, found)
        return found


def kept(thing: Keeps) -> dict[str, Any]:
    """What a thing has kept so far, by name; beside it there may be other attributes."""
    return getattr(thing, "__dict__", {})


class Newest(Generic[K, T]):
    """What is worked out of a thing, the same object for the very same thing while remembered.

    So many of the newest things are, and nothing that is equal counts as the same.

    >>> counted = Newest(lambda letters: [len(letters)], 2)
    >>> word = "".join(("a", "b"))
    >>> counted(word), counted(word) is counted(word), counted(word) is counted("".join(("a", "b")))
    ([2], True, False)
    """

    __slots__ = ("kept", "most", "work")

    def __init__(self, work: Callable[[K], T], most: int) -> None:
        """What works it out, and of how many things at a time."""
        self.work = work
        self.most = most
        self.kept: OrderedDict[int, tuple[K, T]] = OrderedDict()

    def __call__(self, thing: K) -> T:
        """What there is of a thing, worked out now where it is not remembered."""
        found = self.kept.get(id(thing))
        if found is not None and found[0] is thing:
            return found[1]
        made = self.work(thing)
        self.kept[id(thing)] = thing, made
        if len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return made
