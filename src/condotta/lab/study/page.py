"""The report of a study as one page: bars with their intervals, matrices, sentences. No scripts.

It needs nothing from outside, is read by day and by night, on a phone and on paper. Its figures are
those of `report.md`, in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from condotta.data import one_line
from condotta.lab.study import report
from condotta.lab.study.bars import (
    DOWN,
    FAIR,
    LEVEL,
    STRONGER,
    UP,
    Row,
    Scale,
    axis,
    bar,
    card,
    key,
    mean_bars,
    outcomes,
    share_bars,
    split,
    tag,
    verdict,
)
from condotta.lab.study.comparing import Comparison, Difference
from condotta.lab.study.drawing import courses, maps
from condotta.lab.study.glances import at_a_glance
from condotta.lab.study.intervals import Estimate
from condotta.lab.study.plan import Plan
from condotta.lab.study.records import Record
from condotta.lab.study.summary import Summary, percent
from condotta.lab.study.tally import CellTally, Standing
from condotta.report.palette import themes

MANY_CELLS = 3
"""More cells than so many lie folded, and a matrix or bars stand for all of them first."""


def page(plan: Plan, found: Summary, records: Sequence[Record]) -> str:
    """The whole page."""
    study = plan.study
    title = study.name or "A study"
    head = tag(
        "header",
        tag("p", text="Condotta, the laboratory", class_="brand"),
        tag("h1", text=title),
        *((tag("p", text=study.question, class_="ask"),) if study.question else ()),
        *(tag("p", text=line, class_="quiet") for line in report.told(plan, found)),
        tag("div", *(tag("p", text=one) for one in seen(plan, found)), class_="seen"),
    )
    body = tag(
        "main",
        *of_league(found),
        *of_cells(plan, found),
        *of_comparisons(found.comparisons),
        tag("h2", text="What so many battles can show"),
        listed(found.power),
        tag("h2", text="What the data do not show"),
        listed(report.limits(plan, found, records)),
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{themes()}"
        f"{one_line('condotta.lab.study', 'page.css')}</style></head><body>"
        f"{unbroken(head + body + foot(found))}</body></html>\n"
    )


def unbroken(text: str) -> str:
    """No line ends between a number and its sign."""
    return text.replace(" %", "\u00a0%")


def listed(lines: Iterable[str]) -> str:
    """Sentences, each a point."""
    return tag("ul", *(tag("li", text=plain(line)) for line in lines))


def plain(line: str) -> str:
    """A sentence without the marks of Markdown."""
    return line.replace("*", "").replace("`", "")


def foot(found: Summary) -> str:
    """How the figures are to be read, and how a battle is fought again."""
    where = found.records.file or "RECORDS"
    again = tag("code", text=f"condotta lab again {where} 0")
    return tag(
        "footer",
        *(tag("p", text=plain(line)) for line in report.reading()),
        tag("p", again, " fights the first battle again and compares its log."),
        tag(
            "p", text=f"The digest of all {found.records.count} records is {found.records.digest}."
        ),
    )


# ── what is seen, in a sentence ──────────────────────────────────────────────
def seen(plan: Plan, found: Summary) -> Iterator[str]:
    """The most that the figures say, first of all."""
    if len(found.cells) == 1:
        yield from of_one(found.cells[0])
        return
    if found.league:
        yield from stronger(found.league, "bot")
        return
    every = [one for cell in found.cells for one in cell.parties[:1]]
    ways = [verdict(one.victory, one.fair) for one in every]
    if every:
        names = {one.name for one in every}
        who = names.pop() if len(names) == 1 else "the army or bot that is named first"
        more, less = ways.count(UP), ways.count(DOWN)
        told = f"has more than its part of the victories in {more} and less in {less}"
        yield (
            f"Of {len(every)} cells {who} {told}; in the others it cannot be told from fair."
            if more or less
            else f"In none of {len(every)} cells can {who} be told from fair."
        )
    some = [(one, own) for one in found.comparisons for own in one.figures if own.seen]
    figures = sum(len(one.figures) for one in found.comparisons)
    if figures:
        yield (
            f"{len(some)} of {figures} figures that are compared are seen to differ"
            + (
                ": " + "; ".join(f"{report.compared(one)}, {own.figure}" for one, own in some[:3])
                if some
                else ""
            )
            + (" and others." if len(some) > 3 else ".")
        )
    if not (every or figures):
        yield f"{len(plan.cells)} cells, in which all are alike."


def of_one(cell: CellTally) -> Iterator[str]:
    """Who is stronger in the one cell, by bot or army, and by place."""
    yield from stronger(cell.parties, "bot or army")
    yield from stronger(cell.seats, "place at the table")


def stronger(rows: Sequence[Standing], kind: str) -> Iterator[str]:
    """Who has more than its part, and who less."""
    if rows:
        told = [
            f"{one.name} {'has more' if way == UP else 'has less'} than its part of the victories: "
            f"{report.shares(one.victory)}, where {percent(one.fair)} would be fair"
            for one in rows
            if (way := verdict(one.victory, one.fair)) != LEVEL
        ]
        yield (
            "; ".join(told) + "."
            if told
            else f"No {kind} is seen to be stronger or weaker than another."
        )


# ── a league ──────────────────────────────────────────────────────────────────
def of_league(found: Summary) -> Iterator[str]:
    """Every bot of a league, the best first."""
    if not found.league:
        return
    yield tag("h2", text="The league")
    rows = [(one.name, one.victory, one.fair, f" of {one.battles}") for one in found.league]
    yield tag(
        "div",
        card(
            "Share of victory over all battles",
            "Against all others together; 95 % intervals.",
            share_bars(rows),
            key(*STRONGER, line=FAIR),
        ),
        card(
            "Won alone",
            "Of all battles, with the share won alone and its interval of 95 %.",
            outcomes(found.league),
        ),
        class_="grid",
    )


# ── cells ────────────────────────────────────────────────────────────────────
def of_cells(plan: Plan, found: Summary) -> Iterator[str]:
    """Every cell; where there are many, all of them at a glance first."""
    pairs = list(zip(plan.cells, found.cells, strict=True))
    if len(pairs) > 1:
        yield from at_a_glance(plan, pairs)
    for cell, own in pairs:
        name = cell.called or f"cell {cell.number + 1}"
        cards = tag("div", *of_cell(own, found), class_="grid")
        about = tag("p", text=next(report.of_cell(own)), class_="quiet")
        if len(pairs) == 1:
            yield tag("h2", text="Who won") + about + cards
        elif len(pairs) > MANY_CELLS:
            yield tag("details", tag("summary", text=name), about, cards)
        else:
            yield tag("h2", text=name) + about + cards


def of_cell(cell: CellTally, found: Summary) -> Iterator[str]:
    """The panels of one cell."""
    for rows, who in ((cell.parties, "by bot or army"), (cell.seats, "by place at the table")):
        if rows:
            yield from of_rows(rows, who, found)
    for title, rows in ((report.BY_FIRST, cell.first), (report.BY_LAST, cell.last)):
        if rows:
            yield card(
                title,
                "Share of victory; 95 % intervals.",
                share_bars([(one.name, one.victory, one.fair, "") for one in rows]),
                key(*STRONGER, line=FAIR),
            )
    yield from courses(cell.course, counted_in(cell, found))
    yield from maps(cell.fell)
    if cell.clauses:
        yield ends(cell)


def counted_in(cell: CellTally, found: Summary) -> str:
    """What is counted turn by turn: coffers where there are any, else the score."""
    coins = any(one.coffers for one in cell.seats)
    return "coffers" if coins else f"score in {found.score_in.replace('-', ' ')}"


def of_rows(rows: Sequence[Standing], who: str, found: Summary) -> Iterator[str]:
    """Victory, wins, and what was counted, of those who are told apart so."""
    yield card(
        f"Share of victory, {who}",
        "A shared victory counts in parts; 95 % intervals.",
        share_bars([(one.name, one.victory, one.fair, "") for one in rows]),
        key(*STRONGER, line=FAIR),
    )
    yield card(
        f"Won alone, {who}",
        "Of all battles, with the share won alone and its interval of 95 %.",
        outcomes(rows),
    )
    coins = rows[0].coffers is not None
    counted = [(one.name, one.coffers or one.score) for one in rows]
    yield card(
        f"{'Coffers at the end' if coins else 'Score'}, {who}",
        f"Mean, in {found.score_in.replace('-', ' ')}, of which the {found.best} are best.",
        mean_bars(counted),
    )
    yield card(
        f"Losses, {who}",
        f"Mean, in {found.losses_in}.",
        mean_bars([(one.name, one.losses) for one in rows]),
    )


def heads(*words: str) -> str:
    """The first row of a table."""
    return tag("tr", *(tag("th", text=word, scope="col") for word in words))


def ends(cell: CellTally) -> str:
    """How long battles lasted, and by which clauses they ended."""
    rows = (
        tag("tr", tag("td", text=clause), tag("td", text=str(many)))
        for clause, many in sorted(cell.clauses.items(), key=lambda one: (-one[1], one[0]))
    )
    return card(
        "How battles ended",
        f"After {report.between(cell.turns)} player turns; by the clause that ended them.",
        tag("div", tag("table", heads("clause", "battles"), *rows), class_="wide", tabindex="0"),
    )


# ── comparisons ──────────────────────────────────────────────────────────────
def of_comparisons(every: Sequence[Comparison]) -> Iterator[str]:
    """Each comparison: differences of shares as bars, all of them as a table."""
    if not every:
        return
    yield tag("h2", text="Compared")
    yield tag(
        "p",
        text="Each difference is the second less the first, set-up by set-up with the same dice. "
        "It is seen where its interval leaves out none at all.",
        class_="quiet",
    )
    if len(every) > report.MANY_COMPARED:
        rows = (
            tag("tr", *(tag("td", text=cell) for cell in row)) for row in report.overview(every)
        )
        yield card(
            "All comparisons",
            "By how many set-ups went another way at all, and what is seen to differ.",
            tag("div", tag("table", heads(*report.OVERVIEW), *rows), class_="wide", tabindex="0"),
        )
    for one in every:
        parts = [of_shares_apart(one)] if any(map(report.of_shares, one.figures)) else []
        title = f"{one.factor}: {one.first} → {one.second}"
        parts.insert(0, tag("p", text=report.differing(one), class_="quiet"))
        inside = tag("div", *parts, table_of(one), class_="grid")
        yield (
            tag("details", tag("summary", text=title), inside, open="open")
            if len(every) <= MANY_CELLS
            else tag("details", tag("summary", text=title), inside)
        )


def of_shares_apart(one: Comparison) -> str:
    """Differences of shares, in points of a hundred."""
    rows = [own for own in one.figures if report.of_shares(own)]
    bounds = [
        100 * end
        for own in rows
        for end in (own.difference.value, own.difference.low, own.difference.high, 0.0)
        if end is not None
    ]
    scale = Scale(bounds)
    told = []
    for own in rows:
        found = hundred(own.difference)
        value, between = split(found, 1.0, 0)
        signed = f"+{value}" if found.value > 0 else value
        told.append(bar(Row(own.figure, found, way_of(own), signed, between, 0.0), scale))
    return card(
        "Differences of shares",
        "In percentage points, with intervals of 95 %.",
        tag("div", *told, axis(scale), class_="bars"),
        key((UP, "more"), (LEVEL, "not seen to differ"), (DOWN, "less"), line="no difference"),
    )


def hundred(found: Estimate) -> Estimate:
    """A share in hundreds."""
    low, high = (None if one is None else 100 * one for one in (found.low, found.high))
    return Estimate(100 * found.value, low, high, found.battles, found.setups)


def way_of(one: Difference) -> str:
    """Whether a difference is seen, and which way."""
    if not one.seen:
        return LEVEL
    return UP if one.difference.value > 0 else DOWN


def table_of(one: Comparison) -> str:
    """All figures of a comparison in numbers."""
    rows = (
        tag("tr", *(tag("td", text=cell) for cell in report.apart(own)), class_=way_of(own) or None)
        for own in one.figures
    )
    head = heads("figure", one.first, one.second, "difference", "chance", "seen")
    return card(
        "In numbers",
        f"By {one.setups} set-ups. Chance: how likely chance alone parts pairs so unevenly.",
        tag("div", tag("table", head, *rows), class_="wide", tabindex="0"),
    )
