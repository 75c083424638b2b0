"""The seams of TRIUMPH!: where battle cards and larger games speak, and what they may say.

Stratum 1 settles what a stand is, stratum 2 its numbers, stratum 3 what is added to totals. A
hook is given only what is settled above it.

What stands below each seam says when it is asked, before or after, and what it is given, in that
order: *before* means that the position does not show yet what is about to happen, *after* that it
does. What a voice gives back is the seam's name and type. The Book is at hand at all but two: a
`Field` and a `Fighter` have theirs as `book`. In strata 1 and 2 it is there for its settings: who
asks it there for a stand goes in a ring.
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
    from condotta.rules.triumph.looking.standings import Strength
    from condotta.rules.triumph.movement.flank_march import Edge
    from condotta.rules.triumph.movement.moves import Path
    from condotta.rules.triumph.stands.field import Field, Stand

# stratum 1: what a stand counts as
COUNTS_AS: Sole[[Book, Piece], str] = Sole("the troop type a stand counts as")
"""Any time. Given the Book and the piece."""
CHANGED: Sole[[Book, Piece, TroopType], TroopType] = Sole(
    "that troop type, with what is changed of it"
)
"""Any time. Given the Book, the piece and the type that it counts as."""
RELATION: Stack[[Position, Seat, Seat], str] = Stack("friend, enemy or neutral")
"""Any time. Given what lies below, the position as it is and the two seats."""

# stratum 2: its numbers and its ground
BASE: Sole[[Book, Piece], Shape] = Sole("the base a stand is mustered on")
"""Before it is mustered. Given the Book and the piece with the base of its type."""
CAMPS: Sole[[Book, tuple[str, ...]], int] = Sole("how many camps an army with such cards brings")
"""Before the army is mustered. Given the Book and the codes of its cards."""
REACH: Sole[[Book, Piece, TroopType], int] = Sole("the longest tactical move, in quanta")
"""Any time. Given the Book, the piece and its type as changed; a way is not known yet."""
MOVE_GOING: Sole[[Book, tuple[Stand, ...], str], str] = Sole(
    "what a kind of terrain is to a tactical move"
)
"""Before a move. Given the Book, the stands of the body and the kind of terrain."""
FARTHEST: Sole[[Book, Piece, TroopType], int] = Sole(
    "the longest that any move of it may be, in quanta"
)
"""Any time. Given the Book, the piece and its type as changed; it limits outcome moves too."""
SLOW: Sole[[Book, Piece, TroopType], int] = Sole(
    "its longest move where difficult terrain slows it"
)
"""Any time. Given the Book, the piece and its type as changed."""
PASSABLE: Sole[[Book, Piece, Piece], bool] = Sole("whether the first may pass through the second")
"""Any time. Given the Book, who moves and the friend in the way."""
WORTH: Sum[[Book, Piece]] = Sum("half points that it counts more when it is destroyed")
"""Before it is mustered. Given the Book and the piece."""
SHOOTING: Sole[[Book, Piece, TroopType], int] = Sole("the factor it shoots with")
"""Any time. Given the Book, the piece and its type as changed."""
RANGE: Sole[[Field, Stand], int] = Sole("how far it shoots, in quanta")
"""Any time. Given the field as it is and who shoots."""
CLOSE_FACTOR: Sole[[Book, Piece, TroopType, TroopType], int] = Sole("the factor it fights with")
"""Any time. Given the Book, the piece, its type as changed and the enemy's."""

