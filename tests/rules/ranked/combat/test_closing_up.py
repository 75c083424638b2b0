"""Gaps that losses leave between regiments that fight."""

from condotta.rules.ranked import names
from condotta.rules.ranked.combat.closing_up import closed_gaps
from condotta.rules.ranked.reading.regiment import field
from condotta.rules.ranked.shooting.shooting_phase import ShootingPhase
from tests.rules.ranked.range_setting import Range, regiment


def steps(*regiments: object) -> list[tuple[str, int, int]]:
    """Who would step up where, for the pair R2 and B1."""
    at = Range(*regiments, phase=names.CLOSE).begin(ShootingPhase())  # type: ignore[arg-type]  # rows
    found = closed_gaps(field(at.book, at.position), (("R2", "B1"),))
    return [(one.piece, one.pose.x, one.pose.y) for one in found]


def test_fb_2_3_who_fights_fewer_steps_straight_up():
    apart = steps(regiment("B1", y=20), regiment("R2", y=20.5, face=180))
    assert apart == [("R2", 240_000, 200_000)]


def test_fb_2_3_nobody_steps_over_an_enemy_that_it_touches():
    held = (
        regiment("B1", y=20),
        regiment("R1", x=27, y=20, face=180),
        regiment("R2", x=22.5, y=20.5, face=180),
    )
    assert steps(*held) == [("R2", 225_000, 200_000)]
    stuck = regiment("B2", x=19.03, y=20.4)  # R2 may not touch it, so B1 would have to step
    assert steps(*held, stuck) == []
