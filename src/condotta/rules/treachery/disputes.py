"""A dispute at the table: two readings, one roll-off, an entry in the log. [FB-1.5]"""

from __future__ import annotations

from collections.abc import Iterator

from condotta.kernel.asks import Action, Ask, Roll, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Event, Popped, Ruled, Told
from condotta.kernel.position import Position
from condotta.kernel.records import CHANCE, Seat
from condotta.kernel.rulings import Refusal, Verdict
from condotta.kernel.state import State

LONGEST = 200  # letters of a reading


class Dispute(Action, frozen=True):
    """Two players read a rule in two ways: mine, and that of `against`."""

    against: Seat
    mine: str
    theirs: str


class Settling(Script, frozen=True, kw_only=True):
    """A roll-off decides which reading holds now. [FB-1.5]"""

    seat: Seat
    said: Dispute


def judge_dispute(
    _: Book, position: Position, seat: Seat, __: Ask | None, said: Dispute
) -> Verdict:
    """Whether a dispute is between two players about two readings."""
    found = []
    if said.against == seat or said.against not in position.seats():
        found.append(Refusal("FB-1.5", "dispute.against", {"seat": said.against}))
    if not said.mine or not said.theirs or max(len(said.mine), len(said.theirs)) > LONGEST:
        found.append(Refusal("FB-1.5", "dispute.readings", {"longest": LONGEST}))
    return Verdict(tuple(found))


def settling(_: Book, __: State, frame: Settling) -> Iterator[Event]:
    """Both readings are told, both roll, ties again; the higher holds and the game goes on."""
    said = frame.said
    rolls = [one.said.pips for one in frame.answers if isinstance(one.said, Roll)]
    if not rolls:
        yield Told(frame.seat, said.mine)
        yield Told(said.against, said.theirs)
    if not rolls or rolls[-1][0] == rolls[-1][1]:
        about = (frame.seat, said.against)
        yield Asked(Ask(CHANCE, "dispute dice", "FB-1.5", dice=2, about=about))
        return
    winner = frame.seat if rolls[-1][0] > rolls[-1][1] else said.against
    yield Ruled("FB-1.5", "dispute.settled", {"seat": winner})
    yield Popped()


PROCEDURES = {Settling: settling}
JUDGES = {Dispute: judge_dispute}
ANYTIME = {Dispute: lambda seat, said: Settling(seat=seat, said=said)}
