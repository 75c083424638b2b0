"""`condotta clause --find`: clauses by the words of whoever has the rulebook in his head."""

import textwrap
from collections.abc import Sequence
from typing import Any

import msgspec

from condotta.errors import PlainError, nearest
from condotta.rules import clauses
from condotta.rules.lookup import index, kept
from condotta.rules.lookup.search import find
from condotta.words import say

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


def print_json(value: Any) -> None:
    """A value as JSON, indented for people."""
    print(msgspec.json.format(msgspec.json.encode(value)).decode())
