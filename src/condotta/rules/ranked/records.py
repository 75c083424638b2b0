"""What the rules of ranked battles tell one another: records and the steps of a charge, no rules.

Other frames, and actions, stand beside their procedures. Pieces are named by their ids.
"""

from __future__ import annotations

from condotta.kernel.asks import Script
from condotta.kernel.records import Record, Seat


class Charge(Record, frozen=True):
    """A declared charge: who, at whom, how it reacted, on which facing. [FB-4.2, FB-4.10]"""

    charger: str
    target: str
    reaction: str = ""
    facing: str = "front"


class Shot(Record, frozen=True):
    """A regiment's shots at a target; `reaction` says that it stands and shoots. [FB-6.2]"""

    shooter: str
    target: str
    reaction: bool = False


class Spell(Record, frozen=True):
    """A spell that has been cast, before it takes effect. [FB-5.5]

    `strength` is the casting result, which a dispel must reach; `x`, `y` a point in quanta for
    templates.
    """

    wizard: str
    spell: str
    target: str = ""
    x: int = 0
    y: int = 0
    strength: int = 0
    irresistible: bool = False
    boosted: bool = False


class Struck(Record, frozen=True):
    """A regiment that broke, and the enemies that touched it then. [FB-7.20]"""

    broken: str
    winners: tuple[str, ...] = ()
    by: Seat = ""


class Hit(Record, frozen=True):
    """Hits of one kind on a regiment: how many, how strong, how they are saved. [FB-6.8, 6.11]

    `source` is the piece that struck, `by` the seat whose doing it is, `way` shooting, combat,
    magic or mishap. `wounds` is the die of FB-6.11: 1, 3 or 6. `poison` hits wound of themselves;
    `ward` is one of the moment, such as a parry; `sure` hits have wounded already.
    """

    target: str
    hits: int
    strength: int
    by: Seat = ""
    source: str = ""
    way: str = "combat"
    piercing: int = 0
    no_armour: bool = False
    no_ward: bool = False
    poison: int = 0
    ward: int = 0
    sure: bool = False
    killing: bool = False
    flaming: bool = False
    wounds: int = 1
    clause: str = "FB-6.8"


# ── the steps of a charge ────────────────────────────────────────────────────
class ChargeStep(Script, frozen=True, kw_only=True):
    """A step of a declared charge; `first` is the target it was redirected from, if it was.

    [FB-4.2, FB-4.6]
    """

    charger: str
    target: str
    first: str = ""


class Declare(ChargeStep, frozen=True, kw_only=True):
    """A charge is declared, and reacted to at once. [FB-4.2]"""


class React(ChargeStep, frozen=True, kw_only=True):
    """A target reacts to a charge: holds, stands and shoots, or flees. [FB-4.3]"""


class Redirect(ChargeStep, frozen=True, kw_only=True):
    """A charger whose target fled may go for another. [FB-4.6]"""
