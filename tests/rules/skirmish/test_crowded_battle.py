"""A crowded battle of random bots with everything that moves in its own way. [SK-30 to SK-45]"""

from itertools import combinations

import pytest

from condotta.bots.runner import answer_next, seated
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.events import Asked, Moved
from condotta.kernel.position import Position
from condotta.rules.skirmish import names
from condotta.rules.skirmish.movement.transports import carrier_of
from condotta.rules.skirmish.reading.coherency import Stand, coherent
from condotta.rules.skirmish.reading.crowd import height
from condotta.rules.skirmish.reading.field import field, is_unit
from condotta.rules.skirmish.reading.terrain import levels
from condotta.table import Field, on_board, overlaps
from tests.rules.skirmish.skirmish_setting import setting

UNITS = (
    "R1 line_infantry 5 aboard R7; R2 medic 1 aboard R7; R7 carrier 1 20 14; R3 gunship 1 30 8;"
    "R4 jump_assault 5 reserve; R5 assault_elite 5 reserve; R6 bikers 3 40 12;"
    "R8 commander 1 24 12 wounds=3; B1 brute_mob 20 20 34 180; B7 carrier 1 34 36 180;"
    "B2 heavy_brawlers 3 aboard B7; B3 battle_tank 1 42 36 180; B4 gunship 1 12 40 180;"
    "B5 great_beast 1 28 30 180; B6 claw_stalkers 5 50 30 180;"
    "A1 swarm_runners 20 60 24 270 files=5; A2 psyker 1 64 20; A3 weapons_team 3 67 36 270"
)
GROUND = (
    "woods ellipse 30 24 7 6; hill ellipse 10 22 8 6; ruins box 40 22 7 5; block box 50 20 5 4;"
    "barricade box 24 26 8 1; wall box 34 20 6 0.5; crater ellipse 44 30 5 5"
)
SEATS = {"red": "red", "blue": "blue", "amber": "amber"}
SLACK = 110.0
"""Quanta by which bases may seem to overlap: a hundred are touching."""
DECISIONS = 100


def sound(position: Position) -> None:
    """All stand on the table with room for them, in nobody's place; passengers have a transport."""
    here = field(position)
    board = Field(0, 0, position.board.width, position.board.depth)
    for model in here.models.values():
        assert on_board(model.base, board), model.id
        infantry = here.unit(model.unit).has(names.INFANTRY)
        assert model.level in levels(position.areas, model.base, infantry=infantry), model.id
    for one, two in combinations(here.models.values(), 2):
        low, high = sorted((one, two), key=lambda model: model.level)
        if low.level + height(here.unit(low.unit)) > high.level:
            assert not overlaps(one.base, two.base, SLACK), (one.id, two.id)
    for piece in position.at("aside"):
        if is_unit(piece):
            assert carrier_of(piece) in here.units, piece.id


@pytest.mark.parametrize("seed", range(2))
def test_whatever_bots_do_the_table_stays_sound(seed: int):
    """[SK-13, SK-16, SK-32, SK-117] Looked at after every few decisions; who moved is coherent."""
    laid = setting(UNITS, areas=GROUND, seats=SEATS)
    log = laid.battle.log
    first = next(number for number, event in enumerate(log) if isinstance(event, Asked))
    battle = Battle(laid.book, log[:first], SeededCup(seed))
    bots = seated(dict.fromkeys(SEATS, "random"), laid.book, f"crowd {seed}")
    moved = 0
    for number in range(DECISIONS):
        if battle.state.position.ended is not None:
            break
        before = len(battle.log)
        answer_next(battle, bots)
        position = battle.state.position
        for event in battle.log[before:]:
            unit = position.pieces[event.steps[0].piece].command if isinstance(event, Moved) else ""
            if unit in field(position).units and not position.count(unit, names.SLAIN):
                models = field(position).unit(unit).models
                assert coherent([Stand(model.base, model.level) for model in models]), unit
                moved += 1
        if number % 15 == 0:
            sound(position)
    assert moved > 10
