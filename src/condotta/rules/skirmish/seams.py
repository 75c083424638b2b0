"""The seams of skirmish battles: where missions and larger games speak, and what they may say."""

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
PHASE_CLOSES: Union[[Position, str], Frame] = Union("what comes after a phase proper")
NEXT_PHASE: Stack[[Position], str] = Stack("which phase of the turn follows the one that ends")
NEXT_TURN: Stack[[Position], Frame] = Stack("what begins the next player turn")
ROUND_OVER: Union[[Position], Frame] = Union("what comes at the end of a battle round")
VICTORY: Stack[[Book, Position, str], Result | None] = Stack(
    "who has won; asked after a removal and after a round"
)
DYING: Union[[Position, str], Frame] = Union(
    "what happens when a model is slain, after it exploded and before it is taken away"
)
EXTRA_MOVE: Stack[[Position, str], Frame] = Stack(
    "what lets a unit move as in its Movement phase, without advancing, when a power says so"
)
REMOVED: Union[[Position, str], Frame] = Union("what follows when a unit is gone")
SETTLED: Union[[Position], Frame] = Union(
    "what follows when units are gone and the effect that took them is over"
)

# before the battle
MISSION: Stack[[Book], Mission] = Stack("which mission is played")
SET_UP: Stack[[Position], tuple[tuple[str, Frame], ...]] = Stack("the steps of the set-up")
DEPLOY_ZONE: Stack[[Position, Seat], tuple[Polygon, ...]] = Stack("where a seat may set out")
DEPLOY_REFUSE: Refuse[[Book, Position, Seat, Model]] = Refuse(
    "why a model may not be set out there; it stands where it would"
)
ZONE_BY_MIDDLE: Sole[[Book], bool] = Sole(
    "whether the middle of a base alone must lie in the zone where it is set out"
)
DEPLOY_ORDER: Stack[[Position], tuple[Seat, ...]] = Stack("the order in which seats set out")

# whose choice it is
ORDERED: Union[[Position, str, tuple[Seat, ...]], Frame] = Union(
    "what chooses in which order some seats act, for a purpose; `field.in_order` reads it"
)
ONE_OF: Stack[[Position, str, tuple[Seat, ...], str], Frame] = Stack(
    "what lets one of several seats act that may wish to: a purpose, the seats, what it is about"
)
CHOOSER: Stack[[Position], Seat] = Stack("who makes the choices of the seat whose turn it is")

# what a unit may do
UNBOUND: Sole[[Book], bool] = Sole("whether who charged may attack whom it did not declare")
MAY_INTERVENE: Refuse[[Position, Unit]] = Refuse("why a character may not intervene")
IN_BLOCKS: Sole[[Book], bool] = Sole(
    "whether a seat fights all its fights at once when another has none left"
)
ONE_BY_ONE: Sole[[Book], bool] = Sole("whether seats that intervene take turns, one unit each")
NEARER_TO: Sole[[Book, Position, str], tuple[Seat, ...]] = Sole(
    "whose models alone a move to the nearest enemy must get nearer to"
)

# nobody of ours: for layers of others, as a test shows
PHASE_OPENS: Union[[Position, str], Frame] = Union("what comes before a phase proper")
MAY_MOVE: Refuse[[Position, Unit]] = Refuse("why a unit may not move in its Movement phase")
MAY_SHOOT: Refuse[[Position, Unit, Unit]] = Refuse("why one unit may not shoot another")
MAY_CHARGE: Refuse[[Position, Unit, Unit]] = Refuse("why one unit may not charge another")
MOVE: Sum[[Position, Unit]] = Sum("what is added to the Move of a unit's models, in quanta")
TO_HIT: Sum[[Position, Unit, Unit, str]] = Sum(
    "what is added to a hit roll: the unit that attacks, its target, the way of the attack"
)
TO_WOUND: Sum[[Position, Unit, Unit, str]] = Sum("what is added to a wound roll")
SAVE: Sum[[Position, Unit, Unit, str]] = Sum("what is added to a saving throw")
CHARGE_ROLL: Sum[[Position, Unit]] = Sum("what is added to a charge roll, in inches")
LEADERSHIP: Sum[[Position, Unit]] = Sum("what is added to Leadership")
DENY: Sum[[Position, Unit, Manifested]] = Sum("what is added to a deny roll")
