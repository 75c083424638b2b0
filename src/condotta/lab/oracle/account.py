"""The account of a battle: what every game has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from condotta.kernel import events as said
from condotta.lab.oracle.ledger import Ledger


class Wrong(AssertionError):
    """What the program says is not what the log makes it."""


def first_of(seats: Any) -> str:
    """The first of the seats that a message names."""
    return str(seats[0])


class Account(ABC):
    """Adds up again what a game counts; `checked` says how often it compared what.

    Scores are in whatever the game counts them in: half points over TRIUMPH!. Armies are `whole`
    unless a hunt has left units out of them: then nobody can tell what they cost.
    """

    fewest = False
    models = False

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.now = Ledger()
        self.checked: Counter[str] = Counter()
        self.fallen: dict[str, int] = {}
        self.over = False
        self.whole = True
        self.told: list[str] = []

    # ── what each game says ──────────────────────────────────────────────────
    @abstractmethod
    def own(self, seat: str) -> int:
        """What one seat has of the score."""

    @abstractmethod
    def worth(self, name: str) -> int:
        """What a piece counts among the losses of whoever leads it, a half point being 1."""

    @abstractmethod
    def winners(self, clause: str) -> Iterable[str] | None:
        """Who has won now, by that clause; None where this account cannot tell."""

    @abstractmethod
    def before(self, event: Any) -> None:
        """What an event means, before it has happened."""

    # ── what all have in common ──────────────────────────────────────────────
    def hear(self, event: Any) -> None:
        """Take one event, and compare whatever it says."""
        if isinstance(event, said.Veiled):
            self.hear(event.inside)
            return
        self.before(event)
        if isinstance(event, said.Ruled) and event.key.startswith("score."):
            seat = first_of(event.params["seats"])
            self.same("scores told at the end", self.scores()[seat], event.params["count"])
            self.told.append(seat)
        if isinstance(event, said.Ended):
            self.ended(event)
        self.now.hear(event)

    def ended(self, event: said.Ended) -> None:
        """That every side was told of, the first one first, and the right one has won."""
        self.over = True
        scores = self.scores()
        row = [scores[seat] for seat in self.told]
        self.same(
            "sides told of",
            {self.now.sides[seat] for seat in self.told},
            set(self.now.sides.values()),
        )
        self.same("the order told", sorted(row, reverse=not self.fewest), row)
        won = self.winners(event.clause)
        if won is not None:
            self.same(
                "who has won",
                tuple(seat for seat in self.now.seats if seat in set(won)),
                event.winners,
            )

    def same(self, what: str, found: Any, claimed: Any) -> None:
        """Compare; a difference is Wrong."""
        self.checked[what] += 1
        if found != claimed:
            where = f"turn {self.now.turn}, {self.now.phase or 'before the battle'}"
            raise Wrong(
                f"{what} ({where}): the log makes it {found!r}, it is said to be {claimed!r}"
            )

    def scores(self) -> dict[str, int]:
        """The score of each seat: its side's."""
        sides: dict[str, int] = {}
        for seat, side in self.now.sides.items():
            sides[side] = sides.get(side, 0) + self.own(seat)
        return {seat: sides[side] for seat, side in self.now.sides.items()}

    def losses(self) -> dict[str, int]:
        """What each seat has lost of what it leads: half points, or models."""
        lost = dict.fromkeys(self.now.seats, 0)
        for one in self.now.there("lost"):
            if one.controller in lost:
                lost[one.controller] += one.model() if self.models else self.worth(one.id)
        return lost

    def side_of(self, seats: Iterable[str]) -> tuple[str, ...]:
        """All seats of the sides of those."""
        sides = {self.now.sides[seat] for seat in seats}
        return tuple(seat for seat, side in self.now.sides.items() if side in sides)

    def most(self) -> tuple[str, ...]:
        """The seats of the one side with most; nobody where several have it."""
        scores = self.scores()
        best = [seat for seat, number in scores.items() if number == max(scores.values())]
        return tuple(best) if len({self.now.sides[seat] for seat in best}) == 1 else ()

    def setting(self, name: str, usual: Any) -> Any:
        """A setting of the battle, or what it is where nobody said."""
        value = self.settings.get(name)
        return usual if value is None else value
