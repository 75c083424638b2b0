"""The messages of the live table, version 1: what a page says over its socket, and what it hears.

Every message is one JSON object in one text frame; `kind` says which. A page may leave out what
has a default. `docs/protocol.md` tells the whole story.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from condotta.kernel.asks import Ask
from condotta.kernel.events import Event
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param, Sketch, Verdict
from condotta.report.story import Line
from condotta.server.messages import Bind, Explain, Hint, Message, Word, Words
from condotta.server.parts import (
    AidShown,
    AssaultShown,
    CardsShown,
    CommandShown,
    ContestShown,
    Explained,
    FactsShown,
    HintShown,
    LengthShown,
    LinkShown,
    Measured,
    MusteredShown,
    OddsShown,
    Part,
    Point,
    StageShown,
    StandingShown,
)
from condotta.server.seat_parts import HandoverShown, RoomSeat

PROTOCOL = 1
"""The version that is spoken here. A page that speaks another is told to load itself again."""


# ── from the page ────────────────────────────────────────────────────────────
class Hello(Message, frozen=True, kw_only=True):
    """The first message: which seats to sit at, and what has been seen already.

    The cookie of whoever claimed a seat sits him there; `seat_secret` does the same for a page
    without it. `seats` takes only some of the seats that are his, an empty list none: he watches.
    `stream`, `after` and `mark` are what the page was told before it was cut off. With `lang` the
    table tells in that language what happened; without it nothing is told in sentences. `name` is
    what who watches is called.
    """

    protocol: int
    seat_secret: str = ""
    seats: tuple[Seat, ...] | None = None
    stream: str = ""
    after: int = 0
    mark: str = ""
    snapshot: bool = False
    lang: str = ""
    name: str = ""


class Command(Message, frozen=True, kw_only=True):
    """Something a seat says. `id` is the page's own: said twice, it is done once.

    `ask` is the question it answers; without one it is an act that needs none.
    """

    id: str
    seat: Seat
    action: dict[str, Any]
    ask: int | None = None


class Judge(Message, frozen=True, kw_only=True):
    """What would be said to that, without doing it. Of several at once the newest is answered."""

    id: str
    seat: Seat
    action: dict[str, Any]
    ask: int | None = None


class Menu(Message, frozen=True, kw_only=True):
    """Answers worth thinking about to a question of one's own, at most `most` of them.

    With `pieces` only those answers that speak of one of them.
    """

    id: str
    seat: Seat
    ask: int
    most: int = 24
    pieces: tuple[str, ...] = ()


class Plan(Message, frozen=True, kw_only=True):
    """An answer to a question of one's own with a unit's ways made anew, towards a point.

    The reply's menu has at most that one answer; it is legal as far as the seat can see.
    """

    id: str
    seat: Seat
    ask: int
    action: dict[str, Any]
    toward: Point


class Odds(Message, frozen=True, kw_only=True):
    """The chances of a combat between two stands, as they stand or as `poses` would place them."""

    id: str
    attacker: str
    defender: str
    combat: Literal["close", "ranged"] = "close"
    seat: Seat = ""
    poses: dict[str, tuple[int, int, int, int]] = {}


class Measure(Message, frozen=True, kw_only=True):
    """How far it is between two things: pieces by id, or points in quanta.

    With `sight`, of two pieces, whether the first sees the second as well. Now, or as it was after
    the first `at` events of the page.
    """

    id: str
    start: str | Point = msgspec.field(name="from")
    end: str | Point = msgspec.field(name="to")
    seat: Seat = ""
    sight: bool = False
    at: int | None = None


class Aids(Message, frozen=True, kw_only=True):
    """Shapes that help the eye for those pieces, or for all with `whole`; and how sides stand.

    Now, or as it was after the first `at` events of the page.
    """

    id: str
    seat: Seat = ""
    pieces: tuple[str, ...] = ()
    window: str = ""
    whole: bool = False
    at: int | None = None


class Cards(Message, frozen=True, kw_only=True):
    """What lies beside the board, and which acts the open question `ask` allows or refuses."""

    id: str
    seat: Seat = ""
    ask: int = 0


class Facts(Message, frozen=True, kw_only=True):
    """All there is to know of one piece, and what the open question `ask` lets it do."""

    id: str
    piece: str
    seat: Seat = ""
    ask: int = 0


class Tell(Message, frozen=True, kw_only=True):
    """Tell everything again, and what follows, in another language: the answer is `story`."""

    lang: str


class Undo(Message, frozen=True, kw_only=True):
    """Take the seat's last choice back, as long as nobody learned anything by it."""

    id: str
    seat: Seat


class Ping(Message, frozen=True, kw_only=True):
    """Are you there?"""

    id: str = ""


Asked: TypeAlias = Judge | Menu | Hint | Plan | Odds | Measure | Aids | Cards | Facts | Explain
Said: TypeAlias = Hello | Command | Asked | Tell | Undo | Bind | Word | Ping
"""Everything a page may say."""


# ── from the table ───────────────────────────────────────────────────────────
class SeatShown(RoomSeat, frozen=True, kw_only=True):
    """A seat and who holds it. `here` says whether a person is looking at the table now."""

    here: bool = False


class Waited(Part, frozen=True, kw_only=True):
    """A question that can be answered now, as everybody may know it."""

    id: int
    seat: Seat
    window: str


