"""What treachery cards do to shooting in ranked battles. [TT-11.10]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Marked, Popped, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Modifier, Refusal
from condotta.kernel.state import State
from condotta.rules.asking import thrown
from condotta.rules.ranked import names as words
from condotta.rules.ranked import seams
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.records import Shot
from condotta.rules.ranked.shooting.missiles import MOVE_OR_FIRE, missile
from condotta.rules.ranked.shooting.shooting_phase import in_reach, shots
from condotta.rules.ranked.shooting.volleys import Volleying
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Aim, Ploy
from condotta.rules.treachery.over_ranked.mercenaries import away
from condotta.rules.treachery.players import enemy_player, role, turn_card
from condotta.rules.treachery.playing import OPENS, Resolve, Window, nothing
from condotta.rules.treachery.ploys import FOG, clear_still
from condotta.table import HALF

FOG_REACH = 12  # inches
DRIFT_SIDES = 6
POWDER_DIE, WET, SOAKED = "powder die", 3, "T11 soaked"


class DampPowder(Script, frozen=True, kw_only=True):
    """A war machine rolls for its powder. [T11]"""

    unit: str


def before_shot(_: Position, shot: Shot) -> tuple[Frame, ...]:
    """Before a unit shoots. [T11]"""
    return (Window(moment="shot", about=(shot.shooter,)),)


def the_shooter(book: Book, position: Position, _: Seat, about: tuple[str, ...]) -> tuple[str, ...]:
    """The unit or war machine that is about to shoot. [T11]"""
    one = field(book, position).find(about[0])
    return () if one is None else (one.id,)


def powder(_: Book, state: State, frame: Resolve) -> Iterator[Event]:
    """A war machine rolls whether it fires at all; others shoot worse. [T11]"""
    if state.position.pieces[frame.target].type == words.WAR_MACHINE:
        yield Pushed(DampPowder(unit=frame.target))


def damp_powder(_: Book, __: State, frame: DampPowder) -> Iterator[Event]:
    """On 1 to 3 the machine cannot fire this turn. [T11]"""
    pips = yield from thrown(frame, POWDER_DIE, "TT-11.8", 1, (frame.unit,))
    if pips[0] <= WET:
        yield Marked(frame.unit, Mark(SOAKED, names.PHASE))
    yield Popped()


def soaked(_: Position, shooter: Piece, __: Piece) -> Refusal | None:
    """A machine with wet powder does not fire. [T11]"""
    if not shooter.marked(SOAKED):
        return None
    return Refusal("TT-11.8", "tt.11-8.soaked", {"stand": shooter.id})


def damp(_: Position, shooter: Piece, __: Piece, way: str) -> Modifier | None:
    """Damp powder: one less to hit. [T11]"""
    machine = shooter.type == words.WAR_MACHINE
    wet = way == "shooting" and shooter.marked("T11") and not machine
    return Modifier(-1, "factor.damp-powder", "TT-11.8") if wet else None


def foggy_turn(position: Position) -> bool:
    """Whether fog lies over the phase. [T14]"""
    return turn_card(position, position.active[0]).marked(FOG)


def foggy(position: Position, shooter: Piece, target: Piece, way: str) -> Modifier | None:
    """Every shot at more than 12 inches is harder in fog. [T14]"""
    if way != "shooting" or not position.active or not enemy_player(position):
        return None
    if not foggy_turn(position):
        return None
    return Modifier(-1, "factor.fog", "TT-11.8") if is_far(shooter, target) else None


def is_far(shooter: Piece, target: Piece) -> bool:
    """Whether a target is so far away that fog hinders a shot at it. [T14]"""
    return away(shooter, target) > FOG_REACH * words.INCH + HALF


def aims(book: Book, position: Position) -> Iterator[Aim]:
    """Every shot that the active player's regiments may make now. [T11, T14]"""
    here = field(book, position)
    for seat in position.active:
        for shooter, at in shots(here, seat).items():
            for said in at:
                target = said.partition("~")[0]
                far = is_far(position.pieces[shooter], position.pieces[target])
                yield Aim(shooter, target, far)


def adrift(position: Position, _: Piece, __: Piece) -> int | None:
    """In fog a template drifts by a D6 of inches though it was on target. [T14]"""
    fog = position.active and enemy_player(position) and foggy_turn(position)
    return DRIFT_SIDES if fog else None


def thickets(book: Book, position: Position, seat: Seat, _: tuple[str, ...]) -> tuple[str, ...]:
    """The shots of a neutral player's missile units at either of the two. [T03]"""
    here = field(book, position)
    return tuple(
        f"{one.id}>{other.id}"
        for one in here.own(seat)
        if shoots(here, one)
        for other in here.regiments
        if role(position, other.seat) != "neutral" and in_reach(here, one, other)
    )


def shoots(here: Field, one: Regiment) -> bool:
    """Whether a regiment is an unengaged, steady missile unit that may shoot having moved. [T03]"""
    if one.is_machine or one.fleeing or here.engaged(one):
        return False
    weapon = missile(one)
    return weapon is not None and MOVE_OR_FIRE not in weapon.rules


def thicket(_: Book, __: State, frame: Resolve) -> Iterator[Event]:
    """One unit shoots out of turn, as if it had moved. [T03]"""
    shooter, _sign, target = frame.target.partition(">")
    yield Marked(shooter, Mark(words.MOVED, names.PHASE))
    yield Pushed(Volleying(shot=Shot(shooter, target)))


PLOYS = {
    "T03": Ploy("last shot", thickets, thicket),
    "T11": Ploy("shot", the_shooter, powder),
    FOG: Ploy(OPENS, clear_still, nothing),
}
PROCEDURES: dict[type[Frame], Procedure] = {DampPowder: damp_powder}
HOOKS = (
    (seams.BEFORE_SHOT, before_shot, "TT-11.8"),
    (seams.TO_HIT, damp, "TT-11.8"),
    (seams.MAY_SHOOT, soaked, "TT-11.8"),
    (seams.TO_HIT, foggy, "TT-11.8"),
    (seams.DRIFT, adrift, "TT-11.8"),
)
