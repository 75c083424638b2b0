"""One seat's eye for a ranked battle: what clashes, places and shots are worth, in points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from condotta.bots.clash_sight import Clashing
from condotta.bots.clashes import Side, passing, price, vigour
from condotta.bots.marshal import off_by
from condotta.bots.odds_of_ranks import share
from condotta.kernel.evolving import with_piece
from condotta.rules.ranked import names
from condotta.rules.ranked.reading.arcs import front_arc, side_of
from condotta.rules.ranked.reading.charts import save_score, wound_score
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.shooting.missiles import chance, missile, volley
from condotta.table import Base, Edge, Pose, base, gap

THREAT = 1.0  # of what an enemy's charge promises it, if it may make it next
SECOND = 0.4  # of the second worst of such charges
HOPE = 0.6  # of what a charge of the next turn promises: the enemy moves between
TURN = 0.7  # of that with each turn that it takes to come so far
ASIDE = 0.6  # of that while the enemy is not in the front arc
PANIC = 0.3  # of its worth, what a regiment costs that runs in panic
WEARING, FOCUS = 0.3, 6  # of its worth, what wearing it down is worth; shots that may follow
LASTS = 2.0  # turns of shooting that a good place gives
SHOOTERS = 1.3  # how much more those matter who shoot back for the rest of the battle
LED, STEADIED = 0.04, 0.06  # of its worth, to be near the General and the battle standard
NEAR = 0.25  # how likely a friend must reach whom one would charge together
ESCAPES = 0.3  # how often who flees gets away although it is charged
FLANKED = 6.0  # points that a second edge struck is worth: ranks no more count


class Eye(Clashing):
    """One seat's eye for a position: what clashes, places and shots are worth there, in points."""

    # ── threats ──────────────────────────────────────────────────────────────
    def standing_threat(self, one: Regiment) -> float:
        """What it is worth to stay where it is: what the enemy may do to it there, below zero."""
        return -self.threat(one, one.pose)

    def threat(self, one: Regiment, pose: Pose) -> float:
        """The points that enemy charges may be expected to cost a regiment that stands there."""
        known = self._threats.get((one.id, pose))
        if known is None:
            known = self._threats[one.id, pose] = self._threat(one, pose)
        return known

    def _threat(self, one: Regiment, pose: Pose) -> float:
        worst = self._threat_of(self.foes, one, pose)
        if not self.bystanders:
            return worst
        return max(worst, self.chance * self._threat_of(self.bystanders, one, pose))

    def _threat_of(self, foes: tuple[Regiment, ...], one: Regiment, pose: Pose) -> float:
        """The same of these enemies alone, or of those who may become enemies."""
        assert one.piece.shape is not None, one
        where = base(pose, one.piece.shape)
        found: list[tuple[float, str]] = []
        able: list[tuple[float, Regiment, Edge]] = []
        for foe in foes:
            if not self.may_charge(foe):
                continue
            likely = self.reaches(foe, where)
            if likely < 0.02 or not front_arc(foe.base, where):
                continue
            edge = side_of(where, foe.base)
            result = self.clash((Side(foe, charges=True),), (Side(one, held=edge),), fresh=True)
            harm = self.stake * result.theirs - result.ours
            if harm > 0:
                found.append((likely * harm, foe.id))
            able.append((likely, foe, edge))
        found.sort(reverse=True)
        worst = sum(harm for harm, _ in found[:1]) + SECOND * sum(harm for harm, _ in found[1:3])
        if self.thought > 1:
            worst = max([worst, *self.joint(one, able)])
        return THREAT * worst

    def joint(self, one: Regiment, able: list[tuple[float, Regiment, Edge]]) -> Iterator[float]:
        """What two enemies that charge a regiment together may be expected to cost it."""
        for (first, foe, edge), (second, other, side) in combinations(able, 2):
            held = "front" if "front" in {edge, side} else edge
            both = (Side(foe, charges=True), Side(other, charges=True))
            result = self.clash(both, (Side(one, held=held),), fresh=True)
            harm = self.stake * result.theirs - result.ours + FLANKED * (edge != side)
            if harm > 0:
                yield first * second * harm

    def may_charge(self, foe: Regiment) -> bool:
        """Whether an enemy could charge in its next turn, as it stands now."""
        return not (foe.fleeing or foe.is_machine or foe.movement <= 0 or self.here.engaged(foe))

    # ── places ───────────────────────────────────────────────────────────────
    def nearest(self, where: Base) -> float:
        """How far the nearest enemy is."""
        return min((gap(where, foe.base) for foe in self.foes), default=0.0)

    def place(self, one: Regiment, pose: Pose, *, moved: bool, silent: bool = False) -> float:
        """What a place is worth to a regiment, in points."""
        return (
            self.prospect(one, pose)
            - self.threat(one, pose)
            + self.led(one, pose)
            + (0.0 if silent else LASTS * self.fire(one, pose, moved=moved))
        )

    def prospect(self, one: Regiment, pose: Pose) -> float:
        """What the charges of later turns promise from there: the best of them."""
        if one.is_machine:
            return 0.0
        assert one.piece.shape is not None, one
        where = base(pose, one.piece.shape)
        best = 0.0
        for foe in self.foes:
            edge = side_of(foe.base, where)
            hoped = max(self.hopes(one, foe, edge), self.together(one, foe, edge))
            if hoped <= 0 or HOPE * hoped <= best:
                continue
            away = gap(where, foe.base) / names.INCH
            pace = max(1, one.inches)
            short = max(0.0, away - pace - 5)
            near = HOPE * hoped * TURN ** (short / (2 * pace)) * (1 - 0.004 * away)
            off = off_by(pose, foe.base.centre)
            if not front_arc(where, foe.base):
                near *= ASIDE
            best = max(best, near * (1 - off / 1800))
        return best

    def hopes(self, one: Regiment, foe: Regiment, edge: Edge) -> float:
        """What it would be worth to charge an enemy on that edge, beside who fights it already."""
        if foe.fleeing:
            return price(foe) * (1 - ESCAPES)
        committed, foes = self.fight_of(foe)[::-1]
        mine = Side(one, charges=True)
        if committed:
            others = tuple(side for side in foes if side.one is not foe)
            now = self.worth(self.clash(committed, foes, fresh=self.is_fresh(foe)))
            then = self.clash((mine, *committed), (Side(foe, held=edge), *others), fresh=True)
            return self.worth(then) - now
        return self.worth(self.clash((mine,), (Side(foe, held=edge),), fresh=True))

    def together(self, one: Regiment, foe: Regiment, edge: Edge) -> float:
        """What it adds to the charge of whoever else may soon charge that enemy."""
        if foe.fleeing or self.here.engaged(foe):
            return 0.0
        best = 0.0
        for friend in self.near(foe):
            if friend is one:
                continue
            side = self.strikes(friend, foe)
            alone = self.worth(
                self.clash((Side(friend, charges=True),), (Side(foe, held=side),), fresh=True)
            )
            both = (Side(friend, charges=True), Side(one, charges=True))
            held = "front" if "front" in {side, edge} else side
            found = self.worth(self.clash(both, (Side(foe, held=held),), fresh=True))
            found += FLANKED * (side != edge)
            best = max(best, found - max(0.0, alone))
        return best

    def near(self, foe: Regiment) -> tuple[Regiment, ...]:
        """The two best regiments of the seat that may charge an enemy from where they stand."""
        known = self._near.get(foe.id)
        if known is None:
            able = [
                (price(one), one.id, one)
                for one in self.here.own(self.seat)
                if self.may_charge(one)
                and self.reaches(one, foe.base) >= NEAR
                and self.here.in_front_arc(one, foe)
            ]
            able.sort(key=lambda row: (-row[0], row[1]))
            known = self._near[foe.id] = tuple(row[2] for row in able[:2])
        return known

    def led(self, one: Regiment, pose: Pose) -> float:
        """What it is worth to be where the General is heard and the battle standard seen."""
        assert one.piece.shape is not None, one
        where = base(pose, one.piece.shape)
        total = 0.0
        for other in self.here.own(one.seat):
            if other is one or other.fleeing:
                continue
            for piece in other.pieces:
                general = names.GENERAL in piece.traits
                if general or names.BATTLE_STANDARD in piece.traits:
                    away = gap(where, other.base) / names.INCH
                    heard = max(0.0, 1 - max(0.0, away - 10) / 10)
                    total += heard * price(one) * (LED if general else STEADIED)
        return total

    def fire(self, one: Regiment, pose: Pose, *, moved: bool) -> float:
        """What its shots are worth from there: at the best target in range and in arc."""
        weapon = missile(one)
        if not (one.is_machine or weapon) or one.fleeing:
            return 0.0
        there, here = one, self.here
        if pose != one.pose or moved:
            piece = replace(one.piece, pose=pose)
            here = field(here.book, with_piece(here.position, piece))
            there = here.regiment(one.id)
        reach = (48 if weapon is None else weapon.range) * names.INCH
        best = 0.0
        for foe in here.enemies(one.seat):
            if here.gap(there, foe) > reach or here.engaged(foe):
                continue
            if here.in_front_arc(there, foe):
                best = max(best, self.shot(there, foe, here) * (0.7 if moved else 1.0))
        return best

    # ── shots ────────────────────────────────────────────────────────────────
    def shot(self, one: Regiment, foe: Regiment, at: Field | None = None) -> float:
        """The points that a regiment's shots may be expected to cost: by losses, by panic."""
        here = at or self.here
        if one.is_machine or missile(one) is None:
            strength = max(6, one.value(names.S))
            hit = 0.5 * share(wound_score(strength, max(1, foe.value(names.T))))
            deep = min(foe.ranks, 3)
            expected = hit * (0.4 + 0.6 * deep if foe.models > 1 else 2.0)
        else:
            fired = volley(here, one, foe)
            hurt = share(wound_score(fired.strength, max(1, foe.value(names.T))))
            saved = share(save_score(foe.value(names.SAVE), fired.strength, -fired.piercing))
            expected = fired.shots * chance(fired.score) * hurt * (1 - saved)
        return self.harm(foe, expected)

    def harm(self, foe: Regiment, expected: float) -> float:
        """The points that so many wounds may be expected to bring: nothing pays but the last.

        Who can be destroyed in a few turns is worth more than who is only worn down; a quarter lost
        at once may make it run.
        """
        left = vigour(foe)
        points = float(foe.value(names.POINTS))
        part = min(1.0, expected / left)
        lasting = WEARING + (1 - WEARING) * min(1.0, FOCUS * part)
        shoots = SHOOTERS if foe.is_machine or missile(foe) is not None else 1.0
        fails = 1 - passing(foe.best(names.LD), False)
        run = min(1.0, max(0.0, 4 * part - 0.4)) * fails * PANIC * price(foe)
        return points * part * lasting * shoots + run + price(foe) * max(0.0, 2 * part - 1)
