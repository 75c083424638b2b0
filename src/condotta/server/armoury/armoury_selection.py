"""A selection as the page keeps it: a roster as files have it, without what holds nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from condotta.armies import Roster
from condotta.armies.records import Record

_EMPTY = msgspec.to_builtins(Roster())


def selection_of(roster: Record) -> dict[str, Any]:
    """A roster as files have it, without the fields that have their default.

    >>> selection_of(Roster(list_key="71e", year=-394))
    {'listKey': '71e', 'year': -394}
    """
    whole: dict[str, Any] = msgspec.to_builtins(roster)
    return {name: value for name, value in whole.items() if value != _EMPTY.get(name)}
