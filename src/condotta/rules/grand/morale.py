"""Demoralised commands: they fight worse, their enemies follow, and they rout. [GT-8]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Loop, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Marked, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Modifier, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.grand import names
from condotta.rules.grand.fleeing import fled, starts
from condotta.rules.grand.scale import SCALE
from condotta.rules.grand.settings import settings_of
from condotta.rules.grand.sides import demoralised
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.aftermath import removed
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.movement.command import in_command
from condotta.rules.triumph.movement.movement_phase import WINDOW
from condotta.rules.triumph.movement.moves import Move, path_of
from condotta.rules.triumph.stands.bodies import bodies
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.table.once import noted


# ── fighting ─────────────────────────────────────────────────────────────────
@noted
def is_shaken(here: Field, command: str) -> bool:
    """Whether a command is demoralised, worked out once for a position. [GT-8.1]"""
    return demoralised(here.position, command)


def shaken(us: Fighter, _: Fighter) -> Modifier | None:
    """A stand of a demoralised command, in close and in ranged combat. [GT-8.2]"""
    if us.is_camp or not is_shaken(us.field, us.stand.command):
        return None
    return Modifier(SCALE.demoralised, "grand.demoralised", "GT-8.2")


def followed_up(winner: Fighter, loser: Fighter, _: bool) -> bool | None:
    """Whoever beats a demoralised stand follows up as if it had doubled it. [GT-8.3]"""
    del winner
    shaken_loser = not loser.is_camp and is_shaken(loser.field, loser.stand.command)
    return True if shaken_loser else None


SAVED = 0.5
"""Half points that holding a stand may be expected to save, and the part of its worth where it
would be lost at once."""


# ── holding in place ─────────────────────────────────────────────────────────
class HoldInPlace(Action, frozen=True):
    """A point is spent so that a demoralised stand or group does not rout. [GT-8.4]"""

    pieces: tuple[str, ...]


class Holding(Script, frozen=True, kw_only=True):
    """An accepted hold being paid for. [GT-8.4]"""

    pieces: tuple[str, ...]


def judge_hold(
    book: Book, position: Position, seat: Seat, ask: Ask | None, said: HoldInPlace
) -> Verdict:
    """Whether those stands may be held: own, demoralised, one body, a point left. [GT-8.4]"""
    del ask
    here = field(book, position)
    if not said.pieces or len(set(said.pieces)) < len(said.pieces):
        return Verdict((Refusal("GT-8.4", "gt.8-4.nobody"),))
    stands = []
    for name in said.pieces:
        stand = here.find(name)
        if stand is None or stand.is_camp or stand.seat != seat:
            return Verdict((Refusal("TC-4.4", "tc.4-4.not-yours", {"stand": name}),))
        stands.append(stand)
    found = [
        Refusal("GT-8.4", "gt.8-4.steady", {"stand": stand.id})
        for stand in stands
        if stand not in due(here, (seat,))
    ]
    if len(stands) > 1 and not one_body(here, stands):
        found.append(Refusal("TC-0.12", "tc.0-12.no-group", {"stands": said.pieces}))
    if position.count(stands[0].command, core.CP) < SCALE.hold_cost:
        params = {"cost": SCALE.hold_cost, "left": position.count(stands[0].command, core.CP)}
        found.append(Refusal("TC-4.3", "tc.4-3.too-dear", params))
    return Verdict(tuple(found), cost=SCALE.hold_cost)


def one_body(here: Field, stands: list[Stand]) -> bool:
    """Whether stands are a group of one command. [TC-0.12]"""
    if len({stand.command for stand in stands}) > 1:
        return False
    path = path_of(here, Move(tuple(stand.id for stand in stands), ()))
    return path.formation is not None


def holding(_: Book, state: State, frame: Holding) -> Iterator[Event]:
    """One point for the stand or group, no surcharges. [GT-8.4, GT-8.9]"""
    position = state.position
    command = position.pieces[frame.pieces[0]].command
    yield Counted(command, core.CP, position.count(command, core.CP) - SCALE.hold_cost)
    for name in frame.pieces:
        yield Marked(name, Mark(names.HELD, core.TURN))
    yield Ruled("GT-8.4", "gt.8-4.held", {"stands": frame.pieces})
    yield Popped()


def shaken_ones(_: Book, position: Position) -> frozenset[str]:
    """The shaken commands that have points."""
    rows = position.counters.items()
    able = (command for command, row in rows if row.get(core.CP))
    return frozenset(command for command in able if demoralised(position, command))


def acting(book: Book, position: Position, seat: Seat, window: str) -> tuple[str, ...]:
    """Whether a seat may hold somebody in place now: a shaken command of its has points."""
    if window != WINDOW:
        return ()
    shaken = book.newest(shaken_ones, position)
    able = shaken and any(
        piece.controller == seat and piece.command in shaken for piece in position.at("table")
    )
    return ("HoldInPlace",) if able else ()


def acts(book: Book, position: Position, ask: Ask) -> Iterator[HoldInPlace]:
    """Every body worth holding in place, the largest first."""
    if ask.window != WINDOW or "HoldInPlace" not in ask.says:
        return
    here = field(book, position)
    waiting = due(here, (ask.seat,))
    seen = set()
    for body in bodies(here, ask.seat):
        if all(stand in waiting for stand in body):
            said = HoldInPlace(tuple(stand.id for stand in body))
            if said not in seen and judge_hold(book, position, ask.seat, ask, said).ok:
                seen.add(said)
                yield said


def counsel(book: Book, position: Position, ask: Ask) -> tuple[tuple[float, Action], ...]:
    """Hold whom a point can hold, those first who would be lost at once.

    Nobody rallies who has gone.
    """
    here = field(book, position)
    return tuple(
        (sum(saved(here, here.stand(name)) for name in said.pieces), said)
        for said in acts(book, position, ask)
    )


def saved(here: Field, stand: Stand) -> float:
    """Half points that holding a stand may be expected to save. [GT-8.4, GT-8.5]"""
    if stays_on_the_board(here, stand):
        return SAVED
    return SAVED * here.position.count(stand.id, core.WORTH)


def stays_on_the_board(here: Field, stand: Stand) -> bool:
    """Whether a stand that routs is within its general's command range. [GT-8.5]"""
    general = here.general(stand.command)
    return general is not None and in_command(here, stand, general)


