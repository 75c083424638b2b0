"""One seed gives one battle, on any supported Python and under any hash seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = (sys.executable, "-P", "-m", "condotta")


def fought(out: Path, command: tuple[str, ...], **environment: str) -> bytes:
    """The log of one battle."""
    words = (*command, "battle", "--seed", "7", "--out", str(out))
    run = subprocess.run(
        words, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return out.read_bytes()


@pytest.fixture(scope="module")
def here(tmp_path_factory) -> bytes:
    """The log on this Python, under one hash seed."""
    return fought(tmp_path_factory.mktemp("here") / "log.json", HERE, PYTHONHASHSEED="1")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_log_on_a_second_python(here, tmp_path, root, other_python):
    launcher = (sys.executable, str(root / "condotta"))
    assert here == fought(tmp_path / "there.json", launcher, CONDOTTA_PYTHON=other_python)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_log_under_any_hash_seed(here, tmp_path):
    assert here == fought(tmp_path / "two.json", HERE, PYTHONHASHSEED="2")
