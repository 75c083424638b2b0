"""A battle of any game at a moment, and short ways to speak and to look."""

from random import Random

from condotta.kernel.asks import Action, Ask, Choose, Roll
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.errors import Illegal
from condotta.kernel.events import Event, Removed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Piece
from condotta.kernel.rulings import Refusal, Verdict
from condotta.table import Pose


class AnyTable:
    """A battle and whoever sits round it; the table of a game adds what only that game has."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    @property
    def book(self) -> Book:
        return self.battle.book

    @property
    def position(self) -> Position:
        return self.battle.state.position

    # ── looking ──────────────────────────────────────────────────────────────
    def piece(self, name: str) -> Piece:
        return self.position.pieces[name]

    def pose(self, name: str) -> Pose:
        """Where a piece stands now; it must be on the table."""
        found = self.piece(name).pose
        assert found is not None, name
        return found

    def count(self, holder: str, name: str) -> int:
        return self.position.count(holder, name)

    def marked(self, name: str, mark: str) -> bool:
        return self.piece(name).marked(mark)

    def rulings(self, clause: str = "") -> list[Ruled]:
        """The rulings so far, all or those of one clause."""
        ruled = (event for event in self.battle.log if isinstance(event, Ruled))
        return [event for event in ruled if clause in ("", event.clause, *event.cites)]

    def windows(self) -> list[tuple[str, str]]:
        """The questions that are open: to whom, in which windows."""
        return [(ask.seat, ask.window) for ask in self.asks()]

    def removed(self) -> list[tuple[str, str]]:
        """What was removed so far, by whose doing."""
        events = (event for event in self.battle.log if isinstance(event, Removed))
        return [(event.piece, event.by) for event in events]

    def offers(self, seat: str, draws: int = 1) -> list[Action]:
        """All that the menu of the seat's question knows, and so many drawn: all of it legal."""
        (ask,) = self.asks(seat)
        menu = self.book.menus[ask.window]
        known = [*menu.salient(self.book, self.position, ask)]
        drawn = [menu.sample(self.book, self.position, ask, Random(one)) for one in range(draws)]
        offered: list[Action] = []
        for said in (*known, *drawn):
            assert said is not None, ask.window
            assert self.battle.judge(seat, said, ask.id).ok, said
            offered.append(said)
        return offered

    # ── speaking ─────────────────────────────────────────────────────────────
    def asks(self, seat: str = "") -> tuple[Ask, ...]:
        """The open questions, of one seat or of all."""
        return tuple(ask for ask in self.battle.waiting() if seat in ("", ask.seat))

    def ask_for(self, seat: str, said: Action) -> int | None:
        """The number of the seat's open question that such an action answers."""
        for ask in self.asks(seat):
            if isinstance(said, Choose) and said.option in ask.options:
                return ask.id
            if type(said).__name__ in ask.says or (isinstance(said, Roll) and ask.dice):
                return ask.id
        return next((ask.id for ask in self.asks(seat)), None)

    def say(self, seat: str, said: Action) -> list[Event]:
        """Say it; every event that follows. Raises `Illegal` when it is refused."""
        return self.battle.say(seat, said, self.ask_for(seat, said))

    def choose(self, seat: str, option: str) -> list[Event]:
        return self.say(seat, Choose(option))

    def roll(self, *pips: int) -> list[Event]:
        """Type in the dice that chance is asked for."""
        return self.say(CHANCE, Roll(pips))

    def judge(self, seat: str, said: Action) -> Verdict:
        """What the rules would say, without doing it."""
        return self.battle.judge(seat, said, self.ask_for(seat, said))

    def refused(self, seat: str, said: Action) -> tuple[Refusal, ...]:
        """Say it; why it was refused. It must be, and it must change nothing. [SK-137]"""
        before, events = self.battle.state, len(self.battle.log)
        try:
            self.say(seat, said)
        except Illegal as why:
            assert self.battle.state is before
            assert len(self.battle.log) == events
            return why.refusals
        raise AssertionError(f"{said} was accepted")


def clauses(verdict: Verdict) -> set[str]:
    """The clauses that refuse an action; none when it is legal."""
    return {one.clause for one in verdict.refusals}
