"""Battles of many for one marker: who is near it, who should move last, what a die is worth."""

from __future__ import annotations

from condotta.bots.lots import Lots
from condotta.kernel.asks import Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.carnage import names
from condotta.rules.carnage.objective import counts
from condotta.rules.carnage.rolling import AGAIN, KEEP
from condotta.rules.carnage.victory import rounds
from condotta.rules.skirmish.reading import dice
from condotta.rules.skirmish.reading.dice import shown_of

PIPS = 6
ONE_OF_MANY = 0.5  # of a charge that arrives, what a single blow is worth
RESERVE = 1  # command points that are left for what cannot be foreseen


def models_near(book: Book, position: Position, seat: Seat) -> int:
    """How many models of a seat count at the marker where all stand. [CM-91]"""
    return counts(book, position)[seat]


def last_word(draw: Lots, ask: Ask) -> Choose:
    """Somebody else's turn first: whoever moves last in a round holds the ground as it ends."""
    others = [one for one in ask.options if one != ask.seat]
    return Choose(draw.choice(others) if others else ask.seat)


def roll_again(book: Book, position: Position, ask: Ask) -> Choose:
    """Whether a command point is paid for a die of a roll-off: where it may bring its cost. [CM-24]

    What is won is the say among as many as roll: all of it between two, who settle who is last, and
    less among more. Before the first round nothing is won that is worth a point: a quarter is as
    good as another, and the higher rank is the worse one. [CM-82]
    """
    shown = dict(one.rsplit(":", 1) for one in ask.about)
    pips = {seat: int(pip) for seat, pip in shown.items()}
    own = pips.pop(ask.seat)
    best, rivals = max(pips.values()), len(pips)
    gained = sum(chance(pip, best) for pip in range(1, PIPS + 1)) / PIPS - chance(own, best)
    begun = position.count(names.TABLE, names.ROUND) > 0
    worth = begun and gained / rivals > price_of_a_point(book, position, ask.seat)
    return Choose(AGAIN if worth else KEEP)


def price_of_a_point(book: Book, position: Position, seat: Seat) -> float:
    """How likely a command point must bring what it is paid for: one of many is cheap.

    The last is kept, for what cannot be foreseen and for bribes; as rounds pass there is less left
    to buy with the others.
    """
    spare = position.count(seat, names.CP) - RESERVE
    gone = max(0, position.count(names.TABLE, names.ROUND) - 1)
    return (1 - gone / rounds(book)) / (1 + spare) if spare > 0 else 1.0


def die_again(book: Book, position: Position, ask: Ask) -> Choose:
    """The die of an attack or a charge to roll again, where that is likely enough to help.

    A charge hangs on its dice together, all that a unit does this turn; one hit, wound or save of
    many is worth a part of that. Where nothing is said of what must show, or it shows already,
    nothing is paid.
    """
    needed, total = ask.needed, sum(shown_of(ask))
    best = 0.0, dice.KEEP
    for option in ask.options:
        _, found, pip = option.partition(dice.DIE)
        if not found or needed is None or not needed.least:
            continue
        if (total if needed.together else int(pip)) >= needed.least:
            continue
        least = needed.least - (total - int(pip) if needed.together else 0)
        helped = max(0, min(PIPS, PIPS + 1 - least)) / PIPS
        best = max(best, (helped * (1.0 if needed.together else ONE_OF_MANY), option))
    paid = best[0] > price_of_a_point(book, position, ask.seat)
    return Choose(best[1] if paid else dice.KEEP)


def chance(own: int, best: int) -> float:
    """How likely a die wins against the best of the others; who is level rolls again.

    >>> chance(6, 5), chance(5, 5), chance(4, 5)
    (1.0, 0.5, 0.0)
    """
    return 0.5 if own == best else float(own > best)
