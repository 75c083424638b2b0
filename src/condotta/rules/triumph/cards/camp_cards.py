"""What the cards of camps share: which of them is used in this battle. [BC-17.3, BC-18.3]

Which one is said openly when the camp would first be placed; the token on the camp remembers it.
"""

from __future__ import annotations

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph.camps import WINDOW
from condotta.rules.triumph.cards.carrying import in_hand
from condotta.rules.triumph.deployment import first_seat
from condotta.rules.triumph.names import ALLY
from condotta.rules.triumph.setting import ALL, CENTRE, REST
from condotta.rules.triumph.tables import CAMP

FORTIFIED, HERDS, WAGON = "FC", "PT", "SW"
USED = {HERDS: "pack train", WAGON: "standard wagon"}
"""The mark of a camp that is a herd or a wagon."""


def served(camp: Piece) -> bool:
    """Whether the army's cards are about that camp: an ally's has none of them."""
    return ALLY not in camp.traits


def waiting_camp(position: Position, seat: Seat) -> Piece | None:
    """The seat's camp that is not placed and of which nothing was said yet."""
    for piece in position.at("undeployed"):
        mine = piece.controller == seat and piece.type == CAMP
        if mine and served(piece) and not chosen(piece):
            return piece
    return None


def chosen(camp: Piece) -> str:
    """The card that was chosen for a camp; empty for a plain or fortified one."""
    return next((code for code, mark in USED.items() if camp.marked(mark)), "")


def camp_window(window: str) -> bool:
    """Whether it is the moment at which camps are first placed."""
    return window == WINDOW


def first_troops(position: Position, seat: Seat) -> str:
    """The window in which a seat sets out its centre troops. [TC-8.1]"""
    return ALL if leads(position, seat) else CENTRE


def last_troops(position: Position, seat: Seat) -> str:
    """The window in which a seat sets out its last troops. [TC-8.1]"""
    return ALL if leads(position, seat) else REST


def leads(position: Position, seat: Seat) -> bool:
    """Whether its side has the tactical advantage and sets all out at once."""
    first = first_seat(position)
    return first is not None and position.side(first) == position.side(seat)


def only(position: Position, seat: Seat, code: str) -> bool:
    """Whether it is the only card for its camp that a side brought."""
    held = {card.type for card in in_hand(position, seat, FORTIFIED, HERDS, WAGON)}
    return held == {code}
