"""Mortal wounds: nobody saves them, and they go on to the next model. [SK-65, SK-66]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Pushed, Ruled
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.skirmish.attacks.attack_lines import ignores, seat_of, standing
from condotta.rules.skirmish.attacks.attacks import suffered, to_ignore
from condotta.rules.skirmish.attacks.losing import Losing
from condotta.rules.skirmish.attacks.removing import (
    Aftermath,
    Blast,
    Deaths,
    after_all_dying,
    dying,
)
from condotta.rules.skirmish.reading.dice import (
    ALL_PIPS,
    Throw,
    expression,
    faces_of,
    one_die,
    thrown,
)
from condotta.rules.skirmish.records import Mortal

MORTAL, IGNORED = "mortal wounds", "wounds ignored"
THREE = 3


class Inflict(Script, frozen=True, kw_only=True):
    """So many mortal wounds on a unit. [SK-66]"""

    mortal: Mortal


class Harming(Script, frozen=True, kw_only=True):
    """An effect that causes mortal wounds, so often; a random number is rolled for first.

    `by` rolls it, and the wounds are that seat's doing.
    """

    unit: str
    amount: str
    by: Seat = ""
    clause: str = "SK-66"
    times: int = 1


def inflict(book: Book, state: State, frame: Inflict) -> Iterator[Event]:
    """A die for each wound that may be ignored; the others are lost one by one. [SK-65, SK-66]"""
    position, mortal = state.position, frame.mortal
    models = standing(position, mortal.unit)
    if not models or mortal.wounds < 1:
        yield Popped()
        return
    need = ignores(position, models[0])
    dice, worth = mortal.wounds if need else 0, frozenset(range(1, need))
    defender = seat_of(position, mortal.unit)
    needed = to_ignore(mortal.unit, need)
    throw = Throw(IGNORED, "SK-65", defender, dice, (mortal.unit,), worth=worth, needed=needed)
    pips = yield from thrown(book, position, frame, throw)
    lost = sum(suffered([mortal.wounds], need, pips))
    params: dict[str, Param] = {"unit": mortal.unit, "wounds": mortal.wounds, "lost": lost}
    yield Ruled(mortal.clause, "sk.66.mortal", params)
    yield Popped()
    if lost:
        yield Pushed(
            Losing(unit=mortal.unit, amounts=(1,) * lost, by=mortal.by, clause=mortal.clause)
        )


def harming(book: Book, state: State, frame: Harming) -> Iterator[Event]:
    """How many mortal wounds it is. [SK-66]"""
    position = state.position
    if not standing(position, frame.unit):
        yield Popped()
        return
    said = expression(frame.amount)
    seat = frame.by or seat_of(position, frame.unit)
    own = position.side(seat) == position.side(seat_of(position, frame.unit))
    dice, worth = said.dice * frame.times, wished_away(said.sides, fewer=own)
    key = "sk.66.half" if said.sides == THREE else "sk.66.roll"
    needed = Needed(key, {"unit": frame.unit}, counts=faces_of(said))
    throw = Throw(MORTAL, frame.clause, seat, dice, (frame.unit,), worth=worth, needed=needed)
    pips = yield from thrown(book, position, frame, throw)
    number = said.number * frame.times
    if said.sides:
        number = said.read(pips) + said.plus * (frame.times - 1)
    yield Popped()
    yield Pushed(
        Inflict(mortal=Mortal(unit=frame.unit, wounds=number, by=frame.by, clause=frame.clause))
    )


def wished_away(sides: int, *, fewer: bool) -> frozenset[int]:
    """The pips that could be better: fewer wounds for one's own, more for others. [SK-131]

    >>> sorted(wished_away(3, fewer=True)), sorted(wished_away(6, fewer=False))
    ([3, 4, 5, 6], [1, 2, 3, 4, 5])
    """
    if not sides:
        return frozenset()
    best = 1 if fewer else sides
    return frozenset(pip for pip in ALL_PIPS if one_die(pip, sides) != best)


def blast(_: Book, state: State, frame: Blast) -> Iterator[Event]:
    """One unit after another; then those whom it slew, all at one moment. [SK-69, SK-70]

    RULING SK-152: in the order in which they were mustered; it changes nothing for any of them.
    """
    yield Popped()
    if not frame.units:
        under_way = any(isinstance(one, Deaths) for one in state.agenda)
        waiting = dying(state.position) and not under_way
        yield Pushed(Deaths() if waiting else Aftermath())
    else:
        first, *rest = frame.units
        turn = frame.turn or after_all_dying(state.position)
        yield Pushed(replace(frame, units=tuple(rest), turn=turn))
        yield Pushed(Harming(unit=first, amount=frame.amount, by=frame.by, clause=frame.clause))


PROCEDURES: dict[type[Frame], Procedure] = {Inflict: inflict, Harming: harming, Blast: blast}
