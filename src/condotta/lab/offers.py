"""Do the moves offered cover the moves allowed?

    condotta lab offers [--poses 10000] [--stands 45] [--seed 1]

A stand may go anywhere within its move, and only some places are offered. Of random poses that
the rules accept, each should have an offered pose of the same stand that comes to the same: the
same contacts, the same zones of control, the same going. What has none is listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece
from condotta.lab.hunting import Words
from condotta.rules.library import book
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.anchors import anchors
from condotta.rules.triumph.movement.approach import edge_held
from condotta.rules.triumph.movement.legal_moves import is_legal
from condotta.rules.triumph.movement.movement_menu import anywhere
from condotta.rules.triumph.movement.moves import Move, path_of
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.rules.triumph.stands.zones import in_zone, zones_of
from condotta.rules.triumph.tables import TROOPS
from condotta.table import (
    Area,
    Base,
    Ellipse,
    Rectangle,
    Shift,
    base,
    overlaps,
    pose_at,
)

MU = 10_000


class Sense(NamedTuple):
    """What a place comes to: whom it contacts, in whose zones it is, what ground it is on."""

    contacts: tuple[str, ...]
    zones: tuple[str, ...]
    difficult: bool


def crowded(stands: int, seed: int, board: tuple[int, int] = (90, 36)) -> tuple[Book, Position]:
    """A melee of so many stands a side, thrown on a board with some woods, none overlapping."""
    random = Random(seed)
    width, depth = board[0] * MU, board[1] * MU
    areas = tuple(
        Area(f"woods-{number}", "woods", Ellipse(x * MU, depth // 2, 5 * MU, 4 * MU, 1_000_000, 0))
        for number, x in enumerate((15, 45, 75))
    )
    pieces: dict[str, Piece] = {}
    taken: list[Base] = []
    while len(pieces) < 2 * stands:
        seat = ("red", "blue")[len(pieces) % 2]
        kind = TROOPS[random.randrange(len(TROOPS))]
        shape = Rectangle(kind.width, kind.depth)
        theta = (0 if seat == "red" else 180) + random.choice((0, 0, 0, 30, -30))
        y = depth // 2 + (-1 if seat == "red" else 1) * random.randint(0, 6 * MU)
        pose = pose_at(random.randint(2 * MU, width - 2 * MU), y, theta)
        where = base(pose, shape)
        if any(overlaps(where, other) for other in taken):
            continue
        taken.append(where)
        name = f"{seat[0].upper()}{len(pieces) // 2 + 1}"
        traits = (names.GENERAL,) if len(pieces) < 2 else ()
        pieces[name] = Piece(
            name, kind.code, seat, seat, army=seat, command=seat, shape=shape, place="table",
            pose=pose, traits=traits,
        )  # fmt: skip
    chairs = (Chair("red", "south"), Chair("blue", "north"))
    counters = {seat: {names.CP: 6} for seat in ("red", "blue")}
    made = Position(
        board=Board(width, depth), chairs=chairs, areas=areas, pieces=pieces, counters=counters,
        turn=1, phase=names.MOVEMENT, active=("red",),
    )  # fmt: skip
    return book("triumph"), made


def sense(here: Field, stand: Stand, where: Base) -> Sense:
    """What a place comes to for a stand."""
    enemies = here.enemies(stand.seat)
    held = ((enemy.id, edge_held(where, enemy)) for enemy in enemies)
    zones = {
        zone.owner.id for enemy in enemies for zone in zones_of(here, enemy) if in_zone(where, zone)
    }
    contacts = tuple(sorted(f"{name} {edge}" for name, edge in held if edge is not None))
    return Sense(contacts, tuple(sorted(zones)), here.in_difficult(stand, where))


def offered(here: Field, stand: Stand) -> frozenset[Sense]:
    """What the legal offers to a stand come to; staying where it is counts as one."""
    found = {sense(here, stand, stand.base)}
    for move in anchors(here, (stand,)):
        if is_legal(here, stand.seat, move):
            found.add(sense(here, stand, path_of(here, move).end_bases[0]))
    return frozenset(found)


def missing(rules: Book, position: Position, poses: int, seed: int) -> tuple[int, Counter[Sense]]:
    """How many random poses were accepted, and what was not offered, with how often it came up."""
    here = field(rules, position)
    random = Random(seed)
    movable = [
        stand
        for stand in here.stands
        if stand.seat == position.active[0] and stand.id not in here.fighting
    ]
    known = {stand.id: offered(here, stand) for stand in movable}
    accepted = 0
    gaps: Counter[Sense] = Counter()
    for _ in range(poses):
        stand = movable[random.randrange(len(movable))]
        pose = anywhere(stand.base.pose, stand.reach, random)
        if not is_legal(here, stand.seat, Move((stand.id,), (Shift(pose),))):
            continue
        accepted += 1
        came_to = sense(here, stand, base(pose, stand.base.shape))
        if came_to not in known[stand.id]:
            gaps[came_to] += 1
    return accepted, gaps


def main(words: Sequence[str] | None = None) -> None:
    """Throw poses at a crowded board and list what was allowed but not offered."""
    parser = Words("offers", __doc__)
    parser.add_argument("--poses", type=int, default=10_000)
    parser.add_argument("--stands", type=int, default=45)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(words)
    accepted, gaps = missing(*crowded(chosen.stands, chosen.seed), chosen.poses, chosen.seed)
    for came_to, times in sorted(gaps.items(), key=lambda item: (-item[1], item[0])):
        print(times, came_to)
    share = 100 * (accepted - gaps.total()) / max(1, accepted)
    print(
        f"{chosen.poses} poses, {accepted} accepted, {share:.1f} % with an offer that comes to it"
    )


if __name__ == "__main__":
    main()
