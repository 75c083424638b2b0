"""The clause register: every clause of every rulebook, what it says and how sure we are of it.

(Its examples name clauses, keeps none.)
"""

import re
from collections.abc import Iterator
from functools import cache, reduce
from typing import Any

import msgspec

from condotta.data import folder, toml
from condotta.errors import PlainError, nearest
from condotta.words import has, say
from condotta.words.catalogue import FIRST

HOMES = (
    "condotta.rules",
    "condotta.rules.triumph.cards",
    "condotta.rules.carnage.over_ranked",
    "condotta.rules.treachery.over_triumph",
    "condotta.armies",
)
"""Where rulebooks live: one of these, or a folder in it, holds a `clauses.toml` with a `book`."""
PARTS = ("says", "mark", "idle", "fixed")
"""What another language says anew of a clause."""


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One clause. Either it acts in play or `idle` says why it cannot.

    `mark` is V, I, M or D, with `; M: the part` where a part differs; no clause is ours in part.
    `decides` names settings, `data` the files that hold its numbers, `home` the package they lie
    in; of a decision with neither, `fixed` says why there is nothing to choose. `follows` names the
    clauses that it follows from: where these are kept, so is it.
    """

    id: str
    book: str
    home: str
    says: str
    mark: str
    source: tuple[str, ...]
    acts: bool = False
    idle: str | None = None
    decides: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    fixed: str | None = None
    follows: tuple[str, ...] = ()

    @property
    def ours(self) -> bool:
        """Whether it is our decision: no clause is so in part."""
        return self.mark.startswith("D")


def clause(name: str) -> Clause:
    """The clause with this id, however it is capitalised; an unknown one is a PlainError.

    >>> clause("tc-3.2").says
    'When the scores are equal nothing happens.'
    """
    known = register()
    if found := known.get(name.strip().upper()):
        return found
    hint = nearest(name, known) or " `condotta clause` lists them all."
    raise PlainError(f"There is no clause {name}.{hint}")


def clauses(prefix: str = "") -> tuple[Clause, ...]:
    """The clauses of a book or of a section, in the order of their numbers.

    >>> [found.id for found in clauses("TC-10")]
    ['TC-10.1', 'TC-10.2', 'TC-10.3', 'TC-10.4', 'TC-10.5', 'TC-10.6']
    """
    start = prefix.strip().upper()
    return tuple(
        found
        for name, found in register().items()
        if not start or name == start or name.startswith((f"{start}-", f"{start}."))
    )


@cache
def prefixes() -> tuple[str, ...]:
    """The letters before the hyphen of every registered book."""
    return tuple(sorted({name.split("-")[0] for name in register()}))


@cache
def register() -> dict[str, Clause]:
    """Every clause by id, books in alphabetical order, clauses in that of their numbers."""
    found = [each for package in _packages() for each in _read(package)]
    known = {each.id: each for each in sorted(found, key=lambda each: place(each.id))}
    if len(known) < len(found):
        raise ValueError("two clauses have one id")
    return known


def place(name: str) -> tuple[str, int, int]:
    """Where a clause id sorts: 5.3 comes before 5.20; a book without sections has numbers only.

    >>> place("TC-5.20")
    ('TC', 5, 20)
    """
    book, section, *number = re.split(r"[-.]", name)
    return book, int(section), int(number[0]) if number else 0


def mark_words(mark: str, lang: str = FIRST) -> str:
    """A trust mark in words for people.

    >>> mark_words("V: the slide; D: the limits")
    'verified: the slide; our decision: the limits'
    """
    return _joined([_sure(*part.partition(":")[::2], lang) for part in mark.split("; ")], lang)


def in_language(found: Clause, lang: str) -> Clause:
    """The clause with its texts in a language, as far as its book has them in that language.

    >>> in_language(clause("TC-3.2"), "fr").says
    'À égalité des scores, rien ne se passe.'
    """
    texts = _translated(found.home, lang)
    parts = {part: texts[part][found.id] for part in PARTS if found.id in texts[part]}
    named = _sources(found.home)
    known = {named[key]: text for key, text in texts["sources"].items()}
    source = tuple(known.get(one, one) for one in found.source)
    return msgspec.structs.replace(found, **parts, source=source)


def describe(found: Clause, lang: str = FIRST) -> str:
    """What `condotta clause` prints of a clause: several lines, the last without a line end."""
    found = in_language(found, lang)
    told = [
        say("clause.title", {"id": found.id, "book": found.book}, lang),
        found.says,
        "",
        say("clause.sure", {"mark": mark_words(found.mark, lang)}, lang),
        *(say("clause.source", {"source": source}, lang) for source in found.source),
        *(say("clause.decides", each, lang) for each in decisions(found, lang)),
        *(say("clause.data", {"file": _path(found, name)}, lang) for name in found.data),
    ]
    if found.follows:
        told.append(say("clause.follows", {"clauses": found.follows}, lang))
    if found.fixed:
        told.append(say("clause.fixed", {"why": found.fixed}, lang))
    if found.idle:
        told.append(say("clause.idle", {"why": found.idle}, lang))
    return "\n".join(told)


def aside(name: str, lang: str = FIRST) -> str:
    """What stands beside a clause that rules: whether it is our decision, and its settings.

    >>> aside("TC-5.10"), aside("TC-5.20"), aside("TC-3.2")
    ('our decision; setting breakingOff', 'setting wwgZocAllRound', '')
    """
    found = register().get(name)
    if found is None:
        return ""
    told = [say("mark.D", lang=lang)] if found.ours else []
    return _joined([*told, *_settings(found, lang)], lang)


def trust(found: Clause, lang: str = FIRST) -> str:
    """How sure we are of a clause, and the settings that decide it.

    >>> trust(clause("TC-5.20"))
    'verified: the rectangle; inferred: War Wagons; setting wwgZocAllRound'
    """
    return _joined([mark_words(found.mark, lang), *_settings(found, lang)], lang)


def _settings(found: Clause, lang: str) -> Iterator[str]:
    for each in found.decides:
        yield say("clause.setting", {"id": each}, lang)


def _joined(told: list[str], lang: str) -> str:
    return reduce(
        lambda first, then: say("clause.then", {"first": first, "then": then}, lang), told or [""]
    )


def _sure(letter: str, part: str, lang: str) -> str:
    sure = say(f"mark.{letter}", lang=lang)
    return say("clause.part", {"sure": sure, "part": part.strip()}, lang) if part else sure


def decisions(found: Clause, lang: str) -> Iterator[dict[str, str]]:
    """The settings that decide a clause: the `id` of each, its `default`, and what it `says`."""
    for name in found.decides:
        row = _declared(found.home, name)
        default = msgspec.json.encode(row.get("default")).decode()
        key = f"setting.{name}"
        says = say(key, lang=lang) if has(key, lang) else row["says"]
        yield {"id": name, "default": default, "says": says}


@cache
def _declared(home: str, name: str) -> dict[str, Any]:
    """A setting's row: in the book's own table, or in that of a game it lies over."""
    for package in (home, *_inside(home)):
        if folder(f"{package}.data").joinpath("settings.toml").is_file():
            table: dict[str, Any] = toml(f"{package}.data", "settings.toml")
            if name in table:
                return dict(table[name])
    raise KeyError(name)


@cache
def _translated(package: str, lang: str) -> dict[str, dict[str, str]]:
    """A book's texts in another language: the parts of its clauses, and `sources`."""
    texts: dict[str, dict[str, str]] = {part: {} for part in (*PARTS, "sources")}
    name = f"clauses.{lang}.toml"
    for place in places(package) if lang != FIRST else ():
        if (folder(place) / name).is_file():
            for part, said in toml(place, name).items():
                texts[part] |= said
    return texts


