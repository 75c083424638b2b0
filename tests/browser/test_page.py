"""The page of the table: its types, its units, and whole battles through it in a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from condotta import words
from condotta.cli import extras
from tests.browser.golden import write
from tests.conftest import given_or_skipped

WAIT = 300.0


@pytest.fixture(scope="session")
def hook(root: Path) -> ModuleType:
    """The build hook: it knows how Node is found and when the page is old."""
    loader = SourceFileLoader("hatch_build", str(root / "hatch_build.py"))
    module = module_from_spec(spec_from_loader("hatch_build", loader))
    loader.exec_module(module)
    return module


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Only one process at a time brings tools or builds; the others wait for it."""
    end = time.monotonic() + WAIT
    while True:
        try:
            lock.mkdir()
            break
        except FileExistsError:
            if time.monotonic() > end or time.time() - lock.stat().st_mtime > WAIT:
                lock.rmdir()
            time.sleep(0.3)
    try:
        yield
    finally:
        lock.rmdir()


class Tools:
    """Node and what the page is tested with."""

    def __init__(self, node: list[str], web: Path) -> None:
        self.node = node
        self.web = web

    def run(self, script: str, *how: str, **environment: str) -> str:
        """Run a script of an installed package; what it says is the failure."""
        command = [*self.node, f"node_modules/{script}", *how]
        run = subprocess.run(
            command, cwd=self.web, env=os.environ | environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        said = run.stdout + run.stderr
        assert run.returncode == 0, said[-9_000:]
        return said


@pytest.fixture(scope="session")
def tools(root: Path, hook: ModuleType) -> Tools:
    """Node with the packages of the lock, and a page that is built from its sources."""
    found = hook.node_on_path() or hook.node_of_wheel()
    if not found:
        given_or_skipped(extras.NODE)
    node, npm = found
    web = root / "web"
    with alone(root / "web/.bringing"):
        if not (web / "node_modules/vitest/vitest.mjs").is_file():
            brought = [*npm, "ci", "--ignore-scripts"]
            subprocess.run(brought, cwd=web, check=True, capture_output=True)
        if hook.due(root):
            hook.build(root)
    return Tools(node, web)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser, where there is one."""
    return given_or_skipped(extras.CHROMIUM)


@pytest.mark.slow
def test_the_page_has_no_type_error_and_no_warning(tools):
    how = ("--tsconfig", "./tsconfig.json", "--fail-on-warnings")
    tools.run("svelte-check/bin/svelte-check", *how)


@pytest.mark.slow
def test_the_units_of_the_page_agree_with_python(tools, tmp_path):
    write(tmp_path)
    config = ("run", "--config", "vitest.config.ts")
    tools.run("vitest/vitest.mjs", *config, CONDOTTA_GOLDEN=str(tmp_path))


SPECS = (
    "battle", "screens", "bot", "rules", "board", "builder", "cards", "large", "treachery", "ranks",
    "flanks", "carnage", "newcomer", "skirmish", "door", "typed", "referee", "answers", "guides",
    "rooms", "offline", "reported", "newer", "dice", "seats",
)  # fmt: skip
LONG = ("everywhere", "evening", "hall", "strips", "servers")
"""Those that are run by hand alone: they take long, most of their tests wait for a variable."""


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_in_a_browser(tools, chromium, spec):
    """Two processes and a browser on a machine that does much else: what failed is tried once more,
    from nothing, and that it was is told (`-rA`). What fails twice has failed."""
    how = ("run", "--config", "vitest.browser.config.ts", f"tests/browser/{spec}.spec.ts")
    paths = {"CONDOTTA_PYTHON": sys.executable, "CONDOTTA_CHROMIUM": chromium}
    try:
        tools.run("vitest/vitest.mjs", *how, **paths)
    except AssertionError as failed:
        print(f"{spec} failed, and is tried once more:\n{failed}")
        tools.run("vitest/vitest.mjs", *how, **paths)


def test_every_spec_is_run(root):
    specs = {path.name.split(".")[0] for path in (root / "web/tests/browser").glob("*.spec.ts")}
    assert specs == {*SPECS, *LONG}


def test_the_page_holds_no_number_of_the_rules(root):
    """No troop, terrain or setting is measured in the page: it asks. [laws: judge]"""
    from condotta.rules.triumph.settings import CHOICES

    sources = [*(root / "web/src").rglob("*.ts"), *(root / "web/src").rglob("*.svelte")]
    told = {path: path.read_text() for path in sources if "generated" not in path.parts}
    assert told
    for path, text in told.items():
        assert not [name for name in CHOICES.declarations() if name in text], path
        assert "vs_foot" not in text, path


KEY = re.compile(
    r"""['"`]((?:web|story|army|mark|number|aid|ground|scenario|bot)\.[\w.-]*[\w])['"`]"""
)
FRENCH_ALONE = {"number.elided"}
"""What English has no word for."""
MADE = re.compile(r"`((?:web|story|army|mark|ground|bot|window|option)\.[\w.-]*)\$\{")


def test_every_text_of_the_page_is_in_the_catalogue_and_used(root):
    sources = [*(root / "web/src").rglob("*.ts"), *(root / "web/src").rglob("*.svelte")]
    text = "\n".join(path.read_text() for path in sources if "generated" not in path.parts)
    used, made = set(KEY.findall(text)), set(MADE.findall(text))
    assert len(used) > 150
    known = (*words.keys(), "")
    lacking = (key for key in used - FRENCH_ALONE if not words.has(key))
    assert not [key for key in lacking if not any(one.startswith(f"{key}.") for one in known)]
    ours = [key for key in known if key.startswith("web.")]
    assert not [key for key in ours if key not in used and not key.startswith(tuple(made))]


def test_the_lock_of_the_page_names_no_address(root):
    assert "resolved" not in (root / "web/package-lock.json").read_text()
    assert "://" not in (root / "web/node.lock").read_text()
