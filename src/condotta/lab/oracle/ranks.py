"""Ranked battles: victory points by what was destroyed and by whom. [FB-14.3]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from condotta.kernel import events as said
from condotta.lab.oracle.account import Account
from condotta.lab.oracle.ledger import Thing

GENERAL, BATTLE_STANDARD, STANDARD = 100, 100, 25
COMBAT = "close combat"
LEFT = ("table", "reserve", "undeployed")


class Ranks(Account):
    """What is common to all battles of regiments: what a loss is worth, and to whom."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.points: Counter[str] = Counter()
        self.taken: set[str] = set()

    def own(self, seat: str) -> int:
        """The victory points of a seat."""
        return self.points[seat]

    def worth(self, name: str) -> int:
        """Twice the points that everything in it was bought for."""
        return 2 * self.now.count(name, "points")

    def gainer(self, owner: str, by: str) -> str:
        """Whose gain a loss is: whoever did it, if no friend; of two sides, else the other."""
        foes = [seat for seat in self.now.seats if self.now.sides[seat] != self.now.sides[owner]]
        if by in foes:
            return by
        return foes[0] if len({self.now.sides[seat] for seat in foes}) == 1 else ""

    def gain(self, seat: str, points: int) -> None:
        """Points for a seat, or for nobody."""
        if seat:
            self.points[seat] += points

    def regiment(self, one: Thing) -> bool:
        """Whether it is a regiment or a character."""
        return (one.id, "models") in self.now.counters

    def left(self) -> list[str]:
        """The seats that lead anything that is still to be reckoned with."""
        here = {one.controller for one in self.now.there(*LEFT) if self.regiment(one)}
        return [seat for seat in self.now.seats if seat in here]

    def before(self, event: Any) -> None:
        """What is destroyed; the standard of what breaks, which the winner of the combat takes."""
        if isinstance(event, said.Removed) and event.to == "lost":
            one = self.now.things[event.piece]
            if self.regiment(one):
                self.gain(self.gainer(one.controller, event.by), self.price(one))
        if isinstance(event, said.Ruled) and event.key == "fb.7-14.breaks":
            one = self.now.things[str(event.params["regiment"])]
            self.taken = {one.id} if "standard" in one.marks else set()
        if isinstance(event, said.Ruled) and event.key == "fb.14-3.standard":
            name, seat = str(event.params["piece"]), str(event.params["seat"])
            if name in self.taken:
                self.taken.clear()
                owner = self.now.things[name].controller
                self.same("who takes a standard is no friend", self.gainer(owner, seat), seat)
                self.gain(seat, STANDARD)

    def price(self, one: Thing) -> int:
        """What the loss of a regiment or a character is worth in points. [FB-14.3]"""
        points = self.now.count(one.id, "points") + GENERAL * ("general" in one.traits)
        if self.now.phase != COMBAT:
            return points
        if "battle-standard" in one.traits:
            return points + BATTLE_STANDARD
        return points + STANDARD * ("standard" in one.marks)


class Ranked(Ranks):
    """Each army for itself or for its side: most victory points. [FB-14.3 to FB-14.5]"""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.first = ""

    def before(self, event: Any) -> None:
        """Seats have their turns in table order from the one that won the roll."""
        super().before(event)
        if isinstance(event, said.Ruled) and event.key == "fb.14-1.begins":
            self.first = str(event.params["seat"])
        if isinstance(event, said.Entered) and event.turn > self.now.turn:
            seats = self.now.seats
            at = seats.index(self.now.active[0]) + 1 if self.now.turn else seats.index(self.first)
            self.same("whose turn it is", (seats[at % len(seats)],), event.active)
            if self.now.turn:
                sides = {self.now.sides[seat] for seat in self.left()}
                self.same("more than one side was left", True, len(sides) > 1)

    def winners(self, clause: str) -> Iterable[str] | None:
        """The last side left, or the one with most points after the last turn."""
        left = self.left()
        if clause == "FB-14.4":
            return self.side_of(left)
        seats = self.now.seats
        turns = self.setting("battleTurns", 6) * len(seats)
        self.same("the turn after which it is over", turns, self.now.turn)
        return self.most()
