"""The stratagem Bribe: command points for another player, at any time. [CM-58 to CM-61]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Paid, Popped, Ruled, Told
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State
from condotta.rules.carnage import names
from condotta.rules.carnage.host import playing
from condotta.rules.carnage.settings import settings_of

LONGEST = 200  # letters of what is hoped for


class Bribe(Action, frozen=True):
    """So many command points for another player; the words bind nobody. [CM-4, CM-58, CM-59]"""

    to: Seat
    points: int
    words: str = ""


class Bribing(Script, frozen=True, kw_only=True):
    """The points change hands."""

    seat: Seat
    said: Bribe


def judge_bribe(book: Book, position: Position, seat: Seat, _: Ask | None, said: Bribe) -> Verdict:
    """Whether so many points may be given to that player. [CM-60, CM-108]"""
    found = []
    here, fee = playing(book, position), settings_of(book).number("bribeFee")
    if position.count(names.TABLE, names.UNSETTLED):
        found.append(Refusal("CM-126", "cm.126.dice", {}))
    if seat not in here:
        found.append(Refusal("CM-108", "cm.108.giver", {}))
    if said.to == seat or said.to not in here:
        found.append(Refusal("CM-60", "cm.60.to", {"seat": said.to}))
    has = position.count(seat, names.CP)
    if said.points < 1 or said.points + fee > has:
        found.append(Refusal("CM-60", "cm.60.points", {"points": has, "fee": fee}))
    if len(said.words) > LONGEST:
        found.append(Refusal("CM-61", "cm.61.words", {"longest": LONGEST}))
    return Verdict(tuple(found))


def bribing(book: Book, _: State, frame: Bribing) -> Iterator[Event]:
    """Nothing is lost between two hands. [CM-60]"""
    said, fee = frame.said, settings_of(book).number("bribeFee")
    yield Paid(frame.seat, said.to, names.CP, said.points)
    if fee:
        yield Paid(frame.seat, "", names.CP, fee)
    given = {"seat": frame.seat, "to": said.to}
    yield Ruled("CM-59", "cm.59.bribe", {**given, "points": said.points})
    if said.words:
        yield Told(frame.seat, said.words)
    yield Popped()


PROCEDURES = {Bribing: bribing}
JUDGES = {Bribe: judge_bribe}
ANYTIME = {Bribe: lambda seat, said: Bribing(seat=seat, said=said)}
