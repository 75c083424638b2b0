"""Coherency as a connected group. [SK-16 to SK-18]"""

import pytest

from condotta.rules.skirmish.movement.walking import Walk
from condotta.rules.skirmish.reading.coherency import Stand, coherent, groups, mates
from condotta.rules.skirmish.records import Trail
from condotta.table import Disc, Rectangle, base, pose_at
from tests.rules.skirmish.skirmish_setting import INCH, setting

HALF_INCH = Disc(INCH // 2)


def stand(x: float, y: float = 0.0, level: float = 0.0) -> Stand:
    """An inch-wide base there, in inches."""
    foot = base(pose_at(round(x * INCH), round(y * INCH), 0), HALF_INCH)
    return Stand(foot, round(level * INCH))


@pytest.mark.parametrize(("x", "together"), [(3.0, True), (3.0009, True), (3.0012, False)])
def test_a_mate_is_no_farther_than_two_inches_sideways(x: float, together: bool):
    """[SK-16, SK-13] Base to base; a thousandth of an inch more still counts."""
    assert mates(stand(0), stand(x)) is together
    assert mates(stand(x), stand(0)) is together


@pytest.mark.parametrize(("up", "together"), [(6, True), (6.1, False)])
def test_a_mate_is_no_farther_than_six_inches_up_or_down(up: float, together: bool):
    """[SK-16] Both limits count by themselves: 2 inches sideways and 6 up is near enough."""
    assert mates(stand(0), stand(3, level=up)) is together


def test_a_rectangle_is_measured_from_its_edge():
    """[SK-10, SK-16] Not from its middle or its corners' circle."""
    tank = Rectangle(3 * INCH, 5 * INCH)
    here = Stand(base(pose_at(0, 0, 0), tank))
    assert mates(here, stand(1.5 + 2 + 0.5, -2.5))
    assert not mates(here, stand(1.5 + 2 + 0.51, -2.5))


def test_two_pairs_apart_are_not_coherent():
    """[SK-17] Each model has a mate, but there are two groups."""
    four = [stand(0), stand(2), stand(10), stand(12)]
    assert groups(four) == [[0, 1], [2, 3]]
    assert not coherent(four)


def test_a_chain_is_one_group_in_any_order():
    """[SK-17] Edges join whoever they join, however far the ends are apart."""
    chain = [stand(0), stand(9), stand(3), stand(6)]
    assert coherent(chain)
    assert groups(chain) == [[0, 1, 2, 3]]


def test_a_single_model_needs_nobody():
    """[SK-16] Only units of several models must keep together."""
    assert coherent([stand(0)])
    assert coherent([])


def broken() -> tuple[str, dict[str, tuple[float, ...]]]:
    """Five of the line of whom the middle one is gone: pairs 6 inches apart."""
    return "R1 line_infantry 4 20 20; B1 medic 1 60 40", {"R1.3": (28, 20), "R1.4": (30, 20)}


def test_a_broken_unit_stays_as_it_is_until_it_moves():
    """[SK-18] Nothing happens at once; nobody is asked to mend it."""
    units, at = broken()
    table = setting(units, at=at)
    table.choose("red", "end")
    assert table.models("R1") == 4


def test_a_broken_unit_may_not_move_and_stay_broken():
    """[SK-18] The next move must end in coherency, whoever moves in it."""
    units, at = broken()
    table = setting(units, at=at)
    x, y = (round(part * INCH) for part in table.at("R1.1"))
    step = Walk("R1", "move", (Trail("R1.1", ((x, y + INCH),)),))
    assert table.why_not("red", step) == {"SK-16"}
    back = [
        Trail("R1.3", ((round(22.2 * INCH), 20 * INCH),)),
        Trail("R1.4", ((round(24.8 * INCH), 20 * INCH),)),
    ]
    assert table.why_not("red", Walk("R1", "move", tuple(back))) == set()
    table.say("red", Walk("R1", "move", tuple(back)))
    assert (table.at("R1.3"), table.at("R1.4")) == ((22.2, 20), (24.8, 20))
