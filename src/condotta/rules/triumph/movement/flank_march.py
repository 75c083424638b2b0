"""Flank marches: troops held back come in by a side edge. [TC-8.20 to TC-8.24]"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal

from msgspec.structs import replace

from condotta.kernel.asks import Action, Ask, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Counted, Event, Marked, Moved, Ruled, Step
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Modifier, Param, Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.deployment.deploying import (
    on_nobody,
    on_passable_ground,
    on_the_board,
    set_down,
)
from condotta.rules.triumph.ground.battlefield import (
    SIDES,
    Home,
    battlefield,
    home,
    march_strip,
    side_edge,
)
from condotta.rules.triumph.movement.command import commands, made
from condotta.rules.triumph.stands import grid
from condotta.rules.triumph.stands.field import Field, Stand, field, near, troop_of
from condotta.rules.triumph.stands.reserves import own_turns, reserves
from condotta.rules.triumph.stands.seeming import first_of, is_second
from condotta.rules.triumph.stands.zones import in_zone, zones_of
from condotta.rules.triumph.tables import TABLES
from condotta.table import TOUCH, Facing, Pose, Rectangle, gap, is_group

Edge = Literal["left", "right", "left base", "right base"]
EDGES: tuple[Edge, ...] = ("left", "right", "left base", "right base")
INWARD: dict[str, Facing] = {
    "left": (1_000_000, 0),
    "right": (-1_000_000, 0),
    "left base": (0, 1_000_000),
    "right base": (0, 1_000_000),
}
SPACING = 20_000  # 2 MU: how finely a strip is searched for room


class March(Action, frozen=True):
    """The whole reserve comes in by an edge, named as seen from the own base edge. [TC-8.23]"""

    edge: Edge
    steps: tuple[Step, ...]


class Arrival(Script, frozen=True, kw_only=True):
    """An accepted flank march coming in. [TC-8.22]"""

    seat: Seat
    march: March


def least_cost(book: Book, pieces: tuple[Piece, ...]) -> int:
    """What a march costs, layers apart: one point, and the surcharge for heavy troops. [TC-8.22]"""
    heavy = max(troop_of(book, piece).surcharge for piece in pieces)
    return TABLES.deployment.march_cost + heavy


def march_cost(here: Field, stands: tuple[Stand, ...]) -> tuple[Modifier, ...]:
    """What coming in costs, reason by reason; the general is not asked. [TC-8.22, TC-4.6]"""
    parts = [Modifier(TABLES.deployment.march_cost, "cost.march", "TC-8.30")]
    heavy = max(stand.troop.surcharge for stand in stands)
    if heavy:
        parts.append(Modifier(heavy, "cost.heavy", "TC-4.6"))
    return (*parts, *here.book.sum(seams.COST, here, stands))


def may_march(book: Book, position: Position, seat: Seat) -> bool:
    """Whether a seat has a reserve and the points to bring it in. [TC-8.21, TC-8.22, TC-8.29]"""
    if own_turns(position, seat) < TABLES.deployment.march_first_turn:
        return False
    return any(
        position.count(command, names.CP) >= least_cost(book, held)
        for command, held in reserves(position, seat).items()
    )


def judge_march(
    book: Book, position: Position, seat: Seat, _: Ask | None, action: March
) -> Verdict:
    """Whether the reserve may come in there, every reason at once. [TC-8.20 to TC-8.24]"""
    wrong = tuple(no_march(position, seat, action))
    if wrong:
        return Verdict(wrong)
    here, stands = arrived(book, position, action)
    found = tuple(against(here, field(book, position), stands, action.edge))
    poses = tuple((step.piece, step.pose) for step in action.steps)
    return Verdict(found, cost=price_of(here, stands), poses=poses)


def is_legal_march(book: Book, position: Position, seat: Seat, action: March) -> bool:
    """Whether nothing is against it, by the same rules: it stops at the first refusal."""
    if any(no_march(position, seat, action)):
        return False
    here, stands = arrived(book, position, action)
    return not any(against(here, field(book, position), stands, action.edge))


def no_march(position: Position, seat: Seat, action: March) -> Iterator[Refusal]:
    """Why it is no march of a reserve at all: who comes, and which way they face."""
    yield from who_comes(position, seat, action)
    for step in action.steps:
        if not grid.proper(step.pose):
            yield Refusal("TC-8.31", "tc.8-31.facing", {"stand": step.piece})


def arrived(book: Book, position: Position, action: March) -> tuple[Field, tuple[Stand, ...]]:
    """The field as it would be, and the stands that would have come in."""
    here = Field(book, set_down(position, action.steps))
    return here, tuple(here.stand(step.piece) for step in action.steps)


def price_of(here: Field, stands: tuple[Stand, ...]) -> int:
    """What coming in costs in all. [TC-8.22]"""
    return sum(part.value for part in march_cost(here, stands))


def against(here: Field, before: Field, stands: tuple[Stand, ...], edge: str) -> Iterator[Refusal]:
    """What is against a march that would bring the stands there. [TC-8.21, TC-8.30, TC-8.31]"""
    cost, left = price_of(here, stands), before.position.count(stands[0].command, names.CP)
    if own_turns(before.position, stands[0].seat) < TABLES.deployment.march_first_turn:
        yield Refusal("TC-8.21", "tc.8-21.early")
    if cost > left:
        yield Refusal("TC-8.30", "tc.8-30.points", {"cost": cost, "left": left})
    yield from here.book.refusals(seams.MAY_MARCH, here, stands, edge)
    for stand in stands:
        yield from why_not_in(here, before, stand)


def who_comes(position: Position, seat: Seat, action: March) -> Iterator[Refusal]:
    """The whole reserve of a command comes, each stand once, and nobody else. [TC-8.22]"""
    named = tuple(step.piece for step in action.steps)
    commands = [tuple(piece.id for piece in held) for held in reserves(position, seat).values()]
    held = next((one for one in commands if set(one) & set(named)), (commands or [()])[0])
    if not held:
        yield Refusal("TC-8.20", "tc.8-20.nobody")
    elif sorted(named) != sorted(held):
        yield Refusal("TC-8.22", "tc.8-22.whole", {"stands": held})


def why_not_in(here: Field, before: Field, stand: Stand) -> Iterator[Refusal]:
    """What is against one stand of a march: the ground, others, enemies near. [TC-8.31]"""
    for rule in (on_the_board, on_nobody, on_passable_ground):
        refusal = rule(here, stand)
        if refusal is not None:
            yield replace(refusal, clause="TC-8.31")
    enemies = before.enemies(stand.seat)
    close = [foe for foe in enemies if near(foe.base, stand.base, TABLES.zones.depth + TOUCH)]
    touched = tuple(foe.id for foe in close if gap(stand.base, foe.base) <= TOUCH)
    if touched:
        yield Refusal("TC-8.31", "tc.8-31.contact", {"stand": stand.id, "others": touched})
    owners = tuple(
        foe.id for foe in close if any(in_zone(stand.base, zone) for zone in zones_of(before, foe))
    )
    if owners:
        yield Refusal("TC-8.31", "tc.8-31.zone", {"stand": stand.id, "others": owners})


def by_a_side_edge(here: Field, stands: tuple[Stand, ...], edge: str) -> Refusal | None:
    """All stand wholly within 4 MU of the edge that was named. [TC-8.23]"""
    own = home(here.book, here.position, stands[0].seat)
    strip = march_strip(here.book, here.position, stands[0].seat, edge)
    out = tuple(stand.id for stand in stands if not own.holds(stand.base, strip))
    if not out:
        return None
    sketch = (own.sketch("flank march", strip),)
    limit = battlefield(here.book, here.position).march_strip
    params: dict[str, Param] = {"stands": out, "edge": edge, "limit": limit}
    return Refusal("TC-8.23", "tc.8-23.strip", params, sketch)


def facing_one_way(_: Field, stands: tuple[Stand, ...], __: str) -> Refusal | None:
    """All face the same way, whichever that is. [TC-8.31]"""
    facings = {stand.base.pose.facing for stand in stands}
    return Refusal("TC-8.31", "tc.8-31.one-way") if len(facings) > 1 else None


def as_one_group(_: Field, stands: tuple[Stand, ...], __: str) -> Refusal | None:
    """The stands come in as one group. [TC-8.27]"""
    if len(stands) == 1 or is_group(tuple(stand.base for stand in stands)):
        return None
    return Refusal("TC-8.27", "tc.8-27.one-group", {"stands": tuple(one.id for one in stands)})


def base_edge_after_an_enemy(here: Field, stands: tuple[Stand, ...], edge: str) -> Refusal | None:
    """The own base edge serves only where an enemy march has used that side edge. [TC-8.24]

    Where a larger game fixes the edges it says itself why not.
    """
    command = stands[0].command
    if "base" not in edge or edge in edges_open(here, stands[0].seat, command):
        return None
    if here.book.sole(seams.MARCH_EDGES, here, command) is not None:
        return None
    return Refusal("TC-8.24", "tc.8-24.base", {"edge": edge})


def edges_open(here: Field, seat: Seat, command: str) -> tuple[Edge, ...]:
    """The edges a command's march may name now. [TC-8.23, TC-8.24]"""
    position = here.position
    said = here.book.sole(seams.MARCH_EDGES, here, command)
    if said is not None:
        return said
    own = home(here.book, position, seat)
    used = edges_used(here, seat)
    return tuple(edge for edge in EDGES if "base" not in edge or entry(own, edge) in used)


