"""The gate is itself tested: a leak of every kind, on every surface, must be caught.

Each is planted alone. The gate is run as it is run in the tests, case after case, first the one
that has the secret which the leak betrays, until it is caught.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.noninterference.gate import Effort, Gate
from tests.noninterference.planted.plants import PLANTS
from tests.noninterference.twins import CASES

EFFORT = Effort(first=True)


@pytest.mark.parametrize("name", PLANTS)
def test_a_leak_that_is_planted_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, plant = PLANTS[name]
    plant(monkeypatch)
    order = [first, *(case for case in CASES if case != first)]
    assert any(list(asyncio.run(Gate(CASES[case], EFFORT).run()).told()) for case in order)
