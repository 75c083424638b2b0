"""Models are slain and taken away, and a unit with its last; perhaps somebody has won. [SK-68]

`slain` is what every rule calls whose doing costs models their last wounds. Models whose death has
consequences lie dying until their turn comes, in the order in which they died. [SK-70]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from condotta.kernel.asks import Frame, Loop, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import (
    Counted,
    Event,
    Marked,
    Popped,
    Pushed,
    Removed,
    Ruled,
)
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.state import State
from condotta.rules.scores import finished
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.field import STANDING, is_model
from condotta.rules.steps import queued

REMOVAL = "removal"  # the moment of which victory is asked


class Deaths(Loop, frozen=True, kw_only=True):
    """One dying model after another, in the order in which they were slain. [SK-70]"""


class Unfinished(Script, frozen=True, kw_only=True):
    """An effect that is not over yet: who has won is not asked before it is. [SK-51, SK-69]"""


class Blast(Unfinished, frozen=True, kw_only=True):
    """Mortal wounds on every one of several units, rolled for each. [SK-51, SK-69]

    `turn` is that of all whom it slays among those that lie dying. [SK-70]
    """

    turn: int = 0
    units: tuple[str, ...]
    amount: str
    by: Seat = ""
    clause: str = "SK-69"


class Aftermath(Script, frozen=True, kw_only=True):
    """A unit is gone: has anybody won? [SK-68]"""


def slain(
    book: Book, state: State, models: Iterable[str], *, by: Seat, clause: str
) -> Iterator[Event]:
    """These models are at no wounds, at the same moment; `by` is whose doing it is, or nobody's.

    They count as slain in this turn. Whoever calls it is at its end: frames are pushed.
    """
    position = state.position
    every = [position.pieces[name] for name in models]
    events: list[Event] = []
    for model in every:
        whole = sheet_of(position, model).profile(model.type).W
        events.append(Counted(model.id, names.WOUNDS, whole))
    for unit, number in Counter(model.command for model in every).items():
        events.append(Counted(unit, names.SLAIN, position.count(unit, names.SLAIN) + number))
    yield from events
    lasting = [model for model in every if consequential(book, position, model)]
    blasts = current_blast(state)
    turn = blasts.turn if blasts else after_all_dying(position)
    for model in lasting:
        yield Counted(model.id, names.DYING, turn)
        yield Marked(model.id, Mark(names.SLAIN_BY + by))
    if lasting and not blasts and not any(isinstance(frame, Deaths) for frame in state.agenda):
        yield Pushed(Deaths())
    gone = [model for model in every if model not in lasting]
    yield from taken(book, after(position, events), gone, by=by, clause=clause)


def consequential(book: Book, position: Position, model: Piece) -> bool:
    """Whether something happens before the model is taken away."""
    if sheet_of(position, model).ability("explodes") is not None:
        return True
    return bool(book.union(seams.DYING, position, model.id))


def taken(
    book: Book, position: Position, models: Iterable[Piece], *, by: Seat, clause: str
) -> Iterator[Event]:
    """Models leave the table at once; with its last model the unit does, and what follows. [SK-68]

    What is pushed last happens first: what follows for each unit, then whether anybody has won.
    """
    events = removed(position, models, by=by, clause=clause)
    yield from events
    now = after(position, events)
    gone = [str(event.params["unit"]) for event in events if isinstance(event, Ruled)]
    if gone:
        yield Pushed(Aftermath())
        for unit in reversed(gone):
            yield from queued(book.union(seams.REMOVED, now, unit))


def removed(
    position: Position, models: Iterable[Piece], *, by: Seat, clause: str
) -> tuple[Event, ...]:
    """Models leave the table at once, and with its last model the unit does. [SK-68]"""
    every = tuple(models)
    events: list[Event] = [Removed(model.id, "lost", by, clause) for model in every]
    now = after(position, events)
    for unit in dict.fromkeys(model.command for model in every):
        if is_gone(now, unit):
            if by:
                events.append(Marked(unit, Mark(names.SLAIN_BY + by)))
            events.append(Removed(unit, "lost", by, clause))
            events.append(Ruled(clause, "sk.68.gone", {"unit": unit}))
    return tuple(events)


def dying(position: Position) -> tuple[str, ...]:
    """The models that lie dying, those that were slain first before the others. [SK-70]"""
    found = [
        name
        for name, row in position.counters.items()
        if row.get(names.DYING) and position.pieces[name].place == "table"
    ]
    return tuple(sorted(found, key=lambda name: (position.count(name, names.DYING), name)))


def after_all_dying(position: Position) -> int:
    """The turn of whoever is slain next, after those that lie dying. [SK-70]"""
    return 1 + max((position.count(name, names.DYING) for name in dying(position)), default=0)


def current_blast(state: State) -> Blast | None:
    """The effect on several units that is going on: whom it slays dies at one moment. [SK-70]"""
    for frame in reversed(state.agenda):
        if isinstance(frame, Blast):
            return frame
        if isinstance(frame, Deaths):
            break
    return None


def is_gone(position: Position, unit: str) -> bool:
    """Whether no model of a unit is left, wherever it might be."""
    return not any(
        piece.command == unit and piece.place in STANDING and is_model(piece)
        for piece in position.pieces.values()
    )


def aftermath(book: Book, state: State, _: Aftermath) -> Iterator[Event]:
    """Whoever has won has won at once, but for an effect that is not over yet.

    RULING SK-152: who dies of one explosion dies at one moment, and who explodes dies with them, so
    that nobody has won because others were counted first. So it is with perils. [SK-51]
    """
    position = state.position
    yield Popped()
    if any(isinstance(frame, (Unfinished, Deaths)) for frame in state.agenda):
        return
    result = book.stack(seams.VICTORY, book, position, REMOVAL)
    if result is not None:
        said = Ruled(result.clause, result.key, {"winners": result.winners})
        yield from finished(book, position, said, result.winners)
        return
    yield from queued(book.union(seams.SETTLED, position))


PROCEDURES: dict[type[Frame], Procedure] = {Aftermath: aftermath}
