"""GRAND TRIUMPH! for position files: TRIUMPH!'s words, with commands, markers and routs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Mustered, Veiled
from condotta.kernel.position import Position
from condotta.kernel.records import Chair, Mark, Piece
from condotta.positions import set_ups, triumph, triumph_slips
from condotta.positions.faults import Faults
from condotta.positions.games import Form, Game, seated
from condotta.positions.in_rows import commands_in_rows
from condotta.positions.legs import placed
from condotta.positions.records import Document, PieceSaid
from condotta.positions.soundness import words_under
from condotta.positions.triumph_actions import MU
from condotta.rules.clauses import clause
from condotta.rules.grand import names
from condotta.rules.grand.markers import SHAPE
from condotta.rules.grand.morale import HoldInPlace
from condotta.rules.grand.muster import command_id, in_no_command
from condotta.rules.grand.scale import SCALE
from condotta.rules.grand.sides import is_troop, points, seen_points, sides, stands, stands_of
from condotta.rules.triumph import names as core
from condotta.rules.triumph.stands.seeming import veiled
from condotta.words import MU as UNIT


def piece(said: PieceSaid, seat: str, army: str) -> Piece:
    """A stand, camp or marker; a stand is in the army's first command unless another is named."""
    command = said.command or command_id(army, 1)
    if said.type == names.MARKER:
        pose = None if said.at is None else placed(said.at, MU)
        return Piece(
            id=said.id, type=said.type, owner=seat, controller=seat, army=army, command=command,
            shape=SHAPE, place="table" if pose else "undeployed", pose=pose, traits=("marker",),
        )  # fmt: skip
    made = triumph.piece(said, seat, army)
    marks = tuple(Mark(one.name, core.TURN) if one.name in OWN else one for one in made.marks)
    return replace(made, command=command, marks=marks)


def lost_before(holder: str, pieces: tuple[Piece, ...]) -> Piece:
    """What stands for all that a command, or a seat, has lost before: a stand of it. [GT-8.1]"""
    first = next(one for one in pieces if holder in (one.command, one.owner) and is_troop(one))
    plain = replace(first, pose=None, traits=("marker",), marks=(), truth="")
    return replace(plain, id=f"{holder} losses", place="lost")


def before(document: Document, pieces: tuple[Piece, ...]) -> Iterator[Event]:
    """What TRIUMPH! lays out, then the points that commands and armies brought. [GT-8.1, GT-9.1]

    Where a file leaves them out, they are what lies there and what is lost, added up; an army's
    only where all its commands are there. No stand is in one until the army is split.
    """
    usual = tuple(triumph.before(document, pieces, lost_before))
    yield from usual
    now = at_table(document, pieces, usual)
    for side in sides(now):
        if document.phase in UNSPLIT:
            known = [worth_of(now, side, stands(now, side))]
        else:
            commands = dict.fromkeys(one.command for one in stands(now, side))
            known = [worth_of(now, one, stands_of(now, one)) for one in commands]
            for command, both in zip(commands, known, strict=True):
                yield from total(now, side, command, both)
        if document.phase in UNSPLIT or len(known) == SCALE.commands:
            yield from total(
                now, side, side, (sum(one[0] for one in known), sum(one[1] for one in known))
            )


def worth_of(now: Position, holder: str, own: tuple[Piece, ...]) -> tuple[int, int]:
    """The points that a command or an army brought, and as they seem: as given, or added up."""
    given = now.count(holder, names.TOTAL)
    return (given, given) if given else (points(now, own), seen_points(now, own))


def laid(document: Document, event: Event) -> Event:
    """A piece as it lies there: before the split nobody is in a command. [GT-4.2]"""
    return in_no_command(event) if document.phase in UNSPLIT else event


def at_table(document: Document, pieces: tuple[Piece, ...], usual: tuple[Event, ...]) -> Position:
    """The pieces of a file with what is counted beside them, secrets included."""
    plain = [one.inside if isinstance(one, Veiled) else one for one in usual]
    counters: dict[str, dict[str, int]] = {}
    for one in plain:
        if isinstance(one, Counted):
            counters.setdefault(one.holder, {})[one.name] = one.value
    every = (*pieces, *(one.piece for one in plain if isinstance(one, Mustered)))
    chairs = tuple(Chair(*seat) for seat in seated(document, GAME))
    return Position(chairs=chairs, pieces={one.id: one for one in every}, counters=counters)


def total(now: Position, side: str, holder: str, both: tuple[int, int]) -> Iterator[Event]:
    """The points of a command or an army, for its side and for others, unless they are given."""
    if now.count(holder, names.TOTAL):
        return
    true, seen = (Counted(holder, names.TOTAL, points) for points in both)
    yield true if true == seen else veiled(side, true, seen)


def read_keep(_: Book, __: Position, said: tuple[str, ...]) -> HoldInPlace:
    """Demoralised stands are held in place. [GT-8.4]"""
    return HoldInPlace(said)


