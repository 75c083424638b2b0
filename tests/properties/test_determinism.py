"""The same seed gives the same bytes: twice over, and whatever seed Python hashes by."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

from condotta.bots.runner import conduct, seated
from condotta.kernel.log import encode
from tests.properties.effort import seeds
from tests.properties.journeys import SEATS, opened
from tests.properties.scenes import the_book

LIMITS = {"random": 90, "steward": 16}


def fingerprint(number: int) -> str:
    """A digest of the logs that bots of either kind leave, and of every seat's stream."""
    found = hashlib.blake2b(digest_size=16)
    for bots, limit in LIMITS.items():
        fought = opened(number, the_book())
        players = seated(dict.fromkeys(SEATS, bots), the_book(), number)
        conduct(fought, players, limit=limit)
        for events in (fought.log, *(fought.stream(seat) for seat in SEATS)):
            found.update(encode(events))
    return found.hexdigest()


def elsewhere(number: int, hashing: str) -> str:
    """The same in a process of its own."""
    program = f"from tests.properties.test_determinism import fingerprint as f; print(f({number}))"
    path = os.pathsep.join(one for one in sys.path if one)
    environment = os.environ | {"PYTHONHASHSEED": hashing, "PYTHONPATH": path}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()


def test_the_same_seed_gives_the_same_bytes_twice_and_under_other_hashes() -> None:
    for number in seeds(1):
        here = fingerprint(number)
        assert here == fingerprint(number)
        assert {elsewhere(number, hashing) for hashing in ("1", "4711")} == {here}


def test_another_seed_gives_another_battle() -> None:
    assert fingerprint(0) != fingerprint(1)
