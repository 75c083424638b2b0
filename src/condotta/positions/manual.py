"""The page of each system for whoever writes position files: its words, what is said and asked.

`python -m condotta.positions.manual docs/positions` writes them anew. Everything on them is read
off what reads position files.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from condotta.armies.cards.cardforms import card_name
from condotta.armies.cards.cardforms import forms as card_forms
from condotta.positions.counters import table
from condotta.positions.forms import KERNEL, MAY
from condotta.positions.games import SYSTEMS, Form, Game, game
from condotta.positions.reading import parse
from condotta.positions.records import Part
from condotta.positions.running import Report, report
from condotta.rules.library import GAMES, declarations, kind
from condotta.words import MU

Fields: TypeAlias = tuple[str, ...]
PLAIN = {int: "a whole number", float: "a number", str: "text", bool: "true or false"}


MADE = "The program writes this page: `python -m condotta.positions.manual docs/positions`."
UNKNOWN = (
    "**Counters** are named as in a log, and what a run tells as counted may be given. "
    "These begin a moment most often:"
)


def example(system: str) -> str:
    """A position file of a system to begin with: for a variant that of the one that it is like."""
    known_as = kind(system)
    text = files("condotta.positions").joinpath("examples", f"{known_as}.json").read_text("utf-8")
    return text.replace(f'"system": "{known_as}"', f'"system": "{system}"')


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
        *forms(known.questions, fields_of(known)),
        "## The position at the end",
        f"`expect` may ask for {told(state_of(system))}.",
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
    steps = (f"{number} {what} (`{phase}`)" for number, (phase, what) in enumerate(known.set_up))
    yield (
        f"**Steps of the set-up**: {', '.join(steps)}. A phase begins with its first, or with the "
        'one whose number is given, as in `"counters": {"table": {"set up": 1}}`.'
    )
    yield listed("Types of pieces", known.types)
    if known.arms:
        yield "\n".join(arms(known.arms))
    yield listed("Terrain", known.grounds)
    yield listed("Traits", known.traits)
    if "cards" in known.fields:
        yield "\n".join(cards(known))
    yield listed("Marks", known.marks)
    yield listed("Fields that not every system has", known.fields)
    yield listed("Settings", declarations(known.name))
    yield UNKNOWN
    yield table(known.told)


def cards(known: Game) -> Iterator[str]:
    """What the traits are that a battle card gives a stand."""
    yield "| trait | what it is |"
    yield "| --- | --- |"
    for trait in (one for one in known.traits if one in card_forms()):
        yield f"| `{trait}` | {card_name(trait)} [{card_forms()[trait].clause}] |"
    yield "| `CT:SPR`, `DD:HFT`, `MD:HFT` | with the types that its list names |"
    yield "| `was:KNT` | what a stand was before it dismounted |"
    yield "| `came:KNT`, `with:…` | what a stand of separated valets came as, and with whom |"


def arms(known: Mapping[str, Mapping[str, tuple[str, ...]]]) -> Iterator[str]:
    """The weapons of each type of unit, by its kinds of models."""
    yield "| type | models | weapons |"
    yield "| --- | --- | --- |"
    for name, models in known.items():
        for model, weapons in models.items():
            yield f"| `{name}` | `{model}` | {told(weapons)} |"


def listed(what: str, names: Iterable[str]) -> str:
    """A heading and its words; those that end in a blank or a colon go on with another word."""
    told = ", ".join(f"`{name}…`" if name.endswith((" ", ":")) else f"`{name}`" for name in names)
    return f"**{what}**: {told or 'none'}."


# ── forms ────────────────────────────────────────────────────────────────────
def forms(known: Mapping[str, Form], answers: Mapping[str, Fields] = {}) -> Iterator[str]:
    """A table of what may be said or asked, with its fields and those of the answers."""
    more = " what is answered |" if answers else ""
    rows = [
        f"| name | what it says | what is written |{more}",
        f"| --- | --- | --- |{more and ' --- |'}",
    ]
    for name, form in sorted(known.items()):
        shape = "what a seat says, with its `seat`" if name == MAY else written(form.kind)
        fields = f" {told(answers[name])} |" if answers else ""
        rows.append(f"| `{name}` | {form.says} | {shape} |{fields}")
    yield "\n".join(rows)


def told(fields: Fields) -> str:
    """The names of fields."""
    return ", ".join(f"`{name}`" for name in fields)


def fields_of(known: Game) -> Mapping[str, Fields]:
    """The fields of the answer to each question of a game, as the examples have them."""
    own, any_game = ran()
    return {name: own.get(form.read) or any_game[name] for name, form in known.questions.items()}


def state_of(system: str) -> Fields:
    """The fields of the position at the end, as the example of a system has them."""
    return tuple(ran_example(system).runs[0].state)


@cache
def ran_example(system: str) -> Report:
    """What comes of the example of a system."""
    return report(parse(example(system).encode(), system), system)


@cache
def ran() -> tuple[Mapping[Any, Fields], Mapping[str, Fields]]:
    """The fields of the answers in all examples: by what answers a question, and by its name."""
    own: dict[Any, Fields] = {}
    any_game: dict[str, Fields] = {}
    for system in SYSTEMS:
        for run in ran_example(system).runs:
            for turn in run.answers:
                form = game(system).questions[turn.what]
                every = tuple(dict.fromkeys((*own.get(form.read, ()), *turn.answer)))
                own[form.read] = every
                any_game.setdefault(turn.what, every)
    return own, any_game


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
