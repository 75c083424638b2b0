"""Battles in which every fact is worked out anew at every step: nothing kept is out of date."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench" / "systems.py"


def fought(system: str, **more: str) -> str:
    """The digest of a battle's log, fought in a process of its own."""
    path = os.pathsep.join((str(ROOT / "src"), os.environ.get("PYTHONPATH", "")))
    asked = json.dumps({"system": system, "bots": "random", "number": 1})
    done = subprocess.run(
        (sys.executable, "-P", str(BENCH), "--work"),
        input=asked,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": path} | more,
        check=True,
    )
    digest: str = json.loads(done.stdout.splitlines()[1])["digest"]
    return digest


@pytest.mark.parametrize("system", ["triumph", "ranked", "skirmish"])
def test_facts_worked_out_anew_are_those_kept(system: str):
    """A difference would end the battle, and its log would not be the same."""
    assert fought(system, CONDOTTA_ANEW="1") == fought(system)
