"""Where the core rules ask whose choice it is: orders, denials, strikes back. [CM-5]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.carnage.names import DEPUTY
from condotta.rules.carnage.orders import ChooseOrder
from condotta.rules.carnage.settings import settings_of
from condotta.rules.carnage.volunteers import STRIKES_BACK, Volunteers
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish import seams
from condotta.rules.skirmish.finding.terms import INTERVENE
from condotta.rules.skirmish.reading.field import Unit, field, playing

REACH = 3 * core.INCH
CLAUSES = {
    core.FIGHTS: "CM-45",
    core.INTERVENTIONS: "CM-34",
    core.MORALE_TESTS: "CM-56",
    core.OVERWATCH: "CM-122",
    core.DENIAL: "CM-26",
    core.COUNTER: STRIKES_BACK,
}


def ordered(_: Position, purpose: str, seats: tuple[Seat, ...]) -> Iterator[Frame]:
    """The active player's order of those seats. [CM-34, CM-122, CM-45, CM-56]"""
    holds = core.ORDER + purpose
    yield ChooseOrder(purpose=purpose, seats=seats, clause=CLAUSES[purpose], holds=holds)


def near_active(position: Position, unit: Unit) -> bool:
    """Whether a character is within 3 inches of a model of the active player. [CM-35]"""
    here = field(position)
    return unit.has(core.CHARACTER) and any(
        here.within(unit, other, REACH)
        for seat in position.active
        if seat != unit.seat
        for other in here.of(seat)
    )


def one_of(
    _: Callable[..., Frame], __: Position, purpose: str, seats: tuple[Seat, ...], about: str
) -> Frame:
    """Wishes, then the active player's pick. [CM-25, CM-26, CM-53]"""
    holds = core.PICKED + purpose
    return Volunteers(
        purpose=purpose, seats=seats, clause=CLAUSES[purpose], holds=holds, about=about
    )


def may_intervene(position: Position, unit: Unit) -> Refusal | None:
    """Only models of the active player open an intervention. [CM-35, CM-36]"""
    if near_active(position, unit):
        return None
    return Refusal("CM-35", "cm.35.far", {"piece": unit.id})


def chooses(below: Callable[[Position], Seat], position: Position) -> Seat:
    """Whoever is the active player's deputy, once it is out of the game. [CM-105]

    RULING CM-105: before anybody has been rolled for, whoever is first at the table says which of
    several models that fall at one moment falls first.
    """
    here, active = playing(position), below(position)
    chosen = (seat for seat in here if position.count(seat, DEPUTY) == position.turn)
    return next(chosen, active if active in here else next(iter(here), active))


def unbound(book: Book) -> bool:
    """Whether who charged may attack any enemy.

    # RULING CM-43: only whom it charged, unless it is chosen otherwise.
    """
    return settings_of(book).flag("chargersAttackAny")


def in_blocks(book: Book) -> bool | None:
    """Whether each fights all its fights together once one has none left.

    # RULING CM-123: one unit at a time, in the same order, unless it is chosen otherwise.
    """
    return settings_of(book).flag("fightsInBlocks") or None


def one_by_one(book: Book) -> bool | None:
    """Whether those who intervene take turns, one character each.

    # RULING CM-120: each makes all of its own, unless it is chosen otherwise.
    """
    return settings_of(book).flag("interventionsAlternate") or None


def nearer_to(book: Book, position: Position, way: str) -> tuple[Seat, ...] | None:
    """Whose models an intervention must get nearer to; None is any enemy's.

    # RULING CM-121: any enemy's, unless it is chosen that it is those of whose turn it is.
    """
    chosen = settings_of(book).word("interventionsToward") == "active"
    return position.active if chosen and way == INTERVENE else None


HOOKS: tuple[Any, ...] = (
    (seams.ORDERED, ordered, "CM-5"),
    (seams.ONE_OF, one_of, "CM-26"),
    (seams.MAY_INTERVENE, may_intervene, "CM-35"),
    (seams.CHOOSER, chooses, "CM-105"),
    (seams.UNBOUND, unbound, "CM-43"),
    (seams.IN_BLOCKS, in_blocks, "CM-123"),
    (seams.ONE_BY_ONE, one_by_one, "CM-120"),
    (seams.NEARER_TO, nearer_to, "CM-121"),
)
