"""Whether one piece sees another, as each game judges it for a shot, and what hides it."""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.ranked.reading import sight as ranked
from condotta.rules.ranked.reading.regiment import field as ranked_field
from condotta.rules.sketches import Sight
from condotta.rules.skirmish.reading.field import field as skirmish_field
from condotta.rules.skirmish.shooting import sights as skirmish
from condotta.rules.triumph.looking import sights as triumph
from condotta.rules.triumph.stands.field import field as triumph_field
from condotta.server.parts import SightShown
from condotta.server.reasons import Refused


def shown(found: Sight) -> SightShown:
    """As a page is told it."""
    return SightShown(**found._asdict())


def of_stands(book: Book, position: Position, one: str, other: str) -> SightShown:
    """Of two stands or camps. [TC-6.12]"""
    here = triumph_field(book, position)
    for name in (one, other):
        if here.find(name) is None:
            raise Refused("no-piece", piece=name[:40])
    return shown(triumph.sight(book, position, one, other))


def of_regiments(book: Book, position: Position, one: str, other: str) -> SightShown:
    """Of two regiments, or of characters, who see from where they are. [FB-1.10]"""
    here = ranked_field(book, position)
    both = [here.find(name) for name in (one, other)]
    if both[0] is None or both[1] is None:
        raise Refused("no-piece", piece=(other if both[0] else one)[:40])
    return shown(ranked.sight(here, both[0], both[1]))


def of_units(book: Book, position: Position, one: str, other: str) -> SightShown:
    """Of two units, whichever of their models are named. [SK-77]"""
    here = skirmish_field(position)
    both = []
    for name in (one, other):
        piece = position.pieces.get(name)
        unit = here.units.get((piece.command or piece.id) if piece else "")
        if unit is None:
            raise Refused("no-piece", piece=name[:40])
        both.append(unit)
    return shown(skirmish.sight(book, here, both[0], both[1]))
