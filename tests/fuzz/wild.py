"""Values that nobody would send in good faith, JSON that is nearly right, and bytes that are none.

JSON is written by `text`, as some of it, such as a number without measure or half a letter, is what
no writer of JSON would write.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import inspect


class Raw(str):
    """JSON as it stands, right or not."""

    __slots__ = ()


NUMBERS: tuple[Any, ...] = (
    0, 1, -1, 2, 3, 7, 255, 9_999, 10_000_000, 10_000_001, -10_000_001, 2**31, 2**53 + 1, 2**63,
    2**64, -(2**63) - 1, 10**30, 0.5, -0.0, 1e-9, 5e-324, 1e308, -1e308, Raw("1e400"),
    Raw("-1e400"), Raw("NaN"), Raw("-Infinity"), Raw("1" + "0" * 400), Raw("1" + "0" * 5_000),
    Raw("0." + "3" * 400), Raw("01"), Raw("1e5"), Raw("-"),
)  # fmt: skip
TEXTS: tuple[Any, ...] = (
    "", " ", "\x00", "\x1b[2J\x1b]0;x\x07", "\u202egnp.exe", "\u2066\u2069", "\ufeff", "\ud800",
    "\udfff\ud800", "e\u0301", "é", "Œ", "İ", "ſ", "👩‍👩‍👧", "x" * 81, "x" * 501, "x" * 2_001,
    "../../etc/passwd", "'; DROP TABLE battle; --", "<script>alert(1)</script>", "${7*7}", "%s%n",
    "__proto__", "__class__", "{0}", "{seat}", "null", "NaN", "1e400", "-1", "chance", "spectators",
    "side:south", "side:", ":", ">", "a>b", "a:b:c", "1,2", "\n", "\r\n", "\u2028", "\uffff",
)  # fmt: skip
DEEP = tuple(Raw("[" * many + "]" * many) for many in (13, 90, 1_100, 6_000)) + tuple(
    Raw('{"a":' * many + "1" + "}" * many) for many in (13, 1_100)
)
WIDE: tuple[Any, ...] = ([0] * 97, [[]] * 500, {str(n): n for n in range(120)}, ["x" * 300] * 40)


def text(value: Any) -> str:
    """A value as JSON, with what no writer would write where it has such."""
    match value:
        case Raw():
            return str(value)
        case dict():
            return "{" + ",".join(f"{text(key)}:{text(one)}" for key, one in value.items()) + "}"
        case list() | tuple():
            return "[" + ",".join(map(text, value)) + "]"
        case _:
            return json.dumps(value)


class Wild:
    """Draws values; `names` are words that mean something where they are sent."""

    def __init__(self, random: Random, names: Sequence[str] = ()) -> None:
        self.random = random
        self.names = names

    # ── single values ────────────────────────────────────────────────────────
    def word(self) -> Any:
        """A word: mostly one that means something, else a strange one."""
        if self.names and self.random.random() < 0.7:
            return self.random.choice(self.names)
        return self.random.choice(TEXTS)

    def number(self) -> Any:
        """A number: a small one, one that lies on tables, or a strange one."""
        lot = self.random.random()
        if lot < 0.35:
            return self.random.randint(-3, 12)
        if lot < 0.6:
            return self.random.randint(-600_000, 600_000)
        return self.random.choice(NUMBERS)

    def value(self, depth: int = 3) -> Any:
        """Anything."""
        lot = self.random.random()
        if lot < 0.35:
            return self.word()
        if lot < 0.65:
            return self.number()
        if lot < 0.75:
            return self.random.choice((None, True, False))
        if lot < 0.79:
            return self.random.choice(DEEP)
        if lot < 0.82:
            return self.random.choice(WIDE)
        if depth <= 0:
            return self.random.choice(([], {}))
        many = self.random.randint(0, 4)
        if lot < 0.91:
            return [self.value(depth - 1) for _ in range(many)]
        return {str(self.word()): self.value(depth - 1) for _ in range(many)}

    # ── by a type ────────────────────────────────────────────────────────────
    def shaped(self, kind: Any, depth: int = 6) -> Any:
        """A value of a type: its shape is right, what is in it is anything of that kind."""
        return self._of(described(kind), depth)

    def _of(self, kind: Any, depth: int) -> Any:
        lot = self.random
        match kind:
            case inspect.BoolType():
                return lot.random() < 0.5
            case inspect.IntType():
                found = self.number()
                return found if isinstance(found, int) else lot.randint(-9, 9)
            case inspect.FloatType():
                return self.number()
            case inspect.StrType():
                return self.word()
            case inspect.NoneType():
                return None
            case inspect.LiteralType(values=values):
                return lot.choice(values)
            case inspect.UnionType(types=types):
                return self._of(lot.choice(types), depth)
            case inspect.TupleType(item_types=inner):
                return [self._of(one, depth - 1) for one in inner]
            case inspect.ListType(item_type=inner) | inspect.VarTupleType(item_type=inner):
                return [self._of(inner, depth - 1) for _ in range(self.many(depth))]
            case inspect.DictType(value_type=inner):
                return {
                    str(self.word()): self._of(inner, depth - 1) for _ in range(self.many(depth))
                }
            case inspect.StructType():
                return dict(self._fields(kind, depth))
            case _:
                return self.value(max(0, depth - 3))

    def many(self, depth: int) -> int:
        """How many there are of something: a few, seldom a lot."""
        if depth <= 0:
            return 0
        return self.random.choice((0, 1, 1, 2, 3, 4, 9)) if self.random.random() < 0.97 else 120

    def _fields(self, kind: inspect.StructType, depth: int) -> Iterator[tuple[str, Any]]:
        if kind.tag_field is not None:
            yield kind.tag_field, kind.tag
        for field in kind.fields:
            if field.required or self.random.random() < 0.6:
                yield field.encode_name, self._of(field.type, depth - 1)

    # ── from a good one ──────────────────────────────────────────────────────
    def bent(self, good: Any, times: int = 1) -> Any:
        """The value with a few places of it changed."""
        for _ in range(times):
            places = list(paths(good))
            good = self._changed(good, self.random.choice(places))
        return good

    def _changed(self, value: Any, path: tuple[Any, ...]) -> Any:
        if not path:
            return self._other(value)
        key, *rest = path
        if isinstance(value, dict):
            if not rest and self.random.random() < 0.15:
                return self._without(value, key)
            return {**value, key: self._changed(value[key], tuple(rest))}
        found = list(value)
        if not rest and self.random.random() < 0.25:
            return self._listed(found, key)
        found[key] = self._changed(found[key], tuple(rest))
        return found

    def _without(self, value: dict[Any, Any], key: Any) -> dict[Any, Any]:
        rest = {name: one for name, one in value.items() if name != key}
        return self.random.choice((rest, {**rest, f"{key}s": value[key]}, {**value, "admin": True}))

    def _listed(self, value: list[Any], at: int) -> list[Any]:
        return self.random.choice((
            value[:at] + value[at + 1 :], value[: at + 1] + value[at:], value[::-1],
            value + value, value * 60,
        ))  # fmt: skip

    def _other(self, value: Any) -> Any:
        match value:
            case bool():
                return self.random.choice((not value, self.value(1)))
            case int() | float() if self.random.random() < 0.6:
                return self.random.choice((
                    value + 1, value - 1, -value, value * 2, value * 1_000, value // 3,
                    value + 0.5, 0,
                ))  # fmt: skip
            case str() if self.random.random() < 0.6:
                return self.random.choice((
                    self.word(), value[:-1], value + value[-1:], value.upper(), value.lower(),
                    value[::-1], f" {value}", value * 30,
                ))  # fmt: skip
            case list() | dict() if self.random.random() < 0.3:
                return self.random.choice(([value], {"kind": value}, {}, [], None))
            case _:
                return self.value(2)

    def torn(self, good: str) -> str:
        """A text that is damaged as texts are: cut, doubled, with a letter more, less or other."""
        at, to = sorted(self.random.randint(0, len(good)) for _ in range(2))
        return self.random.choice((
            lambda: good[:at],
            lambda: good[at:],
            lambda: good[:at] + good[to:],
            lambda: good[:to] + good[at:],
            lambda: good[:at] + self.random.choice('{}[]",:0e\\') + good[at:],
            lambda: good[:at] + text(self.value(1)) + good[at:],
            lambda: good[:at] + chr(self.random.randrange(0x250)) + good[at + 1 :],
            lambda: good.replace(":", ":" + text(self.value(1)) + ",", 1),
            lambda: "\ufeff" + good,
            lambda: good + good,
        ))()  # fmt: skip

    def noise(self, most: int = 200) -> bytes:
        """Bytes without any sense."""
        return self.random.randbytes(self.random.randint(0, most))


@cache
def described(kind: Any) -> Any:
    """What msgspec knows of a type."""
    return inspect.type_info(kind)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a value, itself first."""
    yield path
    match value:
        case dict():
            inner: Iterator[tuple[Any, Any]] = iter(value.items())
        case list() | tuple():
            inner = iter(enumerate(value))
        case _:
            return
    for key, one in inner:
        yield from paths(one, (*path, key))


def plain(record: Any) -> Any:
    """A record as JSON data."""
    return msgspec.json.decode(msgspec.json.encode(record))


Draw = Callable[[Wild], Any]
