"""The scenarios: free-for-all, hold the hill, claim the relic. [TT-13.4, TT-13.5]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from condotta.kernel.asks import Script
from condotta.kernel.book import Book
from condotta.kernel.events import Event, Exchanged, Mustered, Paid, Placed, Popped, Ruled
from condotta.kernel.position import Position
from condotta.kernel.records import Piece, Seat
from condotta.kernel.state import State
from condotta.rules.treachery import names
from condotta.rules.treachery.host import Host, host_of
from condotta.rules.treachery.settings import settings_of
from condotta.table import HALF, TOUCH, UNIT, Base, Disc, Pose, base, gap, point_gap

INCH = 10_000
HILL, RELIC = "hill", "relic"
REACH = 6 * INCH  # of the hill [TT-13.5]
PRIZE = 500  # tokens for whose General has the relic [TT-13.4]
COUNTER = "relic"  # the piece: a round counter of one inch


class RelicStep(Script, frozen=True, kw_only=True):
    """After a phase: the relic goes with its carrier, is dropped, or picked up. [TT-13.4]"""


def centre(position: Position) -> tuple[int, int]:
    """The middle of the table."""
    return position.board.width // 2, position.board.depth // 2


def set_up(book: Book, position: Position) -> Iterator[Event]:
    """What a scenario puts on the table before the first turn. [TT-13.4]"""
    if settings_of(book).word("scenario") == RELIC:
        pose = Pose(*centre(position), 0, UNIT)
        disc = Disc(INCH // 2)
        yield Mustered(
            Piece(
                COUNTER, "relic", "", "", shape=disc, place="table", pose=pose, traits=("marker",)
            )
        )


def relic_step(book: Book, state: State, _: RelicStep) -> Iterator[Event]:
    """Where the relic is now, and with whom. [TT-13.4]"""
    position, host = state.position, host_of(book)
    yield Popped()
    piece = position.pieces.get(COUNTER)
    if piece is None or piece.pose is None:
        return
    lies = host.lies(book, position)
    holder = piece.command
    if holder in lies and host.steady(position, position.pieces[holder]):
        yield from carried(piece, lies[holder])
        return
    if holder:
        piece = replace(piece, command="")
        yield Exchanged(piece)
        yield Ruled("TT-13.11", "tt.13-11.dropped", {"unit": holder})
        return
    assert piece.pose is not None, piece.id
    where = base(piece.pose, Disc(INCH // 2))
    for name, there in lies.items():
        if gap(where, there) <= TOUCH and host.steady(position, position.pieces[name]):
            yield Exchanged(replace(piece, command=name))
            yield Ruled("TT-13.4", "tt.13-4.taken", {"unit": name})
            return


def carried(piece: Piece, where: Base) -> Iterator[Event]:
    """The relic moves with its carrier."""
    pose = Pose(round(where.cx), round(where.cy), 0, UNIT)
    if piece.pose != pose:
        yield Placed(piece.id, "table", pose)


def round_over(book: Book, position: Position) -> Iterator[Event]:
    """What a scenario gives at the end of a game turn. [TT-13.5]"""
    if settings_of(book).word("scenario") != HILL:
        return
    host = host_of(book)
    held = {seat: on_the_hill(book, host, position, seat) for seat in position.seats()}
    most = max(held.values())
    best = [seat for seat, number in held.items() if number == most]
    if most and len(best) == 1:
        yield Ruled("TT-13.5", "tt.13-5.hill", {"seat": best[0], "models": most})
        yield Paid("", best[0], names.TOKENS, names.COPPER)


def on_the_hill(book: Book, host: Host, position: Position, seat: Seat) -> int:
    """The steady models of a seat within 6 inches of the middle. [TT-13.5]

    # RULING TT-13.5: a unit counts with all its models where any part of it is that near; over
    # TRIUMPH! a stand is one model.
    """
    middle = tuple(map(float, centre(position)))
    lies = host.lies(book, position)
    near = (
        position.pieces[name]
        for name in host.units(position, seat)
        if name in lies and point_gap(lies[name], (middle[0], middle[1])) <= REACH + HALF
    )
    return sum(host.steady(position, piece) for piece in near if host.ranked(piece))


def prize(book: Book, position: Position) -> Iterator[Event]:
    """At the end the relic is worth 500 to whose General holds it, or is nearest. [TT-13.4]

    Which of the two it was is told; so is that several are as near, and nobody is paid.
    """
    piece = position.pieces.get(COUNTER)
    if settings_of(book).word("scenario") != RELIC or piece is None or piece.pose is None:
        return
    host = host_of(book)
    lies = host.lies(book, position)
    where = piece.pose.point
    away: dict[Seat, float] = {}
    for seat in position.seats():
        for name in host.generals(position, seat):
            if name == piece.command:
                away[seat] = -1.0
            elif name in lies:
                away[seat] = min(away.get(seat, 1e12), point_gap(lies[name], where))
    nearest = [seat for seat, far in away.items() if far <= min(away.values()) + HALF]
    if len(nearest) == 1:
        key = "tt.13-4.prize" if away[nearest[0]] < 0 else "tt.13-4.nearest"
        yield Ruled("TT-13.4", key, {"seat": nearest[0], "tokens": PRIZE})
        yield Paid("", nearest[0], names.TOKENS, PRIZE)
    elif nearest:
        yield Ruled("TT-13.11", "tt.13-11.equal", {"seats": tuple(nearest)})


PROCEDURES = {RelicStep: relic_step}
