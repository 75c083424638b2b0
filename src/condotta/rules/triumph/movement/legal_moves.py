"""Whether a tactical move is legal, and why not: one query, every reason at once. [TC-5]

`judge_move` sees only what the mover sees. Menus, previews, bots and acceptance all call it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Contact, Param, Refusal, Sketch, Verdict
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.movement.approach import contact_refusals, contacts_at
from condotta.rules.triumph.movement.command import price
from condotta.rules.triumph.movement.control import held_refusals, zone_refusals
from condotta.rules.triumph.movement.distances import (
    distance,
    leg_by_leg,
    limit_of,
    measure_of,
    own_distances,
    slowing,
    slowing_anyway,
)
from condotta.rules.triumph.movement.legs import leg_refusals
from condotta.rules.triumph.movement.moves import Move, Path, path_of, proper
from condotta.rules.triumph.movement.passage import (
    end_refusals,
    ends_on_somebody,
    going_refusals,
    way_refusals,
)
from condotta.rules.triumph.movement.ways import ways
from condotta.rules.triumph.stands.field import Field, Stand, field
from condotta.table import Area, Base, Pose, at_most, base, displacement
from condotta.table.once import Keeps, Once, noted


def judge_move(book: Book, position: Position, seat: Seat, ask: Ask | None, move: Move) -> Verdict:
    """The verdict on a tactical move: refusals, cost, distance, contacts, where all would end."""
    del ask
    here = field(book, position)
    known = here.memo["legal"].get((seat, move))
    if known is not None:
        return verdict((), known)
    wrong = body_refusals(here, seat, move)
    if wrong:
        return Verdict(refusals=wrong)
    path = path_of(here, move)
    found = legal_way(here, path)
    return verdict(*best_told(here, path)) if found is None else verdict((), found)


def verdict(found: tuple[Refusal, ...], reckoned: Reckoning) -> Verdict:
    """The verdict on a move whose body is in order."""
    path = reckoned.path
    via = tuple(places(path, station) for station in path.stations[1:-1])
    far, limit = round(reckoned.far), reckoned.limit
    poses = places(path, path.ends)
    return Verdict(found, reckoned.price, far, limit, poses, reckoned.contacts, via)


def places(path: Path, station: tuple[Pose, ...]) -> tuple[tuple[str, Pose], ...]:
    """The stands of a body by name, each with its pose at one moment."""
    return tuple((stand.id, pose) for stand, pose in zip(path.stands, station, strict=True))


def is_legal(here: Field, seat: Seat, move: Move, path: Path | None = None) -> bool:
    """Whether a move is legal, by the same rules as `judge_move`: it stops at the first refusal.

    Its path may be given, where that is known. The field remembers a move that is legal, so that
    nobody judges it again.
    """
    if body_refusals(here, seat, move):
        return False
    found = legal_way(here, path or path_of(here, move))
    if found is None:
        return False
    here.memo["legal"][seat, move] = found
    return True


class Reckoning(Keeps):
    """The numbers of a move that several rules read, each worked out once, when it is read."""

    def __init__(self, here: Field, path: Path) -> None:
        """Remember what to work out."""
        self.here = here
        self.path = path

    @Once
    def price(self) -> int:
        """What it costs, in command points. [TC-4.5]"""
        return price(self.here, self.path.stands)

    @Once
    def far(self) -> float:
        """How far it goes, in quanta. [TC-5.5]"""
        return distance(self.here, self.path)

    @Once
    def slowed(self) -> Area | None:
        """The difficult terrain that slows it. [TC-5.11]"""
        return slowing(self.here, self.path)

    @Once
    def limit(self) -> int:
        """How far it may go, in quanta. [TC-5.4]"""
        return min(limit_of(self.here, stand, self.slowed) for stand in self.path.stands)

    @Once
    def contacts(self) -> tuple[Contact, ...]:
        """The contacts it ends in. [TC-5.38]"""
        return contacts_at(self.here, self.path)


# ── which way ────────────────────────────────────────────────────────────────
def legal_way(here: Field, path: Path) -> Reckoning | None:
    """The first simple way that nothing is against, as it was said before all others. [TC-5.2]"""
    said = Reckoning(here, path)
    if nothing_against(here, path, said):
        return said
    if path.place_of_pose is None or next(anyway_refusals(here, path, said), None) is not None:
        return None
    others = (Reckoning(here, other) for other in ways(path))
    return next((one for one in others if nothing_against(here, one.path, one)), None)


def best_told(here: Field, path: Path) -> tuple[tuple[Refusal, ...], Reckoning]:
    """What is told of a move that no way makes legal: what no way escapes, where there is such.

    Otherwise what is against the way that is least bad. Where a body of several stands has no way
    at all to a pose, that is told. [TC-5.2, TC-5.3]
    """
    said = Reckoning(here, path)
    tried = [said, *(Reckoning(here, other) for other in ways(path))]
    if path.place_of_pose is not None and path.kind != "single":
        tried = [one for one in tried if not any(leg_refusals(here, one.path))]
        if not tried:
            return (*leg_refusals(here, path), *anyway_refusals(here, path, said)), said
    told = [(tuple(path_refusals(here, one.path, one)), one) for one in tried]
    sure = set.intersection(*({essence(one) for one in found} for found, _ in told))
    if not sure:
        return min(told, key=lambda one: (len(one[0]), one[1].far))
    found, shortest = min(told, key=lambda one: one[1].far)
    return tuple(one for one in found if essence(one) in sure), shortest


def essence(refusal: Refusal) -> tuple[str, str, tuple[Param, ...]]:
    """What a refusal says apart from its numbers: two ways are too far by different lengths."""
    names = (refusal.params[key] for key in sorted(refusal.params))
    return refusal.clause, refusal.key, tuple(one for one in names if not isinstance(one, int))


def anyway_refusals(here: Field, path: Path, said: Reckoning) -> Iterator[Refusal]:
    """What is against a move by whatever way: how far its end is, and what stands there."""
    yield from too_far(here, path)
    yield from price_refusals(here, path.stands, said.price)
    yield from end_refusals(here, path)
    yield from held_refusals(here, path, tuple(one.other for one in said.contacts))
    yield from contact_refusals(here, path, said.contacts)


def path_refusals(here: Field, path: Path, reckoned: Reckoning) -> Iterator[Refusal]:
    """Everything against a move by one way."""
    yield from leg_refusals(here, path)
    yield from distance_refusals(here, path, reckoned)
    yield from price_refusals(here, path.stands, reckoned.price)
    yield from way_refusals(here, path)
    yield from going_refusals(here, path)
    yield from contact_and_zone_refusals(here, path, reckoned)


def contact_and_zone_refusals(here: Field, path: Path, reckoned: Reckoning) -> Iterator[Refusal]:
    """What enemies have against it, and what layers have."""
    yield from zone_refusals(here, path, reckoned)
    yield from contact_refusals(here, path, reckoned.contacts)
    yield from here.book.refusals(seams.MAY_MOVE, here, path)


def nothing_against(here: Field, path: Path, reckoned: Reckoning) -> bool:
    """Whether nothing is against a move by one way, asked in the order of what it costs to ask.

    What lies on the whole way is looked at only where the end itself is in order.
    """
    return not (
        any(leg_refusals(here, path))
        or beyond_reach(here, path)
        or any(price_refusals(here, path.stands, reckoned.price))
        or ends_on_somebody(here, path)
        or any(going_refusals(here, path))
        or any(way_refusals(here, path))
        or any(distance_refusals(here, path, reckoned))
        or any(contact_and_zone_refusals(here, path, reckoned))
    )


def beyond_reach(here: Field, path: Path) -> bool:
    """Whether it ends farther off than its stands go in any ground: no way is shorter. [TC-5.5]"""
    limit = min(stand.reach for stand in path.stands)
    return not (path.follows or at_most(path.direct(measure_of(here)), limit))


# ── who moves ────────────────────────────────────────────────────────────────
def body_refusals(here: Field, seat: Seat, move: Move) -> tuple[Refusal, ...]:
    """Whose the stands are, whether each may move at all, and whether they are one body."""
    if not move.pieces or len(set(move.pieces)) < len(move.pieces):
        return (Refusal("TC-5.1", "tc.5-1.body"),)
    if not move.legs:
        return (Refusal("TC-5.1", "tc.5-1.legs"),)
    if not all(proper(leg) for leg in move.legs):
        return (Refusal("TC-5.1", "tc.5-1.leg"),)
    return why_not_these(here, seat, move.pieces, move.forming)


@noted
def why_not_these(
    here: Field, seat: Seat, pieces: tuple[str, ...], forming: bool
) -> tuple[Refusal, ...]:
    """The same of the stands alone, whatever their legs."""
    stands = []
    for name in pieces:
        stand = here.find(name)
        if stand is None or stand.is_camp or stand.seat != seat:
            return (Refusal("TC-4.4", "tc.4-4.not-yours", {"stand": name}),)
        stands.append(stand)
    alone = len(stands) == 1
    found = [one for stand in stands if (one := may_not_move(here, stand, alone=alone)) is not None]
    if len(stands) > 1:
        path = path_of(here, Move(pieces, (), forming))
        if path.formation is None or len({stand.command for stand in stands}) > 1:
            found.append(Refusal("TC-0.12", "tc.0-12.no-group", {"stands": pieces}))
    elif forming:
        found.append(Refusal("TC-5.8", "tc.5-8.alone", {"stand": pieces[0]}))
    return tuple(found)


def may_not_move(here: Field, stand: Stand, *, alone: bool) -> Refusal | None:
    """A stand that has moved, or is in close combat, stays. [TC-4.13, TC-5.10]"""
    if stand.piece.marked(names.MOVED):
        return Refusal("TC-4.13", "tc.4-13.moved", {"stand": stand.id})
    if stand.id in here.tied(alone=alone):
        return Refusal("TC-5.10", "tc.5-10.fighting", {"stand": stand.id})
    return None


def price_refusals(here: Field, stands: tuple[Stand, ...], price: int) -> Iterator[Refusal]:
    """No more points are spent on a body than are left. [TC-4.3]"""
    left = here.position.count(stands[0].command, names.CP)
    if price > left:
        yield Refusal("TC-4.3", "tc.4-3.too-dear", {"cost": price, "left": left})


# ── how far ──────────────────────────────────────────────────────────────────
def too_far(here: Field, path: Path) -> Iterator[Refusal]:
    """The end is farther off than any way may be: no way is shorter than straight. [TC-5.5]"""
    measure, slowed = measure_of(here), slowing_anyway(here, path)
    if not path.follows:
        limit = min(limit_of(here, stand, slowed) for stand in path.stands)
        yield from beyond(path, path.direct(measure), limit, slowed)
        return
    for stand, shape, end in zip(path.stands, path.shapes, path.ends, strict=True):
        limit = limit_of(here, stand, slowed)
        far = displacement(shape, stand.base.pose, end, measure)
        yield from beyond_own(stand, base(end, shape), far, limit)


def beyond(path: Path, far: float, limit: int, slowed: Area | None) -> Iterator[Refusal]:
    """A stand or a group moves too far, by itself or in such ground. [TC-1.6, TC-5.4, TC-5.11]"""
    if at_most(far, limit):
        return
    params: dict[str, Param] = {"far": round(far), "limit": limit}
    sketch = (as_far_as(path.stands[0].base, base(path.ends[0], path.shapes[0]), limit),)
    if slowed is not None and limit < min(stand.reach for stand in path.stands):
        yield Refusal("TC-5.11", "tc.5-11.slowed", {**params, "area": slowed.id}, sketch)
    elif len(path.stands) > 1:
        yield Refusal("TC-5.4", "tc.5-4.too-far", params, sketch)
    else:
        yield Refusal("TC-1.6", "tc.1-6.too-far", params, sketch)


def as_far_as(start: Base, end: Base, limit: int) -> Sketch:
    """The straight way of the middle of a front, until a corner has gone as far as it may."""
    far = max(dist(start.fl, end.fl), dist(start.fr, end.fr), 1.0)
    (x, y), (to_x, to_y), share = (start.x, start.y), (end.x, end.y), min(1.0, limit / far)
    reached = (round(x + share * (to_x - x)), round(y + share * (to_y - y)))
    return Sketch("as far as it may go", ((round(x), round(y)), reached))


def beyond_own(stand: Stand, end: Base, far: float, limit: int) -> Iterator[Refusal]:
    """A stand of a column moves too far. [TC-5.7]"""
    if not at_most(far, limit):
        params: dict[str, Param] = {"stand": stand.id, "far": round(far), "limit": limit}
        sketch = (as_far_as(stand.base, end, limit),)
        yield Refusal("TC-5.7", "tc.5-7.too-far", params, sketch)


def distance_refusals(here: Field, path: Path, reckoned: Reckoning) -> Iterator[Refusal]:
    """No stand moves farther than its move, a group no farther than its slowest. [TC-1.6, 5.4]"""
    if path.follows:
        owns = own_distances(here, path)
        for stand, shape, end, own in zip(path.stands, path.shapes, path.ends, owns, strict=True):
            limit = limit_of(here, stand, reckoned.slowed)
            yield from beyond_own(stand, base(end, shape), own, limit)
    elif len(path.legs) == 1 or not at_most(leg_by_leg(here, path), reckoned.limit):
        yield from beyond(path, reckoned.far, reckoned.limit, reckoned.slowed)
    most, clause = min(here.book.union(seams.PATH_REACH, here, path), default=(None, ""))
    if most is not None and not at_most(reckoned.far, most):
        said = "tc.5-4.too-far" if len(path.stands) > 1 else "tc.1-6.too-far"
        yield Refusal(clause, said, {"far": round(reckoned.far), "limit": most})


JUDGES = {Move: judge_move}
