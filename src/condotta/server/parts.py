"""What the answers of the live table are made of: odds, shapes, standings, cards, clauses.

What the rules tell as a record goes out with the same fields, all of them said.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from condotta.kernel.asks import Needed
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Modifier, Param, Refusal, Tally
from condotta.rules.lookup.mentions import Worded
from condotta.rules.sketches import Sight
from condotta.rules.triumph.combat.foretelling import Meaning
from condotta.rules.triumph.deployment.stages import Counted
from condotta.rules.triumph.looking.aids import Aid
from condotta.rules.triumph.looking.beside import Lying, Note
from condotta.rules.triumph.looking.standings import Standing, Strength
from condotta.table import Shape


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of a message or of an answer over HTTP."""


Point: TypeAlias = tuple[int, int]
"""A place on the table, in quanta."""


class MeaningShown(Meaning, frozen=True, tag=False, omit_defaults=False):
    """What a degree of a combat would mean: what the loser suffers, who is lost, who pursues.

    `lost` are stands with the clauses they are lost by, `pursuit` the clauses by which the winner
    pursues or does not, `unless` those by which its pursuit may yet be stopped.
    """


class OddsShown(Part, frozen=True, kw_only=True):
    """Chances out of 36, as the attacker sees them, from the worst to the best."""

    attacker: str
    defender: str
    combat: str
    doubled: int = 0
    beaten: int = 0
    tie: int = 0
    beats: int = 0
    doubles: int = 0
    scores: tuple[Tally, ...] = ()
    meanings: dict[str, MeaningShown] = {}


class SightShown(Sight, frozen=True, tag=False, omit_defaults=False):
    """Whether one piece sees another, by which clause; what is in the way of the line, if not.

    `seeing` of so many models `of` a unit see, where each of them looks for itself.
    """


class Measured(Part, frozen=True, kw_only=True):
    """The shortest way between two things: how long it is in quanta, and its two ends."""

    distance: int
    start: Point = msgspec.field(name="from")
    end: Point = msgspec.field(name="to")
    sight: SightShown | None = None


class AidShown(Aid, frozen=True, tag=False, omit_defaults=False):
    """A closed shape on the table: a zone, a range, an arc, ground to stand on; and its clause."""


class StandingShown(Standing, frozen=True, tag=False, omit_defaults=False):
    """How a seat's side stands: what it has lost, what decides the battle, who leads the side."""


class LengthShown(Part, frozen=True, kw_only=True):
    """The turn or round that is now, and the last there will be; 0 where no number ends it.

    `key` is what it is called: a round, a game turn, or the turn of one side. `says` is a sentence
    about who wins after the last one, where there is one, and `clause` what that rests on.
    """

    key: str
    turn: int
    last: int = 0
    says: str = ""
    clause: str = ""


class CommandShown(Strength, frozen=True, tag=False, omit_defaults=False):
    """A command in half points: what it lost and brought, the first loss at which it breaks."""


class ColumnShown(Part, frozen=True, kw_only=True):
    """A number that each seat has: what it is called, its clause, whose is how large.

    `role` says what it is good for: a score decides, a purse is spent, a rank is a place among the
    others, a weight is for comparison.
    """

    key: str
    role: str
    clause: str
    values: dict[Seat, int]


class MarkerShown(Part, frozen=True, kw_only=True):
    """A place that seats contest: how near counts in quanta, who counts how much, who holds it.

    `says` is a sentence about that, with `params`.
    """

    piece: str
    key: str
    clause: str
    at: Point
    reach: int
    values: dict[Seat, int]
    says: str
    params: dict[str, Param] = {}
    holder: Seat = ""


class NextShown(Part, frozen=True, kw_only=True):
    """Who may take the next turn of the round, and who names it: a seat, or the winner of a roll.

    `says` is a sentence about that, with `params`; `naming` are those who will name the turns to
    come, in order, where that is known.
    """

    seats: tuple[Seat, ...]
    says: str
    clause: str
    params: dict[str, Param] = {}
    naming: tuple[Seat, ...] = ()


