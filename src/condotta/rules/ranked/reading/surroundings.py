"""What is around a regiment: who is near, and what is in its way. [FB-4.1]"""

from __future__ import annotations

from condotta.kernel.position import Position
from condotta.rules.ranked import names, seams
from condotta.rules.ranked.reading.approach import Ground
from condotta.rules.ranked.reading.regiment import Field, Regiment
from condotta.rules.ranked.reading.terrain import barred
from condotta.table import HALF, Base
from condotta.table import Field as Board


def ground(here: Field, mover: Regiment, *without: str) -> Ground:
    """What is in a regiment's way: everybody else but for some, and ground that is barred.

    Neutrals are like barred ground: an inch is kept from them, but for one that is nearer already
    or fights whom the mover goes for, and where a layer lets charges brush past them; nobody of
    theirs may be touched. [FB-4.1]
    """
    brushes: bool | None = here.book.sole(seams.BRUSHES, here.book)
    others: list[Base] = []
    apart: list[Base] = []
    near_by = [mover, *(one for one in here.regiments if one.id in without)]
    for one in here.regiments:
        if one.id == mover.id or one.id in without:
            continue
        relation = here.relation(mover.seat, one.seat)
        if relation == "friend":
            others.append(one.base)
        elif (
            brushes or relation == "enemy" or any(here.gap(one, by) < names.INCH for by in near_by)
        ):
            apart.append(one.base)
        else:
            others.append(widened(one.base))
    return Ground(tuple(others), tuple(apart), barred(here), board(here.position))


def widened(of: Base, by: int = names.INCH) -> Base:
    """A base with so much around it on every side."""
    front = (of.x + by * of.fx, of.y + by * of.fy)
    return Base.box(front, (of.fx, of.fy), (of.hw + by, of.hd + by))


def board(position: Position) -> Board:
    """The table top."""
    return Board(0, 0, position.board.width, position.board.depth)


def near(here: Field, one: Regiment, inches: int) -> tuple[Regiment, ...]:
    """The other regiments within so many inches of one."""
    reach = inches * names.INCH + HALF
    return tuple(
        other for other in here.regiments if other is not one and here.gap(one, other) <= reach
    )
