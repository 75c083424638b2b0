"""What a transport holds: its capacity in models, and who may go inside. [SK-41]"""

from __future__ import annotations

from collections.abc import Iterable

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.rulings import Refusal
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import Ability, sheet_of
from condotta.rules.skirmish.reading.field import is_model, is_unit

CLAUSE = "SK-41"


def passengers(position: Position, transport: str) -> tuple[Piece, ...]:
    """The units inside a transport."""
    return tuple(
        piece
        for piece in position.at("aside")
        if is_unit(piece) and piece.marked(names.ABOARD + transport)
    )


def size_of(position: Position, unit: Piece, room: Ability) -> int:
    """How many models' room a unit takes; some kinds need more than one each. [SK-41]"""
    count = sum(
        piece.command == unit.id and piece.place != "lost" and is_model(piece)
        for piece in position.pieces.values()
    )
    return count * room.model_size.get(unit.unit, 1)


def why_not_board(
    position: Position, transport: Piece, unit: Piece, beside: Iterable[Piece] = ()
) -> Refusal | None:
    """Why a unit may not be inside a transport, with others that go in as well. [SK-41]"""
    room = sheet_of(position, transport).ability("transport")
    keywords = sheet_of(position, unit).keywords
    if room is None or unit.controller != transport.controller:
        return Refusal(CLAUSE, "sk.41.no-transport", {"piece": transport.id})
    if not set(room.carries) <= set(keywords) or set(room.excludes) & set(keywords):
        return Refusal(CLAUSE, "sk.41.not-that", {"piece": unit.id, "transport": transport.id})
    inside = (*passengers(position, transport.id), *beside, unit)
    taken = sum(size_of(position, one, room) for one in inside)
    if taken > room.capacity:
        params: dict[str, str | int] = {
            "transport": transport.id,
            "count": taken,
            "most": room.capacity,
        }
        return Refusal(CLAUSE, "sk.41.full", params)
    return None


def why_not_aboard(
    position: Position, seat: Seat, transport: Piece, units: tuple[str, ...]
) -> tuple[Refusal, ...]:
    """Why those units may not be set out inside a transport. [SK-41]"""
    found, inside = [], list[Piece]()
    for name in units:
        unit = position.pieces.get(name)
        waiting = unit is not None and is_unit(unit) and unit.place == "undeployed"
        if unit is None or not waiting or unit.controller != seat or unit in inside:
            found.append(Refusal(CLAUSE, "sk.41.not-yours", {"piece": name}))
            continue
        why = why_not_board(position, transport, unit, inside)
        if why is not None:
            found.append(why)
        inside.append(unit)
    return tuple(found)
