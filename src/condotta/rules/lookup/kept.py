"""Where each clause is kept: the functions, rulings and data rows that name it.

Read from the sources as they lie, here or in an installed copy, so that a function which moves is
found where it moved. What is said *about* clauses (their books, the catalogues of words, the
second reading of the lab, the help of a command) keeps none; a module whose head says `names
clauses, keeps none` neither, such as this one.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

import condotta
from condotta.rules.clauses import place, register
from condotta.words import say
from condotta.words.catalogue import FIRST

CITES = re.compile(
    r"-(?<=[A-Z]{2}-)(?<![A-Za-z0-9-]..-)(?P<first>\d+(?:\.\d+)?)"
    r"(?:\s*(?:to|-|–)\s*(?:[A-Z]{2}-)?(?P<last>\d+(?:\.\d+)?))?(?!\.?\d)"
)
"""A clause, or all from one to another: `GT-2.3`, `GT-2.3 to GT-2.5`, `FB-7.3-7.5`.

It begins with the hyphen and looks back from there, which is ten times as fast.
"""
HEADER = re.compile(r"^\[+\s*\"?([^\]\"]+)")
NAMED = re.compile(r"^(?:id|name|key|card)\s*=\s*\"([^\"]+)\"")
TALKS_ONLY = "names clauses, keeps none"
ABOUT = ("words", "lab", "cli")
"""Packages that speak about clauses and keep none."""
RULES = ("rules", "armies")

Cited: TypeAlias = dict[str, dict[str, tuple[int, ...]]]
"""Of each file, by its path under the program's folder, the clauses it names and the lines."""
How: TypeAlias = Literal["function", "ruling", "code", "data", "module"]
RANK: Mapping[How, int] = {"function": 0, "ruling": 1, "code": 2, "data": 3, "module": 4}


class Kept(msgspec.Struct, frozen=True):
    """A line that keeps a clause: its file, its number, and the name of what stands there."""

    file: str
    line: int
    name: str
    how: How

    def __str__(self) -> str:
        """As an editor opens it, and the name after it."""
        return f"{self.file}:{self.line} {self.name}".rstrip()


class Spot(msgspec.Struct, frozen=True):
    """Something with a name, the lines it spans, and the last of those that tell of it.

    `at` is where it is named, when that is not its first line.
    """

    first: int
    last: int
    name: str
    told: int = 0
    at: int = 0


def home() -> Path:
    """The folder of the program's own sources."""
    return Path(condotta.__file__).resolve().parent


def kept(
    names: Collection[str], folder: Path | None = None, all_cited: Cited | None = None
) -> dict[str, tuple[Kept, ...]]:
    """Where each of these clauses is kept, what says most first: functions, rulings, code, data.

    Whoever knows already which lines cite what spares a reading of all sources.
    """
    folder = folder or home()
    wanted, found = set(names), defaultdict[str, set[Kept]](set)
    for file, cited in (all_cited or citations(folder)).items():
        if wanted.isdisjoint(cited):
            continue
        lines = (folder / file).read_text(encoding="utf-8").splitlines()
        spots = _spots(lines, file)
        for name in sorted(wanted & set(cited)):
            for line in cited[name]:
                found[name].add(_at(f"{folder.name}/{file}", line, lines, spots))
    return {name: _once(found[name]) for name in sorted(wanted, key=place)}


def kept_or_led(
    names: Collection[str], folder: Path | None = None, all_cited: Cited | None = None
) -> dict[str, tuple[Kept, ...]]:
    """Where each clause is kept; one that no line keeps where those are that it follows from."""
    own = kept(names, folder, all_cited)
    leads = {name: register()[name].follows for name, lines in own.items() if not lines}
    wanted = {lead for each in leads.values() for lead in each}
    above = kept_or_led(wanted, folder, all_cited) if wanted else {}
    led = {name: [line for lead in each for line in above[lead]] for name, each in leads.items()}
    return {name: lines or tuple(dict.fromkeys(led[name])) for name, lines in own.items()}


def unkept(folder: Path | None = None) -> tuple[str, ...]:
    """The acting clauses that no line keeps and that do not follow from such as are kept."""
    held = {name for cited in citations(folder or home()).values() for name in cited}
    known, before = register(), 0
    while before < len(held):
        before = len(held)
        held |= {
            name for name, one in known.items() if one.follows and held.issuperset(one.follows)
        }
    return tuple(name for name, one in known.items() if one.acts and name not in held)


def tell(lines: Sequence[Kept], lang: str = FIRST, most: int = 6) -> list[str]:
    """For people, a line each, and how many more there are."""
    told = [say("clause.kept", {"where": str(one)}, lang) for one in lines[:most]]
    rest = len(lines) - len(told)
    return [*told, say("clause.more", {"count": rest}, lang)] if rest > 0 else told


