"""Tables and cut-outs on paper, as HTML: black lines, what is empty is to be written on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "write") -> str:
    """A table of texts; one to `write` on is ruled all round, one to `look` things up is not."""
    top = "".join(f"<th>{escape(one)}</th>" for one in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(one)}</td>' for one in each)}</tr>" for each in rows
    )
    above = f"<thead><tr>{top}</tr></thead>" if any(head) else ""
    return f'<table class="{kind}">{above}<tbody>{body}</tbody></table>'


def titled(title: str, inside: str, kind: str = "") -> str:
    """A part with its title; nothing where nothing is in it."""
    named = f' class="{kind}"' if kind else ""
    return f"<section{named}><h3>{escape(title)}</h3>{inside}</section>" if inside else ""


def cut(shape: str, cards: Iterable[tuple[str, str, str]]) -> str:
    """Things to cut out: what stands large, what stands below it, a small sign."""
    each = "".join(
        f'<div class="{shape}"><b>{escape(large)}</b><p>{escape(below)}</p>'
        f"<small>{escape(sign)}</small></div>"
        for large, below, sign in cards
    )
    return f'<div class="cut">{each}</div>'
