"""Card 9, Plaustrella: men behind pushed, spiked carts. [BC-9]"""

from __future__ import annotations

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common import lookout
from condotta.rules.triumph.cards.common.card import Advice, Card, set_out
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.cards.common.exchanging import SQUARE
from condotta.rules.triumph.cards.common.transports import RIDING
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.results import BEATEN, SHATTERED
from condotta.rules.triumph.deployment.forms import Form
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import shape_of, troop
from condotta.rules.triumph.tokens import Token

CODE = "PL"
EQUIPPED = Token("plaustrella", "BC-9.2")
FIGHTS_AS = "HFT"
MOVE, SHOT_AT, WORTH = 20_000, 3, 8


def forms(_: Book, __: Position, piece: Piece) -> tuple[Form, ...]:
    """With the carts or without, stand by stand; for good. [BC-9.1, BC-9.5]

    # RULING BC-9.7: nobody pushes carts from transports.
    """
    if not carries(piece, CODE) or RIDING.on(piece):
        return ()
    if EQUIPPED.on(piece):
        plain = EQUIPPED.taken_from(replace(piece, shape=shape_of(piece.type)))
        usual = troop(piece.type).half_points
        return (Form("form.without-carts", "BC-9.1", (plain,), ((piece.id, usual),)),)
    carted = EQUIPPED.put_on(replace(piece, shape=SQUARE))
    return (Form("form.with-carts", "BC-9.1", (carted,), ((piece.id, WORTH),)),)


def worth(_: Book, piece: Piece) -> Modifier | None:
    """4 points, whatever its type counts. [BC-9.5]"""
    if not EQUIPPED.on(piece):
        return None
    return Modifier(WORTH - troop(piece.type).half_points, "worth.plaustrella", "BC-9.5")


def counts_as(_: Book, piece: Piece) -> str | None:
    """Heavy Foot, whatever its type; what shatters Heavy Foot shatters it. [BC-9.4, BC-9.6]"""
    return FIGHTS_AS if EQUIPPED.on(piece) else None


def slow(_: Book, piece: Piece, kind: TroopType) -> TroopType | None:
    """2 MU in all terrain, close order, factor 3 when shot at. [BC-9.2, BC-9.3]"""
    if not EQUIPPED.on(piece):
        return None
    return replace(kind, move=MOVE, order="close", shot_at=SHOT_AT)


def any_ground(_: Book, piece: Piece, __: TroopType) -> int | None:
    """No ground slows it. [BC-9.2]"""
    return MOVE if EQUIPPED.on(piece) else None


def covered(us: Fighter, _: Fighter) -> Modifier | None:
    """+1 unless it is shot at from the rear. [BC-9.3]"""
    if us.from_rear or not EQUIPPED.on(us.piece):
        return None
    return Modifier(1, "factor.plaustrella-cover", "BC-9.3")


def spikes(us: Fighter, foe: Fighter) -> Modifier | None:
    """+2 against mounted unless it fights to its flank or rear. [BC-9.4]"""
    fits = us.to_front and not us.is_camp and foe.troop.is_mounted and EQUIPPED.on(us.piece)
    return Modifier(2, "factor.plaustrella", "BC-9.4") if fits else None


def trampled(loser: Fighter, winner: Fighter, degree: str) -> tuple[str, str] | None:
    """Shattered by Elephants in any terrain. [BC-9.4]"""
    close = loser.kind == "close" and degree == BEATEN and winner.troop.code == "ELE"
    return (SHATTERED, "BC-9.4") if close and EQUIPPED.on(loser.piece) else None


def against_riders(book: Book, here: Field, ask: Ask, _: Form) -> float:
    """The more of them ride, the more carts help. [BC-9.1]"""
    return lookout.LIKELY * 2 * lookout.mounted_share(book, here, ask.seat)


CARD = Card(
    "plaustrella",
    uses=(set_out(CODE, "BC-9.1"),),
    tokens=(EQUIPPED,),
    advice=Advice(forms={"form.with-carts": against_riders}),
    hooks=(
        (seams.FORMS, forms, "BC-9.1"),
        (seams.WORTH, worth, "BC-9.5"),
        (seams.COUNTS_AS, counts_as, "BC-9.4"),
        (seams.CHANGED, slow, "BC-9.2"),
        (seams.SLOW, any_ground, "BC-9.2"),
        (seams.TARGET, covered, "BC-9.3"),
        (seams.CLOSE_COMBAT, spikes, "BC-9.4"),
        (seams.OUTCOME, trampled, "BC-9.4"),
    ),
)
