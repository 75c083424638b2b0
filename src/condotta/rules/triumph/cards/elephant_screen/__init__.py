"""Card 20, Elephant Screen: elephants before one line, for as long as they stay. [BC-20]"""

from __future__ import annotations

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.card import Advice, Card, set_out
from condotta.rules.triumph.cards.common.carrying import carries
from condotta.rules.triumph.cards.common.lookout import LIKELY
from condotta.rules.triumph.cards.common.screens import SCREENED, none_elsewhere, one_front_rank
from condotta.rules.triumph.cards.elephant_screen.screens_going import (
    Drawn,
    ScreenGoes,
    after_draw,
    drawn,
    fought,
    goes,
    moved_alone,
    moved_away,
)
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.deployment.forms import Form
from condotta.rules.triumph.stands.field import Field

CODE, SCREENS = "ES", "ET"


def forms(_: Book, __: Position, piece: Piece) -> tuple[Form, ...]:
    """A marker before the stand, said when it is set out. [BC-20.2]"""
    if not carries(piece, CODE):
        return ()
    if SCREENED.on(piece):
        return (Form("form.unscreened", "BC-20.2", (SCREENED.taken_from(piece),)),)
    return (Form("form.screened", "BC-20.2", (SCREENED.put_on(piece),)),)


def before_it(us: Fighter, _: Fighter) -> Modifier | None:
    """+1 to the front. [BC-20.3]"""
    fits = us.to_front and not us.is_camp and SCREENED.on(us.piece)
    return Modifier(1, "factor.screened", "BC-20.3") if fits else None


def where_it_stands(_: Book, __: Field, ___: Ask, form: Form) -> float:
    """Once the stand is set out, and not before: it must be in the one front rank. [BC-20.2]"""
    return LIKELY if form.pieces[0].place == "table" else 0.0


CARD = Card(
    "elephant screen",
    uses=(
        set_out(CODE, "BC-20.2"),
        set_out(SCREENS, "BC-20.2"),
    ),
    tokens=(SCREENED,),
    advice=Advice(forms={"form.screened": where_it_stands}),
    procedures={ScreenGoes: goes, Drawn: after_draw},
    hooks=(
        (seams.FORMS, forms, "BC-20.2"),
        (seams.MAY_DEPLOY, one_front_rank, "BC-20.2"),
        (seams.MAY_MARCH, none_elsewhere, "BC-20.2"),
        (seams.CLOSE_COMBAT, before_it, "BC-20.3"),
        (seams.OUTCOME_MOVED, moved_away, "BC-20.4"),
        (seams.MOVE_MADE, moved_alone, "BC-20.4"),
        (seams.RESULT_KNOWN, fought, "BC-20.5"),
        (seams.COMBAT_DONE, drawn, "BC-20.5"),
    ),
)
