"""What is compiled in a wheel that asks for it: which modules, and what is done to them."""

import ast
import re
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

RULES = {"frozen"}
"""What the head of a record may say: its base says it too, and mypyc forgets what a head says."""


def modules(root: Path) -> list[str]:
    hook = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["hooks"]
    return hook["custom"]["compiled"]


def loaded(path: Path) -> ModuleType:
    loader = SourceFileLoader(path.stem, str(path))
    module = module_from_spec(spec_from_loader(path.stem, loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def compiling(root) -> ModuleType:
    return loaded(root / "hatch_compile.py")


def test_the_modules_are_there_and_in_order(root):
    named = modules(root)
    assert named == sorted(set(named))
    assert [name for name in named if not (root / "src" / name).is_file()] == []


def test_no_compiled_record_says_what_its_base_does_not(root):
    said = [
        f"{name}: {kind.name}"
        for name in modules(root)
        for kind in ast.parse((root / "src" / name).read_text()).body
        if isinstance(kind, ast.ClassDef)
        and ({word.arg for word in kind.keywords} - RULES or "msgspec.Struct" in bases(kind))
    ]
    assert said == []


def test_nobody_outside_extends_a_class_that_is_compiled(root):
    """Python refuses that when the class is made, and only in the compiled form."""
    source, named = root / "src", set(modules(root))
    said = [
        f"{path.relative_to(source)}: {kind.name}({base})"
        for path in sorted(source.rglob("*.py"))
        if str(path.relative_to(source)) not in named
        for tree in [ast.parse(path.read_text())]
        for kind in tree.body
        if isinstance(kind, ast.ClassDef)
        for base in sorted(bases(kind) & imported(tree, named))
    ]
    assert said == []


def test_what_is_imported_of_compiled_modules_is_known_by_the_name_it_has_here():
    tree = ast.parse("from condotta.kernel.book import Book as Sum, Idea\nfrom math import inf")
    assert imported(tree, {"condotta/kernel/book.py"}) == {"Sum", "Idea"}


def imported(tree: ast.Module, named: set[str]) -> set[str]:
    """The names that a module has of modules that are compiled."""
    return {
        name.asname or name.name
        for line in tree.body
        if isinstance(line, ast.ImportFrom)
        and f"{(line.module or '').replace('.', '/')}.py" in named
        for name in line.names
    }


def bases(kind: ast.ClassDef) -> set[str]:
    return {ast.unparse(base) for base in kind.bases}


FIELDS = '''"""A module."""

import msgspec


class Mark(Record, frozen=True):
    """A mark: é."""

    name: "str"
    until: tuple[str, ...] | None = None  # é
    both: dict[
        str, int
    ] = {}

    def first(self) -> str:
        here: int = 1
        return self.name
'''


def test_what_mypyc_forgets_of_records_is_said_otherwise_and_no_line_moves(compiling):
    made = compiling.for_mypyc(FIELDS)
    lines = made.splitlines()
    assert lines[8] == '    name: "_Type9"'
    assert lines[9] == '    until: "_Type10" = None  # é'
    assert lines[10:13] == ['    both: "_Type11" = {}', "", ""]
    assert lines[13:17] == FIELDS.splitlines()[13:17]
    assert lines[len(FIELDS.splitlines()) :] == [
        "",
        "from typing import TypeAlias as _TypeAlias",
        "setattr(Mark, '__doc__', 'A mark: é.')",
        "_Type11: _TypeAlias = dict[str, int]",
        "_Type10: _TypeAlias = tuple[str, ...] | None",
        "_Type9: _TypeAlias = str",
    ]
    ast.parse(made)


def test_a_module_without_records_stays_as_it_is(compiling):
    assert compiling.for_mypyc("LEAST = 1\n") == "LEAST = 1\n"


def test_the_examples_hold(root):
    command = (sys.executable, "-m", "doctest", str(root / "hatch_compile.py"))
    assert subprocess.run(command, check=False).returncode == 0


@pytest.mark.parametrize(
    ("asked", "target", "compiles"),
    [("", "wheel", False), ("0", "wheel", False), ("1", "wheel", True), ("1", "sdist", False)],
)
def test_nothing_is_compiled_unless_a_wheel_asks_for_it(root, monkeypatch, asked, target, compiles):
    monkeypatch.setenv("CONDOTTA_COMPILE", asked)
    monkeypatch.setenv("CONDOTTA_PAGE", "skip")
    hook = loaded(root / "hatch_build.py")
    made = hook.CondottaHook(str(root), {}, None, METADATA, "", target)
    assert made.compiles is compiles
    assert made.dependencies() == ([*hook.MYPYC, "msgspec>=0.19"] if compiles else [])


class METADATA:
    """What the build tells the hook of the project."""

    class core:  # noqa: N801 - it is called so there
        dependencies = ("msgspec>=0.19",)


def test_without_pip_it_says_in_one_sentence_what_to_do(root, tmp_path, monkeypatch):
    tool = loaded(root / "tools/compiled.py")
    monkeypatch.setattr(tool, "find_spec", lambda name: None if name == "pip" else 1)
    with pytest.raises(SystemExit) as ended:
        tool.built(tmp_path)
    assert re.fullmatch(r"This Python has no pip, .*-m ensurepip.*\.", str(ended.value))
