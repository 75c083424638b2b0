"""Why a general does what it does in ranked battles: what each clash may cost, in points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from condotta.bots.rank_reasons import RankMotives, Told
from condotta.bots.reasons import Explain, Reason, option_of, per_cent, tenths
from condotta.bots.sight_of_ranks import Eye
from condotta.kernel.asks import Action, Ask
from condotta.kernel.position import Position
from condotta.rules.ranked.charges.reacting import FLEE, HOLD, KEEP, STAND
from condotta.rules.ranked.movement.reforming import Reform
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.table import Pose

if TYPE_CHECKING:
    from condotta.bots.general import General


class GeneralMotives(RankMotives):
    """Why a general did something."""

    bot: General

    def __init__(self, bot: General) -> None:
        """Of that bot."""
        super().__init__(bot)

    def all(self) -> Mapping[str, Explain]:
        """What explains each window."""
        return {**super().all(), "redirect": self.redirect}

    def eye(self, position: Position, ask: Ask) -> Eye:
        """Its eye, as when it decided."""
        return Eye(self.bot.book, position, ask.seat, self.bot.thought)

    # ── charges ──────────────────────────────────────────────────────────────
    def charge(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """How likely a charge arrives, with whom it is meant to go, and what all that is worth."""
        charger, found, target = option_of(said).partition(">")
        if not found:
            yield Reason("why.charge.worthless", {"count": len(ask.options) - 1})
            return
        eye, plan = self.eye(position, ask), self.bot.plan
        one, foe = eye.here.regiment(charger), eye.here.regiment(target)
        told: Told = {
            "charger": charger,
            "target": target,
            "arrives": per_cent(eye.reaches(one, foe.base)),
            "gain": tenths(plan.gain),
        }
        others = tuple(name for name in plan.party if name != charger)
        if others:
            yield Reason("why.charge.together", {**told, "others": others})
        else:
            yield Reason("why.charge.gain", told)

    def redirect(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """What another target promises."""
        eye, option = self.eye(position, ask), option_of(said)
        foe = eye.here.find(option)
        if option == KEEP or foe is None:
            yield Reason("why.redirect.none")
        else:
            gain = eye.assault((eye.here.regiment(ask.about[0]),), foe)
            yield Reason("why.redirect", {"target": option, "gain": tenths(gain)})

    def react(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """What it may be expected to cost to stay, and to flee."""
        option = option_of(said)
        eye = self.eye(position, ask)
        charger, own = (eye.here.find(name) for name in ask.about[:2])
        if charger is None or own is None:
            return
        if FLEE not in ask.options:
            yield Reason("why.react.shoot" if option == STAND else "why.react.must")
            return
        stays, flees = self.bot.costs(eye, charger, own)
        told: Told = {"piece": own.id, "stays": tenths(stays), "flees": tenths(flees)}
        if option in (FLEE, HOLD, STAND):
            yield Reason("why.flees" if option == FLEE else "why.holds", told)

    # ── moves and shots ──────────────────────────────────────────────────────
    def place(self, here: Field, ask: Ask, one: Regiment, pose: Pose, said: Action) -> Reason:
        """By how much a place is better, in points."""
        if self.bot.for_marker(here.position):
            return super().place(here, ask, one, pose, said)
        eye = self.eye(here.position, ask)
        still = getattr(said, "march", False) or isinstance(said, Reform)
        then = eye.place(one, pose, moved=True, silent=still)
        gain = tenths(then - eye.place(one, one.pose, moved=False))
        threat = tenths(eye.threat(one, pose))
        return Reason("why.place.points", {"piece": one.id, "gain": gain, "threat": threat})

    def volley(self, here: Field, ask: Ask, one: Regiment, foe: Regiment) -> float:
        """What it brings by losses, wear and panic."""
        return self.eye(here.position, ask).shot(one, foe)
