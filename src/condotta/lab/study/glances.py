"""Many cells of a study at a glance: matrices and bars of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from condotta.lab.study.bars import (
    FAIR,
    LEVEL,
    STRONGER,
    card,
    key,
    share_bars,
    split,
    tag,
    verdict,
)
from condotta.lab.study.plan import AGAINST, ARMY, BOT, RIVAL, Cell, Plan
from condotta.lab.study.tally import CellTally, Standing

OF_ROWS = ((ARMY, AGAINST), (BOT, RIVAL))
DEEPEST = 78
"""How much colour the strongest cell of a matrix has, in per cent."""


Pairs = Sequence[tuple[Cell, CellTally]]


def first_of(cell: CellTally) -> Standing | None:
    """Whom a cell is summed up by: the first party, else the first place."""
    every = cell.parties or cell.seats
    return every[0] if every else None


def at_a_glance(plan: Plan, pairs: Pairs) -> Iterator[str]:
    """A matrix where two factors differ, else bars."""
    factors = plan.factors()
    if plan.study.league and len(factors) == 2:
        yield tag("h2", text="Who meets whom")
        yield matrix(both_ways(pairs), BOT, RIVAL)
        return
    if len(factors) == 2 and all(len(levels) > 1 for levels in factors.values()):
        yield tag("h2", text="All cells")
        yield matrix(by_levels(pairs, *factors), *factors)
        return
    rows = [
        (cell.called, one.victory, one.fair, f"; {one.name}")
        for cell, own in pairs
        if (one := first_of(own)) is not None
    ]
    yield tag("h2", text="All cells")
    yield card(
        "Share of victory of the first",
        "The first bot, army or place of each cell; 95 % intervals.",
        share_bars(rows),
        key(*STRONGER, line=FAIR),
    )


Held = Mapping[tuple[str, str], Standing | None]
"""Who stands in which square of a matrix."""


def both_ways(pairs: Pairs) -> Held:
    """Each meeting of a league as each of the two has it."""
    found: dict[tuple[str, str], Standing | None] = {}
    for cell, own in pairs:
        levels = dict(cell.levels)
        for one, other, place in ((BOT, RIVAL, 0), (RIVAL, BOT, 1)):
            found[levels[one], levels[other]] = own.parties[place]
    names = dict.fromkeys(name for name, _ in found)
    return {(one, other): found.get((one, other)) for one in names for other in names}


def by_levels(pairs: Pairs, down: str, across: str) -> Held:
    """Whoever stands for a cell, by the levels of two factors."""
    return {
        (dict(cell.levels)[down], dict(cell.levels)[across]): first_of(own) for cell, own in pairs
    }


def matrix(held: Held, down: str, across: str) -> str:
    """A heat map: a row for each level of one factor, a column for each of the other."""
    rows = list(dict.fromkeys(one for one, _ in held))
    columns = list(dict.fromkeys(other for _, other in held))
    who = f"the {down} of the row" if (down, across) in OF_ROWS else "the first"
    head = tag(
        "tr",
        tag("th", text=f"{down} \\ {across}", scope="col"),
        *(tag("th", text=name, scope="col") for name in columns),
    )
    body = [
        tag(
            "tr",
            tag("th", text=row, scope="row"),
            *(of_meeting(held.get((row, column))) for column in columns),
        )
        for row in rows
    ]
    return card(
        "Share of victory in each cell",
        f"Of {who}, with its interval of 95 % and the number of battles. Blue is more than fair, "
        "orange less; a frame says that the interval leaves out what would be fair.",
        tag("div", tag("table", head, *body, class_="heat"), class_="wide", tabindex="0"),
    )


def of_meeting(one: Standing | None) -> str:
    """A square of the matrix."""
    if one is None or not one.battles:
        return tag("td", text="–")
    value, between = split(one.victory, 100, 0)
    apart = one.victory.value - one.fair
    room = max(one.fair, 1 - one.fair)
    how = round(DEEPEST * min(1.0, abs(apart) / room))
    words = [("more" if apart > 0 else "less") if how else ""]
    words += ["sure"] if verdict(one.victory, one.fair) != LEVEL else []
    return tag(
        "td",
        tag("b", text=f"{value} %"),
        tag("small", text=between),
        tag("small", text=f"of {one.battles}"),
        class_=" ".join(filter(None, words)) or None,
        style=f"--how:{how}%",
    )
