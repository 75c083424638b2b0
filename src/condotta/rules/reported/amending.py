"""Amendments: a report that turns out wrong is set right, where everybody agrees. [RB-6]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Choose, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Event, Popped, Pushed, Removed, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.conceding import out as gave_up
from condotta.rules.reported import names
from condotta.rules.reported.ground import ground_of, standing, taking_part
from condotta.rules.reported.leaving import AskingAnew
from condotta.rules.reported.reports import parted
from condotta.rules.scores import score_of, scores, sides
from condotta.rules.steps import queued

AMENDMENT = "amendment"


class Amend(Action, frozen=True):
    """A unit has so many models now, whatever was reported: 0 is that it is lost. [RB-6]"""

    unit: str
    models: int


class Amending(Script, frozen=True, kw_only=True):
    """Everybody else is asked whether a unit has so many models. [RB-6]"""

    seat: Seat
    said: Amend


def has(book: Book, position: Position, unit: str) -> int:
    """How many models a unit has now, none where it is lost."""
    ground = ground_of(book)
    piece = position.pieces[unit]
    there = unit in ground.units(position, piece.controller)
    return ground.models(position, unit) if there else 0


def judge_amend(book: Book, position: Position, seat: Seat, _: Ask | None, said: Amend) -> Verdict:
    """Whether that is a unit of this battle, and it can have so many. [RB-6]"""
    del seat
    ground = ground_of(book)
    out = tuple(name for one in position.seats() for name in ground.out(position, one))
    if said.unit not in (*standing(book, position, position.seats()), *out):
        return Verdict((Refusal("RB-6", "rb.6.no-unit", {"unit": said.unit}),))
    holder = position.pieces[said.unit].controller
    if position.side(holder) in gave_up(position):
        given: dict[str, Param] = {"unit": said.unit, "seat": holder}
        return Verdict((Refusal("RB-6", "rb.6.gave-up", given),))
    most = ground.most(position, said.unit)
    params: dict[str, Param] = {"unit": said.unit, "number": said.models, "most": most}
    if not 0 <= said.models <= most:
        return Verdict((Refusal("RB-6", "rb.6.too-many", params),))
    if said.models == has(book, position, said.unit):
        return Verdict((Refusal("RB-6", "rb.6.so-already", params),))
    return Verdict()


def amending(book: Book, state: State, frame: Amending) -> Iterator[Event]:
    """All others are asked at once; one who objects leaves it as it is. [RB-6, RB-33]"""
    position, said = state.position, frame.said
    others = [one for one in taking_part(book, position) if one != frame.seat]
    heard = {one: frame.heard(AMENDMENT, one) for one in others}
    if any(one is None for one in heard.values()):
        about = (frame.seat, f"has:{said.unit}:{said.models}", *foretold(book, position, said))
        for one in others:
            if heard[one] is None:
                options = (names.AGREE, names.DISPUTE)
                yield Asked(Ask(one, AMENDMENT, "RB-6", options=options, about=about))
        return
    against = [one for one, answer in heard.items() if answer == Choose(names.DISPUTE)]
    events = tuple(decided(book, position, frame, against))
    yield Popped()
    yield from events
    here = taking_part(book, after(position, events))
    if any(ask.seat in position.seats() and ask.seat not in here for ask in state.asks):
        yield Pushed(AskingAnew())
    if any(isinstance(event, Removed) for event in events):
        yield from queued(ground_of(book).then)


def decided(
    book: Book, position: Position, frame: Amending, against: list[Seat]
) -> Iterator[Event]:
    """The unit has so many models, unless anybody is against it. [RB-6]

    One that was gone is in no combat when it is back. [RB-7]
    """
    said = frame.said
    params: dict[str, Param] = {"seat": frame.seat, "unit": said.unit, "number": said.models}
    if against:
        yield Ruled("RB-6", "rb.6.refused", {**params, "seats": tuple(against)})
        return
    events = tuple(set_right(book, position, said))
    yield Ruled("RB-6", "rb.6.amended", params)
    yield from events
    for seats, count in rescored(book, position, events):
        told: dict[str, Param] = {"seats": seats, "count": count}
        yield Ruled("RB-6", f"score.{score_of(book).name}", told)


def set_right(book: Book, position: Position, said: Amend) -> Iterator[Event]:
    """The events by which a unit has so many models. [RB-6]"""
    now, ground = has(book, position, said.unit), ground_of(book)
    if said.models > now:
        if not now:
            yield from parted(position, said.unit)
        yield from ground.give_back(book, position, said.unit, said.models)
    elif said.models < now:
        yield from ground.lose(book, position, said.unit, now - said.models, "")


def rescored(
    book: Book, position: Position, events: tuple[Event, ...]
) -> Iterator[tuple[tuple[Seat, ...], int]]:
    """The seats of each side whose score is another one after those events, and that. [RB-6]"""
    before, now = scores(book, position), scores(book, after(position, events))
    for seats in sides(position).values():
        if before[seats[0]] != now[seats[0]]:
            yield seats, now[seats[0]]


def foretold(book: Book, position: Position, said: Amend) -> Iterator[str]:
    """What an amendment would change of the scores: `score:points-lost:8:red,green`. [RB-6]"""
    for seats, count in rescored(book, position, tuple(set_right(book, position, said))):
        yield f"score:{score_of(book).name}:{count}:{','.join(seats)}"


PROCEDURES = {Amending: amending}
JUDGES = {Amend: judge_amend}
ANYTIME = {Amend: lambda seat, said: Amending(seat=seat, said=said)}
