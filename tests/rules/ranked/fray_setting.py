"""Regiments that charge, fight and flee: the whole book of ranked battles at a moment.

fray = Fray(regiment("R1", x=24, y=10), regiment("B1", x=24, y=18, face=180))
fray.begin(Declarations()).choose("red", "R1>B1")
"""

from typing import Any

from condotta.kernel.book import Book, Layer
from condotta.kernel.events import Counted, Event
from condotta.rules.ranked import names
from condotta.rules.ranked.layer import RANKED
from condotta.rules.ranked.reading.regiment import Field, field
from tests.rules.ranked.range_setting import Range

MU = 10_000


class Fray(Range):
    """A table where every procedure of the core is known."""

    def __init__(
        self, *regiments: list[Event], phase: str = names.MOVEMENT, hooks: Any = (), **more: Any
    ) -> None:
        super().__init__(*regiments, phase=phase, **more)
        self.book = Book("ranked", (RANKED, Layer("test", 1, hooks=hooks)))
        starts = [
            Counted(event.holder, names.AT_PHASE_START, event.value)
            for one in regiments
            for event in one
            if isinstance(event, Counted) and event.name == names.MODELS
        ]
        self.opening = [*self.opening[:-1], *starts, self.opening[-1]]

    @property
    def field(self) -> Field:
        return field(self.book, self.position)

    def at(self, name: str) -> tuple[float, float]:
        """Where the middle of a front is, in inches."""
        pose = self.piece(name).pose
        assert pose is not None, name
        return pose.x / MU, pose.y / MU

    def marked(self, name: str, mark: str) -> bool:
        return self.piece(name).marked(mark)

    def touching(self, name: str) -> list[str]:
        here = self.field
        return [one.id for one in here.touching(here.regiment(name))]
