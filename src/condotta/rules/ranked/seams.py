"""The seams of ranked battles: where larger games and cards speak, and what they may say.

What stands below each seam says when it is asked, before or after, and what it is given, in that
order: *before* means that the position does not show yet what is about to happen, *after* that it
does. What a voice gives back is the seam's name and type; a frame runs later, on what is then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from condotta.kernel.asks import Action, Frame
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.seams import Refuse, Sole, Stack, Sum, Union
from condotta.table import Point, Polygon

if TYPE_CHECKING:
    from condotta.rules.ranked.records import Charge, Shot, Spell, Struck

SPARED: Sole[[Book], str] = Sole("the key of what is told where drift lies on neutrals")
"""Before it is told. Given the book."""
RELATION: Stack[[Position, Seat, Seat], str] = Stack("friend, enemy or neutral")
"""Any time. Given what lies below, the position as it is and the two seats."""

# the turn: what happens in which step, and around the phases
STEP: Union[[Position, str], Frame] = Union("what happens in a step of a phase")
"""Before the step, its phase being entered. Given the position and the step, at first `READY`."""
PHASE_OPENS: Union[[Position, str], Frame] = Union("what comes before a phase proper")
"""Before: the position does not show the phase yet. Given it and the phase."""
PHASE_CLOSES: Union[[Position, str], Frame] = Union("what comes after a phase proper")
"""After the phase proper, before the next. Given the position and the phase that ends."""
NEXT_TURN: Stack[[Position], Frame] = Stack("what begins the next player turn")
"""Before the turn: the position shows the last one. Given what lies below and it."""
VICTORY: Stack[[Book, Position], tuple[tuple[str, ...], str, str] | None] = Stack("who has won")
"""After a turn, with its marks still there. Given what lies below, the Book and the position."""

# before the battle
SET_UP: Stack[[Position], tuple[tuple[str, Frame], ...]] = Stack("the steps of the set-up")
"""Any time in the set-up. Given what lies below and the position."""
DEPLOY_ZONE: Stack[[Position, Seat], tuple[Polygon, ...]] = Stack("where a seat may set out")
"""Any time. Given what lies below, the position and the seat."""
GOAL: Sole[[Book, Position], Point] = Sole("a place that troops are set out to go to")
"""Before a place is proposed. Given the book and the position."""
HOLDS_BACK: Sole[[Position, Seat], bool] = Sole("whether a seat may hold back what has a place")
"""Before the seat is asked for a unit. Given the position and the seat."""
CHARACTERS_LAST: Sole[[Position], bool] = Sole("whether characters are set out after all units")
"""Before a seat is asked for a unit. Given the position."""
DEPLOY_ORDER: Sole[[Position], tuple[Seat, ...]] = Sole("the order in which seats set out")
"""Before a seat is asked for a unit. Given the position."""

# acts in a window: what they begin
ACT: Sole[[Seat, Action], Frame] = Sole("what such an act begins")
"""Before anything of it is done. Given the seat and what it has said, which is legal."""

# leadership
LEADERSHIP: Sum[[Position, Piece]] = Sum("what is added to a regiment's Leadership")
"""Any time. Given the position and the regiment."""
PARTED: Refuse[[Position, Piece, Piece]] = Refuse("why two in contact are not in combat")
"""Any time. Given the position and the two that touch."""
LEADS: Refuse[[Position, Piece, Piece]] = Refuse("why one may not lend its Leadership to another")
"""Any time. Given the position, who would lend its Leadership and who would have it."""
STEADIES: Refuse[[Position, Piece, Piece]] = Refuse("why a battle standard does not steady another")
"""Any time. Given the position, the battle standard and who would test again."""

# what a regiment may do
MAY_ACT: Refuse[[Position, Piece]] = Refuse("why a regiment may do nothing in this phase")
"""Before it does anything. Given the position and the regiment, wizard or reinforcement."""
MAY_CHARGE: Refuse[[Position, Piece, Piece]] = Refuse("why one may not charge another")
"""Before a declaration. Given the position, who would charge and whom."""
MAY_REACT: Refuse[[Position, Piece, Piece, str]] = Refuse("why a reaction may not be chosen")
"""Before the reaction. Given the position, who is charged, the charger and the reaction."""
MAY_MARCH: Refuse[[Position, Piece]] = Refuse("why a regiment may not march")
"""Before the march. Given the position and the regiment."""
MAY_PURSUE: Refuse[[Position, Piece]] = Refuse("why a winner may not pursue, and does not reform")
"""Before it is asked. Given the position and the winner."""
MAY_SHOOT: Refuse[[Position, Piece, Piece]] = Refuse("why one may not shoot another")
"""Before the shot, chosen or fired. Given the position, who shoots and the target."""
MAY_ARRIVE: Refuse[[Position, Piece]] = Refuse("why a reinforcement may not come on yet")
"""Before it comes on. Given the position and the piece in reserve."""
MAY_JOIN: Refuse[[Position, Piece, Piece]] = Refuse("why a character may not join a regiment")
"""Before it joins. Given the position, the character and the regiment."""

BRUSHES: Sole[[Book], bool] = Sole("whether a charge may come within an inch of neutrals")
"""Any time. Given the Book."""

# numbers
DRIFT: Sole[[Position, Piece, Piece], int] = Sole(
    "the sides of a die by which a template drifts that was on target"
)
"""Before the dice that move the template. Given the position, who shoots and the target."""
CHARGE_DICE: Sole[[Position, Piece, int], tuple[int, int]] = Sole(
    "how many dice a charge rolls, and how many of them count"
)
"""Before the dice. Given the position, the charger and how many dice it rolls else."""
TO_HIT: Sum[[Position, Piece, Piece, str]] = Sum("what is added to a roll to hit")
"""Before the dice. Given the position, who strikes, the target and `shooting` or `combat`."""
STRENGTH: Sum[[Position, Piece, str]] = Sum("what is added to Strength")
"""Before the dice. Given the position, who strikes and `shooting` or `combat`."""
TOUGHNESS: Sum[[Position, Piece]] = Sum("what is added to Toughness")
"""Before the dice. Given the position and who is hit."""
ARMOUR: Sum[[Position, Piece, str]] = Sum("what is added to an armour save's roll")
"""Before the dice. Given the position, who is hit and the `way` of the `Hit`."""
COMBAT_RESULT: Sum[[Position, tuple[str, ...], tuple[str, ...]]] = Sum(
    "what is added to a side's combat result"
)
"""After the blows, before the result. Given the position, its regiments and the others, by id."""

# moments: frames that come first, before anything else happens
CHARGE_DECLARED: Union[[Position, Charge], Frame] = Union("what follows a declaration")
"""Before: the position does not show the charge yet. Given it and the charge."""
CHARGE_ROLLED: Union[[Position, Charge, tuple[int, ...]], Frame] = Union(
    "what may be said between the dice of a charge and the move"
)
"""After the dice, before the move. Given the position, the charge and all its dice."""
MARCH_STARTED: Union[[Position, Piece], Frame] = Union("what may be said as a march begins")
"""Before the march. Given the position and the regiment."""
RALLIED: Union[[Position, Piece], Frame] = Union("what follows a rally")
"""Before: it still flees in the position. Given that and the regiment."""
TEST_FAILED: Union[[Position, Piece, str], Frame] = Union(
    "what may be said when a test is failed and was not taken twice: break, rally, panic"
)
"""After the dice, before what they bring. Given the position, the regiment and the test."""
SPELL_AIMED: Sole[[Position, Spell], str] = Sole("whom a spell strikes in the end")
"""Before the effect. Given the position and the spell as it was cast."""
SPELL_CAST: Union[[Position, Spell], Frame] = Union("what comes between casting and effect")
"""After casting and dispelling, before the effect. Given the position and the spell."""
BEFORE_SHOT: Union[[Position, Shot], Frame] = Union("what comes before a regiment shoots")
"""Before the shot. Given the position and the shot."""
COMBAT_CHOSEN: Union[[Position, tuple[str, ...]], Frame] = Union("what comes before a combat")
"""Before the first blow. Given the position and the ids of the regiments in it."""
BROKEN: Union[[Position, Struck], Frame] = Union(
    "what comes between a break and the winners' decisions to pursue"
)
"""Before: it does not flee yet in the position. Given that and the break."""
LOSSES: Union[[Position, str], Frame] = Union("what follows when a regiment has lost models")
"""Before the models are taken off. Given the position and the id of the regiment."""
DESTROYED: Union[[Position, Piece, Seat], Frame] = Union(
    "what follows when a regiment is destroyed"
)
"""Before it is taken off. Given the position, the piece and whose doing it is, if any."""
FLED_THROUGH: Union[[Position, Piece, tuple[str, ...], Seat], Frame] = Union(
    "what follows when a regiment has fled through friends"
)
"""After the flight. Given the position, the regiment, the friends' ids and whose doing it is."""
CREDIT: Sole[[Position, Seat, Seat], Seat] = Sole("which seat a loss is credited to")
"""Before anything is scored. Given the position, the owner and whose doing it was."""

# nobody of ours: for games of more than two sides, as a test shows
DISPEL_SEATS: Sole[[Position, Seat], tuple[Seat, ...]] = Sole("which seats get dispel dice")
"""Before the dice of the winds. Given the position and the seat that has the power dice."""

# nobody of ours: the frame that asks lies in logs
SHOTS_OVER: Union[[Position, Shot], Frame] = Union("what follows a regiment's shots")
"""After the shots and what they did. Given the position and the shot."""
