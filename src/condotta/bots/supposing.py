"""Positions that may come: after a move, after the likely ends of combats, on the enemy's turn.

Nothing is decided: what may come is laid on a position of one's own, by the rules that would
bring it about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec.structs import replace

from condotta.bots.prospects import chances
from condotta.kernel.events import Entered, Event, Expired, Marked
from condotta.kernel.evolving import evolve_position, with_count
from condotta.kernel.position import Position
from condotta.kernel.records import Mark, Seat
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.combat.aftermath import carried_out, held_in_place, plan_of
from condotta.rules.triumph.combat.combat_scores import tallies
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.engaging import engaged
from condotta.rules.triumph.combat.pairing import Pair, contests, pairs
from condotta.rules.triumph.combat.results import (
    BEATEN,
    DOUBLED,
    FALL_BACK,
    NOTHING,
    Combat,
    outcome_of,
    pursuing,
)
from condotta.rules.triumph.movement.approach import conforming
from condotta.rules.triumph.movement.command import commands, price
from condotta.rules.triumph.movement.legal_moves import is_legal
from condotta.rules.triumph.movement.moves import Move, path_of
from condotta.rules.triumph.movement.outcome_moves import plan_pursuit
from condotta.rules.triumph.stands.field import Field, Stand
from condotta.table import Pose

ROLLS = 36
LIKELY = 20  # rolls of 36 from which on an end is taken to come about
NEAR = 50_000  # how far beyond a move somebody may stand and still matter to it


def then(here: Field, events: Iterable[Event]) -> Field:
    """The field once those events have happened."""
    position = here.position
    for event in events:
        position = evolve_position(position, event)
    return here if position is here.position else Field(here.book, position)


# ── a move ───────────────────────────────────────────────────────────────────
Around: TypeAlias = tuple[tuple[str, Pose, bool], ...]
"""Who stands about a place, where, and who of them fights."""
Ends: TypeAlias = tuple[tuple[str, Pose], ...]


class Trials:
    """What was found out in one search: whether a move is legal hangs on who stands about it."""

    __slots__ = ("ends",)

    def __init__(self) -> None:
        """Nothing yet."""
        self.ends: dict[tuple[Seat, Move, Around], Ends | None] = {}

    def legal(self, here: Field, seat: Seat, move: Move) -> Ends | None:
        """Where a move would bring its stands; None where it is refused, its price apart."""
        stands = tuple(here.stand(name) for name in move.pieces)
        far = max(one.reach for one in stands) + NEAR
        key = (seat, move, around(here, stands, far))
        if key not in self.ends:
            self.ends[key] = ends_of(here, seat, move)
        return self.ends[key]

    def moved(self, here: Field, seat: Seat, move: Move) -> Field | None:
        """The field after a move: paid for, made and answered by lining up; None if refused.

        [TC-4.3, TC-5.35]
        """
        ends = self.legal(here, seat, move)
        if ends is None:
            return None
        position = here.position
        stands = tuple(here.stand(name) for name, _ in ends)
        command = stands[0].command
        left = position.count(command, names.CP) - price(here, stands)
        if left < 0:
            return None
        pieces = position.pieces.copy()
        mark = Mark(names.MOVED, names.TURN)
        for name, pose in ends:
            piece = pieces[name]
            pieces[name] = replace(piece, pose=pose, marks=(*piece.marks, mark))
        there = with_count(replace(position, pieces=pieces), command, names.CP, left)
        field = Field(here.book, there)
        if here.book.speaks(seams.MOVING):
            field = then(field, here.book.union(seams.MOVING, here, path_of(here, move)))
        return lined_up(field, move)


def ends_of(here: Field, seat: Seat, move: Move) -> Ends | None:
    """Where a legal move ends, stand by stand."""
    if not is_legal(here, seat, move):
        return None
    path = here.memo["legal"][seat, move].path
    return tuple(zip((stand.id for stand in path.stands), path.ends, strict=True))


def around(here: Field, stands: tuple[Stand, ...], far: float) -> Around:
    """Whoever stands so near to some stands."""
    low_x = min(one.base.cx for one in stands) - far
    high_x = max(one.base.cx for one in stands) + far
    low_y = min(one.base.cy for one in stands) - far
    high_y = max(one.base.cy for one in stands) + far
    fighting = here.fighting
    return tuple(
        [
            (one.id, one.base.pose, one.id in fighting)
            for one in here.stands
            if low_x < one.base.cx < high_x and low_y < one.base.cy < high_y
        ]
    )


def lined_up(here: Field, move: Move) -> Field:
    """The field once whoever a group touched askew has lined up with it. [TC-5.35]"""
    while found := conforming(here, tuple(here.stand(name) for name in move.pieces)):
        enemy, pose, _ = found[0]
        pieces = here.position.pieces.copy()
        pieces[enemy.id] = replace(pieces[enemy.id], pose=pose)
        here = Field(here.book, replace(here.position, pieces=pieces))
    return here


# ── combats ──────────────────────────────────────────────────────────────────
def fought(here: Field) -> Field:
    """The field once all combats at hand have ended as they are likely to; others go on."""
    for _ in range(len(here.stands)):
        groups = contests(pairs(here))
        if not groups:
            break
        here = ended(here, groups[0][0])
    return here


def ended(here: Field, pair: Pair) -> Field:
    """The field after one combat, if one end of it is likely; its stands have fought."""
    events, one, two = engaged(here, pair.attacker, pair.defender)
    there = then(here, events)
    found = likely(one, two)
    if found is not None:
        combat, winner, loser = found
        plan = plan_of(there, there.stand(loser.stand.id), combat)
        there = then(there, carried_out(there, loser.stand, plan, winner.stand.seat))
        follower = there.find(winner.stand.id)
        due = pursuing(winner, loser, combat.outcome, combat.degree).due
        if due and follower is not None and not held_in_place(there, follower):
            there = then(there, plan_pursuit(there, follower).moves)
    mark = Mark(names.FOUGHT, names.CLOSE)
    both = [name for name in (pair.attacker, pair.defender) if there.find(name) is not None]
    return then(there, [Marked(name, mark) for name in both])


def likely(one: Fighter, two: Fighter) -> tuple[Combat, Fighter, Fighter] | None:
    """How a combat is likely to destroy somebody, who wins it and who loses it.

    Whoever only falls back, or is as likely to win, is taken to be still where it is: what might
    be done to it there is reckoned with.
    """
    scores = tallies(one, two, (0, 0))
    found = chances(scores[0].total, scores[1].total, one.field.settings)
    if found.beats + found.doubles >= LIKELY:
        winner, loser, doubles = one, two, found.doubles
    elif found.beaten + found.doubled >= LIKELY:
        winner, loser, doubles = two, one, found.doubled
    else:
        return None
    degree = BEATEN
    outcome, clause = outcome_of(loser, winner, degree)
    if outcome == FALL_BACK and doubles >= LIKELY:
        degree = DOUBLED
        outcome, clause = outcome_of(loser, winner, degree)
    if outcome in (NOTHING, FALL_BACK):
        return None
    combat = Combat(
        way="close",
        attacker=one.stand.id,
        defender=two.stand.id,
        attacker_edge=one.edge,
        defender_edge=two.edge,
        degree=degree,
        outcome=outcome,
        clause=clause,
        winner=winner.stand.id,
        loser=loser.stand.id,
    )
    return combat, winner, loser


# ── the next turn ────────────────────────────────────────────────────────────
def next_turn(here: Field, points: int) -> Field:
    """The movement phase of whoever is next, who has rolled so much for each command."""
    position = here.position
    seats = here.book.stack(seams.NEXT_SEAT, here.book, position)
    for event in (
        Expired(names.CLOSE),
        Expired(names.TURN),
        Entered(position.turn + 1, names.MOVEMENT, seats),
    ):
        position = evolve_position(position, event)
    return Field(here.book, with_points(position, seats, points))


def with_points(position: Position, seats: tuple[Seat, ...], points: int) -> Position:
    """The position with so many command points for each command of some seats."""
    for command in commands(position, seats):
        position = with_count(position, command, names.CP, points)
    return position
