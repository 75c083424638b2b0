"""How the marker of a screen goes: by moves alone or away, and by fights. [BC-20.4 to BC-20.6]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Moved, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.state import State
from condotta.rules.triumph.cards.common.screens import SCREENED
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.results import NOTHING, Combat
from condotta.rules.triumph.stands.field import troop_of

AWAY = ("fall back", "evade", "panic", "pursue")
"""Moves that cost the marker. Being pushed and routing do not. [BC-20.4, BC-20.8]"""


class ScreenGoes(Script, frozen=True, kw_only=True):
    """Markers that are gone for good. [BC-20.4]"""

    stands: tuple[str, ...]


class Drawn(Script, frozen=True, kw_only=True):
    """Whether a fight to the front that nobody won cost a marker. [BC-20.4, BC-20.5]"""

    combat: Combat


def moved_away(_: Book, position: Position, move: Moved) -> tuple[Frame, ...]:
    """A fall back or pursuit, and what begins with one, costs the marker. [BC-20.4, BC-20.6]"""
    if move.way not in AWAY or not move.steps:
        return ()
    return gone(position, (move.steps[0].piece,))


def moved_alone(_: Book, position: Position, pieces: tuple[str, ...], __: str) -> tuple[Frame, ...]:
    """So does a single-stand tactical move, before any combat. [BC-20.4]"""
    return gone(position, pieces) if len(pieces) == 1 else ()


def gone(position: Position, pieces: tuple[str, ...]) -> tuple[Frame, ...]:
    """The frame that takes the markers of those stands, if they have any."""
    lost = tuple(name for name in pieces if SCREENED.on(position.pieces[name]))
    return (ScreenGoes(stands=lost),) if lost else ()


def fought(winner: Fighter, loser: Fighter, _: bool) -> tuple[Frame, ...]:
    """So does a fight to the front with a close order type, mounted too. [BC-20.4, BC-20.5]

    Judged by what both were in it: a loser may turn out to be something else. [BC-24.2]
    """
    worn = tuple(
        us.stand.id
        for us, foe in ((winner, loser), (loser, winner))
        if us.kind == "close" and us.to_front and SCREENED.on(us.piece)
        if foe.troop.order == "close"
    )
    return (ScreenGoes(stands=worn),) if worn else ()


def drawn(_: Book, position: Position, combat: Combat) -> tuple[Frame, ...]:
    """So does one in which nothing happens to either. [BC-20.5]"""
    both = (combat.attacker, combat.defender)
    undecided = combat.way == "close" and combat.outcome == NOTHING
    marked = any(SCREENED.on(position.pieces[name]) for name in both)
    return (Drawn(combat=combat),) if undecided and marked else ()


def after_draw(book: Book, state: State, frame: Drawn) -> Iterator[Event]:
    """To the front against a close order type. [BC-20.5]"""
    combat = frame.combat
    yield Popped()
    for name, other, edge in (
        (combat.attacker, combat.defender, combat.attacker_edge),
        (combat.defender, combat.attacker, combat.defender_edge),
    ):
        piece, foe = state.position.pieces[name], state.position.pieces[other]
        if edge == "front" and SCREENED.on(piece) and troop_of(book, foe).order == "close":
            yield from taken(name)


def goes(_: Book, __: State, frame: ScreenGoes) -> Iterator[Event]:
    """The marker is gone for good; it is worth nothing. [BC-20.4]"""
    for name in frame.stands:
        yield from taken(name)
    yield Popped()


def taken(name: str) -> Iterator[Event]:
    """The events of a marker that goes."""
    yield from SCREENED.lifted(name)
    yield Ruled("BC-20.4", "bc.20-4.gone", {"stand": name})
