"""What a bolt does rank by rank, told as the way of one shot. [FB-12.2]"""

from __future__ import annotations

from condotta.kernel.events import Ruled
from condotta.words import say

BOLT, SHOT = "FB-12.2", "FB-6.4"
"""By which clause a bolt hits rank after rank, and by which a shot is told."""
HITS = "fb.6-8."
"""How the keys of rulings begin that tell of hits."""


class Bolts:
    """Remembers whether the bolt that was shot last has hit somebody already."""

    def __init__(self) -> None:
        self._hit = False

    def told(self, event: Ruled, text: str, lang: str) -> str:
        """The text of a ruling; another hit of the same bolt is told to be one. [FB-12.2]"""
        if event.clause == SHOT:
            self._hit = False
        if event.clause != BOLT or not event.key.startswith(HITS):
            return text
        on, self._hit = self._hit, True
        return say("story.through", {"then": text}, lang) if on else text
