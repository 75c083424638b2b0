"""What the data files of TRIUMPH! hold. Lengths are quanta, points are halves."""

from typing import Literal

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a data file, with the clause it states and how sure we are of it."""

    clause: str
    mark: str


class TroopType(Row, frozen=True, kw_only=True):
    """One of the 26 troop types, or the camp. [TC-1.1, TC-2.1, TC-2.2]"""

    code: str
    name: str
    half_points: int
    kind: Literal["foot", "mounted", "camp"] = msgspec.field(name="class")
    order: Literal["open", "close", "none"]
    move: int
    depth: int
    width: int
    vs_foot: int
    vs_mounted: int
    shooting: int | None = None
    shot_at: int | None = None
    range: int | None = None
    arc: Literal["front", "all"] | None = None
    surcharge: int = 0
    zoc: Literal["front", "all", "none"] = "front"
    pursues: bool = True

    @property
    def is_foot(self) -> bool:
        """War Wagons and Artillery are foot. [TC-1.2]"""
        return self.kind == "foot"

    @property
    def is_mounted(self) -> bool:
        """Elephants are mounted. [TC-1.3]"""
        return self.kind == "mounted"

    @property
    def is_camp(self) -> bool:
        """A camp is neither foot nor mounted."""
        return self.kind == "camp"

    @property
    def is_open_foot(self) -> bool:
        """Open order foot, whatever its base depth. [TC-0.13]"""
        return self.kind == "foot" and self.order == "open"

    @property
    def is_close_foot(self) -> bool:
        """Close order foot, whatever its base depth. [TC-0.13]"""
        return self.kind == "foot" and self.order == "close"

    @property
    def shoots(self) -> bool:
        """Only types with a shooting factor shoot. [TC-6.2]"""
        return self.shooting is not None


class Outcome(Row, frozen=True, kw_only=True):
    """Who suffers something else than the usual result, against whom, where. [TC-3.10, TC-3.30]"""

    losers: tuple[str, ...]
    by: tuple[str, ...]
    terrain: Literal["any", "open", "difficult"]
    combat: Literal["close", "ranged"]
    result: Literal["destroyed", "sacked", "panic", "evade"] = "destroyed"
    setting: str | None = None

    def fits(self, loser: str, winner: str, combat: str, *, difficult: bool) -> bool:
        """Whether the row speaks of this loser, winner, kind of combat and ground. [TC-3.24]"""
        ground = "difficult" if difficult else "open"
        return (
            loser in self.losers
            and (winner in self.by or "any" in self.by)
            and combat == self.combat
            and self.terrain in {"any", ground}
        )


class Factor(Row, frozen=True, kw_only=True):
    """A tactical factor; its value is here or in the setting it names. [TC-2.10, TC-2.40]"""

    id: str
    value: int | None = None
    setting: str | None = None
    most: int = 1
    side: Literal["either", "target", "shooter"] = "either"
    types: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The message key of its name."""
        return f"factor.{self.id}"


class Terrain(Row, frozen=True, kw_only=True):
    """A kind of terrain and what it does. [TC-7.20]"""

    key: str
    name: str
    going: Literal["open", "difficult", "impassable"]
    shape: Literal["ellipse", "rectangle", "polyline", "strip"]
    sight: Literal["none", "area", "crest"] = "none"
    hill: bool = False


class Sizes(Row, frozen=True, kw_only=True):
    """The sizes of one kind of piece: length, depth. [TC-7.31]"""

    kind: Literal["ordinary-large", "ordinary-small", "edge-large", "edge-small"]
    sizes: tuple[tuple[int, int], ...]


class Topography(Row, frozen=True, kw_only=True):
    """What must and what may lie on the table. [TC-7.2]"""

    key: str
    name: str
    compulsory: str
    optional: tuple[str, ...]
    most: dict[str, int] = {}


class Pieces(Row, frozen=True, kw_only=True):
    """Numbers of pieces for terrain scores 2 to 12. [TC-7.13, TC-7.14]"""

    topographies: tuple[str, ...]
    counts: tuple[int, ...]
    modifier: int
