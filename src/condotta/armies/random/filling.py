"""Filling an army to the cap: an exact search over running totals. [AL-15.2]

For each option only the best way to spend each number of half points is kept, then options are
joined one by one; a total also remembers whether a possible general is in. The work is bounded by
options x ways x (cap + 1) x 2.
"""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from condotta.armies.checking.checking_general import leading, possible, present_group
from condotta.armies.findings import ERROR, Finding, finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import Offer, contingent_offers, main_offers, shut
from condotta.armies.random.dealing import Deck, Prices, dealt
from condotta.armies.records import STANDARD_CAP, ArmyList, DataSet, General, Roster
from condotta.armies.rosters.rosters import pinned
from condotta.armies.years import year_name

Split = tuple[int, ...]
"""Stands of each type of an option, in the order of its types."""

Taste = Callable[[Offer, Split], int]
"""How much a way of filling an option is liked; the sum over options is made as large as can be."""

Way = tuple[int, Split]
Ways = dict[tuple[HalfPoints, bool], Way]
Path = tuple[int, tuple[Split, ...]]


PRESENCE = 40
"""How much the first stand of an option is liked, for each half point it costs."""


class Plan(msgspec.Struct, frozen=True):
    """What to fill: a list, its prices, and the choices a player makes first."""

    army: ArmyList
    data: DataSet
    year: int
    variant: str | None = None
    contingents: tuple[str, ...] = ()
    cap: HalfPoints = STANDARD_CAP
    deck: Deck = Deck()
    exact: bool = True

    @property
    def frame(self) -> Roster:
        """A roster of the plan's choices, still without stands and cards."""
        return Roster(
            list_key=self.army.key,
            year=self.year,
            variant=self.variant,
            contingents=self.contingents,
        )

    @property
    def prices(self) -> Prices:
        """What stands cost with the plan's deck."""
        return Prices(self.frame, self.data, self.army, self.deck)


def fill(plan: Plan, taste: Taste | None = None) -> Roster | Finding:
    """The liked-best roster of exactly the cap with a general, or why there is none.

    A plan that is not exact takes the most points that can be had under the cap. [AL-16.3]
    """
    offers = tuple(open_offers(plan))
    closed = _closed_contingent(plan)
    if closed:
        return closed
    liking = taste or balance(plan, offers)
    prices = plan.prices
    spent = plan.cap - prices.cards
    ways = [_ways(plan, offer, liking, prices) for offer in offers]
    paths = _joined(ways, spent)
    if not plan.exact:
        spent = max((total for total, led in paths if led), default=spent)
    best = paths.get((spent, True))
    return _roster(plan, offers, best[1]) if best else _impossible(plan, offers, paths)


def open_offers(plan: Plan) -> Iterator[Offer]:
    """Options the roster may or must fill: the open ones of the army and of its contingents."""
    for offer in main_offers(plan.army, plan.year, plan.variant):
        if not offer.closed:
            yield offer
    for chosen in plan.army.ally_options:
        if chosen.key in plan.contingents:
            yield from (one for one in contingent_offers(chosen, plan.year) if not one.closed)


def balance(plan: Plan, offers: tuple[Offer, ...]) -> Taste:
    """A taste for the proportions of the list, and for seeing some of every option."""
    least = sum(offer.option.min * _dearest(plan.data, offer) for offer in offers)
    most = sum(offer.option.max * _dearest(plan.data, offer) for offer in offers)
    spare, room = max(plan.cap - least, 0), max(most - least, 1)

    def taste(offer: Offer, split: Split) -> int:
        option, stands = offer.option, sum(split)
        wanted = 1000 * option.min + 1000 * (option.max - option.min) * spare // room
        off = (1000 * stands - wanted) ** 2 // (1000 * option.max)
        uneven = 0 if not split else max(split) - min(split)
        seen = PRESENCE * _dearest(plan.data, offer) if stands else 0
        return seen - off - 10 * uneven

    return taste


def _dearest(data: DataSet, offer: Offer) -> HalfPoints:
    known = [data.troop(code) for code in offer.option.types]
    return max((troop.half_points for troop in known if troop), default=0)


def _ways(plan: Plan, offer: Offer, taste: Taste, prices: Prices) -> Ways:
    """The best way to spend each number of half points on an option, with a general and without."""
    known = [code for code in dict.fromkeys(offer.option.types) if plan.data.troop(code)]
    leads = leading(plan.army, plan.data, prices.barred)
    ways: Ways = {}
    if offer.option.min and set(known) <= prices.barred:
        return {(0, False): (0, (0,) * len(known))}
    for split in _splits(offer, len(known), plan.cap):
        counts = dict(zip(known, split, strict=True))
        if any(stands and code in prices.barred for code, stands in counts.items()):
            continue
        price = prices.of(offer.key, counts)
        led = not offer.allied and any(counts[code] and code in leads for code in known)
        way = (taste(offer, split), split)
        key = (price, led)
        if price <= plan.cap and (key not in ways or way > ways[key]):
            ways[key] = way
    return ways


