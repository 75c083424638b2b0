"""Triumph and Treachery: tokens by phases, turn cards, and ties. [TT-2, TT-9, TT-10, TT-13]"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from typing import Any

from condotta.kernel import events as said
from condotta.kernel.asks import Draw
from condotta.lab.oracle.account import Account
from condotta.lab.oracle.ledger import TABLE, Thing
from condotta.lab.oracle.ranks import Ranks
from condotta.lab.oracle.stands import CAMP, WORTH

COPPER = 50
START = 100
PHASE = "treachery phase"
TOKENS = "tokens"
SCORED = ("tt.10-4.scored", "tt.10-4.bonus")


class Intrigue(Account):
    """What both hosts have: coffers, phases, cards of turns. Points are in halves here."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.coffers: Counter[str] = Counter()
        self.phase: Counter[str] = Counter()
        self.earned: Counter[str] = Counter()
        self.ruled: dict[str, int] = {}
        self.paying = ""
        self.drawn: list[str] = []
        self.begun = False

    def own(self, seat: str) -> int:
        """The tokens of a seat."""
        return self.coffers[seat]

    def enemy(self) -> str:
        """The seat that is designated; nobody between phases."""
        number = self.now.count(TABLE, "enemy")
        return self.now.seats[number - 1] if number else ""

    def gainer(self, owner: str, by: str) -> str:
        """Nobody scores for what he leads: a mishap is the other designated one's gain. [TT-9.3]"""
        if by and by != owner:
            return by
        if owner in self.now.active:
            return self.enemy()
        return self.now.active[0] if self.now.active and owner == self.enemy() else ""

    def gain(self, seat: str, halves: int) -> None:
        """Points of this phase."""
        if seat:
            self.phase[seat] += halves

    # ── what the log says ────────────────────────────────────────────────────
    def before(self, event: Any) -> None:
        """Payments, phases, cards."""
        match event:
            case said.Ruled() if event.key in SCORED:
                self.scored(event)
            case said.Paid() if event.name == TOKENS:
                self.paid(event)
            case said.Counted() if event.name == TOKENS:
                self.leftover(event)
            case said.Expired() if event.moment == PHASE:
                self.phase_over()
            case said.Answered(_, _, window, Draw(drawn)) if window == "turn card":
                self.drawn.append(self.now.things[drawn[0]].owner)
            case said.Ruled() if event.key == "tt.2-1.shuffled":
                self.game_turn()
            case said.Entered() if event.turn > self.now.turn:
                self.begun = True
                self.same("whose turn it is", (self.drawn[-1],), event.active)
            case _:
                pass

    def scored(self, event: said.Ruled) -> None:
        """A line of a phase's scoring: points, tokens, the copper more. [TT-10.4, TT-10.5]"""
        seat = str(event.params["seat"])
        due = self.due()
        self.same("points of a phase", self.phase[seat], event.params["halves"])
        self.same("tokens of a phase", due[seat], event.params["tokens"])
        self.ruled[seat] = due[seat]
        self.paying = seat

    def due(self) -> dict[str, int]:
        """What the phase is worth to everybody: full slices, and a copper for the most."""
        most = max(self.phase.values(), default=0)
        found = {}
        for seat in self.now.seats:
            points = self.phase[seat]
            found[seat] = points // 2 // COPPER * COPPER + COPPER * (points == most > 0)
        return found

    def paid(self, event: said.Paid) -> None:
        """Tokens change hands; what a phase was worth is what was worked out."""
        amount = event.amount
        if not event.giver and event.taker == self.paying:
            self.same("tokens paid for a phase", self.ruled[self.paying], amount)
            self.paying = ""
        elif not event.giver and not self.begun and not self.now.turn:
            self.same("coppers to begin with", START, amount)
        if event.giver:
            self.same("nobody pays what he has not", True, self.coffers[event.giver] >= amount)
            self.coffers[event.giver] -= amount
        if event.taker:
            self.coffers[event.taker] += amount

    def leftover(self, event: said.Counted) -> None:
        """What mercenaries did not cost, in full coppers. [TT-12.4]"""
        if self.whole:
            self.same("the beginning of a coffer", self.unspent(event.holder), event.value)
        self.coffers[event.holder] = event.value

    def phase_over(self) -> None:
        """Whoever was to be paid has been; the next phase begins with nothing."""
        due = {seat: tokens for seat, tokens in self.due().items() if tokens}
        paid = {seat: tokens for seat, tokens in self.ruled.items() if tokens}
        self.same("who is paid for a phase", due, paid)
        self.earned.update(self.phase)
        self.phase.clear()
        self.ruled.clear()

    def game_turn(self) -> None:
        """Every card has been turned over once in the game turn before."""
        if self.drawn:
            self.same("turn cards of a game turn", sorted(self.now.seats), sorted(self.drawn))
        self.drawn.clear()

    def winners(self, _: str) -> Iterable[str] | None:
        """The richest; then who earned more; then who has more left; then all of them."""
        ranks = {
            seat: (self.coffers[seat], self.earned[seat], self.surviving(seat))
            for seat in self.now.seats
        }
        return [seat for seat, rank in ranks.items() if rank == max(ranks.values())]

    # ── what each host says ──────────────────────────────────────────────────
    @abstractmethod
    def surviving(self, seat: str) -> int:
        """What a seat has left of its own, in halves of a point."""

    @abstractmethod
    def unspent(self, seat: str) -> int:
        """The tokens for what a seat did not spend on mercenaries."""


