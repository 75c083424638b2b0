"""Finding an army list, as the page shows what is found. [AL-2.3]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from condotta.armies import library
from condotta.armies.building.searching import Search, every
from condotta.armies.building.searching import search as fitting
from condotta.armies.building.views import ListRow
from condotta.server.armoury.armoury_forms import ListFound, ListsFound


def search(wish: Search) -> ListsFound:
    """The shipped lists that fit, and everything there is to search by."""
    known = every()
    counts = Counter(roster.list_key for roster in library().rosters)
    ids = {one.key: one.id for one in library().lists}
    return ListsFound(
        lists=tuple(found(one, ids[one.key], counts[one.key]) for one in fitting(wish)),
        homes=named(one.homes for one in known),
        themes=named(one.themes for one in known),
        troops=named(one.types for one in known),
        cards=named(one.cards for one in known),
        first=min((one.years.start_date for one in known), default=0),
        last=max((one.years.end_date for one in known), default=0),
    )


def found(one: ListRow, named_id: str, rosters: int) -> ListFound:
    """A list that was found."""
    return ListFound(
        key=one.key,
        id=named_id,
        name=one.name,
        start=one.years.start_date,
        end=one.years.end_date,
        rosters=rosters,
        homes=one.homes,
        themes=one.themes,
        troops=one.types,
        cards=one.cards,
    )


def named(many: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Everything that any list has, in alphabetical order."""
    return tuple(sorted({name for one in many for name in one}))
