"""Models whose death has consequences: they explode, passengers get out, they go. [SK-69, SK-70]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Frame, Needed, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Cleared, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.evolving import after
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.state import State
from condotta.rules.asking import asked_once, option_of
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.removing import Aftermath, Blast, Deaths, dying, taken
from condotta.rules.skirmish.reading.datasheets import sheet_of
from condotta.rules.skirmish.reading.dice import ALL_PIPS, Throw, thrown
from condotta.rules.skirmish.reading.field import Model, field, near
from condotta.rules.skirmish.reading.profile import left
from condotta.rules.steps import queued

EXPLOSION = "explosion"
WHO_FIRST = "which dies first"


class Dying(Script, frozen=True, kw_only=True):
    """A model at no wounds whose death has consequences. [SK-69]"""

    model: str


class TakenAway(Script, frozen=True, kw_only=True):
    """A model that lay dying leaves the table."""

    model: str


def deaths(book: Book, state: State, frame: Deaths) -> Iterator[Event]:
    """The next to die; of several at the same moment the active seat chooses. [SK-70]"""
    position = state.position
    if frame.answers:
        yield Pushed(Dying(model=option_of(frame)))
        return
    waiting = dying(position)
    if not waiting:
        yield Popped()
        yield Pushed(Aftermath())
        return
    first = position.count(waiting[0], names.DYING)
    same = [name for name in waiting if position.count(name, names.DYING) == first]
    if len(same) == 1:
        yield Pushed(Dying(model=same[0]))
        return
    seat = book.stack(seams.CHOOSER, position)
    ask = Ask(seat, WHO_FIRST, "SK-70", options=tuple(same))
    yield from asked_once(state.asks, ask)


def dying_now(book: Book, state: State, frame: Dying) -> Iterator[Event]:
    """It explodes or does not; then whatever else must be done before it goes. [SK-69]

    RULING SK-152: everything that an explosion does is done before passengers get out. Whether the
    die shows the number may be wished for or feared: its owner may re-roll it whatever it shows.
    """
    position = state.position
    model = position.pieces[frame.model]
    if model.place != "table":
        yield Popped()
        return
    ability = sheet_of(position, model).ability("explodes")
    blast: Frame | None = None
    if ability is not None:
        units = struck(position, model, ability.radius_in)
        throw = Throw(
            EXPLOSION,
            "SK-69",
            model.controller,
            1,
            (model.command,),
            worth=ALL_PIPS if units else frozenset(),
            needed=Needed("sk.69.roll", {"unit": model.command}, least=ability.min_roll),
        )
        pips = yield from thrown(book, position, frame, throw)
        if pips[0] >= ability.min_roll:
            yield Ruled("SK-69", "sk.69.explodes", {"unit": model.command, "units": units})
            blast = Blast(units=units, amount=ability.mortal, by=model.controller, clause="SK-69")
        else:
            yield Ruled("SK-69", "sk.69.holds", {"unit": model.command})
    yield Popped()
    yield Pushed(TakenAway(model=frame.model))
    yield from queued(book.union(seams.DYING, position, frame.model))
    if blast is not None:
        yield Pushed(blast)


def struck(position: Position, model: Piece, radius_in: int) -> tuple[str, ...]:
    """The units within an explosion, whosever they are; not the model itself. [SK-69, SK-70]"""
    here = Model(position, model)
    reach = radius_in * names.INCH
    return tuple(
        unit.id
        for unit in field(position).units.values()
        if any(
            near(here, one, reach)
            for one in unit.models
            if one.id != model.id and left(position, one.piece) > 0
        )
    )


def taken_away(book: Book, state: State, frame: TakenAway) -> Iterator[Event]:
    """The model that lay dying is removed, as its slayer's doing."""
    position = state.position
    model = position.pieces[frame.model]
    if model.place != "table":
        yield Popped()
        return
    by = model.tail(names.SLAIN_BY)
    events: list[Event] = [
        Cleared(model.id, names.SLAIN_BY + by),
        Counted(model.id, names.DYING, 0),
    ]
    yield from events
    yield Popped()
    yield from taken(book, after(position, events), (model,), by=by, clause="SK-22")


PROCEDURES: dict[type[Frame], Procedure] = {
    Deaths: deaths,
    Dying: dying_now,
    TakenAway: taken_away,
}