def _splits(offer: Offer, types: int, cap: HalfPoints) -> Iterator[Split]:
    """Every way to fill an option within its minimum and maximum. [AL-3.1, AL-3.2]"""
    option = offer.option
    if types == 0:
        yield from [()] if option.min == 0 else []
        return
    for stands in range(option.min, min(option.max, cap) + 1):
        for split in _parts(stands, types):
            if not option.one_type_only or sum(1 for part in split if part) <= 1:
                yield split


def _parts(stands: int, types: int) -> Iterator[Split]:
    if types == 1:
        yield (stands,)
        return
    for first in range(stands + 1):
        for rest in _parts(stands - first, types - 1):
            yield (first, *rest)


def _joined(ways: list[Ways], cap: HalfPoints) -> dict[tuple[HalfPoints, bool], Path]:
    """The best path to every total, with a general in it and without."""
    paths: dict[tuple[HalfPoints, bool], Path] = {(0, False): (0, ())}
    for option in ways:
        longer: dict[tuple[HalfPoints, bool], Path] = {}
        for (total, led), (liked, path) in paths.items():
            for (price, leads), (more, split) in option.items():
                key = (total + price, led or leads)
                if key[0] <= cap and (key not in longer or liked + more > longer[key][0]):
                    longer[key] = (liked + more, (*path, split))
        paths = longer
    return paths


def _roster(plan: Plan, offers: tuple[Offer, ...], path: tuple[Split, ...]) -> Roster:
    """The roster of a path; the general is the first stand of the first group present."""
    stands: dict[str, dict[str, int]] = {}
    for offer, split in zip(offers, path, strict=True):
        known = [code for code in dict.fromkeys(offer.option.types) if plan.data.troop(code)]
        counts = {code: part for code, part in zip(known, split, strict=True) if part}
        if counts:
            stands[offer.key] = counts
    roster = Roster(
        year=plan.year,
        variant=plan.variant,
        contingents=plan.contingents,
        stands=stands,
        general=_general(plan, offers, stands),
    )
    listed = msgspec.structs.replace(roster, list_key=plan.army.key)
    return pinned(dealt(listed, plan.data, plan.army, plan.deck), plan.data, plan.army)


def _general(
    plan: Plan, offers: tuple[Offer, ...], stands: Mapping[str, Mapping[str, int]]
) -> General | None:
    leaders = [
        (offer.key, code)
        for offer in offers
        if not offer.allied
        for code in stands.get(offer.key, {})
    ]
    group = present_group(plan.army, frozenset(code for _, code in leaders))
    for wanted in group.types if group else leading(plan.army, plan.data, plan.prices.barred):
        for key, code in leaders:
            if code == wanted:
                return General(key, code)
    return None


def _closed_contingent(plan: Plan) -> Finding | None:
    for chosen in plan.army.ally_options:
        reason = shut(plan.army, chosen, plan.year, plan.variant)
        if chosen.key in plan.contingents and reason:
            names = tuple(entry.name for entry in chosen.ally_entries)
            return finding(
                "contingentUnavailable",
                ERROR,
                chosen.key,
                "AL-5.6",
                names=names,
                reason=f"army.closed.{reason}",
            )
    return None


def _impossible(
    plan: Plan, offers: tuple[Offer, ...], paths: Mapping[tuple[HalfPoints, bool], Path]
) -> Finding:
    """The reason: no general, minimums too dear, troops run out, or the sums do not come out."""
    least = sum(offer.option.min * _cheapest(plan.data, offer) for offer in offers)
    most = sum(offer.option.max * _dearest(plan.data, offer) for offer in offers)
    if not possible(plan.army, plan.year, plan.variant) or (plan.cap, False) in paths:
        reason = "fillNoGeneral"
    elif least > plan.cap:
        reason = "fillMinimums"
    else:
        reason = "fillTroopsRunOut" if most < plan.cap else "fillSums"
    return finding(
        reason,
        ERROR,
        "points",
        "AL-15.2",
        list=plan.army.name,
        year=year_name(plan.year),
        cap=plan.cap,
        least=least,
        most=most,
    )


def _cheapest(data: DataSet, offer: Offer) -> HalfPoints:
    known = [data.troop(code) for code in offer.option.types]
    return min((troop.half_points for troop in known if troop), default=0)
