"""Skirmish battles for position files: their words, units, moments and questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Entered, Event, Mustered, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece
from condotta.positions import common_questions, plain_actions, set_ups
from condotta.positions.building import active, marks_of
from condotta.positions.faults import Faults
from condotta.positions.games import ANY_PIECE, Game, counters_of, seated, six_sided
from condotta.positions.in_rows import models_in_rows
from condotta.positions.legs import placed
from condotta.positions.records import Document, PieceSaid
from condotta.positions.skirmish_questions import QUESTIONS
from condotta.positions.soundness import words_under
from condotta.rules.library import book
from condotta.rules.scores import scores
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.muster import raised, shape_of
from condotta.rules.skirmish.reading.datasheets import Datasheet, as_piece, shipped_sheets
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.reading.terrain import kinds
from condotta.rules.skirmish.rosters.armies import Swap, squad
from condotta.rules.skirmish.turn.turns import Proper
from condotta.rules.steps import Closing, Conduct
from condotta.table import Disc, Pose, from_degrees
from condotta.words import INCH as INCHES

INCH = names.INCH
THIS_TURN = (
    names.ADVANCED, names.FELL_BACK, names.MADE_MOVE, names.ARRIVED, names.DISEMBARKED,
    names.CHARGED, names.TRIED_CHARGE, names.TESTED, names.MOVED,
)  # fmt: skip
THIS_PHASE = (names.SHOT, names.FOUGHT, names.ENGAGED)
MARKS = {
    **dict.fromkeys(THIS_TURN, names.TURN),
    **dict.fromkeys(THIS_PHASE, names.PHASE),
    names.SMOKE: "",
    names.SMOKED: "",
}
"""How long each mark stays; without an end until something takes it off."""
UNTIL = {names.DECLARED: names.TURN, names.KNOWN_TRIED: names.PHASE, names.WARDED: ""}
OPEN_MARKS = (*UNTIL, names.ABOARD)
"""Marks that end in a word: a unit, a power, a save."""
SEATS = (("red", "red"), ("blue", "blue"))
RANK = 10
GAP = 0.5  # inches between models, unless a file says otherwise


def muster(
    said: PieceSaid, seat: str, letter: str, sheets: Mapping[str, Datasheet] = {}
) -> Iterator[Event]:
    """A unit with its datasheet and its models, in ranks of ten unless files are given. [SK-15]

    The place is where the middle of the front rank's models stands. `sheets` are known beside the
    shipped ones.
    """
    sheet = sheets[said.type] if said.type in sheets else shipped_sheets()[said.type]
    yield Mustered(as_piece(sheet, seat, letter))
    count = said.models or len(said.models_at) or 1
    swaps = tuple(Swap(model, (weapon,)) for model, weapon in said.arms.items())
    place = said.place or ("aside" if said.inside else "table" if said.at else "undeployed")
    aboard = (Mark(names.ABOARD + said.inside),) if said.inside else ()
    marks = (*marks_of(said, MARKS, UNTIL), *aboard)
    spots = iter(ranks(sheet, count, said) if said.at is not None else ())
    for event in raised(seat, letter, squad(sheet, count, swaps), said.id):
        if not isinstance(event, Mustered):
            yield event
        elif event.piece.type == names.UNIT:
            yield Mustered(replace(event.piece, place=place, marks=marks))
        else:
            own = said.models_at.get(event.piece.id)
            spot = next(spots, None)
            pose = spot if own is None else placed(own, INCH)
            there = "table" if pose is not None and place == "undeployed" else place
            yield Mustered(replace(event.piece, place=there, pose=pose))
    if said.level is not None:
        for number in range(1, count + 1):
            yield Counted(f"{said.id}.{number}", names.LEVEL, round(said.level * INCH))
    for name, value in sorted(said.counters.items()):
        holder = f"{said.id}.{count}" if name == names.WOUNDS else said.id
        yield Counted(holder, name, value)


def ranks(sheet: Datasheet, count: int, said: PieceSaid) -> Iterator[Pose]:
    """Where the models stand: side by side in ranks, the front one with its middle at the place."""
    x, y, theta = said.at or (0.0, 0.0, 0.0)
    files = min(count, said.files or RANK)
    shape = shape_of(sheet)
    wide = 2 * shape.radius if isinstance(shape, Disc) else shape.width
    deep = 2 * shape.radius if isinstance(shape, Disc) else shape.depth
    room = round((GAP if said.gap is None else said.gap) * INCH)
    ux, uy = from_degrees(theta)
    for number in range(count):
        row, column = divmod(number, files)
        in_row = min(files, count - row * files)
        right = (column - (in_row - 1) / 2) * (wide + room)
        back = row * (deep + room)
        dx, dy = (right * uy - back * ux) / 1_000_000, (-right * ux - back * uy) / 1_000_000
        yield Pose(round(x * INCH + dx), round(y * INCH + dy), ux, uy)


def before(document: Document, _: tuple[Piece, ...]) -> Iterator[Event]:
    """The battle round, who has had a turn in it, and whatever else is counted."""
    known = document.counters
    if (document.phase or names.MOVEMENT) in names.PHASES:
        if not any(names.ROUND in row for row in known.values()):
            yield Counted(names.TABLE, names.ROUND, 1)
        if not any(names.HAD_TURN in row for row in known.values()):
            yield Counted(active(document, GAME)[0], names.HAD_TURN, 1)
    yield from counters_of(document)


def set_up_steps(book: Book, position: Position) -> set_ups.Steps:
    """The steps of the set-up."""
    return book.stack(seams.SET_UP, position)


def begin(document: Document) -> Iterator[Event]:
    """Enter a phase: the conduct of the battle, and what is in progress above it. [SK-28]"""
    phase = document.phase or names.MOVEMENT
    if phase not in names.PHASES:
        seats = seated(document, GAME)
        yield from set_ups.begun(document, set_up_steps, seats)
    else:
        yield Entered(document.turn, phase, active(document, GAME))
        yield Pushed(Conduct())
        yield Pushed(Closing(phase=phase))
        yield Pushed(Proper(phase=phase))


def phases(system: str, seats: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The phases of a turn, and those of the set-up."""
    return (*names.PHASES, *set_ups.phases(system, set_up_steps, seats, ""))


