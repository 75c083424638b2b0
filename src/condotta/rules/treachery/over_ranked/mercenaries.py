"""Mercenary regiments: their captain, their Leadership, hiring, loyalty. [TT-12]"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import inf
from typing import Any

from msgspec.structs import replace

from condotta.errors import PlainError, known
from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Modifier, Refusal
from condotta.rules.ranked import muster as core
from condotta.rules.ranked import names as words
from condotta.rules.ranked import seams
from condotta.rules.ranked.losses.wounds import joined as characters
from condotta.rules.ranked.rosters.shelf import entry_of, hosts
from condotta.rules.ranked.rosters.units import Army, Entry, kinds, price
from condotta.rules.treachery import companies, names
from condotta.rules.treachery.bribery import Loyalty, company
from condotta.rules.treachery.over_ranked.positions import numbers
from condotta.rules.treachery.settings import settings_of
from condotta.table import HALF, base, gap
from condotta.words import say

SLICE, HIRE = 500, 100  # points to hire with for each full slice of the army [TT-12.1]
SQUADS: tuple[dict[str, Any], ...] = (
    {"unit": "light-riders", "models": 5, "files": 5},
    {"unit": "archers", "models": 10, "files": 10},
    {"unit": "line-infantry", "models": 20, "files": 5},
)
"""What a company may have besides its captain: of one list, the sample units. [TT-12.2]"""
FILES = {"archers": 10, "brutes": 3}


def mercenary_points(limit: int) -> int:
    """Points to hire with: 100 for each full 500 of the army's limit. [TT-12.1]

    >>> [mercenary_points(limit) for limit in (1500, 1999, 2000, 2400)]
    [300, 300, 400, 400]
    """
    return limit // SLICE * HIRE


def unspent(points: int) -> int:
    """What is left of the hire, as tokens in full coppers. [TT-12.4]

    >>> unspent(130)
    100
    """
    return points // names.COPPER * names.COPPER


def captain_of(position: Position, piece: Piece) -> Piece | None:
    """The captain whose Leadership a unit may use: within 6 inches, not fleeing. [TT-12.3, 12.7]

    # RULING TT-12.11: a captain in a regiment is measured from that regiment.
    """
    for other in position.at("table"):
        if names.CAPTAIN not in other.traits or company(other) != company(piece):
            continue
        host = position.pieces.get(other.command, other)
        if other.controller != piece.controller or host.marked(words.FLEEING):
            continue
        if host.id == piece.id or near(host, piece):
            return other
    return None


def near(one: Piece, other: Piece) -> bool:
    """Whether two regiments are within a captain's reach."""
    return away(one, other) <= int(numbers()["captain"]) * words.INCH + HALF


def away(one: Piece, other: Piece) -> float:
    """How far two regiments are from each other; without end, where one has no place."""
    if one.pose is None or other.pose is None or one.shape is None or other.shape is None:
        return inf
    return gap(base(one.pose, one.shape), base(other.pose, other.shape))


def borrowed(position: Position, piece: Piece) -> Modifier | None:
    """A unit of the company may use its captain's Leadership. [TT-12.3]"""
    if names.MERCENARY not in piece.traits:
        return None
    captain = captain_of(position, piece)
    if captain is None:
        return None
    inside = (piece.id, *(one.id for one in characters(position, piece.id)))
    own = max(position.count(name, words.LD) for name in inside)
    more = position.count(captain.id, words.LD) - own
    return Modifier(more, "tt.12-3.captain", "TT-12.3") if more > 0 else None


def distrusted(_: Position, piece: Piece) -> Modifier | None:
    """Every mercenary has one Leadership less, once, whosever it uses. [TT-12.5, TT-12.12]"""
    if names.MERCENARY not in piece.traits:
        return None
    return Modifier(-1, "tt.12-5.mercenary", "TT-12.5")


def of_the_company(_: Position, leader: Piece, piece: Piece) -> Refusal | None:
    """Mercenaries do not benefit from the employer's General or battle standard. [TT-12.11]"""
    if names.MERCENARY not in piece.traits or names.MERCENARY in leader.traits:
        return None
    return Refusal("TT-12.11", "tt.12-11.employer", {"stand": piece.id})


def not_together(_: Position, character: Piece, host: Piece) -> Refusal | None:
    """Only a company's own captain joins its regiments, and he joins no others. [TT-12.11]

    # RULING TT-12.11: a hero among mercenaries would lend them what they may not have.
    """
    if company(character) == company(host):
        return None
    return Refusal("TT-12.11", "tt.12-11.company", {"stand": character.id})


