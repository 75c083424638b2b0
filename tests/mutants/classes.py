"""Kinds of faults that programs like this one have had, and what holds each of them off here.

`classes.toml` has them: a name, and one or more faults. A fault is a small change to our code that
brings the kind in, and the tests that fail with it. `python -m tests.mutants` tries them.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("classes.toml")
COUNT = 63


class Fault(NamedTuple):
    """A change to one file that a maintainer might make, and the tests that fail with it."""

    change: str
    file: str
    before: str
    after: str
    tests: tuple[str, ...]

    def spoilt(self, text: str) -> str | None:
        """The text with the fault in it, or None where its place is not found just once."""
        if text.count(self.before) != 1 or self.before == self.after:
            return None
        return text.replace(self.before, self.after)


class Kind(NamedTuple):
    """A kind of faults, by number."""

    number: int
    part: str
    name: str
    faults: tuple[Fault, ...]


@cache
def kinds() -> tuple[Kind, ...]:
    """All kinds, as the file has them."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Kind(
            one["number"],
            one["part"],
            one["name"],
            tuple(Fault(**{**each, "tests": tuple(each["tests"])}) for each in one["fault"]),
        )
        for one in read["kind"]
    )


def is_page(test: str) -> bool:
    """Whether a test is one of the page, which vitest runs."""
    return test.startswith("web/")


def is_there(test: str) -> bool:
    """Whether a test of that name is written in that file.

    >>> is_there("tests/mutants/test_classes.py::test_every_kind_has_a_fault")
    True
    >>> is_there("tests/mutants/test_classes.py::test_that_nobody_wrote")
    False
    """
    file, _, name = test.partition("::")
    path = ROOT / file
    if not path.is_file():
        return False
    return name in named_ts(path) if is_page(test) else name.partition("[")[0] in named_py(path)


@cache
def named_py(path: Path) -> frozenset[str]:
    """The tests of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds_of = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(
        node.name for node in tree.body if isinstance(node, kinds_of) if node.name[:5] == "test_"
    )


@cache
def named_ts(path: Path) -> frozenset[str]:
    """The tests of a file of the page."""
    found = re.findall(r"^\s*(?:it|test)\((['\"`])(.+?)\1", path.read_text("utf-8"), re.MULTILINE)
    return frozenset(name for _, name in found)
