"""Stands that are not what they seem: what is behind them, told to their side alone.

What everybody may know of such a stand is its type, base, traits and worth; `Piece.truth` and the
counter `REAL` say what is behind it and exist only for its own side. [BC-0.2]
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.events import Counted, Event, Exchanged, Mustered, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.triumph import names
from condotta.rules.triumph.stands.layout import is_stand
from condotta.rules.triumph.tables import shape_of

NOTHING = "nothing"
BEHIND = "behind "
"""The truth of the second stand of a pair: this, then the id of the first."""
PART, FIELD, TRAIT = ";", "|", ","


def seems(piece: Piece) -> bool:
    """Whether it is a stand that is not what it seems. Other pieces have secrets of other kinds.

    >>> from condotta.table import Rectangle
    >>> seems(Piece("R1", "KNT", "red", "red", truth="nothing", shape=Rectangle(1, 1)))
    True
    >>> seems(Piece("card-1", "card", "red", "red", truth="T11"))
    False
    """
    return bool(piece.truth) and piece.shape is not None and is_stand(piece)


def written(real: tuple[Piece, ...]) -> str:
    """What is behind a stand in one word: types, entries and traits of the real stands."""
    parts = (FIELD.join((one.type, one.unit, TRAIT.join(one.traits))) for one in real)
    return PART.join(parts) or NOTHING


def read(piece: Piece) -> tuple[Piece, ...]:
    """The real stands behind a piece, as they would stand in its place; none behind nothing."""
    if not seems(piece) or piece.truth == NOTHING or is_second(piece):
        return ()
    found = []
    for part in piece.truth.split(PART):
        code, unit, traits = part.split(FIELD)
        shape = shape_of(code)
        kept = tuple(trait for trait in traits.split(TRAIT) if trait)
        found.append(replace(piece, type=code, unit=unit, traits=kept, shape=shape, truth=""))
    return tuple(found)


def is_second(piece: Piece) -> bool:
    """Whether it is the rear one of two that are one."""
    return seems(piece) and piece.truth.startswith(BEHIND)


def first_of(position: Position, piece: Piece) -> Piece:
    """The stand that holds the truth: itself, or the front one of its pair."""
    return position.pieces[piece.truth.removeprefix(BEHIND)] if is_second(piece) else piece


def second_of(position: Position, piece: Piece) -> Piece | None:
    """The rear stand of a front one that is shown as two."""
    if not seems(piece) or is_second(piece):
        return None
    wanted = BEHIND + piece.id
    return next((one for one in position.pieces.values() if one.truth == wanted), None)


def veiled(side: str, event: Event, outside: Event | None = None) -> Veiled:
    """An event that only a side may know."""
    return Veiled((f"side:{side}",), event, outside)


def mustered(side: str, piece: Piece, truth: str, shown: int, real: int) -> Iterator[Event]:
    """A stand with something else behind it comes into being; half points as shown and real."""
    yield veiled(side, Mustered(replace(piece, truth=truth)), Mustered(piece))
    yield Counted(piece.id, names.WORTH, shown)
    if real:
        yield veiled(side, Counted(piece.id, names.REAL, real))


def exchanged(piece: Piece, side: str = "") -> Event:
    """An exchange in the open of a stand that may not be what it seems: its secret stays one.

    Without a side its owner alone keeps the secret.
    """
    if not seems(piece):
        return Exchanged(piece)
    who = f"side:{side}" if side else piece.owner
    return Veiled((who,), Exchanged(piece), Exchanged(replace(piece, truth="")))
