"""Why: every number is a list of named modifiers, every refusal names its clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from condotta.kernel.records import Record
from condotta.table import Pose

Param: TypeAlias = str | int | tuple[str, ...]
"""What a message is told: a name, a number, or several names. Never a finished sentence."""


class Modifier(Record, frozen=True):
    """One reason for part of a total. Of those that share a `group` only the best counts."""

    value: int
    key: str
    clause: str
    group: str = ""


class Tally(Record, frozen=True):
    """A total with its reasons: the die, if one was rolled, and every modifier."""

    who: str
    die: int
    parts: tuple[Modifier, ...]

    @property
    def total(self) -> int:
        """The die and all parts, added."""
        return self.die + sum(part.value for part in self.parts)


class Sketch(Record, frozen=True):
    """Geometry that shows a ruling: a named outline, line or point, in quanta."""

    key: str
    points: tuple[tuple[int, int], ...]


class Refusal(Record, frozen=True):
    """Why not: the clause, a message key with its parameters, and what to point at."""

    clause: str
    key: str
    params: Mapping[str, Param] = {}
    sketches: tuple[Sketch, ...] = ()


class Waiver(Record, frozen=True):
    """A clause that does not apply here, and the clause that lifts it."""

    lifts: str
    clause: str


class Contact(Record, frozen=True):
    """A piece's front would lie on that edge of another piece."""

    piece: str
    other: str
    edge: str


class Verdict(Record, frozen=True):
    """What the rules say of an action before it is taken: menus, previews and acceptance agree.

    `cost` is in the game's own command points, `distance` and `limit` in quanta, `poses` are
    where each piece would end and `via` where each would be in between, one leg after another.
    """

    refusals: tuple[Refusal, ...] = ()
    cost: int = 0
    distance: int = 0
    limit: int = 0
    poses: tuple[tuple[str, Pose], ...] = ()
    contacts: tuple[Contact, ...] = ()
    via: tuple[tuple[tuple[str, Pose], ...], ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is against it."""
        return not self.refusals
