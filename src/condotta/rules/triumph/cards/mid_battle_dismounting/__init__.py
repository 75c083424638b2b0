"""Card 2, Mid-Battle Dismounting: on foot when set out, or later by a move. [BC-2]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Marked, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common import dismounting, lookout
from condotta.rules.triumph.cards.common.card import Advice, Card, played
from condotta.rules.triumph.cards.common.carrying import carries, detail
from condotta.rules.triumph.cards.common.exchanging import fits
from condotta.rules.triumph.cards.common.standing import own_stand, touched_by, unpaid
from condotta.rules.triumph.deployment.forms import Form
from condotta.rules.triumph.movement.command import made, price
from condotta.rules.triumph.speaking.acts import Act, moving
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.stands.seeming import exchanged
from condotta.rules.triumph.tokens import Token

CODE = "MD"
DISMOUNTED = Token("dismounted", "BC-2.5", names.TURN)
"""Got off this turn: no shooting. [BC-2.5]"""


class Dismount(Action, frozen=True):
    """A mounted stand gets off its horses as a move of its own. [BC-2.2]"""

    stand: str


class Dismounting(Script, frozen=True, kw_only=True):
    """An accepted dismount being paid for. [BC-2.2]"""

    stand: str


def forms(_: Book, __: Position, piece: Piece) -> tuple[Form, ...]:
    """As Deployment Dismounting when it is set out. [BC-2.1]"""
    return dismounting.forms(piece, CODE, "BC-2.1")


def judge(book: Book, position: Position, seat: Seat, _: Ask | None, said: Dismount) -> Verdict:
    """Whether it may get off now: its own move, paid for, nobody touched, room. [BC-2.2, 2.3]"""
    here = field(book, position)
    stand, wrong = own_stand(here, seat, said.stand)
    if stand is None:
        return Verdict((wrong,) if wrong else ())
    foot = dismounting.on_foot(stand.piece, CODE)
    if foot is None:
        return Verdict((Refusal("BC-2.2", "bc.2-2.cannot", {"stand": stand.id}),))
    found = list(unpaid(here, stand))
    enemy = touched_by(here, stand)
    if enemy is not None:
        found.append(Refusal("BC-2.3", "bc.2-3.touch", {"stand": stand.id, "other": enemy.id}))
    # RULING BC-0.12: nobody makes room, so a deeper base needs room of its own.
    if not fits(here, foot):
        found.append(Refusal("BC-0.12", "bc.0-12.room", {"stand": stand.id}))
    return Verdict(tuple(found), cost=price(here, (stand,)))


def dismounting_now(book: Book, state: State, frame: Dismounting) -> Iterator[Event]:
    """Paid as a single stand's move; exchanged by its front edge; it never remounts. [BC-2.4]"""
    here = field(book, state.position)
    stand = here.stand(frame.stand)
    foot = dismounting.on_foot(stand.piece, CODE)
    assert foot is not None, frame.stand
    left = state.position.count(stand.command, names.CP) - price(here, (stand,))
    events = (
        Counted(stand.command, names.CP, left),
        exchanged(foot, state.position.side(foot.owner)),
        Marked(stand.id, Mark(names.MOVED, names.TURN)),
        *DISMOUNTED.laid(stand.id),
        Ruled("BC-2.2", "bc.2-2.dismounts", {"stand": stand.id}),
    )
    yield from made(book, state.position, "on the spot", (stand.id,), events)


def candidates(position: Position, seat: Seat) -> Iterator[Dismount]:
    """The stands that could get off, if nothing is against it."""
    for piece in position.at("table"):
        if piece.controller != seat or piece.marked(names.MOVED) or not carries(piece, CODE):
            continue
        if position.count(piece.command, names.CP) > 0 and dismounting.on_foot(piece, CODE):
            yield Dismount(piece.id)


def dismounting_frame(_: Seat, said: Dismount) -> Frame:
    """What a dismount begins."""
    return Dismounting(stand=said.stand)


def no_shot(_: Field, shooter: Stand) -> Refusal | None:
    """Who got off this turn does not shoot. [BC-2.5]"""
    if not DISMOUNTED.on(shooter.piece):
        return None
    return Refusal("BC-2.5", "bc.2-5.dismounted", {"stand": shooter.id})


def better_on_foot(book: Book, here: Field, _: Ask, said: Dismount) -> float:
    """What getting off gains against whoever is near: never in the open plain. [BC-2.2]"""
    stand = here.stand(said.stand)
    near = lookout.foes(here, stand, lookout.CLOSE)
    foot = detail(stand.piece, CODE)
    if not near or not foot:
        return 0.0
    gains = [
        lookout.margin(book, foot, foe.troop.code)
        - lookout.margin(book, stand.troop.code, foe.troop.code)
        for foe in near
    ]
    return sum(gains) / len(gains)


ACT = Act(Dismount, "BC-2.2", moving, candidates, judge, dismounting_frame)
CARD = Card(
    "mid-battle dismounting",
    uses=(played(CODE, "BC-2.2"),),
    tokens=(DISMOUNTED,),
    advice=Advice(
        acts={Dismount: better_on_foot},
        forms={dismounting.DISMOUNTED: dismounting.gain_on_foot},
    ),
    procedures={Dismounting: dismounting_now},
    acts=(ACT,),
    hooks=(
        (seams.FORMS, forms, "BC-2.1"),
        (seams.MAY_SHOOT, no_shot, "BC-2.5"),
    ),
)
