"""Colours as variables of a style sheet, light, dark and for print; seats by shape and letter.

Colour is never alone: every seat also has a shape, a letter and a mark at the rear of its stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from condotta.data import toml
from condotta.kernel.records import Seat

Shape = Literal["circle", "square", "triangle", "diamond", "hexagon", "pentagon"]

DATA = toml("condotta.report", "palette.toml")
LIGHT, DARK = ({name: both[at] for name, both in DATA["colours"].items()} for at in (0, 1))
PRINT = LIGHT | {"paper": "#ffffff", "surface": "#ffffff", "sunk": "#f4f4f2", "ground": "#f4f1e4"}


class SeatStyle(msgspec.Struct, frozen=True):
    """How a seat looks: fill, dark lines and tint by day and by night, what is written on it."""

    name: str
    shape: Shape
    day: tuple[str, str, str]
    night: tuple[str, str, str]
    on: str


STYLES = msgspec.convert(tuple(DATA["seat"]), tuple[SeatStyle, ...])
"""Six seats, the most that any game has."""


def style_numbers(seats: Sequence[Seat]) -> dict[Seat, int]:
    """The style of each seat: that of its name, else the first that nobody else has.

    >>> style_numbers(("blue", "north", "red"))
    {'blue': 1, 'north': 2, 'red': 0}
    """
    named = {style.name: number for number, style in enumerate(STYLES)}
    taken = {named[seat] for seat in seats if seat in named}
    free = [number for number in range(len(STYLES)) if number not in taken]
    spare = iter([*free, *range(len(STYLES))])
    return {seat: named[seat] if seat in named else next(spare) for seat in seats}


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())


def _seat_rules(prefix: str, *, dark: bool) -> str:
    rules = []
    for number, style in enumerate(STYLES):
        chosen = style.night if dark else style.day
        names = ("fill", "deep", "tint")
        said = "".join(f"--{name}:{value};" for name, value in zip(names, chosen, strict=True))
        rules.append(f"{prefix}.s{number}{{{said}--on:{style.on}}}")
    return "".join(rules)


def themes() -> str:
    """The colours of light, dark and print; `data-theme` on the root chooses by hand."""
    light = f":root{{color-scheme:light dark;{_variables(LIGHT)}}}{_seat_rules('', dark=False)}"
    auto = ":root:not([data-theme=light])"
    hand = ":root[data-theme=dark]"
    dark = f"{auto}{{{_variables(DARK)}}}{_seat_rules(auto + ' ', dark=True)}"
    forced = f"{hand}{{{_variables(DARK)}}}{_seat_rules(hand + ' ', dark=True)}"
    paper = f":root:root:root{{{_variables(PRINT)}}}{_seat_rules(':root:root:root ', dark=False)}"
    return (
        f"{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"
        f"@media screen{{{forced}}}@media print{{{paper}}}"
    )
