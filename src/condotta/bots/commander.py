"""A bot for skirmish battles that thinks further: who takes which marker, fire where it counts.

Units are shared out over the markers together, by how many models hold them on either side; shots
and charges are worth what they take from who holds ground or may take it. It sees a view and
nothing else and remembers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from condotta.bots.lots import Lots
from condotta.bots.model_reasons import plain
from condotta.bots.posting import Posting, away, on_ground, spots_of
from condotta.bots.reasons import Explain, Reason, option_of, tenths
from condotta.bots.thinker import Thought
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.decide import judge
from condotta.kernel.position import Position
from condotta.rules.carnage.objective import objective
from condotta.rules.skirmish import names
from condotta.rules.skirmish.attacks.allocation import FALLING, Allocate
from condotta.rules.skirmish.charge.charge_moves import chance_to_reach
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge
from condotta.rules.skirmish.fight.fight_phase import WINDOW as FIGHT
from condotta.rules.skirmish.fight.piling import STAY, Close
from condotta.rules.skirmish.finding.terms import CONSOLIDATE
from condotta.rules.skirmish.morale.leadership import leadership
from condotta.rules.skirmish.morale.morale_phase import BRAVE, FLEE, PASS, ROLL, Flee
from condotta.rules.skirmish.movement.movement_phase import ADVANCE_MOVE
from condotta.rules.skirmish.reading import dice
from condotta.rules.skirmish.reading.dice import shown_of
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL
from condotta.rules.skirmish.records import Share
from condotta.rules.skirmish.setting_out import missions
from condotta.rules.skirmish.shooting import aiming
from condotta.table import point_gap

HOLDER, COMING = 0.8, 0.3  # how much more a target matters on a marker, and near one
NEAR = 9 * names.INCH
LIKELY = 0.35  # how likely a charge must be to arrive
PAYS, PAYS_ONE = 0.3, 0.45  # how likely a die again must help: of a charge, of one blow of many
BANKED = 1  # command points kept for what cannot be foreseen
RUNAWAYS = 2.5  # models that must be likely to run for a test to be paid for
SLAIN = 0.6  # how much a target that is likely to be destroyed matters more
FIRST = 0.6  # of what the target's own charge would bring it, if nobody charged it first
HAND = 0.5  # of a melee: what comes back weighs against what is dealt
ANSWERED = 0.35  # of the shots that a charge takes from an enemy that shoots


class Commander(Posting):
    """Plays skirmish battles for its markers, at every level of thought alike."""

    def __init__(self, book: Book, draw: Lots, _level: str = "planner") -> None:
        """Play by a book."""
        super().__init__(book, draw)

    def thoughts(self) -> Mapping[str, Thought]:
        """As the captain; where units are set out, how far they hurry, whom they fight first."""
        return {
            **super().thoughts(),
            "deployment": self.set_out,
            ADVANCE_MOVE: self.hurry,
            FIGHT: self.fight,
            COMMAND_REROLL: self.die_again,
            CONSOLIDATE: self.consolidate,
            FALLING: self.falls,
            FLEE: self.flees,
            BRAVE: self.brave,
        }

    def explaining(self) -> Mapping[str, Explain]:
        """As the captain; and of the ground that it is for."""
        return {
            **super().explaining(),
            "deployment": plain("why.post"),
            ADVANCE_MOVE: plain("why.hurries"),
            FIGHT: plain("why.strikes-first"),
            CONSOLIDATE: self.why_consolidate,
            FALLING: plain("why.spares"),
            FLEE: plain("why.spares"),
            BRAVE: self.why_brave,
        }

    def why_consolidate(self, _: Position, __: Ask, said: Action) -> Iterator[Reason]:
        """Whether ground is kept."""
        yield Reason("why.ground" if option_of(said) == STAY else "why.closes")

    def why_brave(self, position: Position, ask: Ask, _: Action) -> Iterator[Reason]:
        """How many may be expected to run."""
        yield Reason("why.brave", {"run": tenths(self.running(position, ask) or 0.0)})

    # ── shooting ─────────────────────────────────────────────────────────────
    def volley(self, here: Field, shares: tuple[Share, ...]) -> float:
        """What a volley takes, each target weighed by what it is there."""
        taken: dict[str, float] = {}
        for share in shares:
            taken[share.target] = taken.get(share.target, 0.0) + self.worth(here, share)
        return sum(
            min(1.0, part) * (1 + SLAIN * max(0.0, min(1.0, 2 * part - 1))) * self.weight(here, one)
            for one, part in taken.items()
        )

    def weight(self, here: Field, name: str) -> float:
        """How much a unit matters: what it cost, and more on a marker or near one."""
        unit = here.unit(name)
        power = max(1, here.position.count(name, names.POWER))
        mustered = max(1, here.position.count(name, names.MUSTERED))
        left = len(unit.models) / mustered
        value = power * (0.3 + 0.7 * left)
        for one in missions.markers(here.position):
            if one.pose is not None:
                at = one.pose.point
                there = sum(point_gap(model.base, at) <= missions.REACH for model in unit.models)
                if there:
                    value *= 1 + HOLDER
                    break
                if away(unit, at) <= NEAR + missions.REACH:
                    value *= 1 + COMING
                    break
        return value

    # ── charges ──────────────────────────────────────────────────────────────
    def promise(self, here: Field, said: DeclareCharge) -> float:
        """What a charge may be expected to bring, over the round and the next, in power."""
        unit, target = here.unit(said.unit), here.unit(said.targets[0])
        likely = chance_to_reach(self.book, here, unit, said.targets)
        if likely < LIKELY:
            return 0.0
        dealt = min(1.0, self.blows(here, unit, target))
        back = min(1.0, self.blows(here, target, unit)) * (1 - dealt)
        later = (1 - dealt) * HAND
        ours = dealt + later * min(1.0, dealt) * (1 - back)
        theirs = back + later * min(1.0, back)
        gain = ours * self.weight(here, target.id) - theirs * self.weight(here, unit.id)
        gain += ANSWERED * self.fire(here, target, unit) * self.weight(here, unit.id)
        gain -= ANSWERED * self.fire(here, unit, target) * self.weight(here, target.id)
        struck = min(1.0, self.blows(here, target, unit))
        answer = min(1.0, self.blows(here, unit, target)) * (1 - struck)
        waited = struck * self.weight(here, unit.id) - answer * self.weight(here, target.id)
        return likely * (gain + FIRST * likely * max(0.0, waited))

    def fire(self, here: Field, unit: Unit, target: Unit) -> float:
        """The part of a target that a unit's shots would take in its next turn."""
        try:
            shares = aiming.usual(self.book, here, unit, target.id)
        except KeyError:
            return 0.0
        return min(1.0, sum(self.worth(here, share) for share in shares))

    def fight(self, position: Position, ask: Ask) -> Action | None:
        """Whoever has most to lose by being struck first."""
        here = field(position)
        own = [here.unit(one) for one in ask.options if one in here.units]
        if not own:
            return None

        def urgency(unit: Unit) -> tuple[float, str]:
            foes = here.engaged(unit)
            dealt = max((self.blows(here, unit, foe) for foe in foes), default=0.0)
            back = sum(self.blows(here, foe, unit) for foe in foes)
            return min(1.0, dealt) + min(1.0, back) * self.weight(here, unit.id) / 10, unit.id

        return Choose(max(own, key=urgency).id)

    # ── ground kept ──────────────────────────────────────────────────────────
    def consolidate(self, position: Position, ask: Ask) -> Action | None:
        """Nearer to the enemy, unless a marker would be left for it."""
        unit = field(position).units.get(ask.about[0])
        menu = self.book.menus[ask.window]
        said = next(iter(menu.salient(self.book, position, ask)), None)
        if unit is None or not isinstance(said, Close):
            return None
        ends = {trail.model: trail.points[-1] for trail in said.trails if trail.points}
        spots = spots_of(position)
        now = sum(on_ground(model.base.centre, spots) for model in unit.models)
        then = sum(on_ground(ends.get(model.id, model.base.centre), spots) for model in unit.models)
        return Choose(STAY) if then < now else said

    def falls(self, position: Position, ask: Ask) -> Action | None:
        """Of models that are alike those fall that hold no ground."""
        said = Allocate(self.spared(position, ask))
        return said if judge(self.book, position, ask.seat, ask, said).ok else None

    def flees(self, position: Position, ask: Ask) -> Action | None:
        """Those that hold no ground, plain ones before leaders."""
        said = Flee(self.spared(position, ask))
        return said if judge(self.book, position, ask.seat, ask, said).ok else None

    def spared(self, position: Position, ask: Ask) -> tuple[str, ...]:
        """As many models of a unit as are asked for: the least of them, off the markers first."""
        name, number = ask.about
        here, spots = field(position), spots_of(position)
        unit = here.units.get(name)
        if unit is None:
            return ()
        kinds = [model.piece.type for model in unit.models]
        order = sorted(
            (model for model in unit.models if not position.count(model.id, names.WOUNDS)),
            key=lambda model: (
                -kinds.count(model.piece.type),
                on_ground(model.base.centre, spots),
                len(model.piece.traits),
                -here.nearest_enemy(model),
                model.id,
            ),
        )
        return tuple(model.id for model in order[: int(number)])

    def brave(self, position: Position, ask: Ask) -> Action:
        """A Morale test is passed for its price where many would run."""
        run = self.running(position, ask)
        return Choose(PASS if run is not None and run >= RUNAWAYS else ROLL)

    def running(self, position: Position, ask: Ask) -> float | None:
        """How many models may be expected to run if the test is rolled."""
        unit = field(position).units.get(ask.about[0])
        if unit is None:
            return None
        short = int(ask.about[1]) - leadership(self.book, position, unit)
        return sum(min(len(unit.models), max(0, short + pip)) for pip in range(1, 7)) / 6

    # ── command points ───────────────────────────────────────────────────────
    def die_again(self, position: Position, ask: Ask) -> Action | None:
        """One die again where it is likely to help with something that matters."""
        if objective(self.book, position) is not None:
            return super().die_again(position, ask)
        needed, total = ask.needed, sum(shown_of(ask))
        if needed is None or not needed.least:
            return Choose(dice.KEEP)
        best = (0.0, dice.KEEP)
        for option in ask.options:
            _, found, pip = option.partition(dice.DIE)
            if not found or (total if needed.together else int(pip)) >= needed.least:
                continue
            least = needed.least - (total - int(pip) if needed.together else 0)
            best = max(best, (max(0, min(6, 7 - least)) / 6, option))
        spare = position.count(ask.seat, names.CP) - BANKED
        price = PAYS if needed.together else PAYS_ONE
        return Choose(best[1] if spare > 0 and best[0] >= price else dice.KEEP)
