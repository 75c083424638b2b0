"""The bots that intrigue: they name enemies, play cards, bribe, deal; all else is the steward's.

What they know is their view. The "schemer" goes for whom it can hurt, the "miser" for coffers: it
keeps its tokens, names the rich and lets others fight.
"""

from __future__ import annotations

from condotta.bots.lots import Lots
from condotta.bots.playing import sensible
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.views import View
from condotta.rules.ranked.names import POINTS
from condotta.rules.treachery import deals, names
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.host import HOST, Host
from condotta.rules.treachery.players import enemy_player, hand, role
from condotta.rules.treachery.playing import PASS, PlayCard, plays
from condotta.table import gap

INCH = 10_000
NEAR = 8 * INCH
MEAN = 3.5  # of a die
EVEN = 0.5  # the chance that a test taken again is passed, near enough
MOST_WORTH = 2.0
WORTH = {
    "T03": 6.0, "T18": 5.0, "T16": 5.0, "T13": 4.0, "T12": 4.0, "T05": 4.0, "T15": 4.0,
    "T17": 4.0, "T07": 3.5, "T01": 3.5, "T10": 3.0, "T08": 3.0, "T09": 3.0, "T04": 3.0,
    "T02": 3.0, "T11": 2.5, "T14": 2.0, "T06": 1.0,
}  # fmt: skip
"""How much a card is worth keeping."""


