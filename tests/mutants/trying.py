"""Tries faults: a copy of the tree, one file of it spoilt, only the tests that are named."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.golden import write
from tests.mutants.classes import Fault, Kind, is_page
from tests.project.tree import ROOT, files

CAUGHT = "caught"
MISSED = "NOT CAUGHT"
ELSEWHERE = "text not found"
RED = "already red"
BROKEN = "did not run"
PATIENCE = 900.0
"""Seconds after which tests with a fault in are taken not to end."""


class Unrunnable(Exception):
    """The tests did not come to a verdict."""


def tried(chosen: Iterable[Kind]) -> Iterator[tuple[Kind, Fault, str]]:
    """Every fault of some kinds, with what came of it."""
    with TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for kind in chosen:
            for fault in kind.faults:
                yield kind, fault, copy.outcome(fault)


class Copy:
    """A copy of the tree in a folder, in which tests are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        self.golden = folder / "golden"
        for path in files():
            to = self.folder / path.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, to)
        installed = ROOT / "web" / "node_modules"
        if installed.exists():
            (self.folder / "web" / "node_modules").symlink_to(installed.resolve())
        self._green: dict[str, bool] = {}

    def outcome(self, fault: Fault) -> str:
        """What comes of a fault."""
        path = self.folder / fault.file
        old = path.read_bytes() if path.is_file() else b""
        spoilt = fault.spoilt(old.decode("utf-8"))
        if spoilt is None:
            return ELSEWHERE
        try:
            if not self.green(fault.tests):
                return RED
            times = path.stat()
            path.write_bytes(spoilt.encode("utf-8"))
            try:
                failed = self.failed(fault.tests, keep=False)
            finally:
                path.write_bytes(old)
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        except Unrunnable as why:
            return f"{BROKEN} ({why})"
        held = [test for test in fault.tests if whole(test) not in failed]
        told = ", ".join(test.partition("::")[2] for test in held)
        return f"{MISSED} by {told}" if held else CAUGHT

    def green(self, tests: Sequence[str]) -> bool:
        """Whether tests hold without any fault."""
        new = [test for test in tests if test not in self._green]
        if new:
            failed = self.failed(new, keep=True)
            self._green.update({test: whole(test) not in failed for test in new})
        return all(self._green[test] for test in tests)

    def failed(self, tests: Sequence[str], *, keep: bool) -> frozenset[str]:
        """Those of some tests that fail; modules are kept compiled only where nothing is spoilt."""
        ours = [test for test in tests if not is_page(test)]
        pages = [test for test in tests if is_page(test)]
        found = self.failed_here(ours, keep=keep) if ours else frozenset[str]()
        return found.union(*(self.failed_of_page(test) for test in pages))

    def failed_here(self, tests: Sequence[str], *, keep: bool) -> frozenset[str]:
        """The same of our own tests. One that cannot even be collected is no verdict."""
        way = os.pathsep.join((str(self.folder / "src"), str(self.folder)))
        said = {"PYTHONPATH": way, "PYTHONDONTWRITEBYTECODE": "" if keep else "1"}
        how = ("-m", "pytest", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", *tests)
        status, told = self.run((sys.executable, *how), self.folder, said)
        if status not in (0, 1):
            raise Unrunnable(told.strip().splitlines()[-1] if told.strip() else f"status {status}")
        listed = re.findall(r"^(?:FAILED|ERROR) ([^\s\[]+)", told, re.MULTILINE)
        return frozenset(listed)

    def failed_of_page(self, test: str) -> frozenset[str]:
        """A test of the page, if it fails."""
        file, _, name = test.partition("::")
        if not self.golden.exists():
            write(self.golden)
        report = self.folder.parent / "page.json"
        how = ("run", "--config", "vitest.config.ts", file.removeprefix("web/"))
        wanted = ("-t", re.escape(name), "--reporter=json", f"--outputFile={report}")
        command = (*node(), "node_modules/vitest/vitest.mjs", *how, *wanted)
        status, told = self.run(command, self.folder / "web", {"CONDOTTA_GOLDEN": str(self.golden)})
        if not report.is_file():
            raise Unrunnable(told.strip()[-200:] or f"status {status}")
        read = json.loads(report.read_text(encoding="utf-8"))
        report.unlink()
        shown = {
            one["title"]: one["status"]
            for each in read["testResults"]
            for one in each["assertionResults"]
        }
        if shown.get(name) not in ("passed", "failed"):
            raise Unrunnable(f"no verdict of {name}")
        return frozenset((test,) if shown[name] == "failed" else ())

    def run(self, command: Sequence[str], folder: Path, said: dict[str, str]) -> tuple[int, str]:
        """The status of a command and what it printed."""
        try:
            done = subprocess.run(
                command, cwd=folder, env=os.environ | said, capture_output=True, text=True,
                check=False, timeout=PATIENCE,
            )  # fmt: skip
        except subprocess.TimeoutExpired as why:
            raise Unrunnable("it does not end") from why
        return done.returncode, done.stdout + done.stderr


def whole(test: str) -> str:
    """A test by its name, whichever of its cases is named."""
    return test if is_page(test) else test.partition("[")[0]


def node() -> list[str]:
    """Node, as the build finds it."""
    loader = SourceFileLoader("hatch_build", str(ROOT / "hatch_build.py"))
    module = module_from_spec(spec_from_loader("hatch_build", loader))
    loader.exec_module(module)
    found = module.node_on_path() or module.node_of_wheel()
    if not found:
        raise Unrunnable("there is no Node")
    return list(found[0])
