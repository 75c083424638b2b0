"""Memory kept tidy without long pauses: Python's collector looks at what is new, seldom at all.

Battles are large and live long. Looking through all of them for garbage takes a fifth of a second
with 200 rooms, in which nobody is served; so what has lived for a second is set aside, and
looked through only while nobody plays.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from time import monotonic

YOUNG = (5_000, 10, 1_000)
"""New objects before the newest are looked at; how often before older ones are."""

SECONDS = 1.0
WHOLE_SECONDS = 600.0
QUIET_SECONDS = 10.0

SWITCH_SECONDS = 0.0005
"""How soon the thread that writes is let in: it is waited for with every command."""


class Tidying:
    """Decides when to look at what."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._whole = clock()

    def start(self) -> None:
        """What there is before the first battle stays for good."""
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.set_threshold(*YOUNG)
        gc.collect()
        gc.freeze()

    def tidy(self, spoken: float) -> None:
        """Look at what is new; at everything, if nobody has spoken since a while."""
        now = self._clock()
        if now - self._whole > WHOLE_SECONDS and now - spoken > QUIET_SECONDS:
            self._whole = now
            gc.unfreeze()
            gc.collect()
        else:
            gc.collect(1)
        gc.freeze()

    def stop(self) -> None:
        """As Python does it otherwise."""
        gc.unfreeze()
        gc.set_threshold(700, 10, 10)
        sys.setswitchinterval(0.005)
