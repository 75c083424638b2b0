"""What the rules do with counters is the same in whatever order they were counted. [FB-8.4]

A position that was put together again counts in another order than the battle did.
"""

from msgspec.structs import replace

from condotta.kernel.position import Position
from condotta.kernel.records import Chair, Piece
from condotta.rules.ranked.losses.wounds import SLEW
from condotta.rules.ranked.shooting.volleys import slayings
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.removing import dying
from condotta.rules.skirmish.reading.order import forgotten


def both_ways(counters):
    """A position with those counters, and one where the last was counted first."""
    chairs = (Chair("red", "red"), Chair("blue", "blue"))
    pieces = {name: Piece(name, "unit", "red", "red", place="table") for name in ("R1", "R2")}
    backwards = {
        holder: dict(reversed([*row.items()])) for holder, row in reversed([*counters.items()])
    }
    plain = Position(chairs=chairs, pieces=pieces, counters=counters)
    return plain, replace(plain, counters=backwards)


def test_fb_8_4_the_slain_are_forgotten_by_names():
    one, other = both_ways({"R2": {SLEW + "B1": 1, SLEW + "A1": 2}, "A1": {SLEW + "R2": 1}})
    assert slayings(one) == slayings(other)
    assert len(slayings(one)) == 3


def test_sk_70_of_two_whose_turn_to_die_is_one_the_first_by_name_is_first():
    one, other = both_ways({"R2": {names.DYING: 1}, "R1": {names.DYING: 1}})
    assert dying(one) == dying(other) == ("R1", "R2")


def test_sk_130_what_goes_as_a_phase_ends_goes_by_names():
    one, other = both_ways({"red": {names.ORDER + "fights": 1, names.DONE: 1}})
    assert forgotten(one) == forgotten(other)
    assert len(forgotten(one)) == 2
