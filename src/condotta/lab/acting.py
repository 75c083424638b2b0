"""Which clauses of layers acted in a battle, and how often: rulings, modifiers, exchanges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from condotta.kernel.battle import Battle
from condotta.kernel.events import Ended, Event, Removed, Ruled, Veiled

BASE = ("TC-", "FB-")


def acted(battle: Battle) -> Counter[str]:
    """How often each clause that is none of the base game's was cited by what happened."""
    return Counter(clause for clause in cited(battle.log) if not clause.startswith(BASE))


def cited(events: Iterable[Event]) -> Iterator[str]:
    """Every clause that events cite: for a ruling its own, others it names, its modifiers'."""
    for event in events:
        match event:
            case Veiled(_, inside, _):
                yield from cited((inside,))
            case Ruled(clause, _, _, tallies, cites):
                yield from (clause, *cites)
                yield from (part.clause for tally in tallies for part in tally.parts)
            case Removed(_, _, _, clause) | Ended(_, clause):
                if clause:
                    yield clause
            case _:
                pass
