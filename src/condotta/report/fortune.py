"""Dice seen against dice expected, and combats against their exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, exp, pi, sqrt

import msgspec

from condotta.kernel.asks import Ask, Roll
from condotta.kernel.book import Book
from condotta.kernel.events import Answered, Asked, Event
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.report.history import Fight, Turn
from condotta.rules.triumph import names
from condotta.rules.triumph.duel import duel, volley
from condotta.rules.triumph.field import field
from condotta.rules.triumph.odds import DEGREES, ROLLS, Degree, Odds, degree_of, odds_between

PIPS = len(ROLLS)
FATAL = frozenset({"destroyed", "shattered", "sacked"})
"""Outcomes that cost the loser its points at once."""


class Dice(msgspec.Struct, frozen=True):
    """Six-sided dice of one seat: how often each face came up."""

    seat: Seat
    faces: tuple[int, ...] = (0, 0, 0, 0, 0, 0)

    @property
    def count(self) -> int:
        """How many dice were rolled."""
        return sum(self.faces)

    @property
    def mean(self) -> float:
        """Their average."""
        total = sum(face * times for face, times in enumerate(self.faces, start=1))
        return total / self.count if self.count else 0.0

    @property
    def spread(self) -> float:
        """The chance that honest dice lie this far from even, or farther.

        The chi-square test with five degrees of freedom.

        >>> round(Dice("red", (6, 6, 6, 6, 6, 6)).spread, 2)
        1.0
        >>> round(Dice("red", (16, 4, 4, 4, 4, 4)).spread, 3)
        0.001
        """
        if not self.count:
            return 1.0
        even = self.count / 6
        x = sum((times - even) ** 2 / even for times in self.faces)
        return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)


def dice_of(events: Iterable[Event], position: Position) -> tuple[Dice, ...]:
    """The six-sided dice of each seat, in table order. A die that belongs to nobody is left out."""
    faces = {seat: [0] * 6 for seat in position.seats()}
    asks: dict[int, Ask] = {}
    for event in events:
        match event:
            case Asked(ask) if ask.seat == CHANCE and ask.dice and ask.sides == 6:
                asks[ask.id] = ask
            case Answered(number, _, _, Roll(pips)) if number in asks:
                for owner, pip in zip(owners(asks[number], position), pips, strict=True):
                    if owner in faces:
                        faces[owner][pip - 1] += 1
            case _:
                pass
    return tuple(Dice(seat, tuple(row)) for seat, row in faces.items())


def owners(ask: Ask, position: Position) -> tuple[Seat, ...]:
    """Whose die is each of a roll: of the stand, the command or the seat that it is about."""
    if len(ask.about) == ask.dice:
        return tuple(owner_of(name, position) for name in ask.about)
    if len(ask.about) == 1:
        return (owner_of(ask.about[0], position),) * ask.dice
    return ("",) * ask.dice


def owner_of(name: str, position: Position) -> Seat:
    """The seat behind a name: a seat, a piece or a command."""
    if name in position.seats():
        return name
    if name in position.pieces:
        return position.pieces[name].owner
    for piece in position.pieces.values():
        if piece.command == name:
            return piece.owner
    return ""


class Reckoned(msgspec.Struct, frozen=True):
    """A combat with its odds before the dice: what came, how likely it was, what it cost."""

    fight: Fight
    odds: Odds
    degree: Degree
    lost: tuple[int, int]
    expected: tuple[float, float]

    @property
    def chance(self) -> int:
        """How many of the 36 rolls give this result."""
        return self.odds.of(self.degree)


def reckoned(book: Book, fight: Fight) -> Reckoned:
    """The odds of a combat that was rolled, from the position it was rolled in."""
    here = field(book, fight.position)
    pair = (volley if fight.ranged else duel)(here, *fight.who)
    odds = odds_between(*pair)
    mine, yours = (score.total for score in fight.scores)
    degree = degree_of(mine, yours, here.settings)
    worth = tuple(fight.position.count(name, names.WORTH) for name in fight.who)
    expected = [0.0, 0.0]
    lost = [0, 0]
    for one in DEGREES:
        loser = 0 if one in {"doubled", "beaten"} else 1
        if one in odds.meanings and odds.meanings[one].outcome in FATAL:
            expected[loser] += odds.of(one) / PIPS * worth[loser]
            if one == degree:
                lost[loser] = worth[loser]
    return Reckoned(fight, odds, degree, (lost[0], lost[1]), (expected[0], expected[1]))


class Balance(msgspec.Struct, frozen=True):
    """What a seat could expect of its combats, and what it got. Points are halves."""

    seat: Seat
    fights: int = 0
    lost: int = 0
    expected: float = 0.0


def balances(fights: Sequence[Reckoned], position: Position) -> tuple[Balance, ...]:
    """Each seat's losses in combat against what the odds gave, in table order."""
    rows: dict[Seat, list[float]] = {seat: [0, 0, 0.0] for seat in position.seats()}
    for one in fights:
        for place, name in enumerate(one.fight.who):
            row = rows[position.pieces[name].owner]
            row[0] += 1
            row[1] += one.lost[place]
            row[2] += one.expected[place]
    return tuple(Balance(seat, round(row[0]), round(row[1]), row[2]) for seat, row in rows.items())


def all_reckoned(book: Book, turns: Sequence[Turn]) -> list[list[Reckoned]]:
    """Every combat of every turn with its odds."""
    return [[reckoned(book, fight) for fight in turn.fights] for turn in turns]


def turning_points(
    fights: Sequence[tuple[Turn, Reckoned]], most: int = 5
) -> list[tuple[Turn, Reckoned]]:
    """The combats that cost most against the odds, in the order they were fought."""

    def weight(entry: tuple[Turn, Reckoned]) -> float:
        one = entry[1]
        return float(sum(one.lost)) * (1.2 - one.chance / PIPS)

    costly = [entry for entry in fights if sum(entry[1].lost)]
    chosen = sorted(costly, key=weight, reverse=True)[:most]
    return [entry for entry in costly if entry in chosen]
