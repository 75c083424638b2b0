"""How a steward weighs a position: fights at hand, ground gained, flanks, the line, the camp.

Values are half points, as losses are: what may be expected, not what is certain.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from condotta.bots.matchups import Matchups
from condotta.bots.prospects import close_prospect, worth
from condotta.bots.stakes import stake
from condotta.kernel.records import Seat
from condotta.rules.triumph.combat.pairing import Pair, contests, pairs
from condotta.rules.triumph.movement.fallback import plan_fall_back
from condotta.rules.triumph.shooting.gunnery import in_reach
from condotta.rules.triumph.stands.bodies import Body
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.rules.triumph.tables import TABLES
from condotta.table import Base, Edge, Leg, Pose

MU = 10_000
NEARER = 0.13  # a MU nearer to a foe worth fighting
APPETITE = 0.6  # of what a type may expect of another
MOST, LEAST = 2.5, -2.0  # half points of appetite, however good or bad the match
FAST = 50_000  # from this move on a stand is sent against camps and round flanks
ALARM = 100_000  # a foe this near to our camp is dealt with first
TURNED = 0.8  # its back to the foe
SIDEWAYS = 0.4
MIRED = 0.7  # in ground that does not suit it, while there is time to go round
SHOOTING = 1.5  # shots at hand: they fall in the turns of both sides
LEADER = 1.75  # a general under fire
CAUTION = 1.15  # how much more a loss weighs than a gain
BOLDNESS, WAIT, BOLDEST = 0.025, 24, 0.4  # how much less with each turn after so many, at least
BESIDE = 0.1  # each neighbour in line
STRAYED = 0.3  # out of command
CARE, PATIENCE = 0.3, 40  # how much danger still counts when so many turns have passed
BLOWS = 2  # as many of the dangers can come true in a turn: each costs the enemy a point or two
HASTE = 3.0  # how much more a MU nearer is worth in the end
FLANKED = 0.2  # of its worth: a foe may come at its open flank
BEHIND = 0.25  # a foe may come at its rear
HEMMED = 0.15  # of what would be lost if it had to fall back
CHARGED = 0.3  # of what a foe in front may expect of it


class Places:
    """What has been found out about places: it is passed on from outlook to outlook."""

    __slots__ = ("drawn", "likes", "ways")

    def __init__(self) -> None:
        """Nothing yet."""
        self.drawn: dict[tuple[str, Pose], float] = {}
        self.likes: dict[str, tuple[tuple[float, float, float], ...]] = {}
        self.ways: dict[tuple[object, ...], tuple[float, float]] = {}


class Outlook:
    """One seat's eye for a position and for those that a move of its own would make of it."""

    def __init__(
        self, here: Field, seat: Seat, matchups: Matchups, before: Outlook | None = None
    ) -> None:
        """Take in who the foes are; they do not move while this seat thinks.

        What an outlook `before` this one found out about places still holds while nothing that
        it depends on has changed.
        """
        self.here = here
        self.seat = seat
        self.matchups = matchups
        self.foes = here.enemies(seat)
        self.alarm = alarming(here, seat)
        self.stake = stake(here.position, seat)
        self.bystanders = here.neutrals(seat) if self.stake < 1.0 else ()
        waited = here.position.turn / PATIENCE
        self.care = max(CARE, 1.0 - waited)
        dragged = max(0, here.position.turn - WAIT)
        self.caution = max(BOLDEST, CAUTION - BOLDNESS * dragged) * self.stake
        self.pace = NEARER / MU * min(HASTE, 1.0 + waited)
        self.rests_on = (
            seat,
            here.position.turn,
            here.areas,
            self.foes,
            self.alarm,
            own(here, seat),
        )
        known = before is not None and before.rests_on == self.rests_on
        self.places: Places = before.places if before is not None and known else Places()
        self._dangers: dict[tuple[object, ...], tuple[float, bool]] = {}

    # ── a stand at a place ───────────────────────────────────────────────────
    def drawn(self, stand: Stand, where: Base) -> float:
        """What a place is worth to a stand: near the foes it likes, turned to them, good ground."""
        key = (stand.id, where.pose)
        known = self.places.drawn.get(key)
        if known is None:
            known = self._pull(stand, where) + self._ground(stand, where)
            self.places.drawn[key] = known
        return known

    def promise(
        self, body: Body, legs: tuple[Leg, ...], weigh: Callable[[], tuple[float, float]]
    ) -> tuple[float, float]:
        """What `weigh` finds of a body that goes by some legs from where it is; found once."""
        key = (*[(stand.id, stand.base) for stand in body], legs)
        known = self.places.ways.get(key)
        if known is None:
            known = self.places.ways[key] = weigh()
        return known

    def _pull(self, stand: Stand, where: Base) -> float:
        best, to = -1e9, (0.0, 1.0)
        x, y = where.cx, where.cy
        for liked, there_x, there_y in self._liked(stand):
            dx, dy = there_x - x, there_y - y
            away = sqrt(dx * dx + dy * dy)
            pull = liked - self.pace * away
            if pull > best:
                best, to = pull, (dx / (away or 1.0), dy / (away or 1.0))
        ahead = to[0] * where.fx + to[1] * where.fy
        return best - (TURNED if ahead < -0.3 else SIDEWAYS if ahead < 0.5 else 0.0)

    def _liked(self, stand: Stand) -> tuple[tuple[float, float, float], ...]:
        """How much a stand would like to fight each foe, and where that foe is."""
        known = self.places.likes.get(stand.id)
        if known is None:
            known = self.places.likes[stand.id] = tuple(
                (self.appetite(stand, foe), foe.base.cx, foe.base.cy) for foe in self.foes
            )
        return known

    def appetite(self, stand: Stand, foe: Stand) -> float:
        """How much a stand would like to fight a foe, its camp being under threat or not."""
        gain = self.matchups.of(stand.troop.code, foe.troop.code).gain
        most = MOST if stand.reach >= FAST or not foe.is_camp else 0.5
        liked = APPETITE * max(LEAST, min(most, gain))
        return liked + (1.5 if foe.id in self.alarm else 0.0)

    def _ground(self, stand: Stand, where: Base) -> float:
        if not stand.troop.is_mounted and not stand.troop.is_close_foot:
            return 0.0
        return -MIRED * self.care if self.here.in_difficult(stand, where) else 0.0

    # ── a whole position ─────────────────────────────────────────────────────
    def value(self, field: Field) -> float:
        """What a position is worth to the seat, in half points that it may expect to gain."""
        return self.standing(field) - self.blows(field)

    def blows(self, field: Field) -> float:
        """What the worst blows of the foes next turn may be expected to cost; never less than 0."""
        worst = sorted(self.dangers(field), reverse=True)[:BLOWS]
        return self.care * self.stake * sum(worst)

    def standing(self, field: Field) -> float:
        """The same, dangers apart: what a position is worth as it stands."""
        total = self.fights(field)
        guarded = neighbours(field, self.seat)
        own = self.own(field)
        total += SHOOTING * (self.shots(field, own, self.foes) - self.under_fire(field))
        for stand in own:
            sides = guarded.get(stand.id, ())
            total += self.drawn(stand, stand.base) + self.care * BESIDE * len(sides)
            general = field.general(stand.command)
            if general is not None and strayed(stand, general):
                total -= STRAYED
        return total

    def dangers(self, field: Field) -> list[float]:
        """The worst that may be done to each of the seat's stands."""
        guarded = neighbours(field, self.seat)
        return [self.danger(field, one, guarded.get(one.id, ())) for one in self.own(field)]

    def own(self, field: Field) -> tuple[Stand, ...]:
        """The seat's stands, camps apart."""
        return tuple([one for one in field.stands if one.seat == self.seat and not one.is_camp])

    def fights(self, field: Field) -> float:
        """What all combats at hand may be expected to gain; attackers pick among alternatives."""
        total = 0.0
        for group in contests(pairs(field)):
            gains = [self.gain(field, pair) for pair in group]
            ours = field.relation(self.seat, field.stand(group[0].attacker).seat) == "friend"
            total += max(gains) if ours else min(gains)
        return total

    def gain(self, field: Field, pair: Pair) -> float:
        """What one combat may be expected to gain the seat's side."""
        found = close_prospect(field, pair.attacker, pair.defender)
        ours = field.relation(self.seat, field.stand(pair.attacker).seat) == "friend"
        won, lost = (found.theirs, found.ours) if ours else (found.ours, found.theirs)
        return won - self.caution * lost

    def under_fire(self, field: Field) -> float:
        """Half points that shots may be expected to cost the seat where all stand now."""
        own = tuple(stand for stand in field.friends(self.seat) if not stand.is_camp)
        return self.shots(field, self.foes, own)

    def shots(self, field: Field, shooters: tuple[Stand, ...], targets: tuple[Stand, ...]) -> float:
        """What each shooter may expect of its best target in arc and range, sight apart."""
        total = 0.0
        for shooter in shooters:
            if not shooter.troop.shoots or shooter.id in field.fighting:
                continue
            best = 0.0
            for target in targets:
                if target.is_camp or target.id in field.fighting:
                    continue
                if in_reach(field, shooter, target):
                    more = LEADER if target.general else 1.0
                    cost = more * self.matchups.shot(shooter.troop.code, target.troop.code)
                    best = max(best, cost)
            total += best
        return total

    def danger(self, field: Field, stand: Stand, guarded: tuple[str, ...]) -> float:
        """The worst that a foe who can reach a stand might do to it next turn."""
        busy = stand.id in field.fighting
        key = (stand.id, stand.base, guarded, busy, self._engaged(field))
        known = self._dangers.get(key)
        if known is None:
            known = self._dangers[key] = self._worst(field, stand, guarded, busy=busy)
        worst, near = known
        return worst + (self.hemmed_in(field, stand) if near and not busy else 0.0)

    def _engaged(self, field: Field) -> frozenset[str]:
        """The foes that fight, and those who may become foes."""
        known: dict[Seat, frozenset[str]] = field.memo["engaged"]
        if self.seat not in known:
            others = (*self.foes, *self.bystanders) if self.bystanders else self.foes
            known[self.seat] = frozenset(foe.id for foe in others if foe.id in field.fighting)
        return known[self.seat]

    def _worst(
        self, field: Field, stand: Stand, guarded: tuple[str, ...], *, busy: bool
    ) -> tuple[float, bool]:
        """The worst of the threats to a stand, and whether any foe can reach it.

        Who is neutral now may name the seat in his own turn: as likely as any of the others.
        """
        found = self._worst_of(self.foes, field, stand, guarded, busy=busy)
        if not self.bystanders:
            return found
        later, near = self._worst_of(self.bystanders, field, stand, guarded, busy=busy)
        return max(found[0], self.stake * later), found[1] or near

    def _worst_of(
        self,
        foes: tuple[Stand, ...],
        field: Field,
        stand: Stand,
        guarded: tuple[str, ...],
        *,
        busy: bool,
    ) -> tuple[float, bool]:
        """The worst of the threats of these, and whether any of them can reach a stand."""
        worst = 0.0
        near = False
        own = stand.base
        for foe in foes:
            if foe.is_camp or foe.id in field.fighting:
                continue
            dx, dy = foe.base.cx - own.cx, foe.base.cy - own.cy
            reach = foe.reach + own.hw + foe.base.hd
            if dx * dx + dy * dy > reach * reach:
                continue
            near = True
            ahead = dx * own.fx + dy * own.fy
            right = dx * own.rx + dy * own.ry
            worst = max(worst, self._threat(stand, foe, (ahead, right), guarded, busy=busy))
        return worst, near

    def hemmed_in(self, field: Field, stand: Stand) -> float:
        """What it risks by having no way back: friends behind it may go with it."""
        lost = plan_fall_back(field, stand).lost
        return HEMMED * sum(worth(field, field.stand(one.stand)) for one in lost)

    def _threat(
        self,
        stand: Stand,
        foe: Stand,
        at: tuple[float, float],
        guarded: tuple[str, ...],
        *,
        busy: bool,
    ) -> float:
        ahead, right = at
        half = stand.base.hw
        side = "right" if right > 0 else "left"
        if ahead < -2 * stand.base.hd:
            return BEHIND * worth(self.here, stand)
        if abs(right) > 1.5 * half and abs(right) - half > ahead and side not in guarded:
            return FLANKED * worth(self.here, stand)
        if busy:
            return 0.0
        return CHARGED * max(0.0, -self.matchups.of(stand.troop.code, foe.troop.code).gain)


