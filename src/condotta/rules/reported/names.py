"""The words that reported battles keep beside the table: counters, marks, windows."""

from __future__ import annotations

REPORT = "report"  # the window in which whoever's turn it is says what a phase brought [RB-3]
CONFIRM = "confirm"  # of those who suffer by a report [RB-4]
READING = "other reading"  # of one who disputes it [RB-5]
WHICH = "whose reading"  # of the reporter, who has heard the other [RB-5]
DISPUTE_DICE = "dispute dice"
SET_OUT = "set out"  # everybody says when his army stands on the table [RB-2]
PLAYING = "playing"  # of whoever's turn it is, who says that a phase without a report is over

NOTHING = "nothing"
AGREE, DISPUTE = "agree", "dispute"
YIELD, ROLL = "yield", "roll"
READY = "ready"
OVER = "over"

LOSSES = "losses"  # what a report is asked for: what is lost, who fights whom, who is near
FIGHTS = "fights"
NEAR = "near"

MEETS = "meets "  # a mark, and a unit: whom a unit is in combat with [RB-7]
NEAR_MARKER = "near marker"  # held by a seat: how many of its models are near the objective [RB-8]
BY_HAND = "played by hands"  # held by the table: 1 while hands play a phase [RB-21, RB-30]
DISPUTES = "disputes"  # held by the table: how many reports were disputed [RB-5]
TABLE = "table"
