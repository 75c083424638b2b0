"""Whether a charge move is one, and ways for it. [SK-93 to SK-95]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.position import Position
from condotta.kernel.rulings import Refusal, Verdict
from condotta.rules.skirmish.finding.finding_moves import onto
from condotta.rules.skirmish.finding.trails import Terms, judged
from condotta.rules.skirmish.reading.field import Unit
from condotta.rules.skirmish.records import Trail


def why_not_reach(
    position: Position, unit: Unit, trails: tuple[Trail, ...], allowed: Terms
) -> Verdict:
    """What is against a charge move by those ways: somebody must move. [SK-93]"""
    found = judged(position, unit, trails, allowed)
    if found.ok and not any(one.moved for one in found.ways):
        return Verdict(refusals=(Refusal("SK-93", "sk.93.nobody", {"unit": unit.id}),))
    return found.verdict


def ways(position: Position, unit: Unit, allowed: Terms) -> Iterator[tuple[Trail, ...]]:
    """Ways that are found: onto whichever target can be reached, then onto each of several."""
    targets = allowed.targets
    narrowed = [allowed._replace(targets=(one,)) for one in targets] if len(targets) > 1 else []
    found: list[tuple[Trail, ...]] = []
    for each in (allowed, *narrowed):
        trails = onto(position, unit, each)
        if trails and trails not in found:
            found.append(trails)
            yield trails
