"""What a position file holds. Lengths are the game's own units, directions are degrees.

Nothing here knows a game: its words are checked and read by its `Game`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from condotta.kernel.records import Place
from condotta.positions.dice import Throw


class Part(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A part of a position file."""


class SeatSaid(Part, frozen=True, kw_only=True):
    """A seat at the table and the side it sits on. Seats of one side are friends."""

    seat: str
    side: str
    name: str = ""


class GroundSaid(Part, frozen=True, kw_only=True):
    """A piece of ground: an ellipse or box [x, y, length, depth], or a strip along points.

    Its length lies along the board's width until `turn` turns it clockwise.
    """

    id: str = ""
    type: str
    ellipse: tuple[float, float, float, float] | None = None
    box: tuple[float, float, float, float] | None = None
    strip: tuple[tuple[float, float], ...] | None = None
    width: float = 1
    turn: float = 0


class MarkSaid(Part, frozen=True, kw_only=True):
    """A mark that goes at another moment than such marks usually do: never, unless one is named."""

    name: str
    until: str = ""


class PieceSaid(Part, frozen=True, kw_only=True):
    """A stand, regiment, unit, camp or marker.

    `at` is [x, y, degrees]: the middle of its front edge, and its facing clockwise from up the
    board. A piece without it lies in `place`. `width` and `depth` are its type's unless given.
    `real` are the types behind one that is not what it seems, none for nothing, and `behind` is the
    front one of two that are one: its own side alone is told. `models` in `files` are those of a
    regiment or unit; one `in` another is a character in a regiment, or a unit in a transport.
    `models_at` are places of single models by their ids, `arms` the weapons taken by models of a
    kind instead of their own, `gap` the room between models, `level` how high they stand.

    One that is `exact` is taken as it is written: nothing of its type is added. Then `shape` is its
    base, `controller` who says what it does, `truth` what it really is, and `facing` the direction
    as a log writes it, where degrees do not say it to the last digit. `seen` is what those see who
    do not see it as it is, by seat (or `spectators`): null for nothing at all.
    """

    id: str
    type: str
    seat: str = ""
    at: tuple[float, float, float] | None = None
    place: Place | None = None
    general: bool = False
    traits: tuple[str, ...] = ()
    marks: tuple[str | MarkSaid, ...] = ()
    unit: str = ""
    army: str = ""
    command: str = ""
    width: float | None = None
    depth: float | None = None
    worth: float | None = None
    counters: dict[str, int] = {}
    real: tuple[str, ...] | None = None
    behind: str = ""
    models: int | None = None
    files: int | None = None
    inside: str = msgspec.field(name="in", default="")
    models_at: dict[str, tuple[float, float, float]] = {}
    arms: dict[str, str] = {}
    gap: float | None = None
    level: float | None = None
    exact: bool = False
    shape: dict[str, Any] | None = None
    controller: str = ""
    truth: str = ""
    facing: tuple[int, int] | None = None
    seen: dict[str, PieceSaid | None] = {}


class CardSaid(Part, frozen=True, kw_only=True):
    """A card on display beside the board: its code, whose it is, the entry it was bought for."""

    code: str
    seat: str
    unit: str = ""
    detail: str = ""


class ChancesAsked(Part, frozen=True, kw_only=True):
    """What seats say one after another, and how likely everything is that may come of it.

    `do` is said as in `says`, each as soon as it is asked for. `answers` are what seats say besides
    whenever they are asked, in any `window` or in one; instead of an action `"offered": true` takes
    the first that would be offered, passing apart. A seat for which nothing is given takes the only
    option there is, or passes. All ends with the turn, before that with the phase of the last act,
    or with the phase that `until` names. `tell` names what is wanted: a pattern of the position at
    the end and, as `ruled`, of a ruling on the way there, or the path of a value such as
    `models.B1`; without it everything that is uncertain is told. More results than `most` are
    refused.
    """

    do: tuple[dict[str, Any], ...] = ()
    answers: tuple[dict[str, Any], ...] = ()
    tell: dict[str, str | dict[str, Any]] = {}
    until: str = ""
    most: int = 50_000


Expectation = dict[str, Any] | tuple[dict[str, Any], ...]
"""What an answer must hold, or one such pattern for each of the settings it runs under."""


class Case(Part, frozen=True, kw_only=True):
    """The same position with something changed: what is given here holds instead.

    Settings, losses and counters are laid over those of the file, one by one; pieces replace those
    of the same id and add the others.
    """

    name: str
    note: str = ""
    settings: dict[str, Any] = {}
    seats: tuple[SeatSaid, ...] | None = None
    terrain: tuple[str | GroundSaid, ...] | None = None
    pieces: tuple[str | PieceSaid, ...] = ()
    cards: tuple[CardSaid, ...] | None = None
    phase: str | None = None
    active: str | tuple[str, ...] | None = None
    points: int | dict[str, int] | None = None
    losses: dict[str, float] = {}
    counters: dict[str, dict[str, int]] = {}
    hands: dict[str, tuple[str, ...]] | None = None
    enemy: str | None = None
    progress: tuple[dict[str, Any], ...] | None = None
    dice: tuple[Throw, ...] | None = None
    draws: tuple[str, ...] | None = None
    says: tuple[dict[str, Any], ...] | None = None
    questions: tuple[dict[str, Any], ...] | None = None
    at_once: Expectation | None = None
    expect: Expectation | None = None


class Document(Part, frozen=True, kw_only=True):
    """A moment of a battle, what the seats then say, what is asked, and what is expected.

    `at_once` is expected of what follows before anybody speaks, `expect` of the state at the end.
    `hands` are cards that a seat holds, `enemy` the seat that is fought in this phase. `events` are
    what else is so, `progress` the procedures begun and not done, the innermost last, `asked` the
    questions that are open: all three as a log writes them.
    """

    schema: str = msgspec.field(name="$schema", default="")
    format: Literal[1] = 1
    system: str
    title: str = ""
    note: str = ""
    clauses: tuple[str, ...] = ()
    settings: dict[str, Any] = {}
    under: tuple[dict[str, Any], ...] = ()
    board: tuple[float, float] | None = None
    seats: tuple[SeatSaid, ...] = ()
    terrain: tuple[str | GroundSaid, ...] = ()
    pieces: tuple[str | PieceSaid, ...] = ()
    cards: tuple[CardSaid, ...] = ()
    phase: str = ""
    active: str | tuple[str, ...] = ()
    turn: int = 1
    points: int | dict[str, int] | None = None
    losses: dict[str, float] = {}
    counters: dict[str, dict[str, int]] = {}
    hands: dict[str, tuple[str, ...]] = {}
    enemy: str = ""
    events: tuple[dict[str, Any], ...] = ()
    progress: tuple[dict[str, Any], ...] = ()
    asked: tuple[dict[str, Any], ...] = ()
    dice: tuple[Throw, ...] = ()
    draws: tuple[str, ...] = ()
    says: tuple[dict[str, Any], ...] = ()
    questions: tuple[dict[str, Any], ...] = ()
    at_once: Expectation | None = None
    expect: Expectation | None = None
    tolerance: float = 0.001
    cases: tuple[Case, ...] = ()
