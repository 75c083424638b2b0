"""The cards on display: when each is of use, what its tokens mean. [BC-0.2, BC-0.3]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.book import Layer
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.cards import hold_the_line, scythed_chariots
from condotta.rules.triumph.cards.common import dismounting, valets
from condotta.rules.triumph.cards.common.carrying import detail
from condotta.rules.triumph.cards.display.tokens import TOKENS
from condotta.rules.triumph.looking.beside import Note, Use
from condotta.rules.triumph.stands.seeming import NOTHING, is_second, read, seems

LASTING = {
    "LC": "BC-4.1", "CC": "BC-5.1", "AC": "BC-5.1", "CF": "BC-6.1", "HD": "BC-11.1",
    "NC": "BC-16.1", "FC": "BC-17.1", "SS": "BC-21.1", "SF": "BC-23.1",
}  # fmt: skip
SETTING = {
    "DD": "BC-1.3", "SV": "BC-3.2", "SB": "BC-7.3", "SP": "BC-7.3", "PL": "BC-9.1",
    "AM": "BC-13.1", "PD": "BC-14.2", "PT": "BC-18.2", "SW": "BC-19.2", "ES": "BC-20.2",
    "ET": "BC-20.2", "CH": "BC-22.1",
}  # fmt: skip
PLAYED = {
    "MD": "BC-2.2", "MI": "BC-8.4", "HL": "BC-10.2", "CT": "BC-12.2", "SC": "BC-15.1",
    "DC": "BC-24.3",
}  # fmt: skip
PASSING = ("AM", "PD")
WINDOWS = {"HL": (hold_the_line.WINDOW,), "SC": (scythed_chariots.WINDOW,)}


def use(code: str) -> Use | None:
    """When cards of that code are of use."""
    clause = LASTING.get(code) or SETTING.get(code) or PLAYED.get(code)
    if clause is None:
        return None
    return Use(
        clause,
        f"card.{code}.when",
        windows=WINDOWS.get(code, ()),
        lasting=code in LASTING,
        setting=code in SETTING,
        passes=code in PASSING,
    )


def notes(_: Position, piece: Piece) -> Iterator[Note]:
    """The tokens on a piece, what it came as, the cards it may use, what it really is."""
    if names.CARD in piece.traits:
        return
    for mark in piece.marks:
        if mark.name in TOKENS:
            yield Note(piece.id, f"note.{mark.name.replace(' ', '-')}", TOKENS[mark.name])
    yield from was(piece)
    for trait in piece.traits:
        found = use(trait.partition(":")[0])
        if found is not None:
            yield Note(piece.id, found.key.replace(".when", ".name"), found.clause)
    if seems(piece):
        yield really(piece)


def was(piece: Piece) -> Iterator[Note]:
    """What a stand came as that was set out in another form. [BC-1.4, BC-3.2]"""
    for name, clause in ((dismounting.WAS, "BC-1.4"), (valets.WAS, "BC-3.2")):
        came = detail(piece, name)
        if came:
            yield Note(piece.id, "note.came", clause, {"type": f"troop.{came.rstrip('*')}"})


def really(piece: Piece) -> Note:
    """What is behind a stand that is not what it seems, for those who may know. [BC-24.6]"""
    if is_second(piece):
        return Note(piece.id, "note.second", "BC-24.5")
    if piece.truth == NOTHING:
        return Note(piece.id, "note.nothing", "BC-24.6")
    real = read(piece)
    kind = f"troop.{real[0].type}"
    return Note(piece.id, "note.really", "BC-24.6", {"count": len(real), "type": kind})


DISPLAY = Layer(
    "cards on display",
    2,
    hooks=((seams.USE, use, "BC-0.3"), (seams.NOTES, notes, "BC-0.2")),
)
