"""Battles at a real table: what the reports say that hold, against what was done. [RB-3 to RB-8]"""

from __future__ import annotations

from collections import Counter
from typing import Any

from condotta.kernel import events as said
from condotta.kernel.records import CHANCE
from condotta.lab.oracle.many import Carnage

DICE = "dispute dice"
PRICES = {"command-re-roll": 1, "counter-offensive": 2, "insane-bravery": 2}
TOLD = ("rb.3.whole", "rb.3.whole-by", "rb.3.models", "rb.3.models-by")


class Reading:
    """One report under way: what everybody has said of it, and so what holds. [RB-4, RB-5]"""

    def __init__(self, frame: Any = None) -> None:
        """A reading that took the place of a report is confirmed as one. [RB-5]"""
        self.heard: dict[str, Any] = {"report": getattr(frame, "reading", None)}
        self.pair: tuple[str, ...] = ()
        self.pips: tuple[int, ...] = ()

    def hear(self, event: Any) -> None:
        """Take one event: questions, what is said to them, and the dice of a dispute."""
        match event:
            case said.Asked(ask) if ask.seat == CHANCE and ask.window.startswith(DICE):
                self.pair = ask.about
            case said.Answered(_, seat, window, word) if seat == CHANCE and window.startswith(DICE):
                self.pips = getattr(word, "pips", ())
            case said.Answered(_, _, window, word):
                self.heard[window] = word
            case _:
                pass

    def holds(self) -> Any:
        """The reading that is carried out; the reporter's where the dice are level. [RB-5]"""
        which = self.heard.get("whose reading")
        if which is None:
            return self.heard["report"]
        yields = getattr(which, "option", "") == "yield"
        lost = bool(self.pips) and self.pips[0] < self.pips[1]
        return self.heard["other reading"] if yields or lost else self.heard["report"]


class ReportedCarnage(Carnage):
    """Carnage whose losses and whose models near the objective are reported."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.reading = Reading()
        self.carried: list[Any] | None = None
        self.said_near: dict[str, int] = {}
        self.owed: Counter[str] = Counter()
        self.paid: tuple[str, int] = ("", 0)

    def near(self, x: float, y: float) -> tuple[Counter[str], bool]:
        """As many as the last report that holds says, of those that are left. [RB-8]"""
        del x, y
        found = Counter(
            {
                seat: min(number, sum(self.left(unit) for unit in self.units(seat)))
                for seat, number in self.said_near.items()
            }
        )
        return found, False

    def units(self, seat: str) -> list[str]:
        """The units of a seat."""
        things = self.now.things.values()
        return [one.id for one in things if one.type == "unit" and one.controller == seat]

    def left(self, unit: str) -> int:
        """How many models of a unit are on the table."""
        return sum(one.model() and one.command == unit for one in self.now.there("table"))

    def before(self, event: Any) -> None:
        """Reports, what is done by them, and stratagems."""
        match event:
            case said.Pushed(frame) if type(frame).__name__ == "Reporting":
                self.done()
                self.reading, self.carried = Reading(frame), None
            case said.Counted(seat, "near marker", number):
                self.said_near = dict(getattr(self.settled(), "near", {}))
                self.same("models near by report", self.said_near.get(seat, 0), number)
            case said.Ruled() if event.key == "rb.3.nothing":
                self.same("losses of an empty report", [], self.losses_of(self.settled()))
            case said.Ruled() if event.key in TOLD:
                self.loss(event)
            case said.Ruled() if event.key == "rb.6.amended":
                unit = str(event.params["unit"])
                self.owed[unit] += max(0, self.left(unit) - int(str(event.params["number"])))
            case said.Ruled() if event.key == "rb.30.used":
                self.paid_for(event)
            case said.Counted(seat, "command points", left):
                self.paid = seat, self.now.count(seat, "command points") - left
            case said.Removed(name) if self.now.things[name].model():
                self.removed(event)
            case said.Ended():
                self.done()
            case _:
                self.reading.hear(event)
        super().before(event)

    def paid_for(self, event: said.Ruled) -> None:
        """Its own seat has just paid what a stratagem costs. [RB-30]"""
        seat, name = str(event.params["seat"]), str(event.params["stratagem"])
        self.same("who paid how much", self.paid, (seat, PRICES[name.rpartition(".")[2]]))
        self.same("points left", self.now.count(seat, "command points"), event.params["left"])

    def settled(self) -> Any:
        """The report that holds; its losses are to be carried out from now on."""
        holds = self.reading.holds()
        if self.carried is None:
            self.carried = self.losses_of(holds)
        return holds

    def losses_of(self, report: Any) -> list[Any]:
        """The losses that a report names; none where it says that nothing happened."""
        return list(getattr(report, "losses", ()))

    def loss(self, event: said.Ruled) -> None:
        """The next loss of the report whose unit is still there: so many, by that seat. [RB-3]"""
        self.settled()
        waiting = self.carried or []
        while waiting and not self.left(waiting[0].unit):
            waiting.pop(0)
        self.same("a loss that was reported", True, bool(waiting))
        one = waiting.pop(0)
        left = self.left(one.unit)
        number = min(left, one.models or left)
        told = event.params["unit"], event.params["number"], event.params["seat"]
        self.same("what was lost, and by whom", (one.unit, number, one.by), told)
        self.owed[one.unit] += number

    def removed(self, event: said.Removed) -> None:
        """A model goes because it was reported, the last of its unit first; or with all. [RB-31]"""
        if event.clause == "CM-109":
            return
        unit = self.now.things[event.piece].command
        self.same("a model that was reported", True, self.owed[unit] > 0)
        there = [one.id for one in self.now.there("table") if one.model() and one.command == unit]
        self.same("the last of its unit", there[-self.owed[unit]], event.piece)
        self.owed[unit] -= 1

    def done(self) -> None:
        """All that a report named was carried out, at one moment. [RB-3, CM-97]"""
        self.same("models still owed", 0, self.owed.total())
        waiting = [one.unit for one in self.carried or [] if self.left(one.unit)]
        self.same("losses still to come", [], waiting)
