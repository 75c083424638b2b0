"""What there is to choose from: systems and their settings, lists, rosters, words.

A person's own lists stand before the shipped ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

import condotta
from condotta.armies import Library, Roster, library
from condotta.armies.building.searching import named
from condotta.armies.building.views import ListFound, told
from condotta.armies.checking.costing import Breakdown
from condotta.armies.importing.importing import import_sources
from condotta.armies.importing.nodes import Log
from condotta.armies.importing.sources import Source
from condotta.armies.paper.reports import Checked, checked
from condotta.armies.readings import only_read_as, read_as
from condotta.armies.records import leads
from condotta.armies.text import plain
from condotta.bots.seat import BOTS
from condotta.server.forms import About, RosterShown, StandsShown
from condotta.server.games.games import GAMES
from condotta.server.games.scenarios import scenarios
from condotta.server.protocol import PROTOCOL
from condotta.server.reasons import Refused
from condotta.words import languages
from condotta.words.catalogue import FIRST, catalogue

MOST_LISTS = 20


def shelf_of(lists: tuple[Any, ...], settings: Mapping[str, Any] = {}) -> Library:
    """The shipped lists, with a person's own before them, prices of cards read as is asked."""
    if len(lists) > MOST_LISTS:
        raise Refused("too-many-lists", 413, most=MOST_LISTS)
    shelf = own_shelf(msgspec.json.encode(lists, order="sorted")) if lists else library()
    return only_read_as(shelf, settings) if settings else shelf


def lists_of(raw: Any) -> tuple[Any, ...]:
    """The lists of its own that a roster from a page brings with it."""
    lists = raw.get("lists") if isinstance(raw, dict) else None
    return tuple(lists) if isinstance(lists, list | tuple) else ()


@lru_cache(maxsize=32)
def own_shelf(raw: bytes) -> Library:
    """A shelf with lists of a page in front, in our format or the service's. [AL-12]"""
    value = msgspec.json.decode(raw)
    read = [Source(f"{number}.json", one) for number, one in enumerate(value, 1)]
    return library(import_sources(read, "own", Log()).data)


MOST = 500


def about(addresses: tuple[str, ...], *, owner: bool) -> About:
    """What this table is."""
    return About(
        version=condotta.__version__,
        protocol=PROTOCOL,
        systems=tuple(one.shown() for one in GAMES.values()),
        bots=tuple(sorted(BOTS)),
        dice=("shared", "typed", "seeded"),
        languages=languages(),
        scenarios=tuple(one.shown() for one in scenarios()),
        addresses=addresses,
        owner=owner,
    )


@lru_cache(maxsize=16)
def words(lang: str) -> bytes:
    """Every text of a language, as JSON; what it lacks is in the first language."""
    if lang not in languages():
        raise Refused("no-language", 404, language=lang[:10], known=languages())
    return msgspec.json.encode({**catalogue(FIRST), **catalogue(lang)}, order="sorted")


def lists(wanted: str) -> tuple[ListFound, ...]:
    """The lists whose name or keywords hold the text. [AL-2.3]"""
    return named(wanted[:80])[:MOST]


def rosters(wanted: str, list_key: str) -> tuple[RosterShown, ...]:
    """The shipped rosters of a list whose name holds the text."""
    asked = plain(wanted[:80])
    return tuple(
        one
        for one in _shipped()
        if asked in plain(f"{one.id} {one.label} {one.list_name}")
        and list_key in ("", one.list_key)
    )[:MOST]


@lru_cache(maxsize=1)
def _shipped() -> tuple[RosterShown, ...]:
    return tuple(shown(checked(msgspec.to_builtins(roster))) for roster in library().rosters)


def roster_checked(raw: Any, settings: Sequence[str] = ()) -> RosterShown:
    """A roster from a page, with everything found about it at a table with these on. [AL-11]"""
    return shown(checked(raw, read_as(shelf_of(lists_of(raw)), dict.fromkeys(settings, True))))


def shown(one: Checked) -> RosterShown:
    """A checked roster as a page shows it."""
    roster = one.roster
    return RosterShown(
        id=roster.id,
        label=roster.label,
        list_key=roster.list_key,
        list_name=roster.army_list_name,
        year=roster.year,
        stands=tuple(stands(roster, one.bill)),
        stand_count=one.bill.stand_count,
        half_points=int(one.bill.total),
        legal=one.legal,
        findings=tuple(map(told, one.findings)),
    )


def stands(roster: Roster, bill: Breakdown) -> Iterator[StandsShown]:
    """The stands of a roster, a line for each type of an option."""
    for line in bill.stands:
        yield StandsShown(
            option=line.option,
            description=line.description,
            code=line.code,
            name=line.name,
            stands=line.stands,
            half_points=int(line.half_points),
            allied=line.allied,
            leads=leads(roster.general, line.option, line.code),
        )
