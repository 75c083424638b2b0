"""Stands that are neutral, bribed or protected: what that bars. [TO-5 to TO-8, TT-12.10]"""

from __future__ import annotations

from collections.abc import Callable

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.rulings import Refusal
from condotta.rules.treachery import names
from condotta.rules.treachery.over_triumph.settings import settings_of
from condotta.rules.treachery.ploys import FRIENDSHIP
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.results import NOTHING
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.stands.field import Field, Stand, near
from condotta.rules.triumph.victory import Verdict
from condotta.table import TOUCH, Base, front_on


def faces(one: Base, other: Base) -> bool:
    """Whether the front of either lies on the other."""
    return front_on(one, other) is not None or front_on(other, one) is not None


def met(here: Field, path: Path, relation: str) -> tuple[Stand, ...]:
    """The stands so related to the mover that the body would end in contact with."""
    seat = path.stands[0].seat
    return tuple(
        other
        for other in path.others_near(here)
        if here.relation(seat, other.seat) == relation
        and any(near(end, other.base, TOUCH) and faces(end, other.base) for end in path.end_bases)
    )


def only_the_enemy(here: Field, path: Path) -> Refusal | None:
    """No move ends in contact with anybody neutral. [TO-5, TT-4.1]"""
    touched = met(here, path, "neutral")
    if not touched:
        return None
    return Refusal("TO-5", "to.5.contact", {"stand": touched[0].id})


def befriended(here: Field, path: Path) -> Refusal | None:
    """A stand under feigned friendship is not attacked in this phase."""
    for other in met(here, path, "enemy"):
        if other.piece.marked(FRIENDSHIP):
            return Refusal("TT-11.8", "tt.11-8.friendship", {"stand": other.id})
    return None


def bribed_stays(_: Field, path: Path) -> Refusal | None:
    """A bribed stand does not move. [TO-10, TT-12.10]"""
    for stand in path.stands:
        if stand.piece.marked(names.BRIBED):
            return Refusal("TT-12.10", "tt.12-10.bribed", {"stand": stand.id})
    return None


def bribed_holds_fire(_: Field, shooter: Stand) -> Refusal | None:
    """A bribed stand does not shoot. [TO-10, TT-12.10]"""
    if shooter.piece.marked(names.BRIBED):
        return Refusal("TT-12.10", "tt.12-10.bribed", {"stand": shooter.id})
    return None


def out_of_turn(here: Field, shooter: Stand) -> Refusal | None:
    """Only the active player's stands shoot, where that is set so. [TO-6]"""
    if settings_of(here.book).flag("enemyShoots") or shooter.seat in here.position.active:
        return None
    return Refusal("TO-6", "to.6.turn", {"stand": shooter.id})


def halts(here: Field, _: Stand) -> bool | None:
    """Whoever falls back to a neutral stand stops, where that is set so. [TO-8]"""
    return True if settings_of(here.book).word("fallBackOntoNeutral") == "stops" else None


def bribed_harms_nobody(_: Fighter, winner: Fighter, __: str) -> tuple[str, str] | None:
    """A bribed stand does not strike: where it scores more, nothing happens. [TT-12.10]"""
    return (NOTHING, "TT-12.10") if winner.piece.marked(names.BRIBED) else None


def nobody_wins_by_losses(
    _: Callable[[Book, Position], Verdict], __: Book, ___: Position
) -> Verdict:
    """Losses never end the battle: game turns do. [TO-11]"""
    return None


def losses_decide_nothing(_: Book, __: Position, ___: str) -> int:
    """There is no number at which a side is beaten. [TO-11]"""
    return 0


HOOKS = (
    (seams.MAY_MOVE, only_the_enemy, "TO-5"),
    (seams.MAY_MOVE, befriended, "TT-11.8"),
    (seams.MAY_MOVE, bribed_stays, "TT-12.10"),
    (seams.MAY_SHOOT, bribed_holds_fire, "TT-12.10"),
    (seams.MAY_SHOOT, out_of_turn, "TO-6"),
    (seams.HALTS, halts, "TO-8"),
    (seams.OUTCOME, bribed_harms_nobody, "TT-12.10"),
    (seams.VICTORY, nobody_wins_by_losses, "TO-11"),
    (seams.DECIDES, losses_decide_nothing, "TO-11"),
)
