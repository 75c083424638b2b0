"""Card 17, Fortified Camp: a ditch and a bank. [BC-17]"""

from __future__ import annotations

from condotta.kernel.rulings import Modifier
from condotta.rules.triumph import seams
from condotta.rules.triumph.cards.common.camp_cards import FORTIFIED, chosen, held_for
from condotta.rules.triumph.cards.common.card import Card, lasting
from condotta.rules.triumph.combat.duel import Fighter


def bank(us: Fighter, _: Fighter) -> Modifier | None:
    """+2 on top of the camp's own factor, garrison or none. [BC-17.1, BC-30.51]

    Not where the herds or the wagon were chosen: one card is used. [BC-17.3, BC-30.48]
    """
    if not us.is_camp or chosen(us.piece) or not held_for(us.position, us.piece, FORTIFIED):
        return None
    return Modifier(2, "factor.fortified", "BC-17.1")


CARD = Card(
    "fortified camp",
    uses=(lasting(FORTIFIED, "BC-17.1"),),
    hooks=((seams.CLOSE_COMBAT, bank, "BC-17.1"),),
)