def act(_: Book, __: Seat, said: Action) -> Frame | None:
    """The frame of a hold. [GT-8.4]"""
    return Holding(pieces=said.pieces) if isinstance(said, HoldInPlace) else None


# ── routing ──────────────────────────────────────────────────────────────────
ONE_BY_ONE = "gtRoutRangeOneByOne"


class Routs(Script, frozen=True, kw_only=True):
    """At the end of the movement phase, who routs is judged. [GT-8.4, GT-8.10]"""


class Runs(Loop, frozen=True, kw_only=True):
    """Rout after rout. [GT-8.4]"""


def due(here: Field, seats: tuple[Seat, ...]) -> tuple[Stand, ...]:
    """The stands of demoralised commands on which no point was spent this turn. [GT-8.4, GT-8.8]

    Not those in close combat.
    """
    marks = (core.MOVED, names.HELD, names.ROUTED)
    return tuple(
        stand
        for stand in here.stands
        if stand.seat in seats
        and not stand.is_camp
        and stand.id not in here.fighting
        and not any(stand.piece.marked(mark) for mark in marks)
        and is_shaken(here, stand.command)
    )


def routs(book: Book, state: State, frame: Routs) -> Iterator[Event]:
    """Whoever must rout out of command range is lost; then the others run. [GT-8.4, GT-8.5]

    # RULING GT-8.10: that is judged for all at once, unless it is chosen otherwise.
    """
    del frame
    here = field(book, state.position)
    yield Popped()
    yield Pushed(Runs())
    if settings_of(book).flag(ONE_BY_ONE):
        return
    for stand in due(here, state.position.active):
        if not stays_on_the_board(here, stand):
            yield from condemned(here, stand)


def runs(book: Book, state: State, frame: Runs) -> Iterator[Event]:
    """The next stand that must rout, nearest to its base edge first. [GT-8.4, TC-12.59]"""
    del frame
    here = field(book, state.position)
    waiting = due(here, state.position.active)
    if not waiting:
        yield Popped()
        return
    stand = min(waiting, key=lambda one: (starts(here, one), here.stands.index(one)))
    if settings_of(book).flag(ONE_BY_ONE) and not stays_on_the_board(here, stand):
        yield from condemned(here, stand)
        return
    yield Marked(stand.id, Mark(names.ROUTED, core.TURN))
    yield from fled(here, stand)


def condemned(here: Field, stand: Stand) -> Iterator[Event]:
    """A stand that must rout out of command range is removed and lost. [GT-8.5]"""
    yield Ruled("GT-8.5", "gt.8-5.lost", {"stand": stand.id})
    yield from removed(here, stand, "GT-8.5", "")


def over(_: Book, __: Position) -> tuple[Frame, ...]:
    """Routs come at the end of the friendly movement phase. [GT-8.4]"""
    return (Routs(),)


def no_shooting(_: Field, shooter: Stand) -> Refusal | None:
    """A stand that routed does not shoot this turn. [GT-8.7]"""
    if not shooter.piece.marked(names.ROUTED):
        return None
    return Refusal("GT-8.7", "gt.8-7.routed", {"stand": shooter.id})


PROCEDURES = {Holding: holding, Routs: routs, Runs: runs}
JUDGES = {HoldInPlace: judge_hold}
HOOKS = (
    (seams.CLOSE_COMBAT, shaken, "GT-8.2"),
    (seams.SHOOTER, shaken, "GT-8.2"),
    (seams.TARGET, shaken, "GT-8.2"),
    (seams.PURSUIT, followed_up, "GT-8.3"),
    (seams.ACTING, acting, "GT-8.4"),
    (seams.ACTS, acts, "GT-8.4"),
    (seams.COUNSEL, counsel, "GT-8.4"),
    (seams.ACT, act, "GT-8.4"),
    (seams.MOVES_OVER, over, "GT-8.4"),
    (seams.MAY_SHOOT, no_shooting, "GT-8.7"),
)