class Reason(Part, frozen=True, kw_only=True):
    """Why not: a clause, a message key with parameters, the geometry to point at.

    Refusals of the server have the clause "server"; their keys begin with "server.".
    """

    clause: str
    key: str
    params: dict[str, Param] = {}
    sketches: tuple[Sketch, ...] = ()


class Welcome(Message, frozen=True, kw_only=True):
    """The answer to `hello`: which battle this is, and who one is in it.

    `stream` names the numbering of the events that follow; the next one has the number
    `events_from`. `words` are the seats for which the page may say words for shared dice: all that
    are its own, where it sits at one of them alone as well. It is `set_back` to an older copy.
    `hints` is the bot that gives them, of questions of one's own; empty where none are given.
    """

    protocol: int
    battle: str
    title: str
    system: str
    engine: str
    settings: dict[str, Any]
    dice: str
    words: tuple[Seat, ...] = ()
    hints: str = ""
    seats: tuple[SeatShown, ...]
    you: tuple[Seat, ...] = ()
    host: bool = False
    code: str = ""
    stream: str = ""
    events_from: int = 1
    set_back: bool = False
    archived: bool = False


class Events(Message, frozen=True, kw_only=True):
    """What happened, as far as this audience may know it; the first has the number `start`.

    `lines` tell it in the language that the page asked for. After other events the `mark` differs.
    """

    start: int = msgspec.field(name="from")
    events: tuple[Event, ...]
    lines: tuple[Line, ...] = ()
    mark: str = ""


class Story(Message, frozen=True, kw_only=True):
    """Everything that happened up to now, told in a language; `start` is the first line's number.

    One that starts from 1 takes the place of all lines before it. There are `count` in all.
    """

    lang: str
    count: int
    start: int = msgspec.field(name="from")
    lines: tuple[Line, ...]


class Snapshot(Message, frozen=True, kw_only=True):
    """The fold of this audience's first `number` events, with their `mark`: what it knows now."""

    number: int
    mark: str = ""
    position: Position
    asks: tuple[Ask, ...]


class Waiting(Message, frozen=True, kw_only=True):
    """Whom the table waits for, and which of one's own seats may take its last choice back.

    `sealed` has the message key of why a seat of one's own may not. `thinking` are the seats whose
    bot is at it.
    """

    asks: tuple[Waited, ...] = ()
    undo: tuple[Seat, ...] = ()
    sealed: dict[Seat, str] = {}
    thinking: tuple[Seat, ...] = ()


class Next(Part, frozen=True, kw_only=True):
    """The same again: the battle that somebody opened when this one was over.

    `by` is who did. `seats` says where the holder of each seat here is invited to sit there.
    """

    battle: str
    by: str
    seats: dict[Seat, Seat]


class Presence(Message, frozen=True, kw_only=True):
    """Who sits where now; how many watch, and what those are called who have said it.

    `next` is the invitation to play again. `absence` is after how many seconds a seat that nobody
    is at may go to another, `asked` which are to, once the others agree.
    """

    seats: tuple[SeatShown, ...]
    watching: int = 0
    watchers: tuple[str, ...] = ()
    next: Next | None = None
    absence: int = 300
    asked: tuple[HandoverShown, ...] = ()


class Clock(Message, frozen=True, kw_only=True):
    """The clock of each player: so many `seconds`, how many are `used`, for whom it is `running`.

    It only counts, while a question is open to a seat that a person holds. 0 seconds is no clock.
    """

    seconds: int
    used: dict[Seat, int] = {}
    running: tuple[Seat, ...] = ()
    paused: bool = False


class Reply(Message, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to the message of that `id`: it was done, or why not.

    For a command, `number` is the last event in the own stream that came of it. A verdict may
    refuse and the reply still be `ok`: the question what would happen was answered.
    """

    id: str
    ok: bool
    refusals: tuple[Reason, ...] = ()
    number: int | None = None
    verdict: Verdict | None = None
    menu: tuple[dict[str, Any], ...] | None = None
    complete: bool = True
    hint: HintShown | None = None
    odds: OddsShown | None = None
    measure: Measured | None = None
    explain: Explained | None = None
    aids: tuple[AidShown, ...] | None = None
    standing: tuple[StandingShown, ...] | None = None
    commands: tuple[CommandShown, ...] | None = None
    stages: tuple[StageShown, ...] | None = None
    contest: ContestShown | None = None
    length: LengthShown | None = None
    muster: tuple[MusteredShown, ...] | None = None
    links: tuple[LinkShown, ...] | None = None
    assaults: tuple[AssaultShown, ...] | None = None
    cards: CardsShown | None = None
    facts: FactsShown | None = None


class Error(Message, frozen=True, kw_only=True):
    """A message that could not be read, or came at the wrong time; the table goes on."""

    key: str
    params: dict[str, Param] = {}


class Bye(Message, frozen=True, kw_only=True):
    """The table hangs up, and why. `again` says whether it is worth calling back."""

    key: str
    again: bool = False


class Pong(Message, frozen=True, kw_only=True):
    """Still here."""

    id: str = ""


Heard: TypeAlias = (
    Welcome
    | Events
    | Story
    | Snapshot
    | Waiting
    | Presence
    | Clock
    | Words
    | Reply
    | Error
    | Bye
    | Pong
)
"""Everything a page may hear."""