# stratum 3: totals, results, legality
CLOSE_COMBAT: Sum[[Fighter, Fighter]] = Sum("what is added in close combat")
"""Before the dice. Given both fighters, who fights first; each knows its field and edge."""
SHOOTER: Sum[[Fighter, Fighter]] = Sum("what is added to a shooter")
"""Before the dice. Given who shoots and the target."""
TARGET: Sum[[Fighter, Fighter]] = Sum("what is added to a target")
"""Before the dice. Given the target and who shoots."""
COST: Sum[[Field, tuple[Stand, ...]]] = Sum("command points that a move costs besides")
"""Before a move. Given the field and the stands; of a march, the field with them in place."""
OUTCOME: Sole[[Fighter, Fighter, str], tuple[str, str]] = Sole(
    "what a result becomes for the loser, and by which clause"
)
"""Before anything is carried out. Given loser, winner and the degree: beaten or doubled."""
PURSUIT: Sole[[Fighter, Fighter, bool], bool] = Sole("whether the winner pursues")
"""Before anything is carried out. Given winner, loser and whether it doubled."""
COMMAND_ROLL: Sum[[Book, Position, str]] = Sum("what is added to a command roll")
"""After the die, before the points. Given the Book, the position and the command."""
MAY_MOVE: Refuse[[Field, Path]] = Refuse("why a body may not move so")
"""Before a move. Given the field and the path: its stands, its way, where each ends."""
HALTS: Sole[[Field, Stand], bool] = Sole(
    "whether a stand that falls back onto somebody neutral stops there"
)
"""Before an outcome move. Given the field and who falls back."""
MAY_SHOOT: Refuse[[Field, Stand]] = Refuse("why a stand may not shoot")
"""Before the shot. Given the field and who would shoot."""
MAY_DEPLOY: Refuse[[Field, Stand]] = Refuse("why a stand may not be set out there")
"""As tried. Given the field in which the stand is set out already, and the stand."""
MAY_FINISH: Refuse[[Field, tuple[str, ...]]] = Refuse("why a step with those stands is not done")
"""Before the step is done. Given the field and the ids of its stands."""
MAY_SUPPORT: Refuse[[Book, Position, tuple[Piece, ...], tuple[Piece, ...]]] = Refuse(
    "why stands may not be set aside to support others"
)
"""Before they are set aside. Given the Book, the position, who supports and whom."""
SEEN: Sole[[Book, Position, Piece], Piece] = Sole(
    "what the other side may see of a stand of one's own"
)
"""Before it goes into the camp. Given the Book, the position and the stand as it will be."""
MAY_LIE: Sole[[Field, Piece], Patch] = Sole(
    "ground outside of which a stand has no legal place as things are, to search less"
)
"""Before it is set out. Given the field and the piece."""
MAY_BELONG: Refuse[[Book, Position, Piece, tuple[Piece, ...], str]] = Refuse(
    "why a stand may not be of a command: the stand, all of the command, who leads it"
)
"""Before the army is split. Given the Book, the position, the stand, the command and who leads."""
MAY_HOLD: Refuse[[Field, tuple[Piece, ...]]] = Refuse("why stands may not march on a flank")
"""Before they are held back. Given the field and all pieces that would be."""
MARCH_EDGES: Sole[[Field, str], tuple[Edge, ...]] = Sole(
    "the edges by which a command's flank march may come in"
)
"""Before the march. Given the field and the command."""
MAY_MARCH: Refuse[[Field, tuple[Stand, ...], str]] = Refuse("why a flank march may not come in so")
"""As tried. Given the field in which the stands are in, the stands and the edge."""

# moments of a combat: frames that come first, before anything else happens
BEFORE_DICE: Union[[Fighter, Fighter], Event] = Union("what happens as dice are taken up")
"""Before the dice. Given both; who acts first. What happens changes how they roll."""
RESULT_KNOWN: Union[[Fighter, Fighter, bool], Frame] = Union(
    "what may be said between a result and its consequences; whether the winner is to pursue"
)
"""After the dice, before the outcome. Given winner, loser and whether a pursuit is due."""
STOPPED_BY: Union[[Fighter, Fighter], str] = Union(
    "the clauses by which a pursuit may yet be stopped, as far as everybody knows"
)
"""After the dice, before the outcome. Given winner and loser."""
OUTCOME_MOVED: Union[[Book, Position, Moved], Frame] = Union("what follows an outcome move")
"""Before: the position is that without the move. Given the Book, it and the move."""
COUNTS: Sole[[Book, Piece], int] = Sole("half points that it counts as it is destroyed")
"""Before it is taken off. Given the Book and the piece."""
DESTROYED: Union[[Book, Position, Piece], Event] = Union(
    "what comes to light as a stand is destroyed"
)
"""Before it is taken off. Given the Book, the position and the piece."""
UNMASKED: Union[[Book, Position, Piece], Event] = Union(
    "what comes to light besides as a stand is seen for what it is"
)
"""Before it is exchanged. Given the Book, the position and the piece as it seems."""
LOST: Union[[Book, Position, Piece, Seat], Event] = Union("what a loss counts, and for whom")
"""Before: it is still there in the position. Given the Book, it, the piece and by whom."""
COMBAT_DONE: Union[[Book, Position, Combat], Frame] = Union("what follows a combat, all moves made")
"""After all moves. Given the Book, the position and the combat."""

