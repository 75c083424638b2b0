"""A move of a unit in its own Movement phase: what is said, judged and done. [SK-30 to SK-41]

Into a transport of its own army each model goes as little as it can to end within 3 inches of it;
who is as near already may stay. [SK-41]
"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Marked, Placed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.kernel.rulings import Param, Refusal, Verdict
from condotta.rules.sketches import PLACE, outline_of
from condotta.rules.skirmish import names, seams
from condotta.rules.skirmish.finding.finding_moves import shifted
from condotta.rules.skirmish.finding.plans import FEW, LOOKS, SPARE, Plan, fan, settled
from condotta.rules.skirmish.finding.terms import ADVANCE, FALL_BACK, MOVE, Terms
from condotta.rules.skirmish.finding.trails import apart, ends, judged, legal, walked, ways_of
from condotta.rules.skirmish.movement.move_terms import own_move
from condotta.rules.skirmish.reading.coherency import Stand
from condotta.rules.skirmish.reading.field import Model, Unit, field
from condotta.rules.skirmish.reading.transport_holds import why_not_board
from condotta.rules.skirmish.records import Trail
from condotta.table import Point, distance, point_gap, sine_cosine
from condotta.table.measuring import nearest

BOARDING = 3 * names.INCH
MARKS = {ADVANCE: names.ADVANCED, FALL_BACK: names.FELL_BACK}
BEARINGS = tuple(range(0, 360, 5))
SHARES = (0.0, 0.33, 0.67, 1.0)
"""Of what it may move farther than it must."""


class Walk(Action, frozen=True):
    """A unit's models go their ways, in the order given: a move, an advance, or falling back.

    With `aboard` it then goes inside that transport; who has no way stays where it is. [SK-30]
    """

    unit: str
    mode: str = MOVE
    trails: tuple[Trail, ...] = ()
    aboard: str = ""


def why_not_move(book: Book, position: Position, unit: Unit) -> tuple[Refusal, ...]:
    """What keeps a unit from moving at all in this phase. [SK-30, SK-44]"""
    params = {"unit": unit.id}
    if unit.marked(names.MADE_MOVE):
        return (Refusal("SK-30", "sk.30.again", params),)
    if unit.marked(names.ARRIVED):
        return (Refusal("SK-44", "sk.44.arrived", params),)
    return book.refusals(seams.MAY_MOVE, position, unit)


def near_enemy(unit: Unit) -> bool:
    """Whether a unit began the phase within an inch of an enemy. [SK-37]"""
    return unit.marked(names.ENGAGED) or bool(field(unit.position).engaged(unit))


def why_not_mode(unit: Unit, mode: str) -> Refusal | None:
    """Why a unit may not move in that manner: near enemies it only falls back. [SK-37, SK-38]"""
    params = {"unit": unit.id}
    if mode not in (MOVE, FALL_BACK):
        return Refusal("SK-30", "sk.30.mode", params)
    if near_enemy(unit) != (mode == FALL_BACK):
        return Refusal("SK-37", "sk.37.only-back" if mode == MOVE else "sk.37.no-enemy", params)
    return None


def judge_walk(book: Book, position: Position, seat: Seat, said: Walk) -> Verdict:
    """Whether a unit of a seat may move so. [SK-30 to SK-41]"""
    unit = field(position).units.get(said.unit)
    if unit is None or unit.seat != seat:
        return Verdict((Refusal("SK-30", "sk.30.whose", {"unit": said.unit}),))
    refused = why_not_move(book, position, unit)
    wrong = why_not_mode(unit, said.mode)
    if refused or wrong is not None:
        return Verdict((*refused, *((wrong,) if wrong else ())))
    return judge_ways(position, unit, said, own_move(book, position, unit, said.mode))


def judge_ways(position: Position, unit: Unit, said: Walk, terms: Terms) -> Verdict:
    """Whether the ways are legal, and the unit may then go aboard. [SK-136, SK-41]"""
    course = judged(position, unit, said.trails, terms)
    if not course.ok:
        return course.verdict
    if said.aboard:
        stands = ends(unit, course.ways)
        refused = why_not_embark(position, unit, said.aboard, tuple(stands.values()))
        return Verdict(refused) if refused else course.verdict
    if not any(way.moved for way in course.ways):
        return Verdict((Refusal("SK-40", "sk.40.nobody", {"unit": unit.id}),))
    return course.verdict


def why_not_embark(
    position: Position, unit: Unit, transport: str, stands: tuple[Stand, ...]
) -> tuple[Refusal, ...]:
    """Why a unit may not go inside a transport from where it ends. [SK-41, SK-42]

    RULING SK-163: a unit that stays where it is may go inside too: its move has no length.
    """
    carrier = field(position).units.get(transport)
    if carrier is None or carrier is unit:
        return (Refusal("SK-41", "sk.41.no-transport", {"piece": transport}),)
    if unit.marked(names.DISEMBARKED):
        return (Refusal("SK-42", "sk.42.both", {"unit": unit.id}),)
    why = why_not_board(position, carrier.piece, unit.piece)
    if why is not None:
        return (why,)
    for model, stand in zip(unit.models, stands, strict=True):
        if min(apart(stand, one) for one in carrier.models) > BOARDING + names.TOLERANCE:
            params: dict[str, Param] = {"model": model.id, "transport": transport}
            params["limit"] = BOARDING
            sketch = (outline_of(PLACE, stand.base),)
            return (Refusal("SK-41", "sk.41.far", params, sketch),)
    return ()


def made(unit: Unit, said: Walk) -> Iterator[Event]:
    """The move happens: who moved is marked, each model for itself. [SK-30, SK-34, SK-36, SK-38]"""
    flies, position = unit.has(names.FLY), unit.position
    ways = ways_of(unit, said.trails, position.areas, flies=flies)
    moved = [way.model.id for way in ways if way.moved]
    yield from walked(position, unit, said.trails, said.mode, flies=flies)
    yield Marked(unit.id, Mark(names.MADE_MOVE, names.TURN))
    if said.mode in MARKS:
        yield Marked(unit.id, Mark(MARKS[said.mode], names.TURN))
    for name in moved:
        yield Marked(name, Mark(names.MOVED, names.TURN))
    if said.aboard:
        yield from embarked(unit, said.aboard)


def embarked(unit: Unit, transport: str) -> Iterator[Event]:
    """The unit leaves the table; nothing affects it inside. [SK-41]"""
    yield Ruled("SK-41", "sk.41.embarks", {"unit": unit.id, "transport": transport})
    for model in unit.models:
        yield Placed(model.id, "aside")
        yield Counted(model.id, names.LEVEL, 0)
    yield Placed(unit.id, "aside")
    yield Marked(unit.id, Mark(names.ABOARD + transport))


# ── who must move ────────────────────────────────────────────────────────────
def is_forced(book: Book, unit: Unit) -> bool:
    """Whether a unit must move and has not yet. [SK-39]"""
    if unit.marked(names.MADE_MOVE) or unit.marked(names.ARRIVED):
        return False
    return own_move(book, unit.position, unit, MOVE).least > 0


def must_move(book: Book, position: Position, unit: Unit) -> bool:
    """Whether a unit must move still, and can. [SK-39]"""
    if not is_forced(book, unit):
        return False
    mode = FALL_BACK if near_enemy(unit) else MOVE
    terms = own_move(book, position, unit, mode)
    return next(flights(position, unit, terms), None) is not None


def flights(position: Position, unit: Unit, terms: Terms) -> Iterator[tuple[Trail, ...]]:
    """Its legal moves: in steps of 5 degrees round it, at four lengths.

    RULING SK-156: it "cannot" move where none of these is legal.
    """
    for share in SHARES:
        length = terms.least + SPARE + share * max(0.0, terms.most - terms.least - 2 * SPARE)
        for bearing in BEARINGS:
            sine, cosine = sine_cosine(bearing)
            trails = shifted(unit, sine * length, cosine * length)
            if legal(position, unit, trails, terms):
                yield trails


FAR = 1_000.0  # a way that does not end near enough is worse than any that does


def boarding(
    position: Position, unit: Unit, carrier: Unit, terms: Terms, looks: int = LOOKS
) -> tuple[Trail, ...] | None:
    """Ways that end near enough to a transport; none for who is there already; None if not found.

    The nearest models go first, or the farthest where the nearest bar their way; where those who
    follow find no room, all go as near as they can.
    """
    hull = carrier.models[0]
    if all(within(Stand(one.base, one.level), carrier) for one in unit.models):
        return ()
    order = sorted(
        unit.models, key=lambda one: (distance(one.base.centre, hull.base.centre), one.id)
    )

    def spots(model: Model) -> Iterator[Point]:
        one, two = nearest(model.base, hull.base)
        x, y = model.base.centre
        yield from fan(model, (x + two[0] - one[0], y + two[1] - one[1]), terms.most)
        far = distance(one, two)
        short = max(0.0, far - BOARDING + SPARE) / far if far else 0.0
        yield x + (two[0] - one[0]) * short, y + (two[1] - one[1]) * short

    def least(model: Model, spot: Point) -> float:
        out = point_gap(hull.base, spot) - model.base.reach
        return max(0.0, out - BOARDING + SPARE) * FAR + distance(spot, model.base.centre)

    def closest(_: Model, spot: Point) -> float:
        return point_gap(hull.base, spot)

    tries = ((order, least), (order[::-1], least), (order, closest))
    for ordered, score in tries:
        plan = Plan(position, unit, terms, looks)
        trails = settled(position, plan, ordered, spots, score)
        if all(within(stand, carrier) for stand in plan.stands.values()) and trails:
            return trails
    return None


def within(stand: Stand, carrier: Unit) -> bool:
    """Whether who stands there may go inside. [SK-41]"""
    return min(apart(stand, one) for one in carrier.models) <= BOARDING


def boardings(position: Position, unit: Unit, terms: Terms) -> Iterator[Walk]:
    """A way of a unit into each transport of its own army that it can come near enough to."""
    here = field(position)
    for carrier in here.friends(unit):
        room = carrier is not unit and carrier.ability("transport") is not None
        if not room or not here.within(unit, carrier, round(terms.most) + BOARDING):
            continue
        if why_not_board(position, carrier.piece, unit.piece) is not None:
            continue
        trails = boarding(position, unit, carrier, terms, FEW)
        if trails is not None:
            yield Walk(unit.id, terms.way, trails, carrier.id)
