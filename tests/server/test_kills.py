"""A killed table loses nothing; `python -m tests.server.kills --times 200` tries for longer."""

import asyncio
from random import Random

import pytest

from tests.server.kills import killed


@pytest.mark.slow
def test_killed_three_times_the_table_has_lost_nothing(tmp_path):
    figures = asyncio.run(killed(3, 3, tmp_path, Random(5), every=1, loud=False))
    assert figures["kills"] == 4
    assert figures["commands"] > 10
    assert figures["verified"] >= 12
