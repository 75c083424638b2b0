"""What a person means who names a list, a roster, a troop type or a setting of an army."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from condotta.errors import PlainError

Json = Annotated[bool, Parameter(name="--json")]
Set = Annotated[tuple[str, ...], Parameter(name="--set", negative=())]


def there(path: Path) -> Path:
    """A path that exists."""
    if not path.exists():
        raise FileNotFoundError(2, "No such file", str(path))
    return path


def extra(data: Path | None) -> tuple[Any, ...]:
    """The lists that a person brought."""
    from condotta.armies.paper.reports import read_data  # noqa: PLC0415 - loaded when it is needed

    if data is None:
        return ()
    return (read_data(there(data), datetime.now(tz=UTC).date().isoformat()),)


def shelved(data: Path | None, settings: Sequence[str] = ()) -> Any:
    """The shipped library, a person's own lists before it, its prices read as it is set."""
    from condotta.armies import library  # noqa: PLC0415 - loaded when it is needed
    from condotta.armies.readings import only_read_as  # noqa: PLC0415 - the same
    from condotta.settings import profile  # noqa: PLC0415 - the same

    shelf = library(*extra(data))
    return only_read_as(shelf, profile(settings)) if settings else shelf


def asked(words: Sequence[str]) -> str:
    """A name of several words needs no quotes."""
    name = " ".join(words).strip()
    if not name:
        raise PlainError("Name a list or a roster: `condotta army list` shows them all.")
    return name


def exact_roster(wanted: str, shelf: Any) -> Any:
    """The shipped roster with that very id or label."""
    from condotta.armies.text import plain  # noqa: PLC0415 - loaded when it is needed

    for roster in shelf.rosters:
        if plain(wanted) in (plain(roster.id), plain(roster.label)):
            return roster
    return None


def either(wanted: str, shelf: Any) -> str:
    """What is nearest among lists and rosters."""
    from condotta.armies.text import nearest  # noqa: PLC0415 - loaded when it is needed

    names = [army.name for army in shelf.lists] + [roster.id for roster in shelf.rosters]
    near = nearest(wanted, names)
    hint = f"the nearest are {', '.join(near)}" if near else "`condotta army list` shows them all"
    return f"No army list or roster is called {wanted}: {hint}."


def fits(army: Any, shelf: Any, year: str, troop: str) -> bool:
    """Whether a list is of that year and may field that troop type."""
    from condotta.armies.years import typed_year  # noqa: PLC0415 - loaded when it is needed

    if year and not army.years.hold(typed_year(year)):
        return False
    if not troop:
        return True
    code = troop_code(troop, shelf)
    return any(code in option.types for option in army.troop_options)


def troop_code(troop: str, shelf: Any) -> str:
    """The code of a troop type that is named by code or name."""
    from condotta.armies.text import nearest, plain  # noqa: PLC0415 - loaded when it is needed

    names: dict[str, str] = {}
    for one in shelf.sets[-1].troops:
        names[plain(one.permanent_code)] = one.permanent_code
        names[plain(one.display_name)] = one.permanent_code
    if plain(troop) not in names:
        near = nearest(troop, [one.display_name for one in shelf.sets[-1].troops], 1)
        hint = f" Did you mean {near[0]}?" if near else f" There are {', '.join(codes(shelf))}."
        raise PlainError(f"No troop type is called {troop}.{hint}")
    return names[plain(troop)]


def codes(shelf: Any) -> list[str]:
    """Every troop code, in order of the data."""
    return [one.permanent_code for one in shelf.sets[-1].troops]


def of_one(roster: Any, lists: Sequence[Any], year: str) -> bool:
    """Whether a roster is built on one of the lists, and of that year if one is given."""
    from condotta.armies.years import typed_year  # noqa: PLC0415 - loaded when it is needed

    if year and roster.year != typed_year(year):
        return False
    return any(roster.list_key == army.key for army in lists)


def print_json(value: Any) -> None:
    """A value as JSON, indented for people."""
    print(msgspec.json.format(msgspec.json.encode(value)).decode())
