"""Ranked battles for position files: their words, regiments, moments and questions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from condotta.data import toml
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Entered, Event, Pushed
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.positions import common_questions, plain_actions, set_ups
from condotta.positions.building import active, marks_of
from condotta.positions.faults import Faults
from condotta.positions.games import ANY_SEAT, TURN_AND_PHASE, Game, counters_of, seated, six_sided
from condotta.positions.in_rows import regiments_in_rows
from condotta.positions.legs import placed
from condotta.positions.ranked_questions import QUESTIONS
from condotta.positions.records import Document, PieceSaid
from condotta.positions.soundness import words_under
from condotta.rules.library import book
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.magic.lore import KNOWS, lore
from condotta.rules.ranked.muster import raised, regiment, shape_with
from condotta.rules.ranked.reading.terrain import kinds as terrain_kinds
from condotta.rules.ranked.rosters.units import Army, Entry, kinds
from condotta.rules.ranked.shooting.machines import BOLT, CANNON, GREAT_CANNON, STONE
from condotta.rules.ranked.tables import DATA, troop_types
from condotta.rules.ranked.turn.turns import Proper
from condotta.rules.scores import scores
from condotta.rules.steps import Closing, Conduct
from condotta.words import INCH as INCHES

INCH = names.INCH
HOURS = 12  # a direction is one of twelve
LASTING = (names.STANDARD, names.MUSICIAN, names.CHAMPION, names.FLEEING)
THIS_TURN = (
    names.MOVED, names.DID_MOVE, names.MARCHED, names.REFORMED, names.RALLIED, names.CHARGED,
    names.FAILED_CHARGE, names.ARRIVED, names.FLED, names.SHOT, names.STOOD_AND_SHOT,
    names.STUPID, names.AGAIN, names.NO_MARCH,
)  # fmt: skip
THIS_PHASE = (names.TESTED_PANIC, names.FOUGHT, names.FIGHTING)
MARKS = {
    **dict.fromkeys(LASTING, ""),
    **dict.fromkeys(THIS_TURN, names.TURN),
    **dict.fromkeys(THIS_PHASE, names.PHASE),
}
"""How long each mark stays; without an end until something takes it off."""
OPEN_MARKS = (names.FLED_FROM, names.LOST)
"""Marks that end in a word: a seat, or a special rule."""
STEPS = tuple(step for phase in names.PHASES for step in names.STEPS[phase])
IN_TURN = tuple(dict.fromkeys((*names.PHASES, *STEPS)))
MACHINES = (BOLT, CANNON, GREAT_CANNON, STONE)
"""What a war machine is; one that a file names takes the place of its type's. [FB-12.1]"""
SEATS = (("red", "red"), ("blue", "blue"))


@cache
def traits() -> tuple[str, ...]:
    """Every special rule and piece of equipment that a table of the game knows."""
    read = toml(DATA, "importing.toml")["traits"].values()
    found = {
        names.GENERAL, names.BATTLE_STANDARD, names.CHARACTER, names.WIZARD, names.HIDDEN,
        *(one for row in read for one in row),
        *toml(DATA, "arms.toml"), *toml(DATA, "missiles.toml"),
        *(one for kind in troop_types().values() for one in kind.traits),
        *(one for kind in kinds().values() for one in kind.traits),
    }  # fmt: skip
    return tuple(sorted(found))


OPEN_WORDS = {
    KNOWS: tuple(lore()),
    names.LOST: traits(),
    names.FLED_FROM: ANY_SEAT,
    f"{names.VP} ": TURN_AND_PHASE,
}
"""What goes on a mark or counter that ends in a word."""


def muster(said: PieceSaid, seat: str, letter: str) -> Iterator[Event]:
    """A regiment, a character or a machine with its numbers beside it. [FB-2.1]"""
    entry = entry_of(said)
    made = regiment(Army(seat, seat, seat, letter, (entry,)), entry, said.id)
    pose = None if said.at is None else placed(said.at, INCH)
    inside = "table" if said.inside else "undeployed"
    usual = () if any(one in MACHINES for one in said.traits) else MACHINES
    own = (one for one in made.traits if one in usual or one not in MACHINES)
    every = tuple(dict.fromkeys((*own, *said.traits)))
    made = replace(
        made,
        traits=every,
        army=said.army or made.army,
        command=said.inside or said.command or said.id,
        marks=marks_of(said, MARKS),
        place=said.place or ("table" if pose else inside),
        pose=pose,
    )
    yield from raised(replace(entry, points=round(said.worth or 0)), made)
    if entry.files > entry.models:  # with the characters in it [FB-11.1]
        yield Counted(said.id, names.FILES, entry.files)
    yield Counted(said.id, names.AT_PHASE_START, entry.models)
    for name, value in sorted(said.counters.items()):
        yield Counted(said.id, name, value)