def own(here: Field, seat: Seat) -> tuple[tuple[str, str, int], ...]:
    """A seat's stands as far as a place's worth depends on them: type and reach."""
    return tuple([(one.id, one.troop.code, one.reach) for one in here.stands if one.seat == seat])


def alarming(here: Field, seat: Seat) -> frozenset[str]:
    """The foes that are near the seat's camp."""
    camps = [stand for stand in here.stands if stand.is_camp and stand.seat == seat]
    return frozenset(
        foe.id
        for camp in camps
        for foe in here.enemies(seat)
        if not foe.is_camp
        and (foe.base.cx - camp.base.cx) ** 2 + (foe.base.cy - camp.base.cy) ** 2 < ALARM * ALARM
    )


def neighbours(field: Field, seat: Seat) -> dict[str, tuple[Edge, ...]]:
    """On which sides each stand of a seat has a friend in line with it."""
    found: dict[str, tuple[Edge, ...]] = {}
    for couple in field.layout.couples:
        one, other = couple.one, couple.other
        if one.seat != seat or other.seat != seat:
            continue
        match couple.beside:
            case "left":
                left, right = one, other
            case "right":
                left, right = other, one
            case _:
                continue
        found[left.id] = (*found.get(left.id, ()), "right")
        found[right.id] = (*found.get(right.id, ()), "left")
    return found


def strayed(stand: Stand, general: Stand) -> bool:
    """Whether a stand is farther from its general than he can see."""
    dx, dy = stand.base.cx - general.base.cx, stand.base.cy - general.base.cy
    far = TABLES.command.with_sight + stand.base.hw + general.base.hw
    return dx * dx + dy * dy > far * far
