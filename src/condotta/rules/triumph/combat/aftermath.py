"""What follows a result: outcome moves and losses, then pursuit, then turning to face.

Each is a frame of its own, so that a layer can put frames before it at the seams RESULT_KNOWN,
OUTCOME_MOVED and COMBAT_DONE. [TC-3.40 to TC-3.86, TC-5.36, TC-9.2]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from condotta.kernel.asks import Frame, Script
from condotta.kernel.book import Book, Procedure
from condotta.kernel.events import (
    Cleared,
    Counted,
    Event,
    Marked,
    Moved,
    Popped,
    Pushed,
    Removed,
    Ruled,
    Step,
)
from condotta.kernel.records import Mark, Piece, Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.combat.duel import Fighter, close_fighter
from condotta.rules.triumph.combat.results import (
    EVADE,
    FALL_BACK,
    NOTHING,
    PANIC,
    Combat,
    Pursuing,
    Result,
    combat_of,
    pursuing,
)
from condotta.rules.triumph.movement.fallback import Loss, OutcomeMove, has_room, plan_fall_back
from condotta.rules.triumph.movement.outcome_moves import (
    after,
    following,
    plan_evade,
    plan_panic,
    plan_pursuit,
)
from condotta.rules.triumph.stands.field import Field, Stand, field, near
from condotta.table import TOUCH, Edge, base, edge_on, turn_to_face

PLANS: Mapping[str, Callable[[Field, Stand, Edge], OutcomeMove]] = {
    FALL_BACK: plan_fall_back,
    EVADE: plan_evade,
    PANIC: plan_panic,
}
MOVES = re.compile(r"TC-3\.[4567]\d")


class Aftermath(Script, frozen=True, kw_only=True):
    """The loser of a combat suffers its outcome. [TC-3.5, TC-3.6]"""

    combat: Combat


class Pursuit(Script, frozen=True, kw_only=True):
    """The winner follows, if nothing holds it, by those clauses. [TC-3.70, TC-3.80]"""

    combat: Combat
    why: tuple[str, ...] = ()


class CombatEnd(Script, frozen=True, kw_only=True):
    """All moves of a combat are made; whoever is held in flank or rear turns. [TC-5.47]"""

    combat: Combat


# ── the result is known ──────────────────────────────────────────────────────
def settle(one: Fighter, two: Fighter, result: Result) -> Iterator[Event]:
    """Announce a result and begin what follows; the frame that rolled is done. [TC-9.2]"""
    combat = combat_of(one, two, result)
    yield Ruled(result.clause, key_of(combat), params_of(combat), result.scores, at_nought(result))
    for fighter in (one, two) if one.kind == "close" else (one,):
        yield Marked(fighter.stand.id, mark_of(one.kind))
    yield Popped()
    yield Pushed(CombatEnd(combat=combat))
    if result.winner is None or result.loser is None or result.outcome == NOTHING:
        return
    yield Pushed(Aftermath(combat=combat))
    order = pursuing(result.winner, result.loser, combat.outcome, combat.degree)
    if order.barred and not result.winner.is_camp:
        yield ordered(order.clauses, "stays", combat)
    due = order.due and leads_on(one.field, combat)
    for frame in one.book.union(seams.RESULT_KNOWN, result.winner, result.loser, due):
        yield Pushed(frame)


def at_nought(result: Result) -> tuple[str, ...]:
    """What else makes the result what it is: a score of nought or less. [TC-3.4]"""
    low = min(score.total for score in result.scores)
    return ("TC-3.4",) if low <= 0 and result.winner is not None else ()


def ordered(clauses: tuple[str, ...], what: str, combat: Combat) -> Ruled:
    """Why the winner pursues or stays: the first clause says it, the others as well. [TC-3.70]"""
    book, number = clauses[0].lower().split("-")
    key = f"{book}.{number.replace('.', '-')}.{what}"
    params: dict[str, Param] = {"stand": combat.winner, "loser": combat.loser}
    return Ruled(clauses[0], key, params, cites=clauses[1:])


def mark_of(kind: str) -> Mark:
    """A stand rolls once in a phase. [TC-6.1, TC-9.9]"""
    return Mark(names.FOUGHT, names.CLOSE) if kind == "close" else Mark(names.SHOT, names.RANGED)


def key_of(combat: Combat) -> str:
    """The message of a result."""
    return f"combat.{combat.way}.{combat.outcome.replace(' ', '-')}"


def params_of(combat: Combat) -> dict[str, Param]:
    """Who fought whom, and who came off worse."""
    return {
        "attacker": combat.attacker,
        "defender": combat.defender,
        "winner": combat.winner,
        "loser": combat.loser,
        "degree": combat.degree,
        "edges": (combat.attacker_edge, combat.defender_edge),
    }


# ── the loser ────────────────────────────────────────────────────────────────
def aftermath(book: Book, state: State, frame: Aftermath) -> Iterator[Event]:
    """Carry the outcome out, and let the winner follow if it is to. [TC-3.5, TC-3.6, TC-3.80]"""
    combat = frame.combat
    here = field(book, state.position)
    loser, winner = here.find(combat.loser), here.find(combat.winner)
    if loser is None:
        yield Popped()
        return
    by = winner.seat if winner else ""
    plan = plan_of(here, loser, combat)
    yield from carried_out(here, loser, plan, by)
    yield Popped()
    order = Pursuing() if winner is None else follows(here, winner, loser, combat)
    if order.due:
        yield Pushed(Pursuit(combat=combat, why=order.clauses))
    for move in plan.moves:
        for then in book.union(seams.OUTCOME_MOVED, book, state.position, move):
            yield Pushed(then)


def plan_of(here: Field, loser: Stand, combat: Combat) -> OutcomeMove:
    """The outcome move, or plain destruction. [TC-3.85]"""
    side: Edge = "front" if combat.way == "ranged" else edge_fought(combat, loser)
    plan = PLANS.get(combat.outcome)
    if plan is not None:
        return plan(here, loser, side)
    return OutcomeMove(loser.id, combat.clause, lost=(Loss(loser.id, combat.clause),))


def carried_out(here: Field, loser: Stand, plan: OutcomeMove, by: Seat) -> Iterator[Event]:
    """The events of a planned outcome: explained, moved, removed. [TC-3.85]

    An enemy lost in a collision is lost to the side that ran into it. Of two that are lost the
    second is lost on a table where the first is gone.
    """
    if MOVES.fullmatch(plan.clause):
        yield Ruled(plan.clause, move_key(plan), told(plan))
    yield from plan.moves
    for loss in plan.lost:
        stand = here.find(loss.stand)
        if stand is None:
            continue  # it has gone with another that was lost, as a layer said
        blame = loser.seat if here.relation(loser.seat, stand.seat) == "enemy" else by
        events = tuple(removed(here, stand, loss.clause, blame))
        yield from events
        if len(plan.lost) > 1:
            here = following(here, events)


def move_key(plan: OutcomeMove) -> str:
    """The message of an outcome move: where it led, or whom it cost."""
    section, number = plan.clause.removeprefix("TC-").split(".")
    return f"tc.{section}-{number}.{'lost' if plan.lost else 'moves'}"


def told(plan: OutcomeMove) -> dict[str, Param]:
    """Who moved, how far, and what was met on the way."""
    return {"stand": plan.stand, "met": plan.met, "far": sum(plan.moved)}


def removed(here: Field, stand: Stand, clause: str, by: Seat) -> Iterator[Event]:
    """Off the table at once, a camp with its garrison; a general leaves no successor.

    [TC-3.85, TC-3.86, TC-9.22]
    """
    yield from gone(here, stand.piece, clause, by)
    if stand.is_camp:
        for piece in here.position.at("aside"):
            if piece.unit == stand.id and names.GARRISON in piece.traits:
                yield from gone(here, piece, clause, by)
    if stand.general:
        yield Ruled("TC-3.86", "tc.3-86.general", {"stand": stand.id, "command": stand.command})


def gone(here: Field, piece: Piece, clause: str, by: Seat) -> Iterator[Event]:
    """One stand destroyed: what it was comes to light, and what its loss counts. [TC-3.85]"""
    yield from here.book.union(seams.DESTROYED, here.book, here.position, piece)
    counts = here.book.sole(seams.COUNTS, here.book, piece)
    if counts is not None and counts != here.position.count(piece.id, names.WORTH):
        yield Counted(piece.id, names.WORTH, counts)
    yield Removed(piece.id, "lost", by, clause)
    yield from here.book.union(seams.LOST, here.book, here.position, piece, by)


# ── the winner ───────────────────────────────────────────────────────────────
def follows(here: Field, winner: Stand, loser: Stand, combat: Combat) -> Pursuing:
    """Whether the winner is to pursue after this combat. [TC-3.70]"""
    if combat.way == "ranged":
        return Pursuing()
    own = close_fighter(here, winner, loser, edge_fought(combat, winner))
    other = close_fighter(here, loser, winner, edge_fought(combat, loser))
    return pursuing(own, other, combat.outcome, combat.degree)


def edge_fought(combat: Combat, stand: Stand) -> Edge:
    """The edge that one of the two fought to."""
    return combat.attacker_edge if stand.id == combat.attacker else combat.defender_edge


def pursuit(book: Book, state: State, frame: Pursuit) -> Iterator[Event]:
    """Straight ahead, unless another enemy holds it. [TC-3.74 to TC-3.78]"""
    here = field(book, state.position)
    winner = here.find(frame.combat.winner)
    if winner is None or held_in_place(here, winner):
        if winner is not None:
            yield Ruled("TC-3.77", "tc.3-77.held", {"stand": winner.id}, cites=frame.why)
        yield Popped()
        return
    if frame.why:
        yield ordered(frame.why, "pursues", frame.combat)
    plan = plan_pursuit(here, winner)
    yield Ruled(plan.clause, move_key(plan), told(plan))
    yield from plan.moves
    there = after(here, plan)
    if fights_at_once(there, winner.id):
        yield Cleared(winner.id, names.FOUGHT)
    elif strikes_enemy(there, winner.id, plan.met):
        yield Marked(winner.id, Mark(names.FRESH))
    yield Popped()
    for move in plan.moves:
        for then in book.union(seams.OUTCOME_MOVED, book, state.position, move):
            yield Pushed(then)


def leads_on(here: Field, combat: Combat) -> bool:
    """Whether a pursuit that is due will lead anywhere, once the loser has suffered its outcome.

    Not where another enemy holds the winner, or where there is no room ahead. [TC-3.75, TC-3.77]
    """
    loser, winner = here.stand(combat.loser), here.stand(combat.winner)
    suffered = carried_out(here, loser, plan_of(here, loser, combat), winner.seat)
    there = following(here, suffered)
    pursuer = there.find(winner.id)
    if pursuer is None or held_in_place(there, pursuer):
        return False
    return bool(plan_pursuit(there, pursuer).moves)


def held_in_place(here: Field, winner: Stand) -> bool:
    """Another enemy in contact with its front, or any with its flank or rear. [TC-3.77]"""
    if here.settings.flag("flankHeldPursues"):
        ahead = here.enemy_on(winner, "front")
        return ahead is not None or here.fights_to_front(winner) is not None
    return winner.id in here.fighting


def fights_at_once(here: Field, name: str) -> bool:
    """Whether a pursuer may roll again in this phase, by a setting only. [TC-3.78]"""
    lined_up = here.fights_to_front(here.stand(name)) is not None
    return lined_up and here.settings.flag("pursuitFoughtAtOnce")


def strikes_enemy(here: Field, name: str, met: str) -> bool:
    """Whether a front edge now lies on an enemy, lined up or not: fresh contact. [TC-3.78]"""
    stand = here.stand(name)
    return any(
        enemy.id == met or edge_on(stand.base, "front", enemy.base) is not None
        for enemy in here.enemies(stand.seat)
        if near(stand.base, enemy.base, TOUCH)
    )


# ── afterwards ───────────────────────────────────────────────────────────────
def finish(book: Book, state: State, frame: CombatEnd) -> Iterator[Event]:
    """Turn to face, one after the other; then the combat is over. [TC-5.47]"""
    combat = frame.combat
    here = field(book, state.position)
    for name in (combat.attacker, combat.defender) if combat.way == "close" else ():
        stand = here.find(name)
        step = None if stand is None else turned_to_face(here, stand)
        if step is not None:
            yield Ruled("TC-5.47", "tc.5-47.turns", {"stand": name})
            yield Moved((step,), "turn")
            return
    yield Popped()
    for then in book.union(seams.COMBAT_DONE, book, state.position, combat):
        yield Pushed(then)


def turned_to_face(here: Field, stand: Stand) -> Step | None:
    """Where a stand held in flank or rear only would turn to, if there is room. [TC-5.36]

    # RULING TC-5.47: of several enemies it faces the one that was mustered first and can be faced.
    """
    if stand.is_camp or here.fights_to_front(stand) is not None:
        return None
    if not here.settings.flag("turnAfterCombat"):
        return None
    others = [other for other in here.stands if other is not stand]
    for touch in here.attackers(stand):
        pose = turn_to_face(stand.base.pose, stand.base.shape, touch.edge)
        if has_room(here, base(pose, stand.base.shape), others):
            return Step(stand.id, pose)
    return None


PROCEDURES: dict[type[Frame], Procedure] = {
    Aftermath: aftermath,
    Pursuit: pursuit,
    CombatEnd: finish,
}