class OrderShown(Part, frozen=True, kw_only=True):
    """In which order seats do something in this phase, as it was chosen; `done` do it no more."""

    key: str
    clause: str
    seats: tuple[Seat, ...]
    done: tuple[Seat, ...] = ()


class ContestShown(Part, frozen=True, kw_only=True):
    """How a battle of rounds and points stands: the round of so many, and who has played in it.

    `key` is what a round is called. Rounds 0 is a battle without them. `out` are seats that have
    nothing left.
    """

    key: str = ""
    round: int = 0
    rounds: int = 0
    played: tuple[Seat, ...] = ()
    out: tuple[Seat, ...] = ()
    columns: tuple[ColumnShown, ...] = ()
    markers: tuple[MarkerShown, ...] = ()
    following: NextShown | None = None
    orders: tuple[OrderShown, ...] = ()


class StageShown(Counted, frozen=True, tag=False, omit_defaults=False):
    """A stage of setting out, whose it is: done, now or ahead. No seat where it is everybody's."""


class MusteredShown(Part, frozen=True, kw_only=True):
    """A unit at a real table: so many models left of how many, worth so many half points.

    It is on the table, lost, or still to come there; `fights` are those it was reported to be in
    combat with.
    """

    unit: str
    seat: Seat
    state: Literal["table", "lost", "waits"]
    models: int
    most: int
    worth: int = 0
    fights: tuple[str, ...] = ()


class LinkShown(Part, frozen=True, kw_only=True):
    """Two models of a unit that are near enough, or, where `holds` is not, too far apart."""

    piece: str
    other: str
    holds: bool


class LotShown(Part, frozen=True, kw_only=True):
    """Attacks that are alike: with what, by how many, what each die needs (0 none, 7 never), why.

    `attacks` are those of each bearer where they were shared out; `damage` is an expression;
    `needs` says of the dice to hit, to wound and to save what they are rolled by.
    """

    weapon: str
    name: str
    bearers: int
    attacks: int
    hit: int
    wound: int
    save: int
    damage: str
    needs: tuple[Needed, ...] = ()


class AssaultShown(Part, frozen=True, kw_only=True):
    """Attacks against one unit: how likely so many models are slain, wounds lost on average."""

    target: str
    slain: tuple[float, ...]
    lost: float
    unsaved: float
    lots: tuple[LotShown, ...]


class LyingShown(Lying, frozen=True, tag=False, omit_defaults=False):
    """Cards of one kind, now, later, at work, too late or used; by the clause `why` why not now."""


class ActShown(Part, frozen=True, kw_only=True):
    """An act and what is against it; the shape it puts somewhere, what its fields may name."""

    action: dict[str, Any]
    clause: str
    pieces: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    params: dict[str, Param] = {}
    shape: Shape | None = None
    choices: dict[str, tuple[str, ...]] = {}


class NoteShown(Note, frozen=True, tag=False, omit_defaults=False):
    """Something to be known of a piece besides its type; `soon`, if nobody does anything."""


class SaidShown(Part, frozen=True, kw_only=True):
    """A sentence about something, and the clause that it is from."""

    key: str
    clause: str
    params: dict[str, Param] = {}


class HeldShown(Part, frozen=True, kw_only=True):
    """A secret card in one's own hand: what it may be aimed at now, or everything against it.

    `targets` are those of a card that is `playable`; a card that is aimed at nothing has the empty
    one. An `unasked` card is played now without a question, while hands play a phase. [RB-21]
    """

    piece: str
    playable: bool
    targets: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    unasked: bool = False


class StakeShown(Part, frozen=True, kw_only=True):
    """A unit that may be bribed, or is: whose it is, what it is worth in half points.

    `least` and `most` are the sums that may be named in tokens, 0 where none is asked for; from
    `sure` on its player could not outbid. `says` is what it does and would not do any more.
    """

    unit: str
    owner: Seat
    worth: int
    least: int = 0
    most: int = 0
    sure: int = 0
    says: tuple[SaidShown, ...] = ()


