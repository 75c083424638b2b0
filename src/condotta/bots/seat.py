"""What a bot is, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol

from condotta.bots.broker import Broker
from condotta.bots.chancer import Chancer
from condotta.bots.idle import Frugal, Idle
from condotta.bots.lots import lots
from condotta.bots.playing import PLANNING, Level, base_game, sensible, thoughtful
from condotta.bots.schemer import Schemer
from condotta.errors import PlainError, known
from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book
from condotta.kernel.views import View
from condotta.rules.carnage.bribes import Bribe
from condotta.rules.treachery.deals import Offer


class Bot(Protocol):
    """A player that is asked one question at a time and sees what its seat may see."""

    def answer(self, view: View, ask: Ask) -> Action:
        """What it says to one of its open questions; always something legal."""
        ...


def unasked(bot: Bot, view: View) -> Action | None:
    """What a bot that has a method `volunteer` does of its own accord now, if anything."""
    volunteer = getattr(bot, "volunteer", None)
    said: Action | None = None if volunteer is None else volunteer(view)
    return said


def schemer(book: Book, seed: int | str) -> Bot:
    """The one that intrigues: by treachery, or by bribes in battles of many."""
    return Broker(book, lots(seed)) if Bribe in book.anytime else Schemer(book, lots(seed))


def planning(level: Level) -> Callable[[Book, int | str], Bot]:
    """What makes a bot that plans whole turns, with so much thought, and intrigues as the schemer.

    How well it fights is apart from its temper: where nobody schemes it plans and does no more.
    """

    def of(book: Book, seed: int | str) -> Bot:
        draw = lots(seed)
        base = thoughtful(book, draw, level)
        if Bribe in book.anytime:
            return Broker(book, draw, base=base)
        return Schemer(book, draw, base=base) if Offer in book.anytime else base

    return of


BOTS: Mapping[str, Callable[[Book, int | str], Bot]] = {
    "random": lambda book, seed: Chancer(book, lots(seed)),
    "steward": lambda book, seed: sensible(book, lots(seed)),
    "schemer": schemer,
    "planner": planning("planner"),
    "condottiere": planning("condottiere"),
    "miser": lambda book, seed: Schemer(book, lots(seed), thrift=150, greed=0.1),
    "idle": lambda book, seed: Idle(book, lots(seed)),
    "frugal": lambda book, seed: Frugal(book, lots(seed)),
}
"""Every bot by the name that people call it."""


def usual(book: Book) -> str:
    """The bot that plays a game best: one that intrigues where players may bribe or bargain.

    >>> from condotta.rules.library import book
    >>> usual(book("triumph")), usual(book("treachery"))
    ('steward', 'schemer')
    """
    return "schemer" if book.anytime.keys() & {Bribe, Offer} else "steward"


def strongest(book: Book) -> str:
    """The bot whose word is worth most to whoever asks for a hint.

    >>> from condotta.rules.library import book
    >>> strongest(book("triumph"))
    'condottiere'
    """
    return "condottiere" if base_game(book) in PLANNING else usual(book)


def make(name: str, book: Book, seed: int | str) -> Bot:
    """The bot of that name, which draws its lots from a seed of its own."""
    return maker(name)(book, seed)


def maker(name: str) -> Callable[[Book, int | str], Bot]:
    """What makes a bot: ours by name, anybody's as MODULE:NAME. An unknown one is a PlainError.

    It runs what it is given: whoever lets strangers name bots must offer ours alone.
    """
    module, colon, kind = name.partition(":")
    if not colon:
        if name not in BOTS:
            raise PlainError(f"There is no bot called {name}.{known(name, sorted(BOTS))}")
        return BOTS[name]
    try:
        found: Callable[[Book, int | str], Bot] = getattr(import_module(module), kind)
    except (ImportError, AttributeError, TypeError, ValueError) as why:
        raise PlainError(
            f"There is no bot {name} ({why}): name it as MODULE:NAME, "
            "with the folder of the module in PYTHONPATH."
        ) from why
    return found


def named(text: str, count: int) -> tuple[str, ...]:
    """The bots of so many seats, from names with commas between; one name serves them all."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        maker(name)
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise PlainError(f"Name one bot for all seats or {count}, one for each, not {len(names)}.")
    return tuple(names)