@cache
def places(home: str) -> tuple[str, ...]:
    """The packages that hold clauses of a book: its own, and each in it that holds a part.

    >>> [one.rpartition(".")[2] for one in places("condotta.rules.triumph.cards")][:3]
    ['cards', 'ambush', 'camel_protected_infantry']
    """
    tables = ((one, _table(one)) for one in _inside(home))
    return (home, *(one for one, table in tables if table and "book" not in table))


@cache
def _table(package: str) -> dict[str, Any]:
    """The clauses in a folder, empty without any; the head of the book is in that of the book."""
    there = folder(package).joinpath("clauses.toml").is_file()
    return toml(package, "clauses.toml") if there else {}


def _inside(home: str) -> tuple[str, ...]:
    names = sorted(entry.name for entry in folder(home).iterdir() if entry.is_dir())
    return tuple(f"{home}.{name}" for name in names if name.isidentifier())


def _sources(home: str) -> dict[str, str]:
    return dict(_table(home)["sources"])


def _path(found: Clause, name: str) -> str:
    return f"{found.home.replace('.', '/')}/data/{name}"


def _packages() -> Iterator[str]:
    for home in HOMES:
        for package in (home, *_inside(home)):
            if "book" in _table(package):
                yield package


def _read(home: str) -> Iterator[Clause]:
    book = _table(home)["book"]
    for each in places(home):
        for row in _table(each)["clause"]:
            yield _clause(row, home, book, _sources(home))


def _clause(
    row: dict[str, Any], package: str, book: dict[str, str], sources: dict[str, str]
) -> Clause:
    named = {
        **row,
        "book": book["name"],
        "home": package,
        "source": [sources[key] for key in row["source"]],
    }
    found = msgspec.convert(named, Clause)
    if found.acts == bool(found.idle) or not found.id.startswith(f"{book['prefix']}-"):
        raise ValueError(f"{found.id} of {package} is not whole")
    return found
