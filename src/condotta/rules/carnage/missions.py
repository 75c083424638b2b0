"""Which mission is played: Carnage, or a two-sided one made one for many. [CM-110 to CM-117]"""

from __future__ import annotations

from typing import NamedTuple

from condotta.kernel.book import Book
from condotta.rules.carnage import names
from condotta.rules.carnage.settings import settings_of

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


def mission_of(book: Book) -> Mission:
    """The mission of a battle: the layer's own, or one of the base game made one for many."""
    from condotta.rules.carnage.host import host_of  # noqa: PLC0415 - a host names its missions

    return host_of(book).missions.get(settings_of(book).word("mission"), CARNAGE)
