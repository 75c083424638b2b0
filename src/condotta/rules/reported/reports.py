"""Reports: what a phase at the real table brought, confirmed by those who suffer. [RB-3 to RB-8]"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from condotta.kernel.asks import Action, Ask, Choose, Roll, Script
from condotta.kernel.book import Book, Rests
from condotta.kernel.events import Asked, Cleared, Counted, Event, Marked, Popped, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Mark, Record, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.asking import answered
from condotta.rules.reported import names
from condotta.rules.reported.ground import (
    aside,
    ground_of,
    reporter,
    standing,
    taking_part,
)
from condotta.rules.steps import giving_way, queued

MOST_THROWS = 3
"""How often two equal dice are thrown in a dispute, the first time among them. [RB-5]"""
MOST_LOSSES = 60
"""How many units one report may speak of."""


class Loss(Record, frozen=True):
    """What one unit has lost: so many models, all of it where `models` is 0, by a seat's doing.

    Nobody's doing is an empty seat: a mishap, a flight off the table.
    """

    unit: str
    models: int = 0
    by: Seat = ""


class Fight(Record, frozen=True):
    """Two units of different sides that are in combat with each other."""

    unit: str
    other: str


class Report(Action, frozen=True):
    """What happened at the table: losses, who fights whom now, how many are near the objective.

    Of what the question does not ask for nothing may be said. `near` says how many models of each
    seat are near enough to the objective; a seat that is not named has none. [RB-3, RB-7, RB-8]
    """

    losses: tuple[Loss, ...] = ()
    fights: tuple[Fight, ...] = ()
    near: Mapping[Seat, int] = {}


class Reporting(Script, frozen=True, kw_only=True):
    """A phase is played at the table; then it is reported, confirmed, and carried out. [RB-3]

    Of another reading that took a report's place it is confirmed by those who have not `spoken`,
    the last of whom said it. [RB-5]
    """

    phase: str
    asks: tuple[str, ...]
    reading: Report | None = None
    spoken: tuple[Seat, ...] = ()


# ── the report ───────────────────────────────────────────────────────────────
def reporting(book: Book, state: State, frame: Reporting) -> Iterator[Event]:
    """Ask who is active, then those who suffer; a dispute is settled before anything is done.

    Of whoever has left since nothing holds: the next in the table's order reports. [RB-3 to RB-5,
    RB-33]
    """
    position = state.position
    seat = reporter(book, position)
    if not seat:
        yield Popped()
        return
    spoken, report = spoken_in(frame)
    if report is None:
        about = (frame.phase, *frame.asks)
        options = (names.NOTHING,) if frame.asks == (names.LOSSES,) else ()
        yield Asked(Ask(seat, names.REPORT, "RB-3", options=options, says=("Report",), about=about))
        return
    if spoken[-1] not in taking_part(book, position):
        yield from giving_way((Reporting(phase=frame.phase, asks=frame.asks),))
        return
    waiting = concerned(book, position, frame.asks, spoken, report)
    answers = {one: frame.heard(names.CONFIRM, one) for one in waiting}
    if any(one is None for one in answers.values()):
        yield from confirming(frame, waiting, spoken[-1], report)
        return
    says = spoken[-1]
    against = next((one for one, said in answers.items() if said == Choose(names.DISPUTE)), "")
    if against:
        other = yield from settled(position, frame, (spoken[-1], against), report)
        both = (*spoken, against)
        if other is not report and concerned(book, position, frame.asks, both, other):
            anew = Reporting(phase=frame.phase, asks=frame.asks, reading=other, spoken=both)
            yield from giving_way((anew,))
            return
        says, report = (says if other is report else against), other
    yield from carried_out(book, position, says, frame, report)


def spoken_in(frame: Reporting) -> tuple[tuple[Seat, ...], Report | None]:
    """Who has said what happened, whoever said it last at the end, and that; or nothing yet."""
    if frame.reading is not None:
        return frame.spoken, frame.reading
    for one in frame.answers:
        if one.window == names.REPORT:
            return (one.seat,), one.said if isinstance(one.said, Report) else Report()
    return (), None


def confirming(
    frame: Reporting, waiting: tuple[Seat, ...], says: Seat, report: Report
) -> Iterator[Event]:
    """Everybody who is concerned is asked at once whether it is as somebody says. [RB-4]"""
    for one in waiting:
        if frame.heard(names.CONFIRM, one) is None:
            options, about = (names.AGREE, names.DISPUTE), (says, *summary(report))
            yield Asked(Ask(one, names.CONFIRM, "RB-4", options=options, about=about))


def concerned(
    book: Book, position: Position, asks: tuple[str, ...], spoken: tuple[Seat, ...], report: Report
) -> tuple[Seat, ...]:
    """The others who lose, gain by a loss, fight or have models near by a report. [RB-4, RB-33]

    Where nobody is near any more, those who were have lost by it. [RB-8]
    """
    found: set[Seat] = set()
    for loss in report.losses:
        found |= {position.pieces[loss.unit].controller, loss.by}
    for fight in report.fights:
        found |= {position.pieces[one].controller for one in (fight.unit, fight.other)}
    if names.NEAR in asks:
        near = [one for one in position.seats() if position.count(one, names.NEAR_MARKER)]
        found |= set(position.seats() if report.near else near)
    here = taking_part(book, position)
    return tuple(one for one in here if one in found and one not in spoken)


def summary(report: Report) -> tuple[str, ...]:
    """A report in words that a question can carry: `lost:R1:3:blue`, `fight:R1:B2`, `near:red:4`.

    >>> summary(Report((Loss("R1", 3, "blue"),), (Fight("R1", "B2"),), {"red": 4}))
    ('lost:R1:3:blue', 'fight:R1:B2', 'near:red:4')
    """
    return (
        *(f"lost:{one.unit}:{one.models}:{one.by}" for one in report.losses),
        *(f"fight:{one.unit}:{one.other}" for one in report.fights),
        *(f"near:{seat}:{number}" for seat, number in report.near.items()),
    )


def settled(
    position: Position, frame: Reporting, between: tuple[Seat, Seat], report: Report
) -> Generator[Event, None, Report]:
    """Two readings: the other is told, the reporter yields to it, or a die decides. [RB-5]

    It is `between` the reporter and who disputes.
    """
    (seat, against), about = between, (frame.phase, *frame.asks)
    nothing = (names.NOTHING,)
    ask = Ask(against, names.READING, "RB-5", options=nothing, says=("Report",), about=about)
    heard = yield from answered(frame, ask)
    other = heard if isinstance(heard, Report) else Report()
    options = (names.YIELD, names.ROLL)
    which = Ask(seat, names.WHICH, "RB-5", options=options, about=(against, *summary(other)))
    said: Choose = yield from answered(frame, which)
    if said.option == names.YIELD:
        yield Ruled("RB-5", "rb.5.yielded", {"seat": seat, "to": against})
        return other
    one, two = yield from unequal(frame, (seat, against))
    winner, pips = seat if one >= two else against, max(one, two)
    params: dict[str, Param] = {"seat": winner, "one": seat, "other": against, "pips": pips}
    yield Ruled("RB-5", "rb.5.rolled", params)
    yield Counted(names.TABLE, names.DISPUTES, position.count(names.TABLE, names.DISPUTES) + 1)
    return report if winner == seat else other


def unequal(frame: Reporting, seats: tuple[Seat, Seat]) -> Generator[Event, None, tuple[int, ...]]:
    """A die of each, thrown until they differ, three times at the most. [RB-5]"""
    rolls = [
        one.said.pips
        for one in frame.answers
        if one.window == names.DISPUTE_DICE and isinstance(one.said, Roll)
    ]
    if not rolls or (len(set(rolls[-1])) == 1 and len(rolls) < MOST_THROWS):
        yield Asked(Ask(CHANCE, names.DISPUTE_DICE, "RB-5", dice=2, about=seats))
        raise Rests
    return rolls[-1]


def carried_out(
    book: Book, position: Position, seat: Seat, frame: Reporting, report: Report
) -> Iterator[Event]:
    """What that seat said is told and done at one moment; then what follows from it. [RB-3]"""
    if report == Report():
        yield Ruled("RB-3", "rb.3.nothing", {"seat": seat})
    noting = tuple(noted(position, frame.asks, report))
    yield from noting
    position = after(position, noting)
    for loss in report.losses:
        done = tuple(taken(book, position, loss))
        yield from done
        position = after(position, done)
    yield Popped()
    if report.losses:
        yield from queued(ground_of(book).then)


def noted(position: Position, asks: tuple[str, ...], report: Report) -> Iterator[Event]:
    """Who fights whom now, and how many are near: what was said before is past. [RB-7, RB-8]"""
    if names.FIGHTS in asks:
        for piece in position.pieces.values():
            for other in piece.tails(names.MEETS):
                yield Cleared(piece.id, names.MEETS + other)
        for fight in report.fights:
            yield Marked(fight.unit, Mark(names.MEETS + fight.other))
            yield Ruled("RB-7", "rb.7.fights", {"unit": fight.unit, "other": fight.other})
    if names.NEAR in asks:
        for seat in position.seats():
            yield Counted(seat, names.NEAR_MARKER, report.near.get(seat, 0))
        if report.near:
            yield Ruled("RB-8", "rb.8.near", {f"at {one}": n for one, n in report.near.items()})


def taken(book: Book, position: Position, loss: Loss) -> Iterator[Event]:
    """A unit loses what was reported; one that is gone since has nothing to lose. [RB-3]"""
    ground, piece = ground_of(book), position.pieces[loss.unit]
    if piece.id not in ground.units(position, piece.controller):
        return
    left = ground.models(position, piece.id)
    number = min(left, loss.models or left)
    params: dict[str, Param] = {"unit": piece.id, "number": number, "seat": loss.by}
    key = "whole" if number == left else "models"
    yield Ruled("RB-3", f"rb.3.{key}{'-by' if loss.by else ''}", params)
    yield from ground.lose(book, position, piece.id, number, loss.by)


def parted(position: Position, unit: str) -> Iterator[Event]:
    """A unit is in combat with nobody any more. [RB-7]"""
    for piece in position.pieces.values():
        for other in piece.tails(names.MEETS):
            if unit in (piece.id, other):
                yield Cleared(piece.id, names.MEETS + other)


def fought(position: Position) -> tuple[tuple[str, str], ...]:
    """Who was reported to be in combat with whom, and is still there. [RB-7]"""
    return tuple(
        (piece.id, other)
        for piece in position.at("table")
        for other in piece.tails(names.MEETS)
        if other in position.pieces and position.pieces[other].place == "table"
    )


# ── whether ──────────────────────────────────────────────────────────────────
def judge_report(
    book: Book, position: Position, seat: Seat, ask: Ask | None, said: Report
) -> Verdict:
    """Whether that can have happened, all reasons at once. [RB-3, RB-7, RB-8]"""
    del seat
    assert ask is not None
    return Verdict(tuple(why_not(book, position, ask.about[1:], said)))


def why_not(
    book: Book, position: Position, asks: tuple[str, ...], said: Report
) -> Iterator[Refusal]:
    """Everything against a report."""
    parts = {names.LOSSES: said.losses, names.FIGHTS: said.fights, names.NEAR: said.near}
    for part, held in parts.items():
        if held and part not in asks:
            yield Refusal("RB-3", "rb.3.not-asked", {"what": f"rb.part.{part}"})
    there_now = frozenset(standing(book, position, position.seats()))
    if len(said.losses) > MOST_LOSSES:
        yield Refusal("RB-3", "rb.3.too-many", {"most": MOST_LOSSES})
    for unit in sorted({one.unit for one in said.losses} - there_now):
        yield Refusal("RB-3", "rb.3.no-unit", {"unit": unit})
    told = [one.unit for one in said.losses]
    for unit in sorted({one for one in told if told.count(one) > 1}):
        yield Refusal("RB-3", "rb.3.twice", {"unit": unit})
    for loss in said.losses:
        if loss.unit in there_now:
            yield from loss_refused(book, position, loss)
    yield from fights_refused(position, there_now, said.fights)
    left = left_after(book, position, said.losses)
    for one, number in said.near.items():
        if one not in position.seats() or number < 0:
            yield Refusal("RB-8", "rb.8.seat", {"seat": one, "number": number})
        elif number > left[one]:
            params: dict[str, Param] = {"seat": one, "number": number, "left": left[one]}
            yield Refusal("RB-8", "rb.8.more-than-there", params)


def left_after(book: Book, position: Position, losses: tuple[Loss, ...]) -> dict[Seat, int]:
    """How many models each seat has left once those losses are carried out. [RB-8]"""
    ground, lost = ground_of(book), {one.unit: one.models for one in losses}
    found = dict.fromkeys(position.seats(), 0)
    for seat in found:
        for unit in ground.units(position, seat):
            models = ground.models(position, unit)
            found[seat] += max(0, models - (lost[unit] or models)) if unit in lost else models
    return found


def fights_refused(
    position: Position, there_now: frozenset[str], fights: tuple[Fight, ...]
) -> Iterator[Refusal]:
    """Why units cannot be in combat with each other. [RB-7]"""
    for fight in fights:
        pair = (fight.unit, fight.other)
        params: dict[str, Param] = {"unit": fight.unit, "other": fight.other}
        if not there_now.issuperset(pair):
            yield Refusal("RB-7", "rb.7.gone", params)
        elif len({position.side(position.pieces[one].controller) for one in pair}) == 1:
            yield Refusal("RB-7", "rb.7.friends", params)


def loss_refused(book: Book, position: Position, loss: Loss) -> Iterator[Refusal]:
    """Why a unit that is there cannot have lost so much, or by that seat. [RB-3]

    Whoever stands aside in a phase suffers nothing in it.
    """
    holder = position.pieces[loss.unit].controller
    if aside(book, position, holder):
        yield Refusal("RB-3", "rb.3.neutral", {"unit": loss.unit, "seat": holder})
    left = ground_of(book).models(position, loss.unit)
    if not 0 <= loss.models <= left:
        params: dict[str, Param] = {"unit": loss.unit, "number": loss.models, "left": left}
        yield Refusal("RB-3", "rb.3.more-than-there", params)
    if loss.by and loss.by not in position.seats():
        yield Refusal("RB-3", "rb.3.no-seat", {"seat": loss.by})


PROCEDURES = {Reporting: reporting}
JUDGES = {Report: judge_report}
