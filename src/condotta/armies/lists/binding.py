"""A roster bound to its data: every stand beside the option it fills."""

import msgspec

from condotta.armies.lists.available import Offer, contingent_offers, contingents, main_offers
from condotta.armies.records import AllyOption, ArmyList, DataSet, Roster


class Fill(msgspec.Struct, frozen=True):
    """Stands of one type under one option key; no offer means the list has no such option."""

    key: str
    code: str
    stands: int
    offer: Offer | None
    fielded: bool

    @property
    def allied(self) -> bool:
        """Whether they stand in an allied contingent. [AL-5.3]"""
        return self.offer is not None and self.offer.allied

    @property
    def allowed(self) -> bool:
        """The option exists and has that type."""
        return self.offer is not None and self.code in self.offer.option.types


class Bound(msgspec.Struct, frozen=True):
    """A roster, its list and prices, all that the list offers, and the fills in list order."""

    roster: Roster
    data: DataSet
    army: ArmyList
    offers: tuple[Offer, ...]
    fills: tuple[Fill, ...]

    @property
    def fielded(self) -> tuple[Fill, ...]:
        """Fills of the main army and of taken contingents: what is paid for and fights."""
        return tuple(fill for fill in self.fills if fill.fielded)

    def stands_of(self, key: str) -> int:
        """Stands under an option key, of all types together."""
        return sum(fill.stands for fill in self.fills if fill.key == key)


def taken(army: ArmyList, roster: Roster) -> tuple[AllyOption, ...]:
    """The ally options the roster takes, in list order."""
    return tuple(chosen for chosen in army.ally_options if chosen.key in roster.contingents)


def all_offers(army: ArmyList, year: int, variant: str | None) -> tuple[Offer, ...]:
    """Options of the main army, then of every contingent."""
    allies = [offer for chosen in army.ally_options for offer in contingent_offers(chosen, year)]
    return (*main_offers(army, year, variant), *allies)


def bind(roster: Roster, data: DataSet, army: ArmyList) -> Bound:
    """Puts each recorded stand beside the option it fills; unknown keys come last. [AL-15.1]"""
    offers = all_offers(army, roster.year, roster.variant)
    names = {key for chosen in taken(army, roster) for key, _ in contingents(chosen)}
    fills = [
        Fill(offer.key, code, count, offer, offer.is_main or offer.contingent in names)
        for offer in offers
        for code, count in _by_type(offer, roster.stands.get(offer.key, {}))
    ]
    known = {offer.key for offer in offers}
    for key in sorted(set(roster.stands) - known):
        fielded = "/" not in key or key.startswith("main/") or key.split("/")[0] in names
        fills += [
            Fill(key, code, count, None, fielded)
            for code, count in sorted(roster.stands[key].items())
            if count
        ]
    return Bound(roster, data, army, offers, tuple(fills))


def _by_type(offer: Offer, counts: dict[str, int]) -> list[tuple[str, int]]:
    """Counts in the order of the option's types; strangers last, by code."""
    order = list(offer.option.types)
    ranked = sorted(counts, key=lambda code: (code not in order, code))
    in_list = [code for code in dict.fromkeys(order) if code in counts]
    strangers = [code for code in ranked if code not in order]
    return [(code, counts[code]) for code in (*in_list, *strangers) if counts[code]]
