"""What is offered first: to go ahead; nobody is turned or moved for nothing where he stands."""

from itertools import takewhile

import pytest

from condotta.rules.triumph.movement.movement_menu import (
    END,
    comes_nearer,
    ends,
    salient,
    turns_to_foe,
)
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import field
from tests.rules.triumph.table_setting import setting

AHEAD = "R1* HFT 20 12 0; R2 HFT 22 12 0; R3 HFT 28 12 20; B1* SPR 20 22 180"
PAST = "R1* KNT 30 20 0; B1* SPR 22 14 180"


def before_the_end(pieces: str) -> tuple[object, list[Move]]:
    """The table, and the moves that are offered before the end of the phase."""
    table = setting(pieces, cp=4)
    (ask,) = table.asks("red")
    offered = salient(table.book, table.position, ask)
    return table, [one for one in takewhile(lambda one: one != END, offered) if one != END]


@pytest.mark.parametrize("pieces", [AHEAD, PAST])
def test_whatever_is_offered_before_the_end_goes_ahead_or_turns_to_the_enemy(pieces):
    table, offered = before_the_end(pieces)
    here = field(table.book, table.position)
    assert offered
    for move in offered:
        body = tuple(here.stand(name) for name in move.pieces)
        then = ends(here, body, move)
        assert comes_nearer(here, body, then) or turns_to_foe(here, body, then)


def test_the_first_offer_brings_the_whole_line_ahead():
    _, offered = before_the_end(AHEAD)
    assert set(offered[0].pieces) == {"R1", "R2"}


def test_a_stand_that_faces_its_enemy_is_not_turned_before_the_end_of_the_phase():
    table, offered = before_the_end("R1* HFT 20 12 0; B1* SPR 20 13 180; B2 SPR 22 13 180")
    here = field(table.book, table.position)
    for move in offered:
        body = tuple(here.stand(name) for name in move.pieces)
        assert comes_nearer(here, body, ends(here, body, move))
