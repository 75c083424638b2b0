"""The choices of a multiplayer battle, as settings. [CM-63, carnage.md section 14]"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from condotta.kernel.book import Book
from condotta.rules.data import toml
from condotta.rules.settings import Setting, Settings, chosen, declared

DATA = "condotta.rules.carnage.data"


@cache
def declarations() -> Mapping[str, Setting]:
    """Every setting with its default, its clause and the values it may take."""
    return declared(toml(DATA, "settings.toml"), {})


def without_missions() -> Mapping[str, Setting]:
    """The same for a host that has no mission of its own. [CM-110]"""
    return {name: one for name, one in declarations().items() if name != "mission"}


DEFAULTS = chosen(declarations(), {})


def settings_of(book: Book) -> Settings:
    """The settings of the layer that a book is played with."""
    kept = book.memo.get("carnage settings")
    if kept is None:
        known = {name: value for name, value in book.settings.items() if name in declarations()}
        kept = book.memo["carnage settings"] = chosen(declarations(), known)
    assert isinstance(kept, Settings)
    return kept
