"""Command points of the large game: a die each, some made better and some worse. [GT-7]"""

from __future__ import annotations

from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.rulings import Modifier
from condotta.rules.grand import names
from condotta.rules.triumph import seams


def permanent(_: Book, position: Position, command: str) -> Modifier | None:
    """The permanent +1 or -1 of a command; what comes of it stays between 1 and 6. [GT-7.2]"""
    value = position.count(command, names.MODIFIER)
    return Modifier(value, "grand.command-dice", "GT-7.2") if value else None


HOOKS = ((seams.COMMAND_ROLL, permanent, "GT-7.2"),)
