"""Missions: the layer's own, and those of the base game made ones for many. [CM-110, CM-116]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.carnage.host import Mission
from condotta.rules.carnage.settings import settings_of
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish import seams
from condotta.rules.skirmish.setting_out import missions as core_missions

MIDDLE = Decimal("0.5")
ONE_MARKER = core_missions.Mission("nothing", ((MIDDLE, MIDDLE),))
"""Carnage to the base game: a marker in the middle that the layer itself scores. [CM-65]"""

FOR_MANY: Mapping[str, Mission] = {
    name: Mission(counter=core.VP, clear=int(core_missions.STRIPS_APART), ranked=False)
    for name in core_missions.missions()
}
"""Two zones so far from the line between them become quarters so far from the middle. [CM-115]"""


class Scoring(Script, frozen=True, kw_only=True):
    """The base game's own scoring at a round's end, in a mission of its own. [CM-116]"""


def scoring(book: Book, state: State, _: Scoring) -> Iterator[Event]:
    """Its points, each compared with all enemies."""
    yield from core_missions.scored(book, state.position)
    yield Popped()


def round_over(book: Book, position: Position) -> tuple[Frame, ...]:
    """The base game's scoring, and what else it puts at the end of a battle round. [SK-45]"""
    return (Scoring(), *book.union(seams.ROUND_OVER, position))


def mission(_: Any, book: Book) -> core_missions.Mission:
    """One marker in the middle, or the mission that the settings name. [CM-65, CM-110]"""
    return core_missions.missions().get(settings_of(book).word("mission"), ONE_MARKER)


PROCEDURES = {Scoring: scoring}
HOOKS: tuple[Any, ...] = ((seams.MISSION, mission, "CM-110"),)
