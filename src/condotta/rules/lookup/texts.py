"""What is said of each clause, which is where its words are looked for.

The clause itself, in each language; the heading of its chapter and what its settings say; what is
told of the functions that keep it; and in a checkout the names of its tests. It names clauses,
keeps none.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import msgspec

from condotta.data import folder
from condotta.rules.clauses import decisions, in_language, places, register
from condotta.rules.lookup.kept import cites, home, sources
from condotta.words.catalogue import FIRST

HEADING = re.compile(r"^# \d+\. (.+)$")
DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)
DEFINED = re.compile(r"(?:def|class) (\w+)")
NEAR = 400
"""So many letters before its docstring a function is named at most."""
TESTED = re.compile(r"def test_([a-z]{2})_(\d+)_(\d+)_(\w+)\(")


class Text(msgspec.Struct, frozen=True):
    """What is said of a clause in one language, apart by what it weighs."""

    says: str
    beside: str = ""
    of_code: str = ""
    of_tests: str = ""


def texts(lang: str, checkout: Path | None) -> dict[str, Text]:
    """Every clause with what is said of it. Code and tests speak the first language only."""
    headings = _headings()
    code = told() if lang == FIRST else {}
    tests = claims(checkout / "tests") if checkout and lang == FIRST else {}
    return {
        name: Text(
            in_language(one, lang).says,
            " ".join([headings.get(name, ""), *(each["says"] for each in decisions(one, lang))]),
            code.get(name, ""),
            tests.get(name, ""),
        )
        for name, one in register().items()
    }


def told() -> dict[str, str]:
    """Of each clause what is told of the functions that keep it, with their names."""
    found: dict[str, list[str]] = defaultdict(list)
    for text in sources(home()).values():
        for block in DOCSTRING.finditer(text):
            if "-" in block[1] and (names := {name for name, _ in cites(block[1])}):
                before = DEFINED.findall(text, max(0, block.start() - NEAR), block.start())
                words = [*before[-1:], block[1].partition(">>>")[0]]
                for name in sorted(names):
                    found[name].append(" ".join(words).replace("_", " "))
    return {name: " ".join(parts) for name, parts in found.items()}


def claims(tests: Path) -> dict[str, str]:
    """Of each clause the names of its tests, which are claims in plain words."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        for book, section, number, claim in TESTED.findall(path.read_text(encoding="utf-8")):
            found[f"{book.upper()}-{section}.{number}"].append(claim.replace("_", " "))
    return {name: " ".join(parts) for name, parts in found.items()}


def _headings() -> Mapping[str, str]:
    """The heading of the chapter that each clause stands in, as its book writes it."""
    found = {}
    homes = sorted({one.home for one in register().values()})
    for book in (place for each in homes for place in places(each)):
        heading = ""
        for line in folder(book).joinpath("clauses.toml").read_text(encoding="utf-8").splitlines():
            if match := HEADING.match(line):
                heading = match[1]
            elif line.startswith('id = "'):
                found[line.split('"')[1]] = heading
    return found
