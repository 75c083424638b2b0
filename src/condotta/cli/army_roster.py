"""`condotta army import FILE.rosz`: a player's roster as an army of its game."""

from pathlib import Path

import msgspec

from condotta.armies.roster_files import RosterFile, read_file
from condotta.cli import army_skirmish
from condotta.cli.army import print_json
from condotta.errors import PlainError
from condotta.rules.ranked import names
from condotta.rules.ranked.importing import Brought, army_of
from condotta.rules.ranked.shelf import SAVED
from condotta.rules.skirmish import importing as skirmish
from condotta.rules.skirmish.roster_words import is_model
from condotta.words import say


def brought(path: Path, out: Path | None, *, as_json: bool) -> int:
    """Read a roster, tell every unit and what was not used, and save the army if asked to."""
    if out is not None and out.suffix.casefold() != SAVED:
        raise PlainError(say("ranked.import.suffix", {"out": str(out)}))
    roster = read_file(path)
    if of_skirmish(roster):
        return army_skirmish.brought(skirmish.army_of(roster, path.name), out, as_json=as_json)
    found = army_of(roster, path.name)
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        print("\n".join(told(found)))
    if out is not None:
        try:
            out.write_bytes(msgspec.json.format(msgspec.json.encode(found.host), indent=2))
        except OSError as why:
            where = {"path": str(out), "why": why.strerror or ""}
            raise PlainError(say("army.cannotWrite", where)) from why
        if not as_json:
            print(say("ranked.import.written", {"out": str(out)}))
    return 0


def of_skirmish(roster: RosterFile) -> bool:
    """Whether a roster has units with the characteristics of skirmish battles. [SK-20]"""
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
