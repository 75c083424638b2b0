"""What was read of a player's roster beside what the roster states of itself, unit by unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from condotta.armies.rosters.roster_files import RosterFile, Selection
from condotta.armies.rosters.roster_games import COMMAND, POINTS, POWER
from condotta.armies.rosters.roster_trees import refused
from condotta.words import say

MODELS = "models"
MOST_MODELS = 1_000
KINDS = (POWER, POINTS)


class Fielded(msgspec.Struct, frozen=True):
    """A unit of a roster, and how many models were read of it; none if it is not fielded.

    `called` are those that the file calls models, where mounts are not among them.
    """

    unit: Selection
    models: int
    called: int = -1


class Difference(msgspec.Struct, frozen=True):
    """Something that a roster states and that was read otherwise.

    `unit` is "" for the whole army; `kind` is models, power, pts or CP.
    """

    unit: str
    kind: str
    stated: int
    read: int


class Sums(msgspec.Struct, frozen=True):
    """What a roster states in all, and every difference."""

    stated: dict[str, int]
    differences: tuple[Difference, ...]


def compared(roster: RosterFile, units: Sequence[Fielded], command: int | None = None) -> Sums:
    """Every difference between what is fielded and what the roster states, units first."""
    stated = {kind: round(cost) for kind, cost in roster.costs.items()}
    found = [one for unit in units for one in of_unit(unit)]
    found += of_all(stated, [one for one in units if one.models])
    if command is not None and COMMAND in stated and stated[COMMAND] != command:
        found.append(Difference("", COMMAND, stated[COMMAND], command))
    return Sums(stated, tuple(found))


def of_unit(one: Fielded) -> Iterator[Difference]:
    """A unit that is left out, or has another number of models than the file calls so."""
    models = one.unit.models if one.called < 0 else one.called
    if one.models:
        if models and models != one.models:
            yield Difference(one.unit.name, MODELS, models, one.models)
        return
    for kind in KINDS:
        cost = round(one.unit.cost(kind))
        if cost:
            yield Difference(one.unit.name, kind, cost, 0)
    if models:
        yield Difference(one.unit.name, MODELS, models, 0)


def of_all(stated: dict[str, int], units: Sequence[Fielded]) -> Iterator[Difference]:
    """Points and power of the whole army, where they are stated."""
    for kind in KINDS:
        read = round(sum(one.unit.cost(kind) for one in units))
        if kind in stated and stated[kind] != read:
            yield Difference("", kind, stated[kind], read)


def told(sums: Sums) -> list[str]:
    """A line for each difference, or one that there is none."""
    lines = [
        say(f"roster-sums.{'unit' if one.unit else 'army'}.{one.kind.casefold()}", _said(one))
        for one in sums.differences
    ]
    known = any(kind in sums.stated for kind in (*KINDS, COMMAND))
    return lines or [say("roster-sums.same" if known else "roster-sums.unstated")]


def _said(one: Difference) -> dict[str, str | int]:
    return {"unit": one.unit, "stated": one.stated, "read": one.read}


def few_enough(units: Sequence[Fielded], file: str) -> None:
    """Refuse an army of more models than any table holds."""
    models = sum(one.models for one in units)
    if models > MOST_MODELS:
        raise refused("models", file, models=models, most=MOST_MODELS)
