"""Card 20, Elephant Screen: elephants before one line, for as long as they stay. [BC-20]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Cleared, Event, Moved, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Modifier
from condotta.kernel.state import State
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.carrying import carries
from condotta.rules.triumph.cards.exchanging import marked, unmarked
from condotta.rules.triumph.cards.screens import SCREENED, none_elsewhere, one_front_rank
from condotta.rules.triumph.duel import Fighter
from condotta.rules.triumph.field import troop_of
from condotta.rules.triumph.forms import Form
from condotta.rules.triumph.results import Combat

CODE = "ES"
AWAY = ("fall back", "evade", "panic", "pursue")
"""Moves that cost the marker. Being pushed and routing do not. [BC-20.4, BC-20.8]"""


class ScreenGoes(Script, frozen=True, kw_only=True):
    """Markers that are gone for good. [BC-20.4]"""

    stands: tuple[str, ...]


class AfterFight(Script, frozen=True, kw_only=True):
    """Whether a fight to the front cost a marker. [BC-20.4, BC-20.5]"""

    combat: Combat


def forms(_: Position, piece: Piece) -> tuple[Form, ...]:
    """A marker before the stand, said when it is set out. [BC-20.2]"""
    if not carries(piece, CODE):
        return ()
    if piece.marked(SCREENED):
        return (Form("form.unscreened", "BC-20.2", (unmarked(piece, SCREENED),)),)
    return (Form("form.screened", "BC-20.2", (marked(piece, SCREENED),)),)


def before_it(us: Fighter, _: Fighter) -> Modifier | None:
    """+1 to the front. [BC-20.3]"""
    fits = us.to_front and not us.is_camp and us.piece.marked(SCREENED)
    return Modifier(1, "factor.screened", "BC-20.3") if fits else None


def moved_away(position: Position, move: Moved) -> tuple[Frame, ...]:
    """A fall back or pursuit, and what begins with one, costs the marker. [BC-20.4, BC-20.6]"""
    if move.way not in AWAY or not move.steps:
        return ()
    return gone(position, (move.steps[0].piece,))


def moved_alone(position: Position, pieces: tuple[str, ...]) -> tuple[Frame, ...]:
    """So does a single-stand tactical move, before any combat. [BC-20.4]"""
    return gone(position, pieces) if len(pieces) == 1 else ()


def gone(position: Position, pieces: tuple[str, ...]) -> tuple[Frame, ...]:
    """The frame that takes the markers of those stands, if they have any."""
    lost = tuple(name for name in pieces if position.pieces[name].marked(SCREENED))
    return (ScreenGoes(stands=lost),) if lost else ()


def fought(position: Position, combat: Combat) -> tuple[Frame, ...]:
    """A fight hand to hand may have cost a marker. [BC-20.4]"""
    both = (combat.attacker, combat.defender)
    any_marked = any(position.pieces[name].marked(SCREENED) for name in both)
    return (AfterFight(combat=combat),) if combat.way == "close" and any_marked else ()


def after_fight(book: Book, state: State, frame: AfterFight) -> Iterator[Event]:
    """To the front against a close order type, mounted ones too, however it ended. [BC-20.5]"""
    combat = frame.combat
    yield Popped()
    for name, other, edge in (
        (combat.attacker, combat.defender, combat.attacker_edge),
        (combat.defender, combat.attacker, combat.defender_edge),
    ):
        piece, foe = state.position.pieces[name], state.position.pieces[other]
        if edge == "front" and piece.marked(SCREENED) and troop_of(book, foe).order == "close":
            yield from taken(name)


def goes(_: Book, __: State, frame: ScreenGoes) -> Iterator[Event]:
    """The marker is gone for good; it is worth nothing. [BC-20.4]"""
    for name in frame.stands:
        yield from taken(name)
    yield Popped()


def taken(name: str) -> Iterator[Event]:
    """The events of a marker that goes."""
    yield Cleared(name, SCREENED)
    yield Ruled("BC-20.4", "bc.20-4.gone", {"stand": name})


CARD = Layer(
    "elephant screen",
    2,
    procedures={ScreenGoes: goes, AfterFight: after_fight},
    hooks=(
        (seams.FORMS, forms, "BC-20.2"),
        (seams.MAY_DEPLOY, one_front_rank, "BC-20.2"),
        (seams.MAY_MARCH, none_elsewhere, "BC-20.2"),
        (seams.CLOSE_COMBAT, before_it, "BC-20.3"),
        (seams.OUTCOME_MOVED, moved_away, "BC-20.4"),
        (seams.MOVE_MADE, moved_alone, "BC-20.4"),
        (seams.COMBAT_DONE, fought, "BC-20.5"),
    ),
)
