"""Why a bot does what it does in ranked battles: chances to arrive, to cast, to hurt; its worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from condotta.bots.odds_of_ranks import edge, shot_worth
from condotta.bots.reasons import Explain, Reason, option_of, per_cent, tenths
from condotta.kernel.asks import Action, Ask
from condotta.kernel.position import Position
from condotta.kernel.rulings import Param
from condotta.rules.carnage.objective import objective
from condotta.rules.ranked.charges.charge_odds import arriving
from condotta.rules.ranked.charges.reacting import FLEE, HOLD, STAND
from condotta.rules.ranked.magic.casting import Cast
from condotta.rules.ranked.magic.casting_odds import hope, undone
from condotta.rules.ranked.movement.reinforcements import Arrive, Join
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.setting_out.deployment import Deploy
from condotta.rules.ranked.shooting.shooting_phase import aimed
from condotta.table import Pose

if TYPE_CHECKING:
    from condotta.bots.marshal import Marshal

Told = dict[str, Param]


class RankMotives:
    """Why a marshal did something."""

    def __init__(self, bot: Marshal) -> None:
        """Of that bot."""
        self.bot = bot

    def all(self) -> Mapping[str, Explain]:
        """What explains each window."""
        return {
            "deployment": self.set_out,
            "declare charges": self.charge,
            "charge reaction": self.react,
            "remaining moves": self.move,
            "casting": self.cast,
            "dispel": self.dispel,
            "shooting": self.shoot,
            "whose turn": lambda _, __, ___: (Reason("why.turn.last"),),
        }

    def here(self, position: Position) -> Field:
        """The field of a position."""
        return field(self.bot.book, position)

    def set_out(self, _: Position, __: Ask, said: Action) -> Iterator[Reason]:
        """Where somebody is set out."""
        if isinstance(said, Deploy):
            told: Told = {"piece": said.piece, "into": said.into}
            yield Reason("why.deploy.into", told) if said.into else Reason("why.deploy.middle")

    # ── charges ──────────────────────────────────────────────────────────────
    def charge(self, position: Position, _: Ask, said: Action) -> Iterator[Reason]:
        """How likely a charge arrives, and by how much it wins."""
        charger, found, target = option_of(said).partition(">")
        if not found:
            yield Reason("why.charge.none")
            return
        here = self.here(position)
        one, foe = here.regiment(charger), here.regiment(target)
        yield Reason(
            "why.charge",
            {
                "charger": charger,
                "target": target,
                "arrives": per_cent(arriving(here, one, foe)),
                "edge": tenths(edge(here, one, foe)),
            },
        )

    def react(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """By how much the charger is expected to win."""
        here, option = self.here(position), option_of(said)
        parties = [one for one in map(here.find, ask.about) if one is not None]
        own = next((one for one in parties if one.seat == ask.seat), None)
        foe = next((one for one in parties if one.seat != ask.seat), None)
        if option == STAND:
            yield Reason("why.react.shoot")
        elif own is not None and foe is not None and option in (FLEE, HOLD):
            told: Told = {"piece": own.id, "edge": tenths(edge(here, foe, own))}
            yield Reason(f"why.react.{option}", told)

    # ── moves ────────────────────────────────────────────────────────────────
    def move(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """Who comes in or joins; by how much a place is better than where one stood."""
        match said:
            case Arrive(piece):
                yield Reason("why.arrives", {"piece": piece})
            case Join(piece, into):
                yield Reason("why.joins", {"piece": piece, "into": into})
            case _ if option_of(said):
                yield Reason("why.move.none")
            case _:
                here = self.here(position)
                verdict = self.bot.book.judges[type(said)](
                    self.bot.book, position, ask.seat, ask, said
                )
                one = here.find(getattr(said, "piece", ""))
                pose = dict(verdict.poses).get(one.id) if one is not None else None
                if one is not None and pose is not None:
                    yield self.place(here, ask, one, pose, said)

    def place(self, here: Field, _: Ask, one: Regiment, pose: Pose, __: Action) -> Reason:
        """By how much a place is better, in inches."""
        goal = objective(self.bot.book, here.position)
        then, now = (self.bot.place_worth(here, one, at, goal) for at in (pose, one.pose))
        told: Told = {"piece": one.id, "gain": tenths(then - now)}
        return Reason("why.place.enemy" if goal is None else "why.place.marker", told)

    # ── magic ────────────────────────────────────────────────────────────────
    def cast(self, position: Position, _: Ask, said: Action) -> Iterator[Reason]:
        """How likely a spell is cast, and dispelled."""
        if not isinstance(said, Cast):
            yield Reason("why.cast.none")
            return
        here = self.here(position)
        odds = hope(here, said.wizard, said.spell, said.dice, boosted=said.boosted)
        yield Reason(
            "why.cast",
            {
                "wizard": said.wizard,
                "target": said.target,
                "spell": said.spell,
                "dice": said.dice,
                "cast": per_cent(odds.cast),
                "dispelled": per_cent(odds.dispelled),
            },
        )

    def dispel(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """How likely it is dispelled."""
        strength = ask.needed.least if ask.needed is not None else 0
        option = option_of(said)
        chance = undone(self.here(position), option, strength)
        if chance is None:
            yield Reason("why.dispel.none")
        else:
            dice = int(option.partition(":")[2])
            yield Reason("why.dispel", {"dice": dice, "chance": per_cent(chance)})

    # ── shooting ─────────────────────────────────────────────────────────────
    def shoot(self, position: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """The points that a volley may be expected to bring."""
        shot, here = aimed(option_of(said)), self.here(position)
        one, foe = (None, None) if shot is None else map(here.find, (shot.shooter, shot.target))
        if one is None or foe is None:
            yield Reason("why.volley.none")
            return
        worth = tenths(self.volley(here, ask, one, foe))
        yield Reason("why.volley", {"shooter": one.id, "target": foe.id, "worth": worth})

    def volley(self, here: Field, _: Ask, one: Regiment, foe: Regiment) -> float:
        """What it brings."""
        return shot_worth(here, one, foe)
