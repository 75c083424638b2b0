"""The pictures of a file that was ruled on: the table, and over it what each answer is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from condotta.kernel.position import Position
from condotta.positions.games import Game, game
from condotta.positions.scenes import Scene, Shown
from condotta.positions.worded import Words
from condotta.report import figures, svg
from condotta.report.figures import Figure
from condotta.report.ink import Sheet, el, number, placed
from condotta.report.palette import themes
from condotta.words import measured_in, say

STYLE = figures.STYLE
WIDE = 960.0
LETTERS = 118
"""How many letters of a reason go on one line of a picture."""


class Boards:
    """The tables that a file's pictures show, each drawn once however often it is looked at."""

    def __init__(self) -> None:
        self.known: list[Position] = []

    def of(self, position: Position) -> str:
        """The name that a table is drawn under."""
        for index, one in enumerate(self.known):
            if one is position or one == position:
                return f"b{index}"
        self.known.append(position)
        return f"b{len(self.known) - 1}"

    def definitions(self) -> str:
        """Every table that was asked for, to be used by its name."""
        drawn = (
            el("g", svg.board_and_all(sheet_of(one), one, svg.PLAIN), id=f"b{index}")
            for index, one in enumerate(self.known)
        )
        return el("defs", *drawn)


def sheet_of(position: Position) -> Sheet:
    """The board of a position on paper."""
    return Sheet(position.board.width, position.board.depth)


def view(
    position: Position, drawn: tuple[Figure, ...], boards: Boards, title: str, **size: Any
) -> str:
    """The part of a table that figures are about, with them over it; the whole without any."""
    sheet = sheet_of(position)
    box = figures.around(sheet, drawn)
    use = el("use", href=f"#{boards.of(position)}")
    back = el("rect", x=box[0], y=box[1], width=box[2], height=box[3], fill="var(--paper)")
    shown = figures.drawn(sheet, drawn, box)
    named = el("title", text=title)
    around = " ".join(map(number, box))
    return el("svg", *(named, back, use, shown), viewBox=around, role="img", **size)


def height(position: Position, drawn: tuple[Figure, ...], wide: float) -> float:
    """How high a view is that is so wide."""
    box = figures.around(sheet_of(position), drawn)
    return wide * box[3] / box[2]


def whole(shown: Shown) -> str:
    """One picture of a whole file: the table at the end, and below it each thing said and asked."""
    known = game(shown.report.system)
    boards = Boards()
    with measured_in(known.unit):
        parts, y = [], 10.0
        for part, high in panels(shown, known, boards):
            parts.append(el("g", part, transform=placed(0, y)))
            y += high
    box = f"0 0 {number(WIDE)} {number(y)}"
    style = el("style", themes() + svg.TYPE + STYLE)
    back = el("rect", width=WIDE, height=y, fill="var(--paper)")
    title = el("title", text=shown.report.title or shown.report.file)
    head = (title, style, svg.definitions(), figures.DEFS, boards.definitions(), back)
    return el("svg", *head, *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box) + "\n"


def panels(shown: Shown, known: Game, boards: Boards) -> Iterator[tuple[str, float]]:
    """The parts of a picture, one below the other, each with its height."""
    title = shown.report.title or shown.report.file
    yield el("text", text=title, x=24.0, y=26.0, class_="who"), 44.0
    end = shown.ends[0]
    high = height(end, (), WIDE - 48)
    yield view(end, (), boards, title, x=24.0, y=0.0, width=WIDE - 48, height=high), high + 24
    for run, scenes in zip(shown.report.runs, shown.scenes, strict=True):
        if run.name:
            yield el("text", text=run.name, x=24.0, y=20.0, class_="who"), 32.0
        for scene in scenes:
            yield panel(scene, Words(scene.moment.position, known, scene.moment.asks), boards)


def panel(scene: Scene, words: Words, boards: Boards) -> tuple[str, float]:
    """Something said or asked: the question, the ruling, the reasons, and its picture."""
    title = words.title(scene.turn)
    y = 22.0
    parts = [el("text", text=title, x=24.0, y=y, class_="who")]
    for text in (*ruled(scene), *words.answer(scene)):
        for line in wrap(text, LETTERS):
            y += 17
            parts.append(el("text", text=line, x=24.0, y=y, class_="note"))
    y += 14
    if scene.figures:
        about = (scene.moment.position, scene.figures)
        high = min(height(*about, WIDE - 48), 560.0)
        parts.append(view(*about, boards, title, x=24.0, y=y, width=WIDE - 48, height=high))
        y += high + 20
    return "".join(parts), y + 10


def ruled(scene: Scene) -> Iterable[str]:
    """Whether it was legal, in a word; nothing where nothing is to be ruled."""
    accepted = scene.turn.answer.get("accepted")
    if accepted is None:
        return ()
    return (say("rule.page.legal" if accepted else "rule.page.refused"),)
