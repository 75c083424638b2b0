"""Camps: where they may stand, and who guards them. [TC-9.24, TC-9.30 to TC-9.32]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Script
from condotta.kernel.book import Book, Menu
from condotta.kernel.events import Asked, Event, Exchanged, Placed, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Record, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.ground.battlefield import (
    Home,
    Patch,
    battlefield,
    centre_third,
    deployment_zone,
    home,
)
from condotta.rules.triumph.stands import grid
from condotta.rules.triumph.stands.field import Field, field
from condotta.rules.triumph.stands.seeming import veiled
from condotta.rules.triumph.tables import CAMP, terrain
from condotta.table import HALF, TOUCH, Base, Pose, Rectangle, base, meets, overlaps

WINDOW = "camp"
ACTING = 0.5  # how often whoever may do something else does, before the camp is placed
STEP = 2_500  # a quarter MU: how finely the base edge is searched for room
ROW = 10_000  # a whole MU: how finely the ground before it is, where it need not be touched


class CampStep(Script, frozen=True, kw_only=True):
    """A seat places its camp. [TC-8.1]"""

    seat: Seat


class PlaceCamp(Action, frozen=True):
    """The camp's place, and the stand that stays in it all game, if any. [TC-9.24]"""

    pose: Pose
    garrison: str = ""


class CampGround(Record, frozen=True):
    """Where and when a camp is placed: `when` is the window in which it is. [TC-9.31]

    With `centre` it stands in the middle of the board: in the centre third, or in `wide` quanta.
    """

    when: str = WINDOW
    centre: bool = True
    wide: int = 0
    touching: bool = True
    within: int = 0
    parallel: bool = False


def camp_ground(book: Book, position: Position, camp: Piece) -> CampGround:
    """What holds for a camp: the core rule unless a layer says otherwise. [TC-9.31]"""
    return book.sole(seams.CAMP_GROUND, book, position, camp) or CampGround()


def camp_due(book: Book, position: Position, seat: Seat, window: str) -> Piece | None:
    """The camp that a seat has to place in that window, if any."""
    for piece in position.at("undeployed"):
        mine = piece.controller == seat and piece.type == CAMP
        if mine and camp_ground(book, position, piece).when == window:
            return piece
    return None


def judge_camp(
    book: Book, position: Position, seat: Seat, ask: Ask | None, action: PlaceCamp
) -> Verdict:
    """Whether the camp may stand there with that garrison. [TC-9.24, TC-9.31, TC-9.32]"""
    camp = camp_due(book, position, seat, ask.window if ask else WINDOW)
    if camp is None:
        return Verdict((Refusal("TC-9.30", "tc.9-30.no-camp"),))
    pose = action.pose
    if not grid.proper(pose):
        return Verdict((Refusal("TC-8.7", "tc.8-7.facing", {"stand": camp.id}),))
    here = field(book, position)
    ground = camp_ground(book, position, camp)
    found = [
        *garrison_refused(here, seat, action.garrison),
        *ground_refused(here, camp, pose, ground),
    ]
    if found:
        eased = eased_ground(here, camp, ground)
        if eased is not ground:
            found = [
                *garrison_refused(here, seat, action.garrison),
                *ground_refused(here, camp, pose, eased),
                *nearest_refused(here, camp, pose, eased),
            ]
    return Verdict(tuple(found), poses=((camp.id, pose),))


def garrison_refused(here: Field, seat: Seat, name: str) -> Iterator[Refusal]:
    """A garrison is one stand of the army's own, never an ally, not deployed yet. [TC-9.24]"""
    if not name:
        return
    piece = here.position.pieces.get(name)
    if piece is None or piece.controller != seat or piece.type == CAMP:
        yield Refusal("TC-9.24", "tc.9-24.not-yours", {"stand": name})
    elif names.ALLY in piece.traits:
        yield Refusal("TC-9.24", "tc.9-24.ally", {"stand": name})
    elif piece.place != "undeployed":
        yield Refusal("TC-9.24", "tc.9-24.deployed", {"stand": name})
    else:
        yield from here.book.refusals(seams.MAY_GUARD, here.book, here.position, piece)


