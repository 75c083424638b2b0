"""What both dismounting cards share: the forms of a stand when it is set out. [BC-1, BC-2.1]"""

from __future__ import annotations

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.records import Piece
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common import lookout
from condotta.rules.triumph.cards.common.carrying import carries, detail
from condotta.rules.triumph.cards.common.exchanging import as_type
from condotta.rules.triumph.cards.settings import settings_of
from condotta.rules.triumph.deployment.forms import Form
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import troop

MOUNTED, DISMOUNTED = "form.mounted", "form.dismounted"
CODES = ("DD", "MD")
SWORD = "SF"
WAS = "was"
"""The trait that remembers, until the stand is set out, what it came as."""


def on_foot(piece: Piece, code: str) -> Piece | None:
    """The stand on foot, if its list lets it dismount and it is mounted. [BC-1.1, BC-1.5]"""
    kind = detail(piece, code)
    if not kind or not troop(piece.type).is_mounted:
        return None
    made = as_type(piece, kind)
    return replace(made, traits=(*made.traits, f"{WAS}:{piece.type}"))


def foot_worth(piece: Piece) -> int:
    """Half points of the dearest type that a stand may get off as; 0 for none. [BC-30.21]"""
    kinds = filter(None, (detail(piece, code) for code in CODES))
    return max((troop(kind).half_points for kind in kinds), default=0)


def counts(book: Book, piece: Piece) -> int | None:
    """Half points of the form that it has, where that is chosen; else nothing is said.

    # RULING BC-1.7: what it counted as the army was built, unless it is chosen otherwise. A rider
    # with a sword counts as his card says [BC-30.21].
    """
    if not settings_of(book).flag("dismountedCountsAsForm") or carries(piece, SWORD):
        return None
    if not any(detail(piece, code) for code in CODES):
        return None
    more = sum(part.value for part in book.sum(seams.WORTH, book, piece))
    return troop(piece.type).half_points + int(more)


def gain_on_foot(book: Book, here: Field, ask: Ask, _: Form) -> float:
    """Where few ride, there is nobody to ride down. [BC-1.3]"""
    return lookout.LIKELY if lookout.mounted_share(book, here, ask.seat) < lookout.FEW else 0.0


def forms(piece: Piece, code: str, clause: str) -> tuple[Form, ...]:
    """The other form of a stand, chosen stand by stand. [BC-1.3]

    What it counts when lost stays its dearer form's. [BC-1.7]
    """
    foot = on_foot(piece, code)
    if foot is not None:
        return (Form(DISMOUNTED, clause, (foot,)),)
    was = detail(piece, WAS)
    if not was or not detail(piece, code):
        return ()
    back = as_type(piece, was)
    traits = tuple(trait for trait in back.traits if not trait.startswith(f"{WAS}:"))
    return (Form(MOUNTED, clause, (replace(back, traits=traits),)),)