def entry_of(said: PieceSaid) -> Entry:
    """What an army would list of it; a unit without files stands in five or fewer."""
    models = said.models or 1
    return Entry(
        kinds()[said.type],
        models,
        said.files or min(models, 5),
        general=said.general or names.GENERAL in said.traits,
        battle_standard=names.BATTLE_STANDARD in said.traits,
    )


def joined(said: PieceSaid, piece: Piece, many: int) -> Piece:
    """A regiment with so many characters in it: they stand in its ranks. [FB-2.2, FB-11.1]"""
    return replace(piece, shape=shape_with(entry_of(said), many))


def before(document: Document, _: tuple[Piece, ...]) -> Iterator[Event]:
    """The game turn, who began, and whatever else is counted."""
    known = document.counters
    if not any(names.GAME_TURN in row for row in known.values()) and in_turn(document):
        yield Counted(names.TABLE, names.GAME_TURN, 1)
        if not any(names.FIRST_TURN in row for row in known.values()):
            yield Counted(seated(document, GAME)[0][0], names.FIRST_TURN, 1)
    yield from counters_of(document)


def in_turn(document: Document) -> bool:
    """Whether the moment is one of a turn, and not of the set-up."""
    return (document.phase or names.MOVEMENT) in IN_TURN


def set_up_steps(book: Book, position: Position) -> set_ups.Steps:
    """The steps of the set-up."""
    return book.stack(seams.SET_UP, position)


def begin(document: Document) -> Iterator[Event]:
    """Enter a phase, or a step of one: the conduct of the battle, and what is in progress. [FB-3.2]

    A step goes on to the next of its phase; the set-up begins with its first die.
    """
    phase = document.phase or names.MOVEMENT
    if phase not in IN_TURN:
        seats = seated(document, GAME)
        yield from set_ups.begun(document, set_up_steps, seats)
        return
    entered = next((one for one, inside in names.STEPS.items() if phase in inside), phase)
    steps = names.STEPS[entered]
    yield Entered(document.turn, entered, active(document, GAME))
    yield Pushed(Conduct())
    yield Pushed(Closing(phase=entered))
    for step in reversed(steps[steps.index(phase) if phase in steps else 0 :]):
        yield Pushed(Proper(step=step))


def phases(system: str, seats: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The phases and steps of a turn, and those of the set-up."""
    return (*IN_TURN, *set_ups.phases(system, set_up_steps, seats, ""))


def steps(system: str, seats: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """The steps of the set-up, each with its phase."""
    return set_ups.steps(system, set_up_steps, seats, "")


def check(document: Document, where: str, faults: Faults) -> None:
    """Whether the settings exist and the dice can show what they show. [FB-1.1]"""
    six_sided(document, where, faults, HOURS)


def state(battle: Battle) -> dict[str, Any]:
    """Models and wounds of every regiment, and what each seat has scored."""
    now = battle.state.position
    listed = [one for one in now.pieces.values() if one.type in troop_types()]
    return {
        "units": {one.id: one.unit for one in listed},
        "models": {one.id: now.count(one.id, names.MODELS) for one in listed},
        "wounds": {
            one.id: now.count(one.id, names.WOUNDS)
            for one in listed
            if now.count(one.id, names.WOUNDS)
        },
        "scores": scores(battle.book, now),
    }


def actions(system: str) -> dict[str, Any]:
    """Whatever a seat may say in a system of regiments."""
    return plain_actions.forms(plain_actions.said_in(book(system)), INCH)


def words(seats: tuple[tuple[str, str], ...] = SEATS) -> dict[str, Any]:
    """What all games of regiments have in common."""
    return {
        "quanta": INCH,
        "unit": INCHES,
        "board": (72, 48),
        "seats": seats,
        "types": tuple(kinds()),
        "grounds": tuple(terrain_kinds()),
        "traits": traits(),
        "marks": (*MARKS, *OPEN_MARKS),
        "muster": muster,
        "questions": {**common_questions.QUESTIONS, **QUESTIONS},
        "state": state,
        "set_out": regiments_in_rows,
        "check": check,
        "counted": True,
        "joined": joined,
        "open_words": OPEN_WORDS,
        "worth_step": 1,
        "counters": (
            *words_under("condotta.rules.ranked", "condotta.rules.setting_up"),
            f"{names.VP} ",
        ),
    }


GAME = Game(
    "ranked",
    phases=phases("ranked", SEATS),
    before=before,
    begin=begin,
    actions=actions("ranked"),
    set_up=steps("ranked", SEATS),
    **words(),
)
