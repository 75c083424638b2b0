"""The wheel carries everything that the program reads, and runs from there."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.project.tree import files


@pytest.fixture(scope="module")
def installed(tmp_path_factory, root) -> Path:
    """A folder with the wheel of this checkout unpacked in it."""
    out = tmp_path_factory.mktemp("wheel")
    build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out))
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    (wheel,) = out.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(out / "site")
    return out / "site"


def run(installed: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(installed)}
    command = (sys.executable, "-P", "-m", "condotta", *words)
    return subprocess.run(
        command, cwd=installed, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(installed, root):
    source = root / "src"
    ours = {path.relative_to(source) for path in files() if path.is_relative_to(source)}
    assert ours
    assert not {path for path in ours if not (installed / path).is_file()}


@pytest.mark.slow
def test_the_wheel_runs_away_from_the_checkout(installed):
    assert run(installed, "--version").returncode == 0


@pytest.mark.slow
def test_the_wheel_says_where_its_tests_are(installed):
    told = run(installed, "test")
    assert told.returncode == 2
    assert told.stderr.startswith("condotta test works in a checkout")
