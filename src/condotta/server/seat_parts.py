"""What is told of a seat: who holds it, who has seen what it hides, how it may go to another."""

from __future__ import annotations

from typing import Literal

from condotta.kernel.records import Seat
from condotta.server.parts import Part


class SeenBy(Part, frozen=True, kw_only=True):
    """Somebody who held a seat and has seen what it hides, up to that turn.

    Without a name it is whoever brought the battle here from a file.
    """

    name: str
    turn: int


class HandoverShown(Part, frozen=True, kw_only=True):
    """A seat that is to go to another: who asks the others, who has agreed, who is waited for."""

    seat: Seat
    to: Literal["open", "bot"]
    bot: str = ""
    by: str = ""
    agreed: tuple[Seat, ...] = ()
    waits: tuple[Seat, ...] = ()


class RoomSeat(Part, frozen=True, kw_only=True):
    """A seat as it is seen from the door. One that is kept waits for the player it names.

    `away` is for how many seconds its holder has had no page at the table, nothing if he has one or
    nobody looked. `seen_by` are those who have held it and know what it hides. `changes` says by
    which rule whoever set the battle up may give it to another now, or why not.
    """

    seat: Seat
    side: str
    name: str = ""
    held_by: Literal["you", "person", "bot", "open", "kept"] = "open"
    player: str = ""
    bot: str = ""
    away: int | None = None
    seen_by: tuple[SeenBy, ...] = ()
    changes: Literal["free", "absent", "ask", "wait"] = "free"
