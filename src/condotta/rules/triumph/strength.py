"""How strong commands are: what each has lost, and what breaks it. To look at; decides nothing."""

from __future__ import annotations

from condotta.kernel.records import Record, Seat


class Strength(Record, frozen=True):
    """A command in half points: its number on its side, what it lost, brought, breaks at.

    `breaks` is the first loss at which it breaks, by `clause`; `dice` is added to its command roll.
    """

    command: str
    seat: Seat
    side: str
    number: int
    lost: int
    total: int
    breaks: int
    broken: bool
    dice: int
    clause: str
