"""Reads a position file: JSON into records, with every fault and the place it is at."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from condotta.positions.faults import BadPosition, Fault, Faults
from condotta.positions.records import Document, Part

LINE = b"\n"
MOST = 1_000_000
MOST_BYTES, MOST_LISTED, MOST_DEPTH = 2_000_000, 2_000, 40
"""The longest file that is read; how much there is in one list or object; how deep they lie."""
TOO_DEEP = f"lists and objects lie in each other more than {MOST_DEPTH} deep"
WANTED = {"int": "a whole number", "float": "a number", "str": "text", "bool": "true or false",
          "array": "a list", "object": "an object", "null": "null"}  # fmt: skip


def load(path: Path) -> Document:
    """The document in a file."""
    return parse(path.read_bytes(), str(path))


def parse(data: bytes, name: str) -> Document:
    """The document in some JSON; all faults of its form are told at once."""
    faults = Faults()
    if len(data) > MOST_BYTES:
        faults.add("the file", f"it is longer than {MOST_BYTES:,} bytes")
        raise BadPosition(name, faults)
    try:
        plain = msgspec.json.decode(data)
        doubled = Faults(twice(data))
    except RecursionError as why:
        faults.add("the file", TOO_DEEP)
        raise BadPosition(name, faults) from why
    except ValueError as why:
        faults.add("the file", f"it is not JSON ({by_line(str(why), data)})")
        raise BadPosition(name, faults) from why
    room(plain, "", faults)
    if faults:
        raise BadPosition(name, faults)
    faults += doubled
    beyond(plain, "", faults)
    found = record(plain, Document, "", faults)
    if faults:
        raise BadPosition(name, faults)
    assert isinstance(found, Document)
    return found


def by_line(why: str, data: bytes) -> str:
    """What is wrong with some JSON, at a line in place of a byte.

    >>> by_line("JSON is malformed: expected ',' (byte 4)", bytes((91, 49, 10, 50, 93)))
    "JSON is malformed: expected ',' (line 2)"
    """
    return re.sub(r"\(byte (\d+)\)", lambda at: f"(line {data[: int(at[1])].count(LINE) + 1})", why)


def twice(data: bytes) -> list[Fault]:
    """Each field that stands twice in one object, as only one of them would be read."""
    found = Faults()

    def once(pairs: list[tuple[str, Any]]) -> None:
        for key, many in Counter(key for key, _ in pairs).items():
            if many > 1:
                found.add("the file", f"{key!r} stands {many} times in one object: keep one")

    json.loads(data, object_pairs_hook=once)
    return found


def room(value: Any, where: str, faults: Faults, depth: int = 0) -> None:
    """Note whatever is too long or too deep; what is in it is looked at no further."""
    match value:
        case dict() | list() if depth > MOST_DEPTH:
            faults.add("the file", TOO_DEEP)
        case dict() | list() if len(value) > MOST_LISTED:
            here = where or "the file"
            faults.add(here, f"there are {len(value):,} things in it, more than {MOST_LISTED:,}")
        case dict():
            for key, one in value.items():
                room(one, f"{where}.{key}" if where else key, faults, depth + 1)
        case list():
            for index, one in enumerate(value):
                room(one, f"{where}[{index}]", faults, depth + 1)


def beyond(value: Any, where: str, faults: Faults) -> None:
    """Note every number that no table has room for."""
    match value:
        case dict():
            for key, one in value.items():
                beyond(one, f"{where}.{key}" if where else key, faults)
        case list():
            for index, one in enumerate(value):
                beyond(one, f"{where}[{index}]", faults)
        case int() | float() if abs(value) > MOST:
            faults.add(where, f"{_shown(value)} is more than {MOST:,}")


def record(value: Any, kind: type[Part], where: str, faults: Faults) -> Part | None:
    """A part of a file from plain data, field by field; None when something is wrong with it."""
    here = where.rstrip(".") or "the file"
    if not isinstance(value, dict):
        faults.add(here, f"an object is expected here, not {_shown(value)}")
        return None
    before = len(faults)
    fields, hints = fields_of(kind)
    given: dict[str, Any] = {}
    for key, one in value.items():
        if key not in fields:
            faults.unknown(here, "field", key, fields)
        else:
            field = fields[key]
            given[field.name] = converted(one, hints[field.name], f"{where}{key}", faults)
    for key, field in fields.items():
        if field.required and key not in value:
            faults.add(here, f"{key!r} is missing")
    return kind(**given) if len(faults) == before else None


@cache
def fields_of(kind: type[Part]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields of a part as files call them, and their types by name."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}, get_type_hints(
        kind
    )


def converted(value: Any, kind: Any, where: str, faults: Faults) -> Any:
    """A value of some type from plain data; faults inside lists and parts are found one by one."""
    if isinstance(kind, type) and issubclass(kind, Part):
        return record(value, kind, f"{where}.", faults)
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    for member in members:
        if isinstance(value, list) and get_args(member)[1:] == (...,):
            inner = get_args(member)[0]
            parts = (converted(one, inner, f"{where}[{i}]", faults) for i, one in enumerate(value))
            return tuple(parts)
        if isinstance(value, dict) and isinstance(member, type) and issubclass(member, Part):
            return record(value, member, f"{where}.", faults)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as why:
        explain(value, members, where, str(why), faults)
        return None


def explain(value: Any, kinds: tuple[Any, ...], where: str, why: str, faults: Faults) -> None:
    """Say what is wrong with a value, and what is allowed."""
    for kind in kinds:
        if get_origin(kind) is Literal:
            choices = [str(choice) for choice in get_args(kind)]
            faults.unknown(where, "value", str(value), choices)
            return
    inside = why.split(" - at `$")
    place = where + (inside[1].rstrip("`") if len(inside) > 1 else "")
    if any(get_origin(kind) is tuple for kind in kinds) and "of length" in why:
        faults.add(place, inside[0].replace("`array`", "a list"))
        return
    allowed = " or ".join(dict.fromkeys(filter(None, map(_wanted, kinds))))
    if len(inside) > 1:
        expected = inside[0].partition("`")[2].partition("`")[0]
        allowed = " or ".join(WANTED.get(word, word) for word in expected.split(" | "))
        value = _dig(value, inside[1].rstrip("`"))
    faults.add(place, f"{allowed} is expected here, not {_shown(value)}")


def _wanted(kind: Any) -> str:
    if kind is NoneType:
        return ""
    if isinstance(kind, type) and issubclass(kind, Part):
        return "an object"
    name = {tuple: "array", dict: "object"}.get(get_origin(kind) or kind, "")
    return WANTED.get(name or getattr(kind, "__name__", ""), str(kind))


def _dig(value: Any, path: str) -> Any:
    """The value at a path such as `[2]` or `.at[0]`, as far as it goes."""
    for step in path.replace("]", "").replace("[", ".").split(".")[1:]:
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (KeyError, IndexError, ValueError, TypeError):
            return value
    return value


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 40 else f"{text[:37]}..."
