"""What fights may be about: cards that stands wear, places, shots; whom each card is against."""

from __future__ import annotations

from typing import Any

import msgspec

from condotta.data import toml
from condotta.kernel.records import Board, Chair, Seat
from condotta.rules.triumph.tables import CAMP, TABLES, troop
from condotta.table import Relation

MU = 10_000
BOARD = Board(TABLES.board.width, TABLES.board.depth)
CHAIRS = (Chair("red", "south"), Chair("blue", "north"))
SEATS: tuple[Seat, Seat] = ("red", "blue")
TYPES = tuple(row.code for row in TABLES.troops if row.code != CAMP)
FOOT = tuple(code for code in TYPES if troop(code).is_foot)
CLOSE_FOOT = tuple(code for code in TYPES if troop(code).is_close_foot)
MOUNTED = tuple(code for code in TYPES if troop(code).is_mounted)
SHOOTERS = tuple(code for code in TYPES if troop(code).shoots)
PIKES = ("PIK", "WRR")
ENTRY = "main/t1"
OTHERWISE = 0.15  # how often one flag of the rules is read the other way
OWN_ARITHMETIC = ("zeroIsDoubled",)
HILLS = tuple(row.key for row in TABLES.terrain if row.hill)
ROUGH = tuple(
    row.key for row in TABLES.terrain if row.going == "difficult" and row.shape != "polyline"
)


GROUPS = {"foot": FOOT, "close foot": CLOSE_FOOT, "mounted": MOUNTED}


class Dress(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a card does to a stand on the table: for which types, by what, and against whom."""

    types: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    square: bool = False
    against: tuple[str, ...] = ()


class Held(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card in a hand: in what scenes it mostly is, whether it was bought for an entry."""

    code: str
    about: str
    entry: bool = False


def dress(row: dict[str, Any]) -> Dress:
    """A row of the table, groups of types written out."""
    found = msgspec.convert(row, Dress)
    return msgspec.structs.replace(found, types=of(found.types), against=of(found.against))


def of(types: tuple[str, ...]) -> tuple[str, ...]:
    """Types and groups of types as types."""
    return tuple(code for one in types for code in GROUPS.get(one, (one,)))


CARDS = toml("condotta.lab", "dresses.toml")
DRESSES = {about: dress(row) for about, row in CARDS["dress"].items()}
"""Every card that a stand wears."""
WAGON = dress(CARDS["camp"])
HANDS = msgspec.convert(CARDS["hand"], tuple[Held, ...])

PLACES = (
    "general", "uphill", "rough", "left", "right", "rear", "overlap", "column", "edge", "crowd",
    "hold", "demoralised", "camp", "garrison", "fortified", "stormed", "wagon", "elephants",
    "artillery", "shooting", "shot from behind", "shot at riders", "shot at carts", "shower shots",
    "shot in the woods", "shot at a general", "shot at the wagon", "evaders", "panickers",
)  # fmt: skip
ABOUT = (*DRESSES, *PLACES)
"""What a scene may be about, in turn."""

SHOTS = frozenset(
    ("shooting", "shot from behind", "shot at riders", "shot at carts", "shower shots",
     "shot in the woods", "shot at a general", "shot at the wagon")
)  # fmt: skip
CAMPS = frozenset(("camp", "garrison", "fortified", "stormed"))
WAYS: tuple[Relation, ...] = (
    "left", "right", "behind", "in_front", "front_contact", "left_flank_contact",
    "right_flank_contact", "rear_contact",
)  # fmt: skip
MEETING: dict[str, Relation] = {
    "left": "left_flank_contact", "right": "right_flank_contact", "rear": "rear_contact",
    "shot from behind": "rear_contact",
}  # fmt: skip
