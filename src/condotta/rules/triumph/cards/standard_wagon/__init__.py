"""Card 19, Standard Wagon: a wagon behind the line instead of a camp. [BC-19]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Exchanged, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Modifier, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.camp_cards import (
    USED,
    WAGON,
    camp_window,
    chosen,
    first_troops,
    waiting_camp,
)  # fmt: skip
from condotta.rules.triumph.cards.common.card import Advice, Card, Gain, set_out
from condotta.rules.triumph.cards.common.lookout import LIKELY
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.deployment.camps import CampGround, PlaceCamp, camp_due, judge_camp
from condotta.rules.triumph.deployment.deploying import Deploy
from condotta.rules.triumph.ground.battlefield import home
from condotta.rules.triumph.speaking.acts import Act
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import EDGES, Rectangle, edges_touch, offset

WIDTHS, DEPTH, REACH = (40_000, 50_000, 60_000), 20_000, 80_000


class UseWagon(Action, frozen=True):
    """The camp will be a wagon of that width in quanta, 4 to 6 MU. [BC-19.1]"""

    width: int


class Wagon(Script, frozen=True, kw_only=True):
    """The choice being told."""

    seat: Seat
    width: int


def ground(_: Book, position: Position, camp: Piece) -> CampGround | None:
    """With the centre troops, centre third, within 8 MU, parallel to the edge. [BC-19.2]"""
    if chosen(camp) != WAGON:
        return None
    when = first_troops(position, camp.controller)
    return CampGround(when=when, touching=False, within=REACH, parallel=True)


def judge(_: Book, position: Position, seat: Seat, __: Ask | None, said: UseWagon) -> Verdict:
    """The card must be there, the camp not placed, the width right. [BC-19.1]"""
    if not waiting_camp(position, seat, WAGON):
        return Verdict((Refusal("BC-19.1", "bc.19-1.late"),))
    if not WIDTHS[0] <= said.width <= WIDTHS[-1]:
        return Verdict((Refusal("BC-19.1", "bc.19-1.width"),))
    return Verdict()


def rolled_up(_: Book, state: State, frame: Wagon) -> Iterator[Event]:
    """The wagon stands instead of the camp, and is one in all else. [BC-19.4]"""
    camp = waiting_camp(state.position, frame.seat, WAGON)
    assert camp is not None
    yield Exchanged(replace(camp, shape=Rectangle(frame.width, DEPTH)))
    yield from USED[WAGON].laid(camp.id)
    yield Ruled("BC-19.1", "bc.19-1.wagon", {"seat": frame.seat})
    yield Popped()


def behind(us: Fighter) -> Stand | None:
    """The own wagon that any part of a foot stand's rear edge touches. [BC-19.3, BC-30.52]"""
    if us.is_camp or not us.troop.is_foot:
        return None
    for friend in us.field.friends(us.stand.seat):
        wagon = friend.is_camp and chosen(friend.piece) == WAGON
        if wagon and any(edges_touch(us.stand.base, "rear", friend.base, edge) for edge in EDGES):
            return friend
    return None


def heartened(us: Fighter, _: Fighter) -> Modifier | None:
    """+1 in close combat on any edge. [BC-19.3]"""
    return Modifier(1, "factor.wagon", "BC-19.3") if behind(us) else None


def sheltered(_: Fighter, target: Fighter) -> Modifier | None:
    """-1 for enemies who shoot at it. [BC-19.3]"""
    return Modifier(-1, "factor.wagon-cover", "BC-19.3") if behind(target) else None


def candidates(position: Position, seat: Seat) -> Iterator[UseWagon]:
    """The wagon in its three whole widths, the widest first."""
    if waiting_camp(position, seat, WAGON):
        yield from (UseWagon(width) for width in reversed(WIDTHS))


def begin(seat: Seat, said: UseWagon) -> Frame:
    """What the choice begins."""
    return Wagon(seat=seat, width=said.width)


ACT = Act(UseWagon, "BC-19.1", camp_window, candidates, judge, begin)


def where_it_serves(book: Book, here: Field, ask: Ask) -> Iterator[Gain]:
    """Right behind foot that stands in the middle of the line; so the troops come first. [BC-19.3]

    On the base edge it would hearten nobody.
    """
    camp = camp_due(book, here.position, ask.seat, ask.window)
    if camp is None or chosen(camp) != WAGON:
        return
    foot = [one for one in here.friends(ask.seat) if not one.is_camp and one.troop.is_foot]
    own = home(book, here.position, ask.seat)
    foot.sort(key=lambda one: abs(2 * own.own(one.base.pose.x, one.base.pose.y)[0] - own.length))
    for one in foot:
        said = PlaceCamp(offset(one.base.pose, -2 * one.base.hd))
        if judge_camp(book, here.position, ask.seat, ask, said).ok:
            yield LIKELY, said
            return
    troops = () if foot else book.menus[ask.window].salient(book, here.position, ask)
    yield from ((LIKELY, said) for said in troops if isinstance(said, Deploy))


CARD = Card(
    "standard wagon",
    uses=(set_out(WAGON, "BC-19.2"),),
    tokens=(USED[WAGON],),
    advice=Advice(acts={UseWagon: lambda *_: LIKELY}, answers={"PlaceCamp": where_it_serves}),
    procedures={Wagon: rolled_up},
    acts=(ACT,),
    hooks=(
        (seams.CAMP_GROUND, ground, "BC-19.2"),
        (seams.CLOSE_COMBAT, heartened, "BC-19.3"),
        (seams.SHOOTER, sheltered, "BC-19.3"),
    ),
)
