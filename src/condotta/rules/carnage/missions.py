"""Which mission is played: Carnage, or a two-sided one made one for many. [CM-110 to CM-117]"""

from __future__ import annotations

from typing import NamedTuple

from condotta.rules.carnage import names

INCH = 10_000


class Mission(NamedTuple):
    """What the layer needs to know of a mission.

    `rounds` 0 is as many as the settings say; `counter` holds a seat's points; `clear` is how far
    from the table's centre nobody sets out, in quanta; `ranked` says whether power levels are
    ranked, which decides the first round and ties. [CM-111, CM-115, CM-116]
    """

    rounds: int = 0
    counter: str = names.VP
    clear: int = 9 * INCH
    ranked: bool = True


CARNAGE = Mission()
