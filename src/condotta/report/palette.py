"""Colours as variables of a style sheet, light, dark and for print; seats by shape and letter.

Colour is never alone: every seat also has a shape, a letter and a mark at the rear of its stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from condotta.kernel.records import Seat

Shape = Literal["circle", "square", "triangle", "diamond", "hexagon", "pentagon"]

LIGHT = {
    "paper": "#f3eee3",
    "surface": "#fbf8f1",
    "sunk": "#eae3d4",
    "ink": "#221f19",
    "ink2": "#4f493d",
    "ink3": "#686050",
    "rule": "#d8cfbc",
    "rule2": "#b9ae97",
    "gold": "#d9a63a",
    "gold-ink": "#6d4d08",
    "warn": "#9c2f1d",
    "ok": "#1d6a4e",
    "focus": "#0b57d0",
    "front": "#14110c",
    "front-on": "#ffffff",
    "ground": "#e4dfc6",
    "ground2": "#d3ccac",
    "wood": "#b7c59b",
    "wood-l": "#7d9263",
    "tree": "#8fa673",
    "tree-d": "#4f6340",
    "hill": "#dccda0",
    "hill2": "#cdb982",
    "hach": "#8d7640",
    "marsh": "#cfd8c8",
    "marsh-l": "#5d7a72",
    "water": "#9fc0cc",
    "water-d": "#5a8798",
    "town": "#d9c6a8",
    "roof": "#a5694b",
    "roof-d": "#6b3f2a",
    "label": "#4b4432",
    "halo": "#f4eedd",
}
DARK = {
    "paper": "#191814",
    "surface": "#23211c",
    "sunk": "#2d2a23",
    "ink": "#f1ebdc",
    "ink2": "#cfc6b2",
    "ink3": "#a79d87",
    "rule": "#3b372d",
    "rule2": "#5d5644",
    "gold": "#e5b85a",
    "gold-ink": "#f0cd85",
    "warn": "#f2a18c",
    "ok": "#7fcfae",
    "focus": "#8ab4f8",
    "front": "#f4eedd",
    "front-on": "#191814",
    "ground": "#38372b",
    "ground2": "#4a4736",
    "wood": "#39452f",
    "wood-l": "#6d8257",
    "tree": "#4d6140",
    "tree-d": "#8fa578",
    "hill": "#4a432c",
    "hill2": "#5a5033",
    "hach": "#a8945c",
    "marsh": "#39443f",
    "marsh-l": "#86a59c",
    "water": "#35545f",
    "water-d": "#7fb0c1",
    "town": "#4d4334",
    "roof": "#94644a",
    "roof-d": "#d1a588",
    "label": "#e6dcc2",
    "halo": "#2b2a20",
}
PRINT = LIGHT | {"paper": "#ffffff", "surface": "#ffffff", "sunk": "#f4f4f2", "ground": "#f4f1e4"}


class SeatStyle(msgspec.Struct, frozen=True):
    """How a seat looks: fill, dark lines and tint, and what is written on the fill."""

    name: str
    shape: Shape
    fill: str
    deep: str
    tint: str
    on: str
    dark_fill: str
    dark_deep: str
    dark_tint: str


INK = LIGHT["ink"]
STYLES = (
    SeatStyle(
        *("red", "circle", "#a03324", "#7d2519", "#ecc4b9", "#fff"),
        *("#c24a36", "#ffb5a6", "#5c2a21"),
    ),
    SeatStyle(
        *("blue", "square", "#3a74bd", "#173d75", "#bccde8", "#fff"),
        *("#3d76c2", "#b9d2f8", "#22375a"),
    ),
    SeatStyle(
        *("amber", "triangle", "#e2a93b", "#8a5a00", "#f4dfae", INK),
        *("#e2a93b", "#f4d48b", "#5a4517"),
    ),
    SeatStyle(
        *("green", "diamond", "#49b692", "#175f49", "#bfe2d8", INK),
        *("#49b692", "#9fe0cd", "#1f4a40"),
    ),
    SeatStyle(
        *("rose", "hexagon", "#e8bae0", "#7d3572", "#f6e3f2", INK),
        *("#e8bae0", "#f2bfe0", "#54304a"),
    ),
    SeatStyle(
        *("slate", "pentagon", "#6d6a75", "#37353d", "#dcdae0", "#fff"),
        *("#84808f", "#dcd9e6", "#3c3a44"),
    ),
)
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
        chosen = (
            (style.dark_fill, style.dark_deep, style.dark_tint)
            if dark
            else (style.fill, style.deep, style.tint)
        )
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