def steps(system: str, seats: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The steps of the set-up, each with its phase."""
    return set_ups.steps(system, set_up_steps, seats, "")


def check(document: Document, where: str, faults: Faults) -> None:
    """Whether the settings exist and the dice have six sides. [SK-1]"""
    six_sided(document, where, faults)


def state(battle: Battle) -> dict[str, Any]:
    """How many models of every unit stand, wounds lost, and what each seat has scored."""
    now = battle.state.position
    here = field(now)
    return {
        "models": {unit.id: len(unit.models) for unit in here.units.values()},
        "wounds": {
            one: row[names.WOUNDS] for one, row in now.counters.items() if row.get(names.WOUNDS)
        },
        "scores": scores(battle.book, now),
    }


def actions(system: str) -> dict[str, Any]:
    """Whatever a seat may say in a system of single models."""
    return plain_actions.forms(plain_actions.said_in(book(system)), INCH)


def words(seats: tuple[tuple[str, str], ...] = SEATS) -> dict[str, Any]:
    """What all games of single models have in common."""
    return {
        "quanta": INCH,
        "unit": INCHES,
        "board": (72, 48),
        "seats": seats,
        "types": tuple(shipped_sheets()),
        "grounds": tuple(kinds()),
        "traits": (),
        "marks": (*MARKS, *OPEN_MARKS),
        "muster": muster,
        "questions": {**common_questions.QUESTIONS, **QUESTIONS},
        "state": state,
        "set_out": models_in_rows,
        "check": check,
        "counted": True,
        "lengths": (names.LEVEL,),
        "beside": (names.SHEET,),
        "arms": {
            name: {model.id: model.weapons for model in sheet.models}
            for name, sheet in shipped_sheets().items()
        },
        "open_words": {names.DECLARED: ANY_PIECE, names.ABOARD: ANY_PIECE},
        "counters": words_under("condotta.rules.skirmish", "condotta.rules.setting_up"),
    }


GAME = Game(
    "skirmish",
    phases=phases("skirmish", SEATS),
    before=before,
    begin=begin,
    actions=actions("skirmish"),
    set_up=steps("skirmish", SEATS),
    **words(),
)
