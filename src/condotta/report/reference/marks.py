"""How sure we are of a clause, as it stands behind it on paper."""

from __future__ import annotations

from html import escape

from condotta.rules.clauses import Clause, register


def marked(found: Clause) -> str:
    """The letters of its trust mark.

    >>> marked(register()["TC-5.20"])
    'V/I'
    """
    return "/".join(dict.fromkeys(part[:1] for part in found.mark.split("; ")))


def numbered(name: str) -> str:
    """The number of a clause with its trust mark, small."""
    return f"<small>{escape(name)}&nbsp;{marked(register()[name])}</small>"
