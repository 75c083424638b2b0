"""The gate is itself tested: a leak of every kind, on every surface, must be caught.

Each is planted alone, and the gate is run as it is run in the tests, in a case that has the secret
which the leak betrays, until the leak is caught on the surface where it is planted. The first on
each surface every time, all of them with `CONDOTTA_PLANTS=all`.
"""

from __future__ import annotations

import asyncio
import os

import pytest

from tests.noninterference.gate import Effort, Gate
from tests.noninterference.planted.plants import PLANTS
from tests.noninterference.twins import CASES

MOMENTS = 8
"""How many are compared at most: what betrays one bit betrays nothing at every other moment."""


ALL = os.environ.get("CONDOTTA_PLANTS") == "all"


def everyday() -> list[str]:
    """The first plant on each surface."""
    first: dict[str, str] = {}
    for name, planted in PLANTS.items():
        first.setdefault(planted.surface, name)
    return list(first.values())


@pytest.mark.parametrize("name", PLANTS if ALL else everyday())
def test_a_leak_that_is_planted_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case, surface, plant = PLANTS[name]
    plant(monkeypatch)
    effort = Effort(moments=MOMENTS, until=surface)
    gate = asyncio.run(Gate(CASES[case], effort).run())
    assert surface in {leak.surface for leak in gate.leaks}
