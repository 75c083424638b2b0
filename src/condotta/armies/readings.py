"""How a table reads prices of cards that the rules leave open: a choice of it, never of a roster.

The readings are settings like any other. They lie with the prices, so that everything that is told
of a roster from the same shelf is told alike. [BC-6.3, BC-8.8]
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from condotta.armies.cards.cardforms import forms
from condotta.armies.records import DataSet
from condotta.armies.shelf import Library, shipped
from condotta.settings import Choices, Setting, chosen

CHOICES = Choices("condotta.rules.triumph.cards.data")


def readings() -> Mapping[str, Setting]:
    """The settings that decide prices, by name.

    >>> [one.clause for one in readings().values()]
    ['BC-6.3', 'BC-8.8']
    """
    known = CHOICES.declarations()
    return {name: known[name] for name in sorted({one.together for one in forms().values()} - {""})}


def read_as(shelf: Library | None, profile: Mapping[str, Any]) -> Library:
    """The shelf with prices as a table reads them; settings about other things change nothing."""
    here, known = shelf or shipped(), readings()
    mine = chosen(known, {name: value for name, value in profile.items() if name in known})
    read = tuple(name for name in known if mine.flag(name))
    if all(data.read == read for data in here.sets):
        return here
    return replace(here, sets=tuple(replace(data, read=read) for data in here.sets))


def only_read_as(shelf: Library | None, profile: Mapping[str, Any]) -> Library:
    """The same where nothing else can be set: another name is a PlainError."""
    chosen(readings(), profile)
    return read_as(shelf, profile)


def is_shipped(data: DataSet) -> bool:
    """Whether it is data of the program and not of a person, however its prices are read."""
    return replace(data, read=()) in shipped().sets
