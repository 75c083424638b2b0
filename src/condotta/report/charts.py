"""Two charts: points lost turn by turn, and dice faces against an even spread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from condotta.kernel.records import Seat
from condotta.report.fortune import Dice
from condotta.report.history import Turn
from condotta.report.ink import el, number, path, placed
from condotta.report.naming import seat_name
from condotta.report.palette import STYLES
from condotta.report.plates import of_units
from condotta.report.reckoning import lost_half_points, lost_models
from condotta.report.stands import seat_shape
from condotta.words import points, say

WIDE, HIGH = 340.0, 190.0
LEFT, TOP, RIGHT, FOOT = 30.0, 16.0, 24.0, 24.0
Scale = Callable[[float], float]
DASHES = (None, "7 4", "2 4", "9 3 2 3", "4 2", "12 4")


def losses(turns: Sequence[Turn]) -> dict[Seat, list[int]]:
    """What each seat had lost by the end of each turn, the set-up included: half points.

    Where units of models fight each model counts like a point.
    """
    last = turns[-1].after
    if of_units(last):
        return {seat: [2 * lost_models(one.after, seat) for one in turns] for seat in last.seats()}
    return {seat: [lost_half_points(one.after, seat) for one in turns] for seat in last.seats()}


def losses_title(turns: Sequence[Turn]) -> str:
    """What the losses are of."""
    return say("chart.models" if of_units(turns[-1].after) else "chart.losses")


def loss_chart(turns: Sequence[Turn], defeat: int, styles: Mapping[Seat, int]) -> str:
    """Points lost as steps, with the line that decides the battle."""
    rows = losses(turns)
    most = max([defeat, *(max(row) for row in rows.values()), 2]) + 2
    last = max(1, len(turns) - 1)

    def x(turn: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * turn / last

    def y(half_points: float) -> float:
        return HIGH - FOOT - (HIGH - FOOT - TOP) * half_points / most

    parts = [_axis(x, y, most, [turn.number for turn in turns])]
    if defeat:
        dash = {"stroke": "var(--ink)", "stroke_dasharray": "6 4", "stroke_width": "1.3"}
        parts.append(el("line", x1=LEFT, x2=WIDE - RIGHT, y1=y(defeat), y2=y(defeat), **dash))
        word = say("chart.defeat", {"points": defeat})
        parts.append(el("text", text=word, x=LEFT + 4, y=y(defeat) - 4, class_="tick"))
    ends: list[float] = []
    for seat, row in rows.items():
        data = f"M{number(x(0))} {number(y(row[0]))}" + "".join(
            f"H{number(x(turn))}V{number(y(value))}" for turn, value in enumerate(row)
        )
        style = {"stroke": "var(--deep)", "stroke_width": "2.2", "fill": "none"}
        line = path(data, **style, stroke_dasharray=DASHES[styles[seat]])
        end = y(row[-1])
        while any(abs(end - other) < 12 for other in ends):
            end -= 12
        ends.append(end)
        sign = seat_shape(STYLES[styles[seat]].shape, 5, fill="var(--fill)", stroke="var(--deep)")
        mark = el("g", sign, transform=placed(WIDE - RIGHT + 11, end))
        parts.append(el("g", line, mark, class_=f"s{styles[seat]}"))
    said = "; ".join(
        say("chart.lostBy", {"seat": seat_name(seat), "lost": row[-1]})
        for seat, row in rows.items()
    )
    return _chart("".join(parts), losses_title(turns), said)


STEPS = ((8, 44), (16, 160), (100, 800), (200, 1600), (500, 5000), (2000, 20000))
"""Half points between two lines of the chart of losses, and up to how many they do."""


def _axis(x: Scale, y: Scale, most: int, turns: Sequence[int]) -> str:
    step = next((step for step, up_to in STEPS if most <= up_to), STEPS[-1][0])
    parts = []
    for value in range(0, most + 1, step):
        line: dict[str, Any] = {"stroke": "var(--rule)", "x1": LEFT, "x2": WIDE - RIGHT}
        parts.append(el("line", **line, y1=y(value), y2=y(value)))
        anchor = {"text_anchor": "end", "class_": "tick"}
        parts.append(el("text", text=points(value), x=LEFT - 6, y=y(value) + 4, **anchor))
    every = max(1, round(len(turns) / 10))
    parts += [
        el("text", text=str(turn), x=x(place), y=HIGH - 6, class_="tick", text_anchor="middle")
        for place, turn in enumerate(turns)
        if turn and turn % every == 0
    ]
    return "".join(parts)


def dice_chart(dice: Dice, style: int) -> str:
    """Bars of the six faces, and a dashed line where even dice would lie."""
    wide, high, foot = 170.0, 110.0, 20.0
    most = max(*dice.faces, round(dice.count / 6) + 1, 1)
    unit = (high - foot - 14) / most
    parts = []
    for place, times in enumerate(dice.faces):
        x, tall = 8 + place * 26.5, max(times * unit, 0.8)
        top = high - foot - tall
        parts.append(el("rect", x=x, y=top, width=20.0, height=tall, fill="var(--fill)"))
        inside = tall > 18
        word = {"text_anchor": "middle", "class_": "num"}
        word["fill"] = "var(--on)" if inside else "var(--ink)"
        parts.append(
            el(
                "text",
                text=str(times),
                x=x + 10,
                y=top + (13 if inside else -3),
                **word,
            )
        )
        parts.append(el("text", text=str(place + 1), x=x + 10, y=high - 5, class_="tick mid"))
    even = high - foot - dice.count / 6 * unit
    dash = {"stroke": "var(--ink)", "stroke_dasharray": "4 3", "stroke_width": "1.2"}
    parts.append(el("line", x1="2", x2=wide - 4, y1=even, y2=even, **dash))
    said = say("chart.faces", {"faces": ", ".join(str(times) for times in dice.faces)})
    group = el("g", *parts, class_=f"s{style}")
    return _chart(group, say("chart.dice", {"seat": seat_name(dice.seat)}), said, (wide, high))


def _chart(inside: str, title: str, desc: str, size: tuple[float, float] = (WIDE, HIGH)) -> str:
    box = f"0 0 {number(size[0])} {number(size[1])}"
    named = {"role": "img", "aria_label": f"{title}. {desc}"}
    return el("svg", inside, viewBox=box, class_="chart", **named)
