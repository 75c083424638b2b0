"""Whether one piece sees another, as each game judges it for a shot, and what hides it."""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.ranked.reading import sight as ranked
from condotta.rules.ranked.reading.regiment import field as ranked_field
from condotta.rules.sketches import Sight
from condotta.rules.skirmish.reading.field import Field, Unit
from condotta.rules.skirmish.reading.field import field as skirmish_field
from condotta.rules.skirmish.shooting import sights as skirmish
from condotta.rules.triumph.looking import sights as triumph
from condotta.rules.triumph.stands.field import field as triumph_field
from condotta.server.reasons import piece_found


def of_stands(book: Book, position: Position, one: str, other: str) -> Sight:
    """Of two stands or camps. [TC-6.12]"""
    here = triumph_field(book, position)
    return triumph.sight(here, *(piece_found(here.find(name), name) for name in (one, other)))


def of_regiments(book: Book, position: Position, one: str, other: str) -> Sight:
    """Of two regiments, or of characters, who see from where they are. [FB-1.10]"""
    here = ranked_field(book, position)
    return ranked.sight(here, *(piece_found(here.find(name), name) for name in (one, other)))


def of_units(book: Book, position: Position, one: str, other: str) -> Sight:
    """Of two units, whichever of their models are named. [SK-77]"""
    here = skirmish_field(position)
    both = (piece_found(unit_with(here, position, name), name) for name in (one, other))
    return skirmish.sight(book, here, *both)


def unit_with(here: Field, position: Position, name: str) -> Unit | None:
    """The unit on the table that has that name, or a model of that name."""
    piece = position.pieces.get(name)
    return here.units.get((piece.command or piece.id) if piece else "")
