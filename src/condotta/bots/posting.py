"""How units of models are shared out over the markers: set out before them, sent to them."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, hypot
from typing import NamedTuple

from condotta.bots.captain import Captain
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.decide import judge
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.finding.terms import FALL_BACK
from condotta.rules.skirmish.movement.move_terms import advance, own_move
from condotta.rules.skirmish.movement.movement_phase import ADVANCES, movable
from condotta.rules.skirmish.movement.moving_menu import forced, getting_out, mode_of, walk
from condotta.rules.skirmish.movement.walking import Walk
from condotta.rules.skirmish.reading.field import Field, Unit, field
from condotta.rules.skirmish.setting_out import missions
from condotta.rules.skirmish.setting_out.deployment import Deploy, judge_deploy, undeployed
from condotta.rules.skirmish.setting_out.places_to_set_out import block, lattice
from condotta.rules.skirmish.shooting import aiming
from condotta.table import Point, point_gap

MARGIN = 2.0  # models by which a marker is held safely
SOFT = 2.5  # models over which its holding goes from unlikely to likely
TURNS = 0.75  # of a marker's worth with each turn that it takes to reach it
STAND = 0.6  # inches nearer to a marker that are not worth a move
NEAR = 9 * names.INCH
ROOMY = 12  # places tried for a unit that is set out
CHARGES, LIKES = 8 * names.INCH, 0.12  # what a charge is taken to go; blows that are worth one


class Post(NamedTuple):
    """A marker: where it is, and the models near it."""

    at: Point
    foes: float


class Posting(Captain):
    """Shares units out over the markers together, by how many hold them on either side."""

    # ── setting out ──────────────────────────────────────────────────────────
    def set_out(self, position: Position, ask: Ask) -> Action | None:
        """The largest unit first, each as near to a marker as others leave it wanted."""
        left = undeployed(position, ask.seat)
        spots = [one.pose.point for one in missions.markers(position) if one.pose is not None]
        if not left or not spots or not ask.says:
            return None
        zones = self.book.stack(seams.DEPLOY_ZONE, position, ask.seat)
        here = field(position)
        held = {
            spot: sum(
                len(unit.models)
                * exp(-hypot(unit.around[0] - spot[0], unit.around[1] - spot[1]) / NEAR)
                for unit in here.of(ask.seat)
            )
            for spot in spots
        }
        unit = max(left, key=lambda one: (size(position, one.id), one.id))
        wanted = min(spots, key=lambda spot: (held[spot], spot))
        places = sorted(
            (at for zone in zones for at in lattice(zone)),
            key=lambda at: hypot(at[0] - wanted[0], at[1] - wanted[1]),
        )
        for at in places[:ROOMY]:
            trails = block(self.book, position, unit, at)
            if trails:
                said = Deploy(unit.id, trails)
                if judge_deploy(self.book, position, ask.seat, ask, said).ok:
                    return said
        return None

    # ── moves ────────────────────────────────────────────────────────────────
    def move(self, position: Position, ask: Ask) -> Action | None:
        """Who is inside gets out; then each unit to its post, the nearest first."""
        for out in getting_out(position, ask.seat):
            if judge(self.book, position, ask.seat, ask, out).ok:
                return out
        here = field(position)
        orders = self.orders(here, ask.seat)
        free = movable(self.book, position, ask.seat)
        for unit in sorted(free, key=lambda one: (away(one, orders[one.id]), one.id)):
            said = self.step_to(here, ask, unit, orders[unit.id])
            if said is not None:
                return said
        return Choose("end") if "end" in ask.options else None

    def step_to(self, here: Field, ask: Ask, unit: Unit, goal: Point) -> Action | None:
        """A unit's move to its post, with an advance where that alone brings it there in time."""
        position = here.position
        terms = own_move(self.book, position, unit, mode_of(unit))
        if terms.least:
            said = next(forced(position, unit, terms), None)
            return said if said is not None and self.allows(position, ask, said) else None
        if not terms.most or terms.way == FALL_BACK:
            return None
        short = away(unit, goal)
        if self.stands(here, unit, goal):
            return None
        hurries = f"{unit.id}{ADVANCES}"
        if (
            hurries in ask.options
            and short > terms.most + missions.REACH / 2
            and not self.worth_shooting(here, unit)
            and not self.may_fight(here, unit, terms.most)
        ):
            return Choose(hurries)
        said = walk(position, unit, goal, terms)
        if said is None or not self.allows(position, ask, said):
            return None
        return said if self.nearer(unit, said, goal) else None

    def allows(self, position: Position, ask: Ask, said: Walk) -> bool:
        """Whether a move is legal."""
        return judge(self.book, position, ask.seat, ask, said).ok

    def nearer(self, unit: Unit, said: Walk, goal: Point) -> bool:
        """Whether a move brings those that make it nearer to their post, by so much each."""
        ends = {trail.model: trail.points[-1] for trail in said.trails if trail.points}
        gain = 0.0
        for model in unit.models:
            if model.id not in ends:
                continue
            x, y = ends[model.id]
            now = hypot(model.base.cx - goal[0], model.base.cy - goal[1])
            gain += now - hypot(x - goal[0], y - goal[1])
        return gain > STAND * names.INCH * len(ends)

    def stands(self, here: Field, unit: Unit, goal: Point) -> bool:
        """Whether all of a unit is at its post already; without markers, whether it has targets."""
        if not any(missions.markers(here.position)):
            return self.worth_shooting(here, unit)
        return all(point_gap(model.base, goal) <= missions.REACH for model in unit.models)

    def worth_shooting(self, here: Field, unit: Unit) -> bool:
        """Whether a unit has somebody to shoot at from where it stands that is worth it."""
        best = 0.0
        for target in aiming.targets(self.book, here, unit):
            shares = aiming.usual(self.book, here, unit, target)
            best = max(best, sum(self.worth(here, share) for share in shares))
        return best > 0.15

    def may_fight(self, here: Field, unit: Unit, most: float) -> bool:
        """Whether a unit could charge whom it likes to fight once it has moved: not if it ran."""
        return any(
            here.apart(unit, foe) <= most + CHARGES and self.blows(here, unit, foe) >= LIKES
            for foe in here.enemies(unit)
        )

    def hurry(self, position: Position, ask: Ask) -> Action | None:
        """As far as an advance goes towards its post."""
        here = field(position)
        unit = here.units.get(ask.about[0])
        if unit is None:
            return None
        goal = self.orders(here, ask.seat)[unit.id]
        terms = advance(self.book, position, unit, int(ask.about[1]))
        said = walk(position, unit, goal, terms)
        if said is not None and self.allows(position, ask, said):
            return said
        return None

    # ── who goes where ───────────────────────────────────────────────────────
    def orders(self, here: Field, seat: Seat) -> Mapping[str, Point]:
        """A post for each unit: units are shared out over markers, what they add most first."""
        units = here.of(seat)
        posts = self.posts(here, seat)
        if not posts:
            return {unit.id: self.quarry(here, unit) for unit in units}
        held = [0.0] * len(posts)
        left = {unit.id: unit for unit in units}
        found: dict[str, Point] = {}
        while left:
            gain, name, place = max(
                (self.adds(posts[place], held[place], unit), unit.id, place)
                for unit in left.values()
                for place in range(len(posts))
            )
            if gain <= 0:
                break
            unit = left.pop(name)
            found[name] = posts[place].at
            held[place] += len(unit.models) * near_now(unit, posts[place].at)
        for unit in left.values():
            found[unit.id] = self.quarry(here, unit)
        return found

    def posts(self, here: Field, seat: Seat) -> tuple[Post, ...]:
        """The markers, with how many enemies hold them or may come to them."""
        side = here.position.side(seat)
        found = []
        for one in missions.markers(here.position):
            if one.pose is None:
                continue
            at = one.pose.point
            foes = sum(
                1.0 if point_gap(model.base, at) <= missions.REACH else 0.0
                for unit in here.units.values()
                if unit.side != side
                for model in unit.models
            )
            coming = sum(
                0.35 * len(unit.models)
                for unit in here.units.values()
                if unit.side != side and missions.REACH < away(unit, at) <= NEAR + missions.REACH
            )
            found.append(Post(at, foes + coming))
        return tuple(found)

    def adds(self, post: Post, held: float, unit: Unit) -> float:
        """By how much more likely a unit makes it that a marker is held, the sooner the better."""
        more = len(unit.models)
        gain = holds(held + more, post.foes) - holds(held, post.foes)
        return gain * near_now(unit, post.at) + 0.01 * near_now(unit, post.at)

    def quarry(self, here: Field, unit: Unit) -> Point:
        """The nearest enemy."""
        x, y, _ = unit.around
        spots = [foe.around[:2] for foe in here.enemies(unit)] or [(x, y)]
        return min(spots, key=lambda spot: hypot(spot[0] - x, spot[1] - y))


def size(position: Position, unit: str) -> int:
    """How many models a unit has."""
    return sum(piece.command == unit != piece.id for piece in position.pieces.values())


def away(unit: Unit, at: Point) -> float:
    """How far the middle of a unit is from a point."""
    x, y, _ = unit.around
    return hypot(at[0] - x, at[1] - y)


def near_now(unit: Unit, at: Point) -> float:
    """What a marker is worth to a unit that must come to it first: less with each turn."""
    short = max(0.0, away(unit, at) - missions.REACH)
    return float(TURNS ** (short / (6 * names.INCH)))


def holds(own: float, foes: float) -> float:
    """How likely so many models hold a marker against so many."""
    if own <= 0:
        return 0.0
    return 1 / (1 + exp(-(own - foes - MARGIN / 2) / SOFT))


def spots_of(position: Position) -> tuple[Point, ...]:
    """Where the markers lie."""
    return tuple(one.pose.point for one in missions.markers(position) if one.pose is not None)


def on_ground(at: Point, spots: tuple[Point, ...]) -> bool:
    """Whether a model whose middle is there counts at a marker."""
    return any(hypot(at[0] - x, at[1] - y) <= missions.REACH for x, y in spots)
