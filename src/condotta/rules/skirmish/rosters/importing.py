"""Rosters that players have, as skirmish armies: units, models, weapons, ratings. [SK-122, SK-126]

A roster says nothing of bases: they are the usual ones for the keywords. What these rules cannot
use of it is named, each once, and what it states of itself is compared with what was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from condotta.armies.rosters.roster_files import RosterFile, Selection, read_file
from condotta.armies.rosters.roster_games import SKIRMISH, UNKNOWN
from condotta.armies.rosters.roster_sums import Fielded, Sums, compared, few_enough
from condotta.rules.shelf import other_game
from condotta.rules.skirmish.reading.datasheets import Datasheet
from condotta.rules.skirmish.rosters.armies import Detachment, Host, Squad
from condotta.rules.skirmish.rosters.detachments import command_points
from condotta.rules.skirmish.rosters.roster_models import ranks_of
from condotta.rules.skirmish.rosters.roster_units import squad_of
from condotta.rules.skirmish.rosters.roster_words import readings, slug

ANY_NUMBER = 999


class Brought(msgspec.Struct, frozen=True):
    """A roster as an army, what these rules could not use of it, what it states of itself."""

    host: Host
    unused: tuple[str, ...]
    sums: Sums


def bring(path: Path) -> Brought:
    """The army in a roster file; one that is for another game is a PlainError that says so."""
    return army_of(read_file(path), path.name)


def army_of(roster: RosterFile, file: str) -> Brought:
    """The army of a roster that was read."""
    if roster.game not in (SKIRMISH, UNKNOWN):
        raise other_game(roster, file, SKIRMISH)
    unused: list[str] = []
    fielded: list[Fielded] = []
    detachments, at = [], 0
    for name, size in zip(roster.forces, roster.sizes, strict=True):
        squads = tuple(units_of(roster.selections[at : at + size], unused, fielded))
        at += size
        if squads:
            detachments.append(Detachment(pattern_of(name), squads))
    few_enough(fielded, file)
    if not detachments:
        raise other_game(roster, file, SKIRMISH)
    host = Host(
        slug(roster.name),
        roster.name or file,
        tuple(distinct(detachments)),
        points=points_of(roster),
    )
    sums = compared(roster, fielded, command_points(host))
    return Brought(host, tuple(dict.fromkeys(unused)), sums)


def points_of(roster: RosterFile) -> int:
    """The command points that a roster states; -1 leaves them to its detachments. [SK-129]"""
    stated = roster.costs.get("CP")
    return -1 if stated is None else max(0, round(stated))


def pattern_of(name: str) -> str:
    """The kind of a detachment by its name, or the name itself. [SK-126]"""
    words = name.casefold()
    known = (one.pattern for one in readings().detachment if one.words in words)
    return next(known, name)


def units_of(
    selections: Sequence[Selection], unused: list[str], fielded: list[Fielded]
) -> Iterator[Squad]:
    """The units among what was chosen; the others are named where they tell of anything."""
    for one in selections:
        ranks = ranks_of(one)
        made = squad_of(one, ranks, unused)
        fielded.append(Fielded(one, sum(rank.number for rank in ranks) if made else 0))
        if made is not None:
            yield made
        elif ranks or any(inside.profiles for inside in one.walk()):
            unused.append(one.name)


def distinct(detachments: Sequence[Detachment]) -> Iterator[Detachment]:
    """Datasheets that differ get ids that differ: one army has one sheet of an id."""
    sheets: dict[str, Datasheet] = {}
    for detachment in detachments:
        squads = []
        for squad in detachment.squads:
            sheet = named_apart(squad.sheet, sheets)
            sheets[sheet.id] = sheet
            squads.append(replace(squad, sheet=sheet))
        yield replace(detachment, squads=tuple(squads))


def named_apart(sheet: Datasheet, known: dict[str, Datasheet]) -> Datasheet:
    """The sheet under an id that no other sheet has."""
    for number in range(1, ANY_NUMBER):
        name = sheet.id if number == 1 else f"{sheet.id} {number}"
        made = replace(sheet, id=name)
        if known.get(name, made) == made:
            return made
    raise AssertionError(sheet.id)
