"""Reads the data files of the rulebooks: exact numbers, in the engine's units.

A key that ends in `_mu` is a length in movement units; it loses the ending and becomes an
integer of quanta. A key that is or ends in `points` becomes `half_points`, doubled. So the files
keep the numbers as they are printed, and the code sees integers only.
"""

import tomllib
from decimal import Decimal
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

MU = 10_000
"""Quanta in one movement unit."""

Record = TypeVar("Record")


def toml(package: str, name: str) -> dict[str, Any]:
    """The tables of one packaged file, as written; decimals are exact."""
    text = folder(package).joinpath(name).read_text(encoding="utf-8")
    return tomllib.loads(text, parse_float=Decimal)


def one_line(package: str, name: str) -> str:
    """A packaged drawing or style sheet, its lines put together as a page has them."""
    text = folder(package).joinpath(name).read_text(encoding="utf-8")
    return "".join(line.strip() for line in text.splitlines())


def folder(package: str) -> Traversable:
    """The folder of a package of ours. No code of it is loaded, which for a rulebook takes long.

    >>> folder("condotta.rules.triumph").joinpath("clauses.toml").is_file()
    True
    """
    return files("condotta").joinpath(*package.split(".")[1:])


def quanta(length: Any) -> Any:
    """A length in MU, or a list of lengths, in quanta; one that is off the grid is refused.

    >>> quanta(Decimal("0.75")), quanta([[10, Decimal("2.5")]])
    (7500, [[100000, 25000]])
    """
    if isinstance(length, list):
        return [quanta(part) for part in length]
    return _whole(length * MU, f"{length} MU is not a whole number of quanta")


def half_points(points: Any) -> int:
    """Points in halves, exactly.

    >>> half_points(Decimal("3.5"))
    7
    """
    return _whole(points * 2, f"{points} points are not a whole number of halves")


def in_units(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its lengths in quanta and its points in halves.

    >>> in_units({"depth_mu": 2, "points": 4, "name": "Spear"})
    {'depth': 20000, 'half_points': 8, 'name': 'Spear'}
    """
    return dict(_cell(key, value) for key, value in row.items())


def records(kind: type[Record], rows: list[dict[str, Any]]) -> tuple[Record, ...]:
    """The rows as records of one kind; an unknown or missing key is refused."""
    return tuple(msgspec.convert(in_units(row), kind) for row in rows)


def cells(kind: type[Record], table: dict[str, dict[str, Any]]) -> Record:
    """A file of single numbers as one record: each section is a field named like it."""
    return msgspec.convert({name: _value(name, cell) for name, cell in table.items()}, kind)


def _cell(key: str, value: Any) -> tuple[str, Any]:
    if key.endswith("_mu"):
        return key.removesuffix("_mu"), quanta(value)
    if key == "points":
        return "half_points", half_points(value)
    return key, value


def _value(name: str, cell: dict[str, Any]) -> Any:
    match cell:
        case {"mu": length}:
            return quanta(length)
        case {"points": points}:
            return half_points(points)
        case {"value": value}:
            return value
    raise ValueError(f"{name}: a cell needs one of mu, points, value")


def _whole(number: Any, complaint: str) -> int:
    if number != int(number):
        raise ValueError(complaint)
    return int(number)