class CardsShown(Part, frozen=True, kw_only=True):
    """The answer to `cards`; `meanings` says what answers of the question do, by the option.

    `held` is the seat's own hand; `stakes` are units that the question would have bribed. `unasked`
    are acts of the seat that need no question, while hands play a phase. [RB-30]
    """

    cards: tuple[LyingShown, ...] = ()
    acts: tuple[ActShown, ...] = ()
    notes: tuple[NoteShown, ...] = ()
    meanings: dict[str, SaidShown] = {}
    held: tuple[HeldShown, ...] = ()
    stakes: tuple[StakeShown, ...] = ()
    unasked: tuple[ActShown, ...] = ()


class RowShown(Part, frozen=True, kw_only=True):
    """A line about a piece: what it is called, its value, why, and what is to be said of it.

    `key` is its name in words, `name` what it is called where there are none. `form` says how the
    value is read: a number, a length in quanta, what a die needs, chances in a hundred.
    """

    key: str
    name: str = ""
    params: dict[str, Param] = {}
    value: int | str = ""
    form: Literal["number", "length", "needs", "percent"] = "number"
    clause: str = ""
    parts: tuple[Modifier, ...] = ()
    notes: tuple[SaidShown, ...] = ()


class ProfileShown(Part, frozen=True, kw_only=True):
    """The numbers of those of a piece that are alike: `who` is a piece, or a kind of model."""

    who: str
    count: int = 1
    rows: tuple[RowShown, ...] = ()


class WayShown(Part, frozen=True, kw_only=True):
    """One of several ways to say the same, with so many dice, and how likely it succeeds.

    `against` is how likely somebody undoes it, `mishap` that it harms its own side.
    """

    action: dict[str, Any]
    dice: int
    chance: float
    against: float = 0.0
    mishap: float = 0.0


class MayShown(Part, frozen=True, kw_only=True):
    """Something a piece may do now, or why not.

    `action` answers the open question; `to` is whom it is done to and `by` what it is done with,
    such as a spell, where these are chosen apart. `ways` are the same with other numbers of dice.
    """

    key: str = ""
    params: dict[str, Param] = {}
    clause: str = ""
    action: dict[str, Any] | None = None
    by: str = ""
    to: str = ""
    chance: float | None = None
    ways: tuple[WayShown, ...] = ()
    parts: tuple[Modifier, ...] = ()
    notes: tuple[SaidShown, ...] = ()
    refusals: tuple[Refusal, ...] = ()


class FactsShown(Part, frozen=True, kw_only=True):
    """All there is to know of a piece: its numbers, what it carries, how it fights, what it may."""

    piece: str
    profiles: tuple[ProfileShown, ...] = ()
    carries: tuple[RowShown, ...] = ()
    now: tuple[RowShown, ...] = ()
    may: tuple[MayShown, ...] = ()


class ReasonShown(Part, frozen=True, kw_only=True):
    """A reason of a bot: a message key with parameters."""

    key: str
    params: dict[str, Param] = {}


class HintShown(Part, frozen=True, kw_only=True):
    """What that bot would answer, and why."""

    bot: str
    action: dict[str, Any]
    reasons: tuple[ReasonShown, ...] = ()


class Explained(Part, frozen=True, kw_only=True):
    """A clause in our own words, where it is from and how sure we are of it.

    `parts` are what it says, cut up so that each clause that it names is a part of its own;
    `follows` are those that it follows from, `named_in` those whose text names it.
    """

    clause: str
    book: str
    says: str
    mark: str
    source: tuple[str, ...] = ()
    decides: tuple[str, ...] = ()
    parts: tuple[Worded, ...] = ()
    follows: tuple[str, ...] = ()
    named_in: tuple[str, ...] = ()
