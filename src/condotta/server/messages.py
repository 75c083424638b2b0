"""What every message of the live table is, and those about clauses and about the dice."""

from __future__ import annotations

import msgspec

from condotta.kernel.records import Seat
from condotta.server.parts import Part


class Message(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag=str.lower,
    tag_field="kind",
    forbid_unknown_fields=True,
    gc=False,
):
    """One JSON object; its `kind` is the name of its record in small letters."""


class Explain(Message, frozen=True, kw_only=True):
    """What a clause says, in a language; without one, or in one there is not, in the first."""

    id: str
    clause: str
    lang: str = ""


class Hint(Message, frozen=True, kw_only=True):
    """What the best bot would answer to a question of one's own, and why."""

    id: str
    seat: Seat
    ask: int


# ── words for the dice ───────────────────────────────────────────────────────
class Bind(Message, frozen=True, kw_only=True):
    """A seat is bound to a chain of words for the dice, by the digest of the first of them."""

    seat: Seat
    digest: str


class Word(Message, frozen=True, kw_only=True):
    """The next word of a seat for the dice that wait."""

    seat: Seat
    word: str


class SeatWords(Part, frozen=True, kw_only=True):
    """What a seat has put into the dice: the digest it is bound by, words that came and did not.

    It is `bound` no more once a word did not come, until it binds itself anew.
    """

    seat: Seat
    digest: str
    said: int
    lacked: int
    bound: bool


class Words(Message, frozen=True, kw_only=True):
    """What the dice follow from: the table's secret, of which this is the digest, and words.

    `wanted` is the request for dice that waits for the words of `waits`, 0 if none does.
    """

    digest: str
    wanted: int = 0
    waits: tuple[Seat, ...] = ()
    seats: tuple[SeatWords, ...] = ()
