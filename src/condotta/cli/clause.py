"""`condotta clause`: what a clause says in our words, and how sure we are of it."""

import textwrap
from collections.abc import Sequence
from typing import Annotated

import msgspec
from cyclopts import Parameter

from condotta.cli.army_words import print_json
from condotta.errors import PlainError, nearest
from condotta.rules import clauses, coverage
from condotta.rules.lookup import index, kept
from condotta.rules.lookup.search import find
from condotta.words import either, languages, say

# ── finding by words ─────────────────────────────────────────────────────────
MOST, MORE = 5, 5
"""How many clauses are shown, and how many more in a line each."""
WIDE = 90
"""How many letters stand in a line of what a clause says; there are two lines."""
FEW = 2
"""How many lines that keep a clause stand below it."""


def tell(
    words: str, ids: Sequence[str], system: str, most: int, lang: str, *, as_json: bool
) -> int:
    """The likeliest clauses, each with where it comes from and where it is kept.

    Where none is found, a PlainError says what to try.
    """
    among, known = among_those(ids, system), index.ready(index.usual_folder())
    found = find(words, known, among, lang)
    if not found:
        key = "clause.nothing" if among is None else "clause.nothing-there"
        raise PlainError(say(key, {"words": words}, lang))
    shown = found[: max(1, most)]
    lines = kept.kept_or_led([one.id for one in shown], all_cited=known.cited)
    if as_json:
        rows = [{**msgspec.to_builtins(one), "kept": lines[one.id]} for one in shown]
        print_json(rows)
        return 0
    for one in shown:
        print("\n".join(answer(one, lines[one.id], lang)), end="\n\n")
    more = found[len(shown) : len(shown) + MORE]
    for one in more:
        print(f"{one.id:<8} {textwrap.shorten(one.says, WIDE, placeholder=' …')}")
    if rest := len(found) - len(shown) - len(more):
        print(say("clause.page", {"count": rest, "most": 4 * len(shown)}, lang))
    print(say("clause.next", {"id": shown[0].id}, lang))
    return 0


def among_those(ids: Sequence[str], system: str) -> frozenset[str] | None:
    """The clauses to look among: those of books and sections, of a system, or all."""
    if not (ids or system):
        return None
    named = {one.id for name in ids or ("",) for one in asked(name)}
    books = books_of(system) if system else clauses.prefixes()
    return frozenset(name for name in named if name.split("-")[0] in books)


def books_of(system: str) -> frozenset[str]:
    """The books of a system; an unknown one is a PlainError."""
    from condotta.rules import library  # noqa: PLC0415 - all the rules, which take long to load

    if system not in library.SYSTEMS:
        raise PlainError(f"There is no system called {system}.{nearest(system, library.SYSTEMS)}")
    return library.books(system)


def answer(one: clauses.Clause, lines: Sequence[kept.Kept], lang: str) -> list[str]:
    """What is told of one clause: its id, book, mark and source, what it says, where it is kept."""
    indent = " " * 9
    told = [
        f"{one.id:<8} {one.book} · {clauses.mark_words(one.mark, lang)} · {one.source[0]}",
        *(indent + line for line in textwrap.wrap(one.says, WIDE, max_lines=2, placeholder=" …")),
    ]
    if one.follows:
        told.append(indent + say("clause.follows", {"clauses": one.follows}, lang))
    return [*told, *(indent + line for line in kept.tell(lines, lang, FEW))]


def asked(name: str) -> Sequence[clauses.Clause]:
    """The clauses that a person means by a word: one, a section, a book or all."""
    known = name.strip().upper() in clauses.register()
    return (not known and clauses.clauses(name)) or (clauses.clause(name),)


def command(
    *ids: str,
    find: Annotated[tuple[str, ...], Parameter(consume_multiple=True)] = (),
    system: str = "",
    most: int = MOST,
    lang: str = "en",
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
    find
        Find clauses by words as players say them, in English or French: `--find looted camp`.
        With a book or a section before it, only there.
    system
        With --find: only in the books that this system is played by.
    most
        With --find: how many clauses are shown.
    lang
        The language of the answer: en or fr.
    settings
        Tell the settings instead: each with its default, the games that have it, and its clause.
    covered
        In a checkout: each clause, whether it can act in play, and the tests that cite it.
        Ends with status 1 when a clause that can act has no test.
    as_json
        Print JSON instead of text.
    """
    if lang not in languages():
        raise PlainError(f"--lang is {either(languages())}.")
    if find:
        return tell(" ".join(find), ids, system, most, lang, as_json=as_json)
    if system:
        raise PlainError("--system goes with --find: say the words to look for after it.")
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
        lines = kept.kept_or_led([one.id for one in found])
        told = (
            "\n".join([clauses.describe(one, lang), *kept.tell(lines[one.id], lang)])
            for one in found
        )
        print("\n\n".join(told))
    else:
        overview([clauses.in_language(one, lang) for one in found])
    return 0


def overview(found: Sequence[clauses.Clause]) -> None:
    """A line a clause, cut to the width of the terminal, in whole when it goes into a file."""
    from rich.console import Console  # noqa: PLC0415 - a search has no use for it
    from rich.text import Text  # noqa: PLC0415 - the same

    console = Console(highlight=False, soft_wrap=True)
    for one in found:
        line = Text(f"{one.id:<8} {one.says}")
        if console.is_terminal:
            line.truncate(console.width, overflow="ellipsis")
        console.print(line)


def tell_settings(*, as_json: bool) -> int:
    """Every setting of every game: its default, its clause, and which games have it."""
    from condotta.rules.library import (  # noqa: PLC0415 - all the rules, which take long to load
        SYSTEMS,
        declarations,
    )

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
