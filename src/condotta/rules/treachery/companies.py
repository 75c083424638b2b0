"""Companies of mercenaries as people write them down: `captain+archers*10/captain`. [TT-12.2]

One text for each seat; `/` parts companies, `+` their units, `*` a unit from how many of it. What
units there are is the host's.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from condotta.errors import PlainError
from condotta.rules.treachery import names
from condotta.words import say


class Wanted(msgspec.Struct, frozen=True):
    """One unit of a company: its name and how many of it."""

    name: str
    count: int = 1


class Sample(msgspec.Struct, frozen=True):
    """A company that can be hired as it is: in words, by units, its price in half points.

    `source` is the list it comes from, where there are several.
    """

    text: str
    units: tuple[Wanted, ...]
    half_points: int
    source: str = ""


def wanted(text: str) -> tuple[tuple[Wanted, ...], ...]:
    """The companies of a text; what is no number of models is a PlainError.

    >>> [[(one.name, one.count) for one in each] for each in wanted("captain + archers*10/adept")]
    [[('captain', 1), ('archers', 10)], [('adept', 1)]]
    """
    return tuple(
        tuple(unit(one) for one in company.split("+"))
        for company in text.split("/")
        if company.strip()
    )


def unit(text: str) -> Wanted:
    """One unit: a name, or a name and a number."""
    name, star, count = (part.strip() for part in text.partition("*"))
    if star and not (count.isascii() and count.isdigit() and int(count)):
        raise PlainError(say("hire.count", {"unit": text.strip()}))
    return Wanted(name, int(count) if star else 1)


def for_seats(texts: Sequence[str], seats: Sequence[str]) -> dict[str, str]:
    """The text of each seat; none where there are none, another number is a PlainError."""
    if texts and len(texts) != len(seats):
        raise PlainError(say("hire.seats", {"count": len(seats), "named": len(texts)}))
    return dict(zip(seats, texts, strict=True)) if texts else {}


def mark(seat: str, number: int) -> str:
    """The trait that tells which company a unit was hired in, from 0. [TT-12.2]"""
    return names.COMPANY + (seat if not number else f"{seat} {number + 1}")


def affordable(seat: str, cost: str, most: str, *, fits: bool) -> None:
    """A company that costs more than there is to hire with is a PlainError. [TT-12.1]"""
    if not fits:
        raise PlainError(say("hire.dear", {"seat": seat, "cost": cost, "most": most}))
