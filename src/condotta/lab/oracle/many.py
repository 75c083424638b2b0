"""Carnage over both games: the objective, ranks, who chooses, who has won. [CM-79 to CM-116]"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any

from condotta.kernel import events as said
from condotta.lab.oracle.models import DOUBT, REACH, Models, Rounds, away
from condotta.lab.oracle.ranks import LEFT

RANK, POWER = "rank", "power level"
CARNAGE = "carnage"
HELD = ("cm.88.scores", "cm.90.nobody", "cm.90.level")


class Many(Rounds):
    """What the mission for many counts, whatever it lies over."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.chose: set[str] = set()
        self.scored = 0

    def mission(self) -> str:
        """Carnage itself, or one made for many."""
        return str(self.setting("mission", CARNAGE))

    @abstractmethod
    def power(self, seat: str) -> int:
        """What an army is worth as ranks are given."""

    def before(self, event: Any) -> None:
        """The objective, ranks, rounds, turns."""
        match event:
            case said.Ruled() if event.key in HELD:
                self.objective(event)
            case said.Ruled() if event.key == "cm.79.power":
                seat = str(event.params["seat"])
                self.same("the power of an army", self.power(seat), event.params["power"])
            case said.Ruled() if event.key == "cm.80.rank":
                self.ranked(event)
            case said.Ruled() if event.key == "cm.84.chooses":
                self.same("who names the next turn", self.chooser(), event.params["seat"])
            case said.Counted(seat, "chose a turn", _):
                self.chose.add(seat)
            case said.Counted(_, "battle round", number):
                if self.mission() == CARNAGE:
                    self.same("rounds scored", self.round, self.scored)
                self.new_round(number)
            case said.Entered() if event.turn > self.now.turn:
                self.new_turn(event.active[0])
            case _:
                pass

    def objective(self, event: said.Ruled) -> None:
        """Who has how many near the middle, who holds it, and the point for that. [CM-88, CM-90]"""
        x, y = self.now.board.width / 2, self.now.board.depth / 2
        found, doubt = self.near(x, y)
        told = {seat: event.params[f"at {seat}"] for seat in self.now.seats}
        held, _ = self.holder(x, y, alone=self.setting("control", "sum") != "sum")
        claimed = str(event.params.get("seat", ""))
        if not doubt:
            self.same("who is near the objective", {seat: found[seat] for seat in told}, told)
            self.same("who holds the objective", held, claimed)
        self.scored += 1
        if claimed:
            self.points[claimed] += 1
            self.same("points for the objective", self.points[claimed], event.params["points"])

    def ranked(self, event: said.Ruled) -> None:
        """The next rank goes to the greatest power that has none. [CM-80, CM-81]"""
        left = [
            seat
            for seat in self.now.seats
            if not self.now.count(seat, POWER) or not self.rank(seat)
        ]
        seat = str(event.params["seat"])
        # the program counts the rank before it tells of it
        left = [one for one in left if one != seat]
        most = max((self.now.count(one, POWER) for one in left), default=0)
        self.same("no greater power goes before", True, self.now.count(seat, POWER) >= most)
        ranks = [self.rank(one) for one in self.now.seats if self.rank(one)]
        self.same("ranks in order", list(range(1, len(ranks) + 1)), sorted(ranks))

    def rank(self, seat: str) -> int:
        """The rank of a seat, 1 for the greatest power."""
        return self.now.count(seat, RANK)

    def chooser(self) -> str:
        """The lowest rank in the game that has named nobody yet; else the highest. [CM-84]"""
        order = sorted(self.playing(), key=self.rank, reverse=True)
        return next((seat for seat in order if seat not in self.chose), order[-1])

    def winners(self, clause: str) -> Iterable[str] | None:
        """The last one left; else most points, and of equals the lowest rank. [CM-94 to CM-106]"""
        here = self.playing()
        if clause == "CM-94":
            self.same("one alone is left", 1, len(here))
            return here
        if here:
            self.same("the round after which it is over", self.setting("rounds", 5), self.round)
        able = list(self.now.seats) if self.setting("eliminatedCanWin", True) else here
        able = able or list(self.now.seats)
        most = max(self.points[seat] for seat in able)
        best = [seat for seat in able if self.points[seat] == most]
        if self.mission() != CARNAGE:
            return best if len(best) == 1 else ()
        self.same("the clause of the end", "CM-98" if len(best) == 1 else "CM-99", clause)
        return [max(best, key=self.rank)]


