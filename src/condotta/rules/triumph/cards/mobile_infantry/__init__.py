"""Card 8, Mobile Infantry: foot that ride to the fight. [BC-8]

Its acts and moments are in `transports`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier, Refusal
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common import lookout, transports
from condotta.rules.triumph.cards.common.card import Advice, Card, played
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.cards.common.exchanging import SQUARE
from condotta.rules.triumph.cards.common.transports import CAUGHT, RIDING, SHOT_DOWN, on_foot
from condotta.rules.triumph.cards.mobile_infantry.discarding import (
    ACT,
    ENDING,
    HOOKS,
    PROCEDURES,
    Discard,
)
from condotta.rules.triumph.cards.plaustrella import EQUIPPED
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.results import Combat
from condotta.rules.triumph.deployment.forms import Form
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.stands.field import Field, Stand, troop_of
from condotta.rules.triumph.tables import troop

CODE = "MI"
FAST, SLOWED = 60_000, 30_000


def forms(_: Book, __: Position, piece: Piece) -> tuple[Form, ...]:
    """On transports or on foot, stand by stand; riders of a mixed entry need none. [BC-8.1]"""
    if not carries(piece, CODE) or EQUIPPED.on(piece) or not troop(piece.type).is_foot:
        return ()
    if RIDING.on(piece):
        return (Form("form.on-foot", "BC-8.1", (on_foot(piece),)),)
    return (Form("form.riding", "BC-8.1", (RIDING.put_on(replace(piece, shape=SQUARE)),)),)


def riding(_: Book, piece: Piece, kind: TroopType) -> TroopType | None:
    """Open order and 6 MU; still foot of its type to every rule that asks. [BC-8.2, BC-8.9]"""
    return replace(kind, order="open", move=FAST) if RIDING.on(piece) else None


def slowed(_: Book, piece: Piece, __: TroopType) -> int | None:
    """3 MU where any part of a move is in difficult terrain, of a rout too. [BC-8.2, BC-30.24]"""
    return SLOWED if RIDING.on(piece) else None


def no_shot(_: Field, shooter: Stand) -> Refusal | None:
    """On transports nobody shoots, nor whom a shot made get off. [BC-8.5, BC-8.6]"""
    if RIDING.on(shooter.piece):
        return Refusal("BC-8.5", "bc.8-5.riding", {"stand": shooter.id})
    if SHOT_DOWN.on(shooter.piece):
        return Refusal("BC-8.6", "bc.8-6.shot-down", {"stand": shooter.id})
    return None


def shot_at(us: Fighter, _: Fighter) -> Modifier | None:
    """-1 when it is shot at on transports. [BC-8.5]"""
    return Modifier(-1, "factor.riding", "BC-8.5") if RIDING.on(us.piece) else None


def caught(us: Fighter, _: Fighter) -> Modifier | None:
    """-1 in the combat in which it was caught on transports. [BC-8.7]"""
    return Modifier(-1, "factor.caught", "BC-8.7") if CAUGHT.on(us.piece) else None


def before_dice(one: Fighter, other: Fighter) -> Iterator[Event]:
    """It becomes its foot type as the combat is rolled, on any edge. [BC-8.7, BC-30.27]"""
    for us in (one, other) if one.kind == "close" else ():
        if RIDING.on(us.piece):
            yield from transports.caught(us.piece)


def after(_: Book, position: Position, combat: Combat) -> tuple[Frame, ...]:
    """Beaten by shooting it gets off once its outcome move is made. [BC-8.5, BC-30.26]"""
    both = (position.pieces[name] for name in (combat.attacker, combat.defender))
    if combat.way == "close":
        caught = tuple(one.id for one in both if CAUGHT.on(one))
        return (transports.CaughtOver(stands=caught),) if caught else ()
    loser = position.pieces.get(combat.loser)
    shot = loser is not None and loser.place == "table" and RIDING.on(loser)
    return (transports.ShotOff(stand=combat.loser),) if shot else ()


def if_foot_is_slow(book: Book, here: Field, ask: Ask, form: Form) -> float:
    """Slow foot rides to the fight where few could catch it on the way. [BC-8.1]"""
    slow = troop_of(book, here.position.pieces[form.pieces[0].id]).move < FAST
    few = lookout.mounted_share(book, here, ask.seat) < lookout.FEW
    return lookout.LIKELY if slow and few else 0.0


CARD = Card(
    "mobile infantry",
    uses=(played(CODE, "BC-8.4"),),
    tokens=(RIDING, ENDING, CAUGHT, SHOT_DOWN),
    advice=Advice(acts={Discard: lookout.near_the_enemy}, forms={"form.riding": if_foot_is_slow}),
    procedures={**transports.PROCEDURES, **PROCEDURES},
    acts=(ACT,),
    hooks=(
        (seams.FORMS, forms, "BC-8.1"),
        (seams.CHANGED, riding, "BC-8.2"),
        (seams.SLOW, slowed, "BC-8.2"),
        (seams.MAY_MOVE, transports.keeps_away, "BC-8.3"),
        (seams.MAY_MARCH, transports.marches_clear, "BC-30.25"),
        *HOOKS,
        (seams.MAY_SHOOT, no_shot, "BC-8.5"),
        (seams.TARGET, shot_at, "BC-8.5"),
        (seams.CLOSE_COMBAT, caught, "BC-8.7"),
        (seams.BEFORE_DICE, before_dice, "BC-8.7"),
        (seams.COMBAT_DONE, after, "BC-8.5"),
    ),
)
