"""Dice of skirmish battles: expressions, rolls, what is rolled again and by whom. [SK-1 to SK-3]

A script rolls with one line, as often as it needs, and goes on once the roll stands:

    pips = yield from thrown(book, state.position, frame, Throw("charge roll", "SK-92", seat, 2))
    if pips is None:
        return
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from condotta.kernel.asks import Answer, Ask, Choose, Roll, Script
from condotta.kernel.book import Book, Rests
from condotta.kernel.events import Asked, Counted, Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.field import in_game
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL, may_use, spent

MOST_DICE = 200  # of one request to chance
SIX = 6
BELOW_SIX = frozenset(range(1, SIX))
ALL_PIPS = frozenset(range(1, SIX + 1))
KEEP, DIE = "keep", "die:"
AGAIN = " again"


class Expression(NamedTuple):
    """So many dice of so many values and a number, or that alone where `sides` is 0. [SK-1]"""

    number: int
    sides: int
    plus: int = 0

    @property
    def dice(self) -> int:
        """How many D6 it takes."""
        return self.number if self.sides else 0

    @property
    def most(self) -> int:
        """The highest that it can be."""
        return self.number * (self.sides or 1) + self.plus

    def read(self, pips: Sequence[int]) -> int:
        """What it comes to with these D6 showing."""
        if not self.sides:
            return self.number
        return sum(one_die(pip, self.sides) for pip in pips) + self.plus


def expression(text: str) -> Expression:
    """A number, "D3", "2D6", "D6+3": the number before the D is of dice. [SK-1]

    >>> expression("2D6"), expression("d3").read([5]), expression("D3+3").read([5])
    (Expression(number=2, sides=6, plus=0), 3, 6)
    """
    number, _, sides = text.strip().upper().partition("D")
    if not sides:
        return Expression(int(number), 0)
    values, _, plus = sides.partition("+")
    return Expression(int(number or 1), int(values), int(plus or 0))


def one_die(pip: int, sides: int) -> int:
    """A D6, or a D3 from it: halved, rounded up. [SK-1]

    >>> [one_die(pip, 3) for pip in range(1, 7)]
    [1, 1, 2, 2, 3, 3]
    """
    return pip if sides == SIX else -(-pip * sides // SIX)


class Throw(NamedTuple):
    """A roll of D6 and who makes it; its windows are unlike those of the script's other rolls.

    `again` are the pips that a rule has rolled again at once, before modifiers; `worth` those that
    their owner might wish to roll again for a command point: the roll of a die that cannot become
    better is not asked about, nor is a sum of `enough`. [SK-2, SK-3, SK-131]
    """

    window: str
    clause: str
    seat: Seat
    dice: int
    about: tuple[str, ...] = ()
    again: frozenset[int] = frozenset()
    worth: frozenset[int] = BELOW_SIX
    enough: int = MOST_DICE * SIX


Thrown = Generator[Event, None, tuple[int, ...]]


def thrown(book: Book, position: Position, frame: Script, throw: Throw) -> Thrown:
    """The pips that count once all is rolled; until then the request that comes next.

    [SK-2, SK-135]

    No die is rolled a third time, whoever would. No dice are no question.
    """
    if throw.dice < 1:
        return ()
    heard = after_window(frame.answers, throw.window)
    if heard is None:
        yield requested(throw, throw.window, throw.dice)
        raise Rests
    pips, *rest = heard
    stands = [pip not in throw.again for pip in pips]
    fated = [index for index, keeps in enumerate(stands) if not keeps]
    if fated:
        if not rest:
            yield requested(throw, throw.window + AGAIN, len(fated))
            raise Rests
        for index, pip in zip(fated, rest.pop(0), strict=True):
            pips[index] = pip
    return (yield from commanded(book, position, frame, throw, (pips, stands)))


def commanded(
    book: Book,
    position: Position,
    frame: Script,
    throw: Throw,
    so_far: tuple[list[int], list[bool]],
) -> Thrown:
    """The roll after its owner had the chance to roll one die again for a point. [SK-131]

    RULING SK-150: one's own dice only, as B-25 has it.
    """
    pips, free = so_far
    said = reroll_said(frame.answers, throw)
    rolled_once = [pip for pip, may in zip(pips, free, strict=True) if may]
    if said is None:
        worth = sorted(throw.worth.intersection(rolled_once))
        able = may_use(book, position, throw.seat, COMMAND_REROLL) and sum(pips) < throw.enough
        if not worth or not able or not in_game(position, throw.seat):
            yield from settled(position)
            return tuple(pips)
        options = (KEEP, *(f"{DIE}{pip}" for pip in worth))
        yield Counted(names.TABLE, names.UNSETTLED, 1)
        yield Asked(Ask(throw.seat, COMMAND_REROLL, "SK-131", options=options, about=throw.about))
        raise Rests
    option, new = said
    if option == KEEP:
        yield from settled(position)
        return tuple(pips)
    if new is None:
        yield Ruled("SK-131", "sk.131.reroll", {"seat": throw.seat, "window": throw.window})
        yield from spent(position, throw.seat, COMMAND_REROLL)
        yield requested(throw, throw.window + AGAIN, 1)
        raise Rests
    yield from settled(position)
    shown = (may and f"{DIE}{pip}" == option for pip, may in zip(pips, free, strict=True))
    pips[[*shown].index(True)] = new
    return tuple(pips)


def settled(position: Position) -> Iterator[Event]:
    """No die may be rolled again any more: until then nobody gives points away. [SK-131]"""
    if position.count(names.TABLE, names.UNSETTLED):
        yield Counted(names.TABLE, names.UNSETTLED, 0)


def requested(throw: Throw, window: str, dice: int) -> Asked:
    """A request for dice; never more than one roll may have."""
    ask = Ask(CHANCE, window, throw.clause, dice=min(dice, MOST_DICE), about=throw.about)
    return Asked(ask)


def after_window(answers: Sequence[Answer], window: str) -> list[list[int]] | None:
    """The pips of a roll and those of what a rule had rolled again, as lists of their own."""
    start = place(answers, window)
    if start is None:
        return None
    found = [pips_of(answers[start])]
    for answer in answers[start + 1 :]:
        if answer.window != window + AGAIN:
            break
        found.append(pips_of(answer))
    return found


def pips_of(answer: Answer) -> list[int]:
    """What chance rolled."""
    assert isinstance(answer.said, Roll), answer
    return list(answer.said.pips)


def reroll_said(answers: Sequence[Answer], throw: Throw) -> tuple[str, int | None] | None:
    """What the owner of a roll chose, with the new die once it has been rolled."""
    start = place(answers, throw.window)
    assert start is not None, throw
    following = [*answers[start + 1 :]]
    while following and following[0].window == throw.window + AGAIN:
        following.pop(0)
    if not following or following[0].window != COMMAND_REROLL:
        return None
    said = following[0].said
    assert isinstance(said, Choose), said
    if len(following) == 1 or following[1].window != throw.window + AGAIN:
        return said.option, None
    return said.option, pips_of(following[1])[0]


def place(answers: Sequence[Answer], window: str) -> int | None:
    """Where the answer to a window stands among the answers."""
    found = (index for index, answer in enumerate(answers) if answer.window == window)
    return next(found, None)
