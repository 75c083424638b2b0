"""The index of all clauses: how much each word weighs in each, by BM25, and how it is kept ready.

Robertson's BM25 with its usual constants: rare words weigh more than common ones, a word that comes
again weighs less each time, and long clauses are not favoured. It names clauses, keeps none.

Words are looked for in the clause itself, in each language; in the heading of its chapter and what
its settings say; in what is told of the functions that keep it; and in a checkout in the names of
its tests.
"""

import hashlib
import math
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from condotta.data import folder
from condotta.rules.clauses import Clause, decisions, in_language, places, register
from condotta.rules.lookup.kept import Cited, citations, cites, home, sources
from condotta.rules.lookup.stems import stemmed
from condotta.words import languages
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


SATURATED, LENGTH = 1.2, 0.75
"""The two constants of BM25: when a word that comes again weighs no more, what length counts."""
WEIGHTS = {"says": 1.0, "beside": 0.25, "of_code": 0.5, "of_tests": 0.5}
"""What a word weighs in each part of what is said of a clause."""


class Lookup(msgspec.Struct, frozen=True):
    """All clauses in one language, with the weight of each stem in each.

    `says` is each clause as stems between blanks, so that a phrase can be found in it.
    """

    clauses: dict[str, Clause]
    says: dict[str, str]
    weights: dict[str, dict[str, float]]


class Index(msgspec.Struct, frozen=True):
    """The lookup of each language, where clauses are cited, and the stamp of the sources read."""

    stamp: str
    lookups: dict[str, Lookup]
    cited: Cited


@cache
def index() -> Index:
    """The index, made anew from the sources as they lie."""
    return Index(stamp(), {lang: _lookup(lang) for lang in languages()}, citations(home()))


def ready(folder: Path) -> Index:
    """The index as a folder keeps it, if the sources are the same; else a new one, kept there.

    Where nothing can be kept, none is.
    """
    path = folder / f"clauses-{hashlib.sha256(str(home()).encode()).hexdigest()[:12]}.msgpack"
    with suppress(OSError, msgspec.MsgspecError):
        found = msgspec.msgpack.decode(path.read_bytes(), type=Index)
        if found.stamp == stamp():
            return found
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(msgspec.msgpack.encode(index()))
        part.replace(path)
    return index()


def usual_folder() -> Path:
    """Where what can be made again is kept on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "Condotta"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/Condotta"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "condotta"


def stamp() -> str:
    """What tells one state of the sources and tests from another, without reading them."""
    seen = hashlib.sha256()
    for path in sorted(_files()):
        about = path.stat()
        seen.update(f"{path} {about.st_mtime_ns} {about.st_size}\n".encode())
    return seen.hexdigest()


def checkout() -> Path | None:
    """The root of the checkout that this code runs from, if it does."""
    root = home().parents[1]
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def _files() -> Iterator[Path]:
    yield from (path for path in home().rglob("*") if path.suffix in {".py", ".toml"})
    if root := checkout():
        yield from (root / "tests").rglob("test_*.py")


def _lookup(lang: str) -> Lookup:
    said = texts(lang, checkout())
    counts = {name: _counts(text) for name, text in said.items()}
    return Lookup(
        {name: in_language(one, lang) for name, one in register().items()},
        {name: f" {' '.join(stemmed(text.says))} " for name, text in said.items()},
        _weighed(counts),
    )


def _counts(text: Text) -> dict[str, float]:
    counted = defaultdict[str, float](float)
    for part, weight in WEIGHTS.items():
        for stem in stemmed(getattr(text, part)):
            counted[stem] += weight
    return counted


def _weighed(counts: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """BM25: of each stem how much it weighs in each clause that has it."""
    long = {name: sum(counted.values()) for name, counted in counts.items()}
    usual = sum(long.values()) / len(long)
    found: dict[str, dict[str, float]] = {}
    for name, counted in counts.items():
        damped = SATURATED * (1 - LENGTH + LENGTH * long[name] / usual)
        for stem, often in counted.items():
            found.setdefault(stem, {})[name] = often * (SATURATED + 1) / (often + damped)
    for held in found.values():
        rare = math.log(1 + (len(counts) - len(held) + 0.5) / (len(held) + 0.5))
        held.update({name: rare * weight for name, weight in held.items()})
    return found
