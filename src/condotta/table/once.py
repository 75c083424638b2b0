"""What is worked out when it is first asked for, and kept: by an object, of the newest things."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
K = TypeVar("K")


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
