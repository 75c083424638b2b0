"""What the points of an army in commands must come to: its bill, whoever counts. [GT-10.8]

The bill is the builder's. Against it stands the sum over the pieces of the log, counted here and
not by the rules, at muster and after every decision.
"""

from __future__ import annotations

from collections.abc import Sequence

from condotta.armies import Breakdown, Library, Roster, cost
from condotta.armies.cards.cardforms import forms
from condotta.armies.cards.carrying import HIDING
from condotta.kernel.events import Ended, Event, Mustered, Removed, Veiled
from condotta.kernel.records import Piece
from condotta.lab.inspecting import Broken
from condotta.lab.inspecting_fights import FightInspector
from condotta.rules.triumph.names import CARD, REAL, WORTH
from condotta.rules.triumph.tables import CAMP

SIDES = ("south", "north")
EACH = ("stand", "less", "set")
"""Cards that are paid for stand by stand: their points are where the stands are."""


class BillInspector(FightInspector):
    """Follows a battle of armies in commands, and keeps their books."""

    def brought(self, rosters: Sequence[Roster], shelf: Library | None) -> None:
        """The armies of the two sides: what each piece cost adds up to the bill."""
        self.bills: dict[str, int] = {}
        self.fallen: set[str] = set()
        self.ended: Ended | None = None
        self.commands: dict[str, int] = {}
        for side, roster in zip(SIDES, rosters, strict=True):
            bill = cost(roster, shelf)
            times = 1 if roster.split else 3
            own = sum(self.price(piece) for piece in self.stands(side))
            cards = on_no_stand(bill, times)
            total = bill.total if roster.split else 3 * bill.total - 2 * on_no_stand(bill, 1)
            total += 0 if roster.split else cards - on_no_stand(bill, 1)
            if own + cards != total:
                raise Broken(f"{side} paid {total} and brings {own} in stands, {cards} in cards")
            self.bills[side] = total
        self.settled()

    def stands(self, side: str) -> list[Piece]:
        """Every stand that a side brought."""
        return [
            piece
            for piece in self.position.pieces.values()
            if self.position.side(piece.owner) == side
            if piece.shape is not None and piece.type not in (CAMP, "MARKER")
            if CARD not in piece.traits
        ]

    def price(self, piece: Piece) -> int:
        """Half points that a stand cost, by what is behind it."""
        count = self.position.count
        if piece.truth:
            return count(piece.id, "real price") or count(piece.id, REAL)
        return count(piece.id, "price") or count(piece.id, WORTH)

    def look(self, event: Event) -> None:
        """Who falls is noted as he falls."""
        super().look(event)
        match event:
            case Veiled(_, Mustered() | Removed() as inside):
                self.look(inside)
            case Removed(name, "lost"):
                self.fallen.add(name)
            case Mustered(Piece(id=name, place="lost")):
                self.fallen.add(name)
            case Ended():
                self.ended = event
            case _:
                pass

    def settled(self) -> None:
        """The totals are the bills; a command's is what its stands cost, and stays so."""
        position = self.position
        for side, bill in self.bills.items():
            if position.count(side, "total") != bill:
                raise Broken(f"{side} counts {position.count(side, 'total')} and paid {bill}")
        lost = {piece.id for piece in position.pieces.values() if piece.place == "lost"}
        if lost != self.fallen:
            raise Broken(f"{sorted(lost ^ self.fallen)} are lost, or were")
        totals = {
            name: position.count(name, "total")
            for name in {piece.command for side in SIDES for piece in self.stands(side)}
            if position.count(name, "total")
        }
        if totals and not self.commands:
            self.commands = totals
            self.split_rightly()
        if totals != self.commands:
            raise Broken(f"commands had {self.commands} and have {totals}")
        self.decided()

    def split_rightly(self) -> None:
        """Each command has what its stands cost."""
        for name, total in self.commands.items():
            own = [one for side in SIDES for one in self.stands(side) if one.command == name]
            if total != sum(map(self.price, own)):
                raise Broken(f"{name} counts {total}, and its stands cost otherwise")

    def decided(self) -> None:
        """Whoever is beaten by losses has lost half of his bill, and more than the enemy."""
        if self.ended is None or self.ended.clause != "GT-9.1":
            return
        lost = dict.fromkeys(SIDES, 0)
        for name in self.fallen:
            side = self.position.side(self.position.pieces[name].owner)
            lost[side] += self.position.count(name, WORTH)
        won = {self.position.side(seat) for seat in self.ended.winners}
        (beaten,) = (side for side in SIDES if side not in won)
        (winner,) = won
        if 2 * lost[beaten] < self.bills[beaten] or lost[beaten] <= lost[winner]:
            raise Broken(f"{beaten} is beaten by {lost} of {self.bills}")


def on_no_stand(bill: Breakdown, times: int) -> int:
    """Half points of the cards that no stand has; what hides stands is there so many times."""
    found = 0
    for line in bill.cards:
        form = forms()[line.code]
        led = form.dearer and "main/" in line.where
        if form.price not in EACH and not led:
            found += (line.half_points or 0) * (times if line.code in HIDING else 1)
    return found
