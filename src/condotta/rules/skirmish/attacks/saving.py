"""Wounds are allocated, saved, and cost models wounds. [SK-60 to SK-65, SK-85, SK-86]

Wounds that models take which are alike to the dice are rolled for together. [SK-56]
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Procedure, Rests
from condotta.kernel.events import Asked, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param, Tally
from condotta.kernel.state import State
from condotta.rules.skirmish.attacks.allocation import ask_allocate, hurt, of_frame
from condotta.rules.skirmish.attacks.attack_lines import (
    alike,
    arm_of,
    guard,
    ignores,
    line,
    seat_of,
    standing,
)
from condotta.rules.skirmish.attacks.attacks import (
    NEVER,
    Guard,
    Line,
    by_armour,
    kept_damage,
    save_need,
    suffered,
    to_ignore,
    to_save,
)
from condotta.rules.skirmish.attacks.losing import Losing
from condotta.rules.skirmish.attacks.mortal_wounds import IGNORED, Harming
from condotta.rules.skirmish.reading.cover import uncovered
from condotta.rules.skirmish.reading.dice import (
    MOST_DICE,
    Expression,
    Throw,
    Thrown,
    expression,
    faces_of,
    one_die,
    thrown,
)
from condotta.rules.skirmish.reading.profile import left
from condotta.rules.skirmish.records import Volley

SAVES, DAMAGE = "saving throws", "damage"


class Saving(Script, frozen=True, kw_only=True):
    """Wounds still to be saved: at the weapon's AP, at its sharp AP; `extra` mortal effects wait.

    `queue` are the models that the defender named for the wounds to come.
    """

    volley: Volley
    plain: int = 0
    sharp: int = 0
    extra: int = 0
    queue: tuple[str, ...] = ()


class Batch(NamedTuple):
    """Wounds that are rolled for together, and a model that is like all that may take them.

    `takers` are the models that were named for them, one for each, where models differ.
    """

    number: int
    model: Piece
    guard: Guard
    sharp: bool
    takers: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()


def saving(book: Book, state: State, frame: Saving) -> Iterator[Event]:
    """One batch after another; then the mortal wounds that the attacks caused. [SK-66]

    RULING SK-149: wounds at the weapon's own AP are saved before those at its better one.
    """
    position, volley = state.position, frame.volley
    models = standing(position, volley.target)
    if not models or not frame.plain + frame.sharp:
        yield Popped()
        if models and frame.extra:
            yield Pushed(mortals(book, position, frame))
        return
    batch = yield from next_batch(book, position, frame, models)
    amounts = yield from outcome(book, position, frame, batch)
    yield Popped()
    yield Pushed(remaining(frame, batch))
    if any(amounts):
        yield Pushed(
            Losing(
                unit=volley.target,
                amounts=amounts,
                by=seat_of(position, volley.unit),
                takers=batch.takers,
            )
        )


def mortals(book: Book, position: Position, frame: Saving) -> Harming:
    """The mortal wounds that go with a volley's wounds, after its other damage. [SK-66]"""
    volley = frame.volley
    amount = line(book, position, volley).mortal
    by = seat_of(position, volley.unit)
    return Harming(unit=volley.target, amount=amount, by=by, clause="SK-66", times=frame.extra)


def remaining(frame: Saving, batch: Batch) -> Saving:
    """What is to be saved after a batch."""
    if batch.sharp:
        left_over = replace(frame, sharp=frame.sharp - batch.number)
    else:
        left_over = replace(frame, plain=frame.plain - batch.number)
    return replace(left_over, answers=(), queue=batch.queue)


def next_batch(
    book: Book, position: Position, frame: Saving, models: Sequence[Piece]
) -> Generator[Event, None, Batch]:
    """The wounds that are rolled for next, once it is known whose they are. [SK-60, SK-61]

    As long as a model that stands in no cover could fall last and leave the others in it, no more
    are rolled for than there are such models. [SK-86]
    """
    open_ones = uncovered(position, frame.volley, models)
    sharp = not frame.plain
    most = most_together(line(book, position, frame.volley), ignores(position, models[0]))
    number = min(most, frame.plain or frame.sharp)
    if 0 < len(open_ones) < len(models):
        number = min(number, len(open_ones))
    wounded = hurt(position, models)
    queue = of_frame(position, frame, frame.queue)
    takers: tuple[str, ...] = ()
    model = wounded or models[0]
    if not alike(position, models):
        if wounded is not None:
            takers = (wounded.id,)
        elif queue:
            takers = run_of(position, queue)[:number]
            queue = queue[len(takers) :]
        else:
            yield Asked(ask_allocate(position, frame.volley.target, models, number_left(frame)))
            raise Rests
        model, number = position.pieces[takers[0]], len(takers)
    how = guard(book, position, frame.volley, model, cover=not open_ones)
    return Batch(number, model, how, sharp, takers, queue)


def most_together(how: Line, ignoring: int) -> int:
    """How many wounds may be rolled for at once, so that no roll needs more dice than it may have.

    >>> most_together(Line(3, 4, 4), 0), most_together(Line(3, 4, 4, damage="D6"), 5)
    (200, 33)
    """
    said = expression(how.damage)
    dice = said.dice * (2 if how.two_dice else 1)
    return MOST_DICE // max(1, dice, said.most if ignoring else 0)


def number_left(frame: Saving) -> int:
    """The wounds that are still to be allocated."""
    return frame.plain + frame.sharp


