"""Phases that hands play, and the stratagems that are paid for in them. [RB-30, RB-34]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.reported import names
from condotta.rules.reported.ground import reporter, taking_part
from condotta.rules.reported.hands import playing
from condotta.rules.skirmish import names as core
from condotta.rules.skirmish.reading.stratagems import (
    COMMAND_REROLL,
    COSTS,
    COUNTER_OFFENSIVE,
    INSANE_BRAVERY,
    may_use,
    spent,
)

MOMENTS = {
    COMMAND_REROLL: core.PHASES,
    COUNTER_OFFENSIVE: (core.FIGHT,),
    INSANE_BRAVERY: (core.MORALE,),
}
"""The phases in which each stratagem may be used. [SK-131, SK-132, SK-133]"""


def worded(stratagem: str) -> str:
    """What a stratagem is called, in words."""
    return f"rb.stratagem.{stratagem.replace(' ', '-')}"


class Silent(Script, frozen=True, kw_only=True):
    """A phase that hands play and of which nothing is reported: it is asked when it is over.

    [RB-34]
    """

    phase: str


class UseStratagem(Action, frozen=True):
    """A stratagem is used at the table, and paid for here. [RB-30]"""

    stratagem: str


class Paying(Script, frozen=True, kw_only=True):
    """Its command points go. [RB-30]"""

    seat: Seat
    said: UseStratagem


def silent(book: Book, state: State, frame: Silent) -> Iterator[Event]:
    """Ask whoever's turn it is, or the first at the table who is in the game. [RB-33, RB-34]"""
    seat = reporter(book, state.position)
    if seat and frame.heard(names.PLAYING) is None:
        about = (frame.phase,)
        yield Asked(Ask(seat, names.PLAYING, "RB-34", options=(names.OVER,), about=about))
        return
    yield Popped()


def paying(_: Book, state: State, frame: Paying) -> Iterator[Event]:
    """Its cost is spent, and the seat has used it in this phase. [RB-30, SK-130]"""
    position, name = state.position, frame.said.stratagem
    yield from spent(position, frame.seat, name)
    params: dict[str, Param] = {
        "seat": frame.seat,
        "stratagem": worded(name),
        "points": COSTS[name],
        "left": position.count(frame.seat, core.CP) - COSTS[name],
    }
    yield Ruled("RB-30", "rb.30.used", params)
    yield Popped()


def judge_stratagem(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: UseStratagem
) -> Verdict:
    """Whether it is there, it is its phase, and the seat can pay. [RB-30, SK-129 to SK-133]"""
    if said.stratagem not in COSTS:
        return Verdict((Refusal("RB-30", "rb.30.none", {"stratagem": said.stratagem}),))
    name = worded(said.stratagem)
    found = []
    if not playing(position) or position.phase not in MOMENTS[said.stratagem]:
        found.append(Refusal("RB-30", "rb.30.moment", {"stratagem": name}))
    if seat not in taking_part(book, position):
        found.append(Refusal("RB-33", "rb.30.out", {"seat": seat}))
    elif not may_use(book, position, seat, said.stratagem):
        has, cost = position.count(seat, core.CP), COSTS[said.stratagem]
        key, clause = ("points", "SK-129") if has < cost else ("twice", "SK-130")
        params: dict[str, Param] = {"stratagem": name, "points": cost, "left": has}
        found.append(Refusal(clause, f"rb.30.{key}", params))
    return Verdict(tuple(found))


PROCEDURES = {Silent: silent, Paying: paying}
JUDGES = {UseStratagem: judge_stratagem}
ANYTIME = {UseStratagem: lambda seat, said: Paying(seat=seat, said=said)}