# before the battle
ROLLING: Sole[[Book, Position], tuple[Seat, ...]] = Sole("the seats that roll before the battle")
"""Before the first roll. Given the Book and the position."""
MARCH_ROLL: Sole[[Book], bool] = Sole("whether a flank march needs a die that allows it")
"""Before the die. Given the Book."""
SET_UP: Stack[[Book, Position], tuple[tuple[str, Frame], ...]] = Stack("the steps of the set-up")
"""Before the first step, and at each. Given what lies below, the Book and the position."""
SETS_OUT: Sole[[Book, Position, Seat, tuple[str, ...]], Frame] = Sole(
    "what sets troops out in place of the rules"
)
"""Before a step of setting out. Given the Book, the position, the seat and its stands, if some."""
STAGES: Sole[[Book, Position], tuple[Stage, ...]] = Sole(
    "the stages of setting out that people count"
)
"""Any time in setting out. Given the Book and the position."""
BATTLEFIELD: Sole[[Book, Position], Battlefield] = Sole("the measures of the battlefield")
"""Any time. Given the Book and the position."""
HOME: Sole[[Book, Position, Seat], Home] = Sole("a seat's own base edge")
"""Any time. Given the Book, the position and the seat."""
ZONE: Sole[[Book, Position, Seat], Patch] = Sole("the ground where a seat's troops deploy")
"""Any time. Given the Book, the position and the seat."""
FRONTAGE: Sole[[Book, Position, Seat, int], tuple[int, int]] = Sole(
    "between where, along its base edge, a line may stand whose front is so far forward"
)
"""Any time. Given the Book, the position, the seat and how far inward the front is, in quanta."""
PIECES: Sole[[Book, Position, str, int], tuple[int, bool]] = Sole(
    "pieces on a topography at a score, and Coast"
)
"""Before terrain is chosen. Given the Book, the position, the topography and the score."""
CENTRE: Sole[[Book, Position, Seat], int] = Sole("half points that must stand in the centre third")
"""Before the step is done. Given the Book, the position and the seat."""
CAMP_GROUND: Sole[[Book, Position, Piece], CampGround] = Sole("where and when a camp is placed")
"""Before it is placed. Given the Book, the position and the camp."""
MAY_GUARD: Refuse[[Book, Position, Piece]] = Refuse("why a stand may not guard a camp")
"""Before it goes in. Given the Book, the position and the stand."""
MAY_CAMP: Refuse[[Field, Piece, Base]] = Refuse("why a camp may not stand there")
"""As tried. Given the field without the camp, the camp and its base there."""
POSES: Union[[Book, Position, Piece], Pose] = Union(
    "places of its own where a stand may be set out"
)
"""Before it is set out. Given the Book, the position and the stand."""
DEEP: Sole[[Book, Piece], bool] = Sole("whether a second rank of its type helps a stand")
"""Any time. Given the Book and the piece."""
MAY_FORM: Refuse[[Book, Position, Piece]] = Refuse("why a stand keeps the form that it has")
"""Before it comes on, or until its step is done. Given the Book, the position and the piece."""
FORMS: Union[[Book, Position, Piece], Form] = Union("the forms in which a stand may be set out")
"""Before it comes on, or until its step is done. Given the Book, the position and the piece."""