@cache
def citations(folder: Path) -> Cited:
    """Every file that keeps clauses: their ids and the lines."""
    found = {}
    for file, text in sources(folder).items():
        lines: dict[str, list[int]] = defaultdict(list)
        for name, line in cites(text):
            lines[name].append(line)
        if lines:
            found[file] = {name: tuple(at) for name, at in lines.items()}
    return found


@cache
def sources(folder: Path) -> dict[str, str]:
    """The text of every file that may keep a clause, by its path under the folder."""
    found = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.suffix not in {".py", ".toml"} or inside.parts[0] in ABOUT or _speaks(path):
            continue
        text = path.read_text(encoding="utf-8")
        if TALKS_ONLY not in " ".join(text[:600].split()):
            found[inside.as_posix()] = text
    return found


def cites(text: str) -> Iterator[tuple[str, int]]:
    """The registered clauses that a text names, each with its line; a span names all in it.

    >>> list(cites("as GT-2.3 to 2.5 say"))
    [('GT-2.3', 1), ('GT-2.4', 1), ('GT-2.5', 1)]
    """
    line, at = 1, 0
    for match in CITES.finditer(text):
        line, at = line + text.count("\n", at, match.start()), match.start()
        book = text[at - 2 : at]
        first = f"{book}-{match['first']}"
        if match["last"]:
            yield from ((name, line) for name in _between(first, f"{book}-{match['last']}"))
        elif first in register():
            yield first, line


@cache
def _between(first: str, last: str) -> tuple[str, ...]:
    start, end = place(first), place(last)
    return tuple(name for name in register() if start <= place(name) <= end)


def _speaks(path: Path) -> bool:
    """Whether a file is a book of clauses or a catalogue of words."""
    return path.suffix == ".toml" and path.name.startswith(("clauses.", "words."))


def _at(file: str, line: int, lines: list[str], spots: tuple[Spot, ...]) -> Kept:
    inside = [spot for spot in spots if spot.first <= line <= spot.last]
    spot = max(inside, key=lambda one: (one.first, -one.last), default=None)
    name = spot.name if spot else ""
    if file.endswith(".toml"):
        return Kept(file, line, name, "data")
    if spot is None:
        return Kept(file, line, "", "module")
    if line <= spot.told:
        return Kept(file, spot.at or spot.first, name, "function")
    return Kept(file, line, name, "ruling" if "RULING" in lines[line - 1] else "code")


def _once(found: set[Kept]) -> tuple[Kept, ...]:
    """One line for each name in a file, what says most about it."""
    best: dict[tuple[str, str], Kept] = {}
    for one in sorted(found, key=_weight):
        best.setdefault((one.file, one.name), one)
    files = {one.file for one in best.values() if one.how != "module"}
    told = (one for one in best.values() if one.how != "module" or one.file not in files)
    return tuple(sorted(told, key=_weight))


def _weight(one: Kept) -> tuple[bool, int, str, int]:
    return (one.file.split("/")[1] not in RULES, RANK[one.how], one.file, one.line)


def _spots(lines: list[str], file: str) -> tuple[Spot, ...]:
    if file.endswith(".toml"):
        return tuple(_tables(lines))
    return tuple(_definitions(ast.parse("\n".join(lines)).body, ""))


def _tables(lines: list[str]) -> Iterator[Spot]:
    """The tables of a data file, by their header, and by the id that a row of a list has."""
    starts = [number for number, line in enumerate(lines, 1) if HEADER.match(line)]
    for start, end in pairwise((*starts, len(lines) + 1)):
        header = HEADER.match(lines[start - 1])
        own = [match[1] for line in lines[start - 1 : end - 1] if (match := NAMED.match(line))]
        yield Spot(start, end - 1, own[0] if own else header[1] if header else "")


def _definitions(body: list[ast.stmt], inside: str) -> Iterator[Spot]:
    """Functions, classes and named values; a string after a value is told of it."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        end = node.end_lineno or node.lineno
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                name = f"{inside}{node.name}"
                yield Spot(node.lineno, end, name, _told(node.body[0]))
                if isinstance(node, ast.ClassDef):
                    yield from _definitions(node.body, f"{name}.")
            case ast.Assign(targets=[ast.Name(id=one)]) | ast.AnnAssign(target=ast.Name(id=one)):
                yield Spot(node.lineno, end, f"{inside}{one}")
                if after and (said := _told(after)):
                    yield Spot(after.lineno, said, f"{inside}{one}", said, node.lineno)


def _told(node: ast.stmt | None) -> int:
    """The last line of a statement that is a text and nothing else."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return node.end_lineno or node.lineno
    return 0
