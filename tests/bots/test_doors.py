"""Bots and the end of a line: the steward closes the door, the random bot may."""

from random import Random

import pytest

from condotta.bots.seat import make
from condotta.rules.triumph.movement.legal_moves import judge_move
from condotta.rules.triumph.movement.movement_menu import about, random_legs, salient
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import field
from tests.rules.triumph.table_setting import setting

FAR = "; R9* KNT 24 4 0; B9* KNT 45 30 180"
ALONE = "R1 HFT 20 12 0; R2 HFT 22 12 0; R3 HFT 24 12 0; B1 HFT 20 12 180; B2 HFT 22 12 180" + FAR
WING = "R2 HFT 22 12 0; R3 JCV 24 12 0; R4 JCV 26 12 0; B2 HFT 22 12 180" + FAR
FLANK = ("R3", "B2", "left")


def met(table, said):
    """The contacts that a move would make."""
    verdict = judge_move(table.book, table.position, "red", None, said)
    assert verdict.ok
    return {(one.piece, one.other, one.edge) for one in verdict.contacts}


@pytest.mark.parametrize("pieces", [ALONE, WING])
def test_a_steward_closes_the_door(pieces):
    table = setting(pieces, cp=1)
    (ask,) = table.asks("red")
    said = make("steward", table.book, "door").answer(table.battle.view("red"), ask)
    assert isinstance(said, Move)
    assert FLANK in met(table, said)


@pytest.mark.parametrize(("pieces", "body"), [(ALONE, ("R3",)), (WING, ("R3", "R4"))])
def test_random_legs_come_upon_the_door(pieces, body):
    table = setting(pieces)
    here = field(table.book, table.position)
    random = Random(1)
    for _ in range(400):
        stands = tuple(here.stand(name) for name in body)
        move = Move(body, random_legs(here, stands, random))
        verdict = judge_move(table.book, table.position, "red", None, move)
        if verdict.ok and FLANK in {(one.piece, one.other, one.edge) for one in verdict.contacts}:
            return
    pytest.fail("four hundred tries never came upon it")


@pytest.mark.parametrize(("pieces", "body"), [(ALONE, ("R3",)), (WING, ("R3", "R4"))])
def test_the_menu_of_a_body_begins_with_its_own_moves_and_has_the_door(pieces, body):
    table = setting(pieces)
    (ask,) = table.asks("red")
    own = [one for one in about(table.book, table.position, ask, body) if isinstance(one, Move)]
    assert own[0].pieces == body
    assert any(one.pieces == body and FLANK in met(table, one) for one in own)
    everything = [one for one in salient(table.book, table.position, ask) if isinstance(one, Move)]
    assert any(one.pieces == body and FLANK in met(table, one) for one in everything)


def test_a_move_of_a_bot_is_made_as_it_was_judged():
    table = setting(WING, cp=1)
    (ask,) = table.asks("red")
    said = make("steward", table.book, "door").answer(table.battle.view("red"), ask)
    ends = dict(judge_move(table.book, table.position, "red", None, said).poses)
    table.say("red", said)
    assert {name: table.pose(name) for name in ends} == ends
