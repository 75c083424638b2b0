"""The words that counters of multiplayer battles use: one place for each. All are public."""

from __future__ import annotations

TABLE = "table"
ROUND = "battle round"
UNSETTLED = "dice are not settled"  # 1 while somebody may roll a die again [CM-126]
HAD_TURN = "had a turn"  # held by a seat: the battle round in which it last began a turn
CHOSE = "chose a turn"  # held by a seat: the round in which it named whose turn it is [CM-84]
CP = "command points"
VP = "points for the objective"  # Dominate the Field [CM-88]
POWER = "power level"  # [CM-79]
RANK = "rank"  # 1 is the highest power level, and is worst off [CM-80]
CLEAR = "clear of the centre"  # quanta within which nobody sets out [CM-74, CM-115]
ZONE = "quarter"  # held by a seat: 1 to 4 [CM-69]
ZONE_ORDER = "chose a quarter"  # held by a seat: how many had chosen then [CM-72]
WON = "won the roll-off"  # held by a seat until whoever asked for it has read it
DEPUTY = "chooses for the active player"  # held by a seat: the turn in which it does [CM-105]
OUT = "eliminated"  # held by a seat: the battle round in which it was [CM-102]
LAST = "had the last turn"  # held by the seat that had it, or has it now: the round

# purposes of roll-offs, for those who read of them
FOR_ZONE = "quarter"
FOR_TURN = "turn"
FOR_RANK = "rank"
FOR_CHOICES = "choices"

CARNAGE = "carnage"  # the mission that the layer brings itself
