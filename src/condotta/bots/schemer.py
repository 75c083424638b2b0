"""The bots that intrigue: they name enemies, play cards, bribe, deal; all else is the steward's.

What they know is their view, what they pay for is reckoned in tokens. The "schemer" names whom it
can hurt most, the "miser" keeps its tokens and would rather name the rich.
"""

from __future__ import annotations

from condotta.bots.lots import Lots
from condotta.bots.playing import sensible
from condotta.bots.reasons import Decision, Reason, explained
from condotta.bots.reckoning import EVEN, Reckoning
from condotta.bots.thinker import Thinker
from condotta.bots.treachery_reasons import Motives
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.views import View
from condotta.rules.treachery import deals, names
from condotta.rules.treachery.deck import designs
from condotta.rules.treachery.host import HOST
from condotta.rules.treachery.playing import PASS, PlayCard, plays

MEAN = 3.5  # of a die


class Schemer:
    """Plays treachery; `thrift` is what it will not let its coffer fall below."""

    def __init__(
        self,
        book: Book,
        draw: Lots,
        *,
        thrift: int = 50,
        greed: float = 0.0,
        talk: float = 0.002,
        base: Thinker | None = None,
    ) -> None:
        """Play by a book; `greed` weighs coffers against prey, `talk` is how often it may give.

        `base` plays all but the treachery; without it the sensible bot of the base game does.
        """
        self.book = book
        self.draw = draw
        self.thrift = thrift
        self.greed = greed
        self.talk = talk
        self.base = base or sensible(book, draw)
        self.decided: Decision | None = None
        self.acted: tuple[Position, Seat, Action] | None = None

    def answer(self, view: View, ask: Ask) -> Action:
        """Its own mind about treachery, the steward's about the rest."""
        self.decided, self.acted = None, None
        said = self.schemed(view.position, ask)
        if said is None:
            return self.base.answer(view, ask)
        self.decided = Decision(view.position, ask, said)
        return said

    def schemed(self, position: Position, ask: Ask) -> Action | None:
        """What it says to a question of treachery; nothing to any other."""
        if self.book.sole(HOST) is None:
            return None
        if ask.window.startswith("treachery "):
            return self.card(position, ask)
        match ask.window:
            case "designation":
                return self.enemy(position, ask)
            case "discard":
                return self.discard(position, ask)
            case "bribe":
                return self.bribe(position, ask)
            case "bid":
                return Choose(self.bid(position, ask))
            case "counter-bid":
                return Choose(self.counter(position, ask))
        return None

    def why(self) -> tuple[Reason, ...]:
        """Why it schemed as it did last, in tokens; else why its base did what it did."""
        if self.acted is not None:
            position, seat, act = self.acted
            return tuple(Motives(self, position, seat).unasked(act))
        if self.decided is None:
            return self.base.why()
        position, ask, _, _ = self.decided
        motives = Motives(self, position, ask.seat)
        return tuple(
            explained(self.decided, {ask.window: lambda _, ask, said: motives.of(ask, said)})
        )

    # ── enemies ──────────────────────────────────────────────────────────────
    def enemy(self, position: Position, ask: Ask) -> Choose:
        """Whom to name: who offers most prey, and the richest as far as it is greedy."""
        known = Reckoning(self.book, position, ask.seat)
        return Choose(max(ask.options, key=lambda seat: (self.appeal(known, seat), seat)))

    def appeal(self, known: Reckoning, seat: Seat) -> float:
        """How much a rival appeals as an enemy, in tokens."""
        return known.prey(seat) + self.greed * known.coffers[seat]

    # ── cards ────────────────────────────────────────────────────────────────
    def discard(self, position: Position, ask: Ask) -> Choose:
        """The card that may bring least goes."""
        known = Reckoning(self.book, position, ask.seat)
        return Choose(min(ask.options, key=lambda name: known.kept(position.pieces[name].truth)))

    def card(self, position: Position, ask: Ask) -> Action:
        """The play that brings most, if that is more than its price."""
        known = Reckoning(self.book, position, ask.seat)
        best = max(
            ((self.promise(known, ask, said), said) for said in plays(self.book, position, ask)),
            key=lambda one: (one[0], one[1].card, one[1].target),
            default=None,
        )
        return Choose(PASS) if best is None or best[0] <= 0 else best[1]

    def promise(self, known: Reckoning, ask: Ask, said: PlayCard) -> float:
        """The tokens that a play may bring, less its price; nothing where it empties the coffer."""
        design = designs()[known.position.pieces[said.card].truth]
        if design.cost and known.coffers[ask.seat] - design.cost < self.thrift:
            return 0.0
        return self.gain(known, ask, design.id, said.target) - known.price(design)

    def gain(self, known: Reckoning, ask: Ask, design: str, target: str) -> float:
        """What a card brings it here."""
        position = known.position
        match design:
            case "T10":
                played, *aimed = (position.pieces[name] for name in ask.about)
                return known.foiling(played.type, aimed)
            case "T04":
                return self.windfall(position, ask, target)
            case "T06":
                return known.whispered(target, ask.about[0])
            case "T03":
                shooter, _, aim = target.partition(">")
                return known.gain(design, target, self.base.harm(position, shooter, aim))
        return known.gain(design, target)

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
        """The mercenary unit whose idleness brings most, if that is more than a copper."""
        known = Reckoning(self.book, position, ask.seat)
        worth = {name: known.stilled(position.pieces[name]) for name in ask.options if name != PASS}
        best = max(worth, key=lambda name: (worth[name], name), default=PASS)
        spare = known.coffers[ask.seat] - self.thrift
        return Choose(best if worth and worth[best] > names.COPPER <= spare else PASS)

    def bid(self, position: Position, ask: Ask) -> str:
        """A copper, if it is still worth that and not below its thrift."""
        known = Reckoning(self.book, position, ask.seat)
        spare = known.coffers[ask.seat] - self.thrift
        brings = known.stilled(position.pieces[ask.about[0]])
        return str(names.COPPER) if brings > names.COPPER <= spare else PASS

    def counter(self, position: Position, ask: Ask) -> str:
        """Just more than the bid, if the unit's work is worth that and half its coffer pays it."""
        least = next((one for one in ask.options if one != PASS), PASS)
        known = Reckoning(self.book, position, ask.seat)
        if least == PASS or int(least) > known.coffers[ask.seat] // 2:
            return PASS
        return least if -known.stilled(position.pieces[ask.about[0]]) > int(least) else PASS

    # ── talk ─────────────────────────────────────────────────────────────────
    def volunteer(self, view: View) -> Action | None:
        """An act that nobody asked for: to answer an offer, now and then to give."""
        act = self.unasked(view.position, view.seat)
        self.acted = None if act is None else (view.position, view.seat, act)
        return act

    def unasked(self, position: Position, own: Seat) -> Action | None:
        """That act, if there is one."""
        if self.book.sole(HOST) is None:
            return None
        for piece in position.at("hand"):
            if names.DEAL in piece.traits and piece.controller == own:
                return self.considered(position, own, piece)
        if self.draw.random() >= self.talk or not position.active or position.ended:
            return None
        said = self.gift(position, own)
        judged = self.book.judges[type(said)] if said is not None else None
        if said is None or judged is None or not judged(self.book, position, own, None, said).ok:
            return None
        return said

    def considered(self, position: Position, own: Seat, piece: Piece) -> Action:
        """An offer is taken up where what it gives is worth more than what it takes."""
        known, terms = Reckoning(self.book, position, own), deals.terms_of(piece)
        given = terms.tokens + known.worth_of(terms.cards)
        accept = deals.Accept(piece.id)
        fair = given > terms.wants + known.worth_of(terms.wanted)
        if fair and deals.judge_accept(self.book, position, own, None, accept).ok:
            return accept
        return deals.Refuse(piece.id)

    def gift(self, position: Position, own: Seat) -> deals.Give | None:
        """A copper to whoever's turn it is, where an attack would cost more than twice that.

        Nobody has to thank for it. An offer it makes to nobody: a card that he does not see is
        worth less than the smallest coin to him, and a known one no less to whoever has it.
        """
        known = Reckoning(self.book, position, own)
        spare = known.coffers[own] - self.thrift >= names.COPPER
        grave = EVEN * known.threat() > names.COPPER * (1 + known.part)
        return deals.Give(position.active[0], names.COPPER) if spare and grave else None
