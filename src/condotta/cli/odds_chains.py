"""The odds of a chain, as a position file or the command line has it: this, and then that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from condotta.errors import PlainError
from condotta.positions import telling
from condotta.positions.forms import CHANCES
from condotta.positions.reading import load
from condotta.positions.records import Document
from condotta.positions.running import Run, report

Plain = dict[str, Any]


def told(path: Path, do: tuple[str, ...], until: str) -> tuple[Plain, list[str]]:
    """The answers to the questions of chances in a file, or to one that is put here, as text too.

    Without either it is what chance decides next. What has no answer is a `PlainError`.
    """
    document = load(path)
    asked = () if do or until else tuple(one for one in document.questions if CHANCES in one)
    put: Plain = {"do": [said(one) for one in do], **({"until": until} if until else {})}
    cases = tuple(replace(case, questions=None, expect=None) for case in document.cases)
    chosen: Document = replace(document, questions=asked or ({CHANCES: put},), cases=cases)
    runs = report(chosen, str(path)).runs
    answers = [turn.answer for run in runs for turn in run.answers]
    for answer in answers:
        if "unanswered" in answer:
            raise PlainError(answer["unanswered"])
    return {"answers": answers}, [document.title or str(path), *lines(runs)]


def said(words: str) -> Plain:
    """What a seat chooses, as `SEAT OPTION`.

    >>> said("red R1>B1")
    {'seat': 'red', 'choose': 'R1>B1'}
    """
    seat, _, option = words.partition(" ")
    if not option:
        raise PlainError(f"{words!r} is nothing said: write a seat and an option, as 'red R1>B1'.")
    return {"seat": seat, "choose": option}


def lines(runs: tuple[Run, ...]) -> Iterator[str]:
    """What every run answers, line by line."""
    for run in runs:
        if run.name:
            yield f"── {run.name}"
        for turn in run.answers:
            yield from telling.lines(turn.answer)
