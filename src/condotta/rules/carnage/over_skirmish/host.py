"""Skirmish battles as a host of the multiplayer layer. [CM-5]"""

from __future__ import annotations

from collections.abc import Mapping

from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Counted, Entered, Event
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.carnage import names, quarters
from condotta.rules.carnage.host import Host
from condotta.rules.carnage.layer import EVERYWHERE, WITH_COMMAND_POINTS, over
from condotta.rules.carnage.over_skirmish import choices, scoring, setting_up
from condotta.rules.carnage.ranking import waiting_counts
from condotta.rules.carnage.settings import settings_of
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish.reading import field as core_field
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL, may_use, spent
from condotta.rules.skirmish.setting_out.missions import near

REACH = 3 * core.INCH


def near_centre(book: Book, position: Position, reach: int) -> Mapping[Seat, int]:
    """The models of each seat within reach of the marker, each counts one.

    [CM-67, CM-91, CM-92, SK-121]

    # RULING CM-131: by the nearest part of its base, unless it is chosen otherwise.
    """
    middle = settings_of(book).word("objectiveMeasuredTo") == "centre"
    return near(position, quarters.centre(position), reach, middle=middle)


def power(book: Book, position: Position, seat: Seat) -> int:
    """The Power Ratings of all units set up; aboard or in reserve by a setting. [CM-79, CM-83]"""
    places = core_field.STANDING if waiting_counts(book) else ("table",)
    return sum(
        position.count(piece.id, core.POWER)
        for piece in position.pieces.values()
        if piece.controller == seat and core_field.is_unit(piece) and piece.place in places
    )


def begin(position: Position, seat: Seat) -> tuple[Event, ...]:
    """A player's turn begins. [SK-27]"""
    return (Entered(position.turn + 1, core.TURN, (seat,)),)


def may_reroll(book: Book, position: Position, seat: Seat, in_phase: bool) -> bool:
    """Whether a seat has a command point; between phases nothing else limits it. [SK-130]"""
    if in_phase:
        return may_use(book, position, seat, COMMAND_REROLL)
    return position.count(seat, core.CP) > 0


def pay_reroll(position: Position, seat: Seat, in_phase: bool) -> tuple[Event, ...]:
    """One command point; in a phase the stratagem is used. [CM-24, SK-130, SK-131]"""
    if in_phase:
        return tuple(spent(position, seat, COMMAND_REROLL))
    return (Counted(seat, names.CP, position.count(seat, names.CP) - 1),)


HOST = Host(
    "skirmish",
    REACH,
    core_field.in_game,
    near_centre,
    power,
    begin,
    scoring.round_over,
    may_reroll,
    pay_reroll,
    scoring.FOR_MANY,
)

CARNAGE_OVER_SKIRMISH: Layer = over(
    HOST,
    (*setting_up.HOOKS, *choices.HOOKS),
    (*EVERYWHERE, *WITH_COMMAND_POINTS, scoring),
)
