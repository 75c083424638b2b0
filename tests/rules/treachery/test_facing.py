"""Whoever is set out faces inward, from whichever start position. [TT-13.2, FB-14.1]"""

from itertools import islice
from random import Random

import pytest

from condotta.bots.runner import answer_next
from condotta.bots.seat import make
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.rules.library import book
from condotta.rules.ranked.setting_out.deployment import Deploy
from condotta.rules.systems import SYSTEMS, Levy
from condotta.rules.treachery.anchors import anchor_of
from condotta.table import Pose

SYSTEM = "treachery"
UNIT = 1_000_000
DECISIONS = 400


def inward(point: tuple[int, int], width: int, depth: int) -> set[tuple[int, int]]:
    """Where one looks straight over the table from the edge on which a point lies."""
    x, y = point
    edges = {(0, UNIT): y == 0, (0, -UNIT): y == depth, (UNIT, 0): x == 0, (-UNIT, 0): x == width}
    return {facing for facing, there in edges.items() if there}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_suggested_places_face_inward_on_every_edge(players: int):
    """Every place that a seat is offered, of every unit it sets out."""
    how, rules = SYSTEMS[SYSTEM], book(SYSTEM)
    seats = how.seated(players)
    assert how.armies_of_its_own is not None
    armies = how.armies_of_its_own("", players, 1)
    opening = how.opening(rules, seats, armies, Levy(lot=Random(1)))
    battle = Battle(rules, opening, SeededCup("1"))
    bots = {seat: make("steward", rules, seat) for seat in battle.state.position.seats()}
    board = battle.state.position.board
    seen: dict[str, int] = {}
    sides = set()
    for _ in range(DECISIONS):
        (ask, *_others) = battle.waiting()
        if battle.state.position.turn:
            break
        if ask.window == "deployment":
            position = battle.view(ask.seat).position
            anchor = anchor_of(position, ask.seat)
            assert anchor is not None
            wanted = inward(anchor, board.width, board.depth)
            for said in islice(rules.menus[ask.window].salient(rules, position, ask), 40):
                if not isinstance(said, Deploy) or said.pose is None:
                    continue
                pose: Pose = said.pose
                assert (pose.ux, pose.uy) in wanted, (ask.seat, anchor, pose)
                seen[ask.seat] = seen.get(ask.seat, 0) + 1
                sides.add((pose.ux, pose.uy))
        answer_next(battle, bots)
    assert len(seen) == players
    assert min(seen.values()) > 10
    assert len(sides) == {3: 3, 4: 4, 5: 4}[players]
