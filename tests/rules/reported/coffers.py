"""Battles of treachery at a real table, and an account of their coffers by causes alone.

python -m tests.rules.reported.coffers 200

The account reads a log as plain data. What a phase earned it works out from who lost what, what a
card costs from the deck's file, what was bid or given from what the seats said; never from a
payment. It shares no code with the rules.
"""

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from condotta.bots.chancer import Chancer
from condotta.bots.lots import lots
from condotta.bots.runner import conduct
from condotta.bots.seat import Bot, make
from condotta.kernel.asks import Action
from condotta.kernel.battle import Battle
from condotta.kernel.chance import SeededCup
from condotta.kernel.state import State
from condotta.kernel.views import View
from condotta.lab.auditing import beside
from condotta.rules.library import book
from condotta.rules.reported.over_ranked.playing_now import PlayNow, judge_play_now
from condotta.rules.systems import SYSTEMS
from condotta.rules.treachery.deals import Give, judge_give

SYSTEM = "treachery+reported"
DECK = Path(__file__).parents[3] / "src/condotta/rules/treachery/data/cards.toml"
COSTS = {row["id"]: row["cost"] for row in tomllib.loads(DECK.read_text())["card"]}
BONUS = {"general": 100, "battle-standard": 100, "standard": 25}


class Account:
    """What every coffer must hold, and beside it what payments came to, event by event."""

    def __init__(self) -> None:
        self.due: Counter[str] = Counter()
        self.paid: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.scored: set[str] = set()
        self.seats: list[str] = []
        self.pieces: dict[str, dict[str, Any]] = {}
        self.standards: set[str] = set()
        self.worth: dict[str, int] = {}
        self.enemy = self.active = self.phase = ""
        self.answers: dict[tuple[str, str], str] = {}
        self.compared: Counter[str] = Counter()

    def hear(self, event: dict[str, Any]) -> None:
        """One event, as plain data."""
        if event["kind"] == "Veiled":
            self.hear(event["inside"])
        elif hears := getattr(self, event["kind"].lower(), None):
            hears(event)

    # ── the pieces ───────────────────────────────────────────────────────────
    def began(self, event: dict[str, Any]) -> None:
        self.seats = [chair["seat"] for chair in event["chairs"]]

    def mustered(self, event: dict[str, Any]) -> None:
        piece = event["piece"]
        self.pieces[piece["id"]] = piece
        if any(mark["name"] == "standard" for mark in piece.get("marks", ())):
            self.standards.add(piece["id"])

    def exchanged(self, event: dict[str, Any]) -> None:
        self.pieces[event["piece"]["id"]] = event["piece"]

    def controlled(self, event: dict[str, Any]) -> None:
        piece = self.pieces[event["piece"]]
        self.pieces[event["piece"]] = {**piece, "controller": event["controller"]}

    def cleared(self, event: dict[str, Any]) -> None:
        if event["name"] == "standard":
            self.standards.discard(event["piece"])

    def entered(self, event: dict[str, Any]) -> None:
        self.phase, self.active = event["phase"], next(iter(event["active"]), "")

    def counted(self, event: dict[str, Any]) -> None:
        match event["name"], event["holder"]:
            case "points", unit:
                self.worth.setdefault(unit, event["value"])
            case "enemy", "table":
                self.enemy = self.seats[event["value"] - 1] if event["value"] else ""
            case "tokens", seat:
                self.due[seat] = self.paid[seat] = event["value"]

    # ── points ───────────────────────────────────────────────────────────────
    def removed(self, event: dict[str, Any]) -> None:
        if event.get("to", "lost") != "lost":
            return
        unit = event["piece"]
        traits = self.pieces[unit].get("traits", ())
        points = self.worth[unit] + ("general" in traits) * BONUS["general"]
        if self.phase == "close combat":
            held = "battle-standard" if "battle-standard" in traits else "standard"
            points += BONUS[held] * (held in traits or unit in self.standards)
        self.earns(unit, event.get("by", ""), points)

    def earns(self, unit: str, by: str, points: int) -> None:
        """Whoever did it; of a mishap, or one's own doing, the other of the two. [TT-9.3]"""
        owner = self.pieces[unit]["controller"]
        other = {self.active: self.enemy, self.enemy: self.active}.get(owner, "")
        self.points[by if by and by != owner else other] += points

    def slices(self, seat: str) -> int:
        """Full slices of 50, and a copper for the most. [TT-10.4, TT-10.5]"""
        own, most = self.points[seat], max(self.points[one] for one in self.seats)
        return own // 50 * 50 + 50 * (own == most > 0)

    # ── tokens ───────────────────────────────────────────────────────────────
    def answered(self, event: dict[str, Any]) -> None:
        said = event["said"] or {}
        self.answers[event["seat"], event["window"]] = said.get("option", "")

    def pushed(self, event: dict[str, Any]) -> None:
        frame = event["frame"]
        match frame["kind"]:
            case "Gift":
                self.moves(frame["seat"], frame["said"]["to"], frame["said"].get("tokens", 0))
            case "Deal":
                piece = self.pieces[frame["said"]["deal"]]
                terms = json.loads(piece["traits"][1])
                self.moves(piece["owner"], piece["controller"], terms.get("tokens", 0))
                self.moves(piece["controller"], piece["owner"], terms.get("wants", 0))

    def moves(self, giver: str, taker: str, tokens: int) -> None:
        """Tokens change hands; the bank has no name."""
        self.due[giver] -= tokens
        self.due[taker] += tokens

    def ruled(self, event: dict[str, Any]) -> None:
        said = event.get("params", {})
        match event["key"]:
            case "tt.1-2.start":
                for seat in self.seats:
                    self.moves("", seat, 100)
            case "fb.7-14.breaks":
                self.earns(said["regiment"], "", 25)
            case "tt.10-4.scored" | "tt.10-4.bonus":
                self.scored.add(said["seat"])
                self.moves("", said["seat"], self.slices(said["seat"]))
            case "tt.11-8.played" | "tt.11-8.aimed":
                card = said["card"].removeprefix("treachery.")
                self.compared[card] += 1
                self.moves(said["seat"], "", COSTS[card] if card != "T18" else 0)
            case "tt.11-8.befriended":
                self.moves(said["seat"], self.active, min(100, self.due[said["seat"]]))
            case "tt.10-8.cut":
                rich = max(self.seats, key=lambda seat: self.due[seat])
                others = [self.due[seat] for seat in self.seats if seat != rich]
                assert self.due[rich] > max(others), "a purse is cut of the strictly richest"
                self.moves(rich, said["seat"], 50)
            case "tt.12-8.bid":
                self.moves(said["seat"], "", int(self.answers[said["seat"], "bid"]))
            case "tt.12-8.outbid" | "tt.12-8.bribed":
                more = self.answers.pop((said["owner"], "counter-bid"), "")
                sum_ = int(more) if more.isdecimal() else 0
                self.moves(said["owner"], "", min(sum_, self.due[said["owner"]]))

    def expired(self, event: dict[str, Any]) -> None:
        """As a phase ends everybody who earned something was paid, and all coffers are right."""
        if event["moment"] == "treachery phase":
            assert {seat for seat in self.seats if self.slices(seat)} <= self.scored
            self.same("phase")
            self.points.clear()
            self.scored.clear()

    def same(self, when: str) -> None:
        """Causes and payments come to the same, seat by seat."""
        assert {s: self.due[s] for s in self.seats} == {s: self.paid[s] for s in self.seats}, when
        self.compared[when] += len(self.seats)

    def heard_paid(self, event: dict[str, Any]) -> None:
        """What was paid is only held against what was due."""
        if event["name"] == "tokens":
            self.paid[event.get("giver", "")] -= event["amount"]
            self.paid[event.get("taker", "")] += event["amount"]


