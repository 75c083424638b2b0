"""The seams of ranked battles: where larger games and cards speak, and what they may say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from condotta.kernel.asks import Action, Frame
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.seams import Refuse, Sole, Stack, Sum, Union
from condotta.table import Polygon

if TYPE_CHECKING:
    from condotta.rules.ranked.records import Charge, Shot, Spell, Struck

SPARED: Sole[[Book], str] = Sole("the key of what is told where drift lies on neutrals")
RELATION: Stack[[Position, Seat, Seat], str] = Stack("friend, enemy or neutral")

# the turn: what happens in which step, and around the phases
STEP: Union[[Position, str], Frame] = Union("what happens in a step of a phase")
PHASE_OPENS: Union[[Position, str], Frame] = Union("what comes before a phase proper")
PHASE_CLOSES: Union[[Position, str], Frame] = Union("what comes after a phase proper")
NEXT_TURN: Stack[[Position], Frame] = Stack("what begins the next player turn")
VICTORY: Stack[[Book, Position], tuple[tuple[str, ...], str, str] | None] = Stack("who has won")

# before the battle
SET_UP: Stack[[Position], tuple[tuple[str, Frame], ...]] = Stack("the steps of the set-up")
DEPLOY_ZONE: Stack[[Position, Seat], tuple[Polygon, ...]] = Stack("where a seat may set out")
HOLDS_BACK: Sole[[Position, Seat], bool] = Sole("whether a seat may hold back what has a place")
CHARACTERS_LAST: Sole[[Position], bool] = Sole("whether characters are set out after all units")
DEPLOY_ORDER: Sole[[Position], tuple[Seat, ...]] = Sole("the order in which seats set out")

# acts in a window: what they begin
ACT: Sole[[Seat, Action], Frame] = Sole("what such an act begins")

# leadership
LEADERSHIP: Sum[[Position, Piece]] = Sum("what is added to a regiment's Leadership")
PARTED: Refuse[[Position, Piece, Piece]] = Refuse("why two in contact are not in combat")
LEADS: Refuse[[Position, Piece, Piece]] = Refuse("why one may not lend its Leadership to another")
STEADIES: Refuse[[Position, Piece, Piece]] = Refuse("why a battle standard does not steady another")

# what a regiment may do
MAY_ACT: Refuse[[Position, Piece]] = Refuse("why a regiment may do nothing in this phase")
MAY_CHARGE: Refuse[[Position, Piece, Piece]] = Refuse("why one may not charge another")
MAY_REACT: Refuse[[Position, Piece, Piece, str]] = Refuse("why a reaction may not be chosen")
MAY_MARCH: Refuse[[Position, Piece]] = Refuse("why a regiment may not march")
MAY_PURSUE: Refuse[[Position, Piece]] = Refuse("why a winner may not pursue, and does not reform")
MAY_SHOOT: Refuse[[Position, Piece, Piece]] = Refuse("why one may not shoot another")
MAY_ARRIVE: Refuse[[Position, Piece]] = Refuse("why a reinforcement may not come on yet")
MAY_JOIN: Refuse[[Position, Piece, Piece]] = Refuse("why a character may not join a regiment")

BRUSHES: Sole[[Book], bool] = Sole("whether a charge may come within an inch of neutrals")

# numbers
DRIFT: Sole[[Position, Piece, Piece], int] = Sole(
    "the sides of a die by which a template drifts that was on target: who shot, at whom"
)
CHARGE_DICE: Sole[[Position, Piece, int], tuple[int, int]] = Sole(
    "how many dice a charge rolls, and how many of them count; the last is how many it rolls else"
)
TO_HIT: Sum[[Position, Piece, Piece, str]] = Sum(
    "what is added to a roll to hit; the last is shooting or combat"
)
STRENGTH: Sum[[Position, Piece, str]] = Sum("what is added to Strength; shooting or combat")
TOUGHNESS: Sum[[Position, Piece]] = Sum("what is added to Toughness")
ARMOUR: Sum[[Position, Piece, str]] = Sum("what is added to an armour save's roll")
COMBAT_RESULT: Sum[[Position, tuple[str, ...], tuple[str, ...]]] = Sum(
    "what is added to a side's combat result; its regiments, the others'"
)

# moments: frames that come first, before anything else happens
CHARGE_DECLARED: Union[[Position, Charge], Frame] = Union("what follows a declaration")
CHARGE_ROLLED: Union[[Position, Charge, tuple[int, ...]], Frame] = Union(
    "what may be said between the dice of a charge and the move"
)
MARCH_STARTED: Union[[Position, Piece], Frame] = Union("what may be said as a march begins")
RALLIED: Union[[Position, Piece], Frame] = Union("what follows a rally")
TEST_FAILED: Union[[Position, Piece, str], Frame] = Union(
    "what may be said when a test is failed and was not taken twice: break, rally, panic"
)
SPELL_AIMED: Sole[[Position, Spell], str] = Sole("whom a spell strikes in the end")
SPELL_CAST: Union[[Position, Spell], Frame] = Union("what comes between casting and effect")
BEFORE_SHOT: Union[[Position, Shot], Frame] = Union("what comes before a regiment shoots")
COMBAT_CHOSEN: Union[[Position, tuple[str, ...]], Frame] = Union("what comes before a combat")
BROKEN: Union[[Position, Struck], Frame] = Union(
    "what comes between a break and the winners' decisions to pursue"
)
LOSSES: Union[[Position, str], Frame] = Union("what follows when a regiment has lost models")
DESTROYED: Union[[Position, Piece, Seat], Frame] = Union(
    "what follows when a regiment is destroyed, by whose doing; the position is that before it goes"
)
FLED_THROUGH: Union[[Position, Piece, tuple[str, ...], Seat], Frame] = Union(
    "what follows when a regiment has fled through friends, by whose doing; the position is after"
)
CREDIT: Sole[[Position, Seat, Seat], Seat] = Sole(
    "which seat a loss is credited to: its owner, and whose doing it was"
)

# nobody of ours: for games of more than two sides, as a test shows
DISPEL_SEATS: Sole[[Position, Seat], tuple[Seat, ...]] = Sole("which seats get dispel dice")

# nobody of ours: the frame that asks lies in logs
SHOTS_OVER: Union[[Position, Shot], Frame] = Union("what follows a regiment's shots")
