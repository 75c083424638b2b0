"""What goes over HTTP: questions about lists and rosters, new battles, claims, archives."""

from __future__ import annotations

from typing import Any, Literal

from condotta.armies.building.views import FindingShown
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.server.parts import Part, SaidShown
from condotta.server.seat_parts import HandoverShown, RoomSeat
from condotta.settings import SettingShown

Dice = Literal["shared", "committed", "typed", "seeded"]
"""Rolled here, from words of everybody; from a secret of the table alone; rolled on the table and
typed in; from a number, for practice."""


class Problem(Part, frozen=True, kw_only=True):
    """Why a request was refused: a message key, its parameters, the sentence in English."""

    key: str
    params: dict[str, Param] = {}
    text: str = ""


# ── what there is ────────────────────────────────────────────────────────────
class Place(Part, frozen=True, kw_only=True):
    """A place at the table as the system knows it: its seat, side, letter, number of its army.

    The first place of an army names its roster.
    """

    seat: Seat
    side: str
    letter: str
    army: int = 0


class TerrainShown(Part, frozen=True, kw_only=True):
    """A kind of ground: what it is to walk on, hides and gives cover, and whether it is high.

    `says` is what it does in sentences, where that is more than these words tell.
    """

    key: str
    going: str
    sight: str
    hill: bool
    clause: str
    cover: str = ""
    says: tuple[SaidShown, ...] = ()


class CoinShown(Part, frozen=True, kw_only=True):
    """A coin and what it is worth."""

    name: str
    value: int


class RefereeAsked(Part, frozen=True, kw_only=True):
    """A position file as text; before it is ruled on, a piece may be put elsewhere in it.

    `at` is x, y and degrees in the game's units. A `tidy` file comes back laid out for people.
    """

    file: str
    move: str = ""
    at: tuple[float, float, float] = (0, 0, 0)
    tidy: bool = False


class RefereeQuestion(Part, frozen=True, kw_only=True):
    """A question that can be put together by hand: what it needs besides its name."""

    name: str
    needs: Literal["all", "piece", "pair", "seat", "chain"]
    says: str


class RefereeSystem(Part, frozen=True, kw_only=True):
    """What a system knows at the desk: a file to begin with, its words, what can be asked.

    `settings` are those with words or flags to choose from, each with its other values; `says` is
    what each decides, in English.
    """

    file: str
    types: tuple[str, ...]
    grounds: tuple[str, ...]
    phases: tuple[str, ...]
    counted: bool
    board: tuple[float, float]
    settings: dict[str, tuple[str | bool, ...]]
    says: dict[str, str]
    questions: tuple[RefereeQuestion, ...]


class RefereePiece(Part, frozen=True, kw_only=True):
    """A piece that can be taken hold of: where it is in the file's units, and on the map.

    On the map: the middle of its front, half its width, its depth, and its turn in degrees; a round
    one has a radius instead, about its middle.
    """

    piece: str
    seat: Seat
    at: tuple[float, float, float]
    x: float
    y: float
    half: float
    depth: float
    turn: float
    radius: float = 0


class RefereeChance(Part, frozen=True, kw_only=True):
    """An outcome in the reader's language: its chance, and as a fraction where that is short."""

    says: str
    chance: float
    exact: str = ""


class RefereeOption(Part, frozen=True, kw_only=True):
    """What a seat may choose at the end of a file, in which window."""

    seat: Seat
    window: str
    option: str


class RefereeTurn(Part, frozen=True, kw_only=True):
    """Something said or asked, and what came of it; of a question of chances its outcomes.

    `drawn` is what of the answer is drawn over the map, as a group of the same picture.
    """

    what: str
    accepted: bool | None = None
    lines: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    drawn: str = ""
    chances: tuple[RefereeChance, ...] = ()


class RefereeRun(Part, frozen=True, kw_only=True):
    """One case of a file under one choice of settings."""

    name: str
    turns: tuple[RefereeTurn, ...]
    then: tuple[str, ...]


class RefereeSaid(Part, frozen=True, kw_only=True):
    """What the rules say of a position file: what is wrong with it, or the map and every answer.

    `scale` is how many of the map's units one unit of the game has, `origin` where the near left
    corner of the board lies on the map; `seats` are who may play on from there, `options` what
    seats may choose at its end.
    """

    file: str
    fault: str = ""
    map: str = ""
    pieces: tuple[RefereePiece, ...] = ()
    origin: tuple[float, float] = (0, 0)
    scale: float = 1
    runs: tuple[RefereeRun, ...] = ()
    seats: tuple[Place, ...] = ()
    options: tuple[RefereeOption, ...] = ()


class DesignShown(Part, frozen=True, kw_only=True):
    """A secret card: its price, in which roles it is played, at which moment."""

    type: str
    cost: int
    roles: tuple[str, ...]
    moment: str


class TroopsShown(Part, frozen=True, kw_only=True):
    """So many of one kind: a troop type, or a unit by its name or its sheet."""

    name: str
    count: int


class HostShown(Part, frozen=True, kw_only=True):
    """An army of a game that has its own, to choose by its id; what it is worth, and `by` what."""

    id: str
    label: str
    by: Literal["points", "power"]
    worth: int
    units: tuple[TroopsShown, ...]


class CompanyShown(Part, frozen=True, kw_only=True):
    """A company that can be hired: what a seat says to have it, its list, its price in halves."""

    text: str
    source: str
    half_points: int
    units: tuple[TroopsShown, ...]


