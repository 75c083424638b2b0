"""The seams of skirmish battles: where missions and larger games speak, and what they may say.

What stands below each seam says when it is asked, before or after, and what it is given, in that
order: *before* means that the position does not show yet what is about to happen, *after* that it
does. What a voice gives back is the seam's name and type; a frame runs later, on what is then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.seams import Refuse, Sole, Stack, Sum, Union
from condotta.table import Polygon

if TYPE_CHECKING:
    from condotta.rules.skirmish.reading.field import Model, Unit
    from condotta.rules.skirmish.records import Manifested, Result
    from condotta.rules.skirmish.setting_out.missions import Mission

# the turn: what happens in which phase, and around it
STEP: Union[[Position, str], Frame] = Union("what happens in a phase")
"""Before the phase is played. Given the position, in that phase by then, and the phase."""
PHASE_CLOSES: Union[[Position, str], Frame] = Union("what comes after a phase proper")
"""After the phase proper, before the next. Given the position and the phase that ends."""
NEXT_PHASE: Stack[[Position], str] = Stack("which phase of the turn follows the one that ends")
"""Before the next: the position shows the one that ends. Given what lies below and it."""
NEXT_TURN: Stack[[Position], Frame] = Stack("what begins the next player turn")
"""Before the turn: the position shows the last one. Given what lies below and it."""
ROUND_OVER: Union[[Position], Frame] = Union("what comes at the end of a battle round")
"""After the last turn of the round, before it is scored. Given the position."""
VICTORY: Stack[[Book, Position, str], Result | None] = Stack("who has won")
"""After a removal or a round. Given what lies below, the Book, the position and which of both."""
DYING: Union[[Position, str], Frame] = Union(
    "what happens when a model is slain, after it exploded"
)
"""Before it is taken off. Given the position and the id of the model."""
EXTRA_MOVE: Stack[[Position, str], Frame] = Stack(
    "what lets a unit move as in its Movement phase, without advancing, when a power says so"
)
"""Before the move. Given what lies below, the position and the id of the unit."""
REMOVED: Union[[Position, str], Frame] = Union("what follows when a unit is gone")
"""After it is taken off. Given the position and the id of the unit."""
SETTLED: Union[[Position], Frame] = Union(
    "what follows when units are gone and the effect that took them is over"
)
"""After everybody is taken off who goes with them. Given the position."""

# before the battle
MISSION: Stack[[Book], Mission] = Stack("which mission is played")
"""Any time. Given what lies below and the Book."""
SET_UP: Stack[[Position], tuple[tuple[str, Frame], ...]] = Stack("the steps of the set-up")
"""Any time in the set-up. Given what lies below and the position."""
DEPLOY_ZONE: Stack[[Position, Seat], tuple[Polygon, ...]] = Stack("where a seat may set out")
"""Any time. Given what lies below, the position and the seat."""
DEPLOY_REFUSE: Refuse[[Book, Position, Seat, Model]] = Refuse(
    "why a model may not be set out there"
)
"""As tried. Given the Book, the position, the seat and the model as it would stand."""
ZONE_BY_MIDDLE: Sole[[Book], bool] = Sole(
    "whether the middle of a base alone must lie in the zone where it is set out"
)
"""Any time. Given the Book."""
DEPLOY_ORDER: Stack[[Position], tuple[Seat, ...]] = Stack("the order in which seats set out")
"""Before a seat is asked for a unit. Given what lies below and the position."""

# whose choice it is
ORDERED: Union[[Position, str, tuple[Seat, ...]], Frame] = Union(
    "what chooses in which order some seats act, for a purpose; `field.in_order` reads it"
)
"""Before any of them acts. Given the position, the purpose and the seats, two at least."""
ONE_OF: Stack[[Position, str, tuple[Seat, ...], str], Frame] = Stack(
    "what lets one of several seats act that may wish to"
)
"""Before any of them acts. Given what lies below, the position, the purpose, seats and an id."""
CHOOSER: Stack[[Position], Seat] = Stack("who makes the choices of the seat whose turn it is")
"""Before the choice. Given what lies below and the position."""

# what a unit may do
UNBOUND: Sole[[Book], bool] = Sole("whether who charged may attack whom it did not declare")
"""Any time. Given the Book."""
MAY_INTERVENE: Refuse[[Position, Unit]] = Refuse("why a character may not intervene")
"""Before the move. Given the position and the unit."""
IN_BLOCKS: Sole[[Book], bool] = Sole(
    "whether a seat fights all its fights at once when another has none left"
)
"""Any time. Given the Book."""
ONE_BY_ONE: Sole[[Book], bool] = Sole("whether seats that intervene take turns, one unit each")
"""Any time. Given the Book."""
NEARER_TO: Sole[[Book, Position, str], tuple[Seat, ...]] = Sole(
    "whose models alone a move to the nearest enemy must get nearer to"
)
"""Before the move. Given the Book, the position and the way of the move."""

# nobody of ours: for layers of others, as a test shows
PHASE_OPENS: Union[[Position, str], Frame] = Union("what comes before a phase proper")
"""Before: the position does not show the phase yet. Given it and the phase."""
MAY_MOVE: Refuse[[Position, Unit]] = Refuse("why a unit may not move in its Movement phase")
"""Before the move. Given the position and the unit."""
MAY_SHOOT: Refuse[[Position, Unit, Unit]] = Refuse("why one unit may not shoot another")
"""Before the shot. Given the position, who shoots and the target."""
MAY_CHARGE: Refuse[[Position, Unit, Unit]] = Refuse("why one unit may not charge another")
"""Before a declaration. Given the position, who would charge and whom."""
MOVE: Sum[[Position, Unit]] = Sum("what is added to the Move of a unit's models, in quanta")
"""Any time. Given the position and the unit."""
TO_HIT: Sum[[Position, Unit, Unit, str]] = Sum("what is added to a hit roll")
"""Before the dice. Given the position, who attacks, the target and the way of the attack."""
TO_WOUND: Sum[[Position, Unit, Unit, str]] = Sum("what is added to a wound roll")
"""Before the dice. Given the position, who attacks, the target and the way of the attack."""
SAVE: Sum[[Position, Unit, Unit, str]] = Sum("what is added to a saving throw")
"""Before the dice. Given the position, who attacks, the target and the way of the attack."""
CHARGE_ROLL: Sum[[Position, Unit]] = Sum("what is added to a charge roll, in inches")
"""Before the dice. Given the position and who charges."""
LEADERSHIP: Sum[[Position, Unit]] = Sum("what is added to Leadership")
"""Any time. Given the position and the unit."""
DENY: Sum[[Position, Unit, Manifested]] = Sum("what is added to a deny roll")
"""Before the dice. Given the position, who denies and the power."""
