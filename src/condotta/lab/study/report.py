"""The report of a study: figures with their intervals, in sentences and tables.

One text serves the terminal, where tables are aligned, and the file `report.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from condotta.lab.study.comparing import Comparison, Difference
from condotta.lab.study.entrants import numbered
from condotta.lab.study.intervals import Estimate
from condotta.lab.study.plan import ARM, Plan
from condotta.lab.study.records import Record
from condotta.lab.study.summary import Summary, percent
from condotta.lab.study.tally import CellTally, Standing

HEAD = (
    "who", "armies", "won alone", "share of wins", "shared", "nobody", "lost",
    "share of victory", "fair",
)  # fmt: skip
MANY_BROKEN = 5
MOMENTS = 5
MANY_COMPARED = 5
"""More comparisons than so many are told of together first."""
APART = ("arm", "the first won alone", "share of victory", "fair", "ahead")
OVERVIEW = ("compared", "set-ups that went another way", "seen to differ")
BY_FIRST = "By whose turn came first in the battle"
BY_LAST = "By whose turn came last in the battle"


# ── figures in words ─────────────────────────────────────────────────────────
def between(found: Estimate, of: float = 1.0, digits: int = 1) -> str:
    """A figure with its interval.

    >>> between(Estimate(12.3, 10.0, 14.6, 9, 9)), between(Estimate(1.0, None, None, 1, 1))
    ('12.3 (10.0 to 14.6)', '1.0 (too few to say)')
    """
    value = f"{of * found.value:.{digits}f}"
    if found.low is None or found.high is None:
        return f"{value} ({'each time' if found.setups > 1 else 'too few to say'})"
    return f"{value} ({of * found.low:.{digits}f} to {of * found.high:.{digits}f})"


def shares(found: Estimate) -> str:
    """A share in per cent with its interval."""
    if found.low is None or found.high is None:
        return f"{percent(found.value)} (too few to say)"
    return f"{percent(found.value)} ({100 * found.low:.0f} to {100 * found.high:.0f})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table that reads as text and as Markdown."""
    every = [head, *rows]
    wide = [max(len(row[column]) for row in every) for column in range(len(head))]

    def drawn(row: Sequence[str]) -> str:
        more = (cell.rjust(width) for cell, width in zip(row[1:], wide[1:], strict=True))
        return f"| {' | '.join((row[0].ljust(wide[0]), *more))} |"

    yield drawn(head)
    rules = ("-" * wide[0], *("-" * (width - 1) + ":" for width in wide[1:]))
    yield f"| {' | '.join(rules)} |"
    yield from map(drawn, rows)


def counted(one: Standing) -> tuple[str, ...]:
    """A row of who won how often."""
    return (
        one.name, str(one.armies), f"{one.won} of {one.battles}", shares(one.win_share),
        str(one.shared), str(one.nobody), str(one.lost), shares(one.victory), percent(one.fair),
    )  # fmt: skip


def averaged(one: Standing) -> tuple[str, ...]:
    """A row of means; coffers are the score where there are any."""
    counts = one.coffers or one.score
    return (
        one.name, between(one.rank, digits=2), between(counts), between(one.ahead),
        between(one.losses),
    )  # fmt: skip


def of_cell(cell: CellTally) -> Iterator[str]:
    """The tables of one cell."""
    yield (
        f"{numbered(cell.battles, 'battle', 'battles')} of "
        f"{numbered(cell.setups, 'set-up', 'set-ups')}"
        + (f"; {cell.broken} broke and are not counted" if cell.broken else "")
        + f". Player turns: {between(cell.turns)}. Without a winner: {shares(cell.undecided)}; "
        f"won by several together: {shares(cell.shared)}."
    )
    for title, rows in (("", cell.parties), ("By place at the table:", cell.seats)):
        if rows:
            yield ""
            if title:
                yield from (title, "")
            yield from table(HEAD, [counted(one) for one in rows])
            yield ""
            score = "score" if rows[0].coffers is None else "coffers"
            yield from table(
                ("who", "place", score, "ahead", "losses"), [averaged(one) for one in rows]
            )
    for title, rows in ((BY_FIRST, cell.first), (BY_LAST, cell.last)):
        if rows:
            yield from ("", f"{title}:", "")
            yield from table(HEAD, [counted(one) for one in rows])
    yield from on_the_way(cell)
    yield ""
    ends = ", ".join(f"{clause}: {count}" for clause, count in cell.clauses.items())
    yield f"Ended by {ends or 'nothing: no battle was counted'}."


