"""By which legs a body may move: ahead, wheeling forward, aligning. [TC-5.3, TC-5.23]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.rulings import Refusal
from condotta.rules.triumph.movement.moves import Path
from condotta.rules.triumph.stands.field import Field
from condotta.rules.triumph.tables import TABLES
from condotta.table import (
    Advance,
    Base,
    Slide,
    Wheel,
    at_most,
    base,
    directly_in_front,
    gap,
    left_of,
)


def leg_refusals(here: Field, path: Path) -> Iterator[Refusal]:
    """A group advances, wheels forward and aligns; only a single stand moves freely. [TC-5.3]"""
    if path.kind == "single":
        return
    slides = 0.0
    for number, leg in enumerate(path.legs):
        match leg:
            case Advance(length) if length >= 0:
                continue
            case Wheel(side, ux, uy) if path.kind != "forming":
                if not wheels_forward(path, number, side, (ux, uy)):
                    yield Refusal("TC-5.3", "tc.5-3.backward")
            case Slide(length) if path.kind != "forming":
                slides += abs(length)
                yield from align_refusals(here, path, number, length, slides)
            case _:
                forming = path.kind == "forming"
                clause, key = ("TC-5.8", "straight") if forming else ("TC-5.3", "group")
                yield Refusal(clause, f"tc.{clause[3:].replace('.', '-')}.{key}")


def wheels_forward(path: Path, number: int, side: str, to: tuple[int, int]) -> bool:
    """Whether a wheel brings its outer end forward: about the left corner, left. [TC-5.6]"""
    head = path.stations[number][0]
    left = left_of(head.facing)
    turn = to[0] * left[0] + to[1] * left[1]
    return turn >= 0 if side == "left" else turn <= 0


def align_refusals(
    here: Field, path: Path, number: int, length: float, slides: float
) -> Iterator[Refusal]:
    """Up to 1 MU sideways, within 2 MU of the enemy it comes corner to corner with.

    [TC-5.23, TC-5.45]
    """
    del length
    limits = TABLES.movement
    if not at_most(slides, limits.align_slide):
        yield Refusal("TC-5.23", "tc.5-23.slide", {"limit": limits.align_slide})
    before, later = path.stations[number], path.stations[number + 1]
    for start, end, shape in zip(before, later, path.shapes, strict=True):
        was, now = base(start, shape), base(end, shape)
        for enemy in here.enemies(path.stands[0].seat):
            close = at_most(gap(was, enemy.base), limits.align_within)
            if close and not enemy.is_camp and opposite_of(now, enemy.base):
                return
    yield Refusal("TC-5.23", "tc.5-23.nobody", {"limit": limits.align_within})


def opposite_of(one: Base, other: Base) -> bool:
    """Whether two bases face each other corner to corner, at whatever distance. [TC-5.23]"""
    return directly_in_front(one, other) and directly_in_front(other, one)
