"""Rows of a roster on paper: stands of an army, or of each command of a larger one. [AL-15.5]"""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain

import msgspec

from condotta.armies.cards.cardprices import stand_price
from condotta.armies.cards.carrying import stand_cards
from condotta.armies.checking.army_commands import ALLY, Part, command_points, parts
from condotta.armies.checking.paying import bounds
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Fill
from condotta.armies.records import ArmyList, Command, DataSet, Roster, leads
from condotta.armies.shelf import Library
from condotta.data import toml
from condotta.words import has, points, say


def word(key: str, lang: str) -> str:
    """A word of the page, fit for HTML."""
    return escape(say(f"army.print.{key}", lang=lang))


def kind(code: str, lang: str, other: str = "") -> str:
    """A troop type's name; the data's own, or the code, of a type that only its lists have."""
    return say(f"troop.{code}", lang=lang) if has(f"troop.{code}") else other or code


def stand_row(
    count: int,
    cells: tuple[str, str, str, str],
    half_points: HalfPoints,
    marks: tuple[str, ...],
    lang: str,
) -> str:
    """Stands of one type: how many; type, description, battle line, cards; points; marks."""
    name, about, core, cards = cells
    said = escape(about) + "".join(f" <b>({word(mark, lang)})</b>" for mark in marks)
    line = word(core, lang) if core in ("all", "half") else "–"
    return (
        f'<tr><td class="n">{count}</td><td>{escape(name)}</td><td>{said}</td>'
        f'<td>{line}</td><td>{cards}</td><td class="n">{points(half_points)}</td></tr>'
    )


LOOKED_UP = (
    "order",
    "move_mu",
    "vs_foot",
    "vs_mounted",
    "shooting",
    "range_mu",
    "shot_at",
    "surcharge",
)
"""What the quick reference tells of a type, as the table of types calls it. [TC-1.1, TC-2.1]"""


def troop_table(codes: Iterable[str], lang: str) -> str:
    """The numbers of those types; one that only its own lists have is left out."""
    known = {
        row["code"]: row for row in toml("condotta.rules.triumph.data", "troops.toml")["troop"]
    }
    heads = ("type", "order", "move", "foot", "mounted", "shoots", "range", "shotAt", "surcharge")
    top = "".join(f"<th>{word(head, lang)}</th>" for head in heads)
    rows = []
    for code in codes:
        if row := known.get(code):
            cells = [str(row.get(name, "–")) for name in LOOKED_UP]
            cells[0] = escape(say(f"about.order.{row['class']}.{row['order']}", lang=lang))
            told = (escape(kind(code, lang)), *cells)
            rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in told)}</tr>")
    return (
        f'<table class="look"><thead><tr>{top}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


class Detail(msgspec.Struct, frozen=True):
    """What the list settles of a card for stands of one type: foot types, or who may be passed."""

    code: str
    description: str
    troops: str
    types: tuple[str, ...]


def details(roster: Roster, source: tuple[DataSet, ArmyList], shelf: Library) -> tuple[Detail, ...]:
    """Every such detail of the roster's cards, in the order of the list. [AL-6.4]"""
    found = []
    for _, bound in bounds(roster, source, shelf):
        for fill in bound.fielded:
            each = [stand_cards(bound, fill, number) for number in range(fill.stands)]
            for trait in dict.fromkeys(chain.from_iterable(each)):
                code, _, types = trait.partition(":")
                about = fill.offer.option.description if fill.offer else ""
                if types:
                    found.append(Detail(code, about, fill.code, tuple(types.split())))
    return tuple(dict.fromkeys(found))


def command_rows(
    roster: Roster, source: tuple[DataSet, ArmyList], shelf: Library, lang: str
) -> Iterator[str]:
    """Each command with its die and its points, then its stands. [AL-16.7, GT-2]"""
    split = parts(roster, *source, shelf)
    found = [(part, one) for part in split for one in part.commands]
    for part, command in sorted(found, key=lambda pair: pair[1].number):
        params = {"number": command.number, "list": part.bound.army.name}
        title = escape(say("army.print.command", params, lang))
        die = f"{command.command_point_modifier:+d}" if command.command_point_modifier else "±0"
        yield (
            f'<tr class="total"><td class="n">{command.number}</td><td colspan="3">{title}</td>'
            f"<td>{word('die', lang)} {die}</td>"
            f'<td class="n">{points(command_points(part, command))}</td></tr>'
        )
        for fill in part.bound.fielded:
            if count := command.stands.get(fill.key, {}).get(fill.code, 0):
                yield _fill(part, command, fill, count, lang)


def _fill(part: Part, command: Command, fill: Fill, count: int, lang: str) -> str:
    option, led = fill.offer.option if fill.offer else None, command.general
    marks = []
    if led is not None and leads(led, fill.key, fill.code):
        marks.append("overall" if led.overall_commander else "general")
    if part.kind == ALLY:
        marks.append("ally")
    held = [one.code for one in part.bound.roster.troop_cards if one.option == fill.key]
    troop = part.bound.data.troop(fill.code)
    cells = (
        kind(fill.code, lang, troop.display_name if troop else ""),
        option.description if option else "",
        option.core if option else "",
        ", ".join(dict.fromkeys(held)),
    )
    price = count * stand_price(part.bound, fill)
    return stand_row(count, cells, price, tuple(marks), lang)
