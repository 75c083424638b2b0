"""The whole truth: the position, the open questions, and the procedures in progress."""

from __future__ import annotations

from condotta.kernel.asks import Ask, Frame, Loop
from condotta.kernel.position import Position
from condotta.kernel.records import Record


class State(Record, frozen=True):
    """What only the engine holds. Bots and screens are given a `View` instead.

    `due` says that the innermost procedure has something to do before anybody is waited for.
    """

    position: Position = Position()
    asks: tuple[Ask, ...] = ()
    asked: int = 0
    agenda: tuple[Frame, ...] = ()
    due: bool = True

    def resting(self) -> bool:
        """Whether nothing can go on before somebody answers (or the battle is over)."""
        return not self.due or not self.agenda or self.position.ended is not None

    def waits(self) -> bool:
        """Whether the innermost procedure has a question open."""
        top = len(self.agenda) - 1
        return top in [ask.depth for ask in self.asks]

    def held_up(self, ask: Ask) -> bool:
        """Whether something begun since must end first, as it may change what was asked about.

        A script's question may be answered meanwhile: it is looked at when all have answered.
        """
        return ask.depth < len(self.agenda) - 1 and isinstance(self.agenda[ask.depth], Loop)
