"""Questions of procedures: a script goes on once its own is answered, a loop asks its own once.

A loop asks anew only where what it offers has changed. Whoever must choose by lot picks one of what
is worth thinking about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Draw, Loop, Needed, Roll, Script
from condotta.kernel.book import Book, Menu, Rests
from condotta.kernel.chance import results
from condotta.kernel.events import Asked, Event, Popped, Withdrawn
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat

T = TypeVar("T")


def answered(frame: Script, ask: Ask) -> Generator[Event, None, Any]:
    """What was said to a script's question; until then the question, and the script rests.

    It goes on with one line, as often as it asks: `said = yield from answered(frame, ask)`.
    """
    said = frame.heard(ask.window, ask.seat)
    if said is None:
        yield Asked(ask)
        raise Rests
    return said


def thrown(
    frame: Script,
    window: str,
    clause: str,
    dice: int,
    about: tuple[str, ...] = (),
    *,
    sides: int = 6,
    counted_from: tuple[int, ...] = (),
    sums_from: tuple[int, ...] = (),
    needed: Needed | None = None,
) -> Generator[Event, None, tuple[int, ...]]:
    """What so many dice of a script showed; until they are rolled the request for them.

    `counted_from` and `sums_from` say what is read of them, as `told_apart` and `sums_told_apart`
    work it out, `needed` what they are for.
    """
    ask = Ask(
        CHANCE,
        window,
        clause,
        dice=dice,
        sides=sides,
        counted_from=counted_from,
        sums_from=sums_from,
        about=about,
        needed=needed,
    )
    roll: Roll = yield from answered(frame, ask)
    return roll.pips


def drawn(
    frame: Script,
    window: str,
    clause: str,
    pile: Iterable[str],
    *,
    count: int,
    about: tuple[str, ...] = (),
) -> Generator[Event, None, tuple[str, ...]]:
    """What came off a pile in a script; until so many are drawn the request for them."""
    ask = Ask(CHANCE, window, clause, draw=tuple(sorted(pile)), count=count, about=about)
    draw: Draw = yield from answered(frame, ask)
    return draw.drawn


def there(found: T | None) -> Generator[Event, None, T]:
    """What a procedure is about; where that is gone, the procedure is over."""
    if found is None:
        yield Popped()
        raise Rests
    return found


def asked_once(asks: tuple[Ask, ...], ask: Ask) -> Iterator[Event]:
    """The question, unless it is open already: an act at any time brings a loop back to it."""
    standing = [one for one in asks if (one.seat, one.window) == (ask.seat, ask.window)]
    if any(replace(one, id=0, depth=0) == ask for one in standing):
        return
    for one in standing:
        yield Withdrawn(one.id)
    yield Asked(ask)


def told_apart(read: Callable[[int], object], sides: int = 6) -> tuple[int, ...]:
    """The faces at which what a die is read as changes, for a request whose dice are only counted.

    Where all are read alike it is a face that no die has.

    >>> told_apart(lambda pip: pip >= 4), told_apart(lambda pip: (pip == 6, pip >= 2))
    ((4,), (2, 6))
    """
    apart = (face for face in range(2, sides + 1) if read(face) != read(face - 1))
    return tuple(apart) or (sides + 1,)


def sums_told_apart(
    dice: int, read: Callable[[tuple[int, ...]], object], sides: int = 6
) -> tuple[int, ...]:
    """The sums at which what a roll is read as changes; nothing where more is read than the sum.

    Where all are read alike it is a sum that no roll has.

    >>> sums_told_apart(2, lambda pips: sum(pips) <= 7), sums_told_apart(2, max)
    ((8,), ())
    """
    found: dict[int, object] = {}
    for pips in combinations_with_replacement(range(1, sides + 1), dice):
        shown = read(pips)
        if found.setdefault(sum(pips), shown) != shown:
            return ()
    apart = (one for one in range(dice + 1, dice * sides + 1) if found[one] != found[one - 1])
    return tuple(apart) or (dice * sides + 1,)


@cache
def rolls(dice: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Every roll of so many D6, the low dice first, with its chance in whatever order they fall.

    >>> [(pips, str(share)) for pips, share in rolls(2)[:3]]
    [((1, 1), '1/36'), ((1, 2), '1/18'), ((1, 3), '1/18')]
    """
    ask = Ask(CHANCE, "", "", dice=dice, counted_from=told_apart(lambda pip: pip))
    return tuple((said.pips, share) for said, share in results(ask) if isinstance(said, Roll))


def chance_that(dice: int, read: Callable[[tuple[int, ...]], bool]) -> float:
    """How likely so many D6 show what is read, in whatever order they fall.

    >>> chance_that(2, lambda pips: sum(pips) >= 7)
    0.5833333333333334
    """
    return float(sum(share for pips, share in rolls(dice) if read(pips)))


def option_of(frame: Loop) -> str:
    """The option that was chosen of a loop's question, which has nothing else to say to it."""
    said = frame.answers[0].said
    assert isinstance(said, Choose), said
    return said.option


def withdrawn(asks: tuple[Ask, ...], window: str, waiting: Collection[Seat]) -> Iterator[Event]:
    """The questions of a window to all but those seats: they have nothing to say to it now."""
    for one in asks:
        if one.window == window and one.seat not in waiting:
            yield Withdrawn(one.id)


def asked_alone(
    asks: tuple[Ask, ...], window: str, ask: Ask | None, over: Iterable[Event] = ()
) -> Iterator[Event]:
    """One seat's question of a window, and nobody else's.

    Without one the procedure is over, and what it leaves behind is said.
    """
    yield from withdrawn(asks, window, () if ask is None else (ask.seat,))
    yield from (*over, Popped()) if ask is None else asked_once(asks, ask)


# ── answers, for whoever must choose ─────────────────────────────────────────
Ideas = Callable[[Book, Position, Ask], Iterator[Action]]


def one_of(ideas: Ideas) -> Menu:
    """Any of the ideas by lot; there is always one."""
    return Menu(lambda book, seen, ask, lot: lot.choice(tuple(ideas(book, seen, ask))), ideas)


def or_else(ideas: Ideas, option: str, often: float = 1) -> Menu:
    """The ideas, and after them an option: by lot an idea so often, if there is one."""

    def sample(book: Book, position: Position, ask: Ask, lot: Random) -> Action:
        known = tuple(ideas(book, position, ask))
        if not known or (often < 1 and lot.random() >= often):
            return Choose(option)
        return lot.choice(known)

    def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
        yield from ideas(book, position, ask)
        yield Choose(option)

    return Menu(sample, salient)
