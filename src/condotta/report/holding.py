"""How much a battle holds: a log of more than that is refused before anybody works at it.

Every event makes some things of a position anew, so that a million pieces would take hours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from condotta.kernel.errors import Corrupt
from condotta.kernel.events import (
    Corrected,
    Counted,
    Event,
    Laid,
    Marked,
    Mustered,
    Paid,
    Sealed,
    Veiled,
)
from condotta.kernel.state import State

MOST_PIECES, MOST_GROUND, MOST_COUNTERS, MOST_MARKS, MOST_SEALS = 3_000, 1_000, 10_000, 200, 5_000
MOST_OPEN, MOST_FRAMES, MOST_ANSWERS = 1_000, 60, 1_000
EVERY = 64
"""After so many events it is looked again how much is open."""


def hold(events: Sequence[Event], where: str) -> None:
    """Refuse what no battle has room for: `Corrupt` says of what there is too much."""
    pieces, ground, counters, seals = set[str](), set[str](), set[tuple[str, str]](), set[str]()
    marks = Counter[str]()
    named = set[tuple[str, str]]()
    for event in plainly(events):
        match event:
            case Mustered(piece):
                pieces.add(piece.id)
            case Laid(area):
                ground.add(area.id)
            case Counted(holder, name):
                counters.add((holder, name))
            case Paid(giver, taker, name):
                counters |= {(giver, name), (taker, name)}
            case Sealed(seal):
                seals.add(seal)
            case Marked(piece, mark) if (piece, mark.name) not in named:
                named.add((piece, mark.name))
                marks[piece] += 1
            case _:
                pass
    most = max(marks.values(), default=0)
    for what, many, allowed in (
        ("pieces", len(pieces), MOST_PIECES),
        ("pieces of ground", len(ground), MOST_GROUND),
        ("counters", len(counters), MOST_COUNTERS),
        ("seals", len(seals), MOST_SEALS),
        ("marks on one piece", most, MOST_MARKS),
    ):
        if many > allowed:
            raise too_much(where, what, many, allowed)


def hold_open(state: State, where: str) -> None:
    """Refuse a moment in which more is open than the rules ever ask at once."""
    answers = max((len(frame.answers) for frame in state.agenda), default=0)
    for what, many, allowed in (
        ("open questions", len(state.asks), MOST_OPEN),
        ("procedures in each other", len(state.agenda), MOST_FRAMES),
        ("answers to one procedure", answers, MOST_ANSWERS),
    ):
        if many > allowed:
            raise too_much(where, what, many, allowed)


def too_much(where: str, what: str, many: int, allowed: int) -> Corrupt:
    """The sentence that there is too much of something."""
    return Corrupt(where, f"it has {many:,} {what}, and a battle holds {allowed:,}")


def plainly(events: Iterable[Event]) -> Iterator[Event]:
    """Every event, those in veils and corrections too."""
    for event in events:
        match event:
            case Veiled(_, inside, outside):
                yield from plainly((inside,) if outside is None else (inside, outside))
            case Corrected(changes):
                yield from plainly(changes)
            case _:
                yield event
