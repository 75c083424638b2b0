"""GRAND TRIUMPH! for position files: TRIUMPH!'s words, with commands, markers and routs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece
from condotta.positions import triumph
from condotta.positions.games import Form, Game
from condotta.positions.records import PieceSaid
from condotta.positions.triumph_actions import ACTIONS
from condotta.positions.triumph_questions import QUESTIONS
from condotta.rules.grand import names
from condotta.rules.grand.markers import SHAPE
from condotta.rules.grand.morale import HoldInPlace
from condotta.rules.grand.muster import command_id
from condotta.rules.grand.scale import SCALE
from condotta.rules.library import book as book_of
from condotta.rules.triumph import names as core
from condotta.table import pose_at

MU = triumph.MU


def book(settings: Mapping[str, Any]) -> Book:
    """The book of the large game with those settings."""
    return book_of("grand", settings)


def piece(said: PieceSaid, seat: str, army: str) -> Piece:
    """A stand, camp or marker; a stand is in the army's first command unless another is named."""
    command = said.command or command_id(army, 1)
    if said.type == names.MARKER:
        pose = None
        if said.at is not None:
            x, y, theta = said.at
            pose = pose_at(round(x * MU), round(y * MU), theta)
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


OWN = (names.HELD, names.ROUTED)
GAME = Game(
    "grand",
    quanta=MU,
    unit="MU",
    board=(SCALE.width / MU, SCALE.depth / MU),
    seats=triumph.GAME.seats,
    types=(*triumph.GAME.types, names.MARKER),
    grounds=triumph.GAME.grounds,
    phases=tuple(phase for phase in triumph.GAME.phases if phase in triumph.IN_TURN),
    traits=(*triumph.GAME.traits, names.MAY_LEAD),
    marks=(*triumph.GAME.marks, *OWN),
    book=book,
    piece=piece,
    before=triumph.before,
    begin=triumph.begin,
    actions={
        **ACTIONS,
        "keep": Form(tuple[str, ...], read_keep, "A point holds demoralised stands in place."),
    },
    questions=QUESTIONS,
    state=triumph.state,
    check=triumph.check,
)
