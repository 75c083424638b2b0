"""Dice seen against dice expected, and combats against their exact odds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import erfc, exp, pi, sqrt

import msgspec

from condotta.kernel.asks import Ask, Roll
from condotta.kernel.book import Book
from condotta.kernel.events import Answered, Asked, Event, Ruled
from condotta.kernel.evolving import evolve_position
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.report.history import Fight, Turn, is_fight
from condotta.rules.triumph import names
from condotta.rules.triumph.combat.duel import volley
from condotta.rules.triumph.combat.engaging import rolling
from condotta.rules.triumph.combat.odds import DEGREES, ROLLS, Degree, Odds, degree_of, odds_between
from condotta.rules.triumph.stands.field import field

PIPS = len(ROLLS)
SIDES = 6
FACES = range(1, SIDES + 1)
ENOUGH = 30
"""So many dice tell something of their spread: each face is then expected five times."""
EACH = frozenset(
    {
        *("melee dice", "shot dice", "invasion dice", "manoeuvre dice", "terrain dice"),
        *("channelling", "ambush", "first turn"),
        *("bribe dice", "loyalty dice", "neutral dice", "position dice", "dispute dice"),
        *("roll-off", "second roll"),
    }
)
"""Rolls in which everybody has a die; all dice of every other are of whoever is named first."""


class Dice(msgspec.Struct, frozen=True):
    """Six-sided dice of one seat: how often each face came up.

    Of one kind, called by the question they answered, or of all. `due` of them had each to show
    certain faces, and `done` did; honest dice do so `hoped` times on average.
    """

    seat: Seat
    faces: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    kind: str = ""
    due: int = 0
    hoped: float = 0.0
    done: int = 0

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


def dice_of(events: Iterable[Event], seats: Sequence[Seat]) -> tuple[Dice, ...]:
    """The six-sided dice of each seat, in their order. A die that belongs to nobody is left out.

    A die is of whoever led what it was rolled for then: a hired unit's is its paymaster's.
    """
    kinds = dice_by_kind(events, seats)
    return tuple(together([one for one in kinds if one.seat == seat], seat) for seat in seats)


def dice_by_kind(
    events: Iterable[Event],
    seats: Sequence[Seat],
    whose: Mapping[int, tuple[Seat, ...]] | None = None,
) -> tuple[Dice, ...]:
    """The same, the dice of each seat apart by what they were rolled for, as it was first rolled.

    What is taken back is no part of `events`: see `history.effective`. Those that an audience saw
    do not tell whose dice they are: `whose` does, by the question.
    """
    told = list(events)
    rollers = rolled_by(told) if whose is None else whose
    found: dict[tuple[Seat, str], Dice] = {}
    asked: dict[int, Ask] = {}
    for event in told:
        match event:
            case Asked(ask) if ask.id in rollers:
                asked[ask.id] = ask
            case Answered(number, _, _, Roll(pips)) if number in asked:
                ask = asked[number]
                for owner, pip in zip(rollers[number], pips, strict=True):
                    if owner in seats:
                        before = found.get((owner, ask.window), Dice(owner, kind=ask.window))
                        both = [before, die(owner, ask, pip)]
                        found[(owner, ask.window)] = together(both, owner, ask.window)
            case _:
                pass
    return tuple(sorted(found.values(), key=lambda one: seats.index(one.seat)))


def rolled_by(
    events: Iterable[Event], known: Collection[str] | None = None
) -> dict[int, tuple[Seat, ...]]:
    """Whose the six-sided dice of each request are, by its number: what a whole table sees.

    Dice for what is not among the pieces that are `known` are nobody's.
    """
    found: dict[int, tuple[Seat, ...]] = {}
    position = Position()
    for event in events:
        match event:
            case Asked(ask) if ask.seat == CHANCE and ask.dice and ask.sides == SIDES:
                if known is None or all(is_known(name, position, known) for name in ask.about):
                    found[ask.id] = owners(ask, position)
            case _:
                pass
        position = evolve_position(position, event)
    return found


def die(owner: Seat, ask: Ask, pip: int) -> Dice:
    """One die: what it shows, and whether that was what it had to show."""
    faces = tuple(int(face == pip) for face in FACES)
    needed = ask.needed
    if needed is None or needed.together or not (needed.least or needed.most):
        return Dice(owner, faces, ask.window)
    good = [face for face in FACES if needed.least <= face <= (needed.most or SIDES)]
    return Dice(owner, faces, ask.window, 1, len(good) / SIDES, int(pip in good))


def together(several: Sequence[Dice], seat: Seat, kind: str = "") -> Dice:
    """Dice of one seat put together, of all kinds or of one.

    >>> together([Dice("red", (1, 0, 0, 0, 0, 0)), Dice("red", (0, 0, 0, 0, 0, 2))], "red").faces
    (1, 0, 0, 0, 0, 2)
    """
    return Dice(
        seat,
        tuple(sum(one.faces[face - 1] for one in several) for face in FACES),
        kind,
        sum(one.due for one in several),
        sum(one.hoped for one in several),
        sum(one.done for one in several),
    )


def owners(ask: Ask, position: Position) -> tuple[Seat, ...]:
    """Whose die is each of a roll: of everybody it is about in turn, or all of the first named.

    A piece of a roll says first who rolls it, then whom against.
    """
    found = [seat for name in ask.about if (seat := leader(name, position))]
    if ask.window in EACH and len(found) == ask.dice:
        return tuple(found)
    return (found[0] if found and ask.window not in EACH else "",) * ask.dice


def is_known(name: str, position: Position, known: Collection[str]) -> bool:
    """Whether a name hides no piece: it is none's, or one that it means is known."""
    name = name.partition(":")[0]
    pieces = position.pieces
    meant = [name] if name in pieces else [one.id for one in pieces.values() if one.command == name]
    return not meant or any(one in known for one in meant)


