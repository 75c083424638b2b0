"""A study summed up: its figures and comparisons, for programs and for whoever writes a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

import condotta
from condotta.lab.study.comparing import Comparison, comparisons
from condotta.lab.study.entrants import numbered
from condotta.lab.study.intervals import seen_above, seen_apart
from condotta.lab.study.plan import Plan, Study
from condotta.lab.study.records import Record, digest, program
from condotta.lab.study.tally import CellTally, Standing, league, parties, tallied
from condotta.rules.library import book
from condotta.rules.scores import score_of
from condotta.rules.systems import SYSTEMS

MOST_TOLD = 0.99
"""A share so high, or a difference so great, that nobody has it."""


class Kept(msgspec.Struct, frozen=True):
    """Where the records are, if anywhere, and their digest, which no form changes."""

    file: str | None
    count: int
    digest: str


class Summary(msgspec.Struct, frozen=True, rename="camel"):
    """All that is known of a study when its battles have been fought."""

    study: dict[str, Any]
    engine: str
    program: str
    battles: int
    setups: int
    broken: int
    score_in: str
    best: str
    losses_in: str
    cells: tuple[CellTally, ...]
    league: tuple[Standing, ...]
    comparisons: tuple[Comparison, ...]
    power: tuple[str, ...]
    records: Kept


def summed(plan: Plan, records: Sequence[Record], file: str | None) -> Summary:
    """A study summed up."""
    score = score_of(book(plan.study.system))
    return Summary(
        shown(plan.study),
        condotta.__version__,
        program(),
        len(records),
        plan.setups,
        sum(bool(one.fault) for one in records),
        score.name,
        score.best,
        SYSTEMS[plan.study.system].loses,
        tuple(tallied(cell, records) for cell in plan.cells),
        league(plan, records),
        comparisons(plan, records),
        tuple(power(plan)),
        Kept(file, len(records), digest(records)),
    )


def shown(study: Study) -> dict[str, Any]:
    """What was asked for, without what was left as usual."""
    usual = msgspec.to_builtins(Study())
    said: dict[str, Any] = msgspec.to_builtins(study)
    always = ("system", "seats", "battles", "seed")
    return {name: one for name, one in said.items() if name in always or one != usual[name]}


# ── before it begins ─────────────────────────────────────────────────────────
def power(plan: Plan) -> Iterator[str]:
    """In words what so many battles can show, and what they cannot."""
    cell, many = plan.cells[0], plan.study.battles
    fair = fairest(plan)
    each = " in each cell" if len(plan.cells) > 1 else ""
    above = seen_above(fair, many)
    battles = numbered(many, "battle", "battles")
    whose = f"{battles}{each}: whoever should win {percent(fair)} of them if all were alike"
    if above is None or above > MOST_TOLD:
        yield f"{whose} cannot be seen to be stronger by so few, however strong."
    else:
        yield (
            f"{whose} is seen to be stronger four times in five "
            f"if it truly wins {percent(above)} or more."
        )
    if len(plan.cells) > 1 and not plan.study.apart:
        apart = seen_apart(fair, many)
        pairs = (
            f"Between two cells, {numbered(many, 'pair', 'pairs')} of battles with the same dice"
        )
        yield (
            f"{pairs}: a difference of {100 * apart:.0f} percentage points is seen four times in "
            "five, a smaller one where the same dice make battles alike."
            if apart <= MOST_TOLD
            else f"{pairs} cannot show that they differ, however much."
        )
    if cell.turns > 1:
        yield (
            f"Each set-up is fought {cell.turns} times with places swapped; "
            "where that makes battles alike they count as fewer."
        )


def fairest(plan: Plan) -> float:
    """The share of victory of the first party if all were alike; of one army without parties."""
    cell = plan.cells[0]
    found = parties(cell)
    return (len(found[0].entrants) if found else 1) / len(cell.bots)


def percent(value: float) -> str:
    """A share as people read it.

    >>> percent(0.5), percent(0.123)
    ('50 %', '12 %')
    """
    return f"{100 * value:.0f} %"
