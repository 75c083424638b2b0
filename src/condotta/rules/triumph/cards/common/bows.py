"""Bow stands that are set aside and whom they support: what may be said. [BC-7.1, BC-7.3]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph import names
from condotta.rules.triumph.cards.common.carrying import carries, of_army
from condotta.rules.triumph.deployment.setting_out import about
from condotta.rules.triumph.stands.reserves import coming
from condotta.rules.triumph.tables import troop
from condotta.rules.triumph.tokens import Token

BOWS, SUPPORTABLE = "SB", "SP"
SUPPORTED = Token("supported", "BC-7.5")
WAITING = ("undeployed", "reserve")
"""Where stands are that are not on the table yet."""


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
        piece.place == "table" and piece.id not in about(position, ask)
        for piece in of_army(position, stand)
        if (piece.unit, piece.command) == (stand.unit, stand.command)
    )


def candidates(position: Position, seat: Seat) -> Iterator[Support]:
    """For each bow stand, the general's last, as many stands as it supports. [BC-7.8]

    While armies move, of those that may come in by a flank march. [BC-30.70]
    """
    own = list(coming(position, seat))
    if position.phase != names.MOVEMENT:
        own = [one for one in position.at("undeployed") if one.controller == seat]
    free = [one for one in own if carries(one, SUPPORTABLE) and not SUPPORTED.on(one)]
    for bow in sorted(own, key=lambda one: names.GENERAL in one.traits):
        fit = [one.id for one in free if one.command == bow.command and one is not bow]
        if carries(bow, BOWS) and fit:
            yield Support((bow.id,), tuple(fit[: capacity((bow,))]))


def choices(position: Position, ask: Ask) -> dict[str, tuple[str, ...]]:
    """Who may be set aside, and for whom. [BC-7.1, BC-7.3]"""
    own = [position.pieces[name] for name in about(position, ask)]
    bows = (one.id for one in own if carries(one, BOWS) and one.place in WAITING)
    stands = (one.id for one in own if carries(one, SUPPORTABLE) and not SUPPORTED.on(one))
    return {"bows": tuple(bows), "stands": tuple(stands)}
