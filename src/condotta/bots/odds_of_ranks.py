"""What a regimental bot expects of fights, charges and shots: rough sums on the charts."""

from __future__ import annotations

from condotta.rules.ranked import names
from condotta.rules.ranked.combat.arms import attacks_of, strength_parts
from condotta.rules.ranked.reading.charts import combat_score, save_score, wound_score
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.special_rules import causes_fear
from condotta.rules.ranked.shooting.missiles import chance, missile, volley

DICE = 6
FLANK, REAR = 1, 2
PANICKED = 3.0  # what it is worth to charge somebody who flees already


def share(need: int) -> float:
    """How often a D6 shows that much or more; a natural 1 never counts."""
    return max(0.0, min(5.0, DICE + 1 - need)) / DICE


def wounds(here: Field, one: Regiment, foe: Regiment) -> float:
    """The unsaved wounds that a regiment may be expected to deal in a round."""
    files = min(one.files, foe.files + 2, one.total)
    behind = min(files, max(0, one.total - files)) * min(1, one.kind.support)
    blows = files * attacks_of(here, one.piece, one.piece) + behind
    strength = sum(part.value for part in strength_parts(here, one.piece, one.piece))
    hit = share(combat_score(max(1, one.value(names.WS)), max(1, foe.value(names.WS))))
    hurt = share(wound_score(strength, max(1, foe.value(names.T))))
    saved = share(save_score(foe.value(names.SAVE) or DICE + 1, strength))
    left = foe.models * max(1, foe.value(names.W))
    return min(float(left), blows * hit * hurt * (1 - saved))


def solid(one: Regiment) -> float:
    """Ranks and standard: what it adds to a combat without a blow."""
    ranks = max(0, min(3, one.counting_ranks - 1))
    return ranks + float(one.marked(names.STANDARD))


def edge(here: Field, one: Regiment, foe: Regiment, *, charging: bool = True) -> float:
    """By how much a regiment may be expected to win the first round against another."""
    if foe.fleeing:
        return PANICKED
    side = here.facing_of(foe, one)
    aside = {"front": 0, "rear": REAR}.get(side, FLANK)
    held = solid(foe) if side == "front" else solid(foe) / 2
    dread = float(causes_fear(foe)) - float(causes_fear(one))
    ours = wounds(here, one, foe) + solid(one) + aside + float(charging)
    return ours - wounds(here, foe, one) - held - dread


def shot_worth(here: Field, one: Regiment, foe: Regiment) -> float:
    """The points that a regiment's shots may be expected to cost another."""
    each = foe.value(names.POINTS) / max(1, foe.value(names.MUSTERED) * max(1, foe.value(names.W)))
    if one.is_machine or missile(one) is None:
        return each
    fired = volley(here, one, foe)
    hurt = share(wound_score(fired.strength, max(1, foe.value(names.T))))
    saved = share(save_score(foe.value(names.SAVE) or DICE + 1, fired.strength))
    return fired.shots * chance(fired.score) * hurt * (1 - saved) * each
