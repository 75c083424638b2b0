"""Roll-offs among two or more: the highest wins, ties for the highest again. [CM-20, CM-24]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from condotta.kernel.asks import Ask, Choose, Needed, Script
from condotta.kernel.book import Book
from condotta.kernel.events import Asked, Counted, Event, Popped, Pushed, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.kernel.rulings import Param
from condotta.kernel.state import State
from condotta.rules.asking import thrown
from condotta.rules.carnage import names
from condotta.rules.carnage.host import host_of
from condotta.rules.carnage.settings import settings_of
from condotta.rules.rolloff import best

WINDOW = AGAIN = "roll again"
KEEP = "keep die"


class RollOff(Script, frozen=True, kw_only=True):
    """Each rolls a die. The winner holds `names.WON` until it has been read. [CM-20]

    `tied` are those who roll now, of all the `seats` who take part.
    """

    purpose: str
    seats: tuple[Seat, ...]
    clause: str
    tied: tuple[Seat, ...] = ()


class SecondRoll(Script, frozen=True, kw_only=True):
    """Some dice of a roll-off are rolled again; `pips` are what all of them showed. [CM-24]"""

    first: RollOff
    pips: tuple[int, ...]
    again: tuple[Seat, ...]


def roll_off(book: Book, state: State, frame: RollOff) -> Iterator[Event]:
    """Roll, offer to roll again for a command point, compare. [CM-20, CM-24]"""
    rolling = frame.tied or frame.seats
    if len(rolling) == 1:
        yield Popped()
        yield from won(frame, rolling[0])
        return
    about = (frame.purpose, *rolling)
    needed = Needed("cm.20.rolls", {"seats": rolling})
    dice = yield from thrown(frame, "roll-off", frame.clause, len(rolling), about, needed=needed)
    pips = dict(zip(rolling, dice, strict=True))
    able = [seat for seat in rolling if asked_again(book, state.position, frame, seat)]
    said = {seat: frame.heard(WINDOW, seat) for seat in able}
    if any(one is None for one in said.values()):
        if not state.position.count(names.TABLE, names.UNSETTLED):
            yield Counted(names.TABLE, names.UNSETTLED, 1)
        for seat in able:
            if said[seat] is None:
                about = tuple(f"{one}:{pip}" for one, pip in pips.items())
                yield Asked(Ask(seat, WINDOW, "CM-24", (KEEP, AGAIN), about=about))
        return
    yield Popped()
    if state.position.count(names.TABLE, names.UNSETTLED):
        yield Counted(names.TABLE, names.UNSETTLED, 0)
    again = tuple(seat for seat, one in said.items() if one == Choose(AGAIN))
    paying = tuple(seat for seat in again if can_pay(book, state.position, frame, seat))
    for seat in paying:
        yield from host_of(book).pay_reroll(state.position, seat, in_phase(frame))
        yield Ruled("CM-24", "cm.24.again", {"seat": seat, "pip": pips[seat]})
    if paying:
        first = replace(frame, answers=())
        yield Pushed(SecondRoll(first=first, pips=tuple(pips.values()), again=paying))
    else:
        yield from compared(book, frame, pips)


def second_roll(book: Book, _: State, frame: SecondRoll) -> Iterator[Event]:
    """The dice that were paid for, in place of those that they were. [CM-24]"""
    count, needed = len(frame.again), Needed("cm.20.rolls", {"seats": frame.again})
    dice = yield from thrown(frame, "second roll", "CM-24", count, frame.again, needed=needed)
    first = frame.first
    pips = dict(zip(first.tied or first.seats, frame.pips, strict=True))
    pips.update(zip(frame.again, dice, strict=True))
    yield Popped()
    yield from compared(book, first, pips)


def asked_again(book: Book, position: Position, frame: RollOff, seat: Seat) -> bool:
    """Whether a seat is asked, or has been: a gift since takes no answer back. [CM-24]"""
    return frame.heard(WINDOW, seat) is not None or can_pay(book, position, frame, seat)


def can_pay(book: Book, position: Position, frame: RollOff, seat: Seat) -> bool:
    """Whether a seat may pay for its die now; it may have given its points away since."""
    allowed = settings_of(book).flag("rerollRollOffs")
    return allowed and host_of(book).may_reroll(book, position, seat, in_phase(frame))


def in_phase(frame: RollOff) -> bool:
    """Whether it is rolled within a phase: only who chooses for the active player is. [CM-105]"""
    return frame.purpose == names.FOR_CHOICES


def compared(book: Book, frame: RollOff, pips: dict[Seat, int]) -> Iterator[Event]:
    """The highest wins; those who share it roll again, or everybody by a setting. [CM-119]"""
    winner, tied = best(tuple(pips), [tuple(pips.values())])
    if tied:
        if settings_of(book).flag("tiesRollAll"):
            tied = frame.seats
        told: dict[str, Param] = {"seats": tied, "pips": max(pips.values()), **dice_of(pips)}
        yield Ruled("CM-119", "cm.119.tied", told)
        yield Pushed(replace(frame, answers=(), tied=tied))
        return
    yield from won(frame, winner, pips)


def dice_of(pips: Mapping[Seat, int]) -> dict[str, Param]:
    """What each rolled, for whoever reads of it: nobody else is told whose die is which."""
    return {f"die of {seat}": pip for seat, pip in pips.items()}


def won(frame: RollOff, seat: Seat, pips: Mapping[Seat, int] = {}) -> Iterator[Event]:
    """Let whoever asked for it read who has won."""
    if len(frame.seats) > 1:
        key = f"cm.20.won.{frame.purpose}"
        yield Ruled("CM-20", key, {"seat": seat, **dice_of(pips)}, cites=(frame.clause,))
    yield Counted(seat, names.WON, 1)


def winner(position: Position) -> Seat:
    """Who has won the roll-off that was just held, or nobody."""
    return next((one for one in position.seats() if position.count(one, names.WON)), "")


PROCEDURES = {RollOff: roll_off, SecondRoll: second_roll}
