"""The bot called "steward", for skirmish battles: holds ground, shoots and charges at good odds.

It sees a view and nothing else, looks at each question alone and remembers nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from condotta.bots.marker import die_again, last_word, roll_again
from condotta.bots.model_reasons import ModelMotives
from condotta.bots.preferring import best_first
from condotta.bots.reasons import Explain
from condotta.bots.thinker import IDLE, Thinker, Thought
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.decide import permits
from condotta.kernel.position import Position
from condotta.kernel.rulings import Tally
from condotta.rules.carnage.objective import objective
from condotta.rules.carnage.rolling import AGAIN
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.attacks.attack_lines import standing
from condotta.rules.skirmish.attacks.odds import worth
from condotta.rules.skirmish.charge.charge_moves import chance_to_reach, inches_of
from condotta.rules.skirmish.charge.charge_phase import DeclareCharge
from condotta.rules.skirmish.fight import blows
from condotta.rules.skirmish.finding.finding_moves import onto
from condotta.rules.skirmish.finding.terms import FALL_BACK
from condotta.rules.skirmish.movement.move_terms import charge, own_move
from condotta.rules.skirmish.movement.movement_phase import movable
from condotta.rules.skirmish.movement.moving_menu import forced, getting_out, mode_of, walk
from condotta.rules.skirmish.movement.walking import Walk
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.reading.profile import left
from condotta.rules.skirmish.reading.stratagems import COMMAND_REROLL
from condotta.rules.skirmish.records import Share, Volley
from condotta.rules.skirmish.setting_out import missions
from condotta.rules.skirmish.shooting import aiming
from condotta.rules.skirmish.shooting.shooting_phase import Shoot
from condotta.table import Point, distance

YES = "yes"
LIKELY = 0.4  # how likely a charge must be to arrive
GOOD_ROLL = 9  # inches that a charge is tried with before it is declared
GROUND = 3 * names.INCH  # how near a marker is near enough


class Captain(Thinker):
    """Plays skirmish battles, one question at a time."""

    idle = IDLE | {"no more", "finish", "keep die"}

    def thoughts(self) -> Mapping[str, Thought]:
        """Whose turn it is, moves, shooting and charges."""
        return {
            "move unit": self.move,
            "shoot unit": self.shoot,
            "charge unit": self.charge,
            "whose turn": self.turn,
            AGAIN: self.again,
            COMMAND_REROLL: self.die_again,
            "who acts next": self.first_me,
            "who may act": self.first_me,
        }

    def explaining(self) -> Mapping[str, Explain]:
        """Of moves, fire, charges and dice."""
        return ModelMotives(self).all()

    def option(self, ask: Ask) -> str:
        """Yes where that can be said, else the first option that does something."""
        return YES if YES in ask.options else super().option(ask)

    # ── whose choice it is ───────────────────────────────────────────────────
    def turn(self, _: Position, ask: Ask) -> Action:
        """Somebody else first: whoever moves last in a round holds the ground as it ends."""
        return last_word(self.draw, ask)

    def again(self, position: Position, ask: Ask) -> Action:
        """A die of a roll-off again, where it may bring what it costs."""
        return roll_again(self.book, position, ask)

    def die_again(self, position: Position, ask: Ask) -> Action | None:
        """One die again: where points have better uses too, only if it is likely to help."""
        if objective(self.book, position) is None:
            return None
        return die_again(self.book, position, ask)

    def first_me(self, _: Position, ask: Ask) -> Action:
        """Itself where it may, else anybody."""
        return Choose(ask.seat if ask.seat in ask.options else self.draw.choice(ask.options))

    # ── moves ────────────────────────────────────────────────────────────────
    def move(self, position: Position, ask: Ask) -> Action | None:
        """Who is inside gets out; then each unit goes where it is wanted, one after another."""
        for out in getting_out(position, ask.seat):
            if permits(self.book, position, ask, out):
                return out
        here = field(position)
        for unit in movable(self.book, position, ask.seat):
            said = self.step(here, unit)
            if said is not None and permits(self.book, position, ask, said):
                return said
        return Choose("end") if "end" in ask.options else None

    def step(self, here: Field, unit: Unit) -> Walk | None:
        """One unit's move, unless it fights or is where it is wanted."""
        position = here.position
        terms = own_move(self.book, position, unit, mode_of(unit))
        if terms.least:
            return next(forced(position, unit, terms), None)
        goal = self.goal(here, position, unit)
        x, y, _ = unit.around
        if not terms.most or terms.way == FALL_BACK or hypot(goal[0] - x, goal[1] - y) < GROUND:
            return None
        return walk(position, unit, goal, terms)

    def goal(self, here: Field, position: Position, unit: Unit) -> Point:
        """The nearest marker; without one, the nearest enemy."""
        x, y, _ = unit.around
        spots = [one.pose.point for one in missions.markers(position) if one.pose is not None]
        spots = spots or [foe.around[:2] for foe in here.enemies(unit)] or [(x, y)]
        return min(spots, key=lambda spot: hypot(spot[0] - x, spot[1] - y))

    # ── shooting ─────────────────────────────────────────────────────────────
    def shoot(self, position: Position, ask: Ask) -> Action | None:
        """Whatever takes most wounds off an enemy, as a share of what it has left."""
        here = field(position)
        found: list[tuple[float, float, Shoot]] = []
        for name in ask.about if "Shoot" in ask.says else ():
            unit = here.unit(name)
            for target in aiming.targets(self.book, here, unit):
                shares = aiming.usual(self.book, here, unit, target)
                far = distance(unit.around[:2], here.unit(target).around[:2])
                found.append((self.volley(here, shares), far, Shoot(name, shares)))
        return next(iter(best_first(found, 0.0)), None)

    def volley(self, here: Field, shares: tuple[Share, ...]) -> float:
        """What a volley is worth."""
        return sum(self.worth(here, share) for share in shares)

    def worth(self, here: Field, share: Share) -> float:
        """The share of its target's wounds that a weapon may be expected to take."""
        unit = here.position.pieces[share.model].command
        volley = Volley(unit, share.target, share.weapon, (share.model,), names.SHOOTING)
        return worth(self.book, here.position, volley) / wounds_left(here, share.target)

    # ── charges ──────────────────────────────────────────────────────────────
    def charge(self, position: Position, ask: Ask) -> Action:
        """The charge that is likely to arrive and does more than it is answered with.

        A way is sought for the best alone, and for the next only where there is none.
        """
        here = field(position)
        found: list[tuple[float, float, DeclareCharge]] = []
        for said in self.book.menus[ask.window].salient(self.book, position, ask):
            if isinstance(said, DeclareCharge) and len(said.targets) == 1:
                far = here.apart(here.unit(said.unit), here.unit(said.targets[0]))
                found.append((self.promise(here, said), far, said))
        charges = (said for said in best_first(found, 0.0) if self.has_way(here, said))
        return next(charges, Choose("end" if "end" in ask.options else ask.options[-1]))

    def promise(self, here: Field, said: DeclareCharge) -> float:
        """What a charge may be expected to bring, in shares of the two units."""
        unit, target = here.unit(said.unit), here.unit(said.targets[0])
        likely = chance_to_reach(self.book, here, unit, said.targets)
        if likely < LIKELY:
            return 0.0
        return likely * (self.blows(here, unit, target) - self.blows(here, target, unit) / 2)

    def has_way(self, here: Field, said: DeclareCharge) -> bool:
        """Whether models would get to a target with a good roll: others may stand in the way."""
        unit = here.unit(said.unit)
        parts = self.book.sum(seams.CHARGE_ROLL, here.position, unit)
        inches = inches_of(Tally(unit.id, GOOD_ROLL, parts))
        return bool(onto(here.position, unit, charge(self.book, unit, inches, said.targets)))

    def blows(self, here: Field, unit: Unit, target: Unit) -> float:
        """The share of a target's wounds that a unit's blows take if everybody reaches it."""
        total = 0.0
        for kind in dict.fromkeys(model.piece.type for model in unit.models):
            models = [model.id for model in unit.models if model.piece.type == kind]
            arms = blows.arms_worth_choosing(here.position, models[0])
            each = max(
                (blows.value(self.book, here.position, models[0], arm, target.id) for arm in arms),
                default=0.0,
            )
            total += each * blows.number_of_attacks(here.position, models[0]) * len(models)
        return total / wounds_left(here, target.id)


def wounds_left(here: Field, unit: str) -> int:
    """The wounds that a unit on the table has left, at least one."""
    models = standing(here.position, unit)
    return max(1, sum(left(here.position, model) for model in models))
