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
Ground: `woods ellipse 24 16 8 6; ruins box 24 10 4 2`: kind, outline, x, y, length, width, degrees.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from condotta.kernel.asks import Action
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import ScriptedCup
from condotta.kernel.events import Began, Counted, Entered, Event, Mustered, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Board, Chair, Mark
from condotta.rules import setting_up
from condotta.rules.setting_up import Opening
from condotta.rules.skirmish import names
from condotta.rules.skirmish.layer import SKIRMISH
from condotta.rules.skirmish.muster import raised, shape_of
from condotta.rules.skirmish.reading.datasheets import Datasheet, as_piece, shipped_sheets
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.rosters.armies import Swap, squad
from condotta.rules.skirmish.setting_out.opening import steps as set_up
from condotta.rules.skirmish.turn.turns import Proper
from condotta.rules.steps import Closing, Conduct
from condotta.table import Disc, Pose, from_degrees, pose_at
from tests.rules.any_table import AnyTable, clauses
from tests.rules.short_text import ground, numeric, parted

INCH = names.INCH
SEATS = {"red": "red", "blue": "blue"}
ALONE = {"red": "red", "blue": "blue", "amber": "amber", "green": "green"}
UNTIL = {
    names.ADVANCED: names.TURN,
    names.FELL_BACK: names.TURN,
    names.MADE_MOVE: names.TURN,
    names.ARRIVED: names.TURN,
    names.DISEMBARKED: names.TURN,
    names.CHARGED: names.TURN,
    names.TRIED_CHARGE: names.TURN,
    names.TESTED: names.TURN,
    names.SHOT: names.PHASE,
    names.FOUGHT: names.PHASE,
    names.ENGAGED: names.PHASE,
    names.SMOKE: "",
    names.SMOKED: "",
}
"""Marks that may be written; blanks are underscores, as in `fell_back`."""
PLACES = ("reserve", "lost", "undeployed")
RANK = 10


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
    known = {**shipped_sheets(), **{sheet.id: sheet for sheet in sheets}}
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
    known: Mapping[str, Datasheet],
    at: Mapping[str, tuple[float, ...]],
) -> Iterable[Event]:
    """Every unit with its sheet and models."""
    laid: set[tuple[str, str]] = set()
    for text in parted(units):
        name, kind = text.split()[:2]
        if (name[0], kind) not in laid:
            laid.add((name[0], kind))
            seat = next(seat for seat in seats if seat.upper().startswith(name[0]))
            yield Mustered(as_piece(known[kind], seat, name[0]))
    for text in parted(units):
        yield from one_unit(text.split(), seats, known, at)


def one_unit(
    words: list[str],
    seats: Mapping[str, str],
    known: Mapping[str, Datasheet],
    at: Mapping[str, tuple[float, ...]],
) -> Iterable[Event]:
    """One unit: its pieces with poses and marks, its numbers."""
    name, kind = words[:2]
    seat = next(seat for seat in seats if seat.upper().startswith(name[0]))
    sheet, count, rest = known[kind], int(words[2]), words[3:]
    options = dict(word.split("=", 1) for word in rest if "=" in word)
    numbers = [float(word) for word in rest if numeric(word)]
    swaps = tuple(
        Swap(model.id, (options[model.id],)) for model in sheet.models if model.id in options
    )
    place = next((word for word in rest if word in PLACES), "table")
    place = "aside" if "aboard" in rest else place
    marks = marks_of(rest, options)
    places = iter(spots(sheet, count, numbers, options) if place == "table" else ())
    for event in raised(seat, name[0], squad(sheet, count, swaps), name):
        if not isinstance(event, Mustered):
            yield event
        elif event.piece.type == names.UNIT:
            yield Mustered(replace(event.piece, place=place, marks=marks))
        else:
            pose = next(places, None)
            if event.piece.id in at:
                x, y, *turned = at[event.piece.id]
                pose = pose_at(round(x * INCH), round(y * INCH), turned[0] if turned else 0)
            yield Mustered(replace(event.piece, place=place, pose=pose))
    for number in range(1, count + 1):
        if "level" in options:
            yield Counted(f"{name}.{number}", names.LEVEL, int(options["level"]) * INCH // 10)
    if "wounds" in options:
        yield Counted(f"{name}.{count}", names.WOUNDS, int(options["wounds"]))


def marks_of(rest: list[str], options: Mapping[str, str]) -> tuple[Mark, ...]:
    """The marks that are written behind a unit."""
    words = [word.replace("_", " ") for word in rest]
    marks = [Mark(word, UNTIL[word]) for word in words if word in UNTIL]
    if "aboard" in rest:
        marks.append(Mark(names.ABOARD + rest[rest.index("aboard") + 1]))
    if "declared" in options:
        marks.append(Mark(names.DECLARED + options["declared"], names.TURN))
    return tuple(marks)


def spots(
    sheet: Datasheet, count: int, numbers: list[float], options: Mapping[str, str]
) -> Iterable[Pose]:
    """Where the models stand: ranks of ten, the middle of the first one in front at the place."""
    x, y, *turned = numbers
    files = min(count, int(options.get("files", RANK)))
    shape = shape_of(sheet)
    room = round(int(options.get("gap", "5")) * INCH / 10)
    wide, deep = (
        (2 * shape.radius, 2 * shape.radius)
        if isinstance(shape, Disc)
        else (shape.width, shape.depth)
    )
    ux, uy = from_degrees(turned[0] if turned else 0)
    for number in range(count):
        row, column = divmod(number, files)
        in_row = min(files, count - row * files)
        right = (column - (in_row - 1) / 2) * (wide + room)
        back = row * (deep + room)
        dx = (right * uy - back * ux) / 1_000_000
        dy = (-right * ux - back * uy) / 1_000_000
        yield Pose(round(x * INCH + dx), round(y * INCH + dy), ux, uy)
