"""What answers of ranked battles may bring: reactions to a charge, attempts to dispel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.rulings import Param
from condotta.rules.ranked.charges import reacting
from condotta.rules.ranked.magic import casting, storms
from condotta.rules.ranked.magic.casting_odds import undone
from condotta.rules.ranked.reading.regiment import Field, field
from condotta.server.games.about.lines import percent
from condotta.server.games.about.regiments import reaction
from condotta.server.parts import SaidShown


def meanings(book: Book, position: Position, ask: Ask | None) -> Mapping[str, SaidShown]:
    """What each answer of whoever is charged or may dispel may bring. [FB-4.3, FB-5.9, FB-5.10]"""
    if ask is None:
        return {}
    here = field(book, position)
    if ask.window in (casting.DISPEL, storms.UNRAVEL):
        return dict(dispelling(here, ask))
    if ask.window != reacting.WINDOW:
        return {}
    one, foe = (here.find(name) for name in ask.about)
    if one is None or foe is None:
        return {}
    return {option: reaction(here, one, foe, option) for option in ask.options}


def dispelling(here: Field, ask: Ask) -> Iterator[tuple[str, SaidShown]]:
    """What each attempt to dispel needs, and its chance. [FB-5.9, FB-5.10]

    A battle begun by an older version may have asked without saying how strong the spell is.
    """
    strength = ask.needed.least if ask.needed else 0
    for option in ask.options if strength else ():
        chance = undone(here, option, strength)
        if chance is not None:
            params: dict[str, Param] = {"strength": strength, "percent": percent(chance)}
            yield option, SaidShown(key="about.dispel", clause=ask.clause, params=params)
