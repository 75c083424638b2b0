"""Deployment: seats set out one unit at a time in turn. [SK-16, SK-41, SK-44]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Judge, Procedure
from condotta.kernel.events import (
    Counted,
    Event,
    Marked,
    Placed,
    Popped,
    Pushed,
    Removed,
    Ruled,
)
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Place, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules import setting_up
from condotta.rules.asking import asked_alone
from condotta.rules.setting_up import Deployment, fewest_out
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.field import is_unit
from condotta.rules.skirmish.reading.transport_holds import why_not_aboard
from condotta.rules.skirmish.records import Trail
from condotta.rules.skirmish.setting_out.places_to_set_out import (
    has_place,
    models_of,
    pose_of,
    stood,
    why_not_set_out,
)
from condotta.rules.skirmish.settings import settings_of

CLAUSE = "SK-15"
WINDOW = "deployment"
LOST = "lost"
RESERVE_ABILITY = "reserve_drop"


class Deploy(Action, frozen=True):
    """A unit is set out: where each model stands, and which units are inside it.

    One with the ability may be held in reserve instead. [SK-41, SK-44]
    """

    unit: str
    trails: tuple[Trail, ...] = ()
    reserve: bool = False
    aboard: tuple[str, ...] = ()


class SetOut(Script, frozen=True, kw_only=True):
    """One unit being set out."""

    seat: Seat
    deploy: Deploy


class NoRoom(Script, frozen=True, kw_only=True):
    """A seat's units that find no place are lost."""

    seat: Seat


def undeployed(position: Position, seat: Seat) -> tuple[Piece, ...]:
    """The units that a seat has still to set out."""
    return setting_up.undeployed(position, seat, is_unit)


def deployment(book: Book, state: State, frame: Deployment) -> Iterator[Event]:
    """Ask whose turn it is for a unit."""
    position = state.position
    if frame.answers:
        answer = frame.answers[0]
        if isinstance(answer.said, Deploy):
            yield Pushed(SetOut(seat=answer.seat, deploy=answer.said))
        else:
            yield Pushed(NoRoom(seat=answer.seat))
        return
    seat = next_to_place(book, position)
    ask = question(book, position, seat) if seat else None
    yield from asked_alone(state.asks, WINDOW, ask, forgotten(position))


def question(book: Book, position: Position, seat: Seat) -> Ask:
    """What a seat is asked when it is to set out."""
    placed = any(has_place(book, position, piece) for piece in undeployed(position, seat))
    return Ask(seat, WINDOW, CLAUSE, options=() if placed else (LOST,), says=("Deploy",))


def next_to_place(book: Book, position: Position) -> Seat:
    """The seat that sets out next: the one that has set out fewest, first in the order.

    RULING SK-153: seats that are done are left out, and the others go on in their order.
    """
    waiting = [
        seat for seat in book.stack(seams.DEPLOY_ORDER, position) if undeployed(position, seat)
    ]
    return fewest_out(position, waiting, names.DROPS)


def forgotten(position: Position) -> Iterator[Event]:
    """How many units were set out matters no more."""
    for seat in position.seats():
        if position.count(seat, names.DROPS):
            yield Counted(seat, names.DROPS, 0)


def set_out(_: Book, state: State, frame: SetOut) -> Iterator[Event]:
    """Place the unit, or keep it in reserve; its passengers come with it. [SK-41, SK-44]"""
    position, said = state.position, frame.deploy
    if said.reserve:
        yield from off_table(position, said.unit, "reserve")
    else:
        yield Placed(said.unit, "table")
        for trail in said.trails:
            yield from on_table(position, trail)
    for passenger in said.aboard:
        yield from off_table(position, passenger, "aside")
        yield Marked(passenger, Mark(names.ABOARD + said.unit))
    yield Counted(frame.seat, names.DROPS, position.count(frame.seat, names.DROPS) + 1)
    yield Popped()


def on_table(position: Position, trail: Trail) -> Iterator[Event]:
    """A model stands in its place. [SK-13]"""
    level = stood(position, trail).level
    if level:
        yield Counted(trail.model, names.LEVEL, level)
    yield Placed(trail.model, "table", pose_of(trail))


def off_table(position: Position, unit: str, place: Place) -> Iterator[Event]:
    """A unit and its models wait beside the table."""
    yield Placed(unit, place)
    for piece in models_of(position, unit):
        yield Placed(piece.id, place)


def no_room(_: Book, state: State, frame: NoRoom) -> Iterator[Event]:
    """RULING SK-153: a unit that cannot be set out legally is lost, by nobody's doing."""
    position = state.position
    for unit in undeployed(position, frame.seat):
        yield Ruled("SK-16", "sk.16.no-room", {"piece": unit.id})
        for piece in (*models_of(position, unit.id), unit):
            yield Removed(piece.id, "lost", "", "SK-16")
    yield Popped()


# ── judging ──────────────────────────────────────────────────────────────────
def judge_deploy(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: Deploy
) -> Verdict:
    """Whether a unit may be set out so. [SK-16, SK-41, SK-44, SK-45]"""
    unit = position.pieces.get(said.unit)
    if unit is None or unit not in undeployed(position, seat):
        return Verdict((Refusal(CLAUSE, "sk.15.not-yours", {"piece": said.unit}),))
    why = why_not_aboard(position, seat, unit, said.aboard)
    if said.reserve:
        return Verdict((*why, *why_not_reserve(book, position, unit, said)))
    against = why_not_set_out(book, position, unit, said.trails)
    if against:
        return Verdict((*why, *against))
    return Verdict(why, poses=tuple((one.model, pose_of(one)) for one in said.trails))


def why_not_reserve(
    book: Book, position: Position, unit: Piece, said: Deploy
) -> tuple[Refusal, ...]:
    """What is against a unit being held back. [SK-44, SK-45]

    RULING SK-153: a unit inside another counts as on the table where that one is.
    """
    sheet = sheet_of(position, unit)
    if said.trails or sheet.ability(RESERVE_ABILITY) is None:
        return (Refusal("SK-44", "sk.44.no-reserve", {"piece": unit.id}),)
    own = [one for one in position.pieces.values() if is_unit(one) and one.army == unit.army]
    away = sum(one.place == "reserve" for one in own) + 1 + len(said.aboard)
    if settings_of(book).flag("reserveLimit") and 2 * away > len(own):
        return (Refusal("SK-45", "sk.45.half", {"piece": unit.id, "count": len(own) // 2}),)
    return ()


def in_table_order(_: Any, position: Position) -> tuple[Seat, ...]:
    """RULING SK-153: without a layer that says more, seats set out in table order."""
    return position.seats()


PROCEDURES: dict[type[Frame], Procedure] = {
    Deployment: deployment,
    SetOut: set_out,
    NoRoom: no_room,
}
JUDGES: dict[type[Action], Judge] = {Deploy: judge_deploy}
HOOKS = ((seams.DEPLOY_ORDER, in_table_order, CLAUSE),)
