"""Whether a charge move is one. [SK-93 to SK-95]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.rulings import Refusal, Verdict
from condotta.rules.skirmish import names
from condotta.rules.skirmish.field import Unit
from condotta.rules.skirmish.forming import onto
from condotta.rules.skirmish.records import Trail
from condotta.rules.skirmish.settings import settings_of
from condotta.rules.skirmish.trails import CHARGE, Terms, judged


def terms(book: Book, unit: Unit, targets: tuple[str, ...], inches: int) -> Terms:
    """What a charge allows: so many inches, near the targets alone. [SK-92, SK-93, SK-95]"""
    made = settings_of(book)
    return Terms(
        CHARGE,
        inches * names.INCH,
        targets=targets,
        flies=unit.has(names.FLY) and made.flag("crossFlying"),
        passes_friends=made.flag("passFriends"),
        slowed=True,
    )


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
