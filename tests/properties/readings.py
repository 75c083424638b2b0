"""Everything that rules read off a position, as plain values that can be compared."""

from __future__ import annotations

from typing import Any

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.triumph import names
from condotta.rules.triumph.combat.duel import volley
from condotta.rules.triumph.combat.odds import odds, odds_between
from condotta.rules.triumph.combat.pairing import contests, lined_up, pairs
from condotta.rules.triumph.movement.command import cost, in_command
from condotta.rules.triumph.movement.fallback import plan_fall_back
from condotta.rules.triumph.movement.outcome_moves import plan_evade, plan_panic, plan_pursuit
from condotta.rules.triumph.shooting.gunnery import refusals, shots
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.stands.zones import all_zones, in_zone, zones_of
from condotta.table import EDGES


def readings(book: Book, position: Position) -> dict[str, Any]:
    """What the rules say of a position before anybody does anything."""
    here = field(book, position)
    fighting = pairs(here)
    return {
        "contacts": {(one.by.id, one.on.id, one.edge) for one in here.touches},
        "fighting": here.fighting,
        "zones": [depths(here, stand) for stand in here.stands],
        "in zones": zones_stood_in(here),
        "ground": [here.in_difficult(stand) for stand in here.stands],
        "command": [reach(here, stand) for stand in here.stands if not stand.is_camp],
        "shots": shots(here),
        "pairs": fighting,
        "contests": contests(fighting),
        "odds": [odds(book, position, one.attacker, one.defender) for one in fighting],
    }


def outcomes(book: Book, position: Position) -> dict[str, Any]:
    """Where every stand would end by every outcome move."""
    here = field(book, position)
    found: dict[str, Any] = {}
    for stand in here.stands:
        if stand.is_camp:
            continue
        for name, plan in (("back", plan_fall_back), ("evade", plan_evade), ("panic", plan_panic)):
            for side in EDGES:
                found[f"{stand.id} {name} {side}"] = (side, plan(here, stand, side))
        found[f"{stand.id} pursues"] = plan_pursuit(here, stand)
        found[f"{stand.id} lines up"] = lined_up(here, stand)
    return found


def shooting(book: Book, position: Position) -> dict[str, Any]:
    """Why nobody may shoot at whom, and what would come of it."""
    here = field(book, position)
    found: dict[str, Any] = {}
    for one in here.stands:
        for other in here.enemies(one.seat):
            found[f"{one.id} at {other.id}"] = refusals(here, one, other)
            if one.troop.shoots and not other.is_camp:
                shot = volley(here, one.id, other.id)
                found[f"{one.id} hits {other.id}"] = (shot[0].edge, odds_between(*shot))
    return found


def depths(here: Field, stand: Stand) -> dict[str, int]:
    """How deep each zone of a stand is, to a hundredth of a quantum."""
    return {zone.edge: round(200 * zone.area.hd) for zone in zones_of(here, stand)}


def zones_stood_in(here: Field) -> set[tuple[str, str, str]]:
    """Who stands in whose zone."""
    return {
        (stand.id, zone.owner.id, zone.edge)
        for stand in here.stands
        for zone in all_zones(here)
        if zone.owner is not stand and in_zone(stand.base, zone)
    }


def reach(here: Field, stand: Stand) -> tuple[Any, ...]:
    """Whether the general reaches a stand, and what it costs to move it."""
    general = here.general(stand.command)
    reached = general is not None and in_command(here, stand, general)
    return stand.id, reached, cost(here, (stand,))


def movement_ask(seat: str) -> Ask:
    """The question for a move, as a seat is asked it."""
    return Ask(seat, names.MOVEMENT, "TC-4.4", options=("end",), says=("Move",))
