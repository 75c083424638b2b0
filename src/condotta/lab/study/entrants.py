"""Who enters a battle of a study: which bot with which army at which place of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from condotta.armies import Library, Roster, public_name
from condotta.armies.building.worded_changes import reworded
from condotta.armies.shelf import shipped
from condotta.errors import UNREADABLE, PlainError, nearest
from condotta.lab.matches import Field, drawn
from condotta.rules import fielding
from condotta.rules.systems import SYSTEMS, Levy

APPETITES = ("some", "many")
APART = 1_000_000
"""How far the numbers of set-ups of two seeds are apart."""


class Fielded(msgspec.Struct, frozen=True):
    """An army as a record has it: what it is called, the word for it, and itself if need be.

    `roster` is empty for a shipped one, else the whole army as JSON.
    """

    name: str
    army: str
    roster: str = ""


def numbered(count: int, one: str, many: str) -> str:
    """A number with its noun.

    >>> numbered(1, "army", "armies"), numbered(3, "army", "armies")
    ('1 army', '3 armies')
    """
    return f"{count} {one if count == 1 else many}"


def word_of(value: Any) -> str:
    """A value of a setting as it is written.

    >>> word_of(True), word_of("all"), word_of(None)
    ('true', 'all', 'null')
    """
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def armies_of(cell: Any, seed: int, setup: int) -> tuple[tuple[Fielded, Any], ...]:
    """The armies of a set-up, one for each bot of a cell, before anybody takes a place."""
    count, number = len(cell.bots), seed * APART + setup
    how = SYSTEMS[cell.system]
    if cell.armies:
        found = [named(cell.system, word) for word in cell.armies]
    elif cell.cards:
        if how.armies_of_its_own is not None:
            raise PlainError(f"There are no battle cards in {cell.system}: leave out cards.")
        every = drawn(Field(cell.system, cell.seats, cell.cards), number)
        found = [fielded(cell.system, one) for one in every]
    else:
        every = fielding.armies_for(cell.system, "", count, number)
        found = [fielded(cell.system, one) for one in every]
    if cell.mirror:
        found = found[:1] * count
    first = found[0]
    if cell.base:
        found = [altered(cell, one, cell.base) if one == first else one for one in found]
    if cell.card or cell.stands:
        found[0] = altered(cell, first, (*cell.base, *cell.stands), cell.card)
    return tuple(found)


def altered(
    cell: Any, entered: tuple[Fielded, Any], stands: Sequence[str], card: Sequence[str] = ()
) -> tuple[Fielded, Any]:
    """An army with other stands and with cards."""
    told, roster = entered
    if not isinstance(roster, Roster):
        raise PlainError(f"Armies of {cell.system} have no lists: leave out base, card and stands.")
    shelf = fielding.shelf_for(cell.system, told.army) or shipped()
    changed = reworded(roster, shelf, stands=stands, card=card)
    more = ", ".join((*stands, *card))
    return Fielded(f"{told.name} with {more}", told.army, msgspec.json.encode(changed).decode()), (
        changed
    )


def named(system: str, word: str) -> tuple[Fielded, Any]:
    """An army by its word: an id, a label, a list, or a file."""
    own = SYSTEMS[system].armies_of_its_own
    army = own(word, 1, 0)[0] if own is not None else fielding.roster_called(word)
    return fielded(system, army, word)


def fielded(system: str, army: Any, word: str = "") -> tuple[Fielded, Any]:
    """An army with what a record has of it."""
    if is_shipped(system, army):
        return Fielded(called(army), army.id), army
    shelf = fielding.shelf_for(system, word) if word else None
    return Fielded(called(army, shelf), word, msgspec.json.encode(army).decode()), army


def is_shipped(system: str, army: Any) -> bool:
    """Whether it is one of those that everybody has, as it is."""
    hosts = SYSTEMS[system].hosts
    known: Mapping[str, Any] = (
        hosts() if hosts is not None else {one.id: one for one in shipped().rosters}
    )
    return bool(known.get(army.id) == army)


def called(army: Any, shelf: Library | None = None) -> str:
    """What everybody may call an army."""
    if isinstance(army, Roster):
        return public_name(army, shelf)
    return str(army.label)


def again(system: str, one: Fielded) -> Any:
    """The army of a record; what names none is a PlainError."""
    if system not in SYSTEMS:
        raise PlainError(f"There is no system called {system}.{nearest(system, SYSTEMS)}")
    hosts = SYSTEMS[system].hosts
    if not one.roster:
        return named(system, one.army)[1]
    kind = Roster if hosts is None else type(next(iter(hosts().values())))
    try:
        return msgspec.json.decode(one.roster, type=kind)
    except UNREADABLE as why:
        raise PlainError(f"The record has no army {one.name} ({why}).") from why


def levy_of(system: str, armies: Sequence[Fielded], seed: str) -> Levy:
    """From which lists the armies of a battle are mustered, and by what lots."""
    files = ",".join(one.army for one in armies if one.roster and one.army)
    shelf = fielding.shelf_for(system, files) if files else None
    return Levy(shelf, Random(f"{seed}/muster"))
