"""A bot to measure flank marches by: the steward, but for one command that goes round a flank."""

from __future__ import annotations

from statistics import fmean

from msgspec.structs import replace

from condotta.bots.lots import lots
from condotta.bots.playing import sensible
from condotta.kernel.asks import Action, Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.views import View
from condotta.rules.grand import names
from condotta.rules.grand.split import CommandSaid, Split
from condotta.rules.triumph.stands.field import troop_of

FLANKS = ("left", "right")


class Outflanker:
    """Fights as the steward and sends its quickest command but the first on a flank march. [GT-6.1]

    Where no commands are said it is the steward.
    """

    def __init__(self, book: Book, seed: int | str) -> None:
        """Play by a book; the flank is drawn by lot, as the enemy's order is not known yet."""
        self.book, self.draw = book, lots(seed)
        self.base = sensible(book, self.draw)

    def answer(self, view: View, ask: Ask) -> Action:
        """As the steward; of the commands that it says one marches."""
        said = self.base.answer(view, ask)
        if ask.window != names.SPLIT or not isinstance(said, Split):
            return said
        commands = list(said.commands)
        pace = [self.pace(view.position, one) for one in commands[1:]]
        number = 1 + pace.index(max(pace))
        commands[number] = replace(commands[number], entry=self.draw.choice(FLANKS))
        return Split(tuple(commands))

    def pace(self, position: Position, command: CommandSaid) -> float:
        """How far the stands of a command move on an average, in quanta."""
        pieces = position.pieces
        return fmean(troop_of(self.book, pieces[name]).move for name in command.stands)
