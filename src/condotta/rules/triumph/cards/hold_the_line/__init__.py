"""Card 10, Hold the Line: troops who do not run after a beaten enemy. [BC-10]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common.card import Advice, Card, Gain, played
from condotta.rules.triumph.cards.common.carrying import carries, expended, in_hand
from condotta.rules.triumph.cards.common.lookout import SURE
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.speaking.moments import Put, question
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tokens import Token
from condotta.table import Base, base, gap, offset

CODE, WINDOW = "HL", "hold the line"
HOLD, PURSUE = "hold", "pursue"
HOLDING = Token("holds the line", "BC-10.2", names.CLOSE)


class HoldLine(Script, frozen=True, kw_only=True):
    """The owner of a stand that is to pursue may play the card. [BC-10.2]"""

    stand: str


def cards_for(position: Position, piece: Piece) -> tuple[Piece, ...]:
    """The cards in hand that may be played on a stand. [BC-10.1, BC-10.3]"""
    return tuple(
        card
        for card in in_hand(position, piece.controller, CODE)
        if (card.army, card.unit) == (piece.army, piece.unit) and granted(position, card, piece)
    )


def granted(position: Position, card: Piece, piece: Piece) -> bool:
    """Whether the list grants a stand the card that was bought for its entry. [BC-0.6]

    It may name only some types of the entry; where it names none they all have it. [BC-10.1]
    """
    entry = (
        one
        for one in position.pieces.values()
        if (one.army, one.unit) == (card.army, card.unit) and one.id != card.id
    )
    return carries(piece, CODE) or not any(carries(one, CODE) for one in entry)


def known(winner: Fighter, _: Fighter, due: bool) -> tuple[Frame, ...]:
    """Before anything else happens, and only where a pursuit is due. [BC-10.2, BC-10.4]"""
    playable = due and not winner.is_camp and cards_for(winner.position, winner.piece)
    return (HoldLine(stand=winner.stand.id),) if playable else ()


def may_stop(winner: Fighter, _: Fighter) -> tuple[str, ...]:
    """Everybody sees the card that may be played. [BC-0.2, BC-10.2]"""
    return ("BC-10.2",) if not winner.is_camp and cards_for(winner.position, winner.piece) else ()


def put(_: Book, position: Position, frame: HoldLine) -> Put:
    """Its controller pursues, or plays the card. [BC-10.2]"""
    return Put(position.pieces[frame.stand].controller, (PURSUE, HOLD), (frame.stand,))


def chosen(_: Book, position: Position, frame: HoldLine, option: str) -> Iterator[Event]:
    """When it is played the card is expended and the stand stays. [BC-10.2, BC-10.3]"""
    if option == HOLD:
        yield from expended(cards_for(position, position.pieces[frame.stand])[0], "BC-10.3")
        yield from HOLDING.laid(frame.stand)
        yield Ruled("BC-10.2", "bc.10-2.holds", {"stand": frame.stand})


def stays(winner: Fighter, _: Fighter, __: bool) -> bool | None:
    """It stops every pursuit, whatever its cause. [BC-10.4]"""
    return False if HOLDING.on(winner.piece) else None


def pursue_or_hold(_: Book, here: Field, ask: Ask) -> Iterator[Gain]:
    """Stay where the pursuit would lay a flank open that is covered now. [BC-10.2]

    The beaten enemy still stands there, so the way is taken to be free.
    """
    stand = here.stand(ask.about[0])
    after = base(offset(stand.base.pose, 2 * stand.base.hd), stand.base.shape)
    worse = exposed(here, stand, after) > exposed(here, stand, stand.base)
    yield SURE, Choose(HOLD if worse else PURSUE)


def exposed(here: Field, stand: Stand, where: Base) -> int:
    """How many free enemies could come at the flank of a stand there."""
    count = 0
    for foe in here.enemies(stand.seat):
        if foe.is_camp or foe.id in here.fighting or gap(foe.base, where) > foe.reach:
            continue
        dx, dy = foe.base.cx - where.cx, foe.base.cy - where.cy
        ahead, aside = dx * where.fx + dy * where.fy, abs(dx * where.rx + dy * where.ry)
        count += aside - where.hw > ahead
    return count


CARD = Card(
    "hold the line",
    uses=(played(CODE, "BC-10.2", windows=(WINDOW,)),),
    tokens=(HOLDING,),
    advice=Advice(answers={WINDOW: pursue_or_hold}),
    procedures={HoldLine: question(WINDOW, "BC-10.2", put, chosen)},
    hooks=(
        (seams.RESULT_KNOWN, known, "BC-10.2"),
        (seams.STOPPED_BY, may_stop, "BC-10.2"),
        (seams.PURSUIT, stays, "BC-10.4"),
    ),
)
