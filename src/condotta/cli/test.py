"""`condotta test`: style, types, import rules, dependencies, then every test."""

import importlib.util
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

import condotta
from condotta.cli import extras
from condotta.errors import PlainError

PYTHON = sys.executable
IMPORT_RULES = "from importlinter.cli import lint_imports_command as run; run()"
NEEDS_CHECKOUT = (
    "condotta test works in a checkout: clone the repository and run ./condotta test there."
)


class Check(msgspec.Struct, frozen=True):
    """One thing that must hold, and the command that finds out."""

    name: str
    command: tuple[str, ...]


STATIC = (
    Check("format", (PYTHON, "-m", "ruff", "format", "--check", "--quiet", ".")),
    Check("style", (PYTHON, "-m", "ruff", "check", "--quiet", ".")),
    Check("import rules", (PYTHON, "-c", IMPORT_RULES)),
    Check("dependencies", (PYTHON, "-m", "deptry", ".")),
    Check("types", (PYTHON, "-m", "mypy", "--strict", "--no-error-summary")),
)
TESTS = Check("tests", (PYTHON, "-m", "pytest", "-q", "-n", "3", "--dist", "worksteal"))


def checkout() -> Path:
    """The root of the checkout that this package was installed from."""
    root = Path(condotta.__file__).resolve().parents[2]
    if not (root / "pyproject.toml").is_file() or not (root / "tests").is_dir():
        raise PlainError(NEEDS_CHECKOUT)
    if importlib.util.find_spec("pytest") is None:
        raise PlainError("The test tools are not installed here: start it as ./condotta test.")
    return root


def holds(check: Check, root: Path) -> bool:
    """Run one check quietly; what it says is shown only when it fails."""
    begun = time.monotonic()
    run = subprocess.run(check.command, cwd=root, capture_output=True, text=True, check=False)
    ending = "ok" if run.returncode == 0 else "FAILED"
    print(f"{check.name:<14} {ending:<7} {time.monotonic() - begun:5.1f} s", flush=True)
    if run.returncode:
        print(run.stdout + run.stderr, flush=True)
    return run.returncode == 0


def pytest(check: Check, root: Path) -> bool:
    """Run the tests with their own output in sight."""
    return subprocess.run(check.command, cwd=root, check=False).returncode == 0


def whole(root: Path) -> int:
    """Everything: the quick checks first, and the tests only when those hold."""
    failed = [check.name for check in STATIC if not holds(check, root)]
    if not failed and not pytest(TESTS, root):
        failed.append(TESTS.name)
    for line in extras.not_run():
        print(line)
    return verdict(failed)


def unfought(arguments: Sequence[str], root: Path) -> int:
    """What needs no test to run: style, import rules, dependencies and types."""
    if arguments:
        raise PlainError("--quick runs no tests: leave out either it or the arguments for pytest.")
    return verdict([check.name for check in STATIC if not holds(check, root)])


def verdict(failed: Sequence[str]) -> int:
    """The exit status, and a line with what failed."""
    if failed:
        print(f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


def part(arguments: Sequence[str], root: Path) -> int:
    """Only the tests that the arguments of pytest ask for."""
    command = (PYTHON, "-m", "pytest", *arguments)
    return subprocess.run(command, cwd=root, check=False).returncode


def command(
    *arguments: Annotated[str, Parameter(allow_leading_hyphen=True)],
    quick: bool = False,
) -> int:
    """Check this checkout: style, types, import rules and every test.

    Parameters
    ----------
    arguments
        Handed to pytest, which then runs alone: `condotta test tests/table -k contact`.
    quick
        Only what needs no test to run: style, import rules, dependencies and types.
    """
    root = checkout()
    if quick:
        return unfought(arguments, root)
    return part(arguments, root) if arguments else whole(root)
