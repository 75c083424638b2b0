"""Games of rounds, and skirmish battles: turns, markers, units destroyed. [SK-27, SK-121]"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from math import hypot
from typing import Any

from condotta.kernel import events as said
from condotta.lab.oracle.account import Account
from condotta.lab.oracle.ledger import Thing

INCH = 10_000
REACH = 3 * INCH
DOUBT = 25
"""A thing that lies so near the edge of what counts may be counted or not: no claim is compared."""

LEFT = ("table", "aside", "reserve", "undeployed")


def away(one: Thing, x: float, y: float) -> float:
    """How far the nearest point of a base is from a point."""
    size: float = hypot(one.pose.ux, one.pose.uy)
    fx, fy = one.pose.ux / size, one.pose.uy / size
    dx, dy = x - one.pose.x, y - one.pose.y
    if hasattr(one.shape, "radius"):
        radius: float = one.shape.radius
        return max(0.0, hypot(dx, dy) - radius)
    ahead, aside = dx * fx + dy * fy, abs(dx * fy - dy * fx)
    out = max(0.0, aside - one.shape.width / 2)
    beyond = max(0.0, ahead, -ahead - one.shape.depth)
    return hypot(out, beyond)


class Rounds(Account):
    """Battle rounds: each seat has one turn in each, and whoever is out has none."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.points: Counter[str] = Counter()
        self.had: list[str] = []
        self.round = 0

    def own(self, seat: str) -> int:
        """The victory points of a seat."""
        return self.points[seat]

    @abstractmethod
    def playing(self) -> list[str]:
        """The seats that have anything left."""

    @abstractmethod
    def near(self, x: float, y: float) -> tuple[Counter[str], bool]:
        """How much of each seat is within reach of a point, and whether that is in doubt."""

    def holder(self, x: float, y: float, *, alone: bool = False) -> tuple[str, bool]:
        """The seat with more there than all enemies, or than each; and whether that is in doubt."""
        found, doubt = self.near(x, y)
        for seat in self.now.seats:
            others = [number for one, number in found.items() if one != seat]
            if found[seat] > (max(others, default=0) if alone else sum(others)):
                return seat, doubt
        return "", doubt

    def new_turn(self, seat: str) -> None:
        """A seat has its turn: once a round, while it is in the game."""
        self.same("has had no turn in this round", False, seat in self.had)
        self.same("is in the game", True, seat in self.playing())
        self.had.append(seat)

    def new_round(self, number: int) -> None:
        """Everybody in the game has had its turn; the next round begins."""
        missing = [seat for seat in self.playing() if seat not in self.had] if self.round else []
        self.same("everybody has had a turn", [], missing)
        self.same("the next battle round", self.round + 1, number)
        self.round, self.had = number, []


class Models(Rounds):
    """Games of single models."""

    models = True

    def playing(self) -> list[str]:
        """The seats with a model left, wherever it is."""
        here = {one.controller for one in self.now.there(*LEFT) if one.model()}
        return [seat for seat in self.now.seats if seat in here]

    def worth(self, _: str) -> int:
        """Models count one each."""
        return 1

    def near(self, x: float, y: float) -> tuple[Counter[str], bool]:
        """Models within 3 inches, heights too. [SK-121, SK-13]"""
        found: Counter[str] = Counter()
        doubt = False
        for one in self.now.there("table"):
            if one.model() and one.pose is not None:
                far = hypot(away(one, x, y), self.now.count(one.id, "level"))
                found[one.controller] += far <= REACH
                doubt = doubt or abs(far - REACH) <= DOUBT
        return found, doubt

    def hold_all(self) -> tuple[Counter[str], bool]:
        """How many markers each seat holds."""
        held: Counter[str] = Counter()
        doubt = False
        for one in self.now.there("table"):
            if one.type == "objective":
                seat, unsure = self.holder(one.pose.x, one.pose.y)
                doubt = doubt or unsure
                held[seat] += bool(seat)
        return held, doubt

    def destroyed(self, event: said.Removed) -> None:
        """A unit has lost its last model: a point for the enemy who did it. [SK-27]"""
        one = self.now.things[event.piece]
        if one.type == "unit" and event.to == "lost" and event.by not in ("", one.controller):
            self.points[event.by] += 1

    def markers_held(self, claims: Counter[str]) -> None:
        """What a round's end gives for markers, against what was told of each."""
        held, doubt = self.hold_all()
        held = Counter({seat: number for seat, number in held.items() if number})
        if not doubt:
            self.same("markers held at a round's end", held, claims)
        self.points.update(claims if doubt else held)


class Skirmish(Models):
    """A mission of the core rules. [SK-27, SK-121]"""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.first = ""
        self.claims: Counter[str] = Counter()

    def before(self, event: Any) -> None:
        """Markers at each round's end, units destroyed, turns in table order."""
        match event:
            case said.Ruled() if event.key == "sk.27.first":
                self.first = str(event.params["seat"])
            case said.Ruled() if event.key == "sk.121.held":
                self.claims[str(event.params["seat"])] += 1
            case said.Ruled() if event.key.startswith("score.") and not self.told:
                self.round_ends()
            case said.Removed() if self.mission() == "attrition":
                self.destroyed(event)
            case said.Counted(_, "battle round", number):
                self.round_ends()
                self.new_round(number)
            case said.Entered() if event.turn > self.now.turn:
                self.same("whose turn it is", (self.following(),), event.active)
                self.new_turn(event.active[0])
            case _:
                pass

    def mission(self) -> str:
        """What is played for."""
        return str(self.setting("battleMission", "ground"))

    def following(self) -> str:
        """The next in table order who is in the game and has had no turn in this round."""
        seats = self.now.seats
        start = seats.index(self.first)
        left = [one for one in self.playing() if one not in self.had]
        return next(one for one in (*seats[start:], *seats[:start]) if one in left)

    def round_ends(self) -> None:
        """The markers are counted, unless one army alone is left."""
        if self.mission() == "ground" and self.round and len(self.playing()) > 1:
            self.markers_held(self.claims)
        self.claims = Counter()

    def winners(self, clause: str) -> Iterable[str] | None:
        """The last army left, or most points after the last round."""
        if clause == "SK-115":
            return self.playing()
        self.same("the round after which it is over", self.setting("battleRounds", 5), self.round)
        return self.most()
