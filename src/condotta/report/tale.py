"""The story of each turn as lists for a page: a sentence an item, its reasons folded beneath."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.report.fortune import Reckoned
from condotta.report.history import Turn
from condotta.report.motives import Reasons
from condotta.report.palette import style_numbers
from condotta.report.story import RAW, RULES, STORY, Line, Narrator
from condotta.rules.triumph.combat.odds import DEGREES
from condotta.words import say

HIDDEN = {"turn", "dice", "choice"}
"""Kinds of lines that a page leaves out: the heading says the turn, the sum shows the dice."""

TOLD_ALREADY = {"phase", "move"}
"""Kinds left out at the level of the rules: a ruling above has said it."""

NONE: Reasons = {}
"""No reasons."""

CITED = re.compile(r"\[([A-Z]{2}-\d+\.\d+)\]")


def tale(
    turns: Sequence[Turn], fights: Sequence[list[Reckoned]], reasons: Reasons = NONE
) -> list[str]:
    """A list for every turn, with the reasons of bots where they are given."""
    narrator = Narrator()
    found = []
    for turn, fought in zip(turns, fights, strict=True):
        lines = told(turn, narrator, reasons)
        found.append(listed([line for line in lines if line.level != RAW], fought, turn.after))
    return found


def told(turn: Turn, narrator: Narrator, reasons: Reasons = NONE) -> list[Line]:
    """The lines of a turn, reasons before what they are of."""
    lines: list[Line] = []
    for event in turn.events:
        if why := reasons.get(narrator.number):
            lines += (*narrator.flush(), *why)
        lines += narrator.hear(event)
    lines += narrator.flush()
    return lines


def listed(lines: Sequence[Line], fought: Sequence[Reckoned], position: Position) -> str:
    """The items of one turn; rules lines go under the story line before them."""
    items: list[tuple[Line, list[Line]]] = []
    for line in lines:
        if line.kind in HIDDEN or (line.level == RULES and line.kind in TOLD_ALREADY):
            continue
        if line.level == STORY:
            items.append((line, []))
        elif items:
            items[-1][1].append(line)
    if not items:
        return f'<p class="quiet">{escape(say("page.nothing"))}</p>'
    odds = iter(fought)
    styles = style_numbers(position.seats())
    written = [
        item(line, under, next(odds, None) if line.kind == "combat" else None, styles, position)
        for line, under in items
    ]
    return f'<ol class="tale">{"".join(written)}</ol>'


def item(
    line: Line,
    under: Sequence[Line],
    odds: Reckoned | None,
    styles: dict[Seat, int],
    position: Position,
) -> str:
    """One sentence with its clause; what explains it opens beneath."""
    kind = f"{line.kind} s{styles[line.seat]}" if line.seat in styles else line.kind
    said = f'<span dir="auto">{escape(line.text)}</span>'
    reasons = "".join(f"<li>{linked(one)}</li>" for one in under)
    more = (odds_bar(odds, styles, position) if odds else "") + (
        f'<ul class="why">{reasons}</ul>' if reasons else ""
    )
    link = clause_link(line.clause)
    if more and line.kind != "phase":
        # a link within what opens and shuts could not be told from it: it comes first beneath
        cited = f' <span class="cl">{escape(line.clause)}</span>' if link else ""
        first = f'<p class="why">{link}</p>' if link else ""
        said = f"<details><summary>{said}{cited}</summary>{first}{more}</details>"
        return f'<li class="{kind}">{said}</li>'
    return f'<li class="{kind}">{said}{link}</li>'


def linked(line: Line) -> str:
    """A rules line; every clause in it leads to what it says."""
    said = CITED.sub(lambda found: clause_link(found[1]).strip(), escape(line.text))
    return f"{said}{clause_link(line.clause)}"


def clause_link(clause: str) -> str:
    """A clause that leads to what it says."""
    if not clause:
        return ""
    return f' <a class="cl" href="#c-{escape(clause)}">{escape(clause)}</a>'


def odds_bar(one: Reckoned, styles: dict[Seat, int], position: Position) -> str:
    """The 36 rolls as five segments in the colour of the winner; what came is underlined."""
    seats = [position.pieces[name].owner for name in one.fight.who]
    parts, said = [], []
    for degree in DEGREES:
        count = one.odds.of(degree)
        name = say(f"degree.{degree}")
        said.append(f"{name} {count}")
        if not count:
            continue
        winner = seats[1] if degree in {"doubled", "beaten"} else seats[0]
        look = "tie" if degree == "tie" else "all" if degree.startswith("double") else "some"
        came = " came" if degree == one.degree else ""
        parts.append(
            f'<i class="{look}{came} s{styles[winner]}" style="flex:{count} 0 0" '
            f'title="{escape(name)}: {count}/36">{count if count > 1 else ""}</i>'
        )
    label = escape(say("page.odds", {"odds": ", ".join(said)}))
    words = escape(say("page.chance", {"chance": one.chance, "degree": f"degree.{one.degree}"}))
    return (
        f'<div class="odds" role="img" aria-label="{label}">{"".join(parts)}</div>'
        f'<p class="quiet">{words}</p>'
    )
