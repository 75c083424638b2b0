"""What hands do at a table. Layers choose among these and never add any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from condotta.kernel.asks import Ask, OpenAction, OpenFrame
from condotta.kernel.records import Board, Chair, Mark, Piece, Place, Record, Seat
from condotta.kernel.rulings import Param, Tally
from condotta.table import Area, Pose


class Began(Record, frozen=True):
    """People sat down at a board."""

    board: Board
    chairs: tuple[Chair, ...]


class Laid(Record, frozen=True):
    """A piece of ground lies on the board."""

    area: Area


class Lifted(Record, frozen=True):
    """A piece of ground was taken away."""

    area: str


class Mustered(Record, frozen=True):
    """A piece came into being."""

    piece: Piece


class Placed(Record, frozen=True):
    """A piece is now in that place, with a pose if it lies on the table."""

    piece: str
    place: Place
    pose: Pose | None = None


class Step(Record, frozen=True):
    """Where one piece of a body ended."""

    piece: str
    pose: Pose


class Moved(Record, frozen=True):
    """A body moved, all its pieces at once: between two events nothing overlaps."""

    steps: tuple[Step, ...]
    way: str = "move"


class Exchanged(Record, frozen=True):
    """A piece was swapped for another under the same id; its marks and counters stay."""

    piece: Piece


class Removed(Record, frozen=True):
    """A piece left the table; `by` is whose doing it was, a seat or nobody."""

    piece: str
    to: Place = "lost"
    by: Seat = ""
    clause: str = ""


class Controlled(Record, frozen=True):
    """A piece now does what another seat says."""

    piece: str
    controller: Seat


class Marked(Record, frozen=True):
    """A token was put on a piece."""

    piece: str
    mark: Mark


class Cleared(Record, frozen=True):
    """A token was taken off a piece."""

    piece: str
    name: str


class Expired(Record, frozen=True):
    """A moment passed: every mark that lasted until it goes."""

    moment: str


class Counted(Record, frozen=True):
    """A counter of a seat, a side or a piece now stands at that value."""

    holder: str
    name: str
    value: int


class Paid(Record, frozen=True):
    """So much changed hands; an empty holder is the bank."""

    giver: str
    taker: str
    name: str
    amount: int


class Entered(Record, frozen=True):
    """A phase of a turn began; `active` are the seats whose turn it is."""

    turn: int
    phase: str
    active: tuple[Seat, ...]


class Asked(Record, frozen=True):
    """A question is open. Others learn the seat and the window only."""

    ask: Ask


class Answered(Record, frozen=True):
    """A question was answered. `said` is None where a viewer may not know.

    Nobody chose what `stood_in` for a seat that is waited for no more.
    """

    ask: int
    seat: Seat
    window: str
    said: OpenAction | None
    secret: bool = False
    stood_in: bool = False


class Withdrawn(Record, frozen=True):
    """A question is closed without an answer."""

    ask: int


class Pushed(Record, frozen=True):
    """A procedure began above the one in progress. Never shown to a seat."""

    frame: OpenFrame


class Popped(Record, frozen=True):
    """The innermost procedure is done."""


class Ruled(Record, frozen=True):
    """Cites and explains; changes nothing. Log, tooltip and tests all read these."""

    clause: str
    key: str
    params: Mapping[str, Param] = {}
    tallies: tuple[Tally, ...] = ()
    cites: tuple[str, ...] = ()


class Told(Record, frozen=True):
    """Words from a seat to an audience: all when empty."""

    seat: Seat
    text: str
    to: tuple[str, ...] = ()


class Sealed(Record, frozen=True):
    """A digest that binds a seat to what it may not change until it is opened."""

    seal: str
    digest: str


class Opened(Record, frozen=True):
    """What a seal held; anyone can check it against the digest."""

    seal: str
    content: str
    salt: str


class Undone(Record, frozen=True):
    """The battle went back to the choice after which `kept` events had happened."""

    kept: int
    seat: Seat


class Corrected(Record, frozen=True):
    """An agreed correction by hand, outside the rules, with its reason."""

    changes: tuple[Event, ...]
    reason: str


class Holder(Record, frozen=True):
    """Who holds a seat: a person by the name that was given, a bot by its kind, or nobody."""

    held: Literal["person", "bot", "open"] = "open"
    name: str = ""


class Seated(Record, frozen=True):
    """A seat changed hands, outside the rules and for all to see. [docs/seats.md]

    `why` is by which rule: `claimed`, `returned`, `left`, `given`, `absent`, `agreed`, or `brought`
    of the whole battle. `by` is who gave it where its holder did not, after `away` seconds in which
    that one was gone, or with the consent of the seats that `agreed`. `also` are the seats that who
    sits down holds besides, `founder` whether he set the battle up. `hand` is how many things lie
    in the seat's hand and `secrets` how often it chose in secret, as everybody knows.
    """

    seat: Seat
    was: Holder
    now: Holder
    why: str
    by: str = ""
    away: int = 0
    agreed: tuple[Seat, ...] = ()
    also: tuple[Seat, ...] = ()
    founder: bool = False
    hand: int = 0
    secrets: int = 0


class Veiled(Record, frozen=True):
    """A secret: the audience sees `inside`, everybody else `outside` or nothing at all."""

    audience: tuple[str, ...]
    inside: Event
    outside: Event | None = None


class Ended(Record, frozen=True):
    """The battle is over: who won (nobody in a draw) and the clause that says so."""

    winners: tuple[str, ...]
    clause: str
    key: str


Event: TypeAlias = (
    Began
    | Laid
    | Lifted
    | Mustered
    | Placed
    | Moved
    | Exchanged
    | Removed
    | Controlled
    | Marked
    | Cleared
    | Expired
    | Counted
    | Paid
    | Entered
    | Asked
    | Answered
    | Withdrawn
    | Pushed
    | Popped
    | Ruled
    | Told
    | Sealed
    | Opened
    | Undone
    | Corrected
    | Seated
    | Veiled
    | Ended
)
