"""What is drawn of an answer: its ways, places, lengths and sketches, over the table as it was.

All of it comes from what the answer carries: no rule is asked again, and none is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

from condotta.kernel.position import Position
from condotta.positions import running
from condotta.positions.common_questions import bases
from condotta.positions.games import Game, game
from condotta.positions.legs import placed
from condotta.positions.records import Document
from condotta.positions.running import Moment, Report, Turn
from condotta.report.figures import Figure, Kind, Tone
from condotta.report.motion import first_met, fronts, swept
from condotta.rules.sketches import BLOCKER, PLACE, SIGHT
from condotta.table import EDGES, Area, Base, Point, Pose, edge, gap, meets, outline, parts
from condotta.table.measuring import nearest
from condotta.table.oval import Oval, polygon_around
from condotta.words import has, measured_in, say

NEAR = 200.0
"""Quanta within which a length is none, for drawing."""
REGIONS = (
    *("zone of control", "arc of fire", "front arc", "deployment zone", "centre third"),
    *("middle zones", "flank march"),
)
"""Sketches of ground, and not of something that lies on it."""


class Scene(NamedTuple):
    """One thing said or asked: the table then, what is drawn over it, what followed."""

    turn: Turn
    moment: Moment
    figures: tuple[Figure, ...]


class Shown(NamedTuple):
    """A file that was run: everything about it, and for each run its scenes in their order.

    `begins` and `ends` are each run as it is described, and as it is once everything is said.
    """

    report: Report
    scenes: tuple[tuple[Scene, ...], ...]
    begins: tuple[Position, ...]
    ends: tuple[Position, ...]


def shown(document: Document, name: str) -> Shown:
    """Run a document and look on: the report, and what is drawn of each answer."""
    seen: dict[tuple[int, str, int], Moment] = {}

    def look(moment: Moment) -> None:
        seen[moment.run, moment.what, moment.number] = moment

    found = running.report(document, name, look)
    known = game(document.system)

    def scene(run: int, what: str, number: int, turn: Turn) -> Scene:
        moment = seen[run, what, number]
        return Scene(turn, moment, tuple(figures(turn, moment.position, known)))

    with measured_in(known.unit):
        scenes = tuple(
            tuple(
                scene(run, what, number, turn)
                for what, turns in (("said", each.said), ("asked", each.answers))
                for number, turn in enumerate(turns)
            )
            for run, each in enumerate(found.runs)
        )
    begins, ends = (
        tuple(seen[run, what, 0].position for run in range(len(scenes)))
        for what in ("begun", "ended")
    )
    return Shown(found, scenes, begins, ends)


def figures(turn: Turn, position: Position, known: Game) -> Iterator[Figure]:
    """What is drawn of an answer, in no order: the drawing has one of its own."""
    table = Table(position, known, turn.answer)
    yield from table.asked(turn.argument)
    yield from table.ways()
    for refusal in turn.answer.get("refusals", ()):
        yield from table.refusal(refusal)
    yield from table.sketches(turn.answer.get("sketches", ()), against=False)
    yield from table.fields(turn)


class Table:
    """A table as it stood, and the answer that is drawn over it."""

    def __init__(self, position: Position, known: Game, answer: Mapping[str, Any]) -> None:
        self.position = position
        self.known = known
        self.answer = answer
        self.areas = {area.id: area for area in position.areas}
        accepted = answer.get("accepted", True)
        self.tone: Tone = "yes" if accepted else "no"
        self.courses = {
            name: poses for name in answer.get("poses", {}) if (poses := self.course(name))
        }

    # ── where things are ─────────────────────────────────────────────────────
    def bases(self, name: str) -> list[Base]:
        """The bases of a piece, or of the models of a unit; none of what is not on the table."""
        return bases(self.position, name)

    def pose(self, at: Iterable[float]) -> Pose:
        """A pose of an answer on the table."""
        x, y, turn = at
        return placed((x, y, turn), self.known.quanta)

    def course(self, name: str) -> tuple[Pose, ...]:
        """Where a piece is, would be in between and would end; without a start where it ends."""
        piece = self.position.pieces.get(name)
        if piece is None or piece.shape is None:
            return ()
        between = [one[name] for one in self.answer.get("via", ()) if name in one]
        told = (*between, self.answer["poses"][name])
        start = (piece.pose,) if piece.pose is not None else ()
        every = [*start, *map(self.pose, told)]
        return tuple(one for at, one in enumerate(every) if not at or one != every[at - 1])

    def quanta(self, units: float) -> int:
        """A length of an answer in quanta."""
        return round(units * self.known.quanta)

    # ── what an answer carries ───────────────────────────────────────────────
    def asked(self, argument: Any) -> Iterator[Figure]:
        """Whom a question names."""
        for name in names(argument):
            for one in self.bases(name):
                yield Figure("outline", outline(one))

    def ways(self) -> Iterator[Figure]:
        """The way of each piece, the ground it passes over, and where it would end."""
        label = self.far()
        for name, poses in self.courses.items():
            shape = self.position.pieces[name].shape
            assert shape is not None
            yield from (Figure("sweep", one, self.tone) for one in swept(poses, shape))
            yield Figure("place", outline(Base(poses[-1], shape)), self.tone)
            line = fronts(poses, shape)
            if len(line) > 1 and line[0] != line[-1]:
                yield Figure("way", tuple(line), self.tone, label)
                label = ""

    def far(self) -> str:
        """How far a way goes, and how far it may, in words."""
        far, limit = self.answer.get("distance"), self.answer.get("limit")
        if not far or "contacts" not in self.answer:
            return ""
        params = {"far": self.quanta(far), "limit": self.quanta(limit or 0)}
        return say("figure.way" if limit else "figure.length", params)

    def refusal(self, one: Mapping[str, Any]) -> Iterator[Figure]:
        """What a refusal is about: its sketches, what the way meets, how far two are apart."""
        yield from self.sketches(one.get("sketches", ()), against=True)
        named = one.get("about", ())
        about = [name for name in named if self.bases(name)]
        others = [name for name in about if name not in self.courses]
        keep = self.quanta(one.get("limit", 0))
        for name in others:
            for each in self.bases(name) if self.courses or name != about[0] else ():
                yield Figure("outline", outline(each), "no")
        for area in (self.areas[name] for name in named if name in self.areas):
            yield from (Figure("outline", each, "no", say("figure.ground")) for each in ring(area))
            yield from self.stopped(lambda here, area=area: meets(here, area))
        for name in others if self.courses else ():
            yield from self.met(self.bases(name), keep)
        if not self.courses and len(about) > 1:
            for name in about[1:]:
                yield from self.apart(about[0], name, one.get("limit"))

    def met(self, others: list[Base], keep: int) -> Iterator[Figure]:
        """Where a way first touches another, or comes nearer than it may; else how near it ends."""
        limit = keep - NEAR if keep else NEAR
        stops = [*self.stopped(lambda here: any(gap(here, one) <= limit for one in others))]
        yield from stops
        if not stops and others:
            lines = [nearest(Base(poses[-1], self.shape(name)), one)
                     for name, poses in self.courses.items() for one in others]  # fmt: skip
            line = min(lines, key=lambda each: (length(each), each))
            yield from self.measured(line, keep or None, tone="no")

    def shape(self, name: str) -> Any:
        """The shape of a piece that moves."""
        return self.position.pieces[name].shape

    def stopped(self, meets_: Any) -> Iterator[Figure]:
        """Where the first of those who move would be stopped by something on its way."""
        found = [
            (met[1], met[0])
            for name, poses in self.courses.items()
            if len(poses) > 1 and (met := first_met(poses, self.shape(name), meets_)) is not None
        ]
        if found:
            _, where = min(found, key=lambda one: one[0])
            yield Figure("stop", outline(where), "no", say("figure.stop"))

    def sketches(self, listed: Iterable[Mapping[str, Any]], *, against: bool) -> Iterator[Figure]:
        """The lines and outlines that an answer or a refusal carries."""
        tone: Tone = "no" if against else "plain"
        for one in listed:
            key = str(one["key"])
            points = tuple((x * self.known.quanta, y * self.known.quanta) for x, y in one["points"])
            word = f"sketch.{key.replace(' ', '-')}"
            says = say(word) if has(word) else key
            if key == SIGHT:
                free = not any(other["key"] == BLOCKER for other in listed)
                far = {"far": round(length((points[0], points[-1])))}
                says = f"{says} · {say('figure.length', far)}"
                yield Figure("sight", points, "yes" if free and not against else "no", says)
            elif key in REGIONS:
                yield Figure("region", points, tone if key == "zone of control" else "plain", says)
            elif len(points) == 2:
                yield Figure("edge" if key != BLOCKER else "outline", points, tone, says)
            else:
                kind: Kind = "place" if key == PLACE else "outline"
                yield Figure(kind, points, "no" if key == BLOCKER else tone, says)
            yield from self.beyond(points) if key == PLACE and against else ()

    def beyond(self, points: tuple[Point, ...]) -> Iterator[Figure]:
        """The edge of the board that an outline crosses."""
        wide, deep = self.position.board.width, self.position.board.depth
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, right, low, high = min(xs), max(xs), min(ys), max(ys)
        reach = 3 * max(right - left, high - low)
        near_x, far_x = max(0, left - reach), min(wide, right + reach)
        near_y, far_y = max(0, low - reach), min(deep, high + reach)
        for crossed, line in (
            (left < -NEAR, ((0, near_y), (0, far_y))),
            (right > wide + NEAR, ((wide, near_y), (wide, far_y))),
            (low < -NEAR, ((near_x, 0), (far_x, 0))),
            (high > deep + NEAR, ((near_x, deep), (far_x, deep))),
        ):
            if crossed:
                yield Figure("edge", line, "no", say("figure.board"))

    # ── lines ────────────────────────────────────────────────────────────────
    def apart(self, one: str, other: str, limit: float | None = None) -> Iterator[Figure]:
        """The shortest line between two, with its length and the limit if there is one."""
        ways = [nearest(a, b) for a in self.bases(one) for b in self.bases(other)]
        line = min(ways, key=lambda each: (length(each), each))
        yield from self.measured(line, None if limit is None else self.quanta(limit))

    def measured(
        self, line: tuple[Point, Point], limit: int | None, *, tone: Tone | None = None
    ) -> Iterator[Figure]:
        """A line with its length, and whether it is within a limit; none between two that touch."""
        away = round(length(line))
        if away < NEAR:
            return
        if limit is None:
            yield Figure("line", line, tone or "plain", say("figure.length", {"far": away}))
            return
        within = away <= limit + NEAR / 10
        says = say("figure.way", {"far": away, "limit": limit})
        yield Figure("line", line, tone or ("yes" if within else "no"), says)

    def lines(self, pairs: Iterable[tuple[str, str]]) -> Iterator[Figure]:
        """The shortest lines between pairs that are both on the table."""
        for one, other in pairs:
            if self.bases(one) and self.bases(other):
                yield from self.apart(one, other)

    # ── what else an answer names ────────────────────────────────────────────
    def fields(self, turn: Turn) -> Iterator[Figure]:
        """Contacts, distances, targets, who holds whom: fields that more than one answer has."""
        answer, argument = turn.answer, turn.argument
        between = argument.get("between") if isinstance(argument, dict) else None
        for one in answer.get("contacts", ()):
            yield from self.contact(*one)
        for name, side in answer.get("edges", {}).items():
            yield from self.edge(name, side) if isinstance(side, str) else ()
        yield from self.lines(tuple(one) for one in answer.get("combats", ()))
        yield from self.lines(tuple(one) for one in answer.get("engaged", ())
                              if isinstance(one, list))  # fmt: skip
        yield from self.lines(aims(argument, answer.get("targets", ())))
        for field in ("holds", "held_by", "lost", "general"):
            tone: Tone = "no" if field in ("held_by", "lost") else "plain"
            says = say(f"figure.{field.replace('_', '-')}")
            for name in ids(answer.get(field)):
                for each in self.bases(name):
                    yield Figure("outline", outline(each), tone, says)
        if isinstance(answer.get("general"), str) and isinstance(argument, str):
            yield from self.lines([(argument, answer["general"])])
        for area in (self.areas[one] for one in answer.get("areas", ()) if one in self.areas):
            yield from (Figure("outline", each, "plain", say("figure.ground"))
                        for each in ring(area))  # fmt: skip
        for one, other in pairwise(answer.get("order", ()) if "group" in answer else ()):
            yield from self.lines([(one, other)])
        seen = any(one["key"] == SIGHT for one in answer.get("sketches", ()))
        if between and all(self.bases(name) for name in between) and not (self.courses or seen):
            one, other = between
            yield from self.apart(one, other, self.limit(turn))

    def limit(self, turn: Turn) -> float | None:
        """What a length that was asked about is compared with."""
        asked = turn.argument.get("limit") if isinstance(turn.argument, dict) else None
        return asked if asked is not None else turn.answer.get("farthest")

    def contact(self, one: str, other: str, side: str = "") -> Iterator[Figure]:
        """The edge that is touched; where none is named, how two lie to each other."""
        if side:
            yield from self.edge(other, side)
        else:
            yield from self.lines([(one, other)])

    def edge(self, name: str, side: str) -> Iterator[Figure]:
        """An edge of a stand."""
        for one in self.bases(name):
            if one.corners and side in EDGES:
                yield Figure("edge", edge(one, side))


def names(argument: Any) -> Iterator[str]:
    """Every text in what was said or asked; the ids of pieces are among them."""
    match argument:
        case str():
            yield argument
            yield from argument.split(">") if ">" in argument else ()
        case dict():
            for one in argument.values():
                yield from names(one)
        case list() | tuple():
            for one in argument:
                yield from names(one)
        case _:
            pass


def ids(value: Any) -> tuple[str, ...]:
    """The ids that a field of an answer holds: one, several, or none."""
    listed = value if isinstance(value, list | tuple) else (value,)
    return tuple(one for one in listed if isinstance(one, str))


def aims(argument: Any, targets: Any) -> Iterator[tuple[str, str]]:
    """Who may shoot whom, as pairs."""
    if isinstance(targets, dict):
        for one, listed in targets.items():
            yield from ((one, other) for other in listed)
    elif isinstance(argument, str):
        yield from ((argument, other) for other in targets)


def ring(area: Area) -> Iterator[tuple[Point, ...]]:
    """The outlines of the parts of an area."""
    for one in parts(area.outline):
        yield polygon_around(one) if isinstance(one, Oval) else outline(one)


def length(line: tuple[Point, Point]) -> float:
    """How long a line is."""
    (ax, ay), (bx, by) = line
    return hypot(bx - ax, by - ay)
