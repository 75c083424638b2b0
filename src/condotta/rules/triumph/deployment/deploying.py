"""Deployment: troops are set out in turn, some held back for a flank march. [TC-8.1 to TC-8.9]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Event, Moved, Placed, Popped, Pushed, Ruled, Step
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.steps import giving_way
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.deployment.camps import CampStep, PlaceCamp, camp_due, placed_camp
from condotta.rules.triumph.deployment.centre import reserve_leaves
from condotta.rules.triumph.deployment.forms import TakeForm, form_taken, forms_of
from condotta.rules.triumph.deployment.setting_out import (
    ALL,
    CENTRE,
    REST,
    strangers,
    why_not_there,
)
from condotta.rules.triumph.ground.battlefield import (
    battlefield,
    deployment_zone,
    home,
)
from condotta.rules.triumph.ground.topography import Invasion
from condotta.rules.triumph.stands import grid
from condotta.rules.triumph.stands.field import Field, Stand, is_stand, near
from condotta.rules.triumph.tables import CAMP, terrain
from condotta.table import at_most, meets, overlaps


class SetOut(Script, frozen=True, kw_only=True):
    """A seat sets out troops until it is done: all its stands, or those named in `only`.

    What is `fixed` was set out before. [TC-8.1]
    """

    seat: Seat
    window: str
    fixed: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class Deploy(Action, frozen=True):
    """One stand or several at once, new ones or those already placed in this step."""

    steps: tuple[Step, ...]


class Hold(Action, frozen=True):
    """All the stands held back for a flank march; an empty list holds nobody. [TC-8.20]"""

    pieces: tuple[str, ...]


class Finish(Action, frozen=True):
    """The troops of this step are set out."""


def set_out(book: Book, state: State, frame: SetOut) -> Iterator[Event]:
    """Ask, carry out what was said, ask again until the seat is done. [TC-8.1]"""
    position = state.position
    instead = book.sole(seams.SETS_OUT, book, position, frame.seat, frame.only)
    if instead is not None:
        yield from giving_way((instead,))
        return
    if not frame.answers:
        about = concerned(position, frame)
        if about or camp_due(book, position, frame.seat, frame.window):
            says = sayable(book, position, frame)
            yield Asked(Ask(frame.seat, frame.window, "TC-8.1", says=says, about=about))
        else:
            yield Popped()
        return
    said = frame.answers[0].said
    if isinstance(said, Finish):
        yield from left_out(position, frame)
        yield Popped()
        return
    yield from carried_out(book, position, frame, said)
    yield Popped()
    yield Pushed(replace(frame, answers=()))
    if said is not None and not isinstance(said, Deploy | Hold | PlaceCamp | TakeForm):
        item = book.sole(seams.ACT, book, frame.seat, said)
        assert item is not None, said
        yield Pushed(item)


def carried_out(
    book: Book, position: Position, frame: SetOut, said: Action | None
) -> Iterator[Event]:
    """The events of one thing said; what a layer added begins a frame of its own."""
    match said:
        case Deploy(steps):
            yield Moved(steps, "deploy")
            yield from lifted(book, position, steps)
        case TakeForm():
            yield from form_taken(book, position, said)
        case Hold(pieces):
            yield from held(position, frame.seat, pieces)
        case PlaceCamp():
            camp = camp_due(book, position, frame.seat, frame.window)
            assert camp is not None
            yield from placed_camp(book, position, camp, said)


def lifted(book: Book, position: Position, steps: tuple[Step, ...]) -> Iterator[Event]:
    """What layers say makes a place legal that would not be."""
    here = Field(book, set_down(position, steps))
    for step in steps:
        for waiver in book.waivers(seams.MAY_DEPLOY, here, here.stand(step.piece)):
            yield Ruled(waiver.clause, "tc.8-1.lifted", {"stand": step.piece})


def held(position: Position, seat: Seat, pieces: tuple[str, ...]) -> Iterator[Event]:
    """Those named go into reserve, those held before and not named come back. [TC-8.20]"""
    for piece in position.at("reserve"):
        if piece.controller == seat and piece.id not in pieces:
            yield Placed(piece.id, "undeployed")
    for name in pieces:
        if position.pieces[name].place != "reserve":
            yield Placed(name, "reserve")
    yield Ruled("TC-8.20", "tc.8-20.held", {"seat": seat, "stands": pieces})


def left_out(position: Position, frame: SetOut) -> Iterator[Event]:
    """Stands for which there was no legal place take no part and are not lost. [TC-8.9]"""
    out = tuple(
        name for name in concerned(position, frame) if position.pieces[name].place == "undeployed"
    )
    if out and frame.window != CENTRE:
        yield Ruled("TC-8.9", "tc.8-9.left-out", {"seat": frame.seat, "stands": out})


def concerned(position: Position, frame: SetOut) -> tuple[str, ...]:
    """The stands that a step is about: those not set out before. [TC-8.1]"""
    places = {"undeployed", "table"} | (set() if frame.window == REST else {"reserve"})
    return tuple(
        piece.id
        for piece in position.pieces.values()
        if piece.controller == frame.seat and piece.type != CAMP and is_stand(piece)
        if piece.place in places and piece.id not in frame.fixed
        if not frame.only or piece.id in frame.only
    )


def sayable(book: Book, position: Position, frame: SetOut) -> tuple[str, ...]:
    """What may be said in a step; a flank march only by who is allowed one. [TC-7.11, TC-8.20]"""
    seat, window = frame.seat, frame.window
    camp = camp_due(book, position, seat, window) is not None
    all_its = window in (CENTRE, ALL) and not frame.only
    march = all_its and position.count(seat, names.MAY_MARCH) > 0
    changing = (position.pieces[name] for name in concerned(position, frame))
    forms = any(forms_of(book, position, piece) for piece in changing)
    return (
        "Deploy",
        "Finish",
        *(("TakeForm",) if forms else ()),
        *(("Hold",) if march else ()),
        *(("PlaceCamp",) if camp else ()),
        *book.union(seams.ACTING, book, position, seat, window),
    )


def judge_deploy(
    book: Book, position: Position, seat: Seat, ask: Ask | None, action: Deploy
) -> Verdict:
    """Whether the stands may be set out there, all reasons at once. [TC-8.1 to TC-8.7]"""
    assert ask is not None
    found = list(strangers(position, seat, ask, tuple(step.piece for step in action.steps)))
    if not action.steps:
        found.append(Refusal("TC-8.1", "tc.8-1.nobody"))
    for step in action.steps:
        pose = step.pose
        if not grid.proper(pose):
            found.append(Refusal("TC-8.7", "tc.8-7.facing", {"stand": step.piece}))
    if found:
        return Verdict(tuple(found))
    here = Field(book, set_down(position, action.steps))
    for step in action.steps:
        found.extend(why_not_there(here, here.stand(step.piece), ask.window))
    return Verdict(tuple(found), poses=tuple((step.piece, step.pose) for step in action.steps))


def set_down(position: Position, steps: tuple[Step, ...]) -> Position:
    """The position with those stands where they are to stand."""
    pieces = position.pieces.copy()
    for step in steps:
        pieces[step.piece] = replace(pieces[step.piece], place="table", pose=step.pose)
    return replace(position, pieces=pieces)


def on_the_board(here: Field, stand: Stand) -> Refusal | None:
    """No part of a stand hangs over the edge. [TC-8.7]"""
    if here.on_board(stand.base):
        return None
    return Refusal("TC-8.7", "tc.8-7.off-board", {"stand": stand.id})


def near_the_base_edge(here: Field, stand: Stand) -> Refusal | None:
    """Troops deploy wholly within 8 MU of their base edge, those 8 included. [TC-8.2]"""
    own = home(here.book, here.position, stand.seat)
    zone = deployment_zone(here.book, here.position, stand.seat)
    far = own.bounds(stand.base)[3]
    if at_most(far, zone.far):
        return None
    params: dict[str, Param] = {"stand": stand.id, "limit": zone.far, "far": round(far)}
    return Refusal("TC-8.2", "tc.8-2.zone", params, (own.sketch("deployment zone", zone),))


def on_nobody(here: Field, stand: Stand) -> Refusal | None:
    """Stands and camps do not overlap. [TC-8.7]"""
    others = tuple(
        other.id
        for other in here.stands
        if other.id != stand.id
        and near(other.base, stand.base, 0.0)
        and overlaps(other.base, stand.base)
    )
    if not others:
        return None
    return Refusal("TC-8.7", "tc.8-7.overlap", {"stand": stand.id, "others": others})


def on_passable_ground(here: Field, stand: Stand) -> Refusal | None:
    """Any ground will do that a stand can enter. [TC-8.7]"""
    for area in here.impassable:
        if meets(stand.base, area):
            params = {"stand": stand.id, "terrain": terrain(area.kind).name}
            return Refusal("TC-8.7", "tc.8-7.impassable", params)
    return None


def judge_hold(
    book: Book, position: Position, seat: Seat, ask: Ask | None, action: Hold
) -> Verdict:
    """Whether those stands may be held back for a flank march. [TC-7.11, TC-8.20]"""
    assert ask is not None
    found = list(strangers(position, seat, ask, action.pieces))
    if found:
        return Verdict(tuple(found))
    pieces = tuple(position.pieces[name] for name in action.pieces)
    found.extend(book.refusals(seams.MAY_HOLD, Field(book, position), pieces))
    short = reserve_leaves(book, position, seat, pieces)
    if short > 0:
        found.append(Refusal("TC-8.4", "tc.8-4.reserve", {"missing": short}))
    return Verdict(tuple(found))


def the_general_stays(here: Field, pieces: tuple[Piece, ...]) -> Refusal | None:
    """The general may not be among those held back. [TC-8.28]"""
    stays = not here.settings.flag("generalMayMarch")
    for piece in pieces:
        if stays and names.GENERAL in piece.traits:
            return Refusal("TC-8.28", "tc.8-28.general", {"stand": piece.id})
    return None


def fit_for_one_group(here: Field, pieces: tuple[Piece, ...]) -> Refusal | None:
    """Those held back must be able to form one group within the strip. [TC-8.27, TC-8.23]"""
    if not pieces:
        return None
    measures = battlefield(here.book, here.position)
    own = home(here.book, here.position, pieces[0].controller)
    shapes = [piece.shape for piece in pieces if piece.shape is not None]
    deep = max(getattr(shape, "depth", 0) for shape in shapes)
    wide = max(getattr(shape, "width", 0) for shape in shapes)
    ranks = max(1, measures.march_strip // max(1, deep))
    most = ranks * (own.reach // max(1, wide))
    if len(pieces) <= most:
        return None
    return Refusal("TC-8.27", "tc.8-27.group", {"number": len(pieces), "most": most})


def set_up_steps(_: object, __: Book, position: Position) -> tuple[tuple[str, Frame], ...]:
    """The steps before the first turn, in order. [TC-8.1]

    # RULING TC-8.32: with several seats a side, all seats of the other sides count as the
    # disadvantaged player, one after another in table order.
    """
    terrain_step: tuple[tuple[str, Frame], ...] = ((names.TERRAIN, Invasion()),)
    first = first_seat(position)
    if first is None:
        return terrain_step
    side = position.side(first)
    ours = tuple(seat for seat in position.seats() if position.side(seat) == side)
    others = tuple(seat for seat in position.seats() if position.side(seat) != side)
    camps = tuple((names.CAMPS, CampStep(seat=seat)) for seat in (*others, *ours))
    troops = (
        *(SetOut(seat=seat, window=CENTRE) for seat in others),
        *(SetOut(seat=seat, window=ALL) for seat in ours),
        *(SetOut(seat=seat, window=REST, fixed=on_table(position, seat)) for seat in others),
    )
    return (*terrain_step, *camps, *((names.DEPLOYMENT, frame) for frame in troops))


def first_seat(position: Position) -> Seat | None:
    """Who has the tactical advantage. [TC-7.10]"""
    return next((seat for seat in position.seats() if position.count(seat, names.ADVANTAGE)), None)


def on_table(position: Position, seat: Seat) -> tuple[str, ...]:
    """A seat's stands that are already set out."""
    return tuple(
        piece.id
        for piece in position.at("table")
        if piece.controller == seat and piece.type != CAMP
    )


PROCEDURES = {SetOut: set_out}
JUDGES = {Deploy: judge_deploy, Hold: judge_hold}
HOOKS = (
    (seams.MAY_DEPLOY, on_the_board, "TC-8.7"),
    (seams.MAY_DEPLOY, near_the_base_edge, "TC-8.2"),
    (seams.MAY_DEPLOY, on_nobody, "TC-8.7"),
    (seams.MAY_DEPLOY, on_passable_ground, "TC-8.7"),
    (seams.MAY_HOLD, the_general_stays, "TC-8.28"),
    (seams.MAY_HOLD, fit_for_one_group, "TC-8.27"),
    (seams.SET_UP, set_up_steps, "TC-8.1"),
)
