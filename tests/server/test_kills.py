"""A killed table loses nothing; `python -m tests.server.kills --kills 1000` tries for longer."""

import asyncio
import os
from random import Random

import pytest

from tests.server import server_kills
from tests.server.kills import killed


@pytest.mark.slow
def test_killed_four_times_the_table_has_lost_nothing(tmp_path):
    if not hasattr(os, "fork"):
        return  # its tables are forked
    figures = asyncio.run(killed(4, 3, tmp_path, Random(5), every=2, loud=False))
    assert figures["kills"] == 4
    assert figures["commands"] > 10
    assert figures["doors"] > 4
    assert figures["verified"] >= 6


@pytest.mark.slow
def test_of_two_servers_each_is_killed_and_nobody_sees_a_gap_or_a_repeat(postgres):
    base = postgres.database()
    figures = asyncio.run(server_kills.killed(2, 1, base, Random(5), every=2, loud=False))
    assert figures["kills"] == 2
    assert figures["commands"] > 2
    assert figures["verified"] >= 1
