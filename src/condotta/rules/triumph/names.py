"""The words that positions, marks and counters of TRIUMPH! use: one place for each.

Counters: a command's `CP`, a piece's `WORTH` in half points. Traits: `GENERAL`, `BATTLE_LINE`,
`ALLY`, `GARRISON`, `CARD`. Marks: `MOVED` and `SHOT` until they expire.
"""

from __future__ import annotations

CP = "command points"  # held by a command; what is left this turn [TC-4.3]
WORTH = "worth"  # held by a piece; half points lost when it is destroyed [TC-10.2]
PRICE = "price"  # held by a stand; half points it cost, where that is not what it counts
REAL = "real worth"  # held by a piece that is not what it seems, for its side: what is behind it
ADVANTAGE = "advantage"  # held by a seat: 1 for the one with the tactical advantage [TC-7.10]
INVASION = "invasion"  # held by a seat: its army's invasion rating [TC-11.8]
MANOEUVRE = "manoeuvre"  # held by a seat: its army's manoeuvre rating [TC-11.8]
HOME = "home "  # held by a seat, with a topography after it: 1 if its army lives there [TC-7.1]
MAY_MARCH = "flank march"  # held by a seat: 1 if it may make a flank march [TC-7.11]
CAME_BY = "came by"  # held by a command: the side edge its flank march used [TC-8.24]
DONE = "done"  # held by a seat: the turn in which it said that it moves no more [TC-4.3]
TABLE = "table"

GENERAL = "general"
BATTLE_LINE = "battle line"
ALLY = "ally"
GARRISON = "garrison"  # a stand inside a camp; it is off the table with it [TC-9.24]

CARD = "card"  # a battle card: in hand while it lies beside the board, gone once expended

MOVED = "moved"  # made its tactical move, until TURN [TC-4.13]
SHOT = "shot"  # shot, until RANGED [TC-6.1]
HELD = "held fire"  # will not shoot, until RANGED [TC-6.16]
FOUGHT = "fought"  # rolled as a principal, until CLOSE [TC-9.9]
FRESH = "fresh contact"  # struck an enemy in pursuit, until the next phase begins [TC-3.78]

TERRAIN = "terrain"
CAMPS = "camps"
DEPLOYMENT = "deployment"
READY = "ready"
START = "start"
COMMAND = "command"
MOVEMENT = "movement"
RANGED = "ranged"
CLOSE = "close"
END = "end"
TURN = "turn"
"""Phases before the battle and of a turn, in order; moments at which marks expire. [TC-4.2]"""
