"""Card 22, Chained Together: horsemen bound into one line. [BC-22]"""

from __future__ import annotations

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Refusal
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common import lookout, shower
from condotta.rules.triumph.cards.common.bows import WAITING
from condotta.rules.triumph.cards.common.card import Advice, Card, set_out
from condotta.rules.triumph.cards.common.carrying import carries, of_army
from condotta.rules.triumph.cards.common.exchanging import SQUARE
from condotta.rules.triumph.cards.settings import DEFAULTS
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.results import always_pursues
from condotta.rules.triumph.deployment.forms import Form
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import shape_of
from condotta.rules.triumph.tokens import Token

CODE = "CH"
CHAINED = Token("chained", "BC-22.1")
MOVE = 50_000
AGAINST = {"KNT": 2, "JCV": 1, "RBL": -1, "SKM": -1}
"""What is added against some types. [BC-22.4]"""
WEIGHT, SHOWERS = 4, 0.05  # a point more against a quarter is reason enough; what shots add


def forms(_: Book, position: Position, piece: Piece) -> tuple[Form, ...]:
    """Before the first of them is on the table all eligible stands take the chains, or none.

    All of the army, in whatever command and on a flank march. [BC-22.1, BC-22.6]

    # RULING BC-22.6: what only looks like one of them takes them too, or it would be told.
    """
    if not carries(piece, CODE):
        return ()
    there = (one for one in of_army(position, piece) if names.GARRISON not in one.traits)
    eligible = tuple(one for one in there if carries(one, CODE))
    if any(one.place not in WAITING for one in eligible):
        return ()
    if CHAINED.on(piece):
        plain = (replace(one, shape=shape_of(one.type)) for one in eligible)
        free = tuple(CHAINED.taken_from(one) for one in plain)
        return (Form("form.unchained", "BC-22.1", free, army_wide=True),)
    chained = tuple(CHAINED.put_on(replace(one, shape=SQUARE)) for one in eligible)
    return (Form("form.chained", "BC-22.1", chained, army_wide=True),)


def bound(_: Book, piece: Piece, kind: TroopType) -> TroopType | None:
    """Close order, 5 MU, a point more to move. [BC-22.1, BC-22.2]"""
    if not CHAINED.on(piece):
        return None
    return replace_type(kind)


def replace_type(kind: TroopType) -> TroopType:
    """A mounted type in chains; all else stays as it is. [BC-22.5]"""
    return replace(kind, order="close", move=MOVE, surcharge=1)


def against(us: Fighter, foe: Fighter) -> Modifier | None:
    """+2 against Knights, +1 against Javelin Cavalry, -1 against Rabble, Skirmishers. [BC-22.4]"""
    value = AGAINST.get(foe.troop.code)
    if us.is_camp or value is None or not CHAINED.on(us.piece):
        return None
    return Modifier(value, "factor.chained", "BC-22.4")


def stays(winner: Fighter, _: Fighter, doubled: bool) -> bool | None:
    """It pursues nobody it doubles, nor by an order to pursue as if it had. [BC-22.4, BC-30.35]

    A type that pursues whenever it wins still does so after it merely beat. [BC-22.5, TC-3.70]
    """
    if not CHAINED.on(winner.piece) or (always_pursues(winner) and not doubled):
        return None
    return False


def shoots(_: Book, piece: Piece, kind: TroopType) -> int | None:
    """As Shower Shooting. [BC-22.3]"""
    return shower.factor(kind) if CHAINED.on(piece) else None


def reach(here: Field, stand: Stand) -> int | None:
    """As far as a shower does. [BC-21.4]"""
    return shower.reach(here) if shoots(here.book, stand.piece, stand.troop) is not None else None


def stood_still(here: Field, shooter: Stand) -> Refusal | None:
    """Not in its own turn after a tactical move. [BC-22.3]"""
    return shower.moved(here, shooter, "BC-22.3") if CHAINED.on(shooter.piece) else None


def against_lancers(book: Book, here: Field, ask: Ask, _: Form) -> float:
    """The more the enemy has of those it fights better, and the fewer of the others. [BC-22.4]

    That it shoots then is worth a little against anybody. [BC-22.3]
    """
    kinds = lookout.enemy_types(book, here, ask.seat)
    better = sum(AGAINST.get(kind, 0) for kind in kinds) / max(1, len(kinds))
    return lookout.LIKELY * min(1.0, WEIGHT * (better + SHOWERS))


CARD = Card(
    "chained together",
    uses=(set_out(CODE, "BC-22.1"),),
    tokens=(CHAINED,),
    advice=Advice(forms={"form.chained": against_lancers}),
    settings=dict(DEFAULTS),
    hooks=(
        (seams.FORMS, forms, "BC-22.1"),
        (seams.CHANGED, bound, "BC-22.1"),
        (seams.CLOSE_COMBAT, against, "BC-22.4"),
        (seams.PURSUIT, stays, "BC-22.4"),
        (seams.SHOOTING, shoots, "BC-22.3"),
        (seams.RANGE, reach, "BC-21.4"),
        (seams.MAY_SHOOT, stood_still, "BC-22.3"),
    ),
)
