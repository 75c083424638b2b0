"""Answers to the windows of the Movement phase for whoever must choose. [SK-30 to SK-42]"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.book import Book, Idea, Menu
from condotta.kernel.decide import judge
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.skirmish import names
from condotta.rules.skirmish.finding.finding_moves import shifted, toward
from condotta.rules.skirmish.finding.plans import SPARE
from condotta.rules.skirmish.finding.terms import FALL_BACK, MOVE, Terms
from condotta.rules.skirmish.finding.trails import legal
from condotta.rules.skirmish.movement.move_terms import advance, own_move
from condotta.rules.skirmish.movement.movement_phase import (
    ADVANCE_MOVE,
    EXTRA,
    STAY,
    WINDOW,
    movable,
)
from condotta.rules.skirmish.movement.placing_models import out_of, outs
from condotta.rules.skirmish.movement.transports import (
    BAIL,
    BailOut,
    Disembark,
    carrier_of,
    leaving,
)
from condotta.rules.skirmish.movement.walking import (
    Walk,
    boardings,
    flights,
    judge_walk,
    near_enemy,
)
from condotta.rules.skirmish.reading.field import Unit, field
from condotta.table import Point, Pose, sine_cosine

TRIES = 4
DRAWS = 100  # units drawn before no more ideas are had
SHARES = (1.0, 1.0, 0.75, 0.5, 0.25)  # of the way that a unit may go
BEARINGS = tuple(range(0, 360, 45))


# ── one unit ─────────────────────────────────────────────────────────────────
def mode_of(unit: Unit) -> str:
    """How a unit may move: near enemies it only falls back. [SK-37]"""
    return FALL_BACK if near_enemy(unit) else MOVE


def walk(
    position: Position, unit: Unit, at: Point, terms: Terms, *, whole: bool = False
) -> Walk | None:
    """A move towards a point, if any is found; of the unit as it stands if it must stay `whole`."""
    trails = toward(position, unit, at, terms, whole=whole)
    return Walk(unit.id, terms.way, trails) if trails else None


def goals(unit: Unit) -> Iterator[Point]:
    """Where a unit may wish to go: to the nearest enemies, to the table's middle."""
    here = field(unit.position)
    foes = sorted(here.enemies(unit), key=lambda foe: (here.apart(unit, foe), foe.id))
    for foe in foes[:2]:
        yield foe.around[0], foe.around[1]
    board = unit.position.board
    yield board.width / 2, board.depth / 2


def all_round(unit: Unit) -> Iterator[Point]:
    """Far points all round a unit."""
    x, y, _ = unit.around
    board = unit.position.board
    for bearing in BEARINGS:
        sine, cosine = sine_cosine(bearing)
        yield x + sine * board.width, y + cosine * board.width


def away_from(unit: Unit) -> Point:
    """A point straight away from the nearest enemies."""
    x, y, _ = unit.around
    here = field(unit.position)
    foes = here.engaged(unit) or tuple(here.enemies(unit))
    sx = sum(x - foe.around[0] for foe in foes)
    sy = sum(y - foe.around[1] for foe in foes)
    return x + 100 * (sx or 1.0), y + 100 * sy


def walks(position: Position, unit: Unit, terms: Terms) -> Iterator[Walk]:
    """Moves of a unit to its goals, and all round as it stands."""
    wishes = [away_from(unit), *goals(unit)] if terms.way == FALL_BACK else list(goals(unit))
    for at in wishes:
        said = walk(position, unit, at, terms)
        if said is not None:
            yield said
    for at in all_round(unit):
        said = walk(position, unit, at, terms, whole=True)
        if said is not None:
            yield said


def forced(position: Position, unit: Unit, terms: Terms) -> Iterator[Walk]:
    """Moves of a unit that must move at least so far."""
    for trails in flights(position, unit, terms):
        yield Walk(unit.id, terms.way, trails)


def ideas(position: Position, unit: Unit, terms: Terms) -> Iterator[Walk]:
    """Moves of one unit that may have a sense, the likeliest first."""
    if terms.least:
        return forced(position, unit, terms)
    return walks(position, unit, terms) if terms.most else iter(())


def moves(book: Book, position: Position, unit: Unit) -> Iterator[Walk]:
    """Such moves in its own Movement phase."""
    return ideas(position, unit, own_move(book, position, unit, mode_of(unit)))


