"""A loop's question: asked once, and asked anew only where what it offers has changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

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