def ground_refused(here: Field, camp: Piece, pose: Pose, ground: CampGround) -> Iterator[Refusal]:
    """Every reason against a camp's place. [TC-9.31, TC-8.7]"""
    book, position, seat = here.book, here.position, camp.controller
    own = home(book, position, seat)
    assert camp.shape is not None
    at = base(pose, camp.shape)
    near, third = own.bounds(at)[1], middle(own, centre_third(book, position, seat), ground)
    where = {"stand": camp.id}
    if not here.on_board(at):
        yield Refusal("TC-8.7", "tc.8-7.off-board", where)
    taken = tuple(stand.id for stand in here.stands if overlaps(at, stand.base))
    if taken:
        yield Refusal("TC-8.7", "tc.8-7.overlap", {**where, "others": taken})
    rough = not_open(here, at)
    if rough:
        yield Refusal("TC-9.31", "tc.9-31.open", {**where, "terrain": rough})
    if ground.centre and not own.between(at, third):
        sketch = (own.sketch("centre third", third),)
        yield Refusal("TC-9.31", "tc.9-31.centre", where, sketch)
    if ground.touching and near > TOUCH:
        yield Refusal("TC-9.31", "tc.9-31.touching", {**where, "away": round(near)})
    zone = deployment_zone(book, position, seat)
    if ground.within and not own.holds(at, Patch(zone.left, 0, zone.right, ground.within)):
        yield Refusal("TC-8.2", "tc.8-2.zone", {**where, "limit": ground.within})
    if ground.parallel and pose.facing not in (own.pose(0, 0).facing, own.pose(0, 0, BACK).facing):
        yield Refusal("TC-9.31", "tc.9-31.parallel", where)
    yield from book.refusals(seams.MAY_CAMP, here, camp, at)


BACK = (0, -1_000_000)


def middle(own: Home, third: Patch, ground: CampGround) -> Patch:
    """The middle of the board in which a camp stands. [TC-9.31]"""
    if not ground.wide:
        return third
    left = (own.length - ground.wide) // 2
    return replace(third, left=left, right=left + ground.wide)


def not_open(here: Field, at: Base) -> tuple[str, ...]:
    """The kinds of ground under a camp that are not open. [TC-7.20]"""
    return tuple(
        terrain(area.kind).name
        for area in here.areas
        if terrain(area.kind).going != "open" and meets(at, area)
    )


def nearest_refused(here: Field, camp: Piece, pose: Pose, ground: CampGround) -> Iterator[Refusal]:
    """Without room in the centre third the camp goes as near the centre as it can. [TC-9.32]"""
    nearest = next(camp_places(here, camp, ground), None)
    if nearest is not None and here.settings.flag("campNearestCentre"):
        away = off_centre(here, camp, pose)
        least = off_centre(here, camp, nearest)
        if away > least + STEP + HALF:
            yield Refusal("TC-9.32", "tc.9-32.nearer", {"stand": camp.id, "far": round(least)})


def eased_ground(here: Field, camp: Piece, ground: CampGround) -> CampGround:
    """The rule with what has to let go where no legal place exists: the centre third. [TC-9.32]"""
    if not ground.centre or next(camp_places(here, camp, ground), None) is not None:
        return ground
    return replace(ground, centre=False)


