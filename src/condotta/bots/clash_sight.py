"""What clashes are worth to a seat in a ranked battle, in points: fights at hand and charges."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from condotta.bots.clashes import Clash, Side, clash, price
from condotta.bots.stakes import stake
from condotta.kernel.book import Book
from condotta.kernel.evolving import with_piece
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.ranked import names
from condotta.rules.ranked.charges.charge_odds import fleeing, reaching
from condotta.rules.ranked.charges.possible_charges import charge_dice, declared_by, way_to
from condotta.rules.ranked.combat.arms import LOCKED
from condotta.rules.ranked.combat.fronts import lies_on
from condotta.rules.ranked.reading.arcs import facings_struck
from condotta.rules.ranked.reading.regiment import Field, Regiment, field, game_turn
from condotta.rules.ranked.settings import settings_of
from condotta.table import Base, Edge, Pose, gap

WASTED = 12.0  # points that a charge costs that does not arrive
MOODY, LEAD, LATE = 0.5, 600, 3  # how bold, by which lead in points, from how many turns on
FLANKED = 6.0  # points that a second edge struck is worth: ranks no more count


@cache
def reach_of(moves: int, inches: int, dice: int, keep: int) -> float:
    """How likely a charge goes so many inches, or is no shorter."""
    return reaching(moves, inches * names.INCH, dice, keep)


class Struck(NamedTuple):
    """Who is met in a clash and where: the key by which it is kept."""

    ours: tuple[tuple[str, bool, Edge], ...]
    theirs: tuple[tuple[str, bool, Edge], ...]
    fresh: bool


class Clashing:
    """What clashes are worth to a seat in a position: who meets whom, and who gets there."""

    def __init__(self, book: Book, position: Position, seat: Seat, thought: int = 1) -> None:
        """Take in the position; what is found out is kept as long as the eye.

        At the second level of thought the enemy's joint charges are looked at too.
        """
        self.thought = thought
        self.here: Field = field(book, position)
        self.seat = seat
        self.chance = stake(position, seat)  # that whoever is neutral now names this seat next
        self.stake = self.chance * mood(book, position, seat)
        self.foes = self.here.enemies(seat)
        self.bystanders = self.here.neutrals(seat) if self.chance < 1.0 else ()
        self._clashes: dict[Struck, Clash] = {}
        self._near: dict[str, tuple[Regiment, ...]] = {}
        self._threats: dict[tuple[str, Pose], float] = {}

    # ── clashes ──────────────────────────────────────────────────────────────
    def clash(self, ours: tuple[Side, ...], theirs: tuple[Side, ...], *, fresh: bool) -> Clash:
        """A clash, reckoned once."""
        key = Struck(
            tuple((side.one.id, side.charges, side.held) for side in ours),
            tuple((side.one.id, side.charges, side.held) for side in theirs),
            fresh,
        )
        known = self._clashes.get(key)
        if known is None:
            known = self._clashes[key] = clash(self.here, ours, theirs, fresh=fresh)
        return known

    def worth(self, found: Clash) -> float:
        """What a clash is worth to the seat: its own losses weigh less among many."""
        return found.theirs - self.stake * found.ours

    def fight_of(self, one: Regiment) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
        """The sides of the fight that a regiment is in, its own first; it alone if in none."""
        foes = self.here.touching(one)
        friends = {one.id: one}
        for foe in foes:
            for other in self.here.touching(foe):
                if other.seat == one.seat:
                    friends[other.id] = other
        mine = tuple(Side(each, held=self.held(each)) for each in friends.values())
        return mine, tuple(Side(foe, held=self.held(foe)) for foe in foes)

    def held(self, one: Regiment) -> Edge:
        """The edge on which a fighting regiment is held worst."""
        edges = {lies_on(one, foe) for foe in self.here.touching(one)}
        return next((edge for edge in ("rear", "left", "right") if edge in edges), "front")

    def assault(self, party: tuple[Regiment, ...], foe: Regiment) -> float:
        """What it is worth to charge together, over who of them arrives."""
        if foe.fleeing:
            ways = [fleeing(self.here, one, foe) for one in party]
            best = max(way.off + (1 - way.off) * way.caught for way in ways)
            return best * price(foe) - WASTED * (len(party) - best)
        beside = self.charging(foe)
        committed, foes = self.fight_of(foe)[::-1]
        engaged = bool(committed)
        base_line = (
            self.worth(self.clash(committed, foes, fresh=self.is_fresh(foe))) if engaged else 0.0
        )
        chances = [(one, self.reaches(one, foe.base)) for one in party]
        sure = tuple(Side(one, charges=True) for one in beside if one not in party)
        total = 0.0
        for mask in range(1 << len(chances)):
            likely, arrived = 1.0, list(sure)
            for place, (one, odds) in enumerate(chances):
                if mask >> place & 1:
                    likely *= odds
                    arrived.append(Side(one, charges=True))
                else:
                    likely *= 1 - odds
            if likely < 0.02:
                continue
            missing = len(chances) - mask.bit_count()
            total -= likely * WASTED * missing
            if mask:
                total += likely * (self.attacked(tuple(arrived), committed, foe, foes) - base_line)
            elif sure:
                total += likely * (self.attacked(sure, committed, foe, foes) - base_line)
        if sure:
            total -= self.attacked(sure, committed, foe, foes) - base_line
        return total

    def attacked(
        self,
        arrived: tuple[Side, ...],
        committed: tuple[Side, ...],
        foe: Regiment,
        foes: tuple[Side, ...],
    ) -> float:
        """What a fight is worth once these have charged into it, on the edges that they strike."""
        edges = [self.strikes(side.one, foe) for side in arrived]
        if committed:
            edges.append(self.held(foe))
        held: Edge = "front" if "front" in edges else edges[0]
        others = tuple(side for side in foes if side.one is not foe)
        theirs = (Side(foe, held=held), *others)
        found = self.clash((*arrived, *committed), theirs, fresh=True)
        extra = sum(FLANKED for edge in set(edges) if edge != held)
        return self.worth(found) + extra

    def strikes(self, one: Regiment, foe: Regiment) -> Edge:
        """The edge of a target that a charge would strike from where it stands."""
        return facings_struck(one.base, one.files, foe.base)[0]

    def is_fresh(self, one: Regiment) -> bool:
        """Whether its fight is still in its first round."""
        return not one.marked(LOCKED)

    def charging(self, foe: Regiment) -> tuple[Regiment, ...]:
        """Those who have declared a charge at it and not made it yet."""
        return tuple(
            one
            for one in self.here.regiments
            if (said := declared_by(one)) is not None and said.target == foe.id
        )

    def meets(self, chargers: tuple[Side, ...], own: Regiment) -> float:
        """The points that charges may be expected to cost, less what they cost the charger."""
        edges = [self.strikes(side.one, own) for side in chargers]
        held = "front" if "front" in edges else edges[0]
        found = self.clash(chargers, (Side(own, held=held),), fresh=True)
        return found.theirs - found.ours / max(self.stake, 0.3)

    def has_room(self, one: Regiment, foe: Regiment, *before: Regiment) -> bool:
        """Whether a charge still finds a way once others have made theirs, those declared too."""
        if foe.fleeing:
            return True
        here = self.here
        others = [other for other in (*self.charging(foe), *before) if other is not one]
        for other in others:
            way = way_to(
                here, here.regiment(other.id), here.regiment(foe.id), self.strikes(other, foe)
            )
            if way is None:
                continue
            position = with_piece(here.position, replace(other.piece, pose=way.end))
            if way.target is not None:
                position = with_piece(position, replace(foe.piece, pose=way.target))
            here = field(here.book, position)
        there, target = here.regiment(one.id), here.regiment(foe.id)
        return way_to(here, there, target, self.strikes(there, target)) is not None

    def reaches(self, one: Regiment, where: Base) -> float:
        """How likely a charge of a regiment reaches a base."""
        away = gap(one.base, where)
        inches = -int(-away // names.INCH)
        return reach_of(one.inches, max(0, inches), *charge_dice(self.here, one))

    def worth_of(self, one: Regiment) -> float:
        """The points that a regiment is worth, with whoever is in it."""
        return price(one)

    def nearest_to(self, one: Regiment) -> float:
        """How far the nearest enemy of a regiment is."""
        foes = self.here.enemies(one.seat)
        return min((self.here.gap(one, foe) for foe in foes), default=1e9)


def mood(book: Book, position: Position, seat: Seat) -> float:
    """How much a seat's losses weigh towards the end: more for who leads, less for who trails."""
    left = settings_of(book).number("battleTurns") - game_turn(position)
    others = [position.count(one, names.VP) for one in position.seats() if one != seat]
    lead = position.count(seat, names.VP) - max(others, default=0)
    return 1 + max(-MOODY, min(MOODY, lead / LEAD)) * max(0.0, 1 - left / LATE)
