"""Who might strike whom in a turn to come, where, and what that would bring: by geometry alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from condotta.bots.matchups import Matchups
from condotta.bots.prospects import GENERAL, worth
from condotta.bots.supposing import Around, around
from condotta.rules.triumph.movement.anchors import CONTACTS, reachable
from condotta.rules.triumph.movement.approach import started_beyond
from condotta.rules.triumph.movement.fallback import has_room, near_to
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Edge, base, line_up

PINNED = 0.35  # of its worth: what it costs one that fights to be held in flank or rear besides
NEXT = 60_000  # how far about one that is struck somebody may stand in the way


class Threats:
    """What stands might do to each other, found once for each way in which they stand."""

    __slots__ = ("known", "matchups")

    def __init__(self, matchups: Matchups) -> None:
        """By who likes to fight whom."""
        self.matchups = matchups
        self.known: dict[tuple[object, ...], float] = {}

    def best(
        self, here: Field, strikers: Iterable[Stand], struck: Iterable[Stand], most: int
    ) -> float:
        """What the best of so many strikes would bring, each by another and on another."""
        total, taken = 0.0, set[str]()
        found = sorted(self.strikes(here, strikers, struck), key=lambda one: (-one[0], one[1:]))
        for gain, one, target in found:
            if one not in taken and target not in taken:
                total += gain
                taken |= {one, target}
                most -= 1
                if not most:
                    break
        return total

    def strikes(
        self, here: Field, strikers: Iterable[Stand], struck: Iterable[Stand]
    ) -> Iterator[tuple[float, str, str]]:
        """Every strike that would bring something: what, by whom and on whom."""
        fighting = here.fighting
        ready = [one for one in strikers if not one.is_camp and one.id not in fighting]
        for target in struck:
            near = [one for one in ready if within(one, target)]
            if target.is_camp or not near:
                continue
            about = around(here, (target,), NEXT)
            for one in near:
                gain = self.gain(here, one, target, about)
                if gain > 0:
                    yield gain, one.id, target.id

    def gain(self, here: Field, one: Stand, target: Stand, about: Around) -> float:
        """The most that one stand might gain by striking another where it can."""
        key = (one.id, one.base.pose, target.id, about)
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self.most(here, one, target)
        return known

    def most(self, here: Field, one: Stand, target: Stand) -> float:
        """The same, worked out."""
        best = 0.0
        shape = one.base.shape
        for relation, edge in CONTACTS.items():
            gain = self.on(here, edge, one, target)
            if gain <= best:
                continue
            pose = line_up(shape, target.base, relation)
            if not reachable(one, pose):
                continue
            if edge != "front" and not started_beyond(here, one, target, edge):
                continue
            where = base(pose, shape)
            others = [other for other in near_to(where, 0.0, here.stands) if other.id != one.id]
            if has_room(here, where, others):
                best = gain
        return best

    def on(self, here: Field, edge: Edge, one: Stand, target: Stand) -> float:
        """What a strike on an edge brings."""
        full = worth(here, target)
        if target.id in here.fighting:
            return 0.0 if edge == "front" else PINNED * full
        gain = self.matchups.on(edge, one.troop.code, target.troop.code)
        return gain * full / max(1.0, full - GENERAL) if target.general and gain > 0 else gain


def within(one: Stand, target: Stand) -> bool:
    """Whether any contact could be within a stand's move."""
    away = hypot(target.base.cx - one.base.cx, target.base.cy - one.base.cy)
    return away <= one.reach + one.base.reach + target.base.reach
