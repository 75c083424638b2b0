"""Battle cards as the army builder asks for them and is told of them. Points are halves."""

from __future__ import annotations

from condotta.server.parts import Part


class CardAsked(Part, frozen=True, kw_only=True):
    """So many of a card are wanted, for the army or for the stands of an option.

    `on` names stands of an option that have it, of each type counted from 1.
    """

    code: str
    where: str
    amount: int
    on: dict[str, tuple[int, ...]] | None = None


class CarrierShown(Part, frozen=True, kw_only=True):
    """A stand that may have a card: its type, its number among those, whether it leads, has it."""

    code: str
    number: int
    leads: bool = False
    has: bool = False


class CardShown(Part, frozen=True, kw_only=True):
    """A battle card that is offered: where, how many are taken, what that costs.

    `amounts` are the numbers of copies or stands that it may be bought for, `next` what one step
    up adds to the total and `now` what it adds as it is; of a card that has one price for the army,
    by the clause `together`, `now` is what it pays of that. `closed` is a message key, or `stands`
    where no stand is there to have it. `setup` cards are free and settled in setting out.
    `stands` are those of an option among which the owner chooses who has it.
    """

    code: str
    clause: str
    where: str
    amount: int
    amounts: tuple[int, ...]
    now: int | None = None
    next: int | None = None
    note: str = ""
    closed: str = ""
    setup: bool = False
    swaps: bool = False
    together: str = ""
    stands: tuple[CarrierShown, ...] = ()