def rallied(_: Position, piece: Piece) -> tuple[Frame, ...]:
    """A mercenary unit that has rallied may change sides. [TT-12.6]"""
    return (Loyalty(unit=piece.id),) if names.MERCENARY in piece.traits else ()


def joined(_: Position, piece: Piece, seat: Seat) -> Piece:
    """A regiment under its new controller. [TT-12.7]"""
    return replace(piece, controller=seat)


# ── hiring ───────────────────────────────────────────────────────────────────
def hired(points: int, seat: Seat, number: int) -> tuple[tuple[Entry, ...], int]:
    """A captain and what the points pay for besides, and what is left. [TT-12.2, TT-12.4]

    # RULING TT-12.14: a company that nobody has chosen has a captain and squads of the sample
    # units, beginning with another one for each seat.
    """
    captain = taken({"unit": "captain"}, seat, names.CAPTAIN)
    left, company_ = points - price(captain), [captain]
    if left < 0:
        return (), points
    for place in range(len(SQUADS)):
        squad = taken(SQUADS[(number + place) % len(SQUADS)], seat)
        if price(squad) <= left:
            company_.append(squad)
            left -= price(squad)
    return tuple(company_), left


@cache
def samples() -> tuple[companies.Sample, ...]:
    """A captain with squads of the sample units, as far as a shipped army can pay. [TT-12.2]"""
    most = max(mercenary_points(host.points) for host in hosts().values())
    found = []
    for count in range(1, len(SQUADS) + 1):
        for squads in combinations(SQUADS, count):
            rows = ({"unit": "captain", "models": 1}, *squads)
            cost = sum(price(entry_of(dict(row))) for row in rows)
            if cost > most:
                continue
            text = "+".join(f"{row['unit']}*{row['models']}" for row in rows)
            units = tuple(
                companies.Wanted(kinds()[row["unit"]].name, row["models"]) for row in rows
            )
            found.append(companies.Sample(text, units, 2 * cost))
    return tuple(found)


def taken(row: Any, seat: Seat, *traits: str, number: int = 0) -> Entry:
    """One unit of a company."""
    entry = entry_of(dict(row))
    own = (names.MERCENARY, companies.mark(seat, number), *traits)
    return replace(entry, traits=(*entry.traits, *own))


def picked(points: int, seat: Seat, text: str) -> tuple[tuple[Entry, ...], int]:
    """The companies that a player has chosen, and what is left. [TT-12.2, TT-12.4]

    # RULING TT-12.14: the sample units are one list. The first character is the captain; models
    # stand five abreast, archers ten.
    """
    found: list[Entry] = []
    for number, company_ in enumerate(companies.wanted(text)):
        led = False
        for one in company_:
            if one.name not in kinds():
                raise PlainError(say("hire.unknown", {"unit": one.name}) + known(one.name, kinds()))
            leads = kinds()[one.name].is_character and not led
            led = led or leads
            row = {"unit": one.name, "models": one.count, "files": FILES.get(one.name, 5)}
            captain = (names.CAPTAIN,) if leads else ()
            found.append(taken(row, seat, *captain, number=number))
        if not led:
            raise PlainError(say("hire.captain", {"seat": seat}))
    spent = sum(price(entry) for entry in found)
    companies.affordable(seat, str(spent), str(points), fits=spent <= points)
    return tuple(found), points - spent


def opening(book: Book, armies: Sequence[Army], chosen: Sequence[str] = ()) -> tuple[Event, ...]:
    """Everything that is known before the first die, companies and coffers among it. [TT-1.5]

    `chosen` are companies in words, one for each army; without words they are drawn.
    """
    said = companies.for_seats(chosen, [army.seat for army in armies])
    coffers: list[Event] = []
    found = []
    for number, army in enumerate(armies):
        more: tuple[Entry, ...] = ()
        if settings_of(book).flag("mercenaries"):
            limit = sum(entry.points or price(entry) for entry in army.entries)
            points, text = mercenary_points(limit), said.get(army.seat, "")
            more, left = (
                picked(points, army.seat, text) if text else hired(points, army.seat, number)
            )
            coffers.append(Counted(army.seat, names.TOKENS, unspent(left)))
        found.append(replace(army, entries=(*army.entries, *more)))
    begun = core.opening(book, tuple(found))
    return (*begun[:-1], *coffers, begun[-1])


HOOKS = (
    (seams.LEADERSHIP, borrowed, "TT-12.3"),
    (seams.LEADERSHIP, distrusted, "TT-12.5"),
    (seams.LEADS, of_the_company, "TT-12.11"),
    (seams.STEADIES, of_the_company, "TT-12.11"),
    (seams.MAY_JOIN, not_together, "TT-12.11"),
    (seams.RALLIED, rallied, "TT-12.6"),
)
