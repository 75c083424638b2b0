"""The bot called "steward": it looks one step ahead and does what it expects most of.

It sees a view and nothing else. What it tries, it tries on a position of its own, by the same
rules that will judge it; it never decides anything there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from condotta.bots import battle_reasons
from condotta.bots.lots import Lots
from condotta.bots.marching import Best, after, best_march, best_move, worth_of
from condotta.bots.matchups import matchups
from condotta.bots.outlook import Outlook
from condotta.bots.preferring import best_first
from condotta.bots.prospects import shot_prospect, worth
from condotta.bots.reasons import BY_LOT, Decision, Explain, Reason, option_of
from condotta.bots.thinker import Thinker, Thought
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.views import View
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.pairing import contests, pairs
from condotta.rules.triumph.movement.flank_march import March
from condotta.rules.triumph.movement.legal_moves import judge_move
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import field
from condotta.table import distance

HOLD = "hold"
HEEDED = 0.3
"""Half points that a layer's advice must promise to be followed before all else."""


class Steward(Thinker):
    """Plays TRIUMPH! by one-step look-ahead on expected outcomes."""

    lacking: ClassVar[Reason] = BY_LOT

    def __init__(self, book: Book, draw: Lots) -> None:
        """Play by a book, drawing lots only where it has no opinion."""
        super().__init__(book, draw)
        self.last: Outlook | None = None  # its eye for the last position it moved in
        self.found = Best(0.0)  # what it found to move then

    def thoughts(self) -> Mapping[str, Thought]:
        """Moves, combats and shots."""
        return {
            "movement": self.move,
            "combat": self.fight,
            "opponent": self.fight,
            "shooting": self.shoot,
            "target": self.aim,
        }

    def answer(self, view: View, ask: Ask) -> Action:
        """A layer's advice where that promises enough; else its own thought."""
        counsel = self.book.union(seams.COUNSEL, self.book, view.position, ask)
        best = max(counsel, key=lambda advice: advice[0], default=None)
        if best is not None and best[0] > HEEDED:
            gain = {"gain": battle_reasons.points(best[0])}
            self.decided = Decision(view.position, ask, best[1], Reason("why.counsel", gain))
            return best[1]
        return super().answer(view, ask)

    def option(self, ask: Ask) -> str:
        """Any option, by lot."""
        option: str = self.draw.choice(ask.options)
        return option

    def move(self, position: Position, ask: Ask) -> Action:
        """A flank march if one may come in; the tactical move that promises most, or the end."""
        here = field(self.book, position)
        outlook = self.last = Outlook(here, ask.seat, matchups(self.book), self.last)
        march = best_march(self.book, position, ask, outlook)
        if march is not None:
            return march
        self.found = best_move(self.book, position, ask, outlook)
        return self.found.move or Choose("end")

    def fight(self, position: Position, ask: Ask) -> Action:
        """The combat that promises most comes first: it may open the others' flanks."""
        here = field(self.book, position)
        outlook = Outlook(here, ask.seat, matchups(self.book))
        known = {
            name: outlook.gain(here, pair)
            for group in contests(pairs(here))
            for pair in group
            for name in (pair.option, pair.defender)
        }
        return Choose(max(ask.options, key=lambda option: known.get(option, 0.0)))

    def shoot(self, position: Position, ask: Ask) -> Action:
        """The shot that promises most; another seat's stand, whose target is its own, last."""
        return Choose(best_first(self.shots(position, ask.options))[0])

    def aim(self, position: Position, ask: Ask) -> Action:
        """The target that promises most."""
        options = [f"{ask.about[0]}>{option}" for option in ask.options]
        return Choose(best_first(self.shots(position, options))[0].partition(">")[2])

    def shots(
        self, position: Position, options: Iterable[str]
    ) -> Iterator[tuple[float, float, str]]:
        """Shots, with what each promises and how far it goes."""
        here = field(self.book, position)
        for option in options:
            shooter, _, target = option.partition(">")
            one, foe = here.find(shooter), here.find(target)
            far = 0.0 if one is None or foe is None else distance(one.base.centre, foe.base.centre)
            yield self.promise(position, option), far, option

    def promise(self, position: Position, option: str) -> float:
        """Half points that a shot may be expected to cost the enemy; to hold fire costs nothing."""
        shooter, _, target = option.partition(">")
        if not target or target == HOLD:
            return 0.0
        return shot_prospect(field(self.book, position), shooter, target).theirs

    def harm(self, position: Position, shooter: str, target: str) -> float:
        """The part of a stand that a shot may be expected to cost: it is lost whole or not."""
        here = field(self.book, position)
        lost = shot_prospect(here, shooter, target).theirs
        return min(1.0, lost / max(1.0, worth(here, here.stand(target))))

    # ── why ──────────────────────────────────────────────────────────────────
    def explaining(self) -> Mapping[str, Explain]:
        """Of moves, combats and shots, in odds and points."""
        return {
            "movement": self.why_move,
            "combat": self.why_fight,
            "opponent": self.why_fight,
            "shooting": self.why_shot,
            "target": self.why_target,
        }

    def why_move(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """What a move does, and what it gains beside standing still."""
        outlook = self.last
        if outlook is None:
            return
        match said:
            case March():
                promised = worth_of(self.book, position, said, outlook)
                gain = battle_reasons.points(promised - outlook.value(outlook.here))
                pieces = tuple(step.piece for step in said.steps)
                yield Reason("why.march", {"pieces": pieces, "gain": gain})
            case Move():
                verdict = judge_move(self.book, position, ask.seat, ask, said)
                there = field(self.book, after(position, verdict.poses))
                yield from battle_reasons.of_move(outlook.here, there, outlook, said.pieces)
                yield from self.why_best(said)
            case _:
                yield from self.why_end()

    def why_best(self, _: Move) -> Iterator[Reason]:
        """Why this move and no other."""
        gain = battle_reasons.points(self.found.gain)
        yield Reason("why.best", {"gain": gain, "count": self.found.weighed})

    def why_end(self) -> Iterator[Reason]:
        """Why nobody is moved any more."""
        count = self.found.weighed
        yield Reason("why.stays", {"count": count}) if count else Reason("why.nobody")

    def why_fight(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """The odds of the combat that comes first."""
        here, option = field(self.book, position), option_of(said)
        for pair in battle_reasons.fights(here):
            if option in (pair.option, pair.defender):
                ours = here.relation(ask.seat, here.stand(pair.attacker).seat) == "friend"
                both = (pair.attacker, pair.defender) if ours else (pair.defender, pair.attacker)
                yield battle_reasons.of_fight(here, *both)
                yield Reason("why.fights.first", {"count": len(ask.options)})
                return

    def why_shot(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """The odds of the shot."""
        shooter, _, target = option_of(said).partition(">")
        if target and target != HOLD:
            yield battle_reasons.of_fight(field(self.book, position), shooter, target, "ranged")
        else:
            yield Reason("why.shot.none", {"count": len(ask.options) - 1})

    def why_target(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """The odds of the shot at the target that was chosen."""
        aimed = Choose(f"{ask.about[0]}>{option_of(said)}")
        yield from self.why_shot(position, ask, aimed)