def run_of(position: Position, queue: Sequence[str]) -> tuple[str, ...]:
    """The first models of a queue whose wounds can be rolled for together.

    They are of one kind and die of any wound, and none is named twice.
    """
    first = position.pieces[queue[0]]
    if left(position, first) > 1:
        return (first.id,)
    run = tuple(takewhile(lambda name: position.pieces[name].type == first.type, queue))
    again = next((at for at, name in enumerate(run) if name in run[:at]), len(run))
    return run[:again]


def outcome(
    book: Book, position: Position, frame: Saving, batch: Batch
) -> Generator[Event, None, tuple[int, ...]]:
    """What each wound of a batch costs, 0 where it was saved. [SK-62 to SK-65]"""
    volley = frame.volley
    how = line(book, position, volley)
    saves = yield from saved(book, position, frame, batch, how)
    failed = [index for index, holds in enumerate(saves) if not holds]
    costs = yield from damages(book, position, frame, batch, (how, len(failed)))
    found = [0] * batch.number
    for index, amount in zip(failed, costs, strict=True):
        found[index] = amount
    return tuple(found)


def saved(
    book: Book, position: Position, frame: Saving, batch: Batch, how: Line
) -> Generator[Event, None, tuple[bool, ...]]:
    """Which saving throws succeed; none is rolled that cannot. [SK-62, SK-63]"""
    volley = frame.volley
    ap = how.sharp_ap if batch.sharp else how.ap
    need = save_need(batch.guard, ap)
    throw = Throw(
        SAVES,
        "SK-62" if by_armour(batch.guard, ap) else "SK-63",
        seat_of(position, volley.target),
        batch.number if need < NEVER else 0,
        (volley.target, volley.unit),
        worth=frozenset(range(1, need)),
        reads=None if batch.takers else lambda pip: pip >= need,
        needed=to_save(volley, arm_of(position, volley), batch.guard, ap),
    )
    pips = yield from thrown(book, position, frame, throw)
    return tuple(pip >= need for pip in pips) if pips else (False,) * batch.number


def damages(
    book: Book, position: Position, frame: Saving, batch: Batch, attack: tuple[Line, int]
) -> Generator[Event, None, tuple[int, ...]]:
    """The wounds that each failed save costs, after those that are ignored. [SK-64, SK-65]"""
    (how, failed), volley = attack, frame.volley
    if not failed:
        yield told(volley, batch, how, (0, 0))
        return ()
    rolled = yield from damage(book, position, frame, attack)
    amounts: Sequence[int] = kept_damage(how, rolled)
    need = batch.guard.ignores
    seat, dice = seat_of(position, volley.target), sum(amounts) if need else 0
    worth = frozenset(range(1, need))
    reads = (lambda pip: suffered((1,), need, (pip,))) if set(amounts) == {1} else None
    throw = Throw(
        IGNORED,
        "SK-65",
        seat,
        dice,
        (volley.target,),
        worth=worth,
        reads=reads,
        needed=to_ignore(volley.target, need),
    )
    pips = yield from thrown(book, position, frame, throw)
    lost = suffered(amounts, need, pips)
    yield told(volley, batch, how, (failed, sum(lost)))
    return tuple(lost)


def damage(book: Book, position: Position, frame: Saving, attack: tuple[Line, int]) -> Thrown:
    """The damage of each failed save as rolled, a random one for each. [SK-64, B-12]"""
    (how, failed), volley = attack, frame.volley
    said = expression(how.damage)
    times = failed * (2 if how.two_dice else 1)
    if not said.sides:
        return (said.number,) * times
    models = standing(position, volley.target)
    most = max(left(position, one) for one in models)
    worth = frozenset(pip for pip in range(1, 6) if one_die(pip, said.sides) + said.plus < most)
    throw = Throw(
        DAMAGE,
        "SK-64",
        seat_of(position, volley.unit),
        said.dice * times,
        (volley.unit, volley.target),
        worth=worth,
        outcome=lambda pips: [min(most, one) for one in kept_damage(how, each(said, pips))],
        needed=Needed(
            "sk.64.roll", {"unit": volley.unit, "target": volley.target}, counts=faces_of(said)
        ),
    )
    return each(said, (yield from thrown(book, position, frame, throw)))


def each(said: Expression, pips: Sequence[int]) -> tuple[int, ...]:
    """An expression read as often as there are dice for it, in their order."""
    step = said.dice
    return tuple(said.read(pips[start : start + step]) for start in range(0, len(pips), step))


def told(volley: Volley, batch: Batch, how: Line, result: tuple[int, int]) -> Ruled:
    """The saves, what they needed and why, and what came of them. [SK-62]"""
    failed, lost = result
    ap = how.sharp_ap if batch.sharp else how.ap
    armour = by_armour(batch.guard, ap)
    params: dict[str, Param] = {
        "unit": volley.target,
        "wounds": batch.number,
        "needs": save_need(batch.guard, ap),
        "ap": ap,
        "unsaved": failed,
        "lost": lost,
    }
    key = "sk.62.saves" if armour else "sk.63.saves"
    if save_need(batch.guard, ap) == NEVER:
        key = "sk.62.none"
    parts = batch.guard.to_save if armour else ()
    return Ruled("SK-62" if armour else "SK-63", key, params, (Tally(volley.target, 0, parts),))


PROCEDURES: dict[type[Frame], Procedure] = {Saving: saving}
