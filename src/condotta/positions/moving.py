"""A piece of a position file put elsewhere: the file as its writer has it, but for that place."""

from __future__ import annotations

from typing import Any

import msgspec

from condotta.errors import PlainError
from condotta.positions.games import game
from condotta.positions.shorthand import numeric

Place = tuple[float, float, float]
WIDTH = 96


def laid_out(file: str) -> str:
    """The text of a file laid out for people."""
    return written(decoded(file))


def decoded(file: str) -> Any:
    """What a file holds; what is no JSON is a PlainError."""
    try:
        return msgspec.json.decode(file.encode())
    except msgspec.DecodeError as why:
        raise PlainError(f"The file is not JSON ({why}).") from why


def moved(file: str, name: str, at: Place) -> str:
    """The text of a file with a piece at x, y, degrees. One that is not in it is a PlainError."""
    data = decoded(file)
    pieces = data.get("pieces") if isinstance(data, dict) else None
    if not isinstance(pieces, list):
        raise PlainError("The file has no pieces to be moved.")
    counted = game(str(data.get("system", ""))).counted
    for number, said in enumerate(pieces):
        if named(said) == name:
            pieces[number] = placed(said, at, counted=counted)
        elif counted and isinstance(said, dict) and name in said.get("models_at", {}):
            said["models_at"][name] = list(at)
        else:
            continue
        return written(data)
    if counted and "." in name and any(named(said) == name.partition(".")[0] for said in pieces):
        raise PlainError(f"{name} stands in its unit: move the unit, or give `models_at`.")
    raise PlainError(f"There is no piece {name} in the file.")


def named(said: Any) -> str:
    """The id of a piece, written as a line or as an object."""
    if isinstance(said, str):
        return said.partition(" ")[0].rstrip("*")
    return str(said.get("id", "")) if isinstance(said, dict) else ""


def placed(said: Any, at: Place, *, counted: bool) -> Any:
    """A piece at another place; of a line the three numbers are changed.

    >>> placed("R1 KNT 20 10 0 moved", (21, 10.5, 90), counted=False)
    'R1 KNT 21 10.5 90 moved'
    >>> placed("R1 archers 10x5 30 10 0", (31, 10, 0), counted=True)
    'R1 archers 10x5 31 10 0'
    """
    if isinstance(said, dict):
        gone = {key: value for key, value in said.items() if key not in ("facing", "place")}
        return {**gone, "at": list(at)}
    words = said.split()
    start = 3 if counted and len(words) > 2 and words[2][:1].isdigit() else 2
    rest = words[start:]
    numbers = [f"{one:g}" for one in at]
    kept = rest[3:] if len(rest) > 2 and all(map(numeric, rest[:3])) else rest
    return " ".join([*words[:start], *numbers, *kept])


def written(data: Any) -> str:
    """A file as people read it: what is short stands on one line."""
    return _laid_out(data, 0) + "\n"


def _laid_out(value: Any, indent: int) -> str:
    flat = msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
    if (indent and len(flat) + indent <= WIDTH) or not value or not isinstance(value, dict | list):
        return flat
    pad, end = " " * (indent + 2), " " * indent
    if isinstance(value, dict):
        rows = (
            f"{pad}{msgspec.json.encode(key).decode()}: {_laid_out(one, indent + 2)}"
            for key, one in value.items()
        )
        return "{\n" + ",\n".join(rows) + f"\n{end}}}"
    return "[\n" + ",\n".join(pad + _laid_out(one, indent + 2) for one in value) + f"\n{end}]"
