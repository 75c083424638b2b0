"""A bot for ranked battles that thinks further: joint charges, threats, what an answer costs.

Whatever it weighs is worth points: what a clash, a shot or a flight may be expected to cost either
side. It sees a view and nothing else and remembers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from condotta.bots import wizardry
from condotta.bots.clashes import Side, passing, price
from condotta.bots.general_reasons import GeneralMotives
from condotta.bots.lots import Lots
from condotta.bots.marshal import Marshal, best_shots
from condotta.bots.preferring import best_first
from condotta.bots.reasons import Explain
from condotta.bots.sight_of_ranks import PANIC, Eye
from condotta.bots.thinker import Thought
from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.rules.carnage.objective import objective
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_odds import fleeing
from condotta.rules.ranked.charges.reacting import FLEE, HOLD, KEEP, STAND
from condotta.rules.ranked.movement.flight import course, facing_away
from condotta.rules.ranked.movement.moving_menu import arrivals, movable
from condotta.rules.ranked.movement.reforming import Reform
from condotta.rules.ranked.movement.reinforcements import Join
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.shooting.shooting_phase import HOLD as NO_SHOT

PARTY = 3  # regiments that charge one enemy together at most
LIKELY = 0.35  # how likely each of them must be to arrive
WORTHWHILE = 12.0  # points that a charge must promise
RALLIES = 0.5  # of its worth, what a flight costs that goes well
RASH = 1.5  # how much more a flight costs than is reckoned: the line is torn
HARRIED = 20.0  # points that must be threatened for a shooter to move
SETTLED = 1.5  # points by which a place must be better to be moved to


class Assault(NamedTuple):
    """Who is to charge together, and the points that it promises."""

    party: tuple[str, ...] = ()
    gain: float = 0.0


class General(Marshal):
    """Plays ranked battles by what each clash may cost; its level says how much it weighs."""

    def __init__(self, book: Book, draw: Lots, level: str = "planner") -> None:
        """Play by a book; the condottiere looks at the enemy's joint charges too."""
        super().__init__(book, draw)
        self.thought = 2 if level == "condottiere" else 1
        self.plan = Assault()  # of which a charge that it declared last is the first

    def thoughts(self) -> Mapping[str, Thought]:
        """As the marshal, and what it leaves to the first sensible answer."""
        return {
            **super().thoughts(),
            "redirect": self.redirect,
            "spare spell": lambda _, ask: wizardry.spare(ask),
        }

    def explaining(self) -> Mapping[str, Explain]:
        """Of every window that it knows, in points."""
        return GeneralMotives(self).all()

    # ── charges ──────────────────────────────────────────────────────────────
    def charge(self, position: Position, ask: Ask) -> Action:
        """The charge that begins the best plan: who goes for whom, several together."""
        eye = Eye(self.book, position, ask.seat, self.thought)
        able: dict[str, list[Regiment]] = {}
        for option in ask.options:
            charger, found, target = option.partition(">")
            if found:
                able.setdefault(target, []).append(eye.here.regiment(charger))
        plans: list[tuple[float, float, tuple[float, Regiment, tuple[Regiment, ...]]]] = []
        for target, chargers in able.items():
            foe = eye.here.regiment(target)
            likely = [
                one for one in chargers if foe.fleeing or eye.reaches(one, foe.base) >= LIKELY
            ]
            for party in parties(likely):
                gain = eye.assault(party, foe) - sum(map(eye.standing_threat, party))
                if gain > WORTHWHILE:
                    far = min(eye.here.gap(one, foe) for one in party)
                    plans.append((gain, far, (gain, foe, party)))
        for gain, foe, party in best_first(plans):
            first = leading(eye, party, foe)
            if eye.has_room(first, foe) and all(
                eye.has_room(one, foe, first) for one in party if one is not first
            ):
                self.plan = Assault(tuple(one.id for one in party), gain)
                return Choose(f"{first.id}>{foe.id}")
        return Choose(ask.options[-1])

    def redirect(self, position: Position, ask: Ask) -> Action:
        """Another target where that promises more than to run after who flees."""
        eye = Eye(self.book, position, ask.seat, self.thought)
        one = eye.here.regiment(ask.about[0])
        foes = (foe for option in ask.options if (foe := eye.here.find(option)) is not None)
        found = ((eye.assault((one,), foe), eye.here.gap(one, foe), foe.id) for foe in foes)
        return Choose(next(iter(best_first(found, WORTHWHILE)), KEEP))

    def react(self, position: Position, ask: Ask) -> Action | None:
        """Hold, shoot or flee, whatever may be expected to cost least."""
        eye = Eye(self.book, position, ask.seat, self.thought)
        charger, own = (eye.here.find(name) for name in ask.about[:2])
        if charger is None or own is None or HOLD not in ask.options:
            return None
        held = STAND if STAND in ask.options else HOLD
        if FLEE not in ask.options:
            return Choose(held)
        stays, flees = self.costs(eye, charger, own)
        return Choose(FLEE if stays > RASH * flees + SETTLED else held)

    def costs(self, eye: Eye, charger: Regiment, own: Regiment) -> tuple[float, float]:
        """The points that it may be expected to cost to stay where a charge comes, and to flee."""
        sides = tuple(Side(foe, charges=True) for foe in eye.charging(own) if foe.id != charger.id)
        stays = eye.meets((Side(charger, charges=True), *sides), own)
        way = fleeing(eye.here, charger, own)
        gone = way.off + (1 - way.off) * way.caught
        flees = price(own) * (gone + (1 - gone) * RALLIES) + panicked(eye.here, own, charger)
        return eye.reaches(charger, own.base) * stays, flees

    # ── moves ────────────────────────────────────────────────────────────────
    def move(self, position: Position, ask: Ask) -> Action:
        """Arrivals, then for each regiment the move to the place that is worth most to it."""
        if self.for_marker(position):
            return super().move(position, ask)
        coming = arrivals(self.book, position, ask.seat)
        if coming:
            return coming[0]
        eye = Eye(self.book, position, ask.seat, self.thought)
        free = movable(eye.here, ask.seat)
        for one in sorted(free, key=lambda one: eye.nearest(one.base)):
            said = self.better(position, ask, eye, one)
            if said is not None:
                return said
        return Choose("end")

    def for_marker(self, position: Position) -> bool:
        """Whether holding one marker is what counts."""
        return objective(self.book, position) is not None

    def better(self, position: Position, ask: Ask, eye: Eye, one: Regiment) -> Action | None:
        """The move to the best of the places that it may reach, if that is better than to stand."""
        best, choice = eye.place(one, one.pose, moved=False) + SETTLED, None
        if self.shoots_now(eye.here, one) and eye.threat(one, one.pose) < HARRIED:
            return None
        for said, pose in self.moves_of(position, ask, eye.here, one):
            if isinstance(said, Join):
                return said
            if pose is None:
                continue
            still = getattr(said, "march", False) or isinstance(said, Reform)
            value = eye.place(one, pose, moved=True, silent=still)
            if value > best:
                best, choice = value, said
        return choice

    # ── magic ────────────────────────────────────────────────────────────────
    def cast(self, position: Position, ask: Ask) -> Action:
        """The spell that brings most for its dice."""
        return wizardry.casting(Eye(self.book, position, ask.seat, self.thought), ask)

    # ── shooting ─────────────────────────────────────────────────────────────
    def shoot(self, position: Position, ask: Ask) -> Action:
        """The shot that costs most: it destroys, it makes run, or it wears down who threatens."""
        eye = Eye(self.book, position, ask.seat, self.thought)
        return Choose(next(iter(best_shots(eye.here, ask, eye.shot, 0.0)), NO_SHOT))


def parties(chargers: list[Regiment]) -> Iterator[tuple[Regiment, ...]]:
    """Who may charge together: each alone, then two, then three."""
    for count in range(1, min(PARTY, len(chargers)) + 1):
        yield from combinations(chargers, count)


def leading(eye: Eye, party: tuple[Regiment, ...], foe: Regiment) -> Regiment:
    """Who of a party declares first: whoever is surest to arrive."""
    return max(party, key=lambda one: (eye.reaches(one, foe.base), one.id))


def panicked(here: Field, one: Regiment, charger: Regiment) -> float:
    """The points that it costs that friends panic through whom one flees."""
    way = course(here, one, facing_away(one, charger.base), 7 * names.INCH)
    friends = (here.find(name) for name in way.friends)
    return sum(
        PANIC * price(friend) * (1 - passing(friend.best(names.LD), False))
        for friend in friends
        if friend is not None
    )
