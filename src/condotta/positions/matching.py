"""Compares an answer with what a file expects of it.

A pattern names only what matters. An object asks for the fields it names; a list for exactly its
items; `{"has": […]}` for items somewhere in a list, `{"lacks": […]}` for none like them,
`{"length": n}` for their number. Numbers agree within the tolerance; the third number of a pose is
an angle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

LIST_WORDS = {"has", "lacks", "length"}
DEGREES = 0.1
POSES = ("poses", "at", "pose")
EMPTY: tuple[Any, ...] = (None, [], {}, "")
"""What `null` in a pattern stands for, besides a field that is missing."""


class Absent:
    """What stands for a field that an answer does not have."""

    def __repr__(self) -> str:
        """How it is shown."""
        return "nothing"


ABSENT = Absent()


class Difference(NamedTuple):
    """Where an answer is not what was expected."""

    where: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        """The difference as a sentence."""
        if self.expected is None and self.found is ABSENT:
            return f"{self.where}: no such field is in the answer"
        return f"{self.where}: expected {_shown(self.expected)}, found {_shown(self.found)}"


def differences(
    pattern: Any, found: Any, tolerance: float, where: str = ""
) -> Iterator[Difference]:
    """Every place at which an answer is not what the pattern says."""
    match pattern:
        case dict() if isinstance(found, list) and pattern and set(pattern) <= LIST_WORDS:
            yield from _in_list(pattern, found, tolerance, where)
        case dict():
            yield from _in_object(pattern, found, tolerance, where)
        case list() | tuple() if isinstance(found, list) and len(found) == len(pattern):
            degrees = len(found) == 3 and any(f".{name}" in f".{where}" for name in POSES)
            for index, (one, other) in enumerate(zip(pattern, found, strict=True)):
                here = f"{where}[{index}]"
                if degrees and index == 2:
                    if not _same_angle(one, other):
                        yield Difference(here, one, other)
                else:
                    yield from differences(one, other, tolerance, here)
        case bool() | None | str() | list() | tuple():
            if not _same(pattern, found):
                yield Difference(where, pattern, found)
        case int() | float():
            number = isinstance(found, int | float) and not isinstance(found, bool)
            if not number or abs(pattern - found) > tolerance:
                yield Difference(where, pattern, found)


def _same(pattern: Any, found: Any) -> bool:
    """Whether two plain values are one; nothing stands for whatever is empty."""
    if pattern is None:
        return found in EMPTY
    return bool(pattern == found) and type(pattern) is type(found)


def _in_object(
    pattern: dict[str, Any], found: Any, tolerance: float, where: str
) -> Iterator[Difference]:
    if not isinstance(found, dict):
        yield Difference(where, pattern, found)
        return
    for key, inner in pattern.items():
        here = f"{where}.{key}" if where else key
        if key not in found:
            if inner is not None or not open_ended(where):
                yield Difference(here, inner, ABSENT)
        else:
            yield from differences(inner, found[key], tolerance, here)


NAMED = (
    "poses", "places", "types", "marks", "losses", "points", "models", "wounds", "modifiers",
    "totals", "parts", "price", "lost", "targets", "counts", "behind", "at", "edges", "depths",
    "scores", "tokens", "cards", "roles", "weapons", "pieces", "units", "outcomes", "means", "ends",
)  # fmt: skip
"""The fields that hold something for each of whatever there is: of others a wrong name is one."""


def open_ended(where: str) -> bool:
    """Whether a field is one of those whose names are those of pieces, seats or reasons."""
    return any(part.partition("[")[0] in NAMED for part in where.split("."))


def nothings(pattern: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """The names of pieces, seats or reasons for which a pattern asks for nothing, with the place.

    A wrong one would hold always.

    >>> list(nothings({"marks": {"R1": None}, "ended": None}))
    [('marks', 'R1')]
    """
    inside = pattern.items() if isinstance(pattern, dict) else ()
    for key, inner in inside:
        here = f"{where}.{key}" if where else key
        if inner is None and open_ended(where):
            yield where, key
        yield from nothings(inner, here)
    for inner in pattern if isinstance(pattern, list) else ():
        yield from nothings(inner, where)


def _in_list(
    pattern: dict[str, Any], found: list[Any], tolerance: float, where: str
) -> Iterator[Difference]:
    for wanted in _items(pattern.get("has", [])):
        if not any(_fits(wanted, one, tolerance) for one in found):
            yield Difference(f"{where}.has", wanted, found)
    for unwanted in _items(pattern.get("lacks", [])):
        if any(_fits(unwanted, one, tolerance) for one in found):
            yield Difference(f"{where}.lacks", unwanted, found)
    if pattern.get("length", len(found)) != len(found):
        yield Difference(f"{where}.length", pattern["length"], len(found))


def _items(asked: Any) -> list[Any]:
    """The items asked for; one alone needs no list."""
    return asked if isinstance(asked, list) else [asked]


def _fits(pattern: Any, found: Any, tolerance: float) -> bool:
    return not any(True for _ in differences(pattern, found, tolerance))


def _same_angle(one: Any, other: Any) -> bool:
    if not isinstance(one, int | float) or not isinstance(other, int | float):
        return bool(one == other)
    return abs((one - other + 180) % 360 - 180) <= DEGREES


def _shown(value: Any) -> str:
    text = repr(value) if value is ABSENT else msgspec.json.encode(value).decode()
    return text if len(text) <= 300 else f"{text[:297]}..."