class OverRanked(Ranks, Intrigue):
    """Over ranked battles: points of units, bonuses counted in the phase too. [TT-9.2]"""

    own = Intrigue.own

    def gainer(self, owner: str, by: str) -> str:
        """As the layer says."""
        return Intrigue.gainer(self, owner, by)

    def gain(self, seat: str, points: int) -> None:
        """Points are whole here."""
        Intrigue.gain(self, seat, 2 * points)

    def before(self, event: Any) -> None:
        """Both."""
        Ranks.before(self, event)
        Intrigue.before(self, event)

    def surviving(self, seat: str) -> int:
        """Points of what is on the table or to come, 100 more for the General."""
        return sum(
            self.worth(one.id) + 200 * ("general" in one.traits)
            for one in self.now.there("table", "reserve")
            if one.controller == one.owner == seat and self.regiment(one)
        )

    def unspent(self, seat: str) -> int:
        """100 points for every full 500 of the army, less what the company cost. [TT-12.1]"""
        mine = [one for one in self.now.things.values() if one.owner == seat and self.regiment(one)]
        cost = {True: 0, False: 0}
        for one in mine:
            cost["mercenary" in one.traits] += self.now.count(one.id, "points")
        return (cost[False] // 500 * 100 - cost[True]) // COPPER * COPPER


class OverTriumph(Intrigue):
    """Over TRIUMPH!: 12½ points for each half point, 100 more for a general. [TO-9]"""

    def worth(self, name: str) -> int:
        """Half points of a stand or a camp."""
        return self.now.count(name, WORTH)

    def price(self, one: Thing) -> int:
        """What a stand or a camp is worth, in halves of a victory point, rounded down."""
        four, general = self.setting("fourPointsWorth", 100), self.setting("generalWorth", 100)
        bonus = 2 * general * ("general" in one.traits)
        return int(2 * four * self.worth(one.id)) // 8 + int(bonus)

    def before(self, event: Any) -> None:
        """Losses, and whatever the layer says."""
        if isinstance(event, said.Removed) and event.to == "lost":
            one = self.now.things[event.piece]
            self.gain(self.gainer(one.controller, event.by), self.price(one))
        super().before(event)

    def surviving(self, seat: str) -> int:
        """What stands on the table or is to come."""
        return sum(
            self.price(one)
            for one in self.now.there("table", "reserve")
            if one.controller == one.owner == seat and one.type != CAMP
            if (one.id, WORTH) in self.now.counters
        )

    def unspent(self, seat: str) -> int:
        """Eight points for a company, less what it cost. [TO-10]"""
        spent = sum(
            self.worth(one.id)
            for one in self.now.things.values()
            if one.owner == seat and "mercenary" in one.traits
        )
        left = 2 * self.setting("mercenaryPoints", 8) - spent
        return int(left * self.setting("fourPointsWorth", 100)) // 8 // COPPER * COPPER
