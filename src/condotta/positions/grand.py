"""GRAND TRIUMPH! for position files: TRIUMPH!'s words, with commands, markers and routs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.events import Mustered
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece
from condotta.positions import triumph
from condotta.positions.faults import Faults
from condotta.positions.games import Form, Game
from condotta.positions.legs import placed
from condotta.positions.records import Document, PieceSaid
from condotta.positions.soundness import words_under
from condotta.rules.clauses import clause
from condotta.rules.grand import names
from condotta.rules.grand.markers import SHAPE
from condotta.rules.grand.morale import HoldInPlace
from condotta.rules.grand.muster import command_id
from condotta.rules.grand.scale import SCALE
from condotta.rules.triumph import names as core
from condotta.words import MU as UNIT

MU = triumph.MU


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


def check(document: Document, where: str, faults: Faults) -> None:
    """What TRIUMPH! asks; and whether commands are called as the game calls them. [GT-1.1]"""
    triumph.check(document, where, faults)
    for number, said in enumerate(document.pieces):
        if isinstance(said, str) or said.exact or not said.command:
            continue
        known = tuple(command_id(said.id[:1].upper(), one) for one in (1, 2, 3))
        if said.command not in known:
            faults.unknown(f"{where}pieces[{number}]", "command", said.command, known)
    missing = list(unmarked(document))
    if missing:
        told = NEEDS_MARKERS.format(", ".join(missing), missing[0], missing[0])
        faults.add(f"{where}pieces", told)


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
    before=triumph.before,
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
    counters=(*triumph.GAME.counters, *words_under("condotta.rules.grand")),
)
