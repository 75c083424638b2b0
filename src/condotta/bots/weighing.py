"""The eye of whoever weighs many positions: what was seen once is not seen again.

It weighs by what each side might do next: the best strikes that are in reach of either.
"""

from __future__ import annotations

from condotta.bots.matchups import Matchups
from condotta.bots.outlook import Outlook
from condotta.bots.prospects import GENERAL, worth
from condotta.bots.supposing import around
from condotta.bots.threats import PINNED, Threats
from condotta.kernel.records import Seat
from condotta.rules.triumph.combat.pairing import Pair
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Edge

FEAR, HOPE = 0.5, 0.25  # of what the enemy might gain by striking next, and of what the seat might
STRUCK = 4  # as many strikes are taken to be made in a turn
ABOUT = 40_000  # how near one must stand to two that fight to matter to them


class Eye(Outlook):
    """One seat's eye that remembers combats and strikes by who stands about them."""

    def __init__(
        self, here: Field, seat: Seat, matchups: Matchups, before: Outlook | None = None
    ) -> None:
        """As any outlook; what the one before it saw while it thought it has seen."""
        super().__init__(here, seat, matchups, before)
        self.gains: dict[tuple[object, ...], float] = {}
        self.threats = Threats(matchups)
        if isinstance(before, Eye) and before.seat == seat:
            self.caution = before.caution
            self.gains, self.threats = before.gains, before.threats

    def gain(self, field: Field, pair: Pair) -> float:
        """As any outlook's."""
        one, two = field.stand(pair.attacker), field.stand(pair.defender)
        key = (pair, self.caution, around(field, (one, two), ABOUT))
        found = self.gains.get(key)
        if found is None:
            found = self.gains[key] = super().gain(field, pair)
        return found

    def hope(self, stand: Stand, enemy: Stand, edge: Edge, *, busy: bool) -> float:
        """What a strike promises before it is tried; one that fights already is only pinned."""
        full = worth(self.here, enemy)
        if busy:
            return PINNED * full
        gain = self.matchups.on(edge, stand.troop.code, enemy.troop.code)
        return gain * full / max(1.0, full - GENERAL) if enemy.general and gain > 0 else gain

    def value(self, field: Field) -> float:
        """What a position is worth, by what each side might do next."""
        own = self.own(field)
        feared = self.threats.best(field, self.foes, own, STRUCK)
        hoped = self.threats.best(field, own, self.foes, STRUCK)
        return self.standing(field) - FEAR * self.stake * feared + HOPE * hoped
