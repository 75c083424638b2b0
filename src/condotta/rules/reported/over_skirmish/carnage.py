"""Carnage over skirmish battles at a real table, as one layer. [RB-8, RB-32, RB-34]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.carnage import names as many
from condotta.rules.carnage.host import HOST as CARNAGE_HOST
from condotta.rules.carnage.over_skirmish.host import HOST
from condotta.rules.reported import names
from condotta.rules.reported.layer import over
from condotta.rules.reported.over_skirmish import stratagems
from condotta.rules.reported.over_skirmish.ground import (
    RELATION,
    SKIRMISH_GROUND,
    models,
    units,
)
from condotta.rules.reported.over_skirmish.ground import give_back as models_back
from condotta.rules.reported.setting_out import steps
from condotta.rules.sitting import friend_or_enemy
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish import seams


def near_centre(_: Book, position: Position, __: int) -> Mapping[Seat, int]:
    """As many as were reported last, and no more than are left. [RB-8, CM-91, CM-92]"""
    return {
        seat: min(
            position.count(seat, names.NEAR_MARKER),
            sum(models(position, unit) for unit in units(position, seat)),
        )
        for seat in position.seats()
    }


def give_back(book: Book, position: Position, unit: str, number: int) -> Iterator[Event]:
    """Whoever has a unit again is in the game again, without command points. [RB-6, CM-102]"""
    yield from models_back(book, position, unit, number)
    seat = position.pieces[unit].controller
    if position.count(seat, many.OUT):
        yield Counted(seat, many.OUT, 0)


REPORTED_CARNAGE = over(
    SKIRMISH_GROUND._replace(give_back=give_back),
    (
        (CARNAGE_HOST, lambda: HOST._replace(near_centre=near_centre), "RB-8"),
        (seams.SET_UP, steps, "RB-32"),
        (RELATION, friend_or_enemy, "CM-3"),
    ),
    (stratagems,),
    first={core.MOVEMENT: (stratagems.Silent(phase=core.MOVEMENT),)},
)
