"""The choices of skirmish battles, as settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from condotta.kernel.book import Book
from condotta.rules.data import toml
from condotta.rules.settings import Setting, Settings, chosen, declared

DATA = "condotta.rules.skirmish.data"


@cache
def declarations() -> Mapping[str, Setting]:
    """Every setting with its default, its clause and the values it may take."""
    return declared(toml(DATA, "settings.toml"), {})


def settings(profile: Mapping[str, Any]) -> Settings:
    """The settings of a battle: the defaults with the profile's choices laid over them.

    >>> settings({"battleRounds": 3}).number("battleRounds")
    3
    """
    return chosen(declarations(), profile)


def settings_of(book: Book) -> Settings:
    """The settings of skirmish battles that a book is played with."""
    kept = book.memo.get("skirmish settings")
    if kept is None:
        known = declarations()
        kept = settings({name: value for name, value in book.settings.items() if name in known})
        book.memo["skirmish settings"] = kept
    assert isinstance(kept, Settings)
    return kept


DEFAULTS = settings({})
