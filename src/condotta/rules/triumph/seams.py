"""The seams of TRIUMPH!: where battle cards and larger games speak, and what they may say.

Stratum 1 settles what a stand is, stratum 2 its numbers, stratum 3 what is added to totals. A
hook is given only what is settled above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from condotta.kernel.asks import Action, Ask, Frame
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Moved
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.seams import Refuse, Sole, Stack, Sum, Union
from condotta.rules.triumph.records import TroopType
from condotta.table import Base, Pose, Shape

if TYPE_CHECKING:
    from condotta.rules.triumph.combat.duel import Fighter
    from condotta.rules.triumph.combat.results import Combat
    from condotta.rules.triumph.deployment.camps import CampGround
    from condotta.rules.triumph.deployment.forms import Form
    from condotta.rules.triumph.deployment.stages import Stage
    from condotta.rules.triumph.ground.battlefield import Battlefield, Home, Patch
    from condotta.rules.triumph.looking.aids import Aid
    from condotta.rules.triumph.looking.beside import Note, Offered, Use
    from condotta.rules.triumph.movement.flank_march import Edge
    from condotta.rules.triumph.movement.moves import Path
    from condotta.rules.triumph.stands.field import Field, Stand
    from condotta.rules.triumph.strength import Strength

# stratum 1: what a stand counts as
COUNTS_AS: Sole[[Piece], str] = Sole("the troop type a stand counts as")
CHANGED: Sole[[Piece, TroopType], TroopType] = Sole("that troop type, with what is changed of it")
RELATION: Stack[[Position, Seat, Seat], str] = Stack("friend, enemy or neutral")

# stratum 2: its numbers and its ground
BASE: Sole[[Piece], Shape] = Sole("the base a stand is mustered on")
CAMPS: Sole[[tuple[str, ...]], int] = Sole("how many camps an army with such cards brings")
REACH: Sole[[Piece, TroopType], int] = Sole("the longest tactical move, in quanta")
MOVE_GOING: Sole[[tuple[Stand, ...], str], str] = Sole(
    "what a kind of terrain is to a tactical move"
)
FARTHEST: Sole[[Piece, TroopType], int] = Sole("the longest that any move of it may be, in quanta")
SLOW: Sole[[Piece, TroopType], int] = Sole("its longest move where difficult terrain slows it")
PASSABLE: Sole[[Piece, Piece], bool] = Sole("whether the first may pass through the second")
WORTH: Sum[[Piece]] = Sum("half points that it counts more when it is destroyed")
SHOOTING: Sole[[Piece, TroopType], int] = Sole("the factor it shoots with")
RANGE: Sole[[Field, Stand], int] = Sole("how far it shoots, in quanta")
CLOSE_FACTOR: Sole[[Piece, TroopType, TroopType], int] = Sole("the factor it fights with")

# stratum 3: totals, results, legality
CLOSE_COMBAT: Sum[[Fighter, Fighter]] = Sum("what is added in close combat")
SHOOTER: Sum[[Fighter, Fighter]] = Sum("what is added to a shooter")
TARGET: Sum[[Fighter, Fighter]] = Sum("what is added to a target")
COST: Sum[[Field, tuple[Stand, ...]]] = Sum("command points that a move costs besides")
OUTCOME: Sole[[Fighter, Fighter, str], tuple[str, str]] = Sole(
    "what a result becomes for the loser, and by which clause"
)
PURSUIT: Sole[[Fighter, Fighter, bool], bool] = Sole("whether the winner pursues")
COMMAND_ROLL: Sum[[Position, str]] = Sum("what is added to a command roll")
MAY_MOVE: Refuse[[Field, Path]] = Refuse("why a body may not move so")
HALTS: Sole[[Field, Stand], bool] = Sole(
    "whether a stand that falls back onto somebody neutral stops there"
)
MAY_SHOOT: Refuse[[Field, Stand]] = Refuse("why a stand may not shoot")
MAY_DEPLOY: Refuse[[Field, Stand]] = Refuse("why a stand may not be set out there")
MAY_FINISH: Refuse[[Field, tuple[str, ...]]] = Refuse("why a step with those stands is not done")
MAY_SUPPORT: Refuse[[Position, tuple[Piece, ...], tuple[Piece, ...]]] = Refuse(
    "why stands may not be set aside to support others"
)
SEEN: Sole[[Position, Piece], Piece] = Sole("what the other side may see of a stand of one's own")
MAY_LIE: Sole[[Field, Piece], Patch] = Sole(
    "ground outside of which a stand has no legal place as things are, to search less"
)
MAY_BELONG: Refuse[[Position, Piece, tuple[Piece, ...], str]] = Refuse(
    "why a stand may not be of a command: the stand, all of the command, who leads it"
)
MAY_HOLD: Refuse[[Field, tuple[Piece, ...]]] = Refuse("why stands may not march on a flank")
MARCH_EDGES: Sole[[Field, str], tuple[Edge, ...]] = Sole(
    "the edges by which a command's flank march may come in"
)
MAY_MARCH: Refuse[[Field, tuple[Stand, ...], str]] = Refuse("why a flank march may not come in so")

# moments of a combat: frames that come first, before anything else happens
BEFORE_DICE: Union[[Fighter, Fighter], Event] = Union("what happens as dice are taken up")
RESULT_KNOWN: Union[[Fighter, Fighter, bool], Frame] = Union(
    "what may be said between a result and its consequences; whether the winner is to pursue"
)
STOPPED_BY: Union[[Fighter, Fighter], str] = Union(
    "the clauses by which a pursuit may yet be stopped, as far as everybody knows"
)
OUTCOME_MOVED: Union[[Position, Moved], Frame] = Union("what follows an outcome move")
COUNTS: Sole[[Book, Piece], int] = Sole("half points that it counts as it is destroyed")
DESTROYED: Union[[Position, Piece], Event] = Union("what comes to light as a stand is destroyed")
UNMASKED: Union[[Position, Piece], Event] = Union(
    "what comes to light besides as a stand is seen for what it is"
)
LOST: Union[[Position, Piece, Seat], Event] = Union("what a loss counts, and for whom")
COMBAT_DONE: Union[[Position, Combat], Frame] = Union("what follows a combat, all moves made")

# before the battle
ROLLING: Sole[[Position], tuple[Seat, ...]] = Sole("the seats that roll before the battle")
MARCH_ROLL: Sole[[Book], bool] = Sole("whether a flank march needs a die that allows it")
SET_UP: Stack[[Position], tuple[tuple[str, Frame], ...]] = Stack("the steps of the set-up")
STAGES: Sole[[Position], tuple[Stage, ...]] = Sole("the stages of setting out that people count")
BATTLEFIELD: Sole[[Position], Battlefield] = Sole("the measures of the battlefield")
HOME: Sole[[Position, Seat], Home] = Sole("a seat's own base edge")
ZONE: Sole[[Position, Seat], Patch] = Sole("the ground where a seat's troops deploy")
PIECES: Sole[[Position, str, int], tuple[int, bool]] = Sole(
    "pieces on a topography at a score, and Coast"
)
CENTRE: Sole[[Position, Seat], int] = Sole("half points that must stand in the centre third")
CAMP_GROUND: Sole[[Position, Piece], CampGround] = Sole("where and when a camp is placed")
MAY_GUARD: Refuse[[Position, Piece]] = Refuse("why a stand may not guard a camp")
MAY_CAMP: Refuse[[Field, Piece, Base]] = Refuse("why a camp may not stand there")
POSES: Union[[Position, Piece], Pose] = Union("places of its own where a stand may be set out")
DEEP: Sole[[Piece], bool] = Sole("whether a second rank of its type helps a stand")
MAY_FORM: Refuse[[Position, Piece]] = Refuse("why a stand keeps the form that it has")
FORMS: Union[[Position, Piece], Form] = Union("the forms in which a stand may be set out")

# acts that layers add to a window: setting out, tactical moves
ACTING: Union[[Position, Seat, str], str] = Union("the names of acts that may be said in a window")
SAYABLE: Union[[Position, Seat, str], str] = Union(
    "the names of acts that may be said in a window that is open anyway"
)
ACTS: Union[[Book, Position, Ask], Action] = Union("such acts as are legal now, for menus")
TRIES: Union[[Book, Position, Ask], Offered] = Union(
    "such acts with what is against them, to look at"
)
COUNSEL: Union[[Book, Position, Ask], tuple[float, Action]] = Union(
    "answers that a layer advises, with what they may gain in half points"
)
GROUNDS: Union[[Field, Seat, str], Aid] = Union(
    "where what a layer lets be set out in a window may lie, to look at"
)
STRENGTHS: Union[[Position], Strength] = Union("how the commands stand, as far as one may know")
DECIDES: Sole[[Position, str], int] = Sole("half points at whose loss a side is beaten")
ACT: Sole[[Seat, Action], Frame] = Sole("what such an act begins")

# to look at: what lies beside the board, what is to be known of pieces
USE: Sole[[str], Use] = Sole("when cards of a kind are of use")
NOTES: Union[[Position, Piece], Note] = Union("what is to be known of a piece besides its type")
COMING: Union[[Book, Position, Ask], Note] = Union("what becomes of pieces if nothing is done now")

# moments of a turn: frames that come first, before anything else happens
BEFORE_COMMAND: Union[[Position], Frame] = Union("what comes before the command dice")
MOVE_MADE: Union[[Position, tuple[str, ...]], Frame] = Union("what follows a tactical move")
MOVE_PAST: Union[[Position, Action], Event] = Union(
    "what is past as the next thing is said in a movement phase"
)
MOVES_OVER: Union[[Position], Frame] = Union("what ends a movement phase")
PHASE_OPENS: Union[[Position, str], Frame] = Union("what comes before all else in a phase")
PHASE_CLOSES: Union[[Position, str], Frame] = Union("what comes after all else in a phase")

# stacks: whose turn, who has won
NEXT_SEAT: Stack[[Position], tuple[Seat, ...]] = Stack("whose turn comes next")
NEXT_TURN: Stack[[Book, Position], tuple[Event, ...]] = Stack("how the turn passes on")
VICTORY: Stack[[Book, Position], tuple[tuple[str, ...], str, str] | None] = Stack("who has won")
