"""Sets a small position of ranked battles in short text, and lets the seats speak.

    table = setting("R1 line-infantry 20x5 20 20 0 standard; B1 levy-spears 25x5 20 31 180")
    table.say("red", Manoeuvre("R1", (Advance(40000),)))

A part is an id, a unit of units.toml, models x files, then x y degrees in inches (the middle of the
front edge, clockwise from up the table), then traits and marks: `standard musician champion fleeing
general battle-standard charged moved`. `in R1` instead of a pose puts a character into a regiment;
`reserve` and `lost` are places. An id's first letter names its seat. Pieces and the moment are read
as those of position files.
Ground: `forest ellipse 24 16 8 6; river box 24 10 40 2`: kind, outline, x, y, length, width.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from condotta.kernel.asks import Action
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import ScriptedCup
from condotta.kernel.events import Began, Counted, Entered, Event, Pushed
from condotta.kernel.records import Board
from condotta.positions.building import set_up
from condotta.positions.ranked import begin
from condotta.positions.records import Document, SeatSaid
from condotta.rules.ranked import names
from condotta.rules.ranked.layer import RANKED
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.steps import Conduct
from condotta.table import facing_degrees
from tests.rules.any_table import AnyTable, clauses
from tests.rules.short_text import ground, parted

INCH = names.INCH
SEATS = {"red": "red", "blue": "blue"}


class Table(AnyTable):
    """A ranked battle at a moment, and short ways to speak and to look."""

    @property
    def field(self) -> Field:
        return field(self.book, self.position)

    def regiment(self, name: str) -> Regiment:
        return self.field.regiment(name)

    def at(self, name: str) -> tuple[float, float, float]:
        """Where a piece stands now as x, y in inches and degrees, rounded."""
        pose = self.pose(name)
        turned = round(facing_degrees(pose) % 360, 2) % 360
        return round(pose.x / INCH, 3), round(pose.y / INCH, 3), turned

    def models(self, name: str) -> int:
        return self.count(name, names.MODELS)

    def why_not(self, seat: str, said: Action) -> set[str]:
        """The clauses that refuse an action; none when it is legal."""
        return clauses(self.judge(seat, said))


def setting(
    pieces: str,
    *,
    phase: str = names.REMAINING,
    active: str = "red",
    turn: int = 1,
    areas: str = "",
    dice: Iterable[int] = (),
    seats: Mapping[str, str] = SEATS,
    counters: Mapping[str, Mapping[str, int]] = {},
    settings: Mapping[str, Any] = {},
    layers: tuple[Layer, ...] = (),
    then: Iterable[Any] = (),
) -> Table:
    """A table at that moment: `phase` is a phase, or a step of the movement phase.

    With `dice` chance answers them; without, they are typed by `roll`. `then` are frames to begin
    with instead of the phase.
    """
    book = Book("ranked", (RANKED, *layers), dict(settings))
    events = [*opened(pieces, areas, seats)]
    events += [Counted(names.TABLE, names.GAME_TURN, 1)]
    events += [Counted(next(iter(seats)), names.FIRST_TURN, 1)]
    events += [
        Counted(who, key, value) for who, row in counters.items() for key, value in row.items()
    ]
    events += [*begun(phase, active, turn, tuple(then))]
    return Table(Battle(book, events, ScriptedCup(tuple(dice)) if dice else None))


def opened(pieces: str, areas: str, seats: Mapping[str, str]) -> Iterable[Event]:
    """Everything that lies on the table, as position files read it."""
    made = set_up(
        Document(
            system="ranked",
            seats=tuple(SeatSaid(seat=seat, side=side) for seat, side in seats.items()),
            pieces=parted(pieces),
        )
    )
    yield Began(Board(72 * INCH, 48 * INCH), made.chairs)
    yield from ground(areas)
    yield from made.mustered


def begun(phase: str, active: str, turn: int, then: tuple[Any, ...]) -> Iterable[Event]:
    """The phase in progress, or the frames to begin with, the first one first."""
    if not then:
        yield from begin(Document(system="ranked", phase=phase, active=active, turn=turn))
        return
    entered = next((one for one, inside in names.STEPS.items() if phase in inside), phase)
    yield Entered(turn, entered, (active,))
    yield Pushed(Conduct())
    yield from (Pushed(frame) for frame in reversed(then))
