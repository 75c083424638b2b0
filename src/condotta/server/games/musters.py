"""The units of a battle at a real table, where there is no map to show them on. [RB-1]

Everything is read from what a seat sees, by the functions that its ground is asked with.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Literal

from condotta.kernel.book import Book
from condotta.kernel.events import Placed
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import Place, Seat
from condotta.rules.reported.ground import GROUND, Ground
from condotta.rules.reported.hands import playing
from condotta.rules.reported.over_skirmish.stratagems import (
    MOMENTS,
    UseStratagem,
    judge_stratagem,
    worded,
)
from condotta.rules.reported.reports import fought
from condotta.rules.skirmish.reading.stratagems import COSTS
from condotta.rules.treachery.host import HOST
from condotta.rules.triumph.names import WORTH
from condotta.server.parts import ActShown, MusteredShown

WAITING: tuple[Place, ...] = ("undeployed", "reserve")
"""Where pieces wait that are to come onto the table."""


def muster(book: Book, position: Position) -> tuple[MusteredShown, ...] | None:
    """Every unit that is seen, seat by seat: there, lost, to be set out. [RB-2, RB-3, RB-7]

    Nothing where the field is no real table.
    """
    ground = book.sole(GROUND)
    if ground is None:
        return None
    foes = defaultdict(list)
    for one, other in fought(position):
        foes[one].append(other)
        foes[other].append(one)
    later = position
    for place in WAITING:
        for piece in position.at(place):
            later = evolve_position(later, Placed(piece.id, "table"))
    return tuple(
        MusteredShown(
            unit=unit,
            seat=seat,
            state=state,
            models=0 if state == "lost" else ground.models(later, unit),
            most=ground.most(later, unit),
            worth=worth(book, position, unit),
            fights=tuple(dict.fromkeys(foes[unit])),
        )
        for seat in position.seats()
        for unit, state in units(ground, position, later, seat)
    )


def units(
    ground: Ground, position: Position, later: Position, seat: Seat
) -> Iterator[tuple[str, Literal["table", "lost", "waits"]]]:
    """The units of a seat: those on the table, those lost, those that `later` has there too."""
    there = ground.units(position, seat)
    yield from ((unit, "table") for unit in there)
    yield from ((unit, "lost") for unit in ground.out(position, seat))
    yield from ((unit, "waits") for unit in ground.units(later, seat) if unit not in there)


def worth(book: Book, position: Position, unit: str) -> int:
    """Half points of a unit, 0 in games that count none. [TC-10.2, TT-10.3]"""
    host = book.sole(HOST)
    if host is not None:
        return host.worth(position, position.pieces[unit])
    return position.count(unit, WORTH)


def unasked(book: Book, position: Position, seat: Seat) -> tuple[ActShown, ...]:
    """The stratagems of the phase that hands play, and what is against each. [RB-30]"""
    if UseStratagem not in book.anytime or not playing(position) or not seat:
        return ()
    return tuple(
        ActShown(
            action={"kind": "UseStratagem", "stratagem": name},
            clause="RB-30",
            refusals=judge_stratagem(book, position, seat, None, UseStratagem(name)).refusals,
            params={"stratagem": worded(name), "points": COSTS[name]},
        )
        for name, phases in MOMENTS.items()
        if position.phase in phases
    )
