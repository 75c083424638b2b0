"""What may be asked of a position of TRIUMPH!, each answered by the rules that play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from condotta.kernel.battle import Battle
from condotta.kernel.records import SPECTATORS
from condotta.positions import answers
from condotta.positions.common_questions import (
    KnowsAsked,
    PairAsked,
    at_table,
    seen,
    told_words,
)
from condotta.positions.games import Form
from condotta.positions.records import Part
from condotta.positions.triumph_actions import MU, MoveSaid, read_move
from condotta.positions.triumph_armies import ARMIES
from condotta.positions.triumph_combats import COMBATS, here_of
from condotta.rules.sketches import PLACE, drawn, outline_of
from condotta.rules.triumph.movement.command import cost, in_command
from condotta.rules.triumph.movement.fallback import plan_fall_back, room_to_fall_back
from condotta.rules.triumph.movement.legal_moves import judge_move
from condotta.rules.triumph.movement.moves import Move, ordered
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.stands.seeming import seems
from condotta.rules.triumph.stands.zones import all_zones, in_zone, zones_of
from condotta.table import (
    EDGES,
    Edge,
    adjacent,
    at_most,
    base,
    corner_contact,
    edge,
    front_on,
    gap,
    meets,
    overlaps,
)


def mu(quanta: float) -> float:
    """Quanta as MU, to the grid."""
    return round(quanta / MU, 4)


class MoveAsked(MoveSaid, frozen=True, kw_only=True):
    """Would this move be legal, and what would it cost? `seat` is whose stands they are."""

    seat: str = ""


def would(battle: Battle, asked: MoveAsked) -> dict[str, Any]:
    """The verdict on a move without making it, and what it would cost, reason by reason."""
    here = here_of(battle)
    move = read_move(battle.book, battle.state.position, asked)
    stands = tuple(stand for name in move.pieces if (stand := here.find(name)) is not None)
    seat = asked.seat or (stands[0].seat if stands else "")
    seen = battle.view(seat).position
    found = judge_move(battle.book, seen, seat, None, move)
    plain = answers.verdict(found, MU)
    plain["price"] = {part.key: part.value for part in cost(here, stands)} if stands else {}
    return plain


class StandsAsked(Part, frozen=True, kw_only=True):
    """Some stands."""

    stands: tuple[str, ...]


def price(battle: Battle, asked: StandsAsked) -> dict[str, Any]:
    """What moving these stands as one body would cost, wherever they go."""
    here = here_of(battle)
    parts = cost(here, tuple(here.stand(name) for name in asked.stands))
    return {
        "cost": sum(part.value for part in parts),
        "price": {part.key: part.value for part in parts},
    }


def group(battle: Battle, asked: StandsAsked) -> dict[str, Any]:
    """Whether the stands are one group, and of what shape; the first named comes first."""
    here = here_of(battle)
    stands, kind, made = ordered(here, Move(asked.stands, ()))
    friends = all(here.relation(stands[0].seat, one.seat) == "friend" for one in stands)
    found = made if friends else None
    shape = "single" if kind == "single" else None if found is None else found.shape
    return {"group": found is not None, "shape": shape, "order": [stand.id for stand in stands]}


def contacts(battle: Battle, stand: str) -> dict[str, Any]:
    """Whose front lies on which edge of whom; about one stand, or about all when it is `all`."""
    here = here_of(battle)
    if stand != "all":
        here.stand(stand)
    touches = [
        [touch.by.id, touch.on.id, touch.edge]
        for touch in here.touches
        if stand in ("all", touch.by.id, touch.on.id)
    ]
    names = (name for touch in touches for name in touch[:2])
    return {"contacts": touches, "fighting": sorted(set(names))}


def between(battle: Battle, asked: PairAsked) -> dict[str, Any]:
    """The distance of two stands, and how they touch if they do."""
    here = here_of(battle)
    one, two = (here.stand(name).base for name in asked.between)
    away = gap(one, two)
    holds = front_on(one, two), front_on(two, one)
    plain: dict[str, Any] = {
        "distance": mu(away),
        "overlaps": overlaps(one, two),
        "front_contact": "front" in holds,
        "in_contact": any(hold is not None for hold in holds),
        "holds": [hold or "none" for hold in holds],
        "corner_contact": bool(corner_contact(one, two)),
        "adjacent": adjacent(one, two),
    }
    if asked.limit is not None:
        plain["within"] = at_most(away, round(asked.limit * MU))
    return plain


def zone(battle: Battle, stand: str) -> dict[str, Any]:
    """The depth of a stand's zone of control on each edge, who is in it, in whose zone it is."""
    here = here_of(battle)
    asked = here.stand(stand)
    own = zones_of(here, asked)
    depths = {zone.edge: mu(2 * zone.area.hd) for zone in own}
    enemies = here.enemies(asked.seat)
    holds = [foe.id for foe in enemies if any(in_zone(foe.base, zone) for zone in own)]
    held = [zone for zone in all_zones(here) if zone.owner in enemies and in_zone(asked.base, zone)]
    shown = (outline_of("zone of control", zone.area) for zone in (*own, *held))
    return {
        "depths": {name: depths.get(name, 0) for name in EDGES},
        "holds": holds,
        "held_by": list(dict.fromkeys(zone.owner.id for zone in held)),
        "sketches": answers.sketches(shown, MU),
    }


