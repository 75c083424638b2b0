"""A bill as a table for spreadsheets: a line for each type of an option and each card. [AL-9.10]

The last line is the share code of the roster, by which the table is read again.

# RULING AL-9.10: counts that were changed in a spreadsheet are refused and not guessed at: a table
# has neither the list, the year nor the cards of single stands, which the code has.
"""

import csv
from io import StringIO
from itertools import zip_longest

from condotta.armies.checking.costing import Breakdown
from condotta.armies.checking.paying import cost
from condotta.armies.halves import number
from condotta.armies.records import Roster
from condotta.armies.rosters.sharing import from_code
from condotta.armies.shelf import Library
from condotta.errors import PlainError
from condotta.words import say

HEADS = ("kind", "where", "code", "name", "count", "each", "points", "allied")
FIRST = HEADS[0]
SAYS = (0, 1, 2, 4)
"""The columns that say what the army is: kind, where, code and count."""
Row = tuple[str, ...]
ROSTER = "roster"
"""The kind of the line that holds the share code."""


def as_csv(bill: Breakdown, code: str) -> str:
    """The bill with commas; points are numbers, halves as .5, so that sheets can add them up."""
    text = StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(HEADS)
    for line in bill.stands:
        name = _safe(line.description)
        each, whole = str(number(line.each)), str(number(line.half_points))
        allied = "yes" if line.allied else ""
        rows.writerow(("stands", line.option, line.code, name, line.stands, each, whole, allied))
    for card in bill.cards:
        whole = "" if card.half_points is None else str(number(card.half_points))
        rows.writerow(("card", card.where, card.code, "", card.copies, "", whole, ""))
    rows.writerow((ROSTER, code, *("" for _ in HEADS[2:])))
    return text.getvalue()


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@" else text


# ── reading one again ────────────────────────────────────────────────────────
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
