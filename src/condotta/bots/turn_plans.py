"""Plans for a whole turn's moves: tried to their end, weighed with the enemy's answer, mended.

Movement has no dice, so that a plan can be tried on positions of one's own. A few beginnings are
made longer move by move, by the eye of a steward; the best plan is then changed in one move at a
time for as long as it gets clearly better, the enemy's best contacts and one's own after them
reckoned in. How long is thought is counted in positions weighed and plans answered, never in
seconds, and less of both where more stands are on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from condotta.bots.answers import answered
from condotta.bots.marching import NEARER, Idea, haste, ideas, nearer, wades
from condotta.bots.supposing import Trials, fought, next_turn
from condotta.bots.weighing import Eye
from condotta.kernel.records import Seat
from condotta.rules.treachery.host import HOST
from condotta.rules.triumph import seams
from condotta.rules.triumph.movement.moves import Move
from condotta.rules.triumph.stands.bodies import free_stands
from condotta.rules.triumph.stands.field import Field
from condotta.table import Pose

CLEARLY, SOMEWHAT = 1.0, 0.25  # half points by which a change must be better: the first, others
USUAL = 30  # stands up to which is thought in full
EACH = 0.04  # half points that a move must be worth: nobody marches for nothing
MANY, FEW = (6, 7), (3, 3)  # moves tried after a beginning: onto the enemy, and others
TRIES = 4  # moves judged of one body
JUDGED = 8  # moves judged at most for each that is wanted
INSTEAD = 2  # other moves of the same body that are tried in place of one
ALSO = 7  # plans of the first search that are answered as well
POINTS = 4  # command points that are taken to be rolled for each command: a little over the mean
REPLIES = 12  # contacts that are weighed for an answer
ANSWER, AFTER = 1.0, 0.5  # how much the combats of the enemy's turn count, and of one's own then

Places = tuple[Pose | None, ...]


class Thought(msgspec.Struct, frozen=True):
    """How much is thought: so many beginnings kept, positions weighed, and plans answered."""

    breadth: int
    weighed: int
    answered: int

    def among(self, stands: int) -> Thought:
        """The same for so many stands on the table: each position takes longer to weigh."""
        part = min(1.0, USUAL / stands) ** 2 if stands else 1.0
        return Thought(
            self.breadth, max(1, round(part * self.weighed)), max(1, round(part * self.answered))
        )


class Plan(msgspec.Struct, frozen=True, gc=False):
    """Moves in order, the field after them, and what that is worth before anybody answers."""

    moves: tuple[Move, ...]
    field: Field
    worth: float


class Planning:
    """One search for a plan, by the eye of a seat."""

    def __init__(self, eye: Eye, thought: Thought) -> None:
        """From where the eye stands, with so much thought."""
        self.eye = eye
        self.thought = thought.among(len(eye.here.stands))
        self.seat = eye.seat
        self.trials = Trials()
        self.others: dict[Seat, Eye] = {}
        self.count = 0
        """How many plans were weighed or answered."""

    def best(self) -> Plan:
        """The plan that promises most; one without moves is to stay."""
        begun = self.beginnings()
        self.count = len(begun)
        found = sorted(begun, key=lambda plan: -plan.worth)
        if len(found) == 1 or not foreseeable(self.eye):
            return found[0]
        best, left = found[0], self.thought.answered
        most = self.reckoned(best) + CLEARLY
        tried = {places(best.field, self.seat)}
        changed = True
        while changed and left > 0:
            changed = False
            for plan in self.changes(best, found):
                mark = places(plan.field, self.seat)
                if mark in tried:
                    continue
                tried.add(mark)
                worth = self.reckoned(plan)
                left -= 1
                self.count += 1
                changed = worth > most
                if changed:
                    best, most = plan, worth + SOMEWHAT
                if changed or left <= 0:
                    break
        return best

    def gain(self, plan: Plan) -> float:
        """By how much a plan is better than to stay, answered where answers can be foreseen."""
        here = self.eye.here
        stays = Plan((), here, self.eye.value(here))
        if foreseeable(self.eye):
            return self.reckoned(plan) - self.reckoned(stays)
        return plan.worth - stays.worth

    # ── trying ───────────────────────────────────────────────────────────────
    def beginnings(self) -> list[Plan]:
        """Every plan that was weighed, the one to stay first; none twice by another order.

        Once as many are weighed as may be, the best alone goes on for as long as it gets better.
        """
        here = self.eye.here
        found = [Plan((), here, self.eye.value(here))]
        seen = {places(here, self.seat)}
        kept = found[:]
        while kept:
            spent = len(found) > self.thought.weighed
            fresh: list[Plan] = []
            for plan in kept[:1] if spent else kept:
                for more in self.longer(plan, FEW if spent else MANY):
                    mark = places(more.field, self.seat)
                    if mark not in seen:
                        seen.add(mark)
                        fresh.append(more)
            found.extend(fresh)
            fresh.sort(key=lambda plan: -plan.worth)
            if spent and fresh and fresh[0].worth <= kept[0].worth:
                break
            kept = fresh[: self.thought.breadth]
        return found

    def longer(self, plan: Plan, tried: tuple[int, int]) -> Iterator[Plan]:
        """A plan with one move more, for so many of those that strike and those that do not.

        Where all that promises anything is barred, single stands wade. [TC-4.12, TC-5.11]
        """
        here = plan.field
        if not free_stands(here, self.seat):
            return
        eye = Eye(here, self.seat, self.eye.matchups, self.eye)
        promising = sorted(ideas(eye), key=lambda idea: -idea.promise)
        hopeful = {idea.move for idea in promising if idea.promise > 0}
        barred = True
        for strikes, most in zip((True, False), tried, strict=True):
            some = [idea for idea in promising if idea.strikes == strikes]
            for move, there in self.legal(here, some, most):
                barred = barred and move not in hopeful
                yield self.weighed((*plan.moves, move), there)
        if barred:
            some = [idea for idea in promising if wades(idea.move)]
            for move, there in self.legal(here, some, tried[1]):
                yield self.weighed((*plan.moves, move), there)

    def legal(self, here: Field, some: list[Idea], most: int) -> Iterator[tuple[Move, Field]]:
        """So many of some moves that are legal, the first of them first, few of one body."""
        tried: Counter[tuple[str, ...]] = Counter()
        found = 0
        for idea in some:
            body = idea.move.pieces
            if tried[body] == TRIES:
                continue
            if found == most or tried.total() == JUDGED * most:
                break
            tried[body] += 1
            there = self.trials.moved(here, self.seat, idea.move)
            if there is not None:
                found += 1
                yield idea.move, there

    def weighed(self, moves: tuple[Move, ...], there: Field) -> Plan:
        """The plan of some moves that lead there."""
        worth = self.eye.value(there) - EACH * len(moves)
        hurry = haste(self.eye.here.position.turn)
        if hurry:
            worth += hurry * sum(self.urged(there, move) for move in moves)
        return Plan(moves, there, worth)

    def urged(self, there: Field, move: Move) -> float:
        """How much a move is urged late in a battle: a charge, or to come nearer to the enemy."""
        fights = any(name in there.fighting for name in move.pieces)
        return 1.0 if fights else NEARER * nearer(self.eye, there, move)

    # ── mending ──────────────────────────────────────────────────────────────
    def changes(self, plan: Plan, found: list[Plan]) -> Iterator[Plan]:
        """Plans that differ in a move: one less, another of its body, one more; then others."""
        moves = plan.moves
        for number in range(len(moves)):
            yield from self.carried((*moves[:number], *moves[number + 1 :]))
        for number, move in enumerate(moves):
            for before in self.carried(moves[:number]):
                for other in self.instead(before.field, move):
                    yield from self.carried((*moves[:number], other, *moves[number + 1 :]))
        yield from self.longer(plan, MANY)
        yield from found[1 : ALSO + 1]

    def instead(self, here: Field, move: Move) -> list[Move]:
        """Other legal moves of the same body, the most promising ones."""
        body = set(move.pieces)
        eye = Eye(here, self.seat, self.eye.matchups, self.eye)
        same = [one for one in ideas(eye) if set(one.move.pieces) == body and one.move != move]
        same.sort(key=lambda idea: -idea.promise)
        return [other for other, _ in self.legal(here, same, INSTEAD)]

    def carried(self, moves: tuple[Move, ...]) -> Iterator[Plan]:
        """The plan of those moves in order, if each of them is legal then."""
        here: Field | None = self.eye.here
        for move in moves:
            here = None if here is None else self.trials.moved(here, self.seat, move)
        if here is not None:
            yield self.weighed(moves, here)

    # ── the enemy's answer ───────────────────────────────────────────────────
    def reckoned(self, plan: Plan) -> float:
        """What a plan is worth with the contacts that the enemy makes next, and one's own then."""
        total = plan.worth
        there = next_turn(fought(plan.field), POINTS)
        for seat in there.position.active:
            eye = Eye(there, seat, self.eye.matchups, self.others.get(seat))
            self.others[seat] = eye
            there = answered(eye, there, self.trials, REPLIES)
        total += ANSWER * self.eye.fights(there)
        later = next_turn(fought(there), POINTS)
        if self.seat in later.position.active:
            eye = Eye(later, self.seat, self.eye.matchups, self.eye)
            later = answered(eye, later, self.trials, REPLIES)
            total += AFTER * self.eye.fights(later)
        return total


def places(here: Field, seat: Seat) -> Places:
    """Where a seat's stands are: two plans that lead to the same are one."""
    return tuple([one.base.pose for one in here.stands if one.seat == seat])


def foreseeable(eye: Eye) -> bool:
    """Whether it is known whose turn is next, and that he is an enemy.

    Where there is treachery turn cards say it, and whom he attacks he says himself.
    """
    here = eye.here
    if here.book.sole(HOST) is not None:
        return False
    seats = here.book.stack(seams.NEXT_SEAT, here.book, here.position)
    return all(here.relation(eye.seat, seat) == "enemy" for seat in seats)
