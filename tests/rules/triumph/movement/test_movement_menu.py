"""What is offered first: to go ahead; nobody is turned or moved for nothing where he stands."""

from itertools import takewhile

import pytest

from condotta.rules.triumph.movement.movement_menu import END, salient
from condotta.rules.triumph.movement.moves import Move
from condotta.table import Base, base, gap
from tests.rules.triumph.table_setting import MU, Table, setting

AHEAD = "R1* HFT 20 12 0; R2 HFT 22 12 0; R3 HFT 28 12 20; B1* SPR 20 22 180"
PAST = "R1* KNT 30 20 0; B1* SPR 22 14 180"
FACING = "R1* HFT 20 12 0; B1* SPR 20 15 180; B2 SPR 22 15 180"


def before_the_end(pieces: str) -> tuple[Table, list[Move]]:
    """The table, and the moves that are offered before the end of the phase."""
    table = setting(pieces, cp=4)
    (ask,) = table.asks("red")
    offered = salient(table.book, table.position, ask)
    return table, [one for one in takewhile(lambda one: one != END, offered) if one != END]


def places(table: Table, move: Move) -> tuple[list[Base], list[Base]]:
    """Where the stands of a move are, and where they would be."""
    stands = [table.field.stand(name) for name in move.pieces]
    there = dict(table.judge("red", move).poses)
    return [one.base for one in stands], [base(there[one.id], one.base.shape) for one in stands]


def away(table: Table, bases: list[Base]) -> float:
    """How far the nearest of blue is from some bases, in MU."""
    return min(gap(one, foe.base) for one in bases for foe in table.field.enemies("red")) / MU


def sideways(table: Table, one: Base) -> float:
    """How much farther aside than ahead the middle of B1 lies of a base, in MU; of one behind more.

    0 is 45 degrees off its front.
    """
    foe = table.field.stand("B1").base
    dx, dy = foe.cx - one.cx, foe.cy - one.cy
    return (abs(dx * one.rx + dy * one.ry) - (dx * one.fx + dy * one.fy)) / MU


@pytest.mark.parametrize(("pieces", "turning"), [(AHEAD, True), (PAST, False)])
def test_whatever_is_offered_before_the_end_goes_ahead_or_turns_to_the_enemy(pieces, turning):
    """Nearer is by a tenth of an MU at least. R3 looks past the enemy, PAST has nobody to turn."""
    table, offered = before_the_end(pieces)
    assert offered
    turned = 0
    for move in offered:
        now, then = places(table, move)
        if away(table, now) - away(table, then) <= 0.1:
            assert sideways(table, now[0]) >= 0 > sideways(table, then[0])
            turned += 1
    assert bool(turned) is turning


def test_the_first_offer_brings_the_whole_line_ahead():
    table, offered = before_the_end(AHEAD)
    assert set(offered[0].pieces) == {"R1", "R2"}
    now, then = places(table, offered[0])
    assert away(table, then) < away(table, now)


def test_a_stand_that_faces_its_enemy_is_not_turned_before_the_end_of_the_phase():
    table, offered = before_the_end(FACING)
    assert offered
    for move in offered:
        now, then = places(table, move)
        assert away(table, now) - away(table, then) > 0.1
