"""Battles in which every fact is worked out anew at every step: nothing kept is out of date."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHILD = """
import json, sys
from bench.systems import fought
from condotta.table import once
battle = fought(**json.load(sys.stdin))
print(json.dumps([once.ANEW, battle["digest"]]))
"""


def fought(system: str, bots: str, anew: str) -> tuple[bool, str]:
    """Whether facts were worked out anew, and the digest of a battle's log.

    It is fought in a process of its own.
    """
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        (sys.executable, "-P", "-c", CHILD),
        input=json.dumps({"system": system, "bots": bots, "number": 1}),
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": path, "CONDOTTA_ANEW": anew},
        check=True,
    )
    was_anew, digest = json.loads(done.stdout)
    return was_anew, digest


@pytest.mark.parametrize(
    ("system", "bots"),
    [("triumph", "random"), ("ranked", "random"), ("skirmish", "random"), ("triumph", "steward")],
)
def test_facts_worked_out_anew_are_those_kept(system: str, bots: str):
    """A difference would end the battle, and its log would not be the same."""
    anew, log = fought(system, bots, anew="1")
    kept, same = fought(system, bots, anew="")
    assert (anew, kept) == (True, False)
    assert log == same
