"""`condotta clause`: what a clause says in our words, and how sure we are of it."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from condotta.errors import PlainError
from condotta.rules import clauses, coverage
from condotta.rules.library import SYSTEMS, declarations


def command(
    *ids: str,
    settings: bool = False,
    covered: Annotated[bool, Parameter(name="--coverage")] = False,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Say what a clause means, where it comes from and how sure we are of it.

    The summaries are in our own words and never replace the rulebook.

    Parameters
    ----------
    ids
        A clause (TC-5.3), a section (TC-5) or a book (TC); all clauses when none is named.
    settings
        Tell the settings instead: each with its default, the games that have it, and its clause.
    covered
        In a checkout: each clause, whether it can act in play, and the tests that cite it.
        Ends with status 1 when a clause that can act has no test.
    as_json
        Print JSON instead of text.
    """
    if covered:
        if ids:
            raise PlainError("--coverage tells of all clauses: leave the clause out.")
        return tell_coverage(as_json=as_json)
    if settings:
        if ids:
            raise PlainError("--settings tells them all: leave the clause out.")
        return tell_settings(as_json=as_json)
    found = [one for name in ids or ("",) for one in asked(name)]
    if as_json:
        print_json(found)
    elif all(name.strip().upper() in clauses.register() for name in ids) and ids:
        print("\n\n".join(clauses.describe(one) for one in found))
    else:
        overview(found)
    return 0


def asked(name: str) -> Sequence[clauses.Clause]:
    """The clauses that a person means by a word: one, a section, a book or all."""
    known = name.strip().upper() in clauses.register()
    return (not known and clauses.clauses(name)) or (clauses.clause(name),)


def overview(found: Sequence[clauses.Clause]) -> None:
    """A line a clause, cut to the width of the terminal, in whole when it goes into a file."""
    console = Console(highlight=False, soft_wrap=True)
    for one in found:
        line = Text(f"{one.id:<8} {one.says}")
        if console.is_terminal:
            line.truncate(console.width, overflow="ellipsis")
        console.print(line)


def tell_settings(*, as_json: bool) -> int:
    """Every setting of every game: its default, its clause, and which games have it."""
    games: dict[str, list[str]] = {}
    declared = {}
    for system in SYSTEMS:
        for name, one in declarations(system).items():
            declared[name] = one
            games.setdefault(name, []).append(system)
    if as_json:
        rows = [
            {"name": name, "default": one.default, "clause": one.clause, "games": games[name]}
            for name, one in sorted(declared.items())
        ]
        print_json(rows)
        return 0
    for name, one in sorted(declared.items()):
        value = msgspec.json.encode(one.default).decode()
        print(f"{name}={value}  {one.says} [{one.clause}] ({', '.join(games[name])})")
    return 0


def tell_coverage(*, as_json: bool) -> int:
    """What the tests of this checkout cite; 1 when the coverage is not whole."""
    found = coverage.coverage(coverage.checkout())
    if as_json:
        print_json(found)
    else:
        print(coverage.tell(found))
    return 0 if found.whole else 1


def print_json(value: Any) -> None:
    """A value as JSON, indented for people."""
    print(msgspec.json.format(msgspec.json.encode(value)).decode())