def camp_places(here: Field, camp: Piece, ground: CampGround) -> Iterator[Pose]:
    """Legal places that face the board, the rear on the base edge; nearest the centre first.

    What need not touch its edge may stand forward too, whole MU by whole MU. [TC-9.31]
    """
    own = home(here.book, here.position, camp.controller)
    assert isinstance(camp.shape, Rectangle)
    zone = deployment_zone(here.book, here.position, camp.controller)
    half, middle = camp.shape.width // 2, (zone.left + zone.right) // 2
    reach = (own.length - camp.shape.width) // 2
    wide = ground.wide or battlefield(here.book, here.position).centre_width
    if ground.centre:
        reach = min(reach, wide // 2 - half)
    offs = [off for step in range(reach // STEP + 1) for off in (step * STEP, -step * STEP)]
    rows = (
        (camp.shape.depth,) if ground.touching else range(camp.shape.depth, ground.within + 1, ROW)
    )
    for inward in rows:
        for off in dict.fromkeys(offs):
            pose = own.pose(middle + off, inward)
            if next(ground_refused(here, camp, pose, ground), None) is None:
                yield pose


def legal_places(here: Field, camp: Piece) -> Iterator[Pose]:
    """The places of `camp_places` that are legal now, those of TC-9.32 where no others are."""
    ground = camp_ground(here.book, here.position, camp)
    eased = eased_ground(here, camp, ground)
    anywhere = eased is ground or not here.settings.flag("campNearestCentre")
    least: float | None = None
    for pose in camp_places(here, camp, eased):
        away = off_centre(here, camp, pose)
        least = away if least is None else least
        if anywhere or away <= least + STEP:
            yield pose


def off_centre(here: Field, camp: Piece, pose: Pose) -> float:
    """How far the middle of a camp is from the middle of the base edge, sideways."""
    own = home(here.book, here.position, camp.controller)
    assert camp.shape is not None
    left, _, right, _ = own.bounds(base(pose, camp.shape))
    return abs((left + right) / 2 - own.length / 2)


def camp_step(book: Book, state: State, frame: CampStep) -> Iterator[Event]:
    """Ask for the camp's place, if there is a camp and room for it. [TC-8.1, TC-9.32]"""
    position = state.position
    camp = camp_due(book, position, frame.seat, WINDOW)
    action = frame.heard(WINDOW)
    if camp is None:
        yield Popped()
    elif isinstance(action, PlaceCamp):
        yield from placed_camp(book, position, camp, action)
        yield Popped()
    elif action is not None:
        item = book.sole(seams.ACT, book, frame.seat, action)
        assert item is not None, action
        yield Popped()
        yield Pushed(CampStep(seat=frame.seat))
        yield Pushed(item)
    elif no_room(field(book, position), camp):
        yield Ruled("TC-9.32", "tc.9-32.no-room", {"stand": camp.id})
        yield Popped()
    else:
        says = ("PlaceCamp", *book.union(seams.ACTING, book, position, frame.seat, WINDOW))
        yield Asked(Ask(frame.seat, WINDOW, "TC-8.1", says=says, about=(camp.id,)))


def no_room(here: Field, camp: Piece) -> bool:
    """Whether a camp has no place at all along its base edge.

    # RULING TC-9.32: a camp for which the whole base edge has no open ground is not placed, as
    # stands that have no legal place.
    """
    return next(legal_places(here, camp), None) is None


def placed_camp(book: Book, position: Position, camp: Piece, action: PlaceCamp) -> Iterator[Event]:
    """The camp goes down; its garrison goes into it and stays. [TC-9.24]"""
    yield Placed(camp.id, "table", action.pose)
    if action.garrison:
        piece = position.pieces[action.garrison]
        traits = (*piece.traits, names.GARRISON)
        inside = replace(piece, place="aside", unit=camp.id, traits=traits)
        seen = book.sole(seams.SEEN, book, position, inside) or replace(inside, truth="")
        known = Exchanged(inside)
        yield (
            known if seen == inside else veiled(position.side(piece.owner), known, Exchanged(seen))
        )
        params = {"stand": piece.id, "camp": camp.id}
        yield Ruled("TC-9.24", "tc.9-24.garrison", params)


def any_camp(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """The camp somewhere legal, now and then with a garrison."""
    acts = book.union(seams.ACTS, book, position, ask)
    if acts and random.random() < ACTING:
        return random.choice(acts)
    camp = camp_due(book, position, ask.seat, ask.window)
    if camp is None:
        return None
    places = tuple(legal_places(field(book, position), camp))
    if not places:
        return None
    guards = tuple(guard.id for guard in possible_guards(book, position, ask.seat))
    garrison = random.choice(guards) if guards and random.random() < 0.2 else ""
    return PlaceCamp(random.choice(places), garrison)


def possible_guards(book: Book, position: Position, seat: Seat) -> Iterator[Piece]:
    """The stands that may stay in the camp, the general left out: nobody does that. [TC-9.24]"""
    here = field(book, position)
    for piece in position.at("undeployed"):
        general = names.GENERAL in piece.traits
        if not general and next(garrison_refused(here, seat, piece.id), None) is None:
            yield piece


def sensible_camp(book: Book, position: Position, ask: Ask) -> Iterator[PlaceCamp]:
    """The camp as near the middle as it can stand, without a garrison."""
    camp = camp_due(book, position, ask.seat, ask.window)
    if camp is not None:
        yield from (PlaceCamp(pose) for pose in legal_places(field(book, position), camp))


PROCEDURES = {CampStep: camp_step}
JUDGES = {PlaceCamp: judge_camp}
MENUS = {WINDOW: Menu(any_camp, sensible_camp)}
