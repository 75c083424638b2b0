"""The tokens that cards put on pieces: what each is for, and how long it stays. [BC-0.3]"""

from __future__ import annotations

from condotta.rules.triumph import names
from condotta.rules.triumph.cards import (
    chained_together,
    hold_the_line,
    mid_battle_dismounting,
    plaustrella,
    scythed_chariots,
)
from condotta.rules.triumph.cards.common import (
    bows,
    camp_cards,
    charging,
    ending,
    screens,
    transports,
)

TOKENS = {
    mid_battle_dismounting.DISMOUNTED: "BC-2.5",
    bows.SUPPORTED: "BC-7.5",
    transports.RIDING: "BC-8.2",
    ending.ENDING: "BC-8.11",
    transports.CAUGHT: "BC-8.7",
    transports.SHOT_DOWN: "BC-8.6",
    plaustrella.EQUIPPED: "BC-9.2",
    hold_the_line.HOLDING: "BC-10.2",
    charging.CHARGING: "BC-12.2",
    scythed_chariots.MARKED: "BC-15.2",
    camp_cards.USED[camp_cards.HERDS]: "BC-18.1",
    camp_cards.USED[camp_cards.WAGON]: "BC-19.3",
    screens.SCREENED: "BC-20.3",
    chained_together.CHAINED: "BC-22.1",
}
"""Every token that a card puts on a piece, and the clause that says what it does."""

UNTIL = {
    mid_battle_dismounting.DISMOUNTED: names.TURN,
    ending.ENDING: names.MOVEMENT,
    transports.CAUGHT: names.CLOSE,
    transports.SHOT_DOWN: names.RANGED,
    hold_the_line.HOLDING: names.CLOSE,
    charging.CHARGING: names.MOVEMENT,
    scythed_chariots.MARKED: names.CLOSE,
}
"""How long such a token stays; all others stay until something takes them off."""
