"""The bot called "steward", for ranked battles: charges at good odds, advances, shoots, casts.

It sees a view and nothing else, looks at each question alone and remembers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from math import ceil, inf

from msgspec.structs import replace

from condotta.bots.clashes import vigour
from condotta.bots.dispelling import dispelling
from condotta.bots.marker import last_word, models_near
from condotta.bots.odds_of_ranks import edge, shot_worth
from condotta.bots.preferring import best_first
from condotta.bots.rank_reasons import RankMotives
from condotta.bots.reasons import Explain
from condotta.bots.thinker import IDLE, Thinker, Thought
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.evolving import with_piece
from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.rules.carnage.objective import objective
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.charges.charge_odds import arriving
from condotta.rules.ranked.magic.casting import Cast, castable
from condotta.rules.ranked.magic.lore import lore
from condotta.rules.ranked.magic.winds import MOST_DICE, power_of
from condotta.rules.ranked.magic.wizards import level
from condotta.rules.ranked.movement.moving_menu import arrivals, ideas, legal, movable
from condotta.rules.ranked.movement.reforming import Reform
from condotta.rules.ranked.movement.reinforcements import Join
from condotta.rules.ranked.reading.regiment import Field, Regiment, field
from condotta.rules.ranked.reading.sight import sees
from condotta.rules.ranked.setting_out.deployment import Deploy, must_place
from condotta.rules.ranked.setting_out.places_to_set_out import hosts, places
from condotta.rules.ranked.shooting.missiles import missile
from condotta.rules.ranked.shooting.shooting_phase import aimed
from condotta.rules.setting_up import middle
from condotta.table import Point, Pose, base, direction, gap, point_gap, to_degrees

GOOD_ODDS = 0.5  # by which a charge must be expected to win
LIKELY = 0.4  # how likely it must be to reach
HOPELESS = -6.0  # an expected result from which one flees
A_DIE = 3.3  # what a die is taken to roll, a little less than it does
MACHINES = 48 * names.INCH
FACING = 45  # degrees off the enemy that are as bad as an inch farther from the marker
MANY = 0.5  # of what a regiment is good for a character, if there is another in it
STEP_WORTH = 0.5  # how much better a place must be, in inches, to be moved to


class Marshal(Thinker):
    """Plays ranked battles, one question at a time."""

    idle = IDLE | {"hold", "refuse", "hold back"}

    def thoughts(self) -> Mapping[str, Thought]:
        """Setting out and the phases of a turn."""
        return {
            "deployment": self.set_out,
            "declare charges": self.charge,
            "charge reaction": self.react,
            "remaining moves": self.move,
            "casting": self.cast,
            "dispel": self.dispel,
            "shooting": self.shoot,
            "whose turn": lambda _, ask: last_word(self.draw, ask),
        }

    def explaining(self) -> Mapping[str, Explain]:
        """Of every window that it knows."""
        return RankMotives(self).all()

    # ── setting out ──────────────────────────────────────────────────────────
    def set_out(self, position: Position, ask: Ask) -> Action | None:
        """The dearest regiments in the middle; then each character where it does most good."""
        left = must_place(self.book, position, ask.seat)
        troops = [one for one in left if names.CHARACTER not in one.traits]
        if not troops and (sheltered := self.sheltered(position, left)) is not None:
            return sheltered
        for piece in sorted(troops or left, key=lambda one: -position.count(one.id, names.POINTS)):
            found = self.best_place(position, piece)
            if found is not None:
                return Deploy(piece.id, found)
        return None

    def sheltered(self, position: Position, left: Iterable[Piece]) -> Deploy | None:
        """The character that matters most, in the regiment where it is safest; none without one."""
        here = field(self.book, position)
        best: tuple[float, Deploy] | None = None
        for piece in left:
            for host in hosts(self.book, position, piece):
                value = shelter(piece, here.regiment(host))
                if best is None or value > best[0]:
                    best = value, Deploy(piece.id, into=host)
        return best[1] if best is not None else None

    def best_place(self, position: Position, piece: Piece) -> Pose | None:
        """The free place nearest to the middle of the zone, or to the marker, which it faces."""
        zones = self.book.stack(seams.DEPLOY_ZONE, position, piece.controller)
        goal = objective(self.book, position)
        x, y = middle(zones[0]) if goal is None else goal
        found = places(self.book, position, piece)
        return min(found, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2, default=None)

    # ── charges ──────────────────────────────────────────────────────────────
    def charge(self, position: Position, ask: Ask) -> Action:
        """The charge that promises most, if it is likely to arrive and to win."""
        here = field(self.book, position)
        found: list[tuple[float, float, str]] = []
        for option in ask.options:
            charger, charges, target = option.partition(">")
            if not charges:
                continue
            one, foe = here.regiment(charger), here.regiment(target)
            likely, promised = arriving(here, one, foe), edge(here, one, foe)
            if likely >= LIKELY and promised >= GOOD_ODDS:
                found.append((likely * promised, here.gap(one, foe), option))
        return Choose(next(iter(best_first(found)), ask.options[-1]))

    def react(self, position: Position, ask: Ask) -> Action | None:
        """Stand and shoot where that is possible; flee only from what is hopeless."""
        here = field(self.book, position)
        parties = [here.find(name) for name in ask.about]
        if "stand-and-shoot" in ask.options:
            return Choose("stand-and-shoot")
        own = next((one for one in parties if one is not None and one.seat == ask.seat), None)
        foe = next((one for one in parties if one is not None and one.seat != ask.seat), None)
        if own is None or foe is None or "flee" not in ask.options:
            return None
        lost = -edge(here, foe, own) <= HOPELESS
        return Choose("flee" if lost else "hold") if "hold" in ask.options else None

    # ── moves ────────────────────────────────────────────────────────────────
    def move(self, position: Position, ask: Ask) -> Action:
        """Arrivals, then for each regiment the move that brings it to a better place."""
        here = field(self.book, position)
        coming = arrivals(self.book, position, ask.seat)
        if coming:
            return coming[0]
        for one in movable(here, ask.seat):
            said = self.best_move(position, ask, here, one)
            if said is not None:
                return said
        return Choose("end")

    def moves_of(
        self, position: Position, ask: Ask, here: Field, one: Regiment, *goals: Point
    ) -> Iterator[tuple[Action, Pose | None]]:
        """Each legal move of a regiment that is worth a thought, and where it ends.

        Whoever joins others has no place of his own.
        """
        for said in ideas(here, one, *goals):
            if isinstance(said, Reform) and one.marked(names.MOVED):
                continue  # whoever reforms freely might turn from foe to foe for ever
            if not legal(self.book, position, ask, said):
                continue
            if isinstance(said, Join):
                yield said, None
            else:
                judge = self.book.judges[type(said)]
                verdict = judge(self.book, position, ask.seat, ask, said)
                yield said, dict(verdict.poses).get(one.id)

    def best_move(self, position: Position, ask: Ask, here: Field, one: Regiment) -> Action | None:
        """The best of a regiment's moves, if it is better than to stand."""
        foe, goal = here.nearest_enemy(one), objective(self.book, position)
        if (foe is None and goal is None) or self.shoots_now(here, one):
            return None
        best, choice = self.place_worth(here, one, one.pose, goal) + STEP_WORTH, None
        for said, pose in self.moves_of(
            position, ask, here, one, *([] if goal is None else [goal])
        ):
            if isinstance(said, Join):
                return said
            if pose is not None and (value := self.place_worth(here, one, pose, goal)) > best:
                best, choice = value, said
        return choice

    def place_worth(self, here: Field, one: Regiment, pose: Pose, goal: Point | None) -> float:
        """How good a place is: by the enemy, or by the marker where that is what counts."""
        foe = here.nearest_enemy(one)
        if goal is None:
            return worth(one, pose, foe) if foe is not None else 0.0
        then = with_piece(here.position, replace(one.piece, pose=pose))
        near = models_near(self.book, then, one.seat)
        assert one.piece.shape is not None, one
        away = point_gap(base(pose, one.piece.shape), goal) / names.INCH
        turned = 0.0 if foe is None else off_by(pose, foe.base.centre)
        return near - away - turned / FACING

    def shoots_now(self, here: Field, one: Regiment) -> bool:
        """Whether it stands well: somebody to shoot at is in range, in arc and seen."""
        weapon = missile(one)
        reach = MACHINES if one.is_machine else weapon.range * names.INCH if weapon else 0
        return any(
            here.gap(one, foe) <= reach and here.in_front_arc(one, foe) and sees(here, one, foe)
            for foe in here.enemies(one.seat)
        )

    # ── magic ────────────────────────────────────────────────────────────────
    def cast(self, position: Position, ask: Ask) -> Action:
        """The cheapest spell that its dice may be expected to cast, at the dearest target."""
        here = field(self.book, position)
        pool = min(MOST_DICE, position.count(power_of(position), names.POWER))
        spells = [one for one in self.attempts(here, ask) if one.dice <= pool]
        if not spells:
            return Choose("end")
        fewest = min(one.dice for one in spells)
        dear = (
            (
                position.count(one.target, names.POINTS),
                here.gap(here.regiment(one.wizard), here.regiment(one.target)),
                one,
            )
            for one in spells
            if one.dice == fewest
        )
        return best_first(dear)[0]

    def attempts(self, here: Field, ask: Ask) -> Iterator[Cast]:
        """Every casting with as many dice as it should need."""
        for one in castable(here, ask.seat):
            needed = lore()[one.spell].needs(boosted=one.boosted) - level(here, one.wizard)
            dice = max(1, ceil(needed / A_DIE))
            yield Cast(one.wizard, one.spell, one.target, dice, one.boosted)

    def dispel(self, position: Position, ask: Ask) -> Action:
        """With as few dice as are likely to do."""
        return dispelling(field(self.book, position), ask)

    # ── shooting ─────────────────────────────────────────────────────────────
    def shoot(self, position: Position, ask: Ask) -> Action:
        """The shot that may be expected to cost the enemy most."""
        here = field(self.book, position)
        return Choose(next(iter(best_shots(here, ask, partial(shot_worth, here))), ask.options[0]))

    def harm(self, position: Position, shooter: str, target: str) -> float:
        """None, unless a volley may take most of a regiment: it is lost whole or not.

        Where regiments have no places, as at a real table, nothing is known of a volley.
        """
        here = field(self.book, position)
        one, foe = here.find(shooter), here.find(target)
        if one is None or foe is None:
            return 0.0
        left = shot_worth(here, one, foe) / max(1, foe.value(names.POINTS))
        return max(0.0, min(1.0, 2 * left - 1))