def of_first(name: str, cell: CellTally) -> tuple[str, ...]:
    """A row of how the first party of a cell came through, or the first place."""
    one = next(iter((*cell.parties, *cell.seats)), None)
    if one is None:
        return (name, *("–",) * (len(APART) - 1))
    return (
        name, f"{one.won} of {one.battles}", shares(one.victory), percent(one.fair),
        between(one.ahead),
    )  # fmt: skip


def on_the_way(cell: CellTally) -> Iterator[str]:
    """The score turn by turn, at a few moments of the battle."""
    turns = cell.course[0].turns if cell.course else ()
    some = sorted({round(part * (len(turns) - 1) / (MOMENTS - 1)) for part in range(MOMENTS)})
    if len(turns) < MOMENTS or all(one.value == 0 for own in cell.course for one in own.scores):
        return
    yield ""
    counted = "coffers" if any(one.coffers for one in cell.seats) else "score"
    head = (f"{counted} after turn", *(str(turns[place]) for place in some))
    rows = [
        (one.name, *(f"{one.scores[place].value:.1f}" for place in some)) for one in cell.course
    ]
    yield from table(head, rows)


def apart(one: Difference) -> tuple[str, ...]:
    """A row of a comparison."""
    of, digits = (100.0, 0) if of_shares(one) else (1.0, 1)
    unit = " %" if of > 1 else ""
    chance = "" if one.chance is None else f"{one.chance:.3f}"
    return (
        one.figure,
        f"{of * one.first:.{digits}f}{unit}",
        f"{of * one.second:.{digits}f}{unit}",
        between(one.difference, of, digits),
        chance,
        "yes" if one.seen else "no",
    )


def of_shares(one: Difference) -> bool:
    """Whether a figure is a share."""
    return one.figure.endswith((": wins", ": share of victory", "without a winner"))


def of_comparison(one: Comparison) -> Iterator[str]:
    """A comparison as a table and in a sentence."""
    pairs = numbered(one.setups, "set-up", "set-ups")
    yield f"{one.factor}: {one.first} → {one.second}, by {pairs} with the same dice."
    if not one.figures:
        yield "No set-up was fought whole in both."
        return
    yield differing(one)
    yield ""
    head = ("figure", one.first, one.second, "difference", "chance", "seen")
    yield from table(head, [apart(own) for own in one.figures])
    yield ""
    seen = [own.figure for own in one.figures if own.seen]
    yield f"Seen to differ: {'; '.join(seen)}." if seen else "Nothing is seen to differ."


def overview(every: Sequence[Comparison]) -> list[tuple[str, ...]]:
    """A row of each comparison, that which changed most battles first."""
    rows = sorted(every, key=lambda one: (-one.otherwise.value, one.factor, one.second))
    return [
        (
            compared(one),
            shares(one.otherwise),
            "; ".join(own.figure for own in one.figures if own.seen) or "nothing",
        )
        for one in rows
    ]


def compared(one: Comparison) -> str:
    """Which two levels are compared, and of what unless they are arms."""
    told = f"{one.first} → {one.second}"
    return told if one.factor == ARM else f"{one.factor}: {told}"


def differing(one: Comparison) -> str:
    """In how many set-ups anything at all went another way."""
    if not one.otherwise.value:
        high = 100 * (one.otherwise.high or 0)
        return f"Every battle went the same way in both; another way at most {high:.0f} %."
    return f"Of the set-ups {shares(one.otherwise)} went another way."


# ── the whole ────────────────────────────────────────────────────────────────
def lines(plan: Plan, found: Summary) -> Iterator[str]:
    """Figures and comparisons, for a terminal and for the report."""
    if found.league:
        yield from ("### The league", "")
        yield from table(HEAD, [counted(one) for one in found.league])
        yield ""
    if plan.study.apart:
        yield from ("### The first army of each arm", "")
        rows = zip(plan.cells, found.cells, strict=True)
        yield from table(APART, [of_first(cell.called, own) for cell, own in rows])
        yield ""
    for cell, own in zip(plan.cells, found.cells, strict=True):
        if len(plan.cells) > 1:
            yield from (f"### {cell.called or f'cell {cell.number + 1}'}", "")
        yield from of_cell(own)
        yield ""
    if found.comparisons:
        yield from ("## Compared", "")
        yield (
            "Each difference is the second less the first, set-up by set-up; it is seen where its "
            "interval leaves out none at all. *Chance* says how likely chance alone parts as many "
            "pairs so unevenly, by the exact test of McNemar."
        )
        yield ""
        if len(found.comparisons) > MANY_COMPARED:
            yield from table(OVERVIEW, overview(found.comparisons))
            yield ""
        for one in found.comparisons:
            yield from of_comparison(one)
            yield ""


