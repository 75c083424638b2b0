"""Exact odds: the 36 rolls of two dice, each settled by the resolver that settles real ones.

Chances are counts out of 36, as the attacker or shooter sees them. [TC-3.1]
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Literal

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Piece, Record
from condotta.kernel.rulings import Tally
from condotta.rules.triumph import names
from condotta.rules.triumph.combat.combat_scores import tallies
from condotta.rules.triumph.combat.duel import Fighter, Kind
from condotta.rules.triumph.combat.engaging import engaged
from condotta.rules.triumph.combat.foretelling import Meaning, meaning
from condotta.rules.triumph.combat.results import compare, judged
from condotta.rules.triumph.settings import DEFAULTS, Settings
from condotta.rules.triumph.stands.field import field
from condotta.rules.triumph.tables import TABLES, shape_of
from condotta.table import (
    UNIT,
    Area,
    Box,
    Edge,
    Pose,
    Relation,
    line_up,
    offset,
    pose_at,
)
from condotta.table import base as base_of

ROLLS = tuple(product(range(1, 7), repeat=2))
"""Every roll of two dice, the attacker's first: each is as likely as any other."""

MU = 10_000
MIDDLE = (240_000, 160_000)
ROOM = 60_000

Degree = Literal["doubled", "beaten", "tie", "beats", "doubles"]
DEGREES: tuple[Degree, ...] = ("doubled", "beaten", "tie", "beats", "doubles")
"""What can come of a combat for its attacker, from the worst to the best."""

IN_CONTACT: dict[Edge, Relation] = {
    "front": "front_contact",
    "left": "left_flank_contact",
    "right": "right_flank_contact",
    "rear": "rear_contact",
}


class Odds(Record, frozen=True):
    """The chances of one combat out of 36, what each means, and both totals without the dice."""

    attacker: str
    defender: str
    way: str
    doubled: int
    beaten: int
    tie: int
    beats: int
    doubles: int
    scores: tuple[Tally, ...] = ()
    meanings: dict[str, Meaning] = {}

    def of(self, degree: Degree) -> int:
        """The chance of a degree, out of 36."""
        return {
            "doubled": self.doubled,
            "beaten": self.beaten,
            "tie": self.tie,
            "beats": self.beats,
            "doubles": self.doubles,
        }[degree]


def odds(
    book: Book, position: Position, attacker: str, defender: str, kind: Kind = "close"
) -> Odds:
    """The odds of a combat between two stands as they stand now, as its dice would be rolled.

    Two that do not touch are taken to fight to their fronts where they are.
    """
    _, one, two = engaged(field(book, position), attacker, defender, kind)
    return odds_between(one, two)


def odds_between(one: Fighter, two: Fighter) -> Odds:
    """The odds between two fighters. A shooter cannot suffer: losing means nothing. [TC-6.21]"""
    found: Counter[Degree] = Counter()
    meanings: dict[Degree, Meaning] = {}
    bare = tallies(one, two, (0, 0))
    for first, second in ROLLS:
        mine, yours = replace(bare[0], die=first), replace(bare[1], die=second)
        result = judged(one, two, (mine, yours))
        degree = degree_of(mine.total, yours.total, one.field.settings)
        found[degree] += 1
        if degree not in meanings:
            meanings[degree] = meaning(one, two, result)
    return Odds(
        attacker=one.stand.id,
        defender=two.stand.id,
        way=one.kind,
        doubled=found["doubled"],
        beaten=found["beaten"],
        tie=found["tie"],
        beats=found["beats"],
        doubles=found["doubles"],
        scores=bare,
        meanings={degree: meanings[degree] for degree in DEGREES if degree in meanings},
    )


def degree_of(mine: int, yours: int, settings: Settings) -> Degree:
    """What two scores are, as the first one sees it. [TC-3.2, TC-3.3]"""
    match compare(mine, yours, settings):
        case "doubled":
            return "doubles" if mine > yours else "doubled"
        case "beaten":
            return "beats" if mine > yours else "beaten"
        case _:
            return "tie"


def chances(mine: int, yours: int, settings: Settings = DEFAULTS) -> Odds:
    """The odds for two bare totals; they say nothing of outcomes.

    >>> found = chances(4, 2)
    >>> [found.of(degree) for degree in DEGREES]
    [0, 6, 4, 17, 9]
    """
    found = Counter(degree_of(mine + one, yours + two, settings) for one, two in ROLLS)
    return Odds(
        attacker="",
        defender="",
        way="",
        doubled=found["doubled"],
        beaten=found["beaten"],
        tie=found["tie"],
        beats=found["beats"],
        doubles=found["doubles"],
    )


# ── two types alone on a table ───────────────────────────────────────────────
def odds_of_types(
    book: Book,
    attacker: str,
    defender: str,
    *,
    kind: Kind = "close",
    edge: Edge = "front",
    difficult: bool = False,
    generals: tuple[str, ...] = (),
) -> Odds:
    """The odds of two types against each other and nobody else near.

    The attacker strikes that edge of the defender, or shoots at it from that side; `generals`
    names "attacker", "defender" or both; `difficult` puts rough ground under them.
    """
    foe = alone("defender", defender, pose_at(*MIDDLE, 0), general="defender" in generals)
    assert foe.pose is not None
    assert foe.shape is not None
    shape = shape_of(attacker)
    where = base_of(foe.pose, foe.shape)
    pose = line_up(shape, where, IN_CONTACT[edge])
    if kind == "ranged":
        pose = offset(pose, -MU)
    us = alone("attacker", attacker, pose, general="attacker" in generals)
    ground = (Area("rough", "rough", Box(*MIDDLE, ROOM, ROOM, 0, UNIT)),) if difficult else ()
    position = Position(
        board=Board(TABLES.board.width, TABLES.board.depth),
        chairs=(Chair("attacker", "attacker"), Chair("defender", "defender")),
        areas=ground,
        pieces={us.id: us, foe.id: foe},
        active=("attacker",),
    )
    return odds(book, position, us.id, foe.id, kind)


def alone(name: str, code: str, pose: Pose, *, general: bool) -> Piece:
    """One stand of that type, its id its role."""
    traits = (names.GENERAL,) if general else ()
    return Piece(
        name, code, name, name, army=name, command=name, shape=shape_of(code), place="table",
        pose=pose, traits=traits,
    )  # fmt: skip