# acts that layers add to a window: setting out, tactical moves
ACTING: Union[[Book, Position, Seat, str], str] = Union(
    "the names of acts that may be said in a window"
)
"""As it is when the seat is asked. Given the Book, the position, the seat and the window."""
SAYABLE: Union[[Book, Position, Seat, str], str] = Union(
    "the names of acts that may be said in a window that is open anyway"
)
"""As it is when the seat is asked. Given the Book, the position, the seat and the window."""
ACTS: Union[[Book, Position, Ask], Action] = Union("such acts as are legal now, for menus")
"""As it is while the question is open. Given the Book, what the seat sees and the question."""
TRIES: Union[[Book, Position, Ask], Offered] = Union(
    "such acts with what is against them, to look at"
)
"""As it is while the question is open. Given the Book, what the seat sees and the question."""
COUNSEL: Union[[Book, Position, Ask], tuple[float, Action]] = Union(
    "answers that a layer advises, with what they may gain in half points"
)
"""As it is while the question is open. Given the Book, what the seat sees and the question."""
GROUNDS: Union[[Field, Seat, str], Aid] = Union(
    "where what a layer lets be set out in a window may lie, to look at"
)
"""As it is while the question is open. Given what the seat sees, the seat and the window."""
STRENGTHS: Union[[Book, Position], Strength] = Union(
    "how the commands stand, as far as one may know"
)
"""As it is. Given the Book and what somebody sees."""
DECIDES: Sole[[Book, Position, str], int] = Sole("half points at whose loss a side is beaten")
"""As it is. Given the Book, the position and the side."""
ACT: Sole[[Book, Seat, Action], Frame] = Sole("what such an act begins")
"""Before the act, which has been judged. Given the Book, the seat and what it said."""

# to look at: what lies beside the board, what is to be known of pieces
USE: Sole[[str], Use] = Sole("when cards of a kind are of use")
"""Any time. Given the code of the kind alone."""
NOTES: Union[[Book, Position, Piece], Note] = Union(
    "what is to be known of a piece besides its type"
)
"""As it is. Given the Book, what somebody sees and the piece."""
COMING: Union[[Book, Position, Ask], Note] = Union("what becomes of pieces if nothing is done now")
"""As it is while the question is open. Given the Book, what the seat sees and the question."""

# moments of a turn: frames that come first, before anything else happens
MOVE_MADE: Union[[Book, Position, tuple[str, ...], str], Frame] = Union(
    "what follows a tactical move, a march that comes in, an act that is a stand's own move"
)
"""After it. Given the Book, the position, the ids of the stands and how they moved."""
MOVE_PAST: Union[[Book, Position, Action], Event] = Union(
    "what is past as the next thing is said in a movement phase"
)
"""Before what is said is done. Given the Book, the position and what is said."""
MOVES_OVER: Union[[Book, Position], Frame] = Union("what ends a movement phase")
"""After the last move, before the phase ends. Given the Book and the position."""
PHASE_OPENS: Union[[Book, Position, str], Frame] = Union("what comes before all else in a phase")
"""Before: the position is in the phase before. Given the Book, it and what opens."""
PHASE_CLOSES: Union[[Book, Position, str], Frame] = Union("what comes after all else in a phase")
"""Before the phase, for after it: the frame sees how it ended. Given as `PHASE_OPENS`."""

# stacks: whose turn, who has won
NEXT_SEAT: Stack[[Book, Position], tuple[Seat, ...]] = Stack("whose turn comes next")
"""After a turn. Given what lies below, the Book and the position."""
NEXT_TURN: Stack[[Book, Position], tuple[Event, ...]] = Stack("how the turn passes on")
"""After a turn, or before the first. Given what lies below, the Book and the position."""
VICTORY: Stack[[Book, Position], tuple[tuple[str, ...], str, str] | None] = Stack("who has won")
"""After a turn. Given what lies below, the Book and the position."""

# nobody of ours: for layers of others, as a test shows
PATH_REACH: Union[[Field, Path], tuple[int, str]] = Union(
    "how far a body may move by such a way, in quanta, and by which clause: the least holds"
)
"""Before a move. Given the field and the path: its stands, its way, where each ends."""
MOVING: Union[[Field, Path], Event] = Union("what happens as a body makes a tactical move")
"""Before anything follows; the field is that before the move. Given it and the path."""
