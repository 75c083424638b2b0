"""Sets a small position of ranked battles in short text, and lets the seats speak.

    table = setting("R1 line-infantry 20x5 20 20 0 standard; B1 levy-spears 25x5 20 31 180")
    table.say("red", Manoeuvre("R1", (Advance(40000),)))

A part is an id, a unit of units.toml, models x files, then x y degrees in inches (the middle of the
front edge, clockwise from up the table), then traits and marks: `standard musician champion fleeing
general battle-standard charged moved`, any other word is a trait. `in R1` instead of a pose puts a
character into a regiment; `reserve` and `lost` are places. An id's first letter names its seat.
Ground: `forest ellipse 24 16 8 6; river box 24 10 40 2`: kind, outline, x, y, length, width.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Choose, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book, Layer
from condotta.kernel.chance import ScriptedCup
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Began, Counted, Entered, Event, Laid, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Board, Chair, Mark, Piece
from condotta.kernel.rulings import Refusal, Verdict
from condotta.rules.ranked import names
from condotta.rules.ranked.layer import RANKED
from condotta.rules.ranked.muster import raised, regiment
from condotta.rules.ranked.regiment import Field, Regiment, field
from condotta.rules.ranked.turns import Closing, Conduct, Proper
from condotta.rules.ranked.units import Army, Entry, kinds
from condotta.table import Area, Box, Ellipse, Pose, facing_degrees, from_degrees, pose_at

INCH = names.INCH
SEATS = {"red": "red", "blue": "blue"}
MARKS = {
    "standard": "",
    "musician": "",
    "champion": "",
    "fleeing": "",
    "moved": names.TURN,
    "marched": names.TURN,
    "charged": names.TURN,
    "rallied": names.TURN,
    "fled": names.TURN,
    "arrived": names.TURN,
    "reformed": names.TURN,
}
PLACES = ("reserve", "lost", "undeployed")


class Table:
    """A battle at a moment, and short ways to speak and to look."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    @property
    def position(self) -> Position:
        return self.battle.state.position

    @property
    def field(self) -> Field:
        return field(self.battle.book, self.position)

    def piece(self, name: str) -> Piece:
        return self.position.pieces[name]

    def regiment(self, name: str) -> Regiment:
        return self.field.regiment(name)

    def pose(self, name: str) -> Pose:
        found = self.piece(name).pose
        assert found is not None, name
        return found

    def at(self, name: str) -> tuple[float, float, float]:
        """Where a piece stands now as x, y in inches and degrees, rounded."""
        pose = self.pose(name)
        turned = round(facing_degrees(pose) % 360, 2) % 360
        return round(pose.x / INCH, 3), round(pose.y / INCH, 3), turned

    def count(self, holder: str, name: str) -> int:
        return self.position.count(holder, name)

    def models(self, name: str) -> int:
        return self.position.count(name, names.MODELS)

    def marked(self, name: str, mark: str) -> bool:
        return self.piece(name).marked(mark)

    def asks(self, seat: str = "") -> tuple[Ask, ...]:
        """The open questions, of one seat or of all."""
        return tuple(ask for ask in self.battle.waiting() if seat in ("", ask.seat))

    def ask_for(self, seat: str, said: Action) -> int | None:
        """The number of the seat's open question that such an action answers."""
        for ask in self.asks(seat):
            if isinstance(said, Choose) and said.option in ask.options:
                return ask.id
            if type(said).__name__ in ask.says or (isinstance(said, Roll) and ask.dice):
                return ask.id
        return next((ask.id for ask in self.asks(seat)), None)

    def say(self, seat: str, said: Action) -> list[Event]:
        """Say it; every event that follows. Raises `Illegal` when it is refused."""
        return self.battle.say(seat, said, self.ask_for(seat, said))

    def choose(self, seat: str, option: str) -> list[Event]:
        return self.say(seat, Choose(option))

    def roll(self, *pips: int) -> list[Event]:
        """Type in the dice that chance is asked for."""
        return self.say(CHANCE, Roll(pips))

    def judge(self, seat: str, said: Action) -> Verdict:
        """What the rules would say, without doing it."""
        return self.battle.judge(seat, said, self.ask_for(seat, said))

    def why_not(self, seat: str, said: Action) -> set[str]:
        """The clauses that refuse an action; none when it is legal."""
        return {one.clause for one in self.judge(seat, said).refusals}

    def refused(self, seat: str, said: Action) -> tuple[Refusal, ...]:
        """Say it; why it was refused. It must be, and it must change nothing."""
        before, events = self.battle.state, len(self.battle.log)
        try:
            self.say(seat, said)
        except Illegal as why:
            assert self.battle.state is before
            assert len(self.battle.log) == events
            return why.refusals
        raise AssertionError(f"{said} was accepted")

    def rulings(self, clause: str = "") -> list[Ruled]:
        """The rulings so far, all or those of one clause."""
        ruled = (event for event in self.battle.log if isinstance(event, Ruled))
        return [event for event in ruled if clause in ("", event.clause, *event.cites)]


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
    """Everything that lies on the table."""
    chairs = tuple(Chair(seat, side) for seat, side in seats.items())
    yield Began(Board(72 * INCH, 48 * INCH), chairs)
    for number, text in enumerate(parted(areas), start=1):
        yield Laid(area(f"ground-{number}", text.split()))
    for text in parted(pieces):
        yield from one_unit(text.split(), seats)


