"""The words that positions, marks and counters of treachery use: one place for each.

Beside a seat: `TOKENS`, the value of its coffer; `VP`, what it earned in this phase; `EARNED`, in
the whole battle, both in halves of a victory point. Beside the table: `GAME_TURN` and `ENEMY`.
"""

from __future__ import annotations

TOKENS = "tokens"  # a multiple of 50 [TT-10.1, TT-10.10]
VP = "points this phase"  # halves of a point [TT-9.1]
EARNED = "points earned"  # halves of a point, in the whole battle [TT-13.12]
GAME_TURN = "round"  # beside the table, and the moment at which turned cards expire [TT-2.1]
ENEMY = "enemy"  # beside the table: the number of the designated seat, from 1; 0 for none [TT-3.1]
PLAYERS = "players"  # beside the table: how many sat down [TT-11.12]
PLACE = "place in the order"  # beside a seat: its rank in the roll-off for positions [TT-13.10]
ANCHOR = "anchor"  # beside a seat: the number of its start position, from 1 [TT-13.2]
TABLE = "table"

PHASE = "treachery phase"  # the moment at which what lasts for a phase expires
TURNED = "turned"  # a turn card turned over, until GAME_TURN [TT-2.3]
BRIBED = "bribed"  # a unit that does nothing, until PHASE [TT-12.8]
FOILED = "foiled"  # a card that has no effect [TT-11.8]
CHANGED = "designation changed"  # on a turn card, until PHASE: once a phase

TURN_CARD = "turn card"
TREACHERY = "treachery card"
DEAL = "deal"
MERCENARY = "mercenary"
CAPTAIN = "captain"
COMPANY = "company "  # a trait: and whose it was hired by

ICONS = ("axe", "hammer", "shield", "staff", "sword")
COPPER = 50
COINS = (("ingot", 1500), ("gold", 250), ("silver", 150), ("copper", 50))
"""The denominations, dearest first. [TT-10.1]"""
HAND = 5  # the hand limit [TT-11.6]

MOVEMENT, MAGIC, SHOOTING, COMBAT = "movement", "magic", "shooting", "combat"
ACTIVE, ENEMY_PLAYER, NEUTRAL = "active", "enemy", "neutral"
