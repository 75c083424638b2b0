"""What cards about pieces of every game are made of: marks in words, answers that name a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

import msgspec

from condotta.kernel.asks import Action, Ask, Choose
from condotta.kernel.log import encode
from condotta.kernel.records import Piece
from condotta.kernel.rulings import Param, Refusal
from condotta.server.parts import MayShown, RowShown

NEAREST = 3
"""Of enemies that may not be charged or shot so many are told why, the nearest."""
DIGITS = 6
Chances = Callable[[str, str], float | None]


class Named(Protocol):
    """A stand, a regiment or a unit."""

    @property
    def id(self) -> str:
        """What it is called."""


Foe = TypeVar("Foe", bound=Named)


def said(action: Action) -> dict[str, Any]:
    """An action as a page says it."""
    found: dict[str, Any] = msgspec.json.decode(encode(action))
    return found


def rounded(chance: float) -> float:
    """A chance as it is sent."""
    return round(chance, DIGITS)


def percent(chance: float) -> int:
    """A chance in a hundred, never 0 or 100 where it is not.

    >>> percent(0.001), percent(0.5), percent(1.0), percent(0.0)
    (1, 50, 100, 0)
    """
    if chance <= 0 or chance >= 1:
        return round(max(0, min(1, chance))) * 100
    return max(1, min(99, round(100 * chance)))


def marks(*pieces: Piece) -> Iterator[RowShown]:
    """The marks that lie on pieces, each once; a page leaves out those it has no words for."""
    for name in dict.fromkeys(mark.name for piece in pieces for mark in piece.marks):
        yield RowShown(key=f"about.mark.{name.replace(' ', '-')}")


def nearest(foes: Iterable[Foe], far: Callable[[Foe], float]) -> list[Foe]:
    """Enemies by how far they are, the nearest first; equally far ones by name."""
    return sorted(foes, key=lambda foe: (far(foe), foe.id))


def refused(key: str, *why: Refusal, foe: str = "") -> MayShown:
    """Something that may not be done now, to whom, and why; its clause is that of the first."""
    params: dict[str, Param] = {"target": foe} if foe else {}
    return MayShown(key=key, params=params, clause=why[0].clause, refusals=why)


def parted(option: str) -> tuple[str, str]:
    """Whom an option names, and at whom: `R4>B4`, `R4>B4~3`, `U3:smite`, `B2`.

    >>> parted("R4>B4~3"), parted("U3:smite"), parted("B2")
    (('R4', 'B4'), ('U3', ''), ('B2', ''))
    """
    who, _, target = option.partition(">")
    return who.partition(":")[0], target.partition("~")[0].partition(":")[0]


def answers(ask: Ask, names: tuple[str, ...], chance: Chances) -> Iterator[MayShown]:
    """The options of a closed question that one of those pieces is named in, as whoever does it.

    Where the question is about one of them its options are whom it may be done to.
    """
    for option in ask.options:
        who, to = parted(option)
        if who in names:
            pass
        elif not to and ask.about and ask.about[0] in names:
            who, to = ask.about[0], option
        else:
            continue
        yield MayShown(
            clause=ask.clause,
            action=said(Choose(option)),
            to=to,
            chance=chance(who, to) if to else None,
        )
