"""Card 3, Separated Valets: a pair of stands as one of foot and one of horse. [BC-3]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.book import Layer
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.carrying import carries, detail
from condotta.rules.triumph.cards.exchanging import as_type
from condotta.rules.triumph.field import Field, Stand
from condotta.rules.triumph.forms import Form
from condotta.rules.triumph.tables import troop

CODE, WAS = "SV", "came"
FOOT, HORSE = "EFT", "JCV"


def pair_of(position: Position, piece: Piece) -> tuple[Piece, ...]:
    """The two stands of a pair: those of an entry two by two, in order of mustering. [BC-3.1]"""
    entry = [
        one
        for one in position.pieces.values()
        if (one.controller, one.unit) == (piece.controller, piece.unit) and carries(one, CODE)
    ]
    first = entry.index(piece) // 2 * 2
    return tuple(entry[first : first + 2])


def forms(position: Position, piece: Piece) -> tuple[Form, ...]:
    """As they are, or split; both at the same moment. [BC-3.2, BC-3.4]"""
    if not carries(piece, CODE):
        return ()
    pair = pair_of(position, piece)
    if len(pair) < 2 or len({one.place for one in pair}) > 1:
        return ()
    if all(detail(one, WAS) for one in pair):
        return (whole(pair),)
    plain = not any(detail(one, "was") for one in pair)  # not a dismounted one: BC-30.22
    return (split(pair),) if plain else ()


def split(pair: tuple[Piece, ...]) -> Form:
    """One Elite Foot, who is the general if one of them is, and one Javelin Cavalry. [BC-3.3]"""
    leads = any(names.GENERAL in one.traits for one in pair)
    made = []
    for piece, code in zip(pair, (FOOT, HORSE), strict=True):
        traits = tuple(trait for trait in piece.traits if trait != names.GENERAL)
        general = (names.GENERAL,) if leads and code == FOOT else ()
        led = f"{WAS}:{piece.type}{'*' if names.GENERAL in piece.traits else ''}"
        made.append(replace(as_type(piece, code), traits=(*general, *traits, led)))
    worth = tuple((one.id, troop(one.type).half_points) for one in made)
    return Form("form.split", "BC-3.2", tuple(made), worth)


def whole(pair: tuple[Piece, ...]) -> Form:
    """Both as their entry has them."""
    made = []
    for piece in pair:
        came = detail(piece, WAS)
        hidden = (names.GENERAL, f"{WAS}:{came}")
        traits = tuple(trait for trait in piece.traits if trait not in hidden)
        general = (names.GENERAL,) if came.endswith("*") else ()
        made.append(replace(as_type(piece, came.rstrip("*")), traits=(*general, *traits)))
    worth = tuple((one.id, troop(one.type).half_points) for one in made)
    return Form("form.whole", "BC-3.2", tuple(made), worth)


def partners(position: Position, piece: Piece) -> Iterator[Piece]:
    """The other half of a pair that is split; nobody for any other stand."""
    if detail(piece, WAS):
        pair = pair_of(position, position.pieces[piece.id])
        yield from (one for one in pair if one.id != piece.id)


def apart(one: str, other: str) -> Refusal:
    """That one half of a split pair would march on a flank without the other. [BC-3.5]"""
    return Refusal("BC-3.5", "bc.3-5.together", {"stand": one, "other": other})


def together_held(here: Field, pieces: tuple[Piece, ...]) -> Refusal | None:
    """Both halves of a split pair march on a flank, or neither. [BC-3.5]"""
    held = {piece.id for piece in pieces}
    for piece in pieces:
        for other in partners(here.position, piece):
            if other.id not in held:
                return apart(piece.id, other.id)
    return None


def together_set_out(here: Field, stand: Stand) -> Refusal | None:
    """Nor is one half set out while the other is held back for a flank march. [BC-3.5]

    # RULING BC-3.5: the same moment is the set-up; who stands in the centre third may come in an
    # earlier step than the other half.
    """
    for other in partners(here.position, stand.piece):
        if other.place == "reserve":
            return apart(stand.id, other.id)
    return None


CARD = Layer(
    "separated valets",
    2,
    hooks=(
        (seams.FORMS, forms, "BC-3.2"),
        (seams.MAY_HOLD, together_held, "BC-3.5"),
        (seams.MAY_DEPLOY, together_set_out, "BC-3.5"),
    ),
)
