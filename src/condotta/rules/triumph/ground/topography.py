"""Dice before the battle: whose country, who has the advantage, how much terrain. [TC-7]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Ask, Choose, Roll, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Modifier, Tally
from condotta.kernel.state import State
from condotta.rules.triumph import names, seams
from condotta.rules.triumph.ground.terrain_choice import TerrainChoice
from condotta.rules.triumph.tables import TABLES


class Invasion(Script, frozen=True, kw_only=True):
    """The dice that say whose home country the battle is fought in. [TC-7.1]"""


class Manoeuvre(Script, frozen=True, kw_only=True):
    """The dice for the tactical advantage; `again` after a tie. [TC-7.10]"""

    topography: str
    again: bool = False


class TerrainScore(Script, frozen=True, kw_only=True):
    """The dice for the number of pieces, and what the advantaged player makes of them."""

    topography: str
    seat: Seat
    advantage: int


def rolling(book: Book, position: Position) -> tuple[Seat, ...]:
    """Who rolls before the battle: every seat, unless a layer says for whom one does. [TC-7.1]"""
    return book.sole(seams.ROLLING, book, position) or position.seats()


def tallies(book: Book, position: Position, roll: Roll, rating: str, key: str) -> tuple[Tally, ...]:
    """A die and a rating for each seat that rolls, in table order. [TC-11.8]"""
    return tuple(
        Tally(seat, pip, (Modifier(position.count(seat, rating), key, "TC-11.8"),))
        for seat, pip in zip(rolling(book, position), roll.pips, strict=True)
    )


def defender(rolled: tuple[Tally, ...]) -> Seat | None:
    """Who scored lowest, at whose home it is fought; nobody where the lowest score is tied.

    # RULING TC-7.38: with more than two players only a tie for the lowest score matters.
    """
    least = min(tally.total for tally in rolled)
    lowest = [tally.who for tally in rolled if tally.total == least]
    return lowest[0] if len(lowest) == 1 else None


def homes(position: Position, seat: Seat) -> tuple[str, ...]:
    """The home topographies of an army, in the order of TC-7.2; any, if its list names none."""
    keys = tuple(row.key for row in TABLES.topographies)
    listed = tuple(key for key in keys if position.count(seat, names.HOME + key))
    return listed or keys


def invasion(book: Book, state: State, frame: Invasion) -> Iterator[Event]:
    """Everybody rolls; ties are rolled again by all; the lowest score is at home. [TC-7.1]"""
    position = state.position
    roll = frame.heard("invasion dice")
    if roll is None:
        seats = rolling(book, position)
        yield Asked(Ask(CHANCE, "invasion dice", "TC-7.1", about=seats, dice=len(seats)))
        return
    rolled = tallies(book, position, roll, names.INVASION, "setup.invasion")
    seat = defender(rolled)
    if seat is None:
        yield Ruled("TC-7.1", "tc.7-1.tie", {}, rolled)
        yield Popped()
        yield Pushed(Invasion())
        return
    listed = homes(position, seat)
    chosen = frame.heard("topography")
    if chosen is None:
        yield Ruled("TC-7.1", "tc.7-1.home", {"seat": seat}, rolled)
        if len(listed) > 1:
            yield Asked(Ask(seat, "topography", "TC-7.1", options=listed))
            return
    topography = chosen.option if chosen else listed[0]
    yield Ruled("TC-7.1", "tc.7-1.topography", {"topography": f"topography.{topography}"})
    yield Popped()
    yield Pushed(Manoeuvre(topography=topography))


def advantage(position: Position, rolled: tuple[Tally, ...]) -> tuple[Seat | None, int]:
    """Who has the tactical advantage and by how much; nobody on a tie. [TC-7.10]

    # RULING TC-7.39: with several seats a side, the best score of each side counts; of seats of
    # one side that share it, the first at the table leads.
    """
    most = max(tally.total for tally in rolled)
    first = next(tally.who for tally in rolled if tally.total == most)
    own = position.side(first)
    others = [tally.total for tally in rolled if position.side(tally.who) != own]
    ahead = most - max(others, default=0)
    return (first, ahead) if ahead else (None, 0)


def flank_march_allowed(pip: int, rating: int) -> bool:
    """On a 1, or less than the manoeuvre rating, of the unmodified first roll. [TC-7.11]

    >>> flank_march_allowed(1, 0), flank_march_allowed(2, 3), flank_march_allowed(3, 3)
    (True, True, False)
    """
    return pip == TABLES.setup.flank_march_roll or pip < rating


def manoeuvre(book: Book, state: State, frame: Manoeuvre) -> Iterator[Event]:
    """The higher score has the advantage; after a tie it is worth nothing. [TC-7.10, TC-7.11]"""
    position = state.position
    roll = frame.heard("manoeuvre dice")
    if roll is None:
        seats = rolling(book, position)
        yield Asked(Ask(CHANCE, "manoeuvre dice", "TC-7.10", about=seats, dice=len(seats)))
        return
    rolled = tallies(book, position, roll, names.MANOEUVRE, "setup.manoeuvre")
    if not frame.again and book.sole(seams.MARCH_ROLL, book) is not False:
        yield from marches(position, rolled)
    seat, ahead = advantage(position, rolled)
    if seat is None:
        yield Ruled("TC-7.10", "tc.7-10.tie", {}, rolled)
        yield Popped()
        yield Pushed(Manoeuvre(topography=frame.topography, again=True))
        return
    score = 0 if frame.again else ahead
    yield Counted(seat, names.ADVANTAGE, 1)
    yield Ruled("TC-7.10", "tc.7-10.advantage", {"seat": seat, "score": score}, rolled)
    yield Popped()
    yield Pushed(TerrainScore(topography=frame.topography, seat=seat, advantage=score))


def marches(position: Position, rolled: tuple[Tally, ...]) -> Iterator[Event]:
    """Who may make a flank march, by the first roll alone. [TC-7.11]"""
    for tally in rolled:
        if flank_march_allowed(tally.die, position.count(tally.who, names.MANOEUVRE)):
            yield Counted(tally.who, names.MAY_MARCH, 1)
            yield Ruled("TC-7.11", "tc.7-11.march", {"seat": tally.who, "die": tally.die})


def score_range(pips: tuple[int, ...], ahead: int) -> tuple[int, int]:
    """The terrain scores that the advantaged player may choose between, 2 to 12. [TC-7.12]

    >>> score_range((1, 1), 3), score_range((6, 6), 2)
    ((2, 5), (10, 12))
    """
    least, most = TABLES.setup.lowest_score, TABLES.setup.highest_score
    return max(least, sum(pips) - ahead), min(most, sum(pips) + ahead)


TERRAIN_DICE = 2


def terrain_score(book: Book, state: State, frame: TerrainScore) -> Iterator[Event]:
    """Two dice, and the advantaged player raises or lowers their sum. [TC-7.12]

    # RULING TC-7.40: two dice are rolled whatever the number of seats; those of the two who roll
    # before the battle, of more than two nobody's.
    """
    roll = frame.heard("terrain dice")
    if roll is None:
        seats = rolling(book, state.position)
        about = seats if len(seats) == TERRAIN_DICE else ()
        yield Asked(Ask(CHANCE, "terrain dice", "TC-7.12", about=about, dice=TERRAIN_DICE))
        return
    low, high = score_range(roll.pips, frame.advantage)
    chosen = frame.heard("terrain score")
    if chosen is None and low < high:
        scores = tuple(str(score) for score in range(low, high + 1))
        yield Asked(Ask(frame.seat, "terrain score", "TC-7.12", options=scores))
        return
    score = int(chosen.option) if isinstance(chosen, Choose) else low
    yield Ruled("TC-7.12", "tc.7-12.score", {"roll": sum(roll.pips), "score": score})
    yield Popped()
    yield Pushed(TerrainChoice(topography=frame.topography, seat=frame.seat, score=score))


PROCEDURES = {Invasion: invasion, Manoeuvre: manoeuvre, TerrainScore: terrain_score}
