"""Crowded fights of two and three sides: whatever the dice, they end and nothing overlaps.

Stands of every type are packed edge to edge and askew, then shooting and fighting take their
course under random choices. [TC-3.44, TC-3.46, TC-9.1, TC-9.2]
"""

from itertools import combinations
from random import Random

import pytest

from condotta.kernel.asks import Choose, Roll
from condotta.kernel.events import Moved
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE
from condotta.rules.triumph import names
from condotta.rules.triumph.tables import TROOPS
from condotta.table import Base, Rectangle, base, overlaps, pose_at
from tests.rules.triumph.table_setting import Table, setting

MU = 10_000
SEATS = {"red": "south", "blue": "north", "green": "west"}


def crowd(random: Random, seats: int) -> list[tuple[str, str, float, float, float]]:
    """Two lines front to front, with others on their flanks, behind them and scattered about."""
    letters = "RBG"[:seats]
    taken: list[Base] = []
    pieces: list[tuple[str, str, float, float, float]] = []

    def put(letter: str, x: float, y: float, theta: float) -> None:
        kind = random.choice(TROOPS)
        where = base(
            pose_at(round(x * MU), round(y * MU), theta), Rectangle(kind.width, kind.depth)
        )
        if not any(overlaps(where, other) for other in taken):
            taken.append(where)
            pieces.append((f"{letter}{len(pieces) + 1}", kind.code, x, y, theta))

    for column in range(5):
        put("R", 20 + 2 * column, 16, 0)
        put(random.choice(letters[1:]), 20 + 2 * column, 16, 180)
    for _ in range(24):
        x, y = random.randrange(34, 66) / 2, random.randrange(22, 42) / 2
        put(random.choice(letters), x, y, random.choice((0, 90, 180, 270, 30, 200)))
    return pieces


def table_of(pieces: list[tuple[str, str, float, float, float]], seats: int) -> Table:
    said = "; ".join(f"{name} {code} {x} {y} {theta}" for name, code, x, y, theta in pieces)
    sides = {name: SEATS[name] for name in list(SEATS)[:seats]}
    return setting(said, phase="ranged", seats=sides)


def played(table: Table, random: Random) -> None:
    """Answer at random until the close combat phase is over."""
    turn = table.position.turn
    for _ in range(400):
        ask = next(iter(table.asks()), None)
        phase = table.position.phase in {names.RANGED, names.CLOSE}
        if ask is None or not phase or table.position.turn != turn or table.position.ended:
            return
        if ask.seat == CHANCE:
            said: Roll | Choose = Roll(tuple(random.randrange(1, 7) for _ in range(ask.dice)))
        else:
            said = Choose(random.choice(ask.options))
        table.battle.say(ask.seat, said, ask.id)
    raise AssertionError("the phase does not end")


def overlapping(position: Position) -> list[tuple[str, str]]:
    placed = [(one.id, base(one.pose, one.shape)) for one in position.at("table") if one.pose]
    return [(one, two) for (one, a), (two, b) in combinations(placed, 2) if overlaps(a, b)]


@pytest.mark.parametrize("seed", range(24))
def test_tc_9_2_a_crowded_phase_ends_and_no_two_stands_ever_overlap(seed: int):
    random = Random(seed)
    seats = 2 + seed % 2
    table = table_of(crowd(random, seats), seats)
    position, known = table.position, len(table.battle.log)
    played(table, random)
    for event in table.battle.log[known:]:
        position = evolve_position(position, event)
        if isinstance(event, Moved):
            assert overlapping(position) == []
    assert position == table.position


@pytest.mark.parametrize("seed", range(12))
def test_tc_9_2_seen_in_a_mirror_everything_goes_the_same_way(seed: int):
    random = Random(seed)
    pieces = crowd(random, 2)
    turned = [(name, code, 48 - x, y, -theta) for name, code, x, y, theta in pieces]
    tables = [table_of(one, 2) for one in (pieces, turned)]
    for table in tables:
        played(table, Random(seed))
    plain, mirrored = (table.position.pieces for table in tables)
    for name, piece in plain.items():
        other = mirrored[name]
        assert other.place == piece.place, name
        if piece.pose is not None and other.pose is not None:
            assert abs(other.pose.x + piece.pose.x - 48 * MU) <= 2, name
            assert abs(other.pose.y - piece.pose.y) <= 2, name
