"""What a roster costs, line by line, in half points. [AL-9]"""

import msgspec

from condotta.armies.cards.card_lines import CardLine
from condotta.armies.cards.cardprices import card_lines, stand_price
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Bound, Fill


class StandLine(msgspec.Struct, frozen=True):
    """Stands of one type in one option. [AL-9.10]"""

    option: str
    description: str
    code: str
    name: str
    stands: int
    each: HalfPoints
    half_points: HalfPoints
    contingent: str
    allied: bool


class Breakdown(msgspec.Struct, frozen=True):
    """The bill: a line per option and type, a line per card, and the totals. [AL-9.10]"""

    stands: tuple[StandLine, ...]
    cards: tuple[CardLine, ...]

    @property
    def stand_count(self) -> int:
        """Stands that are paid for."""
        return sum(line.stands for line in self.stands)

    @property
    def stand_points(self) -> HalfPoints:
        """Half points in stands."""
        return sum(line.half_points for line in self.stands)

    @property
    def card_points(self) -> HalfPoints:
        """Half points in cards; cards without a price add nothing."""
        return sum(line.half_points or 0 for line in self.cards)

    @property
    def allied_points(self) -> HalfPoints:
        """Half points in stands of allied contingents."""
        return sum(line.half_points for line in self.stands if line.allied)

    @property
    def total(self) -> HalfPoints:
        """Half points in all."""
        return self.stand_points + self.card_points


def bill(bound: Bound) -> Breakdown:
    """The bill; stands of contingents that are not taken cost nothing. [AL-9.8]"""
    lines = tuple(_line(bound, fill) for fill in bound.fielded)
    return Breakdown(lines, card_lines(bound))


def _line(bound: Bound, fill: Fill) -> StandLine:
    troop = bound.data.troop(fill.code)
    each = stand_price(bound, fill)
    option = fill.offer.option if fill.offer else None
    return StandLine(
        fill.key,
        option.description if option else "",
        fill.code,
        troop.display_name if troop else fill.code,
        fill.stands,
        each,
        each * fill.stands,
        fill.offer.contingent if fill.offer else "",
        fill.allied,
    )
