"""What is said at the door of a battle, and beside it, over HTTP."""

from __future__ import annotations

from typing import Literal

from condotta.kernel.records import Seat
from condotta.server.parts import Part


class SeatChange(Part, frozen=True, kw_only=True):
    """A seat is given back, to whoever claims it next or to a bot.

    Where that needs the consent of others, `ask` asks them for it.
    """

    to: Literal["open", "bot"]
    bot: str = "steward"
    ask: bool = False


class Consent(Part, frozen=True, kw_only=True):
    """Whether one agrees that a seat goes to another, as somebody has asked."""

    agrees: bool


class Again(Part, frozen=True, kw_only=True):
    """The same battle again, every seat's holder where he was, or one seat on.

    Once somebody has opened it, the others take the seats that they are invited to.
    """

    turned: bool = False


class ClockSet(Part, frozen=True, kw_only=True):
    """The clock is to be so, of what is named: seconds for each player, whether it is paused."""

    seconds: int | None = None
    paused: bool | None = None


class NoticesSet(Part, frozen=True, kw_only=True):
    """Where it is to be told whose turn it is, of one seat or of all; nowhere if it is empty."""

    url: str
    seat: Seat = ""


class Archiving(Part, frozen=True, kw_only=True):
    """A battle is put away, or taken out again."""

    archived: bool


class OwnerKey(Part, frozen=True, kw_only=True):
    """The key that the command line printed with the address: the table is the asker's."""

    key: str


class Done(Part, frozen=True, kw_only=True):
    """It was done; or the others were `asked` and it waits for them."""

    ok: bool = True
    asked: bool = False


class DiceShown(Part, frozen=True, kw_only=True):
    """Six-sided dice of a seat: all of them, or those of one `kind`, by the question they answered.

    `faces` is how often each came up; where enough were rolled, `spread` in a hundred of honest
    dice are as uneven or more so. `due` of them had to show certain faces, `done` did, and on
    average `hoped` do.
    """

    seat: Seat
    kind: str = ""
    count: int
    faces: tuple[int, ...]
    mean: float
    spread: int | None = None
    due: int = 0
    hoped: float = 0
    done: int = 0


class DiceSeen(Part, frozen=True, kw_only=True):
    """The dice of a battle as the asker saw them: each seat's together, then each kind of them."""

    dice: tuple[DiceShown, ...]
