"""Why a bot names an enemy, plays a card, bribes or deals: what it is worth to it, in tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from condotta.bots.reasons import Reason, option_of
from condotta.bots.reckoning import EVEN, Reckoning
from condotta.kernel.asks import Action, Ask
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.rules.treachery import deals, names
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.playing import PASS, PlayCard, plays

if TYPE_CHECKING:
    from condotta.bots.schemer import Schemer


class Motives:
    """Why a schemer said something, from what its seat sees."""

    def __init__(self, bot: Schemer, position: Position, seat: Seat) -> None:
        """Reckon as it does."""
        self.bot = bot
        self.position = position
        self.seat = seat
        self.known = Reckoning(bot.book, position, seat)

    def of(self, ask: Ask, said: Action) -> Iterator[Reason]:
        """Of an answer."""
        if ask.window.startswith("treachery "):
            yield from self.card(ask, said)
            return
        match ask.window:
            case "designation":
                yield self.enemy(ask, option_of(said))
            case "discard":
                yield self.discard(option_of(said))
            case "bribe":
                yield self.bribe(ask, option_of(said))
            case "bid" | "counter-bid":
                yield self.bid(ask, option_of(said))

    def enemy(self, ask: Ask, seat: Seat) -> Reason:
        """What whoever was named offers, and the next best."""
        appeal = {one: self.bot.appeal(self.known, one) for one in ask.options}
        best = round(appeal.pop(seat))
        others = {"next": max(appeal, key=lambda one: (appeal[one], one))} if appeal else {}
        told: dict[str, Param] = {"seat": seat, "worth": best, **others}
        if others:
            told["less"] = round(appeal[others["next"]])
        return Reason("why.enemy" if others else "why.enemy.alone", told)

    def discard(self, card: str) -> Reason:
        """What a card may bring that goes."""
        worth = self.known.kept(self.position.pieces[card].truth)
        return Reason("why.discard", {"card": card, "worth": round(worth)})

    def card(self, ask: Ask, said: Action) -> Iterator[Reason]:
        """What a card may bring and what it costs; or that none brings more than it costs."""
        if isinstance(said, PlayCard):
            design = designs()[self.position.pieces[said.card].truth]
            brings = self.bot.gain(self.known, ask, design.id, said.target)
            told: dict[str, Param] = {"card": said.card, "worth": round(brings)}
            price = round(self.known.price(design))
            yield Reason("why.card" if price else "why.card.free", {**told, "price": price})
            return
        tried = tuple(plays(self.bot.book, self.position, ask))
        dear = [one for one in tried if self.too_dear(one)]
        if not tried:
            yield Reason("why.card.none")
        elif len(dear) == len(tried):
            yield Reason("why.card.thrift", {"thrift": self.bot.thrift})
        else:
            count = len({one.card for one in tried})
            yield Reason("why.card.passes", {"count": count})

    def too_dear(self, said: PlayCard) -> bool:
        """Whether its price would take from what the coffer is to keep."""
        cost = designs()[self.position.pieces[said.card].truth].cost
        return bool(cost) and self.known.coffers[self.seat] - cost < self.bot.thrift

    # ── coins ────────────────────────────────────────────────────────────────
    @property
    def spare(self) -> int:
        """What the coffer holds above what it is to keep."""
        return self.known.coffers[self.seat] - self.bot.thrift

    def bribe(self, ask: Ask, unit: str) -> Reason:
        """What it is worth that a unit does nothing."""
        if unit and unit != PASS:
            worth = round(self.known.stilled(self.position.pieces[unit]))
            return Reason("why.bribe", {"unit": unit, "worth": worth})
        units = [self.position.pieces[one] for one in ask.options if one != PASS]
        best = max((self.known.stilled(one) for one in units), default=0.0)
        return self.declined(best, names.COPPER, self.spare)

    def bid(self, ask: Ask, said: str) -> Reason:
        """What the unit's idleness, or its work, is worth beside what is bid."""
        unit = self.position.pieces[ask.about[0]]
        worth = self.known.stilled(unit) * (1 if ask.window == "bid" else -1)
        if said and said != PASS:
            told: dict[str, Param] = {"unit": unit.id, "worth": round(worth), "price": int(said)}
            return Reason(f"why.{ask.window}", told)
        if ask.window == "bid":
            return self.declined(worth, names.COPPER, self.spare)
        least = next((int(one) for one in ask.options if one != PASS), 0)
        return self.declined(worth, least, self.known.coffers[self.seat] // 2)

    def declined(self, worth: float, price: int, spare: int) -> Reason:
        """That it is not worth it, or more than may be spent."""
        if worth > price > spare:
            return Reason("why.coins.thrift", {"price": price, "spare": max(0, spare)})
        return Reason("why.coins.none", {"worth": max(0, round(worth)), "price": price})

    # ── talk ─────────────────────────────────────────────────────────────────
    def unasked(self, said: Action) -> Iterator[Reason]:
        """Of an act that nobody asked for."""
        match said:
            case deals.Accept(deal) | deals.Refuse(deal):
                terms = deals.terms_of(self.position.pieces[deal])
                given = terms.tokens + self.known.worth_of(terms.cards)
                taken = terms.wants + self.known.worth_of(terms.wanted)
                takes = isinstance(said, deals.Accept)
                key = "accepts" if takes else "barred" if given > taken else "refuses"
                told = {"given": round(given), "taken": round(taken)}
                yield Reason(f"why.deal.{key}", told)
            case deals.Give(to, tokens):
                cost = round(EVEN * self.known.threat())
                yield Reason("why.gift", {"seat": to, "worth": cost, "price": tokens})
