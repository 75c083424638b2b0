"""What any roster holds and costs, divided into commands or not. [AL-9, AL-16]"""

from condotta.armies.checking.army_commands import ALLY, bill_of, parts
from condotta.armies.checking.costing import Breakdown, bill
from condotta.armies.lists.binding import Bound, bind
from condotta.armies.records import ArmyList, DataSet, Roster
from condotta.armies.shelf import Library, shipped

Bounds = tuple[tuple[str, Bound], ...]
"""Parts of an army, each with what its places begin with."""


def bounds(roster: Roster, source: tuple[DataSet, ArmyList], shelf: Library) -> Bounds:
    """The army; of one in commands the main ones together, and each ally by its number."""
    if not roster.split:
        return (("", bind(roster, *source)),)
    return tuple(
        (f"{part.commands[0].number}/" if part.kind == ALLY else "", part.bound)
        for part in parts(roster, *source, shelf)
    )


def cost(roster: Roster, shelf: Library | None = None) -> Breakdown:
    """The bill of a roster, at the prices of the data version it is pinned to. [AL-9.3, AL-14]"""
    found = shelf or shipped()
    return paid(roster, found.sourced(roster), found)


def paid(roster: Roster, source: tuple[DataSet, ArmyList], shelf: Library) -> Breakdown:
    """The same where its prices and its list are at hand."""
    if roster.split:
        return bill_of(parts(roster, *source, shelf))
    return bill(bind(roster, *source))
