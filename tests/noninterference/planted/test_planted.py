"""The gate is itself tested: a leak of every kind, on every surface, must be caught.

Each is planted alone, and the gate is run as it is run in the tests, in a case that has the secret
which the leak betrays, until the leak is caught on the surface where it is planted.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.noninterference.gate import Effort, Gate
from tests.noninterference.planted.plants import PLANTS
from tests.noninterference.twins import CASES

MOMENTS = 8
"""How many are compared at most: what betrays one bit betrays nothing at every other moment."""


@pytest.mark.parametrize("name", PLANTS)
def test_a_leak_that_is_planted_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case, surface, plant = PLANTS[name]
    plant(monkeypatch)
    effort = Effort(moments=MOMENTS, until=surface)
    gate = asyncio.run(Gate(CASES[case], effort).run())
    assert surface in {leak.surface for leak in gate.leaks}
