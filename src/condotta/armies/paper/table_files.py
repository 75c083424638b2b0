"""Reading a table again that `tables` wrote: the roster of its code, if its lines still say it.

# RULING AL-9.10: counts that were changed in a spreadsheet are refused and not guessed at: a table
# has neither the list, the year nor the cards of single stands, which the code has.
"""

from __future__ import annotations

import csv
from io import StringIO
from itertools import zip_longest

from condotta.armies.checking.paying import cost
from condotta.armies.paper.tables import HEADS, ROSTER, as_csv
from condotta.armies.records import Roster
from condotta.armies.rosters.sharing import from_code
from condotta.armies.shelf import Library
from condotta.errors import PlainError
from condotta.words import say

FIRST = HEADS[0]
SAYS = (0, 1, 2, 4)
"""The columns that say what the army is: kind, where, code and count."""
Row = tuple[str, ...]


def is_table(text: str) -> bool:
    """Whether a text begins as our tables do, whatever parts its cells."""
    return text.lstrip("\ufeff").startswith((f"{FIRST},", f"{FIRST};", f"{FIRST}\t"))


def from_table(text: str, shelf: Library) -> Roster:
    """The roster of a table; what is none of ours, or was changed, is one sentence."""
    rows = rows_of(text)
    if not rows or rows[0] != said(HEADS):
        raise PlainError(say("army.noTable"))
    codes = [row[1] for row in rows if row[0] == ROSTER]
    if len(codes) != 1:
        raise PlainError(say("army.tableNoCode"))
    roster = from_code(codes[0])
    wanted = rows_of(as_csv(cost(roster, shelf), codes[0]))
    for line, (ours, theirs) in enumerate(zip_longest(wanted, rows), start=1):
        if ours != theirs:
            raise PlainError(say("army.tableChanged", {"line": line}))
    return roster


def rows_of(text: str) -> list[Row]:
    """What the lines say, by whatever a spreadsheet parts cells with; empty lines are left out."""
    whole = text.lstrip("\ufeff")
    mark = whole[len(FIRST) : len(FIRST) + 1]
    read = csv.reader(StringIO(whole), delimiter=mark if mark in (";", "\t") else ",")
    try:
        return [said(row) for row in read if any(cell.strip() for cell in row)]
    except csv.Error as why:
        raise PlainError(say("army.noTable")) from why


def said(row: tuple[str, ...] | list[str]) -> Row:
    """The cells of a line that say what the army is."""
    padded = [*row, *("" for _ in HEADS)]
    return tuple(padded[place].strip() for place in SAYS)
