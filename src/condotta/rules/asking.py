"""A loop's question: asked once, and asked anew only where what it offers has changed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Ask
from condotta.kernel.events import Asked, Event, Withdrawn


def asked_once(asks: tuple[Ask, ...], ask: Ask) -> Iterator[Event]:
    """The question, unless it is open already: an act at any time brings a loop back to it."""
    standing = [one for one in asks if (one.seat, one.window) == (ask.seat, ask.window)]
    if any(replace(one, id=0, depth=0) == ask for one in standing):
        return
    for one in standing:
        yield Withdrawn(one.id)
    yield Asked(ask)
