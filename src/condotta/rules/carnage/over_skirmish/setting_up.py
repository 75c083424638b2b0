"""Quarters, deployment and ranks; whose turn is next; when it is over. [CM-65 to CM-83]"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.carnage import names, quarters, turns
from condotta.rules.carnage.eliminations import Eliminations
from condotta.rules.carnage.ranking import among
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish import seams
from condotta.rules.skirmish.reading.field import Model, in_game
from condotta.rules.skirmish.records import Result
from condotta.rules.skirmish.setting_out.opening import FirstTurn
from condotta.table import Polygon


def zone(
    below: Callable[[Position, Seat], tuple[Polygon, ...]], position: Position, seat: Seat
) -> tuple[Polygon, ...]:
    """A seat's own quarter. [CM-74]"""
    return quarters.zone(position, seat) or below(position, seat)


def too_near(book: Book, position: Position, _: Seat, model: Model) -> Refusal | None:
    """Every part of a base, or its middle, is farther than 9 inches off. [CM-74, CM-75]"""
    if quarters.too_central(book, position, model.base):
        clause = "CM-75" if quarters.by_middle(book) else "CM-74"
        return Refusal(clause, "cm.74.centre", {"piece": model.id})
    return None


def order(_: Callable[[Position], tuple[Seat, ...]], position: Position) -> tuple[Seat, ...]:
    """One unit each in the order in which quarters were chosen. [CM-72, CM-73]"""
    return quarters.deployment_order(position)


def phase_after(below: Callable[[Position], str], position: Position) -> str:
    """Whoever is out in its own turn has no further phases but the others' Morale. [CM-105]"""
    out = not any(in_game(position, seat) for seat in position.active)
    return core.MORALE if out else below(position)


def passes_on(_: Callable[[Position], Frame], position: Position) -> Frame:
    """Somebody decides whose turn comes next. [CM-16, CM-17, CM-84]"""
    return turns.following(position)


def settled(position: Position) -> Iterator[Frame]:
    """Units are gone: it is seen who is out, and who alone is left. [CM-95]

    Who vanishes in the same effect vanishes together. [CM-97]
    """
    if position.count(names.TABLE, names.ROUND):
        yield Eliminations()


def over_yet(_: Any, __: Book, ___: Position, ____: str) -> Result | None:
    """The layer itself says when it is over: in `turns` and in `eliminations`. [CM-87, CM-94]"""
    return None


HOOKS: tuple[Any, ...] = (
    (seams.SET_UP, among(core.DEPLOYMENT, FirstTurn), "CM-69"),
    (seams.DEPLOY_ZONE, zone, "CM-74"),
    (seams.DEPLOY_REFUSE, too_near, "CM-74"),
    (seams.ZONE_BY_MIDDLE, quarters.by_middle, "CM-75"),
    (seams.DEPLOY_ORDER, order, "CM-72"),
    (seams.NEXT_PHASE, phase_after, "CM-105"),
    (seams.NEXT_TURN, passes_on, "CM-16"),
    (seams.SETTLED, settled, "CM-95"),
    (seams.VICTORY, over_yet, "CM-95"),
)
