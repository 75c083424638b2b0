"""Card 14, Prepared Defenses: stakes, pits and ditches before the centre. [BC-14]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Placed, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.card import Advice, Card, set_out
from condotta.rules.triumph.cards.common.carrying import in_hand
from condotta.rules.triumph.cards.common.lookout import LIKELY
from condotta.rules.triumph.cards.prepared_defenses.obstacles import (
    APART,
    CODE,
    OBSTACLE,
    REACH,
    grounds,
    middle_third,
    not_open,
    too_near,
)
from condotta.rules.triumph.ground.battlefield import home, usual_home
from condotta.rules.triumph.speaking.acts import Act, setting_out_first
from condotta.rules.triumph.stands import grid
from condotta.rules.triumph.stands.field import field
from condotta.table import HALF, Pose, overlaps

STEPS = range(-6, 7)


class PlaceObstacle(Action, frozen=True):
    """An obstacle 2 MU wide and 1 deep; the pose is the middle of its front. [BC-14.1]"""

    pose: Pose


class Obstacle(Script, frozen=True, kw_only=True):
    """An obstacle being laid."""

    seat: Seat
    pose: Pose


def judge(
    book: Book, position: Position, seat: Seat, _: Ask | None, said: PlaceObstacle
) -> Verdict:
    """A card left; open ground, the centre third, 12 MU from the edge, gaps. [BC-14.2, 14.3]"""
    if not in_hand(position, seat, CODE):
        return Verdict((Refusal("BC-14.1", "bc.14-1.none-left"),))
    if not grid.proper(said.pose):
        return Verdict((Refusal("TC-8.7", "tc.8-7.facing", {"stand": OBSTACLE.terrain}),))
    here, at = field(book, position), OBSTACLE.at(said.pose)
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


def laid(_: Book, state: State, frame: Obstacle) -> Iterator[Event]:
    """One card, one obstacle. The card stays on display beside it. [BC-14.1]"""
    card = in_hand(state.position, frame.seat, CODE)[0]
    yield Placed(card.id, "aside")
    yield OBSTACLE.laid(card, frame.pose)
    yield Ruled("BC-14.1", "bc.14-1.laid", {"seat": frame.seat})
    yield Popped()


def candidates(position: Position, seat: Seat) -> Iterator[PlaceObstacle]:
    """Side by side before the middle of the line, as far forward as they may."""
    if not in_hand(position, seat, CODE):
        return
    edge = usual_home(position, seat)
    for step in sorted(STEPS, key=abs):
        yield PlaceObstacle(edge.pose(edge.length // 2 + step * OBSTACLE.shape.width, REACH))


def begin(seat: Seat, said: PlaceObstacle) -> Frame:
    """What laying one begins."""
    return Obstacle(seat=seat, pose=said.pose)


ACT = Act(
    PlaceObstacle,
    "BC-14.2",
    setting_out_first,
    candidates,
    judge,
    begin,
    shape=OBSTACLE.shape,
)
CARD = Card(
    "prepared defenses",
    uses=(set_out(CODE, "BC-14.2", passes=True),),
    grounds=(OBSTACLE,),
    advice=Advice(acts={PlaceObstacle: lambda *_: LIKELY}),
    procedures={Obstacle: laid},
    acts=(ACT,),
    hooks=((seams.GROUNDS, grounds, "BC-14.2"),),
)
