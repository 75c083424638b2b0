"""The quick reference of one battle: phase by phase in our own words, numbers, settings, cards.

Texts are those of the clauses, each with its number and how sure we are of it; numbers come from
the tables that the rules read, charts from the functions that the rules call.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from html import escape
from typing import Any

import msgspec

from condotta.armies.cards.cardforms import card_name, forms
from condotta.data import toml
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.report.options import phase_name
from condotta.report.reference import regiments, stands, units
from condotta.report.reference.marks import numbered
from condotta.report.ruled import table, titled
from condotta.rules import library
from condotta.rules.clauses import in_language, register
from condotta.rules.treachery import names as treachery
from condotta.rules.treachery.host import HOST as INTRIGUE
from condotta.rules.triumph import names as triumph
from condotta.settings import Setting
from condotta.words import has, measured_in, say, spoken, with_unit

MARKS = "VIMD"
WIDE = 'class="whole'
"""What goes across the page has this; all else is set in columns."""


class Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked up together: a phase, or something else that has a name."""

    name: str
    clauses: tuple[str, ...]
    base: str = ""
    when: str = ""


@cache
def topics() -> tuple[Topic, ...]:
    """Every topic, in the order of a turn."""
    return msgspec.convert(tuple(_table()["topic"]), tuple[Topic, ...])


@cache
def instead() -> Mapping[str, frozenset[str]]:
    """The clauses that others take the place of, by the book that does it."""
    return {book: frozenset(names) for book, names in _table()["instead"].items()}


def _table() -> dict[str, Any]:
    return toml("condotta.report.reference", "topics.toml")


def reference(book: Book, position: Position) -> Iterator[str]:
    """All of it, as HTML: settings first, then numbers, then what may be done when."""
    yield f'<h2 class="new">{escape(say("army.print.reference"))}</h2>'
    yield titled(say("reference.settings"), settings(book), "whole")
    letters = library.books(book.system)
    found = [*numbers(book, position, letters)]
    yield "".join(one for one in found if WIDE in one)
    yield '<div class="columns">'
    yield "".join(one for one in found if WIDE not in one)
    yield from said(book, letters)
    yield from cards(position)
    yield f'<p class="legend">{escape(legend())}</p></div>'


def numbers(book: Book, position: Position, letters: Collection[str]) -> Iterator[str]:
    """The tables of the base game, and what tokens are worth. [TT-10.1]"""
    if "TC" in letters:
        yield from stands.looked_up(book, position)
    if "FB" in letters:
        yield from regiments.looked_up(position)
    if "SK" in letters:
        yield from units.looked_up(position)
    if book.speaks(INTRIGUE):
        coins = [(say(f"coin.{name}", {"count": 1}), str(value)) for name, value in treachery.COINS]
        yield titled(say("paper.coins"), table(("", ""), coins, "look pair"))


# ── what may be done when ────────────────────────────────────────────────────
def said(book: Book, letters: Collection[str]) -> Iterator[str]:
    """Each topic with its clauses: those of books that are played by, none that are replaced."""
    gone = frozenset[str]().union(*(instead().get(letter, ()) for letter in letters))
    for topic in topics():
        if topic.base and topic.base not in letters:
            continue
        if topic.when and not book.settings.get(topic.when):
            continue
        names = [one for one in topic.clauses if one.split("-")[0] in letters and one not in gone]
        yield titled(topic_name(topic.name), "".join(clause_said(book, one) for one in names))


def topic_name(name: str) -> str:
    """A topic as players say it: its own name, or that of a phase."""
    key = f"reference.topic.{name}"
    return say(key) if has(key) else phase_name(name)


def clause_said(book: Book, name: str) -> str:
    """A clause in our words, with its number and trust mark; a sign where it is set otherwise."""
    found = register()[name]
    text = escape(in_language(found, spoken()).says)
    other = "≠ " if set(found.decides) & differing(book).keys() else ""
    return f"<p>{other}{text} {numbered(name)}</p>"


def legend() -> str:
    """What the letters behind clauses mean."""
    each = (f"{letter} {say(f'mark.{letter}')}" for letter in MARKS)
    return say("reference.legend", {"marks": ", ".join(each)})


# ── settings ─────────────────────────────────────────────────────────────────
def differing(book: Book) -> dict[str, Setting]:
    """The settings that are not the usual ones in this battle, by name."""
    known = library.declarations(book.system)
    usual = library.book(book.system).settings
    return {
        name: known[name]
        for name, value in sorted(book.settings.items())
        if name in known and value != usual[name]
    }


def settings(book: Book) -> str:
    """Each of them: what it decides, what it is here, what it is elsewhere."""
    rows = []
    usual = library.book(book.system).settings
    for name, one in differing(book).items():
        key = f"setting.{name}"
        says = say(key) if has(key, spoken()) else one.says
        now, then = (value_said(one, which[name]) for which in (book.settings, usual))
        rows.append((f"{says} ({one.clause})", now, then))
    head = (say("page.setting"), say("reference.here"), say("reference.usually"))
    return table(head, rows, "look") if rows else ""


def value_said(one: Setting, value: Any) -> str:
    """A value of a setting as people say it."""
    if isinstance(value, bool):
        return say("reference.on" if value else "reference.off")
    if value is None:
        return "–"
    if isinstance(value, tuple):
        return ", ".join(value_said(one, each) for each in value) or "–"
    if one.type == "length":
        with measured_in(one.unit):
            return with_unit(value)
    if isinstance(value, str):
        groups = ("troop", "setting-word", "option", "treachery")
        key = next((f"{group}.{value}" for group in groups if has(f"{group}.{value}")), "")
        return say(key) if key else value
    return str(value)


# ── cards ────────────────────────────────────────────────────────────────────
def cards(position: Position) -> Iterator[str]:
    """The text of each battle card that is open for all to see."""
    codes = dict.fromkeys(
        piece.type
        for piece in position.pieces.values()
        if triumph.CARD in piece.traits and piece.type in forms()
    )
    for code in codes:
        title = f"{card_name(code, spoken())} ({code}, BC-{forms()[code].number})"
        yield titled(title, f"<p>{escape(say(f'card.{code}.text'))}</p>")
