"""What fights may be about: cards that stands wear, places, shots; whom each card is against."""

from __future__ import annotations

from typing import NamedTuple

from condotta.kernel.records import Board, Chair, Seat
from condotta.rules.triumph.cards.camp_cards import USED
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


class Dress(NamedTuple):
    """What a card does to a stand that is put on the table: for which types, by what."""

    types: tuple[str, ...]
    traits: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    square: bool = False


DRESSES = {
    "riders": Dress(FOOT, ("MI",), ("on transports",), square=True),
    "carts": Dress(FOOT, ("PL",), ("plaustrella",), square=True),
    "light camelry": Dress(("BAD",), ("LC",), square=True),
    "charging camelry": Dress(("KNT",), ("CC",), square=True),
    "armored camelry": Dress(("CAT",), ("AC",), square=True),
    "protected": Dress(FOOT, ("CF",), square=True),
    "bowmen": Dress(CLOSE_FOOT, ("SP",), ("supported",)),
    "hoplites": Dress(("SPR", "HFT", "EFT"), ("HD",)),
    "stampede": Dress(CLOSE_FOOT, (), ("stampeded",)),
    "screen": Dress(CLOSE_FOOT, ("ES",), ("screened",)),
    "shower": Dress(("ECV", "CAT", "BAD"), ("SS",)),
    "chained": Dress(("ECV", "KNT"), ("CH",), ("chained",), square=True),
    "swords": Dress(("KNT", "JCV", "ECV"), ("SF",)),
}
"""Every card that a stand wears."""

WAGON = Dress((CAMP,), (), (USED["SW"],))

AGAINST = {
    "riders": MOUNTED,
    "carts": ("KNT", "ELE", "HBW", "CAT"),
    "light camelry": ("KNT", "ELE", "CAT"),
    "charging camelry": ("ELE", "SPR"),
    "armored camelry": ("ELE", "SPR"),
    "protected": ("KNT", "ELE", "CAT"),
    "bowmen": ("WBD", "WRR", "KNT"),
    "hoplites": ("SPR", "HFT", "KNT"),
    "stampede": ("HBW", "KNT", "CAT", "JCV", "ECV"),
    "chained": ("KNT", "JCV", "RBL", "SKM"),
}
"""Whom each card is against."""

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