class Schemer:
    """Plays treachery; `thrift` is what it will not let its coffer fall below."""

    def __init__(
        self, book: Book, draw: Lots, *, thrift: int = 50, greed: float = 0.5, talk: float = 0.02
    ) -> None:
        """Play by a book; `greed` weighs coffers against nearness, `talk` is how often it deals."""
        self.book = book
        self.draw = draw
        self.thrift = thrift
        self.greed = greed
        self.talk = talk
        self.base = sensible(book, draw)

    def answer(self, view: View, ask: Ask) -> Action:
        """Its own mind about treachery, the steward's about the rest."""
        position = view.position
        host = self.book.sole(HOST)
        if host is None:
            return self.base.answer(view, ask)
        if ask.window.startswith("treachery "):
            return self.card(position, ask)
        match ask.window:
            case "designation":
                return self.enemy(host, position, ask)
            case "discard":
                return Choose(min(ask.options, key=lambda name: self.value(position, name)))
            case "bribe":
                return self.bribe(position, ask)
            case "bid":
                return Choose(self.bid(position, ask))
            case "counter-bid":
                return Choose(self.counter(position, ask))
        return self.base.answer(view, ask)

    # ── enemies ──────────────────────────────────────────────────────────────
    def enemy(self, host: Host, position: Position, ask: Ask) -> Choose:
        """Whom to name: the nearest, and the richest as far as it is greedy."""
        return Choose(
            max(ask.options, key=lambda seat: (self.appeal(host, position, ask.seat, seat), seat))
        )

    def appeal(self, host: Host, position: Position, own: Seat, seat: Seat) -> float:
        """How much it would gain from having a seat as its enemy now."""
        away = self.away(host, position, own, seat)
        rich = position.count(seat, names.TOKENS) / names.COPPER
        return self.greed * rich - away / INCH

    def away(self, host: Host, position: Position, own: Seat, seat: Seat) -> float:
        """How far its nearest unit is from the nearest of a seat."""
        lies = host.lies(self.book, position)
        mine = [lies[name] for name in host.units(position, own) if name in lies]
        theirs = [lies[name] for name in host.units(position, seat) if name in lies]
        return min((gap(one, other) for one in mine for other in theirs), default=100.0 * INCH)

    # ── cards ────────────────────────────────────────────────────────────────
    def value(self, position: Position, card: str) -> float:
        """What a card in its hand is worth to it."""
        return WORTH.get(position.pieces[card].truth, 0.0)

    def card(self, position: Position, ask: Ask) -> Action:
        """The play that promises most, if any is worth its price."""
        best = max(
            plays(self.book, position, ask),
            key=lambda said: (self.promise(position, ask, said), said.card, said.target),
            default=None,
        )
        if best is None or self.promise(position, ask, best) <= 0:
            return Choose(PASS)
        return best

    def promise(self, position: Position, ask: Ask, said: PlayCard) -> float:
        """What a play may gain, less what it costs; nothing where it would empty the coffer."""
        own = ask.seat
        design = designs()[position.pieces[said.card].truth]
        if position.count(own, names.TOKENS) - design.cost < (self.thrift if design.cost else 0):
            return 0.0
        price = design.cost / 100
        return self.gain(position, ask, design.id, said.target) - price

    def gain(self, position: Position, ask: Ask, design: str, target: str) -> float:
        """What a card does for it here."""
        own = ask.seat
        aimed = position.pieces.get(target.rpartition(">")[2].partition(":")[0])
        hostile = aimed is not None and aimed.controller != own
        richest = self.richest(position)
        attacked = role(position, own) == names.ENEMY_PLAYER
        match design:
            case "T10":
                return self.foiling(position, own, ask)
            case "T09":
                return 1.0 if richest != own else 0.0
            case "T08":
                return 1.2 if target == richest else 1.0
            case "T12":
                return 2.5 if attacked and self.in_reach(position, own) else 0.0
            case "T05":
                rich = richest in (*position.active, enemy_player(position))
                return 1.0 if rich and aimed is not None and aimed.controller != richest else 0.0
            case "T04":
                return self.windfall(position, ask, target)
            case "T14":
                return 0.5 if attacked else 0.0
            case "T18":
                return 1.6 if attacked and self.in_reach(position, own) else 0.0
            case "T03":
                return 2.0
            case "T16":
                return 1.5 if hostile else 0.0
            case "T02" | "T06" | "T07" | "T11" | "T13" | "T17":
                return 1.2 if hostile and (attacked or own in position.active) else 0.0
        return 1.0 if not hostile else 0.0

    def in_reach(self, position: Position, own: Seat) -> bool:
        """Whether the active player's units are near enough to do harm; where nobody knows, yes."""
        host = self.book.sole(HOST)
        assert host is not None
        return (
            not host.lies(self.book, position)
            or self.away(host, position, own, position.active[0]) < NEAR
        )

    def foiling(self, position: Position, own: Seat, ask: Ask) -> float:
        """What it is worth to foil a card that was just played: it hurts, or serves its foe."""
        played, *aimed = (position.pieces[name] for name in ask.about)
        hurt = any(one.controller == own for one in aimed if names.TURN_CARD not in one.traits)
        robbed = played.type == "T09" and self.richest(position) == own
        sold = played.type == "T12" and enemy_player(position) != own
        harm = 1.5 if hurt or robbed or sold else 0.0
        return max(harm, self.served(position, own, played.type, aimed))

    @staticmethod
    def served(position: Position, own: Seat, design: str, aimed: list[Piece]) -> float:
        """How far a card serves whom it fights in this phase: he strikes first, or may not flee.

        # RULING TT-11.8: a neutral player, whom nobody fights, foils neither T05 nor T15.
        """
        pair = {*position.active[:1], enemy_player(position)}
        foes = [one for one in aimed if own in pair and one.controller in pair - {own}]
        if design == "T05":
            return 1.5 if foes else 0.0
        if design != "T15":
            return 0.0
        worth = max((position.count(one.id, POINTS) for one in foes), default=0)
        return min(MOST_WORTH, EVEN * worth / 100)

    @staticmethod
    def richest(position: Position) -> Seat:
        """Whose coffer is the largest."""
        return max(position.seats(), key=lambda seat: position.count(seat, names.TOKENS))

    def windfall(self, position: Position, ask: Ask, target: str) -> float:
        """What low dice of its own charge gain on an average; nothing for others' charges.

        Aimed at a unit before the dice lie there, it is good for as much as any card of its own.
        """
        if target in position.pieces:
            return float(position.pieces[target].controller == ask.seat)
        if position.pieces[ask.about[0]].controller != ask.seat:
            return 0.0
        return sum(MEAN - int(pip) for pip in target.split("+"))

    # ── tokens ───────────────────────────────────────────────────────────────
    def bribe(self, position: Position, ask: Ask) -> Choose:
        """The first mercenary unit of whoever is its enemy, if it can spare tokens."""
        spare = position.count(ask.seat, names.TOKENS) - self.thrift
        if spare < 2 * names.COPPER or self.draw.random() < 0.5:
            return Choose(PASS)
        foes = {*position.active, enemy_player(position)} - {ask.seat}
        for name in ask.options:
            if name != PASS and position.pieces[name].controller in foes:
                return Choose(name)
        return Choose(PASS)

    def bid(self, position: Position, ask: Ask) -> str:
        """One or two coppers, never below its thrift."""
        most = position.count(ask.seat, names.TOKENS) - self.thrift
        wish = names.COPPER * (1 + (self.draw.random() < 0.5))
        return str(min(wish, most)) if most >= names.COPPER else PASS

    def counter(self, position: Position, ask: Ask) -> str:
        """Just more than the bid, if half its coffer pays for that."""
        least = next((one for one in ask.options if one != PASS), PASS)
        half = position.count(ask.seat, names.TOKENS) // 2
        return least if least != PASS and int(least) <= half else PASS

    # ── talk ─────────────────────────────────────────────────────────────────
    def volunteer(self, view: View) -> Action | None:
        """An act that nobody asked for: to answer an offer, to offer, now and then to give."""
        position, own = view.position, view.seat
        if self.book.sole(HOST) is None:
            return None
        for piece in position.at("hand"):
            if names.DEAL in piece.traits and piece.controller == own:
                return self.considered(position, own, piece)
        if self.draw.random() >= self.talk or not position.active or position.ended:
            return None
        others = [seat for seat in position.seats() if seat != own]
        other = others[self.draw.randrange(len(others))]
        said = self.offer(position, own, other)
        judged = self.book.judges[type(said)] if said is not None else None
        if said is None or judged is None or not judged(self.book, position, own, None, said).ok:
            return None
        return said

    def considered(self, position: Position, own: Seat, piece: Piece) -> Action:
        """An offer is taken up where what it gives is worth what it takes."""
        terms = deals.terms_of(piece)
        cards = len(terms.cards) - sum(1 for _ in terms.wanted)
        accept = deals.Accept(piece.id)
        fair = terms.tokens - terms.wants + names.COPPER * cards >= 0
        if fair and deals.judge_accept(self.book, position, own, None, accept).ok:
            return accept
        return deals.Refuse(piece.id)

    def offer(self, position: Position, own: Seat, other: Seat) -> Action | None:
        """A copper for a card, a card for a copper, or a gift to whoever may attack next."""
        mine, theirs = hand(position, own), hand(position, other)
        spare = position.count(own, names.TOKENS) - self.thrift >= names.COPPER
        worst = min(mine, key=lambda one: WORTH.get(one.truth, 0.0), default=None)
        lot = self.draw.randrange(3)
        if lot == 0 and theirs and spare:
            wanted = (theirs[0].id,)
            return deals.Offer(other, deals.Terms(tokens=names.COPPER, wanted=wanted), True)
        if lot == 1 and worst is not None:
            return deals.Offer(other, deals.Terms(cards=(worst.id,), wants=names.COPPER))
        if lot == 2 and spare and other in position.active:
            return deals.Give(other, names.COPPER)
        return None
