"""GRAND TRIUMPH! as the game of a reported battle. [RB-2, RB-3, RB-11]"""

from __future__ import annotations

from collections.abc import Callable

from condotta.kernel.asks import Frame
from condotta.kernel.book import Book
from condotta.kernel.position import Position
from condotta.kernel.records import Seat
from condotta.rules.reported import names
from condotta.rules.reported.layer import over
from condotta.rules.reported.over_grand import arriving
from condotta.rules.reported.over_triumph import paying
from condotta.rules.reported.over_triumph.ground import TRIUMPH_GROUND
from condotta.rules.reported.setting_out import SetOutByHand
from condotta.rules.triumph import names as core
from condotta.rules.triumph import seams
from condotta.rules.triumph.deployment.camps import CampStep
from condotta.rules.triumph.tables import CAMP

GRAND_GROUND = TRIUMPH_GROUND._replace(
    name="grand",
    # demoralised commands rout as movement ends: whoever is lost then is reported [GT-8.4, GT-8.5]
    asks={**TRIUMPH_GROUND.asks, core.MOVEMENT: (names.LOSSES,)},
)


def steps(
    below: Callable[[Book, Position], tuple[tuple[str, Frame], ...]], book: Book, position: Position
) -> tuple[tuple[str, Frame], ...]:
    """Commands, markers and who goes first as ever; each side's camps are laid by hand. [RB-2]"""
    found: list[tuple[str, Frame]] = []
    for phase, step in below(book, position):
        if isinstance(step, CampStep):
            own = camps(position, step.seat)
            laid = (phase, SetOutByHand(seats=(step.seat,), only=own))
            if own and laid not in found:
                found.append(laid)
        else:
            found.append((phase, step))
    return tuple(found)


def camps(position: Position, seat: Seat) -> tuple[str, ...]:
    """The camps that a seat brought, wherever they are now."""
    return tuple(
        piece.id
        for piece in position.pieces.values()
        if piece.type == CAMP and piece.controller == seat
    )


def by_hand(_: Book, __: Position, seat: Seat, only: tuple[str, ...]) -> Frame:
    """The stands of a step are set out at the table. [RB-2]"""
    return SetOutByHand(seats=(seat,), only=only)


REPORTED_GRAND = over(
    GRAND_GROUND,
    ((seams.SET_UP, steps, "RB-2"), (seams.SETS_OUT, by_hand, "RB-2")),
    (paying, arriving),
    first={core.MOVEMENT: (paying.Paying(),)},
)