def command(battle: Battle, stand: str) -> dict[str, Any]:
    """Whether a stand is within command distance of its general, and how far away he is."""
    here = here_of(battle)
    asked = here.stand(stand)
    general = here.general(asked.command)
    if general is None:
        return {"in_command": False, "general": None, "distance": None}
    away = gap(asked.base, general.base)
    inside = in_command(here, asked, general)
    return {"in_command": inside, "general": general.id, "distance": mu(away)}


def going(battle: Battle, stand: str) -> dict[str, Any]:
    """Which difficult ground a stand is in, as a whole and at each edge; what slows its moves."""
    here = here_of(battle)
    asked = here.stand(stand)
    under = [area for area in here.ground.difficult if meets(asked.base, area)]
    areas = [area.id for area in under]
    slows = [area.id for area in under if here.rough_to((asked,), area)]
    edges = {name: here.edge_in_difficult(edge(asked.base, name)) for name in EDGES}
    wet = [drawn("edge in difficult terrain", edge(asked.base, name)) for name in EDGES
           if edges[name]]  # fmt: skip
    return {
        "difficult": here.in_difficult(asked),
        "areas": areas,
        "slows": slows,
        "edges": edges,
        "sketches": answers.sketches(wet, MU),
    }


def room(battle: Battle, stand: str) -> dict[str, Any]:
    """Whether there is room behind a stand, and what would come of it if it were beaten now."""
    here = here_of(battle)
    asked = here.stand(stand)
    if asked.is_camp:
        return {"room": False, "survives": False, "clause": "TC-9.22", "lost": [stand]}
    plan = plan_fall_back(here, asked, fought_to(here, asked))
    ends = () if plan.pose is None else (outline_of(PLACE, base(plan.pose, asked.base.shape)),)
    return {
        "room": room_to_fall_back(here, asked, asked.base.pose),
        "survives": plan.survives,
        "clause": plan.clause,
        "lost": [loss.stand for loss in plan.lost],
        "sketches": answers.sketches(ends, MU),
    }


def fought_to(here: Field, stand: Stand) -> Edge:
    """The edge that a stand fights to: its front, or where the first enemy holds it. [TC-2.15]"""
    held = () if here.fights_to_front(stand) is not None else here.attackers(stand)
    return held[0].edge if held else "front"


def knows(battle: Battle, asked: KnowsAsked) -> dict[str, Any]:
    """What each piece is to a seat, what it knows to be behind it, and the words it was told.

    The words are sought in every event of its stream as a log writes it.
    """
    at_table(battle, asked.seat, SPECTATORS)
    stands = [one for one in battle.view(asked.seat).position.pieces.values() if one.shape]
    every = battle.view(asked.seat).position.pieces.values()
    return {
        "pieces": {one.id: seen(one) for one in every},
        "types": {one.id: one.type for one in stands},
        "behind": {one.id: one.truth for one in stands if seems(one)},
        "words": told_words(battle, asked),
    }


QUESTIONS: Mapping[str, Form] = {
    "would": Form(MoveAsked, would, "Is this move legal, why not, what would it cost?"),
    "price": Form(StandsAsked, price, "What does moving these stands as one body cost?"),
    "group": Form(StandsAsked, group, "Are these stands one group?"),
    "contacts": Form(str, contacts, "Who is in contact with a stand, or with anybody (`all`)?"),
    "distance": Form(PairAsked, between, "How far apart are two stands, and how do they touch?"),
    "zone": Form(str, zone, "Whose zone of control is where?"),
    "command": Form(str, command, "Is a stand in command?"),
    "going": Form(str, going, "Is a stand in difficult terrain?"),
    "room": Form(str, room, "Could a stand fall back, and what would come of it?"),
    "knows": Form(KnowsAsked, knows, "What does a seat know, and was it told certain words?"),
    **COMBATS,
    **ARMIES,
}
