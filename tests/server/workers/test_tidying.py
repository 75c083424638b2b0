"""Memory: what is new is looked at often, everything only while nobody plays."""

import gc

import pytest

from condotta.server.workers.tidying import QUIET_SECONDS, WHOLE_SECONDS, Tidying


class Ring:
    """Something that only the collector finds."""

    found = 0

    def __init__(self):
        self.itself = self

    def __del__(self):
        Ring.found += 1


@pytest.fixture
def tidying():
    now = [1000.0]
    made = Tidying(lambda: now[0])
    made.now = now
    before = gc.get_threshold()
    made.start()
    yield made
    made.stop()
    gc.set_threshold(*before)


def lost():
    Ring()
    return Ring.found


def test_new_rings_are_found_at_once(tidying):
    before = lost()
    tidying.tidy(spoken=1000.0)
    assert Ring.found == before + 1


def test_old_rings_are_found_while_nobody_plays(tidying):
    ring = Ring()
    tidying.tidy(spoken=1000.0)
    before = Ring.found
    del ring
    tidying.now[0] += WHOLE_SECONDS + 1
    tidying.tidy(spoken=tidying.now[0])
    assert Ring.found == before
    tidying.tidy(spoken=tidying.now[0] - QUIET_SECONDS - 1)
    assert Ring.found == before + 1
