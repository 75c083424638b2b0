"""Bars, panels and signs of the page of a study. Colour is never alone: every sign has a shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

from condotta.lab.study import report
from condotta.lab.study.intervals import Estimate
from condotta.lab.study.summary import percent
from condotta.lab.study.tally import Standing
from condotta.report.ink import el

UP, DOWN, LEVEL = "up", "down", ""
SIGNS = {
    UP: '<path d="M8 1L15 14H1z" fill="currentColor"/>',
    DOWN: '<path d="M8 15L15 2H1z" fill="currentColor"/>',
    LEVEL: '<circle cx="8" cy="8" r="5.5" fill="var(--surface)" stroke="currentColor" '
    'stroke-width="2.4"/>',
}


def verdict(found: Estimate, fair: float) -> str:
    """Whether a figure is seen to lie above what is fair, below it, or neither."""
    if found.low is None or found.high is None:
        return LEVEL
    return UP if found.low > fair else DOWN if found.high < fair else LEVEL


def tag(name: str, *inside: str, text: str = "", **attributes: Any) -> str:
    """An element of a page, which is closed even where nothing is in it.

    >>> tag("td"), tag("td", text="a < b")
    ('<td></td>', '<td>a &lt; b</td>')
    """
    made = el(name, *inside, text=text, **attributes)
    return made if text or any(inside) else f"{made.removesuffix('/>')}></{name}>"


class Scale:
    """From where to where an axis goes, and its marks."""

    def __init__(self, values: Iterable[float], *, share: bool = False) -> None:
        """Room for all values; shares go from nothing to all."""
        known = list(values)
        low, high = (0.0, 1.0) if share else (min(known, default=0.0), max(known, default=1.0))
        if high - low < 1e-9:
            low, high = low - 1, high + 1
        step = nice((high - low) / 4)
        self.share = share
        self.low = low if share else step * (low // step)
        self.high = high if share else step * -(-high // step)
        count = round((self.high - self.low) / (0.25 if share else step))
        self.marks = [
            self.low + (self.high - self.low) * place / count for place in range(count + 1)
        ]

    def at(self, value: float) -> str:
        """Where a value lies, in per cent of the width."""
        part = (value - self.low) / (self.high - self.low)
        return f"{100 * min(1.0, max(0.0, part)):.2f}%"

    def said(self, value: float) -> str:
        """A mark in words."""
        return percent(value) if self.share else f"{value:g}"


def nice(step: float) -> float:
    """A step that people count in, no smaller than this.

    >>> nice(0.3), nice(7), nice(41)
    (0.5, 10.0, 50.0)
    """
    size = 1.0
    while size > step:
        size /= 10
    while size * 10 < step:
        size *= 10
    return next(size * many for many in (1, 2, 5, 10) if size * many >= step - 1e-12)


class Row(NamedTuple):
    """One figure: whose, the figure, which sign it has, its value in words, and what is fair."""

    name: str
    found: Estimate
    way: str
    value: str
    more: str
    fair: float | None = None


def bar(row: Row, scale: Scale) -> str:
    """A row: who, the figure in its interval, and both in numbers."""
    name, found, way, value, more, fair = row
    inside = [f'<i style="left:{scale.at(mark)}"></i>' for mark in scale.marks[1:-1]]
    if fair is not None:
        inside.append(f'<i class="fair" style="left:{scale.at(fair)}"></i>')
    if found.low is not None and found.high is not None:
        left, right = scale.at(found.low), scale.at(found.high)
        wide = float(right[:-1]) - float(left[:-1])
        inside.append(f'<b style="left:{left};width:{wide:.2f}%"></b>')
    inside.append(
        f'<svg viewBox="0 0 16 16" style="left:{scale.at(found.value)}">{SIGNS[way]}</svg>'
    )
    return tag(
        "div",
        tag("span", text=name, class_="who"),
        tag("span", *inside, class_=f"track {way}".strip(), aria_hidden="true"),
        tag("span", escape(value), tag("small", text=more), class_="val"),
        class_="row",
    )


def axis(scale: Scale) -> str:
    """The marks below bars."""
    marks = (
        tag("span", text=scale.said(mark), style=f"left:{scale.at(mark)}") for mark in scale.marks
    )
    return tag(
        "div",
        tag("span", " ", class_="who"),
        tag("span", *marks, class_="axis", aria_hidden="true"),
        tag("span", " ", class_="val"),
        class_="row ends",
    )


def card(title: str, what: str, *inside: str) -> str:
    """A panel."""
    return tag(
        "section",
        tag("h3", text=title),
        tag("p", text=what, class_="quiet"),
        *inside,
        class_="card",
    )


def key(*words: tuple[str, str], line: str = "") -> str:
    """What the signs mean, and the dashed line."""
    told = [
        tag(
            "span", f'<svg viewBox="0 0 16 16">{SIGNS[way]}</svg>', escape(said), class_=way or None
        )
        for way, said in words
    ]
    if line:
        told.append(f'<span><span class="line"></span>{escape(line)}</span>')
    return tag("p", *told, class_="key")


FAIR = "what would be fair"
STRONGER = (
    (UP, "more than fair"),
    (LEVEL, "cannot be told from fair"),
    (DOWN, "less than fair"),
)


def split(found: Estimate, of_: float = 1.0, digits: int = 1) -> tuple[str, str]:
    """A figure, and its interval, in words."""
    whole = report.between(found, of_, digits)
    value, _, rest = whole.partition(" (")
    return value, rest.removesuffix(")")


def share_bars(rows: Sequence[tuple[str, Estimate, float, str]]) -> str:
    """Shares with their intervals, and what would be fair."""
    scale = Scale((), share=True)
    told = []
    for name, found, fair, more in rows:
        value, between = split(found, 100, 0)
        way = verdict(found, fair)
        told.append(bar(Row(name, found, way, f"{value} %", f"{between}{more}", fair), scale))
    return tag("div", *told, axis(scale), class_="bars")


def mean_bars(rows: Sequence[tuple[str, Estimate]], digits: int = 1) -> str:
    """Means with their intervals."""
    known = [one for _, found in rows for one in (found.value, found.low, found.high)]
    scale = Scale(one for one in known if one is not None)
    told = []
    for name, found in rows:
        value, between = split(found, 1.0, digits)
        told.append(bar(Row(name, found, LEVEL, value, between), scale))
    return tag("div", *told, axis(scale), class_="bars")


PARTS = ("won", "shared", "nobody", "lost")
"""How a battle came out for somebody, the best first."""


def outcomes(rows: Sequence[Standing]) -> str:
    """What came of all battles for each, in parts of a bar, with the share won alone."""
    told = []
    for one in rows:
        counts = (one.won, one.shared, one.nobody, one.lost)
        parts = (
            tag("b", text=str(many), class_=part, style=f"flex:{many}")
            for part, many in zip(PARTS, counts, strict=True)
            if many
        )
        value, between = split(one.win_share, 100, 0)
        said = ", ".join(f"{part} {many}" for part, many in zip(PARTS, counts, strict=True))
        told.append(
            tag(
                "div",
                tag("span", text=one.name, class_="who"),
                tag("span", *parts, class_="parts", role="img", aria_label=said),
                tag("span", escape(f"{value} %"), tag("small", text=between), class_="val"),
                class_="row",
            )
        )
    names = zip(PARTS, ("won alone", "shared", "nobody's", "lost"), strict=True)
    keys = (tag("span", f'<b class="{part}"></b>', escape(name)) for part, name in names)
    return tag("div", *told, class_="bars") + tag("p", *keys, class_="key parts-key")
