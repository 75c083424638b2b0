"""TRIUMPH!, small and large: points lost, and the turns of sides one after another."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from condotta.kernel import events as said
from condotta.lab.oracle.account import Account, first_of

CAMP = "CAMP"
WORTH = "worth"


class Triumph(Account):
    """Half points of what was destroyed, by whose it was. [TC-10.1 to TC-10.4]"""

    fewest = True

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.last: tuple[str, ...] = ()
        self.owed = ""

    def own(self, seat: str) -> int:
        """Half points that a seat has lost of what it brought."""
        return sum(self.worth(one.id) for one in self.now.there("lost") if one.owner == seat)

    def worth(self, name: str) -> int:
        """Half points of a stand or a camp."""
        return self.now.count(name, WORTH)

    def standing(self) -> set[str]:
        """The sides that have a stand on the table."""
        return {
            self.now.sides[one.controller]
            for one in self.now.there("table")
            if one.type != CAMP and (one.id, WORTH) in self.now.counters and one.controller
        }

    def beaten(self, side: str) -> bool:
        """Whether what a side has lost makes it lose, were that all. [TC-10.1]"""
        limit = 2 * Fraction(str(self.setting("lossThreshold", 16)))
        return self.lost()[side] >= limit

    def lost(self) -> dict[str, int]:
        """Half points lost by each side."""
        scores = self.scores()
        return {side: scores[seat] for seat, side in self.now.sides.items()}

    def victor(self) -> str:
        """The side that has won by losses; "" while nobody has. [TC-10.1, TC-10.3]"""
        lost = self.lost()
        for side in lost:
            others = [other for other in lost if other != side]
            if all(self.beaten(other) and lost[other] > lost[side] for other in others):
                return side
        return ""

    def winners(self, clause: str) -> Iterable[str] | None:
        """By losses, or as the one side with a stand; nobody where turns ran out. [TC-10.4]"""
        if clause != "TC-10.4":
            won = self.victor()
        else:
            left = self.standing()
            won = next(iter(left)) if len(left) == 1 else ""
        return [seat for seat, side in self.now.sides.items() if side == won]

    def before(self, event: Any) -> None:
        """A new turn begins only if nobody had won as the last ended; the sides take turns."""
        if isinstance(event, said.Entered) and event.turn > self.now.turn:
            if self.now.turn:
                self.same("nobody had won before the next turn", "", self.victor())
                self.same("whose turn it is", self.following(), event.active)
            self.last = event.active
        if isinstance(event, said.Ruled) and event.key == "tc.4-1.begins":
            self.owed = first_of(event.params["seats"])
        if isinstance(event, said.Entered) and event.turn == 1 and self.now.turn == 0:
            self.same("who takes the first turn", self.side_of([self.owed]), event.active)

    def following(self) -> tuple[str, ...]:
        """The seats of the side after the one that had the last turn, in table order."""
        sides = list(dict.fromkeys(self.now.sides.values()))
        place = sides.index(self.now.sides[self.last[0]])
        following = sides[(place + 1) % len(sides)]
        return tuple(seat for seat, side in self.now.sides.items() if side == following)


class Grand(Triumph):
    """The same with half of an army's points. [GT-9.1]"""

    def beaten(self, side: str) -> bool:
        """Whether a side has lost half of what it brought."""
        total = self.now.count(side, "total")
        return total > 0 and 2 * self.lost()[side] >= total
