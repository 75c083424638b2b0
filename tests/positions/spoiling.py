"""Every way in which what a position file expects can be turned into something else."""

from collections.abc import Iterator
from typing import Any

from condotta.positions.matching import differences
from condotta.positions.records import Document
from condotta.positions.running import Plan, Report, Run, plans, wanted

OTHER = 997


def spoilt(pattern: Any) -> Iterator[Any]:
    """The pattern with one value of it another one, or what a list is to lack in the list."""
    match pattern:
        case dict():
            for key, inner in pattern.items():
                rest = {name: one for name, one in pattern.items() if name != key}
                if key == "lacks":
                    yield {**rest, "has": inner}
                    continue
                yield from ({**pattern, key: one} for one in spoilt(inner))
        case list() | tuple() if pattern:
            for index, inner in enumerate(pattern):
                yield from ([*pattern[:index], one, *pattern[index + 1 :]] for one in spoilt(inner))
        case bool():
            yield not pattern
        case int() | float():
            yield pattern + OTHER
        case str():
            yield f"{pattern}?"
        case _:
            yield ["something else"]


def expected(plan: Plan, run: Run) -> Iterator[tuple[str, Any, Any]]:
    """What a run expects anywhere, and what was found there."""
    document = plan.made.document
    yield "at once", document.at_once, run.at_once
    yield "state", document.expect, run.state
    for number, (said, turn) in enumerate(zip(plan.says, run.said, strict=True)):
        expect = {"accepted": True} if said.expect is None else said.expect
        yield f"says[{number}]", expect, turn.answer
    for number, (asked, turn) in enumerate(zip(plan.questions, run.answers, strict=True)):
        yield f"questions[{number}]", asked.expect or {}, turn.answer


def spoilings(document: Document, report: Report) -> Iterator[tuple[str, Any, bool]]:
    """Each spoilt expectation of a file: where, as what, and whether it is told as a difference."""
    for plan, run in zip(plans(document, report.file), report.runs, strict=True):
        for where, expect, found in expected(plan, run):
            for other in spoilt(wanted(plan, expect)):
                told = any(True for _ in differences(other, found, document.tolerance))
                yield f"{run.name} {where}", other, told