def accounted(log: Iterable[object]) -> Account:
    """The account of a whole log."""
    kept = Account()
    for event in log:
        plain = msgspec.to_builtins(event)
        if plain["kind"] == "Paid":
            kept.heard_paid(plain)
        else:
            kept.hear(plain)
    kept.same("end")
    return kept


# ── battles ──────────────────────────────────────────────────────────────────
class Impulsive(Chancer):
    """Says any legal thing, asked or not: it gives coppers, and plays cards while hands play."""

    def volunteer(self, view: View) -> Action | None:
        """A card or a copper, now and then."""
        own, now = view.seat, view.position
        if self.draw.random() > 0.05 or now.ended:
            return None
        other = self.draw.choice([one for one in now.seats() if one != own])
        gift = Give(other, 50)
        if self.draw.random() < 0.2 and judge_give(self.book, now, own, None, gift).ok:
            return gift
        cards = [one.id for one in now.at("hand") if one.controller == own and one.truth]
        shots = [f"{one}>{two}" for one in self.units(view, own) for two in self.units(view, other)]
        every = ["", "", "", "", *self.units(view, own), *self.units(view, other), *shots]
        tried = (PlayNow(card, target) for card in cards for target in self.draw.sample(every, 4))
        return next(
            (one for one in tried if judge_play_now(self.book, now, own, None, one).ok), None
        )

    @staticmethod
    def units(view: View, seat: str) -> list[str]:
        """The units of a seat on the table."""
        return [one.id for one in view.position.at("table") if one.controller == seat]


def fought(number: int) -> tuple[Battle, Account]:
    """A battle of three, four or five, of schemers and random bots, with the lab's look beside."""
    seats = SYSTEMS[SYSTEM].seated(3 + number % 3)
    settings = {"mercenaries": number % 2 == 1, "gameTurns": (0, 1, 2, 12)[number % 4]}
    rules = book(SYSTEM, settings)
    how = SYSTEMS[SYSTEM]
    assert how.armies_of_its_own is not None
    opening = how.opening(rules, seats, how.armies_of_its_own("", len(seats), number))
    battle = Battle(rules, opening, SeededCup(number))
    bots = {one.seat: bot(place + number, rules, f"{number}/{one.seat}")
            for place, one in enumerate(seats)}  # fmt: skip
    auditor, watch = beside(battle, looked)
    conduct(battle, bots, limit=40_000, watch=watch)
    assert auditor.compared()
    return battle, accounted(battle.log)


def looked(state: State, _: tuple[Any, ...]) -> None:
    """No unit has a place; no coffer is below zero."""
    now = state.position
    assert all(piece.pose is None for piece in now.pieces.values())
    assert all(now.count(seat, "tokens") >= 0 for seat in now.seats())


def bot(number: int, rules: Any, seed: str) -> Bot:
    """By turns a schemer, one that says anything, and one that does so unasked too."""
    if number % 3 == 0:
        return Impulsive(rules, lots(seed))
    return make(("schemer", "random")[number % 3 - 1], rules, seed)


def main(battles: int) -> None:
    """So many battles; how each ended, and what was compared."""
    clauses: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for number in range(battles):
        battle, account = fought(number)
        ended = battle.state.position.ended
        assert ended is not None, number
        now = battle.state.position
        for seat in now.seats():
            assert now.count(seat, "tokens") == account.due[seat], (number, seat)
        clauses[ended.clause] += 1
        told += account.compared
        told.update(type(event).__name__ + ":" + event.key for event in battle.log
                    if getattr(event, "key", "")[:3] in ("rb.", "tt."))  # fmt: skip
    print(battles, "battles ended by", dict(clauses))
    print("compared:", dict(sorted(told.items())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
