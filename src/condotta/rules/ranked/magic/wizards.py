"""Wizards: where they are, what they may cast, and at whom. [FB-5.3, FB-5.5, FB-5.8]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.magic.lore import known, lore
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.sight import sees
from condotta.rules.ranked.shooting.templates import SMALL, found, places
from condotta.table import HALF, Point

TRIED = "tried "
"""A mark of a wizard, and a spell: it has attempted that in this phase. [FB-5.5]"""
SPENT = "casts no more"
"""A mark of a wizard whose concentration is broken for this phase. [FB-5.6, FB-5.13]"""


def able(here: Field, seat: Seat) -> tuple[Piece, ...]:
    """The wizards of a seat that can channel: on the table, not fleeing. [FB-5.3]"""
    return tuple(
        piece
        for one in here.own(seat)
        for piece in one.pieces
        if is_wizard(piece) and not one.fleeing
        if not here.book.refusals(seams.MAY_ACT, here.position, piece)
    )


def is_wizard(piece: Piece) -> bool:
    """Whether a piece is a wizard, of whatever level. [FB-5.14]"""
    return names.WIZARD in piece.traits


def where(here: Field, wizard: str) -> Point:
    """The middle of a wizard's base. [FB-11.1]"""
    at = here.regiment(wizard)
    right, ahead = next(place for name, place in places(at) if name == wizard)
    of = at.base
    return of.x + right * of.rx + ahead * of.fx, of.y + right * of.ry + ahead * of.fy


def level(here: Field, wizard: str) -> int:
    """What a wizard adds to its dice. [FB-5.5]"""
    return here.position.count(wizard, names.WIZARD_LEVEL)


def cannot_cast(here: Field, wizard: Piece, spell: str) -> Refusal | None:
    """Why a wizard may not attempt a spell at all now. [FB-5.5, FB-5.6]"""
    at = here.find(wizard.id)
    told = {"piece": wizard.id, "spell": spell}
    if at is None or at.fleeing or at.marked(names.STUPID):
        return Refusal("FB-5.5", "fb.5-5.absent", told)
    if wizard.marked(SPENT):
        return Refusal("FB-5.6", "fb.5-6.spent", told)
    if spell not in known(here.position, wizard.id):
        return Refusal("FB-5.5", "fb.5-5.unknown", told)
    if wizard.marked(TRIED + spell):
        return Refusal("FB-5.5", "fb.5-5.tried", told)
    refused = here.book.refusals(seams.MAY_ACT, here.position, wizard)
    return refused[0] if refused else None


def targets(here: Field, wizard: Piece, spell: str, *, boosted: bool = False) -> Iterator[Regiment]:
    """The regiments that a wizard may cast a spell at. [FB-5.8]"""
    at = here.regiment(wizard.id)
    reach = lore()[spell].reach(boosted=boosted) * names.INCH + HALF
    kind = lore()[spell].kind
    wanted = "friend" if kind == "augment" else "enemy"
    for other in here.related(wizard.controller, wanted):
        if kind != "vortex" and here.gap(at, other) > reach:
            continue
        if why_not(here, at, other, spell) is None:
            yield other


def why_not(here: Field, at: Regiment, other: Regiment, spell: str) -> str | None:
    """Why a spell may not be cast at a regiment in range, as a word; None if it may. [FB-5.8]"""
    kind = lore()[spell].kind
    if kind == "augment":
        engaged = lore()[spell].inches and (here.engaged(other) or other.fleeing)
        return "engaged" if engaged else None
    if other is not at and not here.in_front_arc(at, other):
        return "arc"
    if kind in ("hex", "vortex"):
        return None
    if here.engaged(other):
        return "engaged"
    if kind == "missile":
        if here.engaged(at):
            return "engaged"
        return None if sees(here, at, other) else "unseen"
    met = (here.regiment(one.regiment) for one in found(here, (other.base.centre,), SMALL))
    unfit = any(here.engaged(one) or not here.hostile(at, one) for one in met)
    return "template" if unfit else None
