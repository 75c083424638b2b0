"""A bill as a table for spreadsheets: a line for each type of an option and each card. [AL-9.10]

The last line is the share code of the roster, by which the table is read again.
"""

import csv
from io import StringIO

from condotta.armies.cards.cardforms import card_name
from condotta.armies.checking.costing import Breakdown
from condotta.armies.halves import number
from condotta.armies.paper.sheets import placed, together
from condotta.armies.records import Roster
from condotta.words import points

HEADS = ("kind", "where", "code", "name", "count", "each", "points", "allied")


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


def as_markdown(roster: Roster, bill: Breakdown) -> str:
    """The bill for a forum: a title and a table, points as they are said."""
    lines = [
        f"## {roster.label}",
        "",
        "| stands | type | troops | points |",
        "| ---: | --- | --- | ---: |",
    ]
    for line in bill.stands:
        what = line.description.replace("|", "/")
        lines.append(f"| {line.stands} | {line.name} | {what} | {points(line.half_points)} |")
    for card in bill.cards:
        price = "?" if card.half_points is None else points(card.half_points)
        where = placed(roster, card.code, card.where) + together(card.together)
        lines.append(f"| {card.copies} | {card_name(card.code)} | {where} | {price} |")
    lines += ["", f"**{points(bill.total)}**", ""]
    return "\n".join(lines)


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@" else text
