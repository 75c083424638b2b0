"""The words that positions, marks and counters of TRIUMPH! use: one place for each.

Counters: a command's `CP`, a piece's `WORTH` in half points. Traits: `GENERAL`, `BATTLE_LINE`,
`ALLY`, `GARRISON`. Marks: `MOVED` and `SHOT` until they expire.
"""

from __future__ import annotations

CP = "command points"  # held by a command; what is left this turn [TC-4.3]
WORTH = "worth"  # held by a piece; half points lost when it is destroyed [TC-10.2]
ADVANTAGE = "advantage"  # held by a seat: 1 for the one with the tactical advantage [TC-7.10]

GENERAL = "general"
BATTLE_LINE = "battle line"
ALLY = "ally"
GARRISON = "garrison"  # a stand inside a camp; it is off the table with it [TC-9.24]

MOVED = "moved"  # made its tactical move, until TURN [TC-4.13]
SHOT = "shot"  # shot, until RANGED [TC-6.1]
FOUGHT = "fought"  # rolled as a principal, until CLOSE [TC-9.9]
FRESH = "fresh contact"  # contact made by pursuit: fought next phase, until CLOSE [TC-3.78]

READY = "ready"
START = "start"
COMMAND = "command"
MOVEMENT = "movement"
RANGED = "ranged"
CLOSE = "close"
END = "end"
TURN = "turn"
"""Phases of a turn in order, and the moments at which marks expire. [TC-4.2]"""
