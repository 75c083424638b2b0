"""Armies of games that have no lists: the shipped ones by name, a player's own from a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from condotta.armies.roster_files import SUFFIXES, refused
from condotta.errors import PlainError, known
from condotta.words import say

SAVED = ".json"  # how an imported army is saved


class Labelled(Protocol):
    """An army before it takes a seat, as far as it is looked for."""

    @property
    def id(self) -> str:
        """Its name in commands."""

    @property
    def label(self) -> str:
        """What it is called."""


Host = TypeVar("Host", bound=Labelled)


class Shelf(Generic[Host]):
    """The armies of one game.

    `shipped` are those by their ids, `bring` reads a player's roster, and `unknown` is the key of
    the sentence that there is no army of a name.
    """

    def __init__(
        self,
        kind: type[Host],
        shipped: Callable[[], Mapping[str, Host]],
        bring: Callable[[Path], Host],
        unknown: str,
    ) -> None:
        self._kind, self._shipped, self._bring, self._unknown = kind, shipped, bring, unknown

    def find(self, name: str) -> Host:
        """The army of that id or label, or in that file; an unknown one is a PlainError."""
        for host in self._shipped().values():
            if name.casefold() in (host.id.casefold(), host.label.casefold()):
                return host
        path = Path(name)
        if path.suffix.casefold() in (*SUFFIXES, SAVED):
            return self._from_file(path)
        raise PlainError(say(self._unknown, {"name": name}) + known(name, self._shipped()))

    def chosen(self, text: str, count: int, number: int) -> tuple[Host, ...]:
        """The armies that are named, with commas between, or so many that a number picks.

        Another number of armies than of seats is a PlainError.
        """
        hosts = tuple(self._shipped().values())
        if not text:
            return tuple(hosts[(number + place) % len(hosts)] for place in range(count))
        found = tuple(self.find(name.strip()) for name in text.split(",") if name.strip())
        if len(found) != count:
            raise PlainError(say("systems.armies", {"count": count, "named": len(found)}))
        return found

    def _from_file(self, path: Path) -> Host:
        """The army in a file: a player's roster, or one that was imported and saved."""
        if path.suffix.casefold() != SAVED:
            return self._bring(path)
        try:
            return msgspec.json.decode(path.read_bytes(), type=self._kind)
        except (OSError, msgspec.DecodeError) as why:
            raise refused("unreadable", path.name) from why