def edges_used(here: Field, seat: Seat) -> set[int]:
    """The side edges by which marches of a seat's enemies have come in. [TC-8.24]"""
    position = here.position
    enemies = tuple(other for other in position.seats() if here.relation(seat, other) == "enemy")
    used = {position.count(one, names.CAME_BY) for one in commands(position, enemies)}
    return used - {0}


def entry(own: Home, edge: str) -> int:
    """The number under which the board's side edge is remembered, 1 to 4."""
    return 1 + SIDES.index(side_edge(own, edge))


def arrival(book: Book, state: State, frame: Arrival) -> Iterator[Event]:
    """The march is paid for and comes in; it moves no further this turn. [TC-8.22, TC-8.23]"""
    position, march = state.position, frame.march
    here, stands = arrived(book, position, march)
    cost = price_of(here, stands)
    command = stands[0].command
    own = home(book, position, frame.seat)
    came = tuple(stand.id for stand in stands)
    events: tuple[Event, ...] = (
        Counted(command, names.CP, position.count(command, names.CP) - cost),
        Moved(march.steps, "march"),
        *(Marked(name, Mark(names.MOVED, names.TURN)) for name in came),
        Counted(command, names.CAME_BY, entry(own, march.edge)),
        Ruled("TC-8.23", "tc.8-23.arrived", {"seat": frame.seat, "edge": march.edge}),
    )
    yield from made(book, position, "march", came, events)


