"""Sets a small position of skirmish battles in short text, and lets the seats speak.

    table = setting("R1 line_infantry 5 20 20; B1 militia 10 20 31 180 charged")
    table.say("red", Walk("R1", "normal", table.march("R1", 0, 6)))

A unit is an id, a datasheet, how many models, then x y of the middle of its front rank in inches
and perhaps degrees (clockwise from up the table). Models stand side by side, half an inch between
them, in ranks of ten. Then words: a mark of names.py, `reserve`, `undeployed` or `lost` (places),
`aboard R7`, `model=weapon` (one model of that kind gets the weapon by an option), `files=5`,
`gap=20` (tenths of an inch between models), `wounds=2` (lost by its last model), `level=30` (tenths
of an inch), `declared=B1`. An id's first letter names its seat.
`at={"R1.2": (20, 21)}` puts single models elsewhere, with a facing in degrees as a third number.
Units are mustered as those of position files.
Ground: `woods ellipse 24 16 8 6; ruins box 24 10 4 2`: kind, outline, x, y, length, width, degrees.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from condotta.kernel.asks import Action
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import ScriptedCup
from condotta.kernel.events import Began, Counted, Entered, Event, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair
from condotta.positions.records import PieceSaid
from condotta.positions.shorthand import numeric
from condotta.positions.skirmish import MARKS, muster
from condotta.rules import setting_up
from condotta.rules.setting_up import Opening
from condotta.rules.skirmish import names
from condotta.rules.skirmish.layer import SKIRMISH
from condotta.rules.skirmish.reading.datasheets import Datasheet
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.setting_out.opening import steps as set_up
from condotta.rules.skirmish.turn.turns import Proper
from condotta.rules.steps import Closing, Conduct
from tests.rules.any_table import AnyTable, clauses
from tests.rules.short_text import ground, parted

INCH = names.INCH
SEATS = {"red": "red", "blue": "blue"}
ALONE = {"red": "red", "blue": "blue", "amber": "amber", "green": "green"}
PLACES = ("reserve", "lost", "undeployed")
OPTIONS = ("files", "gap", "wounds", "level", "declared")


class Table(AnyTable):
    """A skirmish battle at a moment, and short ways to speak and to look."""

    @property
    def field(self) -> Field:
        return field(self.position)

    def unit(self, name: str) -> Unit:
        return self.field.unit(name)

    def models(self, name: str) -> int:
        """How many models of a unit are on the table."""
        found = self.field.units.get(name)
        return len(found.models) if found else 0

    def at(self, name: str) -> tuple[float, float]:
        """Where a model stands now, in inches."""
        pose = self.pose(name)
        return round(pose.x / INCH, 3), round(pose.y / INCH, 3)

    def why_not(self, seat: str, said: Action) -> set[str]:
        """The clauses that refuse an action; none when it is legal."""
        return clauses(self.judge(seat, said))


def setting(
    units: str,
    *,
    phase: str = names.MOVEMENT,
    active: str = "red",
    turn: int = 1,
    areas: str = "",
    dice: Iterable[int] = (),
    seats: Mapping[str, str] = SEATS,
    counters: Mapping[str, Mapping[str, int]] = {},
    settings: Mapping[str, Any] = {},
    layers: tuple[Layer, ...] = (),
    then: Iterable[Any] = (),
    at: Mapping[str, tuple[float, ...]] = {},
    sheets: Iterable[Datasheet] = (),
    board: tuple[float, float] = (72, 48),
    extra: Iterable[Event] = (),
) -> Table:
    """A table at that moment of battle round 1.

    With `dice` chance answers them; without, they are typed by `roll`. `then` are frames to begin
    with instead of the phase. `sheets` are datasheets beside the shipped ones, `extra` events such
    as markers.
    """
    book = Book("skirmish", (SKIRMISH, *layers), dict(settings))
    known = {sheet.id: sheet for sheet in sheets}
    chairs = tuple(Chair(seat, side) for seat, side in seats.items())
    events: list[Event] = [Began(Board(round(board[0] * INCH), round(board[1] * INCH)), chairs)]
    events += ground(areas)
    events += mustered(units, seats, known, at)
    events += extra
    if phase in names.PHASES:
        events += [Counted(names.TABLE, names.ROUND, 1), Counted(active, names.HAD_TURN, 1)]
    events += [
        Counted(who, key, value) for who, row in counters.items() for key, value in row.items()
    ]
    events += begun(phase, active, turn, tuple(then))
    return Table(Battle(book, events, ScriptedCup(tuple(dice)) if dice else None))


def begun(phase: str, active: str, turn: int, then: tuple[Any, ...]) -> list[Event]:
    """The phase in progress, or the frames to begin with, the first one first."""
    events: list[Event] = [Entered(turn, phase, (active,)), Pushed(Conduct())]
    if phase in (names.TERRAIN, names.DEPLOYMENT):
        done = Counted(names.TABLE, setting_up.SET_UP, len(set_up(None, Position())))
        opened = (Entered(0, phase, ()), Pushed(Conduct()), done, Pushed(Opening()))
        return [*opened, *(Pushed(frame) for frame in reversed(then))]
    if then:
        return [*events, *(Pushed(frame) for frame in reversed(then))]
    return [*events, Pushed(Closing(phase=phase)), Pushed(Proper(phase=phase))]


def mustered(
    units: str,
    seats: Mapping[str, str],
    sheets: Mapping[str, Datasheet],
    at: Mapping[str, tuple[float, ...]],
) -> Iterable[Event]:
    """Every unit with its sheet and models, as position files muster them."""
    laid: list[Event] = []
    for text in parted(units):
        said = unit(text.split(), at)
        seat = next(seat for seat in seats if seat.upper().startswith(said.id[0]))
        fresh = [one for one in muster(said, seat, said.id[0], sheets) if one not in laid]
        laid += fresh
        yield from fresh


def unit(words: list[str], at: Mapping[str, tuple[float, ...]]) -> PieceSaid:
    """One unit as a position file says it."""
    name, kind, count, *rest = words
    options = dict(word.split("=", 1) for word in rest if "=" in word)
    place = next((word for word in rest if word in PLACES), None)
    host = rest[rest.index("aboard") + 1] if "aboard" in rest else ""
    numbers = [float(word) for word in rest if numeric(word)]
    marks = [word.replace("_", " ") for word in rest if word.replace("_", " ") in MARKS]
    declared = [names.DECLARED + options["declared"]] if "declared" in options else []
    number = {key: float(options[key]) / 10 for key in ("gap", "level") if key in options}
    return PieceSaid(
        id=name,
        type=kind,
        models=int(count),
        at=None if place or host else (numbers[0], numbers[1], *(numbers[2:] or [0.0])),
        place=place,  # type: ignore[arg-type]  # one of PLACES
        inside=host,
        marks=(*marks, *declared),
        files=int(options["files"]) if "files" in options else None,
        gap=number.get("gap"),
        level=number.get("level"),
        models_at={one: (*spot, 0.0)[:3] for one, spot in at.items() if one.startswith(f"{name}.")},
        arms={key: arm for key, arm in options.items() if key not in OPTIONS},
        counters={names.WOUNDS: int(options["wounds"])} if "wounds" in options else {},
    )
