"""The page of each system for whoever writes position files: its words, what is said and asked.

`python -m condotta.positions.manual docs/positions` writes them anew. Everything on them is read
off what reads position files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from condotta.positions.counters import COUNTERS, table
from condotta.positions.forms import KERNEL, MAY
from condotta.positions.games import SYSTEMS, Form, Game, game
from condotta.positions.records import Part
from condotta.rules.library import GAMES, declarations
from condotta.words import MU

PLAIN = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}


MADE = "The program writes this page: `python -m condotta.positions.manual docs/positions`."
UNKNOWN = (
    "**Counters** are named as in a log, and what a run tells as counted may be given. "
    "These begin a moment most often:"
)


def example(system: str) -> str:
    """A position file of a system to begin with."""
    return files("condotta.positions").joinpath("examples", f"{system}.json").read_text("utf-8")


def page(system: str) -> str:
    """The page of a system."""
    known = game(system)
    parts = (
        f"# Position files: {system}",
        f"{GAMES[system].what}. How files are made is told in [position files](../positions.md).",
        MADE,
        "## Words",
        *words(known),
        "## What seats say",
        "Besides what every system knows. A pose is `[x, y, degrees]`, a way a list of legs.",
        *forms({name: form for name, form in known.actions.items() if name not in KERNEL}),
        "## Questions",
        *forms(known.questions),
        "## An example",
        f"`condotta rule --example {system}` prints it.",
        f"```json\n{example(system).rstrip()}\n```",
    )
    return "\n\n".join(parts) + "\n"


# ── words ────────────────────────────────────────────────────────────────────
def words(known: Game) -> Iterator[str]:
    """Every word that a file of a game may use."""
    width, depth = known.board
    seats = ", ".join(f"`{seat}` ({side})" for seat, side in known.seats)
    unit = "MU" if known.unit == MU else "inches"
    yield (
        f"Lengths are in {unit}. Without a word the board is {width:g} by {depth:g}, and the seats "
        f"are {seats}."
    )
    yield listed("Phases and steps", known.phases)
    yield listed("Types of pieces", known.types)
    yield listed("Terrain", known.grounds)
    yield listed("Traits", known.traits)
    yield listed("Marks", known.marks)
    yield listed("Fields that not every system has", known.fields)
    yield listed("Settings", declarations(known.name))
    yield UNKNOWN
    yield table(COUNTERS.get(known.name, ()))


def listed(what: str, names: Iterable[str]) -> str:
    """A heading and its words; those that end in a blank or a colon go on with another word."""
    told = ", ".join(f"`{name}…`" if name.endswith((" ", ":")) else f"`{name}`" for name in names)
    return f"**{what}**: {told or 'none'}."


# ── forms ────────────────────────────────────────────────────────────────────
def forms(known: Mapping[str, Form]) -> Iterator[str]:
    """A table of what may be said or asked, with its fields."""
    rows = ["| name | what it says | what is written |", "| --- | --- | --- |"]
    for name, form in sorted(known.items()):
        shape = "what a seat says, with its `seat`" if name == MAY else written(form.kind)
        rows.append(f"| `{name}` | {form.says} | {shape} |")
    yield "\n".join(rows)


def written(kind: Any) -> str:
    """What is written for a value of some type, in words."""
    if isinstance(kind, type) and issubclass(kind, Part):
        hints = get_type_hints(kind)
        told = []
        for field in msgspec.structs.fields(kind):
            needed = "" if field.required else "?"
            told.append(f"`{field.encode_name}`{needed} {written(hints[field.name])}")
        return "; ".join(told)
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(written(one) for one in inner if one is not NoneType)
    if origin is Literal:
        return " or ".join("`true`" if one is True else f"`{one}`" for one in inner)
    if kind == tuple[float, float, float]:
        return "a pose"
    if origin is tuple and inner[1:] == (...,):
        return "legs" if inner[0].__name__ == "LegSaid" else f"a list of ({written(inner[0])})"
    if origin is tuple:
        return f"[{', '.join(written(one) for one in inner)}]"
    if origin is dict:
        return f"an object of ids and {written(inner[1])}"
    return PLAIN.get(kind, "an object" if kind is Any else str(kind))


def main(folder: str) -> None:
    """Write the page of every system."""
    for system in SYSTEMS:
        (Path(folder) / f"{system}.md").write_text(page(system), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
