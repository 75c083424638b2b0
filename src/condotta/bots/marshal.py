"""How the steward plays ranked battles: advance, shoot, cast, charge what it can hope to beat.

It weighs regiments by what they cost and how many of them can strike. It sees a view and nothing
else, and what it says is judged by the rules like anybody's.
"""

from __future__ import annotations

from condotta.bots.chancer import Speechless
from condotta.bots.lots import Lots
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.views import View
from condotta.rules.ranked import names
from condotta.rules.ranked.charging import charge_dice
from condotta.rules.ranked.moves import Manoeuvre, way_of
from condotta.rules.ranked.reacting import FLEE, STAND
from condotta.rules.ranked.regiment import Field, Regiment, field
from condotta.rules.ranked.remaining import judge_manoeuvre
from condotta.table import Base, base, gap

INCH = names.INCH
A_DIE = 3.5 * INCH  # what a die of a charge roll brings on average
DARING = -0.1
"""The worst share by which an enemy may look stronger and still be charged."""

LOOKS = 24  # moves of a menu that are weighed
OUT = frozenset({"end", "hold", "pass", "stay", "keep", "none", "no", "refuse", "hold back"})
"""Options that do nothing: the last resort."""


class Marshal:
    """Plays ranked battles."""

    def __init__(self, book: Book, draw: Lots) -> None:
        """Play by a book, drawing lots only where it has no opinion."""
        self.book = book
        self.draw = draw

    def answer(self, view: View, ask: Ask) -> Action:
        """What promises most; where nothing is known of a question, the first sensible answer."""
        here = field(self.book, view.position)
        match ask.window:
            case "declare charges":
                return self.charge(here, ask)
            case "remaining moves":
                return self.move(here, ask)
            case "shooting":
                return self.shoot(here, ask)
            case "charge reaction":
                return self.react(here, ask)
        return self.first_sensible(view.position, ask)

    # ── strength ─────────────────────────────────────────────────────────────
    def strength(self, one: Regiment) -> float:
        """How much a regiment can do in combat: blows by their strength, and staying power."""
        front = min(one.total, 2 * one.files)
        blows = front * max(1, one.value(names.A)) * (one.value(names.WS) + one.value(names.S))
        hold = one.total * max(1, one.value(names.W)) * (one.value(names.T) + one.value(names.LD))
        return float(blows + hold / 2 + 10 * one.counting_ranks)

    def hope(self, here: Field, one: Regiment, foe: Regiment) -> float:
        """What a charge promises: by how much it is stronger, less the chance not to arrive."""
        mine, theirs = self.strength(one), self.strength(foe)
        edge = (mine - theirs) / max(1.0, mine + theirs)
        if here.facing_of(foe, one) != "front":
            edge += 0.2
        reach = one.movement + A_DIE * abs(charge_dice(here, one)[1])
        return edge - max(0.0, (here.gap(one, foe) - reach) / (6 * INCH))

    # ── phases ───────────────────────────────────────────────────────────────
    def charge(self, here: Field, ask: Ask) -> Choose:
        """The most hopeful charge, if it is hopeful enough."""
        known = {}
        for option in ask.options:
            charger, found, target = option.partition(">")
            if found:
                known[option] = self.hope(here, here.regiment(charger), here.regiment(target))
        best = max(known, key=lambda option: known[option], default="")
        return Choose(best if best and known[best] > DARING else ask.options[-1])

    def react(self, here: Field, ask: Ask) -> Choose:
        """To stand and shoot where that is possible; to flee only from what is far stronger."""
        own = [here.find(name) for name in ask.about]
        pair = [one for one in own if one is not None]
        if STAND in ask.options:
            return Choose(STAND)
        mine = next((one for one in pair if one.seat == ask.seat), None)
        foe = next((one for one in pair if one.seat != ask.seat), None)
        weak = (
            mine is not None and foe is not None and (3 * self.strength(mine) < self.strength(foe))
        )
        return Choose(FLEE if weak and FLEE in ask.options else ask.options[0])

    def shoot(self, here: Field, ask: Ask) -> Choose:
        """At whom a hit costs most: the dearest of those in reach."""

        def price(option: str) -> int:
            target = option.partition(">")[2].partition("~")[0]
            return here.position.count(target, names.POINTS) if target else -1

        return Choose(max(ask.options, key=price))

    def move(self, here: Field, ask: Ask) -> Action:
        """The move that brings a regiment nearest to an enemy it may hope to beat."""
        menu = self.book.menus[ask.window]
        best: tuple[float, Action] | None = None
        for seen, said in enumerate(menu.salient(self.book, here.position, ask)):
            if seen >= LOOKS:
                break
            if not isinstance(said, Manoeuvre):
                continue
            gain = self.nearer(here, ask, said)
            if gain > INCH / 2 and (best is None or gain > best[0]):
                best = gain, said
        return best[1] if best else Choose("end")

    def nearer(self, here: Field, ask: Ask, said: Manoeuvre) -> float:
        """By how much a move brings a regiment nearer to its prey; shooters keep their distance."""
        one = here.find(said.piece)
        foes = [foe for foe in here.regiments if foe.seat != ask.seat]
        if (
            one is None
            or not foes
            or not judge_manoeuvre(self.book, here.position, ask.seat, ask, said).ok
        ):
            return 0.0
        prey = min(foes, key=lambda foe: here.gap(one, foe) * (1 + self.strength(foe) / 1000))
        end = way_of(here, one, said).end
        there: Base = base(end, one.base.shape)
        return here.gap(one, prey) - gap(there, prey.base)

    def first_sensible(self, position: Position, ask: Ask) -> Action:
        """The best-known answer of the window's menu, else the first option that does something."""
        menu = self.book.menus.get(ask.window) if ask.says else None
        if menu is not None:
            said = next(iter(menu.salient(self.book, position, ask)), None)
            said = said or menu.sample(self.book, position, ask, self.draw)
            if said is not None:
                return said
        if not ask.options:
            raise Speechless(ask)
        return Choose(next((one for one in ask.options if one not in OUT), ask.options[0]))
