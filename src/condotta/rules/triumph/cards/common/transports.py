"""Getting off transports: by an act, by a shot, or caught by the enemy. [BC-8.3 to BC-8.7]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import Event, Popped, Ruled
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param, Refusal
from condotta.kernel.state import State
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.distances import own_way
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.seeming import exchanged
from condotta.rules.triumph.tables import shape_of
from condotta.rules.triumph.tokens import Token, lifting
from condotta.table import at_most, gap, swept_gap

RIDING = Token("on transports", "BC-8.2")
CAUGHT = Token("caught on transports", "BC-8.7", names.CLOSE)
SHOT_DOWN = Token("shot off transports", "BC-8.6", names.RANGED)
DISTANCE = 40_000
"""Nearer than this to an enemy stand or camp, or exactly so near, it does not go. [BC-8.3]"""


class CaughtOver(Script, frozen=True, kw_only=True):
    """The combat in which stands were caught on transports is over. [BC-8.7]"""

    stands: tuple[str, ...]


class ShotOff(Script, frozen=True, kw_only=True):
    """A stand that was beaten by shooting and lives. [BC-8.5]"""

    stand: str


def on_foot(piece: Piece) -> Piece:
    """The stand without its transports."""
    return RIDING.taken_from(replace(piece, shape=shape_of(piece.type)))


def got_off(piece: Piece) -> Iterator[Event]:
    """Exchanged by the front edge; the transports are gone for good. [BC-8.4, BC-0.7]"""
    yield exchanged(replace(on_foot(piece), marks=piece.marks))
    yield from RIDING.lifted(piece.id)


def enemy_near(here: Field, stand: Stand, *, camps: bool = True) -> Stand | None:
    """An enemy within 4 MU, exactly 4 among them. [BC-8.3]"""
    for enemy in here.enemies(stand.seat):
        if (camps or not enemy.is_camp) and at_most(gap(stand.base, enemy.base), DISTANCE):
            return enemy
    return None


def near(here: Field, path: Path, number: int) -> Stand | None:
    """The first enemy stand or camp that a stand of a moving body comes too near. [BC-8.3]"""
    way = own_way(path, number)
    for enemy in here.enemies(path.stands[number].seat):
        if at_most(swept_gap(way, enemy.base, DISTANCE), DISTANCE):
            return enemy
    return None


def too_near(stand: Stand, other: Stand) -> Refusal:
    """Whom it would come too near. [BC-8.3]"""
    params: dict[str, Param] = {
        "stand": stand.id, "other": other.id, "limit": DISTANCE,
    }  # fmt: skip
    return Refusal("BC-8.3", "bc.8-3.near", params)


def keeps_away(here: Field, path: Path) -> Refusal | None:
    """Its move comes within 4 MU of no enemy stand or camp. [BC-8.3, BC-8.10]"""
    for number, stand in enumerate(path.stands):
        if RIDING.on(stand.piece):
            other = near(here, path, number)
            if other is not None:
                return too_near(stand, other)
    return None


def marches_clear(here: Field, stands: tuple[Stand, ...], _: str) -> Refusal | None:
    """Nor does it come in by a flank march so near. [BC-30.25]"""
    for stand in stands:
        other = enemy_near(here, stand) if RIDING.on(stand.piece) else None
        if other is not None:
            return too_near(stand, other)
    return None


def caught(piece: Piece) -> Iterator[Event]:
    """Its foot type, front edge kept, and -1 in that combat. [BC-8.7]"""
    yield from got_off(piece)
    yield from CAUGHT.laid(piece.id)
    yield Ruled("BC-8.7", "bc.8-7.caught", {"stand": piece.id})


def shot_off(_: Book, state: State, frame: ShotOff) -> Iterator[Event]:
    """It gets off at once and does not shoot in this phase. [BC-8.5, BC-8.6]"""
    yield from got_off(state.position.pieces[frame.stand])
    yield from SHOT_DOWN.laid(frame.stand)
    yield Ruled("BC-8.5", "bc.8-5.shot-off", {"stand": frame.stand})
    yield Popped()


PROCEDURES: dict[type[Frame], Procedure] = {CaughtOver: lifting(CAUGHT), ShotOff: shot_off}
