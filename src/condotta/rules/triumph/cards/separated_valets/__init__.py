"""Card 3, Separated Valets: a pair of stands as one of foot and one of horse. [BC-3]"""

from __future__ import annotations

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common import lookout
from condotta.rules.triumph.cards.common.card import Advice, Card, set_out
from condotta.rules.triumph.cards.common.carrying import carries, detail
from condotta.rules.triumph.cards.common.exchanging import as_type
from condotta.rules.triumph.cards.separated_valets.valets import (
    CODE,
    WAS,
    WITH,
    in_order,
    mates,
    partner_of,
    plain,
)
from condotta.rules.triumph.deployment.forms import Form
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import troop

FOOT, HORSE = "EFT", "JCV"


def forms(_: Book, position: Position, piece: Piece) -> tuple[Form, ...]:
    """As they are, or split; both at the same moment, any two of an entry. [BC-3.2, BC-3.4]"""
    if not carries(piece, CODE):
        return ()
    other = partner_of(position, piece)
    if other is not None:
        both = whole(in_order(position, piece, other))
        return (replace(both, others=(other.id,)),) if other.place == piece.place else ()
    if not plain(piece):
        return ()
    return tuple(
        replace(split(in_order(position, piece, one)), others=(one.id,))
        for one in mates(position, piece)
    )


def split(pair: tuple[Piece, Piece]) -> Form:
    """One Elite Foot, who is the general if one of them is, and one Javelin Cavalry. [BC-3.3]"""
    leads = any(names.GENERAL in one.traits for one in pair)
    made = []
    for piece, other, code in zip(pair, reversed(pair), (FOOT, HORSE), strict=True):
        traits = tuple(trait for trait in piece.traits if trait != names.GENERAL)
        general = (names.GENERAL,) if leads and code == FOOT else ()
        led = f"{WAS}:{piece.type}{'*' if names.GENERAL in piece.traits else ''}"
        said = (*general, *traits, led, f"{WITH}:{other.id}")
        made.append(replace(as_type(piece, code), traits=said))
    worth = tuple((one.id, troop(one.type).half_points) for one in made)
    return Form("form.split", "BC-3.2", tuple(made), worth)


def whole(pair: tuple[Piece, Piece]) -> Form:
    """Both as their entry has them."""
    made = []
    for piece in pair:
        came = detail(piece, WAS)
        hidden = (names.GENERAL, f"{WAS}:{came}", f"{WITH}:{detail(piece, WITH)}")
        traits = tuple(trait for trait in piece.traits if trait not in hidden)
        general = (names.GENERAL,) if came.endswith("*") else ()
        made.append(replace(as_type(piece, came.rstrip("*")), traits=(*general, *traits)))
    worth = tuple((one.id, troop(one.type).half_points) for one in made)
    return Form("form.whole", "BC-3.2", tuple(made), worth)


def apart(one: str, other: str) -> Refusal:
    """That one half of a split pair would march on a flank without the other. [BC-3.5]"""
    return Refusal("BC-3.5", "bc.3-5.together", {"stand": one, "other": other})


def together_held(here: Field, pieces: tuple[Piece, ...]) -> Refusal | None:
    """Both halves of a split pair march on a flank, or neither. [BC-3.5]"""
    held = {piece.id for piece in pieces}
    for piece in pieces:
        other = partner_of(here.position, here.position.pieces[piece.id])
        if other is not None and other.id not in held:
            return apart(piece.id, other.id)
    return None


def together_set_out(here: Field, stand: Stand) -> Refusal | None:
    """Nor is one half set out while the other is held back for a flank march. [BC-3.5]

    # RULING BC-3.5: the same moment is the set-up; who stands in the centre third may come in an
    # earlier step than the other half.
    """
    other = partner_of(here.position, here.position.pieces[stand.id])
    return apart(stand.id, other.id) if other is not None and other.place == "reserve" else None


def better_matched(book: Book, here: Field, ask: Ask, form: Form) -> float:
    """Where the types of a pair come off better split against those over there. [BC-3.2]"""
    foes = lookout.enemy_types(book, here, ask.seat)
    gain = sum(
        lookout.margin(book, after.type, foe)
        - lookout.margin(book, here.position.pieces[after.id].type, foe)
        for after in form.pieces
        for foe in foes
    )
    return lookout.LIKELY if gain > 0 else 0.0


CARD = Card(
    "separated valets",
    uses=(set_out(CODE, "BC-3.2"),),
    remembers={WAS: "BC-3.2", WITH: ""},
    advice=Advice(forms={"form.split": better_matched}),
    hooks=(
        (seams.FORMS, forms, "BC-3.2"),
        (seams.MAY_HOLD, together_held, "BC-3.5"),
        (seams.MAY_DEPLOY, together_set_out, "BC-3.5"),
    ),
)