def report(plan: Plan, found: Summary, records: Sequence[Record]) -> str:
    """The whole report, as Markdown."""
    study = plan.study
    text = [f"# {study.name or 'A study'}", ""]
    text += [study.question, ""] if study.question else []
    text += [*told(plan, found), "", "## What so many battles can show", ""]
    text += [*found.power, "", "## Figures", "", *reading(), "", *lines(plan, found)]
    text += ["## What the data do not show", ""]
    text += [f"- {one}" for one in limits(plan, found, records)]
    text += ["", "## To fight one again", ""]
    where = found.records.file or "RECORDS"
    text += [f"`condotta lab again {where} 0` fights the first battle again and compares its log."]
    text += [f"The digest of all {found.records.count} records is `{found.records.digest}`.", ""]
    return "\n".join(text)


def reading() -> Iterator[str]:
    """How the figures are to be read."""
    yield (
        "Behind each figure stands its interval of 95 %: Wilson's for shares, Student's for means "
        "over set-ups; *each time* where all were alike, which says nothing of what else may be. A "
        "victory that is shared counts in parts, and one that nobody has is everybody's, so that "
        "the shares of victory add up to one; *fair* is what they would be if all were alike. "
        "*Place* is by the score and the tie-breaks of the game, 1 the first; places of those who "
        "are level all the same are averaged. *Ahead* is by how much the score is better than "
        "that of the others, so that none at all is fair."
    )


def told(plan: Plan, found: Summary) -> Iterator[str]:
    """How the study was fought, in sentences."""
    study = plan.study
    bots = study.bots if study.league else plan.cells[0].bots
    battles = numbered(found.battles, "battle", "battles")
    cells = numbered(len(plan.cells), "cell", "cells")
    setups = numbered(plan.setups, "set-up", "set-ups")
    yield (
        f"{study.system}, {study.seats} seats, bots {', '.join(bots)}; {battles} in {cells}, "
        f"{setups} each, seed {study.seed}. The score is in {found.score_in}, of "
        f"which the {found.best} are best, losses in {found.losses_in}."
    )
    if study.settings:
        chosen = ", ".join(f"{name}={value}" for name, value in study.settings.items())
        yield f"Settings: {chosen}."
    yield f"Fought by Condotta {found.engine}, program {found.program}."


def limits(plan: Plan, found: Summary, records: Sequence[Record]) -> Iterator[str]:
    """What nobody should read out of the figures."""
    cells = plan.cells
    bots = sorted({bot for cell in cells for bot in cell.bots})
    yield (
        f"How people would fare: these are battles of bots ({', '.join(bots)}), and whatever they "
        "do badly is in every figure."
    )
    if not any(cell.armies for cell in cells):
        fielded = len({one.name for record in records for one in record.armies})
        yield (
            f"Anything about an army: {numbered(fielded, 'army was', 'armies were')} drawn, "
            "each met few others, and strong ones may have fallen to one side."
        )
    else:
        yield "Anything about other armies than those named."
    if cells[0].turns == 1 and len(set(cells[0].bots)) > 1:
        yield (
            "Bots apart from their places: places were not swapped, so a better seat or army is "
            "part of the figures of whoever had it; `swap` takes that out."
        )
    if found.battles < 100 * len(cells):
        yield "Small differences: the intervals are wide, and a few more battles may turn a figure."
    figures = sum(len(one.figures) for one in found.comparisons)
    if figures:
        yield (
            f"That each difference is real: of {figures} figures that are compared about "
            f"{max(1, round(figures / 20))} would be seen to differ by chance alone."
        )
        yield (
            "That what is not seen to differ is alike: its interval says how large a difference "
            "may still be."
        )
    broke = [one for one in records if one.fault]
    if broke:
        yield (
            f"The {numbered(len(broke), 'battle', 'battles')} that broke: "
            + "; ".join(f"number {one.number}, {one.fault}" for one in broke[:MANY_BROKEN])
            + (" and others." if len(broke) > MANY_BROKEN else ".")
        )
