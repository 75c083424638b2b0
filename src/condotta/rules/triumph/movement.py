"""Whether a tactical move is legal, and why not: one query, every reason at once. [TC-5]

`judge_move` sees only what the mover sees. Menus, previews, bots and acceptance all call it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from condotta.kernel.asks import Ask
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Contact, Param, Refusal, Sketch, Verdict
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.approach import contact_refusals, contacts_at
from condotta.rules.triumph.command import price
from condotta.rules.triumph.control import zone_refusals
from condotta.rules.triumph.distances import (
    crossing,
    distance,
    limit_of,
    own_distances,
    slowing,
)
from condotta.rules.triumph.field import Field, Stand, field
from condotta.rules.triumph.legs import leg_refusals
from condotta.rules.triumph.moves import Move, Path, path_of, proper
from condotta.table import (
    Area,
    Base,
    at_most,
    base,
    overlaps,
    sweep_meets,
    sweep_meets_area,
)
from condotta.table.once import Once


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
    reckoned = Reckoning(here, path_of(here, move))
    return verdict(tuple(path_refusals(here, reckoned.path, reckoned)), reckoned)


def verdict(found: tuple[Refusal, ...], reckoned: Reckoning) -> Verdict:
    """The verdict on a move whose body is in order."""
    path = reckoned.path
    poses = tuple((stand.id, end) for stand, end in zip(path.stands, path.ends, strict=True))
    far, limit = round(reckoned.far), reckoned.limit
    return Verdict(found, reckoned.price, far, limit, poses, reckoned.contacts)


def is_legal(here: Field, seat: Seat, move: Move) -> bool:
    """Whether a move is legal, by the same rules as `judge_move`: it stops at the first refusal.

    The field remembers a move that is, so that nobody judges it again.
    """
    if body_refusals(here, seat, move):
        return False
    reckoned = Reckoning(here, path_of(here, move))
    if next(path_refusals(here, reckoned.path, reckoned), None) is not None:
        return False
    here.memo["legal"][seat, move] = reckoned
    return True


class Reckoning:
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


def path_refusals(here: Field, path: Path, reckoned: Reckoning) -> Iterator[Refusal]:
    """Everything against a move, the quickest to find out first."""
    yield from leg_refusals(here, path)
    yield from distance_refusals(here, path, reckoned)
    yield from price_refusals(here, path, reckoned.price)
    yield from way_refusals(here, path)
    yield from going_refusals(here, path)
    yield from zone_refusals(here, path, reckoned)
    yield from contact_refusals(here, path, reckoned.contacts)
    yield from here.book.refusals(seams.MAY_MOVE, here, path)


# ── who moves ────────────────────────────────────────────────────────────────
def body_refusals(here: Field, seat: Seat, move: Move) -> tuple[Refusal, ...]:
    """Whose the stands are, whether each may move at all, and whether they are one body."""
    if not move.pieces or len(set(move.pieces)) < len(move.pieces):
        return (Refusal("TC-5.1", "tc.5-1.body"),)
    if not move.legs:
        return (Refusal("TC-5.1", "tc.5-1.legs"),)
    if not all(proper(leg) for leg in move.legs):
        return (Refusal("TC-5.1", "tc.5-1.leg"),)
    stands = []
    for name in move.pieces:
        stand = here.find(name)
        if stand is None or stand.is_camp or stand.seat != seat:
            return (Refusal("TC-4.4", "tc.4-4.not-yours", {"stand": name}),)
        stands.append(stand)
    alone = len(stands) == 1
    found = [one for stand in stands if (one := may_not_move(here, stand, alone=alone)) is not None]
    if len(stands) > 1:
        path = path_of(here, Move(move.pieces, (), move.forming))
        if path.formation is None or len({stand.command for stand in stands}) > 1:
            found.append(Refusal("TC-0.12", "tc.0-12.no-group", {"stands": move.pieces}))
    elif move.forming:
        found.append(Refusal("TC-5.8", "tc.5-8.alone", {"stand": move.pieces[0]}))
    return tuple(found)


def may_not_move(here: Field, stand: Stand, *, alone: bool) -> Refusal | None:
    """A stand that has moved, or is in close combat, stays. [TC-4.13, TC-5.10]"""
    if stand.piece.marked(names.MOVED):
        return Refusal("TC-4.13", "tc.4-13.moved", {"stand": stand.id})
    if here.tied(stand, alone=alone):
        return Refusal("TC-5.10", "tc.5-10.fighting", {"stand": stand.id})
    return None


def price_refusals(here: Field, path: Path, price: int) -> Iterator[Refusal]:
    """No more points are spent than are left. [TC-4.3]"""
    left = here.position.count(path.stands[0].command, names.CP)
    if price > left:
        yield Refusal("TC-4.3", "tc.4-3.too-dear", {"cost": price, "left": left})


# ── how far ──────────────────────────────────────────────────────────────────
def distance_refusals(here: Field, path: Path, reckoned: Reckoning) -> Iterator[Refusal]:
    """No stand moves farther than its move, a group no farther than its slowest. [TC-1.6, 5.4]"""
    params: dict[str, Param]
    if path.kind in ("column", "forming"):
        for stand, own in zip(path.stands, own_distances(here, path), strict=True):
            most = limit_of(here, stand, reckoned.slowed)
            if not at_most(own, most):
                params = {"stand": stand.id, "far": round(own), "limit": most}
                yield Refusal("TC-5.7", "tc.5-7.too-far", params)
        return
    far, limit, slowed = reckoned.far, reckoned.limit, reckoned.slowed
    if not at_most(far, limit):
        params = {"far": round(far), "limit": limit}
        if slowed is not None and limit < min(stand.reach for stand in path.stands):
            yield Refusal("TC-5.11", "tc.5-11.slowed", {**params, "area": slowed.id})
        elif len(path.stands) > 1:
            yield Refusal("TC-5.4", "tc.5-4.too-far", params)
        else:
            yield Refusal("TC-1.6", "tc.1-6.too-far", params)


# ── through what ─────────────────────────────────────────────────────────────
def way_refusals(here: Field, path: Path) -> Iterator[Refusal]:
    """The way must be free: board, impassable ground, enemies, camps, friends. [TC-5.12, 5.13]"""
    for station in path.stations:
        bases = map(base, station, path.shapes)
        if not all(map(here.on_board, bases)):
            yield Refusal("TC-5.12", "tc.5-12.board")
            break
    others = path.others_near(here)
    # Where it ends is looked at first: most ways that are not free are closed there.
    under = [stand for stand in others if is_under(path, stand)]
    yield from closed(here, path, under)
    for area in here.impassable:
        if sweep_meets_area(path.sweep, area):
            yield Refusal("TC-5.12", "tc.5-12.impassable", {"area": area.id})
    passed = (one for one in others if one not in under and sweep_meets(path.sweep, one.base))
    yield from closed(here, path, passed)


def is_under(path: Path, stand: Stand) -> bool:
    """Whether the body would end on a stand."""
    for end in path.end_bases:  # noqa: SIM110 - asked all the time: a loop is cheapest
        if overlaps(end, stand.base):
            return True
    return False


def closed(here: Field, path: Path, stands: Iterable[Stand]) -> Iterator[Refusal]:
    """Why those stands in the way may not be passed, each that may not."""
    for stand in stands:
        refusal = in_the_way(here, path, stand, path.end_bases)
        if refusal is not None:
            yield refusal


def in_the_way(here: Field, path: Path, stand: Stand, ends: tuple[Base, ...]) -> Refusal | None:
    """Why a stand whose ground the body passes over may not be passed, if it may not."""
    sketch = (outline_of("in the way", stand.base),)
    who = {"stand": stand.id}
    relation = here.relation(path.stands[0].seat, stand.seat)
    if relation != "friend":
        key = "tc.5-12.neutral" if relation == "neutral" else "tc.5-12.enemy"
        return Refusal("TC-5.12", key, who, sketch)
    if here.closed(stand):
        return Refusal("TC-5.42", "tc.5-42.closed", who, sketch)
    if not all(here.may_pass(mover, stand) for mover in crossing(path, stand.base)):
        return Refusal("TC-5.41", "tc.5-41.friend", who, sketch)
    if any(overlaps(end, stand.base) for end in ends):
        return Refusal("TC-5.43", "tc.5-43.not-clear", who, sketch)
    return None


def outline_of(key: str, where: Base) -> Sketch:
    """The outline of a base, for a refusal to point at."""
    return Sketch(key, tuple((round(x), round(y)) for x, y in where.corners))


def going_refusals(here: Field, path: Path) -> Iterator[Refusal]:
    """A group that is no column moves stand by stand in difficult terrain. [TC-4.12]

    # RULING TC-4.12: forming a column is a column's move, as TC-5.8 says.
    """
    columns = here.settings.flag("columnInDifficult")
    if path.kind == "single" or (columns and path.kind != "group"):
        return
    for area in here.areas:
        slowed = any(here.rough_to(path.stands, stand, area) for stand in path.stands)
        if slowed and sweep_meets_area(path.sweep, area):
            key = "tc.4-12.group" if columns else "tc.4-12.no-body"
            yield Refusal("TC-4.12", key, {"area": area.id})
            return


JUDGES = {Move: judge_move}