def unmarked(document: Document) -> Iterator[str]:
    """The commands that have no marker where each of an army needs one. [GT-4.1, GT-5.2]"""
    shown = any(names.SHOWN in row for row in document.counters.values())
    if document.phase != core.DEPLOYMENT or document.progress or shown:
        return
    said = [one for one in document.pieces if not isinstance(one, str) or one.strip()]
    marked = {one.command for one in said if not isinstance(one, str) and one.type == names.MARKER}
    armies = dict.fromkeys(
        (one if isinstance(one, str) else one.army or one.id)[:1].upper() for one in said
    )
    for army in armies:
        for number in range(1, SCALE.commands + 1):
            if command_id(army, number) not in marked:
                yield command_id(army, number)


def commands(letter: str) -> tuple[str, ...]:
    """The commands of the army with that letter. [GT-1.1]"""
    return tuple(command_id(letter, number) for number in range(1, SCALE.commands + 1))


def check(document: Document, where: str, faults: Faults) -> None:
    """What TRIUMPH! asks; and whether commands are called as the game calls them. [GT-1.1]"""
    triumph.check_words(document, where, faults)
    for number, said in enumerate(document.pieces):
        if isinstance(said, str) or said.exact or not said.command:
            continue
        known = commands(said.id[:1].upper())
        here = f"{where}pieces[{number}]"
        if said.command in commands(said.command[:1]) and said.command not in known:
            own = ", ".join(known)
            faults.add(here, f"{said.command} is of another army: {said.id} is in one of {own}")
        elif said.command not in known:
            faults.unknown(here, "command", said.command, known)
    missing = list(unmarked(document))
    if missing:
        told = NEEDS_MARKERS.format(", ".join(missing), missing[0], missing[0])
        faults.add(f"{where}pieces", told)
    check_losses(document, where, faults)


def check_losses(document: Document, where: str, faults: Faults) -> None:
    """Whether what was lost before is a command's, or of a seat that has but one. [GT-8.1]"""
    there: dict[str, None] = {}
    for said in document.pieces:
        name, given = (said, "") if isinstance(said, str) else (said.id, said.command)
        there[given or command_id(name[:1].upper(), 1)] = None
    seats = [seat for seat, _ in seated(document, GAME)]
    for holder in document.losses:
        own = [one for one in there if one[:1] == holder[:1].upper()]
        if holder in seats and len(own) > 1:
            told = ", ".join(own)
            faults.add(f"{where}losses.{holder}", f"say which command lost them: {told}")
        elif holder not in there and not (holder in seats and own):
            faults.unknown(f"{where}losses", "command", holder, there)


NEEDS_MARKERS = (
    "as commands are set out each has a marker, and these have none: {}; write, for example, "
    '{{"id": "marker-{}", "type": "MARKER", "seat": …, "command": "{}", "at": [45, 0, 0]}}'
)


def text(battle: Battle, _: Literal["all"]) -> dict[str, Any]:
    """Which text is played, and its numbers: other drafts of it have others. [GT-1.2, GT-9.1]"""
    board = battle.state.position.board
    return {
        "text": list(clause("GT-1.2").source),
        "board": [board.width / MU, board.depth / MU],
        "army": SCALE.army / 2,
        "commands": SCALE.commands,
        "least_command": SCALE.least_command / 2,
        "defeated_at": f"1/{SCALE.defeat_share}",
        "demoralised_at": f"1/{SCALE.demoralised_share}",
    }


OWN = (names.HELD, names.ROUTED)
UNSPLIT = ("set-up", "terrain", "commands")
"""The phases before anybody knows who is in which command. [GT-4.2]"""
GAME = Game(
    "grand",
    quanta=MU,
    unit=UNIT,
    board=(SCALE.width / MU, SCALE.depth / MU),
    seats=triumph.GAME.seats,
    types=(*triumph.GAME.types, names.MARKER),
    grounds=triumph.GAME.grounds,
    phases=(*triumph.FRAMES, *triumph.setting_out("grand", triumph.SEATS)),
    traits=(*triumph.GAME.traits, names.MAY_LEAD),
    marks=(*triumph.GAME.marks, *OWN),
    muster=lambda said, seat, army: (Mustered(piece(said, seat, army)),),
    before=before,
    laid=laid,
    beside=(names.LETTER,),
    begin=triumph.begin,
    actions={
        **triumph.actions("grand"),
        "keep": Form(tuple[str, ...], read_keep, "A point holds demoralised stands in place."),
    },
    questions={
        **triumph.GAME.questions,
        "text": Form(Literal["all"], text, "Which text of the game is played? (`all`)"),
    },
    state=triumph.state,
    check=check,
    fields=triumph.GAME.fields,
    set_up=set_ups.steps("grand", triumph.set_up_steps, triumph.SEATS, core.ADVANTAGE),
    open_words=triumph.OPEN_WORDS,
    look=triumph_slips.look,
    set_out=commands_in_rows,
    counters=(*triumph.GAME.counters, *words_under("condotta.rules.grand")),
)
