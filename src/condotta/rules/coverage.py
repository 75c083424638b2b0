"""Which clauses the tests of this checkout cite; which acting clause has no test, or no line.

A test cites a clause by its name (`test_tc_5_3_…` cites TC-5.3) or by naming the id in its body
or its table of cases; a position file under `tests/rulings` by naming it anywhere. A test file
that only talks about ids says `names clauses, tests none` in its first lines. (So does this module,
which names clauses, keeps none.) What acts is kept by a line of the code, or follows from clauses
that are.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import msgspec

from condotta.errors import PlainError
from condotta.rules.clauses import Clause, clauses, place, prefixes, register
from condotta.rules.lookup.kept import unkept
from condotta.words import say

ID = re.compile(r"(?<![A-Za-z0-9-])([A-Z]{2}-\d+(?:\.\d+)?)(?!\.?\d)")
NAMED = re.compile(r"(?<=_)([a-z]{2})_(\d+)_(\d+)(?=_|$)")
DECLARING = ("settings.toml", "clauses.toml", "settings.py")
TALKS_ONLY = "names clauses, tests none"

Cited = tuple[str, str]
"""A clause id, and where it is cited: a file, or `file::test`."""


class Covered(msgspec.Struct, frozen=True):
    """A clause, whether it can act in play, and the tests that cite it."""

    id: str
    acts: bool
    idle: str | None
    tests: tuple[str, ...]


class Stray(msgspec.Struct, frozen=True):
    """An id that is cited somewhere although no rulebook has it."""

    id: str
    place: str


class Coverage(msgspec.Struct, frozen=True):
    """All clauses with their tests, and four lists that are to be empty."""

    clauses: tuple[Covered, ...]
    untested: tuple[str, ...]
    unkept: tuple[str, ...]
    unknown: tuple[Stray, ...]
    unread_settings: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether every acting clause is tested and kept and every cited id exists."""
        return not (self.untested or self.unkept or self.unknown or self.unread_settings)


def checkout() -> Path:
    """The root of the checkout this code runs from; anywhere else there are no tests to read."""
    root = Path(__file__).resolve().parents[3]
    if (root / "pyproject.toml").is_file() and (root / "tests").is_dir():
        return root
    raise PlainError(
        "Clause coverage reads the tests, and this copy of Condotta was installed without them: "
        "run it in a checkout of the sources."
    )


def coverage(root: Path) -> Coverage:
    """What the tests under the root cite, clause by clause."""
    tests: dict[str, set[str]] = defaultdict(set)
    by_tests = tuple(in_tests(root))
    for name, where in by_tests:
        tests[name].add(where)
    rows = tuple(
        Covered(each.id, each.acts, each.idle, tuple(sorted(tests[each.id]))) for each in clauses()
    )
    strays = {Stray(*cited) for cited in (*by_tests, *in_sources(root)) if _stray(cited[0])}
    return Coverage(
        clauses=rows,
        untested=tuple(row.id for row in rows if row.acts and not row.tests),
        unkept=unkept(root / "src" / "condotta"),
        unknown=tuple(sorted(strays, key=lambda stray: (place(stray.id), stray.place))),
        unread_settings=unread_settings(root),
    )


def tell(found: Coverage, lang: str = "en") -> str:
    """The coverage for people: a line a clause, what is wrong, and the sum."""
    acting = [row for row in found.clauses if row.acts]
    counts = {
        "clauses": len(found.clauses),
        "acting": len(acting),
        "tested": sum(bool(row.tests) for row in acting),
        "idle": len(found.clauses) - len(acting),
    }
    return "\n".join(
        [
            *(
                say("coverage.line", {"id": row.id, "how": _how(row, lang)}, lang)
                for row in found.clauses
            ),
            *complaints(found, lang),
            say("coverage.summary", counts, lang),
        ]
    )


