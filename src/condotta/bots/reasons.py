"""Why a bot did what it did: message keys with parameters, as rulings are, never sentences.

A reason is made of what its bot saw and weighed, and so is for the eyes of its seat alone, unless
everything is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.position import Position
from condotta.kernel.rulings import Param

if TYPE_CHECKING:
    from condotta.bots.seat import Bot


class Reason(msgspec.Struct, frozen=True):
    """One reason: a message key with its parameters."""

    key: str
    params: Mapping[str, Param] = {}


SILENT = Reason("why.silent")
"""What is said of a bot that gives no reasons."""
ONLY = Reason("why.only")
"""Nothing else could be said."""
BY_LOT = Reason("why.lot")
"""The answer was drawn."""
FIRST = Reason("why.first")
"""The answer that the table knows best, without a thought."""
PLAIN = Reason("why.option")
"""The first option that does something, without a thought."""
USUAL = Reason("why.usual")
"""What the bot does whenever it is asked that."""


class Decision(NamedTuple):
    """What a bot was asked, what it saw, what it said; and why, where that is known already."""

    position: Position
    ask: Ask
    said: Action
    because: Reason | None = None


Explain: TypeAlias = Callable[[Position, Ask, Action], Iterable[Reason]]
"""Why that was said to the question, from what was seen."""


def reasons(bot: Bot) -> tuple[Reason, ...]:
    """Why a bot said what it said last. One without a method `why`, or without a reason, has none.

    >>> reasons(object())
    (Reason(key='why.silent', params={}),)
    """
    why: Callable[[], Iterable[Reason]] | None = getattr(bot, "why", None)
    return tuple(why() if why is not None else ()) or (SILENT,)


def explained(made: Decision | None, by: Mapping[str, Explain]) -> Iterator[Reason]:
    """The reasons of a decision, by what explains those of its window."""
    if made is None:
        return
    if not made.ask.says and len(made.ask.options) == 1:
        yield ONLY
    elif made.because is not None:
        yield made.because
    else:
        explain = by.get(made.ask.window)
        found = () if explain is None else tuple(explain(made.position, made.ask, made.said))
        yield from found or (USUAL,)


def option_of(said: Action) -> str:
    """The option that was chosen; nothing where something else was said."""
    return said.option if isinstance(said, Choose) else ""


def per_cent(share: float) -> int:
    """A chance in per cent; none and all only where it is so.

    >>> per_cent(15 / 36), per_cent(0.001), per_cent(0.999), per_cent(0), per_cent(1)
    (42, 1, 99, 0, 100)
    """
    whole = round(100 * share)
    return max(1, min(99, whole)) if 0 < share < 1 else whole


def tenths(value: float) -> int:
    """A number as the catalogue is given it: in tenths.

    >>> tenths(1.26), tenths(-0.04)
    (13, 0)
    """
    return round(10 * value)
