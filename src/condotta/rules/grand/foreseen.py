"""Who of a demoralised command will rout as the phase ends, whom a point holds. [GT-8.4, GT-8.5]

Nothing here decides anything: it is what `morale` would do, told while it can still be changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.grand import names
from condotta.rules.grand.morale import acts, due, stays_on_the_board
from condotta.rules.triumph import seams
from condotta.rules.triumph.looking.beside import Note, Offered
from condotta.rules.triumph.movement.movement_phase import WINDOW
from condotta.rules.triumph.stands.field import field


def holds(book: Book, position: Position, ask: Ask) -> Iterator[Offered]:
    """Every body that a point would hold in place. [GT-8.4]"""
    for said in acts(book, position, ask):
        yield Offered(said, "GT-8.4")


def coming(book: Book, position: Position, ask: Ask) -> Iterator[Note]:
    """Who routs if the movement phase ends now, and who is lost by it. [GT-8.4, GT-8.5]"""
    if ask.window != WINDOW:
        return
    here = field(book, position)
    for stand in due(here, (ask.seat,)):
        if stays_on_the_board(here, stand):
            yield Note(stand.id, "gt.8-4.coming", "GT-8.4", {"stands": (stand.id,)}, soon=True)
        else:
            yield Note(stand.id, "gt.8-5.coming", "GT-8.5", {"stands": (stand.id,)}, soon=True)


def marked(_: Book, __: Position, piece: Piece) -> Iterator[Note]:
    """That a stand is held in place or has routed, until the turn ends. [GT-8.4, GT-8.7]"""
    if piece.marked(names.HELD):
        yield Note(piece.id, "note.held-in-place", "GT-8.4")
    if piece.marked(names.ROUTED):
        yield Note(piece.id, "note.routed", "GT-8.7")


HOOKS = (
    (seams.TRIES, holds, "GT-8.4"),
    (seams.COMING, coming, "GT-8.4"),
    (seams.NOTES, marked, "GT-8.4"),
)