def best_shots(
    here: Field, ask: Ask, worth: Callable[[Regiment, Regiment], float], least: float = -inf
) -> list[str]:
    """The shots that are worth more than so much, the best first, of equals the nearest."""
    found: list[tuple[float, float, str]] = []
    for option in ask.options:
        shot = aimed(option)
        foe = here.find(shot.target) if shot is not None else None
        if shot is not None and foe is not None:
            one = here.regiment(shot.shooter)
            found.append((worth(one, foe), here.gap(one, foe), option))
    return best_first(found, least)


def off_by(pose: Pose, at: Point) -> float:
    """By how many degrees a pose does not face a point."""
    ahead = to_degrees(direction(at[0] - pose.x, at[1] - pose.y))
    return abs((ahead - to_degrees(pose.facing) + 180) % 360 - 180)


def worth(one: Regiment, pose: Pose, foe: Regiment) -> float:
    """How good a place is, in inches: near the enemy and turned to it."""
    assert one.piece.shape is not None, one
    where = base(pose, one.piece.shape)
    far = gap(where, foe.base) / names.INCH
    off = off_by(pose, foe.base.centre)
    wanted = far if missile(one) is None else max(0.0, far - 18)
    return -wanted - off / 15


def shelter(piece: Piece, host: Regiment) -> float:
    """How good a regiment is for a character: many and steady; for a wizard, apart from fights."""
    value = vigour(host) * (1 + host.counting_ranks) / 10 + host.value(names.LD)
    fights = names.GENERAL in piece.traits or names.BATTLE_STANDARD in piece.traits
    if missile(host) is not None:
        value += 0.0 if fights else 20.0
    crowded = 1.0 if fights else MANY ** len(host.joined)
    first = names.GENERAL in piece.traits
    return value * crowded + 100 * first + 50 * fights
