"""The bot called "steward": it looks one step ahead and does what it expects most of.

It sees a view and nothing else. What it tries, it tries on a position of its own, by the same
rules that will judge it; it never decides anything there.
"""

from __future__ import annotations

from condotta.bots.chancer import Speechless
from condotta.bots.lots import Lots
from condotta.bots.marching import best_move
from condotta.bots.matchups import matchups
from condotta.bots.outlook import Outlook
from condotta.bots.prospects import shot_prospect
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.views import View
from condotta.rules.triumph import seams
from condotta.rules.triumph.field import field
from condotta.rules.triumph.pairing import contests, pairs

HOLD = "hold"
HEEDED = 0.3
"""Half points that a layer's advice must promise to be followed before all else."""


class Steward:
    """Plays TRIUMPH! by one-step look-ahead on expected outcomes."""

    def __init__(self, book: Book, draw: Lots) -> None:
        """Play by a book, drawing lots only where it has no opinion."""
        self.book = book
        self.draw = draw
        self.last: Outlook | None = None  # its eye for the last position it moved in
        self.windows = {
            "movement": self.move,
            "combat": self.fight,
            "opponent": self.fight,
            "shooting": self.shoot,
            "target": self.aim,
        }

    def answer(self, view: View, ask: Ask) -> Action:
        """What promises most; where nothing is known of a question, the first sensible answer."""
        counsel = self.book.union(seams.COUNSEL, self.book, view.position, ask)
        best = max(counsel, key=lambda advice: advice[0], default=None)
        if best is not None and best[0] > HEEDED:
            return best[1]
        thought = self.windows.get(ask.window)
        if thought is not None:
            return thought(view.position, ask)
        return self.first_sensible(view.position, ask)

    def first_sensible(self, position: Position, ask: Ask) -> Action:
        """The best-known answer of the window's menu, else any option."""
        if ask.says:
            menu = self.book.menus[ask.window]
            said = next(iter(menu.salient(self.book, position, ask)), None)
            if said is None:
                said = menu.sample(self.book, position, ask, self.draw)
            if said is not None:
                return said
        if not ask.options:
            raise Speechless(ask)
        return Choose(self.draw.choice(ask.options))

    def move(self, position: Position, ask: Ask) -> Action:
        """The tactical move that promises most, or the end of the phase."""
        here = field(self.book, position)
        outlook = self.last = Outlook(here, ask.seat, matchups(self.book), self.last)
        return best_move(self.book, position, ask, outlook) or Choose("end")

    def fight(self, position: Position, ask: Ask) -> Action:
        """The combat that promises most comes first: it may open the others' flanks."""
        here = field(self.book, position)
        outlook = Outlook(here, ask.seat, matchups(self.book))
        known = {
            name: outlook.gain(here, pair)
            for group in contests(pairs(here))
            for pair in group
            for name in (pair.option, pair.defender)
        }
        return Choose(max(ask.options, key=lambda option: known.get(option, 0.0)))

    def shoot(self, position: Position, ask: Ask) -> Action:
        """The shot that promises most; another seat's stand, whose target is its own, last."""
        return Choose(max(ask.options, key=lambda option: self.promise(position, option)))

    def aim(self, position: Position, ask: Ask) -> Action:
        """The target that promises most."""
        shooter = ask.about[0]
        return Choose(
            max(ask.options, key=lambda option: self.promise(position, f"{shooter}>{option}"))
        )

    def promise(self, position: Position, option: str) -> float:
        """Half points that a shot may be expected to cost the enemy; to hold fire costs nothing."""
        shooter, _, target = option.partition(">")
        if not target or target == HOLD:
            return 0.0
        return shot_prospect(field(self.book, position), shooter, target).theirs