class Carnage(Many, Models):
    """Over skirmish battles."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.claims: Counter[str] = Counter()

    def power(self, seat: str) -> int:
        """The Power Ratings of units that are not lost."""
        return sum(
            self.now.count(one.id, "power")
            for one in self.now.things.values()
            if one.controller == seat and one.type == "unit" and one.place != "lost"
        )

    def before(self, event: Any) -> None:
        """The missions of two as well."""
        if isinstance(event, said.Ruled) and event.key == "sk.121.held":
            self.claims[str(event.params["seat"])] += 1
        closes = isinstance(event, said.Counted) and event.name == "battle round"
        ends = isinstance(event, said.Ruled) and event.key.startswith("score.") and not self.told
        if (
            (closes or ends)
            and self.mission() == "ground"
            and self.round
            and len(self.playing()) > 1
        ):
            self.markers_held(self.claims)
        if closes or ends:
            self.claims = Counter()
        if isinstance(event, said.Removed) and self.mission() == "attrition":
            self.destroyed(event)
        super().before(event)


class CarnageInRanks(Many):
    """Over ranked armies: models of steady regiments count. [CR-4, CR-5, CR-8]"""

    def playing(self) -> list[str]:
        """The seats with a regiment or a character left."""
        here = {one.controller for one in self.now.there(*LEFT) if self.regiment(one.id)}
        return [seat for seat in self.now.seats if seat in here]

    def regiment(self, name: str) -> bool:
        """Whether it is a regiment or a character."""
        return (name, "models") in self.now.counters

    def worth(self, name: str) -> int:
        """Twice its points."""
        return 2 * self.now.count(name, "points")

    def power(self, seat: str) -> int:
        """The points of all that is set up or to come."""
        return sum(
            self.now.count(one.id, "points")
            for one in self.now.there(*LEFT)
            if one.controller == seat and self.regiment(one.id)
        )

    def near(self, x: float, y: float) -> tuple[Counter[str], bool]:
        """Models of steady regiments that come within 3 inches, characters in them too."""
        found: Counter[str] = Counter()
        doubt = False
        for one in self.now.there("table"):
            if one.pose is None or not self.regiment(one.id) or "fleeing" in one.marks:
                continue
            far = away(one, x, y)
            inside = [each for each in self.now.there("table") if each.command == one.id != each.id]
            number = self.now.count(one.id, "models") + sum(
                self.regiment(each.id) for each in inside
            )
            each = [far] * number if self.by_regiment() else list(self.each(one, number, x, y))
            found[one.controller] += sum(length <= REACH for length in each)
            doubt = doubt or any(abs(length - REACH) <= DOUBT for length in each)
        return found, doubt

    def by_regiment(self) -> bool:
        """Whether a regiment counts with all its models."""
        return bool(self.setting("regimentsCount", "models") == "whole")

    def each(self, one: Any, number: int, x: float, y: float) -> Iterator[float]:
        """How far each model of a regiment is, the last rank in the middle."""
        files = max(1, self.now.count(one.id, "files"))
        wide, deep = one.shape.width / files, one.shape.depth / -(-number // files)
        dx, dy = x - one.pose.x, y - one.pose.y
        length = hypot(one.pose.ux, one.pose.uy)
        ahead = (dx * one.pose.ux + dy * one.pose.uy) / length
        right = (dx * one.pose.uy - dy * one.pose.ux) / length
        for place in range(number):
            rank, file = divmod(place, files)
            across = (file + (1 - min(files, number - rank * files)) / 2) * wide
            out = max(0.0, abs(right - across) - wide / 2)
            yield hypot(out, max(0.0, abs(ahead + (rank + 0.5) * deep) - deep / 2))
