"""Armies of games that have no lists: the shipped ones by name, a player's own from a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from condotta.armies.rosters.roster_files import (
    MOST_COST,
    MOST_OF_ONE,
    SUFFIXES,
    RosterFile,
    is_roster,
    short,
)
from condotta.armies.rosters.roster_games import OTHER, POINTS, UNKNOWN
from condotta.armies.rosters.roster_sums import MOST_MODELS
from condotta.armies.rosters.roster_trees import refused
from condotta.armies.text import decoded
from condotta.errors import PlainError, known
from condotta.words import say

SAVED = ".json"  # how an imported army is saved


def other_game(roster: RosterFile, file: str, game: str) -> PlainError:
    """The sentence that a roster is of another game than the one it is wanted for."""
    if roster.game in (UNKNOWN, game):
        return PlainError(say(f"{game}.import.other-game", {"file": file, "game": roster.system}))
    known = roster.game != OTHER
    said: dict[str, str | int] = {"file": file, "game": roster.system, "plays": roster.game}
    units = [one for one in roster.selections if one.models]
    said |= {"units": len(units), "models": sum(one.models for one in units)}
    said |= {"points": round(roster.costs.get(POINTS, 0))}
    return PlainError(say("roster-file.other-system" if known else "roster-file.not-played", said))


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

    `shipped` are those by their ids, `bring` reads a player's roster, `unknown` is the key of the
    sentence that there is no army of a name, and `numbers` are those of each unit of a saved army:
    first its models, then what has to be a sum of points.
    """

    def __init__(
        self,
        kind: type[Host],
        shipped: Callable[[], Mapping[str, Host]],
        bring: Callable[[Path], Host],
        unknown: str,
        numbers: Callable[[Host], Iterable[tuple[int, ...]]],
    ) -> None:
        self._kind, self._shipped, self._bring, self._unknown = kind, shipped, bring, unknown
        self._numbers = numbers

    def find(self, name: str) -> Host:
        """The army of that id or label, or in that file; an unknown one is a PlainError."""
        for host in self._shipped().values():
            if name.casefold() in (host.id.casefold(), host.label.casefold()):
                return host
        path = Path(name)
        if path.is_file() or path.suffix.casefold() in (*SUFFIXES, SAVED):
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
        """The army in a file: one that was imported and saved, or a player's roster."""
        try:
            data = path.read_bytes()
        except OSError as why:
            raise refused("unreadable", path.name) from why
        if is_roster(data):
            return self._bring(path)
        try:
            host = msgspec.json.decode(decoded(data), type=self._kind)
        except (msgspec.DecodeError, RecursionError) as why:
            raise refused("no-army", path.name) from why
        self._sane(host, path.name)
        return host

    def _sane(self, host: Host, file: str) -> None:
        """Refuse an army that was changed by hand into one that no table holds."""
        models = 0
        for each, *others in self._numbers(host):
            models += each
            wrong = [one for one in others if not 0 <= one <= MOST_COST]
            if wrong or not 1 <= each <= MOST_OF_ONE:
                said = {"what": host.label, "value": short(str((*wrong, each)[0]))}
                raise refused("number", file, most=MOST_OF_ONE, **said)
        if not 1 <= models <= MOST_MODELS:
            raise refused("models", file, models=models, most=MOST_MODELS)