def leader(name: str, position: Position) -> Seat:
    """The seat behind a name: a seat, whoever leads a piece, a unit or a command's general.

    `R1:champion` is somebody of R1.
    """
    name = name.partition(":")[0]
    if name in position.seats():
        return name
    if name in position.pieces:
        return position.pieces[name].controller
    members = [one for one in position.pieces.values() if one.command == name]
    generals = [one for one in members if names.GENERAL in one.traits]
    return next((one.controller for one in (*generals, *members)), "")


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
    if fight.ranged:
        odds = odds_between(*volley(here, *fight.who))
    else:
        odds = odds_between(*rolling(here, *fight.who, fight.edges))
    mine, yours = (score.total for score in fight.scores)
    degree = degree_of(mine, yours, here.settings)
    expected = [0.0, 0.0]
    lost = [0, 0]
    for one in DEGREES:
        for name in odds.meanings[one].lost if one in odds.meanings else ():
            place, points = whose(fight, name), fight.position.count(name, names.WORTH)
            expected[place] += odds.of(one) / PIPS * points
            if one == degree:
                lost[place] += points
    return Reckoned(fight, odds, degree, (lost[0], lost[1]), (expected[0], expected[1]))


def whose(fight: Fight, name: str) -> int:
    """Whether a stand is of the first one's player or of the other's."""
    first = fight.position.pieces[fight.who[0]].controller
    return 0 if fight.position.pieces[name].controller == first else 1


def foreseen(book: Book, event: Event, position: Position) -> tuple[int, ...]:
    """The rolls out of 36 for each degree of a combat whose result an event announces.

    Nothing for any other event. The position is that in which it was rolled. [TC-3.2, TC-3.3]
    """
    if not (isinstance(event, Ruled) and is_fight(event)):
        return ()
    odds = reckoned(book, Fight(position, event)).odds
    return tuple(odds.of(degree) for degree in DEGREES)


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
            row = rows[one.fight.position.pieces[name].controller]
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