def begun(phase: str, active: str, turn: int, then: tuple[Any, ...]) -> Iterable[Event]:
    """The phase in progress, or the frames to begin with, the first one first."""
    steps = next((steps for steps in names.STEPS.values() if phase in steps), (phase,))
    entered = next((one for one, inside in names.STEPS.items() if phase in inside), phase)
    yield Entered(turn, entered, (active,))
    yield Pushed(Conduct())
    if then:
        for frame in reversed(then):
            yield Pushed(frame)
        return
    yield Pushed(Closing(phase=entered))
    rest = steps[steps.index(phase) :] if phase in steps else steps
    for step in reversed(rest):
        yield Pushed(Proper(step=step))


def one_unit(words: list[str], seats: Mapping[str, str]) -> Iterable[Event]:
    """One piece with its numbers."""
    name, kind = words[:2]
    seat = next(seat for seat in seats if seat.upper().startswith(name[0]))
    models, _, files = words[2].partition("x")
    rest = words[3:]
    marks = [Mark(word, MARKS[word]) for word in rest if word in MARKS]
    traits = tuple(word for word in rest if not numeric(word) and word not in MARKS)
    place = next((word for word in rest if word in PLACES), "table")
    host = rest[rest.index("in") + 1] if "in" in rest else ""
    traits = tuple(one for one in traits if one not in (*PLACES, "in", host))
    entry = Entry(
        kinds()[kind],
        int(models),
        int(files or 1),
        general="general" in traits,
        battle_standard="battle-standard" in traits,
    )
    army = Army(seat, seats[seat], seat, name[0], (entry,))
    piece = regiment(army, entry, name)
    every = tuple(dict.fromkeys((*piece.traits, *traits)))
    pose = at(rest) if place == "table" and not host else None
    piece = replace(piece, traits=every, marks=tuple(marks), place=place, pose=pose)
    yield from raised(entry, replace(piece, command=host or name))
    yield Counted(name, names.AT_PHASE_START, int(models))


def at(words: list[str]) -> Pose:
    """The first three numbers as a pose."""
    x, y, turned = (float(word) for word in words if numeric(word))
    return pose_at(round(x * INCH), round(y * INCH), turned)


def numeric(word: str) -> bool:
    """Whether a word is a number."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def area(name: str, words: list[str]) -> Area:
    """A piece of ground."""
    kind, shape, *numbers = words
    x, y, length, width = (round(float(one) * INCH) for one in numbers[:4])
    turned = float(numbers[4]) if len(numbers) > 4 else 0.0
    outline = {"ellipse": Ellipse, "box": Box}[shape]
    return Area(name, kind, outline(x, y, length // 2, width // 2, *from_degrees(90 + turned)))


def parted(text: str) -> tuple[str, ...]:
    """The parts of a text between semicolons."""
    return tuple(part.strip() for part in text.split(";") if part.strip())
