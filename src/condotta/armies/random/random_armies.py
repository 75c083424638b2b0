"""Random legal armies: the same list and seed give the same roster everywhere. [AL-15.2]"""

import hashlib
from collections.abc import Iterator

import msgspec

from condotta.armies.checking.checking import check, legal
from condotta.armies.checking.checking_general import possible
from condotta.armies.checking.paying import cost
from condotta.armies.findings import ERROR, Finding, finding
from condotta.armies.halves import HalfPoints
from condotta.armies.lists.available import Offer, shut, turning_years
from condotta.armies.random.dealing import deal
from condotta.armies.random.filling import Plan, Split, Taste, fill
from condotta.armies.records import STANDARD_CAP, AllyOption, ArmyList, DataSet, Roster
from condotta.armies.shelf import Library, shipped
from condotta.armies.years import span_name
from condotta.errors import PlainError

TRIES = 12


def random_roster(
    army: ArmyList,
    seed: int,
    points: HalfPoints = STANDARD_CAP,
    shelf: Library | None = None,
    *,
    cards: str = "none",
) -> Roster:
    """A legal roster of these half points, of a random year, answer and contingents.

    `cards` says how readily it buys battle cards: none, some or many. Where no deck can be had
    with so many points it buys none. A list whose stands never add up to exactly the points gets
    as many as it can: less is legal. [AL-16.3] Raises PlainError where there can be no roster.
    """
    data = (shelf or shipped()).data_of(army)
    for appetite in appetites(cards):
        for attempt in range(TRIES):
            draw = Draw(army.key, seed, attempt, *((appetite,) if appetite != "none" else ()))
            plan = _random_plan(army, data, points, draw)
            if appetite != "none":
                deck = deal(plan.frame, data, army, draw.below, appetite)
                plan = msgspec.structs.replace(plan, deck=deck)
            tried = fill(plan, random_taste(draw))
            if isinstance(tried, Roster) and _sound(tried, data, points):
                return _numbered(tried, seed)
    last = attempts(army, data, points)
    if isinstance(last, Finding):
        last = most_of(army, data, points, seed) or last
    if isinstance(last, Roster):
        return _numbered(last, seed)
    raise PlainError((without_general(army) or last).message)


def appetites(cards: str) -> tuple[str, ...]:
    """How readily cards are bought, then less, until an army can be had.

    >>> appetites("many"), appetites("none")
    (('many', 'some', 'none'), ('none',))
    """
    return tuple(dict.fromkeys((cards, "none" if cards == "none" else "some", "none")))


def most_of(army: ArmyList, data: DataSet, points: HalfPoints, seed: int) -> Roster | None:
    """A legal roster of the most points under the cap that any year and answer allow. [AL-16.3]"""
    best: tuple[HalfPoints, Roster] | None = None
    shelf = Library((data,))
    for plan in _plans(army, data, points):
        short = msgspec.structs.replace(plan, exact=False)
        found = fill(short, random_taste(Draw(army.key, seed, "short")))
        if isinstance(found, Roster) and legal(check(found, shelf, points)):
            spent = cost(found, shelf).total
            best = (spent, found) if best is None or spent > best[0] else best
    return best[1] if best else None


def without_general(army: ArmyList) -> Finding | None:
    """The finding that no stand of the list can be the general, in whatever year. [AL-4.5]"""
    every = ((year, answer) for year in turning_years(army) for answer in answers(army))
    if any(possible(army, year, answer) for year, answer in every):
        return None
    years = (span_name(army.years),)
    return finding("generalImpossible", ERROR, "general", "AL-4.5", list=army.name, years=years)


def _sound(roster: Roster, data: DataSet, points: HalfPoints) -> bool:
    """Whether the finished roster is legal: cards may meet in ways that no option alone shows."""
    cards = roster.army_cards or roster.troop_cards
    return not cards or legal(check(roster, Library((data,)), points))


def attempts(army: ArmyList, data: DataSet, points: HalfPoints) -> Roster | Finding:
    """The first roster found over all years, answers and single contingents, in that order."""
    first: Finding | None = None
    for plan in _plans(army, data, points):
        found = fill(plan)
        if isinstance(found, Roster):
            return found
        first = first or found
    assert first is not None
    return first


def _plans(army: ArmyList, data: DataSet, points: HalfPoints) -> Iterator[Plan]:
    """Every year at which something turns, each answer, with no contingent and with each."""
    for year in turning_years(army):
        for variant in answers(army):
            plan = Plan(army, data, year, variant, (), points)
            for keys in ((), *((one.key,) for one in open_contingents(plan))):
                yield msgspec.structs.replace(plan, contingents=keys)


def answers(army: ArmyList) -> tuple[str | None, ...]:
    """The answers to the list's question; one empty answer if it asks nothing."""
    return tuple(one.id for one in army.variants.variants) if army.variants else (None,)


def open_contingents(plan: Plan) -> tuple[AllyOption, ...]:
    """Ally options that may be taken in the plan's year under its answer."""
    return tuple(
        chosen
        for chosen in plan.army.ally_options
        if not shut(plan.army, chosen, plan.year, plan.variant)
    )


class Draw:
    """Numbers from a digest of the seed and a name: no order of asking matters."""

    def __init__(self, *seed: object) -> None:
        self._seed = "/".join(map(str, seed))

    def below(self, limit: int, *name: object) -> int:
        """A number from 0 to below the limit, always the same for the same name."""
        text = "/".join((self._seed, *map(str, name)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % limit


def _random_plan(army: ArmyList, data: DataSet, points: HalfPoints, draw: Draw) -> Plan:
    """A year in a random stretch of the list, an answer, optional contingents, at most one ally."""
    years = turning_years(army)
    year = years[draw.below(len(years), "year")]
    known = answers(army)
    variant = known[draw.below(len(known), "variant")]
    plan = Plan(army, data, year, variant, (), points)
    doors = open_contingents(plan)
    taken = [one.key for one in doors if one.internal and not draw.below(3, "take", one.key)]
    allies = [one.key for one in doors if not one.internal]
    if allies and not draw.below(3, "ally"):
        taken.append(allies[draw.below(len(allies), "which")])
    order = [one.key for one in army.ally_options]
    return msgspec.structs.replace(plan, contingents=tuple(sorted(taken, key=order.index)))


def random_taste(draw: Draw) -> Taste:
    """Each type of each option has a random number of stands that it would like to have."""

    def taste(offer: Offer, split: Split) -> int:
        option = offer.option
        off = 0
        for code, stands in zip(dict.fromkeys(option.types), split, strict=False):
            wanted = draw.below(1000 * option.max + 1, offer.key, code)
            off += (1000 * stands - wanted) ** 2 // (1000 * option.max)
        return -off

    return taste


def _numbered(roster: Roster, seed: int) -> Roster:
    used = {key.split(".")[0] for key in roster.stands}
    kept = tuple(key for key in roster.contingents if key in used)
    return msgspec.structs.replace(
        roster, contingents=kept, id=f"{roster.id}-{seed}", label=f"{roster.label} (random {seed})"
    )
