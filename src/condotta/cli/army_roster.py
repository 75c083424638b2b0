"""`condotta army import FILE.rosz`: a player's roster as an army of its game."""

from pathlib import Path
from typing import Any

import msgspec

from condotta.armies.files import write
from condotta.armies.rosters.roster_files import RosterFile, read_file
from condotta.armies.rosters.roster_games import SKIRMISH, UNKNOWN
from condotta.armies.rosters.roster_sums import told as told_sums
from condotta.cli.army_words import print_json
from condotta.errors import PlainError
from condotta.rules.ranked import names
from condotta.rules.ranked.rosters.importing import Brought, army_of
from condotta.rules.shelf import SAVED
from condotta.rules.skirmish.rosters import importing as skirmish
from condotta.rules.skirmish.rosters.armies import Squad
from condotta.rules.skirmish.rosters.detachments import command_points, findings
from condotta.rules.skirmish.rosters.importing import Brought as Squads
from condotta.rules.skirmish.rosters.roster_words import STARRED, is_model
from condotta.words import say


def brought(path: Path, out: Path | None, *, as_json: bool) -> int:
    """Read a roster, tell what differs, every unit, what was not used; save it if asked to."""
    if out is not None and out.suffix.casefold() != SAVED:
        raise PlainError(say("ranked.import.suffix", {"out": str(out)}))
    roster = read_file(path)
    if of_skirmish(roster):
        units = skirmish.army_of(roster, path.name)
        row = {**msgspec.to_builtins(units), "power": units.host.power}
        show(row, [*told_sums(units.sums), *told_squads(units)], as_json=as_json)
        save(units.host, out, "skirmish.import.written", quiet=as_json)
    else:
        found = army_of(roster, path.name)
        lines = [*told_sums(found.sums), *told(found)]
        show(msgspec.to_builtins(found), lines, as_json=as_json)
        save(found.host, out, "ranked.import.written", quiet=as_json)
    return 0


def show(row: Any, lines: list[str], *, as_json: bool) -> None:
    """What was read, as JSON or in words."""
    if as_json:
        print_json(row)
    else:
        print("\n".join(lines))


def save(host: msgspec.Struct, out: Path | None, written: str, *, quiet: bool) -> None:
    """The army into a file, if one is named; a file that cannot be written is a PlainError."""
    if out is None:
        return
    write(out, msgspec.json.format(msgspec.json.encode(host), indent=2))
    if not quiet:
        print(say(written, {"out": str(out)}))


def of_skirmish(roster: RosterFile) -> bool:
    """Whether a roster is fielded in skirmish battles: by its system, else by what units have.

    RULING SK-140: of a system that nobody knows the characteristics decide.
    """
    if roster.game != UNKNOWN:
        return roster.game == SKIRMISH
    return any(is_model(row) for one in roster.selections for inside in one.walk()
               for row in inside.profiles)  # fmt: skip


def told(found: Brought) -> list[str]:
    """The army, a line for each unit, and a line for what was not used."""
    host = found.host
    size = {"army": host.label, "units": len(host.entries), "points": found.points}
    lines = [say("ranked.import.army", size)]
    for entry in host.entries:
        numbers = dict(zip(names.PROFILE, entry.unit.profile, strict=True))
        bought = {"models": entry.models, "points": entry.points}
        lines.append(say("ranked.import.unit", {"name": entry.unit.name, **bought, **numbers}))
    if found.unused:
        lines.append(say("ranked.import.unused", {"words": found.unused}))
    return lines


# ── armies of skirmish battles ───────────────────────────────────────────────
CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "A", "Ld", "Sv")


def told_squads(found: Squads) -> list[str]:
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
