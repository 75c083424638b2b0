"""What the cards of camps share: which of them is used in this battle. [BC-17.3, BC-18.3]

Which one is said openly when the camp would first be placed; the token on the camp remembers it.
"""

from __future__ import annotations

from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.rules.triumph.cards.common.carrying import in_hand
from condotta.rules.triumph.deployment.camps import WINDOW
from condotta.rules.triumph.deployment.deploying import first_seat
from condotta.rules.triumph.deployment.setting_out import ALL, CENTRE, REST
from condotta.rules.triumph.names import ALLY
from condotta.rules.triumph.tables import CAMP
from condotta.rules.triumph.tokens import Token

FORTIFIED, HERDS, WAGON = "FC", "PT", "SW"
USED = {HERDS: Token("pack train", "BC-18.1"), WAGON: Token("standard wagon", "BC-19.3")}
"""The token of a camp that is a herd or a wagon."""


def serves(card: Piece, camp: Piece) -> bool:
    """Whether a card is about that camp: bought for it, or for the army, an ally's camp apart.

    # RULING AL-16.6: an ally's cards are about its own camp, and the army's about none but its own.
    """
    return card.unit == camp.id if card.unit else ALLY not in camp.traits


def held_for(position: Position, camp: Piece, *codes: str) -> tuple[Piece, ...]:
    """The cards of those codes in hand that are about a camp."""
    held = in_hand(position, camp.controller, *codes)
    return tuple(card for card in held if serves(card, camp))


def waiting_camp(position: Position, seat: Seat, code: str) -> Piece | None:
    """The seat's camp that is not placed, of which nothing was said, that may use such a card.

    Of several the first for which there is something to choose. [BC-17.3]
    """
    waiting = [
        piece
        for piece in position.at("undeployed")
        if piece.controller == seat and piece.type == CAMP and not chosen(piece)
        if held_for(position, piece, code)
    ]
    choosing = (camp for camp in waiting if code != HERDS or not only(position, camp, HERDS))
    return next(choosing, waiting[0] if waiting else None)


def chosen(camp: Piece) -> str:
    """The card that was chosen for a camp; empty for a plain or fortified one."""
    return next((code for code, token in USED.items() if token.on(camp)), "")


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


def only(position: Position, camp: Piece, code: str) -> bool:
    """Whether it is the only card that was brought for a camp."""
    held = {card.type for card in held_for(position, camp, FORTIFIED, HERDS, WAGON)}
    return held == {code}
