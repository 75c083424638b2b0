"""A unit of a player's roster as a datasheet and its models. [SK-15, SK-20 to SK-23]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from condotta.armies.rosters.roster_files import Profile as Row
from condotta.armies.rosters.roster_files import Selection
from condotta.armies.rosters.roster_games import POINTS, POWER
from condotta.rules.skirmish import names
from condotta.rules.skirmish.reading.datasheets import Ability, Damaged, Datasheet, Profile
from condotta.rules.skirmish.rosters.armies import Figure, Squad
from condotta.rules.skirmish.rosters.roster_arms import armed
from condotta.rules.skirmish.rosters.roster_damage import (
    bracketed,
    damage_of,
    spans,
    whole_row,
    without_stars,
)
from condotta.rules.skirmish.rosters.roster_models import Rank
from condotta.rules.skirmish.rosters.roster_words import (
    is_model,
    profile_of,
    readings,
    size_of,
    slug,
    spoken,
    transport_of,
)

FACTION = "Faction: "
OWN = ("Configuration", "Warlord")
ABILITIES, CARRIES, POWER_ROW, SMITE = "Abilities", "Transport", "Psychic Power", "smite"


def squad_of(unit: Selection, ranks: Sequence[Rank], unused: list[str]) -> Squad | None:
    """One unit with its own datasheet, None if its characteristics cannot be read."""
    rows = [row for one in unit.walk() for row in one.profiles if is_model(row)]
    first = ranks[0].row if ranks else None
    ranks = [rank._replace(row=whole_row(rank.row, rows)) for rank in ranks]
    if not has_table(unit, first, rows):
        ranks = [rank._replace(row=without_stars(rank.row)) for rank in ranks]
    if first is None or any(profile_of(row) is None for _, row, _ in ranks):
        return None
    keywords = tuple(keywords_of(unit))
    models = tuple(kinds_of(ranks))
    count = sum(number for _, _, number in ranks)
    arms = armed(unit, [(one, number) for one, _, number in ranks], unused)
    figures = tuple(
        Figure(kind_of(models, row).id, tuple(weapons), number)
        for (_, row, _), group in zip(ranks, arms.figures, strict=True)
        for weapons, number in group
    )
    damage = damage_in(unit, models[0]) or bracketed(first, rows)
    size, rating = size_of(keywords), round(unit.cost(POWER))
    sheet = Datasheet(
        id=f"{names.OWN}{unit.name}",
        name=unit.name,
        role=next((role for role in unit.categories if role in readings().roles), ""),
        models=models,
        base=size.base,
        keywords=keywords,
        least=min(count, 1),
        most=count,
        steps=((count, rating),),
        height_in=size.height_in,
        abilities=(*abilities_of(unit, count, unused), *least_move(models[0], damage)),
        damage=damage,
        weapons=arms.weapons,
    )
    return (
        Squad(sheet, figures, rating, round(unit.cost(POINTS))) if sheet_is_whole(sheet) else None
    )


def has_table(unit: Selection, first: Row | None, rows: Sequence[Row]) -> bool:
    """Whether something tells how a unit changes with its wounds. [SK-21]"""
    every = (row for one in unit.walk() for row in one.profiles)
    return any(is_table(row) for row in every) or (first is not None and bool(spans(first, rows)))


def sheet_is_whole(sheet: Datasheet) -> bool:
    """Whether a damage table tells what the profile leaves to it. [SK-21]"""
    starred = any(one.M == "*" or one.A == "*" or one.BS < 0 or one.WS < 0 or one.S < 0
                  for one in sheet.models)  # fmt: skip
    return bool(sheet.damage) or not starred


def kinds_of(ranks: Sequence[Rank]) -> Iterator[Profile]:
    """The kinds of models of a unit, each once; alike names with other numbers are other kinds."""
    seen: dict[str, int] = {}
    for row in {(row.name, tuple(row.values.items())): row for _, row, _ in ranks}.values():
        made = profile_of(row)
        assert made is not None
        seen[made.id] = seen.get(made.id, 0) + 1
        count = seen[made.id]
        yield made if count == 1 else replace(made, id=f"{made.id}_{count}")


def kind_of(models: Sequence[Profile], row: Row) -> Profile:
    """The kind that a row of characteristics became."""
    made = profile_of(row)
    assert made is not None
    return next(one for one in models if replace(one, id=made.id) == made)


def keywords_of(unit: Selection) -> Iterator[str]:
    """Keywords: categories that are neither roles nor factions nor the roster's own. [SK-25]"""
    words = dict.fromkeys(one.upper() for one in unit.categories if one not in OWN)
    roles = {role.upper() for role in readings().roles} - {"FLYER"}
    for word in words:
        if word not in roles and not word.startswith(FACTION.upper()):
            yield word
    if (
        any(row.type == "Transport" for one in unit.walk() for row in one.profiles)
        and "TRANSPORT" not in words
    ):
        yield names.TRANSPORT


def damage_in(unit: Selection, model: Profile) -> tuple[Damaged, ...]:
    """The damage table of a unit, where it has one. [SK-21]"""
    rows = (row for one in unit.walk() for row in one.profiles if is_table(row))
    return damage_of(list(rows), model)


def is_table(row: Row) -> bool:
    """Whether a profile is a row of a damage table. [SK-21]"""
    kind = row.type.casefold()
    first = next(iter(row.values), "").casefold()
    return "wound track" in kind or "stat damage" in kind or first.startswith("remaining w")


def abilities_of(unit: Selection, count: int, unused: list[str]) -> Iterator[Ability]:
    """What these rules know of a unit's abilities, each kind once.

    RULING SK-160: an ability that only some models of a unit have is left out.
    """
    having: Counter[str] = Counter()
    for one in unit.walk():
        for row in one.profiles:
            having[row.name] += count if one is unit else max(1, one.number)
    seen: set[str] = set()
    for row in (row for one in unit.walk() for row in one.profiles):
        known = told_by(row) if having[row.name] >= count or row.type != ABILITIES else []
        if not known and row.type in (ABILITIES, POWER_ROW) and slug(row.name) != SMITE:
            unused.append(row.name)
        yield from (ability for ability in known if ability.kind not in seen)
        seen |= {ability.kind for ability in known}


def told_by(row: Row) -> list[Ability]:
    """The abilities that a profile of a roster tells of."""
    if row.type == ABILITIES:
        return list(spoken(" ".join(row.values.values()), readings().ability))
    if row.type == "Psyker":
        return [psyker(row)]
    room = transport_of(row) if row.type == CARRIES else None
    return [] if room is None else [room]


def least_move(model: Profile, damage: Sequence[Damaged]) -> Iterator[Ability]:
    """A Move such as 20-50 has a least one. [SK-39]"""
    moves = [one.M for one in damage] if model.M == "*" else [model.M]
    least = min((int(move.split("-")[0]) for move in moves if "-" in move), default=0)
    if least:
        yield Ability(kind="minimum_move", min_in=least)


def psyker(row: Row) -> Ability:
    """How often a psyker manifests and denies; of the powers these rules know Smite. [SK-46]"""
    manifest, deny = (
        int(text) if (text := row.values.get(name, "").strip()).isdigit() else 1
        for name in ("Cast", "Deny")
    )
    return Ability(kind="psyker", manifest=manifest, deny=deny, powers=(SMITE,))
