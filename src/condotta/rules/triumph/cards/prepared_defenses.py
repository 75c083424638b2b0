"""Card 14, Prepared Defenses: stakes, pits and ditches before the centre. [BC-14]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Event, Laid, Placed, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import grid, seams
from condotta.rules.triumph.aids import Aid, ground
from condotta.rules.triumph.battlefield import Home, Patch, home, usual_home
from condotta.rules.triumph.cards.acting import hooks, setting_out_first
from condotta.rules.triumph.cards.carrying import in_hand
from condotta.rules.triumph.field import Field, field
from condotta.rules.triumph.tables import terrain
from condotta.table import (
    HALF,
    TOUCH,
    Area,
    Base,
    Box,
    Pose,
    Rectangle,
    base,
    gap,
    left_of,
    meets,
    offset,
    overlaps,
    right_of,
)  # fmt: skip

CODE, KIND = "PD", "obstacle"
SHAPE = Rectangle(20_000, 10_000)
REACH, APART = 120_000, 40_000
STEPS = range(-6, 7)


class PlaceObstacle(Action, frozen=True):
    """An obstacle 2 MU wide and 1 deep; the pose is the middle of its front. [BC-14.1]"""

    pose: Pose


class Obstacle(Script, frozen=True, kw_only=True):
    """An obstacle being laid."""

    seat: Seat
    pose: Pose


def area_of(name: str, pose: Pose) -> Area:
    """The ground of an obstacle: difficult, not in the way of shots, immobile. [BC-14.1]"""
    middle = offset(pose, -SHAPE.depth / 2)
    along = right_of(pose.facing)
    return Area(name, KIND, Box(middle.x, middle.y, SHAPE.width // 2, SHAPE.depth // 2, *along))


def middle_third(own: Home) -> Patch:
    """The middle third of the board, however wide it is. [BC-14.2]"""
    return Patch(own.length // 3, 0, own.length - own.length // 3, own.reach)


def judge(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: PlaceObstacle
) -> Verdict:
    """A card left; open ground, the centre third, 12 MU from the edge, gaps. [BC-14.2, 14.3]"""
    if not in_hand(position, seat, CODE):
        return Verdict((Refusal("BC-14.1", "bc.14-1.none-left"),))
    if not grid.proper(said.pose):
        return Verdict((Refusal("TC-8.7", "tc.8-7.facing", {"stand": KIND}),))
    here, at = field(book, position), base(said.pose, SHAPE)
    own = home(book, position, seat)
    found = []
    if not own.between(at, middle_third(own)) or not here.on_board(at):
        found.append(Refusal("BC-14.2", "bc.14-2.centre"))
    if own.bounds(at)[3] > REACH + HALF:
        found.append(Refusal("BC-14.2", "bc.14-2.far", {"limit": REACH}))
    if not_open(here, at):
        found.append(Refusal("BC-14.2", "bc.14-2.open"))
    if any(stand.is_camp and overlaps(at, stand.base) for stand in here.stands):
        found.append(Refusal("BC-30.62", "bc.14-2.camp"))
    if too_near(here, at):
        found.append(Refusal("BC-14.3", "bc.14-3.gap", {"limit": APART}))
    return Verdict(tuple(found))


def not_open(here: Field, at: Base) -> bool:
    """Whether any ground that is not open lies under it, another obstacle among it."""
    return any(meets(at, area) for area in here.areas if terrain(area.kind).going != "open")


def too_near(here: Field, at: Base) -> bool:
    """Whether a gap of less than 4 MU would be left to an obstacle. [BC-14.3]

    # RULING BC-14.3: obstacles that touch are one work, however long; between its parts is no gap.
    """
    others = [base(front_of(area), SHAPE) for area in here.areas if area.kind == KIND]
    work = [at]
    for one in work:
        work += [other for other in others if other not in work and gap(one, other) <= TOUCH]
    apart = (other for other in others if other not in work)
    return any(gap(at, other) < APART - HALF for other in apart)


def front_of(area: Area) -> Pose:
    """The middle of the front of an obstacle that lies on the table."""
    one = area.outline
    assert isinstance(one, Box)
    return offset(Pose(one.x, one.y, *left_of((one.ux, one.uy))), SHAPE.depth / 2)


def laid(_: Book, state: State, frame: Obstacle) -> Iterator[Event]:
    """One card, one obstacle. The card stays on display beside it. [BC-14.1]"""
    card = in_hand(state.position, frame.seat, CODE)[0]
    yield Placed(card.id, "aside")
    yield Laid(area_of(f"{card.id} {KIND}", frame.pose))
    yield Ruled("BC-14.1", "bc.14-1.laid", {"seat": frame.seat})
    yield Popped()


def candidates(position: Position, seat: Seat) -> Iterator[PlaceObstacle]:
    """Side by side before the middle of the line, as far forward as they may."""
    if not in_hand(position, seat, CODE):
        return
    edge = usual_home(position, seat)
    for step in sorted(STEPS, key=abs):
        yield PlaceObstacle(edge.pose(edge.length // 2 + step * SHAPE.width, REACH))


def grounds(here: Field, seat: Seat, window: str) -> tuple[Aid, ...]:
    """The centre third within 12 MU of the own edge, while there is a card. [BC-14.2]"""
    if not setting_out_first(window) or not in_hand(here.position, seat, CODE):
        return ()
    third = middle_third(home(here.book, here.position, seat))
    patch = Patch(third.left, 0, third.right, REACH)
    return (ground(here, seat, patch, "BC-14.2", "aid.obstacle"),)


def begin(seat: Seat, said: PlaceObstacle) -> Frame:
    """What laying one begins."""
    return Obstacle(seat=seat, pose=said.pose)


ACT = hooks(
    PlaceObstacle,
    setting_out_first,
    candidates,
    judge=judge,
    frame=begin,
    clause="BC-14.2",
    shape=SHAPE,
)
CARD = Layer(
    "prepared defenses",
    2,
    procedures={Obstacle: laid},
    judges={PlaceObstacle: judge},
    hooks=(*ACT, (seams.GROUNDS, grounds, "BC-14.2")),
)