def layouts(book: Book, position: Position, seat: Seat) -> Iterator[March]:
    """The reserve as a line or block facing inward, step by step along every open edge."""
    if not may_march(book, position, seat):
        return
    own = home(book, position, seat)
    strip = battlefield(book, position).march_strip
    for command, held in reserves(position, seat).items():
        for edge in edges_open(field(book, position), seat, command):
            for start in starts(own, edge):
                if any(is_second(piece) for piece in held):
                    yield March(edge, in_files(own, edge, followed(position, held), strip, start))
                yield March(edge, laid_out(own, edge, held, strip, start))


def marches(book: Book, position: Position, seat: Seat) -> Iterator[March]:
    """The legal ones among the layouts."""
    for march in layouts(book, position, seat):
        if is_legal_march(book, position, seat, march):
            yield march


def starts(own: Home, edge: str) -> range:
    """Where along an edge the first file of a march may stand."""
    length = own.reach if edge in {"left", "right"} else own.length
    return range(SPACING // 2, length, SPACING)


def laid_out(
    own: Home, edge: str, held: tuple[Piece, ...], strip: int, start: int
) -> tuple[Step, ...]:
    """The reserve in ranks as wide as the strip allows, its first file at `start`."""
    shapes = [piece.shape for piece in held]
    deep = [shape.depth if isinstance(shape, Rectangle) else strip for shape in shapes]
    files = -(-len(held) // max(1, strip // max(deep)))
    ordered = sorted(held, key=lambda piece: -depth_of(piece))
    steps = []
    for number, piece in enumerate(ordered):
        rank, place = divmod(number, files)
        back = sum(depth_of(ordered[place + other * files]) for other in range(rank))
        side = start + place * SPACING
        steps.append(Step(piece.id, placed(own, edge, side, strip - back)))
    return tuple(steps)


def followed(position: Position, held: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The reserve with whoever belongs directly behind another right after it, such ones first."""
    rear = {first_of(position, piece).id: piece for piece in held if is_second(piece)}
    fronts = [piece for piece in held if piece.id in rear]
    rest = [piece for piece in held if piece.id not in rear and not is_second(piece)]
    return (*(one for front in fronts for one in (front, rear[front.id])), *rest)


def in_files(
    own: Home, edge: str, held: tuple[Piece, ...], strip: int, start: int
) -> tuple[Step, ...]:
    """The reserve file by file, two, four or more in each, its first file at `start`."""
    ranks = max(2, strip // max(map(depth_of, held)) // 2 * 2)
    steps = []
    for number, piece in enumerate(held):
        place, rank = divmod(number, ranks)
        back = sum(depth_of(one) for one in held[number - rank : number])
        side = start + place * SPACING
        steps.append(Step(piece.id, placed(own, edge, side, strip - back)))
    return tuple(steps)


def depth_of(piece: Piece) -> int:
    """The depth of a stand's base."""
    return piece.shape.depth if isinstance(piece.shape, Rectangle) else 0


def placed(own: Home, edge: str, side: int, inward: int) -> Pose:
    """The pose of a stand that far along an edge, its front that far from it."""
    match edge:
        case "left":
            return own.pose(inward, side, INWARD[edge])
        case "right":
            return own.pose(own.length - inward, side, INWARD[edge])
        case "left base":
            return own.pose(side, inward)
        case _:
            return own.pose(own.length - side, inward)


def any_march(book: Book, position: Position, seat: Seat, random: Random) -> March | None:
    """One of the legal marches, picked at random."""
    found = list(layouts(book, position, seat))
    random.shuffle(found)
    legal = (march for march in found if is_legal_march(book, position, seat, march))
    return next(legal, None)


PROCEDURES = {Arrival: arrival}
JUDGES = {March: judge_march}
HOOKS = (
    (seams.MAY_MARCH, by_a_side_edge, "TC-8.23"),
    (seams.MAY_MARCH, facing_one_way, "TC-8.31"),
    (seams.MAY_MARCH, as_one_group, "TC-8.27"),
    (seams.MAY_MARCH, base_edge_after_an_enemy, "TC-8.24"),
)
