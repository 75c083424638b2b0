"""Overwatch: the targets of a charge shoot at the charger, before it rolls. [SK-90, SK-91]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Frame, Loop
from condotta.kernel.book import Book, Judge, Menu, Procedure
from condotta.kernel.events import Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.volleys import gathered, resolving
from condotta.rules.skirmish.reading import order
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.records import Share
from condotta.rules.skirmish.shooting.aiming import targets, usual
from condotta.rules.skirmish.shooting.targeting import measured, why_not_shares

WINDOW = "overwatch"
FIRE, HOLD = "fire", "hold"


class Overwatch(Loop, frozen=True, kw_only=True):
    """One target after another fires or does not, those of one seat after those of another.

    `targets` have still to be asked. [SK-90]
    """

    charger: str
    targets: tuple[str, ...]


class FireOverwatch(Action, frozen=True):
    """A unit fires at whoever charges it with these weapons. [SK-90]"""

    shares: tuple[Share, ...]


def overwatch(book: Book, state: State, frame: Overwatch) -> Iterator[Event]:
    """Ask the next target that can fire, or let it fire. [SK-90]"""
    position = state.position
    here = field(position)
    charger = here.units.get(frame.charger)
    able = [unit for unit in frame.targets if can_fire(book, position, unit, frame.charger)]
    if charger is None or not able:
        yield from order.disordered(position, names.OVERWATCH)
        yield Popped()
        return
    seats = order.turns_of(position, names.OVERWATCH, (here.unit(unit).seat for unit in able))
    unit = next(unit for unit in able if here.unit(unit).seat == seats[0])
    if not frame.answers:
        ask = Ask(seats[0], WINDOW, "SK-90", (FIRE, HOLD), ("FireOverwatch",), (unit, charger.id))
        yield from order.asked_alone(state, ask)
        return
    said = frame.answers[0].said
    yield Popped()
    yield Pushed(
        replace(frame, targets=tuple(one for one in frame.targets if one != unit), answers=())
    )
    if said == Choose(HOLD):
        return
    shares = (
        said.shares if isinstance(said, FireOverwatch) else fire(book, position, unit, charger.id)
    )
    yield Ruled("SK-90", "sk.90.fires", {"unit": unit, "target": charger.id})
    shares = measured(here, here.unit(unit), shares)
    yield from resolving(gathered(position, shares, names.OVERWATCH))


def fire(book: Book, position: Position, unit: str, charger: str) -> tuple[Share, ...]:
    """Everything that a unit would usually fire at whoever charges it. [SK-90]"""
    here = field(position)
    return usual(book, here, here.unit(unit), charger, names.OVERWATCH)


def can_fire(book: Book, position: Position, unit: str, charger: str) -> bool:
    """Whether a target may fire: no enemy, whosever, within an inch of it, and something to fire.

    [SK-90] RULING SK-148: any enemy within an inch counts, as B-9 has it.
    """
    here = field(position)
    if unit not in here.units or charger not in here.units:
        return False
    one = here.unit(unit)
    return not here.engaged(one) and charger in targets(book, here, one, names.OVERWATCH)


def owners(
    book: Book, position: Position, charger: str, declared: tuple[str, ...]
) -> tuple[Seat, ...]:
    """The seats of the targets that may fire, in the order from the active one. [SK-90]"""
    here = field(position)
    able = (here.unit(one).seat for one in declared if can_fire(book, position, one, charger))
    return order.turns_of(position, names.OVERWATCH, able)


def judge_fire(
    book: Book, position: Position, _: Seat, ask: Ask | None, said: FireOverwatch
) -> Verdict:
    """Whether the unit that is asked may fire so: at the charger alone. [SK-90, SK-91]"""
    assert ask is not None
    name, charger = ask.about
    unit = field(position).unit(name)
    for share in said.shares:
        if share.target != charger:
            params = {"unit": name, "target": charger}
            return Verdict(refusals=(Refusal("SK-90", "sk.90.charger", params),))
    refused = why_not_shares(book, position, unit, said.shares, names.OVERWATCH)
    return Verdict(refusals=() if refused is None else (refused,))


def sample(_: Book, __: Position, ___: Ask, random: Random) -> Action:
    """Mostly fire."""
    return Choose(FIRE) if random.random() < 0.9 else Choose(HOLD)


def salient(_: Book, __: Position, ___: Ask) -> Iterator[Action]:
    """Fire, or hold."""
    yield Choose(FIRE)
    yield Choose(HOLD)


PROCEDURES: dict[type[Frame], Procedure] = {Overwatch: overwatch}
JUDGES: dict[type[Action], Judge] = {FireOverwatch: judge_fire}
MENUS = {WINDOW: Menu(sample, salient)}
