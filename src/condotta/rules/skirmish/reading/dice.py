"""Dice of skirmish battles: expressions, rolls, what is rolled again and by whom. [SK-1 to SK-3]

A script rolls with one line, as often as it needs, and goes on once the roll stands:

    pips = yield from thrown(book, state.position, frame, Throw("charge roll", "SK-92", seat, 2))
    if pips is None:
        return
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from condotta.kernel.asks import Answer, Ask, Choose, Needed, Roll, Script
from condotta.kernel.book import Book, Rests
from condotta.kernel.events import Asked, Counted, Event, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Param
from condotta.rules.asking import sums_told_apart, told_apart
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.field import in_game
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL, may_use, spent

MOST_DICE = 200  # of one request to chance
SIX = 6
BELOW_SIX = frozenset(range(1, SIX))
ALL_PIPS = frozenset(range(1, SIX + 1))
KEEP, DIE = "keep", "die:"
AGAIN = " again"
OF, SHOWS, FIXED = "roll:", "shows:", "!"
"""What a question about a die says of the roll: its window, what each die shows, which stand."""


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


def faces_of(said: Expression) -> tuple[int, ...]:
    """What each face of its dice counts as, where that is not what it shows. [SK-1]

    A number that is added to several dice is no face's.

    >>> faces_of(expression("D3")), faces_of(expression("D3+1")), faces_of(expression("2D3+1"))
    ((1, 1, 2, 2, 3, 3), (2, 2, 3, 3, 4, 4), (1, 1, 2, 2, 3, 3))
    >>> faces_of(expression("D6")), faces_of(expression("3"))
    ((), ())
    """
    plus = said.plus if said.number == 1 else 0
    if said.sides in (0, SIX) and not plus:
        return ()
    return tuple(one_die(pip, said.sides) + plus for pip in sorted(ALL_PIPS))


def most_of(sides: int) -> frozenset[int]:
    """The pips of a D6 that are not read as the most that so many values have. [SK-1, SK-131]

    >>> sorted(most_of(3)), sorted(most_of(6)), most_of(0)
    ([1, 2, 3, 4], [1, 2, 3, 4, 5], frozenset())
    """
    return frozenset(pip for pip in ALL_PIPS if sides and one_die(pip, sides) < sides)


class Throw(NamedTuple):
    """A roll of D6 and who makes it; its windows are unlike those of the script's other rolls.

    `again` are the pips that a rule has rolled again at once, before modifiers; `worth` those that
    their owner might wish to roll again for a command point: the roll of a die that cannot become
    better is not asked about, nor is a sum of `enough`. [SK-2, SK-3, SK-131]

    `outcome` is what comes of the whole roll, the greater the better for its owner: a die is not
    asked about either where no face of it would make a better one. `needed` tells everybody what
    the roll is for and must show.

    `reads` is what one die is read as, where all are read alike and only counted; of a roll with
    `total` nothing but the sum is read.
    """

    window: str
    clause: str
    seat: Seat
    dice: int
    about: tuple[str, ...] = ()
    again: frozenset[int] = frozenset()
    worth: frozenset[int] = BELOW_SIX
    enough: int = MOST_DICE * SIX
    reads: Callable[[int], object] | None = None
    total: bool = False
    outcome: Callable[[tuple[int, ...]], Any] | None = None
    needed: Needed | None = None


Thrown = Generator[Event, None, tuple[int, ...]]


def thrown(book: Book, position: Position, frame: Script, throw: Throw) -> Thrown:
    """The pips that count once all is rolled; until then the request that comes next.

    [SK-2, SK-135]

    No die is rolled a third time, whoever would. No dice are no question.
    """
    if throw.dice < 1:
        return ()
    heard = after_window(frame.answers, throw.window)
    able = may_use(book, position, throw.seat, COMMAND_REROLL) and in_game(position, throw.seat)
    if heard is None:
        yield requested(throw, throw.window, throw.dice, able=able)
        raise Rests
    pips, *rest = heard
    stands = [pip not in throw.again for pip in pips]
    fated = [index for index, keeps in enumerate(stands) if not keeps]
    if fated:
        if not rest:
            if throw.about:
                told: dict[str, Param] = {"unit": throw.about[0], "dice": len(fated)}
                yield Ruled("SK-3", "sk.3.again", told)
            yield requested(throw, throw.window + AGAIN, len(fated), able=able)
            raise Rests
        for index, pip in zip(fated, rest.pop(0), strict=True):
            pips[index] = pip
    return (yield from commanded(position, frame, throw, (pips, stands), able=able))


def commanded(
    position: Position,
    frame: Script,
    throw: Throw,
    so_far: tuple[list[int], list[bool]],
    *,
    able: bool,
) -> Thrown:
    """The roll after its owner had the chance to roll one die again for a point. [SK-131]

    RULING SK-150: one's own dice only, as B-25 has it.
    """
    pips, free = so_far
    said = reroll_said(frame.answers, throw)
    if said is None:
        worth = sorted({pips[index] for index in worth_it(throw, pips, free)}) if able else []
        if not worth:
            yield from settled(position)
            return tuple(pips)
        yield Counted(names.TABLE, names.UNSETTLED, 1)
        yield Asked(about_a_die(throw, pips, free, worth))
        raise Rests
    option, new = said
    if option == KEEP:
        yield from settled(position)
        return tuple(pips)
    if new is None:
        what: dict[str, Param] = {"seat": throw.seat, "window": throw.window}
        yield Ruled("SK-131", "sk.131.again", {**what, "pip": int(option.removeprefix(DIE))})
        yield from spent(position, throw.seat, COMMAND_REROLL)
        yield requested(throw, throw.window + AGAIN, 1, able=False)
        raise Rests
    yield from settled(position)
    # whoever gave up since may have left it nothing to change: it is rolled again all the same
    every = (*worth_it(throw, pips, free), *(at for at, may in enumerate(free) if may))
    pips[next(at for at in every if f"{DIE}{pips[at]}" == option)] = new
    return tuple(pips)


def worth_it(throw: Throw, pips: Sequence[int], free: Sequence[bool]) -> Iterator[int]:
    """The dice that may be rolled again and could become better, by their place. [SK-131]"""
    if sum(pips) >= throw.enough:
        return
    for at, (pip, may) in enumerate(zip(pips, free, strict=True)):
        if may and pip in throw.worth and could_help(throw, pips, at):
            yield at


def could_help(throw: Throw, pips: Sequence[int], at: int) -> bool:
    """Whether any face in place of a die would make a better outcome of the roll."""
    if throw.outcome is None:
        return True
    now = throw.outcome(tuple(pips))
    others = ((*pips[:at], face, *pips[at + 1 :]) for face in sorted(ALL_PIPS))
    return any(throw.outcome(tuple(other)) > now for other in others)


def about_a_die(
    throw: Throw, pips: Sequence[int], free: Sequence[bool], worth: Sequence[int]
) -> Ask:
    """The question whether one die is rolled again: of which roll, and what it shows. [SK-131]"""
    shown = " ".join(f"{pip}{'' if may else FIXED}" for pip, may in zip(pips, free, strict=True))
    return Ask(
        throw.seat,
        COMMAND_REROLL,
        "SK-131",
        options=(KEEP, *(f"{DIE}{pip}" for pip in worth)),
        about=(*throw.about, OF + throw.window, SHOWS + shown),
        needed=throw.needed,
    )


def shown_of(ask: Ask) -> tuple[int, ...]:
    """What the dice show that a question about one of them is about. [SK-131]"""
    said = next((one for one in ask.about if one.startswith(SHOWS)), SHOWS)
    return tuple(int(one.removesuffix(FIXED)) for one in said.removeprefix(SHOWS).split())


def settled(position: Position) -> Iterator[Event]:
    """No die may be rolled again any more: until then nobody gives points away. [SK-131]"""
    if position.count(names.TABLE, names.UNSETTLED):
        yield Counted(names.TABLE, names.UNSETTLED, 0)


def requested(throw: Throw, window: str, dice: int, *, able: bool) -> Asked:
    """A request for dice; never more than one roll may have.

    Whoever is `able` to roll a die again tells the faces apart that may be worth it.
    """
    reads = () if throw.reads is None else told_apart(lambda pip: read_as(throw, pip, able=able))
    number = min(dice, MOST_DICE)
    sums = sums_told_apart(number, sum) if throw.total and not able else ()
    ask = Ask(CHANCE, window, throw.clause, dice=number, about=throw.about, needed=throw.needed)
    return Asked(replace(ask, counted_from=reads, sums_from=sums))


def read_as(throw: Throw, pip: int, *, able: bool) -> object:
    """Everything that a throw whose dice are only counted tells of one die."""
    assert throw.reads is not None, throw
    return throw.reads(pip), pip in throw.again, pip if able and pip in throw.worth else 0


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
