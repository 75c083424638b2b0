"""What is looked up of units of models: datasheets, weapons, powers, stratagems. [SK-20, SK-23]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from condotta.kernel.position import Position
from condotta.kernel.records import Piece
from condotta.report.grounds_told import among_models
from condotta.report.naming import is_model, kind_name
from condotta.report.reference import grounds
from condotta.report.ruled import table, titled
from condotta.rules.clauses import in_language, register
from condotta.rules.skirmish.attacks.attacks import wound_table
from condotta.rules.skirmish.psychic import psychic_phase
from condotta.rules.skirmish.psychic.powers import told as power_told
from condotta.rules.skirmish.reading.datasheets import (
    Ability,
    Datasheet,
    Profile,
    Weapon,
    profiles_of,
    sheet_of,
)
from condotta.rules.skirmish.reading.profile import melee_weapons
from condotta.rules.skirmish.reading.profile import strength as strength_of
from condotta.rules.skirmish.reading.stratagems import (
    COMMAND_REROLL,
    COSTS,
    COUNTER_OFFENSIVE,
    INSANE_BRAVERY,
)
from condotta.rules.skirmish.reading.terrain import PLAIN
from condotta.rules.skirmish.reading.terrain import kinds as terrain
from condotta.words import has, say, spoken

CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv")
NEEDED = {"WS", "BS", "Sv"}
CLAUSES = {COMMAND_REROLL: "SK-131", COUNTER_OFFENSIVE: "SK-132", INSANE_BRAVERY: "SK-133"}
"""Where each stratagem stands."""


def looked_up(position: Position) -> Iterator[str]:
    """The tables of models for exactly what is in the battle."""
    models = [piece for piece in position.pieces.values() if is_model(piece)]
    yield titled(say("reference.profiles"), profiles(position, models), "whole")
    yield titled(say("reference.weapons"), weapons(position, models))
    yield titled(say("reference.to-wound"), wounding(position, models))
    yield titled(say("reference.powers"), powers(position, models))
    yield titled(say("reference.stratagems"), stratagems())
    yield grounds.laid(position, lambda key: among_models(terrain().get(key, PLAIN)))


def kinds(position: Position, models: Sequence[Piece]) -> dict[tuple[str, Profile], Datasheet]:
    """Each kind of model with the name of its unit, once."""
    found = {}
    for one in models:
        sheet = sheet_of(position, one)
        found[(kind_name(one), sheet.profile(one.type))] = sheet
    return found


def profiles(position: Position, models: Sequence[Piece]) -> str:
    """Each kind of model: its nine characteristics whole, what its unit may do. [SK-20, SK-25]"""
    head = (
        "",
        *(say(f"about.skirmish-short.{one}") for one in CHARACTERISTICS),
        say("reference.rules"),
    )
    rows = []
    for (unit, one), sheet in kinds(position, models).items():
        key = f"model.{one.id}"
        name = say(key) if has(key) else unit
        cells = [cell(one, each) for each in CHARACTERISTICS]
        rows.append((name, *cells, ", ".join(map(ability, sheet.abilities))))
    return table(head, list(dict.fromkeys(rows)), "look")


def cell(one: Profile, name: str) -> str:
    """A characteristic as it stands on a sheet; a star where the wounds left decide it. [SK-21]"""
    value = getattr(one, name)
    if value in ("*", -1):
        return "*"
    if name in NEEDED:
        return f"{value}+" if value else "–"
    return f"{value}″" if name == "M" else str(value)


def ability(one: Ability) -> str:
    """A special rule as players say it."""
    key = f"about.ability.{one.kind}"
    return say(key, {"value": one.value, "radius": one.radius_in}) if has(key) else one.kind


def borne(position: Position, models: Sequence[Piece]) -> dict[str, Weapon]:
    """The weapons that somebody bears, each once."""
    found: dict[str, Weapon] = {}
    for model in models:
        sheet = sheet_of(position, model)
        for trait in dict.fromkeys((*model.traits, *melee_weapons(position, model))):
            found |= {arm.id: arm for arm in profiles_of(sheet, trait)}
    return found


def weapons(position: Position, models: Sequence[Piece]) -> str:
    """What each weapon that is borne here does. [SK-23]"""
    rows = [
        (
            say(f"weapon.{arm.id}") if has(f"weapon.{arm.id}") else arm.name,
            say(f"about.weapon.{arm.reach}", arm.told()),
        )
        for arm in borne(position, models).values()
    ]
    return table(("", ""), rows, "look")


def wounding(position: Position, models: Sequence[Piece]) -> str:
    """Strength against Toughness, for the values that meet here. [SK-58]"""
    found = kinds(position, models)
    across = sorted({one.T for _, one in found})
    arms = borne(position, models).values()
    strong = {strength_of(arm, one) for _, one in found for arm in arms}
    rows = [(str(one), *(f"{wound_table(one, two)}+" for two in across)) for one in sorted(strong)]
    corner = f"{say('about.skirmish-short.S')} / {say('about.skirmish-short.T')}"
    return table((corner, *map(str, across)), rows, "look chart")


def powers(position: Position, models: Sequence[Piece]) -> str:
    """What each power that somebody here knows needs and does. [SK-46, SK-54]"""
    known: dict[str, None] = {}
    for sheet in kinds(position, models).values():
        rule = sheet.ability(psychic_phase.PSYKER_RULE)
        known |= dict.fromkeys(psychic_phase.known(rule) if rule else ())
    return (
        table(("", ""), [(say(f"power.{one}"), say(*power_told(one))) for one in known], "look")
        if known
        else ""
    )


def stratagems() -> str:
    """What each stratagem costs and brings, in the words of its clause. [SK-131 to SK-133]"""
    rows = []
    for name, cost in COSTS.items():
        called = say(f"rb.stratagem.{name.replace(' ', '-')}")
        rows.append((f"{called} ({cost})", in_language(register()[CLAUSES[name]], spoken()).says))
    return table(("", ""), rows, "look")
