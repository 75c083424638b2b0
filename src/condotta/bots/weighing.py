"""The eye of whoever weighs many positions: a combat that was seen once is not seen again."""

from __future__ import annotations

from condotta.bots.matchups import Matchups
from condotta.bots.outlook import Outlook
from condotta.bots.prospects import GENERAL, worth
from condotta.bots.supposing import around
from condotta.kernel.records import Seat
from condotta.rules.triumph.combat.pairing import Pair
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Edge

PINNED = 0.35  # of its worth: what it costs one that fights to be held in flank or rear besides
ABOUT = 40_000  # how near one must stand to two that fight to matter to them


class Eye(Outlook):
    """One seat's eye that remembers combats by who stands about them."""

    def __init__(
        self, here: Field, seat: Seat, matchups: Matchups, before: Outlook | None = None
    ) -> None:
        """As any outlook; what the one before it saw while it thought it has seen."""
        super().__init__(here, seat, matchups, before)
        self.gains: dict[tuple[object, ...], float] = {}
        if isinstance(before, Eye) and before.seat == seat:
            self.caution = before.caution
            self.gains = before.gains

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
