"""Drawings of the page of a study: scores from turn to turn, and maps of where troops fell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from condotta.lab.study.along import Course, Fell
from condotta.lab.study.bars import Scale, card, tag
from condotta.lab.study.report import between
from condotta.report.ink import el
from condotta.report.palette import style_numbers

WIDE, HIGH = 620.0, 260.0
LEFT, RIGHT, TOP, FOOT = 46.0, 14.0, 10.0, 26.0
DASHES = (None, "9 4", "2 4", "12 3 2 3", "5 5", "1 3")
"""How the lines differ, besides in colour."""
FULL = 85
"""How much colour the square in which most fell has, in per cent."""
SIDE, GAP = 40, 2


def courses(rows: Sequence[Course], counted: str) -> Iterator[str]:
    """The score of each turn by turn; nothing where no turn was played or nobody had anything."""
    known = [one for row in rows for one in row.scores]
    turns = rows[0].turns if rows else ()
    if len(turns) < 2 or len({one.value for one in known}) < 2:
        return
    bounds = [end for one in known for end in (one.value, one.low, one.high) if end is not None]
    scale = Scale(bounds)
    styles = style_numbers([row.name for row in rows])
    lines = [part for row in rows for part in line(row, scale, styles[row.name])]
    last = ", ".join(f"{row.name} {between(row.scores[-1])}" for row in rows)
    drawn = el(
        "svg", *grid(scale, turns), *lines,
        viewBox=f"0 0 {WIDE:g} {HIGH:g}", role="img", class_="turns",
        aria_label=f"After {turns[-1]} player turns: {last}",
    )  # fmt: skip
    yield card(
        f"{counted.capitalize()}, turn by turn",
        "The mean after so many player turns, with its interval of 95 %; whoever's battle was over "
        "keeps what it had.",
        drawn,
        tag("p", *(sample(row.name, styles[row.name]) for row in rows), class_="key"),
    )


def place(turn: int, turns: Sequence[int]) -> float:
    """Where a turn lies from left to right."""
    first, last = turns[0], turns[-1]
    return LEFT + (WIDE - LEFT - RIGHT) * (turn - first) / (last - first)


def height(value: float, scale: Scale) -> float:
    """Where a value lies from top to foot."""
    return TOP + (HIGH - TOP - FOOT) * (scale.high - value) / (scale.high - scale.low)


def grid(scale: Scale, turns: Sequence[int]) -> Iterator[str]:
    """The marks of both axes."""
    for mark in scale.marks:
        y = height(mark, scale)
        yield el("line", x1=LEFT, x2=WIDE - RIGHT, y1=y, y2=y, class_="mark")
        yield el("text", text=scale.said(mark), x=LEFT - 7, y=y + 4, text_anchor="end")
    for turn in turns:
        yield el("text", text=str(turn), x=place(turn, turns), y=HIGH - 7, text_anchor="middle")


def line(row: Course, scale: Scale, style: int) -> Iterator[str]:
    """One line with its interval as a band."""
    xs = [place(turn, row.turns) for turn in row.turns]
    highs = [height(one.value if one.high is None else one.high, scale) for one in row.scores]
    lows = [height(one.value if one.low is None else one.low, scale) for one in row.scores]
    edge = [*zip(xs, highs, strict=True), *reversed([*zip(xs, lows, strict=True)])]
    middle = [(x, height(one.value, scale)) for x, one in zip(xs, row.scores, strict=True)]
    yield el("polygon", points=points(edge), class_=f"s{style} band")
    yield el("polyline", points=points(middle), class_=f"s{style} mean", **dashed(style))


def points(of: Sequence[tuple[float, float]]) -> str:
    """Points as an element has them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in of)


def dashed(style: int) -> dict[str, str]:
    """How a line is broken, by whose it is."""
    dash = DASHES[style % len(DASHES)]
    return {} if dash is None else {"stroke_dasharray": dash}


def sample(name: str, style: int) -> str:
    """A piece of a line, and whose it is."""
    drawn = el("line", x1=0.0, x2=34.0, y1=5.0, y2=5.0, class_=f"s{style} mean", **dashed(style))
    return tag("span", f'<svg viewBox="0 0 34 10" class="sample">{drawn}</svg>', escape(name))


# ── maps ─────────────────────────────────────────────────────────────────────
def maps(rows: Sequence[Fell]) -> Iterator[str]:
    """Where the troops of each fell; nothing where none fell on the table."""
    most = max((one for row in rows for each in row.rows for one in each), default=0.0)
    if not most:
        return
    styles = style_numbers([row.name for row in rows])
    yield card(
        "Where troops fell",
        f"In each square of the table, edge to edge; the strongest colour is {most:.2g} a battle.",
        tag("div", *(chart(row, most, styles[row.name]) for row in rows), class_="maps"),
    )


def chart(row: Fell, most: float, style: int) -> str:
    """The table of one, its squares the stronger the more fell there."""
    across, down = len(row.rows[0]), len(row.rows)
    squares = [
        el(
            "rect", x=float(x * SIDE + GAP), y=float(y * SIDE + GAP),
            width=float(SIDE - GAP), height=float(SIDE - GAP), rx=3.0,
            class_=f"s{style} fell", style=f"--how:{round(FULL * value / most)}%",
        )
        for y, values in enumerate(row.rows)
        for x, value in enumerate(values)
    ]  # fmt: skip
    drawn = el(
        "svg", *squares, viewBox=f"0 0 {across * SIDE + GAP} {down * SIDE + GAP}", role="img",
        aria_label=thickest(row),
    )  # fmt: skip
    said = tag("figcaption", tag("b", text=row.name), escape(f", {row.each:.1f} a battle"))
    return tag("figure", drawn, said)


def thickest(row: Fell) -> str:
    """In words where most fell."""
    value, x, y = max(
        (value, -x, -y) for y, values in enumerate(row.rows) for x, value in enumerate(values)
    )
    across, down = len(row.rows[0]), len(row.rows)
    return (
        f"{row.name}: {row.each:.1f} fell a battle, most of them, {value:.2g}, in column "
        f"{1 - x} of {across} from the left, row {1 - y} of {down} from the far edge"
    )
