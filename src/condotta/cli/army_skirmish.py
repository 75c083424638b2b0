"""What `condotta army import FILE.rosz` tells of an army of skirmish battles."""

from __future__ import annotations

from condotta.rules.skirmish.rosters.armies import Squad
from condotta.rules.skirmish.rosters.detachments import command_points, findings
from condotta.rules.skirmish.rosters.importing import Brought
from condotta.rules.skirmish.rosters.roster_words import STARRED
from condotta.words import say

CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv")


def told(found: Brought) -> list[str]:
    """The army, a line for each unit and its models, what was not used, what is not legal."""
    host = found.host
    size = {
        "units": len(host.squads),
        "models": sum(squad.models for squad in host.squads),
        "power": host.power,
        "cost": host.cost,
        "points": command_points(host),
    }
    lines = [say("skirmish.import.army", {"army": host.label, **size})]
    for squad in host.squads:
        lines += told_unit(squad)
    if found.unused:
        lines.append(say("skirmish.import.unused", {"words": found.unused}))
    lines += [say(one.key, one.params) for one in findings(host)]
    return lines


def told_unit(squad: Squad) -> list[str]:
    """A unit with its rating, and its models with their characteristics and weapons."""
    sheet = squad.sheet
    names = {one.id: one.name for one in sheet.weapons}
    lines = [
        say(
            "skirmish.import.unit",
            {
                "name": sheet.name,
                "models": squad.models,
                "power": squad.rating,
                "cost": squad.cost,
            },
        )
    ]
    for figure in squad.figures:
        kind = sheet.profile(figure.profile)
        values = {name: getattr(kind, name) for name in CHARACTERISTICS}
        numbers = {name: "*" if value == STARRED else str(value) for name, value in values.items()}
        arms = tuple(names.get(one, one.replace("_", " ")) for one in figure.weapons)
        said = {
            "name": kind.name,
            "count": figure.count,
            "weapons": arms or (say("skirmish.import.unarmed"),),
            **numbers,
        }
        lines.append(say("skirmish.import.models", said))
    return lines
