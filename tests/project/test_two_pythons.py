"""One seed gives one battle, on any supported Python and under any hash seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def fought(out: Path, root: Path, **environment: str) -> bytes:
    """The log of one battle, fought through the launcher."""
    command = (sys.executable, str(root / "condotta"), "battle", "--seed", "7", "--out", str(out))
    run = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return out.read_bytes()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_log_on_a_second_python(tmp_path, root, other_python):
    here = fought(tmp_path / "here.json", root, PYTHONHASHSEED="1")
    there = fought(tmp_path / "there.json", root, PYTHONHASHSEED="2", CONDOTTA_PYTHON=other_python)
    assert here == there


@pytest.mark.slow
def test_the_same_seed_gives_the_same_log_under_any_hash_seed(tmp_path, root):
    logs = [fought(tmp_path / f"{seed}.json", root, PYTHONHASHSEED=seed) for seed in "34"]
    assert logs[0] == logs[1]
