"""A combat as its dice are taken up: how the two fight, for the odds and for the dice alike.

What layers change at that moment is changed here and nowhere else. [TC-9.7, TC-6.21]
"""

from __future__ import annotations

from condotta.kernel.events import Event
from condotta.rules.triumph import seams
from condotta.rules.triumph.combat.duel import Fighter, Kind, close_fighter, duel, volley
from condotta.rules.triumph.movement.outcome_moves import following
from condotta.rules.triumph.stands.field import Field
from condotta.table import Edge


def engaged(
    here: Field, attacker: str, defender: str, kind: Kind = "close"
) -> tuple[tuple[Event, ...], Fighter, Fighter]:
    """What happens as the dice are taken up, and both as they then roll; attacker first.

    Each fights to the edge it fought to before that, whatever its base is now.
    """
    one, two = (duel if kind == "close" else volley)(here, attacker, defender)
    events = here.book.union(seams.BEFORE_DICE, one, two)
    if not events:
        return (), one, two
    there = following(here, events)
    if kind == "ranged":
        return events, *volley(there, attacker, defender)
    return events, *rolling(there, attacker, defender, (one.edge, two.edge))


def rolling(
    here: Field, attacker: str, defender: str, edges: tuple[Edge, Edge]
) -> tuple[Fighter, Fighter]:
    """The two sides of a close combat to those edges, as they stand now."""
    one, two = here.stand(attacker), here.stand(defender)
    return close_fighter(here, one, two, edges[0]), close_fighter(here, two, one, edges[1])
