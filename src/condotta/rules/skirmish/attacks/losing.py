"""Models lose wounds: who they are, who of them falls. [SK-22, SK-60, SK-61, SK-64]"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.state import State
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.allocation import (
    FALLING,
    ask_allocate,
    ask_falling,
    hurt,
    named,
    of_frame,
)
from condotta.rules.skirmish.attacks.attack_lines import alike, standing
from condotta.rules.skirmish.attacks.removing import slain
from condotta.rules.skirmish.reading.profile import left


class Losing(Script, frozen=True, kw_only=True):
    """Wounds lost by a unit, an amount for each attack; what a dead model has over is lost. [SK-64]

    `takers` are the models that were allocated the amounts, one for each; without them the owner
    says. `queue` are the models that he has named for what comes.
    """

    unit: str
    amounts: tuple[int, ...]
    by: Seat = ""
    clause: str = "SK-64"
    takers: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()


def spread(lefts: Sequence[int], amounts: Sequence[int]) -> tuple[int, ...]:
    """One model at a time; an amount's excess is lost with the model. [SK-61, SK-64]

    >>> spread((1, 1, 1), (3, 1)), spread((2, 2), (1, 1, 1))
    ((1, 1, 0), (2, 1))
    """
    lost = [0] * len(lefts)
    now = 0
    for amount in amounts:
        if now == len(lefts):
            break
        lost[now] = min(lefts[now], lost[now] + amount)
        if lost[now] == lefts[now]:
            now += 1
    return tuple(lost)


def losing(book: Book, state: State, frame: Losing) -> Iterator[Event]:
    """Who loses how much, once its owner has said what is his to say. [SK-60]"""
    position = state.position
    models = standing(position, frame.unit)
    amounts = tuple(amount for amount in frame.amounts if amount)
    if not models or not amounts:
        yield Popped()
        return
    if frame.takers:
        yield from lost_now(book, state, frame, designated(position, frame))
        return
    if not alike(position, models):
        yield from one_by_one(book, state, frame, models)
        return
    order = yield from ordered(position, frame, models, amounts)
    if order is not None:
        shares = spread([left(position, one) for one in order], amounts)
        yield from lost_now(book, state, frame, dict(zip(order, shares, strict=True)))


def designated(position: Position, frame: Losing) -> dict[Piece, int]:
    """What the models lose that the amounts were allocated to."""
    lost: dict[str, int] = {}
    for name, amount in zip(frame.takers, frame.amounts, strict=True):
        lost[name] = lost.get(name, 0) + amount
    pieces = {name: position.pieces[name] for name in lost}
    return {pieces[name]: min(left(position, pieces[name]), lost[name]) for name in lost}


def ordered(
    position: Position, frame: Losing, models: Sequence[Piece], amounts: Sequence[int]
) -> Generator[Event, None, tuple[Piece, ...] | None]:
    """Models that are alike in the order in which they take wounds, the wounded one first.

    RULING SK-157: their owner says which of them fall once it is known how many do. Before the dice
    he could have said no more, as to the dice they are all one.
    """
    wounded = hurt(position, models)
    first = () if wounded is None else (wounded,)
    fresh = tuple(one for one in models if one is not wounded)
    lefts = [left(position, one) for one in (*first, *fresh)]
    shares = spread(lefts, amounts)[len(first) :]
    touched = sum(lost > 0 for lost in shares)
    spared = touched and shares[touched - 1] < left(position, fresh[touched - 1])
    if not touched or (touched == len(fresh) and (touched == 1 or not spared)):
        return (*first, *fresh)
    said = named(frame, FALLING)
    if not said:
        yield Asked(ask_falling(position, frame.unit, fresh, touched))
        return None
    chosen = tuple(position.pieces[name] for name in said)
    return (*first, *chosen, *(one for one in fresh if one.id not in said))


def one_by_one(book: Book, state: State, frame: Losing, models: Sequence[Piece]) -> Iterator[Event]:
    """Models that differ: one amount on one model, then the rest. [SK-60, SK-61]"""
    position = state.position
    wounded = hurt(position, models)
    queue = of_frame(position, frame, frame.queue)
    if wounded is None and not queue:
        yield Asked(ask_allocate(position, frame.unit, models, len(frame.amounts)))
        return
    taker = wounded or position.pieces[queue[0]]
    rest = replace(
        frame,
        answers=(),
        amounts=frame.amounts[1:],
        queue=queue if wounded is not None else queue[1:],
    )
    lost = {taker: min(left(position, taker), frame.amounts[0])}
    yield from lost_now(book, state, frame, lost, rest)


def lost_now(
    book: Book,
    state: State,
    frame: Losing,
    lost: dict[Piece, int],
    rest: Losing | None = None,
) -> Iterator[Event]:
    """The wounds are lost, whoever has none left is slain, and the rest follows. [SK-22]"""
    position = state.position
    hit = {model: number for model, number in lost.items() if number}
    fallen = tuple(model.id for model, number in hit.items() if number == left(position, model))
    yield Ruled(
        frame.clause,
        "sk.64.lost" if len(fallen) < len(hit) else "sk.64.slain",
        {"unit": frame.unit, "wounds": sum(hit.values()), "slain": len(fallen)},
    )
    for model, number in hit.items():
        if model.id not in fallen:
            now = position.count(model.id, names.WOUNDS) + number
            yield Counted(model.id, names.WOUNDS, now)
    yield Popped()
    if rest is not None and rest.amounts:
        yield Pushed(rest)
    if fallen:
        yield from slain(book, state, fallen, by=frame.by, clause=frame.clause)


PROCEDURES: dict[type[Frame], Procedure] = {Losing: losing}