def complaints(found: Coverage, lang: str = "en") -> tuple[str, ...]:
    """One sentence for each thing that keeps the coverage from being whole."""
    known = register()
    return (
        *(
            say("coverage.untested", {"id": name, "says": known[name].says}, lang)
            for name in found.untested
        ),
        *(
            say("coverage.unkept", {"id": name, "says": known[name].says}, lang)
            for name in found.unkept
        ),
        *(
            say("coverage.unknown", {"id": one.id, "place": one.place}, lang)
            for one in found.unknown
        ),
        *(say("coverage.unread", {"id": name}, lang) for name in found.unread_settings),
    )


def in_tests(root: Path) -> Iterator[Cited]:
    """Every clause cited by a test, with the test."""
    for path in sorted((root / "tests").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if TALKS_ONLY not in text[:400]:
            yield from in_python(text, path.relative_to(root).as_posix())
    for path in sorted((root / "tests" / "rulings").rglob("*.json")):
        where = path.relative_to(root).as_posix()
        yield from ((name, where) for name in ids(path.read_text(encoding="utf-8")))


def in_sources(root: Path) -> Iterator[Cited]:
    """Every clause cited by the code, its data and its texts, with the file."""
    for path in sorted((root / "src").rglob("*")):
        if path.suffix in {".py", ".toml"}:
            where = path.relative_to(root).as_posix()
            yield from ((name, where) for name in ids(path.read_text(encoding="utf-8")))


def in_python(text: str, where: str) -> Iterator[Cited]:
    """What a test file cites: by test, or by file where a table of cases stands outside tests.

    >>> sorted(in_python("def test_tc_5_3_x():\\n    assert 'TC-5.30'", "t.py"))
    [('TC-5.3', 't.py::test_tc_5_3_x'), ('TC-5.30', 't.py::test_tc_5_3_x')]
    """
    lines = text.splitlines()
    for node in _outlines(ast.parse(text)):
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", []))])
        body = "\n".join(lines[first - 1 : node.end_lineno])
        named = getattr(node, "name", "")
        at = f"{where}::{named}" if named.startswith("test_") else where
        yield from ((name, at) for name in ids(body))
        yield from ((name, at) for name in named_ids(named))


def ids(text: str) -> tuple[str, ...]:
    """The clause ids in a text, of registered books only, each once.

    A number without a section is one only where a book numbers its clauses so.

    >>> ids("TC-5.3 and TC-5.30, never case TC-5 or XX-1.1")
    ('TC-5.3', 'TC-5.30')
    """
    books, known = prefixes(), register()
    found = {name for name in ID.findall(text) if name[:2] in books}
    return tuple(sorted({name for name in found if "." in name or name in known}, key=place))


def named_ids(test: str) -> tuple[str, ...]:
    """The clause ids that a test's name holds.

    >>> named_ids("test_tc_5_3_a_group_never_moves_sideways")
    ('TC-5.3',)
    """
    if not test.startswith("test_"):
        return ()
    found = [f"{book.upper()}-{section}.{number}" for book, section, number in NAMED.findall(test)]
    return ids(" ".join(found))


def unread_settings(root: Path) -> tuple[str, ...]:
    """Settings that a clause declares and that no module and no row of a table reads."""
    text = "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((root / "src").rglob("*"))
        if path.suffix in {".py", ".toml"} and path.name not in DECLARING
    )
    declared = {name for each in clauses() for name in each.decides}
    return tuple(name for name in sorted(declared) if f'"{name}"' not in text)


def _outlines(tree: ast.Module) -> Iterator[ast.stmt]:
    for number, node in enumerate(tree.body):
        match node:
            case ast.Expr(value=ast.Constant()) if number == 0:
                continue
            case ast.ClassDef():
                yield from node.body
            case _:
                yield node


def _stray(name: str) -> bool:
    return name not in register()


def _how(row: Covered, lang: str) -> str:
    if row.idle:
        return say("coverage.idle", {"why": row.idle}, lang)
    if not row.tests:
        return say("coverage.none", lang=lang)
    return say("coverage.tests", {"tests": row.tests}, lang)


__all__ = ["Clause", "Coverage", "Covered", "Stray", "checkout", "complaints", "coverage", "tell"]
