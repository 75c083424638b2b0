"""What a combat is worth before it is rolled: the points that each side may expect to lose.

Every number comes from the rules themselves: both scores from the tallies, the degree from the
comparison, the outcome from the tables, the fall back from its own planning. Nothing is decided.
"""

from __future__ import annotations

import msgspec

from condotta.rules.triumph import names
from condotta.rules.triumph.combat import odds
from condotta.rules.triumph.combat.combat_scores import tallies
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.engaging import engaged
from condotta.rules.triumph.combat.results import (
    BEATEN,
    DOUBLED,
    FALL_BACK,
    outcome_of,
)
from condotta.rules.triumph.movement.fallback import plan_fall_back
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table.once import fact

GENERAL = 6.0  # half points that a general is worth besides his own: moves cost more without
PUSHED = 0.6  # half points that giving ground is worth
ROUTED = 2.0  # half points that running away is worth


class Prospect(msgspec.Struct, frozen=True, gc=False):
    """Half points that each side may expect to lose by one combat."""

    theirs: float
    ours: float

    @property
    def gain(self) -> float:
        """What the first side may expect to gain."""
        return self.theirs - self.ours


chances = fact(4096)(odds.chances)
"""The 36 rolls of two fighters whose totals without dice are given: counted once for each."""


def worth(field: Field, stand: Stand) -> float:
    """Half points that go with a stand or camp, a garrison in it, and what a general is worth."""
    position = field.position
    points = float(position.count(stand.id, names.WORTH))
    if stand.general:
        points += GENERAL
    if stand.is_camp:
        for piece in position.at("aside"):
            if piece.unit == stand.id:
                points += position.count(piece.id, names.WORTH)
    return points


def price(loser: Fighter, winner: Fighter, degree: str) -> float:
    """Half points that a degree of defeat costs the loser."""
    outcome, _ = outcome_of(loser, winner, degree)
    full = worth(loser.field, loser.stand)
    match outcome:
        case "none":
            return 0.0
        case "fall back" | "evade" | "panic":
            side = loser.edge if loser.kind == "close" else "front"
            plan = plan_fall_back(loser.field, loser.stand, side)
            lost = sum(worth(loser.field, loser.field.stand(one.stand)) for one in plan.lost)
            return lost or (PUSHED if outcome == FALL_BACK else ROUTED)
        case _:
            return full


def prospect(one: Fighter, two: Fighter) -> Prospect:
    """What a combat between two fighters may be expected to cost each."""
    scores = tallies(one, two, (0, 0))
    found = chances(scores[0].total, scores[1].total, one.field.settings)
    theirs = ours = 0.0
    if found.doubles:
        theirs += found.doubles * price(two, one, DOUBLED)
    if found.beats:
        theirs += found.beats * price(two, one, BEATEN)
    if one.kind == "close":
        if found.beaten:
            ours += found.beaten * price(one, two, BEATEN)
        if found.doubled:
            ours += found.doubled * price(one, two, DOUBLED)
    return Prospect(theirs / 36, ours / 36)


def close_prospect(field: Field, one: str, two: str) -> Prospect:
    """A close combat between two stands in contact."""
    return prospect(*engaged(field, one, two)[1:])


def shot_prospect(field: Field, shooter: str, target: str) -> Prospect:
    """A shot, at which only the target can suffer."""
    return prospect(*engaged(field, shooter, target, "ranged")[1:])


__all__ = [
    "Prospect",
    "chances",
    "close_prospect",
    "prospect",
    "shot_prospect",
    "worth",
]
