"""Why something was refused and what is asked instead, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.rules.clauses import aside

UNASKED = "kernel"
"""What refuses where the rules have nothing against it, but nobody was asked."""


def why(answer: dict[str, Any]) -> Iterator[str]:
    """Why something was refused; where nobody was asked for it, what is open instead."""
    yield from (reason(one) for one in answer.get("refusals", ()))
    if "asked" in answer and "refusals" in answer:
        yield f"It is turn {answer['turn']}, {answer['phase']}"
        yield from map(asked, answer["asked"])


def reason(one: dict[str, Any]) -> str:
    """A clause and what it says here; beside it whether it is ours, and its settings."""
    beside = aside(one["clause"])
    clause = "" if one["clause"] == UNASKED else f"{one['clause']}  "
    return f"{clause}{one['says']}" + (f" ({beside})" if beside else "")


def asked(ask: dict[str, Any]) -> str:
    """An open question: to whom, what for, and what may answer it."""
    what = ", ".join((*ask["options"], *ask["says"], *ask["draw"]))
    about = f" of {', '.join(ask['about'])}" if ask["dice"] and ask["about"] else ""
    dice = f"{ask['dice']}D{ask['sides']}{about}" if ask["dice"] else ""
    return f"{ask['seat']} is asked for {ask['window']}: {what or dice} [{ask['clause']}]"
