"""Advice on the forms in which stands are set out."""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.rules.triumph.cards.dismounting import DISMOUNTED
from condotta.rules.triumph.cards.lookout import (
    LIKELY,
    Advice,
    mounted_share,
)
from condotta.rules.triumph.field import Field
from condotta.rules.triumph.forms import form_acts


def forms(book: Book, here: Field, ask: Ask) -> Iterator[Advice]:
    """A form that helps against the army that stands over there. [BC-1.3, BC-8.1, BC-9.1]"""
    riding = mounted_share(book, here, ask.seat)
    worth = {
        DISMOUNTED: LIKELY if riding < 0.25 else 0.0,
        "form.riding": 0.0,
        "form.with-carts": LIKELY * 2 * riding,
        "form.screened": LIKELY,
    }
    for said in form_acts(book, here.position, ask):
        placed = here.position.pieces[said.piece].place == "table"
        gain = worth.get(said.form, 0.0)
        if gain > 0 and (placed or said.form != "form.screened"):
            yield gain, said
