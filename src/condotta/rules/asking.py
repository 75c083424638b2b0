"""A loop's question: asked once, and asked anew only where what it offers has changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Choose, Loop
from condotta.kernel.events import Asked, Event, Popped, Withdrawn
from condotta.kernel.records import Seat


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
