"""Do menu and page offer every flank and rear that can be had by a simple way?

condotta lab doors --battles 20 --seed 1

Battles of stewards; at every question for a move, each stand that is free and each wing of a line
is tried by brute force: wheels that square it with an edge of an enemy, with straight ahead before
and after, the lengths solved here and not where menus solve them, each said leg by leg and judged.
What is legal so and ends on a flank or on the rear is a door. A door is offered by the menu if the
body has a move there, and by the page if the place alone is legal and a hand that drags the body
there is drawn onto it. Every door that is not offered is told, and the exit status is 1.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from math import hypot, inf
from typing import NamedTuple

from condotta.bots.runner import answer_next, seated
from condotta.kernel.asks import Ask
from condotta.kernel.battle import Battle
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE
from condotta.kernel.rulings import Verdict
from condotta.lab import hunting
from condotta.lab.battles import Task
from condotta.lab.matches import Field, drawn, match
from condotta.lab.matches import seated as chairs
from condotta.rules.library import book
from condotta.rules.triumph import names
from condotta.rules.triumph.movement.legal_moves import is_legal, judge_move
from condotta.rules.triumph.movement.movement_phase import WINDOW
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.field import Field as Ground
from condotta.rules.triumph.stands.field import Stand, field
from condotta.table import Advance, Leg, Point, Pose, Shift, Slide, Wheel, after, base

LIMIT = 4_000
"""Decisions after which a battle is given up."""

OFFERED = 80
"""How many answers the page asks for when a body is lifted."""

DRAWN = 10_000
"""From so far a place draws a body onto it: 1 MU."""

NEAR = 100
ROUNDING = 3
LENGTHS = 0.02


class Door(NamedTuple):
    """A flank or the rear of an enemy that a body can reach, and the legs by which it can."""

    names: tuple[str, ...]
    contact: tuple[str, str, str]
    legs: tuple[Leg, ...]
    end: Pose


Report = hunting.Report[Task]


# ── brute force ──────────────────────────────────────────────────────────────
def doors(here: Ground, ask: Ask) -> Iterator[Door]:
    """The doors of every lone stand and every wing of a seat, each once."""
    seen: set[tuple[tuple[str, ...], tuple[str, str, str]]] = set()
    for body in wings(here, ask):
        for enemy in here.enemies(ask.seat):
            if not enemy.is_camp:
                for door in onto(here, ask, body, enemy):
                    if (door.names, door.contact) not in seen:
                        seen.add((door.names, door.contact))
                        yield door


def wings(here: Ground, ask: Ask) -> Iterator[tuple[Stand, ...]]:
    """Free stands alone, the ends of lines of them, and columns."""
    free = [
        stand
        for stand in here.stands
        if stand.seat == ask.seat
        and not (stand.is_camp or stand.id in here.fighting or stand.piece.marked(names.MOVED))
        and here.position.count(stand.command, names.CP) > 0
    ]
    yield from ((stand,) for stand in free)
    for right in (True, False):
        follows = {one: two for one in free for two in free if next_to(one, two, right=right)}
        heads = [stand for stand in free if stand not in follows.values()]
        for head in heads:
            line = [head]
            while line[-1] in follows:
                line.append(follows[line[-1]])
            for length in range(2, len(line) + 1):
                yield tuple(line[:length])
                if right and length < len(line):
                    yield tuple(line[-length:])


def next_to(one: Stand, two: Stand, *, right: bool) -> bool:
    """Whether the second stands at the right hand of the first, or else at its back."""
    if one.command != two.command or (one.base.fx, one.base.fy) != (two.base.fx, two.base.fy):
        return False
    first, second = (one.base.fr, two.base.fl) if right else (one.base.rl, two.base.fl)
    return apart(first, second) <= NEAR


def apart(one: Point, two: Point) -> float:
    """How far two points are from each other."""
    return hypot(two[0] - one[0], two[1] - one[1])


def edges(enemy: Stand) -> Iterator[tuple[str, tuple[int, int], str, Point]]:
    """Flanks and rear: how a front on them faces, and which corner of it lies on which point."""
    one, (ux, uy) = enemy.base, enemy.base.pose.facing
    yield "left", (uy, -ux), "fl", one.fl
    yield "right", (-uy, ux), "fr", one.fr
    yield "rear", (ux, uy), "fl", one.rl


def onto(here: Ground, ask: Ask, body: tuple[Stand, ...], enemy: Stand) -> Iterator[Door]:
    """The legal ways of a body onto the flanks and the rear of one enemy."""
    column = len(body) > 1 and next_to(body[0], body[1], right=False)
    movers = body[:1] if column else body
    for edge, facing, corner, point in edges(enemy):
        for number, stand in enumerate(movers):
            if far_off(stand, facing, corner, point):
                continue
            for legs in tries(movers, number, facing, corner, point):
                found = judged(here, ask, body, legs)
                wanted = stand.id, enemy.id, edge
                if found is not None and wanted in contacts(found):
                    end = dict(found.poses)[movers[0].id]
                    yield Door(tuple(one.id for one in body), wanted, legs, end)
                    break


def far_off(stand: Stand, facing: tuple[int, int], corner: str, point: Point) -> bool:
    """Whether a front corner of a stand would have to come farther than it moves."""
    width = 2 * stand.base.hw if corner == "fl" else -2 * stand.base.hw
    other = point[0] + width * facing[1] / 1e6, point[1] - width * facing[0] / 1e6
    left, right = (point, other) if corner == "fl" else (other, point)
    return max(apart(stand.base.fl, left), apart(stand.base.fr, right)) > stand.reach + 1


def tries(
    movers: tuple[Stand, ...], number: int, facing: tuple[int, int], corner: str, point: Point
) -> Iterator[tuple[Leg, ...]]:
    """A wheel to either side, or none, and the lengths before and after that end at the point."""
    shapes = tuple(one.base.shape for one in movers)
    starts = tuple(one.base.pose for one in movers)
    own = movers[number].base
    if own.pose.facing == facing:
        yield from both(own.pose, (point[0] - own.fl[0], point[1] - own.fl[1]), ())
        return
    for side in ("left", "right"):
        wheel = Wheel(side, *facing)
        turned = base(after(starts, shapes, wheel)[number], own.shape)
        there = turned.fl if corner == "fl" else turned.fr
        way = point[0] - there[0], point[1] - there[1]
        alone = len(movers) == 1
        yield from solved(starts[0], facing, wheel, way)
        if alone:
            yield from ((*legs, wheel) for legs in both(starts[0], way, ()))
            yield from both(Pose(0, 0, *facing), way, (wheel,))


def solved(
    start: Pose, facing: tuple[int, int], wheel: Wheel, way: Point
) -> Iterator[tuple[Leg, ...]]:
    """Ahead, wheel, ahead: the two lengths by elimination, in steps of the grid about them."""
    (ax, ay), (bx, by) = (start.ux / 1e6, start.uy / 1e6), (facing[0] / 1e6, facing[1] / 1e6)
    area = ax * by - ay * bx
    if abs(area) < LENGTHS:
        return
    first = round((way[0] * by - way[1] * bx) / area)
    second = round((ax * way[1] - ay * way[0]) / area)
    lengths = (0 if abs(one) <= ROUNDING else one for one in (first, second))
    before, later = ((Advance(one),) if one else () for one in lengths)
    yield (*before, wheel, *later)


def both(frame: Pose, way: Point, first: tuple[Leg, ...]) -> Iterator[tuple[Leg, ...]]:
    """Ahead and aside, in either order, as a pose faces."""
    fx, fy = frame.ux / 1e6, frame.uy / 1e6
    ahead, right = round(way[0] * fx + way[1] * fy), round(way[0] * fy - way[1] * fx)
    legs = Advance(ahead), Slide(right)
    yield (*first, *legs)
    yield (*first, *reversed(legs))


def judged(
    here: Ground, ask: Ask, body: tuple[Stand, ...], legs: tuple[Leg, ...]
) -> Verdict | None:
    """The verdict on a way, if it is legal."""
    move = Move(tuple(one.id for one in body), legs)
    legal = is_legal(here, ask.seat, move)
    return judge_move(here.book, here.position, ask.seat, ask, move) if legal else None


def contacts(verdict: Verdict) -> set[tuple[str, str, str]]:
    """Whose front would lie on which edge of whom."""
    return {(one.piece, one.other, one.edge) for one in verdict.contacts}


# ── who offers it ────────────────────────────────────────────────────────────
def offers(book: Book, position: Position, ask: Ask, door: Door) -> list[tuple[Pose, Verdict]]:
    """The moves that menus have for that very body, with where each leads its first stand."""
    menu = book.menus[WINDOW]
    assert menu.about is not None
    found = islice(menu.about(book, position, ask, door.names), OFFERED)
    own = takewhile(lambda one: not isinstance(one, Move) or one.pieces == door.names, found)
    moves = [one for one in own if isinstance(one, Move)]
    verdicts = [judge_move(book, position, ask.seat, ask, one) for one in moves]
    first = [dict(one.poses)[door.names[0]] for one in verdicts]
    return list(zip(first, verdicts, strict=True))


def not_offered(here: Ground, ask: Ask, door: Door) -> Iterator[str]:
    """Who does not offer a door: the menu, the place alone, the hand that drags a body there."""
    found = offers(here.book, here.position, ask, door)
    if not any(door.contact in contacts(one) for _, one in found):
        yield "menu"
    move = Move(door.names, (Shift(door.end),))
    placed = judge_move(here.book, here.position, ask.seat, ask, move)
    if not (placed.ok and door.contact in contacts(placed)):
        yield "place"
    best, drawn_to = inf, placed
    for pose, verdict in found:
        away = apart((pose.x, pose.y), (door.end.x, door.end.y))
        if away < min(best, DRAWN):
            best, drawn_to = away, verdict
    if door.contact not in contacts(drawn_to):
        yield "hand"


# ── battles ──────────────────────────────────────────────────────────────────
def look(battle: Battle, ask: Ask, dice: str) -> tuple[Counter[str], list[str]]:
    """The doors of whoever is asked for a move, counted, and those that are not offered."""
    here = field(battle.book, battle.view(ask.seat).position)
    counted: Counter[str] = Counter(moments=1)
    missed = []
    for door in doors(here, ask):
        counted["moments with a door"] = 1
        counted["doors of lone stands" if len(door.names) == 1 else "doors of wings"] += 1
        for who in not_offered(here, ask, door):
            counted[f"not offered by the {who}"] += 1
            missed.append(f"{dice}, turn {here.position.turn}: the {who} misses {door}")
    return counted, missed


def fight(task: Task, bot: str = "steward") -> Report:
    """One battle of stewards, looked at before every move."""
    report = Report(task)
    with hunting.faults_of(report):
        fielded = drawn(task.field, task.number)
        report.armies = tuple(roster.label or roster.id for roster in fielded)
        rules = book(task.field.system)
        battle = match(rules, fielded, task.dice, task.field)
        bots = seated({one.seat: bot for one in chairs(task.field)}, battle.book, task.dice)
        counted: Counter[str] = Counter()
        missed: list[str] = []
        started = time.process_time()
        while battle.state.position.ended is None and report.decisions < LIMIT:
            ask = next(one for one in battle.waiting() if one.seat != CHANCE)
            if ask.window == WINDOW:
                found, lacking = look(battle, ask, task.dice)
                counted += found
                missed += lacking
            answer_next(battle, bots)
            report.decisions += 1
        report.seconds = time.process_time() - started
        report.counted, report.fault = dict(counted), "\n".join(missed)
    return report


def main(words: Sequence[str] | None = None) -> int:
    """Fight, count and tell; 1 if any door is not offered."""
    hunt = hunting.Hunt("doors", __doc__, battles=20, every=5)
    hunt.option("--system", choices=("triumph", "grand"), default="triumph", help="the game")
    asked = hunt.read(words)
    where = Field(asked.system, 2)
    tasks = [Task(number, asked.seed, field=where) for number in asked.numbers]
    return hunt.run(asked, fight, tasks, hunting.Figures[Report]())


if __name__ == "__main__":
    sys.exit(main())
