"""The words that positions, marks and counters of GRAND TRIUMPH! use: one place for each."""

TOTAL = "total"  # held by a command and by a side: half points that it brought [GT-10.8]
REAL_PRICE = "real price"  # held by a stand: what is behind it cost, where it counts otherwise
MODIFIER = "command dice"  # held by a command: what is added to each command roll [GT-7.2]
ENTRY = "entry"  # held by a command: the edge of its flank march, 1 to 4; 0 for none [GT-5.5]
# Once it has come in, the edge by which it did. [GT-6.3]
SHOWN = "shown"  # held by a side: 1 when its markers and commands are known to all [GT-4.1]

DOWN = "set out"  # held by a command: 1 from when it is set out, fit or not [GT-4.1]

MARKER = "MARKER"  # the type of a deployment marker, a piece that is no stand [GT-5.4]
LETTER = "LETTER"  # the type of a piece that keeps what a seal holds, for its own side
MAY_LEAD = "may lead"  # trait: of a type that its list allows its general [GT-2.4]

HELD = "held in place"  # a point was spent to hold it, until TURN [GT-8.4]
ROUTED = "routed"  # made a rout move, until TURN [GT-8.7]

SPLIT = "commands"
MARKERS = "markers"
FIRST = "first commands"
TROOPS = "command troops"
LAST_TROOPS = "rest of the command troops"
"""The windows of the set-up. [GT-4.1]"""

COMMANDS_PHASE = "commands"
MARKERS_PHASE = "markers"
"""Phases of the set-up that the base game has not."""