# ── the windows ──────────────────────────────────────────────────────────────
def salient(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """Whoever is inside gets out; each unit to where it may wish to go, or inside; advances."""
    yield from getting_out(position, ask.seat)
    for unit in movable(book, position, ask.seat):
        yield from moves(book, position, unit)
        terms = own_move(book, position, unit, mode_of(unit))
        for said in boardings(position, unit, terms):
            if judge_walk(book, position, ask.seat, said).ok:
                yield said
    yield from (Choose(option) for option in ask.options)


def getting_out(position: Position, seat: Seat) -> Iterator[Action]:
    """Each unit that may get out, on each side of its transport."""
    here = field(position)
    for name in leaving(position, seat):
        piece = position.pieces[name]
        for trails in outs(position, piece, here.unit(carrier_of(piece))):
            yield Disembark(name, trails)


def sample(book: Book, position: Position, ask: Ask, random: Random) -> Action | None:
    """Some unit moves somewhere, mostly towards an enemy; now and then nobody more does."""
    out = tuple(getting_out(position, ask.seat))
    if out and random.random() < 0.3:
        return random.choice(out)
    if ask.options and random.random() < 0.15:
        return Choose(random.choice(ask.options))
    units = movable(book, position, ask.seat)
    for _ in range(TRIES if units else 0):
        said = random_move(book, position, random.choice(units), random)
        if said is not None and judge_walk(book, position, ask.seat, said).ok:
            return said
    if ask.options:
        return Choose(ask.options[-1])
    return next((said for unit in units for said in moves(book, position, unit)), None)


def ideas_drawn(book: Book, position: Position, ask: Ask, random: Random) -> Iterator[Idea]:
    """Getting out, then whole units straight to somewhere, drawn over all; nobody judged them."""
    yield from (Idea(said) for said in getting_out(position, ask.seat))
    units = movable(book, position, ask.seat)
    terms = {unit.id: own_move(book, position, unit, mode_of(unit)) for unit in units}
    for _ in range(DRAWS if units else 0):
        unit = random.choice(units)
        own = terms[unit.id]
        if own.most:
            yield straight(unit, wish(unit, own.way, random), own, random)


def legal_walk(book: Book, position: Position, ask: Ask, said: Action) -> bool:
    """Whether an answer is legal; of ways that are not it is not looked for why not."""
    unit = field(position).units.get(said.unit) if isinstance(said, Walk) else None
    if unit is not None and isinstance(said, Walk) and said.mode in (MOVE, FALL_BACK):
        terms = own_move(book, position, unit, said.mode)
        if not legal(position, unit, said.trails, terms):
            return False
    return judge(book, position, ask.seat, ask, said).ok


def straight(unit: Unit, at: Point, terms: Terms, random: Random) -> Idea:
    """A unit as it stands, a part of its way or all of it towards a point."""
    x, y, _ = unit.around
    dx, dy = at[0] - x, at[1] - y
    far = max(1.0, hypot(dx, dy))
    length = min(far, max(terms.least, (terms.most - SPARE) * random.choice(SHARES)))
    step = dx / far * length, dy / far * length
    ends = tuple(
        (model.id, offset_by(model.piece.pose, step))
        for model in unit.models
        if model.piece.pose is not None
    )
    return Idea(Walk(unit.id, terms.way, shifted(unit, *step)), ends)


def offset_by(pose: Pose, step: Point) -> Pose:
    """A pose moved by so much along and across, which faces as it did."""
    return Pose(pose.x + round(step[0]), pose.y + round(step[1]), *pose.facing)


def random_move(book: Book, position: Position, unit: Unit, random: Random) -> Walk | None:
    """A move of one unit at random, legal or not."""
    terms = own_move(book, position, unit, mode_of(unit))
    aboard = tuple(boardings(position, unit, terms))
    if aboard and random.random() < 0.3:
        return random.choice(aboard)
    if terms.least:
        known = tuple(forced(position, unit, terms))
        return random.choice(known) if known else None
    if not terms.most:
        return None
    return walk(position, unit, wish(unit, terms.way, random), terms)


def wish(unit: Unit, way: str, random: Random) -> Point:
    """Where a unit goes at random: to the enemy half of the time, else anywhere near."""
    if way == FALL_BACK and random.random() < 0.5:
        return away_from(unit)
    x, y, _ = unit.around
    if random.random() < 0.6:
        first = next(goals(unit), None)
        if first is not None:
            return first
    sine, cosine = sine_cosine(random.uniform(0, 360))
    length = random.uniform(1, 20) * names.INCH
    return x + sine * length, y + cosine * length


def terms_of(book: Book, position: Position, ask: Ask) -> tuple[Unit, Terms] | None:
    """The unit of a question about one unit, and on what terms it moves; None if it is gone."""
    unit = field(position).units.get(ask.about[0])
    if unit is None:
        return None
    if ask.window == ADVANCE_MOVE:
        return unit, advance(book, position, unit, int(ask.about[1]))
    return unit, own_move(book, position, unit, MOVE)


def sample_one(book: Book, position: Position, ask: Ask, random: Random) -> Action:
    """The unit goes somewhere, or stays."""
    found = terms_of(book, position, ask)
    if found is None:
        return Choose(STAY)
    unit, terms = found
    for _ in range(0 if terms.least else TRIES):
        said = walk(position, unit, wish(unit, terms.way, random), terms)
        if said is not None:
            return said
    known = tuple(forced(position, unit, terms)) if terms.least else ()
    return random.choice(known) if known else Choose(STAY)


def salient_one(book: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """The unit to each of its goals, or it stays where it may."""
    found = terms_of(book, position, ask)
    if found is not None:
        yield from ideas(position, *found)
        if ask.window == ADVANCE_MOVE:
            yield from boardings(position, *found)
    yield from (Choose(option) for option in ask.options)


def bail(position: Position, ask: Ask) -> BailOut:
    """As many as find room beside the transport. [SK-43]"""
    unit, transport, _ = ask.about
    carrier = field(position).unit(transport)
    return BailOut(out_of(position, position.pieces[unit], carrier, some=True))


def sample_bail(_: Book, position: Position, ask: Ask, __: Random) -> Action:
    """That."""
    return bail(position, ask)


def salient_bail(_: Book, position: Position, ask: Ask) -> Iterator[Action]:
    """That alone."""
    yield bail(position, ask)


MENUS = {
    WINDOW: Menu(sample, salient, ideas=ideas_drawn, legal=legal_walk),
    ADVANCE_MOVE: Menu(sample_one, salient_one),
    EXTRA: Menu(sample_one, salient_one),
    BAIL: Menu(sample_bail, salient_bail),
}