class SystemShown(Part, frozen=True, kw_only=True):
    """A game that can be played: its places, one set for each number of seats, its settings.

    `rosters` says whether its armies are of the lists, `by_hand` whether a page may move what lies
    on the board by hand, or shows the answers worth thinking about, `models` that it is units of
    single models that move; coins are told dearest first.
    `reported` says that the field is a real table, and people say what happens there.
    `anytime` are the kinds of acts that need no question. `armies` are its own armies, if it has
    any; `companies` can be hired where the setting `hires` says so. `bot` plays it best.
    """

    system: str
    name: str
    quanta: int
    unit: str
    seats: tuple[tuple[Place, ...], ...]
    settings: tuple[SettingShown, ...]
    terrain: tuple[TerrainShown, ...] = ()
    rosters: bool = True
    by_hand: bool = True
    models: bool = False
    reported: bool = False
    coins: tuple[CoinShown, ...] = ()
    designs: tuple[DesignShown, ...] = ()
    anytime: tuple[str, ...] = ()
    armies: tuple[HostShown, ...] = ()
    hires: str = ""
    companies: tuple[CompanyShown, ...] = ()
    bot: str


class ScenarioShown(Part, frozen=True, kw_only=True):
    """A moment of a battle to practise from. `title` and `note` are message keys."""

    scenario: str
    system: str
    title: str
    note: str
    seats: tuple[Place, ...]


class About(Part, frozen=True, kw_only=True):
    """What this table is and what can be played on it. `owner` says that it is the asker's."""

    version: str
    protocol: int
    systems: tuple[SystemShown, ...]
    bots: tuple[str, ...]
    dice: tuple[Dice, ...]
    languages: tuple[str, ...]
    scenarios: tuple[ScenarioShown, ...]
    addresses: tuple[str, ...] = ()
    owner: bool = False


class StandsShown(Part, frozen=True, kw_only=True):
    """Stands of one type in one option of a roster; points are halves."""

    option: str
    description: str
    code: str
    name: str
    stands: int
    half_points: int
    allied: bool = False
    leads: bool = False


class RosterShown(Part, frozen=True, kw_only=True):
    """A roster with its bill and everything found about it; points are halves."""

    id: str
    label: str
    list_key: str
    list_name: str
    year: int
    stands: tuple[StandsShown, ...]
    stand_count: int
    half_points: int
    legal: bool
    findings: tuple[FindingShown, ...] = ()


# ── battles ──────────────────────────────────────────────────────────────────
class SeatAsked(Part, frozen=True, kw_only=True):
    """Who is to sit at a seat of a new battle, with which army.

    `roster` is the id of a shipped roster or a whole one, as files have it; neither lets the table
    pick. A scenario brings its own stands. `company` is one of mercenaries in words, where they are
    hired; without it one is drawn.
    """

    seat: Seat = ""
    held_by: Literal["you", "bot", "open"] = "open"
    player: str = ""
    bot: str = "steward"
    roster: str | dict[str, Any] | None = None
    company: str = ""


class NewBattle(Part, frozen=True, kw_only=True):
    """A battle to be set up. Seats that are not named are open.

    The battle begins at the moment of `position`, a position file. `clock` are seconds a player;
    `notices` is where turns are told. `absence` is as for a room; `hints` may be asked of a bot.
    """

    system: str = "triumph"
    title: str = ""
    settings: dict[str, Any] = {}
    seats: tuple[SeatAsked, ...] = ()
    scenario: str = ""
    position: str = ""
    dice: Dice = "shared"
    seed: str = ""
    clock: int = 0
    notices: str = ""
    absence: int = 300
    hints: bool = True


class Grant(Part, frozen=True, kw_only=True):
    """A seat that is now the asker's. Whoever knows the secret may sit there: keep it."""

    seat: Seat
    secret: str


class BattleMade(Part, frozen=True, kw_only=True):
    """A battle was set up: its id, the short code that lets others in, and the seats granted."""

    battle: str
    code: str
    seats: tuple[Grant, ...] = ()


class Claim(Part, frozen=True, kw_only=True):
    """An open seat is asked for, with the short code that hangs at the table."""

    code: str
    seat: Seat
    player: str = ""


class Claimed(Part, frozen=True, kw_only=True):
    """The seat is the asker's."""

    battle: str
    seat: Seat
    secret: str


class Room(Part, frozen=True, kw_only=True):
    """A table as whoever knows its code or id sees it from the door.

    `invited` are the seats that are kept for the asker, `waits` those that are asked something, as
    everybody may know it, `clock` the seconds of each player. `notices` are the seats whose turns
    are told elsewhere, of those for which the asker says where; an empty name is all of them. One
    that is `damaged` cannot be opened. `returns` are the seats that a bot plays for the asker, who
    may take them back. `absence` is after how many seconds a seat that nobody is at may go to
    another, `asked` which are to.
    """

    battle: str
    code: str
    title: str
    system: str
    dice: str
    seats: tuple[RoomSeat, ...]
    you: tuple[Seat, ...] = ()
    invited: tuple[Seat, ...] = ()
    waits: tuple[Seat, ...] = ()
    clock: int = 0
    notices: tuple[Seat, ...] = ()
    returns: tuple[Seat, ...] = ()
    absence: int = 300
    asked: tuple[HandoverShown, ...] = ()
    host: bool = False
    turn: int = 0
    phase: str = ""
    winners: tuple[str, ...] | None = None
    archived: bool = False
    damaged: bool = False
    created: int = 0
    updated: int = 0


class Rooms(Part, frozen=True, kw_only=True):
    """The battles that the asker may see, the newest first."""

    battles: tuple[Room, ...]
