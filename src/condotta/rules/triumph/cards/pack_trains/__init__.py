"""Card 18, Pack Trains and Herds: a camp that comes last and stands anywhere. [BC-18]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.camp_cards import (
    HERDS,
    USED,
    camp_window,
    chosen,
    last_troops,
    only,
    waiting_camp,
)  # fmt: skip
from condotta.rules.triumph.cards.common.card import Advice, Card, Gain, set_out
from condotta.rules.triumph.cards.common.lookout import LIKELY
from condotta.rules.triumph.deployment.camps import (
    CampGround,
    PlaceCamp,
    camp_due,
    camp_ground,
    camp_places,
)
from condotta.rules.triumph.speaking.acts import Act
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import terrain
from condotta.table import Pose, base, distance_before, gap

FAR, SHELTER = 300_000, 40_000  # who is farther off is no danger; how near hard ground helps


class UseHerds(Action, frozen=True):
    """The camp will be the herds, not the fortified one; said before it is placed. [BC-18.3]"""


class Herding(Script, frozen=True, kw_only=True):
    """The choice being told. [BC-17.4]"""

    seat: Seat


def ground(_: Book, position: Position, camp: Piece) -> CampGround | None:
    """Anywhere along the own edge, with the last troops. [BC-18.1, BC-18.2]"""
    alone = not chosen(camp) and only(position, camp, HERDS)
    if not alone and chosen(camp) != HERDS:
        return None
    return CampGround(when=last_troops(position, camp.controller), centre=False)


def judge(_: Book, position: Position, seat: Seat, __: Ask | None, ___: UseHerds) -> Verdict:
    """The card must be there and the camp not placed. [BC-18.3]"""
    if waiting_camp(position, seat, HERDS):
        return Verdict()
    return Verdict((Refusal("BC-18.3", "bc.18-3.late"),))


def herding(_: Book, state: State, frame: Herding) -> Iterator[Event]:
    """Said openly. [BC-17.4]"""
    camp = waiting_camp(state.position, frame.seat, HERDS)
    assert camp is not None
    yield from USED[HERDS].laid(camp.id)
    yield Ruled("BC-18.3", "bc.18-3.herds", {"seat": frame.seat})
    yield Popped()


def candidates(position: Position, seat: Seat) -> Iterator[UseHerds]:
    """Where another card for the camp could be used instead."""
    camp = waiting_camp(position, seat, HERDS)
    if camp is not None and not only(position, camp, HERDS):
        yield UseHerds()


def begin(seat: Seat, _: UseHerds) -> Frame:
    """What the choice begins."""
    return Herding(seat=seat)


ACT = Act(UseHerds, "BC-18.3", camp_window, candidates, judge, begin)


def out_of_the_way(book: Book, here: Field, ask: Ask) -> Iterator[Gain]:
    """Far from every enemy that is seen, with ground before it that keeps riders off. [BC-18.1]

    Which of several cards the camp uses it leaves open: it is as well off with any.
    """
    camp = camp_due(book, here.position, ask.seat, ask.window)
    if camp is None or ground(book, here.position, camp) is None:
        return
    shape = camp.shape
    assert shape is not None
    rough = [area for area in here.areas if terrain(area.kind).going != "open"]
    foes = [one for one in here.enemies(ask.seat) if not one.is_camp]

    def safe(pose: Pose) -> float:
        at = base(pose, shape)
        away = min([FAR, *(gap(at, foe.base) for foe in foes)])
        heading = at.fx, at.fy
        before = (distance_before(at, heading, SHELTER, area) < SHELTER for area in rough)
        return float(away) + SHELTER * any(before)

    places = camp_places(here, camp, camp_ground(book, here.position, camp))
    best = max(places, key=safe, default=None)
    if best is not None:
        yield LIKELY, PlaceCamp(best)


CARD = Card(
    "pack trains and herds",
    uses=(set_out(HERDS, "BC-18.2"),),
    tokens=(USED[HERDS],),
    advice=Advice(answers={"PlaceCamp": out_of_the_way}),
    procedures={Herding: herding},
    acts=(ACT,),
    hooks=((seams.CAMP_GROUND, ground, "BC-18.1"),),
)
