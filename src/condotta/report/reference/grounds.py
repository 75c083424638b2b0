"""The ground of a battle on paper: each kind that lies there, and what it does by which clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from condotta.kernel.position import Position
from condotta.report.ground import name_of
from condotta.report.grounds_told import Does
from condotta.report.reference.marks import numbered
from condotta.report.ruled import titled
from condotta.words import say


def laid(position: Position, does: Callable[[str], Iterable[Does]]) -> str:
    """The table of the kinds on the table, which `does` knows by their keys; none without ground.

    Sentences of one clause stand together, before its number and how sure we are of it.
    """
    kinds = dict.fromkeys(area.kind for area in position.areas)
    rows = "".join(
        f"<tr><td>{escape(name_of(one))}</td><td>{told(does(one))}</td></tr>" for one in kinds
    )
    table = f'<table class="look ground"><tbody>{rows}</tbody></table>' if rows else ""
    return titled(say("reference.terrain"), table)


def told(does: Iterable[Does]) -> str:
    """What a kind does, clause by clause."""
    by_clause: dict[str, list[str]] = {}
    for one in does:
        by_clause.setdefault(one.clause, []).append(say(one.key, one.params))
    return " ".join(
        f"{escape('. '.join(says))}. {numbered(clause)}" for clause, says in by_clause.items()
    )
