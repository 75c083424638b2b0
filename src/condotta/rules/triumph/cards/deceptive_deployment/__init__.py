"""Card 24, Deceptive Deployment: stands that are not what they seem. [BC-24]

Whoever has the card on display is asked in each of its movement phases, whether or not anything is
still to be revealed: being asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Popped, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Refusal
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards.common import lookout
from condotta.rules.triumph.cards.common.card import Advice, Card, played
from condotta.rules.triumph.cards.common.carrying import SEEMING
from condotta.rules.triumph.cards.deceptive_deployment.pairs import (
    neither_guards,
    together_come,
    together_held,
    together_led,
    together_moved,
)
from condotta.rules.triumph.cards.deceptive_deployment.pairs_set_out import (
    both_set_out,
    kept,
    together_set_out,
    where_to_stand,
)
from condotta.rules.triumph.cards.deceptive_deployment.revealing import (
    ACT,
    CODE,
    Reveal,
    Revealing,
    revealing,
)
from condotta.rules.triumph.cards.deceptive_deployment.unmasking import destroyed
from condotta.rules.triumph.looking.beside import Note
from condotta.rules.triumph.records import TroopType
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.stands.seeming import NOTHING, first_of, is_second, read, seems
from condotta.table import at_most, gap

NEAR = 80_000
"""At 8 MU of an enemy stand, those 8 included, a masquerade is over. [BC-24.4]"""
MOUNTED, FOOT = 40_000, 20_000
"""The longest that it may move, by what it appears to be. [BC-24.2]"""


class Reckoning(Script, frozen=True, kw_only=True):
    """The end of a movement phase: whoever is near an enemy stand is revealed. [BC-24.4]"""


def reckoning(book: Book, state: State, _: Reckoning) -> Iterator[Event]:
    """Judged together, carried out the phasing side first. [BC-24.4, BC-24.12]"""
    here = field(book, state.position)
    phasing = {state.position.side(seat) for seat in state.position.active}
    due = [stand for stand in here.stands if seems(stand.piece) and near_enemy(here, stand)]
    due.sort(key=lambda stand: state.position.side(stand.seat) not in phasing)
    firsts = dict.fromkeys(first_of(state.position, stand.piece).id for stand in due)
    yield Popped()
    for name in reversed(firsts):  # the last begun comes first
        yield Pushed(Revealing(stand=name, clause="BC-24.4"))


def near_enemy(here: Field, stand: Stand) -> bool:
    """Whether an enemy stand, false or not, is within 8 MU; a camp does not count. [BC-24.4]"""
    return any(
        at_most(gap(stand.base, enemy.base), NEAR)
        for enemy in here.enemies(stand.seat)
        if not enemy.is_camp
    )


def moves_over(_: Book, position: Position) -> tuple[Frame, ...]:
    """What ends a movement phase while any masquerade is on the table."""
    return (Reckoning(),) if any(seems(piece) for piece in position.at("table")) else ()


def farthest(_: Book, piece: Piece, kind: TroopType) -> int | None:
    """4 MU if it appears mounted, 2 MU if foot, in every move. [BC-24.2, BC-24.8]"""
    if not seems(piece):
        return None
    return MOUNTED if kind.is_mounted else FOOT


def reach(book: Book, piece: Piece, kind: TroopType) -> int | None:
    """A tactical move: its own, and no more than that. [BC-24.2]"""
    most = farthest(book, piece, kind)
    return None if most is None else min(kind.move, most)


def leads_nobody(
    _: Book, __: Position, piece: Piece, ___: tuple[Piece, ...], general: str
) -> Refusal | None:
    """A general is never inside a masquerade. [BC-24.10]"""
    if piece.id != general or not seems(piece):
        return None
    return Refusal("BC-24.10", "bc.24-10.general", {"stand": piece.id})


def stays_as_it_seems(_: Book, __: Position, piece: Piece) -> Refusal | None:
    """# RULING BC-30.67: what is not what it seems takes no other form."""
    return Refusal("BC-30.67", "tc.8-1.no-form", {"stand": piece.id}) if seems(piece) else None


def really(_: Book, __: Position, piece: Piece) -> tuple[Note, ...]:
    """What is behind a stand that is not what it seems, for those who may know. [BC-24.6]"""
    if names.CARD in piece.traits or not seems(piece):
        return ()
    if is_second(piece):
        return (Note(piece.id, "note.second", "BC-24.5"),)
    if piece.truth == NOTHING:
        return (Note(piece.id, "note.nothing", "BC-24.6"),)
    real = read(piece)
    kind = f"troop.{real[0].type}"
    return (Note(piece.id, "note.really", "BC-24.6", {"count": len(real), "type": kind}),)


CARD = Card(
    "deceptive deployment",
    uses=(played(CODE, "BC-24.3"),),
    hears=(SEEMING,),
    advice=Advice(acts={Reveal: lookout.near_the_enemy}),
    procedures={Revealing: revealing, Reckoning: reckoning},
    acts=(ACT,),
    hooks=(
        (seams.NOTES, really, "BC-24.6"),
        (seams.MOVES_OVER, moves_over, "BC-24.4"),
        (seams.FARTHEST, farthest, "BC-24.8"),
        (seams.REACH, reach, "BC-24.2"),
        (seams.DESTROYED, destroyed, "BC-24.7"),
        (seams.POSES, where_to_stand, "BC-24.5"),
        (seams.MAY_FORM, stays_as_it_seems, "BC-30.67"),
        (seams.MAY_BELONG, leads_nobody, "BC-24.10"),
        (seams.MAY_BELONG, together_led, "BC-24.5"),
        (seams.MAY_DEPLOY, together_set_out, "BC-24.5"),
        (seams.MAY_CAMP, kept, "BC-24.5"),
        (seams.MAY_FINISH, both_set_out, "BC-24.5"),
        (seams.MAY_MOVE, together_moved, "BC-24.5"),
        (seams.MAY_GUARD, neither_guards, "BC-24.5"),
        (seams.MAY_MARCH, together_come, "BC-24.5"),
        (seams.MAY_HOLD, together_held, "BC-24.5"),
    ),
)
