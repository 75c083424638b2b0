"""Flank marches that come in at the table: paid for here, what was sealed is shown. [RB-11]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Placed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.reported.over_triumph.paying import WINDOW
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.ground.battlefield import home
from condotta.rules.triumph.movement.command import made
from condotta.rules.triumph.movement.flank_march import edges_open, entry, least_cost
from condotta.rules.triumph.stands.field import field
from condotta.rules.triumph.stands.reserves import coming, own_turns, reserves
from condotta.rules.triumph.tables import TABLES


class MarchIn(Action, frozen=True):
    """A command on a flank march has come in at the table, by an edge as seen from its own."""

    command: str
    edge: str


class Arriving(Script, frozen=True, kw_only=True):
    """A march that came in at the table is paid for. [RB-11]"""

    seat: Seat
    said: MarchIn


def judge_march_in(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: MarchIn
) -> Verdict:
    """Whether that command marches, may come now, by that edge, and can pay. [RB-11, TC-8.21]"""
    held = reserves(position, seat).get(said.command)
    if held is None:
        return Verdict((Refusal("RB-11", "rb.11.nobody", {"command": said.command}),))
    found = []
    if own_turns(position, seat) < TABLES.deployment.march_first_turn:
        found.append(Refusal("TC-8.21", "tc.8-21.early"))
    cost, left = least_cost(book, held), position.count(said.command, core.CP)
    if cost > left:
        found.append(Refusal("TC-8.30", "tc.8-30.points", {"cost": cost, "left": left}))
    open_now = edges_open(field(book, position), seat, said.command)
    if said.edge not in open_now:
        params: dict[str, Param] = {"command": said.command, "open": open_now}
        found.append(Refusal("RB-11", "rb.11.edge", params))
    return Verdict(tuple(found), cost=cost)


def arriving(book: Book, state: State, frame: Arriving) -> Iterator[Event]:
    """It is paid for, lies on the table, and what was sealed about it is shown. [RB-11, GT-4.6]"""
    position, said = state.position, frame.said
    held = reserves(position, frame.seat)[said.command]
    left = position.count(said.command, core.CP) - least_cost(book, held)
    came = tuple(piece.id for piece in held)
    events: tuple[Event, ...] = (
        Counted(said.command, core.CP, left),
        *(Placed(name, "table") for name in came),
        Counted(said.command, core.CAME_BY, entry(home(book, position, frame.seat), said.edge)),
        Ruled("TC-8.23", "tc.8-23.arrived", {"seat": frame.seat, "edge": said.edge}),
    )
    yield from made(book, position, "march", came, events)


def acting(_: Book, position: Position, seat: Seat, window: str) -> tuple[str, ...]:
    """Whether a seat has a march that may come in now. [RB-11]"""
    return ("MarchIn",) if window == WINDOW and coming(position, seat) else ()


def acts(book: Book, position: Position, ask: Ask) -> Iterator[MarchIn]:
    """Every march that may come in, by each edge that is open to it."""
    if ask.window != WINDOW or "MarchIn" not in ask.says:
        return
    here = field(book, position)
    for command in reserves(position, ask.seat):
        for edge in edges_open(here, ask.seat, command):
            said = MarchIn(command, edge)
            if judge_march_in(book, position, ask.seat, ask, said).ok:
                yield said


def act(_: Book, seat: Seat, said: Action) -> Frame | None:
    """The frame of an arrival. [RB-11]"""
    return Arriving(seat=seat, said=said) if isinstance(said, MarchIn) else None


PROCEDURES = {Arriving: arriving}
JUDGES = {MarchIn: judge_march_in}
HOOKS = (
    (seams.ACTING, acting, "RB-11"),
    (seams.ACTS, acts, "RB-11"),
    (seams.ACT, act, "RB-11"),
)
