"""What the rules of skirmish battles tell one another: records only, no rules.

Actions and frames stand beside their procedures. Pieces are named by their ids.
"""

from __future__ import annotations

from condotta.kernel.records import Record, Seat


class Volley(Record, frozen=True):
    """The attacks of one weapon profile of some models against one unit. [SK-56]

    `bearers` are the models that use it, one entry for each weapon; `way` is shooting, overwatch
    or fight. `attacks` are those of each bearer, in fights as they were shared out; 0 leaves them
    to the weapon, or in a fight to the bearer's A. `close` is within half range, measured when the
    targets were named. [SK-82, SK-108]
    """

    unit: str
    target: str
    weapon: str
    bearers: tuple[str, ...]
    way: str
    attacks: int = 0
    close: bool = False


class Share(Record, frozen=True):
    """One weapon of one model: at whom, and with how many attacks where they are shared out.

    `close` is within half range. [SK-74, SK-82, SK-108]
    """

    model: str
    weapon: str
    target: str
    attacks: int = 0
    close: bool = False


class Mortal(Record, frozen=True):
    """Mortal wounds on a unit, whose doing they are, and why. [SK-66]"""

    unit: str
    wounds: int
    by: Seat = ""
    clause: str = "SK-66"


class Manifested(Record, frozen=True):
    """A power whose test succeeded, before it takes effect. [SK-47, SK-48]"""

    psyker: str
    power: str
    total: int
    target: str = ""


class Trail(Record, frozen=True):
    """One model's way: points that its pose's place goes through, the facing and level it ends on.

    Empty points are a model that stays where it is. `ux, uy` 0 keeps the facing. [SK-136]
    """

    model: str
    points: tuple[tuple[int, int], ...] = ()
    ux: int = 0
    uy: int = 0
    level: int = 0


class Result(Record, frozen=True):
    """How a battle ended: who won, by which clause, in which words."""

    winners: tuple[str, ...]
    clause: str
    key: str
