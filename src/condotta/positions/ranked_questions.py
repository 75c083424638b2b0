"""What may be asked of a position of ranked battles, each answered by the rules that play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from condotta.kernel.battle import Battle
from condotta.kernel.rulings import Sketch
from condotta.positions import answers
from condotta.positions.common_questions import TwoAsked, at_table
from condotta.positions.games import Form
from condotta.positions.records import Part
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_odds import arriving
from condotta.rules.ranked.charges.possible_charges import (
    charge_dice,
    farthest,
    way_to,
    why_not_at,
    why_not_charge,
)
from condotta.rules.ranked.charges.reacting import reactions
from condotta.rules.ranked.reading.arcs import facings_struck, side_of
from condotta.rules.ranked.reading.leadership import (
    leadership,
    leadership_parts,
    passing,
    rerolls,
)
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.sight import sees
from condotta.rules.ranked.reading.sight import sight as sight_of
from condotta.rules.ranked.shooting.missiles import chance, volley
from condotta.rules.ranked.shooting.shooting_phase import may_shoot, shots
from condotta.rules.sketches import ahead_of

INCH = names.INCH


def here_of(battle: Battle) -> Field:
    """The field of the position as it is."""
    return field(battle.book, battle.state.position)


def sight(battle: Battle, asked: TwoAsked) -> dict[str, Any]:
    """Whether the first sees the second, has it in its front arc, and on which facing it is."""
    here = here_of(battle)
    one, other = (here.regiment(name) for name in asked.between)
    return {
        "sees": sees(here, one, other),
        "in_front_arc": here.in_front_arc(one, other),
        "arc": side_of(other.base, one.base),
        "distance": round(here.gap(one, other) / INCH, 4),
        "sketches": answers.sketches(seen_over(here, one, other), INCH),
    }


def seen_over(here: Field, one: Regiment, other: Regiment) -> tuple[Sketch, ...]:
    """The front arc of a regiment as far as another, and how it sees it or what hides it."""
    far = here.gap(one, other) + INCH
    arc = ahead_of("front arc", one.base, far, spread=1.0)
    return (arc, *sight_of(here, one, other).sketches)


def charge(battle: Battle, asked: TwoAsked) -> dict[str, Any]:
    """Whether the first may charge the second now, how likely it arrives, what that may do."""
    here = here_of(battle)
    one, other = (here.regiment(name) for name in asked.between)
    away = here.gap(one, other)
    dice, keep = charge_dice(here, one)
    facings = facings_struck(one.base, one.files, other.base)
    ways = (way_to(here, one, other, side) for side in facings)
    way = next((each for each in ways if each is not None), None)
    steps = () if way is None else way.poses
    still = why_not_charge(here, one)
    barred = still or why_not_at(here, one, other)
    return {
        "accepted": barred is None,
        "clauses": [] if barred is None else [barred.clause],
        "refusals": [] if barred is None else [answers.refusal(barred, INCH)],
        "may_charge": still is None,
        "relation": here.relation(one.seat, other.seat),
        "distance": round(away / INCH, 4),
        "farthest": round(farthest(here, one) / INCH, 4),
        "moves": one.inches,
        "dice": [dice, keep],
        "chance": round(arriving(here, one, other), 6),
        "facings": list(facings),
        "reactions": list(reactions(here, one, other)),
        "poses": answers.poses(((one.id, pose) for pose in steps[-1:]), INCH),
        "via": [answers.poses(((one.id, pose),), INCH) for pose in steps[:-1]],
        "sketches": answers.sketches(seen_over(here, one, other), INCH),
    }


def contacts(battle: Battle, regiment: str) -> dict[str, Any]:
    """Who touches whom: about one regiment, or about all when it is `all`."""
    here = here_of(battle)
    asked = [one for one in here.regiments if regiment in ("all", one.id)]
    if regiment != "all":
        here.regiment(regiment)
    pairs = sorted({tuple(sorted((one.id, foe.id))) for one in asked for foe in here.touching(one)})
    return {
        "contacts": [list(pair) for pair in pairs],
        "fighting": sorted({name for pair in pairs for name in pair}),
        "engaged": sorted(one.id for one in asked if here.engaged(one)),
    }


def shot(battle: Battle, asked: TwoAsked) -> dict[str, Any]:
    """Whether the first may shoot the second now; how many shots, what each needs, and why."""
    here = here_of(battle)
    one, other = (here.regiment(name) for name in asked.between)
    aimed = shots(here, one.seat).get(one.id, ())
    plain: dict[str, Any] = {"accepted": other.id in aimed, "may_shoot": may_shoot(here, one)}
    if other.id not in aimed:
        plain["relation"] = here.relation(one.seat, other.seat)
    plain["distance"] = answers.length(here.gap(one, other), INCH)
    plain["sketches"] = answers.sketches(seen_over(here, one, other), INCH)
    if other.id in aimed and not one.is_machine:
        found = volley(here, one, other)
        plain |= {
            "shots": found.shots,
            "needs": [found.score.first, found.score.then],
            "chance": round(chance(found.score), 6),
            "strength": found.strength,
            "modifiers": {part.key: part.value for part in found.parts},
            "parts": [
                {"key": one.key, "value": one.value, "clause": one.clause} for one in found.parts
            ],
        }
    return plain


def shooters(battle: Battle, regiment: str) -> dict[str, Any]:
    """Whom a regiment may shoot now; of all that may shoot anybody when it is `all`."""
    here = here_of(battle)
    found = {
        name: list(at)
        for seat in battle.state.position.seats()
        for name, at in shots(here, seat).items()
    }
    if regiment == "all":
        return {"targets": found}
    return {"may_shoot": may_shoot(here, here.regiment(regiment)),
            "targets": found.get(regiment, [])}  # fmt: skip


def nerve(battle: Battle, regiment: str) -> dict[str, Any]:
    """The Leadership that a regiment tests on, reason by reason, and how likely it passes."""
    here = here_of(battle)
    one = here.regiment(regiment)
    value = leadership(here, one)
    parts = leadership_parts(here, one)
    return {
        "leadership": value,
        "rolled_again": rerolls(here, one),
        "passes": round(passing(here, one, value), 6),
        "parts": [{"key": part.key, "value": part.value, "clause": part.clause} for part in parts],
    }


def profile(battle: Battle, regiment: str) -> dict[str, Any]:
    """The numbers of a regiment as they stand now."""
    one = here_of(battle).regiment(regiment)
    return {
        "profile": {name: one.value(name) for name in names.PROFILE},
        "models": one.models,
        "files": one.files,
        "ranks": one.ranks,
        "counting_ranks": one.counting_ranks,
        "seat": one.seat,
        "fleeing": one.fleeing,
    }


class RelationAsked(Part, frozen=True, kw_only=True):
    """Two seats."""

    seats: tuple[str, str]


def relation(battle: Battle, asked: RelationAsked) -> dict[str, Any]:
    """What two seats are to each other in this phase: friend, enemy or neutral."""
    for seat in asked.seats:
        at_table(battle, seat)
    return {"relation": here_of(battle).relation(*asked.seats)}


QUESTIONS: Mapping[str, Form] = {
    "sight": Form(TwoAsked, sight, "Does one regiment see another, and in which arc is it?"),
    "charge": Form(TwoAsked, charge, "May this regiment charge that one, and will it arrive?"),
    "contacts": Form(str, contacts, "Who touches a regiment, or anybody (`all`)?"),
    "shot": Form(TwoAsked, shot, "May this regiment shoot that one, and what does it need?"),
    "shooters": Form(str, shooters, "Whom may a regiment (or `all`) shoot?"),
    "nerve": Form(str, nerve, "On which Leadership does a regiment test, and how likely is that?"),
    "profile": Form(str, profile, "What are a regiment's numbers now?"),
    "relation": Form(RelationAsked, relation, "What are two seats to each other in this phase?"),
}
