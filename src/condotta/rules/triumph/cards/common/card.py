"""A battle card as one value: what it does in play, and all that is to be said of it. [BC-0.1]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from condotta.kernel.asks import Action, Ask, Frame
from condotta.kernel.book import Book, Layer, Procedure, Setting
from condotta.rules.triumph.cards.common.carrying import in_play
from condotta.rules.triumph.deployment.forms import Form
from condotta.rules.triumph.ground.laid_ground import LaidGround
from condotta.rules.triumph.looking.beside import Use
from condotta.rules.triumph.speaking.acts import Act, Hooks
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tokens import Token

Gain = tuple[float, Action]
"""An answer with what it may be expected to gain, in half points."""


class Advice(NamedTuple):
    """What an old captain would say about a card, to bots and to people who ask.

    `acts` says what an act gains that is legal now, or None where nothing is to be said of it;
    `forms` by its key what a form gains; `answers` by its window, or by an act among what may be
    said, the answers to a question. `none` says why there is nothing to advise.
    """

    acts: Mapping[type[Action], Callable[[Book, Field, Ask, Any], float | None]] = {}
    forms: Mapping[str, Callable[[Book, Field, Ask, Form], float]] = {}
    answers: Mapping[str, Callable[[Book, Field, Ask], Iterator[Gain]]] = {}
    none: str = ""


class Card(Layer):
    """One battle card: a layer of its own, and what is to be told of it beside the board.

    `uses` says of each of its codes when it is of use: `lasting`, `set_out` or `played`. `tokens`
    are what it puts on pieces, `remembers` the traits that it leaves on stands, each with the
    clause by which it is told what they came as, and `grounds` what it
    lays on the table. `acts` are what it lets a seat say: a refused one says its own clause, also
    once the card is spent. A card that leaves nobody a choice needs no `advice`. It sleeps in a
    battle in which nothing in play has its codes, its tokens, what it remembers or, where it says
    something of what others bring, a word of `hears`.
    """

    def __init__(
        self,
        name: str,
        *,
        uses: Iterable[tuple[str, Use]],
        tokens: tuple[Token, ...] = (),
        remembers: Mapping[str, str] = {},
        grounds: tuple[LaidGround, ...] = (),
        advice: Advice | None = None,
        procedures: Mapping[type[Frame], Procedure] | None = None,
        acts: tuple[Act, ...] = (),
        hooks: Hooks = (),
        settings: Mapping[str, Setting] | None = None,
        hears: tuple[str, ...] = (),
    ) -> None:
        self.uses = dict(uses)
        words = {*self.uses, *remembers, *(token.name for token in tokens), *hears}
        super().__init__(
            name,
            2,
            procedures=procedures,
            judges={act.action: act.judge for act in acts},
            reasons={act.action: act.why_not for act in acts},
            hooks=(*(hook for act in acts for hook in act.hooks()), *hooks),
            settings=settings,
            wakes=lambda book, position: not words.isdisjoint(book.newest(in_play, position)),
        )
        self.tokens = tokens
        self.remembers = dict(remembers)
        self.grounds = grounds
        self.advice = advice or Advice()


def lasting(code: str, clause: str) -> tuple[str, Use]:
    """A card that works all battle without an act."""
    return code, Use(clause, f"card.{code}.when", lasting=True)


def set_out(code: str, clause: str, *, passes: bool = False) -> tuple[str, Use]:
    """A card that is used as troops or camps are set out; one that `passes` is no use later."""
    return code, Use(clause, f"card.{code}.when", setting=True, passes=passes)


def played(code: str, clause: str, *, windows: tuple[str, ...] = ()) -> tuple[str, Use]:
    """A card that is played in battle: by an act, or in windows that are opened for its sake."""
    return code, Use(clause, f"card.{code}.when", windows=windows)
