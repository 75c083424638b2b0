"""An army ready for the table: every stand of a roster, and what the list says of the whole."""

from random import Random, SystemRandom

import msgspec
from msgspec.structs import replace

from condotta.armies.cards.cardprices import fixed, of_card, of_general, stand_price
from condotta.armies.cards.carrying import CardSpec, cards_of, stand_cards
from condotta.armies.checking.checking import check, legal
from condotta.armies.findings import Finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.binding import Bound, Fill, bind
from condotta.armies.lists.ratings import homes, rating
from condotta.armies.mustering.fielding import StandSpec
from condotta.armies.mustering.masking import masked, swaps
from condotta.armies.records import Home, Rating, Roster, leads
from condotta.armies.shelf import Library, shipped
from condotta.armies.years import year_name
from condotta.errors import PlainError
from condotta.words import say


class Unfit(PlainError):
    """The roster cannot take the field; the sentence says why, `findings` say everything."""

    def __init__(self, sentence: str, findings: tuple[Finding, ...]) -> None:
        super().__init__(sentence)
        self.findings = findings


class Army(msgspec.Struct, frozen=True):
    """A mustered army: its stands, its ratings in that year, its homes."""

    name: str
    year: int
    stands: tuple[StandSpec, ...]
    invasion: Rating
    manoeuvre: Rating
    homes: tuple[Home, ...]
    cards: tuple[CardSpec, ...] = ()

    @property
    def topographies(self) -> tuple[str, ...]:
        """The home topographies the owner may choose from. [AL-2.6]"""
        return tuple(dict.fromkeys(value for home in self.homes for value in home.values))


def muster(
    roster: Roster,
    shelf: Library | None = None,
    *,
    house_rules: bool = False,
    half_up: bool = True,
    lot: Random | None = None,
) -> Army:
    """The army of a roster; one that is not legal is refused, unless the house allows it.

    `half_up` says how half a battle line of an odd number of stands is rounded. [TC-8.6] By `lot`,
    of nobody's choosing unless given, stands that are not what they seem come among those that
    look like them.
    """
    found = check(roster, shelf)
    source = (shelf or shipped()).source_of(roster)
    if source is None or not (house_rules or legal(found)):
        raise unfit(roster, found)
    bound = bind(roster, *source)
    (stands,) = masked(bound, (stands_of(bound, half_up=half_up),), lot or SystemRandom())
    return replace(without_stands(bound), stands=stands)


def unfit(roster: Roster, found: tuple[Finding, ...]) -> Unfit:
    """Why a roster cannot take the field, the gravest reason first."""
    name = roster.label or roster.id
    return Unfit(say("army.unfit", {"roster": name, "why": found[0].message}), found)


def public_name(roster: Roster, shelf: Library | None = None) -> str:
    """What everybody may call the army of a roster, legal or not."""
    source = (shelf or shipped()).source_of(roster)
    return name_told(bind(roster, *source)) if source else roster.label or roster.id


def name_told(bound: Bound) -> str:
    """The label of a roster; where stands are not what they seem, its list and year. [BC-24.1]

    What a player calls the roster might say who is behind what.
    """
    roster, army = bound.roster, bound.army
    if any(True for _ in swaps(bound)):
        return f"{army.name}, {year_name(roster.year)}"
    return roster.label or army.name


def without_stands(bound: Bound) -> Army:
    """What a list says of the whole army of a roster, its cards among it."""
    roster, army = bound.roster, bound.army
    codes = _kinds(bound)
    asked = (roster.year, army.variants, roster.variant)
    return Army(
        name_told(bound),
        roster.year,
        (),
        rating(army.invasion_ratings, *asked, codes),
        rating(army.maneuver_ratings, *asked, codes),
        homes(army.home_topographies, *asked),
        cards_of(bound),
    )


def stands_of(bound: Bound, *, half_up: bool) -> tuple[StandSpec, ...]:
    """Stands in list order, the first of the general's kind being the general. [AL-4.4]"""
    stands: list[StandSpec] = []
    led = False
    for fill in bound.fielded:
        troop = bound.data.troop(fill.code)
        if troop is None:
            continue
        for number in range(fill.stands):
            first = not led and leads(bound.roster.general, fill.key, fill.code)
            led = led or first
            cards = stand_cards(bound, fill, number)
            more = of_general(bound) if first else 0
            stands.append(
                StandSpec(
                    code=fill.code,
                    option=fill.key,
                    description=fill.offer.option.description if fill.offer else "",
                    battle_line=_in_line(bound, fill, number, half_up=half_up),
                    allied=fill.allied,
                    contingent=fill.offer.contingent if fill.offer else "",
                    general=first,
                    half_points=lost(bound, fill) + more,
                    cards=cards,
                    cost=paid_for(bound, fill, cards) + more,
                )
            )
    return tuple(stands)


def lost(bound: Bound, fill: Fill) -> HalfPoints:
    """What a stand counts when it is lost, before what its cards add or take. [BC-0.9, BC-1.7]

    A card that sets its cost sets this too; the cards that say so themselves do it in play.
    """
    set_to = fixed(bound, fill)
    return stand_price(bound, fill) if set_to is None else set_to


def paid_for(bound: Bound, fill: Fill, cards: tuple[str, ...]) -> HalfPoints:
    """What a stand with those cards cost: its type's price, and each card bought for it. [AL-16.7]

    With the cards of the army and of whole options the stands' sum is the bill. [GT-10.8]
    """
    codes = dict.fromkeys(card.partition(":")[0] for card in cards)
    return stand_price(bound, fill) + sum(of_card(bound, fill, one) for one in codes)


def _kinds(bound: Bound) -> frozenset[str]:
    """Codes and categories of the types in the army, for notes about what it has."""
    codes = {fill.code for fill in bound.fielded}
    return frozenset(
        codes | {troop.category for troop in bound.data.troops if troop.permanent_code in codes}
    )


def _in_line(bound: Bound, fill: Fill, number: int, *, half_up: bool) -> bool:
    """All stands of the option, none, or the first half of them.

    # RULING AL-16.2: half of an odd number of stands is rounded up, as TC-8.6, or down where a
    # setting says so.
    """
    match fill.offer.option.core if fill.offer else "":
        case "all":
            return True
        case "half":
            before = 0
            for other in bound.fielded:
                if other.key == fill.key and other.code == fill.code:
                    break
                before += other.stands if other.key == fill.key else 0
            odd = 0 if half_up else 1
            return 2 * (before + number) + odd < bound.stands_of(fill.key)
        case _:
            return False
