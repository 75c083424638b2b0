"""What the cards say of themselves, told together: beside the board, and as advice. [BC-0.3]

No card is named here: `CARDS` is given, and each has declared what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book, Layer
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common.card import Card, Gain
from condotta.rules.triumph.cards.common.carrying import detail
from condotta.rules.triumph.deployment.forms import TakeForm, form_tries, unlike
from condotta.rules.triumph.looking.beside import Note, Use
from condotta.rules.triumph.stands.field import Field, field
from condotta.rules.triumph.tokens import Token


def uses_of(cards: tuple[Card, ...]) -> Mapping[str, Use]:
    """When each code of the cards is of use."""
    return {code: use for card in cards for code, use in card.uses.items()}


def tokens_of(cards: tuple[Card, ...]) -> Mapping[str, Token]:
    """Every token that a card puts on a piece, by its name."""
    return {token.name: token for card in cards for token in card.tokens}


def traits_of(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The traits of stands that cards know: their codes, and what they remember."""
    remembered = dict.fromkeys(name for card in cards for name in card.remembers)
    return (*sorted(uses_of(cards)), *remembered)


def display(cards: tuple[Card, ...]) -> Layer:
    """When each card is of use, and what is to be known of pieces by their cards. [BC-0.2, 0.3]"""
    uses, tokens = uses_of(cards), tokens_of(cards)
    remembered = dict(chain.from_iterable(card.remembers.items() for card in cards))

    def notes(_: Book, __: Position, piece: Piece) -> Iterator[Note]:
        if names.CARD in piece.traits:
            return
        for mark in piece.marks:
            if mark.name in tokens:
                token = tokens[mark.name]
                yield Note(piece.id, f"note.{token.slug}", token.clause)
        for trait, clause in remembered.items():
            came = detail(piece, trait) if clause else ""
            if came:
                yield Note(piece.id, "note.came", clause, {"type": f"troop.{came.rstrip('*')}"})
        for trait in piece.traits:
            code = trait.partition(":")[0]
            if code in uses:
                yield Note(piece.id, f"card.{code}.name", uses[code].clause)

    said = ((seams.USE, uses.get, "BC-0.3"), (seams.NOTES, notes, "BC-0.2"))
    return Layer("cards on display", 2, hooks=said)


def counsel(cards: tuple[Card, ...]) -> Layer:
    """What the cards advise. Legality is not decided here: only what is legal is advised."""
    acts = dict(chain.from_iterable(card.advice.acts.items() for card in cards))
    forms = dict(chain.from_iterable(card.advice.forms.items() for card in cards))
    answers = tuple(chain.from_iterable(card.advice.answers.items() for card in cards))

    def answered(book: Book, here: Field, ask: Ask, *about: str) -> Iterator[Gain]:
        for name, answer in answers:
            if name in about:
                yield from answer(book, here, ask)

    def acted(book: Book, here: Field, ask: Ask) -> Iterator[Gain]:
        for said in book.union(seams.ACTS, book, here.position, ask):
            worth = acts.get(type(said))
            gain = worth(book, here, ask, said) if worth else None
            if gain is not None:
                yield gain, said

    def formed(book: Book, here: Field, ask: Ask) -> Iterator[Gain]:
        for said, form, verdict in unlike(here.position, form_tries(book, here.position, ask)):
            worth = forms.get(form.key) if verdict.ok else None
            gain = worth(book, here, ask, form) if worth else 0.0
            if gain > 0:
                yield gain, said

    def advice(book: Book, position: Position, ask: Ask) -> tuple[Gain, ...]:
        """All advice for a question, the best first."""
        here = field(book, position)
        found = list(answered(book, here, ask, ask.window))
        found += acted(book, here, ask) if len(ask.says) > 1 else ()
        found += formed(book, here, ask) if TakeForm.__name__ in ask.says else ()
        found += answered(book, here, ask, *ask.says)
        return tuple(sorted(found, key=lambda one: -one[0]))

    return Layer("counsel on cards", 2, hooks=((seams.COUNSEL, advice, "BC-0.1"),))
