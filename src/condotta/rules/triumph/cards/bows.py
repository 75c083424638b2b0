"""Bow stands that are set aside and whom they support: what may be said. [BC-7.1, BC-7.3]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.carrying import carries
from condotta.rules.triumph.tables import troop

BOWS, SUPPORTABLE, SUPPORTED = "SB", "SP", "supported"


class Support(Action, frozen=True):
    """Bow stands are set aside, and stands are supported by them for all game. [BC-7.1]"""

    bows: tuple[str, ...]
    stands: tuple[str, ...]


def capacity(bows: tuple[Piece, ...]) -> int:
    """How many stands bow stands support: as many as their types' points. [BC-7.1]"""
    return sum(troop(bow.type).half_points // 2 for bow in bows)


def too_late(position: Position, stand: Piece, ask: Ask) -> bool:
    """Whether troops of its entry and command were placed in an earlier step. [BC-7.3]"""
    return any(
        piece.place == "table" and piece.id not in ask.about
        for piece in position.pieces.values()
        if (piece.controller, piece.unit, piece.command)
        == (stand.controller, stand.unit, stand.command)
    )


def candidates(position: Position, seat: Seat) -> Iterator[Support]:
    """For each bow stand, as many stands as it supports, in the order of mustering."""
    own = [one for one in position.at("undeployed") if one.controller == seat]
    free = [one for one in own if carries(one, SUPPORTABLE) and not one.marked(SUPPORTED)]
    for bow in own:
        fit = [one.id for one in free if one.command == bow.command and one is not bow]
        leads = names.GENERAL in bow.traits  # nobody sets him aside
        if carries(bow, BOWS) and fit and not leads:
            yield Support((bow.id,), tuple(fit[: capacity((bow,))]))


def choices(position: Position, ask: Ask) -> dict[str, tuple[str, ...]]:
    """Who may be set aside, and for whom. [BC-7.1, BC-7.3]"""
    own = [position.pieces[name] for name in ask.about]
    bows = (one.id for one in own if carries(one, BOWS) and one.place == "undeployed")
    stands = (one.id for one in own if carries(one, SUPPORTABLE) and not one.marked(SUPPORTED))
    return {"bows": tuple(bows), "stands": tuple(stands)}
