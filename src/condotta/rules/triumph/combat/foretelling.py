"""What would come of a result besides: who would be lost, whether the winner would pursue.

It is worked out by what settles real results, on a table that nobody sees. [TC-3.40 to TC-3.80]
"""

from __future__ import annotations

from condotta.kernel.events import Removed
from condotta.kernel.records import Record
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.aftermath import carried_out, held_in_place, plan_of
from condotta.rules.triumph.combat.duel import Fighter
from condotta.rules.triumph.combat.results import NOTHING, Pursuing, Result, combat_of, pursuing
from condotta.rules.triumph.movement.outcome_moves import following
from condotta.rules.triumph.stands.field import Field


class Meaning(Record, frozen=True):
    """What a result would mean: what the loser suffers and why, who is lost, who pursues.

    `lost` are all stands that it costs, each with the clause; `pursuit` the clauses by which the
    winner pursues or does not; `unless` those by which its pursuit may yet be stopped.
    """

    outcome: str
    clause: str
    pursues: bool = False
    pursuit: tuple[str, ...] = ()
    lost: dict[str, str] = {}
    unless: tuple[str, ...] = ()


def meaning(one: Fighter, two: Fighter, result: Result) -> Meaning:
    """What a result of those two would mean; attacker or shooter first."""
    winner, loser = result.winner, result.loser
    if winner is None or loser is None or result.outcome == NOTHING:
        return Meaning(result.outcome, result.clause)
    combat = combat_of(one, two, result)
    plan = plan_of(one.field, loser.stand, combat)
    events = tuple(carried_out(one.field, loser.stand, plan, winner.stand.seat))
    removed = (event for event in events if isinstance(event, Removed) and event.to == "lost")
    order = pursuing(winner, loser, combat.outcome, combat.degree)
    order = held(following(one.field, events), winner.stand.id, order)
    return Meaning(
        result.outcome,
        result.clause,
        order.due,
        order.clauses,
        {event.piece: event.clause for event in removed},
        winner.book.union(seams.STOPPED_BY, winner, loser) if order.due else (),
    )


def held(there: Field, name: str, order: Pursuing) -> Pursuing:
    """The order to pursue once the loser has suffered, if nothing holds the winner. [TC-3.77]"""
    winner = there.find(name)
    if not order.due or (winner is not None and not held_in_place(there, winner)):
        return order
    return Pursuing(clauses=("TC-3.77",), barred=True)
