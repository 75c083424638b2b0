"""What an object works out when it is first asked, and keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Once(Generic[T]):
    """A method read like an attribute; its answer is kept in the object's `__dict__`.

    There is no lock, unlike in `functools.cached_property` before Python 3.12: what is worked
    out here depends on nothing that changes, so that two threads find the same.

    >>> class Circle:
    ...     def __init__(self, radius):
    ...         self.radius = radius
    ...     @Once
    ...     def square(self):
    ...         return self.radius**2
    >>> round_one = Circle(3)
    >>> round_one.square, round_one.__dict__
    (9, {'radius': 3, 'square': 9})
    """

    def __init__(self, work: Callable[[Any], T]) -> None:
        """Take the method over, its docstring included."""
        self.work = work
        self.name = work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, thing: None, kind: type) -> Once[T]: ...
    @overload
    def __get__(self, thing: object, kind: type) -> T: ...
    def __get__(self, thing: object | None, kind: type) -> Once[T] | T:
        """The answer, worked out now: once it is kept, Python finds it without asking here."""
        if thing is None:
            return self
        found = thing.__dict__[self.name] = self.work(thing)
        return found
