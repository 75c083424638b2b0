"""What of a position is written as a log writes it: exact pieces, events, procedures, questions.

Words say what people set up; this says the rest, so that any moment of any battle can be held.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from condotta.kernel.asks import Ask, Frame, Loop
from condotta.kernel.errors import Corrupt
from condotta.kernel.events import Event, Mustered, Pushed, Veiled
from condotta.kernel.log import revive_event
from condotta.kernel.records import SPECTATORS, Chair, Mark, Piece
from condotta.positions.faults import Faults
from condotta.positions.games import Game
from condotta.positions.legs import placed
from condotta.positions.records import Document, PieceSaid
from condotta.table import Pose, Shape


class Written(NamedTuple):
    """What was read: events that make the position, procedures in progress, open questions."""

    events: tuple[Event, ...] = ()
    progress: tuple[Frame, ...] = ()
    asked: tuple[Ask, ...] = ()


def read(document: Document, known: Game, where: str, faults: Faults) -> Written:
    """What a document holds as a log writes it; what is no such record is noted."""
    if not (document.events or document.progress or document.asked):
        return Written()
    book = known.book({})

    def events(data: dict[str, Any]) -> Event:
        made: Event = msgspec.convert(data, Event)
        return revive_event(book, made)

    def frame(data: dict[str, Any]) -> Frame:
        found = book.revive(data)
        if not isinstance(found, Frame):
            raise Corrupt("record", f"{data.get('kind')} is no procedure")
        return found

    if document.asked and not document.progress:
        faults.add(f"{where}asked", "a question is asked by a procedure: give `progress` too")
    return Written(
        tuple(_each(document.events, events, f"{where}events", faults)),
        tuple(_each(document.progress, frame, f"{where}progress", faults)),
        tuple(
            _each(document.asked, lambda data: msgspec.convert(data, Ask), f"{where}asked", faults)
        ),
    )


def _each(
    listed: Iterable[dict[str, Any]], reader: Any, where: str, faults: Faults
) -> Iterator[Any]:
    """Every one that can be read."""
    for number, data in enumerate(listed):
        try:
            yield reader(data)
        except (msgspec.ValidationError, Corrupt, AttributeError) as why:
            told = str(why).partition(" - at")[0]
            faults.add(f"{where}[{number}]", f"a log has no such record ({told})")


def begun(progress: Iterable[Frame]) -> Iterator[Event]:
    """The procedures as they stand, the innermost last.

    A loop forgets an answer when something is pushed upon it, so that it is given one more.
    """
    *below, top = progress
    for frame in below:
        if isinstance(frame, Loop) and frame.answers:
            frame = replace(frame, answers=(frame.answers[0], *frame.answers))  # noqa: PLW2901 - see above
        yield Pushed(frame)
    yield Pushed(top)


def exact(
    said: PieceSaid, chairs: tuple[Chair, ...], known: Game, where: str, faults: Faults
) -> Iterator[Event]:
    """A piece that is taken as it is written, for each as it sees it, and the truth last."""
    true = piece(said, chairs, known, where, faults)
    if true is None:
        return
    if not said.seen:
        yield Mustered(true)
        return
    for who, other in said.seen.items():
        found = (
            None if other is None else piece(other, chairs, known, f"{where}.seen.{who}", faults)
        )
        if found is not None:
            yield Veiled((who,), Mustered(found))
    everybody = (*(chair.seat for chair in chairs), SPECTATORS)
    yield Veiled(tuple(who for who in everybody if who not in said.seen), Mustered(true))


def piece(
    said: PieceSaid, chairs: tuple[Chair, ...], known: Game, where: str, faults: Faults
) -> Piece | None:
    """An exact piece; of no seat it is nobody's."""
    seats = ("", *(chair.seat for chair in chairs))
    for seat in (said.seat, said.controller):
        if seat not in seats:
            faults.unknown(where, "seat", seat, seats[1:])
            return None
    try:
        shape = None if said.shape is None else msgspec.convert(said.shape, Shape)
    except msgspec.ValidationError:
        faults.add(where, f"the shape of {said.id} is none: a log has rectangles and discs")
        return None
    pose = None
    if said.at is not None:
        pose = placed(said.at, known.quanta)
        if said.facing is not None:
            pose = Pose(pose.x, pose.y, *said.facing)
    marks = (Mark(one) if isinstance(one, str) else Mark(one.name, one.until) for one in said.marks)
    return Piece(
        id=said.id,
        type=said.type,
        owner=said.seat,
        controller=said.controller or said.seat,
        army=said.army,
        command=said.command,
        unit=said.unit,
        shape=shape,
        place=said.place or ("table" if pose else "undeployed"),
        pose=pose,
        traits=said.traits,
        truth=said.truth,
        marks=tuple(marks),
    )
