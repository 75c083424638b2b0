"""Why a bot does what it does in skirmish battles: ground, wounds taken, charges that arrive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from condotta.bots.reasons import Explain, Reason, option_of, per_cent
from condotta.kernel.asks import Action, Ask
from condotta.kernel.position import Position
from condotta.kernel.rulings import Param
from condotta.rules.carnage.rolling import AGAIN
from condotta.rules.skirmish.charge.charge_moves import chance_to_reach
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge
from condotta.rules.skirmish.movement.movement_phase import ADVANCES
from condotta.rules.skirmish.movement.transports import Disembark
from condotta.rules.skirmish.movement.walking import Walk
from condotta.rules.skirmish.reading.dice import DIE, shown_of
from condotta.rules.skirmish.reading.field import field
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL
from condotta.rules.skirmish.setting_out import missions
from condotta.rules.skirmish.shooting.shooting_phase import Shoot

if TYPE_CHECKING:
    from condotta.bots.captain import Captain

Told = dict[str, Param]


class ModelMotives:
    """Why a captain did something."""

    def __init__(self, bot: Captain) -> None:
        """Of that bot."""
        self.bot = bot

    def all(self) -> Mapping[str, Explain]:
        """What explains each window."""
        return {
            "move unit": self.move,
            "shoot unit": self.shoot,
            "charge unit": self.charge,
            "whose turn": plain("why.turn.last"),
            AGAIN: self.again,
            COMMAND_REROLL: self.die_again,
        }

    def move(self, position: Position, _: Ask, said: Action) -> Iterator[Reason]:
        """Where a unit is wanted."""
        match said:
            case Disembark(unit):
                yield Reason("why.out", {"unit": unit})
            case Walk(unit):
                yield self.wanted(position, unit)
            case _ if option_of(said).endswith(ADVANCES):
                unit = option_of(said).removesuffix(ADVANCES)
                yield self.wanted(position, unit)
                yield Reason("why.hurries")
            case _:
                yield Reason("why.walk.none")

    def wanted(self, position: Position, unit: str) -> Reason:
        """What a unit goes for: a marker where there are any, else the enemy."""
        marked = any(missions.markers(position))
        return Reason("why.walk.marker" if marked else "why.walk.enemy", {"unit": unit})

    def shoot(self, position: Position, _: Ask, said: Action) -> Iterator[Reason]:
        """The part of what each target has left that a unit's fire may be expected to take."""
        if not isinstance(said, Shoot):
            yield Reason("why.fire.none")
            return
        here = field(position)
        taken: dict[str, float] = {}
        for share in said.shares:
            taken[share.target] = taken.get(share.target, 0.0) + self.bot.worth(here, share)
        for target, part in taken.items():
            told: Told = {"unit": said.unit, "target": target, "part": per_cent(min(1.0, part))}
            yield Reason("why.fire", told)

    def charge(self, position: Position, _: Ask, said: Action) -> Iterator[Reason]:
        """How likely a charge arrives, what its blows take, and what comes back."""
        if not isinstance(said, DeclareCharge) or len(said.targets) != 1:
            yield Reason("why.assault.none")
            return
        here = field(position)
        unit, target = here.unit(said.unit), here.unit(said.targets[0])
        likely = chance_to_reach(self.bot.book, here, unit, said.targets)
        yield Reason(
            "why.assault",
            {
                "unit": unit.id,
                "target": target.id,
                "arrives": per_cent(likely),
                "dealt": per_cent(min(1.0, self.bot.blows(here, unit, target))),
                "back": per_cent(min(1.0, self.bot.blows(here, target, unit))),
            },
        )

    def again(self, _: Position, __: Ask, said: Action) -> Iterator[Reason]:
        """Whether a die of a roll-off is worth its point."""
        yield Reason("why.die.rolls" if option_of(said) == AGAIN else "why.die.keeps")

    def die_again(self, _: Position, ask: Ask, said: Action) -> Iterator[Reason]:
        """How likely a die again helps."""
        pip, needed = option_of(said).removeprefix(DIE), ask.needed
        if not pip.isdecimal() or needed is None:
            yield Reason("why.die.keeps")
            return
        others = sum(shown_of(ask)) - int(pip) if needed.together else 0
        helps = max(0, min(6, 7 - (needed.least - others))) / 6
        yield Reason("why.die.helps", {"chance": per_cent(helps)})


def plain(key: str) -> Explain:
    """What explains everything said to a question in the same words."""
    return lambda _, __, ___: (Reason(key),)
