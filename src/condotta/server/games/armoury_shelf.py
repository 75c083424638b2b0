"""The lists that an army is built from: the shipped ones, with a person's own before them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from condotta.armies import Library, library
from condotta.armies.importing.importing import import_sources
from condotta.armies.importing.nodes import Log
from condotta.armies.importing.sources import Source
from condotta.armies.readings import only_read_as
from condotta.server.reasons import Refused

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
